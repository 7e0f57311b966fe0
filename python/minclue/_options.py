"""Options of verbs that functions take beside those that they name. Made by `tests/options.py` from the help of the
program: `MINCLUE_OPTIONS=write pytest python/tests/test_options.py` makes it anew."""

from __future__ import annotations

from typing import Literal, TypedDict

from ._run import Path, Time


class BilevelOptions(TypedDict, total=False):
    """Of :func:`minclue.bilevel`."""

    # Vector instructions of the native engine; none changes the answer
    instructions: Literal["best", "avx2", "portable"] | None
    # How to count a choice that leaves the follower without an answer [default: prevented for blockers,
    # otherwise forbidden]
    no_answer: Literal["forbidden", "prevented"] | None
    # Do not use the automorphisms of the grid
    no_symmetry: bool
    # Pessimistic reading: of its best answers, the follower takes the worst for the leader
    pessimistic: bool
    # Seed of every random choice
    seed: int | None


class CanonOptions(TypedDict, total=False):
    """Of :func:`minclue.canon`."""

    # Write only the first input of each class of isomorphic ones, as it was given
    distinct: bool
    # Write the order of the automorphism group after the form
    order: bool
    # Box shape, rows x columns, such as 2x3. 2x3 and 3x2 differ; 1x5 is the Latin square of order 5. By default
    # the size decides.
    shape: str | None
    # More rules, separated by commas, such as x or anti-knight. Rules: x, falling-diagonal, rising-diagonal,
    # windoku, disjoint-groups, anti-knight, anti-king, non-consecutive, jigsaw=FILE with a letter for the
    # region of each cell, and lines such as `thermometer r1c1 r1c2`. docs/cli.md explains them.
    variant: str | None


class CheckOptions(TypedDict, total=False):
    """Of :func:`minclue.check`."""

    # Exit with code 5 unless every puzzle has one solution and belongs to
    require_valid: bool
    # Box shape, rows x columns, such as 2x3. 2x3 and 3x2 differ; 1x5 is the Latin square of order 5. By default
    # the size decides.
    shape: str | None
    # Check another solver's solution of a model that export wrote for --grid, in place of INPUT: whether its
    # cells are a puzzle, and if not, which row they miss
    solution: Path | None
    # More rules, separated by commas, such as x or anti-knight. Rules: x, falling-diagonal, rising-diagonal,
    # windoku, disjoint-groups, anti-knight, anti-king, non-consecutive, jigsaw=FILE with a letter for the
    # region of each cell, and lines such as `thermometer r1c1 r1c2`. docs/cli.md explains them.
    variant: str | None


class EnumerateOptions(TypedDict, total=False):
    """Of :func:`minclue.enumerate`."""

    # Write a certificate that these are all the puzzles, and check it. {} is the number of the grid.
    certify: Path | None
    # Engine: native, or a published search such as dmus. Published searches: checker2006, dmus-basic, dmus,
    # checker2012 and v1 to v5, with settings such as dmus/sets=512/shrink=up; see docs/searches.md.
    engine: str | None
    # List the hitting sets with K vertices of a hypergraph (- is standard input), one a line; CELLS are then
    # vertex numbers from 1
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
    # Seed of every random choice
    seed: int | None
    # Box shape, rows x columns, such as 2x3. 2x3 and 3x2 differ; 1x5 is the Latin square of order 5. By default
    # the size decides.
    shape: str | None
    # Source of the start sets [default: complete, or that of the published search's paper]
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # More rules, separated by commas, such as x or anti-knight. Rules: x, falling-diagonal, rising-diagonal,
    # windoku, disjoint-groups, anti-knight, anti-king, non-consecutive, jigsaw=FILE with a letter for the
    # region of each cell, and lines such as `thermometer r1c1 r1c2`. docs/cli.md explains them.
    variant: str | None


