"""Run a program that is not trusted: walled in, limited, and gone when it should be."""

from __future__ import annotations

import contextlib
import json
import math
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from paperkit.errors import PaperkitError, Status

SHIM = Path(__file__).with_name("child.py")
METHODS = ("landlock", "bubblewrap", "namespace")
KEPT_OUTPUT = 16 << 20
"""Bytes kept of each output stream; what comes after is read and dropped."""
LONGEST_LINE = 4096
"""Bytes of a line that are shown; the rest of it is not."""
GRACE = 8.0
"""Seconds that the shim has to clean up after it was told to stop."""
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")

SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/proc", "/sys/devices/system", "/sys/fs/cgroup"),
    *("/etc/ld.so.cache", "/etc/localtime", "/etc/fonts", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf"),
    *("/etc/hosts", "/etc/ssl/certs", "/etc/debian_version", "/etc/os-release", "/etc/alternatives"),
)
"""What nearly every dynamically linked program reads."""


@dataclass(frozen=True, slots=True)
class Confinement:
    """What a program may touch. Paths that do not exist are skipped; folders count with all below them."""

    reads: tuple[Path, ...] = ()
    writes: tuple[Path, ...] = ()
    """May be read, too."""
    network: bool = False
    memory_bytes: int | None = None
    """Address space of each process."""
    cpu_seconds: int | None = None
    """Processor time of each process."""
    file_bytes: int | None = None
    """Size of each file that it writes."""
    processes: int | None = None
    """Processes and threads of this user in all (the kernel does not hold root to it)."""
    cpus: tuple[int, ...] = ()
    """Processors that it may run on; empty: all."""


@dataclass(frozen=True, slots=True)
class Isolation:
    """The walls that were reached, and why not better ones."""

    filesystem: str
    """`landlock`, `bubblewrap` or `none`."""
    network: str
    """`namespace`, `bubblewrap`, `landlock` (TCP only), `none`, or `open` where network was asked for."""
    reason: str = ""
    landlock_abi: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a confined program ended."""

    status: int
    """Exit status; 128 + signal where a signal ended it."""
    signal: int
    """The signal that ended it; 0 for none."""
    timed_out: bool
    stdout: str
    stderr: str
    seconds: float
    """Wall-clock time of the program, without the shim's start."""
    cpu_seconds: float
    """Processor time of the program and of all that it started."""
    peak_rss_bytes: int
    """Largest resident size of one of its processes."""
    isolation: Isolation


