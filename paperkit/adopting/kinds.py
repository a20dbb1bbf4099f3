"""What kind of number an unbound literal is: a result, a set-up value, a count, a quantity in words.

A guess from the words around it, for a person who goes through a paper; nothing is decided by it.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from paperkit.latex.wordlist import words
from paperkit.suggest.find import Unbound
from paperkit.suggest.names import words_of
from paperkit.values.unit_names import COUNTS


class Sort(StrEnum):
    """What a number tells, in the words that are printed."""

    RESULT = "result"
    SETUP = "set-up"
    COUNT = "count"
    WORDS = "in words"


def _as_said(text: str) -> frozenset[str]:
    """The words of a list in the form in which the words of a sentence come."""
    return frozenset(part for word in words(text) for part in words_of(word))


_RESULT = _as_said("""
    faster slower speedup improvement improve improves improved reduce reduces reduced reduction gain gains achieve
    achieves achieved outperform outperforms outperformed higher lower better worse compared relative baseline overhead
    latency throughput accuracy error tail median mean average percentile peak sustained utilisation observe observed
    measured takes took yields yielded reaches reached drops dropped increases increased decreases decreased saves saved
    savings score precision recall perplexity loss energy bandwidth runtime time goodput gap degradation regression
    evaluation results result abstract conclusion
    """)
_SETUP = _as_said("""
    batch size learning rate seed epoch epochs layer layers hidden dropout optimizer adam momentum decay warmup warm-up
    temperature threshold timeout interval window configured configuration configure set-up setup testbed machine
    machines cluster node nodes server servers core cores socket sockets clocked clock frequency memory ram dram cache
    capacity version trained train training fine-tuned dataset split folds default parameter parameters hyperparameter
    hyperparameters initial maximum limit limited equipped nic gpu gpus cpu cpus disk ssd workload client clients thread
    threads replicas runs repeated repetitions trials samples sampled implementation methodology environment hardware
    platform experimental settings
    """)
_COUNTED = COUNTS | _as_said("""
    figure table section example case study paper dataset benchmark application participant author step phase stage
    question contribution challenge baseline type class category bug issue repository project line page year people user
    """)
LARGE = 100
"""Whole numbers from here on are seldom met by chance."""
_RATES = ("/s", "/J", "/W")
_RATIOS = frozenset({"×", "x", "%", "points"})


def sort_of(one: Unbound) -> Sort:
    """The likeliest sort of a literal."""
    numeral, literal = one.literal.numeral, one.literal
    if numeral.reason == "words":
        return Sort.WORDS
    said = literal.context.words
    result, setup = _weight(_RESULT, said), _weight(_SETUP, said)
    if numeral.place in ("cell", "plot"):
        result += 1.5
    if numeral.unit in _RATIOS or numeral.unit.endswith(_RATES):
        result += 2.0
    elif numeral.decimals > 0:
        result += 1.0
    counted = literal.unit is None or literal.unit.symbol in {"1", "", *COUNTS}
    if numeral.decimals == 0 and counted and max(result, setup) < 1.5 and _COUNTED & {*words_of(literal.word), *said}:
        return Sort.COUNT
    return Sort.SETUP if setup >= result and setup > 0 else Sort.RESULT if result > 0 else Sort.COUNT


def _weight(cues: frozenset[str], said: dict[str, float]) -> float:
    return sum(weight for word, weight in said.items() if word in cues)


def tells(one: Unbound) -> bool:
    """Whether its digits say something: very many expressions give a 4, few give 12.46 or 1,555."""
    numeral = one.literal.numeral
    return numeral.reason != "words" and (numeral.decimals > 0 or abs(numeral.value) >= LARGE)


def by_sort(every: Iterable[Unbound]) -> dict[Sort, tuple[Unbound, ...]]:
    """The literals of each sort, in the order of the text."""
    found: dict[Sort, list[Unbound]] = {sort: [] for sort in Sort}
    for one in every:
        found[sort_of(one)].append(one)
    return {sort: tuple(of) for sort, of in found.items()}
