"""``results/paper-data`` on a small made-up folder of the form that the authors of tjusila-2023 publish."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import SIXTEEN, program
from minclue.analysis.folders import paper
from minclue.analysis.folders.nogood import generation

SCRIPT = Path(__file__).parents[2] / "results" / "paper-data"
NINE = "".join(str((3 * (row % 3) + row // 3 + column) % 9 + 1) for row in range(9) for column in range(9))
RUNS = (
    "instance,parameter,cut_count,known_puzzle,best_solution,lower bound,gap,runtime,node_count,remaining_nodes,status,cpu_type,"
    "time_limit,ram\n3,2,500,0,18.0,17.0,5.5,9.5,120,7,Time Limit,x,10,1\n"
)
FIRST = ",num_vars,num_consts,runtime,work,simplex_iteration,node_count,open_node_count,bar_iter_count,status,cut_size\n"


def solve(number: int, seconds: float, status: int, size: int) -> str:
    return f"{number},729.0,325.0,{seconds},0.1,9.0,1.0,0.0,0.0,{status}.0,{size}.0\n"


@pytest.fixture
def published() -> Path:
    folder = Path("published")
    logs = folder / "computational_result/unavoidable_sets_generation"
    logs.mkdir(parents=True)
    (folder / "instances").mkdir()
    # The last line ends without a line feed, and one has a space behind it.
    (folder / "instances/selected-instance-for-paper.txt").write_text(f"Id Sudoku Grid\n3 {NINE} \n30 {NINE[::-1]}")
    coded = SIXTEEN.replace("G", "0")
    (folder / "instances/selected-instance-for-paper-16by16.txt").write_text(f"Id Sudoku Grid\n0 {coded} \n")
    for name in ("9by9", "16by16"):
        (folder / f"computational_result/{name}.csv").write_text(RUNS)
    # No set is left of 4 cells, which took two seconds.
    solves = [solve(0, 0.5, 2, 4), solve(1, 2, 3, 4), *(solve(2 + n, 0.25, 2, 6) for n in range(51))]
    (logs / "9x9_3.csv").write_text(FIRST + "".join(solves))
    # Some logs do not number their solves.
    short = [line.partition(",")[2] for line in (FIRST, solve(0, 1, 2, 8))]
    (logs / "9x9_30.csv").write_text("".join(short))
    return folder


def made(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, SCRIPT, folder, "data"], capture_output=True, text=True, check=False)


def test_what_the_authors_publish_is_what_scripts_read(published: Path) -> None:
    run = made(published)
    assert run.returncode == 0, run.stderr
    assert run.stderr.count("not the version that results/ was made with") == 4
    assert Path("data/paper_9x9.txt").read_text() == f"3 {NINE}\n30 {NINE[::-1]}\n"
    nine = program("canon", "data/paper_9x9.txt")
    assert [record["id"] for record in nine] == ["3", "30"] and nine[0]["minlex"] == nine[1]["minlex"]
    sixteen = program("canon", "data/paper_16x16.txt")
    assert [record["id"] for record in sixteen] == ["0"]
    assert paper(Path("data/paper_9x9_results.csv")).lower.tolist() == [17.0]
    sets = generation(Path("data/paper_9x9_set_generation.csv"))
    assert sets.by_size.to_dict() == {"3": {4: 1, 6: 51}, "30": {8: 1}}
    # 0.5 seconds, 2 without a set, and 49 times a quarter.
    assert sets.seconds_to_50["3"] == pytest.approx(14.8, abs=0.051) and sets.seconds_to_100.isna().all()
    assert made(published).returncode == 0


def test_a_wrong_grid_and_another_file_are_refused(published: Path) -> None:
    grids = published / "instances/selected-instance-for-paper.txt"
    grids.write_text(f"Id Sudoku Grid\n3 {NINE}\n4 {NINE[:-1]}{NINE[0]}\n")
    assert "selected-instance-for-paper.txt:3: not a number" in made(published).stderr
    grids.write_text(f"Id Sudoku Grid\n3 {NINE}\n")
    Path("data").mkdir()
    Path("data/paper_9x9.txt").write_text("mine\n")
    assert "says something else" in made(published).stderr
    assert [path.name for path in Path("data").iterdir()] == ["paper_9x9.txt"]
    (published / "computational_result/9by9.csv").write_text("instance,runtime\n")
    assert "9by9.csv: there is no column best_solution" in made(published).stderr
