"""What happens while a search runs: callbacks, other threads, Ctrl-C."""

import signal
import subprocess
import sys
import threading

import pytest
from conftest import FOUR, SEVENTEEN, SIXTEEN

import minclue


def test_bounds_are_told_in_this_thread() -> None:
    told = []
    here = threading.get_ident()

    def on_bounds(lower: int, upper: int | None, puzzle: str | None) -> None:
        assert threading.get_ident() == here
        told.append((lower, upper, puzzle))

    answer = minclue.solve(SEVENTEEN, on_bounds=on_bounds)
    assert len(told) > 1 and told[-1][:2] == (17, 17)
    assert [lower for lower, *_ in told] == sorted(lower for lower, *_ in told)
    for _, upper, puzzle in told:
        assert (puzzle is None) == (upper is None)
        assert puzzle is None or 81 - puzzle.count(".") == upper
    assert answer.minimum == 17


def test_what_a_callback_raises_ends_the_search() -> None:
    class Enough(Exception):
        pass

    def on_bounds(*_: object) -> None:
        raise Enough

    # Without that, it would run for ever.
    with pytest.raises(Enough):
        minclue.solve(SIXTEEN, on_bounds=on_bounds)
    with pytest.raises(Enough):
        minclue.solve_many([FOUR, SIXTEEN, SIXTEEN], jobs=2, on_result=on_bounds)


def test_other_threads_go_on() -> None:
    search = threading.Thread(target=lambda: minclue.solve(SIXTEEN, time_limit=2))
    search.start()
    n = 0
    while search.is_alive():
        n += 1
    # With the lock of the interpreter held, only some switches between bounds would be counted.
    assert n > 10_000


@pytest.mark.parametrize(
    "call",
    [
        "minclue.solve(grid)",
        "minclue.solve(grid, threads=2)",
        "minclue.solve_many([grid] * 3, jobs=2)",
        "for _ in minclue.enumerate(grid, 100): pass",
        "minclue.unavoidable_sets(grid, 200)",
    ],
)
def test_ctrl_c_is_a_keyboard_interrupt(call: str) -> None:
    code = f"""
import minclue, threading, os, signal
grid = {SIXTEEN!r}
# As a terminal does it: a signal to the process.
threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", minclue.solve({FOUR!r}).minimum)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert (run.stdout, run.returncode) == ("interrupted 4\n", 0), run.stderr


def test_the_program_hears_signals_itself() -> None:
    command = [sys.executable, "-m", "minclue", "solve", "--format", "jsonl", SIXTEEN]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    # Nothing says that it listens by now. Before that, the signal ends it silently.
    with pytest.raises(subprocess.TimeoutExpired):
        run.wait(3)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=300)
    assert run.returncode == 130 and '"status":"interrupted"' in out, err
    assert "Traceback" not in err
