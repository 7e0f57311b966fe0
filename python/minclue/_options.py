"""Options of verbs that functions take beside those that they name. Made by `tests/options.py` from the help of the
program: `MINCLUE_OPTIONS=write pytest python/tests/test_options.py` makes it anew."""

from __future__ import annotations

from typing import Literal, TypedDict

from ._run import Path, Time


class BilevelOptions(TypedDict, total=False):
    """Of :func:`minclue.bilevel`."""

    # Vector instructions of the native engine; the answer is the same for all
    instructions: Literal["best", "avx2", "portable"] | None
    # What a choice is worth that leaves the follower without an answer [default: prevented for blockers, else
    # forbidden]
    no_answer: Literal["forbidden", "prevented"] | None
    # Do not use the grid's automorphisms
    no_symmetry: bool
    # Of the follower's best answers, take the one that is worst for the leader
    pessimistic: bool
    # Fixes every random choice
    seed: int | None


class CanonOptions(TypedDict, total=False):
    """Of :func:`minclue.canon`."""

    # Only the first input of each class of isomorphic ones, as it was given
    distinct: bool
    # Write the order of the automorphism group after the form
    order: bool
    # Box shape, rows x columns: 3x2 and 2x3 differ, and 1x5 is the Latin square of order 5
    shape: str | None
    # More rules: x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-
    # consecutive, or jigsaw=FILE with rows of letters, one letter a region, in place of boxes; a line such as
    # `thermometer r1c1 r1c2`; several with commas between them
    variant: str | None


class CheckOptions(TypedDict, total=False):
    """Of :func:`minclue.check`."""

    # Exit with code 5 unless every puzzle has one solution and belongs to
    require_valid: bool
    # Box shape, rows x columns: 3x2 and 2x3 differ, and 1x5 is the Latin square of order 5
    shape: str | None
    # A solution of a model that export wrote for --grid, from another solver, in place of INPUT: are its cells
    # a puzzle, and if not, which row do they miss?
    solution: Path | None
    # More rules: x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-
    # consecutive, or jigsaw=FILE with rows of letters, one letter a region, in place of boxes; a line such as
    # `thermometer r1c1 r1c2`; several with commas between them
    variant: str | None


class EnumerateOptions(TypedDict, total=False):
    """Of :func:`minclue.enumerate`."""

    # Write a certificate that these are all the puzzles, and check it; {} stands for the number of the grid
    certify: Path | None
    # native, or a published search: checker2006, dmus-basic, dmus, checker2012, v1 to v5, with settings such as
    # dmus/sets=512/shrink=up
    engine: str | None
    # In place of grids a hypergraph, or - for standard input: its hitting sets, one a line; K counts vertices,
    # and CELLS are their numbers from 1
    hypergraph: Path | None
    # Vector instructions of the native engine; the answer is the same for all
    instructions: Literal["best", "avx2", "portable"] | None
    # Puzzles with at most N solutions, one of them the grid
    max_solutions: int | None
    # Limit on the memory of the process, in MB
    memory_limit: int | None
    # Do not use the grid's automorphisms
    no_symmetry: bool
    # The regions of --source region [default: all]
    regions: Literal["checker", "lin-wu", "all"] | None
    # Fixes every random choice
    seed: int | None
    # Box shape, rows x columns: 3x2 and 2x3 differ, and 1x5 is the Latin square of order 5
    shape: str | None
    # Where the start sets come from [default: complete, or those of the published search's paper]
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # More rules: x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-
    # consecutive, or jigsaw=FILE with rows of letters, one letter a region, in place of boxes; a line such as
    # `thermometer r1c1 r1c2`; several with commas between them
    variant: str | None


class ExplainOptions(TypedDict, total=False):
    """Of :func:`minclue.explain`."""

    # What looks for a solution of the constraints that are chosen
    follower: Literal["auto", "oracle", "highs", "cbc"] | None
    # Vector instructions of the native engine; the answer is the same for all
    instructions: Literal["best", "avx2", "portable"] | None
    # Do not use the grid's automorphisms
    no_symmetry: bool
    # Rows that the choice of constraints must keep: an LP, MPS or OPB file over their names, without objective
    rows: Path | None
    # Fixes every random choice
    seed: int | None
    # What constraints weigh: lines of a name and a weight; those that are not named weigh 1
    weights: Path | None


