"""How diagnostics look on this terminal, and where they go."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TextIO

import click

from paperkit.diagnostics.diagnostic import Counts, Diagnostic, Severity
from paperkit.diagnostics.text import Style, as_text, counts_line, plain
from paperkit.errors import Status

_LOOK = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "place": {"fg": "blue"},
    "mark": {"bold": True},
    "help": {"fg": "cyan"},
    "well": {"fg": "green", "bold": True},
}


def style_for(stream: TextIO) -> Style:
    """Colours on a terminal, none in a pipe or under NO_COLOR."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty():
        return plain
    return lambda text, role: click.style(text, **_LOOK[role])  # type: ignore[arg-type]


def say_diagnostics(found: Iterable[Diagnostic], counts: Counts | None, where: str) -> None:
    """All diagnostics on stdout, then one line of summary."""
    found = tuple(found)
    style = style_for(sys.stdout)
    if found:
        click.echo(as_text(found, style))
    errors = sum(each.severity is Severity.ERROR for each in found)
    warnings = len(found) - errors
    verdict = style("checked", "well") if not errors else style(f"{errors} error{'s' * (errors != 1)}", "error")
    parts = [verdict + (f", {warnings} warning{'s' * (warnings != 1)}" if warnings else "")]
    if counts is not None:
        parts.append(counts_line(counts))
    click.echo(f"{where}: {'; '.join(parts)}")


def status_of(found: Iterable[Diagnostic], strict: bool = False) -> Status:
    """1 where something is an error (or, when strict, a warning)."""
    bad = any(strict or each.severity is Severity.ERROR for each in found)
    return Status.DIAGNOSTICS if bad else Status.WELL
