"""What a coding agent may not write: evidence, outputs, and a person's word.

An agent's host asks before a tool runs (`paperkit hook guard`); the answer is by rule, from the paths and the new text
alone. A refusal says what to do instead. What only a person can say (an agreement, a waiver) is asked, not refused.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from paperkit.agent.shell import simple_commands, written_by
from paperkit.config.baseline import BASELINE_FILE
from paperkit.config.report import REPORT_FILE, Report, find_reports, load_report
from paperkit.config.toc import TOC_FILE
from paperkit.errors import PaperkitError
from paperkit.project import Project

WRITERS = frozenset(
    {"Write", "Edit", "MultiEdit", "NotebookEdit", "write", "edit", "create", "str_replace", "apply_patch"}
)
"""Names that hosts give to tools that write files."""
SHELLS = frozenset({"Bash", "bash", "shell", "run"})
_OUTPUTS = frozenset({"main.tex", "main.pdf", "ledger.json"})
_AGREES = re.compile(r"^\s*(?:state\s*:\s*[\"']?agreed|digest\s*:|history\s*:)", re.MULTILINE)
_WAIVES = re.compile(r"\\pkfree\s*\{|%\s*paperkit:\s*allow\b")
_WRITING = re.compile(
    r">(?!&|\s*/dev/null)|<<|\btee\b|\b(?:sed|perl)\b.*\s-[a-zA-Z]*i|--in-place|\bwrite|\bpatch\b|\bgit\s+apply\b"
)
"""What a shell command needs to write a text into a file."""
_LOOSE = re.compile(r"^(severity|baseline|limits|vocabulary)\s*:", re.MULTILINE)
_SPOKEN = re.compile(r"\btoc\s+(?:agree|amend)\b(?!.*--help)|--write-baseline\b")


class Decision(StrEnum):
    """What the host does."""

    ALLOW = "allow"
    ASK = "ask"
    """A person has to say yes."""
    DENY = "deny"


@dataclass(frozen=True, slots=True)
class Answer:
    """A decision with its reason, which the agent reads."""

    decision: Decision
    reason: str = ""


ALLOWED = Answer(Decision.ALLOW)


def guard(event: Mapping[str, Any], project: Project) -> Answer:
    """The answer to one call of a tool, as the host describes it: `tool_name`, `tool_input`, and maybe `cwd`."""
    _reports.cache_clear()
    given = event.get("tool_input")
    arguments = given if isinstance(given, Mapping) else {}
    name = str(event.get("tool_name", ""))
    folder = Path(str(event.get("cwd") or project.root))
    if name in SHELLS or "command" in arguments:
        return _strictest(_command(str(arguments.get("command", "")), folder, project))
    if name in WRITERS or not name:
        return _strictest(_written(path, arguments, project) for path in _paths(arguments, folder))
    return ALLOWED


def _strictest(answers: Iterator[Answer]) -> Answer:
    order = (Decision.ALLOW, Decision.ASK, Decision.DENY)
    return max(answers, key=lambda answer: order.index(answer.decision), default=ALLOWED)


def _paths(arguments: Mapping[str, Any], folder: Path) -> Iterator[Path]:
    for key in ("file_path", "notebook_path", "path", "filename"):
        if isinstance(arguments.get(key), str):
            yield folder / arguments[key]


def _written(path: Path, arguments: Mapping[str, Any], project: Project) -> Answer:
    reason = why_protected(path, project)
    if reason:
        return Answer(Decision.DENY, f"{project.shown(path)} {reason}")
    texts = "\n".join(_texts(arguments))
    if path.name == TOC_FILE and _AGREES.search(texts) and not _same_front(path, str(arguments.get("content", ""))):
        hint = "a person agrees: when they have, run `paperkit toc agree REPORT --by NAME`"
        return Answer(Decision.DENY, f"{project.shown(path)}: state, digest and history are not typed; {hint}")
    loosened = _loosened(path, texts) if path.name == REPORT_FILE else ""
    if loosened:
        return Answer(Decision.ASK, f"{project.shown(path)}: `{loosened}` lets findings pass; a person has to see it")
    if _WAIVES.search(texts):
        return Answer(
            Decision.ASK, f"{project.shown(path)}: this waives a number; a person has to see it and its reason"
        )
    return ALLOWED


def _loosened(path: Path, texts: str) -> str:
    """The key of report.yaml by which less is found than before, where *texts* bring one in."""
    there = path.read_text("utf-8", "replace") if path.is_file() else ""
    return next((key for key in _LOOSE.findall(texts) if key not in _LOOSE.findall(there)), "")


def _texts(given: Any) -> Iterator[str]:
    """Every new text in the arguments, at any depth; what is replaced is none."""
    if isinstance(given, str):
        yield given
    elif isinstance(given, Mapping):
        for key, value in given.items():
            if key not in {"old_string", "old_str", "file_path", "path"}:
                yield from _texts(value)
    elif isinstance(given, list):
        for value in given:
            yield from _texts(value)


def _same_front(path: Path, content: str) -> bool:
    """Whether a file that is written whole keeps the front matter that is there."""
    if not path.is_file() or not content.startswith("---\n"):
        return False
    return content.split("\n---", 1)[0] == path.read_text("utf-8", "replace").split("\n---", 1)[0]


def _command(command: str, folder: Path, project: Project) -> Iterator[Answer]:
    """The answers to a shell command: what it writes, and what it says in a person's name."""
    if _SPOKEN.search(command):
        yield Answer(Decision.ASK, "this records a person's word; they have to say it themselves")
    if _WAIVES.search(command) and _WRITING.search(command):
        yield Answer(Decision.ASK, "this writes a waiver into a file; a person has to see the number and its reason")
    for words in simple_commands(command):
        if words[0] == "cd" and len(words) > 1:
            folder = folder / words[1]
        for word in written_by(words):
            reason = why_protected(folder / word, project)
            if reason:
                yield Answer(Decision.DENY, f"{project.shown(folder / word)} {reason}")


