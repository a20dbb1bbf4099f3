"""A report rendered in memory, with what is wrong so far."""

from __future__ import annotations

from paperkit.build.load import Loaded
from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.render.pages import Deliver, Kept, Rendered
from paperkit.render.sections import render_report

LEDGER = "ledger.json"


def render(
    loaded: Loaded,
    figures: tuple[Diagnostic, ...] = (),
    draft: bool = False,
    deliver: Deliver = lambda _: None,
    copies: int = 0,
    kept: Kept | None = None,
    first: str = "",
) -> tuple[Rendered | None, tuple[Diagnostic, ...]]:
    """The pages in memory, None where there is no report; and what is wrong so far, with the figures and all.

    *deliver* gets each page as soon as it is there, unless *copies* of this process take part. *kept* and
    *first* are as for `render_report`.
    """
    if loaded.report is None:
        return None, (*loaded.problems, *figures)
    rendered = render_report(
        loaded.report, loaded.contract, loaded.scope, loaded.project, draft, deliver, copies, kept, first
    )
    return rendered, (*loaded.problems, *rendered.diagnostics, *figures)
