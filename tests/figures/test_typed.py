"""Numbers that a figure script types: which speak, which stay silent."""

import ast

import pytest

from paperkit.figures.typed import typed_numbers
from paperkit.source import SourceFile

SILENT = [
    "ax.plot(evidence.column('a.b'), evidence.column('a.c'), linewidth=1.2, zorder=3)",
    "ax.bar([0, 1, 2], evidence.column('a.b'), width=0.35)",
    "ax.bar([i + 0.4 for i in range(n)], evidence.column('a.b'))",
    "ax.axhline(0, lw=0.5)\nax.axvline(1)",
    "ax.plot([x / 1000 for x in xs], ys)",
    "ax.plot(xs[2:], ys[0])",
    "ax.set_xlim(0, 77)\nax.set_xticks([0, 50, 100])\nfig.set_size_inches(3.5, 2)",
    "ax.annotate('fp16 on PE_0', xy=(0.5, 0.9), xycoords='axes fraction')",
    "ax.text(0.5, 0.5, 'H800', transform=ax.transAxes)",
    "ax.annotate('x', (v, 1), xytext=(3, 4), textcoords='offset points')",
    "ax.set_title(f'gain {evidence.text(\"gain | .1f\")}')",
    "ax.set_title('$x_1^2$')",
    "ax.axhline(9)  # paperkit: allow ungrounded-number -- where the axis ends",
    "# paperkit: allow PK101 -- where the axis ends\nax.axhline(9)",
    "n = 12\nprint(n)",
    "ax.set_title('gain {}'.format(evidence.text('gain | .1f')))",
    "ax.set_title(', '.join([a, b]))\nax.set_xlabel(name.upper())",
    "ax.legend([f'{name}' for name in names])",
    "ax.set_title('%s of %s' % (evidence.text('n | d'), 'all'))",
    "P = (('prefill', 'ctx=2048', 3), ('decode', 'ctx=16', 4))\nfor ax, (t, r, c) in zip(axs, P):\n    ax.set_title(t)",
    "for at, (t, n) in enumerate([('a', 16), ('b', 32)]):\n    ax.set_title(t)",
    "ax.set_title('One run a point, half-open, two-sided')",
    "ax.set_title('Sections of the two kinds')",
    "ax.plot(xs, ys, label='recursive doubling, one user, two algorithms')",
    "g = (32, 8)\nxs = [share(evidence, f'h={n}') for n in g]\nax.annotate('peak', (xs[0], v))",
]
SPEAKING = [
    ("ax.plot([1.5, 2.5], ys)", "1.5"),
    ("ax.axhline(42)", "42"),
    ("ax.bar(xs, [7, a])", "7"),
    ("y = [3, 4]\nax.plot(xs, y)", "3"),
    ("y = scale(7.5)\nax.plot(xs, y)", "7.5"),
    ("ax.plot(xs, [v * 1.07 for v in ys])", "1.07"),
    ("ax.plot(np.linspace(0, 10, 50), ys)", "10"),
    ("ax.annotate('peak', (3.1, v))", "3.1"),
    ("ax.annotate('12 ms', (x, y))", "12"),
    ("ax.set_title(f'speed-up 1.7 of {n}')", "1.7"),
    ("ax.plot(xs, ys, label='async 3x')", "3"),
    ("label = '40 %'\nax.text(x, y, label)", "40"),
    ("ax.set_xticklabels(['4', '8'])", "4"),
    ("ax.set_title('four times slower')", "four"),
    ("ax.set_title(f'{name}: twice as fast')", "twice"),
    ("ax.plot(xs, ys, label='on sixteen cores')", "sixteen"),
    ("fig.suptitle('XLIII hosts')", "XLIII"),
    ("ax.set_title('{} ms'.format(12.5))", "12.5"),
    ("ax.set_title('%s ms' % 12)", "12"),
    ("ax.set_title('%d of %d' % (3, n))", "3"),
    ("ax.set_title(str(2.5) + ' ms')", "2.5"),
    ("n = 12\nax.set_title(f'{n} runs')", "12"),
    ("ax.set_title(f'mean {value:.1f}')", "value"),
    ("ax.set_title(f'{8} GB')", "8"),
    ("ax.set_title(' '.join(['up to', '3x']))", "3"),
    ("ax.set_xlabel('after 12 runs'.upper())", "12"),
    ("for t, n in (('a', 'x'), ('b 16', 'y')):\n    ax.set_title(t)", "16"),
    ("P = (('a', 16), ('b', 32))\nfor ax, (t, n) in zip(axs, P):\n    ax.set_title(f'{n}')", "16"),
    ("for t in ('a', '8 users'):\n    ax.set_title(t)", "8"),
    ("ax.text(x, y, f'{n} of 7')", "7"),
    ("plt.errorbar(xs, ys, yerr=0.3)", "0.3"),
    ("ax.axhline(9)  # paperkit: allow ungrounded-number", "9"),
    ("ax.axhline(9)  # paperkit: allow PK102 -- because", "9"),
]


def found(text):
    return typed_numbers(SourceFile("f.py", text), ast.parse(text))


@pytest.mark.parametrize("text", SILENT)
def test_looks_places_and_answers_are_silent(text):
    assert not found(text)


@pytest.mark.parametrize(("text", "number"), SPEAKING)
def test_typed_data_and_typed_texts_speak_at_their_place(text, number):
    first = found(text)[0]
    assert first.text == number
    assert first.span.text == number
