"""A build under way: what it has done so far, and what it hands to TeX."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from paperkit.build.record import Record
from paperkit.build.run import Built, Request, Say, Step
from paperkit.build.snapshot import Reason
from paperkit.build.typeset import Tools
from paperkit.errors import Status

if TYPE_CHECKING:
    from paperkit.checks.run import Checked


@dataclass(slots=True)
class Making:
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
class Staged:
    """What is to be compiled: laid out, with the digest of each file and tool."""

    tools: Tools
    folder: Path
    """Where it was laid out, and where TeX's log is."""
    digests: dict[str, str]