class ExportOptions(TypedDict, total=False):
    """Of :func:`minclue.export`."""

    # What the AUX file of --to mps+aux calls the follower's variables and rows by [default: index]
    aux: Literal["index", "names"] | None
    # Unavoidable sets from a file in place of a source: records of sets --list, or lines of cell numbers
    from_: Path | None
    # Use only sets of at most N cells; a source looks no further
    max_size: int | None
    # How variables and rows are named; short names fit fixed-format MPS readers such as that of MibS
    names: Literal["full", "short"] | None
    # Minima of regions as rows of the leader: how many clues all bands but one need, and so on [default: none]
    region_rows: Literal["none", "parts", "lines", "digits"] | None
    # The regions of --source region [default: all]
    regions: Literal["checker", "lin-wu", "all"] | None
    # Box shape, rows x columns: 3x2 and 2x3 differ, and 1x5 is the Latin square of order 5
    shape: str | None
    # Where the unavoidable-set inequalities come from
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # Rows of the leader that leave one of each class of symmetric puzzles, where the grid has automorphisms
    symmetry_rows: bool


class GenerateOptions(TypedDict, total=False):
    """Of :func:`minclue.generate`."""

    # Only puzzles for which backtracking by contribution numbers needs a number of recursions in this range
    ctn: int | str | None
    # Keep each cell with probability D, 0 to 1, and do not look at the solutions (maniccam-2013)
    density: float | None
    # The order in which clues are taken away
    dig: Literal["random", "rows"] | None
    # Where random grids come from [default: permutations up to 9x9, solver above]; uniform up to 9x9
    fill: Literal["permutations", "solver", "uniform"] | None
    # The number of the first puzzle of this seed: each can be made again without those before it
    first: int | None
    # Take the grids from here, in place of random ones: a file, a grid, or - for standard input; may be
    # repeated
    from_: str | None
    # Write the grids, with all their cells
    grids: bool
    # Only puzzles that are this hard for people: by the hardest technique that they need
    level: Literal["easy", "medium", "hard", "expert", "extreme", "beyond"] | None
    # Give up on a puzzle after N attempts; where the clues are few, that may take hours, and is said at once
    max_attempts: int | None
    # Only puzzles from which no clue can be taken
    minimal: bool
    # Clues in exactly these cells: r1c1,r2c3,... or a line or a file that marks them, such as X..X..
    pattern: str | None
    # Threads that share the work, or auto for all cores; the answers and their order are the same for any
    # number
    threads: int | str | None
    # Only puzzles for which the brute-force fill needs a number of tries in this range, such as 100000.. or
    # 188..1404
    tries: int | str | None
    # Draw from all grids of the shape, each with the same chance: short for --fill uniform
    uniform: bool
    # With --density: only puzzles with one solution
    valid: bool
    # More rules: x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-
    # consecutive, or jigsaw=FILE with rows of letters, one letter a region, in place of boxes; a line such as
    # `thermometer r1c1 r1c2`; several with commas between them
    variant: str | None


