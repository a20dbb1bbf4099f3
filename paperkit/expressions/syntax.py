"""The text of a marker -> a syntax tree of the few things that an expression may say, with places in the given text."""

from __future__ import annotations

import ast
import re
import unicodedata
import warnings
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from paperkit.expressions.error import ExpressionError
from paperkit.values.formats import FormatError, parse_format

MAX_LENGTH = 4_000
MAX_NODES = 1_000
MAX_DEPTH = 80
MAX_BRACKETS = 30

ALLOWED = (
    ast.Expression, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.Call, ast.keyword, ast.Attribute,
    ast.Subscript, ast.Slice, ast.Name, ast.Constant, ast.Tuple, ast.Load,
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.USub, ast.UAdd, ast.Not, ast.And, ast.Or,
    ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE,
)  # fmt: skip
NUMBER = re.compile(r"(?:\d+(?:_\d+)*)?(?:\.(?:\d+(?:_\d+)*)?)?(?:[eE][+-]?\d+)?")
MAX_SHAPES = 4_096
_SOUND: set[str] = set()
"""Shapes of expressions that were found to be built of what is allowed: many markers differ in their digits alone."""
_RUN = re.compile(r"(?<![A-Za-z0-9_])[0-9]+")
_DECISIVE = re.compile(r"[0-9]{20}|[0-9]_|(?<![0-9.])0[0-9_]|[^\x20-\x7e]")
_PARTING = re.compile(r"[\"'()\[\]{}|]")
_TEX = frozenset("%#_&{}$")
_SAME = {"\n": " ", "\r": " ", "\t": " ", "~": " ", "“": '"', "”": '"', "‘": "'", "’": "'", "−": "-", "×": "*"}
_BLANKS = str.maketrans("\n\r\t~", "    ")
_SAID: dict[type[ast.AST], str] = {
    ast.FloorDiv: "//", ast.Mod: "%", ast.Lambda: "lambda", ast.IfExp: "if ... else", ast.List: "a list in [ ]",
    ast.Dict: "{ }", ast.Set: "{ }", ast.ListComp: "a loop", ast.GeneratorExp: "a loop", ast.SetComp: "a loop",
    ast.DictComp: "a loop", ast.JoinedStr: "an f-string", ast.Starred: "*", ast.NamedExpr: ":=", ast.Await: "await",
    ast.Yield: "yield", ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not", ast.BitOr: "|",
    ast.BitAnd: "&", ast.BitXor: "^ (a power is **)",
    ast.Invert: "~", ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@",
}  # fmt: skip


@dataclass(frozen=True)
class Cleaned:
    """Text as it is parsed; *offsets* has for each of its characters, and for its end, the place in *given*."""

    text: str
    offsets: Sequence[int]
    given: str

    def origin(self, at: int) -> int:
        """Offset in the given text."""
        return self.offsets[min(at, len(self.offsets) - 1)]

    def part(self, start: int, end: int) -> Cleaned:
        """A part of it, without spaces around."""
        while start < end and self.text[start] == " ":
            start += 1
        while end > start and self.text[end - 1] == " ":
            end -= 1
        return Cleaned(self.text[start:end], self.offsets[start : end + 1], self.given)

    @cached_property
    def _bytes(self) -> tuple[int, ...]:
        """UTF-8 offset of each character."""
        sums, total = [], 0
        for character in self.text:
            sums.append(total)
            total += len(character.encode("utf-8", "replace"))
        return tuple(sums)

    def place(self, node: ast.AST) -> tuple[int, int]:
        """[start, end) of a node in the given text."""
        start, end = self.bounds(node)
        return self.origin(start), self.origin(end - 1) + 1 if end > start else self.origin(end)

    def bounds(self, node: ast.AST) -> tuple[int, int]:
        """[start, end) of a node in the cleaned text; an expression stands in one line."""
        start, end = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", 0)
        if self.text.isascii():
            return start, end
        return bisect_right(self._bytes, start) - 1, bisect_right(self._bytes, end - 1)


