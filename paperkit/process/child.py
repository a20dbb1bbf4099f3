"""The shim between paperkit and a stranger: started as `python -I -B -S child.py PLAN`, imports nothing of paperkit.

It stays outside the walls as the supervisor of one program: the program's process gets its limits, loses the network
and all files but the named ones, then becomes the program. Whatever it leaves running is killed when it ends, when the
shim is told to stop (SIGTERM, SIGINT) and when paperkit dies. PLAN is JSON; what was reached and how it ended is
written as JSON, an object a line, to the file descriptor that PLAN names.
"""

# pathlib would double the start-up time:
# ruff: noqa: PTH109, PTH112, PTH123, PTH208, S606
from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import sys
import time

TYPE_CHECKING = False  # the module typing would cost more than all the rest
if TYPE_CHECKING:
    from typing import Any

PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 24, 36, 38
CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
KEPT_CAPABILITIES = (1, 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH: root still reads what it is shown

# Landlock (linux/landlock.h): the three system calls have these numbers on every architecture.
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, TRUNCATE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14
ON_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE
MAKE_DEVICES = 1 << 6 | 1 << 11
RIGHTS_BY_ABI = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}
RIGHTS_NEWEST = (1 << 16) - 1
TCP_RIGHTS, SCOPES = 3, 3

FILES_WHY = {"none": "files: no Landlock in this kernel and no working bubblewrap"}
NETWORK_WHY = {
    "landlock": "network: TCP only, namespaces are refused here",
    "none": "network: namespaces are refused here and Landlock is older than version 4",
}

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.syscall.restype = ctypes.c_long


class Ruleset(ctypes.Structure):
    """struct landlock_ruleset_attr; its length says how much of it the kernel knows."""

    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class PathRule(ctypes.Structure):
    """struct landlock_path_beneath_attr."""

    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def checked(result: int, what: str) -> int:
    """*result* of a C call, or OSError naming *what*."""
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")
    return result


def prctl(option: int, value: int) -> int:
    """One process control; negative when refused."""
    return int(LIBC.prctl(option, ctypes.c_ulong(value), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0)))


def landlock_abi() -> int:
    """Version of Landlock in the running kernel; 0 where there is none."""
    return max(0, int(LIBC.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1))))


def landlock(abi: int, reads: list[str], writes: list[str], tcp: bool) -> None:
    """Leave this process and its children only *reads* and *writes*; without *tcp* also no TCP."""
    handled = RIGHTS_BY_ABI.get(abi, RIGHTS_NEWEST if abi >= 5 else RIGHTS_BY_ABI[3])
    rules = Ruleset(handled, 0 if tcp or abi < 4 else TCP_RIGHTS, SCOPES if abi >= 6 else 0)
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    number = LIBC.syscall(CREATE_RULESET, ctypes.byref(rules), ctypes.c_size_t(size), ctypes.c_uint32(0))
    ruleset = checked(number, "landlock_create_ruleset")
    for path in reads:
        allow(ruleset, path, EXECUTE | READ_FILE | READ_DIR)
    for path in writes:
        allow(ruleset, path, handled & ~MAKE_DEVICES)
    checked(LIBC.syscall(RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0)), "landlock_restrict_self")
    os.close(ruleset)


def allow(ruleset: int, path: str, rights: int) -> None:
    """Add one path to *ruleset*; a path that does not exist adds nothing."""
    try:
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    if not os.path.isdir(path):
        rights &= ON_FILES
    rule = PathRule(rights, parent)
    added = LIBC.syscall(ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(1), ctypes.byref(rule), ctypes.c_uint32(0))
    os.close(parent)
    checked(added, f"landlock_add_rule {path}")


def leave_network() -> bool:
    """Move this process into a network of its own that has only loopback; False where that is refused."""
    user, group = os.getuid(), os.getgid()
    if user != 0 or LIBC.unshare(CLONE_NEWNET) != 0:
        if LIBC.unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0:
            return False
        for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            with open(f"/proc/self/{name}", "w") as stream:
                stream.write(text)
    raise_loopback()
    return True


def raise_loopback() -> None:
    """Make 127.0.0.1 usable in the new network; without it the program is merely more alone."""
    import _socket
    import fcntl
    import struct

    try:
        plug = _socket.socket(_socket.AF_INET, _socket.SOCK_DGRAM)
        fcntl.ioctl(plug.fileno(), 0x8914, struct.pack("16sh14x", b"lo", 1 | 64))  # SIOCSIFFLAGS, IFF_UP|IFF_RUNNING
        plug.close()
    except OSError:
        pass


