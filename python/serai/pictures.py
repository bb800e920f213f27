"""Pictures of tables: the board that the browser shows, as PNG.

The board is drawn by the browser client, and nobody draws it a second time: a `serai serve` of our own
on loopback, over an empty folder, is handed the table's record, and a headless Chromium is sent to its
page. So this needs the command `serai` and Chromium; text (`Table.board`) needs neither."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, List, Optional, Tuple

from . import _library as c
from .tables import Table

# The first one is made for pictures: others take the height of their own frame from that of the page.
_BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
_PATIENCE = 120  # seconds for a picture
_TRIES = 5


def _command(named: Optional[str]) -> str:
    beside = Path(os.environ.get("SERAI_LIBRARY", "")).with_name("serai")
    found = named or os.environ.get("SERAI_COMMAND") or shutil.which("serai")
    if not found and beside.is_file():
        found = str(beside)
    if not found:
        raise c.UsageError("the command serai is not in the path; say where it is in SERAI_COMMAND")
    return found


def _browser(named: Optional[str]) -> str:
    found = named or os.environ.get("SERAI_CHROMIUM")
    found = found or next(filter(None, map(shutil.which, _BROWSERS)), None)
    if not found:
        raise c.UsageError("no Chromium is in the path; say where it is in SERAI_CHROMIUM")
    return found


class Painter:
    """Keeps the house open for as many pictures as are wanted."""

    def __init__(self, command: Optional[str] = None, browser: Optional[str] = None):
        self._house: Optional[subprocess.Popen] = None
        self._browser = _browser(browser)
        self._room = tempfile.TemporaryDirectory(prefix="serai-")
        try:
            self._house = subprocess.Popen(
                [_command(command), "serve", "--listen", "127.0.0.1:0"]
                + ["--data", os.path.join(self._room.name, "data"), "--lang", "en"],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            assert self._house.stdout
            said = re.search(r"http://[^/ ]+", self._house.stdout.readline())
            if not said:
                raise c.SystemFault("serai serve did not start")
            self._address = said.group()
            with urllib.request.urlopen(self._address, timeout=_PATIENCE) as page:
                if b"<script" not in page.read():
                    raise c.UsageError(
                        "the command serai was built without the browser client: make web, then make"
                    )
            self._cookie = ""
            self._cookie = self._post("people", {"name": "painter"})[1].split(";")[0]
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Ends the server; there are no more pictures."""
        if self._house:
            self._house.terminate()
            self._house.wait()
            if self._house.stdout:
                self._house.stdout.close()
            self._house = None
        self._room.cleanup()

    def __enter__(self) -> "Painter":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _post(self, where: str, what: Any) -> Tuple[Any, str]:
        is_text = isinstance(what, str)
        request = urllib.request.Request(
            f"{self._address}/api/v1/{where}",
            (what if is_text else json.dumps(what)).encode(),
            {
                "Origin": self._address,
                "Cookie": self._cookie,
                "Content-Type": "text/plain" if is_text else "application/json",
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
                return json.load(answer), answer.headers.get("Set-Cookie", "")
        except urllib.error.HTTPError as refused:
            raise c.SystemFault(f"serai serve: {refused.read().decode()}") from None

    def paint(
        self,
        table: Table,
        path: Any,
        seat: Optional[int] = None,
        size: Tuple[int, int] = (1280, 860),
        lang: str = "en",
    ) -> None:
        """Writes how the table stands now, as PNG: as the referee sees it, or as a seat does."""
        if not self._house:
            raise c.Closed("the painter has left")
        width, height = (c.number(length, "size") for length in size)
        if seat is not None and not 0 <= c.number(seat, "seat") < table.seats:
            raise c.UsageError(f"seat: 0 to {table.seats - 1}, not {seat}")
        if lang not in ("en", "ru"):
            raise c.UsageError(f"language {lang!r}: en or ru")
        name = self._post("import", table.record())[0]["id"]
        self._post(f"tables/{name}/share", {"shared": True})
        eyes = "" if seat is None else f"?seat={seat + 1}"
        self._shoot(
            f"{self._address}/replay/{name}{eyes}#{table.ply}",
            Path(path).resolve(),
            [f"--window-size={width},{height}", f"--lang={lang}", f"--accept-lang={lang}"],
        )

    def _shoot(self, address: str, path: Path, more: List[str]) -> None:
        """On a busy machine a picture may be taken before all has come: two that are the same are believed."""
        before = b""
        for _ in range(_TRIES):
            self._shoot_once(address, path, more)
            now = path.read_bytes()
            if now == before:
                return
            before = now

    def _shoot_once(self, address: str, path: Path, more: List[str]) -> None:
        path.unlink(missing_ok=True)
        done = subprocess.run(
            [self._browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
            + ["--no-first-run", "--force-prefers-reduced-motion", "--virtual-time-budget=9000"]
            + ["--run-all-compositor-stages-before-draw"]  # or else the board is caught half laid out
            + [f"--user-data-dir={self._room.name}/browser", f"--screenshot={path}"]
            + more
            + [address],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            timeout=_PATIENCE,
            check=False,
        )
        if not path.exists():
            raise c.SystemFault(f"Chromium painted nothing: {done.stderr[-300:]}")


def png(table: Table, path: Any, seat: Optional[int] = None, **settings: Any) -> None:
    """One picture of a table; `Painter` is quicker for many."""
    with Painter() as painter:
        painter.paint(table, path, seat, **settings)
