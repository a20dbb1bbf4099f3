"""Evidence gathered: documents scanned, markers judged, git asked once; from a report in memory or a LaTeX tree."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from os.path import isfile  # which says no where a name is too long
from pathlib import Path, PurePosixPath

from paperkit.checks.base import ArtifactFile, Evidence, Origins
from paperkit.checks.beside import changed_since, entry_keys, found_in, ledger_in, texts_in
from paperkit.checks.contract import first_uses
from paperkit.checks.judge import judge
from paperkit.config.report import Report
from paperkit.config.settings import load_settings
from paperkit.config.toc import Contract
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.errors import PaperkitError
from paperkit.expressions.evaluate import ExpressionError, Grounds, Scope, grounds_of
from paperkit.latex.document import Document, Named, Trouble
from paperkit.latex.encodings import encoding_of, read_tex
from paperkit.latex.scan import scan
from paperkit.process.shared import Shared
from paperkit.project import GitState, Project, committed_bytes, git_states, led_to, staged_bytes
from paperkit.source import SourceFile, Span, read_source
from paperkit.tectonic.log import TexError

COUNTED = "files"
"""The name under which files stand that an expression counts."""
_BETWEEN = ("\n", ",", "\t", " ", ";")
"""What stands between two cells or words."""


def gather_report(
    project: Project,
    report: Report,
    contract: Contract | None,
    scope: Scope,
    pages: Mapping[str, str],
    *,
    origins: Origins | None = None,
    generated: Iterable[str] = (),
    figures: Mapping[str, tuple[str, ...]] | None = None,
    written: Mapping[str, str] | None = None,
    tex_errors: tuple[TexError, ...] = (),
    problems: tuple[Diagnostic, ...] = (),
    draft: bool = False,
    outlined: Collection[str] = (),
    copies: int = 0,
) -> Evidence:
    """The evidence of a report whose *pages* (path as shown -> text, `main.tex` among them) render gave in memory.

    *problems* are those of the configuration, of rendering and of figures; *written* is what the last build left. Of
    pages that are *outlined* only the labels are read: paperkit wrote all the rest, and no check asks for it.
    While pages are read, *copies* of this process see which of the expressions that render evaluated are grounded.
    """
    base = project.shown(report.folder)
    sources = {path: SourceFile(path, _outline(text) if path in outlined else text) for path, text in pages.items()}
    main = sources[f"{base}/main.tex"]
    files = Files(base, sources, project)
    texts = tuple(scope.evaluated) if copies else ()
    with Shared(len(texts), lambda: _grounding(texts, scope), copies) as grounds:
        document = scan(main, files.load)
        documents = (document, *_stray(sources, document))
        artifacts = artifact_files(project, scope, tuple(scope.store.specs), {})
        scope.grounds.update((text, found) for text, found in zip(texts, grounds.results(), strict=True) if found)
    ledger = ledger_in(report.folder, project)
    disk = dict(_on_disk(pages, project))
    judged = judge(documents, scope)
    return Evidence(
        project=project,
        store=scope.store,
        documents=documents,
        judged=judged,
        report=report,
        contract=contract,
        sources=scope.documents,
        rendered=pages,
        disk=disk,
        former=disk,
        generated=frozenset(generated),
        files=artifacts,
        written=written or {},
        figures=figures or {},
        origins=origins or {},
        tex_errors=tex_errors,
        unread=files.unread(document),
        problems=problems,
        ledger=ledger,
        lying=found_in((report.folder / "tex", report.folder / "main.pdf"), project),
        outdated=changed_since(ledger, scope, project),
        scripts=tuple(texts_in(report.folder / "figures", "*.py", project)),
        entry_keys=entry_keys(document, report.folder, project),
        settings=report.settings,
        draft=draft,
    )


@contextmanager
def _grounding(texts: tuple[str, ...], scope: Scope) -> Iterator[Callable[[int], Grounds | None]]:
    """A function that gives the grounds of the text of a number; None where it has none, which judging tells."""

    def find(number: int) -> Grounds | None:
        try:
            return grounds_of(texts[number], scope)
        except ExpressionError:
            return None

    yield find


def _outline(text: str) -> str:
    """*text* with those of its lines that set a label, at their places."""
    return "\n".join(line if "\\label" in line else "" for line in text.split("\n"))


def gather_tree(main: Path, project: Project, scope: Scope, tex_errors: tuple[TexError, ...] = ()) -> Evidence:
    """The evidence of a plain LaTeX project: *main* and all that it reads."""
    source, broken = read_main(main, project.shown(main))
    base = project.shown(main.parent)
    files = Files(base, {}, project, encoding_of(main))
    document = scan(source, files.load)
    judged = judge((document,), scope)
    settings, problems = load_settings(project)
    used = first_uses(judged)
    names = tuple(name for name in scope.store.specs if name in used)
    return Evidence(
        project=project,
        store=scope.store,
        documents=(document,),
        judged=judged,
        sources=scope.documents,
        files=artifact_files(project, scope, names, used),
        tex_errors=tex_errors,
        unread=(*broken, *files.unread(document)),
        problems=problems,
        entry_keys=entry_keys(document, main.parent, project),
        settings=settings,
        former=_staged(document, project),
    )


def _staged(document: Document, project: Project) -> dict[str, SourceFile]:
    """Each file of a document as git has it staged; one that git does not know is left out."""
    files = {project.root / source.path: source for source in document.sources}
    texts = staged_bytes(project, files)
    return {
        source.path: source if raw is None else SourceFile(source.path, raw.decode("utf-8", "replace"))
        for path, source in files.items()
        if path in texts
        for raw in (texts[path],)
    }


def read_main(path: Path, shown: str) -> tuple[SourceFile, tuple[Trouble, ...]]:
    """The main file; where it is not UTF-8, as much of it as can be read, and that it is not."""
    try:
        return read_tex(path, shown), ()
    except PaperkitError as error:
        source = SourceFile(shown, path.read_bytes().decode("utf-8", "replace"))
        return source, (Trouble(source.whole(), error.message, error.hint),)


class Files:
    """What LaTeX reads for `\\input{name}`: a rendered page, else a file of the project on disk."""

    def __init__(self, base: str, pages: Mapping[str, SourceFile], project: Project, encoding: str = "") -> None:
        self.base, self.pages, self.project, self.encoding = base, pages, project, encoding
        self.broken: dict[str, PaperkitError] = {}

    def load(self, name: str) -> SourceFile | None:
        """The file of that name; None where there is none, or none that can be read."""
        for candidate in (name, f"{name}.tex"):
            path = _normal(f"{self.base}/{candidate}")
            if path in self.pages:
                return self.pages[path]
            file = self.project.root / path
            if path and PurePosixPath(path).suffix and isfile(file) and self._inside(file):  # noqa: PTH113
                try:
                    return read_tex(file, path, self.encoding)
                except PaperkitError as error:
                    self.broken[name] = error
                    return None
        return None

    def _inside(self, file: Path) -> bool:
        return file.resolve().is_relative_to(self.project.root.resolve())

    def unread(self, document: Document) -> tuple[Trouble, ...]:
        """The inputs of *document* that were not read, with the reason."""
        return tuple(self._trouble(each) for each in document.inputs if self.load(each.name) is None)

    def _trouble(self, each: Named) -> Trouble:
        error = self.broken.get(each.name)
        if error is not None:
            return Trouble(each.span, error.message, error.hint)
        hint = "correct its name; a file of the TeX distribution is waived by an allow comment"
        return Trouble(each.span, f"{each.name} is not in the project, so it was not checked", hint)


def _normal(path: str) -> str:
    """*path* without `.` and `..`; empty where it leaves the project."""
    import posixpath

    plain = posixpath.normpath(path)
    return "" if plain.startswith(("..", "/")) else plain


def _stray(sources: Mapping[str, SourceFile], document: Document) -> Iterator[Document]:
    """Pages that the main file does not read are scanned all the same."""
    seen = {source.path for source in document.sources}
    for path, source in sources.items():
        if path not in seen and path.endswith(".tex"):
            yield scan(source, None)


def _on_disk(pages: Mapping[str, str], project: Project) -> Iterator[tuple[str, SourceFile]]:
    for path in pages:
        if (project.root / path).is_file():
            text = (project.root / path).read_bytes().decode("utf-8", "replace")
            yield path, SourceFile(path, text)


def artifact_files(
    project: Project, scope: Scope, names: tuple[str, ...], spans: Mapping[str, Span]
) -> tuple[ArtifactFile, ...]:
    """Each file that the artifacts of *names* and all documents rest on, or that was counted; *spans*: where used."""
    found: list[tuple[str, Path, Span]] = []
    for name in names:
        spec = scope.store.specs[name]
        span = spec.span or spans.get(name) or SourceFile(project.shown(spec.path), "").whole()
        found += [(name, path, span) for path in scope.store.files(name)]
    for path in scope.store.counted:
        found.append((COUNTED, path, SourceFile(project.shown(path), "").whole()))
    for name, document in scope.documents.items():
        found.append((name, project.root / document.span.path, document.span))
    states = git_states(project, (path for _, path, _ in found))
    return tuple(
        ArtifactFile(name, project.shown(path), states[path], span, _change(project, path, states[path]))
        for name, path, span in found
    )


def _change(project: Project, path: Path, state: GitState) -> tuple[Span, str] | None:
    """The first cell or word of a changed file that is not what HEAD has, and what HEAD has there."""
    if state is not GitState.CHANGED:
        return None
    inside = path.resolve().is_relative_to(project.root.resolve())  # what a link leads out to is shown to nobody
    raw = committed_bytes(project, project.root / led_to(project, project.shown(path))) if inside else None
    if raw is None:
        return None
    try:
        old, source = raw.decode("utf-8").replace("\r\n", "\n"), read_source(path, project.shown(path))
    except (UnicodeDecodeError, PaperkitError):
        return None
    new = source.text
    same = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    begin = max(new.rfind(mark, 0, same) for mark in _BETWEEN) + 1
    end = _end(new, same)
    return source.span(begin, end), old[begin : _end(old, same)]


def _end(text: str, at: int) -> int:
    return min((found for mark in _BETWEEN if (found := text.find(mark, at)) >= 0), default=len(text))
