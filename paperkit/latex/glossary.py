r"""Terms that are printed by their keys: \gls{cpu}, \acp{gpu}."""

from __future__ import annotations

from paperkit.latex.alphabet import OPAQUE
from paperkit.latex.frames import Frame
from paperkit.latex.vocabulary import PRODUCTS
from paperkit.latex.walk import Walker
from paperkit.latex.wordlist import words

_ACRONYMS = words("ac Ac acs acf acrshort acrfull")
_PLURALS = words("acp Acp acsp acfp acrfullpl glspl Glspl")
_LONGEST = 8
"""Letters of a key that may be its acronym."""


def opaque(walker: Walker, frame: Frame, name: str, i: int) -> None:
    r"""\gls{key}: prints something that is defined elsewhere."""
    start = frame.tokens.starts[i]
    frame.skip("*")
    frame.option()
    what = frame.group()
    walker.skipped(what, name)
    walker.emit(term(what.flat().strip(), name) if what else OPAQUE, frame, start, frame.pos)


def term(key: str, name: str) -> str:
    r"""What the command *name* prints for *key*, as far as it can be told: acronyms have their own letters as keys.

    >>> term("gpu", "acp"), term("pcie", "ac"), term("sec:intro", "ac") == OPAQUE, term("run", "gls") == OPAQUE
    ('GPUs', 'PCIE', True, True)
    """
    if not (key.isascii() and key.isalpha() and len(key) <= _LONGEST):
        return OPAQUE
    if name in _PLURALS:
        return key.upper() + "s"
    return key.upper() if name in _ACRONYMS or key.lower() in PRODUCTS else OPAQUE
