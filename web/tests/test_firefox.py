#!/usr/bin/env python3
"""The page in Firefox without a window, asked by Marionette: needs nothing but Python and Firefox (`firefox-esr`).

Shorter than `test_page.py`: it shows that the engine starts in another browser and that every question is answered.
"""

import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "target/web/minclue.html"
PROGRAM = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
# The only minimum of this 4x4 grid is four (instances/known.tsv).
SMALL = "1234341221434321"
PATIENCE = 60.0


def free_port() -> int:
    """A port that nobody listens to."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Firefox:
    """One window, and the language that it is steered by: the length of a message, a colon, and the message as JSON."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        port = free_port()
        (Path(self._folder.name) / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        options = ["--headless", "--marionette", "--no-remote", "--profile", self._folder.name]
        self._browser = subprocess.Popen([PROGRAM, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._number = 0
        self._socket = self._connected(port)
        self._read()
        self.call("WebDriver:NewSession", capabilities={})

    def _connected(self, port: int) -> socket.socket:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def _read(self) -> object:
        length = b""
        while not length.endswith(b":"):
            length += self._some(1)
        return json.loads(self._some(int(length[:-1])))

    def _some(self, n: int) -> bytes:
        data = b""
        while len(data) < n:
            piece = self._socket.recv(n - len(data))
            if not piece:
                raise RuntimeError("the browser has ended")
            data += piece
        return data

    def call(self, command: str, **params: object) -> object:
        """The answer to one command."""
        self._number += 1
        message = json.dumps([0, self._number, command, params]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._read()
        if error:
            raise RuntimeError(f"{command}: {error['message']}")
        return result

    def run(self, script: str) -> object:
        """The value of an expression in the page."""
        return self.call("WebDriver:ExecuteScript", script=f"return ({script});", args=[])["value"]

    def until(self, script: str) -> None:
        """Waits until an expression is true in the page."""
        end = time.monotonic() + PATIENCE
        while not self.run(script):
            if time.monotonic() > end:
                raise AssertionError(f"never true: {script}; the page says: {self.run('document.body.innerText')}")
            time.sleep(0.05)

    def close(self) -> None:
        """Ends the browser."""
        self.call("Marionette:Quit", flags=["eForceQuit"])
        self._socket.close()
        self._browser.wait(timeout=PATIENCE)
        self._folder.cleanup()


class Page(unittest.TestCase):
    browser: Firefox

    @classmethod
    def setUpClass(cls) -> None:
        cls.browser = Firefox()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.browser.close()

    def open(self, line: str) -> None:
        """Opens the page with a puzzle."""
        self.browser.call("WebDriver:Navigate", url="about:blank")
        self.browser.call("WebDriver:Navigate", url=f"{PAGE.as_uri()}#{line}")

    def click(self, name: str) -> None:
        """Presses a button once it can be pressed."""
        self.browser.until(f"!document.getElementById('{name}').disabled")
        self.browser.run(f"document.getElementById('{name}').click()")

    def text(self, name: str) -> str:
        return str(self.browser.run(f"document.getElementById('{name}').textContent"))

    def test_a_grid_gets_its_minimum_and_its_sets(self) -> None:
        self.open(SMALL)
        self.click("solve")
        self.browser.until("document.getElementById('bounds-text').textContent.startsWith('The minimum is')")
        self.assertTrue(self.text("bounds-text").startswith("The minimum is 4 clues"))
        self.assertEqual(len(re.sub(r"\.", "", self.text("best-line"))), 4)
        self.click("sets")
        self.browser.until("document.querySelectorAll('#set-list button').length > 0")
        self.assertIn(self.browser.run("document.querySelectorAll('#set-list button').length"), (14, 26))

    def test_a_broken_puzzle_has_two_solutions(self) -> None:
        self.open("..343412..434321")
        self.browser.until("!document.getElementById('two').hidden")
        self.assertIn("R1C1, R1C2, R3C1, R3C2", self.text("status"))

    def test_solvers_are_watched(self) -> None:
        self.open("1..4.........32.")
        self.click("watch")
        self.browser.until("document.querySelectorAll('#watch-grids table').length === 3")
        # It plays by itself.
        self.click("rewind")
        self.click("forward")
        self.browser.until("document.getElementById('watch-status').textContent.startsWith('Step 1.')")

    def test_a_phone_is_wide_enough(self) -> None:
        self.browser.call("WebDriver:SetWindowRect", width=500, height=700)
        self.open(SMALL)
        self.assertLessEqual(*self.browser.run("[document.documentElement.scrollWidth, innerWidth]"))


if __name__ == "__main__":
    if PROGRAM is None:
        sys.exit("firefox is missing: sh .ci/prepare firefox, or apt-get install firefox-esr")
    if not PAGE.exists():
        sys.exit(f"{PAGE} is missing: make web")
    unittest.main()
