"""What switches the tokenizer off: verbatim commands, environments and characters, a document's own among them."""

from __future__ import annotations

import re
from dataclasses import dataclass

INLINE_VERBATIM = frozenset({"verb", "Verb", "lstinline", "mintinline", "spverb", "EscVerb", "code@verb", "pyginline"})
ADDRESSES = frozenset({"url", "path", "nolinkurl", "href", "burl", "hyperimage", "hyperref@url"})
VERBATIM = frozenset(
    {"verbatim", "Verbatim", "BVerbatim", "LVerbatim", "SaveVerbatim", "lstlisting", "minted", "alltt", "spverbatim"}
    | {"verbatimtab", "boxedverbatim", "comment", "filecontents", "tcblisting", "codebox", "pyglist", "listing*"}
    | {"luacode", "pycode", "sagesilent", "VerbatimOut", "verbatimwrite", "tcboutputlisting", "asy", "dot2tex"}
    | {"ffcode", "ocamlcode", "pythoncode", "javacode", "ccode", "cppcode", "rustcode", "sqlcode", "haskellcode"}
    | {"bashcode", "shellcode", "jsoncode", "gocode", "jscode", "scalacode", "rcode", "coqcode", "leancode"}
    | {"Sinput", "Soutput", "Scode", "CodeInput", "CodeOutput"}
)
_DEFINES = re.compile(
    r"\\(?:DefineVerbatimEnvironment|lstnewenvironment|newtcblisting|newverbatim|excludecomment|newminted)"
    r"\s*(?:\[[^\]\n]*\])?\s*\{([^{}\n]*)\}"
)
_PLAIN = re.compile(
    r"\\(?:(?:re)?newenvironment\*?|provideenvironment|(?:New|Renew|Provide|Declare)DocumentEnvironment|includecomment"
    r"|specialcomment)\s*\{([^{}\n]*)\}|\\(?:def|let|newcommand\*?\{?|renewcommand\*?\{?)\s*\\(comment|listing)(?![A-Za-z])"
)
"""Gives an environment another meaning, which prints."""
_SHORT = re.compile(
    r"\\(?:MakeShortVerb\*?\s*\{?\\|lstMakeShortInline(?:\[[^\]\n]*\])?\s*\\?|DefineShortVerb\{?\\)(\W)"
)


@dataclass(frozen=True, slots=True)
class Verbatims:
    """What switches the tokenizer off: names of environments, and characters made short for \\verb."""

    environments: frozenset[str] = VERBATIM
    characters: str = ""

    def more(self, text: str) -> Verbatims:
        """With what *text* declares."""
        names = {name.strip() for name in _DEFINES.findall(text)}
        names |= {name + "code" for name in re.findall(r"\\newminted\{([^{}\n]*)\}", text)}
        characters = "".join(sorted({*self.characters, *_SHORT.findall(text)} - set("\\{}%")))
        plain = {(match[1] or match[2] or "").strip() for match in _PLAIN.finditer(text)}
        return Verbatims((self.environments | names) - plain, characters)
