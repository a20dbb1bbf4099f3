"""A report rendered: pages, order, filling, places, the appendix."""

import json
import re

import pytest

from paperkit.render.fill import fill, reprint


def page(rendered, name):
    return next(page for page in rendered.pages if page.name == name)


def test_sections_come_in_the_order_of_the_contract_and_then_the_others(small):
    for key in ("first", "second", "extra", "_macros"):
        small.section(key, "\\section{X}\n")
    rendered = small.render()
    inputs = re.findall(r"\\input\{tex/(\w+)\}", rendered.main.text)
    assert inputs == ["second", "first", "extra", "evidence"]


def test_title_and_date_come_from_the_configuration_and_are_escaped(small):
    main = small.render().main.text
    assert r"\title{50\% of a year's work}" in main
    assert r"\date{30 June 2026}" in main
    assert r"A. \& B." in main


def test_a_draft_says_so_and_a_build_does_not(small):
    assert r"\pkdraftnotice" in small.render(draft=True).main.text
    assert r"\pkdraftnotice" not in small.render().main.text


def test_unfilled_markers_are_filled_also_in_loops_and_by_value(small):
    small.section(
        "first",
        '\\BLOCK{for m in column("gemm.m", unique=true)}\n'
        '\\pkval{gemm(mode="async", m=\\VAR{m}).latency_cycles | ,.1f}{} & '
        '\\VAR{value("gemm(mode=\\"composite\\", m=" ~ m ~ ").latency_cycles | .0f")}\n'
        "\\BLOCK{endfor}\n",
    )
    text = page(small.render(), "tex/first.tex").text
    assert re.findall(r"\}\{([^{}]*(?:\{,\}[^{}]*)?)\}", text) == ["1{,}000.0", "1004", "2{,}100.5", "2104"]


def test_a_marker_that_cannot_be_filled_stays_empty_and_is_no_fault_of_the_render(small):
    small.section("first", "\\pkval{gemm(m=7).latency_cycles | d}{} \\pkval{gain | .2f}{}\n")
    rendered = small.render()
    assert page(rendered, "tex/first.tex").text.startswith("\\pkval{gemm(m=7).latency_cycles | d}{} ")
    assert not rendered.diagnostics


def test_rows_give_texts_and_wrong_names_are_faults_with_the_nearest(small):
    small.section("first", 'a\n\\BLOCK{for r in rows("gemm", mode="async")}\\VAR{r.m} \\BLOCK{endfor}\n')
    assert page(small.render(), "tex/first.tex").text == "a\n512 1024 \n"
    small.section("first", 'a\n\\VAR{rows("gem")}\n')
    (fault,) = small.render().diagnostics
    assert (fault.code, fault.span.line, fault.hint) == ("PK403", 2, "did you mean 'gemm'?")
    small.section("first", 'a\n\\VAR{rows("gemm", mod="async")}\n')
    (fault,) = small.render().diagnostics
    assert "no column 'mod'" in fault.message


def test_filled_lines_keep_their_template_lines(small):
    small.section("first", "%# note\n\\section{X}\n\nIt gains \\pkval{gain | .3f}{}.\n")
    rendered = small.render()
    first = page(rendered, "tex/first.tex")
    at = first.text.split("\n").index("It gains \\pkval{gain | .3f}{0.996}.")
    assert first.lines[at][1] == 4
    assert rendered.origins[first.source.path] == first.lines


def test_the_appendix_has_a_row_for_each_number_of_the_prose_and_one_for_each_query_of_a_table(small):
    small.section(
        "first",
        "\\section{X}\\label{sec:first}\nA \\pkval{gain | .2f}{}, again \\pkval{gain | .2f}{}.\n"
        "\\begin{table}\\caption{x}\\label{tab:t}\\begin{tabular}{ll}\n"
        '\\BLOCK{for m in column("gemm.m", unique=true)}\n'
        '\\pkval{gemm(mode="async", m=\\VAR{m}).latency_cycles | .1f}{} & \\pkval{gain | .2f}{} \\\\\n'
        "\\BLOCK{endfor}\n\\end{tabular}\\end{table}\n",
    )
    text = page(small.render(), "tex/evidence.tex").text
    assert text.count(r"\pkanchor{gain | .2f}") == 1
    assert text.count(r"\cref{tab:t} &") == 2
    for m in (512, 1024):
        assert text.count(rf'\pkanchor{{gemm(mode="async", m={m}).latency_cycles | .1f}}') == 1
    assert "data/" in text and "0.996015936254" in text
    assert r"gain =~gemm(" in text, "a named quantity says what it means"


