"""Pictures of tables: the board that the browser shows, as PNG.

The board is drawn by the browser client, and nobody draws it a second time: a `serai serve` of our own
on loopback, over an empty folder, is handed the table's record, and a headless Chromium is sent to its
page. So this needs the command `serai` and Chromium; text (`Table.board`) needs neither.

Chromium's own `--screenshot` lets a clock of its own run ahead and paints when it has run out: on a busy
machine before the page has been laid out as often as it asks for. So the page is asked instead, in the
DevTools protocol through a pipe, and painted once it says that all of it is there."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

from . import _library as c
from .tables import Table

# The first one is made for pictures and needs the least.
_BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
_PATIENCE = 120  # seconds for a picture

# Answered once the board of that move is there with its letters and every drawing that it uses, and has
# been laid out as often as it asks to be: what follows the size of a picture is drawn a frame later, so
# nothing may change over three of them.
_WHOLE = """(async (ply) => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const empty = (use) => use.checkVisibility() && use.getBBox().width === 0;
  let before = '';
  for (let same = 0; same < 3; ) {
    await document.fonts.ready;
    await frame();
    const table = document.querySelector(`.frame[data-ply="${ply}"]`);
    const now = table && ![...table.querySelectorAll('use')].some(empty) ? table.outerHTML : '';
    same = now !== '' && now === before ? same + 1 : 0;
    before = now;
  }
})"""


def _high(end: int) -> int:
    """The same end of a pipe under a number above those that Chromium wants."""
    try:
        return fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10)
    finally:
        os.close(end)


class _Browser:
    """A Chromium without windows that hears what to do through a pipe."""

    def __init__(self, program: str, folder: str):
        # It reads from 3 and writes to 4: our ends are elsewhere.
        theirs_in, self._to = map(_high, os.pipe())
        self._from, theirs_out = map(_high, os.pipe())
        arguments = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        arguments += ["--no-first-run", "--force-prefers-reduced-motion", "--remote-debugging-pipe"]
        quiet = [(os.POSIX_SPAWN_OPEN, end, os.devnull, os.O_WRONLY, 0) for end in (1, 2)]
        pipes = [(os.POSIX_SPAWN_DUP2, theirs_in, 3), (os.POSIX_SPAWN_DUP2, theirs_out, 4)]
        try:
            self._process: Optional[int] = os.posix_spawnp(
                program, [*arguments, f"--user-data-dir={folder}"], os.environ, file_actions=quiet + pipes
            )
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        self._number = 0
        self._heard = b""

    def ask(self, method: str, page: Optional[str] = None, **what: Any) -> Dict[str, Any]:
        """What it answers to a command of the protocol; `page` is the session of one."""
        self._number += 1
        asked = {"id": self._number, "method": method, "params": what}
        if page:
            asked["sessionId"] = page
        until = time.monotonic() + _PATIENCE
        try:
            left = json.dumps(asked).encode() + b"\0"
            while left:
                left = left[os.write(self._to, left) :]
            while True:
                told = self._next(until)
                if told.get("id") == self._number:
                    break
        except OSError as gone:
            raise c.SystemFault(f"Chromium painted nothing: {gone}") from None
        if "error" in told:
            raise c.SystemFault(f"Chromium painted nothing: {told['error'].get('message')}")
        return told["result"]

    def _next(self, until: float) -> Dict[str, Any]:
        while b"\0" not in self._heard:
            if not select.select([self._from], [], [], max(0, until - time.monotonic()))[0]:
                raise TimeoutError(f"no answer in {_PATIENCE} seconds")
            more = os.read(self._from, 1 << 16)
            if not more:
                raise OSError("it has ended")
            self._heard += more
        told, self._heard = self._heard.split(b"\0", 1)
        return json.loads(told)

    def shoot(self, address: str, ply: int, size: Tuple[int, int], lang: str) -> bytes:
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        page = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        try:
            agent = self.ask("Browser.getVersion")["userAgent"]
            self.ask("Emulation.setUserAgentOverride", page, userAgent=agent, acceptLanguage=lang)
            width, height = size
            self.ask(
                "Emulation.setDeviceMetricsOverride",
                page,
                width=width,
                height=height,
                deviceScaleFactor=1,
                mobile=False,
            )
            self.ask("Page.navigate", page, url=address)
            whole = f"{_WHOLE}({ply})"
            said = self.ask("Runtime.evaluate", page, expression=whole, awaitPromise=True)
            if "exceptionDetails" in said:
                raise c.SystemFault(f"Chromium painted nothing: {said['result'].get('description')}")
            return base64.b64decode(self.ask("Page.captureScreenshot", page)["data"])
        finally:
            self.ask("Target.closeTarget", targetId=target)

    def close(self) -> None:
        if self._process is None:
            return
        os.close(self._to)  # it ends when nobody speaks to it any more
        try:
            until = time.monotonic() + 10
            while os.waitpid(self._process, os.WNOHANG)[0] == 0:
                if time.monotonic() > until:
                    os.kill(self._process, signal.SIGKILL)
                time.sleep(0.02)
        except ChildProcessError:
            pass
        os.close(self._from)
        self._process = None


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
        self._browser: Optional[_Browser] = None
        program = _browser(browser)
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
            self._browser = _Browser(program, os.path.join(self._room.name, "browser"))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Ends server and browser; there are no more pictures."""
        if self._browser:
            self._browser.close()
            self._browser = None
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
        if not self._house or not self._browser:
            raise c.Closed("the painter has left")
        width, height = (c.number(length, "size") for length in size)
        if seat is not None and not 0 <= c.number(seat, "seat") < table.seats:
            raise c.UsageError(f"seat: 0 to {table.seats - 1}, not {seat}")
        if lang not in ("en", "ru"):
            raise c.UsageError(f"language {lang!r}: en or ru")
        name = self._post("import", table.record())[0]["id"]
        self._post(f"tables/{name}/share", {"shared": True})
        eyes = "" if seat is None else f"?seat={seat + 1}"
        address = f"{self._address}/replay/{name}{eyes}#{table.ply}"
        Path(path).write_bytes(self._browser.shoot(address, table.ply, (width, height), lang))


def png(table: Table, path: Any, seat: Optional[int] = None, **settings: Any) -> None:
    """One picture of a table; `Painter` is quicker for many."""
    with Painter() as painter:
        painter.paint(table, path, seat, **settings)