class ExplainOptions(TypedDict, total=False):
    """Of :func:`minclue.explain`."""

    # Solver that searches for a solution of the chosen constraints
    follower: Literal["auto", "oracle", "highs", "cbc"] | None
    # Vector instructions of the native engine; none changes the answer
    instructions: Literal["best", "avx2", "portable"] | None
    # Do not use the automorphisms of the grid
    no_symmetry: bool
    # Rows that the choice of constraints must satisfy: an LP, MPS or OPB file over their names, without
    # objective
    rows: Path | None
    # Seed of every random choice
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
    # Add minima of regions as rows of the leader: the clues that all bands but one need, and so on [default:
    # none]
    region_rows: Literal["none", "parts", "lines", "digits"] | None
    # Regions of --source region [default: all]
    regions: Literal["checker", "lin-wu", "all"] | None
    # Box shape, rows x columns, such as 2x3. 2x3 and 3x2 differ; 1x5 is the Latin square of order 5. By default
    # the size decides.
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
    # Use these grids, not random ones: a file, a grid, or - for standard input; may be repeated
    from_: str | None
    # Write complete grids, not puzzles
    grids: bool
    # Only puzzles of this level, as minclue rate reports it
    level: Literal["easy", "medium", "hard", "expert", "extreme", "beyond"] | None
    # Give up on a puzzle after N attempts; with few clues, that may take hours
    max_attempts: int | None
    # Only minimal puzzles, in which every clue is needed
    minimal: bool
    # Clues in exactly these cells: r1c1,r2c3,... or a line or a file that marks them, such as X..X..
    pattern: str | None
    # Threads that share the work, or auto for all cores. No number changes the answers or their order.
    threads: int | str | None
    # Only puzzles whose brute-force fill takes a number of tries in this range, such as 100000.. or 188..1404
    tries: int | str | None
    # Draw every grid of the shape with the same probability: short for --fill uniform
    uniform: bool
    # With --density: only puzzles with one solution
    valid: bool
    # More rules, separated by commas, such as x or anti-knight. Rules: x, falling-diagonal, rising-diagonal,
    # windoku, disjoint-groups, anti-knight, anti-king, non-consecutive, jigsaw=FILE with a letter for the
    # region of each cell, and lines such as `thermometer r1c1 r1c2`. docs/cli.md explains them.
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
    # Cells that must be clues (they count toward the total): r1c1,r2c3,... Or a line with a character for each
    # cell, in which all but . and 0 marks a cell.
    given: str | None
    # Search for puzzles outside the tree [default: local, or covers with a follower that is an integer program]
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
    # Contents of the linear programs beside the unavoidable-set inequalities; published implies other options
    relaxation: Literal["full", "published"] | None
    # Rows that the clues must satisfy: an LP, MPS or OPB file over the names of cells or vertices, without
    # objective
    rows: Path | None
    # Seed of every random choice
    seed: int | None
    # Box shape, rows x columns, such as 2x3. 2x3 and 3x2 differ; 1x5 is the Latin square of order 5. By default
    # the size decides.
    shape: str | None
    # Source of the start sets of the bilevel engine or of a published search [default: complete, or that of its
    # paper]
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # Keep the open nodes in DIR; the same command continues from there
    state: Path | None
    # More rules, separated by commas, such as x or anti-knight. Rules: x, falling-diagonal, rising-diagonal,
    # windoku, disjoint-groups, anti-knight, anti-king, non-consecutive, jigsaw=FILE with a letter for the
    # region of each cell, and lines such as `thermometer r1c1 r1c2`. docs/cli.md explains them.
    variant: str | None
    # Find clues of the least weight; FILE has lines of a cell (or vertex) and a weight, and others weigh 1
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
    # Engine: native, bilevel, both (compared), or a published search. Published searches: checker2006, dmus-
    # basic, dmus, checker2012 and v1 to v5, with settings such as dmus/sets=512/shrink=up; see
    # docs/searches.md.
    engine: str | None
    # Solver for the follower; highs and cbc require --leaf lp, which is then the default
    follower: Literal["oracle", "highs", "cbc"] | None
    # Read the start sets of every engine from FILE: records of sets --list, or lines of cell numbers
    from_: Path | None
    # Search for puzzles outside the tree [default: local, or covers with a follower that is an integer program]
    heuristic: Literal["none", "rounding", "covers", "local"] | None
    # Find a minimum hitting set of a hypergraph in the format of PACE 2025 (- is standard input); CELLS are
    # then vertex numbers from 1
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
    # Contents of the linear programs beside the unavoidable-set inequalities; published implies other options
    relaxation: Literal["full", "published"] | None
    # Seed of every random choice
    seed: int | None
    # Box shape, rows x columns, such as 2x3. 2x3 and 3x2 differ; 1x5 is the Latin square of order 5. By default
    # the size decides.
    shape: str | None
    # Source of the start sets of the bilevel engine or of a published search [default: complete, or that of its
    # paper]
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # Keep the open nodes in DIR; the same command continues from there
    state: Path | None
    # Threads of the native engine, or auto for all cores. No number changes the answer.
    threads: int | str | None


