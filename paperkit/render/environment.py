r"""The template language: Jinja in a sandbox, with `\VAR{...}`, `\BLOCK{...}` and comments `%#`.

A template sees plain data (texts, lists, mappings) and the functions that it is given; it can load templates of
its folders alone, and neither loop nor grow without end. Whatever goes wrong is a TemplateFault with its place.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

from jinja2 import BaseLoader, Environment, StrictUndefined, TemplateNotFound, TemplateSyntaxError, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.parser import Parser
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup

from paperkit.errors import PaperkitError
from paperkit.render import preprocess
from paperkit.render.faults import LimitError, TemplateFault, explain, line_of
from paperkit.render.lines import Rendering, mark_lines, sentinel, take_out
from paperkit.render.safe import Latex, finalize
from paperkit.source import NotText, SourceFile, Span, read_source

MOST_STEPS = 1_000_000
"""Loop rounds and calls that one page may take."""
MOST_TEXT = 20_000_000
"""Characters that one page may hold."""
_FILTERS = frozenset(
    (
        *("abs", "batch", "capitalize", "count", "default", "dictsort", "first", "float", "groupby", "int", "items"),
        *("join", "last", "length", "list", "lower", "map", "max", "min", "reject", "rejectattr", "replace", "reverse"),
        *("round", "select", "selectattr", "slice", "sort", "string", "sum", "title", "trim", "unique", "upper"),
    )
)
_TEXT_METHODS = frozenset(
    (
        *("capitalize", "count", "endswith", "find", "index", "isalnum", "isalpha", "isdecimal", "isdigit", "islower"),
        *("isspace", "isupper", "join", "lower", "lstrip", "partition", "removeprefix", "removesuffix", "replace"),
        *("rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip", "title", "upper"),
    )
)


class Loader(BaseLoader):
    """Templates `*.j2` by name; what was read stays in *sources*, in order.

    *folders* are (prefix, folder) in the order to look: a name that begins with the prefix may be there.
    """

    def __init__(self, folders: Sequence[tuple[str, Path]], shown: Callable[[Path], str]) -> None:
        self.folders = folders
        self.shown = shown
        self.sources: list[SourceFile] = []
        self.numbers: dict[str, int] = {}

    def find(self, name: str) -> Path | None:
        """The file of template *name*, in its folder also when links are followed; None where there is none."""
        for prefix, folder in self.folders:
            path, home = folder / name, folder / prefix
            if name.startswith(prefix) and path.suffix == ".j2" and path.is_file() and _within(path, home):
                return path
        return None

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:  # noqa: ARG002
        """As Jinja asks for it: text, file name, and what says whether that is still its text."""
        path = self.find(template)
        if path is None:
            raise TemplateNotFound(template)
        unread = ""
        try:
            source = read_source(path, self.shown(path))
        except NotText as found:
            source, unread = found.span.source, found.fact
            line = found.span.line
        number = self.numbers.setdefault(source.path, len(self.sources))
        self.sources[number : number + 1] = [source]
        if unread:
            raise TemplateSyntaxError(unread, line, template, source.path)
        if any(character in source.text for character in preprocess.RESERVED):
            raise TemplateSyntaxError("the characters U+FDD0 to U+FDD3 are reserved", 1, template, source.path)
        return source.text, source.path, lambda: self.sources[number] is source and _reads(path, source)

    def list_templates(self) -> list[str]:
        """Names of all templates."""
        return sorted(
            path.relative_to(folder).as_posix()
            for prefix, folder in self.folders
            for path in (folder / prefix).rglob("*.j2")
        )


def _reads(path: Path, source: SourceFile) -> bool:
    """Whether the file still gives that text."""
    try:
        return read_source(path, source.path).text == source.text
    except PaperkitError:
        return False


def _within(path: Path, home: Path) -> bool:
    return path.resolve().is_relative_to(home.resolve())


class Lines(Extension):
    """Comments and lone tags out before the lexer; line sentinels into what it found."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        """The text that Jinja's lexer gets."""
        return preprocess.preprocess(source)

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """The tokens, with the place of each data line and of each printed value as data."""
        loader = self.environment.loader
        number = loader.numbers.get(stream.filename or "") if isinstance(loader, Loader) else None
        for token in stream:
            if number is not None and token.type == "variable_begin":
                yield Token(token.lineno, "data", sentinel(number, token.lineno))
            if number is not None and token.type == "data":
                yield Token(token.lineno, "data", mark_lines(token.value, number, token.lineno))
            else:
                yield token


class CountingParser(Parser):
    """Every loop counts its rounds."""

    def parse_for(self) -> nodes.For:
        """A loop over what it was to run over, counted."""
        loop = super().parse_for()
        loop.iter = nodes.Filter(loop.iter, "counted", [], [], None, None, lineno=loop.lineno)
        return loop


