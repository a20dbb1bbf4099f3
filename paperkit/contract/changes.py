"""What differs between two contracts, in words: what the history keeps."""

from __future__ import annotations

from collections.abc import Iterator

from paperkit.config.toc import Contract
from paperkit.config.toc_body import Promise

LISTS = {"sources": "source", "figures": "figure", "tables": "table", "claims": "claim", "questions": "question"}
"""Items that are lists, with the word for one of them."""


def changes(before: Contract, after: Contract) -> tuple[str, ...]:
    """One sentence for each thing that *after* promises otherwise than *before*; empty where the promises are equal."""
    return tuple(_changes(before, after))


def _changes(before: Contract, after: Contract) -> Iterator[str]:
    old, new = ({promise.key: promise for promise in one.promises} for one in (before, after))
    yield from (f"section {key} taken out" for key in old if key not in new)
    yield from (f"section {key} added" for key in new if key not in old)
    shared = [key for key in old if key in new]
    if shared != [key for key in new if key in old]:
        yield f"order of the sections: {', '.join(new)}"
    for key in shared:
        yield from (f"{key}: {change}" for change in _promise(old[key], new[key]))


def _promise(old: Promise, new: Promise) -> Iterator[str]:
    for name in ("title", "purpose", "archetype"):
        was, now = getattr(old, name), getattr(new, name)
        if was != now:
            yield f"{name} {was!r} is now {now!r}"
    if (old.budget and old.budget.value) != (new.budget and new.budget.value):
        was, now = (one.budget.value if one.budget else "none" for one in (old, new))
        yield f"budget {was} is now {now}"
    for name, one in LISTS.items():
        had, has = ([text.value for text in getattr(promise, name)] for promise in (old, new))
        yield from (f"{one} {value!r} taken out" for value in had if value not in has)
        yield from (f"{one} {value!r} added" for value in has if value not in had)
