"""Chrome trace: busy intervals as JSON that chrome://tracing and Perfetto open; a process a PE, a thread an engine."""

import json
from collections.abc import Iterable
from typing import Any

from kernbench.command import ORDER
from kernbench.machine import Interval


def chrome_trace(intervals: Iterable[Interval], cycles_per_us: int = 1000) -> str:
    """Trace Event Format, complete events; *cycles_per_us* turns cycles into microseconds (1000 at 1 GHz).

    The exact cycles stand in each event's `args`, since the format counts microseconds.
    """
    ordered = sorted(intervals, key=lambda each: (each.pe, ORDER[each.engine], each.start, each.end))
    events: list[dict[str, Any]] = []
    for pe in sorted({each.pe for each in ordered}):
        events.append({"ph": "M", "name": "process_name", "pid": pe, "args": {"name": f"PE {pe}"}})
        for engine in sorted({each.engine for each in ordered if each.pe == pe}, key=ORDER.__getitem__):
            name = {"name": engine}
            events.append({"ph": "M", "name": "thread_name", "pid": pe, "tid": ORDER[engine], "args": name})
    events.extend(_event(each, cycles_per_us) for each in ordered)
    return json.dumps({"displayTimeUnit": "ns", "traceEvents": events}, indent=1, sort_keys=True) + "\n"


def _event(each: Interval, cycles_per_us: int) -> dict[str, Any]:
    return {
        "ph": "X",
        "name": each.operation,
        "cat": each.engine,
        "pid": each.pe,
        "tid": ORDER[each.engine],
        "ts": each.start / cycles_per_us,
        "dur": (each.end - each.start) / cycles_per_us,
        "args": {"start_cycle": each.start, "end_cycle": each.end},
    }
