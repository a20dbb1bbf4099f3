"""Numbers behind a word: a place in the document, a version, part of a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperkit.latex import vocabulary as words
from paperkit.latex.alphabet import BREAK, CELL, LABEL, ROW, SPACES
from paperkit.latex.counts import is_plural, phrase_after
from paperkit.latex.lookalikes import Repeated
from paperkit.latex.names import SPACE
from paperkit.latex.number_words import NARRATIVE
from paperkit.latex.reading import Reading
from paperkit.latex.series import Series
from paperkit.latex.units import After
from paperkit.latex.versions import Versions
from paperkit.latex.wordlist import words as _list

if TYPE_CHECKING:
    from paperkit.latex.numerals import Found


def _singular(noun: str) -> str:
    if noun.endswith(("sses", "xes", "ches", "shes")):
        return noun[:-2]
    return noun[:-3] + "y" if noun.endswith("ies") else noun.removesuffix("s")


_VERBS = _list("update test cause study build patch commit note sample group class box set issue")
_LEADING = _list("to we can must will they may could did not")
"""Behind one of these, one of those is a verb: "to update 13 lookup tables"."""
_WHERE = _list("in for of during from while and when that because than with after before unlike specifically")
"""Before "run 3": it is a noun."""
_CODED = re.compile(
    rf"(?:label(?:l?ed)?|coded|encoded|denoted|classified|marked|annotated)[{SPACES}]+(?:either[{SPACES}]+)?as[{SPACES}]+$"
)
"""Before a single digit: what stands for a class, "labeled as 0"."""
_WITHIN = re.compile(
    rf"/\d|[{SPACES}]*×|\+|(?:--?|–)\d+[{SPACES}](?!(?:and|or|to)\b)[a-z]|[{SPACES}](?:(?!(?:and|or|to)\b)[a-z]|[A-Z]{{2,}}s\b)"
)
"""Behind the first number in a bracket that holds more than places."""
_RUN = _list("run trial trace query job drop")
"""With a number alone in brackets: which one it was."""
_RATIO = re.compile(r":1(?![\d.])")
"""Behind "MQA 71": so many for one."""
_LISTED = re.compile(
    rf"(?:[{SPACES}]+\([^()]{{1,40}}\))?[{SPACES}]*(?:--?|–|,|and|to|or)[{SPACES}]*\d{{1,3}}(?![\w%]|\.\d)(?:[{SPACES}]*([A-Za-z]+))?"
)
_FAR = re.compile(rf"[{SPACES}]*(?:--?|–|to|,|and)[{SPACES}]*(\d{{1,5}})(?![\w.])")
_LONGEST_SHORTENED = 5
"""Letters of the longest word that is cut short: behind a longer one a full stop ends the sentence."""
_FACTORED = ("LoRA", "adapter", "matrix", "tensor", "factorization", "maximum", "target")
"""Before "rank 16": it is a size."""
_PLURAL = re.compile(r"[A-Z]{2,}s")
_AGAINST = re.compile(rf"[{SPACES}]+(?:vs\.?|versus)[{SPACES}]+[A-Z]\w*[{SPACES}]+0\.\d")
"""Behind the value of a name, another one's: "Lark 0.77 vs Brook 0.51"."""
_SCORE = re.compile(r"(?:Score|BLEU|IoU|AP|Acc|Rate|Error)$")
_GOES_ON = re.compile(r"-|/\d|['′″](?!\w)")
_CAMEL = re.compile(
    r"(?!.*(?:Score|BLEU|IoU|AP|Acc|Rate|Error)$)(?:(?:[a-z]{3,}|[A-Z]{1,2}[a-z]+)[A-Z]|[A-Z]{2}[a-z]{3}|[A-Z]{2,}[a-z]$)"
)
_BUILT = re.compile(r"20[0-4]\d(?:(?:0[1-9]|1[0-2])(?:[0-3]\d)?|\.\d{1,2})")
"""A version that a year begins: "SONiC 202111", "EEGLAB 2021.1"."""
_TOLD = frozenset(map(_singular, NARRATIVE))
_TOLD -= (
    words.QUANTITIES
    | words.UNIT_WORDS
    | words.MEASURES
    | {
        "point",
        "factor",
        "scale",
        "bound",
        "fold",
        "hand",
        "source",
        "mode",
        "paper",
        "work",
        "effect",
        "change",
        "set",
    }
)
"""What orders a text, each with a number behind it: "limitation 2"."""
_COUNTED_OFF = (words.NUMBERED | words.ENUMERATORS) - {"no", "nr", "p", "s", "type", "update", "line"} | _RUN
_SHARE = re.compile(rf"/\d+[{SPACES}]*\(\d[\d.]*[{SPACES}]*%")
"""Behind a number: it is one of so many, "in one case 1/43 (2.3%)"."""
_STOP = re.compile(rf"[.!?;](?!\d)|[{BREAK}{CELL}{ROW}]")
SENTENCE_END = frozenset(f".!?:;{BREAK}{CELL}{ROW}{LABEL}")


