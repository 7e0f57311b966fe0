"""`minclue.solvers`: its own parts, and the answers of every solver that is installed."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import FOUR, SIX
from minclue.solvers import SOLVERS
from minclue.solvers.__main__ import main, read_grids
from minclue.solvers._compare import contradictions, minima
from minclue.solvers._loop import by_loop, missed
from minclue.solvers._opb import read_opb
from minclue.solvers._oracle import Oracle
from minclue.solvers._process import Heard, _answer, _heard
from minclue.solvers._run import Run
from minclue.solvers._study import records
from minclue.solvers._task import SCHEMA, Broken, Grid, MissingSolver, Solved, Status, Task, Way
from minclue.solvers.ours import Ours

OTHER = "1234341223414123"
OUTSIDE = [name for name, adapter in SOLVERS.items() if not issubclass(adapter, Ours)]


def of_four(text: str = FOUR) -> Grid:
    return Grid("four", text, 2, 2)


def unavoidable_sets(text: str) -> set[frozenset[int]]:
    """All minimal ones of a 4x4 grid, from all 288 grids."""
    rows = [p for p in itertools.permutations("1234")]
    grids = []
    for of in itertools.product(rows, repeat=4):
        columns_differ = all(len({row[c] for row in of}) == 4 for c in range(4))
        boxes = ((of[r][c], of[r][c + 1], of[r + 1][c], of[r + 1][c + 1]) for r in (0, 2) for c in (0, 2))
        if columns_differ and all(len(set(box)) == 4 for box in boxes):
            grids.append("".join("".join(row) for row in of))
    assert len(grids) == 288
    sets = {frozenset(i for i in range(16) if grid[i] != text[i]) for grid in grids} - {frozenset()}
    return {one for one in sets if not any(other < one for other in sets)}


def run_of(sets: Any = (), text: str = FOUR, said: list[Any] | None = None) -> Run:
    task = Task(of_four(text), "none", Way.LOOP, 60.0, None, 1, sets)
    return Run(task, (said if said is not None else []).append)


@pytest.mark.parametrize(("text", "n_sets"), [(FOUR, 14), (OTHER, 26)])
def test_the_oracle_finds_every_minimal_set_and_nothing_else(text: str, n_sets: int) -> None:
    """The numbers are those of the two classes of 4x4 grids."""
    sets, oracle = unavoidable_sets(text), Oracle(of_four(text))
    assert len(sets) == n_sets
    found = {oracle.unavoidable(frozenset(range(16)) - one) for one in sets}
    assert found == sets
    choose = random.Random(1)
    for _ in range(500):
        clues = frozenset(choose.sample(range(16), choose.randint(0, 8)))
        answer = oracle.unavoidable(clues)
        if answer is None:
            assert all(one & clues for one in sets)
        else:
            assert answer in sets and not answer & clues


def test_the_oracle_knows_a_puzzle_of_nine() -> None:
    """The most canonical grid, and a minimal puzzle of it with 20 clues."""
    grid = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
    puzzle = "12.........6.....3.....345...1.6.8..5....72...9............5.7....9.......8.1.6.."
    oracle = Oracle(Grid("nine", grid, 3, 3))
    clues = frozenset(i for i, digit in enumerate(puzzle) if digit != ".")
    assert len(clues) == 20 and oracle.unavoidable(clues) is None
    for clue in clues:
        one = oracle.unavoidable(clues - {clue})
        assert one is not None and one & clues == {clue} and len(one) >= 4


def test_what_breaks_the_rules_is_not_a_grid() -> None:
    with pytest.raises(ValueError, match="not a grid of shape 2x2"):
        Oracle(of_four("1234341221434312"))


def brute_force(n_cells: int, sets: Any, run: Run) -> Solved:
    for size in range(n_cells + 1):
        for cells in itertools.combinations(range(n_cells), size):
            if all(one & set(cells) for one in sets):
                return Solved(size, size, frozenset(cells))
    raise AssertionError


def test_the_loop_comes_to_the_minimum_from_any_sets() -> None:
    for text, start in itertools.product((FOUR, OTHER), ((), [[0, 2, 4, 6]])):
        said: list[Any] = []
        run = run_of(start, text, said) if text == OTHER else run_of((), text, said)
        assert by_loop(brute_force, run) is Status.OPTIMAL
        assert (run.lower, run.upper) == (4, 4)
        lower = [event["value"] for event in said if event["event"] == "lower_bound"]
        assert lower == sorted(lower) and lower[-1] == 4


def test_a_loop_without_time_keeps_its_bound() -> None:
    run = run_of()
    run.bound(2.0000001)
    run.task = Task(run.task.grid, "none", Way.LOOP, 1e-9, None, 1, ())
    assert by_loop(brute_force, run) is Status.TIME_LIMIT and (run.lower, run.upper) == (2, None)


def test_what_is_missed_is_disjoint_from_the_cells() -> None:
    run, sets = run_of(), unavoidable_sets(FOUR)
    found = missed(frozenset({0, 5}), run)
    assert found and all(one in sets and not one & {0, 5} for one in found)
    assert run.upper is not None and missed(frozenset(range(16)), run) == []


def test_a_bound_is_rounded_up_but_for_noise() -> None:
    run = run_of()
    for value, lower in ((3.0000001, 3), (3.1, 4), (2.0, 4), (float("inf"), 4)):
        run.bound(value)
        assert run.lower == lower


def test_a_puzzle_that_is_none_is_refused() -> None:
    with pytest.raises(Broken, match="3 clues are said to leave one solution"):
        run_of().puzzle(frozenset({0, 1, 2}))


def test_opb_files_are_read_row_by_row() -> None:
    text = "* #variable= 2 #constraint= 2\n* x1 y\nmin: +1 x1 +1 x2 ;\n+1 x1 -1 x2 >= 0 ;\n+1 x2 = 1 ;\n"
    problem = read_opb(text)
    assert problem.n_variables == 2 and list(problem.objective) == [(1, 0), (1, 1)]
    assert [(list(row.terms), row.is_equation, row.bound) for row in problem.rows] == [
        ([(1, 0), (-1, 1)], False, 0),
        ([(1, 1)], True, 1),
    ]
    for wrong in ("min: +1 x1 ;\n", text + "+1 x1 <= 1 ;\n", text + "+1 x1 >= 1 ;\n"):
        with pytest.raises(ValueError, match=r"OPB|row"):
            read_opb(wrong)


def test_grids_are_lines_of_a_name_and_a_grid() -> None:
    Path("grids.txt").write_text(f"id grid\n# a comment\na {FOUR}\n\n{SIX} # six\n")
    grids = [(grid.name, grid.text, grid.shape) for grid in read_grids(Path("grids.txt"))]
    assert grids == [("a", FOUR, "2x2"), ("grid-5", SIX, "2x3")]
    Path("grids.txt").write_text(f"a {FOUR[:-1]}.\n")
    with pytest.raises(ValueError, match=r"grids.txt:1: this is not a complete grid"):
        read_grids(Path("grids.txt"))
    Path("grids.txt").write_text(f"a {FOUR}\nb {FOUR[:-2]}12\n")
    with pytest.raises(ValueError, match=r"grids.txt:2: b: this is not a grid of shape 2x2"):
        read_grids(Path("grids.txt"))


def heard(*events: Any, was_ended: bool = False) -> Heard:
    named = [{"event": event, "value": value, "seconds": at, "cpu_seconds": at / 2} for event, value, at in events]
    return Heard([*named], 100.0, was_ended)


def test_what_comes_after_a_limit_does_not_count() -> None:
    task = Task(of_four(), "none", Way.LOOP, 10.0, None, 1, ())
    events = [("lower_bound", 2, 1.0), ("lower_bound", 3, 9.0), ("upper_bound", 4, 11.0)]
    answer = _answer(heard(*events, was_ended=True), 5.0, task, "")
    assert (answer["status"], answer["lower_bound"], answer["seconds"]) == ("time_limit", 3, 10.0)
    assert "upper_bound" not in answer and [step["lower_bound"] for step in answer["bounds"]] == [2, 3]
    # Of the processor there were 4 seconds.
    answer = _answer(heard(*events, was_ended=True), 5.0, replace(task, cpu_limit=4.0), "")
    assert (answer["lower_bound"], answer["cpu_seconds"]) == (2, 4.0)


def test_an_end_after_the_limit_is_a_limit_and_none_is_a_failure() -> None:
    task = Task(of_four(), "none", Way.LOOP, 10.0, None, 1, ())
    for at, status in ((9.0, "optimal"), (11.0, "time_limit")):
        end = {"event": "end", "status": "optimal", "seconds": at, "cpu_seconds": at}
        assert _answer(Heard([end], at, False), at, task, "")["status"] == status
    # Ended from outside, some solvers say that they have failed.
    for at, status in ((9.0, "failed"), (11.0, "time_limit")):
        end = {"event": "end", "status": "failed", "error": "Solve error", "seconds": at, "cpu_seconds": at}
        answer = _answer(Heard([end], at, True), at, task, "")
        assert (answer["status"], "error" in answer) == (status, status == "failed")
    answer = _answer(heard(("lower_bound", 2, 1.0)), 1.0, task, "it is broken")
    assert (answer["status"], answer["error"]) == ("failed", "it is broken")


def test_who_has_just_ended_can_be_ended_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it has started still has its pipe, so that nobody has noticed that it ended."""
    monkeypatch.setattr("minclue.solvers._process.GRACE", (0.0, 0.0))
    begin = 'echo \'{"event": "begin"}\'; sleep 600 & exit 7'
    process = subprocess.Popen(["sh", "-c", begin], stdout=subprocess.PIPE, start_new_session=True)
    try:
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        said = _heard(process, Task(of_four(), "none", Way.LOOP, 0.1, None, 1, ()))
        assert said.was_ended and list(said.events) == [{"event": "begin"}]
        # It is still there to be waited for, and its usage with it.
        _, status, _ = os.wait4(process.pid, 0)
        assert os.waitstatus_to_exitcode(status) == 7
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.returncode = 7


