"""The server of the page: on this machine alone, and it only shows.

It runs in a process of its own, because pdfium bears no second thread, and ends with the one that started it.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import threading
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

from paperkit.errors import PaperkitError
from paperkit.pdf.picture import Pages
from paperkit.preview.board import PAGES, STATE

HOST = "127.0.0.1"
PAUSE = 0.03
"""Seconds between two looks at what is told."""
SCALES = (1.0, 4.0)
"""Fewest and most pixels to a point."""
FILES = {
    "/": ("page.html", "text/html"),
    "/page.css": ("page.css", "text/css"),
    "/page.js": ("page.js", "text/javascript"),
}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def start(folder: Path, port: int) -> str:
    """Serve what is told in *folder* at *port* (0: a free one) from a process of its own; gives the address.

    Raises PaperkitError (status 2) where the port cannot be had.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(folder, port, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        answer = ours.recv()
    except EOFError:
        answer = "the server ended at once"
    if isinstance(answer, str):
        raise PaperkitError(f"port {port} cannot be had: {answer}", "name another one with --port, or none")
    return f"http://{HOST}:{answer}/"


def _serve(folder: Path, port: int, answer: Connection) -> None:
    try:
        server = Server((HOST, port), Handler)
    except OSError as error:
        answer.send(error.strerror or str(error))
        return
    server.shown = Shown(folder)
    answer.send(server.server_address[1])
    threading.Thread(target=_end_with, args=(server,), daemon=True).start()
    server.serve_forever()


def _end_with(server: Server) -> None:
    """End when the process that started this one has ended, however it did."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        server.shutdown()


@dataclass(slots=True)
class Shown:
    """What was told last, looked up when it is asked for."""

    folder: Path
    lock: threading.Lock = field(default_factory=threading.Lock)
    pages: Pages | None = None
    stamp: tuple[int, ...] = ()
    version: int = 0
    """Counts the PDFs."""

    def stamps(self) -> tuple[int, ...]:
        """Changes whenever something new is told."""
        paths = (self.folder / name for name in (PAGES, STATE))
        return tuple(path.stat().st_ino if path.exists() else 0 for path in paths)

    def told(self) -> dict[str, Any]:
        """The state, with the sizes of the pages and the number of the PDF."""
        try:
            state = json.loads((self.folder / STATE).read_bytes())
        except (OSError, ValueError):
            state = {"report": "", "state": "building", "line": "", "problems": []}
        with self.lock:
            self._read()
            sizes = self.pages.sizes if self.pages is not None else []
            return {**state, "version": self.version, "pages": sizes}

    def picture(self, number: int, scale: float) -> bytes:
        """One page of the last PDF. Raises IndexError where there is none."""
        with self.lock:
            self._read()
            if self.pages is None:
                raise IndexError(number)
            return self.pages.png(number, scale)

    def _read(self) -> None:
        path = self.folder / PAGES
        if not path.exists():
            return
        status = path.stat()
        stamp = (status.st_ino, status.st_mtime_ns)
        if stamp != self.stamp:
            self.pages, self.stamp, self.version = Pages(path.read_bytes()), stamp, self.version + 1


class Server(ThreadingHTTPServer):
    """One report on one port."""

    daemon_threads = True
    shown: Shown


class Handler(BaseHTTPRequestHandler):
    """Answers GET, and only who asks for this machine by a name that no other site has."""

    server: Server
    protocol_version = "HTTP/1.1"
    hosts: ClassVar[frozenset[str]] = frozenset({"127.0.0.1", "localhost"})

    def do_GET(self) -> None:
        """The page, its pictures and its news."""
        path = urlsplit(self.path)
        if (self.headers.get("Host") or "").rpartition(":")[0] not in self.hosts:
            self.send_error(HTTPStatus.FORBIDDEN, "this page is for this machine")
        elif path.path == "/favicon.ico":
            self.send_response(HTTPStatus.NO_CONTENT)
            self._headers({})
        elif path.path in FILES:
            name, kind = FILES[path.path]
            self._send(Path(__file__).with_name(name).read_bytes(), f"{kind}; charset=utf-8")
        elif path.path == "/news":
            self._news()
        elif path.path.startswith("/page/"):
            self._picture(path.path.removeprefix("/page/"))
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def _picture(self, name: str) -> None:
        """`NUMBER/SCALE/VERSION.png`; the version is for the browser, which keeps what it knows."""
        try:
            number, scale, _ = name.split("/")
            raw = self.server.shown.picture(int(number), sorted((*SCALES, float(scale)))[1])
        except (ValueError, IndexError):
            self.send_error(HTTPStatus.NOT_FOUND)
        else:
            self._send(raw, "image/png")

    def _news(self) -> None:
        """Server-sent events: the state now, and whenever it changes."""
        self.close_connection, seen = True, None
        with contextlib.suppress(ConnectionError):
            self.send_response(HTTPStatus.OK)
            self._headers({"Content-Type": "text/event-stream", "Connection": "close"})
            while True:
                now = self.server.shown.stamps()
                if now != seen:
                    seen = now
                    self.wfile.write(f"data: {json.dumps(self.server.shown.told())}\n\n".encode())
                    self.wfile.flush()
                time.sleep(PAUSE)

    def _send(self, raw: bytes, kind: str) -> None:
        with contextlib.suppress(ConnectionError):  # the browser has left
            self.send_response(HTTPStatus.OK)
            self._headers({"Content-Type": kind, "Content-Length": str(len(raw))})
            self.wfile.write(raw)

    def _headers(self, more: dict[str, str]) -> None:
        for name, value in {**HEADERS, **more}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing: the terminal belongs to the builds."""
