"""How far verbatim text, options and groups reach, before anything is known of their tokens."""

from __future__ import annotations

import re

_OPTION_START = re.compile(r"[ \t]*\[")
_ARGUMENT = re.compile(r"[ \t]*\{[^{}\n]{0,200}\}")
_WITH_ARGUMENT = frozenset(
    {"minted", "tcblisting", "filecontents", "filecontents*", "VerbatimOut", "SaveVerbatim", "pyglist"}
)
_OPTION = re.compile(r"\\.|[{}\]]", re.DOTALL)
_BRACES = re.compile(r"\\.|[{}]|\n[ \t]*\n", re.DOTALL)


class Extents:
    """Looks ahead in one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.absent: set[str] = set()
        """Closing strings that are known not to occur any more."""

    def find(self, wanted: str, at: int) -> int:
        """As str.find, but a string once found absent is never looked for again."""
        if wanted in self.absent:
            return -1
        found = self.text.find(wanted, at)
        if found < 0:
            self.absent.add(wanted)
        return found

    def options(self, at: int, end: int, name: str) -> int:
        """Where the content of a verbatim environment begins: behind its options, whose captions may hold markers."""
        start = _OPTION_START.match(self.text, at, end)
        if start is None:
            return self.argument(at, end, name)
        depth = 0
        for match in _OPTION.finditer(self.text, start.end(), min(end, start.end() + 2000)):
            depth += {"{": 1, "}": -1}.get(match[0], 0)
            if match[0] == "]" and depth == 0:
                return self.argument(match.end(), end, name)
        return at

    def argument(self, at: int, end: int, name: str) -> int:
        """Behind the argument in braces that some verbatim environments have."""
        match = _ARGUMENT.match(self.text, at, end) if name.rstrip("*") in _WITH_ARGUMENT else None
        return match.end() if match else at

    def balanced(self, opened: int) -> int:
        """Offset behind the brace that closes the one at *opened*, in the same paragraph; -1 without one."""
        depth = 0
        for match in _BRACES.finditer(self.text, opened, opened + 1000):
            if match[0][0] == "\n":
                return -1
            depth += {"{": 1, "}": -1}.get(match[0], 0)
            if depth == 0:
                return match.end()
        return -1