def bubblewrap(plan: dict[str, Any]) -> list[str] | None:
    """Command line that runs the program in bubblewrap; None where it is missing or refused."""
    import shutil

    program = shutil.which("bwrap", path=plan["path"])
    if program is None:
        return None
    network = [] if plan["network"] else ["--unshare-net"]
    trial = [program, *network, "--ro-bind", "/", "/", "--", "/bin/true"]
    pid = os.fork()
    if pid == 0:
        os.dup2(os.open("/dev/null", os.O_WRONLY), 2)
        os.execv(program, trial)
    if os.waitpid(pid, 0)[1] != 0:
        return None
    here = os.getcwd()
    binds = ["--dir", here]
    for option, paths in (("--ro-bind-try", plan["reads"]), ("--bind-try", plan["writes"])):
        for path in sorted(paths):
            binds += [] if path.startswith(("/dev/", "/proc")) else [option, path, path]
    root = ["--cap-drop", "ALL", "--cap-add", "CAP_DAC_OVERRIDE"] if os.getuid() == 0 else []
    frame = [program, "--die-with-parent", *network, *root, "--proc", "/proc", "--dev", "/dev", *binds]
    return [*frame, "--chdir", here, "--", *plan["argv"]]


def limit(plan: dict[str, Any]) -> None:
    """Set the resource limits and processors that *plan* asks for."""
    for name, value in plan["limits"].items():
        number = getattr(resource, name)
        hard = resource.getrlimit(number)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(number, (value, value))
    if plan["cpus"]:
        os.sched_setaffinity(0, plan["cpus"])


def confine(plan: dict[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """Wall this process in; gives the command line to become, and what was reached."""
    abi, argv = landlock_abi() if "landlock" in plan["methods"] else 0, plan["argv"]
    files, network = "none", "open" if plan["network"] else "none"
    if abi == 0 and "bubblewrap" in plan["methods"]:
        argv = bubblewrap(plan) or argv
    if argv is not plan["argv"]:
        files, network = "bubblewrap", network if plan["network"] else "bubblewrap"
    elif not plan["network"] and "namespace" in plan["methods"] and leave_network():
        network = "namespace"
    if files != "bubblewrap":
        prctl(PR_SET_NO_NEW_PRIVS, 1)
    if abi:
        tcp = plan["network"] or network == "namespace" or abi < 4
        landlock(abi, plan["reads"], plan["writes"], tcp)
        files = "landlock"
        network = network if tcp else "landlock"
    reason = "; ".join(filter(None, (FILES_WHY.get(files), NETWORK_WHY.get(network))))
    return argv, {"filesystem": files, "network": network, "reason": reason, "landlock_abi": abi}


def drop_capabilities() -> None:
    """A program started by root keeps nothing of it but access to the files that it is shown."""
    for number in range(64):
        if number not in KEPT_CAPABILITIES and prctl(PR_CAPBSET_DROP, number) < 0:
            return


def say(report: int, facts: dict[str, Any]) -> None:
    """Write one line of the report."""
    os.write(report, json.dumps(facts).encode() + b"\n")


def become(plan: dict[str, Any], report: int) -> None:
    """In the forked process: wall in, say what was reached, become the program. Never returns."""
    try:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        argv, isolation = confine(plan)
        if isolation["filesystem"] != "bubblewrap":
            drop_capabilities()
        say(report, isolation)
        limit(plan)
        os.execvp(argv[0], argv)
    except (OSError, ValueError) as error:
        say(report, {"failed": str(error)})
    finally:
        os._exit(126)


def children_of(root: int) -> list[int]:
    """Process ids of all descendants of *root*, from /proc."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as stream:
                    parents[int(name)] = int(stream.read().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found = [root]
    for known in found:
        found += [pid for pid, parent in parents.items() if parent == known]
    return found[1:]


def sweep() -> None:
    """Kill everything that still runs below this process; as the subreaper it inherits what was orphaned."""
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        for pid in children_of(os.getpid()):
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                continue
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.002)


def stop(_number: int, _frame: object) -> None:
    """Signal handler: the shim was told to stop."""
    raise InterruptedError


def supervise(program: int) -> dict[str, Any]:
    """How *program* ended, and that everything below it is gone."""
    begun = time.monotonic()
    pid, status = 0, 0
    try:
        while pid != program:  # orphans that end before it are reaped on the way
            pid, status = os.wait()
    except InterruptedError:
        status = signal.SIGKILL
    seconds = time.monotonic() - begun
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    sweep()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = {"status": os.waitstatus_to_exitcode(status), "seconds": seconds, "peak": used.ru_maxrss * 1024}
    return {**ended, "cpu": used.ru_utime + used.ru_stime}


def main() -> None:
    """Start, supervise, report."""
    plan = json.loads(sys.argv[1])
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    reader, writer = os.pipe()
    program = os.fork()
    if program == 0:
        os.close(plan["report"])
        become(plan, writer)
    os.close(writer)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    if os.getppid() != plan["parent"]:
        os.kill(os.getpid(), signal.SIGTERM)
    ended = supervise(program)
    os.write(plan["report"], b"".join(iter(lambda: os.read(reader, 65536), b"")))
    say(plan["report"], ended)


if __name__ == "__main__":
    main()