class MinimizeOptions(TypedDict, total=False):
    """Of :func:`minclue.minimize`."""

    # With --exact: native, bilevel or both (compared)
    engine: str | None
    # Vector instructions of the native engine; none changes the answer
    instructions: Literal["best", "avx2", "portable"] | None
    # Memory limit of the process, in MB
    memory_limit: int | None
    # Do not use the automorphisms of the grid
    no_symmetry: bool
    # Limit on search nodes for each input and engine
    node_limit: int | None
    # Box shape, rows x columns, such as 2x3. 2x3 and 3x2 differ; 1x5 is the Latin square of order 5. By default
    # the size decides.
    shape: str | None
    # Threads of the native engine, or auto for all cores. No number changes the answer.
    threads: int | str | None


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
    # Box shape, rows x columns, such as 2x3. 2x3 and 3x2 differ; 1x5 is the Latin square of order 5. By default
    # the size decides.
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
    # Variables that may be clues, such as x_*, x1..x81 or a,b [default: those of the puzzle, all of a model,
    # the soft clauses of WCNF or the groups of GCNF]
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
    # Search for puzzles outside the tree [default: local, or covers with a follower that is an integer program]
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
    # Contents of the linear programs beside the unavoidable-set inequalities; published implies other options
    relaxation: Literal["full", "published"] | None
    # Rows that the clues must satisfy: an LP, MPS or OPB file over their names, without objective
    rows: Path | None
    # List minimal unavoidable sets, smallest first, by integer programs
    sets: bool
    # Count two solutions as the same if they agree in these variables [default: all]
    shown: str | None
    # With --export --what sets: the number of cells
    size: int | None
    # Solution of --model, as ILP, SAT and pseudo-Boolean solvers write it, or lines of a name and a value; any
    # finds one by a search
    solution: Path | None
    # Keep the open nodes in DIR; the same command continues from there
    state: Path | None
    # With --export: the format of the file [default: by its ending; otherwise mps+aux for bilevel, mps for
    # other models]
    to: Literal["lp", "mps", "mps+aux", "bobilib", "opb", "wcnf", "hgr", "cnf"] | None
    # Find clues of the least weight; FILE has lines of a clue and a weight, and other clues weigh 1
    weights: Path | None
    # With --export: the model; follower requires --given, and sets requires --size [default: hitting for lp,
    # mps, opb, wcnf and hgr, otherwise bilevel]
    what: Literal["bilevel", "hpr", "follower", "hitting", "sets", "second"] | None


class RateOptions(TypedDict, total=False):
    """Of :func:`minclue.rate`."""

    # Stop each count of --measures courses at N, and report these counts
    max_tries: int | None
    # Measures to report
    measures: Literal["people", "all", "courses"] | None
    # Box shape, rows x columns, such as 2x3. 2x3 and 3x2 differ; 1x5 is the Latin square of order 5. By default
    # the size decides.
    shape: str | None
    # More rules, separated by commas, such as x or anti-knight. Rules: x, falling-diagonal, rising-diagonal,
    # windoku, disjoint-groups, anti-knight, anti-king, non-consecutive, jigsaw=FILE with a letter for the
    # region of each cell, and lines such as `thermometer r1c1 r1c2`. docs/cli.md explains them.
    variant: str | None


