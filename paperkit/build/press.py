"""TeX, started on the pages as they come: it loads its packages while the sections are still being rendered."""

from __future__ import annotations

import contextlib
from types import TracebackType
from typing import Self

from paperkit import digest
from paperkit.build.begun import Begun
from paperkit.build.drawing import Drawn
from paperkit.build.load import Loaded
from paperkit.build.making import Making, Staged
from paperkit.build.resident import Resident
from paperkit.build.stage import gather
from paperkit.build.typeset import Tools, get_tools, tools_at_hand
from paperkit.config.report import Report
from paperkit.diagnostics.diagnostic import Severity
from paperkit.render.pages import Page
from paperkit.render.sections import page_names
from paperkit.tectonic.compile import Compiled

MAIN = "main.tex"


class Press:
    """The compile of one build, within a `with` block; stopped when the block is left before its end.

    TeX begins with the main page, and waits at each other one until that is delivered. Where a *resident* process has
    TeX stand before a page already, and nothing that it has read is another now, it goes on from there.
    """

    def __init__(self, making: Making, loaded: Loaded, drawn: Drawn, resident: Resident | None = None) -> None:
        self.making, self.loaded, self.drawn, self.resident = making, loaded, drawn, resident
        self.tools: Tools | None = None
        self.begun: Begun | None = None
        self._beside: dict[str, bytes] = {}
        self._delivered: dict[str, bytes] = {}

    def __enter__(self) -> Self:
        """Begin where the tools are at hand and nothing is wrong yet."""
        found = (*self.loaded.problems, *self.drawn.diagnostics)
        if self.loaded.report is None or any(each.severity is Severity.ERROR for each in found):
            return self
        self.tools = tools_at_hand(self.loaded.report)
        if self.tools is not None:
            self.begun = self._stage(self.tools, self.loaded.report)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.begun is not None:
            self.begun.stop()

    def _stage(self, tools: Tools, report: Report) -> Begun:
        """The stage that waits, where it is what would be laid out now; else a new one."""
        self._beside = gather(self.making.wanted.folder, self.drawn.files)
        waiting = self.resident.take(tools, report, self._beside) if self.resident is not None else None
        return waiting or self._laid_out()

    def _laid_out(self) -> Begun:
        """A new stage, with all that was delivered."""
        begun = Begun(self.making.wanted.work, "stage", self._beside)
        for name, raw in self._delivered.items():
            begun.lay(name, raw)
        return begun

    def deliver(self, page: Page) -> None:
        """Lay a page into the stage; with the main one TeX begins."""
        raw = self._delivered[page.name] = page.text.encode()
        if self.tools is None or self.begun is None:
            return
        if self.begun.takes(page.name, raw):
            self.begun.lay(page.name, raw)
        else:  # TeX has read what is another now
            self.begun.stop()
            self.begun = self._laid_out()
        if MAIN in self._delivered and not self.begun.runs:
            self._begin(self.tools, self.begun)

    def _begin(self, tools: Tools, begun: Begun) -> None:
        report = self.loaded.report
        assert report is not None  # noqa: S101  (what was rendered has a report)
        names = page_names(report, self.loaded.contract)
        with contextlib.suppress(OSError):  # no pipes here: TeX begins when all pages are there
            missing = tuple(name for name in names if name not in self._delivered)
            begun.begin(tools, report, missing, self._show, self.making.say)

    def result(self) -> tuple[Staged, Compiled | None]:
        """What was compiled, and what came of it: None where the PDF on disk is just that already."""
        report = self.loaded.report
        assert report is not None  # noqa: S101  (what was rendered has a report)
        if self.tools is None or self.begun is None:
            self.tools = get_tools(report, self.making.say)
            self.begun = self._stage(self.tools, report)
        files = {**self.begun.beside, **self.begun.pages, **self.tools.digests(report)}
        staged = Staged(self.tools, self.begun.folder, files)
        if self._same(staged):
            self._show((self.making.wanted.into / self.making.wanted.pdf).read_bytes())
            return staged, None
        if not self.begun.runs:
            self.begun.begin(self.tools, report, (), self._show, self.making.say)
        return staged, self.begun.result()

    def _show(self, pdf: bytes) -> None:
        if self.resident is not None:
            self.resident.show(pdf)

    def leave(self) -> None:
        """Let TeX go as far as it can towards the next build, where the process stays."""
        report = self.loaded.report
        if self.resident is not None and self.tools is not None and report is not None:
            names = page_names(report, self.loaded.contract)
            self.resident.prepare(self.making.wanted.work, self.tools, report, self._beside, self._delivered, names)

    def _same(self, staged: Staged) -> bool:
        """Whether the PDF on disk is what these files and tools gave."""
        record, wanted = self.making.record, self.making.wanted
        target = wanted.into / wanted.pdf
        if record is None or record.compiled != staged.digests or not target.is_file():
            return False
        return digest.of_file(target) == record.outputs.get(self.making.pdf)
