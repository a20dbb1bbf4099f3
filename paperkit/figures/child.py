"""Draws figures inside the walls: started as a program of its own, imports nothing of paperkit.

Usage: python -I -B child.py REQUEST.json. The request names the scripts and the folder to write to. A line on
standard error that begins with MARK and holds JSON is a word to the parent: a question (its answer comes as a file), or
what became of a figure. Whatever the script prints goes to standard error as it is.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import sys
import time
import traceback
from pathlib import Path
from typing import Any

MARK = "\x1epaperkit "
WAIT = 0.0005
"""Seconds between two looks for an answer."""


class QueryError(Exception):
    """The evidence has no answer."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class Evidence:
    """What `figure(evidence)` gets. Numbers to draw are floats; a text is the printed numeral."""

    palette = ("#1b4f8a", "#d9822b", "#3a8f6b", "#8a3b62", "#6b6b6b")
    """Apart in grey (lightness 33, 62, 53, 35, 45) and to colour-blind eyes; pair each with a mark of its own."""
    markers = ("o", "s", "^", "D", "v")
    lines = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
    hatches = ("", "////", "....", "xxxx", "\\\\\\\\")
    column_width = 84.5 / 25.4
    """Inches: one column of the page."""
    text_width = 176 / 25.4
    """Inches: both columns."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count()
        self._known: dict[str, Any] = {}
        self.texts: set[str] = set()

    def text(self, expression: str) -> str:
        """The numeral that a marker with this text would print, with its unit where the format has one."""
        found = str(self._ask("text", expression))
        self.texts.add(found)
        return found

    def column(self, expression: str) -> list[float]:
        """All values of an expression, as floats to draw."""
        return [float(text) for text in self._ask("column", expression)]

    def rows(self, artifact: str, **where: object) -> list[dict[str, str]]:
        """Rows of a table as texts, where these columns hold these values."""
        return list(self._ask("rows", artifact, {name: str(value) for name, value in where.items()}))

    def frame(self, artifact: str, **where: object) -> Any:
        """The same as a pandas table; columns of numbers are numbers."""
        import pandas as pd

        frame = pd.DataFrame(self.rows(artifact, **where), dtype=object)
        for name in frame.columns:
            numbers = pd.to_numeric(frame[name], errors="coerce")
            if not numbers.isna().any():
                frame[name] = numbers
        return frame

    def _ask(self, kind: str, text: str, where: dict[str, str] | None = None) -> Any:
        question = json.dumps([kind, text, where or {}])
        if question not in self._known:
            self._known[question] = self._answer(question)
        return self._known[question]

    def _answer(self, question: str) -> Any:
        number = next(self._numbers)
        say({"event": "question", "number": number, "question": json.loads(question)})
        path = self._folder / f"answer-{number}.json"
        while not path.exists():
            time.sleep(WAIT)
        answer = json.loads(path.read_text("utf-8"))
        path.unlink()
        if "error" in answer:
            raise QueryError(answer["error"], answer["hint"])
        return answer["value"]


def say(word: dict[str, Any]) -> None:
    """A word to the parent."""
    sys.__stderr__.write(MARK + json.dumps(word) + "\n")  # type: ignore[union-attr]
    sys.__stderr__.flush()  # type: ignore[union-attr]


def set_up() -> None:
    """Matplotlib without a screen, with the document's face and sizes; text stays text in the PDF."""
    import matplotlib as mpl
    from cycler import cycler

    mpl.use("pdf")
    colours = cycler(color=Evidence.palette[:4], linestyle=Evidence.lines[:4], marker=Evidence.markers[:4])
    mpl.rcParams.update(
        {
            "pdf.fonttype": 42,
            "font.family": "STIXGeneral",
            "mathtext.fontset": "stix",
            "font.size": 8,
            "axes.titlesize": 8,
            "axes.labelsize": 8,
            "xtick.labelsize": 7.5,
            "ytick.labelsize": 7.5,
            "legend.fontsize": 7.5,
            "figure.figsize": (Evidence.column_width, 2.2),
            "figure.constrained_layout.use": True,
            "figure.constrained_layout.h_pad": 0.02,
            "figure.constrained_layout.w_pad": 0.02,
            "axes.prop_cycle": colours,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.linewidth": 0.6,
            "axes.axisbelow": True,
            "axes.grid": True,
            "axes.grid.axis": "y",
            "grid.color": "#d8d8d8",
            "grid.linewidth": 0.4,
            "xtick.major.width": 0.6,
            "ytick.major.width": 0.6,
            "xtick.major.size": 2.5,
            "ytick.major.size": 2.5,
            "xtick.minor.size": 1.5,
            "ytick.minor.size": 1.5,
            "lines.linewidth": 1.2,
            "lines.markersize": 3.5,
            "patch.linewidth": 0.5,
            "hatch.linewidth": 0.5,
            "legend.frameon": False,
            "legend.handlelength": 2.4,
            "legend.borderaxespad": 0.2,
            "axes.unicode_minus": True,
            "savefig.pad_inches": 0.01,
        }
    )


