"""Options of verbs that functions take beside those that they name. Made by `tests/options.py` from the help of the
program: `MINCLUE_OPTIONS=write pytest python/tests/test_options.py` makes it anew."""

from __future__ import annotations

from typing import Literal, TypedDict

from ._run import Path, Time


class BilevelOptions(TypedDict, total=False):
    """Of :func:`minclue.bilevel`."""

    # Vector instructions of the native engine; none changes the answer
    instructions: Literal["best", "avx2", "portable"] | None
    # What a choice is worth that leaves the follower without an answer [default: prevented for blockers, else
    # forbidden]
    no_answer: Literal["forbidden", "prevented"] | None
    # Do not use the automorphisms of the grid
    no_symmetry: bool
    # Pessimistic reading: of its best answers, the follower takes the worst for the leader
    pessimistic: bool
    # Fixes every random choice
    seed: int | None


class CanonOptions(TypedDict, total=False):
    """Of :func:`minclue.canon`."""

    # Write only the first input of each class of isomorphic ones, as it was given
    distinct: bool
    # Write the order of the automorphism group after the form
    order: bool
    # Box shape, rows x columns: 2x3 and 3x2 differ; 1x5 is the Latin square of order 5
    shape: str | None
    # More rules: x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-
    # consecutive, or jigsaw=FILE with rows of letters, one letter a region, in place of boxes; a line such as
    # `thermometer r1c1 r1c2`; several with commas between them
    variant: str | None


class CheckOptions(TypedDict, total=False):
    """Of :func:`minclue.check`."""

    # Exit with code 5 unless every puzzle has one solution and belongs to
    require_valid: bool
    # Box shape, rows x columns: 2x3 and 3x2 differ; 1x5 is the Latin square of order 5
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

    # Write a certificate that these are all the puzzles, and check it; {} is the number of the grid
    certify: Path | None
    # native, or a published search: checker2006, dmus-basic, dmus, checker2012, v1 to v5, with settings such as
    # dmus/sets=512/shrink=up
    engine: str | None
    # In place of grids a hypergraph, or - for standard input: its hitting sets, one a line; K counts vertices,
    # and CELLS are their numbers from 1
    hypergraph: Path | None
    # Vector instructions of the native engine; none changes the answer
    instructions: Literal["best", "avx2", "portable"] | None
    # Puzzles with at most N solutions, one of which is the grid
    max_solutions: int | None
    # Memory limit of the process, in MB
    memory_limit: int | None
    # Do not use the automorphisms of the grid
    no_symmetry: bool
    # Regions of --source region [default: all]
    regions: Literal["checker", "lin-wu", "all"] | None
    # Fixes every random choice
    seed: int | None
    # Box shape, rows x columns: 2x3 and 3x2 differ; 1x5 is the Latin square of order 5
    shape: str | None
    # Source of the start sets [default: complete, or that of the published search's paper]
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # More rules: x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-
    # consecutive, or jigsaw=FILE with rows of letters, one letter a region, in place of boxes; a line such as
    # `thermometer r1c1 r1c2`; several with commas between them
    variant: str | None


class ExplainOptions(TypedDict, total=False):
    """Of :func:`minclue.explain`."""

    # Solver that searches for a solution of the chosen constraints
    follower: Literal["auto", "oracle", "highs", "cbc"] | None
    # Vector instructions of the native engine; none changes the answer
    instructions: Literal["best", "avx2", "portable"] | None
    # Do not use the automorphisms of the grid
    no_symmetry: bool
    # Rows that the choice of constraints must satisfy: an LP, MPS or OPB file over their names, without objective
    rows: Path | None
    # Fixes every random choice
    seed: int | None
    # Weights of constraints: lines of a name and a weight; others weigh 1
    weights: Path | None


