r"""ungrounded-number: a number that a reader sees is bound to no evidence.

Why: a typed number is right on the day it is typed, and nobody notices when it no longer is.
Instead: bind it, `\pkval{gemm(m=64).cycles | ,d}{}`, and let paperkit print it. A set-up value goes into given.yaml
with its source; a number that can have no evidence is waived with a reason, `\pkfree{reason}{12}`, and is counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.typed import shown, typed_numerals
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK101", "ungrounded-number", since="0.1", doc=__doc__, waivable=True)
HINT = r"write \pkval{EXPRESSION | FORMAT}{}; if it can have no evidence, a person may waive it: \pkfree{REASON}{%s}"


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each numeral in digits that is a claim and stands in no marker."""
    for numeral, span in typed_numerals(evidence, words=False):
        yield CHECK.at(span, f"{shown(numeral)} is bound to no evidence", HINT % numeral.text, "typed here")
