"""What report.yaml wants to know of a paper: title, authors and a date, read from its main file."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from paperkit.latex.comments import without_comments
from paperkit.process.capture import capture
from paperkit.project import Project
from paperkit.source import SourceFile

NOBODY = "Name of the author"
_GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
_TITLE = re.compile(rf"\\(?:title|Title)\s*(?:\[[^\]]*\])?\s*{_GROUP}")
_AUTHOR = re.compile(rf"\\(?:author|IEEEauthorblockN|Author)\s*(?:\[[^\]]*\])?\s*{_GROUP}")
_DROPPED = re.compile(
    rf"\\(?:thanks|footnote|footnotemark|inst|fnref|corref|orcidlink|orcid|email|affil|affiliation|institute|institution|address|department|textsuperscript|IEEEauthorblockA|url|href)"
    rf"(?![A-Za-z])\*?(?:\[[^\]]*\])?(?:{_GROUP})?|\$\s*\^[^$]*\$"
)
_BETWEEN = re.compile(r"\\(?:and|And|AND|quad|qquad)\b|\\\\(?:\[[^\]]*\])?|,\s+(?:and\s+)?|\s+and\s+|\n\s*\n")
_NAME = re.compile(r"(?:[^\W\d_][\w.'’-]*\s+){1,4}[^\W\d_][\w.'’-]*")
_ACCENT = re.compile(r"\\[\"'`^~=.]\s*\{?([A-Za-z])\}?|\\[cvuHrkdb]\s*\{([A-Za-z])\}")


def title_of(source: SourceFile) -> str:
    """The title as plain text; the file's stem where none is found."""
    found = _TITLE.search(without_comments(source.text))
    said = _plain(found[1]) if found else ""
    return said or Path(source.path).stem


def authors_of(source: SourceFile) -> tuple[str, ...]:
    """Names of the authors, as far as they can be told from affiliations."""
    names: dict[str, None] = {}
    for found in _AUTHOR.finditer(without_comments(source.text)):
        first = True
        for part in _BETWEEN.split(_DROPPED.sub(" ", found[1])):
            name = _plain(part)
            if first or _NAME.fullmatch(name):
                names.update({name: None} if _NAME.fullmatch(name) else {})
            first = first and not name
    return tuple(names) or (NOBODY,)


def date_of(main: Path, project: Project) -> str:
    """The day of the main file's last commit, else today."""
    said = capture(["git", "log", "-1", "--format=%cs", "--", str(main)], project.root).stdout.decode().strip()
    return said or datetime.now(UTC).date().isoformat()


def _plain(text: str) -> str:
    """LaTeX without its commands."""
    text = _ACCENT.sub(lambda found: found[1] or found[2], _DROPPED.sub(" ", text))
    text = re.sub(r"\\\\(?:\[[^\]]*\])?", " ", text)
    text = re.sub(r"\\([%&_#$])", r"\1", text)
    text = (
        re.sub(r"\\[A-Za-z]+\*?\s?|[{}$]|\\[,;:! ]", "", text.replace(r"\times", "×"))
        .replace("~", " ")
        .replace("--", "–")
    )
    return " ".join(text.split())