class ExportOptions(TypedDict, total=False):
    """Of :func:`minclue.export`."""

    # How the AUX file of --to mps+aux refers to the follower's variables and rows [default: index]
    aux: Literal["index", "names"] | None
    # Read the unavoidable sets from FILE: records of sets --list, or lines of cell numbers
    from_: Path | None
    # Use only sets of at most N cells
    max_size: int | None
    # Names of variables and rows; short names fit fixed-format MPS readers such as that of MibS
    names: Literal["full", "short"] | None
    # Add minima of regions as rows of the leader: the clues that all bands but one need, and so on [default: none]
    region_rows: Literal["none", "parts", "lines", "digits"] | None
    # Regions of --source region [default: all]
    regions: Literal["checker", "lin-wu", "all"] | None
    # Box shape, rows x columns: 2x3 and 3x2 differ; 1x5 is the Latin square of order 5
    shape: str | None
    # Source of the unavoidable-set inequalities
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # Add rows of the leader that break the symmetries of the grid
    symmetry_rows: bool


class GenerateOptions(TypedDict, total=False):
    """Of :func:`minclue.generate`."""

    # Only puzzles whose backtracking by contribution numbers takes a number of recursions in this range
    ctn: int | str | None
    # Keep each cell with probability D, 0 to 1, whatever the number of solutions (maniccam-2013)
    density: float | None
    # Order in which clues are removed
    dig: Literal["random", "rows"] | None
    # Source of random grids [default: permutations up to 9x9, solver above]
    fill: Literal["permutations", "solver", "uniform"] | None
    # Number of the first puzzle of this seed; each puzzle can be made without those before it
    first: int | None
    # Take the grids from here, in place of random ones: a file, a grid, or - for standard input; may be
    # repeated
    from_: str | None
    # Write complete grids, not puzzles
    grids: bool
    # Only puzzles of this level: the hardest technique that a person needs, as minclue rate reports it
    level: Literal["easy", "medium", "hard", "expert", "extreme", "beyond"] | None
    # Give up on a puzzle after N attempts; with few clues, that may take hours
    max_attempts: int | None
    # Only minimal puzzles, in which every clue is needed
    minimal: bool
    # Clues in exactly these cells: r1c1,r2c3,... or a line or a file that marks them, such as X..X..
    pattern: str | None
    # Threads that share the work, or auto for all cores; the answers and their order are the same for any
    # number
    threads: int | str | None
    # Only puzzles for which the brute-force fill needs a number of tries in this range, such as 100000.. or
    # 188..1404
    tries: int | str | None
    # Draw every grid of the shape with the same probability: short for --fill uniform
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
    # How to split a node into children
    branching: Literal["set", "strong", "fractional"] | None
    # Order in which numbers of clues are refuted
    budgets: Literal["rising", "falling"] | None
    # Limit on the processor time of each thread, for each input and engine
    cpu_limit: Time | None
    # Confirm each answer with the native engine (--engine bilevel only)
    cross_check: bool
    # Other cutting planes at the root [default: zero-half]
    cuts: Literal["none", "zero-half"] | None
    # Solver for the follower; highs and cbc require --leaf lp, which is then the default
    follower: Literal["oracle", "highs", "cbc"] | None
    # Cells that must not be clues, in the same form
    forbidden: str | None
    # Read the start sets of every engine from FILE: records of sets --list, or lines of cell numbers
    from_: Path | None
    # Cells that must be clues (they count toward the total): r1c1,r2c3,... or a line that marks them, such as
    # X...............
    given: str | None
    # How puzzles are looked for outside the tree [default: local, or covers with a follower that is an integer
    # program]
    heuristic: Literal["none", "rounding", "covers", "local"] | None
    # Solve twice with independent engines and compare (implies --engine both)
    independent: bool
    # Vector instructions of the native engine; none changes the answer
    instructions: Literal["best", "avx2", "portable"] | None
    # How to close small subtrees
    leaf: Literal["lp", "native", "auto"] | None
    # With --leaf native: hand subtrees over once N clues or fewer are left [default: 14]
    leaf_clues: int | None
    # Append the node log to FILE, one JSON record a line
    log: Path | None
    # Solver of the linear programs
    lp_solver: Literal["auto", "dense", "highs"] | None
    # Start from at most N sets; 0 means none
    max_sets: int | None
    # Do not exclude cells by their reduced costs
    no_fixing: bool
    # Do not split a number of clues over the bands or stacks
    no_split: bool
    # Do not use the automorphisms of the grid
    no_symmetry: bool
    # Order of the open nodes
    node_order: Literal["depth", "best"] | None
    # Minima of regions as rows of the linear programs [default: lines with --leaf lp, otherwise parts]
    region_rows: Literal["none", "parts", "lines", "digits"] | None
    # Search for the minima of regions
    region_search: Literal["auto", "native", "lp"] | None
    # Regions of --source region [default: all]
    regions: Literal["checker", "lin-wu", "all"] | None
    # What the linear programs know beside the inequalities of unavoidable sets; `published` decides on its own
    # what is a row, a case and a leaf
    relaxation: Literal["full", "published"] | None
    # Rows that the clues must keep: an LP, MPS or OPB file over the names of cells or vertices, without
    # objective
    rows: Path | None
    # Fixes every random choice
    seed: int | None
    # Box shape, rows x columns: 2x3 and 3x2 differ; 1x5 is the Latin square of order 5
    shape: str | None
    # Where the start sets of the bilevel engine or of a published search come from [default: complete, or those
    # of its paper]
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # Keep the open nodes in DIR; the same command continues from there
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
    # How to split a node into children
    branching: Literal["set", "strong", "fractional"] | None
    # Order in which numbers of clues are refuted
    budgets: Literal["rising", "falling"] | None
    # Limit on the processor time of each thread, for each input and engine
    cpu_limit: Time | None
    # Confirm each answer with the native engine (--engine bilevel only)
    cross_check: bool
    # Other cutting planes at the root [default: zero-half]
    cuts: Literal["none", "zero-half"] | None
    # native, bilevel, both (one after the other, compared), or a published search: checker2006, dmus-basic,
    # dmus, checker2012, v1 to v5, with settings such as dmus/sets=512/shrink=up
    engine: str | None
    # Solver for the follower; highs and cbc require --leaf lp, which is then the default
    follower: Literal["oracle", "highs", "cbc"] | None
    # Read the start sets of every engine from FILE: records of sets --list, or lines of cell numbers
    from_: Path | None
    # How puzzles are looked for outside the tree [default: local, or covers with a follower that is an integer
    # program]
    heuristic: Literal["none", "rounding", "covers", "local"] | None
    # In place of grids a hypergraph in the format of PACE 2025, or - for standard input: a minimum hitting set;
    # CELLS are vertex numbers from 1
    hypergraph: Path | None
    # Solve twice with independent engines and compare (implies --engine both)
    independent: bool
    # Vector instructions of the native engine; none changes the answer
    instructions: Literal["best", "avx2", "portable"] | None
    # How to close small subtrees
    leaf: Literal["lp", "native", "auto"] | None
    # With --leaf native: hand subtrees over once N clues or fewer are left [default: 14]
    leaf_clues: int | None
    # Append the node log to FILE, one JSON record a line
    log: Path | None
    # Solver of the linear programs
    lp_solver: Literal["auto", "dense", "highs"] | None
    # Start from at most N sets; 0 means none
    max_sets: int | None
    # Do not exclude cells by their reduced costs
    no_fixing: bool
    # Do not split a number of clues over the bands or stacks
    no_split: bool
    # Do not use the automorphisms of the grid
    no_symmetry: bool
    # Order of the open nodes
    node_order: Literal["depth", "best"] | None
    # Minima of regions as rows of the linear programs [default: lines with --leaf lp, otherwise parts]
    region_rows: Literal["none", "parts", "lines", "digits"] | None
    # Search for the minima of regions
    region_search: Literal["auto", "native", "lp"] | None
    # Regions of --source region [default: all]
    regions: Literal["checker", "lin-wu", "all"] | None
    # What the linear programs know beside the inequalities of unavoidable sets; `published` decides on its own
    # what is a row, a case and a leaf
    relaxation: Literal["full", "published"] | None
    # Fixes every random choice
    seed: int | None
    # Box shape, rows x columns: 2x3 and 3x2 differ; 1x5 is the Latin square of order 5
    shape: str | None
    # Where the start sets of the bilevel engine or of a published search come from [default: complete, or those
    # of its paper]
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # Keep the open nodes in DIR; the same command continues from there
    state: Path | None
    # Threads of the native engine; no number changes the answer
    threads: int | None


