"""What verify claims of the digits that no marker printed: nothing more than was looked at."""

from paperkit.diagnostics.diagnostic import Counts
from paperkit.proving.verify import others_on_pages


def test_without_other_numbers_no_other_digits_are_claimed() -> None:
    assert others_on_pages(Counts(bound=9)) == ", and no other digits are on a page"


def test_waived_named_and_listed_numbers_are_told_beside_the_claim() -> None:
    counts = Counts(bound=9, waived=2, structural=5, named=(("H100", 3), ("FP16", 1)), listed=7)
    assert others_on_pages(counts).endswith(
        " but 2 waived numbers, 4 in names that the report declares, 7 in listings, 5 that count off, date or cite"
    )
