"""A baseline written: once with every number that has no evidence, and from then on only smaller."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paperkit.checks import outgrown_baseline
from paperkit.checks.outgrown_baseline import known_of
from paperkit.checks.run import TYPED, Checked
from paperkit.config.baseline import BASELINE_FILE, baseline_text
from paperkit.config.report import REPORT_FILE, load_report
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.process.atomic import write_atomic
from paperkit.project import find_project


@dataclass(frozen=True, slots=True)
class Written:
    """What was written, in a line; what the baseline does not take in, and what to do about it."""

    said: str
    refused: str = ""
    hint: str = ""


def baseline_path(folder: Path, named: Path | None) -> Path:
    """The baseline that is meant: *named*, that of the report in *folder*, or the usual one there."""
    if named is not None:
        return named.absolute()
    report = load_report(folder, find_project(folder))[0] if (folder / REPORT_FILE).is_file() else None
    known = None if report is None else report.baseline
    return known or folder.absolute() / BASELINE_FILE


def write_baseline(path: Path, checked: Checked) -> Written:
    """Write the baseline at *path* from *checked*, which was held against the one that is there, if there is one.

    A new baseline takes in every number without evidence; one that is there loses what is gone, and takes in nothing.
    """
    shown = checked.evidence.project.shown(path)
    former = checked.evidence.baseline
    kept = checked.known if former is not None else checked.held
    text = baseline_text(known_of(each) for each in kept)
    if former is None or text != former.source.text:
        write_atomic(path, text)
    share = checked.counts.share
    if former is None:
        return Written(f"{shown}: {_told(kept)}; {share}{_unnamed(path, checked)}")
    gone = len(former.entries) - len(kept)
    said = f"{shown}: {_told(kept)}, {gone} fewer; {share}"
    if not checked.typed:
        return Written(said)
    places = ", ".join(each.span.place for each in checked.typed[:3] if each.span)
    many = len(checked.typed)
    refused = f"{many} new number{'s' * (many != 1)} without evidence ({places}), which a baseline does not take in"
    return Written(said, refused, f"bind {'them' if many != 1 else 'it'}, or delete {shown} and write it anew")


def _unnamed(path: Path, checked: Checked) -> str:
    """How a report comes to use the baseline, where its report.yaml names none."""
    report = checked.evidence.report
    if report is None or report.baseline is not None:
        return ""
    return f"\nit is used once report.yaml says `baseline: {path.name}`; a person has to see what it lets pass"


def left_by(checked: Checked) -> tuple[Diagnostic, ...]:
    """What a baseline does not hold and is to be mended: all but numbers without evidence and what it takes in."""
    taken = TYPED | {outgrown_baseline.CHECK.code}
    if checked.evidence.baseline is None:
        taken |= {each.code for each in checked.older}
    return tuple(each for each in checked.diagnostics if each.code not in taken)


def _told(kept: tuple[Diagnostic, ...]) -> str:
    numbers = sum(each.code in TYPED for each in kept)
    others = len(kept) - numbers
    some = f", {others} other finding{'s' * (others != 1)}" if others else ""
    return f"{numbers} number{'s' * (numbers != 1)} without evidence{some}"
