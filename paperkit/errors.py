"""The one exception of the tool, and the exit statuses of its commands."""

from enum import IntEnum


class Status(IntEnum):
    """How a command ended; see DESIGN in ARCHITECTURE.md, "Bad news"."""

    WELL = 0
    DIAGNOSTICS = 1
    USAGE = 2
    TEX = 3
    BENCH = 4
    TOOL = 5
    BUG = 70
    INTERRUPTED = 130


class PaperkitError(Exception):
    """Cannot go on: *message* says what is wrong, *hint* what to do, *status* how the command ends.

    What has a place in the user's files is a Diagnostic instead, collected and never thrown.
    """

    def __init__(self, message: str, hint: str = "", status: Status = Status.USAGE) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.status = status