def test_the_appendix_is_generated_and_the_packages_are_too(small):
    rendered = small.render()
    names = {path.rsplit("/", 1)[-1] for path in rendered.generated}
    assert names == {"evidence.tex", "paperkit.sty", "paperkit-house.sty"}
    assert "reports/r/main.tex" in rendered.texts


def test_the_same_report_renders_to_the_same_text(small):
    small.section("first", "\\pkval{gain | .2f}{}\n")
    assert small.render().texts == small.render().texts


def test_a_project_template_comes_before_ours(small):
    small.write(small.folder.parent.parent / "templates" / "main.tex.j2", "mine \\VAR{report.title}\n")
    assert small.render().main.text == "mine 50\\% of a year's work\n"


def test_fill_leaves_what_is_printed_and_reprint_mends_what_is_stale(small):
    scope = small.load().scope
    text = "\\pkval{gain | .2f}{} \\pkval{gain | .2f}{0.91}\n% \\pkval{gain | .2f}{}\n"
    assert fill(text, scope) == text.replace("{}", "{1.00}", 1)
    assert reprint("\\pkval{gain | .2f}{0.91} \\pkval{gain | .2f}{}", scope) == (
        "\\pkval{gain | .2f}{1.00} \\pkval{gain | .2f}{}"
    )
    waiting = "\\pkval{gemm(m=\\VAR{m}).x | d}{3}"
    assert reprint(waiting, scope) == waiting


KEYED = """{"resources": [{"name": "gemm", "path": "gemm.csv", "schema": {"primaryKey": ["mode", "m"], "fields": [
 {"name": "mode", "type": "string"}, {"name": "m", "type": "integer"},
 {"name": "latency_cycles", "type": "number", "unit": "cycles"}]}, "paperkit:kind": "model"}]}"""


def test_a_table_macro_binds_every_number_and_takes_units_from_the_descriptor(small):
    small.write(small.folder.parent.parent / "data" / "datapackage.json", KEYED)
    small.section(
        "first",
        '\\BLOCK{from "macros.tex.j2" import rows_table with context}\n'
        '\\VAR{rows_table("t", "All \\\\emph{runs}", "gemm", where={"mode": "async"}, '
        'texts=[{"column": "mode", "head": "mode"}], '
        'numbers=[{"column": "latency_cycles", "head": "latency", "format": ",.1f"}])}\n',
    )
    rendered = small.render()
    assert not rendered.diagnostics
    text = page(rendered, "tex/first.tex").text
    assert "\\caption{All \\emph{runs}}\\label{tab:t}" in text
    assert "mode & latency \\\\\n & (\\mbox{cycles}) \\\\" in text
    assert 'async & \\pkval{gemm(mode="async", m=1024).latency_cycles | ,.1f}{2{,}100.5} \\\\' in text


def test_a_row_is_selected_by_its_key_or_the_fault_says_that_there_is_none(small):
    small.section("first", 'a\n\\VAR{at("gemm", rows("gemm")[0])}\n')
    (fault,) = small.render().diagnostics
    assert fault.message == "no column of 'gemm' tells its rows apart" and fault.span.line == 2


def test_the_appendix_says_in_words_where_a_given_value_comes_from(small):
    small.write(small.folder / "given.yaml", "rate: {value: 3.5, unit: GB/s, source: data sheet table 3}\n")
    small.write(
        small.folder.parent.parent / "docs" / "adr" / "0007-x.md",
        "---\nstatus: accepted\n---\n# ADR-0007: X\n\n## Size\n\nFirst. A queue holds 32 KiB\nof data. Last.\n",
    )
    report = (small.folder / "report.yaml").read_text() + "sources: [docs/adr/*.md]\n"
    small.write(small.folder / "report.yaml", report)
    small.section("first", '\\pkval{given.rate | .1f}{} \\pkval{adr("0007#size").number("32 KiB") | d}{}\n')
    text = page(small.render(), "tex/evidence.tex").text
    assert "``data sheet table 3''" in text
    assert "``A queue holds 32 KiB of data.''" in text


def test_a_query_of_the_appendix_stars_what_varies_and_shows_what_does_not(small):
    small.figure(
        "lat", "def figure(evidence):\n    for m in (512,):\n        evidence.column(f'gemm(mode=\"{m}\").m')\n"
    )
    small.section(
        "first",
        "\\section{X}\n\\begin{table}\\label{tab:t}\\begin{tabular}{l}\n"
        '\\pkval{gemm(mode="async", m=512).latency_cycles | d}{}\n'
        '\\pkval{gemm(mode="async", m=1024).latency_cycles | .1f}{}\n'
        "\\end{tabular}\\end{table}\n\\begin{figure}\\includegraphics{tex/figures/lat.pdf}\\label{fig:lat}\\end{figure}\n",
    )
    text = page(small.render(), "tex/evidence.tex").text.replace(r"\nolinebreak[3]", "").replace(r"\nolinebreak[2]", "")
    assert r"gemm(mode=\textquotedbl{}async\textquotedbl{}, m=*).latency\_cycles" in text
    assert "gemm(mode=*).m" in text


