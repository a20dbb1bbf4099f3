"""The page of all checks, made from their docstrings.

`python -m paperkit.checks.reference docs` writes it anew; a test holds it.
"""

from __future__ import annotations

from pathlib import Path

from paperkit.checks.base import Check
from paperkit.checks.registry import CHECKS, explain

BANDS = {
    "PK1": "Numbers",
    "PK2": "Artifacts",
    "PK3": "Configuration and contract",
    "PK4": "LaTeX",
    "PK5": "PDF",
}
_HEAD = """# Checks

This page is made from the checks themselves (`python -m paperkit.checks.reference docs`). A code is never used again.
Those marked so are waived by a comment, `% paperkit: allow CODE -- reason`.
"""


def reference() -> str:
    """The Markdown page."""
    parts = [_HEAD]
    band = ""
    for check in CHECKS:
        if check.code[:3] != band:
            band = check.code[:3]
            parts.append(f"## {BANDS[band]}\n")
        parts.append(_section(check))
    return "\n".join(parts)


def _section(check: Check) -> str:
    about = "Can be waived. " if check.waivable else ""
    page = f"```text\n{explain(check.code)}```"
    return f"### {check.code} {check.name}\n\n{about}`paperkit explain {check.code}`:\n\n{page}\n"


def write(folder: Path) -> None:
    """Write the page into *folder*."""
    (folder / "checks.md").write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    import sys

    write(Path(sys.argv[1]))
