"""What a template may ask the evidence: plain texts to loop over, and markers to print."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from paperkit.expressions.evaluate import Scope
from paperkit.expressions.leaves import document
from paperkit.figures import answers
from paperkit.latex.escape import escape_latex
from paperkit.render.safe import Latex
from paperkit.values.unit import latex

_BARE = re.compile(r"(?<!\\)((?:\\\\)*)([%#{}])")


@dataclass(frozen=True, slots=True)
class Access:
    """Functions over the evidence of one report."""

    scope: Scope

    def functions(self) -> Mapping[str, Callable[..., object]]:
        """Names as templates call them."""
        return {
            "rows": self.rows,
            "at": self.at,
            "column": self.column,
            "value": value,
            "unit": self.unit,
            "changed": self.changed,
            "cite": self.cite,
            "quote": quote,
        }

    def rows(self, artifact: str, **where: object) -> list[dict[str, str]]:
        r"""The rows of a table, each a mapping from column to the cell's text, where these columns hold these values.

        `\BLOCK{for row in rows("gemm", mode="async")}`: to loop, not to print; what is printed needs a marker.
        """
        return answers.rows(self.scope, artifact, where)

    def at(self, artifact: str, row: Mapping[str, str]) -> str:
        r"""The expression that selects a row: `\VAR{value(at("gemm", row) ~ ".latency_cycles | ,d")}`."""
        return answers.selection(self.scope, artifact, row)

    def column(self, expression: str, unique: bool = False) -> list[str]:
        r"""Texts of the values that an expression has, each once with *unique*.

        `\BLOCK{for m in column("gemm.m", unique=true)}`
        """
        texts = answers.column(self.scope, expression)
        return list(dict.fromkeys(texts)) if unique else texts

    def changed(self, artifact: str) -> list[dict[str, str]]:
        r"""The quantities whose value differs from that in the ledger of a former report, each with its format there.

        `\BLOCK{for one in changed("former")}\VAR{one.name}: \VAR{value(one.name ~ " | " ~ one.format)}\BLOCK{endfor}`
        """
        return answers.changed(self.scope, artifact)

    def cite(self, name: str, status: bool = True) -> str:
        r"""A document as a text names it, with what it is: `\VAR{cite("adr:0007")}` prints ADR-0007 (proposed).

        `status=false` leaves out that a document is accepted; what else it is stands there always.
        """
        found = document(self.scope.documents, name).document
        key = next(key for key, each in self.scope.documents.items() if each is found)
        family, _, number = key.partition(":")
        later = f" by {found.superseded_by}" if found.superseded_by and "superseded" in found.status else ""
        if found.accepted and not status:
            return f"{family.upper()}-{number}"
        return f"{family.upper()}-{number} ({(found.status or 'no status') + later})"

    def unit(self, artifact: str, column: str) -> Latex:
        """The unit of a column, for the head of a table."""
        table = answers.table_of(self.scope, artifact)
        return Latex(latex(table.columns[answers.position(table, column)].unit, True))


def value(text: str) -> Latex:
    r"""A marker that is filled later.

    >>> value('t["util %"](m=4).x | .1f')
    Latex('\\pkval{t["util \\%"](m=4).x | .1f}{}')
    """
    return Latex(rf"\pkval{{{_BARE.sub(_escaped, text)}}}{{}}")


def quote(place: str, words: str) -> Latex:
    r"""Words of a document, to be held against it.

    >>> quote("adr:0002#decision", "Results are stated against option 2.")
    Latex('\\pkquote{adr:0002\\#decision}{Results are stated against option 2.}')
    >>> quote("adr:0005#decision-drivers", "50 %")
    Latex('\\pkquote{adr:0005\\#decision-drivers}{50 \\%}')
    """
    return Latex(rf"\pkquote{{{_BARE.sub(_escaped, place)}}}{{{escape_latex(words)}}}")


def _escaped(match: re.Match[str]) -> str:
    return f"{match[1]}\\{match[2]}"
