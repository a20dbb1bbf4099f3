"""The end of a build: TeX's complaints judged, everything put into place, and remembered."""

from __future__ import annotations

from dataclasses import asdict, replace

from paperkit import digest
from paperkit.build.drawing import Drawn
from paperkit.build.inputs import inputs_of, skipped, watched
from paperkit.build.load import Loaded
from paperkit.build.making import Making, Staged
from paperkit.build.prepare import Prepared
from paperkit.build.proofread import readable
from paperkit.build.record import VERSION, Record, write_record
from paperkit.build.rendering import LEDGER
from paperkit.build.run import Built, Step, environment
from paperkit.build.seal import Ahead, enriched, read_back, sealed_with, typeset_before
from paperkit.build.snapshot import Change, Reason, differences, own_digest
from paperkit.build.typeset import died, page_count
from paperkit.checks.run import Checked, with_tex
from paperkit.diagnostics.diagnostic import Severity
from paperkit.diagnostics.text import counts_line
from paperkit.errors import PaperkitError, Status
from paperkit.ledger import ledger_text, written_data
from paperkit.pdf.outline import section_pages
from paperkit.process.place import place_files
from paperkit.proving.sealing import Rich
from paperkit.tectonic.compile import Compiled, complaints

OUTDATED = frozenset({"PK207", "PK307"})
"""What warns of outputs that are about to be written anew."""


def current(prepared: Prepared) -> Prepared:
    """Without the warnings of outputs that are older than their templates: they are about to be written."""
    checked = prepared.checked
    left = tuple(x for x in checked.diagnostics if x.code not in OUTDATED or x.severity is not Severity.WARNING)
    return replace(prepared, checked=replace(checked, diagnostics=left))


def finish(
    making: Making,
    prepared: Prepared,
    drawn: Drawn,
    staged: Staged,
    compiled: Compiled | None,
    before: dict[str, str],
    ready: Ahead,
) -> Built:
    """Judge what TeX said, and put everything into place."""
    wanted, loaded = making.wanted, prepared.loaded
    if compiled is None:
        making.steps.append(Step("compile", ran=False))
        checked = prepared.checked
        rich = enriched(typeset_before(wanted), ready)
        making.steps.append(Step("audit", ran=False))
        pages = making.record.summary.split(" ", 1)[0] if making.record else "?"
    else:
        why = _compile_reasons(making.record, staged.digests)
        making.steps.append(Step("compile", True, why, compiled.passes))
        checked, pages = _with_tex(prepared, compiled), page_count(compiled)
        if not checked.clean:
            return making.ended(checked, status=Status.DIAGNOSTICS)
        if compiled.pdf is None:
            raise died(compiled, wanted.project.shown(staged.folder / "main.log"))
        making.ran("audit", *why)
        with readable(making.pdf):
            rich = enriched(compiled.pdf, ready)
            checked = read_back(rich, making, checked, ready)
        if not checked.clean:
            return making.ended(checked, status=Status.DIAGNOSTICS)
    outputs = _outputs(making, prepared, drawn, staged, checked, rich, ready)
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


def _outputs(
    making: Making, prepared: Prepared, drawn: Drawn, staged: Staged, checked: Checked, rich: Rich, ready: Ahead
) -> dict[str, bytes]:
    """All files that the build writes, by name in the report's folder."""
    wanted, rendered = making.wanted, prepared.rendered
    assert rendered is not None  # noqa: S101
    if wanted.draft:
        return {wanted.pdf: rich.typeset}
    pages = {page.name: page.text.encode() for page in (rendered.main, *rendered.pages)}
    written = {**pages, **drawn.files}
    making.ran("ledger")
    named = {wanted.result(name): digest.of_bytes(raw) for name, raw in written.items()}
    lengths = section_pages(rich.typeset)
    making.ran("seal")
    held = {**ready.ledger, **written_data(named, drawn.records, lengths)}
    result = sealed_with(staged, checked, rich, ledger_text(held))
    named[wanted.result(wanted.pdf)] = digest.of_bytes(result)
    ledger = ledger_text({**held, "outputs": dict(sorted(named.items()))})
    return {wanted.pdf: result, **written, LEDGER: ledger.encode()}


def _outdated(making: Making, outputs: dict[str, bytes]) -> tuple[str, ...]:
    """Outputs of the last build that this one no longer writes, as names in the report's folder."""
    shown = making.wanted.project.shown(making.wanted.into) + "/"
    before = making.record.outputs if making.record is not None else {}
    names = (name.removeprefix(shown) for name in before if name.startswith(shown))
    return tuple(name for name in names if name not in outputs)


def _keep_record(
    making: Making,
    loaded: Loaded,
    checked: Checked,
    drawn: Drawn,
    staged: Staged,
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
        warnings=sum(x.severity is Severity.WARNING and x.code not in OUTDATED for x in checked.diagnostics),
        environment=environment(),
    )
    write_record(wanted.work / "record.json", record)
