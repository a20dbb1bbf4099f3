r"""allow-without-reason: a waiver does not say why, or gives several numbers one reason.

Why: the reader of the report is told that a number has no evidence, and may ask why.
Instead: `% paperkit: allow ungrounded-number -- the age of the method, no result`, or `\pkfree{reason}{12}` around each
number that is waived.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK107", "allow-without-reason", since="0.1", doc=__doc__)


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each waiver without words."""
    for document in evidence.documents:
        for allow in document.allows:
            if not _says_something(allow.reason):
                hint = f"write `% paperkit: allow {allow.code or 'CODE'} -- REASON`"
                yield CHECK.at(allow.span, f"allow {allow.code} gives no reason".replace("  ", " "), hint)
        waived = Counter(numeral.marker for numeral in document.numerals if numeral.reason == "waived")
        for index, marker in enumerate(document.markers):
            if marker.macro != "pkfree" or not marker.arguments:
                continue
            if not _says_something(marker.arguments[0].text):
                yield CHECK.at(marker.span, r"\pkfree gives no reason", r"write \pkfree{REASON}{...}")
            elif waived[index] > 1:
                message = rf"\pkfree waives {waived[index]} numbers with one reason"
                yield CHECK.at(marker.span, message, r"waive each of them by a \pkfree of its own")


def _says_something(reason: str) -> bool:
    """Whether there is a word in it; macros are none."""
    return re.search(r"[^\W\d_]{3}", re.sub(r"\\[A-Za-z]+", " ", reason)) is not None
