"""What a figure script asks the evidence for, read from its text without running it."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from paperkit.expressions.evaluate import Scope
from paperkit.project import Project
from paperkit.source import NotText, SourceFile, read_source

MOST, MOST_DEEP = 64, 4
"""Texts that one expression may be, and names that lead to one."""
ASKING = ("text", "column", "rows", "frame")
"""Methods of `evidence`."""
Asked = tuple[tuple[str, ...], tuple[str, ...]]
"""The queries of a figure's script, and the artifacts that they read."""


@dataclass(frozen=True)
class Script:
    """figures/NAME.py."""

    name: str
    path: Path
    source: SourceFile
    unread: SyntaxError | None = None
    """What is wrong with it as a text."""

    @cached_property
    def tree(self) -> ast.Module | SyntaxError:
        """Its syntax tree, or what is wrong with it."""
        return _parsed(self.source.text) if self.unread is None else self.unread

    @cached_property
    def queries(self) -> tuple[str, ...]:
        """Expressions that it asks for, each once, without formats; `{name}` is what it computes in one."""
        if isinstance(self.tree, SyntaxError):
            return ()
        names = assignments(self.tree)
        found = (query for call in asking(self.tree) for query in _texts(call.args[0], names, 0))
        return tuple(dict.fromkeys(" ".join(query.rsplit("|", 1)[0].split()) for query in found))

    def artifacts(self, scope: Scope) -> tuple[str, ...]:
        """Names of the artifacts in its queries, also through named quantities."""
        found: dict[str, None] = {}
        texts, seen = list(self.queries), set[str]()
        while texts:
            for word in re.findall(r"[A-Za-z_]\w*", texts.pop(0)):
                if word in scope.store.specs:
                    found[word] = None
                elif word in scope.quantities and word not in seen:
                    seen.add(word)
                    texts.append(scope.quantities[word])
        return tuple(sorted(found))


@lru_cache(maxsize=64)
def _parsed(text: str) -> ast.Module | SyntaxError:
    """The tree of a text, made once for all who read the script; not to be changed."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError) as error:
        return error if isinstance(error, SyntaxError) else SyntaxError(str(error))


def read_scripts(folder: Path, project: Project) -> tuple[Script, ...]:
    """The scripts in *folder*, by name; a file whose name begins with an underscore is none."""
    paths = sorted(path for path in folder.glob("*.py") if not path.name.startswith("_"))
    return tuple(_script(path, project.shown(path)) for path in paths)


def _script(path: Path, shown: str) -> Script:
    try:
        return Script(path.stem, path, read_source(path, shown))
    except NotText as found:
        error = SyntaxError(found.fact)
        error.lineno = found.span.line
        return Script(path.stem, path, found.span.source, error)


@lru_cache(maxsize=64)
def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """All nodes of a script, gathered once for all who look for some."""
    return tuple(ast.walk(tree))


def asking(tree: ast.AST) -> list[ast.Call]:
    """Calls `evidence.text(...)` and the like, in order."""
    calls = [
        node
        for node in nodes_of(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ASKING
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "evidence"
        and node.args
    ]
    return sorted(calls, key=lambda call: (call.lineno, call.col_offset))


@lru_cache(maxsize=64)
def assignments(tree: ast.AST) -> dict[str, list[ast.expr]]:
    """What each name is assigned, anywhere in the file; loops give what they run over, place by place.

    Found once for all who ask; not to be changed.
    """
    found: dict[str, list[ast.expr]] = {}
    loops: list[tuple[ast.expr, ast.expr]] = []
    for node in nodes_of(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                _bind(target, node.value, found)
        elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr) and node.value is not None:
            _bind(node.target, node.value, found)
        elif isinstance(node, ast.For | ast.comprehension) and not isinstance(node.iter, ast.Constant):
            loops.append((node.target, node.iter))
    for target, values in loops:
        _bind_each(target, values, found)
    return found


def _bind_each(target: ast.expr, values: ast.expr, found: dict[str, list[ast.expr]]) -> None:
    """Bind the target of a loop over *values*: the parts of a tuple to what stands at their places."""
    parts = target.elts if isinstance(target, ast.Tuple | ast.List) else []
    called = values.func.id if isinstance(values, ast.Call) and isinstance(values.func, ast.Name) else ""
    if isinstance(values, ast.Call) and called == "zip" and len(parts) == len(values.args):
        for part, argument in zip(parts, values.args, strict=True):
            _bind_each(part, argument, found)
    elif isinstance(values, ast.Call) and called == "enumerate" and len(parts) == 2 and values.args:
        _bind_each(parts[1], values.args[0], found)
    else:
        known = _elements(values, found)
        for element in known if known and all(_fits(one, len(parts)) for one in known) else [values]:
            _bind(target, element, found)


def _elements(values: ast.expr, found: dict[str, list[ast.expr]]) -> list[ast.expr]:
    """What a literal sequence holds, also under a name that is assigned once; empty where that is not known."""
    if isinstance(values, ast.Name) and len(found.get(values.id, ())) == 1:
        values = found[values.id][0]
    return values.elts if isinstance(values, ast.Tuple | ast.List | ast.Set) else []


def _fits(element: ast.expr, parts: int) -> bool:
    """Whether an element can be taken apart into so many parts, or is not to be taken apart."""
    return not parts or (
        isinstance(element, ast.Tuple | ast.List)
        and len(element.elts) == parts
        and not any(isinstance(one, ast.Starred) for one in element.elts)
    )


def _bind(target: ast.expr, value: ast.expr, found: dict[str, list[ast.expr]]) -> None:
    if isinstance(target, ast.Name):
        found.setdefault(target.id, []).append(value)
    elif isinstance(target, ast.Starred):
        _bind(target.value, value, found)
    elif isinstance(target, ast.Tuple | ast.List):
        pairs = isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts)
        for at, part in enumerate(target.elts):
            _bind(part, value.elts[at] if pairs and isinstance(value, ast.Tuple | ast.List) else value, found)


def _texts(node: ast.expr, names: dict[str, list[ast.expr]], depth: int) -> list[str]:
    """The texts that *node* may be."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.JoinedStr):
        texts = [""]
        for part in node.values:
            texts = [text + more for text in texts for more in _part(part, names, depth)][:MOST]
        return texts
    if isinstance(node, ast.Name) and depth < MOST_DEEP:
        return [text for value in names.get(node.id, ()) for text in _texts(value, names, depth + 1)]
    if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp):
        return _texts(node.elt, names, depth)
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return [text for part in node.elts for text in _texts(part, names, depth)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _texts(node.left, names, depth), _texts(node.right, names, depth)
        return [a + b for a in left or ["{...}"] for b in right or ["{...}"]]
    return []


def _part(node: ast.expr, names: dict[str, list[ast.expr]], depth: int) -> list[str]:
    """The texts of one part of an f-string."""
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    inner = node.value if isinstance(node, ast.FormattedValue) else node
    known = _texts(inner, names, depth + 1) if isinstance(inner, ast.Name) and depth < MOST_DEEP else []
    return known or ["{" + ast.unparse(inner) + "}"]
