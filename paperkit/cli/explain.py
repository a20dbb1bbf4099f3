"""`paperkit explain`: the page of one diagnostic."""

from __future__ import annotations

import click

from paperkit.cli.paths import CODE


@click.command("explain")
@click.argument("check", required=False, type=CODE)
def COMMAND(check: str | None) -> None:  # noqa: N802
    """Say what CHECK (a code such as PK103, or a name) found, why it matters and what to do instead.

    Without CHECK, list every check in a line.
    """
    from paperkit.checks.registry import explain, listing

    click.echo(explain(check) if check else listing(), nl=False)
