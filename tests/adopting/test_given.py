r"""`paperkit given`: a typed set-up number goes into given.yaml, a marker takes its place, the PDF stays as it is."""

import pytest

from paperkit.adopting.declare import Declared, Wanted, declare
from paperkit.checks.tree import check_tree
from paperkit.cli.main import run
from paperkit.errors import PaperkitError, Status
from paperkit.suggest.find import place_of
from tests.adopting.conftest import Repository

NOTHING = Wanted()
PLOT = "\\begin{tikzpicture}\\begin{axis}\\addplot coordinates {(1,64)};\\end{axis}\\end{tikzpicture}"


def move(repository: Repository, body: str, wanted: Wanted = NOTHING, at: str = "main.tex:4") -> Declared:
    repository.paper(body)
    return declare(place_of(at), wanted)


@pytest.mark.parametrize(
    ("body", "marker"),
    [
        ("We use 64 clients.", "given.clients | d}{64}"),
        ("A batch size of 32 is used.", "given.batch_size | d}{32}"),
        ("The learning rate is $3\\times10^{-4}$.", "given.learning_rate | .0e}{3\\times10^{-4}}"),
        ("Machines with 128~GB of memory.", "given.memory | d}{128}"),
        ("It holds 10{,}000 keys.", "given.keys | ,d}{10{,}000}"),
        ("It holds 10k keys.", "given.keys | .2g}{10k}"),
        ("On four nodes.", "given.nodes | words}{four}"),
        ("The timeout is 2.50~s.", "given.timeout | .2f}{2.50}"),
        ("Clocked at \\qty{2.4}{\\GHz}.", "given.clocked | .1f GHz}{\\qty{2.4}{\\GHz}}"),
        ("It has \\num{4096} entries.", "given.entries | d}{\\num{4096}}"),
        ("We drop 15\\% of them.", "given.drop | d}{15}"),
    ],
)
def test_the_marker_prints_what_was_typed(repository: Repository, body: str, marker: str) -> None:
    done = move(repository, body, Wanted(source="a note"))
    assert done.marker == f"\\pkval{{{marker}"
    repository.commit()
    assert check_tree(repository.root / "main.tex").diagnostics == ()


def test_value_and_unit_are_those_of_the_text(repository: Repository) -> None:
    move(repository, "Machines with 128~GB of memory.", Wanted(source='table "A"', note="of each"))
    assert repository.read("given.yaml") == (
        'memory:\n  value: 128\n  unit: GB\n  source: "table \\"A\\""\n  note: of each\n'
    )


def test_a_value_without_a_source_is_a_draft_that_the_check_asks_for(repository: Repository) -> None:
    move(repository, "We use 64 clients.")
    repository.commit()
    (found,) = check_tree(repository.root / "main.tex").diagnostics
    assert (found.code, found.span.text) == ("PK208", "TODO")


def test_a_paper_gets_the_package_and_the_line_that_loads_it(repository: Repository) -> None:
    done = move(repository, "We use 64 clients.")
    assert "\n\\usepackage{paperkit}\\begin{document}\n" in repository.read("main.tex")
    assert repository.read("paperkit.sty").startswith("\\NeedsTeXFormat")
    assert done.loads == "main.tex"


def test_it_is_loaded_once(repository: Repository) -> None:
    move(repository, "We use 64 clients on 8 hosts.", at="main.tex:4:8")
    done = declare(place_of("main.tex:4"), Wanted())
    assert repository.read("main.tex").count("usepackage{paperkit}") == 1
    assert done.loads == ""


def test_a_file_that_the_main_file_reads(repository: Repository) -> None:
    repository.paper("\\input{sections/setup}")
    repository.write("sections/setup.tex", "We use 64 clients.\n")
    done = declare(place_of("sections/setup.tex:1"), Wanted(), main=repository.root / "main.tex")
    assert set(done.files) == {"sections/setup.tex", "main.tex", "given.yaml", "paperkit.sty"}
    assert "\\pkval{given.clients | d}{64}" in repository.read("sections/setup.tex")


def test_what_stands_in_given_yaml_stays(repository: Repository) -> None:
    repository.write("given.yaml", "# ours\ncores: {value: 8, source: data sheet}")
    move(repository, "We use 64 clients.")
    assert repository.read("given.yaml").startswith("# ours\ncores: {value: 8, source: data sheet}\nclients:\n")


def test_the_same_value_is_used_again(repository: Repository) -> None:
    move(repository, "We use 64 clients, and then 64 clients.", Wanted(source="a note"), at="main.tex:4:8")
    declare(place_of("main.tex:4"), Wanted())
    assert repository.read("given.yaml").count("value: 64") == 1
    assert repository.read("main.tex").count("given.clients") == 2


def test_a_source_completes_a_draft(repository: Repository) -> None:
    repository.write("given.yaml", "clients:\n  value: 64\n  source: TODO\n  note: seen\n")
    move(repository, "We use 64 clients.", Wanted(source="the script"))
    assert repository.read("given.yaml") == "clients:\n  value: 64\n  source: the script\n  note: seen\n"


DRAFTED = "clients:\n  value: 64\n  source: TODO\n  note: seen\n"


def test_a_draft_that_gets_another_name_is_not_left_behind(repository: Repository) -> None:
    repository.write("given.yaml", DRAFTED)
    move(repository, "We use 64 clients.", Wanted(key="users", source="the script"))
    assert repository.read("given.yaml") == "users:\n  value: 64\n  source: the script\n  note: seen\n"


