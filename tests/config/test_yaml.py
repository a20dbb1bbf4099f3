"""YAML as nodes with exact places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkit.config.yaml import Node, YamlProblem, load_yaml
from paperkit.source import SourceFile


def load(text: str) -> Node:
    return load_yaml(SourceFile("a.yaml", text))


def problem(text: str) -> YamlProblem:
    with pytest.raises(YamlProblem) as caught:
        load(text)
    return caught.value


@pytest.mark.parametrize("raw", ["0.10", "1e3", "no", "2026-06-30", "0x1F", "1_000", "12:30", "é𝔸"])
def test_a_plain_scalar_stays_the_text_of_the_file(raw: str) -> None:
    node = load(f"a: {raw}  # why\n").get("a")
    assert node is not None
    assert (node.value, node.span.text, node.plain, node.null) == (raw, raw, True, False)


def test_places_count_characters_and_not_bytes() -> None:
    node = load("é: {𝔸: [x, 'y']}\n").get("é")
    assert node is not None
    assert node.span.text == "{𝔸: [x, 'y']}"
    assert [item.span.column for item in node.items[0].items] == [9, 12]


def test_a_block_ends_with_its_last_value_and_not_at_the_next_key() -> None:
    node = load("a:\n  - 1\n  - 2\n\n# comment\nb: 3\n").get("a")
    assert node is not None
    assert node.span.text == "- 1\n  - 2"


def test_an_alias_is_the_value_that_it_names() -> None:
    tree = load("a: &x [1]\nb: *x\n")
    assert tree.get("b") == tree.get("a")
    assert tree.span.text == "a: &x [1]\nb: *x"


def test_an_empty_file_is_an_empty_scalar() -> None:
    assert load("").null
    assert load("# nothing\n").null


@pytest.mark.parametrize("word", ["", "~", "null"])
def test_an_empty_value_is_null_and_a_quoted_one_is_not(word: str) -> None:
    plain, quoted = load(f"a: {word}").get("a"), load(f"a: '{word}'").get("a")
    assert plain is not None
    assert quoted is not None
    assert plain.null
    assert not quoted.null


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("a: 1\nb: 2\na: 3", (3, 1), "key 'a' stands twice, first in line 1"),
        ("a: b: c", (1, 5), "mapping values are not allowed"),
        ("a:\n\t- b", (2, 1), "cannot start any token"),
        ("a: &a [*a]", (1, 8), "*a names no value above"),
        ("--- 1\n--- 2", (2, 1), "a second document begins"),
        ("a: !!python/object:os.system x", (1, 4), "tag tag:yaml.org,2002:python/object:os.system is not read here"),
        ("é: \x07", (1, 4), "character U+0007"),
        ("<<: {a: 1}", (1, 1), "merge keys are not read here"),
        ("? [1]\n: 2", (1, 3), "a key is no text"),
        ("a: 'x", (1, 6), "unexpected end"),
    ],
)
def test_what_is_not_read_is_said_at_its_place(text: str, place: tuple[int, int], words: str) -> None:
    found = problem(text)
    assert words in found.message
    assert (found.span.line, found.span.column) == place


def test_deep_nesting_is_refused_without_recursion() -> None:
    assert "level" in problem("[" * 100_000).message
    assert "60 levels" in problem("[" * 61 + "]" * 61).message


def test_aliases_that_multiply_are_refused() -> None:
    rows = "".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 30))
    assert "aliases" in problem("a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n" + rows).message


@given(st.text(max_size=60))
def test_any_text_gives_a_node_or_a_problem_with_a_place(text: str) -> None:
    source = SourceFile("a.yaml", text)
    try:
        span = load_yaml(source).span
    except YamlProblem as found:
        span = found.span
    assert 0 <= span.start <= span.end <= len(text)


@given(
    st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), st.decimals(allow_nan=False, allow_infinity=False))
)
def test_digits_come_back_as_they_were_written(amounts: dict[str, object]) -> None:
    tree = load("".join(f"k{key}: {amount}\n" for key, amount in amounts.items()))
    assert {f"k{key}": str(amount) for key, amount in amounts.items()} == {k.value: v.value for k, v in tree.pairs}
