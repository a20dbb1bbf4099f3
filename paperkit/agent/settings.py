"""The hooks of paperkit in a host's settings: added to what is there, nothing of it changed."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath
from typing import Any

from paperkit.errors import PaperkitError
from paperkit.process.atomic import write_atomic

SETTINGS = PurePosixPath(".claude/settings.json")
HOOKS = {
    "PreToolUse": ("Write|Edit|MultiEdit|NotebookEdit|Bash", "paperkit hook guard"),
    "PostToolUse": ("Write|Edit|MultiEdit", "paperkit hook saved"),
}
"""Event -> (the tools that it is about, what is run)."""


def install_hooks(root: Path) -> bool:
    """Add the hooks to the settings of the project at *root*; whether anything was written.

    Raises PaperkitError (status 2) where the settings are no JSON object or have another shape.
    """
    path = root / SETTINGS
    settings = _read(path)
    hooks = _of_kind(settings, "hooks", dict, path)
    added = False
    for event, (matcher, command) in HOOKS.items():
        groups = _of_kind(hooks, event, list, path)
        if not any(command == hook.get("command") for group in groups for hook in group.get("hooks", ())):
            groups.append({"matcher": matcher, "hooks": [{"type": "command", "command": command}]})
            added = True
    if added:
        write_atomic(path, json.dumps(settings, indent=2, ensure_ascii=False) + "\n")
    return added


def _read(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        settings = json.loads(path.read_text("utf-8"))
    except (ValueError, OSError) as error:
        raise PaperkitError(f"{path}: {error}", "mend the file, or add the hooks by hand: docs/agents.md") from None
    if not isinstance(settings, dict):
        raise PaperkitError(f"{path} holds no JSON object", "mend the file first")
    return settings


def _of_kind(holder: dict[str, Any], key: str, kind: type, path: Path) -> Any:
    found = holder.setdefault(key, kind())
    if not isinstance(found, kind):
        raise PaperkitError(f"{path}: {key} is no {kind.__name__}", "mend the file first")
    return found
