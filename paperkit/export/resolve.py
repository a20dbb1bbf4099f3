r"""LaTeX with markers to LaTeX without: what a marker prints stays, what it says about it goes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import md5

_KEPT = {"pkval": (2, 1), "pkclaim": (2, 1), "pkfree": (2, 1), "pkquote": (2, 1), "pkprojected": (1, 0)}
"""Macro -> (how many arguments it takes, which of them is printed)."""
MARK = r"\providecommand\pkprojectedmark{\textsuperscript{\(\diamond\)}}"
"""What stands around a projection, as paperkit's package has it; a document may give it another look."""
_DROPPED = {"pkanchor": 1, "pkrecordpages": 0, "pkdraftnotice": 1}
_MACRO = re.compile(rf"\\({'|'.join((*_KEPT, *_DROPPED, 'pkpages'))})(?![A-Za-z@])\s*")
_PACKAGE = re.compile(r"\\(usepackage|RequirePackage)(\s*(?:\[[^\]]*\])?\s*)\{([^{}]*)\}[ \t]*\n?")
_TOKEN = re.compile(r"\\[A-Za-z@]+\s*|\\.|\s+|#|[^\\\s#]+", re.DOTALL)
_VERBATIM = re.compile(
    r"\\begin\{(verbatim\*?|Verbatim\*?|BVerbatim|LVerbatim|lstlisting|minted|alltt|comment|filecontents\*?)\}.*?\\end\{\1\}"
    r"|\\(?:verb|lstinline)\*?(?:\[[^\]]*\])?([^\sA-Za-z*\[{])[^\n]*?\2",
    re.DOTALL,
)
_COMMENT = re.compile(r"^[ \t]*%.*\n?|(?<!\\)((?:\\\\)*)%.*", re.MULTILINE)

_GAP = re.compile(r"(?:\s|%\n)*")

Pages = Mapping[str, str]
"""What `\\pkpages` prints, by the digest of its argument."""


def resolve(text: str, pages: Pages, mark: str = "") -> str:
    r"""*text* without comments, paperkit's package and its macros; verbatim text stays as it is.

    *mark* takes the place of the package, where something of it is needed.

    >>> resolve(r"It is \pkval{a.b | .1f}{12.5}~ms. % a secret", {})
    'It is 12.5~ms. %'
    """
    parts, done = [], 0
    for found in _VERBATIM.finditer(text):
        before = text[done : found.start()]
        if _in_comment(before):
            continue
        begun = done > 0 and text[done - 1] != "\n"
        parts += [_resolved(_uncommented(before, begun), pages, mark), "" if found[1] == "comment" else found[0]]
        done = found.end()
    rest = _uncommented(text[done:], done > 0 and text[done - 1] != "\n")
    return "".join((*parts, _resolved(rest, pages, mark)))


def pages_of(aux: str) -> dict[str, str]:
    r"""What `\pkpages` prints, from the lines that `\pkrecordpages` had written into the .aux file."""
    found: dict[str, list[str]] = {}
    for name, page in re.findall(r"\\pkonpage\s*\{pk\.([0-9A-Fa-f]+)\}\s*\{([^{}]*)\}", aux):
        known = found.setdefault(name.upper(), [])
        known += [] if page in known else [page]
    return {name: ", ".join(every) for name, every in found.items()}


def _in_comment(before: str) -> bool:
    return re.search(r"(?<!\\)%", before[before.rfind("\n") + 1 :]) is not None


def _resolved(text: str, pages: Pages, mark: str) -> str:
    return _without_macros(_PACKAGE.sub(lambda found: _package(found, mark), text), pages)


def _uncommented(text: str, begun: bool) -> str:
    """*text* without comments; a line of nothing else goes whole, but not the rest of one that has *begun* before."""
    mark = "\0" if begun else ""
    return _COMMENT.sub(lambda found: "" if found[1] is None else f"{found[1]}%", mark + text).removeprefix(mark)


def _package(found: re.Match[str], mark: str) -> str:
    names = [name.strip() for name in found[3].split(",")]
    if "paperkit" not in names:
        return found[0]
    rest = [name for name in names if name and name != "paperkit"]
    others = f"\\{found[1]}{found[2]}{{{','.join(rest)}}}\n" if rest else ""
    return others + (f"{mark}\n" if mark else "")


def _without_macros(text: str, pages: Pages) -> str:
    parts: list[str] = []
    done = 0
    while (found := _MACRO.search(text, done)) is not None:
        count = _KEPT[found[1]][0] if found[1] in _KEPT else _DROPPED.get(found[1], 1)
        arguments, end = _arguments(text, found.end(), count)
        if len(arguments) < count:
            parts.append(text[done : found.end()])
            done = found.end()
            continue
        printed = _printed(found[1], arguments, pages)
        before = text[done : found.start()]
        parts += [before, _joined("".join(parts[-1:]) + before, printed, text[end : end + 1])]
        done = end if count or text[end : end + 1] != "\n" else end + 1
    return "".join((*parts, text[done:]))


def _printed(name: str, arguments: list[str], pages: Pages) -> str:
    if name in _KEPT:
        printed = _without_macros(arguments[_KEPT[name][1]], pages)
        return rf"\pkprojectedmark{{}}{printed}\pkprojectedmark{{}}" if name == "pkprojected" else printed
    if name == "pkpages":
        return pages.get(md5(detokenized(arguments[0]).encode()).hexdigest().upper(), r"\textendash{}")  # noqa: S324
    return ""


def _joined(before: str, printed: str, after: str) -> str:
    """*printed* as it stood between braces: no command's name grows into it, and its last one not into what follows."""
    front = " " if re.search(r"\\[A-Za-z@]+$", before) and printed[:1].isalpha() else ""
    behind = "{}" if re.search(r"\\[A-Za-z@]+$", printed) and (after.isalpha() or after.isspace()) else ""
    return f"{front}{printed}{behind}"


def _arguments(text: str, at: int, count: int) -> tuple[list[str], int]:
    """The next *count* groups in braces, and the offset behind them."""
    found: list[str] = []
    while len(found) < count:
        start = _GAP.match(text, at).end()  # type: ignore[union-attr]  # it matches nothing, too
        if text[start : start + 1] != "{":
            break
        end = _closing(text, start)
        if end < 0:
            break
        found.append(text[start + 1 : end])
        at = end + 1
    return found, at


def _closing(text: str, start: int) -> int:
    depth = 0
    for found in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text, start):
        depth += (found[0] == "{") - (found[0] == "}")
        if not depth:
            return found.start()
    return -1


def detokenized(text: str) -> str:
    r"""What `\detokenize` makes of *text*: a space behind the name of a command, spaces evened out, # doubled.

    >>> detokenized(r"a\_b  \foo c#")
    'a\\_b \\foo c##'
    """
    parts = []
    for found in _TOKEN.finditer(text):
        piece = found[0]
        if re.match(r"\\[A-Za-z@]", piece):
            parts.append(piece.rstrip() + " ")
        else:
            parts.append(" " if piece.isspace() else "##" if piece == "#" else piece)
    return "".join(parts)
