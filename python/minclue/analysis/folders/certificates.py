"""`results/certificates`: what certificates cost."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from .._figure import Figure
from .._records import there
from . import geometric, records, shown


def make(folder: Path, given: Path) -> tuple[dict[str, str], dict[str, Figure]]:
    """`tables.md`."""
    runs = records(folder / "records.jsonl")
    # Where VeriPB was not there, nothing is known of it.
    of_veripb = ["veripb", "veripb_bytes", "veripb_write_s", "veripb_s"]
    runs = runs.reindex(columns=[*runs.columns, *(name for name in of_veripb if name not in runs)])
    rows = _costs(runs).assign(
        options=runs.options.str.join(" "),
        bytes_a_node=runs.bytes / runs.search_nodes.clip(lower=1),
        **{name: [_size(n) for n in runs[name]] for name in ("bytes", "veripb_bytes")},
    )
    main = shown(
        rows,
        """
        name            {}       grid
        options         {}       options
        minimum         {}       minimum
        plain_s         {:.2f}   search s
        certificate_of  x{}      with certificate
        check_s         {:.2f}   check s
        check_of        {}       of search
        search_nodes    {}       nodes of the search
        nodes           {}       nodes written
        searched        {}       nodes searched by the checker
        bytes_a_node    {:.2f}   bytes a node of the search
        bytes           {}       before compression
        file_bytes      {}       file
        """,
        "llr",
    )
    checked = shown(
        rows.dropna(subset="veripb"),
        """
        name            {}      grid
        options         {}      options
        steps           {}      steps in the certificate
        veripb          {}      VeriPB says
        veripb_bytes    {}      its file
        veripb_write_s  {:.2f}  written s
        veripb_s        {:.2f}  checked s
        """,
        "llrlr",
    )
    tables = [_all(runs), main, *([checked] if runs.veripb.notna().any() else []), *_lists(folder / "lists.jsonl")]
    tables += _checks(folder / "checks.jsonl") + _veripb(folder / "veripb.jsonl")
    return {"tables.md": "## Certificates\n\n" + "\n".join(tables)}, {}


def _lists(file: Path) -> list[str]:
    """The table of lists of puzzles, if they were measured."""
    if not there(file).exists():
        return []
    table = shown(
        _costs(records(file)),
        """
        name            {}       grid
        clues           {}       clues
        minimal         {}       minimal puzzles with as many
        listed          {}       listed
        plain_s         {:.2f}   search s
        certificate_of  x{}      with certificate
        check_s         {:.2f}   check s
        check_of        {}       of search
        search_nodes    {}       nodes of the search
        searched        {}       nodes searched by the checker
        file_bytes      {}       file
        """,
        "lr",
    )
    return [table]


def _checks(file: Path) -> list[str]:
    """Checks beside searches, if they were measured: by minimum, then by grid."""
    if not there(file).exists():
        return []
    runs = records(file).reindex(columns=["name", "minimum", "solve_s", "check_s", "check_v3_s"])
    runs = runs.assign(of=runs.check_s / runs.solve_s, of_v3=runs.check_v3_s / runs.check_s).sort_values(["minimum", "solve_s"])
    by = runs.groupby("minimum")
    minima = pd.DataFrame(dict(
        grids=by.size(),
        check=[f"{some.check_s.min():.2f} to {some.check_s.max():.2f}" for _, some in by],
        of=[f"{geometric(some.of):.2f} ({some.of.min():.2f} to {some.of.max():.2f})" for _, some in by],
        of_v3=[f"{geometric(some.of_v3):.2f}" for _, some in by],
    )).reset_index()
    ratio = f"{geometric(runs.of):.2f} times the search ({runs.of.min():.2f} to {runs.of.max():.2f})"
    head = f"All {len(runs)} grids: a check takes {ratio}.\n"
    return [
        "## Checks\n\n" + head,
        shown(
            minima,
            """
            minimum  {}  minimum
            grids    {}  grids
            check    {}  check s
            of       {}  of search
            of_v3    {}  built for x86-64-v3, of that
            """,
        ),
        shown(
            runs,
            """
            name        {}      grid
            minimum     {}      minimum
            solve_s     {:.2f}  search s
            check_s     {:.2f}  check s
            of          {:.2f}  of search
            check_v3_s  {:.2f}  built for x86-64-v3
            """,
            "lr",
        ),
    ]


def _veripb(file: Path) -> list[str]:
    """Proofs for VeriPB, if they were measured: by minimum, then by the number of steps."""
    if not there(file).exists():
        return []
    columns = ["name", "minimum", "check_s", "searches", "all_searches", "steps", "mb", "bytes", "write_s", "veripb_s", "veripb"]
    runs = records(file).reindex(columns=columns).sort_values(["minimum", "steps"])
    runs = runs.assign(
        mb=runs.mb.where(runs["bytes"].isna(), runs["bytes"] / 1e6),
        veripb=[text.removeprefix("s ") for text in runs.veripb],
        part=[_part(n, of) for n, of in zip(runs.searches, runs.all_searches, strict=True)],
    )
    table = shown(
        runs,
        """
        name      {}       grid
        minimum   {}       minimum
        check_s   {:.2f}   check s
        part      {}       searches written
        steps     {:.0f}   steps
        mb        {:.0f}   MB
        write_s   {:.1f}   written s
        veripb_s  {:.1f}   checked s
        veripb    {}       VeriPB says
        """,
        "lrrrrrrrl",
    )
    return ["## VeriPB\n\nGrids of 9x9 without symmetries.\n", table]


def _part(n: float, of: float) -> str:
    """How many searches were written where not all were."""
    return "all" if np.isnan(of) else f"{n:.0f} of {of:.0f}"


def _all(runs: pd.DataFrame) -> str:
    """What the aims are about: the native engine on 9x9 grids, without options. The command checks what it has written."""
    of = runs[~runs.name.str.startswith(("4x4", "6x6")) & (runs.options.str.len() == 0)]
    written = of.certified_s - of.check_s
    parts = {"search with certificate": written, "check": of.check_s, "`solve --certify`, which is both": of.certified_s}
    lines = []
    for name, seconds in parts.items():
        ratio = seconds / of.plain_s
        lines.append(f"- {name}: {geometric(ratio):.2f} times the search without ({ratio.min():.2f} to {ratio.max():.2f})\n")
    return f"Native engine, {len(of)} grids of 9x9, geometric mean and range:\n\n{''.join(lines)}"


def _costs(runs: pd.DataFrame) -> pd.DataFrame:
    """With what writing and checking take of the search, and the size of the file in words."""
    return runs.assign(
        certificate_of=_of(runs.certified_s - runs.check_s, runs.plain_s),
        check_of=_of(runs.check_s, runs.plain_s),
        file_bytes=[_size(n) for n in runs.file_bytes],
    )


def _of(part: pd.Series, whole: pd.Series) -> list[str]:
    """Quotients; what is too short to be measured has none."""
    return [f"{a / b:.2f}" if b >= 0.05 else "-" for a, b in zip(part, whole, strict=True)]


def _size(n: float) -> str | None:
    if np.isnan(n):
        return None
    return f"{n / 1e6:.1f} MB" if n >= 1e5 else f"{n / 1e3:.1f} kB"