def test_a_unit_of_the_appendix_may_leave_digits_without_end_and_no_others(small):
    fields = [{"name": name, "type": "any"} for name in ("mode", "m")]
    fields.append({"name": "latency_cycles", "type": "number", "unit": "cycles"})
    resource = {"name": "gemm", "path": "gemm.csv", "schema": {"fields": fields}}
    small.write(small.folder.parent.parent / "data" / "datapackage.json", json.dumps({"resources": [resource]}))
    row = 'gemm(mode="async", m=512).latency_cycles'
    small.section("first", f"\\pkval{{{row} | d}}{{}} \\pkval{{{row} / 3 | .0f}}{{}}\n")
    text = page(small.render(), "tex/evidence.tex").text
    assert "1000~\\mbox{cycles}" in text
    assert "333.3333333333\\dots{} \\mbox{cycles}" in text


def test_the_appendix_prints_no_mark_for_a_unit_that_nobody_declared(small):
    small.section("first", '\\pkval{gemm(mode="async", m=512).latency_cycles | d}{}\n')
    assert "& 1000 &" in page(small.render(), "tex/evidence.tex").text


def test_an_artifact_whose_rows_name_their_kind_has_all_of_them(small):
    rows = "parameter,value,status\na,3,published\nb,4,assumed\n"
    small.write(small.folder.parent.parent / "data" / "gemm.csv", rows)
    small.section("first", '\\pkval{gemm(parameter="a").value | d}{}\n')
    text = page(small.render(), "tex/evidence.tex").text
    assert "& configured, published &" in text


def test_the_appendix_names_what_each_harness_ran_on_and_nothing_where_there_was_none(small):
    small.section("first", r"\section{First} \pkval{gain | .2f}{}")
    evidence = {page.name: page.text for page in small.render().pages}["tex/evidence.tex"]
    assert "Provenance" not in evidence
    provenance = {
        "harness": "benches/gemm", "code": {"benches/gemm/bench.py": "sha256:aa"}, "inputs": {}, "seed": 7,
        "configuration": "sha256:0123456789abcdef0123", "versions": {"python": "3.11.7"},
        "host": {"processor": "a processor", "kernel": "a kernel"},
    }  # fmt: skip
    resource = {
        "name": "gemm", "path": "gemm.csv", "paperkit:kind": "measured", "paperkit:provenance": provenance,
        "schema": {"fields": [{"name": name, "type": "any"} for name in ("mode", "m", "latency_cycles")]},
    }  # fmt: skip
    folder = small.folder.parents[1] / "data"
    small.write(folder / "datapackage.json", json.dumps({"name": "data", "resources": [resource]}))
    evidence = {page.name: page.text for page in small.render().pages}["tex/evidence.tex"]
    row = next(line for line in evidence.splitlines() if line.startswith("gemm & 7 & "))
    assert "0123456789ab}" in row and "python" in row and "a processor, a kernel" in row and "{\\ttfamily none}" in row


def test_cells_lead_out_to_file_and_line_where_the_repository_is_known(small):
    small.section("first", "\\section{First}\\pkval{gain | .2f}{}\n")
    small.section("second", "\\section{Second}\n")
    assert "\\href{https" not in page(small.render(), "tex/evidence.tex").text
    path = small.folder / "report.yaml"
    path.write_text(path.read_text() + "repository: https://github.com/ada/engine\n")
    assert (
        r"\href{https://github.com/ada/engine/blob/HEAD/data/gemm.csv\#L2}"
        in page(small.render(), "tex/evidence.tex").text
    )


def test_a_box_says_how_to_read_the_numbers_with_the_signs_that_are_used(small):
    box = '\\BLOCK{from "macros.tex.j2" import reading_box}\\VAR{reading_box(["given"])}'
    small.section("first", "\\section{First}\\pkval{gain | .2f}{}\n" + box)
    small.section("second", "\\section{Second}\n")
    text = page(small.render(), "tex/first.tex").text
    assert "How to read the numbers" in text and r"\markgiven" in text and r"\markprojected" not in text


@pytest.mark.parametrize(("text", "listed"), [("As others say.", False), (r"As others say~\cite{a}.", True)])
def test_a_bibliography_is_there_where_a_section_cites(small, text, listed):
    small.write(small.folder / "references.bib", "@misc{a, title={A}}\n")
    small.section("first", rf"\section{{First}} {text}")
    small.section("second", r"\section{Second}")
    assert (r"\bibliography{references}" in small.render().main.text) is listed
