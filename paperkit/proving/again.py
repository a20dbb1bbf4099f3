"""The numbers of a PDF evaluated again from what is attached to it, and its pages held against its sources."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from paperkit import digest
from paperkit.build.load import load
from paperkit.checks.base import Evidence
from paperkit.checks.expected import expected_of
from paperkit.checks.gather import Files, read_main
from paperkit.checks.judge import judge
from paperkit.checks.ledgered import ledger_data_of
from paperkit.checks.run import run_checks, with_proof
from paperkit.config.baseline import load_baseline
from paperkit.errors import PaperkitError
from paperkit.latex.encodings import encoding_of
from paperkit.latex.scan import scan
from paperkit.ledger import read_figures
from paperkit.pdf.file import PdfFile
from paperkit.pdf.normal import paired
from paperkit.pdf.proof import read_proof
from paperkit.pdf.sheets import Sheet
from paperkit.pdf.syntax import PdfError
from paperkit.proving.leading import misleading
from paperkit.proving.manifest import EVIDENCE, FIGURES, LEDGER, PAGES, Manifest
from paperkit.proving.rows import misled
from paperkit.proving.sealing import tips_in
from paperkit.proving.tampering import Refusal
from paperkit.proving.trimmed import ill_trimmed

if TYPE_CHECKING:
    from paperkit.proving.verify import Verdict

BANDS = ("PK1", "PK5")
"""Codes of what is said of numbers and of pages; what is said of a repository cannot be said of a PDF."""


def again(
    verdict: Verdict, file: PdfFile, files: Mapping[str, bytes], read: Callable[[], tuple[Sheet, ...]]
) -> Verdict:
    """*verdict* with what evaluating and reading again came to; *read* gives the pages of the file."""
    manifest = verdict.manifest
    assert manifest is not None  # noqa: S101
    with tempfile.TemporaryDirectory(prefix="paperkit-verify-") as name:
        root = Path(name).resolve()
        try:
            _lay_out(root, files)
            evidence = _evidence(root, manifest)
            ledger = _ledger(files)
            expected = replace(expected_of(evidence), records=_records(files), free=frozenset(_without(files)))
            proof = read_proof(file, verdict.file, expected, read)
        except (PaperkitError, PdfError, OSError, ValueError) as error:
            refusal = Refusal("evidence-unreadable", f"the attached evidence cannot be read: {error}")
            return replace(verdict, refusals=(*verdict.refusals, refusal))
        checked = with_proof(run_checks(evidence), proof)
        refusals = [
            *_unlike_ledger(ledger, ledger_data_of(evidence), manifest),
            *_unlike_files(ledger, files, manifest),
            *ill_trimmed(ledger, files, manifest),
            *_unlike_pages(proof.sheets, files, verdict.refusals),
            *_unlike_links(proof.sheets, tips_in(ledger)),
            *misled(file, proof.sheets, _written(files, manifest)),
            *misleading(file, proof.sheets, _sources(files), ledger),
            *_unlike_report(evidence, manifest),
        ]
    found = tuple(each for each in checked.diagnostics if each.code.startswith(BANDS))
    return replace(verdict, refusals=(*verdict.refusals, *refusals), diagnostics=found, counts=checked.counts)


def _lay_out(root: Path, files: Mapping[str, bytes]) -> None:
    """The attached files of the project in a folder of their own. Raises ValueError for a name that leads out of it."""
    (root / ".git").mkdir()
    for name, raw in files.items():
        path = PurePosixPath(name.removeprefix(EVIDENCE))
        if not name.startswith(EVIDENCE):
            continue
        if path.is_absolute() or ".." in path.parts or ".git" in path.parts:
            raise ValueError(f"{name} leads out of the project")
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(raw)


def _evidence(root: Path, manifest: Manifest) -> Evidence:
    """What the checks look at, from files that lie in no repository."""
    loaded = load(root / manifest.report)
    if loaded.report is None:
        raise ValueError("report.yaml holds nothing that can be used")
    known = loaded.report.baseline
    names = (path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    loaded.scope.store.track(tuple(sorted(names)))
    base, main = str(PurePosixPath(manifest.main).parent), root / manifest.main
    source, _ = read_main(main, manifest.main)
    document = scan(source, Files(base, {manifest.main: source}, loaded.project, encoding_of(main)).load)
    return Evidence(
        project=loaded.project,
        store=loaded.scope.store,
        documents=(document,),
        judged=judge((document,), loaded.scope),
        report=loaded.report,
        sources=loaded.scope.documents,
        generated=frozenset(manifest.generated),
        settings=loaded.report.settings,
        baseline=None if known is None else load_baseline(known, loaded.project.shown(known)),
    )


def _ledger(files: Mapping[str, bytes]) -> dict[str, Any]:
    found = json.loads(files.get(LEDGER, b""))
    if not isinstance(found, dict) or not all(isinstance(found.get(key), list) for key in ("markers", "artifacts")):
        raise ValueError(f"{LEDGER} is no ledger")
    return {"quantities": {}, **found}


def _records(files: Mapping[str, bytes]) -> dict[str, tuple[str, ...]]:
    """The texts of each figure, as the ledger has them; of one that no script drew, those of its own file."""
    found = read_figures(files[LEDGER].decode("utf-8", "replace"))
    recorded = {name: (*record.texts, *record.ticks) for name, record in found.items()}
    return {**{name: (text,) for name, text in _without(files).items()}, **recorded}


def _without(files: Mapping[str, bytes]) -> dict[str, str]:
    """The text of each figure without a record."""
    found = json.loads(files.get(FIGURES, b"{}"))
    if not isinstance(found, dict):
        raise ValueError(f"{FIGURES} names no figures")
    return {str(name): str(text) for name, text in found.items()}


def _written(files: Mapping[str, bytes], manifest: Manifest) -> tuple[str, ...]:
    """The texts that the build writes alone."""
    return tuple(files.get(EVIDENCE + name, b"").decode("utf-8", "replace") for name in manifest.generated)


def _sources(files: Mapping[str, bytes]) -> Iterator[bytes]:
    """What people wrote, of the attached files."""
    return (raw for name, raw in files.items() if name.startswith(EVIDENCE) and not name.endswith((".csv", ".json")))


def _unlike_report(evidence: Evidence, manifest: Manifest) -> Iterator[Refusal]:
    """What the manifest says of the report, which `verify` tells, and its report.yaml does not."""
    report = evidence.report
    if report is not None and (report.title, report.date) != (manifest.title, manifest.date):
        said, due = (
            f"{title!r}, {date}" for title, date in ((manifest.title, manifest.date), (report.title, report.date))
        )
        yield Refusal("manifest-changed", f"the manifest names the report {said}, and report.yaml {due}")


def _unlike_ledger(ledger: Mapping[str, Any], now: Mapping[str, Any], manifest: Manifest) -> Iterator[Refusal]:
    """Markers whose entry in the ledger is not what the evidence gives."""
    said = {_name(one): one for one in ledger["markers"]}
    given = {_name(one): one for one in now["markers"]}
    for name in {**given, **said}:
        expression, printed = name[1], name[3]
        if name not in said:
            yield Refusal("ledger-differs", f"the ledger has no entry for {expression}, which prints {printed}")
        elif name not in given:
            yield Refusal("ledger-differs", f"the ledger has {expression}, printed {printed}, and no page prints it so")
        elif _worth(said[name], manifest) != _worth(given[name], manifest):
            was, due = (_exact(one) for one in (said[name], given[name]))
            rest = (
                f"{was}, and the evidence gives {due}" if was != due else "another kind, key or cell than the evidence"
            )
            yield Refusal("ledger-differs", f"the ledger has for {expression} {rest}")


def _name(marker: Mapping[str, Any]) -> tuple[str, str, str, str]:
    macro, expression, form, printed = (str(marker.get(key)) for key in ("macro", "expression", "format", "printed"))
    return macro, expression, form, printed


def _worth(marker: Mapping[str, Any], manifest: Manifest) -> Any:
    """What must be the same; of a file that is attached in part the columns alone, since its rows stand elsewhere."""
    parts = {name.removeprefix(EVIDENCE) for name in manifest.parts}
    cells: list[Mapping[str, Any]] = []
    for one in marker.get("cells", ()):
        held = {key: text for key, text in one.items() if key not in {"lines", "text"}}
        kept = held if one.get("file") in parts else one
        if kept not in cells:
            cells.append(kept)
    return [marker.get(key) for key in ("values", "holds", "kinds", "keys")], cells


def _exact(marker: Mapping[str, Any]) -> str:
    values = [f"{one.get('exact')} {one.get('unit')}".strip() for one in marker.get("values", ())]
    return ", ".join(values) or f"the verdict {marker.get('holds')}"


def _unlike_files(ledger: Mapping[str, Any], files: Mapping[str, bytes], manifest: Manifest) -> Iterator[Refusal]:
    """Attached artifacts that are not those that the ledger rests on."""
    for one in ledger["artifacts"]:
        name = EVIDENCE + str(one.get("path"))
        if name in files:
            part = manifest.parts.get(name)
            found = part.whole if part is not None else digest.of_bytes(files[name])
            if found != one.get("digest"):
                yield Refusal("attachment-changed", f"{name} is not the file that the ledger rests on")


def _unlike_pages(sheets: Any, files: Mapping[str, bytes], found: Iterable[Refusal]) -> Iterator[Refusal]:
    """Pages whose text, as they are shown, is not what was sealed, though their objects are."""
    if any(refusal.reason in ("page-changed", "pages-changed", "attachment-changed") for refusal in found):
        return
    sealed = [" ".join(page["lines"]).split() for page in json.loads(files.get(PAGES, b"[]"))]
    for sheet, words in zip(sheets, sealed, strict=False):
        if paired(sheet.text).split() != words:
            yield Refusal("page-changed", f"page {sheet.number} shows other words than were sealed")


def _unlike_links(sheets: Any, tips: Mapping[str, str]) -> Iterator[Refusal]:
    """Links of bound numbers that say something else than the ledger, or that lead to two places for one number."""
    goals: dict[str, Any] = {}
    told = set[str]()
    for sheet in sheets:
        for link in (link for link in sheet.links if link.key and link.key not in told):
            where = f"page {sheet.number}: the link {link.key}"
            if link.tip != tips.get(link.key, ""):
                told.add(link.key)
                yield Refusal("link-changed", f"{where} says {link.tip!r}, and the ledger {tips.get(link.key, '')!r}")
            elif goals.setdefault(link.key, link.target) != link.target:
                told.add(link.key)
                yield Refusal("link-changed", f"{where} leads to another place than the others of its number")
