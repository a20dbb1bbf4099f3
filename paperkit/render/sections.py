"""A report rendered: sections from their templates, filled; then the appendix; then the document around them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperkit.config.report import Report
from paperkit.config.toc import Contract
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.expressions.evaluate import Scope
from paperkit.figures.queries import Asked, read_scripts
from paperkit.process.shared import Shared
from paperkit.project import Project, package_templates
from paperkit.render.access import Access
from paperkit.render.environment import LatexEnvironment, Loader
from paperkit.render.faults import TemplateFault
from paperkit.render.lines import Rendering
from paperkit.render.pages import EVIDENCE, MARKER_STYLE, STYLES, Deliver, Filled, Kept, Page, Rendered
from paperkit.render.safe import Latex
from paperkit.source import SourceFile, read_source

if TYPE_CHECKING:
    from paperkit.latex.let_pass import Waiver
    from paperkit.render.fill import Evaluate

CODE, NAME = "PK403", "template-error"
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


LONG = 30_000
"""Bytes of templates from which on a copy of this process saves more time than it costs to make."""
Drawn = tuple[Rendering, tuple[Diagnostic, ...], tuple[Path, ...]]
"""What a section's template gives, what is wrong with it, and the files that were counted by then."""


def shown_template(path: Path, project: Project) -> str:
    """A template as messages name it: from the project's root, or as paperkit's own wherever that is installed."""
    package = package_templates()
    inside = path.is_relative_to(package) and not package.is_relative_to(project.root)
    return f"paperkit:templates/{path.relative_to(package).as_posix()}" if inside else project.shown(path)


def section_keys(report: Report, contract: Contract | None) -> tuple[str, ...]:
    """Keys of the sections that are written: in the contract's order, then those that it does not promise.

    A file whose name begins with an underscore holds macros and is no section.
    """
    files = (report.folder / "sections").glob("[!_]*.tex.j2")
    written = {path.name.removesuffix(".tex.j2") for path in files} - {EVIDENCE}
    promised = [promise.key for promise in contract.promises if promise.key in written] if contract else []
    return (*promised, *sorted(written - set(promised)))


def page_names(report: Report, contract: Contract | None) -> tuple[str, ...]:
    """Names of the sections' pages and of the appendix, as LaTeX reads them."""
    return tuple(f"tex/{key}.tex" for key in (*section_keys(report, contract), EVIDENCE))


def render_report(
    report: Report,
    contract: Contract | None,
    scope: Scope,
    project: Project,
    draft: bool = False,
    deliver: Deliver = lambda _: None,
    copies: int = 0,
    kept: Kept | None = None,
    first: str = "",
) -> Rendered:
    """All pages of *report*; what a template does wrong is a PK403 at its line, and that page is then empty.

    *deliver* gets each page as soon as it is there, in the order in which LaTeX reads them. Where the templates are
    long, *copies* of this process take part; nothing is delivered then before every template has been through Jinja.
    *kept* is what an earlier call with the same *scope* left in it; afterwards it holds the sections of this one.
    *first* names the page of a section that is rendered before all others.
    """
    renderer = _Renderer(report, contract, scope, project, draft, Kept() if kept is None else kept)
    return renderer.render(deliver, copies, first)