def record(
    solver: str, lower: int, upper: int | None = None, way: str = "loop", status: str = "time_limit"
) -> dict[str, Any]:
    of = {"id": "a", "grid_sha256": "0", "solver": solver, "way": way, "status": status, "lower_bound": lower}
    return of | ({} if upper is None else {"upper_bound": upper})


def test_bounds_that_contradict_each_other_name_the_solver() -> None:
    ours = record("minclue-native", 4, 4, "own", "optimal")
    assert contradictions([ours, record("highs", 4, 5), record("cbc", 3)], {}) == []
    (said,) = contradictions([ours, record("highs", 5)], {})
    assert "highs by loop proves 5 clues" in said and "4 (minclue-native)" in said
    (said,) = contradictions([ours, record("highs", 3, 3)], {})
    assert "minclue-native by own proves 4 clues" in said and "3 (highs)" in said
    (said,) = contradictions([record("highs", 5)], {"a": 4})
    assert "highs by loop proves 5 clues" in said and "4 (what is known)" in said


def test_every_puzzle_counts_whatever_way_found_it() -> None:
    runs = [record("scip", 15, 17), record("scip", 15, 19, "lazy"), record("highs", 18)]
    for order in itertools.permutations(runs):
        (said,) = contradictions(order, {})
        assert "highs by loop proves 18 clues" in said and "17 (scip)" in said


