"""How well claims are told from structure: texts in the manner of papers, labelled by hand by RULES.md."""

from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest
import yaml

from paperkit.latex.scan import scan
from paperkit.source import read_source

FOLDER = Path(__file__).parent / "labelled"
NAMES = sorted(path.stem for path in FOLDER.glob("*.tex"))
Counts = dict[str, Counter[Decimal]]


def rounded(value: Decimal) -> Decimal:
    """To three decimals of a fraction, so that 0.333 is a third."""
    return value if value == value.quantize(Decimal(1)) or abs(value) < Decimal("0.05") else round(value, 3)


def labelled(name: str) -> Counts:
    labels = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    found: Counts = {}
    for kind in ("digits", "words"):
        pairs = (entry if isinstance(entry, list) else (entry, entry) for entry in labels[kind])
        found[kind] = Counter(rounded(Decimal(value.replace("−", "-"))) for _, value in pairs)
    found["structure"] = Counter({Decimal(0): len(labels["structure"])})
    return found


def reported(name: str) -> Counts:
    numerals = [each for each in scan(read_source(FOLDER / f"{name}.tex")).numerals if each.ungrounded]
    return {
        kind: Counter(rounded(each.value) for each in numerals if each.reason == kind) for kind in ("digits", "words")
    }


def score(names: list[str]) -> tuple[float, float, float]:
    """In per cent: claims in digits found, claims in words found, false reports for each numeral that is structure."""
    wanted, hit, false, structure = Counter[str](), Counter[str](), 0, 0
    for name in names:
        labels, reports = labelled(name), reported(name)
        structure += labels["structure"].total()
        for kind in ("digits", "words"):
            wanted[kind] += labels[kind].total()
            hit[kind] += (labels[kind] & reports[kind]).total()
            false += (reports[kind] - labels[kind]).total()
    digits, words = (100 * hit[kind] / max(1, wanted[kind]) for kind in ("digits", "words"))
    return digits, words, 100 * false / structure


@pytest.mark.parametrize("name", NAMES)
def test_each_text_is_long_and_labelled(name: str) -> None:
    labels = labelled(name)
    assert labels["digits"].total() > 40
    assert labels["structure"].total() > 20


def test_claims_are_found_and_structure_is_left_alone() -> None:
    digits, words, false = score(NAMES)
    print(f"claims in digits found: {digits:.1f} %, in words: {words:.1f} %; structure reported: {false:.1f} %")
    assert digits >= 99
    assert words >= 90
    assert false <= 3
