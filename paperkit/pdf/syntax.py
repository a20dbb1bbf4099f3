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
    rb"(?P<ref>(\d{1,10})" + _SPACE + rb"+(\d{1,5})" + _SPACE + rb"+R(?![A-Za-z0-9]))"
    rb"|(?P<number>[+-]?(?:\d+\.?\d*|\.\d+))"
    rb"|(?P<name>/[^\x00\t\n\x0c\r ()<>\[\]{}/%]*)"
    rb"|(?P<open><<|\[)|(?P<close>>>|\])"
    rb"|<(?P<hex>[0-9A-Fa-f\x00\t\n\x0c\r ]*)>"
    rb"|(?P<string>\()"
    rb"|(?P<word>[A-Za-z]+))"
)
_STRING = re.compile(rb"[()\\]|[^()\\]+")
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
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
    while True:
        match = _TOKEN.match(raw, at)
        if match is None:
            raise PdfError(f"no object at byte {at}")
        kind, at = match.lastgroup or "", match.end()
        if kind == "open":
            stack.append((match["open"], []))
            if len(stack) > DEEPEST:
                raise PdfError(f"objects lie deeper than {DEEPEST} at byte {at}")
            continue
        if kind == "close":
            found = _closed(stack, match["close"], at)
        elif kind == "string":
            found, at = _string(raw, at)
        else:
            found = _SIMPLE[kind](match)
        if not stack:
            return found, at
        if kind == "word" and isinstance(found, Word):
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
    if len(keys) != len(values) or not all(type(key) is Name for key in keys):
        raise PdfError(f"a dictionary without pairs ends at byte {at}")
    found = {str(key): value for key, value in zip(keys, values, strict=True)}
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


_SIMPLE: dict[str, Callable[[re.Match[bytes]], Any]] = {
    "ref": lambda match: Ref(int(match[2]), int(match[3])),
    "number": lambda match: _number(match["number"]),
    "name": lambda match: _name(match["name"][1:]),
    "hex": _hex,
    "word": _word,
}


def _string(raw: bytes, at: int) -> tuple[bytes, int]:
    r"""A string in parentheses; *at* is behind the first one."""
    close = raw.find(b")", at)
    plain = raw[at:close]
    if close >= 0 and b"\\" not in plain and b"(" not in plain:
        return plain.replace(b"\r\n", b"\n").replace(b"\r", b"\n"), close + 1
    parts: list[bytes] = []
    depth = 1
    while True:
        match = _STRING.match(raw, at)
        if match is None:
            raise PdfError(f"a string has no end at byte {at}")
        part, at = match[0], match.end()
        if part == b"\\":
            part, at = _escape(raw, at)
        elif part in b"()":
            depth += 1 if part == b"(" else -1
            if not depth:
                return b"".join(parts), at
        else:
            part = part.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        parts.append(part)


def _escape(raw: bytes, at: int) -> tuple[bytes, int]:
    octal = re.compile(rb"[0-7]{1,3}").match(raw, at)
    if octal is not None:
        return bytes([int(octal[0], 8) & 255]), octal.end()
    one = raw[at : at + 1]
    if one == b"\r" and raw[at + 1 : at + 2] == b"\n":
        return b"", at + 2
    if one in b"\r\n":
        return b"", at + 1
    return _ESCAPES.get(one, one), at + 1
