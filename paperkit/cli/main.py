"""The command `paperkit`: finds the command's module, runs it, turns errors into exit statuses."""

from __future__ import annotations

import contextlib
import errno
import gc
import importlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from paperkit import __version__
from paperkit.errors import PaperkitError, Status

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "init": "prepare a git repository for reports",
    "new": "begin a report or a harness that runs as it is",
    "adopt": "bring in an existing LaTeX paper without touching its text",
    "build": "make a report's PDF from committed evidence",
    "watch": "build after each change, and show the pages in a browser",
    "check": "hold every number of a report against its evidence",
    "audit": "read the PDF back: is each number printed as its marker says",
    "verify": "prove a report's PDF again from the file alone, offline",
    "eval": "what an expression is worth, and the cells that it comes from",
    "suggest": "expressions for numbers that are bound to no evidence yet",
    "given": "move a typed set-up number into given.yaml",
    "fix": "print stale numbers again",
    "diff": "which numbers moved since a commit, or between two reports",
    "status": "where a report stands and what to do next",
    "toc": "the contract of a report: propose, show, check, agree, amend",
    "sources": "the documents of a report: list, show, coverage",
    "bench": "list, run and check the harnesses that write artifacts",
    "describe": "write the descriptor of a table that no harness wrote",
    "export": "a report's sources for others: plain LaTeX, flat",
    "numerals": "what the scanner sees in a .tex file",
    "mutate": "change everything in turn, and say how much of it the checks see",
    "explain": "the page of one diagnostic",
    "doctor": "tools, versions, where they came from, what is missing",
    "completion": "print the completion script of a shell",
    "skill": "put the agent skill and the /paper command in place",
    "hook": "what the host of a coding agent asks: guard, saved",
}
"""Each command with its one-line help, in the order of `paperkit --help`; its module is paperkit.cli.NAME."""


FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS})
"""What the system says where a file takes no more."""


class LazyGroup(click.Group):
    """Loads a command's module when it is called, and no other."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command, from its module's COMMAND."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"paperkit.cli.{cmd_name}").COMMAND
        assert isinstance(command, click.Command)  # noqa: S101
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with the nearest names where there is no such command."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"no command {args[0]!r}{nearest(args[0], COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands from the table, so that a completion loads none of them; and options."""
        from click.shell_completion import CompletionItem

        named = [CompletionItem(name, help=text) for name, text in COMMANDS.items() if name.startswith(incomplete)]
        return [*named, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """From the table, so that help loads no command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def nearest(word: str, known: Any) -> str:
    """`; did you mean 'x'?`, or nothing where no known word is near."""
    from difflib import get_close_matches

    found = get_close_matches(word, list(known), 1)
    return f"; did you mean {found[0]!r}?" if found else ""


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="paperkit")
def cli() -> None:
    """LaTeX technical reports in which every number comes from committed evidence."""


def main() -> NoReturn:
    """Run the command line and exit with its status.

    A command is over in seconds: what is left is not taken apart one by one.
    """
    seldom()
    _open_streams()
    status = run(sys.argv[1:])
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)


def _open_streams() -> None:
    """Give what is printed a place to go where the caller has closed it (`>&-`): the exit status still says it all."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115, PTH123  (open to the end)
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115, PTH123


def seldom() -> None:
    """Look seldom for cycles among what a command keeps to its end."""
    gc.set_threshold(4_000_000, 10, 10)


def run(arguments: list[str]) -> int:
    """Run the command line; returns the exit status instead of raising."""
    try:
        status = cli.main(arguments, prog_name="paperkit", standalone_mode=False)
        return int(status) if isinstance(status, int) else Status.WELL
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.ClickException as error:
        error.show()
        if isinstance(error, click.MissingParameter):
            _say_reports(error)
        return Status.USAGE
    except PaperkitError as error:
        say_error(error)
        return error.status
    except (KeyboardInterrupt, click.Abort):
        click.echo("\ninterrupted; former outputs are untouched", err=True)
        return Status.INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Status.WELL
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            say_error(
                PaperkitError(f"{str(error.filename)[-60:]}: no file can have so long a name", "write it shorter")
            )
            return Status.USAGE
        return _unwritten(error) if error.errno in FULL else report_bug(error, arguments)
    except Exception as error:
        return report_bug(error, arguments)


def _unwritten(error: OSError) -> int:
    """The disk, or what stdout goes to, takes no more: nothing that paperkit could do otherwise."""
    where = f"{error.filename}: " if error.filename else "the output could not be written: "
    with contextlib.suppress(OSError):
        say_error(PaperkitError(f"{where}{(error.strerror or 'no space').lower()}", "make room, and run it again"))
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Status.USAGE


def _say_reports(error: click.MissingParameter) -> None:
    """Which reports there are, where one is missing on the command line."""
    if error.param is None or error.param.name not in ("report", "target"):
        return
    from paperkit.config.report import find_reports
    from paperkit.project import find_project

    with contextlib.suppress(PaperkitError, OSError):
        project = find_project(Path.cwd())
        names = [os.path.relpath(folder) for folder in find_reports(project)]
        hint = f"there {'is' if len(names) == 1 else 'are'}: {', '.join(names[:8])}" if names else ""
        click.echo(f" help: {hint or 'begin one: `paperkit new reports/NAME`'}", err=True)


def say_error(error: PaperkitError) -> None:
    """Print what is wrong and what to do, on stderr."""
    click.echo(click.style("error", fg="red", bold=True) + f": {error.message}", err=True)
    if error.hint:
        click.echo(click.style(" help", fg="cyan") + f": {error.hint}", err=True)


def report_bug(error: Exception, arguments: list[str]) -> int:
    """Our own mistake: keep a log with versions, say where it is."""
    import platform
    import tempfile
    import traceback

    log = "\n".join(
        [
            f"paperkit {__version__}, Python {platform.python_version()}, {platform.platform()}",
            f"command: paperkit {' '.join(arguments)}",
            "".join(traceback.format_exception(error)),
        ]
    )
    with tempfile.NamedTemporaryFile("w", prefix="paperkit-bug-", suffix=".log", delete=False) as stream:
        stream.write(log)
    click.echo(f"bug: {type(error).__name__}: {error}", err=True)
    click.echo(f" help: this is paperkit's mistake, not yours; the log is {stream.name}", err=True)
    return Status.BUG