class ShowOptions(TypedDict, total=False):
    """Of :func:`minclue.show`."""

    # Pictures side by side on a sheet of --format svg [default: as many as fit a page]
    columns: int | None
    # Box shape, rows x columns, such as 2x3. 2x3 and 3x2 differ; 1x5 is the Latin square of order 5. By default
    # the size decides.
    shape: str | None
    # More rules, separated by commas, such as x or anti-knight. Rules: x, falling-diagonal, rising-diagonal,
    # windoku, disjoint-groups, anti-knight, anti-king, non-consecutive, jigsaw=FILE with a letter for the
    # region of each cell, and lines such as `thermometer r1c1 r1c2`. docs/cli.md explains them.
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
    # Search for puzzles outside the tree [default: local, or covers with a follower that is an integer program]
    heuristic: Literal["none", "rounding", "covers", "local"] | None
    # Find a minimum hitting set of a hypergraph in the format of PACE 2025 (- is standard input); CELLS are
    # then vertex numbers from 1
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
    # Contents of the linear programs beside the unavoidable-set inequalities; published implies other options
    relaxation: Literal["full", "published"] | None
    # Rows that the clues must satisfy: an LP, MPS or OPB file over the names of cells or vertices, without
    # objective
    rows: Path | None
    # Box shape, rows x columns, such as 2x3. 2x3 and 3x2 differ; 1x5 is the Latin square of order 5. By default
    # the size decides.
    shape: str | None
    # Source of the start sets of the bilevel engine or of a published search [default: complete, or that of its
    # paper]
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # Keep the open nodes in DIR; the same command continues from there
    state: Path | None
    # More rules, separated by commas, such as x or anti-knight. Rules: x, falling-diagonal, rising-diagonal,
    # windoku, disjoint-groups, anti-knight, anti-king, non-consecutive, jigsaw=FILE with a letter for the
    # region of each cell, and lines such as `thermometer r1c1 r1c2`. docs/cli.md explains them.
    variant: str | None
    # Find clues of the least weight; FILE has lines of a cell (or vertex) and a weight, and others weigh 1
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
    # Engine: native, bilevel, both (compared), or a published search. Published searches: checker2006, dmus-
    # basic, dmus, checker2012 and v1 to v5, with settings such as dmus/sets=512/shrink=up; see
    # docs/searches.md.
    engine: str | None
    # Solver for the follower; highs and cbc require --leaf lp, which is then the default
    follower: Literal["oracle", "highs", "cbc"] | None
    # Read the start sets of every engine from FILE: records of sets --list, or lines of cell numbers
    from_: Path | None
    # Search for puzzles outside the tree [default: local, or covers with a follower that is an integer program]
    heuristic: Literal["none", "rounding", "covers", "local"] | None
    # Find a minimum hitting set of a hypergraph in the format of PACE 2025 (- is standard input); CELLS are
    # then vertex numbers from 1
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
    # Contents of the linear programs beside the unavoidable-set inequalities; published implies other options
    relaxation: Literal["full", "published"] | None
    # Rows that the clues must satisfy: an LP, MPS or OPB file over the names of cells or vertices, without
    # objective
    rows: Path | None
    # Seed of every random choice
    seed: int | None
    # Box shape, rows x columns, such as 2x3. 2x3 and 3x2 differ; 1x5 is the Latin square of order 5. By default
    # the size decides.
    shape: str | None
    # Source of the start sets of the bilevel engine or of a published search [default: complete, or that of its
    # paper]
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # Keep the open nodes in DIR; the same command continues from there
    state: Path | None
    # Threads of the native engine, or auto for all cores. No number changes the answer.
    threads: int | str | None
    # More rules, separated by commas, such as x or anti-knight. Rules: x, falling-diagonal, rising-diagonal,
    # windoku, disjoint-groups, anti-knight, anti-king, non-consecutive, jigsaw=FILE with a letter for the
    # region of each cell, and lines such as `thermometer r1c1 r1c2`. docs/cli.md explains them.
    variant: str | None
    # Find clues of the least weight; FILE has lines of a cell (or vertex) and a weight, and others weigh 1
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
    # Read the sets from FILE: records of sets --list, or lines of cell numbers
    from_: Path | None
    # Sets to add with each set that --source ilp finds, without solving a program [default: types]
    images: Literal["none", "grid", "types"] | None
    # Write every solve of --source ilp to FILE, and continue from there
    journal: Path | None
    # Find at most N sets; 0 means none
    max_sets: int | None
    # With --split deep: cut programs of more than N variables [default: 350, or half of all]
    max_vars: int | None
    # Find disjoint sets that a solution misses: FILE is a solver's solution of a model that export wrote for
    # this grid
    missed: Path | None
    # Regions of --source region [default: all]
    regions: Literal["checker", "lin-wu", "all"] | None
    # Box shape, rows x columns, such as 2x3. 2x3 and 3x2 differ; 1x5 is the Latin square of order 5. By default
    # the size decides.
    shape: str | None
    # Source of the sets
    source: Literal["complete", "region", "blueprint", "ilp", "checker"] | None
    # How to cut the programs of --form sizes into smaller ones [default: deep]
    split: Literal["none", "cell", "value", "deep"] | None
    # Report what the sets prove of the grid: disjoint sets, sets that need two clues, digits and boxes
    stats: bool
    # Time limit for each input and engine: seconds, or 500ms, 5m, 1h30m
    time_limit: Time | None
    # List the types of the sets of all grids of --shape (the blueprints of mcguire-2012), not the sets of each
    # grid
    types: bool
    # More rules, separated by commas, such as x or anti-knight. Rules: x, falling-diagonal, rising-diagonal,
    # windoku, disjoint-groups, anti-knight, anti-king, non-consecutive, jigsaw=FILE with a letter for the
    # region of each cell, and lines such as `thermometer r1c1 r1c2`. docs/cli.md explains them.
    variant: str | None


