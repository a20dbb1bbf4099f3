"""The page that shows a report: its news, its pictures, and whom it answers."""

from __future__ import annotations

import contextlib
import http.client
import io
import json
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

import pypdfium2
import pytest
from PIL import Image

from paperkit.diagnostics.diagnostic import Diagnostic
from paperkit.errors import PaperkitError
from paperkit.preview.board import Board
from paperkit.preview.server import start
from paperkit.source import SourceFile


def pdf(*sizes: tuple[int, int]) -> bytes:
    """Empty pages."""
    document, stream = pypdfium2.PdfDocument.new(), io.BytesIO()
    for size in sizes:
        document.new_page(*size)
    document.save(stream)
    return stream.getvalue()


@pytest.fixture
def board(tmp_path: Path) -> Board:
    made = Board(tmp_path, "reports/tail")
    made.tell("building", "")
    return made


@pytest.fixture
def address(board: Board) -> str:
    return urlsplit(start(board.folder, 0)).netloc


def got(address: str, path: str, host: str | None = None) -> tuple[int, str, bytes]:
    with contextlib.closing(http.client.HTTPConnection(address, timeout=20)) as connection:
        connection.request("GET", path, headers={"Host": host} if host else {})
        answer = connection.getresponse()
        return answer.status, answer.getheader("Content-Type") or "", answer.read()


class News:
    """What the page hears."""

    def __init__(self, address: str) -> None:
        self.connection = http.client.HTTPConnection(address, timeout=20)
        self.connection.request("GET", "/news")
        self.stream = self.connection.getresponse()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stream.close()
        self.connection.close()

    def next(self) -> dict[str, object]:
        line = self.stream.readline()
        assert self.stream.readline() == b"\n"
        return json.loads(line.removeprefix(b"data: "))


def test_the_page_hears_of_pages_and_of_what_is_wrong_with_them(board: Board, address: str) -> None:
    with News(address) as news:
        assert (news.next()["state"], board.report) == ("building", "reports/tail")
        board.show(pdf((300, 400), (400, 300)))
        told = news.next()
        if told["state"] == "building":  # the pages came before the word
            told = news.next()
        assert (told["state"], told["pages"], told["version"]) == ("checking", [[300, 400], [400, 300]], 1)
        span = SourceFile("a.tex", "one\n<b>7</b>\n").span(7, 8)
        board.tell(
            "wrong", "not built", (Diagnostic("PK101", "ungrounded-number", "7 is bound to nothing", span, hint="x"),)
        )
        told = news.next()
        assert told["problems"] == [
            {"code": "PK101", "name": "ungrounded-number", "severity": "error", "message": "7 is bound to nothing",
             "place": "a.tex:2:4", "help": "x"}
        ]  # fmt: skip


def test_a_picture_is_as_large_as_was_asked_for_within_limits(board: Board, address: str) -> None:
    board.show(pdf((300, 400)))
    for scale, size in (("2", (600, 800)), ("0.01", (300, 400)), ("99", (1200, 1600))):
        status, kind, raw = got(address, f"/page/0/{scale}/1.png")
        assert (status, kind, Image.open(io.BytesIO(raw)).size) == (200, "image/png", size)


@pytest.mark.parametrize("path", ["/page/1/2/1.png", "/page/-1/2/1.png", "/page/0/2", "/page/x/y/z.png", "/pages.pdf",
                                  "/../state.json", "/page.js/../../board.py", "/page/0/two/1.png"])  # fmt: skip
def test_there_is_nothing_else(board: Board, address: str, path: str) -> None:
    board.show(pdf((300, 400)))
    status, _, _ = got(address, path)
    assert status == 404


def test_the_page_and_its_parts_are_there(address: str) -> None:
    for path, kind in (("/", "text/html"), ("/page.css", "text/css"), ("/page.js", "text/javascript")):
        status, found, raw = got(address, path)
        assert (status, found.partition(";")[0]) == (200, kind)
        assert raw


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example:80", ""])
def test_who_asks_for_another_name_gets_nothing(address: str, host: str) -> None:
    assert got(address, "/", host or "nobody")[0] == 403


def test_it_listens_on_this_machine_alone(address: str) -> None:
    port = int(address.rpartition(":")[2])
    with socket.socket() as other:
        other.settimeout(2)
        with pytest.raises(OSError, match=r"refused|unreachable|timed out"):
            other.connect((own_address(), port))


def own_address() -> str:
    """An address of this machine that is not loopback's usual one."""
    return "127.0.0.2"


def test_a_port_that_is_taken_is_told(board: Board) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(PaperkitError, match="cannot be had"):
        start(board.folder, taken.getsockname()[1])


def test_a_browser_that_leaves_is_no_error(board: Board, address: str) -> None:
    with News(address) as news:
        news.next()
    board.tell("well", "all is well")
    with News(address) as news:
        assert news.next()["state"] == "well"


def test_it_ends_with_who_started_it(board: Board) -> None:
    code = f"""
from pathlib import Path
from paperkit.preview.server import start
if __name__ == "__main__":
    print(start(Path({str(board.folder)!r}), 0), flush=True)
    import time; time.sleep(60)
"""
    script = board.folder / "starter.py"
    script.write_text(code)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        address = urlsplit(program.stdout.readline().strip()).netloc
        assert got(address, "/")[0] == 200
        program.kill()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            got(address, "/")
        except OSError:
            return
        time.sleep(0.05)
    pytest.fail("the server runs on")
