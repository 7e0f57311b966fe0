"""``python -m minclue.analysis``: what it writes, what it refuses, and that `results/` is what its records say."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from minclue.analysis import Wrong, report
from minclue.analysis.__main__ import FOLDERS, SHOWN, main
from minclue.analysis.folders import lists, native, span
from studies import inequalities, search, searches, solve, write

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "results"
DATA = Path(os.environ.get("MINCLUE_DATA", ROOT.parent / "shared/data"))
SEARCHES = ("hundred", "joined", "k14", "k15", "k16", "sequences", "tradeoffs")
INEQUALITIES = sorted(path.parent.name for path in RESULTS.glob("study/*/settings.json"))
STUDIES = ["teaching/classic", *(f"study/{name}" for name in INEQUALITIES), *(f"published-searches/{name}" for name in SEARCHES)]


@pytest.fixture
def study() -> Path:
    return write(Path("study"), inequalities(["5"], ["a"]), [solve("a", "5", "optimal", (4, 4), 1.0)])


def test_it_writes_tables_plots_and_pictures(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study"]) == 0
    said = capsys.readouterr().out.split()
    there = {str(path) for path in study.iterdir()} - {"study/settings.json", "study/runs.jsonl"}
    assert set(said) == there and len(said) == 1 + 5 + 3 * 6
    plot = json.loads((study / "figure-3a.vl.json").read_text())
    assert plot["$schema"].startswith("https://vega.github.io/schema/vega-lite/") and plot["title"].startswith("Fig. 3(a)")
    assert (study / "figure-3a.svg").read_text().startswith("<svg ")


def test_without_an_svg_converter_there_is_all_but_pictures(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    assert len(report(study).files([])) == 18
    with pytest.raises(ImportError, match=r"minclue\[analysis\]"):
        report(study).figures["figure-3a"].svg()


def test_what_contradicts_itself_has_its_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    write(
        Path("study"),
        searches(["v1", "native"], "a"),
        [search("a", "v1", 192, 1, 1), search("a", "native", 0, 1, 1, n_puzzles=3)],
    )
    assert main(["study"]) == 5
    assert "a: v1 with 192 sets finds 0 puzzles with 16 clues, native finds 3" in capsys.readouterr().err
    assert "- **contradiction**: a: v1" in Path("study/tables.md").read_text()


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        (None, "there is no study in study"),
        ("{", "these are not the settings of a study"),
        ("[]", "these are not the settings of a study"),
        ('{"schema":"minclue-result/1"}', "the layout is `minclue-result/1`, which is not that of a study"),
        ('{"schema":"minclue-study/1"}', "study/settings.json: these settings of a study have no `"),
        ('{"schema":"minclue-search-study/1"}', "study/settings.json: these settings of a study have no `"),
        ('{"schema":"minclue-classic-study/1"}', "study/settings.json: these settings of a study have no `"),
    ],
)
def test_what_is_not_a_study_is_refused(settings: str | None, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    if settings is not None:
        Path("study").mkdir()
        Path("study/settings.json").write_text(settings)
    assert main(["study"]) == 3
    assert complaint in capsys.readouterr().err


def test_what_is_not_a_folder_is_refused(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("results").mkdir()
    for name in ("file", "results/native", "results/teaching"):
        if name != "results/teaching":
            Path(name).write_text("")
        assert main([name]) == 3
        assert f"there is no study in {name}" in capsys.readouterr().err
    # A file beside studies is passed over, whatever it is called.
    shutil.copytree(study, "results/one")
    assert main(["results"]) == 0


def test_files_are_not_taken_for_folders(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `rglob("*/")` of Python 3.10 finds files too."""
    monkeypatch.setattr(Path, "rglob", lambda folder, _: sorted(folder.glob("**/*")))
    shutil.copytree(study, "all/one")
    assert main(["all"]) == 0 and Path("all/one/tables.md").exists()


