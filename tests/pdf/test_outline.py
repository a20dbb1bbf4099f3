"""How many pages a section takes: made with bookmarks of our own, so that every place is known."""

from decimal import Decimal
from pathlib import Path

from paperkit.pdf.outline import section_pages


def pdf(marks: list[tuple[str, int, float, float]], pages: int = 4) -> bytes:
    """A PDF of pages of 600 by 800 with a bookmark (title, page, x, y) each."""
    kids = " ".join(f"{10 + at} 0 R" for at in range(pages))
    bodies = {
        1: f"<< /Type /Catalog /Pages 2 0 R {'/Outlines 3 0 R ' if marks else ''}>>",
        2: f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>",
    }
    if marks:
        bodies[3] = f"<< /Type /Outlines /First 30 0 R /Last {29 + len(marks)} 0 R /Count {len(marks)} >>"
    bodies |= {10 + at: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] >>" for at in range(pages)}
    for at, (title, page, x, y) in enumerate(marks):
        beside = (f"/Prev {29 + at} 0 R " if at else "") + (f"/Next {31 + at} 0 R " if at + 1 < len(marks) else "")
        bodies[30 + at] = f"<< /Title ({title}) /Parent 3 0 R {beside}/Dest [{10 + page} 0 R /XYZ {x} {y} null] >>"
    text, places = b"%PDF-1.4\n", {}
    for number, body in bodies.items():
        places[number] = len(text)
        text += f"{number} 0 obj\n{body}\nendobj\n".encode()
    table = "".join(f"{number} 1\n{place:010} 00000 n \n" for number, place in places.items())
    return text + f"xref\n{table}trailer << /Size 99 /Root 1 0 R >>\nstartxref\n{len(text)}\n%%EOF\n".encode()


def test_a_section_reaches_to_the_next_one_and_the_last_to_the_end() -> None:
    found = section_pages(pdf([("1 One", 0, 50, 744), ("2 Two", 1, 50, 400), ("A Rest", 3, 50, 744)]))
    assert found == {"One": Decimal("1.5"), "Two": Decimal("1.5"), "Rest": Decimal("1.0")}


def test_the_right_column_is_the_second_half_of_a_page() -> None:
    found = section_pages(pdf([("1 One", 0, 50, 744), ("2 Two", 0, 320, 744), ("3 Three", 1, 320, 400)], 2))
    assert found == {"One": Decimal("0.5"), "Two": Decimal("1.2"), "Three": Decimal("0.2")}


def test_a_pdf_without_bookmarks_has_no_sections(tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(pdf([]))
    assert section_pages(path) == {}
