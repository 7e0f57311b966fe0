"""Rating, minimal puzzles, neighbors, pictures and reports."""

import json
import pickle
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from base64 import b64decode
from pathlib import Path

import pytest
from conftest import FOUR, SIX, program, untimed

import minclue

PUZZLE = "1..4.........32."


def test_a_rating_is_that_of_the_program() -> None:
    for options, words in (({}, []), ({"measures": "people"}, ["--measures=people"]), ({"steps": 3}, ["--steps=3"])):
        [record] = program("rate", *words, PUZZLE)
        found = minclue.rate(PUZZLE, **options)  # type: ignore[arg-type]
        assert untimed(found.to_dict()) == untimed(record)
        assert (found.level, found.score) == (record["people"]["level"], record["people"]["score"])
    hints = minclue.rate(PUZZLE, steps=True).steps
    assert hints is not None and len(hints) == 12 and all(re.match(r"R\dC\d is \d: ", hint) for hint in hints)
    assert minclue.rate(PUZZLE).steps is None
    several = minclue.rate("1...............", measures="people")
    assert several.solutions == "several" and several.level is None


def test_a_minimal_puzzle_is_that_of_the_program() -> None:
    [record] = program("minimize", "--orders=7", "--seed=3", SIX)
    found = minclue.minimize(SIX, orders=7, seed=3)
    assert untimed(found.to_dict()) == untimed(record)
    assert found.puzzle is not None and minclue.check(found.puzzle, grid=SIX).minimal
    with pytest.raises(minclue.Error):
        minclue.minimize("12?4")


def test_neighbors_are_found_one_by_one() -> None:
    *records, summary = program("neighbors", "--remove=1", "--add=1", "--minimal", PUZZLE)
    with minclue.neighbors(PUZZLE, remove=1, add=1, minimal=True) as found:
        assert list(found) == [record["puzzle"] for record in records] and len(records) > 3
    assert found.summary is not None and untimed(found.summary.to_dict()) == untimed(summary)
    some = minclue.neighbors(PUZZLE, remove=1, add=1, max_puzzles=2)
    assert len(list(some)) == 2 and some.summary is not None and some.summary.complete is False
    down = minclue.neighbors("1..4.4........21", to=4, pool="pool.jsonl", max_moves=100)
    puzzles = list(down)
    assert Path("pool.jsonl").exists() and down.summary is not None and down.summary.n_found == len(puzzles) > 0
    assert all(minclue.check(puzzle).valid and puzzle.count(".") == 12 for puzzle in puzzles)
    early = minclue.neighbors(PUZZLE, remove=2, add=2)
    next(early)
    early.close()
    assert early.summary is None


def test_a_picture_is_that_of_the_program() -> None:
    def shown(*words: str) -> str:
        run = subprocess.run([sys.executable, "-m", "minclue", "show", *words], capture_output=True, text=True, check=True)
        return run.stdout.rstrip()

    picture = minclue.show(PUZZLE, solution=True, mark=[0], sets=[(0, 2, 4, 6), "r4c4"])
    words = ["--solution", "--mark=r1c1", "--set=r1c1,r1c3,r2c1,r2c3", "--set=r4c4", PUZZLE]
    assert picture.svg.rstrip() == shown("--format=svg", *words) and str(picture) == shown("--format=text", *words)
    assert ElementTree.fromstring(picture._repr_svg_()).tag.endswith("svg")
    few = SIX[:3] + "." * 33
    assert minclue.show(few, shape="3x2").svg != minclue.show(few, shape="2x3").svg
    with pytest.raises(minclue.Error):
        minclue.show("12?4")


def test_answers_have_pictures_in_notebooks() -> None:
    answer = minclue.solve(FOUR)
    assert answer.puzzle is not None
    for found, drawn in (
        (answer, answer.puzzle),
        (pickle.loads(pickle.dumps(answer)), answer.puzzle),
        (minclue.check(PUZZLE), PUZZLE),
        (minclue.canon(FOUR), FOUR),
        (minclue.rate(PUZZLE), PUZZLE),
        (minclue.minimize(PUZZLE), PUZZLE),
    ):
        svg, page = found._repr_svg_(), found._repr_html_()
        assert svg == minclue.show(drawn).svg
        [source] = re.findall(r"<img src='data:image/svg\+xml;base64,([^']+)'>", page)
        assert b64decode(source).decode() == svg
        assert ElementTree.fromstring(page.replace(f"<img src='data:image/svg+xml;base64,{source}'>", "")).tag == "div"
    [made] = minclue.generate(shape="3x2", seed=1)
    assert made.puzzle is not None and made._repr_svg_() == minclue.show(made.puzzle, shape="3x2").svg
    # Rules that are not to be seen are named.
    assert "disjoint-groups" in (minclue.solve(FOUR, variant="disjoint-groups")._repr_svg_() or "")
    for other in (minclue.verify(b"x"), minclue.hitting_set([{"<b>"}])):
        assert other._repr_svg_() is None and "<img" not in other._repr_html_()
    assert "&lt;b&gt;" in minclue.hitting_set([{"<b>"}])._repr_html_()


def test_a_report_is_of_answers_and_of_files() -> None:
    answers = [minclue.solve(FOUR), minclue.solve(SIX)]
    Path("answers.jsonl").write_text("".join(json.dumps(answer.to_dict()) + "\n" for answer in answers))
    page = minclue.report(answers, title="Two")
    assert page == minclue.report("answers.jsonl", title="Two") == minclue.report([a.to_dict() for a in answers], "Two")
    assert "<title>Two</title>" in page and "2 records" in page and page.endswith("</html>\n")
    program_page = subprocess.run(
        [sys.executable, "-m", "minclue", "report", "--title=Two", "answers.jsonl"], capture_output=True, text=True, check=True
    )
    assert page.rstrip() == program_page.stdout.rstrip()
    with pytest.raises(minclue.Error, match="no records"):
        minclue.report([])
    with pytest.raises(minclue.Failure, match="none.jsonl"):
        minclue.report("none.jsonl")
    with pytest.raises(minclue.Error, match="not a value of type int"):
        minclue.report([7])  # type: ignore[list-item]
