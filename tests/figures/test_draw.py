"""Figures drawn by the confined child: what they show, and what happens to scripts that misbehave."""

import pypdfium2
import pytest

from paperkit.figures.draw import draw_figures
from paperkit.figures.queries import read_scripts
from paperkit.process.confine import probe_isolation

GOOD = """\
import matplotlib.pyplot as plt


def figure(evidence):
    fig, ax = plt.subplots()
    for mode in ("async", "composite"):
        at = f'gemm.where(mode="{mode}")'
        ax.plot(evidence.column(f"{at}.m"), evidence.column(f"{at}.latency_cycles"), label=mode)
    ax.annotate(evidence.text('gemm(mode="async", m=1024).latency_cycles | ,.1f') + " cycles", (0.1, 0.5),
                xycoords="axes fraction")
    frame = evidence.frame("gemm", mode="async")
    ax.plot(frame.m, frame.latency_cycles)
    ax.legend()
    return fig
"""
BODY = (
    "import matplotlib.pyplot as plt\n\n\ndef figure(evidence):\n    fig, ax = plt.subplots()\n    {}\n    return fig\n"
)
needs_walls = pytest.mark.skipif(probe_isolation().filesystem == "none", reason="no file isolation on this machine")


@pytest.fixture
def drawn(small):
    def run(**scripts):
        for name, text in scripts.items():
            small.figure(name, text)
        loaded = small.load()
        return {each.name: each for each in draw_figures(loaded.report, loaded.scope, loaded.project)}

    return run


def test_a_figure_is_drawn_with_text_that_can_be_read_and_the_same_bytes_twice(drawn):
    first, second = drawn(good=GOOD)["good"], drawn(good=GOOD)["good"]
    assert not first.diagnostics
    assert first.pdf == second.pdf is not None
    page = pypdfium2.PdfDocument(first.pdf)
    text = page[0].get_textpage().get_text_range()
    page.close()
    assert "2,100.5 cycles" in text and "composite" in text
    assert 'gemm.where(mode="async").m' in first.queries


def test_queries_and_artifacts_are_read_from_the_script_without_running_it(small):
    small.figure("good", GOOD)
    loaded = small.load()
    (script,) = read_scripts(small.folder / "figures", loaded.project)
    assert script.queries == (
        'gemm.where(mode="async").m',
        'gemm.where(mode="composite").m',
        'gemm.where(mode="async").latency_cycles',
        'gemm.where(mode="composite").latency_cycles',
        'gemm(mode="async", m=1024).latency_cycles',
        "gemm",
    )
    assert script.artifacts(loaded.scope) == ("gemm",)


def test_scripts_that_fail_are_diagnostics_at_their_lines_and_the_others_are_drawn(drawn):
    found = drawn(
        good=GOOD,
        crash=BODY.format("1 / 0"),
        syntax="def figure(:\n",
        nothing="x = 1\n",
        query=BODY.format("evidence.column('gemm.latency')"),
        leave=BODY.format("raise SystemExit(3)"),
    )
    assert found["good"].pdf is not None
    for name, code, line, message in [
        ("crash", "PK404", 6, "ZeroDivisionError"),
        ("syntax", "PK404", 1, "no Python"),
        ("nothing", "PK404", 1, "defines no figure"),
        ("query", "PK102", 6, "latency"),
        ("leave", "PK404", 6, "SystemExit"),
    ]:
        (diagnostic,) = found[name].diagnostics
        assert (diagnostic.code, diagnostic.span.line) == (code, line), diagnostic
        assert message in diagnostic.message and diagnostic.hint
        assert found[name].pdf is None


@pytest.mark.parametrize(
    "body",
    [
        "ax.set_title(f'{1 / 3:.2f} faster')",
        "ax.set_xticks([0, 1], [str(len('abcdefghijkl')), 'b'])",
        "fig.text(0.5, 0.5, chr(55))",
    ],
)
def test_a_digit_that_no_answer_gave_is_found_where_it_was_drawn(drawn, body):
    (diagnostic,) = drawn(odd=BODY.format(body))["odd"].diagnostics
    assert (diagnostic.code, diagnostic.span.line) == ("PK101", 6)


def test_ticks_that_an_axis_makes_from_its_numbers_are_its_own(drawn):
    body = "ax.plot(evidence.column('gemm.m'), evidence.column('gemm.latency_cycles')); ax.set_xscale('log')"
    assert not drawn(ticks=BODY.format(body))["ticks"].diagnostics


@needs_walls
@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("open('{root}/data/gemm.csv')", "PermissionError"),
        ("open('/etc/shadow')", "PermissionError"),
        ("open('{root}/written', 'w')", "PermissionError"),
        ("import socket; socket.create_connection(('127.0.0.1', 9))", "Error"),
    ],
)
def test_a_script_reads_nothing_but_answers_and_writes_nothing(drawn, small, body, message):
    root = small.folder.parent.parent
    (diagnostic,) = drawn(bad=BODY.format(body.format(root=root)))["bad"].diagnostics
    assert diagnostic.code == "PK404" and message in diagnostic.message
    assert not (root / "written").exists()


def test_a_child_that_dies_is_a_diagnostic_of_the_script_that_it_drew(drawn):
    (diagnostic,) = drawn(dead=BODY.format("import os; os._exit(9)"))["dead"].diagnostics
    assert diagnostic.code == "PK404" and "status 9" in diagnostic.message