def clean(text: str) -> Cleaned:
    r"""TeX's `\% \# \_ \& \{ \} \$` as characters, line breaks as spaces, NFKC, typographic quotes straight."""
    if text.isascii() and "\\" not in text:
        return Cleaned(text.translate(_BLANKS), range(len(text) + 1), text)
    characters: list[str] = []
    offsets: list[int] = []
    at = 0
    while at < len(text):
        step = 2 if text[at] == "\\" and text[at + 1 : at + 2] and text[at + 1] in _TEX else 1
        end = at + step
        while end < len(text) and not text[end].isascii() and unicodedata.combining(text[end]):
            end += 1
        piece = text[at + step - 1 : end]
        normal = _SAME.get(piece) or (piece if piece.isascii() else unicodedata.normalize("NFKC", piece))
        normal = normal.replace("\n", " ")
        characters.append(normal)
        offsets += [at] * len(normal)
        at = end
    return Cleaned("".join(characters), (*offsets, len(text)), text)


def split_marker(text: str) -> tuple[str, str | None]:
    r"""(expression, format) of a marker's text, cleaned; the format is None where none stands.

    >>> split_marker(r"t\_x(a=\"p|q\").b | .1\%".replace(chr(92) + '"', '"'))
    ('t_x(a="p|q").b', '.1%')
    """
    expression, form = split(text)
    return expression.text, None if form is None else form.text


@lru_cache(maxsize=4096)
def split(text: str) -> tuple[Cleaned, Cleaned | None]:
    """As split_marker, with places: the last `|` outside quotes and brackets parts expression and format."""
    if len(text) > MAX_LENGTH:
        fact = f"the expression has {len(text)} characters, more than {MAX_LENGTH}"
        raise ExpressionError(fact, "name parts of it under quantities", 0, len(text), "limit")
    whole = clean(text)
    quote, depth, bar = "", 0, -1
    for found in _PARTING.finditer(whole.text):
        at, character = found.start(), found[0]
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif depth == 0:
            bar = at
    if bar < 0:
        return whole.part(0, len(whole.text)), None
    return whole.part(0, bar), whole.part(bar + 1, len(whole.text))


@lru_cache(maxsize=4096)
def parse(expression: Cleaned) -> ast.expr:
    """The tree of an expression, every node of a sort that is allowed. Raises ExpressionError."""
    if not expression.text:
        raise ExpressionError("the expression is empty", "name a value: table(key=...).column", reason="syntax")
    _bound_brackets(expression)
    shape = _shape(expression.text)
    if shape in _SOUND:
        return ast.parse(expression.text, mode="eval").body
    if "\\" in expression.text or "\0" in expression.text or "#" in _outside_quotes(expression.text):
        at = next((i for i, c in enumerate(expression.text) if c in "\\\0#"), 0)
        raise _syntax(expression, at, f"{expression.text[at]!r} may not stand in an expression")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(expression.text, mode="eval")
    except SyntaxError as error:
        raise _syntax(expression, (error.offset or 1) - 1, _said(error)) from None
    except (ValueError, RecursionError, MemoryError):
        raise ExpressionError(
            "the expression is nested too deep", "write it flatter", *_all(expression), "limit"
        ) from None
    _hold(tree, expression)
    if shape and len(_SOUND) < MAX_SHAPES:
        _SOUND.add(shape)
    return tree.body


def _shape(text: str) -> str:
    """*text* with a zero for each whole number in it; empty where its digits decide whether it may be said."""
    return "" if _DECISIVE.search(text) else _RUN.sub("0", text)


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """The names, constants and compounds of a tree, in no order that matters; operators are left out."""
    pending = [tree]
    while pending:
        node = pending.pop()
        yield node
        for field in node._fields:
            inner = getattr(node, field)
            if isinstance(inner, ast.expr | ast.keyword):
                pending.append(inner)
            elif isinstance(inner, list):
                pending += (each for each in inner if isinstance(each, ast.expr | ast.keyword))


def _all(expression: Cleaned) -> tuple[int, int]:
    return expression.origin(0), expression.origin(len(expression.text) - 1) + 1


def _outside_quotes(text: str) -> str:
    return re.sub(r"\"[^\"]*\"|'[^']*'", "", text)


def _said(error: SyntaxError) -> str:
    words = str(error.msg)
    if "never closed" in words or "unmatched" in words or "does not match" in words:
        return f"brackets do not fit: {words}"
    return "the expression breaks off here" if "EOF" in words else "the expression cannot be read here"


