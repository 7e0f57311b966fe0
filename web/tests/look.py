#!/usr/bin/env python3
"""Pictures of the page, those of the README and the book: `web/tests/look.py target/web/minclue.html docs`.

A third argument, `png`, makes them in that form, for viewers that know no WebP.
"""

import sys
from pathlib import Path

from browser import Browser

# The example of the page, and what is left of it without its ones.
EXAMPLE = "9...4......8......7421.39.....4.87....1.5....5....6..33.7.6..12.15...8.9......3.."
BROKEN = EXAMPLE.replace("1", ".")
# The puzzle of docs/teaching.md.
TAUGHT = "..2..9.8.......1..64..1..7..8.3...6....2.1....1...6.4..5..8..93..7.......3.9..7.."


VIEWS = {
    "light": ("light", 1200, False),
    "dark": ("dark", 1200, False),
    "phone": ("light", 375, True),
}


def main() -> None:
    page, folder = map(Path, sys.argv[1:3])
    form = sys.argv[3] if len(sys.argv) > 3 else "webp"
    folder.mkdir(parents=True, exist_ok=True)
    browser = Browser(page.resolve())

    def take(name: str) -> None:
        (folder / f"web-{name}.{form}").write_bytes(browser.picture(whole=True, form=form))

    for name, (scheme, width, is_phone) in VIEWS.items():
        browser.scheme(scheme)
        browser.size(width, 640, is_phone)
        browser.open(EXAMPLE)
        browser.until("!document.getElementById('solve').disabled")
        browser.click("#solve")
        browser.until("/^The minimum is/.test(document.getElementById('bounds-text').textContent)")
        if name != "dark":
            browser.click("#sets")
            browser.until("!document.getElementById('sets-section').hidden")
            browser.click("#apart")
        take(name)
    browser.scheme("light")
    browser.size(1200, 640)
    browser.open(BROKEN)
    browser.until("!document.getElementById('two').hidden")
    take("two")
    browser.open(TAUGHT)
    browser.until("!document.getElementById('watch').disabled")
    browser.click("#watch")
    browser.until("document.querySelectorAll('#watch-grids table').length === 3")
    browser.run("for (let step = 0; step < 40; step++) document.getElementById('forward').click(); 0")
    take("watch")
    browser.close()


if __name__ == "__main__":
    main()
