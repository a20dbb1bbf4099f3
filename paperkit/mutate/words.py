"""A claim's words turned into their opposite."""

from __future__ import annotations

import re

_PAIRS = (
    ("more than", "less than"), ("at least", "at most"), ("above", "below"), ("over", "under"), ("up to", "at least"),
    ("faster", "slower"), ("higher", "lower"), ("larger", "smaller"), ("longer", "shorter"), ("cheaper", "dearer"),
    ("better", "worse"), ("increases", "reduces"), ("increase", "reduction"), ("more", "less"), ("gains", "loses"),
    ("always", "never"), ("every", "no"), ("all", "none"), ("most", "few"), ("exceeds", "stays below"),
    ("as fast", "as slow"), ("more", "fewer"), ("no", "a"), ("greater", "smaller"), ("grows", "falls"),
    ("nearly", "more than"), ("almost", "more than"), ("about", "ten times"), ("twice", "half"), ("double", "half"),
)  # fmt: skip


def reversed_words(text: str) -> str | None:
    r"""*text* with its first comparing word turned round; None where it has none.

    >>> reversed_words("more than twice as fast"), reversed_words("19--31\\%")
    ('less than twice as fast', None)
    """
    turns = [(left, right) for one, two in _PAIRS for left, right in ((one, two), (two, one))]
    for word, opposite in turns:
        found = re.search(rf"(?<![A-Za-z\\]){word}(?![A-Za-z])", text)
        if found:
            return text[: found.start()] + opposite + text[found.end() :]
    return None
