"""LaTeX without its comments, for those who look for a command or a word and do not read macros."""

from __future__ import annotations

import re

_COMMENT = re.compile(r"(?<!\\)%.*")


def without_comments(text: str) -> str:
    r"""*text* without what stands behind a per cent sign in its lines; an escaped one begins no comment.

    >>> without_comments("50\\% faster % than before")
    '50\\% faster '
    """
    return _COMMENT.sub("", text)
