"""The text in and around a claim, as its words are read."""

from __future__ import annotations

import re

from paperkit.checks.comparators import BEFORE
from paperkit.values.plain_text import MARK

_PRIVATE = re.compile(r"[\ue000-\uf8ff]")

_DENIED = re.compile(
    r"(?<!if )(?<!or )(?<!why )\b(not|no longer|never|cannot|[a-z]+n't|nowhere near|far from|by no means|anything but)"
    r"(?: (?:be|been|always|quite|even|really|yet|ever|an?|the|at all|necessarily|to be|being|runs?|become|becomes))*$"
)


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


def denied(left: str) -> str:
    """The word right before a claim that denies it; empty without one.

    >>> denied("it is not quite"), denied("it is not only"), denied("as fast, if not"), denied("it doesn't run")
    ('not', '', '', "doesn't")
    """
    found = _DENIED.search(tail(left).rstrip())
    return found[1] if found is not None else ""