class HittingSetOptions(TypedDict, total=False):
    """Of :func:`minclue.hitting_set`."""

    # Stop as soon as it is known whether the minimum is at least K
    at_least: int | None
    # Stop as soon as it is known whether a puzzle has at most K clues
    at_most: int | None
    # How a node is cut into children
    branching: Literal["set", "strong", "fractional"] | None
    # Which number of clues is refuted next
    budgets: Literal["rising", "falling"] | None
    # Limit on the processor time of each thread, for each input and engine, written as a time
    cpu_limit: Time | None
    # Confirm each answer by the native engine
    cross_check: bool
    # Other cutting planes at the root [default: zero-half]
    cuts: Literal["none", "zero-half"] | None
    # What answers for the follower; an integer program goes with --leaf lp
    follower: Literal["oracle", "highs", "cbc"] | None
    # Cells that must not be clues, written in the same way
    forbidden: str | None
    # Start sets of every engine from a file: records of sets --list, or lines of cell numbers
    from_: Path | None
    # Cells that must be clues (they count toward the total): r1c1,r2c3,... or a line that marks them, such as
    # X...............
    given: str | None
    # How puzzles are looked for outside the tree [default: local, or covers with a follower that is an integer
    # program]
    heuristic: Literal["none", "rounding", "covers", "local"] | None
    # Solve twice with independent engines and compare (implies --engine both)
    independent: bool
    # Vector instructions of the native engine; the answer is the same for all
    instructions: Literal["best", "avx2", "portable"] | None
    # What closes small subtrees
    leaf: Literal["lp", "native", "auto"] | None
    # With --leaf native: hand subtrees over once N clues or fewer are left [default: 14]
    leaf_clues: int | None
    # Append the node log to a file, one JSON record a line
    log: Path | None
    # What solves the linear programs
    lp_solver: Literal["auto", "dense", "highs"] | None
    # Start from at most N sets; with 0 an engine starts from none
    max_sets: int | None
    # Do not leave out cells by their reduced costs
    no_fixing: bool
    # Do not split a budget over the bands or stacks
    no_split: bool
    # Do not use the grid's automorphisms
    no_symmetry: bool
    # Which open node is next
    node_order: Literal["depth", "best"] | None
    # Minima of regions as rows of the linear programs [default: lines with --leaf lp, else parts]
    region_rows: Literal["none", "parts", "lines", "digits"] | None
    # What finds the minima of regions
    region_search: Literal["auto", "native", "lp"] | None
    # The regions of --source region [default: all]
    regions: Literal["checker", "lin-wu", "all"] | None
    # What the linear programs know beside the inequalities of unavoidable sets; `published` decides on its own
    # what is a row, a case and a leaf
    relaxation: Literal["full", "published"] | None
    # Rows that the clues must keep: an LP, MPS or OPB file over the names of cells or vertices, without
    # objective
    rows: Path | None
    # Fixes every random choice
    seed: int | None
    # Box shape, rows x columns: 3x2 and 2x3 differ, and 1x5 is the Latin square of order 5
    shape: str | None
    # Where the start sets of the bilevel engine or of a published search come from [default: complete, or those
    # of its paper]
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # Keep what is left to do in this directory, and go on from there
    state: Path | None
    # More rules: x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-
    # consecutive, or jigsaw=FILE with rows of letters, one letter a region, in place of boxes; a line such as
    # `thermometer r1c1 r1c2`; several with commas between them
    variant: str | None
    # Look for clues of the least weight: lines of a cell, or a vertex of --hypergraph, and a weight; those that
    # are not named weigh 1
    weights: Path | None


