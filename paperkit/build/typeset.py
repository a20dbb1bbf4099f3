"""The compile of a report, in a thread of its own, so that TeX runs while the checks do."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from types import TracebackType
from typing import Self

from paperkit.config.report import Report
from paperkit.errors import PaperkitError, Status
from paperkit.tectonic.bundle import Bundle, find_bundle, look_for_bundle
from paperkit.tectonic.cache import Progress
from paperkit.tectonic.compile import Compiled, compile_tex
from paperkit.tectonic.install import Engine, find_engine, look_for_engine

LIMIT = 300.0
"""Seconds that TeX may still run when everything is there and its result is waited for."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What TeX is run with."""

    engine: Engine
    bundle: Bundle

    @property
    def outside(self) -> tuple[str, ...]:
        """Files whose change means another tool."""
        return tuple(str(path) for path in (self.engine.path, self.bundle.path) if path is not None)

    def digests(self, report: Report) -> dict[str, str]:
        """What decides a compile of *report* beside its files, by names that no file has."""
        return {"/engine": self.engine.digest, "/bundle": self.bundle.digest, "/date": report.date}


def tools_at_hand(report: Report) -> Tools | None:
    """Engine and bundle where both are on this machine already."""
    engine = look_for_engine()
    bundle = look_for_bundle(report.packages) if engine is not None else None
    return Tools(engine, bundle) if engine is not None and bundle is not None else None


def get_tools(report: Report, progress: Progress) -> Tools:
    """Engine and bundle, downloaded and made where they are not. Raises PaperkitError (status 5)."""
    engine = find_engine(progress=progress)
    return Tools(engine, find_bundle(engine, report.packages, progress=progress))


class Typesetting:
    """A compile that runs within a `with` block and is stopped when the block is left before its end."""

    def __init__(self, run: Callable[[int], Compiled]) -> None:
        self._reader, self._writer = os.pipe()
        self._run = run
        self._compiled: Compiled | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, daemon=True)

    def _work(self) -> None:
        try:
            self._compiled = self._run(self._reader)
        except BaseException as error:  # whatever it is belongs to the thread that waits
            self._error = error

    def result(self) -> Compiled:
        """What the compile gave, once it has ended; raises what it raised."""
        self._thread.join(LIMIT)
        late = self._thread.is_alive()
        self._stop()
        if self._error is not None:
            raise self._error
        assert self._compiled is not None  # noqa: S101
        return replace(self._compiled, timed_out=True) if late else self._compiled

    def _stop(self) -> None:
        if self._writer >= 0:
            os.close(self._writer)
            self._writer = -1
            self._thread.join()
            os.close(self._reader)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop()


def typeset(
    tools: Tools,
    report: Report,
    work: Path,
    progress: Progress,
    main: str = "main.tex",
    folder: Path | None = None,
    show: Callable[[bytes], None] = lambda _: None,
) -> Typesetting:
    """A compile of *main* in *folder* (*work*/stage), which keeps its auxiliary files in *work*/auxiliary.

    *show* takes the PDF of each pass as soon as it is there.

    TeX may wait for its pages as long as it likes; only from the moment that its result is asked for it has a limit.
    """
    keep, stage = work / "auxiliary", folder or work / "stage"
    keep.mkdir(parents=True, exist_ok=True)
    epoch = int(datetime.fromisoformat(report.date).replace(tzinfo=UTC).timestamp())

    def run(stop: int) -> Compiled:
        return compile_tex(
            tools.engine, tools.bundle, stage, main, epoch, keep, timeout=inf, progress=progress, stop=stop, show=show
        )

    return Typesetting(run)


def page_count(compiled: Compiled) -> str:
    """How many pages TeX wrote; `?` where its log does not say."""
    found = re.findall(r"^Output written on \S+ \((\d+) page", compiled.log, re.MULTILINE)
    return found[-1] if found else "?"


def died(compiled: Compiled, log: str) -> PaperkitError:
    """TeX ended without a PDF and without a word that could be placed."""
    return PaperkitError(
        f"TeX ended with status {compiled.status} and said nothing of why", f"its log is {log}", Status.TEX
    )
