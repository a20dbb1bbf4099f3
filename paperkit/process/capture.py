"""Run a small trusted program (git, apt-get, dpkg) and keep what it prints."""

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from paperkit.errors import PaperkitError, Status

ELSEWHERE = frozenset(
    f"GIT_{name}"
    for name in (
        "DIR", "WORK_TREE", "INDEX_FILE", "OBJECT_DIRECTORY", "ALTERNATE_OBJECT_DIRECTORIES", "COMMON_DIR", "PREFIX",
        "NAMESPACE", "GRAFT_FILE", "SHALLOW_FILE", "REPLACE_REF_BASE", "LITERAL_PATHSPECS", "GLOB_PATHSPECS",
        "NOGLOB_PATHSPECS", "ICASE_PATHSPECS", "ATTR_SOURCE",
    )
)  # fmt: skip
"""What would let git look into another repository than the one that holds the folder, or read names as patterns."""


@dataclass(frozen=True, slots=True)
class Completed:
    """How a program ended and what it printed."""

    status: int
    stdout: bytes
    stderr: str


def capture(
    argv: Sequence[str],
    cwd: Path,
    timeout: float = 60,
    stdin: bytes = b"",
    environment: Mapping[str, str] | None = None,
) -> Completed:
    """Run *argv* in *cwd* with messages in English, or in the whole of *environment*.

    Raises PaperkitError (status 5) when the program is missing, and when it takes longer than *timeout* seconds.
    """
    given = _environment() if environment is None else environment
    try:
        done = subprocess.run(
            list(argv), cwd=cwd, env=given, input=stdin, capture_output=True, timeout=timeout, check=False
        )
    except FileNotFoundError:
        raise PaperkitError(
            f"{argv[0]} is not installed", f"install it: apt-get install {argv[0]}", Status.TOOL
        ) from None
    except OSError as error:
        raise PaperkitError(
            f"{argv[0]} cannot be started: {error.strerror}", "see which file the PATH leads to", Status.TOOL
        ) from None
    except subprocess.TimeoutExpired:
        raise PaperkitError(f"{argv[0]} did not end within {timeout:g} s", "try again", Status.TOOL) from None
    return Completed(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))


def _environment() -> dict[str, str]:
    """The environment here, with messages in English, and git bound to the folder that it is started in."""
    kept = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
    return {**kept, "LC_ALL": "C.UTF-8", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_REPLACE_OBJECTS": "1"}


@contextmanager
def piped(argv: Sequence[str]) -> Iterator[IO[bytes]]:
    """The standard output of a small trusted program, read as it comes.

    Raises PaperkitError (status 5) when the program is missing or fails.
    """
    try:
        process = subprocess.Popen(list(argv), stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        raise PaperkitError(
            f"{argv[0]} is not installed", f"install it: apt-get install {argv[0]}", Status.TOOL
        ) from None
    with process:
        assert process.stdout is not None  # noqa: S101 - what PIPE promises
        try:
            yield process.stdout
            process.stdout.read()
        except BaseException:
            process.kill()
            raise
    if process.returncode != 0:
        raise PaperkitError(f"{argv[0]} failed with status {process.returncode}", "try again", Status.TOOL)