class VerifyOptions(TypedDict, total=False):
    """Of :func:`minclue.verify`."""

    # AUX file of --bilevel [default: the file of the same name]
    aux: Path | None
    # Allow clues that set a variable to 0
    both_signs: bool
    # Variables that may be clues, such as x_*, x1..x81 or a,b [default: those of the puzzle, all of a model,
    # the soft clauses of WCNF or the groups of GCNF]
    clue_vars: str | None
    # Most that the leader may pay: in blocker problems of --bilevel with other rows of the leader, or with
    # --weights or --rows
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
    # Check that they are about this model and its --solution, as for puzzle
    model: Path | None
    # With --bilevel: check how certificates of its value count a choice without an answer
    no_answer: Literal["forbidden", "prevented"] | None
    # Write the proof of one certificate for third-party checkers into DIR: OPB and VeriPB, and the puzzle's
    # uniqueness as CNF and DRAT
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
    # With --bilevel: check that they are about this follower objective value, which they prove preventable or
    # not
    target: int | str | None
    # Time limit for each certificate: seconds, or 500ms, 5m, 1h30m; at the limit, it is neither accepted nor
    # refused
    time_limit: Time | None
    # More rules, separated by commas, such as x or anti-knight. Rules: x, falling-diagonal, rising-diagonal,
    # windoku, disjoint-groups, anti-knight, anti-king, non-consecutive, jigsaw=FILE with a letter for the
    # region of each cell, and lines such as `thermometer r1c1 r1c2`. docs/cli.md explains them.
    variant: str | None
    # Check the proof with the program veripb too
    veripb: bool
    # Weights of the problem, as for solve, puzzle or explain
    weights: Path | None
