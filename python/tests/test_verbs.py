"""The other verbs."""

import pickle
import random
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy
import pytest
from conftest import FOUR, SIX, program, untimed

import minclue


def test_all_puzzles_are_found_one_by_one() -> None:
    with minclue.enumerate(FOUR, 4) as puzzles:
        found = list(puzzles)
    # As tests/house/classes.rs counts them by brute force.
    assert len(found) == len(set(found)) == 12
    assert puzzles.summary is not None and puzzles.summary.complete and puzzles.summary.n_puzzles == 12
    assert all(minclue.check(p).valid for p in found)
    *records, summary = program("enumerate", "-k", "4", FOUR)
    assert found == [record["puzzle"] for record in records]
    assert untimed(puzzles.summary.to_dict()) == untimed(summary)


def test_an_enumeration_has_conditions_and_ends() -> None:
    every = list(minclue.enumerate(FOUR, 5))
    minimal = list(minclue.enumerate(FOUR, 5, minimal=True))
    assert set(minimal) == {p for p in every if minclue.check(p).minimal} and len(minimal) < len(every)
    first = list(minclue.enumerate(FOUR, 5, given=[0], forbidden="r4c4"))
    assert set(first) == {p for p in every if p[0] != "." and p[15] == "."}
    some = minclue.enumerate(FOUR, 5, max_puzzles=3)
    assert list(some) == every[:3] and list(some) == [] and len(some.summaries) == 1
    assert some.summary is not None and some.summary.complete is False
    assert (some.summary.status, some.summary.n_puzzles, some.summary.n_clues) == ("max_reached", 3, 5)
    both = minclue.enumerate(FOUR, "4..5", max_puzzles=15)
    assert len(list(both)) == 15
    assert [(s.n_clues, s.n_puzzles, s.complete) for s in both.summaries] == [(4, 12, True), (5, 3, False)]
    none = minclue.enumerate(FOUR, 5, max_puzzles=0)
    assert list(none) == [] and none.summary is not None and not none.summary.complete
    limited = minclue.enumerate(SIX, 20, node_limit=1)
    list(limited)
    assert limited.summary is not None and not limited.summary.complete and limited.summary.status == "node_limit"
    with pytest.raises(minclue.Error):
        next(minclue.enumerate("12?4", 4))


def test_a_range_has_a_summary_for_each_number() -> None:
    for clues in ("4..5", (4, 5), [4, 5], numpy.array([4, 5]), range(4, 6)):
        puzzles = minclue.enumerate(FOUR, clues)
        n_by_clues = [16 - p.count(".") for p in puzzles]
        assert n_by_clues == sorted(n_by_clues)
        summed = [(summary.n_clues, summary.n_puzzles) for summary in puzzles.summaries]
        assert summed == [(k, n_by_clues.count(k)) for k in (4, 5)] and summed[0] == (4, 12)
    for wrong in (range(4, 8, 2), range(5, 5)):
        with pytest.raises(minclue.Error, match="step 1"):
            minclue.enumerate(FOUR, wrong)


@pytest.mark.parametrize("clues", [(4,), (4, 5, 6), [4], [4, 5, 6], (), numpy.array([4, 5, 6])])
def test_a_range_of_clues_is_a_pair(clues: Any) -> None:
    for ask in (lambda: minclue.enumerate(FOUR, clues), lambda: minclue.generate(clues=clues)):
        with pytest.raises(minclue.Error, match="a range of clues is a pair, the fewest and the most, not"):
            ask()


def test_sets_are_tuples_or_rows() -> None:
    sets = minclue.unavoidable_sets(FOUR, max_size=16)
    assert len(sets) == 14 and sorted(map(len, sets)) == [4] * 8 + [8] * 2 + [12] * 4
    array = minclue.unavoidable_sets(FOUR, 16, as_numpy=True)
    assert (array.shape, array.dtype) == ((14, 16), numpy.uint8)
    assert [tuple(numpy.flatnonzero(row)) for row in array] == sets
    assert minclue.unavoidable_sets(FOUR, 3, as_numpy=True).shape == (0, 16)
    [record] = program("sets", "--list", "--max-size", "16", FOUR)
    assert [tuple(found["cells"]) for found in record["sets"]] == sets
    assert len(minclue.unavoidable_sets(FOUR, max_sets=5)) == 5


