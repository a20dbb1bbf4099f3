"""Did you mean: the known word nearest to one that is not known."""

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str:
    """`did you mean 'x'?`, or the empty string where no known word is near.

    >>> nearest("artefacts", ["artifacts", "authors"])
    "did you mean 'artifacts'?"
    """
    from difflib import get_close_matches

    found = get_close_matches(word, list(known), 1, 0.6)
    return f"did you mean {found[0]!r}?" if found else ""
