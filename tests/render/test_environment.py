"""The template language: its delimiters, its escaping, its walls, and the places of its faults."""

import pytest

from paperkit.render.environment import LatexEnvironment, Loader
from paperkit.render.faults import TemplateFault


@pytest.fixture
def template(tmp_path):
    """Render a text as a.tex.j2 in a folder of its own."""
    home = tmp_path / "templates"
    home.mkdir()

    def render(text, **context):
        (home / "a.tex.j2").write_text(text)
        return LatexEnvironment(Loader([("", home)], lambda path: path.name)).page("a.tex.j2", context)

    render.folder = home
    return render


def fault(render, text, **context):
    with pytest.raises(TemplateFault) as caught:
        render(text, **context)
    return caught.value


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("100 %% b \\#{} {{x}} {% y %} {# z #}\n", "100 %% b \\#{} {{x}} {% y %} {# z #}\n"),
        ("a %# note\nb\n", "a \nb\n"),
        ("a\n  %# alone\nb\n", "a\nb\n"),
        ("a \\%# b\n", "a \\%# b\n"),
        ("no newline at the end", "no newline at the end"),
        ("\\BLOCK{if x}\nrow\n\\BLOCK{endif}\n", "row\n"),
        ("\\BLOCK{if x}yes\\BLOCK{endif}\nnext\n", "yes\nnext\n"),
        ("\\VAR{ {'k': 'v}'}['k'] }\n", "v\\}\n"),
        ("\\BLOCK{for m in s}\\VAR{m},\\BLOCK{endfor}\n", "1,2,\n"),
        ("\\VAR{none}|\n", "|\n"),
    ],
)
def test_delimiters_are_latex_and_nothing_else_is_ours(template, text, printed):
    assert template(text, x=True, s=["1", "2"]).text == printed


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        (r"\VAR{x}", r"50\% of a\_b \& c"),
        (r"\VAR{'a & b'}", r"a \& b"),
        (r"\VAR{'a & ' ~ 'b'}", r"a \& b"),
        (r"\VAR{x|latex}", "50% of a_b & c"),
        (r"\VAR{('\\emph{' ~ 'a' ~ '}')|safe}", r"\emph{a}"),
        (
            r"\BLOCK{macro em(t)}\emph{\VAR{t}}\BLOCK{endmacro}\VAR{em('a&b')} \VAR{em('c') ~ ' & '}",
            r"\emph{a\&b} \emph{c} \& ",
        ),
        (r"\BLOCK{set z}a & b\BLOCK{endset}\VAR{z}", "a & b"),
        (r"\VAR{lines}", "one two"),
        (r"\VAR{'latency-bound'} \VAR{'a -- b'}", r"latency-bound a -{}-{} b"),
    ],
)
def test_what_is_not_marked_safe_is_escaped_for_latex_once(template, text, printed):
    assert template(text, x="50% of a_b & c", lines="one\ntwo").text == printed


def test_every_rendered_line_knows_its_template_line(template):
    (template.folder / "part.tex.j2").write_text("included\n")
    text = (
        "first\n\n%# note\n\\BLOCK{for m in s}\n\\VAR{m} & x\n\\BLOCK{endfor}\n"
        "\\BLOCK{include 'part.tex.j2'}\nlast \\VAR{s[0]}\n"
    )
    page = template(text, s=["1", "2"])
    places = [(line, origin[0].path, origin[1]) for line, origin in zip(page.text.split("\n"), page.lines, strict=True)]
    assert places[:6] == [
        ("first", "a.tex.j2", 1),
        ("", "a.tex.j2", 2),
        ("1 & x", "a.tex.j2", 5),
        ("2 & x", "a.tex.j2", 5),
        ("included", "part.tex.j2", 1),
        ("last 1", "a.tex.j2", 8),
    ]


def test_a_line_that_begins_with_a_macro_is_its_callers(template):
    (template.folder / "m.tex.j2").write_text("\n\n\\BLOCK{macro size()}12\\BLOCK{endmacro}\n")
    page = template("\\BLOCK{from 'm.tex.j2' import size}\n\\VAR{size()} ms\n")
    assert page.text == "12 ms\n"
    assert page.lines[0][0].path == "a.tex.j2" and page.lines[0][1] == 2


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        ("a\n\n\\VAR{nam}\n", 3, "'nam' is undefined", "did you mean 'name'?"),
        ("a\n\\BLOCK{for x in}\n", 2, "expected an expression", r"\VAR{...}"),
        ("a\n\\VAR{unclosed\n", 2, "unexpected end", ""),
        ("\\VAR{''.__class__.__mro__}", 1, "unsafe", "plain data"),
        ("\n\\VAR{name.__init__.__globals__}", 2, "unsafe", ""),
        ("\n\\VAR{9**9**9}\n", 2, "`**`", ""),
        ("\\VAR{'x' * 10}", 1, "`*`", ""),
        ("\\VAR{'%9999999999d' % 1}", 1, "`%`", ""),
        ("\\VAR{'{:999999999}'.format(1)}", 1, "unsafe", ""),
        ("\\VAR{'x'.ljust(999999999)}", 1, "unsafe", ""),
        ("\\VAR{open('/etc/passwd')}", 1, "'open' is undefined", ""),
        ("\\VAR{name|attr('__class__')}", 1, "no filter named 'attr'", ""),
        ("\\BLOCK{for x in range(99999)}\\BLOCK{for y in range(99999)}\\BLOCK{endfor}\\BLOCK{endfor}", 1, "steps", ""),
        ("\\BLOCK{macro f()}\\VAR{f()}\\BLOCK{endmacro}\n\\VAR{f()}\n", 1, "without end", ""),
        ("\\BLOCK{include 'a.tex.j2'}", 1, "without end", ""),
        ("\n\\BLOCK{include 'b.tex.j2'}", 2, "no template 'b.tex.j2'", "did you mean 'a.tex.j2'?"),
        ("\\BLOCK{include '../secret.tex.j2'}", 1, "no template", ""),
        ("\\VAR{1/0}", 1, "ZeroDivisionError", ""),
        ("a \ufdd0 b", 1, "reserved", ""),
    ],
)
def test_a_fault_has_its_line_and_a_hint(template, text, line, message, hint):
    (template.folder.parent / "secret.tex.j2").write_text("secret")
    found = fault(template, text, name="x")
    assert message in found.message and hint in found.hint
    assert found.span is not None and (found.span.path, found.span.line) == ("a.tex.j2", line)


def test_a_link_that_leads_outside_is_not_followed(template, tmp_path):
    (tmp_path / "secret.tex.j2").write_text("secret")
    (template.folder / "link.tex.j2").symlink_to(tmp_path / "secret.tex.j2")
    assert "no template" in fault(template, "\\BLOCK{include 'link.tex.j2'}").message


def test_output_without_end_is_stopped(template):
    text = "\\BLOCK{for x in range(99999)}\\VAR{big}\\BLOCK{endfor}"
    assert "grows beyond" in fault(template, text, big="x" * 1000).message
