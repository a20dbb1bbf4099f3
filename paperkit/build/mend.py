"""Stale numbers printed again in the author's files."""

from __future__ import annotations

from pathlib import Path

from paperkit.build.prepare import check_report
from paperkit.checks.tree import check_tree
from paperkit.diagnostics.fix import Fixed, apply_fixes
from paperkit.errors import PaperkitError
from paperkit.process.atomic import commit_files


def mend(target: Path, artifacts: Path | None = None, write: bool = True) -> tuple[Fixed, ...]:
    """Apply every safe fix that the checks offer for a report or a plain LaTeX project, all files or none.

    Raises PaperkitError where there is nothing to check, and where a file changed since it was read.
    """
    checked = check_report(target) if target.is_dir() else check_tree(target, artifacts)
    fixed = apply_fixes(checked.diagnostics)
    if write and fixed:
        root = checked.evidence.project.root
        commit_files({root / one.source.path: _encoded(root / one.source.path, one) for one in fixed})
    return fixed


def _encoded(path: Path, fixed: Fixed) -> bytes:
    """The new text as the file was written: with its byte order mark and line ends."""
    raw = path.read_bytes()
    mark = b"\xef\xbb\xbf" if raw.startswith(b"\xef\xbb\xbf") else b""
    text = raw.removeprefix(mark).decode("utf-8")
    if text.replace("\r\n", "\n") != fixed.source.text:
        raise PaperkitError(f"{fixed.source.path} changed while it was read", "run the command again")
    new = fixed.text.replace("\n", "\r\n") if "\r\n" in text else fixed.text
    return mark + new.encode()