class LeastWeightOptions(TypedDict, total=False):
    """Of :func:`minclue.least_weight`."""

    # Stop as soon as it is known whether the minimum is at least K
    at_least: int | None
    # Stop as soon as it is known whether a puzzle has at most K clues
    at_most: int | None
    # How a node is cut into children
    branching: Literal["set", "strong", "fractional"] | None
    # Which number of clues is refuted next
    budgets: Literal["rising", "falling"] | None
    # Limit on the processor time of each thread, for each input and engine, written as a time
    cpu_limit: Time | None
    # Confirm each answer by the native engine
    cross_check: bool
    # Other cutting planes at the root [default: zero-half]
    cuts: Literal["none", "zero-half"] | None
    # native, bilevel, both (one after the other, compared), or a published search: checker2006, dmus-basic,
    # dmus, checker2012, v1 to v5, with settings such as dmus/sets=512/shrink=up
    engine: str | None
    # What answers for the follower; an integer program goes with --leaf lp
    follower: Literal["oracle", "highs", "cbc"] | None
    # Start sets of every engine from a file: records of sets --list, or lines of cell numbers
    from_: Path | None
    # How puzzles are looked for outside the tree [default: local, or covers with a follower that is an integer
    # program]
    heuristic: Literal["none", "rounding", "covers", "local"] | None
    # In place of grids a hypergraph in the format of PACE 2025, or - for standard input: a minimum hitting set;
    # CELLS are vertex numbers from 1
    hypergraph: Path | None
    # Solve twice with independent engines and compare (implies --engine both)
    independent: bool
    # Vector instructions of the native engine; the answer is the same for all
    instructions: Literal["best", "avx2", "portable"] | None
    # What closes small subtrees
    leaf: Literal["lp", "native", "auto"] | None
    # With --leaf native: hand subtrees over once N clues or fewer are left [default: 14]
    leaf_clues: int | None
    # Append the node log to a file, one JSON record a line
    log: Path | None
    # What solves the linear programs
    lp_solver: Literal["auto", "dense", "highs"] | None
    # Start from at most N sets; with 0 an engine starts from none
    max_sets: int | None
    # Do not leave out cells by their reduced costs
    no_fixing: bool
    # Do not split a budget over the bands or stacks
    no_split: bool
    # Do not use the grid's automorphisms
    no_symmetry: bool
    # Which open node is next
    node_order: Literal["depth", "best"] | None
    # Minima of regions as rows of the linear programs [default: lines with --leaf lp, else parts]
    region_rows: Literal["none", "parts", "lines", "digits"] | None
    # What finds the minima of regions
    region_search: Literal["auto", "native", "lp"] | None
    # The regions of --source region [default: all]
    regions: Literal["checker", "lin-wu", "all"] | None
    # What the linear programs know beside the inequalities of unavoidable sets; `published` decides on its own
    # what is a row, a case and a leaf
    relaxation: Literal["full", "published"] | None
    # Fixes every random choice
    seed: int | None
    # Box shape, rows x columns: 3x2 and 2x3 differ, and 1x5 is the Latin square of order 5
    shape: str | None
    # Where the start sets of the bilevel engine or of a published search come from [default: complete, or those
    # of its paper]
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # Keep what is left to do in this directory, and go on from there
    state: Path | None
    # Threads of the native engine; the answer is the same for any number
    threads: int | None


class MinimizeOptions(TypedDict, total=False):
    """Of :func:`minclue.minimize`."""

    # With --exact: native, bilevel or both (one after the other, compared)
    engine: str | None
    # The fewest of these clues that still force the solution, proven, as solve finds the fewest of all
    exact: bool
    # Vector instructions of the native engine; the answer is the same for all
    instructions: Literal["best", "avx2", "portable"] | None
    # Limit on the memory of the process, in MB
    memory_limit: int | None
    # Do not use the grid's automorphisms
    no_symmetry: bool
    # Limit on search nodes for each input and engine
    node_limit: int | None
    # Box shape, rows x columns: 3x2 and 2x3 differ, and 1x5 is the Latin square of order 5
    shape: str | None
    # Threads of the native engine; the answer is the same for any number
    threads: int | None


class NeighborsOptions(TypedDict, total=False):
    """Of :func:`minclue.neighbors`."""

    # Also puzzles that are isomorphic to one before them
    all: bool
    # Puzzles that are not new, one a line; with --to, how many of them are met is counted
    known: Path | None
    # With --to: stop after N moves from each input
    max_moves: int | None
    # With --to: keep all classes and moves in FILE, or go on from there
    pool: Path | None
    # Box shape, rows x columns: 3x2 and 2x3 differ, and 1x5 is the Latin square of order 5
    shape: str | None


