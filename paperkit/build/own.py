"""The build of a report that is LaTeX itself: checked, compiled as it is, with its ledger beside it."""

from __future__ import annotations

from dataclasses import asdict

from paperkit import digest
from paperkit.build.load import Loaded
from paperkit.build.making import Making, Staged
from paperkit.build.own_stage import OwnStage, lay_out_own
from paperkit.build.prepare import check_own
from paperkit.build.proofread import included, readable
from paperkit.build.record import VERSION, Record, write_record
from paperkit.build.rendering import LEDGER
from paperkit.build.run import Built, Step, environment
from paperkit.build.seal import ahead, enriched, read_back, sealed_with, typeset_before
from paperkit.build.snapshot import Change, Reason, Watched, differences, own_digest, take
from paperkit.build.typeset import Tools, died, get_tools, page_count, typeset
from paperkit.checks.ledgered import ledger_of
from paperkit.checks.run import Checked, with_tex
from paperkit.config.report import Report
from paperkit.diagnostics.diagnostic import Severity
from paperkit.diagnostics.text import counts_line
from paperkit.errors import PaperkitError, Status
from paperkit.process.place import place_files
from paperkit.proving.sealing import Rich
from paperkit.tectonic.compile import Compiled, complaints


def make_own(making: Making, loaded: Loaded, report: Report) -> Built:
    """Check and compile *report*; what stands stays as it is unless everything went well."""
    wanted = making.wanted
    making.ran("check")
    checked = check_own(loaded, report, wanted.draft)
    if not checked.clean:
        return making.ended(checked, status=Status.DIAGNOSTICS)
    making.say("compile")
    assert report.main is not None  # noqa: S101
    stage = lay_out_own(checked.evidence, report.main, wanted.work / "stage", wanted.draft)
    watched = _watched(loaded, report, stage)
    before = take(loaded.project, watched, _outputs_of(making))
    tools = get_tools(report, making.say)
    staged = _staged(tools, report, stage)
    ready = ahead(making, checked, included(checked.evidence, report.main.parent))
    if _same(making, staged):
        making.steps.append(Step("compile", ran=False))
        making.steps.append(Step("audit", ran=False))
        rich, pages = enriched(typeset_before(wanted), ready), _former_pages(making)
    else:
        compiled = _compile(making, tools, report, stage)
        reasons = differences(making.record.compiled, staged.digests) if making.record else (Reason(Change.FIRST),)
        making.steps.append(Step("compile", True, reasons or (Reason(Change.OUTPUT, wanted.pdf),), compiled.passes))
        checked = with_tex(checked, complaints(compiled, stage.texts))
        if not checked.clean:
            return making.ended(checked, status=Status.DIAGNOSTICS)
        if compiled.pdf is None:
            raise died(compiled, loaded.project.shown((stage.folder / stage.main).with_suffix(".log")))
        pages = page_count(compiled)
        making.ran("audit", *reasons)
        with readable(making.pdf):
            rich = enriched(compiled.pdf, ready)
            checked = read_back(rich, making, checked, ready)
        if not checked.clean:
            return making.ended(checked, status=Status.DIAGNOSTICS)
    changed = differences(before, take(loaded.project, watched, _outputs_of(making)))
    if changed:
        fact = f"{changed[0].subject} changed while the report was built"
        raise PaperkitError(fact, "build again; former outputs are untouched")
    return _finish(making, checked, staged, watched, rich, f"{pages} pages, {counts_line(checked.counts)}")


def _compile(making: Making, tools: Tools, report: Report, stage: OwnStage) -> Compiled:
    with typeset(tools, report, making.wanted.work, making.say, stage.main) as running:
        return running.result()


def _staged(tools: Tools, report: Report, stage: OwnStage) -> Staged:
    return Staged(tools, stage.folder, {**stage.digests, **tools.digests(report)})


def _same(making: Making, staged: Staged) -> bool:
    """Whether the PDF on disk is what these files and tools gave."""
    record, target = making.record, making.wanted.into / making.wanted.pdf
    if record is None or record.compiled != staged.digests or not target.is_file():
        return False
    return digest.of_file(target) == record.outputs.get(making.pdf)


def _former_pages(making: Making) -> str:
    return making.record.summary.split(" ", 1)[0] if making.record else "?"


def _outputs_of(making: Making) -> tuple[str, ...]:
    wanted = making.wanted
    return tuple(wanted.project.shown(wanted.folder / name) for name in (wanted.pdf, LEDGER))


def _watched(loaded: Loaded, report: Report, stage: OwnStage) -> Watched:
    """Where a change means another build; the folder as a whole, where it is not the project's root."""
    store = loaded.scope.store
    files = {loaded.project.shown(path) for name in store.specs for path in store.files(name)}
    files |= {report.source.path, loaded.project.shown(report.folder / "given.yaml"), *stage.read}
    files |= {loaded.project.shown(report.baseline)} if report.baseline is not None else set()
    files |= {document.source.path for document in loaded.scope.documents.values()}
    folder = loaded.shown
    return Watched((folder,) if folder != "." else (), tuple(sorted(files)), ())


def _finish(making: Making, checked: Checked, staged: Staged, watched: Watched, rich: Rich, summary: str) -> Built:
    """Everything put into place, and remembered."""
    wanted = making.wanted
    outputs = {wanted.pdf: rich.typeset} if wanted.draft else _proven(making, checked, staged, rich)
    place_files(wanted.into, outputs, (), Status.USAGE)
    watched = Watched(watched.folders, watched.files, staged.tools.outside)
    skipped = _outputs_of(making)
    record = Record(
        version=VERSION,
        tool=own_digest(),
        watched=watched,
        skipped=skipped,
        inputs=take(wanted.project, watched, skipped),
        committed=() if wanted.draft else tuple(sorted({file.path for file in checked.evidence.files})),
        outputs={wanted.result(name): digest.of_bytes(raw) for name, raw in outputs.items()},
        compiled=staged.digests,
        summary=summary,
        counts=asdict(checked.counts),
        warnings=sum(each.severity is Severity.WARNING for each in checked.diagnostics),
        environment=environment(),
    )
    write_record(wanted.work / "record.json", record)
    return making.ended(checked, summary)


def _proven(making: Making, checked: Checked, staged: Staged, rich: Rich) -> dict[str, bytes]:
    """The PDF with its evidence, and the ledger that lies beside it."""
    wanted = making.wanted
    making.ran("ledger")
    making.ran("seal")
    figures = included(checked.evidence, (wanted.folder / wanted.own).parent)
    result = sealed_with(staged, checked, rich, ledger_of(checked.evidence), figures)
    ledger = ledger_of(checked.evidence, {wanted.result(): digest.of_bytes(result)})
    return {wanted.pdf: result, LEDGER: ledger.encode()}
