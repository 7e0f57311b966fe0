#!/usr/bin/env python3
"""Runs notebooks headless; a cell that fails ends it. Usage, in an environment with `requirements.txt`:

    notebooks/run.py [--save] NOTEBOOK...

With --save the notebook is written with what it showed: text, and figures as pictures, without the data for drawing them
anew, which would make it ten times as large.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient


def shown(output):
    """The output as it is kept."""
    data = output.get("data", {})
    for kind in [kind for kind in data if kind.startswith("application/vnd.vegalite")]:
        if "image/svg+xml" in data:
            del data[kind]
    # Only what a page can show, and no numbers that change with each run.
    output.pop("execution_count", None)
    if output.get("output_type") == "execute_result":
        output["output_type"] = "display_data"
    return output


def run(path, save):
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=900, resources={"metadata": {"path": str(path.parent)}}).execute()
    if save:
        for cell in notebook.cells:
            cell.metadata = {}
            if cell.cell_type == "code":
                cell.execution_count = None
                cell.outputs = [shown(output) for output in cell.outputs]
        notebook.metadata.pop("widgets", None)
        notebook.metadata["language_info"] = {"name": "python"}
        nbformat.write(notebook, path)
    print(path)


if __name__ == "__main__":
    words = sys.argv[1:]
    for name in (word for word in words if word != "--save"):
        run(Path(name), "--save" in words)
