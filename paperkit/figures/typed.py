"""Numbers that a figure script types instead of asking the evidence, found in its text.

A number that is drawn as data, or a text with a number that is drawn, must come from `evidence`. Looks, positions on
the page and limits of axes are the script's own. A waiver is a comment on the line or alone above it:
`# paperkit: allow ungrounded-number -- why`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from paperkit.figures.queries import ASKING, assignments, nodes_of
from paperkit.latex.document import Numeral
from paperkit.latex.escape import escape_latex
from paperkit.latex.scan import scan
from paperkit.source import SourceFile, Span

DATA = {
    **dict.fromkeys(("plot", "loglog", "semilogx", "semilogy", "scatter", "step", "stem", "errorbar", "hist"), 9),
    **dict.fromkeys(("fill_between", "fill_betweenx", "broken_barh", "pie", "stackplot", "boxplot", "quiver"), 9),
    **dict.fromkeys(
        ("axhline", "axvline", "axhspan", "axvspan", "hlines", "vlines", "contour", "imshow", "pcolormesh"), 9
    ),
    **dict.fromkeys(("bar", "barh", "annotate", "text"), 2),
}
"""Methods that draw data, and how many of their first arguments are data."""
POSITIONS = {"bar", "barh"}
"""Methods whose first argument is a place on an axis, not an amount."""
DATA_WORDS = {
    "x",
    "y",
    "xy",
    "height",
    "width",
    "bottom",
    "left",
    "xerr",
    "yerr",
    "ymin",
    "ymax",
    "xmin",
    "xmax",
    "sizes",
}
LOOKS = {"bar": {"width", "x"}, "barh": {"height", "y"}}
"""Keywords that are looks there."""
WRITING = (
    *("text", "annotate", "set_title", "suptitle", "title", "set_xlabel", "set_ylabel", "xlabel", "ylabel", "figtext"),
    *("legend", "set_xticklabels", "set_yticklabels", "bar_label", "set_text", "set_label", "table"),
)
"""Methods that draw text."""
WRITTEN_AT = {"annotate": slice(0, 1), "text": slice(2, 3), "figtext": slice(2, 3)}
"""Which arguments are the text, where others are a place."""
WRITTEN_WORDS = {"label", "labels", "s", "text", "title", "xlabel", "ylabel", "fmt"}
PLAIN = frozenset({0, 1})
"""Where an axis begins, and unity."""
PAGES = frozenset({"fig", "figure"})
"""Names whose own texts stand on the page."""
FACTORS = frozenset({0, 1, 2, 100, 1000, 1024, 1_000_000, 1_000_000_000})
"""Constants that arithmetic may use."""
_WAIVER = re.compile(r"#\s*paperkit:\s*allow\s+(?:PK101|ungrounded-number)\s+--\s*(\S.*)")
_NUMERIC = re.compile(r"[\d,]*\.?\d*[bdeEfFgGnoxX%]['\"]?$")
"""A format that makes digits."""
_IDENTIFIER = re.compile(r"[A-Za-z_][\w.-]*\d[\w.-]*|\$[^$]*\$|\{[^}]*\}")


@dataclass(frozen=True, slots=True)
class Typed:
    """A number that a script types: where, what, and as what."""

    span: Span
    text: str
    drawn_as: str


def typed_numbers(source: SourceFile, tree: ast.Module) -> tuple[Typed, ...]:
    """All of them that no waiver covers, in the order of their places."""
    finder = _Finder(source, assignments(tree))
    for node in nodes_of(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not _asks(node):
            finder.call(node, node.func.attr)
    return tuple(sorted(finder.found.values(), key=lambda typed: typed.span.start))


def waived(source: SourceFile, line: int) -> bool:
    """Whether a waiver with a reason stands on that line or alone on the one above."""
    if _WAIVER.search(source.line(line)):
        return True
    return line > 1 and bool(_WAIVER.match(source.line(line - 1).strip()))


def number_in(text: str) -> str:
    """The first number in a text that is drawn, in digits or words, identifiers and formulas aside; empty for none.

    >>> [number_in(text) for text in ("PE_0 at 12.5 GB/s, $x_1$", "fp16", "four times slower", "one of them")]
    ['12.5', '', 'four', '']
    """
    plain = _IDENTIFIER.sub(" ", text)
    match = re.search(r"\d[\d.,]*", plain)
    return match[0].rstrip(".,") if match else _in_words(plain)


@lru_cache(maxsize=1024)
def _in_words(text: str) -> str:
    """The first quantity in words, as a reader of the page would take it; labels that count to two only name."""
    seen = scan(SourceFile("text", escape_latex(text))).numerals
    return next((numeral.text for numeral in seen if numeral.ungrounded and _measures(numeral)), "")


def _measures(numeral: Numeral) -> bool:
    if numeral.unit == "×":
        return numeral.text.lower() != "doubling"
    return numeral.value not in (1, 2)


class _Finder:
    def __init__(self, source: SourceFile, names: dict[str, list[ast.expr]]) -> None:
        self.source = source
        self.names = names
        self.found: dict[int, Typed] = {}

    def call(self, node: ast.Call, method: str) -> None:
        if method in DATA and not _on_page(node):
            skipped = 1 if method in POSITIONS else 0
            for argument in node.args[skipped : DATA[method]]:
                self._data(argument, method, 0)
            looks = LOOKS.get(method, set())
            for keyword in node.keywords:
                if keyword.arg in DATA_WORDS - looks:
                    self._data(keyword.value, method, 0)
        for argument in node.args[WRITTEN_AT.get(method, slice(None))] if method in WRITING else ():
            self._written(argument, method, 0)
        for keyword in node.keywords:
            if keyword.arg in WRITTEN_WORDS:
                self._written(keyword.value, method, 0)

    def _data(self, node: ast.expr, method: str, depth: int, allowed: frozenset[int] = PLAIN) -> None:
        """Numbers in an expression that is drawn as data."""
        if isinstance(node, ast.Constant):
            if isinstance(node.value, int | float) and not isinstance(node.value, bool) and node.value not in allowed:
                self._add(node, ast.unparse(node), f"drawn as data by {method}()")
        elif isinstance(node, ast.Name):
            for value in self.names.get(node.id, ()) if depth < 5 else ():
                self._data(value, method, depth + 1, allowed)
        elif isinstance(node, ast.BinOp | ast.UnaryOp | ast.Compare | ast.BoolOp):
            for part in _expressions(node):
                self._data(part, method, depth, FACTORS)
        elif isinstance(node, ast.List | ast.Tuple | ast.Set):
            for part in node.elts:  # (x, 1) is a place; [1, 2] are amounts
                self._data(part, method, depth, PLAIN if isinstance(node, ast.Tuple) else frozenset({0}))
        elif isinstance(node, ast.Subscript):
            self._data(node.value, method, depth, allowed)
        elif isinstance(node, ast.Call) and not _asks(node):
            for part in node.args:
                self._data(part, method, depth, PLAIN | {2})
        elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.IfExp | ast.Dict | ast.DictComp | ast.Starred):
            for part in _expressions(node):
                self._data(part, method, depth, allowed)

    def _written(self, node: ast.expr, method: str, depth: int) -> None:
        """Numbers in the literal parts of a text that is drawn."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if digits := number_in(node.value):
                self._add(node, digits, f"in a text drawn by {method}()")
        elif isinstance(node, ast.JoinedStr):
            for part in node.values:
                if isinstance(part, ast.Constant) and (digits := number_in(str(part.value))):
                    self._add(node, digits, f"in a text drawn by {method}()")
                elif isinstance(part, ast.FormattedValue):
                    self._formatted(part, method, depth)
        elif isinstance(node, ast.Call):
            self._called(node, method, depth)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            self._written(node.left, method, depth)
            self._number(node.right, method, depth)
        elif isinstance(node, ast.Name):
            for value in self.names.get(node.id, ()) if depth < 5 else ():
                self._written(value, method, depth + 1)
        elif isinstance(node, ast.BinOp | ast.List | ast.Tuple | ast.IfExp | ast.Dict | ast.ListComp | ast.Subscript):
            for part in _expressions(node):
                self._written(part, method, depth)

    def _formatted(self, part: ast.FormattedValue, method: str, depth: int) -> None:
        """`{value:.1f}`: digits that the script makes itself, and numbers that it puts in."""
        spec = ast.unparse(part.format_spec) if part.format_spec is not None else ""
        if _NUMERIC.search(spec) and not (isinstance(part.value, ast.Call) and _asks(part.value)):
            self._add(part.value, ast.unparse(part.value), f"made a number of by the script in a text of {method}()")
            return
        self._number(part.value, method, depth)

    def _called(self, node: ast.Call, method: str, depth: int) -> None:
        """`"...".format(x)`, `", ".join(...)`, `str(x)`: texts and numbers that go in."""
        if _asks(node):
            return
        if isinstance(node.func, ast.Attribute):
            self._written(node.func.value, method, depth)
        texts = isinstance(node.func, ast.Name) and node.func.id in ("str", "repr", "format", "round")
        for part in (*node.args, *(keyword.value for keyword in node.keywords)):
            if texts or (isinstance(node.func, ast.Attribute) and node.func.attr == "format"):
                self._number(part, method, depth)
            else:
                self._written(part, method, depth)

    def _number(self, node: ast.expr, method: str, depth: int) -> None:
        """A number, or a text with digits, that becomes part of a text."""
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            self._add(node, ast.unparse(node), f"in a text drawn by {method}()")
        elif isinstance(node, ast.Name):
            for value in self.names.get(node.id, ()) if depth < 5 else ():
                self._number(value, method, depth + 1)
        elif isinstance(node, ast.Tuple | ast.List | ast.Dict):
            for part in _expressions(node):
                self._number(part, method, depth)
        else:
            self._written(node, method, depth)

    def _add(self, node: ast.expr, text: str, drawn_as: str) -> None:
        start = self._offset(node.lineno, node.col_offset)
        end = self._offset(node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
        at = self.source.text.find(text, start, end)
        span = self.source.span(at, at + len(text)) if at >= 0 else self.source.span(start, end)
        if not waived(self.source, span.line):
            self.found.setdefault(span.start, Typed(span, text, drawn_as))

    def _offset(self, line: int, column: int) -> int:
        """Offset of a place of the syntax tree, whose columns count UTF-8 bytes."""
        start = self.source.line_starts[line - 1]
        return start + len(self.source.line(line).encode()[:column].decode("utf-8", "ignore"))


def _on_page(node: ast.Call) -> bool:
    """Whether a text or note is placed on the page or the axes, not at data."""
    words = {keyword.arg: keyword.value for keyword in node.keywords}
    on_figure = isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) in PAGES
    return on_figure or "transform" in words or ("xycoords" in words and not _is_data(words["xycoords"]))


def _is_data(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == "data"


def _asks(node: ast.Call) -> bool:
    function = node.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr in ASKING
        and isinstance(function.value, ast.Name)
        and function.value.id == "evidence"
    )


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    """Direct parts that are expressions; a comprehension's loops are bound by name already."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.expr):
            yield part
