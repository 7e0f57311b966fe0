#!/usr/bin/env python3
"""Pictures of the page, of a report and of a worksheet, those of the README and the book:
`web/tests/look.py target/web/minclue.html docs`.

A third argument, `png`, makes them in that form, for viewers that know no WebP; more name the pictures that are wanted:
`page`, `report`, `campaign`, `worksheet`.
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from browser import Browser

# The example of the page, and what is left of it without its ones.
EXAMPLE = "9...4......8......7421.39.....4.87....1.5....5....6..33.7.6..12.15...8.9......3.."
BROKEN = EXAMPLE.replace("1", ".")
# The puzzle of docs/teaching.md.
TAUGHT = "..2..9.8.......1..64..1..7..8.3...6....2.1....1...6.4..5..8..93..7.......3.9..7.."


ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "target" / "release" / "minclue"
# Pixels of A4 at 96 a inch.
A4 = (794, 1123)


def main() -> None:
    page, folder = map(Path, sys.argv[1:3])
    form = sys.argv[3] if len(sys.argv) > 3 else "webp"
    wanted = sys.argv[4:] or ["page", "report", "campaign", "worksheet"]
    folder.mkdir(parents=True, exist_ok=True)
    browser = Browser(page.resolve())

    def take(name: str, whole: bool = True) -> None:
        (folder / f"{name}.{form}").write_bytes(browser.picture(whole=whole, form=form))

    if "page" in wanted:
        of_page(browser, take)
    with tempfile.TemporaryDirectory() as made:
        for name, make in (("report", report), ("campaign", campaign), ("worksheet", worksheet)):
            if name in wanted:
                browser.call("Page.navigate", url=make(Path(made)).as_uri())
                browser.until("document.readyState === 'complete' && document.querySelectorAll('svg').length >= 1")
                browser.scheme("light")
                if name == "worksheet":
                    # The first page as it is printed.
                    browser.call("Emulation.setEmulatedMedia", media="print")
                    browser.size(A4[0], browser.run("document.querySelector('section').getBoundingClientRect().bottom | 0"))
                else:
                    browser.size(1000, 700)
                if name == "campaign":
                    # Its first chart: how often each answer occurs.
                    browser.size(620, 700)
                    (folder / f"{name}.{form}").write_bytes(browser.picture(browser.box("figure"), whole=True, form=form))
                    continue
                take(name, whole=name == "report")
                if name == "report":
                    browser.size(620, 700)
                    bounds = "figure:has(path.lower)"
                    (folder / f"bounds.{form}").write_bytes(browser.picture(browser.box(bounds), whole=True, form=form))
    browser.close()


def report(folder: Path) -> Path:
    """A report of six grids: one with its bounds over time, and all with certificates."""
    answers = []
    for name, file, n, options in (
        ("near", "9x9-17.txt", 1, ["--engine", "bilevel", "--log", folder / "near.log"]),
        ("five", "9x9-thousand.txt", 5, []),
    ):
        grids = [line for line in (ROOT / "instances" / file).read_text().splitlines() if not line.startswith("#")]
        command = [PROGRAM, "solve", "-q", "--certify", f"{name}-{{}}.cert", "--format", "jsonl", *options, "-"]
        said = subprocess.run(command, cwd=folder, input="\n".join(grids[:n]), capture_output=True, check=True, text=True)
        answers.append(folder / f"{name}.jsonl")
        answers[-1].write_text(said.stdout)
    page = folder / "report.html"
    subprocess.run([PROGRAM, "report", "--title", "Six grids", *answers, folder / "near.log", "-o", page], check=True)
    return page


def campaign(folder: Path) -> Path:
    """A report of a campaign: the minima of a hundred 8x8 grids."""
    for command in (
        ["generate", "--grids", "--shape", "2x4", "-n", "100", "--seed", "1", "-o", "grids.txt"],
        ["campaign", "new", "c", "--", "solve", "--shape", "2x4", "grids.txt"],
        ["campaign", "run", "c"],
    ):
        subprocess.run([PROGRAM, *command], cwd=folder, capture_output=True, check=True)
    page = folder / "campaign.html"
    subprocess.run([PROGRAM, "report", "--title", "A hundred 8x8 grids", folder / "c", "-o", page], check=True)
    return page


def worksheet(folder: Path) -> Path:
    """The sheet of docs/players.md."""
    sheet = folder / "sheet.html"
    subprocess.run([PROGRAM, "worksheet", "--seed", "3", "-o", sheet], check=True)
    return sheet


def of_page(browser: Browser, picture: Callable[..., None]) -> None:
    """The page of `make web`, in seven states."""

    def take(name: str) -> None:
        picture(f"web-{name}")

    # As it opens: nothing is asked yet.
    browser.scheme("light")
    for name, width, height in (("first", 1200, 760), ("phone", 390, 844)):
        browser.size(width, height, is_phone=name == "phone")
        browser.open()
        browser.until("document.getElementById('level').textContent")
        picture(f"web-{name}", False)
    for name in ("light", "dark"):
        browser.scheme(name)
        browser.size(1200, 640)
        browser.open(EXAMPLE)
        browser.until("!document.getElementById('solve').disabled")
        browser.until("document.getElementById('level').textContent")
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
    browser.until("document.getElementById('level').textContent")
    browser.click("#hint")
    # Both stages of twelve steps, and where the next one is.
    browser.run("for (let stage = 0; stage < 25; stage++) document.getElementById('hint-next').click(); 0")
    take("hint")
    browser.open(TAUGHT)
    browser.until("!document.getElementById('watch').disabled")
    browser.click("#watch")
    browser.until("document.querySelectorAll('#watch-grids table').length === 3")
    browser.run("document.getElementById('rewind').click(); for (let step = 0; step < 40; step++) document.getElementById('forward').click(); 0")
    take("watch")


if __name__ == "__main__":
    main()