def test_a_table_never_replaces_what_is_read(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "instance,cut_count,best_solution,lower bound,runtime,node_count,status\na,5,4,4,2,10,Optimal\n"
    (study / "table-2.csv").write_text(text)
    assert main(["study", "--paper", "study/table-2.csv"]) == 3
    assert "study/table-2.csv is read, and a file of that name would be written" in capsys.readouterr().err
    assert (study / "table-2.csv").read_text() == text and not (study / "tables.md").exists()


def test_studies_below_a_folder_are_found(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(study, "all/one")
    shutil.copytree(study, "all/deep/two")
    assert main(["all"]) == 0
    assert Path("all/one/tables.md").read_text() == Path("all/deep/two/tables.md").read_text()


def test_it_needs_nothing_that_was_built(study: Path) -> None:
    code = (
        "import sys; sys.modules['minclue._native'] = None; from minclue.analysis import report; print(report('study').head)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert "1 of 2 runs are finished" in run.stdout, run.stderr


def test_without_pandas_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['pandas'] = None; import minclue; import minclue.analysis"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert run.returncode == 1 and "pip install 'minclue[analysis]'" in run.stderr, run.stderr


@pytest.mark.parametrize("name", [*STUDIES, *FOLDERS])
def test_committed_tables_are_what_the_records_say(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every table, file of values and picture is made anew from the records alone, and is the same."""
    folder = Path("results", name)
    made = ["tables.md", "table-*.csv", "figure-*.csv", "*.svg"]
    records = shutil.ignore_patterns(*made)
    shutil.copytree(RESULTS / "native", "results/native", ignore=records)
    if name != "native":
        shutil.copytree(RESULTS / name, folder, ignore=records)
    if main([str(folder), "--data", str(DATA)]) == 3 and not DATA.exists():
        pytest.skip(f"{DATA} is not there: {capsys.readouterr().err}")
    written = [Path(line) for line in capsys.readouterr().out.split()]
    assert {path.name for path in written} == {path.name for of in made for path in (ROOT / folder).glob(of)}
    for path in written:
        if path.suffix != ".svg":
            assert path.read_text() == (ROOT / path).read_text(), path


def test_the_pictures_that_are_committed_are_those_that_are_drawn() -> None:
    committed = {str(path.relative_to(ROOT)) for path in RESULTS.rglob("*.svg")}
    assert committed == {f"{folder}/{name}" for folder, names in SHOWN.items() for name in names if name.endswith(".svg")}
    assert all((ROOT / path).stat().st_size < 100_000 for path in committed)


def test_records_are_packed_and_may_be_unpacked(study: Path) -> None:
    """A run adds to what it unpacked, so that is what counts."""
    assert not {path.name for path in RESULTS.rglob("*.jsonl")} and main(["study"]) == 0
    tables, runs = (study / "tables.md").read_text(), study / "runs.jsonl"
    (study / "runs.jsonl.gz").write_bytes(gzip.compress(runs.read_bytes()))
    runs.rename("runs.jsonl")
    assert main(["study"]) == 0 and (study / "tables.md").read_text() == tables
    runs.write_text("")
    assert main(["study"]) == 0 and "0 of 2 runs are finished" in (study / "tables.md").read_text()


def test_records_that_contradict_each_other_make_no_table() -> None:
    of = {"thousand": pd.DataFrame([{"id": "a", "status": "optimal", "minimum": 18}])}
    of["opinions"] = pd.DataFrame([{"id": "a", "status": "optimal", "minimum": 19}])
    with pytest.raises(Wrong, match="the minima of random grids"):
        native.known(of)
    of["opinions"]["minimum"] = 18
    assert native.known(of).to_dict() == {"a": 18}


def test_an_older_program_must_answer_the_same() -> None:
    def run(program: str, user_s: float, **answer: int) -> dict[str, object]:
        return {"what": "minimum", "program": program, "id": "a", "user_s": user_s, "n_nodes": 7_000_000} | answer

    bounds = {"lower_bound": 18, "upper_bound": 18, "n_puzzles": 0}
    tables = native.before({"processes-before": pd.DataFrame([run("before", 3, **bounds), run("now", 2, **bounds)])})
    assert "| minimum | 1 | 3.000 | 2.000 | 1.50 | 1.50 | 1.50 | 7.00 M | 7.00 M |" in tables[1]
    other = run("now", 2, **bounds | {"lower_bound": 17})
    with pytest.raises(Wrong, match="answers of the older program"):
        native.before({"processes-before": pd.DataFrame([run("before", 3, **bounds), other])})


def test_nine_of_ten_are_within() -> None:
    values = pd.Series(range(1, 21))
    assert native.spread(values, 1) == ["10.5", "18.0", "20.0", "10.5"]
    assert (span(values, str), span(values[:1], str)) == ("1 to 20", "1")


def test_neighbors_of_a_list() -> None:
    """Puzzles 1 to 5: 1-2 and 2-4 are neighbors of each other, 3 has one that is not in the list, 5 has itself only."""
    links = {1: ["b"], 2: ["a", "d", "d"], 3: ["x"], 4: ["b"], 5: ["e"]}
    Path("forms.txt").write_text("".join(f"{i} {form}\n" for i, form in enumerate("abcde", 1)))
    Path("found.txt").write_text("".join(f"{form}\n" for forms in links.values() for form in forms))
    lines = []
    for i, forms in links.items():
        lines += [{"schema": "minclue-puzzle/1", "id": str(i), "puzzle": form} for form in forms]
        end = {
            "schema": "minclue-neighbors/1",
            "version": "0.1.0",
            "complete": i != 3,
            "n_neighbors": len(forms),
            "seconds": 0.5,
        }
        lines.append(end)
    Path("neighbors.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = lists.summary(Path())
    assert found == {
        "version": "0.1.0",
        "n_puzzles": 5,
        "n_complete": 4,
        "n_neighbors": 7,
        "n_not_in_the_list": 1,
        "n_puzzles_with_neighbors": 3,
        "n_pairs": 2,
        "is_symmetric": True,
        "most_neighbors": 2,
        "n_parts": 3,
        "largest_parts": [3, 1, 1],
        "n_alone": 2,
        "seconds": {"all": 2.5, "most": 0.5},
    }