def test_a_draft_that_another_marker_uses_keeps_its_name(repository: Repository) -> None:
    repository.write("given.yaml", DRAFTED)
    body = "We use 64 clients, and there are \\pkval{given.clients | d}{64}."
    move(repository, body, Wanted(key="users"), at="main.tex:4:8")
    assert repository.read("given.yaml").startswith("clients:\n")
    assert "\nusers:\n" in repository.read("given.yaml")


def test_a_thing_that_another_number_counts_names_no_value(repository: Repository) -> None:
    body = "It has 16 cores at 2.4~GHz."
    assert move(repository, body, at="main.tex:4:8").entry.key == "cores"
    assert declare(place_of("main.tex:4"), Wanted()).entry.key == "frequency"


def test_another_value_of_that_name_gets_another_name(repository: Repository) -> None:
    repository.write("given.yaml", "clients: {value: 8, source: data sheet}\n")
    assert move(repository, "We use 64 clients.").entry.key == "clients_2"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (Wanted(key="clients"), "given.clients is 8, and here stands 64"),
        (Wanted(key="1st"), "no name of a value"),
        (Wanted(key="if"), "no name of a value"),
    ],
)
def test_a_name_that_cannot_be_is_refused(repository: Repository, wanted: Wanted, said: str) -> None:
    repository.write("given.yaml", "clients: {value: 8, source: data sheet}\n")
    with pytest.raises(PaperkitError, match=said):
        move(repository, "We use 64 clients.", wanted)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("On 64 clients and 8 hosts.", "2 unbound numbers"),
        ("No number.", "0 unbound numbers"),
        ("\\newcommand\\n{6}\\n4\\ clients.", "a template or a macro makes this number"),
        (PLOT, "cannot stand"),
    ],
)
def test_what_cannot_be_moved_stays_with_all_files(repository: Repository, body: str, said: str) -> None:
    repository.paper(body, "\\usepackage{pgfplots}")
    before = repository.files()
    with pytest.raises(PaperkitError, match=said):
        declare(place_of("main.tex:4"), Wanted())
    assert repository.files() == before


def test_several_on_a_line_are_named_with_their_columns(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    repository.paper("On 64 clients and 8 hosts.")
    assert run(["given", "main.tex:4"]) == Status.USAGE
    assert "main.tex:4:4 (64), main.tex:4:19 (8)" in capsys.readouterr().err
    assert run(["given", "main.tex:4:19", "--source", "a note"]) == Status.WELL


def test_a_dry_run_writes_nothing(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    repository.paper("We use 64 clients.")
    before = repository.files()
    assert run(["given", "main.tex:4", "--dry-run"]) == Status.WELL
    assert "would write: main.tex, given.yaml, paperkit.sty" in capsys.readouterr().out
    assert repository.files() == before


def test_line_ends_and_a_byte_order_mark_stay(repository: Repository) -> None:
    repository.write(
        "main.tex", b"\xef\xbb\xbf\\documentclass{article}\r\n\\begin{document}\r\n64 clients.\r\n\\end{document}\r\n"
    )
    declare(place_of("main.tex:3"), Wanted())
    raw = (repository.root / "main.tex").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf\\documentclass{article}\r\n\\usepackage{paperkit}\\begin{document}\r\n")
    assert raw.count(b"\n") == raw.count(b"\r\n") == 4


@pytest.mark.parametrize(
    ("text", "begun"),
    [
        (
            "\\documentclass{article}\\begin{document}64 clients.\\end{document}\n",
            "{article}\\usepackage{paperkit}\\begin{document}",
        ),
        (
            "\\documentclass{article}\n% \\begin{document}\n  \\begin{document}64 clients.\\end{document}\n",
            "% \\begin{document}\n  \\usepackage{paperkit}\\begin{document}",
        ),
    ],
)
def test_the_package_is_loaded_wherever_the_document_begins(repository: Repository, text: str, begun: str) -> None:
    repository.write("main.tex", text)
    declare(place_of("main.tex"), Wanted())
    assert begun in repository.read("main.tex")


def test_a_file_in_another_encoding_stays_in_it(repository: Repository) -> None:
    text = (
        "\\documentclass{article}\\usepackage[latin1]{inputenc}\n\\begin{document}\nFür 64 Kunden.\n\\end{document}\n"
    )
    repository.write("main.tex", text.encode("latin-1"))
    declare(place_of("main.tex:3"), Wanted(key="kunden"))
    raw = (repository.root / "main.tex").read_bytes()
    assert "Für \\pkval{given.kunden | d}{64} Kunden." in raw.decode("latin-1")


def test_a_name_that_is_a_word_of_the_expression_language_is_none(repository: Repository) -> None:
    move(repository, "It is treated as if equal to 1.", at="main.tex:4:30")
    assert "\\pkval{given.if_value | d}{1}" in repository.read("main.tex")


def test_a_number_that_a_macro_holds_is_moved_where_the_macro_is_defined(repository: Repository) -> None:
    repository.write("numbers.tex", "\\newcommand{\\clients}{1{,}024}\n")
    repository.paper("We use \\clients{} clients, then \\clients{} again.", "\\input{numbers}")
    declare(place_of("main.tex:4:8"), Wanted(source="the inventory"))
    assert repository.read("numbers.tex") == "\\newcommand{\\clients}{\\pkval{given.clients | ,d}{1{,}024}}\n"
    assert "We use \\clients{} clients" in repository.read("main.tex")
