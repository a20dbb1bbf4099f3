"""A paper of somebody else in a repository of its own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

WHO = {f"GIT_{role}_{key}": "ada" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")}


class Repository:
    """A repository to write files into."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "-q")

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=self.root, env={**os.environ, **WHO}, check=True, capture_output=True, text=True
        )
        return done.stdout

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def paper(self, body: str, preamble: str = "", name: str = "main.tex") -> Path:
        """A main file with that body, which begins in its fourth line."""
        text = f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
        return self.write(name, text)

    def read(self, name: str) -> str:
        return (self.root / name).read_text()

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "as it is")

    def files(self) -> dict[str, bytes]:
        every = (path for path in self.root.rglob("*") if path.is_file())
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes()
            for path in every
            if not {".git", ".paperkit"} & set(path.relative_to(self.root).parts)
        }


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.chdir(tmp_path)
    return Repository(tmp_path)
