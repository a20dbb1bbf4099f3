"""Many PEs: two implementations, shared links and channels, queues with credits, barrier and traces."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernbench import schedule
from kernbench.chrome import chrome_trace
from kernbench.cluster import Cluster, ProtocolError
from kernbench.collectives import ALGORITHMS, DRIVERS, prepared
from kernbench.command import DMA_IN, VEC, Command, Wait
from kernbench.device import Matrix, Pe
from kernbench.gemm import KERNELS, run_gemm
from kernbench.machine import simulate_all
from kernbench.mesh import Mesh, circle, members
from kernbench.schedule import plan
from kernbench.tiling import OutOfRangeError, Tiling
from kernbench.topology import load_topology

TOPOLOGY = load_topology()
SMALL = Tiling(64, 64, 256, 32, 32, 64, 2)


@st.composite
def machines(draw):
    return TOPOLOGY.with_values(
        pe__cpu__queue_depth=draw(st.integers(1, 9)),
        pe__cpu__wakeup=draw(st.integers(0, 300)),
        pe__ipcq__slots=draw(st.integers(1, 9)),
        pe__ipcq__doorbell=draw(st.integers(0, 50)),
        pe__ipcq__step=draw(st.integers(0, 20)),
        pe__ipcq__reduce_rate=draw(st.sampled_from([1, 7, 64, 128])),
        mesh__link_rate=draw(st.sampled_from([1, 9, 64])),
        mesh__hop_latency=draw(st.integers(0, 40)),
    )


@settings(max_examples=120, deadline=None, derandomize=True)
@given(
    machine=machines(), algorithm=st.sampled_from(sorted(ALGORITHMS)), driver=st.sampled_from(DRIVERS),
    ranks=st.sampled_from([2, 4, 8, 16]), size=st.sampled_from([128, 1024, 12_288, 40_960]),
    dispatch=st.integers(0, 300),
)  # fmt: skip
def test_simpy_and_schedule_agree_on_any_all_reduce_and_nobody_waits_for_ever(
    machine, algorithm, driver, ranks, size, dispatch
):
    cluster = prepared(algorithm, driver, ranks, size, Cluster(machine))
    planned = cluster.plan(dispatch, trace=True)
    assert cluster.simulate(dispatch) == planned.run
    assert sum(share.cycles for share in planned.path) == planned.run.cycles
    assert cluster.slots_used(planned) <= machine["pe.ipcq.slots"]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    ranks=st.lists(st.integers(0, 15), min_size=1, max_size=6, unique=True),
    sizes=st.lists(st.integers(1, 200), min_size=1, max_size=5),
    dispatch=st.integers(0, 60),
)
def test_they_agree_where_pes_compete_for_channels_and_links(ranks, sizes, dispatch):
    cluster = Cluster(TOPOLOGY)
    for rank in ranks:
        pe = cluster.pes[rank]
        for size in sizes:
            tile = pe.buffer(size, 64)
            pe.load(tile, Matrix((size, 64)), (slice(0, size), slice(0, 64)))
            pe.wait(pe.store(Matrix((size, 64)), (slice(0, size), slice(0, 64)), tile))
    assert cluster.simulate(dispatch) == cluster.plan(dispatch, trace=True).run


@pytest.mark.parametrize("mode", sorted(KERNELS))
@pytest.mark.parametrize("dispatch", [0, 13, 900])
def test_the_schedule_gives_the_gemm_of_one_pe_too_and_a_mesh_of_idle_neighbours_changes_nothing(mode, dispatch):
    alone = run_gemm(mode, SMALL, TOPOLOGY, dispatch)
    for mesh in (None, Mesh.of(TOPOLOGY)):
        pe = Pe(TOPOLOGY, mesh=mesh)
        KERNELS[mode](pe, Matrix((64, 256)), Matrix((256, 64)), Matrix((64, 64)), SMALL)
        run = plan((pe.program,), TOPOLOGY, dispatch, trace=True).run
        assert replace(run, held=()) == alone
        assert replace(simulate_all((pe.program,), TOPOLOGY, dispatch), held=()) == alone


def loads(cluster, *ranks):
    for rank in ranks:
        tile = cluster.pes[rank].buffer(64, 64)
        cluster.pes[rank].load(tile, Matrix((64, 64)), (slice(0, 64), slice(0, 64)))
    return cluster.plan(0).run


def test_two_pes_of_one_channel_take_turns_and_pes_of_two_channels_do_not():
    assert loads(Cluster(TOPOLOGY), 0).cycles == 128 + 300
    shared, apart = loads(Cluster(TOPOLOGY), 0, 1), loads(Cluster(TOPOLOGY), 0, 2)
    assert (shared.cycles, shared.contention) == (2 * 128 + 300, 128)
    assert (apart.cycles, apart.contention) == (128 + 300, 0)


def test_the_mesh_routes_along_x_first_and_reaches_the_nearer_side():
    mesh = Mesh.of(TOPOLOGY)
    assert mesh.links(0, 5) == ("link 0>1", "link 1>5")
    assert (mesh.hops(0, 15), mesh.port(0, 5), mesh.port(5, 1)) == (6, "PE_IPCQ_E", "PE_IPCQ_N")
    assert mesh.read_path(5) == ("HBM1 read", "link 4>5")
    assert mesh.write_path(6) == ("link 6>7", "HBM5 write")
    assert len({mesh.channel(rank)[0] for rank in range(16)}) == TOPOLOGY["hbm.channels"]


@pytest.mark.parametrize(("columns", "rows"), [(2, 1), (2, 2), (4, 2), (4, 4), (8, 8)])
def test_a_closed_walk_visits_each_place_once_by_single_hops(columns, rows):
    walk = circle(columns, rows)
    assert sorted(walk) == sorted((x, y) for x in range(columns) for y in range(rows))
    steps = [abs(a - x) + abs(b - y) for (a, b), (x, y) in pairwise((*walk, walk[0]))]
    assert steps == [1] * len(steps)


def test_the_barrier_lets_nobody_go_before_the_last_has_come():
    cluster = Cluster(TOPOLOGY)
    ranks = members(4, cluster.mesh)
    late = cluster.pes[ranks[3]].vec("work", 500)
    cluster.pes[ranks[3]].wait(late)
    cluster.barrier(ranks)
    after = [cluster.pes[rank].vec("after", 10) for rank in ranks]
    planned = cluster.plan(0)
    arrival = planned.spans[late][2]
    assert {planned.spans[command][1] for command in after} == {arrival + 20 + 2 * 4}
    assert cluster.simulate(0).cycles == planned.run.cycles


def test_a_message_that_nobody_receives_is_refused_and_so_is_one_of_another_size():
    cluster = Cluster(TOPOLOGY)
    cluster.send(0, 1, cluster.pes[0].buffer(1, 16))
    with pytest.raises(ProtocolError, match="1 messages from 0 to 1, 0 receives"):
        cluster.programs()
    cluster.receive(0, 1, cluster.pes[1].buffer(1, 8), None)
    with pytest.raises(ProtocolError, match="message of 64 bytes received as 32"):
        cluster.programs()


def test_two_pes_that_wait_for_each_other_are_a_deadlock_in_both_implementations():
    one, other = Command(VEC, "a", 5), Command(VEC, "b", 5)
    one.after_done, other.after_done = (other,), (one,)
    for answer in (simulate_all, plan):
        with pytest.raises(RuntimeError, match=r"unfinished|wait for each other"):
            answer(((one,), (other,)), TOPOLOGY, 0)
    never = (Wait((Command(DMA_IN, "load", 5),)),)
    for answer in (simulate_all, plan):
        with pytest.raises(RuntimeError):
            answer((never,), TOPOLOGY, 0)


@pytest.mark.parametrize("request_", [(99, 0), (0, 0), (0, 99)])
def test_a_rank_outside_the_mesh_and_a_message_to_oneself_are_refused(request_):
    cluster = Cluster(TOPOLOGY)
    with pytest.raises(OutOfRangeError):
        cluster.send(request_[0] % 64, request_[1], cluster.pes[0].buffer(1, 16))


def test_a_message_larger_than_a_slot_and_a_number_of_channels_that_stands_on_no_two_sides_are_refused():
    cluster = Cluster(TOPOLOGY)
    with pytest.raises(OutOfRangeError, match="a message of 8192 bytes for a slot of 4096"):
        cluster.send(0, 1, cluster.pes[0].buffer(1, 2048))
    with pytest.raises(OutOfRangeError, match="7 HBM channels"):
        Cluster(TOPOLOGY.with_values(hbm__channels=7))


def test_a_schedule_that_forgets_contention_disagrees_with_the_machine(monkeypatch):
    cluster = prepared("recursive_doubling", "ipcq", 16, 1024, Cluster(TOPOLOGY))
    assert cluster.plan(0).run.contention > 0

    def careless(graph, event, free):
        free.clear()
        return book(graph, event, free)

    book = schedule._Graph.book
    monkeypatch.setattr(schedule._Graph, "book", careless)
    assert cluster.plan(0).run.cycles < cluster.simulate(0).cycles


def test_a_queue_without_credits_overflows_and_that_is_seen():
    cluster = prepared("ring", "ipcq", 4, 1 << 18, Cluster(TOPOLOGY.with_values(pe__ipcq__reduce_rate=1)))
    assert cluster.slots_used(cluster.plan(0)) == 8
    for queue in cluster.queues.values():
        for send, _ in queue.sends:
            send.credits = ()
    assert cluster.slots_used(cluster.plan(0)) > 8


def test_the_chrome_trace_holds_every_interval_with_its_exact_cycles():
    run = prepared("ring", "ipcq", 4, 1024, Cluster(TOPOLOGY)).plan(0, trace=True).run
    trace = json.loads(chrome_trace(run.trace))
    spans = [each for each in trace["traceEvents"] if each["ph"] == "X"]
    found = {(e["pid"], e["cat"], e["name"], e["args"]["start_cycle"], e["args"]["end_cycle"]) for e in spans}
    assert found == {(each.pe, each.engine, each.operation, each.start, each.end) for each in run.trace}
    assert all(e["ts"] * 1000 == e["args"]["start_cycle"] for e in spans)
    assert {e["args"]["name"] for e in trace["traceEvents"] if e["name"] == "process_name"} == {
        f"PE {rank}" for rank in (0, 1, 4, 5)
    }
    assert chrome_trace(run.trace) == chrome_trace(run.trace[::-1])
