"""`paperkit completion`: what a shell reads to complete paperkit's commands, reports, harnesses and codes."""

from __future__ import annotations

import click

from paperkit.errors import PaperkitError, Status

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
def COMMAND(shell: str) -> int:  # noqa: N802
    """Print the completion script of SHELL.

    \b
    bash  paperkit completion bash > ~/.local/share/bash-completion/completions/paperkit
    zsh   paperkit completion zsh > ~/.zfunc/_paperkit   (with ~/.zfunc on the fpath)
    fish  paperkit completion fish > ~/.config/fish/completions/paperkit.fish
    """
    from click.shell_completion import get_completion_class

    from paperkit.cli.main import cli

    found = get_completion_class(shell)
    assert found is not None  # noqa: S101  (one of SHELLS)
    try:
        click.echo(found(cli, {}, "paperkit", "_PAPERKIT_COMPLETE").source())
    except (RuntimeError, OSError) as error:
        raise PaperkitError(f"{shell}: {error}", f"install {shell}, or name another shell") from None
    return Status.WELL
