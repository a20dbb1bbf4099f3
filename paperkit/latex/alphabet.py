"""Characters of the printed text: what a reader sees that plain text has no character for.

The printed text is one string. Letters of formulas are moved out of the way of words (FORMULA), so that "ms" in text
and the product m·s in a formula differ; scripts and fractions are bracketed by characters of their own.
"""

CELL = "\ue010"
ROW = "\ue011"
BREAK = "\ue012"
"""Between blocks: paragraphs, items, captions, headings."""
REFERENCE = "\ue013"
CITATION = "\ue014"
OPAQUE = "\ue015"
"""Something printed that the scanner does not know."""
SUPER, SUPER_END = "\ue016", "\ue017"
SUB, SUB_END = "\ue018", "\ue019"
FRACTION, OVER, FRACTION_END = "\ue01a", "\ue01b", "\ue01c"
BAR, BAR_END = "\ue01d", "\ue01e"
"""Around what carries an overline: repeating decimals."""
FUNCTION = "\ue01f"
"""An operator or symbol of a formula that makes its neighbours part of the formula."""
TURNING = {"sqrt": "\ue102", "surd": "\ue102", "neg": "\ue103", "lnot": "\ue103"}
"""Operators that make another number of what is behind them; as FUNCTION."""
UNIT, UNIT_END = "\ue020", "\ue021"
"""Around the unit of siunitx."""
LABEL = "\ue022"
"""Behind the mark of an item or enumeration."""
LENGTH = "\ue023"
r"""A length of the page: \textwidth."""

LETTERS = {ord(letter): 0xE100 + ord(letter) for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}
LETTERS |= {code: 0xE200 + code - 0x391 for code in range(0x391, 0x3D7)}
"""Translation of letters in a formula: Latin and Greek, into a range of their own."""
PLAIN = {moved: code for code, moved in LETTERS.items()}
FORMULA = "\ue100-\ue2ff\ue01f"
"""For character classes: what makes a side of a formula a formula."""

SPACES = r"\s~"
"""For character classes: all that prints as a space in a line. A list of them takes long to compile, each time."""
MINUS = "\\-\u2212\u2013\u2011"

SHOWN: dict[int, str | int] = {
    ord(CELL): " ",
    ord(ROW): "\n",
    ord(BREAK): "\n",
    ord(SUPER): "^",
    ord(SUPER_END): "",
    ord(SUB): "_",
    ord(SUB_END): "",
    ord(FRACTION): "",
    ord(OVER): "/",
    ord(FRACTION_END): "",
    ord(BAR): "",
    ord(BAR_END): "",
    ord(FUNCTION): "",
    ord(UNIT): " ",
    ord(UNIT_END): "",
    ord(LABEL): " ",
    ord(LENGTH): "",
    ord(REFERENCE): "§",
    ord(CITATION): "",
    ord(OPAQUE): "",
    ord(TURNING["sqrt"]): "√",
    ord(TURNING["neg"]): "¬",
    **PLAIN,
}


def shown(printed: str) -> str:
    """Printed text as plain text, for messages and for the parser of words."""
    return printed if printed.isascii() else printed.translate(SHOWN)
