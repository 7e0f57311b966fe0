#!/usr/bin/env python3
"""Pictures of the page: `web/tests/look.py PAGE.html FOLDER`. Those of the README and the book are made of them."""

import sys
from pathlib import Path

from browser import Browser

# The example of the page, and what is left of it without its ones.
EXAMPLE = "9...4......8......7421.39.....4.87....1.5....5....6..33.7.6..12.15...8.9......3.."
BROKEN = EXAMPLE.replace("1", ".")


def main() -> None:
    page, folder = map(Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    browser = Browser(page.resolve())
    for name, scheme, width, is_phone in (("light", "light", 1200, False), ("dark", "dark", 1200, False), ("phone", "light", 375, True)):
        browser.scheme(scheme)
        browser.size(width, 800, is_phone)
        browser.open(EXAMPLE)
        browser.until("!document.getElementById('solve').disabled")
        browser.click("#solve")
        browser.until("/^The minimum is/.test(document.getElementById('bounds-text').textContent)")
        browser.click("#sets")
        browser.until("!document.getElementById('sets-section').hidden")
        browser.click("#apart")
        (folder / f"{name}.png").write_bytes(browser.picture(whole=True))
    browser.scheme("light")
    browser.size(1200, 800)
    browser.open(BROKEN)
    browser.until("!document.getElementById('two').hidden")
    (folder / "two.png").write_bytes(browser.picture())
    print(browser.complaints, browser.addresses)
    browser.close()


if __name__ == "__main__":
    main()
