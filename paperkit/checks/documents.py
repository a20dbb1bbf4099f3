"""Documents read and nothing evaluated: all that holding a PDF against its sources takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from paperkit.checks.base import Evidence, Origins
from paperkit.checks.beside import texts_in
from paperkit.checks.gather import Files, read_main
from paperkit.checks.tree import tree_scope
from paperkit.config.report import Report
from paperkit.config.settings import load_settings
from paperkit.expressions.evaluate import Scope
from paperkit.latex.encodings import encoding_of
from paperkit.latex.scan import scan
from paperkit.project import Project
from paperkit.source import SourceFile


def read_pages(
    project: Project, report: Report, scope: Scope, pages: Mapping[str, str], origins: Origins, generated: Iterable[str]
) -> Evidence:
    """A report of which *pages* are rendered (path as shown -> text)."""
    base = project.shown(report.folder)
    sources = {path: SourceFile(path, text) for path, text in pages.items()}
    document = scan(sources[f"{base}/main.tex"], Files(base, sources, project).load)
    return Evidence(
        project=project,
        store=scope.store,
        documents=(document,),
        report=report,
        sources=scope.documents,
        generated=frozenset(generated),
        origins=origins,
        scripts=tuple(texts_in(report.folder / "figures", "*.py", project)),
        settings=report.settings,
    )


def read_tree(main: Path, project: Project) -> Evidence:
    """A plain LaTeX project: *main* and all that it reads."""
    source, _ = read_main(main, project.shown(main))
    document = scan(source, Files(project.shown(main.parent), {}, project, encoding_of(main)).load)
    store = tree_scope(main, None, project).store
    return Evidence(project=project, store=store, documents=(document,), settings=load_settings(project)[0])
