"""Diagnostics for people: message, code frames for each place, hint."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from itertools import groupby

from paperkit.diagnostics.diagnostic import Counts, Diagnostic, Label
from paperkit.source import Span

Style = Callable[[str, str], str]
"""(text, role) -> text; roles: error, warning, place, mark, help."""

WIDEST = 72
"""Columns of a source line that a frame shows; a longer line is cut around the marked place."""


def plain(text: str, role: str) -> str:  # noqa: ARG001
    """The style without colours."""
    return text


def as_text(found: Iterable[Diagnostic], style: Style = plain) -> str:
    """All diagnostics with their frames, a blank line between two."""
    return "\n".join(one(diagnostic, style) for diagnostic in found)


def one(diagnostic: Diagnostic, style: Style = plain) -> str:
    """One diagnostic with its frames."""
    head = style(f"{diagnostic.severity}[{diagnostic.code}]", str(diagnostic.severity))
    lines = [f"{head} {diagnostic.name}: {_safe(diagnostic.message)}"]
    places = list(diagnostic.labels)
    if diagnostic.span is not None:
        places.insert(0, Label(diagnostic.span, diagnostic.note))
    width = max((len(str(label.span.line)) for label in places), default=1)
    for number, (_, labels) in enumerate(groupby(places, key=lambda label: label.span.path)):
        lines += _frame(list(labels), width, first=number == 0 and diagnostic.span is not None, style=style)
    if diagnostic.hint:
        lines.append(f"{' ' * width} {style('=', 'place')} {style('help', 'help')}: {_safe(diagnostic.hint)}")
    return "\n".join(lines) + "\n"


def _frame(labels: list[Label], width: int, *, first: bool, style: Style) -> list[str]:
    arrow = "-->" if first else ":::"
    gutter = style(f"{' ' * width} |", "place")
    lines = [f"{' ' * width} {style(arrow, 'place')} {_safe(labels[0].span.place)}"]
    if not any(label.span.source.text for label in labels):
        return lines
    lines.append(gutter)
    for number, label in enumerate(labels):
        shown, carets = _cut(label.span)
        mark = "^" if first and number == 0 else "-"
        lines.append(f"{style(f'{label.span.line:>{width}} |', 'place')} {shown}")
        lines.append(f"{gutter} {carets[0]}{style((mark * carets[1] + ' ' + _safe(label.text)).rstrip(), 'mark')}")
    return lines


def _cut(span: Span) -> tuple[str, tuple[str, int]]:
    """(the line as shown, (indent of the marks, how many marks)), both in terminal columns."""
    line = span.source.line(span.line)
    start = span.column - 1
    end = min(len(line), start + max(1, span.end - span.start))
    left = max(0, start - WIDEST // 2) if len(line) > WIDEST else 0
    right = min(len(line), left + WIDEST)
    head = "…" if left else ""
    tail = "…" if right < len(line) else ""
    body = _printable(line[left:right])
    indent = _columns(head + _printable(line[left:start]))
    marks = _columns(_printable(line[start : min(end, right)]))
    return f"{head}{body}{tail}", (" " * indent, max(1, marks))


def _printable(text: str) -> str:
    return "".join(" " if char == "\t" else char if char.isprintable() else f"\\x{ord(char):02x}" for char in text)


def _safe(text: str) -> str:
    """A message without what could steer a terminal or turn its line round: names out of files may hold that."""
    steering = ("Cc", "Cf")
    return "".join(f"\\x{ord(c):02x}" if c != "\n" and unicodedata.category(c) in steering else c for c in text)


def _columns(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(unicodedata.combining(char) > 0 for char in text)


def counts_line(counts: Counts) -> str:
    """`41 bound (3 given), 2 waived, 118 structural, 0 ungrounded`."""
    notes = [
        f"{number} {word}" for number, word in ((counts.given, "given"), (counts.projected, "projected")) if number
    ]
    bound = f"{counts.bound} bound" + (f" ({', '.join(notes)})" if notes else "")
    named = f"{sum(n for _, n in counts.named)} named ({', '.join(f'{word} {n}' for word, n in counts.named)})"
    rest = [named] if counts.named else []
    rest += [f"{number} {word}" for number, word in ((counts.listed, "in listings"), (counts.off, "off")) if number]
    older = f" and {counts.older} other finding{'s' * (counts.older != 1)}" if counts.older else ""
    rest += [f"{counts.baseline}{older} in the baseline; {counts.share}"] if counts.baseline or older else []
    line = f"{bound}, {counts.waived} waived, {counts.structural} structural, {counts.ungrounded} ungrounded"
    return ", ".join((line, *rest))