class PuzzleOptions(TypedDict, total=False):
    """Of :func:`minclue.puzzle`."""

    # With --sets, --export and --solution any: the solver of the integer programs
    backend: Literal["highs", "cbc"] | None
    # A clue may also say that a variable is 0
    both_signs: bool
    # How a node is cut into children
    branching: Literal["set", "strong", "fractional"] | None
    # Which number of clues is refuted next
    budgets: Literal["rising", "falling"] | None
    # Are these clues enough, and is each of them needed? Exit code 5 if they are not enough
    check: str | None
    # The variables that may be clues, such as x_*, x1..x81 or a,b [default: those of the puzzle, all of a
    # model, the soft clauses of WCNF or the groups of GCNF]
    clue_vars: str | None
    # Confirm each answer by the native engine
    cross_check: bool
    # Other cutting planes at the root [default: zero-half]
    cuts: Literal["none", "zero-half"] | None
    # List all sets of K clues that are enough
    enumerate: int | None
    # Write a model for other solvers to PREFIX.mps, PREFIX.aux and the like, or to a file such as x.lp
    export: str | None
    # What answers for the follower; an integer program goes with --leaf lp
    follower: Literal["oracle", "highs", "cbc"] | None
    # With --export --what follower: the clues
    given: str | None
    # How puzzles are looked for outside the tree [default: local, or covers with a follower that is an integer
    # program]
    heuristic: Literal["none", "rounding", "covers", "local"] | None
    # Vector instructions of the native engine; the answer is the same for all
    instructions: Literal["best", "avx2", "portable"] | None
    # What closes small subtrees
    leaf: Literal["lp", "native", "auto"] | None
    # With --leaf native: hand subtrees over once N clues or fewer are left [default: 14]
    leaf_clues: int | None
    # Append the node log to a file, one JSON record a line
    log: Path | None
    # What solves the linear programs
    lp_solver: Literal["auto", "dense", "highs"] | None
    # With --sets and --export: at most N sets [default: all; in exports none, except for --what hitting]
    max_sets: int | None
    # With --sets and --export: sets of at most N cells
    max_size: int | None
    # With --enumerate: only those from which no clue can be taken
    minimal: bool
    # Any 0/1 model in place of puzzles: an LP, MPS or OPB file, or clauses as CNF, WCNF or GCNF
    model: Path | None
    # With --export: names as they are, or x1, x2, ... for strict readers
    names: Literal["full", "short"] | None
    # Do not leave out cells by their reduced costs
    no_fixing: bool
    # Do not split a budget over the bands or stacks
    no_split: bool
    # Do not use the grid's automorphisms
    no_symmetry: bool
    # Which open node is next
    node_order: Literal["depth", "best"] | None
    # Minima of regions as rows of the linear programs [default: lines with --leaf lp, else parts]
    region_rows: Literal["none", "parts", "lines", "digits"] | None
    # What finds the minima of regions
    region_search: Literal["auto", "native", "lp"] | None
    # What the linear programs know beside the inequalities of unavoidable sets; `published` decides on its own
    # what is a row, a case and a leaf
    relaxation: Literal["full", "published"] | None
    # Rows that the clues must keep: an LP, MPS or OPB file over their names, without objective
    rows: Path | None
    # List minimal unavoidable sets, smallest first, found by integer programs
    sets: bool
    # Two solutions are the same if they agree in these variables [default: all]
    shown: str | None
    # With --export --what sets: the number of cells
    size: int | None
    # A solution of --model, as ILP, SAT and pseudo-Boolean solvers write it, or lines of a name and a value; or
    # any, for one that a search finds
    solution: Path | None
    # Keep what is left to do in this directory, and go on from there
    state: Path | None
    # With --export: the format of the file [default: by its ending; else mps+aux for bilevel, mps for the
    # others]
    to: Literal["lp", "mps", "mps+aux", "bobilib", "opb", "wcnf", "hgr", "cnf"] | None
    # Look for clues of the least weight: lines of a clue and a weight; those that are not named weigh 1
    weights: Path | None
    # With --export: the model; follower and sets take their numbers from --given and --size [default: hitting
    # for lp, mps, opb, wcnf and hgr, else bilevel]
    what: Literal["bilevel", "hpr", "follower", "hitting", "sets", "second"] | None


class RateOptions(TypedDict, total=False):
    """Of :func:`minclue.rate`."""

    # Count at most N tries and N recursions; asks for these counts
    max_tries: int | None
    # What is measured
    measures: Literal["people", "all", "courses"] | None
    # Box shape, rows x columns: 3x2 and 2x3 differ, and 1x5 is the Latin square of order 5
    shape: str | None
    # More rules: x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-
    # consecutive, or jigsaw=FILE with rows of letters, one letter a region, in place of boxes; a line such as
    # `thermometer r1c1 r1c2`; several with commas between them
    variant: str | None


