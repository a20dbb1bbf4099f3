"""The paragraph of AGENTS.md that tells other agents of the skill, between two comments; nothing else is touched."""

from __future__ import annotations

import re
from pathlib import Path

from paperkit import digest
from paperkit.agent.shipped import SHIPPED
from paperkit.process.atomic import write_atomic
from paperkit.starting.placed import Placed, State

FILE = "AGENTS.md"
BEGIN, END = "<!-- paperkit: begin -->", "<!-- paperkit: end -->"
_BLOCK = re.compile(rf"{re.escape(BEGIN)}\n(.*?)\n{re.escape(END)}", re.DOTALL)


def block() -> str:
    """The paragraph as shipped."""
    return (SHIPPED / FILE).read_text("utf-8").strip()


def place_block(root: Path, remembered: str | None) -> Placed:
    """Put the paragraph into AGENTS.md of the project at *root*; an edited one is the user's and stays.

    *remembered* is the digest of the paragraph as it was installed last.
    """
    path = root / FILE
    text = path.read_text("utf-8") if path.is_file() else ""
    whole = f"{BEGIN}\n{block()}\n{END}"
    found = _BLOCK.search(text)
    if found is None:
        gap = "\n\n" if text.strip() else ""
        write_atomic(path, f"{text.rstrip()}{gap}{whole}\n")
        return Placed(FILE, State.WRITTEN)
    if found[1] == block():
        return Placed(FILE, State.UNCHANGED)
    if digest.of_bytes(found[1].encode()) == remembered:
        write_atomic(path, text[: found.start()] + whole + text[found.end() :])
        return Placed(FILE, State.UPDATED)
    return Placed(FILE, State.EDITED)
