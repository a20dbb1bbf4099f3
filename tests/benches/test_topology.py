import pytest
import yaml
from kernbench.topology import CONSTANTS, DEFAULT, TopologyError, load_topology

TOPOLOGY = load_topology()


def edited(tmp_path, change):
    tree = yaml.safe_load(DEFAULT.read_text(encoding="utf-8"))
    change(tree)
    path = tmp_path / "topology.yaml"
    path.write_text(yaml.safe_dump(tree), encoding="utf-8")
    return path


def test_every_constant_has_unit_status_and_source():
    assert [each.name for each in TOPOLOGY.constants] == list(CONSTANTS)
    assert all(each.source and each.status in {"measured", "published", "assumed"} for each in TOPOLOGY.constants)


def test_what_is_called_published_cites_a_public_source():
    published = [each for each in TOPOLOGY.constants if each.status == "published"]
    assert published
    assert all("arXiv 2505.18824" in each.source for each in published)


def test_derived_values_follow_from_the_constants():
    derived = {each.name: each.value for each in TOPOLOGY.derived()}
    assert derived["derived.macs_per_cycle"] == 128 * 32
    assert derived["derived.ridge"] == 2 * 128 * 32 / 64
    assert derived["derived.tcdm_rate"] == 128 * 4
    slower = {each.name: each.value for each in TOPOLOGY.with_values(hbm__channel_rate=32).derived()}
    assert slower["derived.ridge"] == 2 * derived["derived.ridge"]


@pytest.mark.parametrize("key", ["value", "unit", "status", "source"])
def test_a_constant_that_lacks_a_key_is_refused(tmp_path, key):
    path = edited(tmp_path, lambda tree: tree["pe"]["mac"]["rows"].pop(key))
    with pytest.raises(TopologyError, match=f"pe.mac.rows has no {key}"):
        load_topology(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda tree: tree["pe"]["mac"].update(lanes={}), "pe.mac.lanes is no constant"),
        (lambda tree: tree.update(gpu={}), "gpu is no constant"),
        (lambda tree: tree["pe"]["mac"].pop("fill"), "pe.mac.fill is missing"),
        (lambda tree: tree["pe"].update(mac=4096), "pe.mac holds 4096"),
        (lambda tree: tree["pe"]["mac"].update(rows=128), "bare value 128"),
        (lambda tree: tree["pe"]["mac"]["rows"].update(value=1.5), "whole number"),
        (lambda tree: tree["pe"]["mac"]["rows"].update(value=True), "whole number"),
        (lambda tree: tree["pe"]["mac"]["rows"].update(value=0), "at least 1"),
        (lambda tree: tree["pe"]["mac"]["rows"].update(status="guessed"), "status 'guessed'"),
        (lambda tree: tree["pe"]["mac"]["rows"].update(source=" "), "empty source"),
        (lambda tree: tree["pe"]["mac"]["rows"].update(note="x"), "unknown key note"),
        (lambda tree: tree["pe"]["dma"]["latency"].update(unit="ns"), "given in 'ns'"),
        (lambda tree: tree["pe"]["tcdm"]["banks"].update(value=64), "the engines ask 448 bytes/cycle"),
        (lambda tree: tree.update(schema="kb/topology/0"), "schema is not"),
        (lambda tree: tree.pop("name"), "no name"),
    ],
)
def test_a_wrong_topology_is_refused_by_name(tmp_path, change, message):
    with pytest.raises(TopologyError, match=message):
        load_topology(edited(tmp_path, change))
