"""The page in a real browser, by what it says and by what is seen. `make test-web`."""

import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

from browser import Browser, program
from png import share

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "target/web/minclue.html"
PROGRAM = ROOT / "target/release/minclue"
# Colors of style.css.
DIFFERS, PAPER, DARK_PAPER, SHADE = (255, 224, 138), (255, 255, 255), (21, 23, 27), (227, 233, 244)
# The only minimum of a 4x4 grid is four (instances/known.tsv).
SMALL = "1234341221434321"
# Its minimum is 17: instances/9x9-17.txt.
NEAR = next(line.split()[1] for line in (ROOT / "instances/9x9-17.txt").read_text().splitlines() if line.startswith("near"))
# A grid that takes some seconds, so that there is something to stop.
LONG = next(line.split()[1] for line in (ROOT / "instances/9x9-thousand.txt").read_text().splitlines() if line.startswith("seed-0003"))
# The puzzle of docs/teaching.md.
TAUGHT = "..2..9.8.......1..64..1..7..8.3...6....2.1....1...6.4..5..8..93..7.......3.9..7.."
SAYS_MINIMUM = "/^The minimum is \\d+/.test(document.getElementById('bounds-text').textContent)"


class Page(unittest.TestCase):
    browser: Browser

    @classmethod
    def setUpClass(cls) -> None:
        cls.browser = Browser(PAGE)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.browser.close()

    def setUp(self) -> None:
        self.browser.complaints.clear()
        self.browser.addresses.clear()
        self.browser.size(1200, 900)
        self.browser.scheme("light")

    def tearDown(self) -> None:
        self.assertEqual(self.browser.complaints, [])
        outside = [address for address in self.browser.addresses if not re.match("file:|blob:|data:|about:", address)]
        self.assertEqual(outside, [], "the page asks nobody")

    def ready(self, fragment: str) -> None:
        """Opens the page with a puzzle, and waits until it may be asked about."""
        self.browser.open(fragment)
        self.browser.until("!document.getElementById('solve').disabled")

    def cells(self, table: str, what: str = "dataset.digit || '.'") -> list[str]:
        return self.browser.run(f"[...document.querySelectorAll('#{table} td')].map(td => td.{what})")

    def test_a_typed_grid_gets_its_minimum(self) -> None:
        self.browser.open()
        self.browser.run("document.getElementById('size').value = '4'; document.getElementById('size').dispatchEvent(new Event('change'))")
        self.browser.click("#board td")
        for digit in SMALL:
            self.browser.key(digit)
        self.browser.until("document.getElementById('status').textContent === 'A complete grid.'")
        self.browser.click("#solve")
        self.browser.until(SAYS_MINIMUM)
        self.assertRegex(self.browser.text("bounds-text"), r"^The minimum is 4 clues, proven in ")
        self.assertEqual(len([d for d in self.browser.text("best-line") if d != "."]), 4)

    def test_bounds_close_in_on_the_answer_of_the_program(self) -> None:
        self.ready(NEAR)
        seen = "window.seen = []; new MutationObserver(() => seen.push(document.getElementById('bounds-text').textContent))"
        self.browser.run(seen + ".observe(document.getElementById('bounds-text'), {childList: true}); 0")
        self.browser.click("#solve")
        self.browser.until(SAYS_MINIMUM)
        lowers = [int(n) for said in self.browser.run("seen") for n in re.findall(r"at least (\d+)", said)]
        self.assertGreater(len(set(lowers)), 2, "the bounds are seen while they close in")
        self.assertEqual(lowers, sorted(lowers))
        said = subprocess.run([PROGRAM, "solve", "-q", "--format", "jsonl", NEAR], capture_output=True, check=True).stdout
        record = json.loads(said)
        self.assertEqual(self.browser.text("best-line"), record["puzzle"])
        self.assertIn(f"The minimum is {record['minimum']} clues", self.browser.text("bounds-text"))

    def test_the_stop_button_leaves_the_bounds(self) -> None:
        self.ready(LONG)
        self.browser.click("#solve")
        self.browser.until("/one with \\d+ is known/.test(document.getElementById('bounds-text').textContent)")
        self.browser.click("#stop")
        said = self.browser.text("bounds-text")
        self.assertRegex(said, r"^Stopped after .* at least \d+ clues, and one with \d+ is known\.$")
        self.assertTrue(self.browser.run("document.getElementById('stop').disabled"))
        self.assertFalse(self.browser.run("document.getElementById('solve').disabled"))

    def test_two_solutions_of_a_broken_puzzle_differ_in_marked_cells(self) -> None:
        # By hand: 1 and 2 in the corners of a rectangle can be exchanged.
        self.browser.open("..343412..434321")
        self.browser.until("!document.getElementById('two').hidden")
        one, other = self.cells("one"), self.cells("other")
        marks = self.cells("one", "dataset.mark")
        differ = [i for i in range(16) if one[i] != other[i]]
        self.assertEqual(differ, [0, 1, 8, 9])
        self.assertEqual([i for i in range(16) if marks[i] == "differs"], differ)
        self.assertIn("2 solutions", self.browser.text("status"))
        self.assertIn("R1C1, R1C2, R3C1, R3C2", self.browser.text("status"))
        marked = self.browser.picture(self.browser.box("#one td"))
        plain = self.browser.picture(self.browser.box("#one td:nth-child(4)"))
        self.assertGreater(share(marked, DIFFERS), 0.4)
        self.assertEqual(share(plain, DIFFERS), 0)

    def test_contradictions_and_what_cannot_be_read_are_named(self) -> None:
        self.browser.open("123........4....")
        self.browser.until("document.getElementById('status').className === 'bad'")
        self.assertIn("R1C1, R1C2, R1C3, R3C4", self.browser.text("status"))
        self.browser.run("document.getElementById('text').closest('details').open = true; document.getElementById('text').value = '12z4 3412 2143 4321'")
        self.browser.click("#read")
        self.browser.until("document.getElementById('status').textContent.includes('z')")

    def test_sets_are_shown_with_their_second_solutions(self) -> None:
        self.ready(SMALL)
        self.browser.click("#sets")
        self.browser.until("!document.getElementById('sets-section').hidden")
        marks = self.cells("set-board", "dataset.mark")
        chosen = [i for i, mark in enumerate(marks) if mark == "set"]
        self.assertEqual(len(chosen), 4, "the smallest set has four cells")
        for i, small in enumerate(self.cells("set-board", "querySelector('small')?.textContent ?? ''")):
            self.assertEqual(small != "", i in chosen)
            self.assertNotEqual(small, SMALL[i])
        self.browser.click("#apart")
        self.assertIn("No cell is in two of these", self.browser.text("set-legend"))
        hues = set(self.cells("set-board", "style.getPropertyValue('--hue')"))
        self.assertGreater(len(hues), 2)

    def test_more_rules_make_another_puzzle(self) -> None:
        # As the program says: three clues are enough with both diagonals, four without.
        grid = "4231132424133142"
        self.ready(f"x/{grid}")
        self.assertTrue(self.browser.run("document.querySelector('#rules input[value=x]').checked"))
        diagonal = [i for i, name in enumerate(self.cells("board", "className")) if "diagonal" in name.split()]
        self.assertEqual(diagonal, [0, 3, 5, 6, 9, 10, 12, 15])
        shaded = self.browser.picture(self.browser.box("#board td"))
        self.assertGreater(share(shaded, SHADE), 0.4)
        self.browser.click("#solve")
        self.browser.until(SAYS_MINIMUM)
        self.assertIn("The minimum is 3 clues", self.browser.text("bounds-text"))
        self.assertTrue(self.browser.run("document.getElementById('watch').disabled"))
        # Without the rule by a click, and the address follows.
        self.browser.run("document.getElementById('rules-section').open = true")
        self.browser.click("#rules input[value=x]")
        self.browser.until(f"location.hash === '#{grid}' && !document.getElementById('solve').disabled")
        self.browser.click("#solve")
        self.browser.until(SAYS_MINIMUM)
        self.assertIn("The minimum is 4 clues", self.browser.text("bounds-text"))
        # A grid that breaks a rule is refused with its place.
        self.browser.open(f"x/{SMALL}")
        self.browser.until("document.getElementById('status').className === 'bad'")
        self.assertIn("diagonal", self.browser.text("status"))

    def test_a_jigsaw_has_its_regions(self) -> None:
        regions = "AABBAABBCCDDCCDD"
        self.ready(f"jigsaw={regions}/{SMALL}")
        self.assertEqual(self.browser.run("document.getElementById('regions').value"), regions)
        left = [i for i, name in enumerate(self.cells("board", "className")) if "left" in name.split()]
        self.assertEqual(left, [i for i in range(16) if i % 2 == 0])
        self.browser.click("#solve")
        self.browser.until(SAYS_MINIMUM)
        self.assertIn("The minimum is 4 clues", self.browser.text("bounds-text"))
        self.browser.open(f"jigsaw={regions}D/{SMALL}")
        self.browser.until("document.getElementById('status').className === 'bad'")
        self.assertIn("regions", self.browser.text("status"))

    def test_rules_of_9x9_have_the_minimum_of_the_program(self) -> None:
        said = subprocess.run(
            [PROGRAM, "generate", "--grids", "--variant", "windoku", "--seed", "1", "-q"], capture_output=True, check=True, text=True
        )
        grid = said.stdout.split()[0]
        said = subprocess.run(
            [PROGRAM, "solve", "-q", "--format", "jsonl", "--variant", "windoku", grid], capture_output=True, check=True
        ).stdout
        record = json.loads(said)
        self.ready(f"windoku/{grid}")
        self.browser.click("#solve")
        self.browser.until(SAYS_MINIMUM)
        self.assertEqual(self.browser.text("best-line"), record["puzzle"])
        self.assertIn(f"The minimum is {record['minimum']} clues", self.browser.text("bounds-text"))

    def test_three_solvers_are_watched_step_by_step_and_played(self) -> None:
        self.ready(TAUGHT)
        self.browser.click("#watch")
        self.browser.until("document.querySelectorAll('#watch-grids table').length === 3 && !document.getElementById('watch').disabled")
        self.assertEqual(self.browser.run("document.activeElement.id"), "play")

        def grids() -> list[str]:
            digits = "[...table.querySelectorAll('td')].map(td => td.dataset.digit || '.').join('')"
            return self.browser.run(f"[...document.querySelectorAll('#watch-grids table')].map(table => {digits})")

        self.assertEqual(grids(), [TAUGHT] * 3)
        self.browser.click("#forward")
        first = grids()
        # The first empty cell has 1 as its first legal value; CtN begins where contribution is largest.
        self.assertEqual(first[0], "1" + TAUGHT[1:])
        self.assertTrue(all(sum(a != b for a, b in zip(grid, TAUGHT, strict=True)) == 1 for grid in first))
        marked = self.browser.run("[...document.querySelectorAll('#watch-grids [data-mark=now]')].map(td => td.getAttribute('aria-label'))")
        self.assertEqual(len(marked), 3)
        self.assertEqual(marked[0], "row 1, column 1, 1, just written")
        self.browser.click("#forward")
        self.assertNotEqual(grids(), first)
        self.browser.click("#back")
        self.assertEqual(grids(), first)
        self.assertIn("Step 1. Brute force", self.browser.text("watch-status"))
        self.browser.run("const speed = document.getElementById('speed'); speed.value = '1000'; speed.dispatchEvent(new Event('change')); 0")
        self.browser.click("#play")
        self.assertEqual(self.browser.text("watch-status"), "Playing.")
        # The counts of docs/teaching.md.
        self.browser.until("document.getElementById('watch-grids').textContent.includes('done after 155 recursions')")
        self.browser.until("document.getElementById('watch-grids').textContent.includes('done after 43 recursions')")
        self.browser.click("#play")
        self.assertEqual(self.browser.text("play"), "Play")
        solved = grids()[1]
        self.assertNotIn(".", solved)
        said = subprocess.run([PROGRAM, "classic", "search", "-q", "--format", "jsonl", TAUGHT], capture_output=True, check=True).stdout
        self.assertEqual(solved, json.loads(said)["solution"])
        self.browser.click("#rewind")
        self.assertEqual(grids(), [TAUGHT] * 3)
        for width in (320, 375):
            self.browser.size(width, 640, is_phone=True)
            self.assertEqual(self.browser.run("document.documentElement.scrollWidth"), width)

    def test_fewest_of_the_own_clues_are_own_clues(self) -> None:
        own = SMALL[:10] + "......"
        self.ready(own)
        self.browser.click("#within")
        self.browser.until("/^Of your own clues/.test(document.getElementById('bounds-text').textContent)")
        found = self.browser.text("best-line")
        self.assertTrue(all(digit in (".", mine) for digit, mine in zip(found, own, strict=True)), found)

    def test_a_certificate_is_verified_and_a_spoiled_one_refused(self) -> None:
        self.browser.open()
        folder = ROOT / "target/web"
        good, bad = folder / "good.cert", folder / "bad.cert"
        subprocess.run([PROGRAM, "solve", "-q", "--certify", good, SMALL], check=True, stdout=subprocess.DEVNULL)
        self.browser.run("document.querySelector('details').open = true")
        self.browser.choose_file("#file", good)
        self.browser.until("document.getElementById('verdict').className === 'good'")
        self.assertEqual(self.browser.text("verdict"), "VERIFIED minimum = 4")
        self.assertEqual("".join(self.cells("certified-board")), SMALL)
        bytes_ = bytearray(good.read_bytes())
        bytes_[len(bytes_) // 2] ^= 0x10
        bad.write_bytes(bytes_)
        self.browser.choose_file("#file", bad)
        self.browser.until("document.getElementById('verdict').className === 'bad'")
        self.assertTrue(self.browser.text("verdict").startswith("REFUSED"))
        os.remove(good)
        os.remove(bad)

    def test_a_link_carries_the_grid(self) -> None:
        self.ready(NEAR)
        self.assertEqual("".join(self.cells("board")), NEAR)
        self.browser.click("#board td")
        self.browser.key("Delete")
        self.browser.until(f"location.hash === '#.{NEAR[1:]}'")
        self.assertEqual(self.browser.run("document.getElementById('link').getAttribute('href')"), f"#.{NEAR[1:]}")

    def test_a_paste_is_read(self) -> None:
        self.browser.open()
        paste = "const data = new DataTransfer(); data.setData('text', '12 34\\n34 12\\n\\n21 43\\n43 21');"
        self.browser.run(paste + "document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true})); 0")
        self.browser.until("document.querySelectorAll('#board td').length === 16")
        self.assertEqual("".join(self.cells("board")), SMALL)

    def test_keys_walk_through_the_grid_and_cells_have_names(self) -> None:
        self.ready("1234341221......")
        self.browser.click("#board td")
        self.browser.key("ArrowRight")
        self.browser.key("ArrowDown")
        self.assertEqual(self.browser.run("document.activeElement.getAttribute('aria-label')"), "row 2, column 2, 4")
        nodes = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        roles = [node["role"]["value"] for node in nodes if not node["ignored"]]
        self.assertIn("grid", roles)
        self.assertGreaterEqual(roles.count("gridcell"), 16)
        nameless = [n for n in nodes if n["role"]["value"] in ("button", "textbox", "combobox") and not n["name"]["value"]]
        self.assertEqual(nameless, [])

    def test_a_phone_has_all_of_it_and_nothing_is_wider(self) -> None:
        for width in (320, 375):
            self.browser.size(width, 640, is_phone=True)
            self.ready(SMALL + "")
            self.browser.click("#sets")
            self.browser.until("!document.getElementById('sets-section').hidden")
            self.assertEqual(self.browser.run("document.documentElement.scrollWidth"), width)
        self.ready(NEAR)
        self.browser.click("#solve")
        self.assertEqual(self.browser.run("document.documentElement.scrollWidth"), width)

    def test_dark_and_light_are_those_of_the_system_or_of_the_button(self) -> None:
        for scheme, paper in (("light", PAPER), ("dark", DARK_PAPER)):
            self.browser.scheme(scheme)
            self.browser.open()
            self.assertGreater(share(self.browser.picture([0, 0, 300, 200]), paper), 0.5, scheme)
        self.browser.click("#theme")
        self.assertGreater(share(self.browser.picture([0, 0, 300, 200]), PAPER), 0.5, "the button")


if __name__ == "__main__":
    # What is missing is said before anything is tried.
    program()
    for file, command in ((PAGE, "make web"), (PROGRAM, "cargo build --release")):
        if not file.exists():
            sys.exit(f"{file} is missing: {command}")
    unittest.main()
