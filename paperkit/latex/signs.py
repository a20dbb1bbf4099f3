"""Signs before numbers, told from dashes, hyphens and operators."""

from __future__ import annotations

from paperkit.latex.alphabet import SUB_END, SUPER_END, UNIT_END
from paperkit.latex.enclosing import Formulas
from paperkit.latex.printed import Mode
from paperkit.latex.reading import Reading
from paperkit.latex.wordlist import words

_SPACE = frozenset(" \t\n~\u00a0\u2009\u202f\u2002\u2003")
_OPENING = frozenset("([{=<>≤≥≈∼,;:×·/±∓→|&*^\ue010\ue011\ue012\ue016\ue018\ue01a\ue01b\ue022⟨⇒∈")

_LEADING = words("from than about nearly almost below above between reaches equals with only")
"""Before a number with its sign apart, "from - 3 to - 5"; a dash stands behind other words."""
_SIGNS = frozenset("-−+–")
_BEGIN = frozenset("\ue010\ue011\ue012(")


class Signs:
    """Takes signs into the numbers of a text."""

    def __init__(self, text: str, formulas: Formulas) -> None:
        self.text = text
        self.formulas = formulas

    def take(self, reading: Reading, mode: Mode) -> None:
        """Take a sign before the number into it."""
        text, at = self.text, reading.start - 1
        if at < 0:
            return
        sign = text[at]
        spaced = sign in _SPACE
        if spaced:
            at -= 1
            sign = text[at] if at >= 0 else ""
        if sign not in _SIGNS:
            return
        if sign == "-" and not spaced and text[at - 1 : at] == "-" and self.stands_alone(at - 2):
            reading.start, reading.signed, reading.value = at - 1, True, -reading.value
            return
        if spaced and sign in "–+" and not mode.math:
            return
        if spaced and sign == "-" and not mode.math and mode.place != "cell" and self.dashes(at):
            return
        if spaced and mode.math and self.formulas.at(at) is None:
            return  # a dash of the text before a formula
        if self.is_sign(at, sign, mode, spaced):
            reading.start = at
            reading.signed = True
            if sign != "+":
                reading.value = -reading.value

    def dashes(self, at: int) -> bool:
        """Whether the hyphen at *at*, with spaces around it, is a dash: a name or noun stands before it."""
        before = self.text[max(0, at - 24) : at]
        word = before.rstrip(" ~\n\t")
        last = word[word.rfind(" ") + 1 :]
        return word != before and len(last) > 3 and last.isalpha() and last.lower() not in _LEADING

    def stands_alone(self, at: int) -> bool:
        """Whether two hyphens behind the character at *at* are a minus sign, as pandoc writes one: "0 to --2"."""
        if at >= 0 and self.text[at] in "[(":
            return True
        if at < 1 or self.text[at] not in _SPACE:
            return False
        while at > 0 and self.text[at] in _SPACE:
            at -= 1
        return (
            self.text[max(0, at - 2) : at + 1].lower() in (" to", "and", " of", " at", " is", " by")
            or self.text[at] in _BEGIN
        )

    def is_sign(self, at: int, sign: str, mode: Mode, spaced: bool) -> bool:
        """Whether the character at *at* is a sign, not a dash, hyphen or operator."""
        text = self.text
        before = text[at - 1] if at else " "
        if sign == "-" and (before == "-" or text[at - 2 : at] == "+/"):
            return False
        if text[max(0, at - 3) : at].rstrip(" ~\n")[-1:] == UNIT_END:
            return False
        formula = self.formulas.at(at)
        if formula is not None and formula.start == at:
            lone = formula.end == at + 1 and text[max(0, at - 4) : at].rstrip(" ~\n")[-1:].isdigit()
            return not lone and (not before.isdigit() or before in _SPACE)
        back = at - 1
        low = formula.start if formula is not None else 0
        while back >= low and text[back] in _SPACE:
            back -= 1
        last = text[back] if back >= low else ""
        if not last or last in _OPENING:
            return True
        if mode.math and formula is not None:
            return False
        if spaced and last in (SUPER_END, SUB_END):
            return False
        joins = ")×" if mode.place == "cell" else ")%×"
        return before in _SPACE and not last.isdigit() and last not in joins
