"""A folder that TeX reads while pages are still coming to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from paperkit import digest
from paperkit.build.gates import Gates
from paperkit.build.stage import fresh, write
from paperkit.build.typeset import Tools, Typesetting, typeset
from paperkit.config.report import Report
from paperkit.process.atomic import write_quickly
from paperkit.tectonic.cache import Progress, silent
from paperkit.tectonic.compile import Compiled


class Begun:
    """The folder *name* in *work*, with *beside* in it; pages come later, and TeX waits for some."""

    def __init__(self, work: Path, name: str, beside: Mapping[str, bytes]) -> None:
        self.work, self.folder = work, fresh(work / name)
        write(self.folder, beside)
        self.beside = {each: digest.of_bytes(raw) for each, raw in beside.items()}
        self.pages: dict[str, str] = {}
        """Digest of each page that is there."""
        self._gates: Gates | None = None
        self._running: Typesetting | None = None

    @property
    def runs(self) -> bool:
        """Whether TeX has begun."""
        return self._running is not None

    def takes(self, name: str, text: bytes) -> bool:
        """Whether the page may be laid: TeX has not read another text of it."""
        waited = self._gates is not None and name in self._gates.shut
        return not self.runs or waited or self.pages.get(name) == digest.of_bytes(text)

    def lay(self, name: str, text: bytes) -> None:
        """Put a page into the folder; one that is there already stays."""
        if self._gates is not None and name in self._gates.shut:
            self._gates.open(name, text)
        elif not self.runs:
            write_quickly(self.folder / name, text)
        self.pages[name] = digest.of_bytes(text)

    def begin(
        self,
        tools: Tools,
        report: Report,
        missing: tuple[str, ...] = (),
        show: Callable[[bytes], None] = lambda _: None,
        progress: Progress = silent,
    ) -> None:
        """Start TeX, which waits at each of the *missing* pages; *show* takes the PDF once it is there.

        Raises OSError where there are no pipes to wait at.
        """
        if missing:
            self._gates = Gates(self.folder, self.folder.with_name(f"{self.folder.name}-gates"), missing)
        self._running = typeset(tools, report, self.work, progress, folder=self.folder, show=show)
        self._running.__enter__()

    def result(self) -> Compiled:
        """What TeX gave, which has begun and got all its pages."""
        assert self._running is not None  # noqa: S101
        compiled = self._running.result()
        self.stop()
        return compiled

    def stop(self) -> None:
        """No more of it: TeX is ended where it still runs."""
        if self._running is not None:
            self._running.__exit__(None, None, None)
            self._running = None
        if self._gates is not None:
            self._gates.close()
            self._gates = None
