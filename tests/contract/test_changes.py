"""What differs between two contracts, in words."""

from paperkit.config.toc import Contract, parse_contract
from paperkit.contract.changes import changes
from paperkit.source import SourceFile

FRONT = "---\nstate: draft\n---\n"
ONE = "## One {#one}\n- purpose: first\n- budget: 1 page\n- figures: a\n- claims:\n  - It holds (`x`)\n"
TWO = "## Two {#two}\n- sources: adr:0001\n"


def parse(body: str) -> Contract:
    contract, problems = parse_contract(SourceFile("toc.md", FRONT + body))
    assert contract is not None and problems == ()
    return contract


def differ(before: str, after: str) -> tuple[str, ...]:
    return changes(parse(before), parse(after))


def test_equal_promises_have_no_changes() -> None:
    assert differ(ONE + TWO, "Some prose.\n\n" + ONE + "\n" + TWO) == ()


def test_sections_come_and_go_and_change_places() -> None:
    assert differ(ONE, ONE + TWO) == ("section two added",)
    assert differ(ONE + TWO, TWO) == ("section one taken out",)
    assert differ(ONE + TWO, TWO + ONE) == ("order of the sections: two, one",)


def test_each_item_is_named_with_what_it_was() -> None:
    after = ONE.replace("first", "second").replace("1 page", "2 pages").replace("figures: a", "figures: b")
    assert differ(ONE, after) == (
        "one: purpose 'first' is now 'second'",
        "one: budget 1 page is now 2 pages",
        "one: figure 'a' taken out",
        "one: figure 'b' added",
    )
    assert differ(ONE, ONE.replace("It holds", "It fails")) == (
        "one: claim 'It holds (`x`)' taken out",
        "one: claim 'It fails (`x`)' added",
    )
