"""The ADR and SPEC documents that a report draws on, by the names that toc.md promises: `adr:0002`, `spec:platform`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from paperkit.config.fields import Text, problem
from paperkit.config.report import Report
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.errors import PaperkitError
from paperkit.project import Project
from paperkit.source import NotText, read_source
from paperkit.sources import SourceDocument, parse_document


def load_documents(report: Report, project: Project) -> tuple[dict[str, SourceDocument], tuple[Diagnostic, ...]]:
    """The documents that `sources` of report.yaml names, by folder and id; what names nothing is a PK302."""
    return read_documents(report.sources, project)


def read_documents(globs: Iterable[Text], project: Project) -> tuple[dict[str, SourceDocument], tuple[Diagnostic, ...]]:
    """The documents that *globs*, which start at the project's root, match."""
    found: dict[str, SourceDocument] = {}
    problems: list[Diagnostic] = []
    for glob in globs:
        pattern = glob.value.removeprefix("./")
        if pattern.startswith(("/", "../")) or not pattern:
            problems.append(
                problem(glob.span, f"{glob.value} lies outside the project", "name it from the project's root")
            )
            continue
        paths = [path for path in sorted(project.root.glob(pattern)) if path.is_file() and path.name != "README.md"]
        if not paths:
            problems.append(
                problem(glob.span, f"{glob.value} matches no document", "globs start at the project's root")
            )
        for path in paths:
            try:
                document = parse_document(read_source(path, project.shown(path)))
            except NotText as error:
                problems.append(problem(error.span, error.fact, error.hint))
                continue
            except PaperkitError as error:
                problems.append(problem(glob.span, error.message, error.hint))
                continue
            twin = found.setdefault(document_key(path.parent.name, document.id), document)
            if twin.span.path != document.span.path:
                message = f"{document.span.path} and {twin.span.path} have the same id {document.id}"
                problems.append(
                    problem(document.span, message, "give one another number").label(twin.span, "the other")
                )
    return dict(sorted(found.items())), tuple(problems)


def document_key(folder: str, name: str) -> str:
    """`adr:0002` for the document 0002 in the folder adr.

    >>> document_key("adr", "0002"), document_key("specs", "SPEC-7")
    ('adr:0002', 'spec:7')
    """
    family = re.sub(r"(?<=[^s])s$", "", folder.casefold()) or "document"
    return f"{family}:{name.casefold().removeprefix(f'{family}-')}"


def by_path(documents: Iterable[tuple[str, SourceDocument]]) -> dict[str, str]:
    """Key of each document by the path of its file."""
    return {document.span.path: key for key, document in documents}
