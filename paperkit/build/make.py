"""The steps of a build that has something to do."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from paperkit import digest
from paperkit.build.drawing import draw
from paperkit.build.load import Loaded, load
from paperkit.build.prepare import LEDGER, Prepared, judge, prepare
from paperkit.build.record import VERSION, Record, write_record
from paperkit.build.run import Built, Request, Say, Step, environment
from paperkit.build.snapshot import Change, Reason, Watched, differences, own_digest, take
from paperkit.build.stage import fresh, lay_out
from paperkit.checks.artifact_files import provenance_of
from paperkit.checks.ledgered import ledger_of
from paperkit.checks.run import Checked
from paperkit.diagnostics.diagnostic import Severity
from paperkit.diagnostics.text import counts_line
from paperkit.errors import PaperkitError, Status
from paperkit.process.place import finish_move, place_files
from paperkit.tectonic.bundle import Bundle, find_bundle
from paperkit.tectonic.compile import Compiled, compile_tex, complaints
from paperkit.tectonic.install import Engine, find_engine


@dataclass(slots=True)
class _Making:
    """One build under way: what it has done so far."""

    wanted: Request
    record: Record | None
    reasons: tuple[Reason, ...]
    say: Say
    steps: list[Step] = field(default_factory=list)

    @property
    def pdf(self) -> str:
        """The result's path as shown."""
        return f"{self.wanted.shown}/{self.wanted.pdf}"

    def ran(self, name: str, *reasons: Reason) -> None:
        """Note a step that runs."""
        self.steps.append(Step(name, True, reasons or self.reasons))
        self.say(name)

    def ended(self, checked: Checked, summary: str = "", status: Status = Status.WELL) -> Built:
        """The end of the build."""
        return Built(self.pdf, tuple(self.steps), checked.diagnostics, checked.counts, summary, status)


@dataclass(frozen=True, slots=True)
class _Tools:
    """What TeX is run with."""

    engine: Engine
    bundle: Bundle

    @property
    def outside(self) -> tuple[str, ...]:
        """Files whose change means another tool."""
        return tuple(str(path) for path in (self.engine.path, self.bundle.path) if path is not None)


def make(wanted: Request, record: Record | None, reasons: tuple[Reason, ...], say: Say) -> Built:
    """Run the steps; see `build`."""
    making = _Making(wanted, record, reasons, say)
    finish_move(wanted.folder)
    loaded = load(wanted.folder)
    before = _inputs(making, loaded, ())
    figures, step = draw(loaded, wanted.work / "figures", record.figures if record else {}, reasons, say)
    making.steps.append(step)
    making.ran("render")
    prepared = _current(prepare(loaded, figures.diagnostics, wanted.draft))
    making.ran("check")
    if prepared.rendered is None or not prepared.checked.clean:
        return making.ended(prepared.checked, status=Status.DIAGNOSTICS)
    return _typeset(making, prepared, figures.files, figures.keys, before)


def _current(prepared: Prepared) -> Prepared:
    """Without the warnings of outputs that are older than their templates: they are about to be written."""
    checked = prepared.checked
    left = tuple(x for x in checked.diagnostics if (x.code, x.severity) != ("PK303", Severity.WARNING))
    return replace(prepared, checked=replace(checked, diagnostics=left))


def _typeset(
    making: _Making, prepared: Prepared, figures: dict[str, bytes], keys: dict[str, str], before: dict[str, str]
) -> Built:
    """Compile what was found well, and put everything into place."""
    wanted, loaded, rendered = making.wanted, prepared.loaded, prepared.rendered
    assert loaded.report is not None and rendered is not None  # noqa: S101, PT018  (make has looked)
    engine = find_engine(progress=making.say)
    tools = _Tools(engine, find_bundle(engine, loaded.report.packages, progress=making.say))
    pages = {page.name: page.text for page in (rendered.main, *rendered.pages)}
    staged = lay_out(wanted.folder, pages, figures, fresh(wanted.work / "stage"))
    compiled_from = {**staged, "/engine": engine.digest, "/bundle": tools.bundle.digest, "/date": loaded.report.date}
    pdf, checked, pages_printed = _compile(making, prepared, tools, compiled_from)
    if pdf is None:
        return making.ended(checked, status=Status.DIAGNOSTICS)
    outputs = {wanted.pdf: pdf}
    if not wanted.draft:
        written = {name: text.encode() for name, text in pages.items()} | figures
        named = {f"{wanted.shown}/{name}": digest.of_bytes(raw) for name, raw in written.items()}
        making.ran("ledger")
        outputs |= {**written, LEDGER: ledger_of(checked.evidence, named).encode()}
    _refuse_a_race(making, loaded, before)
    place_files(wanted.folder, outputs, _outdated(making, outputs), Status.USAGE)
    summary = f"{pages_printed} pages, {counts_line(checked.counts)}"
    _keep_record(making, loaded, checked, tools, outputs, compiled_from, keys, summary)
    return making.ended(checked, summary)


