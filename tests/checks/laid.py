"""A report in a repository, with what rendering would give for it, and ways to spoil it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from paperkit.artifacts.store import Store
from paperkit.checks.base import Evidence
from paperkit.checks.gather import gather_report
from paperkit.checks.run import Checked, run_checks
from paperkit.config.documents import load_documents
from paperkit.config.fields import Text
from paperkit.config.report import load_report
from paperkit.config.toc import load_contract
from paperkit.config.yaml import load_yaml
from paperkit.expressions.evaluate import Scope
from paperkit.project import Project
from tests.checks.corpus import CORPUS, Case, _blocks, lay_out, write

REPORT = """\
title: Commands
authors: [Ada]
date: 2026-06-30
artifacts:
  gemm: gemm.csv
quantities:
  gain: gemm(m=128).cycles / gemm(m=64).cycles
limits: {given: 1, waived: 1}
"""
TOC = """\
---
state: agreed
by: Ada
date: 2026-06-30
---
## GEMM {#gemm}
- sources: gemm
- figures: sweep
- tables: cells
- claims: It costs more (`gain`)
"""
PAGE = r"""\section{GEMM}
It takes \pkval{gemm(m=64).cycles | ,d}{1{,}000}~cycles, a factor of \pkval{gain | .2f}{2.46}.
\begin{figure}\includegraphics{figures/sweep}\caption{A sweep}\label{fig:sweep}\end{figure}
\begin{table}\caption{Cells}\label{tab:cells}\end{table}
"""
MAIN = "\\documentclass{article}\\usepackage{paperkit}\n\\begin{document}\n\\input{tex/gemm}\n\\end{document}\n"
Change = Callable[[dict[str, str]], None]


@dataclass
class Laid:
    """A report in a repository, with what render would give for it."""

    root: Path
    pages: dict[str, str]
    options: dict[str, object] = field(default_factory=dict)
    signs: bool = True
    """Whether the contract was agreed to as it lies there."""

    def gather(self) -> Evidence:
        project = Project(self.root)
        report, problems = load_report(self.root / "reports/r", project)
        contract, more = load_contract(self.root / "reports/r", project)
        assert report is not None
        if contract is not None and contract.digest is None and self.signs:
            contract = replace(contract, digest=Text(contract.body_digest, contract.source.whole()))
        quantities = {name: quantity.expression for name, quantity in report.quantities.items()}
        documents, _ = load_documents(report, project)
        scope = Scope(Store(project, report.artifacts, load_yaml), quantities, documents)
        options = {"problems": (*problems, *more), **self.options}
        return gather_report(project, report, contract, scope, self.pages, **options)  # type: ignore[arg-type]

    def check(self) -> Checked:
        return run_checks(self.gather())

    def found(self) -> list[tuple[str, str]]:
        return [(each.code, each.message) for each in self.check().diagnostics]


@pytest.fixture
def laid(tmp_path: Path) -> Laid:
    shared = {name: text for _, name, _, text in _blocks(CORPUS / "evidence.md")[0].blocks}
    pages = {"reports/r/main.tex": MAIN, "reports/r/tex/gemm.tex": PAGE}
    files = {**shared, "reports/r/report.yaml": REPORT, "reports/r/toc.md": TOC, **pages}
    lay_out(Case("", CORPUS, 0, files), tmp_path)
    return Laid(tmp_path, pages, {"figures": {"sweep": ("gemm",)}})


def only(laid: Laid) -> tuple[str, str, str]:
    found = laid.check().diagnostics
    assert len(found) == 1, [(each.code, each.message) for each in found]
    assert found[0].span is not None
    return found[0].code, found[0].span.place, found[0].message


def rewrite(laid: Laid, name: str, old: str, new: str) -> None:
    text = (laid.root / name).read_text()
    assert old in text
    write(laid.root, {name: text.replace(old, new)})


def page(laid: Laid, old: str, new: str) -> None:
    """Change the page as rendered and on disk alike."""
    name = "reports/r/tex/gemm.tex"
    rewrite(laid, name, old, new)
    laid.pages[name] = (laid.root / name).read_text()
