"""README keeps its word: its tutorial is carried out step by step, its help is the tool's own."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from paperkit.cli.main import run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
STEP = re.compile(r"(?:^`(?P<file>[^`\n]+)`:\n\n)?^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)

SHOWN = next(step["body"] for step in STEP.finditer(README) if step["body"].startswith("error["))
"""The diagnostic that the README shows."""


def chapter(title: str) -> str:
    """What stands under a heading; a fenced `## ` is no heading."""
    outside = re.sub(r"^```.*?^```$", lambda found: " " * len(found[0]), README, flags=re.MULTILINE | re.DOTALL)
    start = outside.index(f"\n## {title}\n") + 1
    return README[start : outside.find("\n## ", start) + 1 or None]


def steps() -> Iterator[tuple[str, str]]:
    """(file, text) of each file that the tutorial writes, and ("", commands) of what it runs, in order."""
    for step in STEP.finditer(chapter("Your own report in five minutes")):
        assert step["file"] or step["kind"] == "sh", step[0]
        yield step["file"] or "", step["body"]


def test_help_in_the_readme_is_the_tools_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    assert STEP.search(chapter("Commands"))["body"] == capsys.readouterr().out


def test_links_in_the_readme_lead_somewhere() -> None:
    for link in re.findall(r"(?<!!)\[[^\]]*\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / link).exists(), link


class Newcomer:
    """A folder in which the tutorial is carried out, with the installed command on the PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        who = {f"GIT_{role}_{key}": "ada" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")}
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        self.environment = {**os.environ, **who, "PATH": path}

    def sh(self, commands: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", "-ec", commands], cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )

    def write(self, file: str, text: str) -> None:
        (self.folder / file).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / file).write_text(text)


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Newcomer:
    """Someone who has carried out the whole tutorial."""
    someone = Newcomer(tmp_path_factory.mktemp("demo"))
    for file, body in steps():
        if file:
            someone.write(file, body)
        else:
            done = someone.sh(body)
            assert done.returncode == 0, f"$ {body}\n{done.stdout}\n{done.stderr}"
    return someone


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_the_tutorial_ends_with_a_pdf_and_a_clean_tree(newcomer: Newcomer) -> None:
    assert (newcomer.folder / "reports/first/main.pdf").read_bytes().startswith(b"%PDF")
    assert newcomer.sh("git status --porcelain").stdout == ""


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_status_after_the_tutorial_has_nothing_open(newcomer: Newcomer) -> None:
    done = newcomer.sh("paperkit status reports/first")
    assert done.returncode == 0
    assert "nothing is open" in done.stdout


@pytest.mark.tectonic
@pytest.mark.timeout(600)
def test_status_says_that_an_edit_outdates_the_build(newcomer: Newcomer) -> None:
    file = "reports/first/sections/batching.tex.j2"
    text = (newcomer.folder / file).read_text()
    newcomer.write(file, text.replace("An item alone", "Alone, an item"))
    try:
        done = newcomer.sh("paperkit status reports/first")
    finally:
        newcomer.write(file, text)
    assert f"input changed: {file}" in done.stdout
    assert "$ paperkit build reports/first" in done.stdout


@pytest.mark.tectonic
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("reports/first/sections/batching.tex.j2", "An item alone", "An item of 12 bytes alone", SHOWN),
        ("benches/batching/artifacts/batching.csv", "64,232", "64,242", "PK202"),
    ],
)
def test_what_the_tutorial_invites_to_try_is_caught(
    newcomer: Newcomer, file: str, old: str, new: str, said: str
) -> None:
    text = (newcomer.folder / file).read_text()
    assert old in text
    newcomer.write(file, text.replace(old, new))
    try:
        done = newcomer.sh("paperkit check reports/first")
    finally:
        newcomer.write(file, text)
    assert done.returncode == 1
    assert said in done.stdout
