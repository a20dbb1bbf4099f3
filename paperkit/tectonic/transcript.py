"""The engine's .log as whole messages: lines joined that it broke at 79 columns, each with the file it was in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

WIDTH = 79
_BRACKETS = re.compile(r"\((\"[^\"]+\"|[^\s()\[\]{}]*)|\)")
_CHATTER = re.compile(
    r"^(?:LaTeX(?: Font| hooks)? Info|Package \S+ Info|Class \S+ Info|\(\w[\w-]*\)\s|File: |Package: |Document Class: "
    r"|\\\S+=\\|\\openout\d)"
)
_BOX = re.compile(r"^(?:Over|Under)full \\[hv]box ")


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the transcript."""

    text: str
    """Its lines, joined by line breaks."""
    file: str
    """The innermost open file as TeX was asked for it; empty when none is open."""


def unwrap(log: str) -> Iterator[str]:
    """Lines as the engine meant them.

    >>> list(unwrap("x" * 79 + chr(10) + "y" + chr(10) + "z"))[1]
    'z'
    """
    pending = ""
    for line in log.splitlines():
        whole = pending + line
        if len(line) >= WIDTH:
            pending = whole
            continue
        pending = ""
        yield whole
    if pending:
        yield pending


def messages(log: str, files: Mapping[str, str]) -> Iterator[Message]:
    """Paragraphs of the transcript that start with a message; *files* are the document's own, by name."""
    stack: list[str] = []
    block: list[str] = []
    where = ""
    for line in unwrap(log):
        if starts_message(line):
            if block:
                yield Message("\n".join(block), where)
            block, where = [line], next((name for name in reversed(stack) if name), "")
            if line.startswith("!"):
                continue
        elif block and (line.strip() or block[0].startswith("!")):
            block.append(line)
            continue
        elif block:
            yield Message("\n".join(block), where)
            block = []
        elif not _CHATTER.match(line):
            _follow(line, stack, files)
    if block:
        yield Message("\n".join(block), where)


def starts_message(line: str) -> bool:
    """Whether *line* begins a warning, an error, a box report or a note of a missing character."""
    return bool(
        line.startswith(("! ", "LaTeX Warning: ", "LaTeX Font Warning: ", "Missing character: ", "Runaway "))
        or re.match(r"(?:Package|Class) \S+ Warning: ", line)
        or _BOX.match(line)
    )


def _follow(line: str, stack: list[str], files: Mapping[str, str]) -> None:
    """Open and close files as the brackets of *line* say."""
    for found in _BRACKETS.finditer(line):
        if found[0] == ")":
            if stack:
                stack.pop()
            continue
        stack.append(own_name(found[1].strip('"'), files))


def own_name(name: str, files: Mapping[str, str]) -> str:
    """*name* as the document's own file of that name is called; empty when it is no such file.

    >>> own_name("tex/part", {"tex/part.tex": ""})
    'tex/part.tex'
    """
    plain = name.removeprefix("./")
    return next((known for known in (plain, f"{plain}.tex") if known in files), "")
