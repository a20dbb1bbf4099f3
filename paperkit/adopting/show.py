"""What `paperkit adopt` says: what a paper holds, what may bind its numbers, what was written, what comes next."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import PurePosixPath

from paperkit.adopting.adopt import Adopted
from paperkit.adopting.data import Data, near
from paperkit.adopting.kinds import Sort
from paperkit.starting.placed import State
from paperkit.suggest.find import Unbound
from paperkit.suggest.show import as_json as pairs_as_data
from paperkit.suggest.suggest import Answer

SHOWN = 8
"""As many of a list as are shown to people; of the rest the number."""
_BIBLATEX = re.compile(r"\\usepackage\s*(?:\[[^\]]*\])?\s*\{[^{}]*\bbiblatex\b[^{}]*\}")


def as_lines(done: Adopted, written: bool = True) -> Iterator[str]:
    """For people."""
    yield from _numbers(done)
    yield from _macros(done)
    yield from _data(done)
    yield from _bindings(done)
    for one in done.placed:
        path = PurePosixPath(done.shown) / one.path
        yield _row(str(one.state) if written else "would write" if one.state is State.WRITTEN else "kept", str(path))
    yield from _to_do(done)
    yield from _next(done)


def _row(word: str, text: str) -> str:
    return f"{word:10} {text}"


def _some(word: str, entries: list[str]) -> Iterator[str]:
    for number, entry in enumerate(entries[:SHOWN]):
        yield _row("" if number else word, entry)
    if len(entries) > SHOWN:
        yield _row("", f"and {len(entries) - SHOWN} more")


def _numbers(done: Adopted) -> Iterator[str]:
    files = len(done.checked.evidence.documents[0].sources)
    yield _row("main", done.project.shown(done.main) + (f", with {files - 1} files that it reads" if files > 1 else ""))
    counts = done.checked.counts
    yield _row("numbers", counts.share)
    yield from (_row("", f"{len(every):5} {sort}") for sort, every in done.sorts.items())
    kinds = ", ".join(f"{number} {reason}" for reason, number in done.structure.most_common(5))
    yield _row("", f"{counts.structural:5} that need no evidence" + (f" ({kinds})" if kinds else ""))


def _macros(done: Adopted) -> Iterator[str]:
    """Numbers that a macro of the paper prints: bound once, where the macro is defined."""
    found: dict[str, int] = {}
    typed = (each for document in done.checked.evidence.documents for each in document.numerals if each.ungrounded)
    for each in typed:
        origin = each.origin
        if origin is not None:
            place = f"{origin.place}: {' '.join(origin.text.split())}"
            found[place] = found.get(place, 0) + 1
    told = [f"{place}, printed {number} time{'s' * (number != 1)}" for place, number in found.items()]
    yield from _some("macros", told)


def _data(done: Adopted) -> Iterator[str]:
    if not done.data.data:
        yield _row("data", "no table or configuration that git knows; name a folder with --data")
    told = [f"{one.name}: {one.path}{_about(one)}" for one in done.data.data]
    yield from _some("data", told)
    yield from _some("not read", [f"{path}: {why}" for path, why in done.data.unread])
    if done.data.more:
        yield _row("", f"{done.data.more} more data files are for you to name in report.yaml")


def _about(one: Data) -> str:
    """How many rows, and whether units and key are known; nothing for a tree."""
    described = "" if one.described else ", no descriptor"
    return f", {one.rows} row{'s' * (one.rows != 1)}{described}" if one.rows else ""


def _bindings(done: Adopted) -> Iterator[str]:
    fitting = [(one, answer) for one, answer in done.answers if answer.suggestions]
    looked, every = len(near(done.data)), len(done.data.data)
    some = f" in {looked} of {every} data files" if looked < every else ""
    told = f"{len(fitting)} of {len(done.answers)} telling numbers have suggestions{some}"
    yield _row("bindings", f"{told}, for instance:" if fitting else told)
    best = sorted(fitting, key=lambda pair: -pair[1].suggestions[0].score)
    for one, answer in best[:SHOWN]:
        first = answer.suggestions[0]
        yield _row("", f"{one.span.place}: {_said(one)} = {first.marker}")


def _said(one: Unbound) -> str:
    return " ".join(f"{one.literal.text} {one.literal.numeral.unit}".split())


def _to_do(done: Adopted) -> Iterator[str]:
    others = [each for each in done.checked.diagnostics if each.code not in ("PK101", "PK117")]
    if others:
        yield _row("to do", f"{len(others)} other findings, which `paperkit check {done.shown}` shows")
    if any(_BIBLATEX.search(source.text) for source in done.checked.evidence.documents[0].sources):
        yield _row("to do", "biblatex needs biber, which a build does not run: compile it yourself, or use BibTeX")
    pictures = _postscript(done)
    if pictures:
        shown = ", ".join(pictures[:3]) + (", ..." if len(pictures) > 3 else "")
        yield _row("to do", f"the engine takes no PostScript: turn {shown} into PDF, without the ending in the text")
    undescribed = [one.path for one in done.data.data if one.rows and not one.described]
    if undescribed:
        yield _row("to do", f"units and keys of the data: paperkit describe {undescribed[0]}")
    if done.sorts[Sort.SETUP]:
        place = done.sorts[Sort.SETUP][0].span.place
        yield _row("to do", f"set-up values, one by one: paperkit given {place} --source TEXT")


def _postscript(done: Adopted) -> list[str]:
    """Pictures that are there in PostScript alone."""
    folder = done.main.parent
    names = {graphic.name for document in done.checked.evidence.documents for graphic in document.graphics}
    found = {name: folder / (name if name.endswith(".eps") else f"{name}.eps") for name in sorted(names)}
    return [path.relative_to(folder).as_posix() for name, path in found.items() if path.is_file()
            and (name.endswith(".eps") or not path.with_suffix(".pdf").is_file())]  # fmt: skip


def _next(done: Adopted) -> Iterator[str]:
    shown = done.shown
    commands = [f"git add {shown} && git commit", f"paperkit check {shown}", f"paperkit build {shown}"]
    commands += [f"paperkit suggest {done.project.shown(done.main)}"]
    yield from (_row("" if number else "next", f"$ {command}") for number, command in enumerate(commands))


def as_json(done: Adopted) -> str:
    """For programs: everything."""
    known = {one.span: answer for one, answer in done.answers}
    every = [(one, sort) for sort, of in done.sorts.items() for one in of]
    pairs = [(one, known.get(one.span, Answer(one.literal, (), 0))) for one, _ in every]
    literals = json.loads(pairs_as_data(pairs))["literals"]
    for (_, sort), literal in zip(every, literals, strict=True):
        literal["sort"] = str(sort)
    counts = done.checked.counts
    numbers = {str(sort): len(every) for sort, every in done.sorts.items()}
    data = {
        "version": 1,
        "main": done.project.shown(done.main),
        "report": done.shown,
        "counts": {"bound": counts.bound, "structural": counts.structural, **numbers},
        "share": counts.share,
        "data": [asdict(one) for one in done.data.data],
        "unread": [{"path": path, "why": why} for path, why in done.data.unread],
        "literals": literals,
        "files": [{"path": str(PurePosixPath(done.shown) / one.path), "state": str(one.state)} for one in done.placed],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
