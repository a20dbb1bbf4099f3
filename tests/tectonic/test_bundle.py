"""The TeX files: made from Debian packages of a small repository of our own, without root and without network."""

import hashlib
import shutil
import subprocess

import pytest

from paperkit.errors import PaperkitError, Status
from paperkit.tectonic.bundle import find_bundle, look_for_bundle
from paperkit.tectonic.cache import read_record
from paperkit.tectonic.debian import NEEDED, WELCOME
from paperkit.tectonic.texlive import REQUIRED, texlive_trees
from paperkit.tectonic.trees import add_our_files, take_tree, wanted

needs_apt = pytest.mark.skipif(shutil.which("apt-get") is None, reason="no apt on this machine")
TREE = "usr/share/texlive/texmf-dist"
FILES = {
    "texlive-latex-base": {f"{TREE}/tex/latex/base/article.cls": "class", f"{TREE}/doc/latex/base/classes.pdf": "doc"},
    "texlive-base": {f"{TREE}/fonts/map/dvips/cm/cm.map": "cmr10 CMR10 <cmr10.pfb\n"},
    "lmodern": {"usr/share/texmf/fonts/type1/public/lm/lmr10.pfb": "font"},
    "fonts-stix": {"usr/share/fonts/opentype/stix/STIXMath-Regular.otf": "font"},
    "texlive-lang-german": {
        f"{TREE}/tex/generic/hyph-utf8/loadhyph/loadhyph-de-1996.tex": "patterns",
        "var/lib/tex-common/hyphen-cnf/texlive/german.cnf": "name=ngerman synonyms=german file=loadhyph-de-1996.tex\n",
    },
}


def make_deb(repository, name, files):
    """One package file; its entry for the list of packages."""
    folder = repository / "build" / name
    for path, text in {"DEBIAN/control": control(name), **files}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    deb = repository / f"{name}_1.0_all.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", folder, deb], check=True, capture_output=True)
    raw = deb.read_bytes()
    return f"{control(name)}Filename: ./{deb.name}\nSize: {len(raw)}\nSHA256: {hashlib.sha256(raw).hexdigest()}\n\n"


def control(name):
    return f"Package: {name}\nVersion: 1.0\nArchitecture: all\nMaintainer: nobody\nDescription: for a test\n"


@pytest.fixture(scope="session")
def packages(tmp_path_factory):
    """A repository with all the usual packages but one of the welcome fonts."""
    repository = tmp_path_factory.mktemp("repository")
    names = [*NEEDED, *WELCOME[:-1], "fonts-stix", "texlive-lang-german"]
    entries = [make_deb(repository, name, FILES.get(name, {})) for name in dict.fromkeys(names) if name != WELCOME[0]]
    (repository / "Packages").write_text("".join(entries))
    return repository


@pytest.fixture
def apt(packages, tmp_path, monkeypatch):
    """Apt set up for that repository alone; its own lists are empty, as where `apt-get update` never ran."""
    for folder in ("lists/partial", "archives/partial", "parts"):
        (tmp_path / "apt" / folder).mkdir(parents=True)
    (tmp_path / "apt/sources.list").write_text(f"deb [trusted=yes] copy:{packages} ./\n")
    settings = {
        "Dir::Etc::SourceList": tmp_path / "apt/sources.list",
        "Dir::Etc::SourceParts": tmp_path / "apt/parts",
        "Dir::State::Lists": tmp_path / "apt/lists",
        "Dir::Cache": tmp_path / "apt",
    }
    (tmp_path / "apt.conf").write_text("".join(f'{name} "{value}";\n' for name, value in settings.items()))
    monkeypatch.setenv("APT_CONFIG", str(tmp_path / "apt.conf"))
    return packages


def content(bundle):
    """What the fake engine packed: the names of the files."""
    return [line.split(" ", 2)[2].removeprefix("./") for line in bundle.path.read_text().splitlines()]


@needs_apt
def test_a_bundle_is_made_of_debian_packages_and_cached(engine, apt):
    said = []
    made = find_bundle(engine, progress=said.append)
    assert made.origin == "debian"
    assert "texlive-base=1.0" in made.packages
    assert "reading Debian's package lists (10 MB)" in said
    assert any("MB)" in line and "lmodern" in line for line in said)
    names = content(made)
    assert "tex/latex/base/article.cls" in names
    assert "fonts/opentype/stix/STIXMath-Regular.otf" in names
    assert "paperkit/tectonic-format-latex.tex" in names
    assert not any("doc" in name for name in names)
    again = find_bundle(engine, progress=pytest.fail)
    assert (again.path, again.digest) == (made.path, made.digest)


@needs_apt
def test_the_record_says_where_everything_came_from(engine, apt):
    record = read_record(find_bundle(engine).path.with_name("bundle.json"))
    assert (record["origin"], record["engine"]["version"]) == ("debian", "0.17.0")
    row = next(row for row in record["packages"] if row["name"] == "lmodern")
    assert row["digest"] == "sha256:" + hashlib.sha256((apt / "lmodern_1.0_all.deb").read_bytes()).hexdigest()


