"""Figures drawn: each script of a report runs in a confined child that asks for every number."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperkit.config.report import Report
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.errors import PaperkitError, Status
from paperkit.expressions.evaluate import ExpressionError, Scope
from paperkit.figures import answers, child
from paperkit.figures.queries import Script, read_scripts
from paperkit.figures.typed import typed_numbers, waived
from paperkit.process.atomic import write_atomic
from paperkit.process.confine import Confinement, Isolation, Outcome, python_reads, run_confined
from paperkit.project import Project
from paperkit.source import SourceFile, Span

FIGURE_CODE, FIGURE_NAME = "PK404", "figure-error"
TIMEOUT = 300.0
"""Seconds for all figures of a report."""
MEMORY = 4 << 30


@dataclass(frozen=True, slots=True)
class FigureResult:
    """One figure: *pdf* is None where its script failed; *queries* are the questions that it asked."""

    name: str
    pdf: bytes | None
    queries: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    """What stands in it, apart from the numbers of its axes."""
    ticks: tuple[str, ...] = ()
    """The numbers of its axes."""
    diagnostics: tuple[Diagnostic, ...] = ()
    isolation: Isolation | None = None


def draw_figures(
    report: Report, scope: Scope, project: Project, only: frozenset[str] | None = None
) -> tuple[FigureResult, ...]:
    """Draw the figures of *report* (those in *only*, else all); what is wrong with one is a diagnostic at its line.

    Raises PaperkitError (status 5) when the child cannot start.
    """
    scripts = [s for s in read_scripts(report.folder / "figures", project) if only is None or s.name in only]
    judged = {script.name: _judged(script) for script in scripts}
    sound = [script for script in scripts if not isinstance(script.tree, SyntaxError)]
    if not sound:
        return tuple(FigureResult(s.name, None, diagnostics=judged[s.name]) for s in scripts)
    with tempfile.TemporaryDirectory(prefix="paperkit-figures-") as name:
        folder = Path(name).resolve()
        session = _Session(folder, scope, {script.name: script for script in sound})
        outcome = _run(folder, sound, session)
        session.finish(outcome)
        return tuple(_result(script, judged[script.name], session, outcome, folder) for script in scripts)


def judge_figures(report: Report, project: Project) -> tuple[Diagnostic, ...]:
    """What is wrong with the scripts of *report* as texts; none of them runs."""
    scripts = read_scripts(report.folder / "figures", project)
    return tuple(found for script in scripts for found in _judged(script))


def _judged(script: Script) -> tuple[Diagnostic, ...]:
    """What can be said of a script without running it."""
    if isinstance(script.tree, SyntaxError):
        error = script.tree
        span = _at(script.source, error.lineno or 1)
        return (Diagnostic(FIGURE_CODE, FIGURE_NAME, f"the script is no Python: {error.msg}", span, hint="correct it"),)
    return tuple(
        _ungrounded(typed.span, f"{typed.text} is typed in a figure script, {typed.drawn_as}")
        for typed in typed_numbers(script.source, script.tree)
    )


def _ungrounded(span: Span, message: str) -> Diagnostic:
    hint = 'ask the evidence: evidence.text("expression | .1f") or evidence.column("expression")'
    return Diagnostic("PK101", "ungrounded-number", message, span, hint=hint)


def _at(source: SourceFile, line: int) -> Span:
    """The text of one line, without its indentation."""
    whole = source.line_span(min(max(line, 1), len(source.line_starts)))
    indent = len(whole.text) - len(whole.text.lstrip())
    return source.span(whole.start + indent, whole.end)


def _run(folder: Path, scripts: list[Script], session: _Session) -> Outcome:
    request = {"folder": str(folder), "scripts": [(script.name, str(script.path.resolve())) for script in scripts]}
    (folder / "request.json").write_text(json.dumps(request), "utf-8")
    program = Path(child.__file__).resolve()
    walls = Confinement(
        reads=(*python_reads(), program, *(script.path.resolve() for script in scripts)),
        writes=(folder,),
        memory_bytes=MEMORY,
        cpu_seconds=int(TIMEOUT),
    )
    command = [sys.executable, "-I", "-B", str(program), str(folder / "request.json")]
    return run_confined(command, folder, _environment(folder), walls, TIMEOUT, session.line)


def _environment(folder: Path) -> dict[str, str]:
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(folder),
        "MPLCONFIGDIR": str(folder),
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONHASHSEED": "0",
        "SOURCE_DATE_EPOCH": "0",
        "OPENBLAS_NUM_THREADS": "1",
    }


@dataclass(slots=True)
class _Session:
    """What was said between the child and us."""

    folder: Path
    scope: Scope
    scripts: Mapping[str, Script]
    now: str = ""
    queries: dict[str, dict[str, None]] = field(default_factory=dict)
    texts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    ticks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    found: dict[str, list[Diagnostic]] = field(default_factory=dict)
    other: list[str] = field(default_factory=list)

    def line(self, text: str) -> None:
        """One line of the child's standard error."""
        if not text.startswith(child.MARK):
            self.other.append(text)
            return
        word = json.loads(text.removeprefix(child.MARK))
        getattr(self, f"_{word['event']}")(word)

    def _begin(self, word: Mapping[str, Any]) -> None:
        self.now = word["name"]

    def _question(self, word: Mapping[str, Any]) -> None:
        kind, text, where = word["question"]
        self.queries.setdefault(self.now, {})[text] = None
        answer = json.dumps(_answer(self.scope, kind, text, where))
        write_atomic(self.folder / f"answer-{int(word['number'])}.json", answer)

    def _drawn(self, word: Mapping[str, Any]) -> None:
        script = self.scripts[word["name"]]
        self.texts[script.name], self.ticks[script.name] = tuple(word["texts"]), tuple(word["ticks"])
        for line, text in word["typed"]:
            if not waived(script.source, max(line, 1)):
                message = f"the figure shows {text!r}, and no answer of the evidence does"
                self.found.setdefault(script.name, []).append(_ungrounded(_at(script.source, line), message))

    def _failed(self, word: Mapping[str, Any]) -> None:
        script = self.scripts[word["name"]]
        code, name = (FIGURE_CODE, FIGURE_NAME) if word["kind"] == "script" else ("PK102", "unresolved-expression")
        hint = word["hint"] or "correct the script; it reads only what evidence gives"
        span = _at(script.source, word["line"] or 1)
        self.found.setdefault(script.name, []).append(Diagnostic(code, name, word["message"], span, hint=hint))

    def finish(self, outcome: Outcome) -> None:
        """A child that died leaves a word at the script that it was drawing."""
        if outcome.status == 0 and not outcome.timed_out:
            return
        script = self.scripts.get(self.now)
        why = (
            f"did not end within {TIMEOUT:g} s"
            if outcome.timed_out
            else f"ended the child with status {outcome.status}"
        )
        if script is None:
            raise PaperkitError(
                f"the program that draws figures {why}: {' '.join(self.other[-3:])}",
                "see `paperkit doctor`",
                Status.TOOL,
            )
        diagnostic = Diagnostic(FIGURE_CODE, FIGURE_NAME, f"the script {why}", script.source.whole(), hint="correct it")
        self.found.setdefault(script.name, []).append(diagnostic)