def _syntax(expression: Cleaned, at: int, message: str) -> ExpressionError:
    at = max(0, min(at, len(expression.text) - 1))
    start = expression.origin(at)
    form = _format_behind(expression.text)
    if form:
        hint = f"a bar stands between expression and format: | {form}"
        return ExpressionError(message, hint, start, start + 1, "syntax")
    hint = 'write it as table(key=1, other="x").column; names that are no identifiers go in brackets: t["p99 (ms)"]'
    return ExpressionError(message, hint, start, start + 1, "syntax")


def _format_behind(text: str) -> str:
    """The end of *text* that is a format, where no bar parts it from the expression; empty where none is."""
    for found in re.finditer(r"\s+", text):
        form = text[found.end() :]
        try:
            parse_format(form)
        except FormatError:
            continue
        return form
    return ""


def _bound_brackets(expression: Cleaned) -> None:
    depth = 0
    if sum(map(expression.text.count, "([{")) <= MAX_BRACKETS:
        return
    for at, character in enumerate(expression.text):
        depth += (character in "([{") - (character in ")]}")
        if depth > MAX_BRACKETS:
            start = expression.origin(at)
            fact = f"brackets stand deeper than {MAX_BRACKETS} levels"
            raise ExpressionError(fact, "name parts of it under quantities", start, start + 1, "limit")


def _hold(tree: ast.Expression, expression: Cleaned) -> None:
    """Refuse what is not on the whitelist, and trees that are too large; without recursion."""
    count = 0
    pending: list[tuple[ast.AST, ast.AST, int]] = [(tree.body, tree.body, 0)]
    while pending:
        node, around, depth = pending.pop()
        count += 1
        if count > MAX_NODES or depth > MAX_DEPTH:
            fact = f"more than {MAX_NODES} parts" if count > MAX_NODES else f"more than {MAX_DEPTH} levels"
            hint = "name parts of it under quantities"
            raise ExpressionError(f"the expression has {fact}", hint, *_all(expression), "limit")
        placed = node if hasattr(node, "col_offset") else around  # operators stand where their expression does
        if not isinstance(node, ALLOWED):
            raise _refused(node, placed, expression)
        pending += [(child, placed, depth + 1) for child in ast.iter_child_nodes(node)]
        _hold_details(node, expression)


def _hold_details(node: ast.AST, expression: Cleaned) -> None:
    start, end = expression.place(node)
    if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
        raise ExpressionError(
            f"{node.attr} is no column", 'a column that begins with _ goes in brackets: t["_x"]', start, end
        )
    if isinstance(node, ast.Name) and node.id.startswith("__"):
        raise ExpressionError(f"nothing is called {node.id}", "name an artifact or a quantity", start, end)
    if isinstance(node, ast.keyword) and node.arg is None:
        raise ExpressionError("** may not stand in a selection", "write each key: key=value", start, end, "syntax")
    if isinstance(node, ast.Slice) and node.step is not None:
        raise ExpressionError('a selection in brackets is "key": value', 't["Batch size": 8]', start, end, "syntax")
    if isinstance(node, ast.Call):
        _hold_keys(node, expression)
    if isinstance(node, ast.Constant):
        _hold_constant(node, expression, start, end)


def _hold_keys(node: ast.Call, expression: Cleaned) -> None:
    seen: set[str | None] = set()
    for one in node.keywords:
        if one.arg in seen:
            raise ExpressionError(f"the key {one.arg} stands twice", "keep one", *expression.place(one), "syntax")
        seen.add(one.arg)


def _hold_constant(node: ast.Constant, expression: Cleaned, start: int, end: int) -> None:
    if isinstance(node.value, (str, bool)):
        return
    first, last = expression.bounds(node)
    text = expression.text[first:last]
    if isinstance(node.value, (int, float)) and NUMBER.fullmatch(text) and text not in ("", "."):
        if len(text) <= 100:
            return
        raise ExpressionError(f"a number of {len(text)} digits", "take it from an artifact", start, end, "limit")
    raise ExpressionError(f"{text} is no decimal number", "write decimal digits", start, end, "syntax")


def _refused(node: ast.AST, placed: ast.AST, expression: Cleaned) -> ExpressionError:
    said = _SAID.get(type(node), type(node).__name__)
    start, end = expression.place(placed)
    return ExpressionError(
        f"{said} may not stand in an expression", "see docs/expressions.md for what may", start, end, "syntax"
    )
