"""A first draft of a contract, from the documents, harnesses and artifacts that are there.

It promises only what something there could carry, and asks a person about the rest. What it writes is a draft: to be
cut, put into another order and argued over, then agreed with `paperkit toc agree`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from paperkit.bench.spec import BenchSpec
from paperkit.contract.material import Material
from paperkit.sources import SourceDocument
from paperkit.values.quantity import Kind

PAGES = Decimal(10)
"""Pages of a report, without its appendix, where nobody says otherwise."""
_SHARES = {
    "abstract": Decimal("0.03"),
    "introduction": Decimal("0.10"),
    "platform": Decimal("0.15"),
    "discussion": Decimal("0.10"),
    "threats": Decimal("0.07"),
    "conclusion": Decimal("0.04"),
    "agenda": Decimal("0.04"),
}
"""What the fixed sections take; the sections of the harnesses share the rest."""
_BASELINES = re.compile(r"mode|variant|method|algorithm|issue|baseline|policy|scheme|config", re.IGNORECASE)
_LEAST = 0.5
"""How much a document and a harness have to share: one word that no other harness says is enough."""
_STOP = frozenset(
    ("the", "and", "for", "with", "that", "this", "from", "into", "over", "what", "which", "its", "are", "not", "all")
)


@dataclass(frozen=True, slots=True)
class Proposed:
    """One section of the draft."""

    key: str
    title: str
    purpose: str
    archetype: str = ""
    pages: Decimal = Decimal(0)
    sources: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


def propose(
    documents: Mapping[str, SourceDocument],
    harnesses: Mapping[str, BenchSpec],
    materials: tuple[Material, ...],
    archetypes: Iterable[str] = (),
    pages: Decimal = PAGES,
) -> tuple[Proposed, ...]:
    """The sections of a draft, in order; *archetypes* are the section templates that are at hand."""
    topics = topics_of(harnesses, materials)
    homes = homes_of(documents, topics)
    shapes = frozenset(archetypes)
    body = [_topic(name, held, documents, homes, harnesses) for name, held in topics.items()]
    loose = tuple(key for key in documents if key not in homes)
    common = tuple(one.name for one in materials if one.name not in {m.name for held in topics.values() for m in held})
    before, after = _frame(documents, loose, common, body, materials)
    sections = (*before, *body, *after)
    return tuple(
        replace(one, pages=_share(one, len(body), pages), archetype=one.archetype if one.archetype in shapes else "")
        for one in sections
    )


def topics_of(harnesses: Mapping[str, BenchSpec], materials: tuple[Material, ...]) -> dict[str, list[Material]]:
    """The artifacts that results come from, by harness; a harness that wrote nothing yet stays empty."""
    found: dict[str, list[Material]] = {name: [] for name in harnesses}
    for one in materials:
        if one.harness:
            found.setdefault(one.harness, []).append(one)
        elif one.kind in {Kind.MEASURED, Kind.MODEL}:
            found.setdefault(one.path.rsplit("/", 1)[0].rsplit("/", 1)[-1], []).append(one)
    return found


def homes_of(documents: Mapping[str, SourceDocument], topics: Mapping[str, list[Material]]) -> dict[str, str]:
    """The topic of each document that shares words with one; a word counts the less, the more topics say it."""
    said = {name: _words(name, *(f"{m.name} {m.about}" for m in held)) for name, held in topics.items()}
    often = Counter(word for words in said.values() for word in words)
    named = {name: _words(name) for name in topics}
    homes = {}
    for key, document in documents.items():
        own = _words(document.title)
        scores = {
            name: sum((3 if word in named[name] else 1) / often[word] ** 2 for word in own & words)
            for name, words in said.items()
        }
        best = max(scores, key=lambda name: scores[name], default="")
        if best and scores[best] > _LEAST:
            homes[key] = best
    return homes


def _words(*texts: str) -> set[str]:
    words = re.findall(r"[a-z]{3,}", " ".join(texts).lower().replace("_", " "))
    return {word.removesuffix("s") for word in words} - _STOP


def _topic(
    name: str,
    held: list[Material],
    documents: Mapping[str, SourceDocument],
    homes: Mapping[str, str],
    harnesses: Mapping[str, BenchSpec],
) -> Proposed:
    """The section of one harness: what it wrote, what was decided about it, and what is not known."""
    own = tuple(key for key, home in homes.items() if home == name)
    spec = harnesses.get(name)
    title = (spec.title if spec else name.replace("_", " ")).split(":")[0].strip()
    return Proposed(
        key=re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-"),
        title=title[:1].upper() + title[1:],
        purpose=f"say what {name} shows, and against which baseline",
        archetype="results",
        sources=(*own, *(one.name for one in held)),
        figures=tuple(one.name for one in held if one.sweeps and one.kind is not Kind.PROJECTION),
        tables=tuple(one.name for one in held if not one.sweeps),
        claims=tuple(_claims(own, held, documents)),
        questions=tuple(_questions(name, held, own, documents)),
    )


def _claims(own: tuple[str, ...], held: list[Material], documents: Mapping[str, SourceDocument]) -> Iterator[str]:
    """What an accepted decision is worth. What else the artifacts show is for those who have looked at them."""
    results = [one for one in held if one.kind is not Kind.PROJECTION]
    for key in own:
        if documents[key].accepted and results:
            yield f"What {_said(key)} ({documents[key].title}) is worth (`{results[0].name}`)"


def _questions(
    name: str, held: list[Material], own: tuple[str, ...], documents: Mapping[str, SourceDocument]
) -> Iterator[str]:
    if not any(one.made for one in held):
        yield f"{name} has written nothing yet: run `paperkit bench run {name}`, or leave the section out?"
    if held:
        yield f"What does it claim that a reader could doubt? At hand: {'; '.join(map(_told, held))}"
    modes = sorted({key for one in held for key in one.keys if _BASELINES.search(key)})
    if modes:
        yield f"Which {' and '.join(modes)} is the baseline, and why is it fair?"
    absent = [one for one in held if not one.listed]
    if absent:
        yield f"Shall report.yaml name {', '.join(one.name for one in absent)}, or does the section do without?"
    for key in own:
        yield from _standing(key, documents[key])


def _told(one: Material) -> str:
    planned = "designed, not measured: " if one.kind is Kind.PROJECTION else ""
    return f"`{one.name}` ({planned}{one.about or ', '.join(one.columns[:3]) or one.path})"


def _standing(key: str, document: SourceDocument) -> Iterator[str]:
    """What a person has to say about a document that does not hold, or not yet."""
    if document.superseded_by:
        yield f"{_said(key)} is superseded by {document.superseded_by}: leave it out?"
    elif not document.accepted:
        yield f"{_said(key)} is {document.status or 'without a status'}: leave it out, or put it into the agenda?"


def _said(key: str) -> str:
    """adr:0002 as a text says it: ADR-0002."""
    family, _, name = key.partition(":")
    return f"{family.upper()}-{name}"


def _frame(
    documents: Mapping[str, SourceDocument],
    loose: tuple[str, ...],
    common: tuple[str, ...],
    body: list[Proposed],
    materials: tuple[Material, ...],
) -> tuple[tuple[Proposed, ...], tuple[Proposed, ...]]:
    """The sections before and behind those of the harnesses."""
    holding = tuple(key for key in loose if documents[key].accepted)
    waiting = tuple(key for key in loose if not documents[key].accepted)
    planned = tuple(one.name for one in materials if one.kind is Kind.PROJECTION)
    headlines = tuple(claim for section in body for claim in section.claims[:1])
    before = (
        Proposed(
            "abstract",
            "Abstract",
            "the question, the answer, and the numbers to remember",
            claims=headlines[:3],
            questions=("Who reads this report, and what do they decide with it?",),
        ),
        Proposed("introduction", "Introduction", "why the question is asked, what others found, what is new here"),
        Proposed(
            "platform",
            "Platform",
            "what was modelled or measured on, each constant with its status; what is left out; how far to trust it",
            "platform",
            sources=(*holding, *common),
            questions=tuple(question for key in waiting for question in _standing(key, documents[key])),
        ),
    )
    after = (
        Proposed("discussion", "Discussion", "what the findings mean together, and which change is worth its cost"),
        Proposed("threats", "Threats to validity", "internal, external, construct; what is not modelled", "threats"),
        Proposed("conclusion", "Conclusion", "what to remember, negative results among it"),
        Proposed(
            "agenda",
            "Agenda of the next half",
            "what comes next, and what is designed but not measured",
            sources=planned,
            questions=("Which of this is promised to somebody?",),
        ),
    )
    return before, after


def _share(section: Proposed, topics: int, pages: Decimal) -> Decimal:
    """Pages of one section, in tenths."""
    rest = (1 - sum(_SHARES.values(), Decimal(0))) / max(topics, 1)
    return max((_SHARES.get(section.key, rest) * pages).quantize(Decimal("0.1")), Decimal("0.2"))


def as_text(sections: Iterable[Proposed], title: str) -> str:
    """toc.md of the draft."""
    return "\n".join(("---", "state: draft", "---", "", f"# {title}", "", *_body(sections)))


def _body(sections: Iterable[Proposed]) -> Iterator[str]:
    for one in sections:
        yield from (f"## {one.title} {{#{one.key}}}", "", f"- purpose: {one.purpose}")
        if one.archetype:
            yield f"- archetype: {one.archetype}"
        yield f"- budget: {one.pages.normalize():f} page{'' if one.pages == 1 else 's'}"
        for name in ("sources", "figures", "tables"):
            if getattr(one, name):
                yield f"- {name}: {', '.join(getattr(one, name))}"
        for name in ("claims", "questions"):
            if getattr(one, name):
                yield from (f"- {name}:", *(f"  - {text}" for text in getattr(one, name)))
        yield ""