class Behind(Versions):
    """Judges numbers by the word before them."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.repeated = Repeated(text)
        self.series = Series(text)

    def after_word(self, word: str, gap: str, reading: Reading, after: After, found: list[Found]) -> str:
        """What the word before the number makes of it."""
        bare = word.rstrip(".'’")
        if bare[:1].islower() and bare[bare.rfind("-") + 1 :][:1].isupper():
            bare = bare[bare.rfind("-") + 1 :]
        lower = bare.lower()
        spaced = bool(gap) or word.endswith(".")
        if not spaced and word not in "§#©":
            return ""
        bracketed = "(" in gap or "[" in gap
        if bracketed and self.text[reading.start : reading.end] in words.STANDARD_NUMBERS:
            return "identifier"
        if lower in words.MONTHS and (bare[0].isupper() or bare == "may") and not after.strong:
            return "date"
        if self.no_place(bare, gap, reading, reading.start - len(gap) - len(word)):
            return ""
        named = lower in words.PARTS_OF_TEXT and not after.glued and after.word.lower() in words.COUNT_NOUNS
        short = lower in words.ABBREVIATED and (word.endswith(".") or bare[0].isupper())
        ended = word.endswith(".") and bare.islower() and len(bare) > _LONGEST_SHORTENED and after.word.islower()
        if (short or (lower in words.ENUMERATORS and not ended)) and (
            named or not after.strong or after.unit in ("s", "m")
        ):
            if self.sets(bare, word, gap, reading, found):
                return ""
            return "reference" if lower not in ("version", "versions", "release") else "version"
        lettered = after.glued and len(after.word) == 1 and after.word.isupper()
        if (
            (lower in words.STANDARDS or self.reports(lower, reading, reading.start - len(gap) - len(word)))
            and not (bare == "HR" and reading.decimals)
            and (lettered or not after.strong)
            and not word.endswith((".", "/"))
            and (not bracketed or lower.startswith("as"))
        ):
            return "identifier"
        if bracketed or word.endswith((".", "/")):
            return "version" if bracketed and reading.decimals and lower in words.RELEASED else ""
        if "'" in word or "’" in word:
            return ""
        if bare in words.LETTERED and not reading.decimals:
            return ""
        if self.released(bare, gap, reading, after, found):
            return "version"
        if not gap.strip(SPACE):
            return self.after_name(bare, gap, reading, after, found)
        return ""

    def reports(self, lower: str, reading: Reading, start: int) -> bool:
        """Whether the word at *start* leads to the code that a program gave: "exit status 1", "status 404"."""
        code = not reading.decimals and 100 <= reading.value < 600
        return lower == "status" and (code or self.word_before(start)[0].lower() in ("exit", "http", "return"))

    def coded(self, reading: Reading, after: After) -> bool:
        """Whether a digit stands for a class: "coded as 1"."""
        single = reading.end - reading.start == 1 and not after.unit and not self.counted(after)
        return single and _CODED.search(self.text, max(0, reading.start - 40), reading.start) is not None

    def no_place(self, bare: str, gap: str, reading: Reading, start: int) -> bool:
        """Whether the word at *start* leads to no place: "to update 3", "for example 3", "a larger number (7/30)"."""
        lower = bare.lower()
        if bare in _VERBS and self.leads(*self.word_before(start)):
            return True
        if lower == "example":
            return self.word_before(start)[0].lower() == "for"
        if lower not in words.ENUMERATORS:
            return False
        if reading.decimals and (reading.value < 1 or reading.decimals > 2):
            return lower not in ("version", "versions", "ver", "release", "rev", "revision")
        if _SHARE.match(self.text, reading.end):
            return True
        within = "(" in gap and (_WITHIN.match(self.text, reading.end) is not None or lower == "part")
        told = self.text[reading.end : reading.end + 2].strip(SPACE)[:1].isalpha() and lower not in (
            "version",
            "release",
        )
        return within or (":" in gap and (told or is_plural(lower) or lower == "quartile"))

    def sets(self, bare: str, word: str, gap: str, reading: Reading, found: list[Found]) -> bool:
        """Whether a number that goes far is a setting's value: "step 2000", "concurrency levels 1 to 320"."""
        if bare == "levels":
            far = _FAR.match(self.text, reading.end)
            of = self.word_before(reading.start - len(gap) - len(word))[0]
            return of.islower() and (reading.value > 12 or (far is not None and int(far[1]) > 12))
        if bare == "rank" and self.word_before(reading.start - len(gap) - len(word))[0] in _FACTORED:
            return True
        placed = reading.value < 100 and bool(found) and found[-1].reason == "reference"
        far_off = reading.value > (53 if bare == "week" else 30) or self.listed(reading.start, word, gap)
        return bare in words.SETTINGS and far_off and not placed

    def enumerates(self, end: int) -> bool:
        """Whether the number that ends at *end* goes on to another one without a unit: "layers 1 to 3"."""
        match = _LISTED.match(self.text, end)
        behind = (match and match[1]) or ""
        return match is not None and behind not in words.UNIT_WORDS and not is_plural(behind)

    def listed(self, start: int, word: str, gap: str) -> bool:
        """Whether the word before the number stands behind a comma, as in a list of settings ("1 to 9, step 2")."""
        if word not in ("step", "rank"):
            return False
        at = start - len(gap) - len(word) - 1
        while at > 0 and self.text[at] in SPACE:
            at -= 1
        return self.text[at : at + 1] == "," and self.text[at - 1 : at].isdigit()

    def after_name(self, bare: str, gap: str, reading: Reading, after: After, found: list[Found]) -> str:
        """A number behind a name in mid-sentence ("Pi 3", "node 3") is part of the name, unless it has a unit."""
        lower = bare.lower()
        if bare.isupper() and _RATIO.match(self.text, reading.end):
            return ""
        if (
            after.strong
            or (after.unit in ("m", "h", "g") and bare.isupper())
            or lower in words.QUANTITIES
            or reading.decimals > 2
            or reading.end - reading.start > 5
        ):
            return self.number_of_name(bare, reading, after)
        series = _singular(lower) in _COUNTED_OFF or (bare.istitle() and gap == "~")
        if lower.endswith("s") and series and self.enumerates(reading.end):
            return "identifier"
        told = lower in _TOLD and reading.value < 30 and not reading.decimals and not self.counted(after)
        told |= (lower == "as" and self.coded(reading, after)) or lower == "numbered"
        if told or (bare in _RUN and (self.bracketed(reading, bare) or self.which(reading, bare, after))):
            return "reference"
        if reading.decimals and not _SCORE.search(bare) and self.in_list_of_versions(reading, found):
            return "version"
        unit = lower in words.COUNT_NOUNS or (bare in words.UNIT_WORDS and lower not in words.NUMBERED)
        if unit or _GOES_ON.match(self.text, reading.end):
            return ""
        if not bare[0].isupper():
            if reading.decimals and _CAMEL.match(bare) and not self.goes_on(reading, found):
                return "version"
            which = lower in words.NUMBERED and not reading.decimals and reading.value < 10_000
            return "identifier" if which and not self.counts_ahead(reading, after) else ""
        start = reading.start - len(bare) - 1
        while start > 0 and self.text[start - 1] in SPACE:
            start -= 1
        first = start <= 0 or self.text[start - 1] in SENTENCE_END
        first = first and not (gap == "~" and not reading.decimals and not self.counted(after))
        if first and bare[1:].islower() and lower not in words.CAPITAL_ENUMERATORS:
            which = lower in words.NUMBERED and reading.value < 10 and not after.word
            which = which or self.series.holds(bare, reading.start, reading.end)
            return "identifier" if which and not reading.decimals else ""
        if reading.decimals and (
            ("~" in gap and not (reading.value < 1 and reading.decimals > 1))
            or self.product(reading.start)
            or self.repeated(bare, self.text[reading.start : reading.end])
            or (_CAMEL.match(bare) and not self.goes_on(reading, found))
        ):
            return "version"
        if self.text[reading.end : reading.end + 1] == "\u2009" or _PLURAL.fullmatch(after.word):
            return ""
        if reading.decimals and (not bare[1:].islower() or self.goes_on(reading, found)):
            return ""
        return "identifier"

    def counts_ahead(self, reading: Reading, after: After) -> bool:
        """Whether a name in capitals and what is counted of it follow: "on our machine 100 CPU cycles"."""
        if reading.value < 2 or not after.word.isupper():
            return False
        phrase = phrase_after(self.text, reading.end)
        return len(phrase.words) == 2 and phrase.noun in words.COUNT_NOUNS

    def leads(self, word: str, gap: str) -> bool:
        """Whether a verb follows *word*: "to update", "browsers issue"."""
        return "(" not in gap and (word in _LEADING or (word.islower() and is_plural(word) and word != "this"))

    def bracketed(self, reading: Reading, bare: str) -> bool:
        """Whether the number and its word are alone in brackets: "(run 7)"."""
        text, end = self.text, reading.end
        return text[reading.start - len(bare) - 2 : reading.start - len(bare) - 1] == "(" and text[end : end + 1] == ")"

    def which(self, reading: Reading, bare: str, after: After) -> bool:
        """Whether a word such as "run" says which one: "in run 3", "while run 4 failed"; not "we run 5 times"."""
        before = self.word_before(reading.start - len(bare) - 1)[0].lower()
        return before in _WHERE and not reading.decimals and not self.counted(after)

    def number_of_name(self, bare: str, reading: Reading, after: After) -> str:
        """As after_name, for long numbers, and where a unit may follow: "record 7045123", "Rank 0 writes"."""
        lower = bare.lower()
        if bare[0].isupper() and not reading.decimals and not after.strong and self.product(reading.start):
            return "identifier"
        if after.strong:
            first = bare[0].isupper() and lower in words.NUMBERED | {"rank"} and reading.value == 0
            return "identifier" if first and not after.glued and after.word.islower() else ""
        if lower in ("record", "entry", "deposit") and reading.end - reading.start > 5 and not reading.decimals:
            return "identifier"
        if bare.isupper() and len(bare) > 2 and reading.plain and reading.value > 99_999 and not reading.decimals:
            return "identifier"
        return "version" if bare[0].isupper() and _BUILT.fullmatch(self.text, reading.start, reading.end) else ""

    def goes_on(self, reading: Reading, found: list[Found]) -> bool:
        """Whether the number goes on with values of names ("Lark reaches 5.4 and Brook 4.1")."""
        if reading.value < 1 < reading.decimals and _AGAINST.match(self.text, reading.end):
            return True
        if not found or found[-1].reason or found[-1].decimals != reading.decimals:
            return False
        between = self.text[found[-1].end : reading.start]
        return len(between) < 60 and _STOP.search(between) is None
