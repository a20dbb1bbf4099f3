"""Run a small trusted program (git, apt-get, dpkg) and keep what it prints."""

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from paperkit.errors import PaperkitError, Status


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
    given = {**os.environ, "LC_ALL": "C.UTF-8", "GIT_OPTIONAL_LOCKS": "0"} if environment is None else environment
    try:
        done = subprocess.run(
            list(argv), cwd=cwd, env=given, input=stdin, capture_output=True, timeout=timeout, check=False
        )
    except FileNotFoundError:
        raise PaperkitError(
            f"{argv[0]} is not installed", f"install it: apt-get install {argv[0]}", Status.TOOL
        ) from None
    except subprocess.TimeoutExpired:
        raise PaperkitError(f"{argv[0]} did not end within {timeout:g} s", "try again", Status.TOOL) from None
    return Completed(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))


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
