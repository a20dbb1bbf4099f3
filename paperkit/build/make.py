"""The steps of a build that has something to do, up to the compile."""

from __future__ import annotations

from paperkit import digest
from paperkit.build.drawing import Drawn, draw
from paperkit.build.inputs import inputs_of
from paperkit.build.load import Loaded, load
from paperkit.build.making import Making
from paperkit.build.press import MAIN, Press
from paperkit.build.record import Record
from paperkit.build.rendering import render
from paperkit.build.resident import Resident
from paperkit.build.run import Built, Request, Say
from paperkit.build.snapshot import Reason
from paperkit.errors import Status
from paperkit.process.place import finish_move
from paperkit.render.pages import Page, Rendered


def make(
    wanted: Request, record: Record | None, reasons: tuple[Reason, ...], say: Say, resident: Resident | None = None
) -> Built:
    """Run the steps; see `build`. TeX runs beside rendering and checks, and counts only when they find nothing."""
    making = Making(wanted, record, reasons, say)
    finish_move(wanted.folder)
    loaded = (resident and resident.known(wanted.shown, reasons)) or load(wanted.folder)
    if loaded.own is not None:
        from paperkit.build.own import make_own

        built = make_own(making, loaded, loaded.own)
        if resident is not None and built.status is Status.WELL:
            resident.show((wanted.into / wanted.pdf).read_bytes())
    else:
        built = _make(making, loaded, resident)
    if resident is not None:
        resident.loaded = loaded if built.status is Status.WELL else None
    return built


def _make(making: Making, loaded: Loaded, resident: Resident | None) -> Built:
    """A report of sections."""
    wanted, record = making.wanted, making.record
    drawn, step = draw(loaded, wanted.work / "figures", record.figures if record else {}, making.reasons, making.say)
    making.steps.append(step)
    press = Press(making, loaded, drawn, resident)
    with press:
        built, rendered = _typeset(making, loaded, drawn, press)
    if rendered is not None:
        press.leave()
    return built


def _typeset(making: Making, loaded: Loaded, drawn: Drawn, press: Press) -> tuple[Built, Rendered | None]:
    """From the pages to the end; gives the pages, too."""
    making.ran("render")
    before = _as_recorded(making) if press.resident is not None and press.resident.loaded is loaded else {}

    def deliver(page: Page) -> None:
        press.deliver(page)
        if page.name == MAIN and not before:  # TeX has begun; the evidence is read from here on
            before.update(inputs_of(loaded))

    resident = press.resident or Resident()
    rendered, problems = render(
        loaded, drawn.diagnostics, making.wanted.draft, deliver, kept=resident.kept, first=resident.edited
    )
    from paperkit.build.finish import current, finish  # the checks are loaded while TeX runs already
    from paperkit.build.prepare import verdict
    from paperkit.build.proofread import drawn as figures_of
    from paperkit.build.seal import ahead

    making.ran("check")
    prepared = current(verdict(loaded, rendered, problems, making.wanted.draft))
    if prepared.rendered is None or not prepared.checked.clean:
        return making.ended(prepared.checked, status=Status.DIAGNOSTICS), prepared.rendered
    making.say("compile")
    ready = ahead(making, prepared.checked, figures_of(drawn.files, drawn.records))
    staged, compiled = press.result()
    return finish(making, prepared, drawn, staged, compiled, before, ready), prepared.rendered


def _as_recorded(making: Making) -> dict[str, str]:
    """The inputs of a report that was read by the last build, but for its sections, which are read now."""
    record = making.record
    assert record is not None  # noqa: S101  (what a build has read is kept after a record was written)
    inputs = {name: value for name, value in record.inputs.items() if name not in record.watched.outside}
    root = making.wanted.project.root
    return inputs | {each.subject: digest.of_file(root / each.subject) for each in making.reasons}
