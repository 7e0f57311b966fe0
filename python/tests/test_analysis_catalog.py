"""The cost of the whole catalog, from records that can be added up by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from minclue.analysis import Wrong
from minclue.analysis.folders import catalog

# Four places stand for all second bands; two of them are regions, and each has as many third bands that the whole is the
# catalog.
N_SECOND_BANDS = 4_000_000_000
THIRDS = round(6 * catalog.GRIDS / N_SECOND_BANDS * 4 / 2)


def place(k: int, thirds: int, took: float) -> dict[str, object]:
    names = ["n_candidates", "n_survivors", "n_puzzles", "seconds_sides", "seconds_sets", "seconds_walk"]
    numbers = dict.fromkeys(names, 0) | {"n_regions": int(thirds > 0), "n_thirds": thirds, "n_by_bands": thirds}
    return numbers | {"k": k, "seconds_finish": took, "max_rss_kib": 2048}


def write(folder: Path, name: str, lines: list[dict[str, object]]) -> None:
    (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "settings.json").write_text(json.dumps({"n_second_bands": N_SECOND_BANDS}))
    for k in (16, 17):
        write(tmp_path, f"cost-{k}.jsonl", [place(k, n, n / 1000) for n in (THIRDS, 0, THIRDS, 0)])
    write(tmp_path, "native.jsonl", [{"k": k, "user_s": 0.06} for k in (16, 17)])
    return tmp_path


def test_a_sample_stands_for_the_whole(folder: Path) -> None:
    """A millisecond for each third band makes about six for each grid, a tenth of what `enumerate` takes."""
    tables, figures = catalog.make(folder, folder)
    line = next(line for line in tables["tables.md"].splitlines() if line.startswith("| 16 | 4 |"))
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    # 32 milliseconds for each of four places, times a thousand million, by all grids.
    assert THIRDS == 16
    assert cells[2:7] == ["2", "32", "5.8", "60", "10.3"]
    assert figures == {}


def test_records_that_cannot_be_true_are_refused(folder: Path) -> None:
    write(folder, "cost-16.jsonl", [place(16, n, 1.0) for n in (THIRDS, 0, 0, 0)])
    with pytest.raises(Wrong, match="stands for"):
        catalog.make(folder, folder)


def test_a_puzzle_that_was_missed_is_told(folder: Path) -> None:
    write(folder, "known.jsonl", [{"number": 1, "is_found": False}])
    with pytest.raises(Wrong, match="known puzzle"):
        catalog.make(folder, folder)


def test_a_region_that_lacks_a_puzzle_is_told(folder: Path) -> None:
    region = {"k": 18, "n_grids": 30, "n_puzzles": 3, "n_expected": 2, "n_found": 2, "user_s": 1.0, "native_s": 9.0}
    write(folder, "equal.jsonl", [region | {"is_same": True}])
    tables, _ = catalog.make(folder, folder)
    assert "| 18 | 1 | 30 | 3 | 2 | 2 |" in tables["tables.md"]
    write(folder, "equal.jsonl", [region | {"is_same": False}])
    with pytest.raises(Wrong, match="has not the puzzles"):
        catalog.make(folder, folder)


def test_turns_compare_two_programs(folder: Path) -> None:
    """Two regions of six third bands: 3 seconds and 6 without the way there, where 10 and 8 were taken before."""
    numbers = {"n_thirds": 6, "seek_s": 1.0, "new_n_puzzles": 2, "old_n_puzzles": 2}
    numbers |= {"new_n_survivors": 5, "old_n_survivors": 10}
    both = [{"k": 16, "new_s": 4.0, "old_s": 11.0}, {"k": 16, "new_s": 7.0, "old_s": 9.0}]
    write(folder, "turns.jsonl", [numbers | region for region in both])
    tables, _ = catalog.make(folder, folder)
    line = next(line for line in tables["tables.md"].splitlines() if line.startswith("| 16 | 2 | 9000 |"))
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    # Half of the seconds; the residuals are -2 and 2, and their deviation is the root of 8.
    half = 1.96 * 2**0.5 * 8**0.5 / 18
    assert cells[3:6] == ["4500", f"0.50 ({0.5 - half:.2f} to {0.5 + half:.2f})", "0.50"]
    write(folder, "turns.jsonl", [numbers | region | {"new_n_puzzles": 1} for region in both])
    with pytest.raises(Wrong, match="two versions"):
        catalog.make(folder, folder)


def test_certificates_and_campaigns_are_summed(folder: Path) -> None:
    region = {"k": 16, "n_grids": 10, "n_verified": 10, "write_s": 2.0, "verify_s": 1.0, "bytes": 50_000}
    write(folder, "certified.jsonl", [region])
    write(folder, "whole.jsonl", [{"k": 16, "n_tasks": 2000, "n_chunks": 200, "n_files": 2, "bytes": 3e6, "user_s": 1.0}])
    text = catalog.make(folder, folder)[0]["tables.md"]
    # 0.3 seconds for each of 5.47 thousand million grids, and 5 kB.
    assert "| 16 | 10 | 200 | 100 | 5.0 | 52 | 27 |" in text
    assert "| 16 | 2,000 | 200 | 2 | 3 | 1.0 |" in text
    write(folder, "certified.jsonl", [region | {"n_verified": 9}])
    with pytest.raises(Wrong, match="refused"):
        catalog.make(folder, folder)


def test_types_are_counted_up_to_the_size_that_was_asked_for() -> None:
    shapes = [
        {"shape": "2x2", "status": "done", "max_size": 6, "n_types": 1, "by_size": {"4": 1}},
        {"shape": "3x3", "status": "done", "max_size": 5, "n_types": 1, "by_size": {"4": 1}},
    ]
    text = catalog.types(pd.DataFrame(shapes))
    assert "| 2x2 | 6 | 1 | 1 | 0 | 0 |" in text and "| 3x3 | 5 | 1 | 1 | 0 |  |" in text
    with pytest.raises(Wrong, match="types of 3x3"):
        catalog.types(pd.DataFrame([shapes[0], shapes[1] | {"status": "time_limit"}]))
