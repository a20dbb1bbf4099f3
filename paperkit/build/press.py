"""TeX, started on the pages as they come: it loads its packages while the sections are still being rendered."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from paperkit import digest
from paperkit.build.drawing import Drawn
from paperkit.build.load import Loaded
from paperkit.build.making import Making, Staged
from paperkit.build.stage import fresh, lay_out
from paperkit.build.typeset import Tools, Typesetting, get_tools, tools_at_hand, typeset
from paperkit.config.report import Report
from paperkit.diagnostics.diagnostic import Severity
from paperkit.process.atomic import write_quickly
from paperkit.render.sections import Page, Rendered
from paperkit.tectonic.compile import Compiled, complaints

MAIN = "main.tex"


class Press:
    """The compile of one build, within a `with` block; stopped when the block is left before its end.

    Pages are laid into the stage whole, those that TeX reads first before the others. Should TeX come for one that is
    not there yet, its run fails and is done again: what counts is a run over all of them.
    """

    def __init__(self, making: Making, loaded: Loaded, drawn: Drawn) -> None:
        self.making, self.loaded, self.drawn = making, loaded, drawn
        self.stage = making.wanted.work / "stage"
        self.tools: Tools | None = None
        self.files: dict[str, str] = {}
        self._running: Typesetting | None = None

    def __enter__(self) -> Self:
        """Begin where the tools are at hand and nothing is wrong yet."""
        found = (*self.loaded.problems, *self.drawn.diagnostics)
        if self.loaded.report is not None and all(each.severity is not Severity.ERROR for each in found):
            self.tools = tools_at_hand(self.loaded.report)
        if self.tools is not None:
            self._clear()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._running is not None:
            self._running.__exit__(kind, error, at)
            self._running = None

    def _clear(self) -> None:
        """Everything but the pages, in an empty stage."""
        self.files = lay_out(self.making.wanted.folder, {}, self.drawn.files, fresh(self.stage))

    def deliver(self, page: Page) -> None:
        """Lay a page into the stage; with the main one TeX begins."""
        if self.tools is None or self.loaded.report is None:
            return
        self._lay(page)
        if page.name == MAIN:
            self._begin(self.tools, self.loaded.report)

    def _lay(self, page: Page) -> None:
        raw = page.text.encode()
        write_quickly(self.stage / page.name, raw)
        self.files[page.name] = digest.of_bytes(raw)

    def _begin(self, tools: Tools, report: Report) -> None:
        self._running = typeset(tools, report, self.making.wanted.work, self.making.say)
        self._running.__enter__()

    def result(self, rendered: Rendered) -> tuple[Staged, Compiled | None]:
        """What was compiled, and what came of it: None where the PDF on disk is just that already."""
        report = self.loaded.report
        assert report is not None  # noqa: S101  (what was rendered has a report)
        if self.tools is None:
            self.tools = get_tools(report, self.making.say)
            self._clear()
            for page in (*rendered.pages, rendered.main):
                self._lay(page)
        tools = {"/engine": self.tools.engine.digest, "/bundle": self.tools.bundle.digest, "/date": report.date}
        staged = Staged(self.tools, {**self.files, **tools})
        if self._same(staged):
            return staged, None
        early = self._running is not None
        compiled = self._finish(self.tools, report)
        if early and compiled.pdf is None and self._came_too_early(compiled, rendered):
            compiled = self._finish(self.tools, report)
        return staged, compiled

    def _finish(self, tools: Tools, report: Report) -> Compiled:
        if self._running is None:
            self._begin(tools, report)
        assert self._running is not None  # noqa: S101
        compiled = self._running.result()
        self.__exit__(None, None, None)
        return compiled

    def _came_too_early(self, compiled: Compiled, rendered: Rendered) -> bool:
        """Whether a page is said to be missing that is there now."""
        texts = {page.name: page.text for page in (rendered.main, *rendered.pages)}
        gone = (error.path for error in complaints(compiled, texts) if error.kind == "missing-file")
        return any(path.removesuffix(".tex") + ".tex" in texts or path in texts for path in gone)

    def _same(self, staged: Staged) -> bool:
        """Whether the PDF on disk is what these files and tools gave."""
        record, wanted = self.making.record, self.making.wanted
        target = wanted.into / wanted.pdf
        if record is None or record.compiled != staged.digests or not target.is_file():
            return False
        return digest.of_file(target) == record.outputs.get(self.making.pdf)