class Generator(CodeGenerator):
    """Jinja escapes a constant as HTML before it asks `finalize`; here `finalize` comes first."""

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        constant = node.as_const(frame.eval_ctx)
        return str(constant if isinstance(node, nodes.TemplateData) else finalize.const(constant))

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802  (Jinja's name)
        """`a ~ b`: joined as LaTeX where one of them is LaTeX."""
        self.write("environment.joined((")
        for child in node.nodes:
            self.visit(child, frame)
            self.write(", ")
        self.write("))")


class LatexEnvironment(SandboxedEnvironment):
    """Jinja for LaTeX; one for each report."""

    code_generator_class = Generator
    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, loader: Loader) -> None:
        super().__init__(
            block_start_string=r"\BLOCK{",
            block_end_string="}",
            variable_start_string=r"\VAR{",
            variable_end_string="}",
            comment_start_string=preprocess.OPEN,
            comment_end_string=preprocess.CLOSE,
            keep_trailing_newline=True,
            undefined=StrictUndefined,
            autoescape=True,
            finalize=finalize,
            loader=loader,
            extensions=[Lines],
            auto_reload=True,
            cache_size=-1,
        )
        self.steps = 0
        self.templates = loader
        self.filters = {name: _bounded_filter(self.filters[name]) for name in _FILTERS}
        self.filters |= {"counted": self._counted, "latex": Latex, "safe": Latex}
        self.globals = {"range": self.globals["range"], "namespace": self.globals["namespace"]}

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        return CountingParser(self, source, name, filename).parse()

    def _counted(self, items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            self._step()
            yield item

    def _step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise LimitError(f"the template takes more than {MOST_STEPS} steps")

    def call(self, context: Any, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        """A call, counted; what a macro returns is LaTeX."""
        self._step()
        result = super().call(context, function, *args, **kwargs)
        return Latex(result) if type(result) is Markup else result

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Arithmetic of small numbers, and joining; no power, no repetition that could grow without end."""
        if operator == "+":
            if isinstance(left, Markup) or isinstance(right, Markup):
                return _small(Latex.escape(left) + Latex.escape(right))
        elif not (isinstance(left, int) and isinstance(right, int) and max(abs(left), abs(right)) < 1 << 31):
            raise SecurityError(f"`{operator}` takes two small whole numbers in a template")
        elif operator == "**":
            raise SecurityError("`**` stands in expressions of markers, not in a template")
        return _small(super().call_binop(context, operator, left, right))

    def joined(self, parts: tuple[Any, ...]) -> str:
        """The parts of `a ~ b`, joined."""
        if any(isinstance(part, Markup) for part in parts):
            return _small(Latex("").join(Latex.escape(part) for part in parts))
        return _small("".join(map(str, parts)))

    def wrap_str_format(self, value: Any) -> None:
        """Nothing: `format` is no method of a text here (Jinja would let it through)."""

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Methods of a text are a short list: none that formats, pads or encodes."""
        if isinstance(obj, str):
            return attr in _TEXT_METHODS
        return super().is_safe_attribute(obj, attr, value)

    def page(self, name: str, context: Mapping[str, Any]) -> Rendering:
        """Template *name* rendered with *context*. Raises TemplateFault with the template's line."""
        self.steps = 0
        try:
            template = self.get_template(name)
            own = self.templates.numbers.get(template.filename or "", 0)
            return take_out(_bounded(template.generate(**context)), tuple(self.templates.sources), own)
        except PaperkitError as error:
            raise TemplateFault(error.message, None, error.hint) from None
        except (TemplateFault, KeyboardInterrupt):
            raise
        except Exception as error:  # whatever a template does wrong is its author's to read
            raise self._fault(name, error, context) from None

    def _fault(self, name: str, error: Exception, context: Mapping[str, Any]) -> TemplateFault:
        span = self._place(name, error)
        message, hint = explain(error, [*context, *self.globals], self.templates.list_templates)
        return TemplateFault(message, span, hint)

    def _place(self, name: str, error: Exception) -> Span | None:
        """The template line that *error* comes from."""
        sources = {source.path: source for source in self.templates.sources}
        if isinstance(error, TemplateSyntaxError) and error.filename in sources:
            return line_of(sources[error.filename], error.lineno)
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in sources]
        if frames:
            return line_of(sources[frames[-1].filename], frames[-1].lineno or 1)
        path = self.templates.find(name)
        shown = None if path is None else sources.get(self.templates.shown(path))
        return None if shown is None else shown.whole()


Grown = TypeVar("Grown")


def _small(thing: Grown) -> Grown:
    """*thing*, unless it has grown beyond what a page may hold."""
    if isinstance(thing, (str, list, tuple)) and len(thing) > MOST_TEXT:
        raise LimitError(f"a value grows beyond {MOST_TEXT} characters or items")
    return thing


def _bounded_filter(filtered: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(filtered)
    def bounded(*args: Any, **kwargs: Any) -> Any:
        return _small(filtered(*args, **kwargs))

    return bounded


def _bounded(pieces: Iterator[str]) -> str:
    kept: list[str] = []
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > MOST_TEXT:
            raise LimitError(f"the page grows beyond {MOST_TEXT} characters")
        kept.append(piece)
    return "".join(kept)