class MinimizeOptions(TypedDict, total=False):
    """Of :func:`minclue.minimize`."""

    # With --exact: Engine: native, bilevel or both (compared)
    engine: str | None
    # Find the fewest of these clues that still determine the solution, with proof
    exact: bool
    # Vector instructions of the native engine; none changes the answer
    instructions: Literal["best", "avx2", "portable"] | None
    # Memory limit of the process, in MB
    memory_limit: int | None
    # Do not use the automorphisms of the grid
    no_symmetry: bool
    # Limit on search nodes for each input and engine
    node_limit: int | None
    # Box shape, rows x columns: 2x3 and 3x2 differ; 1x5 is the Latin square of order 5
    shape: str | None
    # Threads of the native engine; no number changes the answer
    threads: int | None


class NeighborsOptions(TypedDict, total=False):
    """Of :func:`minclue.neighbors`."""

    # Include puzzles that are isomorphic to an earlier one
    all: bool
    # Known puzzles, one a line: omit them; with --to, count those that are met
    known: Path | None
    # With --to: stop after N moves for each input
    max_moves: int | None
    # With --to: keep all classes and moves in FILE, and continue from there
    pool: Path | None
    # Box shape, rows x columns: 2x3 and 3x2 differ; 1x5 is the Latin square of order 5
    shape: str | None


