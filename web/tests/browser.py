"""A real browser without a window, asked over a pipe by the protocol of its developer tools: needs nothing but Python."""

import base64
import contextlib
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
# A machine with other work may need long to start a browser.
PATIENCE = 60.0


def program() -> str:
    """The browser of this machine."""
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None:
        sys.exit("chromium is missing: sh .ci/prepare browser, or apt-get install chromium")
    return found


class Browser:
    """One page of one browser. What the page complains about, and what it asks of a network, is kept."""

    def __init__(self, page: Path) -> None:
        self._folder = tempfile.TemporaryDirectory()
        # The browser reads what it is asked from file 3 and answers to file 4.
        asked, self._ask = os.pipe()
        self._answers, answered = os.pipe()
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe"]
        options += ["--no-first-run", "--disable-dev-shm-usage", f"--user-data-dir={self._folder.name}", "about:blank"]
        shell = f'exec "$0" "$@" 3<&{asked} 4>&{answered}'
        self._browser = subprocess.Popen(
            ["/bin/bash", "-c", shell, program(), *options],
            pass_fds=(asked, answered),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(asked)
        os.close(answered)
        self._numbers = itertools.count(1)
        self._rest = b""
        self.complaints: list[str] = []
        self.addresses: list[str] = []
        self._session = None
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self._session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "DOM", "Accessibility"):
            self.call(f"{domain}.enable")
        self.page = page
        self.size(1200, 900)

    def call(self, method: str, **params: object) -> dict:
        """One call of the protocol."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._ask, json.dumps(message).encode() + b"\0")
        while True:
            said = self._next()
            if said.get("id") == number:
                if "error" in said:
                    raise RuntimeError(f"{method}: {said['error']['message']}")
                return said["result"]

    def _next(self) -> dict:
        while b"\0" not in self._rest:
            piece = os.read(self._answers, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has ended")
            self._rest += piece
        line, self._rest = self._rest.split(b"\0", 1)
        said = json.loads(line)
        params = said.get("params", {})
        if said.get("method") == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif said.get("method") == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.complaints.append(params["entry"]["text"])
        elif said.get("method") == "Network.requestWillBeSent":
            self.addresses.append(params["request"]["url"][:60])
        return said

    def open(self, fragment: str = "") -> None:
        """Opens the page anew; `fragment` is what comes after the # of its address."""
        # A change of the fragment alone would not load the page again.
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=self.page.as_uri() + (f"#{fragment}" if fragment else ""))
        self.until("document.readyState === 'complete' && document.querySelectorAll('#board td').length > 0")

    def run(self, script: str) -> object:
        """The value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", script))
        return result["result"].get("value")

    def until(self, script: str) -> object:
        """Waits until an expression is true in the page, and returns it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(RuntimeError):
                if value := self.run(script):
                    return value
            time.sleep(0.02)
        raise AssertionError(f"never true: {script}; the page says: {self.run('document.body.innerText')}")

    def text(self, name: str) -> str:
        """What the element with this id says."""
        return str(self.run(f"document.getElementById({name!r}).textContent"))

    def click(self, selector: str) -> None:
        """Clicks the middle of an element with the mouse."""
        self.run(f"document.querySelector({selector!r}).scrollIntoView({{block: 'center'}})")
        x, y, w, h = self.box(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x + w / 2, y=y + h / 2, button="left", clickCount=1)

    def box(self, selector: str) -> list[float]:
        """Left, top, width and height of an element in the window."""
        script = f"(({{x, y, width, height}}) => [x, y, width, height])(document.querySelector({selector!r})"
        return self.run(script + ".getBoundingClientRect())")

    def key(self, key: str) -> None:
        """Presses a key, such as `5` or `ArrowLeft`."""
        text = {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, **text)

    def press(self, key: str) -> None:
        """Presses a key that buttons hear, such as Enter."""
        text = {"text": "\r", "windowsVirtualKeyCode": 13} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, **(text if kind == "keyDown" else {}))

    def choose_file(self, selector: str, file: Path) -> None:
        """Gives a file to an input."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", files=[str(file)], nodeId=node)

    def size(self, width: int, height: int, is_phone: bool = False) -> None:
        """The size of the window, in pixels."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone}
        self.call("Emulation.setDeviceMetricsOverride", **metrics)

    def scheme(self, scheme: str) -> None:
        """What the system prefers: `light` or `dark`."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, clip: list[float] | None = None, whole: bool = False, form: str = "png") -> bytes:
        """What is seen, as PNG or WebP: the window, a part of it, or the whole page."""
        params: dict = {"format": form, "captureBeyondViewport": whole}
        if form == "webp":
            params["quality"] = 50
        if clip:
            params["clip"] = dict(zip(("x", "y", "width", "height"), clip, strict=True), scale=1)
        return base64.b64decode(self.call("Page.captureScreenshot", **params)["data"])

    def close(self) -> None:
        """Ends the browser."""
        with contextlib.suppress(RuntimeError, OSError):
            self._session = None
            self.call("Browser.close")
        self._browser.wait(timeout=PATIENCE)
        os.close(self._ask)
        os.close(self._answers)
        with contextlib.suppress(OSError):
            self._folder.cleanup()
