"""Choice of an all-reduce: one menu for both drivers, a search that leaves out no winner, and what a merge takes."""

import pytest
from kernbench import choice, merge
from kernbench.choice import Choice, alone, best, bound, fastest, menu
from kernbench.topology import load_topology

TOPOLOGY = load_topology()


def test_the_menu_has_every_algorithm_and_no_program_twice():
    found = list(menu(16_384, 16))
    assert {each.algorithm for each in found} == set(choice.ALGORITHMS)
    assert [each.message for each in found if each.algorithm == "ring"] == [512, 1024]
    assert [each.message for each in found if each.algorithm == "tree"] == [1024, 2048, 4096, 8192, 16_384]


@pytest.mark.parametrize("driver", ["cpu", "ipcq"])
def test_the_search_finds_what_trying_everything_finds(driver):
    size, ranks = 8192, 4
    tried = sorted((alone(each, size, driver, ranks, TOPOLOGY), each) for each in menu(size, ranks))
    assert fastest(size, driver, ranks, TOPOLOGY, 3) == tuple(each for _, each in tried[:3])
    assert all(bound(each, size, driver, ranks, TOPOLOGY) <= cycles for cycles, each in tried)


def test_the_search_stops_where_bounds_say_that_nothing_better_comes_and_not_before():
    ways = {Choice("ring", 512): 5, Choice("ring", 1024): 6, Choice("tree", 512): 9}
    asked = []

    def cycles(each):
        asked.append(each)
        return {5: 8, 6: 7, 9: 9}[ways[each]]

    assert best(ways, cycles, 1) == (Choice("ring", 1024),)
    assert asked == [Choice("ring", 512), Choice("ring", 1024)]


def test_either_driver_merges_faster_in_its_own_way_than_in_the_others():
    ways = {driver: merge.chosen(driver, 16, 32, 128, TOPOLOGY) for driver in ("cpu", "ipcq")}
    cycles = {
        (driver, whose): merge.alone(ways[whose], driver, 16, 32, 128, TOPOLOGY) for driver in ways for whose in ways
    }
    assert ways["cpu"] != ways["ipcq"]
    assert cycles["cpu", "cpu"] < cycles["cpu", "ipcq"]
    assert cycles["ipcq", "ipcq"] < cycles["ipcq", "cpu"]