class PuzzleOptions(TypedDict, total=False):
    """Of :func:`minclue.puzzle`."""

    # With --sets, --export and --solution any: the solver of the integer programs
    backend: Literal["highs", "cbc"] | None
    # Allow clues that set a variable to 0
    both_signs: bool
    # How to split a node into children
    branching: Literal["set", "strong", "fractional"] | None
    # Order in which numbers of clues are refuted
    budgets: Literal["rising", "falling"] | None
    # Check whether these clues are enough, and whether each is needed; exit code 5 if they are not enough
    check: str | None
    # The variables that may be clues, such as x_*, x1..x81 or a,b [default: those of the puzzle, all of a
    # model, the soft clauses of WCNF or the groups of GCNF]
    clue_vars: str | None
    # Confirm each answer with the native engine (--engine bilevel only)
    cross_check: bool
    # Other cutting planes at the root [default: zero-half]
    cuts: Literal["none", "zero-half"] | None
    # List all sets of K clues that are enough
    enumerate: int | None
    # Write a model for other solvers to PREFIX.mps, PREFIX.aux and the like, or to a file such as x.lp
    export: str | None
    # Solver for the follower; highs and cbc require --leaf lp, which is then the default
    follower: Literal["oracle", "highs", "cbc"] | None
    # With --export --what follower: the clues
    given: str | None
    # How puzzles are looked for outside the tree [default: local, or covers with a follower that is an integer
    # program]
    heuristic: Literal["none", "rounding", "covers", "local"] | None
    # Vector instructions of the native engine; none changes the answer
    instructions: Literal["best", "avx2", "portable"] | None
    # How to close small subtrees
    leaf: Literal["lp", "native", "auto"] | None
    # With --leaf native: hand subtrees over once N clues or fewer are left [default: 14]
    leaf_clues: int | None
    # Append the node log to FILE, one JSON record a line
    log: Path | None
    # Solver of the linear programs
    lp_solver: Literal["auto", "dense", "highs"] | None
    # With --sets and --export: at most N sets [default: all; in exports none, except for --what hitting]
    max_sets: int | None
    # With --sets and --export: sets of at most N cells
    max_size: int | None
    # With --enumerate: only sets in which every clue is needed
    minimal: bool
    # Use a 0/1 model, not puzzles: an LP, MPS or OPB file, or clauses as CNF, WCNF or GCNF
    model: Path | None
    # With --export: names as they are, or x1, x2, ... for strict readers
    names: Literal["full", "short"] | None
    # Do not exclude cells by their reduced costs
    no_fixing: bool
    # Do not split a number of clues over the bands or stacks
    no_split: bool
    # Do not use the automorphisms of the grid
    no_symmetry: bool
    # Order of the open nodes
    node_order: Literal["depth", "best"] | None
    # Minima of regions as rows of the linear programs [default: lines with --leaf lp, otherwise parts]
    region_rows: Literal["none", "parts", "lines", "digits"] | None
    # Search for the minima of regions
    region_search: Literal["auto", "native", "lp"] | None
    # What the linear programs know beside the inequalities of unavoidable sets; `published` decides on its own
    # what is a row, a case and a leaf
    relaxation: Literal["full", "published"] | None
    # Rows that the clues must satisfy: an LP, MPS or OPB file over their names, without objective
    rows: Path | None
    # List minimal unavoidable sets, smallest first, by integer programs
    sets: bool
    # Count two solutions as the same if they agree in these variables [default: all]
    shown: str | None
    # With --export --what sets: the number of cells
    size: int | None
    # A solution of --model, as ILP, SAT and pseudo-Boolean solvers write it, or lines of a name and a value; or
    # any, for one that a search finds
    solution: Path | None
    # Keep the open nodes in DIR; the same command continues from there
    state: Path | None
    # With --export: the format of the file [default: by its ending; else mps+aux for bilevel, mps for the
    # others]
    to: Literal["lp", "mps", "mps+aux", "bobilib", "opb", "wcnf", "hgr", "cnf"] | None
    # Find clues of the least weight; FILE has lines of a clue and a weight, and other clues weigh 1
    weights: Path | None
    # With --export: the model; follower and sets take their numbers from --given and --size [default: hitting
    # for lp, mps, opb, wcnf and hgr, else bilevel]
    what: Literal["bilevel", "hpr", "follower", "hitting", "sets", "second"] | None


