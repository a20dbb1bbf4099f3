r"""The objects of a PDF file as Python's own: what stands at an offset, read without trust in what it says.

A name is a `Name`, a reference a `Ref`, a string `bytes`; numbers are int or float, arrays lists, dictionaries dicts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

DEEPEST = 200
"""Objects within objects."""
_SPACE = rb"[\x00\t\n\x0c\r ]"
_TOKEN = re.compile(
    rb"(?:" + _SPACE + rb"|%[^\r\n]*)*(?:"
    rb"/(?P<name>[^\x00\t\n\x0c\r ()<>\[\]{}/%]*)"
    rb"|(?P<ref>(\d{1,10})" + _SPACE + rb"+(\d{1,5})" + _SPACE + rb"+R(?![A-Za-z0-9]))"
    rb"|(?P<number>[+-]?(?:\d+\.?\d*|\.\d+))"
    rb"|(?P<open><<|\[)|(?P<close>>>|\])"
    rb"|\((?P<plain>[^()\\\r]*)\)"
    rb"|\((?P<escaped>[^()\\]*(?:\\.[^()\\]*)*)\)"
    rb"|(?P<nested>\()"
    rb"|<(?P<hex>[0-9A-Fa-f\x00\t\n\x0c\r ]*)>"
    rb"|(?P<word>[A-Za-z]+))",
    re.DOTALL,
)
_STRING = re.compile(rb"[()]|(?:[^()\\]|\\.)+", re.DOTALL)
_SPECIAL = re.compile(rb"\\([0-7]{1,3}|\r\n|.)|\r\n?", re.DOTALL)
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\r\n": b"", b"\r": b"", b"\n": b""}
_WORDS = {b"true": True, b"false": False, b"null": None}


class PdfError(Exception):
    """No PDF, or a broken one; the text says why."""


class Name(str):
    """A name: `/Type` is Name("Type")."""

    __slots__ = ()


class Ref(NamedTuple):
    """A reference to an object by its number."""

    number: int
    generation: int = 0


@dataclass(frozen=True, slots=True)
class Stream:
    """A dictionary with bytes behind it, as they stand in the file."""

    entries: dict[str, Any]
    raw: bytes


class Word(bytes):
    """A word of the language: `obj`, `stream`, `endobj`."""

    __slots__ = ()


def read_object(raw: bytes, at: int) -> tuple[Any, int]:
    """The object or word that begins at *at*, and the offset behind it. Raises PdfError."""
    stack: list[tuple[bytes, list[Any]]] = []
    found: Any
    while True:
        match = _TOKEN.match(raw, at)
        if match is None:
            raise PdfError(f"no object at byte {at}")
        kind, at = match.lastgroup, match.end()
        if kind == "name":
            found = _name(match["name"])
        elif kind == "number":
            found = _number(match["number"])
        elif kind == "open":
            stack.append((match["open"], []))
            if len(stack) > DEEPEST:
                raise PdfError(f"objects lie deeper than {DEEPEST} at byte {at}")
            continue
        elif kind == "close":
            found = _closed(stack, match["close"], at)
        elif kind == "nested":
            found, at = _nested(raw, at)
        else:
            found = _OTHER[kind or ""](match)
        if not stack:
            return found, at
        if type(found) is Word:
            raise PdfError(f"the word {found.decode('latin-1')} stands inside an object at byte {at}")
        stack[-1][1].append(found)


def _closed(stack: list[tuple[bytes, list[Any]]], close: bytes, at: int) -> Any:
    """The array or dictionary that ends at *at*, taken off the stack."""
    if not stack or (stack[-1][0] == b"[") != (close == b"]"):
        raise PdfError(f"{close.decode()} closes nothing at byte {at}")
    mark, parts = stack.pop()
    if mark == b"[":
        return parts
    keys, values = parts[::2], parts[1::2]
    if len(keys) != len(values) or not set(map(type, keys)) <= {Name}:
        raise PdfError(f"a dictionary without pairs ends at byte {at}")
    found = dict(zip(map(str, keys), values, strict=True))
    if len(found) != len(keys):
        raise PdfError(f"a dictionary that ends at byte {at} names a thing twice, of which each reader takes its own")
    return found


def _hex(match: re.Match[bytes]) -> bytes:
    digits = re.sub(_SPACE, b"", match["hex"])
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())


def _word(match: re.Match[bytes]) -> Any:
    word = match["word"]
    return _WORDS[word] if word in _WORDS else Word(word)


def _number(text: bytes) -> int | float:
    if len(text) > 60:
        raise PdfError("a number of more than 60 digits")
    return float(text) if b"." in text else int(text)


@lru_cache(4096)
def _name(raw: bytes) -> Name:
    if b"#" in raw:
        raw = re.sub(rb"#([0-9A-Fa-f]{2})", lambda found: bytes.fromhex(found[1].decode()), raw)
    return Name(raw.decode("utf-8", "surrogateescape"))


_OTHER: dict[str, Callable[[re.Match[bytes]], Any]] = {
    "ref": lambda match: Ref(int(match[3]), int(match[4])),
    "plain": lambda match: match["plain"],
    "escaped": lambda match: _SPECIAL.sub(_meant, match["escaped"]),
    "hex": _hex,
    "word": _word,
}


def _meant(match: re.Match[bytes]) -> bytes:
    """What an escape stands for, or the end of a line in a string."""
    one = match[1]
    if one is None:
        return b"\n"
    return _ESCAPES[one] if one in _ESCAPES else bytes([int(one, 8) & 255]) if one[:1] in b"01234567" else one


def _nested(raw: bytes, at: int) -> tuple[bytes, int]:
    """A string with parentheses in it; *at* is behind the first one."""
    start, depth = at, 1
    while depth:
        match = _STRING.match(raw, at)
        if match is None:
            raise PdfError(f"a string has no end at byte {at}")
        at = match.end()
        depth += {b"(": 1, b")": -1}.get(match[0], 0)
    return _SPECIAL.sub(_meant, raw[start : at - 1]), at
