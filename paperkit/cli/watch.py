"""`paperkit watch`: a report built again after each change, and shown in a browser meanwhile."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperkit.cli.paths import TARGET
from paperkit.errors import PaperkitError, Status

if TYPE_CHECKING:
    from paperkit.build.run import Built
    from paperkit.preview.board import Board


@click.command("watch")
@click.argument("report", type=TARGET)
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port of the page; without it a free one.")
@click.option("--open", "opened", is_flag=True, help="Open the page in a browser.")
@click.option("--draft", is_flag=True, help="Build drafts, as `paperkit build --draft` does.")
def COMMAND(report: Path, port: int, opened: bool, draft: bool) -> int:  # noqa: N802
    """Build REPORT after each change of its files, and show its pages at an address of this machine.

    The pages appear as soon as TeX has set them, marked as not checked yet; the report's own files are written once
    everything is checked, as by `paperkit build`. Ctrl-C ends it.
    """
    from paperkit.build.resident import Resident
    from paperkit.build.run import request
    from paperkit.build.watch import watch
    from paperkit.preview.board import Board
    from paperkit.preview.server import start

    wanted = request(report, draft)
    wanted.project.keep_state()
    board = Board(wanted.work / "preview", wanted.shown)
    board.begin(wanted.into / wanted.pdf)
    address = start(board.folder, port)
    click.echo(f"{wanted.shown}: watched; {address} shows its pages, Ctrl-C ends it")
    if opened:
        click.launch(address)
    try:
        watch(
            wanted, lambda: board.tell("building", ""), lambda ended, seconds: _say(board, ended, seconds),
            Resident(board.show),
        )  # fmt: skip
    except KeyboardInterrupt:
        click.echo()
    return Status.WELL


def _say(board: Board, ended: Built | PaperkitError, seconds: float) -> None:
    """How a build ended, on the terminal and on the page."""
    from paperkit.cli.main import say_error
    from paperkit.cli.paint import say_diagnostics

    if isinstance(ended, PaperkitError):
        say_error(ended)
        board.tell("wrong", f"{ended.message}; {ended.hint}" if ended.hint else ended.message)
        return
    if ended.steps and ended.diagnostics:
        say_diagnostics(ended.diagnostics, ended.counts, ended.report)
    well = ended.status is Status.WELL
    line = _counted(ended) if well else "former outputs are untouched"
    board.tell("well" if well else "wrong", line, ended.diagnostics)
    if ended.steps:
        done = f"built in {seconds:.1f} s" if well else "not built"
        click.echo(f"{time.strftime('%H:%M:%S')} {ended.pdf}: {done}; {line}")


def _counted(built: Built) -> str:
    """`30 pages, 1059 numbers bound, 0 ungrounded`."""
    pages = built.summary.partition(",")[0]
    return (
        pages
        if built.counts is None
        else f"{pages}, {built.counts.bound} numbers bound, {built.counts.ungrounded} ungrounded"
    )
