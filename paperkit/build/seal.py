"""The last steps over what TeX wrote: read back, and sealed with its evidence."""

from __future__ import annotations

from paperkit.build.making import Making, Staged
from paperkit.build.proofread import proofread
from paperkit.build.run import Request
from paperkit.checks.ledgered import ledger_of
from paperkit.checks.run import Checked
from paperkit.pdf.figures import Drawn
from paperkit.pdf.tips import enrich
from paperkit.proving.manifest import made_with
from paperkit.proving.sealing import sealed, tips_of, unsealed


def read_back(pdf: bytes, making: Making, checked: Checked, figures: tuple[Drawn, ...]) -> Checked:
    """*checked* with what the pages show that *pdf* will have once it is sealed."""
    rich = enrich(pdf, tips_of(ledger_of(checked.evidence)))
    return proofread(rich, making.pdf, checked, figures)


def sealed_with(staged: Staged, checked: Checked, pdf: bytes, ledger: str, figures: tuple[Drawn, ...] = ()) -> bytes:
    """*pdf* with its evidence, the versions and digests of its tools among it; *figures* are those without a record."""
    engine, bundle = staged.tools.engine, staged.tools.bundle
    tools = made_with(
        {"version": engine.version, "digest": engine.digest}, {"digest": bundle.digest, "origin": bundle.origin}
    )
    return sealed(pdf, checked.evidence, ledger, tools, figures)


def typeset_before(wanted: Request) -> bytes:
    """What TeX wrote of the PDF that is there."""
    raw = (wanted.into / wanted.pdf).read_bytes()
    return raw if wanted.draft else unsealed(raw)