@cache
def _reports(project: Project) -> tuple[Report, ...]:
    """The reports of the project that can be read; once for all paths of one call."""
    found = []
    for folder in find_reports(project):
        try:
            report, _ = load_report(folder, project)
        except PaperkitError:
            continue
        found += [] if report is None else [report]
    return tuple(found)


def why_protected(path: Path, project: Project) -> str:
    """Why nobody but paperkit or a person writes the file, and what to do instead; empty where it is free."""
    full = Path(os.path.abspath(path))
    if not full.is_relative_to(project.root):
        return ""
    if full.is_dir():
        holds = full.name == "artifacts" and (full.parent / "bench.yaml").is_file()
        return f"holds evidence; `paperkit bench run {full.parent.name}` writes it" if holds else ""
    if full.is_relative_to(project.state):
        return "is what paperkit remembers of its own runs; take it away, and it is worked out again"
    if full.name == BASELINE_FILE:
        return "only shrinks; `paperkit check FOLDER --write-baseline` takes out what is bound"
    if full.name == "datapackage.json":
        return "describes evidence; `paperkit bench run NAME` or `paperkit describe FILE.csv` writes it"
    if full.parent.name == "artifacts" and (full.parent.parent / "bench.yaml").is_file():
        return f"is evidence; `paperkit bench run {full.parent.parent.name}` writes it"
    for folder in (full.parent, *full.parent.parents):
        if folder == project.root.parent:
            break
        if (folder / REPORT_FILE).is_file() and (folder / "sections").is_dir():
            within = full.relative_to(folder)
            if within.parts[0] == "tex" or str(within) in _OUTPUTS:
                return f"is written by `paperkit build {project.shown(folder)}`; edit its template in sections/"
    return _declared(full, project)


def _declared(full: Path, project: Project) -> str:
    """Evidence that a report.yaml names: artifacts, configurations, documents."""
    for report in _reports(project):
        shown = project.shown(report.folder)
        if any(spec.path == full for spec in report.artifacts.values()) and full.name != "given.yaml":
            return f"is evidence of {shown}; a harness or a person writes it"
        if any(full.match(glob.value) or full in project.root.glob(glob.value) for glob in report.sources):
            return f"is a document of {shown}; a person writes it"
    return ""
