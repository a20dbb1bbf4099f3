"""A name for a declared value, from the words around its number."""

from __future__ import annotations

import re
from collections.abc import Collection
from keyword import iskeyword

from paperkit.latex.comments import without_comments
from paperkit.latex.wordlist import words
from paperkit.source import Span
from paperkit.suggest.literal import Literal
from paperkit.values.unit import UnitError, parse_unit
from paperkit.values.unit_names import COUNTS

AROUND = 120
"""Characters to a side in which the words are looked for."""
LONGEST = 3
"""Words of a name."""
SYMBOL = 3
"""Letters of a unit's symbol at most; what is longer is a thing that is counted."""
_COMMAND = re.compile(r"\\(?:label|ref|cite\w*|footnote|begin|end)\*?\{[^{}]*\}|\\[A-Za-z]+\*?|\\[,;:! ]|[{}$~]")
_STOP = re.compile(r"[.;:,()&]|\\\\|\n\s*\n|\d")
_WORD = re.compile(r"[A-Za-z][A-Za-z-]*")
_LINKS = words("of is was are were to at equals equal being be")
"""What stands between a name and its value: a batch size *of* 32."""
_FILLERS = _LINKS | words("""
    a an the our its their each every all with by for and in on up from about roughly nearly only over than that this
    which we it they them has have had use used uses using set default total per or as into run between least most more
    less exactly around under across through
    """)


_MEASURES = {"frequency": "Hz", "time": "s", "size": "B", "energy": "J", "power": "W", "rate": "B/s"}


def key_for(literal: Literal, span: Span, taken: Collection[str] = ()) -> str:
    """A key for the value of *literal*, which stands at *span*, in the author's words; none of *taken*.

    The words behind it where it counts something (64 clients), else those before it (a batch size of 32).
    """
    before, after = _before(span), _after(span, literal)
    linked = bool(before) and before[-1] in _LINKS
    counted = _is_count(literal)
    front, behind = _content(before[::-1])[::-1], _content(after)
    named = behind if (counted and not linked) or after[:1] == ["of"] else ()
    name = "_".join(named or front or behind).replace("-", "_").lower() or _measure(literal)
    name = f"{name}_value" if iskeyword(name) else name
    return _unused(name, taken)


def _measure(literal: Literal) -> str:
    """What its unit measures, where no word says what it is."""
    dimensions = literal.unit.dimensions if literal.unit is not None else ()
    known = (word for word, symbol in _MEASURES.items() if parse_unit(symbol).dimensions == dimensions)
    return next(known, "value") if dimensions else "value"


def _is_count(literal: Literal) -> bool:
    """Whether what stands behind it is a thing and no unit."""
    return literal.unit is None or literal.unit.symbol in {"1", "", *COUNTS}


def _content(every: list[str]) -> list[str]:
    """The first words that say what it is: fillers before them are passed over, one behind them ends them."""
    found: list[str] = []
    for word in every:
        if word in _FILLERS:
            if found:
                break
            continue
        found.append(word)
        if len(found) == LONGEST:
            break
    return found


def _before(span: Span) -> list[str]:
    text = _plain(span.source.text[max(0, span.start - AROUND) : span.start])
    cut = [found.end() for found in _STOP.finditer(text)]
    said = [word.lower() for word in _WORD.findall(text[cut[-1] if cut else 0 :])]
    if cut and text[cut[-1] - 1].isdigit():  # 16 cores at 2.4 GHz: the cores are those of the other number
        own = next((at for at, word in enumerate(said) if word in _FILLERS), len(said))
        return said[own:]
    return said


def _after(span: Span, literal: Literal) -> list[str]:
    text = _plain(span.source.text[span.end : span.end + AROUND])
    cut = _STOP.search(text, 1)
    every = _WORD.findall(text[: cut.start() if cut else None])
    read = every and (every[0] == literal.word or (literal.unit is not None and _is_unit(every[0])))
    behind = every[1:] if read and len(every[0]) <= SYMBOL else every
    return [word.lower() for word in behind]


def _is_unit(word: str) -> bool:
    try:
        return parse_unit(word).symbol not in COUNTS
    except UnitError:
        return False


def _plain(text: str) -> str:
    return _COMMAND.sub(" ", without_comments(text))


def _unused(name: str, taken: Collection[str]) -> str:
    number, key = 1, name
    while key in taken:
        number += 1
        key = f"{name}_{number}"
    return key
