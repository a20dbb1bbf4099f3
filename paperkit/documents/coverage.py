"""Which documents a report uses, which it should, which do not hold, and what contradicts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperkit.artifacts.store import Store
from paperkit.build.load import Loaded, load
from paperkit.build.prepare import check_report
from paperkit.checks.contract import sections
from paperkit.contract.material import documents
from paperkit.documents.contradictions import Contradiction, contradictions
from paperkit.documents.numbers import Stated, numbers_of
from paperkit.errors import PaperkitError
from paperkit.sources import SourceDocument


@dataclass(frozen=True, slots=True)
class Listed:
    """One document by its key, with the sections that use it and those that the contract promises it to."""

    key: str
    document: SourceDocument
    used: tuple[str, ...] = ()
    promised: tuple[str, ...] = ()

    @property
    def standing(self) -> str:
        """Whether it holds, in words."""
        if self.document.superseded_by:
            return f"superseded by {self.document.superseded_by}"
        return self.document.status or "no status"

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        document = self.document
        return {
            "key": self.key,
            "id": document.id,
            "title": document.title,
            "status": document.status,
            "accepted": document.accepted,
            "date": document.date,
            "superseded_by": document.superseded_by,
            "place": document.span.row,
            "used": list(self.used),
            "promised": list(self.promised),
        }


@dataclass(frozen=True, slots=True)
class Coverage:
    """The documents of a report and what is wrong about its use of them."""

    report: str
    listed: tuple[Listed, ...]
    found: tuple[Contradiction, ...]

    @property
    def unused(self) -> tuple[Listed, ...]:
        """Accepted documents that no section uses: the report should, or says why not."""
        return tuple(one for one in self.listed if one.document.accepted and not one.used)

    @property
    def unsound(self) -> tuple[Listed, ...]:
        """Documents that are used and do not hold: superseded, rejected, or only proposed."""
        return tuple(one for one in self.listed if one.used and not one.document.accepted)

    @property
    def clean(self) -> bool:
        """Whether nothing contradicts; a proposed document may be used where the text says what it is."""
        return not self.found


def listing(folder: Path) -> tuple[Listed, ...]:
    """The documents of the report in *folder*, with their uses. Raises PaperkitError where there is none."""
    return _listed(load(folder))


def _listed(loaded: Loaded) -> tuple[Listed, ...]:
    there = _there(loaded)
    evidence = check_report(loaded.folder).evidence
    used = {key: section.documents for key, section in sections(evidence).items()}
    promises = loaded.contract.promises if loaded.contract else ()
    return tuple(
        Listed(
            key,
            document,
            tuple(section for section, names in used.items() if key in names),
            tuple(each.key for each in promises if key in {text.value for text in each.sources}),
        )
        for key, document in there.items()
    )


def coverage(folder: Path) -> Coverage:
    """The use of documents of the report in *folder*, and every contradiction of those that hold."""
    loaded = load(folder)
    listed = _listed(loaded)
    stated = [number for one in listed if one.document.accepted for number in numbers_of(one.key, one.document)]
    store: Store = loaded.scope.store
    return Coverage(loaded.shown, listed, contradictions(stated, store))


def find(folder: Path, name: str) -> tuple[str, SourceDocument, tuple[Stated, ...]]:
    """(key, document, its numbers) of the document that *name* means: adr:0002, ADR-0002, 2."""
    from paperkit.diagnostics.nearest import nearest
    from paperkit.sources import find_document

    there = _there(load(folder))
    wanted = name.casefold()
    key = wanted if wanted in there else wanted.replace("-", ":", 1)
    document = there.get(key) or find_document(tuple(there.values()), name)
    if document is None:
        raise PaperkitError(f"no document is called {name!r}", nearest(wanted, there) or f"known: {', '.join(there)}")
    own = next(key for key, one in there.items() if one is document)
    return own, document, numbers_of(own, document)


def _there(loaded: Loaded) -> dict[str, SourceDocument]:
    there = documents(loaded)
    if not there:
        raise PaperkitError(
            f"{loaded.shown}: there are no documents", "name them under `sources` in report.yaml: docs/adr/*.md"
        )
    return there


def lines(made: Coverage) -> Iterator[str]:
    """A coverage for a terminal."""
    used = sum(bool(one.used) for one in made.listed)
    yield f"{made.report}: {used} of {len(made.listed)} documents used"
    yield from (f"  {one.key}  {', '.join(one.used)}" for one in made.listed if one.used)
    for title, which in (("accepted and not used", made.unused), ("used, but does not hold", made.unsound)):
        if which:
            yield f"{title}:"
            yield from (f"  {one.key}  {one.document.title} ({one.standing})" for one in which)
    yield "contradictions:" if made.found else "no contradictions"
    for each in made.found:
        yield f"  {each.stated.span.row}: {each.stated.text}, but {each.against} is {each.other} ({each.place})"
        yield f"    {each.stated.sentence}"
