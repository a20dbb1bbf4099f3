"""New text of an author's file, in the encoding and with the line ends that the file has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from paperkit.errors import PaperkitError
from paperkit.latex.encodings import CODECS, declared_encoding
from paperkit.source import SourceFile

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


def as_written(path: Path, source: SourceFile, text: str) -> bytes:
    """*text*, the new content of the file *source* at *path*: byte order mark, encoding and each line's end stay.

    Raises PaperkitError where the file is no longer what *source* holds, and where its encoding lacks a character.
    """
    raw = path.read_bytes()
    mark = next((mark for mark, _ in _MARKS if raw.startswith(mark)), b"")
    for encoding in _encodings(raw, mark):
        try:
            now = raw.removeprefix(mark).decode(encoding)
        except UnicodeDecodeError:
            continue
        if re.sub("\r\n?", "\n", now) == re.sub("\r\n?", "\n", source.text):
            return mark + _encoded(_with_ends(now, text), encoding, source)
    raise PaperkitError(f"{source.path} changed while it was read", "run the command again")


def _encodings(raw: bytes, mark: bytes) -> Iterator[str]:
    """What *raw* may be written in, the likeliest first."""
    if mark:
        yield dict(_MARKS)[mark]
        return
    yield "utf-8"
    declared = declared_encoding(raw)
    yield from (declared,) if declared else ()
    yield from dict.fromkeys(CODECS.values())


def _encoded(text: str, encoding: str, source: SourceFile) -> bytes:
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        missing = error.object[error.start]
        raise PaperkitError(f"{source.path} is in {encoding}, which has no {missing!r}", "save it as UTF-8") from None


def _with_ends(now: str, text: str) -> str:
    """*text* with the line ends of *now*: each line's own where the line is unchanged, else the commonest."""
    parts = re.split("(\r\n|\r|\n)", now)
    old = list(zip(parts[::2], [*parts[1::2], ""], strict=True))
    new = re.sub("\r\n?", "\n", text).split("\n")
    usual = Counter(end for _, end in old if end).most_common(1)
    common = usual[0][0] if usual else "\n"
    if common == "\n" and not any(end not in ("\n", "") for _, end in old):
        return text
    ends = _ends(old, new, common)
    return "".join(line + end for line, end in zip(new, [*ends[: len(new) - 1], ""], strict=True))


def _ends(old: Sequence[tuple[str, str]], new: Sequence[str], common: str) -> list[str]:
    """The end of each new line: those before and behind what changed keep theirs."""
    least = min(len(old), len(new))
    head = next((at for at in range(least) if old[at][0] != new[at]), least)
    tail = next((at for at in range(least - head) if old[-1 - at][0] != new[-1 - at]), least - head)
    middle = len(new) - head - tail
    between = [end for _, end in old[head : len(old) - tail]]
    kept = between if len(between) == middle else [common] * middle
    ends = [*(end for _, end in old[:head]), *kept, *(end for _, end in old[len(old) - tail :])]
    return [end or common for end in ends]
