"""Text of a page and text of a source in one form, so that they can be compared character by character."""

from __future__ import annotations

import re
import unicodedata

from paperkit.values.plain_text import MARK, plain_text

BROKEN = "\x02\ufffe"
"""What pdfium gives, the one or the other, for a hyphen at the end of a line."""
_DASHES = dict.fromkeys(map(ord, "−–—‐‑‒―"), "-")
_LETTERS = re.compile(rf"(?<=[^\W\d_])[-{BROKEN}]+(?=[^\W\d_])")
_DROPPED = re.compile(r"[\s\u00ad\u200b-\u200d\ufeff^(){}_]+")
_NUMERAL = re.compile(r"(?<![\d%.])[-+±]?(?:\d+(?:[.,]\d+)*|\.\d+)(?:[×x·]10[-+]?\d+)?")
_PLAIN = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
_NO_LETTERS = dict.fromkeys(one for one in range(128) if not chr(one).isalnum())
WORD = re.compile(r"[^\W_]+")


def comparable(text: str) -> str:
    """*text* without spaces, brackets of exponents and hyphenation; signs and marks as one kind each.

    >>> comparable("−1.2 × 10^(−3)"), comparable("per\x02\\r\\nformance")
    ('-1.2×10-3', 'performance')
    """
    plain = _DROPPED.sub("", text)
    if not plain.isascii():
        plain = unicodedata.normalize("NFKC", paired(plain)).translate(_DASHES).replace(MARK, ",").replace("·10", "×10")
    return _LETTERS.sub("", plain)


def variants(latex: str, shown: str) -> frozenset[str]:
    r"""What may stand on the page for the LaTeX of one number; *shown* is what the scanner takes it for.

    >>> sorted(variants(r"\frac{1}{2}", ""))
    ['1/2', '12']
    """
    if latex == shown and _PLAIN.fullmatch(latex):
        return frozenset((latex,))
    found = {comparable(plain_text(latex)), comparable(shown)}
    found |= {one.replace("/", "") for one in found if "frac" in latex}
    return frozenset(found - {""})


def signs(text: str) -> str:
    """What of a comparable text is number: digits, marks and signs."""
    return "".join(re.findall(r"[-+±]?[\d.,]+|[×%]", text))


def splits_number(pieces: list[str]) -> bool:
    """Whether a number goes on from one of *pieces* to the next.

    >>> splits_number(["12.", "46"]), splits_number(["12.46", "ms"]), splits_number(["19.2-", "31.4"])
    (True, False, False)
    """
    whole, at = "".join(pieces), 0
    inside = {place for found in _NUMERAL.finditer(whole) for place in range(found.start() + 1, found.end())}
    for piece in pieces[:-1]:
        at += len(piece)
        if at in inside:
            return True
    return False


def letters(text: str) -> str:
    """Only the letters and digits of *text*: what is the same however it is set."""
    if text.isascii():
        return text.translate(_NO_LETTERS)
    return "".join(WORD.findall(unicodedata.normalize("NFKC", paired(text))))


def paired(text: str) -> str:
    """*text* with the halves of characters put together that pdfium counts apart."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