def test_one_file_has_one_optimum() -> None:
    two = [record("highs", 4, None, "hitting", "optimal"), record("glpk", 3, None, "hitting", "optimal")]
    assert "the same sets have several optima" in contradictions(two, {})[0]
    two[1]["status"] = "time_limit"
    assert contradictions(two, {}) == []
    # Also by the same solver, with another seed.
    two = [record("highs", optimum, None, "hitting", "optimal") for optimum in (3, 4)]
    assert "several optima: 3 (highs by hitting), 4 (highs by hitting)" in contradictions(two, {})[0]


def test_every_solver_says_what_it_cannot_do() -> None:
    for name in OUTSIDE:
        cannot = SOLVERS[name].cannot
        assert set(cannot) < set(Way) and Way.OWN not in cannot and all(cannot.values())
        for way in (Way.HITTING, Way.HPR, Way.BILEVEL):
            assert way in cannot or way in SOLVERS[name].endings


def test_it_needs_nothing_that_was_built() -> None:
    code = "import sys; sys.modules['minclue._native'] = None; from minclue.solvers import SOLVERS; print(len(SOLVERS))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert int(run.stdout) == len(SOLVERS), run.stderr


@pytest.fixture
def program() -> str:
    """The program of this wheel as one file, or another one where nothing is installed."""
    if "MINCLUE" in os.environ:
        return os.environ["MINCLUE"]
    path = Path("program").absolute()
    path.write_text(f'#!/bin/sh\nexec {sys.executable} -m minclue "$@"\n')
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("name", list(SOLVERS))
def test_every_solver_that_is_here_has_our_answers(name: str, program: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Both classes of 4x4 grids, by every way that the solver has."""
    if not issubclass(SOLVERS[name], Ours):
        try:
            SOLVERS[name].version()
        except MissingSolver as e:
            pytest.skip(f"{name} is not here: {e}")
    Path("grids.txt").write_text(f"a {FOUR}\nb {OTHER}\n")
    words = ["-o", "out", "--solvers", f"{name},minclue-native", "--time-limit", "60", "--program", program, "grids.txt"]
    assert main(words) == 0, capsys.readouterr().err
    runs = records(Path("out"))
    for run in runs:
        if run["status"] == "refused":
            assert run["solver"] == name and SOLVERS[name].cannot[Way(run["way"])] == run["error"]
            continue
        assert (run["status"], run["lower_bound"]) == ("optimal", 4), run
        assert run.get("upper_bound", 4) == 4 and (run["way"] in ("hitting", "hpr")) == ("upper_bound" not in run)
        assert FOUR not in json.dumps(run) and OTHER not in json.dumps(run)
    asked = {run["way"] for run in runs if run["solver"] == name and run["status"] != "refused"}
    ways = {Way.OWN} if issubclass(SOLVERS[name], Ours) else set(Way) - {Way.OWN} - set(SOLVERS[name].cannot)
    assert asked == {way.value for way in ways}
    # What is done is not done again.
    lines = Path("out/records.jsonl").read_text()
    assert main(words) == 0 and Path("out/records.jsonl").read_text() == lines


def test_a_study_goes_on_behind_a_torn_line(program: str) -> None:
    Path("grids.txt").write_text(f"a {FOUR}\nb {OTHER}\n")
    words = ["-o", "out", "--solvers", "minclue-native", "--program", program, "grids.txt"]
    assert main(words) == 0
    text = Path("out/records.jsonl").read_text().splitlines(keepends=True)
    Path("out/records.jsonl").write_text(text[0] + text[1][:40])
    assert main(words) == 0
    assert [run["id"] for run in records(Path("out"))] == ["a", "b"]
    assert Path("out/records.jsonl").read_text().count("\n") == 2


def test_a_solver_that_is_wrong_is_named(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("grids.txt").write_text(f"a {FOUR}\n")
    Path("known.jsonl").write_text('{"id": "a", "minimum": 3}\n')
    words = ["-o", "out", "--solvers", "minclue-native", "--program", program, "--known", "known.jsonl", "grids.txt"]
    assert main(words) == 5
    assert "minclue-native by own proves 4 clues, and there are puzzles with 3" in capsys.readouterr().err


RECORDS = '{"id": "a", "minimum": 4}', '{"id": "b", "lower_bound": 3}', '{"id": 7, "minimum": 17}', '{"minimum": 5}'


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(RECORDS),
        "\n" + "\n \n\n".join(RECORDS) + "\n\n",
        f"[{', '.join(RECORDS)}]",
        # As `minclue solve --format json` writes it, also twice into one file.
        "[\n" + "\n,\n".join(RECORDS) + "\n]\n",
        f"[\n{RECORDS[0]}\n]\n[\n{RECORDS[2]}\n]\n[]\n",
        f"{RECORDS[0]}\n[{RECORDS[2]}]\n",
    ],
)
def test_known_minima_are_lines_or_arrays(text: str) -> None:
    Path("known").write_text(text)
    assert minima(Path("known")) == {"a": 4, "7": 17}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b'{"id": "a"}\n\n{"id": \n', "known:3: this is not JSON: "),
        (b'{"id": "a"}\n{"id": "b"\n{"id": "c"}\n', "known:2: this is not JSON: "),
        (b'[\n{"id": "a"}\n,\nwhat\n]\n', "known:4: this is not JSON: "),
        (b'{"id": "a"}\na 4\n', "known:2: this is not JSON: "),
        (b'{"id": "a"}\n4\n', "known:2: a record is an object of JSON, and not 4"),
        (b'\n[{"id": "a"}, [4]]\n', "known:2: a record is an object of JSON, and not [4]"),
        (b'{"id": "a"}\n{"id": "\xe4"}\n', "known:2: this is not text in UTF-8"),
        (b'\n{"id": "a", "minimum": "4"}\n', "known:2: a minimum is a whole number, and not '4'"),
    ],
)
def test_what_is_not_a_record_has_its_place(text: bytes, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("known").write_bytes(text)
    with pytest.raises(ValueError, match=f"^{re.escape(complaint)}"):
        minima(Path("known"))
    Path("grids.txt").write_text(f"a {FOUR}\n")
    Path("program").write_text("#!/bin/sh\necho 1.0.0\n")
    Path("program").chmod(0o755)
    assert main(["-o", "out", "--program", "./program", "--known", "known", "grids.txt"]) == 3
    assert f"minclue: {complaint}" in capsys.readouterr().err and not Path("out").exists()


@pytest.mark.parametrize(
    ("damaged", "complaint"),
    [
        ('{"schema": ', ":3: this is not JSON: "),
        ("17", ":3: a record is an object of JSON, and not 17"),
        ('{"schema": "other/1"}', f":3: the record is of layout `other/1`, not `{SCHEMA}`"),
    ],
)
def test_a_damaged_line_of_a_study_has_its_place(damaged: str, complaint: str) -> None:
    done = [json.dumps({"schema": SCHEMA, **record("highs", lower), "seed": lower}) for lower in (3, 4)]
    Path("records.jsonl").write_text(f"{done[0]}\n\n{done[1]}\n{damaged}")
    assert [run["lower_bound"] for run in records(Path())] == [3, 4]
    Path("records.jsonl").write_text(f"{done[0]}\n\n{damaged}\n{done[1]}\n")
    with pytest.raises(ValueError, match=f"^records.jsonl{re.escape(complaint)}"):
        records(Path())


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--max-sets", "-1"], "a whole number from 0 is wanted, and not '-1'"),
        (["--time-limit", "1m"], "a limit is in seconds, a number above 0, and not '1m'"),
        (["--cpu-limit", "0"], "a limit is in seconds, a number above 0, and not '0'"),
    ],
)
def test_options_are_numbers(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["-o", "out", *words, "grids.txt"])
    assert complaint in capsys.readouterr().err


def test_a_program_that_fails_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("grids.txt").write_text(f"a {FOUR}\n")
    Path("program").write_text("#!/bin/sh\n[ $1 = --version ] && echo 1.0.0 || { echo no sets >&2; exit 3; }\n")
    Path("program").chmod(0o755)
    assert main(["-o", "out", "--solvers", "minclue-native", "--program", "./program", "grids.txt"]) == 3
    assert "minclue: ./program sets: no sets" in capsys.readouterr().err


def alive(process: int) -> bool:
    """Does a process run, and is not only a name in the table of processes?"""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked at by /proc")
@pytest.mark.parametrize("how", [signal.SIGHUP, signal.SIGTERM, signal.SIGKILL])
def test_a_run_ends_with_who_asked_for_it(how: signal.Signals) -> None:
    """The solver of this run is a program that never ends, and knows no limit."""
    Path("grids.txt").write_text(f"a {FOUR}\n")
    Path("program").write_text(
        f"#!/bin/sh\ncase $1 in --version) echo 1.0.0;; sets) echo '{{\"sets\": []}}';;"
        " solve) echo $$ $PPID >pids.new; mv pids.new pids; exec sleep 600;; esac\n"
    )
    Path("program").chmod(0o755)
    words = ["-o", "out", "--solvers", "minclue-native", "--time-limit", "500", "--program", "./program", "grids.txt"]
    asker = subprocess.Popen([sys.executable, "-m", "minclue.solvers", *words], stderr=subprocess.PIPE)
    try:
        wait_for(Path("pids").exists)
        pids = [int(pid) for pid in Path("pids").read_text().split()]
        assert all(map(alive, pids))
        asker.send_signal(how)
        assert asker.wait(60) == (-how if how == signal.SIGKILL else 128 + how)
        wait_for(lambda: not any(map(alive, pids)))
    finally:
        asker.kill()
        asker.communicate()


def wait_for(what: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_without_the_program_nothing_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    Path("grids.txt").write_text(f"a {FOUR}\n")
    assert main(["-o", "out", "--program", "no-such-program", "grids.txt"]) == 3
    assert "there is no program no-such-program" in capsys.readouterr().err and not Path("out").exists()


def test_a_program_that_hangs_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("minclue.solvers.ours.VERSION_SECONDS", 0.1)
    Path("grids.txt").write_text(f"a {FOUR}\n")
    Path("program").write_text("#!/bin/sh\nexec sleep 600\n")
    Path("program").chmod(0o755)
    assert main(["-o", "out", "--program", "./program", "grids.txt"]) == 3
    assert "./program --version has not ended" in capsys.readouterr().err and not Path("out").exists()
    assert main(["--list", "--program", "./program"]) == 0
    assert "minclue-native: missing: ./program --version has not ended" in capsys.readouterr().out
