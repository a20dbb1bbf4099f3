"""A contract as people and programs look at it: what each section promises, and who agreed to what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from paperkit.build.load import load
from paperkit.config.fields import Text
from paperkit.config.toc import TOC_FILE, Contract
from paperkit.config.toc_body import Promise
from paperkit.contract.agree import since_agreed
from paperkit.errors import PaperkitError


@dataclass(frozen=True, slots=True)
class Standing:
    """A contract with what changed since it was agreed; *changed* is None where git has no agreed text."""

    report: str
    contract: Contract
    changed: tuple[str, ...] | None = ()


def standing(folder: Path) -> Standing:
    """The contract of the report in *folder*. Raises PaperkitError (status 2) where there is none."""
    loaded = load(folder)
    contract = loaded.contract
    if contract is None:
        path = loaded.project.shown(loaded.folder / TOC_FILE)
        raise PaperkitError(f"{path} is missing or empty", f"run `paperkit toc propose {loaded.shown}`")
    edited = contract.digest is not None and contract.digest.value != contract.body_digest
    return Standing(loaded.shown, contract, since_agreed(loaded, contract) if edited else ())


def as_data(shown: Standing) -> dict[str, Any]:
    """Plain data for JSON."""
    contract = shown.contract
    return {
        "report": shown.report,
        "path": contract.source.path,
        "state": contract.state,
        "by": contract.by,
        "date": contract.date,
        "digest": contract.digest.value if contract.digest else "",
        "body_digest": contract.body_digest,
        "changed": None if shown.changed is None else list(shown.changed),
        "sections": [_section(promise) for promise in contract.promises],
        "history": [asdict(entry) for entry in contract.history],
    }


def _section(promise: Promise) -> dict[str, Any]:
    lists = ("sources", "figures", "tables", "claims", "questions")
    return {
        "key": promise.key,
        "title": promise.title,
        "line": promise.span.line,
        "purpose": promise.purpose,
        "archetype": promise.archetype,
        "pages": None if promise.pages is None else str(promise.pages),
        **{name: [text.value for text in getattr(promise, name)] for name in lists},
    }


def as_text(shown: Standing) -> str:
    """Lines for a terminal."""
    return "\n".join(_lines(shown))


def _lines(shown: Standing) -> Iterator[str]:
    contract = shown.contract
    signed = f", {contract.by}, {contract.date}" if contract.agreed else ""
    total = sum((promise.pages or 0) for promise in contract.promises)
    yield f"{contract.source.path}: {contract.state}{signed}" + (f", {total} pages" if total else "")
    for promise in contract.promises:
        yield ""
        yield f"{promise.key}: {promise.title}" + (f" ({promise.budget.value})" if promise.budget else "")
        if promise.purpose:
            yield f"  {promise.purpose}"
        for name in ("sources", "figures", "tables"):
            yield from _inline(name, getattr(promise, name))
        for name in ("claims", "questions"):
            yield from (f"  {name[:-1]}: {text.value}" for text in getattr(promise, name))
    if shown.changed is None:
        yield from ("", "changed since it was agreed; git does not have the agreed text")
    elif shown.changed:
        yield from ("", "changed since it was agreed:", *(f"  {change}" for change in shown.changed))
    if contract.history:
        yield from ("", "history:")
    for entry in contract.history:
        yield f"  {entry.date} {entry.by}: {entry.note} ({entry.digest[:19]})"
        yield from (f"    {change}" for change in entry.changes)


def _inline(name: str, texts: tuple[Text, ...]) -> Iterator[str]:
    if texts:
        yield f"  {name}: {', '.join(text.value for text in texts)}"
