"""What the pages of a file are called."""

from __future__ import annotations

from paperkit.pdf.file import PdfFile
from paperkit.pdf.links import text_of

_SIGNS = (
    *(("M", 1000), ("CM", 900), ("D", 500), ("CD", 400), ("C", 100), ("XC", 90), ("L", 50), ("XL", 40)),
    *(("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1)),
)


def page_labels(file: PdfFile, count: int) -> tuple[str, ...]:
    """What each page is called: by the file's own labels, else by its number."""
    rows = file.array(file.dictionary(file.catalog.get("PageLabels")).get("Nums"))
    ranges = [(at, file.dictionary(one)) for at, one in zip(rows[::2], rows[1::2], strict=False) if isinstance(at, int)]
    ends = [*(at for at, _ in ranges[1:]), count][: len(ranges)]
    labels = [str(number) for number in range(1, count + 1)]
    for (first, style), end in zip(ranges, ends, strict=True):
        start = style.get("St", 1)
        for page in range(max(0, first), min(end, count)):
            number = (start if isinstance(start, int) else 1) + page - first
            labels[page] = text_of(file.get(style.get("P"))) + _numbered(number, str(style.get("S", "")))
    return tuple(labels)


def _numbered(number: int, style: str) -> str:
    if style in ("R", "r"):
        roman = _roman(number)
        return roman if style == "R" else roman.lower()
    if style in ("A", "a"):
        letter = chr(ord(style) + (number - 1) % 26)
        return letter * ((number - 1) // 26 + 1)
    return str(number) if style == "D" else ""


def _roman(number: int) -> str:
    text = ""
    for sign, value in _SIGNS:
        text += sign * (number // value if 0 < number < 5000 else 0)
        number %= value
    return text
