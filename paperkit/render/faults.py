"""What a template did wrong: the exceptions, and what to say of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from jinja2 import TemplateNotFound, TemplateSyntaxError
from jinja2.exceptions import SecurityError, TemplateRuntimeError, UndefinedError

from paperkit.diagnostics.nearest import nearest
from paperkit.expressions.error import ExpressionError
from paperkit.source import SourceFile, Span


class LimitError(TemplateRuntimeError):
    """A template took too long or grew too large."""


class TemplateFault(Exception):  # noqa: N818  (it is the author's, not ours)
    """A template cannot be rendered: *message* (a fact), *span* (its line), *hint* (what to do)."""

    def __init__(self, message: str, span: Span | None, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.hint = hint


def line_of(source: SourceFile, number: int) -> Span:
    """The text of a line, without its indentation; the nearest line where there is none of that number."""
    number = min(max(number, 1), len(source.line_starts))
    span = source.line_span(number)
    start = span.start + len(span.text) - len(span.text.lstrip())
    return source.span(min(start, span.end), span.end)


def explain(error: Exception, names: Iterable[str], templates: Callable[[], list[str]]) -> tuple[str, str]:
    """What to say of *error*, and what to do about it."""
    text = str(error.message if isinstance(error, TemplateSyntaxError | TemplateRuntimeError) else error).rstrip(".")
    if isinstance(error, ExpressionError):
        return error.message, error.hint
    if isinstance(error, UndefinedError):
        wanted = text.split("'")[1] if text.count("'") >= 2 else ""
        known = r'rows of an artifact: \BLOCK{for row in rows("NAME")}; its numbers stand in markers'
        return text or "a name is undefined", nearest(wanted, names) or f"define it, or correct the name; {known}"
    if isinstance(error, SecurityError):
        return text, "a template gets plain data and text; compute in an expression of a marker"
    if isinstance(error, TemplateNotFound):
        hint = nearest(str(error), templates()) or "templates/ and sections/ are searched"
        return f"there is no template {str(error)!r}", hint
    if isinstance(error, TemplateSyntaxError):
        return text[:1].lower() + text[1:], r"tags are \VAR{...} and \BLOCK{...}; a plain `%` or `#` needs nothing"
    if isinstance(error, LimitError):
        return text, "a section is a page of prose: let it loop over rows of an artifact"
    if isinstance(error, RecursionError):
        return "the template calls or includes itself without end", "let the recursion end"
    return f"{type(error).__name__}: {text}", "correct the expression in the template"
