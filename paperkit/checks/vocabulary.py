"""The vocabulary of a report: words with digits that are names and no claims, by value and not by shape."""

from __future__ import annotations

from collections.abc import Iterable

from paperkit.source import Span


def is_named(span: Span, words: Iterable[str]) -> bool:
    """Whether *span* lies inside one of *words* as it stands in the text, as a whole word.

    The word `H100` covers the number in "an H100 node", and none in "H1000" or "XH100".
    """
    text = span.source.text
    return any(_covers(text, span, word) for word in words if span.text in word)


def _covers(text: str, span: Span, word: str) -> bool:
    start = text.find(word, max(0, span.end - len(word)), span.start + len(word))
    while start >= 0:
        end = start + len(word)
        whole = not text[start - 1 : start].isalnum() and not text[end : end + 1].isalnum()
        if whole and start <= span.start and span.end <= end:
            return True
        start = text.find(word, start + 1, span.start + len(word))
    return False


def uses(spans: Iterable[Span], words: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Each word with the number of *spans* that it names, without those that it never does."""
    counts = dict.fromkeys(words, 0)
    for span in spans:
        for word in counts:
            if is_named(span, (word,)):
                counts[word] += 1
                break
    return tuple((word, count) for word, count in counts.items() if count)
