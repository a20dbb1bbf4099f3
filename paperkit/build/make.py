"""The steps of a build that has something to do."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import asdict, dataclass, field, replace

from paperkit import digest
from paperkit.build.drawing import Drawn, draw
from paperkit.build.inputs import inputs_of, skipped, watched
from paperkit.build.load import Loaded, load
from paperkit.build.prepare import LEDGER, Prepared, render, verdict
from paperkit.build.record import VERSION, Record, write_record
from paperkit.build.run import Built, Request, Say, Step, environment
from paperkit.build.snapshot import Change, Reason, differences, own_digest
from paperkit.build.stage import fresh, lay_out
from paperkit.build.typeset import Tools, Typesetting, died, get_tools, page_count, tools_at_hand, typeset
from paperkit.checks.ledgered import ledger_of
from paperkit.checks.run import Checked, with_tex
from paperkit.diagnostics.diagnostic import Severity
from paperkit.diagnostics.text import counts_line
from paperkit.errors import PaperkitError, Status
from paperkit.process.place import finish_move, place_files
from paperkit.render.sections import Rendered
from paperkit.tectonic.compile import Compiled, complaints

OUTDATED = frozenset({"PK207", "PK307"})
"""What warns of outputs that are about to be written anew."""


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
        return self.wanted.result()

    def ran(self, name: str, *reasons: Reason) -> None:
        """Note a step that runs."""
        self.steps.append(Step(name, True, reasons or self.reasons))
        self.say(name)

    def ended(self, checked: Checked, summary: str = "", status: Status = Status.WELL) -> Built:
        """The end of the build."""
        former = (self.wanted.into / self.wanted.pdf).exists()
        steps, found, shown = tuple(self.steps), checked.diagnostics, self.wanted.shown
        return Built(self.pdf, steps, found, checked.counts, summary, status, shown, former)


@dataclass(frozen=True, slots=True)
class _Staged:
    """What is to be compiled: laid out, with the digest of each file and tool."""

    tools: Tools
    digests: dict[str, str]


def make(wanted: Request, record: Record | None, reasons: tuple[Reason, ...], say: Say) -> Built:
    """Run the steps; see `build`. TeX runs while the checks do, and its result counts only when they find nothing."""
    making = _Making(wanted, record, reasons, say)
    finish_move(wanted.folder)
    loaded = load(wanted.folder)
    before = inputs_of(loaded)
    drawn, step = draw(loaded, wanted.work / "figures", record.figures if record else {}, reasons, say)
    making.steps.append(step)
    making.ran("render")
    rendered, problems = render(loaded, drawn.diagnostics, wanted.draft)
    hopeful = all(each.severity is not Severity.ERROR for each in problems)
    tools = tools_at_hand(loaded.report) if loaded.report is not None and hopeful else None
    staged = _stage(making, loaded, rendered, drawn, tools) if rendered is not None and tools is not None else None
    with _early(making, loaded, staged) as running:
        making.ran("check")
        prepared = _current(verdict(loaded, rendered, problems, wanted.draft))
        if prepared.rendered is None or not prepared.checked.clean:
            return making.ended(prepared.checked, status=Status.DIAGNOSTICS)
        assert loaded.report is not None  # noqa: S101  (what is clean was read)
        if staged is None:
            staged = _stage(making, loaded, prepared.rendered, drawn, get_tools(loaded.report, say))
        making.say("compile")
        compiled = running.result() if running is not None else _late(making, loaded, staged)
    return _finish(making, prepared, drawn, staged, compiled, before)


def _current(prepared: Prepared) -> Prepared:
    """Without the warnings of outputs that are older than their templates: they are about to be written."""
    checked = prepared.checked
    left = tuple(x for x in checked.diagnostics if x.code not in OUTDATED or x.severity is not Severity.WARNING)
    return replace(prepared, checked=replace(checked, diagnostics=left))


def _stage(making: _Making, loaded: Loaded, rendered: Rendered, drawn: Drawn, tools: Tools) -> _Staged:
    """Lay out what TeX reads."""
    wanted = making.wanted
    pages = {page.name: page.text for page in (rendered.main, *rendered.pages)}
    files = lay_out(wanted.folder, pages, drawn.files, fresh(wanted.work / "stage"))
    date = loaded.report.date if loaded.report is not None else ""
    return _Staged(tools, {**files, "/engine": tools.engine.digest, "/bundle": tools.bundle.digest, "/date": date})


def _early(making: _Making, loaded: Loaded, staged: _Staged | None) -> Typesetting | nullcontext[None]:
    """The compile that runs beside the checks; none where nothing is to be compiled, or the tools are yet to come."""
    if staged is None or loaded.report is None or _same(making, staged):
        return nullcontext()
    return typeset(staged.tools, loaded.report, making.wanted.work, making.say)


def _late(making: _Making, loaded: Loaded, staged: _Staged) -> Compiled | None:
    """The compile behind the checks; None where all that TeX reads is the same."""
    if _same(making, staged):
        return None
    assert loaded.report is not None  # noqa: S101
    with typeset(staged.tools, loaded.report, making.wanted.work, making.say) as running:
        return running.result()


def _same(making: _Making, staged: _Staged) -> bool:
    """Whether the PDF on disk is what these files and tools gave."""
    record, target = making.record, making.wanted.into / making.wanted.pdf
    if record is None or record.compiled != staged.digests or not target.is_file():
        return False
    return digest.of_file(target) == record.outputs.get(making.pdf)


def _finish(
    making: _Making,
    prepared: Prepared,
    drawn: Drawn,
    staged: _Staged,
    compiled: Compiled | None,
    before: dict[str, str],
) -> Built:
    """Judge what TeX said, and put everything into place."""
    wanted, loaded = making.wanted, prepared.loaded
    if compiled is None:
        making.steps.append(Step("compile", ran=False))
        pdf, checked = (wanted.into / wanted.pdf).read_bytes(), prepared.checked
        pages = making.record.summary.split(" ", 1)[0] if making.record else "?"
    else:
        why = _compile_reasons(making.record, staged.digests)
        making.steps.append(Step("compile", True, why, compiled.passes))
        checked, pages = _with_tex(prepared, compiled), page_count(compiled)
        if not checked.clean:
            return making.ended(checked, status=Status.DIAGNOSTICS)
        if compiled.pdf is None:
            raise died(compiled, wanted.project.shown(wanted.work / "stage" / "main.log"))
        pdf = compiled.pdf
    outputs = _outputs(making, prepared, drawn, checked, pdf)
    changed = differences(before, inputs_of(loaded))
    if changed:
        fact = f"{changed[0].subject} changed while the report was built"
        raise PaperkitError(fact, "build again; former outputs are untouched")
    place_files(wanted.into, outputs, _outdated(making, outputs), Status.USAGE)
    summary = f"{pages} pages, {counts_line(checked.counts)}"
    _keep_record(making, loaded, checked, drawn, staged, outputs, summary)
    return making.ended(checked, summary)


def _with_tex(prepared: Prepared, compiled: Compiled) -> Checked:
    """The verdict with TeX's complaints in it."""
    rendered = prepared.rendered
    assert rendered is not None  # noqa: S101
    errors = complaints(compiled, {page.name: page.text for page in (rendered.main, *rendered.pages)})
    return with_tex(prepared.checked, errors)


