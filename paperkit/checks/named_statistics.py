"""Which statistic the words before a number name, and which its expression takes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import lru_cache

from paperkit.checks.around import ahead
from paperkit.checks.base import Judged
from paperkit.checks.named_units import tree_of
from paperkit.expressions.syntax import nodes
from paperkit.expressions.unnamed import function_of

_WORDS = re.compile(
    r"\b(?P<geomean>geometric (?:mean|average)|geo-?means?)\b|\b(?P<mean>means?|averag\w+)\b(?! (?:that|to|by)\b)"
    r"|\b(?P<median>medians?)\b|\b(?P<rank>[1-9]\d)(?:th|st|nd|rd)?[- ]percentile\b|\bp(?P<p>\d\d)\b"
    r"|\b(?P<total>totals?|sums?) of\b|\b(?P<maximum>maximum|maximal)\b|\b(?P<minimum>minimum|minimal)\b"
)
_COLUMN = {"mean": "mean", "avg": "mean", "average": "mean", "median": "median", "med": "median"}
_RANK = re.compile(r"p(\d\d)")
_MIDDLES = frozenset({"mean", "median", "geomean"})
_NEVER = ((_MIDDLES, "total"), ({"total"}, "mean"), ({"minimum"}, "maximum"), ({"maximum"}, "minimum"))
"""Words, and the statistic of an expression that they are not."""
_PLACE = re.compile(
    r"\b(?:(?P<most>largest|highest|longest|greatest|maximal|maximum|peaks?)"
    r"|(?P<least>smallest|lowest|shortest|least|minimal|minimum)) (?:at|for|with|on|in)(?: the| an?)? $"
)
"""Before a number that says where something is largest or smallest."""
_STEMS = ("mean", "averag", "medi", "percentile", "total", "sum", "maxim", "minim", "est", "peak", "least")
_RANKED = re.compile(r"p\d\d")
"""What is in any text that one of those words is in; cheap to look for."""
_ASKED = {"mean": "mean", "median": "median", "geomean": "geomean", "sum": "total", "max": "maximum", "min": "minimum"}
_SPREAD = frozenset({"standard deviation"})
_BREAK = re.compile(r"[,;:]\s|\s(?:while|whereas|but|than)\s")
_NUMBER = re.compile(r"(?<![\w-])\d(?:[^\s\d]*\d)*(?!\S*[- ]percentile)")


def other_statistic(each: Judged) -> str:
    """How the words before a number name another statistic than its expression; empty where they do not."""
    if len(each.entry.values) != 1 or each.entry.macro != "pkval":
        return ""
    if not _may_name(each.marker.before.lower()):
        return ""
    before = ahead(each.marker)
    place = _PLACE.search(before)
    if place is not None:
        return _other_place(place, each.entry.text)
    words = list(_WORDS.finditer(_clause(before)))
    if not words:
        return ""
    named = {_named(found) for found in words}
    taken = statistics(each.entry.text)
    if not taken or named & taken or ("mean" in named and "geomean" in taken):
        return ""
    wrong = _wrong(named, taken)
    return f"{_worded(wrong)} beside it, but the expression names the {_worded(min(taken))}" if wrong else ""


def _may_name(text: str) -> bool:
    """Whether *text*, in lower case, may hold the word of a statistic."""
    for stem in _STEMS:
        if stem in text:
            return True
    return _RANKED.search(text) is not None


def statistic_of_head(heads: Iterable[str], text: str) -> str:
    """How the head of a column, or the label of a row, names another statistic than the expression; else empty."""
    taken = statistics(text) or _spread(text)
    for head in heads if taken else ():
        named = {_named(found) for found in _WORDS.finditer(head)}
        if named and not named & taken and not ("mean" in named and "geomean" in taken):
            wrong = min(named) if taken == _SPREAD else _wrong(named, taken)
            if wrong:
                return f"{_worded(wrong)} in the head of it, but the expression names the {_worded(min(taken))}"
    return ""


def _spread(text: str) -> frozenset[str]:
    """The standard deviation, where that is the whole expression."""
    tree = tree_of(text) if "stdev" in text else None
    return _SPREAD if tree is not None and function_of(tree) == "stdev" else frozenset()


def _other_place(place: re.Match[str], text: str) -> str:
    tree = tree_of(text) if "arg" in text else None
    functions = {function_of(node) for node in nodes(tree) if isinstance(node, ast.Call)} if tree is not None else set()
    wrong, right = ("argmin", "argmax") if place["most"] else ("argmax", "argmin")
    if wrong not in functions or right in functions:
        return ""
    return f"{place['most'] or place['least']} before it, but the expression takes the row of {wrong}"


@lru_cache(maxsize=4096)
def statistics(text: str) -> frozenset[str]:
    """The statistics that a marker's text takes, by its functions and by the names of its columns.

    >>> sorted(statistics("mean(lat.p99_us) / 1000")), sorted(statistics("t(n=1).time_avg | d")), statistics("count(t)")
    (['mean', 'p99'], ['mean'], frozenset())
    """
    tree = tree_of(text)
    if tree is None:
        return frozenset()
    functions = {function_of(node) for node in nodes(tree) if isinstance(node, ast.Call)}
    if functions & {"count", "quantile", "stdev", "first", "last", "argmin", "argmax"}:
        return frozenset()
    outer = function_of(tree)
    found = {_ASKED[name] for name in functions & (_MIDDLES | {outer}) & _ASKED.keys()}
    return frozenset(found | {one for name in _columns(tree) for one in _of_column(name)})


def _columns(tree: ast.expr) -> set[str]:
    named = {node.attr for node in nodes(tree) if isinstance(node, ast.Attribute)}
    return named | {
        node.slice.value
        for node in nodes(tree)
        if isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, str)
    }


def _of_column(name: str) -> set[str]:
    parts = re.split(r"[\W_]+", name.lower())
    ranks = {f"p{found[1]}" for part in parts if (found := _RANK.fullmatch(part))}
    return {"median" if rank == "p50" else rank for rank in ranks} | {_COLUMN[p] for p in parts if p in _COLUMN}


def _named(found: re.Match[str]) -> str:
    rank = found["rank"] or found["p"]
    return ("median" if rank == "50" else f"p{rank}") if rank else str(found.lastgroup)


def _wrong(named: set[str], taken: frozenset[str]) -> str:
    """A statistic of the words that the expression's cannot be."""
    ranked = {one for one in named if one in _MIDDLES or one[0] == "p"}
    if ranked and all(one in _MIDDLES or one[0] == "p" for one in taken):
        return min(ranked)
    for words, expression in _NEVER:
        if named <= words and taken == {expression}:
            return min(named)
    return ""


def _clause(text: str) -> str:
    """The end of *text*: behind the last number and the last break of its clause."""
    tail = _BREAK.split(text)[-1][-60:]
    return tail[max((found.end() for found in _NUMBER.finditer(tail)), default=0) :]


def _worded(statistic: str) -> str:
    return {"geomean": "geometric mean", "p50": "median"}.get(statistic, statistic)
