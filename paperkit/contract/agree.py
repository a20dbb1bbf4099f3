"""A person agrees to a contract, or to a change of one: the front matter is written, the body is left as it is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from paperkit.bench.former import former_versions
from paperkit.build.load import Loaded, load
from paperkit.config.toc import TOC_FILE, Agreement, Contract, body_digest, parse_contract
from paperkit.contract.changes import changes
from paperkit.diagnostics.nearest import nearest
from paperkit.errors import PaperkitError, Status
from paperkit.process.atomic import write_atomic
from paperkit.source import SourceFile


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was written: the path as shown, and the new entry of the history."""

    path: str
    entry: Agreement


def agree(folder: Path, by: str, day: str = "") -> Agreed:
    """A draft becomes the contract that *by* agreed to on *day* (ISO 8601; today where empty).

    Raises PaperkitError (status 1) where the contract has faults or open questions, or is agreed already.
    """
    loaded = load(folder)
    contract = _sound(loaded)
    if contract.agreed and contract.digest is not None:
        hint = f"record the change with `paperkit toc amend {loaded.shown} --by NAME --note WHY`"
        if contract.digest.value == contract.body_digest:
            hint = "there is nothing to do"
        raise _refused(f"{contract.source.path} is agreed already, by {contract.by} on {contract.date}", hint)
    return _write(loaded, contract, by, day, "agreed", _since(loaded, contract))


def amend(folder: Path, by: str, note: str, day: str = "") -> Agreed:
    """A change of an agreed contract is agreed to, with its reason; the history says what changed.

    Raises PaperkitError (status 1) where the contract was never agreed, is unchanged, or has faults or open questions.
    """
    loaded = load(folder)
    contract = _sound(loaded)
    if contract.digest is None:
        raise _refused(f"{contract.source.path} was never agreed", f"run `paperkit toc agree {loaded.shown} --by NAME`")
    if contract.digest.value == contract.body_digest:
        raise _refused(f"{contract.source.path} is as it was agreed", "edit it first, then record the amendment")
    if not note.strip():
        raise PaperkitError("an amendment needs a reason", "give it with --note")
    return _write(loaded, contract, by, day, note, _since(loaded, contract))


def _since(loaded: Loaded, contract: Contract) -> tuple[str, ...]:
    """What changed since the last agreement; empty before the first one."""
    if contract.digest is None:
        return ()
    found = since_agreed(loaded, contract)
    return ("unknown: git does not have the text that was agreed before",) if found is None else found


def since_agreed(loaded: Loaded, contract: Contract) -> tuple[str, ...] | None:
    """What *contract* promises otherwise than the text that was agreed; None where git has no such text."""
    wanted = contract.digest.value if contract.digest else ""
    path = loaded.folder / TOC_FILE
    for raw in former_versions(loaded.project, (path,), None)[path]:
        former, _ = parse_contract(SourceFile(contract.source.path, raw.decode("utf-8", "replace")))
        if former is not None and former.body_digest == wanted:
            return changes(former, contract) or ("wording only",)
    return None


def _sound(loaded: Loaded) -> Contract:
    """The contract, when it can be agreed to."""
    contract = loaded.contract
    path = loaded.project.shown(loaded.folder / TOC_FILE)
    if contract is None:
        raise _refused(f"{path} is missing or empty", f"run `paperkit toc propose {loaded.shown}`")
    faults = [found for found in loaded.problems if found.span and found.span.path == path and found.message]
    faults = [found for found in faults if not re.search(r"has no '(?:by|date|digest)'", found.message)]
    if faults:
        first = faults[0]
        place = first.span.place if first.span else path
        raise _refused(f"{place}: {first.message}", first.hint or "mend it first")
    _named(loaded, contract)
    if contract.questions:
        key, question = contract.questions[0]
        count = f"{len(contract.questions)} open question{'s' if len(contract.questions) > 1 else ''}"
        raise _refused(
            f"{question.span.place}: {count}, the first in {key}: {question.value}",
            "answer them in the contract and take them out, then agree",
        )
    return contract


def _named(loaded: Loaded, contract: Contract) -> None:
    """Each claim names something that is there. Raises PaperkitError (status 1) at the first that does not."""
    known = {*loaded.scope.quantities, *loaded.scope.store.specs}
    for promise in contract.promises:
        for claim in promise.claims:
            names = re.findall(r"`([^`]+)`", claim.value)
            unknown = [name for name in names if name not in known]
            if unknown or not names:
                fact = f"nothing is called {unknown[0]}" if unknown else "the claim names no quantity"
                hint = nearest(unknown[0], known) if unknown else ""
                hint = hint or "name it in backticks, under `quantities` or `artifacts` in report.yaml"
                raise _refused(f"{claim.span.place}: {fact}", hint)


def _refused(message: str, hint: str) -> PaperkitError:
    return PaperkitError(message, hint, Status.DIAGNOSTICS)


def _write(loaded: Loaded, contract: Contract, by: str, day: str, note: str, changed: tuple[str, ...]) -> Agreed:
    if not by.strip():
        raise PaperkitError("nobody is named who agrees", "give the person's name with --by")
    entry = Agreement(_day(day), by.strip(), body_digest(contract.body), note.strip(), changed)
    lines = _front(entry, (*contract.history, entry))
    path = loaded.folder / TOC_FILE
    write_atomic(path, "\n".join(lines) + "\n\n" + contract.body.lstrip("\n"))
    return Agreed(contract.source.path, entry)


def _day(day: str) -> str:
    try:
        return date.fromisoformat(day).isoformat() if day else date.today().isoformat()
    except ValueError:
        raise PaperkitError(f"{day!r} is no date", "write it as 2026-06-30") from None


def _front(entry: Agreement, history: tuple[Agreement, ...]) -> Iterator[str]:
    yield from ("---", "state: agreed", f"by: {_text(entry.by)}", f"date: {entry.date}", f"digest: {entry.digest}")
    yield "history:"
    for one in history:
        yield f"  - date: {one.date}"
        yield f"    by: {_text(one.by)}"
        yield f"    digest: {one.digest}"
        yield f"    note: {_text(one.note)}"
        if one.changes:
            yield "    changes:"
            yield from (f"      - {_text(change)}" for change in one.changes)
    yield "---"


def _text(words: str) -> str:
    """A text as YAML has it: bare where it may stand so, else quoted as JSON quotes it."""
    plain = re.fullmatch(r"[A-Za-z][\w .()/+-]*\w", words) and words.lower() not in {
        "true",
        "false",
        "null",
        "yes",
        "no",
    }
    return words if plain else json.dumps(words, ensure_ascii=False)
