"""The figures of a report: drawn again only where a script or its evidence changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from paperkit import digest
from paperkit.build.load import Loaded
from paperkit.build.run import Say, Step
from paperkit.build.snapshot import Change, Reason
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.figures.draw import draw_figures
from paperkit.figures.queries import Script, read_scripts
from paperkit.ledger import FigureRecord, figure_record_text, read_figure_record
from paperkit.process.atomic import write_atomic


@dataclass(frozen=True, slots=True)
class Drawn:
    """All figures of a report. *files*: name in the report's folder to PDF; *keys*: what each was drawn from;
    *records*: what each asked for and shows, by its name.
    """

    files: dict[str, bytes]
    keys: dict[str, str]
    records: dict[str, FigureRecord]
    diagnostics: tuple[Diagnostic, ...] = ()


def draw(
    loaded: Loaded, cache: Path, before: Mapping[str, str], reasons: tuple[Reason, ...], say: Say
) -> tuple[Drawn, Step]:
    """The figures, from *cache* where their keys are those of *before*; and the step that this was."""
    if loaded.report is None:
        return Drawn({}, {}, {}), Step("figures", ran=False)
    scripts = read_scripts(loaded.folder / "figures", loaded.project)
    keys = _keys(loaded, scripts)
    kept = {name for name, key in keys.items() if before.get(name) == key and _kept(cache, name)}
    stale = frozenset(keys) - kept
    files = {f"tex/figures/{name}.pdf": (cache / f"{name}.pdf").read_bytes() for name in sorted(kept)}
    records = {name: read_figure_record((cache / f"{name}.json").read_text("utf-8")) for name in sorted(kept)}
    if not stale:
        return Drawn(files, keys, _signed(records, scripts)), Step("figures", ran=False)
    say(f"figures: {', '.join(sorted(stale))}")
    results = draw_figures(loaded.report, loaded.scope, loaded.project, only=stale)
    for result in results:
        if result.pdf is not None:
            write_atomic(cache / f"{result.name}.pdf", result.pdf)
            files[f"tex/figures/{result.name}.pdf"] = result.pdf
            records[result.name] = record = FigureRecord(result.queries, result.texts, result.ticks)
            write_atomic(cache / f"{result.name}.json", figure_record_text(record))
    found = tuple(each for result in results for each in result.diagnostics)
    sound = {name: key for name, key in keys.items() if name in kept or not found}
    why = reasons if before else (Reason(Change.FIRST),)
    return Drawn(files, sound, _signed(records, scripts), found), Step("figures", ran=True, reasons=why)


def _signed(records: Mapping[str, FigureRecord], scripts: tuple[Script, ...]) -> dict[str, FigureRecord]:
    """The records with the digests of the scripts that drew them."""
    code = {script.name: digest.of_bytes(script.source.text.encode()) for script in scripts}
    return {name: replace(record, script=code.get(name, "")) for name, record in records.items()}


def _kept(cache: Path, name: str) -> bool:
    return all((cache / f"{name}.{ending}").is_file() for ending in ("pdf", "json"))


def _keys(loaded: Loaded, scripts: tuple[Script, ...]) -> dict[str, str]:
    """For each figure the digest of all that it is drawn from: the scripts, the artifacts and the named quantities."""
    folder = loaded.folder / "figures"
    code = {path.name: digest.of_file(path) for path in folder.glob("*.py")}
    store = loaded.scope.store
    states = {
        name: [digest.of_file(path) if path.is_file() else "missing" for path in store.files(name)]
        for name in store.specs
    }

    def key(script: Script) -> str:
        open_query = any("{" in query for query in script.queries)
        read = sorted(states) if open_query else script.artifacts(loaded.scope)
        fixed = {name: [store.specs[name].where, states[name]] for name in read}
        shared = {name: value for name, value in code.items() if name.startswith("_") or name == f"{script.name}.py"}
        return digest.of_data([shared, fixed, dict(loaded.scope.quantities)])

    return {script.name: key(script) for script in scripts}
