"""Markdown cases: prose, files in fenced blocks, and what the check must say about them.

A case is a `##` heading; its blocks name their file behind the language. Blocks before the first case belong to all of
them, and those of evidence.md to all files. `expect` lists every diagnostic, a line each (`CODE file:line:column words
of the message`, without the column where that is not the point); a case without it must stay silent. A file followed by
`later` is written after the commit; a block `remove` names files to delete then.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

CORPUS = Path(__file__).parents[1] / "corpus" / "checks"
EVIDENCE = "evidence.md"
Block = tuple[str, str, bool, str]
_FENCE = re.compile(r"^(`{3,})\s*(\w+)?\s*(\S+)?\s*(\w+)?\s*$")


@dataclass(frozen=True)
class Case:
    name: str
    path: Path
    line: int
    files: dict[str, str] = field(default_factory=dict)
    later: dict[str, str] = field(default_factory=dict)
    remove: tuple[str, ...] = ()
    expect: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return f"{self.path.stem}:{self.line}"


@dataclass
class _Open:
    name: str
    line: int
    blocks: list[Block] = field(default_factory=list)


def read_cases(path: Path) -> list[Case]:
    shared, *rest = _blocks(path)
    shared = _Open("", 0, [*_shared_by_all(), *shared.blocks])
    return [_case(path, each, shared) for each in rest]


def _blocks(path: Path) -> list[_Open]:
    drafts = [_Open("", 0)]
    fence: re.Match[str] | None = None
    lines: list[str] = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if fence is not None:
            if line.rstrip() == fence[1]:
                text = "".join(f"{each}\n" for each in lines)
                drafts[-1].blocks.append((fence[2] or "", fence[3] or "", fence[4] == "later", text))
                fence = None
            else:
                lines.append(line)
        elif match := _FENCE.match(line):
            fence, lines = match, []
        elif line.startswith("## "):
            drafts.append(_Open(line[3:].strip(), number))
    assert fence is None, f"{path}: a block stays open"
    return drafts


@cache
def _shared_by_all() -> tuple[Block, ...]:
    return tuple(_blocks(CORPUS / EVIDENCE)[0].blocks)


def _case(path: Path, draft: _Open, shared: _Open) -> Case:
    blocks = [*shared.blocks, *draft.blocks]

    def lines(word: str) -> tuple[str, ...]:
        return tuple(line for kind, _, _, text in blocks if kind == word for line in text.splitlines() if line.strip())

    files = {name: text for _, name, later, text in blocks if name and not later}
    after = {name: text for _, name, later, text in blocks if name and later}
    return Case(draft.name, path, draft.line, files, after, lines("remove"), lines("expect"))


def all_cases() -> list[Case]:
    return [case for path in sorted(CORPUS.glob("*.md")) if path.name != EVIDENCE for case in read_cases(path)]


def lay_out(case: Case, root: Path) -> None:
    """Write the case's files and commit them, then do what happens later."""
    write(root, {".gitignore": "__pycache__/\n", **case.files})
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--no-gpg-sign", "-m", "evidence")
    write(root, case.later)
    for name in case.remove:
        (root / name).unlink()


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True)