def _compile(
    making: _Making, prepared: Prepared, tools: _Tools, compiled_from: dict[str, str]
) -> tuple[bytes | None, Checked, str]:
    """(the PDF or None, the verdict, how many pages): not compiled where all that TeX reads is the same."""
    wanted, record = making.wanted, making.record
    target = wanted.folder / wanted.pdf
    if record is not None and record.compiled == compiled_from and target.is_file():
        raw = target.read_bytes()
        if digest.of_bytes(raw) == record.outputs.get(making.pdf):
            making.steps.append(Step("compile", ran=False))
            return raw, prepared.checked, record.summary.split(" ", 1)[0]
    making.ran("compile", *_compile_reasons(record, compiled_from))
    compiled = compile_tex(
        tools.engine,
        tools.bundle,
        wanted.work / "stage",
        "main.tex",
        _epoch(prepared),
        keep=_kept(wanted.work / "auxiliary"),
        progress=making.say,
    )
    checked = _with_tex(making, prepared, compiled)
    if compiled.pdf is None and checked.clean:
        raise PaperkitError(
            f"TeX ended with status {compiled.status} and said nothing of why",
            f"its log is {wanted.project.shown(wanted.work / 'stage' / 'main.log')}",
            Status.TEX,
        )
    return (compiled.pdf if checked.clean else None), checked, _pages(compiled)


def _kept(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _epoch(prepared: Prepared) -> int:
    """The report's date as seconds since 1970: no clock reaches the PDF."""
    assert prepared.loaded.report is not None  # noqa: S101
    return int(datetime.fromisoformat(prepared.loaded.report.date).replace(tzinfo=UTC).timestamp())


def _with_tex(making: _Making, prepared: Prepared, compiled: Compiled) -> Checked:
    """The verdict with TeX's complaints in it."""
    rendered = prepared.rendered
    assert rendered is not None  # noqa: S101
    sources = {page.name: page.text for page in (rendered.main, *rendered.pages)}
    errors = complaints(compiled, sources)
    if not errors:
        return prepared.checked
    problems = prepared.checked.evidence.problems
    checked = judge(prepared.loaded, rendered, problems, errors, making.wanted.draft)
    return _current(replace(prepared, checked=checked)).checked


def _pages(compiled: Compiled) -> str:
    found = re.findall(r"^Output written on \S+ \((\d+) page", compiled.log, re.MULTILINE)
    return found[-1] if found else "?"


def _compile_reasons(record: Record | None, now: dict[str, str]) -> tuple[Reason, ...]:
    if record is None:
        return (Reason(Change.FIRST),)
    return differences(record.compiled, now) or (Reason(Change.OUTPUT, "main.pdf"),)


def _outdated(making: _Making, outputs: dict[str, bytes]) -> tuple[str, ...]:
    """Outputs of the last build that this one no longer writes, as names in the report's folder."""
    shown = making.wanted.shown + "/"
    before = making.record.outputs if making.record is not None else {}
    names = (name.removeprefix(shown) for name in before if name.startswith(shown))
    return tuple(name for name in names if name not in outputs)


def _refuse_a_race(making: _Making, loaded: Loaded, before: dict[str, str]) -> None:
    """Nothing is written where an input changed while the build ran: it would not be the evidence of the result."""
    changed = differences(before, _inputs(making, loaded, ()))
    if changed:
        raise PaperkitError(
            f"{changed[0].subject} changed while the report was built", "build again; former outputs are untouched"
        )


def _inputs(making: _Making, loaded: Loaded, outside: tuple[str, ...]) -> dict[str, str]:
    return take(making.wanted.project, _watched(loaded, outside), _skipped(loaded))


def _skipped(loaded: Loaded) -> tuple[str, ...]:
    """Outputs, whose digests are compared on their own."""
    shown = loaded.shown
    tex = (path.relative_to(loaded.folder).as_posix() for path in (loaded.folder / "tex").rglob("*"))
    names = ("main.tex", "main.pdf", "draft.pdf", LEDGER, *tex)
    return tuple(f"{shown}/{name}" for name in names)


def _watched(loaded: Loaded, outside: tuple[str, ...]) -> Watched:
    """Everything that a build of this report may read."""
    project, store = loaded.project, loaded.scope.store
    folders = {loaded.shown, "templates"}
    files = {project.shown(path) for name in store.specs for path in store.files(name)}
    files |= {document.source.path for document in loaded.scope.documents.values()}
    folders |= {PurePosixPath(document.source.path).parent.as_posix() for document in loaded.scope.documents.values()}
    for name in store.specs:
        provenance = provenance_of(store, name) or {}
        harness = provenance.get("harness")
        folders |= {harness} if isinstance(harness, str) and harness else set()
        for what in ("code", "inputs"):
            read = provenance.get(what)
            files |= set(read) if isinstance(read, dict) else set()
    folders |= {PurePosixPath(name).parent.as_posix() for name in files}
    return Watched(tuple(sorted(folders - {".", ""})), tuple(sorted(files)), outside)


def _keep_record(
    making: _Making,
    loaded: Loaded,
    checked: Checked,
    tools: _Tools,
    outputs: dict[str, bytes],
    compiled_from: dict[str, str],
    figures: dict[str, str],
    summary: str,
) -> None:
    wanted = making.wanted
    files = () if wanted.draft else sorted({file.path for file in checked.evidence.files})
    record = Record(
        version=VERSION,
        tool=own_digest(),
        watched=_watched(loaded, tools.outside),
        skipped=_skipped(loaded),
        inputs=_inputs(making, loaded, tools.outside),
        committed=tuple(files),
        outputs={f"{wanted.shown}/{name}": digest.of_bytes(raw) for name, raw in outputs.items()},
        compiled=compiled_from,
        figures=figures,
        summary=summary,
        environment=environment(),
    )
    write_record(wanted.work / "record.json", record)
