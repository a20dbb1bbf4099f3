"""What a report consists of once it is rendered: its pages, and its sections with their markers filled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.render.lines import Origin
from paperkit.source import SourceFile

if TYPE_CHECKING:
    from paperkit.figures.queries import Asked
    from paperkit.latex.document import Marker
    from paperkit.latex.let_pass import Waiver
    from paperkit.render.environment import LatexEnvironment

MARKER_STYLE = "paperkit.sty"
"""Always paperkit's own: a project that could change what a marker prints would prove nothing."""
STYLES = (MARKER_STYLE, "paperkit-house.sty")
"""Packages that lie beside main.tex, so that a reader needs no tool."""
EVIDENCE = "evidence"
"""Key of the generated appendix."""


@dataclass(frozen=True, slots=True)
class Page:
    """One file that a report consists of; *name* is its path in the report's folder, *source* shows it."""

    name: str
    text: str
    source: SourceFile
    lines: tuple[Origin | None, ...] = ()
    """The template line of each line."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A section with its markers filled: what it was before, its text, the markers as they are filled, and what
    comments let pass.
    """

    source: SourceFile
    text: str
    markers: tuple[Marker, ...]
    waivers: tuple[Waiver, ...]


@dataclass(slots=True)
class Kept:
    """What one rendering leaves to the next of the same report, while nothing but the text of sections changes."""

    sections: dict[tuple[SourceFile, bool], Filled] = field(default_factory=dict)
    """Those of the last one, by their text before it is filled, and whether decimals have a comma."""
    rows: dict[tuple[str, ...], dict[str, object]] = field(default_factory=dict)
    """Rows of the appendix, by what makes each."""
    asked: dict[str, Asked] = field(default_factory=dict)
    """Queries of each figure's script, and the artifacts that they read."""
    environment: LatexEnvironment | None = None
    """The templates that are compiled already."""


Deliver = Callable[[Page], None]
"""Takes a page that is ready."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A report in memory. *pages* are the sections, the appendix and the packages; *main* reads them."""

    pages: tuple[Page, ...]
    main: Page
    diagnostics: tuple[Diagnostic, ...] = ()
    figures: Mapping[str, tuple[str, ...]] | None = None
    """Artifacts that each figure's script asks for."""

    own: frozenset[str] = frozenset()
    """Paths as shown of generated pages whose template is paperkit's, so that no person wrote any of it."""

    @property
    def texts(self) -> dict[str, str]:
        """Text of every page by its path as shown."""
        return {page.source.path: page.text for page in (self.main, *self.pages)}

    @property
    def origins(self) -> dict[str, tuple[Origin | None, ...]]:
        """Template lines of every page by its path as shown."""
        return {page.source.path: page.lines for page in (self.main, *self.pages)}

    @property
    def generated(self) -> tuple[str, ...]:
        """Paths as shown of what no author writes."""
        return tuple(page.source.path for page in self.pages if page.name in (f"tex/{EVIDENCE}.tex", *STYLES))