def _compile_reasons(record: Record | None, now: dict[str, str]) -> tuple[Reason, ...]:
    if record is None:
        return (Reason(Change.FIRST),)
    return differences(record.compiled, now) or (Reason(Change.OUTPUT, "main.pdf"),)


def _outputs(making: _Making, prepared: Prepared, drawn: Drawn, checked: Checked, pdf: bytes) -> dict[str, bytes]:
    """All files that the build writes, by name in the report's folder."""
    wanted, rendered = making.wanted, prepared.rendered
    assert rendered is not None  # noqa: S101
    if wanted.draft:
        return {wanted.pdf: pdf}
    pages = {page.name: page.text.encode() for page in (rendered.main, *rendered.pages)}
    written = {**pages, **drawn.files}
    making.ran("ledger")
    named = {wanted.result(name): digest.of_bytes(raw) for name, raw in (*written.items(), (wanted.pdf, pdf))}
    return {wanted.pdf: pdf, **written, LEDGER: ledger_of(checked.evidence, named).encode()}


def _outdated(making: _Making, outputs: dict[str, bytes]) -> tuple[str, ...]:
    """Outputs of the last build that this one no longer writes, as names in the report's folder."""
    shown = making.wanted.project.shown(making.wanted.into) + "/"
    before = making.record.outputs if making.record is not None else {}
    names = (name.removeprefix(shown) for name in before if name.startswith(shown))
    return tuple(name for name in names if name not in outputs)


def _keep_record(
    making: _Making,
    loaded: Loaded,
    checked: Checked,
    drawn: Drawn,
    staged: _Staged,
    outputs: dict[str, bytes],
    summary: str,
) -> None:
    wanted, outside = making.wanted, staged.tools.outside
    record = Record(
        version=VERSION,
        tool=own_digest(),
        watched=watched(loaded, outside),
        skipped=skipped(loaded),
        inputs=inputs_of(loaded, outside),
        committed=() if wanted.draft else tuple(sorted({file.path for file in checked.evidence.files})),
        outputs={wanted.result(name): digest.of_bytes(raw) for name, raw in outputs.items()},
        compiled=staged.digests,
        figures=drawn.keys,
        summary=summary,
        counts=asdict(checked.counts),
        environment=environment(),
    )
    write_record(wanted.work / "record.json", record)
