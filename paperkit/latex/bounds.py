"""Where numbers of the printed text may reach: modes in order, the bounds of markers, names that end in digits."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from paperkit.latex.printed import Mode, Printed


class Bounds:
    """Goes once over the modes of a text."""

    def __init__(self, printed: Printed) -> None:
        self.printed = printed
        self.text = printed.text
        self.change = 0
        self.now = printed.modes[0]
        self.until = printed.changes[1] if len(printed.changes) > 1 else len(printed.text) + 1
        """How far the mode *now* goes on."""
        self.marked = any(mode.marker >= 0 for mode in printed.modes)

    def mode(self, at: int) -> Mode:
        """The mode at *at*, which never goes back."""
        if at < self.until:
            return self.now
        changes = self.printed.changes
        change = self.change
        while change + 1 < len(changes) and changes[change + 1] <= at:
            change += 1
        self.change, self.now = change, self.printed.modes[change]
        self.until = changes[change + 1] if change + 1 < len(changes) else len(self.text) + 1
        return self.now

    def limit(self, start: int, mode: Mode) -> int:
        """Where a marker begins or ends behind *start*, at the latest: a number does not reach over it."""
        if not self.marked:
            return len(self.text)
        changes, modes = self.printed.changes, self.printed.modes
        change = self.change + 1
        while change < len(changes) and changes[change] < start + 200:
            if modes[change].marker != mode.marker:
                return changes[change]
            change += 1
        return len(self.text)

    def alone(self, start: int, limit: int) -> int:
        """*limit*, or the next space where the digits end a name: `ConnectX-5 100 GbE` holds no 5100."""
        text = self.text
        before = text[start - 1] if start else " "
        if before.isalpha() or (before in "-." and text[start - 2 : start - 1].isalnum()):
            return next((at for at in range(start, min(start + 5, limit)) if text[at] in " ~\u00a0"), limit)
        return limit

    def meets_marker(self, start: int, end: int) -> bool:
        """Whether a marker begins or ends within [start, end) of the text: no name reaches over it."""
        changes, modes = self.printed.changes, self.printed.modes
        if not self.marked or changes[self.change] <= start <= end <= self.until:
            return False
        low, high = bisect_right(changes, start), bisect_left(changes, end)
        return any(modes[index].marker != modes[index - 1].marker for index in range(low, high))

    def grouped(self, start: int, end: int) -> bool:
        """Whether 1.234.567 is one number."""
        first, *rest = self.text[start:end].split(".")
        return len(first) < 4 and all(len(part) == 3 for part in rest)
