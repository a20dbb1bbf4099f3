r"""ungrounded-words: a quantity in words is bound to no evidence.

Why: "twice as fast" and "four cores" are numbers to a reader, and the easiest to invent.
Instead: bind it, `\pkclaim{speedup(old, new)}{twice as fast}` or `\pkval{cores | words}{four}`. Words that only tell a
story ("two kinds of error", "one of them") are none.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.typed import shown, typed_numerals
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK117", "ungrounded-words", since="0.2", doc=__doc__, waivable=True)
HINT = (
    r"write \pkclaim{EXPRESSION}{%s ...} with the words of the claim, or \pkval{EXPRESSION | words}{} for a count;"
    " where it counts nothing (a pronoun, a name), say it without the number"
)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each quantity in words that stands in no marker."""
    for numeral, span in typed_numerals(evidence, words=True):
        yield CHECK.at(span, f"{shown(numeral)} is bound to no evidence", HINT % numeral.text, "said here")
