"""A draft about less: the harnesses, artifacts and documents that somebody names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from paperkit.bench.spec import BenchSpec
from paperkit.contract.material import Material
from paperkit.contract.propose import homes_of, topics_of
from paperkit.diagnostics.nearest import nearest
from paperkit.errors import PaperkitError
from paperkit.sources import SourceDocument
from paperkit.values.quantity import Kind


@dataclass(frozen=True, slots=True)
class Stuff:
    """What a draft is made from."""

    documents: Mapping[str, SourceDocument]
    harnesses: Mapping[str, BenchSpec]
    materials: tuple[Material, ...]


def narrow(stuff: Stuff, names: Iterable[str]) -> Stuff:
    """What *names* say of it: a harness with all its artifacts, an artifact with its harness, a document.

    Where no document is named, those that belong to what is; configurations that report.yaml names stay. Raises
    PaperkitError (status 2) for a name that nothing has.
    """
    wanted = {_known(name, stuff) for name in names}
    if not wanted:
        return stuff
    materials = tuple(one for one in stuff.materials if one.name in wanted or one.harness in wanted)
    harnesses = {
        name: spec for name, spec in stuff.harnesses.items() if name in wanted or name in {m.harness for m in materials}
    }
    settings = tuple(one for one in stuff.materials if one.kind is Kind.CONFIGURED and one.listed)
    documents = {key: each for key, each in stuff.documents.items() if key in wanted}
    if not documents:
        homes = homes_of(stuff.documents, topics_of(stuff.harnesses, stuff.materials))
        topics = topics_of(harnesses, materials)
        documents = {key: each for key, each in stuff.documents.items() if homes.get(key) in topics}
    return Stuff(documents, harnesses, (*materials, *(one for one in settings if one not in materials)))


def _known(name: str, stuff: Stuff) -> str:
    """The name as it is known: `ADR-0002` is adr:0002."""
    known = {*stuff.documents, *stuff.harnesses, *(one.name for one in stuff.materials)}
    for each in (name, name.lower().replace("-", ":", 1)):
        if each in known:
            return each
    hint = nearest(name, known) or f"there are: {', '.join(sorted(known))}"
    raise PaperkitError(f"no harness, artifact or document is called {name!r}", hint)
