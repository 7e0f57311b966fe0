"""The page in a real browser, by what it says and by what is seen. `make test-web`."""

import base64
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
# The first bytes of a certificate.
ZSTD = bytes([0x28, 0xB5, 0x2F, 0xFD])
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

    def rated(self, fragment: str = "") -> str:
        """Opens the page, waits until it says how hard its puzzle is, and returns that."""
        self.browser.open(fragment)
        return str(self.browser.until("document.getElementById('level').textContent"))

    def choose(self, name: str, value: str) -> None:
        """Chooses a value in a list, as by hand."""
        element = f"document.getElementById({name!r})"
        self.browser.run(f"{element}.value = {value!r}; {element}.dispatchEvent(new Event('change')); 0")

    def unfold(self, name: str) -> None:
        """Unfolds what an element stands in."""
        self.browser.run(f"document.getElementById({name!r}).closest('details').open = true; 0")

    def program(self, *args: str) -> dict:
        """What the program answers, as a record."""
        said = subprocess.run([PROGRAM, *args, "--format", "jsonl"], capture_output=True, check=True, text=True)
        return json.loads(said.stdout)

    def cells(self, table: str, what: str = "dataset.digit || '.'") -> list[str]:
        return self.browser.run(f"[...document.querySelectorAll('#{table} td')].map(td => td.{what})")

    def hold(self) -> None:
        """From now on questions do not reach the engine: `asked` waits for them, and `answer` says what comes back."""
        # How hard a puzzle is, the page asks by itself.
        keep = "function (message) { if (message.words[0] !== 'steps') held.push(Object.assign(this, {message})); }"
        self.browser.run(f"window.held = []; Worker.prototype.postMessage = {keep}; 0")

    def asked(self, n: int) -> None:
        """Waits until that many questions were held."""
        self.browser.until(f"held.length === {n}")

    def answer(self, question: int, said: dict) -> None:
        """An answer to a held question, even to one that the page has ended: it must not hear that."""
        self.browser.run(f"held[{question}].onmessage({{data: {json.dumps(said)}}}); 0")

    def enabled(self, name: str) -> bool:
        return not self.browser.run(f"document.getElementById('{name}').disabled")

    def hidden(self, name: str) -> bool:
        return bool(self.browser.run(f"document.getElementById('{name}').hidden"))

    def paste(self, selector: str, text: str) -> bool:
        """Pastes, and says whether the page takes it rather than the element."""
        data = f"const data = new DataTransfer(); data.setData('text', {json.dumps(text)});"
        event = "const event = new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true});"
        target = f"document.querySelector({selector!r})"
        return bool(self.browser.run(f"(() => {{ {data} {event} return !{target}.dispatchEvent(event); }})()"))

    def drop(self, selector: str, item: str) -> list[bool]:
        """Drags something over an element and drops it, and says twice whether the page takes it."""
        data = f"const data = new DataTransfer(); data.items.add({item});"
        event = "kind => new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true})"
        each = f"['dragover', 'drop'].map(kind => !document.querySelector({selector!r}).dispatchEvent(({event})(kind)))"
        return self.browser.run(f"(() => {{ {data} return {each}; }})()")

    def contrast(self, selector: str) -> float:
        """Of text and what is behind it, from 1 to 21, as the Web Content Accessibility Guidelines 2.1 define it."""
        element = f"const element = document.querySelector({selector!r}); let behind = element;"
        back = "const back = () => getComputedStyle(behind).backgroundColor;"
        behind = "while (back() === 'rgba(0, 0, 0, 0)') behind = behind.parentElement;"
        lights = []
        for rgb in self.browser.run(f"(() => {{ {element} {back} {behind} return [getComputedStyle(element).color, back()]; }})()"):
            parts = [int(part) / 255 for part in re.findall(r"\d+", rgb)]
            red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
            lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
        return (max(lights) + 0.05) / (min(lights) + 0.05)

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
        # It plays by itself.
        self.assertEqual(self.browser.text("play"), "Pause")
        self.assertEqual(self.browser.text("watch-status"), "Playing.")
        self.browser.until("document.querySelectorAll('#watch-grids [data-mark=now]').length === 3")
        self.browser.click("#play")
        self.assertRegex(self.browser.text("watch-status"), r"^Step [1-9]")
        self.browser.click("#rewind")

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

    def test_the_first_visitor_sees_an_example_and_what_to_do(self) -> None:
        # The example is rated, and says so; an address with a puzzle has that one instead.
        level = self.rated()
        example = "".join(self.cells("board"))
        people = self.program("rate", "--measures", "people", example)["people"]
        self.assertEqual(level, f"Level: {people['level']}. {people['n_steps']} steps, hardest: {people['technique']}.")
        self.assertTrue(self.browser.text("status").startswith("A puzzle: 27 clues, one solution."))
        self.assertEqual(self.browser.run("document.querySelectorAll('.todo p').length"), 3)
        for name in ("solve", "hint", "make"):
            _, top, _, height = self.browser.box(f"#{name}")
            self.assertLess(top + height, 900, f"{name} is seen without scrolling")
        self.ready(SMALL)
        self.assertEqual("".join(self.cells("board")), SMALL)
        self.browser.click("#clear")
        self.assertEqual(set(self.cells("board")), {"."})
        self.browser.click("#example")
        self.assertEqual("".join(self.cells("board")), example)

    def test_levels_are_those_of_the_program(self) -> None:
        for puzzle in (TAUGHT, "1..4.........32.", "..3423413412412."):
            shape = ["--shape", "1x4"] if puzzle.startswith("..34") else []
            people = self.program("rate", "--measures", "people", *shape, puzzle)["people"]
            level = self.rated(f"1x4/{puzzle}" if shape else puzzle)
            n = people["techniques"][people["technique"]]
            often = f" ({n} times)" if n > 1 else ""
            self.assertEqual(
                level, f"Level: {people['level']}. {people['n_steps']} steps, hardest: {people['technique']}{often}."
            )
        # A complete grid has no level.
        self.ready(SMALL)
        self.assertEqual(self.browser.text("level"), "")
        self.assertFalse(self.enabled("hint"))

    def test_puzzles_with_more_rules_have_levels_and_hints(self) -> None:
        # One cell is left, of a diagonal that has all other digits.
        self.assertEqual(self.rated("x/4.31132424133142"), "Level: easy. 1 step: full house.")
        self.browser.click("#hint")
        self.browser.click("#hint-next")
        self.assertEqual(self.cells("hint-board", "dataset.mark")[1], "now")
        # Regions are houses of a sentence too: the first lacks one digit, and every line lacks two.
        self.rated("jigsaw=AABBAABBCCDDCCDD/1.3.3412..43.32.")
        self.browser.click("#hint")
        self.browser.click("#hint-next")
        self.assertIn("R1C2 is 2: it is the last empty cell of region A", self.browser.text("hint-text"))
        marks = self.cells("hint-board", "dataset.mark")
        self.assertEqual([i for i, mark in enumerate(marks) if mark], [0, 1, 4, 5])

    def test_hints_name_a_step_then_show_it_then_take_it(self) -> None:
        self.rated(TAUGHT)
        steps = self.program("rate", "--measures", "people", "--steps", TAUGHT)["people"]["steps"]
        self.browser.click("#hint")
        # By keys alone from here.
        self.assertEqual(self.browser.run("document.activeElement.id"), "hint-next")
        self.assertEqual("".join(self.cells("hint-board")), TAUGHT)
        notes = "querySelector('.notes')?.textContent ?? ''"
        for n, step in enumerate(steps[:17], 1):
            self.assertRegex(self.browser.text("hint-text"), rf"^Step {n} of {len(steps)}: {step['technique']} \(\w+\)\.$")
            self.assertEqual(self.browser.text("hint-next"), "Show where")
            self.assertNotIn("now", self.cells("hint-board", "dataset.mark"))
            before = self.cells("hint-board")
            self.browser.press("Enter")
            self.assertTrue(self.browser.text("hint-text").endswith(f" {step['text']}."))
            self.assertEqual(self.browser.text("hint-next"), "Apply")
            placed = [step["placed"]] if "placed" in step else []
            removed = step.get("removed", [])
            wanted = {change["cell"] for change in placed + removed}
            marks = self.cells("hint-board", "dataset.mark")
            self.assertEqual({i for i, mark in enumerate(marks) if mark == "now"}, wanted)
            gone = self.browser.run("document.querySelectorAll('#hint-board .gone').length")
            self.assertEqual(gone, len(removed))
            self.browser.press("Enter")
            after = self.cells("hint-board")
            self.assertEqual([i for i in range(81) if before[i] != after[i]], [change["cell"] for change in placed])
            left = self.cells("hint-board", notes)
            for change in removed:
                self.assertNotIn(str(change["digit"]), left[change["cell"]])
        # Step 16: in columns 5 and 8, 2 is in rows 2 and 9 only.
        self.browser.click("#hint-back")
        self.browser.click("#hint-back")
        self.browser.click("#hint-back")
        self.assertIn("Step 16 of", self.browser.text("hint-text"))
        marks = self.cells("hint-board", "dataset.mark")
        lines = {i for i in range(81) if i % 9 in (4, 7) or i // 9 in (1, 8)}
        self.assertEqual({i for i, mark in enumerate(marks) if mark}, lines)
        self.assertIn("candidates ", self.cells("hint-board", "getAttribute('aria-label')")[14])
        self.browser.run("for (let i = 0; i < 140; i++) document.getElementById('hint-next').click(); 0")
        self.assertEqual(self.browser.text("hint-text"), "Solved.")
        solution = self.program("classic", "search", TAUGHT, "-q")["solution"]
        self.assertEqual("".join(self.cells("hint-board")), solution)
        self.browser.click("#hint-start")
        self.assertEqual("".join(self.cells("hint-board")), TAUGHT)
        for width in (320, 390):
            self.browser.size(width, 844, is_phone=True)
            self.assertEqual(self.browser.run("document.documentElement.scrollWidth"), width)
        # Hints belong to the puzzle that is there.
        self.browser.click("#board td")
        self.browser.key("1")
        self.assertTrue(self.hidden("hints-section"))
        self.assertFalse(self.enabled("hint"))

    def test_cells_of_a_reason_are_marked(self) -> None:
        # The first step of this puzzle that names cells as its reason is the thirteenth.
        self.rated(TAUGHT)
        self.browser.click("#hint")
        self.browser.run("for (let i = 0; i < 25; i++) document.getElementById('hint-next').click(); 0")
        self.assertIn("R2C8, R3C7 and R3C9 of box 3 have 2, 3 and 9 between them", self.browser.text("hint-text"))
        marks = self.cells("hint-board", "dataset.mark")
        self.assertEqual([i for i, mark in enumerate(marks) if mark == "why"], [16, 24, 26])
        box = [6, 7, 8, 15, 16, 17, 24, 25, 26]
        self.assertEqual([i for i, mark in enumerate(marks) if mark], box)

    def test_puzzles_of_a_level_are_made(self) -> None:
        self.browser.open()
        for level in ("easy", "hard"):
            self.choose("wanted", level)
            self.browser.run("window.before = location.hash; document.getElementById('level').textContent = ''; 0")
            self.browser.click("#make")
            self.browser.until("location.hash !== before && document.getElementById('level').textContent")
            puzzle = "".join(self.cells("board"))
            self.assertEqual(self.browser.run("location.hash"), f"#{puzzle}")
            self.assertEqual(self.program("rate", "--measures", "people", puzzle)["people"]["level"], level)
            self.assertTrue(self.browser.text("level").startswith(f"Level: {level}. "))
        # Of the size and the rules of the board.
        self.choose("size", "4")
        self.browser.run("document.getElementById('rules-section').open = true")
        self.browser.click("#rules input[value=x]")
        self.choose("wanted", "easy")
        self.browser.click("#make")
        self.browser.until("location.hash.startsWith('#x/') && document.getElementById('status').className === 'good'")
        puzzle = "".join(self.cells("board"))
        self.assertEqual(len(puzzle), 16)
        self.assertTrue(self.program("check", "--variant", "x", puzzle)["valid"])
        # What does not exist is said.
        self.browser.click("#rules input[value=x]")
        self.choose("wanted", "beyond")
        self.browser.click("#make")
        self.browser.until("document.getElementById('status').textContent.includes('choose an easier level')")

    def test_making_a_puzzle_can_be_stopped(self) -> None:
        self.ready(SMALL)
        self.hold()
        self.choose("wanted", "expert")
        self.browser.click("#make")
        self.asked(1)
        self.assertRegex(self.browser.run("held[0].message.question"), r"^expert \d+ 1\n\.{16}$")
        self.assertEqual(self.browser.text("make"), "Stop")
        self.browser.click("#make")
        self.assertEqual(self.browser.text("make"), "New puzzle")
        self.answer(0, {"is": "made", "puzzle": "1" + "." * 15, "solution": SMALL, "level": "expert"})
        self.assertEqual("".join(self.cells("board")), SMALL)

    def pages(self, width: float = 8.27, height: float = 11.69) -> int:
        """Pages of paper, of these inches: those of A4."""
        pdf = base64.b64decode(self.browser.call("Page.printToPDF", paperWidth=width, paperHeight=height)["data"])
        return len(re.findall(rb"/Type\s*/Page\b", pdf))

    def test_a_sheet_has_its_puzzles_and_their_solutions(self) -> None:
        self.rated(TAUGHT)
        self.unfold("keep")
        self.browser.run("document.getElementById('sheet-title').value = 'For <b>Ada</b>'; 0")
        # The puzzle of the board alone, and its solution behind it.
        self.assertEqual(self.pages(), 2)
        tables = "[...document.querySelectorAll('#paper table')].map(t => [...t.querySelectorAll('td')].map(td => td.dataset.digit || '.').join(''))"
        solution = self.program("classic", "search", TAUGHT, "-q")["solution"]
        self.assertEqual(self.browser.run(tables), [TAUGHT, solution])
        heads = "[...document.querySelectorAll('#paper h1')].map(h => h.textContent)"
        self.assertEqual(self.browser.run(heads), ["For <b>Ada</b>", "For <b>Ada</b>: solution"])
        self.browser.click("#solved")
        self.assertEqual(self.pages(), 1)
        self.browser.click("#solved")
        # Seven puzzles are two pages, and their solutions one.
        self.browser.click("#keep")
        self.choose("wanted", "medium")
        self.browser.click("#fill")
        self.browser.until("!document.getElementById('fill').disabled")
        self.assertEqual(self.browser.text("kept"), f"On the sheet: {', '.join(['extreme 9×9'] + 4 * ['medium 9×9'])}.")
        for n in (6, 7):
            self.browser.click("#keep")
            self.assertEqual(self.pages(), 2 if n == 6 else 3)
        made = self.browser.run(tables)
        self.assertEqual(made[0], TAUGHT)
        for puzzle, solved in zip(made[:7], made[7:], strict=True):
            said = self.program("check", puzzle)
            self.assertEqual((said["valid"], said["grid"]), (True, solved))
        captions = self.browser.run("[...document.querySelectorAll('#paper .puzzles figcaption')].map(c => c.textContent)")
        self.assertEqual(captions, ["1: extreme"] + [f"{i}: medium" for i in range(2, 6)] + ["6: extreme", "7: extreme"])
        # The rest of the page is for screens, and the paper is not; dark is for screens too.
        self.browser.scheme("dark")
        self.assertEqual(self.browser.run("getComputedStyle(document.getElementById('paper')).display"), "none")
        self.browser.call("Emulation.setEmulatedMedia", media="print")
        self.assertEqual(self.browser.run("getComputedStyle(document.querySelector('main')).display"), "none")
        self.assertEqual(self.browser.run("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
        self.browser.call("Emulation.setEmulatedMedia", media="")
        self.browser.click("#drop")
        self.assertIn("of the board", self.browser.text("kept"))
        self.assertEqual(self.pages(), 2)

    def test_a_sheet_has_the_rules_of_its_puzzles(self) -> None:
        self.ready("x/4231132424133142")
        self.unfold("keep")
        # A whole page of them, and of solutions, is one page of paper, on letter too.
        for _ in range(20):
            self.browser.click("#keep")
        self.assertEqual(self.pages(), 4 + 1)
        self.assertEqual(self.pages(8.5, 11), 4 + 1)
        self.assertEqual(
            self.browser.run("document.querySelector('#paper figcaption').textContent"),
            "1: Both diagonals have all digits",
        )
        self.assertEqual(self.browser.run("document.querySelectorAll('#paper .puzzles .diagonal').length"), 20 * 8)

    def test_nothing_plays_by_itself_where_less_motion_is_preferred(self) -> None:
        self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        self.ready("1..4.........32.")
        self.browser.click("#watch")
        self.browser.until("document.activeElement.id === 'play'")
        self.assertEqual(self.browser.text("play"), "Play")
        self.assertTrue(self.browser.text("watch-status").startswith("Step 0. "))

    def test_the_button_of_colors_says_what_it_does(self) -> None:
        self.ready(SMALL)
        paper = "getComputedStyle(document.body).backgroundColor"
        for scheme, other, back in (("light", "Dark colors", DARK_PAPER), ("dark", "Light colors", PAPER)):
            self.browser.open()
            self.browser.scheme(scheme)
            self.browser.until(f"document.getElementById('theme').textContent === '{other}'")
            self.browser.click("#theme")
            self.assertEqual(self.browser.run(paper), f"rgb{back}")
            self.assertNotEqual(self.browser.text("theme"), other)

    def test_rules_are_seen_while_their_list_is_folded(self) -> None:
        self.browser.open("x,windoku/1" + "." * 80)
        self.browser.until("document.getElementById('rules-title').textContent.startsWith('Rules: ')")
        self.assertEqual(self.browser.text("rules-title"), "Rules: Both diagonals have all digits; Windows have all digits")
        names = [name.split() for name in self.cells("board", "className")]
        window = {9 * row + column for row in (1, 2, 3, 5, 6, 7) for column in (1, 2, 3, 5, 6, 7)}
        self.assertEqual({i for i, name in enumerate(names) if "window" in name}, window)
        diagonal = {10 * i for i in range(9)} | {8 * i for i in range(1, 10)}
        self.assertEqual({i for i, name in enumerate(names) if "diagonal" in name}, diagonal)
        self.browser.open(SMALL)
        self.browser.until("document.getElementById('rules-title').textContent.startsWith('More rules: ')")

    def test_a_puzzle_of_another_program_brings_its_rules(self) -> None:
        # As f-puzzles saves it: one diagonal, and three clues of row 1.
        row = [{"value": digit, "given": True} for digit in (4, 2, 3)] + [{}]
        saved = {"size": 4, "grid": [row, [{}] * 4, [{}] * 4, [{}] * 4], "diagonal-": True}
        self.browser.open()
        self.paste("body", json.dumps(saved))
        self.browser.until("location.hash === '#falling-diagonal/423.............'")
        self.assertEqual(self.browser.text("rules-title"), "Rules: The diagonal from the upper left has all digits")
        self.assertTrue(self.browser.run("document.querySelector('#rules input[value=falling-diagonal]').checked"))
        names = [name.split() for name in self.cells("board", "className")]
        self.assertEqual([i for i, name in enumerate(names) if "diagonal" in name], [0, 5, 10, 15])

    def test_regions_are_drawn_on_the_board(self) -> None:
        self.browser.open()
        self.choose("size", "4")
        self.unfold("paint")
        self.browser.click("#paint")
        self.assertEqual(self.browser.run("document.getElementById('paint').getAttribute('aria-pressed')"), "true")
        # Two cells change places: the third of row 1 goes to the first box, the second of row 2 to the second.
        self.browser.click("#board td:nth-child(3)")
        self.browser.key("1")
        self.assertEqual(self.browser.run("document.getElementById('regions').value"), "AAABAABBCCDDCCDD")
        self.assertEqual(self.browser.run("document.activeElement.getAttribute('aria-label')"), "row 1, column 3, empty, region 1")
        self.browser.click("#board tr:nth-child(2) td:nth-child(2)")
        self.browser.click("#pad button:nth-child(2)")
        self.assertEqual(self.browser.run("document.getElementById('regions').value"), "AAABABBBCCDDCCDD")
        self.assertEqual(self.cells("board", "dataset.region")[:8], [*"11121222"])
        # Digits are digits again once the rules are folded.
        self.browser.run("document.getElementById('rules-section').open = false; 0")
        self.browser.until("document.getElementById('paint').getAttribute('aria-pressed') === 'false'")
        self.browser.click("#board td")
        self.browser.key("4")
        self.browser.until("location.hash === '#jigsaw=AAABABBBCCDDCCDD/4...............'")
        names = [name.split() for name in self.cells("board", "className")]
        self.assertEqual([i for i in range(8) if "left" in names[i]], [0, 3, 4, 5])
        self.assertEqual([i for i in range(4, 8) if "top" in names[i]], [5, 6])

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
        self.assertTrue(self.paste("body", "12 34\n34 12\n\n21 43\n43 21"))
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

    def test_bounds_of_the_own_clues_are_not_said_of_all_puzzles(self) -> None:
        self.ready(SMALL[:10] + "......")
        self.hold()
        self.browser.click("#within")
        self.asked(1)
        self.answer(0, {"is": "bounds", "lower": 3, "upper": 10, "nodes": 0})
        said = "You need at least 3 of your own clues, and 10 are enough."
        self.assertEqual(self.browser.text("bounds-text"), said)
        label = "document.getElementById('bounds').getAttribute('aria-label')"
        self.assertIn(said, self.browser.run(label))
        self.answer(0, {"is": "bounds", "lower": 5, "upper": 5, "nodes": 1})
        self.assertIn("Of your own clues, 5 are enough.", self.browser.run(label))
        self.browser.click("#stop")
        self.assertRegex(self.browser.text("bounds-text"), r"^Stopped after .* s\. Of your own clues, 5 are enough\.$")

    def test_a_lower_bound_alone_is_not_called_the_minimum(self) -> None:
        self.ready(SMALL)
        self.hold()
        self.browser.click("#solve")
        self.asked(1)
        self.answer(0, {"is": "bounds", "lower": 3, "nodes": 0})
        label = self.browser.run("document.getElementById('bounds').getAttribute('aria-label')")
        self.assertTrue(label.endswith("Every puzzle of this grid has at least 3 clues."), label)

    def test_a_search_can_be_stopped_whatever_else_was_asked(self) -> None:
        self.ready(TAUGHT)
        self.hold()
        for name in ("watch", "sets", "solve"):
            self.browser.click(f"#{name}")
        self.asked(3)
        for question in (0, 1):
            self.answer(question, {"is": "end"})
        self.assertTrue(self.enabled("stop"))
        self.assertFalse(any(map(self.enabled, ("watch", "sets", "solve"))))
        self.browser.click("#stop")
        self.assertFalse(self.enabled("stop"))
        self.assertTrue(all(map(self.enabled, ("watch", "sets", "solve"))))

    def test_answers_for_the_puzzle_before_are_not_shown(self) -> None:
        self.ready(TAUGHT)
        self.hold()
        self.browser.click("#sets")
        self.browser.click("#watch")
        self.asked(2)
        self.browser.click("#board td")
        self.browser.key("Delete")
        self.answer(0, {"is": "sets", "max_size": 4, "sets": []})
        self.answer(1, {"is": "watched", "solver": "fill", "steps": [], "n_steps": 0, "count": 0, "ended": True})
        self.assertTrue(self.hidden("sets-section"))
        self.assertTrue(self.hidden("watch-section"))

    def test_solvers_are_asked_for_once_and_leave_the_focus_where_somebody_put_it(self) -> None:
        self.ready(TAUGHT)
        self.hold()
        self.browser.click("#watch")
        self.browser.click("#sets")
        self.asked(2)
        self.answer(1, {"is": "sets", "max_size": 4, "sets": []})
        self.answer(1, {"is": "end"})
        self.assertTrue(self.enabled("sets"))
        self.assertFalse(self.enabled("watch"), "they are still at work")
        self.browser.click("#board td:nth-child(2)")
        self.answer(0, {"is": "watched", "solver": "fill", "steps": [], "n_steps": 0, "count": 0, "ended": True})
        self.answer(0, {"is": "end"})
        self.assertTrue(self.enabled("watch"))
        self.assertFalse(self.hidden("watch-section"))
        self.assertEqual(self.browser.run("document.activeElement.getAttribute('aria-label')"), "row 1, column 2, empty")

    def test_text_areas_keep_what_is_pasted_or_dropped_into_them(self) -> None:
        self.ready(SMALL)
        self.browser.run("for (const details of document.querySelectorAll('details')) details.open = true; 0")
        for area in ("#regions", "#text"):
            self.assertFalse(self.paste(area, "AABBAABBCCDDCCDD"), area)
            self.assertEqual(self.drop(area, "'AABBAABBCCDDCCDD', 'text/plain'"), [False, False], area)
            # Otherwise the browser would leave the page for the file.
            self.assertEqual(self.drop(area, f"new File(['{SMALL}'], 'small.txt')"), [True, True], area)
        self.assertEqual(self.drop("#board", f"'{SMALL}', 'text/plain'"), [True, True])
        # A tick has no use for text.
        self.assertTrue(self.paste("#rules input", SMALL))

    def test_a_certified_puzzle_is_used_with_its_boxes(self) -> None:
        self.ready(SMALL)
        self.hold()
        file = ROOT / "target/web/held.cert"
        file.write_bytes(ZSTD)
        self.browser.run("document.getElementById('file').closest('details').open = true")
        said = {"is": "verified", "lower": 4, "upper": 4, "sha256": "0", "nodes": 1}
        puzzle = "1..............1"
        for boxes, words in (([1, 4], ["read", "1x4"]), ([2, 2], ["read"])):
            self.hold()
            self.browser.choose_file("#file", file)
            self.asked(1)
            self.answer(0, said | {"grid": {"boxes": boxes, "grid": SMALL, "puzzle": puzzle}})
            self.assertFalse(self.hidden("certified-figure"))
            self.browser.click("#take-certified")
            self.assertEqual("".join(self.cells("board")), puzzle)
            self.asked(2)
            self.assertEqual(self.browser.run("held[1].message.words"), words)
        os.remove(file)

    def test_a_certificate_chosen_later_counts_and_a_failure_is_no_refusal(self) -> None:
        self.ready(SMALL)
        self.hold()
        self.browser.run("document.getElementById('file').closest('details').open = true")
        for n, name in enumerate(("first.cert", "second.cert"), 1):
            file = ROOT / "target/web" / name
            file.write_bytes(ZSTD)
            self.browser.choose_file("#file", file)
            self.asked(n)
            os.remove(file)
        self.answer(0, {"is": "refused", "message": "the first"})
        self.assertIn("second.cert", self.browser.text("verdict"))
        self.answer(1, {"is": "failed", "message": "no memory"})
        self.assertEqual(self.browser.text("verdict"), "Not checked: no memory")

    def test_regions_of_a_size_without_boxes_can_be_cleared(self) -> None:
        self.ready("jigsaw=AAAAABBBBBCCCCCDDDDDEEEEE/1234523451345124512351234")
        self.browser.run("const area = document.getElementById('regions'); area.value = ''; area.dispatchEvent(new Event('change')); 0")
        # What is left is a Latin square.
        self.browser.until("location.hash.startsWith('#1x5/1') && !document.getElementById('solve').disabled")
        self.assertEqual(len(self.cells("board")), 25)

    def test_one_cell_is_framed_and_reached_by_tab(self) -> None:
        self.ready(SMALL)
        for column in (4, 2, 3):
            self.browser.click(f"#board td:nth-child({column})")
        self.browser.key("ArrowDown")
        for those in (".current", "[tabindex='0']"):
            labels = f"[...document.querySelectorAll(`#board td{those}`)].map(td => td.getAttribute('aria-label'))"
            self.assertEqual(self.browser.run(labels), ["row 2, column 3, 1"], those)

    def test_links_of_the_page_can_be_pasted_and_typed(self) -> None:
        rules = "[...document.querySelectorAll('#rules :checked')].map(tick => tick.value)"
        self.browser.open()
        self.paste("body", "file:///somewhere/minclue.html#x/4231132424133142\n")
        self.browser.until("document.querySelectorAll('#board td').length === 16")
        self.assertEqual("".join(self.cells("board")), "4231132424133142")
        self.assertEqual(self.browser.run(rules), ["x"])
        # This one says that there are no rules.
        link = f"https://example.org/minclue.html#{SMALL}"
        self.browser.run(f"const area = document.getElementById('text'); area.closest('details').open = true; area.value = '{link}'; 0")
        self.browser.click("#read")
        self.browser.until(f"location.hash === '#{SMALL}'")
        self.assertEqual("".join(self.cells("board")), SMALL)
        self.assertEqual(self.browser.run(rules), [])
        # What every object has is no rule: this is an address of somebody else.
        self.paste("body", f"https://example.org/#constructor/{NEAR}")
        self.browser.until(f"location.hash === '#{NEAR}'")

    def test_addresses_that_cannot_be_read_leave_the_board(self) -> None:
        self.ready(SMALL)
        for fragment, word in (("%E4", "address"), ("x/1134341221434321", "R1C2")):
            self.browser.run(f"document.getElementById('status').className = ''; location.hash = '{fragment}'; 0")
            self.browser.until("document.getElementById('status').className === 'bad'")
            self.assertIn(word, self.browser.text("status"))
            self.assertEqual("".join(self.cells("board")), SMALL)
            self.assertTrue(self.enabled("solve"))

    def test_other_boxes_are_drawn_linked_and_asked_for(self) -> None:
        # By hand: boxes of three rows and two columns. In those of two rows and three columns 3 stands twice.
        grid = "123456345612561234234561456123612345"
        record = {"schema": "minclue-result/1", "grid": grid, "shape": "3x2", "status": "optimal"}
        self.browser.open()
        self.paste("body", json.dumps(record))
        self.browser.until(f"location.hash === '#3x2/{grid}' && !document.getElementById('solve').disabled")
        self.assertEqual(self.browser.text("status"), "A complete grid.")
        names = [name.split() for name in self.cells("board", "className")]
        self.assertEqual([i for i, edges in enumerate(names) if "left" in edges], [i for i in range(36) if i % 2 == 0])
        self.assertEqual([i for i, edges in enumerate(names) if "top" in edges], [i for i in range(36) if i // 6 % 3 == 0])
        # The Latin square of order 5 has no usual boxes at all.
        for boxes, line in (("3x2", grid), ("1x5", "1234523451345124512351234")):
            said = subprocess.run(
                [PROGRAM, "solve", "-q", "--format", "jsonl", "--shape", boxes, line], capture_output=True, check=True
            ).stdout
            self.ready(f"{boxes}/{line}")
            self.browser.click("#solve")
            self.browser.until(SAYS_MINIMUM)
            self.assertEqual(self.browser.text("best-line"), json.loads(said)["puzzle"])
        # Rules keep the boxes, and every question has both. The usual ones are not said.
        own, usual = "." + grid[1:], ".23456456123231564564231312645645312"
        for address, rules in (
            (f"anti-king,3x2/{own}", ["3x2,anti-king"]),
            (f"3x2/{own}", ["3x2"]),
            (f"2x3/{usual}", []),
        ):
            self.ready(address)
            # The teaching solvers know boxes, but no rules.
            buttons = ["sets", "within"] if "king" in address else ["watch", "sets", "within"]
            self.assertEqual(self.enabled("watch"), "watch" in buttons)
            self.hold()
            for name in buttons:
                self.browser.click(f"#{name}")
            self.asked(len(buttons))
            words = self.browser.run("held.map(worker => worker.message.words)")
            self.assertEqual(words, [[name, *rules] for name in buttons])
            self.assertEqual(self.browser.run("location.hash"), "#" + "/".join([*rules, address.split("/")[1]]))

    def test_a_link_of_another_program_keeps_its_boxes(self) -> None:
        self.browser.open()
        command = [PROGRAM, "generate", "--shape", "4x2", "--seed", "1", "-q", "--format", "link"]
        self.paste("body", subprocess.run(command, capture_output=True, check=True, text=True).stdout)
        self.browser.until("location.hash.startsWith('#4x2/') && !document.getElementById('solve').disabled")
        self.assertTrue(self.browser.text("status").startswith("A puzzle: "), self.browser.text("status"))

    def test_what_was_said_of_the_board_before_goes_at_once(self) -> None:
        self.ready(SMALL)
        self.hold()
        self.browser.click("#board td")
        self.browser.key("Delete")
        self.assertEqual(self.browser.text("status"), "Looking…")
        self.assertFalse(self.enabled("solve"))

    def test_a_refused_text_leaves_the_look_at_the_board(self) -> None:
        self.ready(SMALL)
        self.hold()
        self.browser.click("#board td")
        self.browser.key("Delete")
        self.asked(1)
        known = {"is": "puzzle", "boxes": [2, 2], "line": "." + SMALL[1:]}
        known["solutions"] = {"are": "one", "grid": SMALL, "redundant": []}
        # Twice: what is wrong with the board is not said in place of what is wrong with the text.
        for n, said in ((1, {"is": "refused", "message": "clues clash"}), (3, known)):
            self.paste("body", "12z4")
            self.asked(n + 1)
            self.answer(n - 1, known)
            self.assertFalse(self.enabled("solve"), "a question that was ended is not heard")
            self.answer(n, {"is": "refused", "message": "no digit: z"})
            self.asked(n + 2)
            self.assertEqual(self.browser.run(f"held[{n + 1}].message.question"), known["line"])
            self.answer(n + 1, said)
            self.answer(n + 1, {"is": "end"})
            self.assertEqual(self.browser.text("status"), "no digit: z")
        self.assertTrue(self.enabled("solve"))
        # The board is known now, and is not looked at again.
        self.paste("body", "12z4")
        self.asked(6)
        self.answer(5, {"is": "refused", "message": "no digit"})
        self.assertEqual(self.browser.run("held.length"), 6)

    def test_a_browser_that_keeps_its_address_answers_all_the_same(self) -> None:
        self.ready(SMALL)
        self.browser.run("history.replaceState = () => { throw new DOMException('too often', 'SecurityError'); }; 0")
        self.browser.click("#board td")
        self.browser.key("Delete")
        self.browser.until("document.getElementById('status').textContent.startsWith('A puzzle: 15 clues')")
        self.assertEqual(self.browser.run("document.getElementById('link').getAttribute('href')"), f"#.{SMALL[1:]}")

    def test_of_a_long_file_the_beginning_is_read(self) -> None:
        self.browser.open()
        self.browser.click("#clear")
        self.hold()
        self.drop("#board", f"new File(['{SMALL}\\n', 'x'.repeat(1 << 21)], 'long.txt')")
        self.asked(1)
        # As much as the engine takes: crates/web/src/main.rs.
        self.assertEqual(self.browser.run("held[0].message.question.length"), 1 << 20)
        self.assertTrue(self.browser.run(f"held[0].message.question.startsWith('{SMALL}\\n')"))

    def test_marks_do_not_outlive_what_they_show(self) -> None:
        self.browser.open("..343412..434321")
        self.browser.until("!document.getElementById('two').hidden")
        self.browser.click("#board td")
        self.browser.key("3")
        status = "document.getElementById('status')"
        self.browser.until(f"{status}.className === 'bad' && !{status}.textContent.startsWith('Not a puzzle yet')")
        self.assertEqual(set(self.cells("board", "dataset.mark")), {""})
        self.assertEqual(self.browser.run("document.querySelectorAll('#board small').length"), 0)

    def test_a_file_can_be_chosen_again_and_a_folder_is_refused(self) -> None:
        self.browser.open()
        self.browser.run("document.getElementById('file').closest('details').open = true")
        file = ROOT / "target/web/small.txt"
        file.write_text(SMALL)
        for _ in range(2):
            self.browser.choose_file("#file", file)
            self.browser.until(f"location.hash === '#{SMALL}'")
            self.browser.click("#clear")
            self.assertEqual(self.browser.run("location.hash"), "")
        os.remove(file)
        folder = {"items": [], "files": [str(ROOT / "web")], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.browser.call("Input.dispatchDragEvent", type=kind, x=200, y=200, data=folder)
        self.browser.until("document.getElementById('status').className === 'bad'")
        self.assertEqual(self.browser.text("status"), "web cannot be read: is it a folder?")

    def test_what_is_pale_can_still_be_read(self) -> None:
        self.ready("1..4.........32.")
        self.browser.click("#watch")
        self.browser.until("document.querySelectorAll('#watch-grids table').length === 3")
        self.browser.click("#forward")
        for scheme in ("light", "dark"):
            self.browser.scheme(scheme)
            for selector in ("header p", "#watch-grids figcaption", "#watch-grids .weak", "#watch-grids [data-mark=now]"):
                self.assertGreaterEqual(self.contrast(selector), 4.5, f"{selector}, {scheme}")
        # A hint that writes a digit, and one that removes candidates of cells beside those of its reason.
        self.rated(TAUGHT)
        self.browser.click("#hint")
        for stages, small in ((1, "placed"), (24, "gone")):
            self.browser.run(f"for (let i = 0; i < {stages}; i++) document.getElementById('hint-next').click(); 0")
            selectors = [f".{small}", "[data-mark=now] .notes", "[data-mark=house] .notes", "[data-mark=''] .notes"]
            if small == "gone":
                selectors.append("[data-mark=why] .notes")
            for scheme in ("light", "dark"):
                self.browser.scheme(scheme)
                for selector in selectors:
                    self.assertGreaterEqual(self.contrast(f"#hint-board {selector}"), 4.5, f"{selector}, {scheme}")

    def test_clues_that_could_be_dropped_are_counted(self) -> None:
        # Counted by leaving out each clue in turn.
        for puzzle, needed in (
            ("123..........32.", "None of them can be dropped."),
            ("123.........4..1", "One of them could be dropped."),
            ("123.3.....4....1", "Any one of 2 clues could be dropped."),
        ):
            self.ready(puzzle)
            self.assertTrue(self.browser.text("status").endswith(f"one solution. {needed}"), self.browser.text("status"))


if __name__ == "__main__":
    # What is missing is said before anything is tried.
    program()
    for file, command in ((PAGE, "make web"), (PROGRAM, "cargo build --release")):
        if not file.exists():
            sys.exit(f"{file} is missing: {command}")
    unittest.main()