def _result(
    script: Script, judged: tuple[Diagnostic, ...], session: _Session, outcome: Outcome, folder: Path
) -> FigureResult:
    path = folder / f"{script.name}.pdf"
    drawn = script.name in session.texts and path.is_file()
    at = {diagnostic.span.line for diagnostic in judged if diagnostic.span is not None}
    # a number that is typed in the text is said once, also when it was seen drawn
    late = [
        d for d in session.found.get(script.name, ()) if d.code != "PK101" or d.span is None or d.span.line not in at
    ]
    return FigureResult(
        name=script.name,
        pdf=path.read_bytes() if drawn else None,
        queries=tuple(session.queries.get(script.name, ())),
        texts=session.texts.get(script.name, ()),
        ticks=session.ticks.get(script.name, ()),
        diagnostics=(*judged, *late),
        isolation=outcome.isolation,
    )


def _answer(scope: Scope, kind: str, text: str, where: Mapping[str, str]) -> dict[str, Any]:
    """The answer to one question, as plain data."""
    try:
        if kind == "rows":
            return {"value": answers.rows(scope, text, where)}
        return {"value": answers.column(scope, text) if kind == "column" else answers.text(scope, text)}
    except ExpressionError as error:
        return {"error": f"{text}: {error}", "hint": error.hint}