class RateOptions(TypedDict, total=False):
    """Of :func:`minclue.rate`."""

    # Stop each count of --measures courses at N, and report these counts
    max_tries: int | None
    # Measures to report
    measures: Literal["people", "all", "courses"] | None
    # Box shape, rows x columns: 2x3 and 3x2 differ; 1x5 is the Latin square of order 5
    shape: str | None
    # More rules: x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-
    # consecutive, or jigsaw=FILE with rows of letters, one letter a region, in place of boxes; a line such as
    # `thermometer r1c1 r1c2`; several with commas between them
    variant: str | None


class ShowOptions(TypedDict, total=False):
    """Of :func:`minclue.show`."""

    # Pictures side by side on a sheet of --format svg [default: as many as fit a page]
    columns: int | None
    # Box shape, rows x columns: 2x3 and 3x2 differ; 1x5 is the Latin square of order 5
    shape: str | None
    # More rules: x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, anti-knight, anti-king, non-
    # consecutive, or jigsaw=FILE with rows of letters, one letter a region, in place of boxes; a line such as
    # `thermometer r1c1 r1c2`; several with commas between them
    variant: str | None


class SolveOptions(TypedDict, total=False):
    """Of :func:`minclue.solve`."""

    # How to split a node into children
    branching: Literal["set", "strong", "fractional"] | None
    # Order in which numbers of clues are refuted
    budgets: Literal["rising", "falling"] | None
    # Limit on the processor time of each thread, for each input and engine
    cpu_limit: Time | None
    # Confirm each answer with the native engine (--engine bilevel only)
    cross_check: bool
    # Other cutting planes at the root [default: zero-half]
    cuts: Literal["none", "zero-half"] | None
    # Solver for the follower; highs and cbc require --leaf lp, which is then the default
    follower: Literal["oracle", "highs", "cbc"] | None
    # Read the start sets of every engine from FILE: records of sets --list, or lines of cell numbers
    from_: Path | None
    # How puzzles are looked for outside the tree [default: local, or covers with a follower that is an integer
    # program]
    heuristic: Literal["none", "rounding", "covers", "local"] | None
    # In place of grids a hypergraph in the format of PACE 2025, or - for standard input: a minimum hitting set;
    # CELLS are vertex numbers from 1
    hypergraph: Path | None
    # Vector instructions of the native engine; none changes the answer
    instructions: Literal["best", "avx2", "portable"] | None
    # How to close small subtrees
    leaf: Literal["lp", "native", "auto"] | None
    # With --leaf native: hand subtrees over once N clues or fewer are left [default: 14]
    leaf_clues: int | None
    # Append the node log to FILE, one JSON record a line
    log: Path | None
    # Solver of the linear programs
    lp_solver: Literal["auto", "dense", "highs"] | None
    # Start from at most N sets; 0 means none
    max_sets: int | None
    # Do not exclude cells by their reduced costs
    no_fixing: bool
    # Do not split a number of clues over the bands or stacks
    no_split: bool
    # Do not use the automorphisms of the grid
    no_symmetry: bool
    # Order of the open nodes
    node_order: Literal["depth", "best"] | None
    # Minima of regions as rows of the linear programs [default: lines with --leaf lp, otherwise parts]
    region_rows: Literal["none", "parts", "lines", "digits"] | None
    # Search for the minima of regions
    region_search: Literal["auto", "native", "lp"] | None
    # Regions of --source region [default: all]
    regions: Literal["checker", "lin-wu", "all"] | None
    # What the linear programs know beside the inequalities of unavoidable sets; `published` decides on its own
    # what is a row, a case and a leaf
    relaxation: Literal["full", "published"] | None
    # Rows that the clues must keep: an LP, MPS or OPB file over the names of cells or vertices, without
    # objective
    rows: Path | None
    # Box shape, rows x columns: 2x3 and 3x2 differ; 1x5 is the Latin square of order 5
    shape: str | None
    # Where the start sets of the bilevel engine or of a published search come from [default: complete, or those
    # of its paper]
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # Keep the open nodes in DIR; the same command continues from there
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
    # How to split a node into children
    branching: Literal["set", "strong", "fractional"] | None
    # Order in which numbers of clues are refuted
    budgets: Literal["rising", "falling"] | None
    # Limit on the processor time of each thread, for each input and engine
    cpu_limit: Time | None
    # Confirm each answer with the native engine (--engine bilevel only)
    cross_check: bool
    # Other cutting planes at the root [default: zero-half]
    cuts: Literal["none", "zero-half"] | None
    # native, bilevel, both (one after the other, compared), or a published search: checker2006, dmus-basic,
    # dmus, checker2012, v1 to v5, with settings such as dmus/sets=512/shrink=up
    engine: str | None
    # Solver for the follower; highs and cbc require --leaf lp, which is then the default
    follower: Literal["oracle", "highs", "cbc"] | None
    # Read the start sets of every engine from FILE: records of sets --list, or lines of cell numbers
    from_: Path | None
    # How puzzles are looked for outside the tree [default: local, or covers with a follower that is an integer
    # program]
    heuristic: Literal["none", "rounding", "covers", "local"] | None
    # In place of grids a hypergraph in the format of PACE 2025, or - for standard input: a minimum hitting set;
    # CELLS are vertex numbers from 1
    hypergraph: Path | None
    # Solve twice with independent engines and compare (implies --engine both)
    independent: bool
    # Vector instructions of the native engine; none changes the answer
    instructions: Literal["best", "avx2", "portable"] | None
    # How to close small subtrees
    leaf: Literal["lp", "native", "auto"] | None
    # With --leaf native: hand subtrees over once N clues or fewer are left [default: 14]
    leaf_clues: int | None
    # Append the node log to FILE, one JSON record a line
    log: Path | None
    # Solver of the linear programs
    lp_solver: Literal["auto", "dense", "highs"] | None
    # Start from at most N sets; 0 means none
    max_sets: int | None
    # Memory limit of the process, in MB
    memory_limit: int | None
    # Do not exclude cells by their reduced costs
    no_fixing: bool
    # Do not split a number of clues over the bands or stacks
    no_split: bool
    # Do not use the automorphisms of the grid
    no_symmetry: bool
    # Limit on search nodes for each input and engine
    node_limit: int | None
    # Order of the open nodes
    node_order: Literal["depth", "best"] | None
    # Minima of regions as rows of the linear programs [default: lines with --leaf lp, otherwise parts]
    region_rows: Literal["none", "parts", "lines", "digits"] | None
    # Search for the minima of regions
    region_search: Literal["auto", "native", "lp"] | None
    # Regions of --source region [default: all]
    regions: Literal["checker", "lin-wu", "all"] | None
    # What the linear programs know beside the inequalities of unavoidable sets; `published` decides on its own
    # what is a row, a case and a leaf
    relaxation: Literal["full", "published"] | None
    # Rows that the clues must keep: an LP, MPS or OPB file over the names of cells or vertices, without
    # objective
    rows: Path | None
    # Fixes every random choice
    seed: int | None
    # Box shape, rows x columns: 2x3 and 3x2 differ; 1x5 is the Latin square of order 5
    shape: str | None
    # Where the start sets of the bilevel engine or of a published search come from [default: complete, or those
    # of its paper]
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # Keep the open nodes in DIR; the same command continues from there
    state: Path | None
    # Threads of the native engine; no number changes the answer
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

    # Solver of --source ilp [default: highs]
    backend: Literal["highs", "cbc"] | None
    # With --stats: search for sets that need up to K clues, 2 to 8 [default: 2]
    degree: int | None
    # With --stats: at most N cells in sets that need several clues [default: 4 K + 3]
    degree_size: int | None
    # Integer programs of --source ilp [default: sizes]
    form: Literal["sizes", "minimize"] | None
    # Read the unavoidable sets from FILE: records of sets --list, or lines of cell numbers
    from_: Path | None
    # Sets to add with each set that --source ilp finds, without solving a program [default: types]
    images: Literal["none", "grid", "types"] | None
    # Write every solve of --source ilp to FILE, and continue from there
    journal: Path | None
    # Find at most N sets; 0 means none
    max_sets: int | None
    # With --split deep: cut programs of more than N variables [default: 350, or half of all]
    max_vars: int | None
    # Sets that a solution misses in place of a source, disjoint ones: a solver's solution of a model that
    # export wrote for this grid
    missed: Path | None
    # Regions of --source region [default: all]
    regions: Literal["checker", "lin-wu", "all"] | None
    # Box shape, rows x columns: 2x3 and 3x2 differ; 1x5 is the Latin square of order 5
    shape: str | None
    # Where the sets come from
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # How to cut the programs of --form sizes into smaller ones [default: deep]
    split: Literal["none", "cell", "value", "deep"] | None
    # Report what the sets prove of the grid: disjoint sets, sets that need two clues, digits and boxes
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

    # AUX file of --bilevel [default: the file of the same name]
    aux: Path | None
    # Allow clues that set a variable to 0
    both_signs: bool
    # The variables that may be clues, such as x_*, x1..x81 or a,b [default: those of the puzzle, all of a
    # model, the soft clauses of WCNF or the groups of GCNF]
    clue_vars: str | None
    # What the leader pays at most: of --bilevel where it is a blocker problem with other rows of the leader, of
    # all others with --weights or
    cost: int | str | None
    # Check that they are about the constraints of this file, as for explain
    explain: Path | None
    # Vertices or cells that must not be taken, in the same form
    forbidden: str | None
    # Vertices of --hypergraph that had to be taken, as for solve; with --grid, cells (and --weights or --rows)
    given: str | None
    # Rows of --explain that always hold, as for explain
    hard: str | None
    # Check that they are about this hypergraph
    hypergraph: Path | None
    # With --outside or --veripb: write proofs of up to N steps [default: 10000000, up to 3 GB]
    max_steps: int | None
    # Refuse certificates of other models than this one, as for puzzle, with
    model: Path | None
    # With --bilevel: check how certificates of its value count a choice without an answer
    no_answer: Literal["forbidden", "prevented"] | None
    # Write the proof of one certificate for outside checkers into this directory: OPB and VeriPB, and the
    # puzzle's uniqueness as CNF and DRAT
    outside: Path | None
    # With --bilevel: check that certificates of its value are about the pessimistic reading
    pessimistic: bool
    # Check that they are about the puzzles of this file, as for puzzle; - is standard input
    puzzle: Path | None
    # Rows that the choice must satisfy, as for solve, puzzle or explain
    rows: Path | None
    # Box shape of --grid, rows x columns
    shape: str | None
    # Count two solutions as the same if they agree in these variables [default: all]
    shown: str | None
    # Known solution of --model, as for puzzle
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
    # Check the proof with the program veripb too
    veripb: bool
    # Weights of the problem, as for solve, puzzle or explain
    weights: Path | None
