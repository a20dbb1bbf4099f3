"""The language of the text, for its decimal mark."""

# ruff: noqa: ARG001 (commands share one signature)

from __future__ import annotations

import re

from paperkit.latex.changing import keep
from paperkit.latex.frames import Frame
from paperkit.latex.walk import Walker
from paperkit.latex.wordlist import words

COMMA = words("""
    german ngerman austrian naustrian french francais acadian canadien italian spanish catalan galician portuguese
    brazil brazilian dutch danish swedish norsk nynorsk norwegian finnish polish czech slovak russian ukrainian
    hungarian romanian greek turkish croatian serbian slovene slovenian bulgarian estonian latvian lithuanian
    icelandic indonesian
    """)
"""Languages that write 3,5 for three and a half."""
_WORD = re.compile(r"[A-Za-z]+")
_DECIMAL = re.compile(
    r"(?:output-decimal-marker|decimalsymbol|locale)\s*=\s*\{?\s*(,|\\text\{,\}|comma|DE|FR|\.|US|UK)"
)
_LANGUAGES = (
    frozenset({"english", "british", "american", "usenglish", "ukenglish", "USenglish", "UKenglish", "australian"})
    | COMMA
)


def _comma(walker: Walker, comma: bool) -> None:
    walker.shift(walker.mode._replace(comma=comma))


def package(walker: Walker, frame: Frame, name: str, i: int) -> str:
    r"""\usepackage[ngerman]{babel}, \documentclass[french]{article}: the last language named is the main one.

    The names of the packages come back.
    """
    option = frame.option()
    what = frame.argument()
    packages = what.text if what else ""
    if option is not None and (name == "documentclass" or "babel" in packages or "siunitx" in packages):
        main = re.search(r"main\s*=\s*(\w+)", option.text)
        named = [main[1]] if main else [word for word in _WORD.findall(option.text) if word in _LANGUAGES]
        if named:
            _comma(walker, named[-1] in COMMA)
        setup(walker, option.text)
        keep(walker, frame, option)
    walker.skipped(option, name)
    return packages


def document_class(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\documentclass[french]{article}."""
    package(walker, frame, name, i)


def setup(walker: Walker, text: str) -> None:
    """The decimal mark that siunitx is told to print."""
    match = _DECIMAL.search(text)
    if match is not None:
        _comma(walker, match[1] in (",", "comma", "DE", "FR") or "," in match[1])


def sisetup(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\sisetup{output-decimal-marker={,}}."""
    what = frame.argument()
    if what is not None:
        walker.skipped(what, name)
        setup(walker, what.text)
        keep(walker, frame, what)


def select(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\selectlanguage{french}, \setmainlanguage{german}; \foreignlanguage{french}{text} for its text."""
    frame.option()
    what = frame.argument()
    if what is None:
        return
    comma = what.text.strip() in COMMA
    if name == "foreignlanguage":
        text = frame.argument()
        if text is not None:
            walker.push(text, walker.mode._replace(comma=comma))
        return
    _comma(walker, comma)


LANGUAGES = {
    "documentclass": document_class,
    "sisetup": sisetup,
    "selectlanguage": select,
    "setmainlanguage": select,
    "setdefaultlanguage": select,
    "foreignlanguage": select,
}
