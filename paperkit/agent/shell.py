"""What a shell command writes, as far as its words say so.

Programs that are not known here are taken to read: a guard that refuses to look at a file is switched off. What writes
in secret is found by the checks.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import PurePath

_BETWEEN = frozenset({";", "|", "||", "&&", "&", "(", ")", "\n", "|&"})
_REDIRECTS = frozenset({">", ">>", ">|", "&>", "&>>", "<>"})
_BEFORE = frozenset({"sudo", "env", "nice", "time", "command", "exec"})
_ALL = frozenset({"rm", "mv", "tee", "truncate", "shred", "unlink", "touch", "chmod", "chown", "rmdir"})
"""Programs that change every file that they name."""
_LAST = frozenset({"cp", "install", "rsync", "ln", "scp"})
"""Programs that write the last file that they name, or the folder behind `-t`."""
_GIT = frozenset({"checkout", "restore", "rm", "mv", "clean", "stash", "apply", "reset"})
"""Commands of git that change files of the working tree."""
_IN_PLACE = re.compile(r"-[a-zA-Z]*i[a-zA-Z.]*|--in-place.*")
_SCRIPT = re.compile(r"[\"']([^\"'\s]*[./][^\"'\s]*)[\"']")
_WRITES = re.compile(r"\bopen\s*\(|\bwrite|\.unlink|\.rename|\.replace\(|shutil|os\.remove|to_csv|savetxt")


def simple_commands(command: str) -> Iterator[list[str]]:
    """The words of each command in a line, in order; a redirection is a word of its own before its file."""
    lexer = shlex.shlex(command.replace("\n", " ; "), posix=True, punctuation_chars=";|&()<>")
    lexer.whitespace_split = True
    lexer.commenters = ""
    words: list[str] = []
    try:
        for word in lexer:
            if word in _BETWEEN:
                if words:
                    yield words
                words = []
            else:
                words.append(word)
    except ValueError:  # a quotation that does not end: the words so far, and the rest as it is
        words += command.split()
    if words:
        yield words


def written_by(words: Sequence[str]) -> Iterator[str]:
    """The files that a simple command writes."""
    yield from (after for word, after in pairwise(words) if word in _REDIRECTS)
    plain = _without_redirects(words)
    while plain and (
        re.fullmatch(r"\w+=.*", plain[0]) or plain[0] in {"sudo", "env", "nice", "time", "command", "exec"}
    ):
        plain = plain[1:]
    if not plain:
        return
    program, arguments = PurePath(plain[0]).name, plain[1:]
    files = [word for word in arguments if not word.startswith("-")]
    if program in _ALL:
        yield from files
    elif program in _LAST and files:
        yield _target(arguments, files)
    elif program == "dd":
        yield from (word.removeprefix("of=") for word in arguments if word.startswith("of="))
    elif program in {"sed", "perl"} and any(_IN_PLACE.fullmatch(word) for word in arguments):
        yield from files
    elif program == "git" and files and files[0] in _GIT:
        yield from files[1:]
    elif program.startswith("python") or program in {"perl", "ruby", "node", "sh", "bash"}:
        script = " ".join(arguments)
        yield from (_SCRIPT.findall(script) if _WRITES.search(script) else ())


def _target(arguments: Sequence[str], files: Sequence[str]) -> str:
    at = next((at for at, word in enumerate(arguments) if word in {"-t", "--target-directory"}), None)
    return arguments[at + 1] if at is not None and at + 1 < len(arguments) else files[-1]


def _without_redirects(words: Sequence[str]) -> list[str]:
    kept: list[str] = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in _REDIRECTS or word in {"<", "<<", "<<<"}:
            skip = True
        else:
            kept.append(word)
    return kept
