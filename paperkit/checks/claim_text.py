"""The text in and around a claim, as its words are read."""

from __future__ import annotations

import re

from paperkit.checks.comparators import BEFORE
from paperkit.values.plain_text import MARK

_PRIVATE = re.compile(r"[\ue000-\uf8ff]")


def normal(text: str) -> str:
    """Printed text in lower case, with one sort of space and of minus.

    >>> normal("16.0--33.7\\u2009ms  in\\u00a0all")
    '16.0--33.7 ms in all'
    """
    if not text.isascii():
        text = _PRIVATE.sub(" ", text.replace(MARK, ","))
        text = text.replace("–", "--").replace("—", "---").replace("−", "-").replace("\u2019", "'")
    return " ".join(text.replace("~", " ").split()).lower()


def tail(text: str) -> str:
    """The end of what stands before, within its clause."""
    return re.split(r"[.;:,!?()]\s|\s(?:and|but|while|whereas)\s", text)[-1][-BEFORE:]


def clause(text: str) -> str:
    """The beginning of what stands behind, within its clause."""
    return re.split(r"[.;:,!?()]\s|[.;:,!?()]$|\s(?:and|but|while|whereas|than)\s", text)[0][:60]