class _Renderer:
    """One report on its way through the templates."""

    def __init__(
        self,
        report: Report,
        contract: Contract | None,
        scope: Scope,
        project: Project,
        draft: bool,
        kept: Kept,
    ) -> None:
        self.report, self.contract, self.scope, self.project, self.draft = report, contract, scope, project, draft
        self.kept = kept
        self.environment = kept.environment = kept.environment or self._environment()
        self.diagnostics: list[Diagnostic] = []
        self.evaluate: Evaluate
        self.filled: dict[str, Filled] = {}
        """The sections by their keys."""
        self.comma = False

    def _environment(self) -> LatexEnvironment:
        folders = {"sections/": self.report.folder, "": self.project.root / "templates"}.items()
        shown = partial(shown_template, project=self.project)
        return LatexEnvironment(Loader((*folders, ("", package_templates())), shown))

    def render(self, deliver: Deliver, copies: int, first: str) -> Rendered:
        keys = section_keys(self.report, self.contract)
        asked = self.kept.asked = self.kept.asked or self._asked()
        context = {**Access(self.scope).functions(), **self._facts(keys)}
        styles = self._styles()
        main = self._page("main.tex", self._rendered("main.tex.j2", context))
        for page in (*styles, main):
            deliver(page)
        from paperkit.render.fill import evaluator  # heavy, and not needed for what LaTeX reads first

        self.evaluate, self.comma = evaluator(self.scope), self._comma(main)
        pages: dict[str, Page] = {}
        order = tuple(sorted(keys, key=lambda key: f"tex/{key}.tex" != first))
        for key, rendering in zip(order, self._drawn(order, context, copies), strict=True):
            pages[key] = self._section(key, rendering)
            deliver(pages[key])
        sections = [pages[key] for key in keys]
        evidence = self._evidence(asked, context)
        deliver(evidence)
        self.kept.sections = {(one.source, self.comma): one for one in self.filled.values()}
        return Rendered(
            (*sections, evidence, *styles),
            main,
            tuple(self.diagnostics),
            {name: artifacts for name, (_, artifacts) in asked.items()},
            frozenset({evidence.source.path} if self._is_own(f"{EVIDENCE}.tex.j2") else ()),
        )

    def _asked(self) -> dict[str, Asked]:
        """The queries of each figure's script, and the artifacts that they read."""
        scripts = read_scripts(self.report.folder / "figures", self.project)
        return {script.name: (script.queries, script.artifacts(self.scope)) for script in scripts}

    def _is_own(self, template: str) -> bool:
        return self.environment.templates.find(template) == package_templates() / template

    @staticmethod
    def _comma(main: Page) -> bool:
        """Whether the language that the main page sets writes decimals with a comma."""
        from paperkit.latex.scan import scan

        return scan(main.source, numerals=False).comma

    def _facts(self, keys: tuple[str, ...]) -> dict[str, Any]:
        report = self.report
        return {
            "report": {
                "title": prose(report.title),
                "subtitle": prose(report.subtitle),
                "date": long_date(report.date),
                "authors": [{"name": prose(a.name), "affiliation": prose(a.affiliation)} for a in report.authors],
                "vocabulary": list(report.vocabulary),
            },
            "sections": list(keys),
            "bibliography": (report.folder / "references.bib").is_file() and self._cites(keys),
            "draft": self.draft,
        }

    def _cites(self, keys: tuple[str, ...]) -> bool:
        """Whether a section cites anything: BibTeX takes a list of nothing for a mistake."""
        texts = ((self.report.folder / "sections" / f"{key}.tex.j2").read_text("utf-8", "replace") for key in keys)
        return any("cite" in text for text in texts)

    def _drawn(self, keys: tuple[str, ...], context: Mapping[str, Any], copies: int) -> Iterator[Rendering]:
        """What the template of each section gives, with its markers as yet unfilled."""
        files = {key: self.report.folder / "sections" / f"{key}.tex.j2" for key in keys}
        if not copies or sum(file.stat().st_size for file in files.values()) < LONG:
            yield from (self._rendered(f"sections/{key}.tex.j2", context) for key in keys)
            return
        with Shared(len(keys), lambda: self._drawing(keys, context), copies) as shared:
            self.scope.store.problems(every=True)  # the artifacts are read meanwhile
            drawn = shared.results()
        for rendering, diagnostics, counted in drawn:
            self.diagnostics += diagnostics
            self.scope.store.counted.update(dict.fromkeys(counted))
            yield rendering

    @contextmanager
    def _drawing(self, keys: tuple[str, ...], context: Mapping[str, Any]) -> Iterator[Callable[[int], Drawn]]:
        """A function that renders the section of a number, for whichever process does."""

        def draw(number: int) -> Drawn:
            before = len(self.diagnostics)
            rendering = self._rendered(f"sections/{keys[number]}.tex.j2", context)
            diagnostics = tuple(self.diagnostics[before:])
            del self.diagnostics[before:]
            return rendering, diagnostics, tuple(self.scope.store.counted)

        yield draw

    def _section(self, key: str, rendering: Rendering) -> Page:
        from paperkit.latex.scan import scan
        from paperkit.render.fill import fill_document

        page = self._page(f"tex/{key}.tex", rendering)
        section = self.kept.sections.get((page.source, self.comma))
        if section is None:
            document = scan(page.source, comma=self.comma, numerals=False)
            text, markers = fill_document(page.source, document, self.evaluate)
            section = Filled(page.source, text, markers, self._allowed(page) if document.allows else ())
        self.filled[key] = section
        return self._page(page.name, Rendering(section.text, rendering.lines))

    def _allowed(self, page: Page) -> tuple[Waiver, ...]:
        """What allow comments let pass on a page; only now its numerals are read."""
        from paperkit.latex.let_pass import waivers
        from paperkit.latex.scan import scan

        return tuple(one for one in waivers(scan(page.source, comma=self.comma)) if one.check)

    def _evidence(self, asked: Mapping[str, Asked], context: Mapping[str, Any]) -> Page:
        from paperkit.render import appendix

        sections = (self.filled[key] for key in context["sections"])
        pages = [appendix.Page(one.source, one.markers, one.waivers) for one in sections]
        words = self.report.vocabulary
        rows = appendix.appendix(pages, asked, self.evaluate, self.scope, self.report.repository, words, self.kept.rows)
        return self._page(f"tex/{EVIDENCE}.tex", self._rendered(f"{EVIDENCE}.tex.j2", {**context, **rows}))

    def _rendered(self, template: str, context: Mapping[str, Any]) -> Rendering:
        try:
            return self.environment.page(template, context)
        except TemplateFault as fault:
            span = fault.span or self.report.source.whole()
            self.diagnostics.append(Diagnostic(CODE, NAME, fault.message, span, hint=fault.hint))
            return Rendering("", (None,))

    def _page(self, name: str, rendering: Rendering) -> Page:
        source = SourceFile(self.project.shown(self.report.folder / name), rendering.text)
        return Page(name, rendering.text, source, rendering.lines)

    def _styles(self) -> tuple[Page, ...]:
        found = []
        for name in STYLES:
            own = self.project.root / "templates" / name
            given = own.is_file() and name != MARKER_STYLE
            text = read_source(own if given else package_templates() / name, name).text
            found.append(self._page(name, Rendering(text, ())))
        return tuple(found)


def prose(text: str) -> Latex:
    r"""Plain text of a person (a title, a name) as LaTeX: an apostrophe is a typographer's.

    >>> prose("50% of a year's work")
    Latex("50\\% of a year's work")
    """
    return Latex(str(Latex.escape(text)).replace(r"\textquotesingle{}", "'"))


def long_date(text: str) -> str:
    """An ISO date as a reader writes it; other text as it is.

    >>> long_date("2026-06-30")
    '30 June 2026'
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
