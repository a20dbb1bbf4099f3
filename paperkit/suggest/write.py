"""A chosen marker written around its literal, in the author's file; the printed number stays as it was typed."""

from __future__ import annotations

from paperkit.errors import PaperkitError
from paperkit.latex.rewriting import as_written
from paperkit.process.atomic import write_atomic
from paperkit.suggest.find import Search
from paperkit.suggest.suggest import Answer


def write_marker(search: Search, answers: tuple[Answer, ...], number: int, shown: str | None = None) -> str:
    r"""Write suggestion *number* (from 1) at the one literal of *search*; gives the marker.

    Raises PaperkitError where it is not one literal, where it is another than was *shown*, where a template makes it,
    or where no such suggestion is.
    """
    if len(search.found) != 1:
        places = ", ".join(one.span.place for one in search.found[:4])
        hint = f"name one of them: {places}" if places else "name FILE:LINE or FILE:LINE:COLUMN"
        raise PaperkitError(f"{len(search.found)} unbound literals are there, and a marker is written at one", hint)
    (unbound,), (answer,) = search.found, answers
    if shown is not None and shown.strip() != unbound.literal.text:
        raise PaperkitError(
            f"{unbound.span.place} holds {unbound.literal.text}, and not {shown}",
            f"the text has changed: run `paperkit suggest {unbound.span.path}` again",
        )
    if not unbound.exact:
        raise PaperkitError(
            f"{unbound.span.place}: a template or a macro makes this number", "write the marker by hand"
        )
    if not 1 <= number <= len(answer.suggestions):
        count = len(answer.suggestions)
        raise PaperkitError(
            f"there is no suggestion {number}", f"there are {count}; run it without --write to see them"
        )
    marker = answer.suggestions[number - 1].around(unbound.span.text)
    source, path = unbound.span.source, search.root / unbound.span.path
    text = source.text[: unbound.span.start] + marker + source.text[unbound.span.end :]
    write_atomic(path, as_written(path, source, text))
    return marker