class ShowOptions(TypedDict, total=False):
    """Of :func:`minclue.show`."""

    # Pictures side by side on a sheet of --format svg [default: as many as fit a page]
    columns: int | None
    # Box shape, rows x columns: 3x2 and 2x3 differ, and 1x5 is the Latin square of order 5
    shape: str | None
    # More rules: x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-
    # consecutive, or jigsaw=FILE with rows of letters, one letter a region, in place of boxes; a line such as
    # `thermometer r1c1 r1c2`; several with commas between them
    variant: str | None


class SolveOptions(TypedDict, total=False):
    """Of :func:`minclue.solve`."""

    # How a node is cut into children
    branching: Literal["set", "strong", "fractional"] | None
    # Which number of clues is refuted next
    budgets: Literal["rising", "falling"] | None
    # Limit on the processor time of each thread, for each input and engine, written as a time
    cpu_limit: Time | None
    # Confirm each answer by the native engine
    cross_check: bool
    # Other cutting planes at the root [default: zero-half]
    cuts: Literal["none", "zero-half"] | None
    # What answers for the follower; an integer program goes with --leaf lp
    follower: Literal["oracle", "highs", "cbc"] | None
    # Start sets of every engine from a file: records of sets --list, or lines of cell numbers
    from_: Path | None
    # How puzzles are looked for outside the tree [default: local, or covers with a follower that is an integer
    # program]
    heuristic: Literal["none", "rounding", "covers", "local"] | None
    # In place of grids a hypergraph in the format of PACE 2025, or - for standard input: a minimum hitting set;
    # CELLS are vertex numbers from 1
    hypergraph: Path | None
    # Vector instructions of the native engine; the answer is the same for all
    instructions: Literal["best", "avx2", "portable"] | None
    # What closes small subtrees
    leaf: Literal["lp", "native", "auto"] | None
    # With --leaf native: hand subtrees over once N clues or fewer are left [default: 14]
    leaf_clues: int | None
    # Append the node log to a file, one JSON record a line
    log: Path | None
    # What solves the linear programs
    lp_solver: Literal["auto", "dense", "highs"] | None
    # Start from at most N sets; with 0 an engine starts from none
    max_sets: int | None
    # Do not leave out cells by their reduced costs
    no_fixing: bool
    # Do not split a budget over the bands or stacks
    no_split: bool
    # Do not use the grid's automorphisms
    no_symmetry: bool
    # Which open node is next
    node_order: Literal["depth", "best"] | None
    # Minima of regions as rows of the linear programs [default: lines with --leaf lp, else parts]
    region_rows: Literal["none", "parts", "lines", "digits"] | None
    # What finds the minima of regions
    region_search: Literal["auto", "native", "lp"] | None
    # The regions of --source region [default: all]
    regions: Literal["checker", "lin-wu", "all"] | None
    # What the linear programs know beside the inequalities of unavoidable sets; `published` decides on its own
    # what is a row, a case and a leaf
    relaxation: Literal["full", "published"] | None
    # Rows that the clues must keep: an LP, MPS or OPB file over the names of cells or vertices, without
    # objective
    rows: Path | None
    # Box shape, rows x columns: 3x2 and 2x3 differ, and 1x5 is the Latin square of order 5
    shape: str | None
    # Where the start sets of the bilevel engine or of a published search come from [default: complete, or those
    # of its paper]
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # Keep what is left to do in this directory, and go on from there
    state: Path | None
    # More rules: x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-
    # consecutive, or jigsaw=FILE with rows of letters, one letter a region, in place of boxes; a line such as
    # `thermometer r1c1 r1c2`; several with commas between them
    variant: str | None
    # Look for clues of the least weight: lines of a cell, or a vertex of --hypergraph, and a weight; those that
    # are not named weigh 1
    weights: Path | None


