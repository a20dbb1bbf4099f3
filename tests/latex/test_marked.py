"""How well claims are told from structure: texts labelled in place, compared by place and value."""

import re
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest

from paperkit.latex.document import Numeral
from paperkit.latex.scan import scan
from paperkit.latex.words import cardinal
from paperkit.source import SourceFile

FOLDER = Path(__file__).parent / "marked"
BATCHES = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
TEXTS = sorted(FOLDER.glob("*/*.tex"))
MARK = re.compile("«([^»]*)»|‹([^›]*)›|⟨([^⟩]*)⟩")
PARTS = {"half": "0.5", "halves": "0.5", "third": "0.333", "quarter": "0.25", "fifth": "0.2", "tenth": "0.1"}
TIMES = {"twice": 2, "double": 2, "doubled": 2, "doubles": 2, "doubling": 2, "tripled": 3, "halved": "0.5", "second": 2}
TIMES |= {"tenfold": 10, "threefold": 3, "three quarters": "0.75", "two thirds": "0.667", "third": 3, "thrice": 3}
NUMERALS = re.compile(
    r"\d+(?:[.,]\d+)*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|half|double|twice)\b",
    re.IGNORECASE,
)
SOURCE_ONLY = re.compile(
    r"(?<!\\)%[^\n]*|\\(?:label|[cC]?ref|cite\w*|includegraphics|vspace\*?|hspace\*?|begin|end|url|href|setlength|cmidrule"
    r"|multirow|multicolumn)(?:\([^)]*\))?(?:\[[^\]]*\])*(?:\{(?:[^{}]|\{[^{}]*\})*\})*"
)


@dataclass(frozen=True)
class Label:
    start: int
    end: int
    kind: str
    """`digits`, `words`, or `either`."""
    value: Decimal


@dataclass
class Score:
    wanted: int = 0
    found: int = 0


def value(text: str, kind: str) -> Decimal:
    if kind == "digits":
        return Decimal(re.sub(r"\{,\}|\\,|,|~|\+", "", text))
    lower = text.lower()
    if lower in TIMES:
        return Decimal(TIMES[lower])
    last = re.split(r"[ -]", lower)[-1]
    return Decimal(PARTS[last]) if last in PARTS else Decimal(cardinal(lower))


def read(marked: str) -> tuple[str, list[Label]]:
    """The text without its marks, and the labels at their places in it."""
    text, labels, last = "", [], 0
    for match in MARK.finditer(marked):
        text += marked[last : match.start()]
        kind = ("digits", "words", "either")[match.lastindex - 1]
        literal, _, given = match[match.lastindex].partition("¦")
        amount = Decimal(0) if kind == "either" else Decimal(given) if given else value(literal, kind)
        labels.append(Label(len(text), len(text) + len(literal), kind, amount))
        text += literal
        last = match.end()
    return text + marked[last:], labels


def structure(marked: str) -> int:
    """Numerals of the text that are no claims, without those that only its source has."""
    text = MARK.sub(" ", marked).partition(r"\begin{document}")
    return len(NUMERALS.findall(SOURCE_ONLY.sub(" ", text[2] or text[0])))


def rounded(amount: Decimal) -> Decimal:
    return amount if amount == amount.to_integral_value() or abs(amount) < Decimal("0.05") else round(amount, 3)


def meets(label: Label, numeral: Numeral) -> bool:
    if numeral.span.start >= label.end or label.start >= numeral.span.end:
        return False
    return label.kind == "either" or rounded(numeral.value) == rounded(label.value)


def score(texts: list[Path]) -> tuple[dict[str, Score], Score]:
    """Claims found by kind, and structure reported."""
    claims, false = {"digits": Score(), "words": Score()}, Score()
    for path in texts:
        marked = path.read_text(encoding="utf-8")
        tex, labels = read(marked)
        reports = [numeral for numeral in scan(SourceFile(path.name, tex)).numerals if numeral.ungrounded]
        false.wanted += structure(marked)
        for label in labels:
            met = [numeral for numeral in reports if meets(label, numeral)]
            met = met if label.kind == "either" else met[:1]
            for numeral in met:
                reports.remove(numeral)
            if label.kind != "either":
                claims[label.kind].wanted += 1
                claims[label.kind].found += len(met)
        false.found += len(reports)
    return claims, false


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_each_marked_text_has_claims_and_structure(path: Path) -> None:
    marked = path.read_text(encoding="utf-8")
    kinds = [label.kind for label in read(marked)[1]]
    assert kinds.count("digits") > 40
    assert kinds.count("words") > 10
    assert structure(marked) > 20


@pytest.mark.parametrize("batch", BATCHES)
def test_claims_of_each_batch_are_found_and_structure_is_left_alone(batch: str) -> None:
    claims, false = score([path for path in TEXTS if path.parent.name == batch])
    digits, words = claims["digits"], claims["words"]
    assert digits.found >= 0.99 * digits.wanted
    assert words.found >= 0.90 * words.wanted
    assert false.found <= 0.03 * false.wanted


def test_marks_are_taken_away_and_their_places_kept() -> None:
    text, labels = read("of «1{,}200» in ‹four› by ‹a third› or ⟨one⟩, «2k¦2000»")
    assert text == "of 1{,}200 in four by a third or one, 2k"
    assert [text[label.start : label.end] for label in labels] == ["1{,}200", "four", "a third", "one", "2k"]
    assert [str(label.value) for label in labels] == ["1200", "4", "0.333", "0", "2000"]
