"""`paperkit eval`: what an expression is worth, with the cells that it comes from."""

from __future__ import annotations

import json
from pathlib import Path

import click


@click.command("eval")
@click.argument("report", metavar="REPORT|MAIN.TEX", type=click.Path(path_type=Path, exists=True))
@click.argument("marker", metavar="EXPRESSION")
@click.option("--artifacts", type=click.Path(path_type=Path), help="Folder of the evidence of a plain LaTeX project.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def COMMAND(report: Path, marker: str, artifacts: Path | None, as_json: bool) -> None:  # noqa: N802
    """Evaluate EXPRESSION with what a marker of REPORT may name; with `| FORMAT` also as it would be printed."""
    from paperkit.build.load import load
    from paperkit.checks.tree import tree_scope
    from paperkit.expressions.show import evaluated
    from paperkit.project import find_project

    scope = load(report).scope if report.is_dir() else tree_scope(report, artifacts, find_project(report.parent))
    found = evaluated(marker, scope)
    click.echo(json.dumps({"version": 1, **found.as_data()}, indent=2, ensure_ascii=False) if as_json else str(found))