class SolveManyOptions(TypedDict, total=False):
    """Of :func:`minclue.solve_many`."""

    # Stop as soon as it is known whether the minimum is at least K
    at_least: int | None
    # Stop as soon as it is known whether a puzzle has at most K clues
    at_most: int | None
    # How a node is cut into children
    branching: Literal["set", "strong", "fractional"] | None
    # Which number of clues is refuted next
    budgets: Literal["rising", "falling"] | None
    # Limit on the processor time of each thread, for each input and engine, written as a time
    cpu_limit: Time | None
    # Confirm each answer by the native engine
    cross_check: bool
    # Other cutting planes at the root [default: zero-half]
    cuts: Literal["none", "zero-half"] | None
    # native, bilevel, both (one after the other, compared), or a published search: checker2006, dmus-basic,
    # dmus, checker2012, v1 to v5, with settings such as dmus/sets=512/shrink=up
    engine: str | None
    # What answers for the follower; an integer program goes with --leaf lp
    follower: Literal["oracle", "highs", "cbc"] | None
    # Start sets of every engine from a file: records of sets --list, or lines of cell numbers
    from_: Path | None
    # How puzzles are looked for outside the tree [default: local, or covers with a follower that is an integer
    # program]
    heuristic: Literal["none", "rounding", "covers", "local"] | None
    # In place of grids a hypergraph in the format of PACE 2025, or - for standard input: a minimum hitting set;
    # CELLS are vertex numbers from 1
    hypergraph: Path | None
    # Solve twice with independent engines and compare (implies --engine both)
    independent: bool
    # Vector instructions of the native engine; the answer is the same for all
    instructions: Literal["best", "avx2", "portable"] | None
    # What closes small subtrees
    leaf: Literal["lp", "native", "auto"] | None
    # With --leaf native: hand subtrees over once N clues or fewer are left [default: 14]
    leaf_clues: int | None
    # Append the node log to a file, one JSON record a line
    log: Path | None
    # What solves the linear programs
    lp_solver: Literal["auto", "dense", "highs"] | None
    # Start from at most N sets; with 0 an engine starts from none
    max_sets: int | None
    # Limit on the memory of the process, in MB
    memory_limit: int | None
    # Do not leave out cells by their reduced costs
    no_fixing: bool
    # Do not split a budget over the bands or stacks
    no_split: bool
    # Do not use the grid's automorphisms
    no_symmetry: bool
    # Limit on search nodes for each input and engine
    node_limit: int | None
    # Which open node is next
    node_order: Literal["depth", "best"] | None
    # Minima of regions as rows of the linear programs [default: lines with --leaf lp, else parts]
    region_rows: Literal["none", "parts", "lines", "digits"] | None
    # What finds the minima of regions
    region_search: Literal["auto", "native", "lp"] | None
    # The regions of --source region [default: all]
    regions: Literal["checker", "lin-wu", "all"] | None
    # What the linear programs know beside the inequalities of unavoidable sets; `published` decides on its own
    # what is a row, a case and a leaf
    relaxation: Literal["full", "published"] | None
    # Rows that the clues must keep: an LP, MPS or OPB file over the names of cells or vertices, without
    # objective
    rows: Path | None
    # Fixes every random choice
    seed: int | None
    # Box shape, rows x columns: 3x2 and 2x3 differ, and 1x5 is the Latin square of order 5
    shape: str | None
    # Where the start sets of the bilevel engine or of a published search come from [default: complete, or those
    # of its paper]
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # Keep what is left to do in this directory, and go on from there
    state: Path | None
    # Threads of the native engine; the answer is the same for any number
    threads: int | None
    # More rules: x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-
    # consecutive, or jigsaw=FILE with rows of letters, one letter a region, in place of boxes; a line such as
    # `thermometer r1c1 r1c2`; several with commas between them
    variant: str | None
    # Look for clues of the least weight: lines of a cell, or a vertex of --hypergraph, and a weight; those that
    # are not named weigh 1
    weights: Path | None


