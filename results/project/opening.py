#!/usr/bin/env python3
"""Seconds from opening the page in a real browser to what it says, ten times: `results/project/opening.py`, after `make web`.

Adds to opening.jsonl: when the puzzle of the address was read, when the first bounds came, and the minimum; the button is
pressed as soon as it can be. Seconds are those of the page's own clock, which begins with the navigation.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
subprocess.run([ROOT / "results/records", "unpack", "project"], check=True)
sys.path.insert(0, str(ROOT / "web/tests"))
from browser import Browser  # noqa: E402

# The example of the page: 27 clues of a grid whose minimum is 17.
PUZZLE = "9...4......8......7421.39.....4.87....1.5....5....6..33.7.6..12.15...8.9......3.."
WATCH = """
window.seen = {};
const note = (name, is) => { if (is && !(name in seen)) seen[name] = Math.round(performance.now()) / 1000; };
new MutationObserver(() => {
  const said = (id) => document.getElementById(id)?.textContent ?? "";
  const solve = document.getElementById("solve");
  note("read_s", /^A puzzle/.test(said("status")));
  note("bounds_s", /at least/.test(said("bounds-text")));
  note("minimum_s", /^The minimum/.test(said("bounds-text")));
  if (solve && !solve.disabled && !("pressed" in seen)) { seen.pressed = 1; solve.click(); }
}).observe(document, {childList: true, subtree: true, characterData: true, attributes: true});
"""


def main() -> None:
    page = ROOT / "target/web/minclue.html"
    browser = Browser(page)
    version = browser.call("Browser.getVersion")["product"]
    browser.call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
    with (ROOT / "results/project/opening.jsonl").open("a", encoding="utf-8") as records:
        for _ in range(10):
            load = round(os.getloadavg()[0], 2)
            browser.open(PUZZLE)
            browser.until("window.seen && 'minimum_s' in seen")
            seen = browser.run("seen")
            seen.pop("pressed")
            record = {"browser": version, "page_bytes": page.stat().st_size, "load_before": load, **seen}
            records.write(json.dumps(record) + "\n")
    browser.close()


if __name__ == "__main__":
    main()