def watch_texts(script: str) -> dict[int, int]:
    """Remember the script's line that gave each text artist its text."""
    from matplotlib.text import Text

    lines: dict[int, int] = {}
    plain = Text.set_text

    def set_text(self: Any, s: Any) -> None:
        frame = sys._getframe(1)  # noqa: SLF001
        while frame is not None and frame.f_code.co_filename != script:
            frame = frame.f_back  # type: ignore[assignment]
        if frame is not None:
            lines[id(self)] = frame.f_lineno
        plain(self, s)

    Text.set_text = set_text  # type: ignore[method-assign]
    return lines


def drawn_texts(figure: Any) -> tuple[list[tuple[Any, str]], list[str]]:
    """Each visible text artist with its text; and the labels that axes make from their own numbers."""
    from matplotlib.text import Text

    automatic = {id(label) for axes in figure.axes for axis in _axes(axes) for label in _automatic(axis)}
    shown = [(one, one.get_text()) for one in figure.findobj(Text) if one.get_visible() and one.get_text().strip()]
    ticks = [text for one, text in shown if id(one) in automatic]
    return [(one, text) for one, text in shown if id(one) not in automatic], ticks


def _axes(axes: Any) -> list[Any]:
    return list(axes._axis_map.values())  # noqa: SLF001


def _automatic(axis: Any) -> list[Any]:
    from matplotlib import ticker

    own = (
        (ticker.FixedFormatter, ticker.FuncFormatter, ticker.IndexFormatter)
        if hasattr(ticker, "IndexFormatter")
        else (
            ticker.FixedFormatter,
            ticker.FuncFormatter,
        )
    )
    labels = [axis.get_offset_text()]
    for ticks, formatter in (
        (axis.majorTicks, axis.get_major_formatter()),
        (axis.minorTicks, axis.get_minor_formatter()),
    ):
        if not isinstance(formatter, own):
            labels += [label for tick in ticks for label in (tick.label1, tick.label2)]
    return labels


def typed(text: str, asked: set[str]) -> bool:
    """Whether a drawn text shows a digit that no answer gave; names (`PE_0`, `fp16`) and formulas have none."""
    for known in sorted(asked, key=len, reverse=True):
        text = re.sub(rf"(?<![\w.]){re.escape(known)}(?![\w.])", " ", text) if known else text
    text = re.sub(r"\$[^$]*\$|[A-Za-z_][\w.-]*\d[\w.-]*", " ", text)
    return any(character.isdigit() for character in text)


def draw(name: str, script: Path, evidence: Evidence, folder: Path) -> None:
    """Run one script, look at what it drew, save it."""
    code = compile(script.read_text("utf-8"), str(script), "exec")
    lines = watch_texts(str(script))
    names: dict[str, Any] = {"__name__": name, "__file__": str(script)}
    exec(code, names)  # noqa: S102  (the walls are around us)
    figure = names["figure"](evidence)
    figure.savefig(
        folder / f"{name}.pdf", format="pdf", metadata={"CreationDate": None, "Creator": "paperkit", "Producer": None}
    )
    texts, ticks = drawn_texts(figure)
    found = [(lines.get(id(artist), 0), text) for artist, text in texts if typed(text, evidence.texts)]
    say({"event": "drawn", "name": name, "texts": [text for _, text in texts], "ticks": ticks, "typed": found})


def failure(name: str, script: Path, error: BaseException) -> dict[str, Any]:
    """What went wrong, at the script's own line."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == str(script)]
    line = frames[-1].lineno if frames else getattr(error, "lineno", None)
    kind = "query" if isinstance(error, QueryError) else "script"
    text = str(error) if kind == "query" else f"{type(error).__name__}: {error}"
    return {
        "event": "failed",
        "name": name,
        "line": line,
        "kind": kind,
        "message": text,
        "hint": getattr(error, "hint", ""),
    }


def main() -> None:
    """Draw every script of the request."""
    request = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    folder = Path(request["folder"])
    sys.stdout = sys.stderr
    set_up()
    for name, path in request["scripts"]:
        say({"event": "begin", "name": name})
        evidence, script = Evidence(folder), Path(path)
        os.chdir(folder)
        try:
            draw(name, script, evidence, folder)
        except KeyError as error:
            no_figure = error.args == ("figure",)
            say(failure(name, script, TypeError("the script defines no figure(evidence)") if no_figure else error))
        except (Exception, SystemExit) as error:
            say(failure(name, script, error))


if __name__ == "__main__":
    main()