@pytest.mark.parametrize("puzzle", ["1...............", FOUR, "1..4.........32.", "11..............", "12......3......."])
def test_check_is_that_of_the_program(puzzle: str) -> None:
    [record] = program("check", puzzle, code=3 if puzzle.startswith("11") else 0)
    if puzzle.startswith("11"):
        with pytest.raises(minclue.Error, match="occurs twice") as raised:
            minclue.check(puzzle)
        assert raised.value.place == (record["error"]["line"], record["error"]["column"])
    else:
        assert untimed(minclue.check(puzzle).to_dict()) == untimed(record)


def test_two_solutions_differ_where_it_is_said() -> None:
    found = minclue.check("12......3.......")
    assert not found.valid and found.minimal is None and found.ambiguity is not None
    first, second = found.ambiguity["solutions"]
    assert [cell for cell in range(16) if first[cell] != second[cell]] == list(found.ambiguity["cells"])
    assert minclue.check(FOUR).redundant == tuple(range(16))
    other = minclue.check("1...............", grid="1234341223414123")
    assert other.of_grid is True
    assert minclue.check("2...............", grid=FOUR).differs == (0,)


def test_minlex_forms_tell_classes_apart() -> None:
    form = minclue.canon(FOUR)
    assert (form.minlex, form.n_automorphisms) == (FOUR, program("canon", FOUR)[0]["n_automorphisms"])
    assert minclue.canon("4321214334121234", same_as=FOUR).isomorphic is True
    assert minclue.canon("1234341223414123", same_as=FOUR).isomorphic is False
    assert minclue.canon("1..4.........32.", grids=True).minlex == FOUR


def test_puzzles_are_made_again_from_their_seed() -> None:
    made = minclue.generate(3, clues="22..26", symmetry="half-turn", seed=7)
    records = program("generate", "-n", "3", "-k", "22..26", "--symmetry", "half-turn", "--seed", "7")
    assert [untimed(one.to_dict()) for one in made] == untimed(records)
    for one in made:
        assert one.puzzle is not None and one.n_clues in range(22, 27)
        assert [c == "." for c in one.puzzle] == [c == "." for c in reversed(one.puzzle)]
        assert minclue.check(one.puzzle).valid
    assert minclue.generate(clues=range(22, 27), seed=7)[0].puzzle == minclue.generate(clues=(22, 26), seed=7)[0].puzzle
    assert minclue.generate(shape="2x2")[0].puzzle is not None
    with pytest.raises(minclue.Error):
        minclue.generate(symmetry="none such")


def test_other_puzzles_have_minima_too() -> None:
    answer = minclue.puzzle("latin small\n123\n231\n312\n")
    [record] = program("fcp", text="latin small\n123\n231\n312\n")
    assert untimed(answer.to_dict()) == untimed(record)
    assert (answer.id, answer.minimum) == ("small", 2)
    with pytest.raises(minclue.Error) as raised:
        minclue.puzzle("latin\n123\n213\n312\n")
    assert raised.value.place is not None
    with pytest.raises(minclue.Error, match="no puzzle"):
        minclue.puzzle("")


def test_other_models_have_the_answers_of_the_program() -> None:
    Path("two.ki").write_text("2 1 1  1 1  1 1  3 2")
    Path("f.cnf").write_text("p cnf 2 4\n1 0\n-1 2 0\n-2 0\n-1 0\n")
    bilevel = minclue.bilevel("two.ki", certify="two.cert")
    assert (bilevel.optimum, bilevel.leader, bilevel.upper_proof) == (2, ("x1=1",), "search")
    verdict = minclue.verify("two.cert")
    assert verdict and (verdict.value_at_most, verdict.leader) == (2, ("x1=1",))
    [record] = program("bilevel", "two.ki")
    ours = untimed(minclue.bilevel("two.ki").to_dict())
    assert Path(ours.pop("file")).name == record.pop("file") == "two.ki"
    assert ours == untimed(record)
    [record] = program("explain", "f.cnf")
    assert untimed(minclue.explain("f.cnf").to_dict()) == untimed(record)
    [record] = program("solve", "--hypergraph", "-", text="p hs 3 3\n1 2\n2 3\n1 3\n")
    assert untimed(minclue.hitting_set([[2, 1], (2, 3), {3, 1}]).to_dict()) == untimed(record)
    Path("w").write_text("r1c1 4\nr2c2 0\n")
    [record] = program("solve", "--weights", "w", "--given", "r1c2", text="1234341221434321\n")
    for weights in ("w", {"r1c1": 4, "r2c2": 0}):
        weighted = minclue.least_weight("1234341221434321", weights, given=[1])
        assert untimed(weighted.to_dict()) == untimed(record)
        assert weighted.puzzle is not None and weighted.puzzle[1] == "2"
    with pytest.raises(minclue.Error, match="r9c9") as raised:
        minclue.least_weight("1234341221434321", {"r9c9": 1})
    assert raised.value.message.startswith("weights: line 1: ")
    with pytest.raises(minclue.Failure, match="none.mps"):
        minclue.bilevel("none.mps")
    Path("f.cnf").write_text("p cnf 1 1\n1 0\n")
    with pytest.raises(minclue.Error, match="solution"):
        minclue.explain("f.cnf")


