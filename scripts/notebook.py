"""Run docs/notebook.ipynb and put the real output below its cells.

    .venv-3.X/bin/python scripts/notebook.py          run it and rewrite it
    .venv-3.X/bin/python scripts/notebook.py OUT      run it and write the result to OUT

It runs in a folder and with a store of its own; nothing of this machine is in the output but the
times of the versions. Needs ipykernel and nbclient (the extra `dev`).
"""

import os
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NOTEBOOK = os.path.join(ROOT, "docs", "notebook.ipynb")


def executed(path):
    """The notebook at `path` with the output of each cell; raises when a cell fails."""
    import nbformat
    from jupyter_client import KernelManager
    from nbclient import NotebookClient

    book = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PYTHONPATH"] = ROOT
        os.environ["IPYTHONDIR"] = folder
        os.environ["CTXBENCH_HOME"] = os.path.join(folder, "store")
        kernel = KernelManager(kernel_name="python3", transport="ipc")  # no port is opened
        kernel.ip = os.path.join(folder, "ipc")
        client = NotebookClient(
            book, km=kernel, timeout=120, resources={"metadata": {"path": folder}}
        )
        try:
            client.execute(cwd=folder)
        finally:
            kernel.shutdown_kernel(now=True)
    for cell in book.cells:
        cell.metadata.pop("execution", None)
    language = book.metadata.get("language_info", {})
    book.metadata["language_info"] = {"name": language.get("name", "python")}
    return book


def main(argv):
    import nbformat

    out = argv[0] if argv else NOTEBOOK
    book = executed(NOTEBOOK)
    nbformat.write(book, out)
    print("wrote " + out)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