@needs_apt
def test_the_same_packages_give_the_same_bundle(engine, apt, cache):
    first = find_bundle(engine)
    raw = first.path.read_bytes()
    shutil.rmtree(cache)
    second = find_bundle(engine)
    assert (second.path.read_bytes(), second.digest) == (raw, first.digest)


@needs_apt
def test_a_damaged_bundle_in_the_cache_is_made_again(engine, apt):
    made = find_bundle(engine)
    made.path.write_bytes(b"half")
    assert look_for_bundle() is None
    assert find_bundle(engine).digest == made.digest


@needs_apt
def test_a_language_comes_with_its_package(engine, apt):
    made = find_bundle(engine, ("texlive-lang-german",))
    assert made.path != find_bundle(engine).path
    assert "tex/generic/hyph-utf8/loadhyph/loadhyph-de-1996.tex" in content(made)


@needs_apt
def test_a_broken_download_is_used_again_where_it_is_whole(engine, apt, cache):
    home = find_bundle(engine).path.parent
    shutil.rmtree(home)
    debs = home / "debian" / "debs"
    debs.mkdir(parents=True)
    shutil.copy(apt / "lmodern_1.0_all.deb", debs)
    (debs / "texlive-base_1.0_all.deb").write_bytes(b"half")
    said = []
    assert find_bundle(engine, progress=said.append).origin == "debian"
    downloads = " ".join(line for line in said if line.startswith("downloading"))
    assert " lmodern" not in downloads
    assert "texlive-base" in downloads
    assert not debs.exists()


@needs_apt
def test_an_unknown_package_is_named(engine, apt):
    with pytest.raises(PaperkitError, match=r"apt offers no package texlive-lang-klingon$") as caught:
        find_bundle(engine, ("texlive-lang-klingon",))
    assert caught.value.status == Status.TOOL


def test_without_any_source_the_network_default_says_why(engine, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    found = find_bundle(engine)
    assert (found.path, found.origin) == (None, "network")
    assert "no TeX Live on this machine" in found.why
    assert "no apt-get and dpkg-deb" in found.why


def test_a_configured_bundle_comes_first(bundle, cache, monkeypatch):
    assert look_for_bundle(configured=bundle.path).digest == bundle.digest
    monkeypatch.setenv("PAPERKIT_BUNDLE", str(bundle.path))
    assert look_for_bundle().why == "named by $PAPERKIT_BUNDLE"


def test_a_configured_bundle_that_is_missing_is_an_error(cache, tmp_path):
    with pytest.raises(PaperkitError, match="there is no bundle") as caught:
        look_for_bundle(configured=tmp_path / "gone.ttb")
    assert caught.value.status == Status.TOOL


@pytest.fixture
def texlive(tmp_path, monkeypatch):
    """A small TeX Live, found as a real one is."""
    root = tmp_path / "texlive" / "texmf-dist"
    for name in (*REQUIRED, "doc/x.pdf", "fonts/opentype/public/huge/huge.otf", "fonts/opentype/public/lm/lm.otf"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    (root / "tex/latex/linked").mkdir()
    (root / "tex/latex/linked/link.sty").symlink_to(root / REQUIRED[0])
    monkeypatch.setattr("paperkit.tectonic.texlive.PLACES", (str(root),))
    return root


def test_a_tex_live_on_the_machine_comes_before_debian(engine, texlive):
    made = find_bundle(engine)
    assert made.origin == "texlive"
    assert "tex/latex/linked/link.sty" in content(made)
    assert "fonts/opentype/public/lm/lm.otf" in content(made)
    assert not any("huge" in name for name in content(made))


def test_a_tex_live_that_lacks_too_much_is_named_and_left(texlive):
    (texlive / "tex/latex/siunitx/siunitx.sty").unlink()
    with pytest.raises(PaperkitError, match=r"lacks siunitx\.sty"):
        texlive_trees()


def test_the_map_of_fonts_is_put_together_in_order(tmp_path):
    for name in ("b/b.map", "a/a.map", "tetex/dvips35.map"):
        (tmp_path / "fonts/map/dvips" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "fonts/map/dvips" / name).write_text(name)
    add_our_files(tmp_path)
    assert (tmp_path / "paperkit/pdftex.map").read_text() == "a/a.map\nb/b.map"


def test_the_first_of_two_trees_wins(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name / "tex/latex/x").mkdir(parents=True)
        (tmp_path / name / "tex/latex/x/x.sty").write_text(name)
        take_tree(tmp_path / name, tmp_path / "tree")
    assert (tmp_path / "tree/tex/latex/x/x.sty").read_text() == "one"


@pytest.mark.parametrize(
    "name", ["tex/latex/mwe/example-image.tex", "tex/luatex/x.lua", "fonts/opentype/public/huge/a.otf"]
)
def test_what_no_report_uses_stays_out(name):
    assert not wanted(name)
