"""Run the commands of README.md and put their real output below them.

    .venv-3.X/bin/python scripts/readme.py            rewrite README.md
    .venv-3.X/bin/python scripts/readme.py --check    only say whether it is up to date

The list of verbs comes from the command line itself. Commands are the lines that start with `$ ` in
blocks marked `console`; they run one after the other in a copy of `sample_prompts/ledger-service`
with a store of their own.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VERB_LIST = re.compile(r"(?<=<!-- verbs -->\n).*?(?=^<!-- /verbs -->$)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"(?<=```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)


def render(text):
    """`text` with the list of verbs and the output of each command as they are today."""
    text = VERB_LIST.sub(lambda match: verb_list(), text)
    with tempfile.TemporaryDirectory() as folder:
        work = os.path.join(folder, "project")
        shutil.copytree(os.path.join(ROOT, "sample_prompts", "ledger-service"), work)
        path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
        env = {
            "PATH": path,
            "HOME": folder,
            "CTXBENCH_HOME": os.path.join(folder, "store"),
            "PYTHONPATH": ROOT,
            "LANG": "C.UTF-8",
        }
        return BLOCK.sub(lambda match: run_block(match[0], work, env), text)


def verb_list():
    sys.path.insert(0, ROOT)
    from workbench.cli.app import VERBS

    rows = ["| `%s` | %s |" % item for item in VERBS.items()]
    return "\n".join(["| verb | what it does |", "| --- | --- |"] + rows) + "\n"


def run_block(block, folder, env):
    out = []
    for line in block.splitlines():
        if line.startswith("$ "):
            done = subprocess.run(
                ["bash", "-c", line[2:]],
                cwd=folder,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            out += [line, done.stdout.decode("utf-8").rstrip("\n")]
    return "\n".join(part for part in out if part) + "\n"


def main(argv):
    path = os.path.join(ROOT, "README.md")
    with open(path, encoding="utf-8") as file:
        old = file.read()
    new = render(old)
    if old == new:
        print("README.md is up to date")
        return 0
    if "fault of its own" in new or "ctxbench: command not found" in new:
        print(
            "a command failed (ctxbench must be installed beside this Python); README.md is as "
            "it was:\n" + new
        )
        return 1
    if "--check" in argv:
        print("README.md is out of date: run scripts/readme.py")
        return 1
    with open(path, "w", encoding="utf-8") as file:
        file.write(new)
    print("README.md was rewritten")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
