r"""hidden-number: a bound number is on the page and cannot be read there.

Why: white on white, cut off, covered by something drawn later, printed over, struck out, mirrored, stretched flat, or
as small as dust, its digits in another order or apart, or in a font whose digits look like others: the sources say a
number and the reader sees none, or another one. Such a font is found by any digit that the page sets in it, and by any
letter that is very like another one: units and words beside a number are read, too, and words that nobody can see are
found wherever they stand.
Instead: take away what hides it. A number that is told to programs as another text (`ActualText`) is one, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.checks.base import Check, Evidence
from paperkit.checks.printed import Printers, place
from paperkit.diagnostics.diagnostic import Diagnostic

CHECK = Check("PK504", "hidden-number", since="0.2", doc=__doc__)
WORDS = {
    "faint": "does not stand out from what is behind it",
    "cut": "is cut off",
    "covered": "is covered by what is drawn over it",
    "overprinted": "has other characters printed over it",
    "tiny": "is too small to be read",
    "turned": "is mirrored or upside down",
    "marked": "has something drawn beside it that reads as a part of it",
    "unlike": "is drawn like another digit or sign, or like none",
    "stretched": "is stretched until nobody can read it",
    "struck": "is struck out by what is drawn through it",
    "parted": "does not follow the character before it: a gap parts the number, or its digits are in another order",
    "replaced": "has another text for programs that read the file",
}


def find(evidence: Evidence) -> Iterator[Diagnostic]:
    """One diagnostic for each way in which a number is hidden, and for each other digit that is none."""
    if evidence.proof is None:
        return
    printers = Printers(evidence)
    for one in evidence.proof.bound:
        for fault, words in WORDS.items():
            hidden = "".join(character for character, found in one.faults if found == fault)
            if hidden:
                message = f"{hidden} of {one.text} on page {one.sheet} {words}"
                yield CHECK.at(place(printers.printer(one), evidence.proof.path), message, "take away what hides it")
    for digit in evidence.proof.unlike:
        message = f"{digit.text} in {digit.around!r} on page {digit.sheet} {WORDS['unlike']}"
        yield CHECK.at(place(None, evidence.proof.path), message, "set it in a font whose digits are digits")
    for seen in evidence.proof.pale:
        message = f"page {seen.sheet}: {seen.text!r} in {seen.around!r} {WORDS['faint']}"
        yield CHECK.at(place(None, evidence.proof.path), message, "print it so that it can be read, or take it away")
    for font in evidence.proof.letters:
        message = f"the font {font.font} draws {', '.join(font.letters)} like other characters"
        yield CHECK.at(place(None, evidence.proof.path), message, "set it in a font whose letters are letters")