class UnavoidableSetsOptions(TypedDict, total=False):
    """Of :func:`minclue.unavoidable_sets`."""

    # The solver of --source ilp [default: highs]
    backend: Literal["highs", "cbc"] | None
    # With --stats: look for sets that need up to this many clues, 2 to 8 [default: 2]
    degree: int | None
    # With --stats: the most cells of sets that need several clues [default: 4 K + 3]
    degree_size: int | None
    # What each program of --source ilp asks for [default: sizes]
    form: Literal["sizes", "minimize"] | None
    # Unavoidable sets from a file in place of a source: records of sets --list, or lines of cell numbers
    from_: Path | None
    # Sets that --source ilp takes with each that it finds, without solving anything [default: types]
    images: Literal["none", "grid", "types"] | None
    # Write every solve of --source ilp to FILE, or go on from there
    journal: Path | None
    # At most N sets; 0 means none
    max_sets: int | None
    # --split deep cuts programs of more than N variables [default: 350, or half of all]
    max_vars: int | None
    # Sets that a solution misses in place of a source, disjoint ones: a solver's solution of a model that
    # export wrote for this grid
    missed: Path | None
    # The regions of --source region [default: all]
    regions: Literal["checker", "lin-wu", "all"] | None
    # Box shape, rows x columns: 3x2 and 2x3 differ, and 1x5 is the Latin square of order 5
    shape: str | None
    # Where the sets come from
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # How the programs of --form sizes are cut into smaller ones [default: deep]
    split: Literal["none", "cell", "value", "deep"] | None
    # Write what the sets say of the grid: disjoint sets, sets that need two clues, digits and boxes
    stats: bool
    # Time limit for each input and engine: seconds, or 500ms, 5m, 1h30m
    time_limit: Time | None
    # The types of the sets of all grids of --shape, in place of the sets of each grid: the blueprints of
    # mcguire-2012
    types: bool
    # More rules: x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-
    # consecutive, or jigsaw=FILE with rows of letters, one letter a region, in place of boxes; a line such as
    # `thermometer r1c1 r1c2`; several with commas between them
    variant: str | None


class VerifyOptions(TypedDict, total=False):
    """Of :func:`minclue.verify`."""

    # The AUX file of --bilevel [default: that of its name]
    aux: Path | None
    # A clue may also say that a variable is 0
    both_signs: bool
    # The variables that may be clues, such as x_*, x1..x81 or a,b [default: those of the puzzle, all of a
    # model, the soft clauses of WCNF or the groups of GCNF]
    clue_vars: str | None
    # What the leader pays at most: of --bilevel where it is a blocker problem with other rows of the leader, of
    # all others with --weights or
    cost: int | str | None
    # Refuse certificates of other constraints than those of this file, as for explain
    explain: Path | None
    # Vertices of --hypergraph that must not be taken, or cells in the same way
    forbidden: str | None
    # Vertices of --hypergraph that had to be taken, as for solve; of --grid cells, with --weights or --rows
    given: str | None
    # Rows of --explain that always hold, as for explain
    hard: str | None
    # Refuse certificates of other hypergraphs than that of this file
    hypergraph: Path | None
    # With --outside or --veripb: write proofs of up to N steps [default: 10000000, up to 3 GB]
    max_steps: int | None
    # Refuse certificates of other models than this one, as for puzzle, with
    model: Path | None
    # With --bilevel: refuse certificates of its value in which a choice without an answer is something else
    no_answer: Literal["forbidden", "prevented"] | None
    # Write the proof of one certificate for outside checkers into this directory: OPB and VeriPB, and the
    # puzzle's uniqueness as CNF and DRAT
    outside: Path | None
    # With --bilevel: refuse certificates of its value that are not about the pessimistic reading
    pessimistic: bool
    # Refuse certificates of other puzzles than those of this file, as for puzzle; - is standard input
    puzzle: Path | None
    # The rows that its choice had to keep, as there
    rows: Path | None
    # Box shape of --grid, rows x columns
    shape: str | None
    # Two solutions are the same if they agree in these variables [default: all]
    shown: str | None
    # The known solution of --model, as for puzzle
    solution: Path | None
    # With --bilevel: refuse certificates about other follower objective values than this one, which they say is
    # preventable, or not
    target: int | str | None
    # Time limit for each certificate: seconds, or 500ms, 5m, 1h30m. One that takes longer is neither accepted
    # nor refused
    time_limit: Time | None
    # More rules: x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-
    # consecutive, or jigsaw=FILE with rows of letters, one letter a region, in place of boxes; a line such as
    # `thermometer r1c1 r1c2`; several with commas between them
    variant: str | None
    # Have the proof checked by the program veripb as well
    veripb: bool
    # The weights of --grid, --puzzle, --model, --explain or --hypergraph, as there
    weights: Path | None
