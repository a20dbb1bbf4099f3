"""What a process that builds a report again and again keeps from one build to the next."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path

from paperkit import digest
from paperkit.build.begun import Begun
from paperkit.build.load import Loaded
from paperkit.build.snapshot import Change, Reason
from paperkit.build.typeset import Tools
from paperkit.config.report import Report
from paperkit.render.pages import Kept


class Resident:
    """TeX that stands before the page that was edited last, having read what comes before it."""

    def __init__(self, show: Callable[[bytes], None] = lambda _: None) -> None:
        self.show = show
        """Takes each PDF as soon as TeX has written it, checked or not."""
        self.loaded: Loaded | None = None
        """The report as the last build read it, where that went well."""
        self.kept = Kept()
        """What its rendering left."""
        self._begun: Begun | None = None
        self._tools: Mapping[str, str] = {}
        self._pages: Mapping[str, str] = {}
        self.edited = ""
        """The page that was edited last."""

    def known(self, report: str, reasons: tuple[Reason, ...]) -> Loaded | None:
        """The report, where since the last build only texts of its sections changed."""
        texts = all(
            each.change is Change.CHANGED and each.subject.startswith(f"{report}/sections/") for each in reasons
        )
        if self.loaded is None or not texts:
            self.kept = Kept()
            return None
        return self.loaded

    def take(self, tools: Tools, report: Report, beside: Mapping[str, bytes]) -> Begun | None:
        """The stage that waits, where it began with these *tools* and these files beside its pages."""
        begun, self._begun = self._begun, None
        if begun is None:
            return None
        same = {name: digest.of_bytes(raw) for name, raw in beside.items()} == begun.beside
        if same and tools.digests(report) == self._tools:
            return begun
        begun.stop()
        return None

    def prepare(
        self,
        work: Path,
        tools: Tools,
        report: Report,
        beside: Mapping[str, bytes],
        pages: Mapping[str, bytes],
        names: tuple[str, ...],
    ) -> None:
        """Let TeX read the *pages* of a build as far as one of *names*, given in its order, that may change next."""
        self.close()
        digests = {name: digest.of_bytes(raw) for name, raw in pages.items()}
        changed = [name for name in names if self._pages.get(name, digests.get(name)) != digests.get(name)]
        self.edited = next(name for name in (*changed, self.edited, *names) if name in names)
        waiting = names[names.index(self.edited) :]
        begun = Begun(work, "ahead", beside)
        for name, raw in pages.items():
            if name not in waiting:
                begun.lay(name, raw)
        with contextlib.suppress(OSError):  # no pipes here: nothing can wait
            begun.begin(tools, report, waiting, self.show)
            self._begun, self._tools, self._pages = begun, tools.digests(report), digests

    def close(self) -> None:
        """Nothing waits any more."""
        if self._begun is not None:
            self._begun.stop()
            self._begun = None