def test_a_hitting_set_has_the_labels_of_its_caller() -> None:
    assert minclue.hitting_set(numpy.array([[1, 2], [3, 2]])).clues == ("2",)
    for sets in (
        [["a", "b"], ["b", "c"]],
        [[1_000_000, 2], [2, 1_000_000_000]],
        [[(0, 1), "x"], ["x", None]],
        [[0, -5], [-5]],
        [[1.5, 2], [2, True]],
        [{Path("f"), Path("g")}, {Path("g")}],
        [["1", 1], [1, 2]],
    ):
        found = minclue.hitting_set(sets)
        [both] = set(sets[0]) & set(sets[1])
        assert found.minimum == 1 and found.labels == (both,) and type(found.labels[0]) is type(both), sets
    # A smallest one, by trying all.
    rng = random.Random(1)
    for _ in range(10):
        words = [f"w{i}" for i in range(8)]
        some = [rng.sample(words, rng.randint(1, 4)) for _ in range(7)]
        answer = minclue.hitting_set(some)
        assert answer.labels is not None and len(answer.labels) == answer.minimum
        assert all(set(answer.labels) & set(one) for one in some)
        sizes = [k for k in range(9) for c in combinations(words, k) if all(set(c) & set(one) for one in some)]
        assert answer.minimum == min(sizes)
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer and again.labels == answer.labels and hash(again) == hash(answer)
    assert minclue.hitting_set([]).labels == ()
    assert minclue.hitting_set([["a"] * 3]).labels == ("a",)
    for empty in ([[]], [[1], []]):
        with pytest.raises(minclue.Error, match="a set has at least one label"):
            minclue.hitting_set(empty)
    for wrong in ("ab", 5, b"a"):
        with pytest.raises(minclue.Error, match="a set is a list of labels, or the like, and not"):
            minclue.hitting_set([wrong])  # type: ignore[list-item]
    with pytest.raises(minclue.Error, match=r"a label can be a key of a dict, which \[1\] cannot"):
        minclue.hitting_set([[[1]]])  # type: ignore[list-item]
    with pytest.raises(minclue.Error, match="640"):
        minclue.hitting_set([[f"v{i}" for i in range(641)]])


def test_models_are_written_as_the_program_writes_them() -> None:
    for to, what in [("mps", "hitting"), ("lp", "hpr"), ("mps+aux", "bilevel"), ("wcnf", "hitting")]:
        Path("ours").mkdir(exist_ok=True)
        Path("theirs").mkdir(exist_ok=True)
        written = minclue.export(FOUR, f"ours/model.{to.split('+')[0]}", to=to, what=what)
        [record] = program("export", FOUR, "--to", to, "--what", what, "-o", "theirs/model")
        assert written.n_sets == record["n_sets"] and written.files is not None
        for ours, theirs in zip(written.files, record["files"], strict=True):
            assert Path(ours).name == Path(theirs).name
            assert Path(ours).read_bytes() == Path(theirs).read_bytes()
    assert minclue.export(FOUR, "follower", what="follower", given=[0, 5]).files == ("follower.mps",)
    # Without `given` a grid says no clues; an empty list says that there are none.
    with pytest.raises(minclue.Error, match="the follower requires clues"):
        minclue.export(FOUR, "follower", what="follower")
    assert minclue.export(FOUR, "follower", what="follower", given=[]).files == ("follower.mps",)
    with pytest.raises(minclue.Error, match="what hitting"):
        minclue.export(FOUR, "model", to="wcnf", what="bilevel")
    with pytest.raises(minclue.Error, match="is a folder"):
        minclue.export(FOUR, "ours")


@pytest.mark.parametrize("to", ["mps+aux", "bobilib"])
def test_a_pair_of_files_has_one_name(to: str) -> None:
    for path in ("four", "four.mps", "four.aux"):
        assert minclue.export(FOUR, path, to=to, what="bilevel").files == ("four.mps", "four.aux")
