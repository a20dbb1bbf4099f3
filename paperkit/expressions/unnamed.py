"""What stands behind the name of a quantity, and behind functions that only show it in another way."""

from __future__ import annotations

import ast

from paperkit.expressions.functions import FUNCTIONS
from paperkit.expressions.syntax import parse, split
from paperkit.expressions.walker import Walker

_THROUGH = frozenset({"percent", "to", "abs", "round_sig", "floor", "ceil"})
"""Functions that show the same thing in another way."""


def unnamed(node: ast.expr, walker: Walker) -> tuple[ast.expr, Walker]:
    """*node* behind names of quantities and behind functions that only show it in another way."""
    for _ in range(60):
        if isinstance(node, ast.Name) and node.id in walker.scope.quantities and node.id not in walker.stack:
            inner, _form = split(walker.scope.quantities[node.id])
            walker = Walker(walker.scope, inner, walker.disturbance, (*walker.stack, node.id))
            node = parse(inner)
        elif isinstance(node, ast.Call) and function_of(node) in _THROUGH and node.args:
            node = node.args[0]
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            node = node.operand
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div) and is_number(node.right, 100):
            node = node.left
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and is_number(node.left, 100):
            node = node.right
        else:
            break
    return node, walker


def is_number(node: ast.expr, number: int) -> bool:
    """Whether *node* is that number, written out."""
    return isinstance(node, ast.Constant) and node.value == number


def function_of(node: ast.expr) -> str:
    """The function that *node* calls; empty where it calls none."""
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    name = node.func.id if called else ""  # type: ignore[attr-defined]
    return name if name in FUNCTIONS else ""
