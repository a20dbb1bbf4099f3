"""How a verdict leaves the command line: for people, or in the form that a program reads."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperkit import __version__
from paperkit.cli.paint import say_diagnostics
from paperkit.diagnostics.diagnostic import Counts, Diagnostic
from paperkit.diagnostics.verdict import Rule, Verdict

if TYPE_CHECKING:
    from paperkit.checks.run import Checked

FORMS = ("text", "json", "sarif", "github", "gitlab", "junit")
NOT_IN_A_CHECK = {"PK401": "only a build compiles"}
"""Checks that `check` has nothing to hold against, and why."""
OF_PAGES = "PK5"
"""Codes of the checks that read a PDF: `audit` runs them alone, `check` none of them."""


def say(checked: Checked, target: str, form: str, strict: bool) -> None:
    """Print *checked* on stdout in *form*."""
    say_found(checked.diagnostics, checked.counts, target, form, strict, checked.evidence.proof is not None)


def say_found(
    found: tuple[Diagnostic, ...], counts: Counts, target: str, form: str, strict: bool, audit: bool = False
) -> None:
    """Print what a check of *target* (an *audit* of a PDF) found and counted, on stdout in *form*."""
    if form == "text":
        say_diagnostics(found, counts, target)
        return
    verdict = Verdict(target, found, counts, _rules(audit), strict)
    if form == "github":
        _say_github(verdict)
    else:
        click.echo(_printed(verdict, form), nl=False)


def _rules(audit: bool) -> tuple[Rule, ...]:
    """Every check, as the printers take it."""
    from paperkit.checks.registry import CHECKS

    return tuple(Rule(c.code, c.name, c.doc, c.severity, _unrun(c.code, audit)) for c in CHECKS)


def _unrun(code: str, audit: bool) -> str:
    """Why a check was not run; empty where it was."""
    if code.startswith(OF_PAGES):
        return "" if audit else "only an audit reads the PDF"
    return "an audit reads the PDF alone" if audit else NOT_IN_A_CHECK.get(code, "")


def _printed(verdict: Verdict, form: str) -> str:
    if form == "sarif":
        from paperkit.diagnostics.sarif import as_sarif

        return as_sarif(verdict, __version__)
    if form == "gitlab":
        from paperkit.diagnostics.gitlab import as_gitlab

        return as_gitlab(verdict)
    if form == "junit":
        from paperkit.diagnostics.junit import as_junit

        return as_junit(verdict)
    from paperkit.diagnostics.json import as_json

    return as_json(verdict.diagnostics, verdict.counts)


def _say_github(verdict: Verdict) -> None:
    """Annotations on stdout; the summary goes into the step's file, or to stderr where there is no such file."""
    from paperkit.diagnostics.github import as_github

    said = as_github(verdict)
    click.echo(said.annotations, nl=False)
    file = os.environ.get("GITHUB_STEP_SUMMARY")
    if file:
        with Path(file).open("a", encoding="utf-8") as stream:
            stream.write(said.summary)
    else:
        click.echo(said.summary, nl=False, err=True)
