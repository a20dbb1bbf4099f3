"""Commands of formulas that are more than a symbol: fractions, roots, overlines, functions."""

# ruff: noqa: ARG001 (commands share one signature)

from __future__ import annotations

from paperkit.latex.alphabet import BAR, BAR_END, FRACTION, FRACTION_END, FUNCTION, OVER, SUB, SUB_END, SUPER, SUPER_END
from paperkit.latex.frames import Frame
from paperkit.latex.seen import Part
from paperkit.latex.walk import Walker


def fraction(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\frac{1}{2} and its sisters, in text too."""
    start = frame.tokens.starts[i]
    frame.option()
    above, below = frame.argument(), frame.argument()
    if above is None or below is None:
        return
    walker.emit(FRACTION, frame, start, frame.pos)
    walker.queue([Part(above), Part(below, None, OVER, FRACTION_END)])


def over(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\overline{33}: also a repeating decimal."""
    start = frame.tokens.starts[i]
    what = frame.argument()
    if what is not None:
        walker.emit(BAR, frame, start, what.pos)
        walker.show(what, None, BAR_END)


def scripted(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\textsuperscript{nd}, \textsubscript{2}."""
    up = "super" in name
    what = frame.argument()
    if what is not None:
        walker.emit(SUPER if up else SUB, frame, frame.tokens.starts[i], what.pos)
        walker.show(what, None, SUPER_END if up else SUB_END)


def function(walker: Walker, frame: Frame, name: str, i: int) -> None:
    """A function or an unknown symbol: what stands beside it belongs to a formula."""
    if walker.mode.math:
        if name in ("sqrt", "xrightarrow", "xleftarrow"):
            frame.option()
        walker.emit(FUNCTION, frame, frame.tokens.starts[i], frame.pos)
    elif name == "ell":
        walker.emit("ℓ", frame, frame.tokens.starts[i], frame.pos)


def ensured(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\ensuremath{...}."""
    what = frame.argument()
    if what is None:
        return
    if walker.mode.math:
        walker.push(what)
        return
    walker.formula.append(walker.at)
    walker.push(what, walker.mode._replace(math=True), lambda _: walker.end_formula())


def chemistry(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\ce{H2O}: names of substances."""
    what = frame.argument()
    if what is not None:
        walker.push(what, walker.mode._replace(reason="identifier", math=False))


def plain_over(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""TeX's own `{1 \over 2}`: printed with a stroke."""
    walker.emit("/", frame, frame.tokens.starts[i], frame.pos)


FORMULAS = dict.fromkeys(
    ("frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac", "xfrac", "textfrac", "flatfrac"), fraction
)
FORMULAS |= dict.fromkeys(("overline", "bar", "overbar", "dot", "widebar"), over)
FORMULAS |= dict.fromkeys(("textsuperscript", "textsubscript", "textsuper", "textsub"), scripted)
FORMULAS |= {"\\function": function, "ensuremath": ensured, "ce": chemistry, "chemfig": chemistry, "over": plain_over}
