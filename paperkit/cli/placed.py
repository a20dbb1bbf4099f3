"""What commands that write scaffolds say: each file, and the commands that come next."""

from __future__ import annotations

from collections.abc import Iterable

import click

from paperkit.starting.placed import Placed


def say_placed(placed: Iterable[Placed]) -> None:
    """A line a file."""
    for one in placed:
        added = f": {', '.join(one.lines)}" if one.lines else ""
        click.echo(f"{one.state:8} {one.path}{added}")


def say_next(commands: Iterable[str]) -> None:
    """The commands that come next, one a line."""
    for number, command in enumerate(commands):
        click.echo(f"{'' if number else 'next':8} $ {command}")
