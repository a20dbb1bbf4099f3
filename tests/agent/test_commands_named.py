"""Every paperkit command that the skill and the documentation name exists, with those options."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from paperkit.agent import skill
from paperkit.agent.shipped import SHIPPED
from paperkit.cli.main import COMMANDS, cli

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted(
    page
    for page in (*SHIPPED.rglob("*.md"), *ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
    if not {"adr", "spec"} & set(page.relative_to(ROOT).parts)
)
CODE = re.compile(r"```[^\n]*\n(.*?)```|`([^`\n]+)`", re.DOTALL)


def commands_in(text: str) -> Iterator[str]:
    """Each command line of paperkit in fences and code spans; what follows `#` is left out."""
    for fence, span in CODE.findall(text):
        for line in (fence or span).splitlines():
            found = re.match(r"\s*(?:\$ )?(?:\S*/)?paperkit(?= [a-z-])(.*)", line)
            if found:
                yield found[1].split("  #")[0].split(" # ")[0].strip()


def named() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for line in commands_in(page.read_text()):
            yield page.relative_to(ROOT).as_posix(), line


@pytest.mark.parametrize(("page", "line"), sorted(set(named())))
def test_named_command_exists_with_its_options(page: str, line: str) -> None:
    words = shlex.split(line.replace(" | ", " "))
    command: click.Command = cli
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        name = words.pop(0)
        found = command.get_command(click.Context(command), name)
        assert found is not None, f"{page}: no command {name!r}"
        command = found
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    used = {word.split("=")[0] for word in words if word.startswith("-")}
    assert used <= known | {"-h", "--help", "--version"}, f"{page}: {line}"


def test_the_skill_names_the_commands_that_its_steps_need() -> None:
    text = "\n".join(skill.skill_files().values())
    used = {line.split()[0] for line in commands_in(text)}
    assert {"status", "bench", "check", "fix", "build", "explain", "doctor"} <= used <= set(COMMANDS)


def test_commands_are_found_in_spans_and_fences() -> None:
    text = "`paperkit fix X`, ```sh\npaperkit build X --draft   # a word\n```, a paperkit word, `paperkit`"
    assert list(commands_in(text)) == ["fix X", "build X --draft"]
