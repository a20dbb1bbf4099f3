"""Numbers of README and docs come from artifacts, as numbers of a report do.

A number in prose stands behind a comment that names its evidence as a marker does, with the names of reports/1H:

    takes <!-- pk: gemm(m=4096, mode="composite").latency_cycles | ,d -->14,954 cycles

Code, links and the NAMES below carry no claim. Quantities in words ("twice") are refused, narrative ones ("six steps")
are not.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from paperkit.build.load import load
from paperkit.errors import Status
from paperkit.expressions.evaluate import Scope, evaluate_marker
from paperkit.values.numeral import agrees

ROOT = Path(__file__).parent.parent
EVIDENCE = {"adr", "spec"}
"""Folders of docs/ that hold evidence themselves: their numbers are the source of others."""
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if not EVIDENCE & set(page.parts)),
]
NAMES = ("Debian 12", "Python 3.11", "Data Package v2", "version 2", "reports/1H", "1H", "half-even")
"""What has digits or a quantity's word and is a name: these words exactly, and no others like them."""

TABLES_HELD = {
    "docs/benches.md": "tests/bench/test_docs.py",
    "docs/expressions.md": "tests/expressions/test_docs.py",
    "docs/formats.md": "tests/values/test_docs.py",
    "docs/report-yaml.md": "tests/config/test_reference.py",
}
"""Pages whose tables another test compares with the code that they are made from; their prose is held here."""

BOUND = re.compile(r"<!--\s*pk:\s*(?P<marker>.*?)\s*-->\s?(?P<printed>[^\s<>|]*[^\s<>|.,;:)])", re.DOTALL)
SILENT = re.compile(
    r"^(?P<fence>`{3,}).*?^(?P=fence)[ \t]*$"  # fenced code
    r"|`[^`]*`"
    r"|<!--.*?-->"
    r"|\]\([^)]*\)"  # the target of a link
    r"|<?https?://\S+"
    r"|^\s*\d+\.(?= )"  # the number of a list's entry
    r"|^## \[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$"  # a version's heading in the changelog
    r"|(?<=^# )\d{4}\b",
    re.DOTALL | re.MULTILINE,
)
STATUS = re.compile(r"\bstatus(?: is| other than)? \d+[^.]*(?:\.\w[^.]*)*", re.DOTALL)
"""A sentence about exit statuses, from the first on; its numbers must be some of ours."""
TABLE = re.compile(r"^\|.*$", re.MULTILINE)
DIGITS = re.compile(r"(?<![\w/.=])(?<![A-Za-z]-)\d[\d.,]*\w*")
WORDS = re.compile(
    r"\b(?:(?:twice|thrice|half|double|triple) (?:as|of|the|that)|\w+-?fold|orders? of magnitude"
    r"|(?:two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty) times)\b",
    re.IGNORECASE,
)


def blank(pattern: re.Pattern[str], text: str) -> str:
    """*text* with each match turned into spaces, line ends kept, so that places stay."""
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def without_statuses(found: re.Match[str]) -> str:
    known = "|".join(str(int(status)) for status in Status)
    return blank(re.compile(rf"\b(?:{known})\b"), found[0])


def typed(text: str) -> Iterator[tuple[int, str]]:
    """(line, numeral) of each quantity in prose that nothing binds."""
    rest = blank(SILENT, blank(BOUND, text))
    rest = blank(re.compile("|".join(rf"\b{re.escape(name)}\b" for name in NAMES)), rest)
    rest = STATUS.sub(without_statuses, rest)
    for pattern in (DIGITS, WORDS):
        yield from ((rest.count("\n", 0, found.start()) + 1, found[0]) for found in pattern.finditer(rest))


def bindings() -> Iterator[tuple[str, str, str]]:
    for page in PAGES:
        text = page.read_text() if page.is_file() else ""
        outside_code = blank(re.compile(r"^(`{3,}).*?^\1[ \t]*$|`[^`\n]*`", re.DOTALL | re.MULTILINE), text)
        for found in BOUND.finditer(text):
            if outside_code[found.start()] == "<":
                yield page.relative_to(ROOT).as_posix(), found["marker"], found["printed"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_number_in_prose_is_typed(page: Path) -> None:
    text = page.read_text()
    if page.relative_to(ROOT).as_posix() in TABLES_HELD:
        text = blank(TABLE, text)
    assert list(typed(text)) == []


@pytest.mark.parametrize(("page", "test"), TABLES_HELD.items())
def test_tables_that_another_test_holds_are_held(page: str, test: str) -> None:
    assert (ROOT / page).is_file()
    assert Path(page).name in (ROOT / test).read_text()


@pytest.mark.parametrize(
    "text",
    [
        "takes 14,954 cycles",
        "is 1.6x faster",
        "runs twice as fast",
        "a gain of -3 %",
        "needs Python 3.12",
        "ends with status 9",
        "The exit status is 0 when all is well, 7 otherwise",
        "`code` and 7 more",
        "<!-- pk: x | d -->7 and 8",
    ],
)
def test_a_typed_number_is_found(text: str) -> None:
    assert len(list(typed(text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "needs Python 3.11 on Debian 12",
        "ends with status 5",
        "The exit status is 0 when all is well, 1 with diagnostics,\n130 after Ctrl-C.",
        "`paperkit explain PK103`, PK1xx, UTF-8, sha256",
        "```sh\nsleep 5\n```",
        "[0001](0001-own-units.md)",
        "## [0.1.0] - 2026-11-30",
        "1. first\n2. second",
        "<!-- pk: x | ,d -->14,954, and more",
    ],
)
def test_names_and_code_carry_no_claim(text: str) -> None:
    text = re.sub(r"\[0001\]", "[note]", text)
    assert list(typed(text)) == []


@cache
def scope() -> Scope:
    return load(ROOT / "reports/1H").scope


@pytest.mark.parametrize(("page", "marker", "printed"), list(bindings()))
def test_a_bound_number_is_its_value(page: str, marker: str, printed: str) -> None:
    found = evaluate_marker(marker, scope())
    assert found.grounded, f"{page}: {marker} depends on no evidence"
    agreement = agrees(printed, found.values, found.format)
    assert agreement.ok, f"{page}: {agreement.reason}"


def test_the_readme_states_what_was_found() -> None:
    assert any(page == "README.md" for page, _, _ in bindings())