@dataclass(slots=True)
class _Streams:
    """What came through the three pipes so far."""

    on_line: Callable[[str], None] | None
    kept: dict[str, bytearray] = field(default_factory=lambda: {n: bytearray() for n in ("stdout", "stderr", "report")})
    partial: bytes = b""

    def take(self, name: str, block: bytes) -> None:
        room = KEPT_OUTPUT - len(self.kept[name])
        self.kept[name] += block[: max(0, room)]
        if name == "stderr" and self.on_line is not None:
            first, *lines = block.split(b"\n")
            self.partial = (self.partial + first)[:LONGEST_LINE] if len(self.partial) < LONGEST_LINE else self.partial
            for line in lines:
                self.on_line(self.partial.decode("utf-8", "replace"))
                self.partial = line[:LONGEST_LINE]

    def text(self, name: str) -> str:
        return self.kept[name].decode("utf-8", "replace")

    def facts(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for line in self.kept["report"].splitlines():
            found.update(json.loads(line))
        return found


def python_reads() -> tuple[Path, ...]:
    """What a Python program of this interpreter reads to run: the interpreter, its packages, system libraries."""
    program = Path(sys.executable).resolve().parent
    homes = sorted({sys.prefix, sys.base_prefix, sys.exec_prefix, str(program)})
    return tuple(Path(path) for path in (*SYSTEM, *homes))


def run_confined(
    argv: Sequence[str],
    cwd: Path,
    environment: Mapping[str, str],
    confinement: Confinement,
    timeout: float,
    on_line: Callable[[str], None] | None = None,
    methods: Sequence[str] = METHODS,
    stop: int | None = None,
) -> Outcome:
    """Run *argv* in *cwd* with exactly *environment*, and wait for it, at most *timeout* seconds.

    *on_line* sees each line of its standard error as it comes. *methods* are the walls to try; when the pipe
    of which *stop* is an end is closed at the other, the program is stopped. Nothing that the program started outlives
    this call, also when the call itself is interrupted (the interruption is passed on).
    Raises PaperkitError (status 5) when the program cannot be started.
    """
    streams = _Streams(on_line)
    reader, writer = os.pipe()
    plan = json.dumps(_plan(argv, environment, confinement, methods, writer))
    shim = _start([sys.executable, "-I", "-B", "-S", str(SHIM), plan], cwd, environment, writer)
    pipes: dict[str, Any] = {"stdout": shim.stdout, "stderr": shim.stderr, "report": os.fdopen(reader, "rb", 0)}
    try:
        os.close(writer)
        timed_out = _drain(shim, pipes, streams, time.monotonic() + timeout, stop)
    finally:
        _stop(shim)
        for pipe in pipes.values():
            pipe.close()
    return _outcome(streams, argv[0], timed_out)


def _plan(
    argv: Sequence[str], environment: Mapping[str, str], confinement: Confinement, methods: Sequence[str], report: int
) -> dict[str, Any]:
    limits = {
        "RLIMIT_AS": confinement.memory_bytes,
        "RLIMIT_CPU": confinement.cpu_seconds,
        "RLIMIT_FSIZE": confinement.file_bytes,
        "RLIMIT_NPROC": confinement.processes,
        "RLIMIT_CORE": 0,
    }
    return {
        "argv": list(argv),
        "path": environment.get("PATH", os.defpath) + os.pathsep + os.environ.get("PATH", os.defpath),
        "reads": [*DEVICES, *map(_absolute, confinement.reads)],
        "writes": ["/dev/null", *map(_absolute, confinement.writes)],
        "network": confinement.network,
        "limits": {name: value for name, value in limits.items() if value is not None},
        "cpus": list(confinement.cpus),
        "methods": list(methods),
        "report": report,
        "parent": os.getpid(),
    }


def _absolute(path: Path) -> str:
    """*path* as the shim finds it, which starts in another folder."""
    return str(path.absolute())


def _start(argv: Sequence[str], cwd: Path, environment: Mapping[str, str], report: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        argv,
        cwd=cwd,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=(report,),
        start_new_session=True,
        bufsize=0,
    )


def _drain(
    shim: subprocess.Popen[bytes], pipes: Mapping[str, Any], streams: _Streams, deadline: float, stop: int | None
) -> bool:
    """Read all pipes to their ends; True when the deadline came first and the shim was stopped."""
    timed_out, open_pipes = False, len(pipes)
    with selectors.DefaultSelector() as selector:
        for name, pipe in pipes.items():
            selector.register(pipe, selectors.EVENT_READ, name)
        if stop is not None:
            selector.register(stop, selectors.EVENT_READ, "")
        while open_pipes:
            left = None if timed_out or deadline == math.inf else max(0.0, deadline - time.monotonic())
            ready = selector.select(left)
            if not ready and not timed_out:
                timed_out = True
                _stop(shim)
            for key, _ in ready:
                if not key.data:
                    selector.unregister(key.fileobj)
                    _stop(shim)
                    continue
                block = os.read(key.fd, 1 << 16)
                streams.take(key.data, block)
                if not block:
                    selector.unregister(key.fileobj)
                    open_pipes -= 1
    shim.wait()
    return timed_out


def _stop(shim: subprocess.Popen[bytes]) -> None:
    """Ask the shim to kill everything below it; kill the whole group where it does not."""
    if shim.poll() is not None:
        return
    shim.send_signal(signal.SIGTERM)
    try:
        shim.wait(GRACE)
    except subprocess.TimeoutExpired:
        _kill(shim)
    except BaseException:
        _kill(shim)
        raise


def _kill(shim: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(shim.pid, signal.SIGKILL)
    shim.wait()


def _outcome(streams: _Streams, program: str, timed_out: bool) -> Outcome:
    facts = streams.facts()
    if "failed" in facts:
        raise PaperkitError(f"{program}: cannot be started: {facts['failed']}", "check the command", Status.TOOL)
    status = facts.get("status", -signal.SIGKILL)
    return Outcome(
        status=status if status >= 0 else 128 - status,
        signal=max(0, -status),
        timed_out=timed_out,
        stdout=streams.text("stdout"),
        stderr=streams.text("stderr"),
        seconds=facts.get("seconds", 0.0),
        cpu_seconds=facts.get("cpu", 0.0),
        peak_rss_bytes=facts.get("peak", 0),
        isolation=_isolation(facts),
    )


def _isolation(facts: Mapping[str, Any]) -> Isolation:
    if "filesystem" not in facts:
        return Isolation("none", "none", "the program was stopped before it began")
    return Isolation(facts["filesystem"], facts["network"], facts["reason"], facts["landlock_abi"])


@cache
def probe_isolation() -> Isolation:
    """The walls that this machine offers, found by starting a program that does nothing."""
    return run_confined(("true",), Path("/"), {"PATH": os.defpath}, Confinement(python_reads()), 30).isolation
