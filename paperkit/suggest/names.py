"""Names of columns, keys and artifacts as words, and how well they agree with the words of a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import sqrt

_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_SAME = {
    "pct": "percent", "util": "utilisation", "utilization": "utilisation", "lat": "latency", "acc": "accuracy",
    "avg": "mean", "average": "mean", "averaged": "mean", "err": "error", "mem": "memory", "bw": "bandwidth",
    "thr": "throughput", "params": "parameter", "num": "count", "number": "count", "std": "deviation",
    "stdev": "deviation", "sd": "deviation",
    "max": "largest", "maximum": "largest", "min": "smallest", "minimum": "smallest",
    "secs": "second", "sec": "second", "freq": "frequency", "tput": "throughput", "mape": "error", "rows": "row",
}  # fmt: skip
SHORTEST = 4
"""Letters that two words must share from their beginning to count as one."""


@lru_cache(maxsize=65536)
def words_of(name: str) -> tuple[str, ...]:
    """The words in a name or a text, in the singular and in one spelling.

    >>> words_of("mac_util_pct"), words_of("P99 latencies")
    (('mac', 'utilisation', 'percent'), ('p', '99', 'latencie'))
    """
    return tuple(_plain(part.lower()) for part in _PARTS.findall(name))


def _plain(word: str) -> str:
    single = word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
    return _SAME.get(word, _SAME.get(single, single))


def agreement(name: str, said: Mapping[str, float]) -> float:
    """How much of *name* is said: the weight of its words as they are said, over the root of their number."""
    words = words_of(name)
    found = sum(_weight(word, said) for word in words)
    return found / sqrt(max(1, len(words)))


def _weight(word: str, said: Mapping[str, float]) -> float:
    exact = said.get(word, 0.0)
    if exact or len(word) < SHORTEST or word.isdigit():
        return exact
    return max((0.8 * weight for other, weight in said.items() if _alike(word, other)), default=0.0)


def _alike(word: str, other: str) -> bool:
    short, long = sorted((word, other), key=len)
    return len(short) >= SHORTEST and long.startswith(short)


def add_words(said: dict[str, float], words: Iterable[str], weight: float) -> None:
    """Each of *words* is said with at least that weight."""
    for word in words:
        said[word] = max(said.get(word, 0.0), weight)
