"""The steps of a build that has something to do, up to the compile."""

from __future__ import annotations

from contextlib import nullcontext

from paperkit import digest
from paperkit.build.drawing import Drawn, draw
from paperkit.build.inputs import inputs_of
from paperkit.build.load import Loaded, load
from paperkit.build.making import Making, Staged
from paperkit.build.record import Record
from paperkit.build.rendering import render
from paperkit.build.run import Built, Request, Say
from paperkit.build.snapshot import Reason
from paperkit.build.stage import fresh, lay_out
from paperkit.build.typeset import Tools, Typesetting, get_tools, tools_at_hand, typeset
from paperkit.diagnostics.diagnostic import Severity
from paperkit.errors import Status
from paperkit.process.place import finish_move
from paperkit.render.sections import Rendered
from paperkit.tectonic.compile import Compiled


def make(wanted: Request, record: Record | None, reasons: tuple[Reason, ...], say: Say) -> Built:
    """Run the steps; see `build`. TeX runs while the checks do, and its result counts only when they find nothing."""
    making = Making(wanted, record, reasons, say)
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
        from paperkit.build.finish import current, finish  # the checks are loaded while TeX runs already
        from paperkit.build.prepare import verdict

        making.ran("check")
        prepared = current(verdict(loaded, rendered, problems, wanted.draft))
        if prepared.rendered is None or not prepared.checked.clean:
            return making.ended(prepared.checked, status=Status.DIAGNOSTICS)
        assert loaded.report is not None  # noqa: S101  (what is clean was read)
        if staged is None:
            staged = _stage(making, loaded, prepared.rendered, drawn, get_tools(loaded.report, say))
        making.say("compile")
        compiled = running.result() if running is not None else _late(making, loaded, staged)
    return finish(making, prepared, drawn, staged, compiled, before)


def _stage(making: Making, loaded: Loaded, rendered: Rendered, drawn: Drawn, tools: Tools) -> Staged:
    """Lay out what TeX reads."""
    wanted = making.wanted
    pages = {page.name: page.text for page in (rendered.main, *rendered.pages)}
    files = lay_out(wanted.folder, pages, drawn.files, fresh(wanted.work / "stage"))
    date = loaded.report.date if loaded.report is not None else ""
    return Staged(tools, {**files, "/engine": tools.engine.digest, "/bundle": tools.bundle.digest, "/date": date})


def _early(making: Making, loaded: Loaded, staged: Staged | None) -> Typesetting | nullcontext[None]:
    """The compile that runs beside the checks; none where nothing is to be compiled, or the tools are yet to come."""
    if staged is None or loaded.report is None or _same(making, staged):
        return nullcontext()
    return typeset(staged.tools, loaded.report, making.wanted.work, making.say)


def _late(making: Making, loaded: Loaded, staged: Staged) -> Compiled | None:
    """The compile behind the checks; None where all that TeX reads is the same."""
    if _same(making, staged):
        return None
    assert loaded.report is not None  # noqa: S101
    with typeset(staged.tools, loaded.report, making.wanted.work, making.say) as running:
        return running.result()


def _same(making: Making, staged: Staged) -> bool:
    """Whether the PDF on disk is what these files and tools gave."""
    record, target = making.record, making.wanted.into / making.wanted.pdf
    if record is None or record.compiled != staged.digests or not target.is_file():
        return False
    return digest.of_file(target) == record.outputs.get(making.pdf)
