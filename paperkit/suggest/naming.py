"""Expressions written: the shortest selection of a row, a column, a function of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from paperkit.artifacts.table import plain, shown_key
from paperkit.suggest.context import Context

if TYPE_CHECKING:
    from paperkit.suggest.pool import Data

_NAME = re.compile(r"[A-Za-z]\w*")
UNNAMED = 0.1
"""How much a number counts as a part of a key whose name is not said: 150 samples are no `n=150`."""


def row(data: Data, position: int, context: Context, read: int | None = None) -> str | None:
    """`table(key=...)` for one row, with as little of the key as tells it apart; None where nothing does.

    The column that is *read* there is the first that the key does without.
    """
    spec = data.spec(position)
    fixed = {data.table.positions[plain(name)] for name, _ in spec.where if plain(name) in data.table.positions}
    keys = [at for at in (data.key or tuple(data.texts)[:6]) if at not in fixed]
    if not _unique(data, position, (*fixed, *keys)):
        return None
    for at in sorted(keys, key=lambda one: (one != read, _said(data, one, position, context))):
        fewer = [one for one in keys if one != at]
        if fewer and _unique(data, position, (*fixed, *fewer)):
            keys = fewer
    return spec.name + selection(data, [(at, position) for at in keys])


def _unique(data: Data, position: int, columns: Iterable[int]) -> bool:
    wanted = {at: data.key_at(at, position) for at in columns}
    return bool(wanted) and len(data.table.select(wanted)) == 1


def _said(data: Data, at: int, position: int, context: Context) -> float:
    key = data.key_at(at, position)
    if isinstance(key, str):
        return context.agreement(key)
    weight = next((weight for number, weight in context.numbers.items() if number == key), 0.0)
    return weight if context.agreement(data.name(at)) else UNNAMED * weight


def selection(data: Data, keys: Iterable[tuple[int, int]]) -> str:
    """`(m=4096, mode="x")`, or in brackets where a name is no identifier."""
    pairs = [(data.name(at), shown_key(data.key_at(at, position))) for at, position in keys]
    if all(_NAME.fullmatch(name) for name, _ in pairs):
        return f"({', '.join(f'{name}={value}' for name, value in pairs)})"
    return f"[{', '.join(f'{quoted(name)}: {value}' for name, value in pairs)}]"


def where(data: Data, keys: Iterable[tuple[int, int]]) -> str | None:
    """`table.where(m=4096)`: many rows; None where a name is no identifier, since `where` takes keys by name."""
    chosen = selection(data, keys)
    return f"{data.specs[0].name}.where{chosen}" if chosen.startswith("(") else None


def quoted(name: str) -> str:
    """A name in quotes."""
    return f'"{name}"' if '"' not in name else f"'{name}'"


def column(name: str) -> str:
    """What comes behind a row or a table."""
    return f".{name}" if _NAME.fullmatch(name) and name not in ("where", "number", "meta") else f"[{quoted(name)}]"


def escaped(expression: str) -> str:
    r"""As it may stand in LaTeX: `%` and `#` are kept from TeX, also inside an argument.

    >>> escaped('t["share (%)"]')
    't["share (\\%)"]'
    """
    return re.sub(r"(?<!\\)([%#&])", r"\\\1", expression)
