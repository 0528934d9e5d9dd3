#!/usr/bin/env python3
"""Set ctxbench up in this folder, with the newest Python on the machine, and start it.

    python3 scripts/setup.py open [FILE]     set up, then open FILE (or a sample prompt)
    python3 scripts/setup.py test [ARGS]     set up, then run the fast tests (ARGS go to pytest)
    python3 scripts/setup.py install         only set up; prints the Python that it made ready
    python3 scripts/setup.py find            only say which Pythons were found

    --python WHICH   `newest` (default), `default` (the Python that runs this script), a version
                     such as `3.12`, or a path

Only the standard library is used, and only syntax that old Pythons read too, so that an old
`python3` can find the newer one beside it. Everything lands in `.venv-3.X` of this folder.
"""

from __future__ import print_function

import glob
import hashlib
import os
import shutil
import subprocess
import sys
import time

OLDEST = (3, 11)
TESTED = (3, 13)  # newer ones are used too; if they fail, this one and older ones are tried
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SAMPLE = os.path.join(ROOT, "sample_prompts", "ledger-service", "CLAUDE.md")
WHO = (
    "import platform, sys, os; v = sys.version_info; "
    "print('|'.join([platform.python_implementation(), '%d.%d.%d' % v[:3], v.releaselevel, "
    "os.path.realpath(sys.executable)]))"
)


def say(text):
    print(text, file=sys.stderr)
    sys.stderr.flush()


class Python(object):
    """One interpreter: its version as three numbers, and its real path."""

    def __init__(self, version, path):
        self.version = version
        self.path = path
        self.name = "%d.%d" % version[:2]


def look(path):
    """The CPython behind `path`, or None: a shim may answer for nothing, a link may be dead."""
    try:
        out = subprocess.check_output(
            [path, "-I", "-c", WHO], stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=20
        )
        name, version, level, real = out.decode("utf-8", "replace").strip().split("|")
        numbers = tuple(int(n) for n in version.split("."))
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return Python(numbers, real) if (name, level) == ("CPython", "final") else None


def places():
    """Where an interpreter may be: this one, the path, version managers, usual folders."""
    yield sys.executable
    minors = range(OLDEST[1], OLDEST[1] + 12)
    for minor in minors:
        found = shutil.which("python3.%d" % minor)
        if found:
            yield found
    for name in ("python3", "python"):
        found = shutil.which(name)
        if found:
            yield found
    beside = os.path.dirname(os.path.realpath(sys.base_prefix))
    patterns = [os.path.join(beside, "*", "bin", "python3")]
    patterns += [os.path.join(beside, "*", "python.exe")]
    if os.environ.get("PYENV_ROOT"):
        patterns.append(os.path.join(os.environ["PYENV_ROOT"], "versions", "*", "bin", "python3"))
    for home in homes():
        for manager in (".pyenv/versions", ".local/share/uv/python", ".asdf/installs/python"):
            patterns.append(os.path.join(home, manager, "*", "bin", "python3"))
    for folder in ("/usr/local/bin", "/usr/bin", "/opt/homebrew/bin", "/opt/local/bin"):
        patterns.append(os.path.join(folder, "python3.[0-9][0-9]"))
    patterns.append("/opt/python*/bin/python3")
    patterns.append("/usr/local/python*/bin/python3")
    patterns.append("/Library/Frameworks/Python.framework/Versions/*/bin/python3")
    for pattern in patterns:
        for path in sorted(glob.glob(pattern)):
            yield path


def homes():
    """The home that HOME names and the one of the account; they differ under sudo and in tests."""
    found = [os.path.expanduser("~")]
    try:
        import pwd

        found.append(pwd.getpwuid(os.getuid()).pw_dir)
    except (ImportError, KeyError, OSError):
        pass  # not a Unix, or an account without an entry
    return list(dict.fromkeys(found))


def all_pythons():
    """Every CPython that is new enough, newest first, each once."""
    found, seen = {}, set()
    for path in places():
        real = os.path.realpath(path)
        if real in seen:
            continue
        seen.add(real)
        python = look(path)
        if python and python.version[:2] >= OLDEST:
            found.setdefault(python.path, python)
    return sorted(found.values(), key=lambda p: p.version, reverse=True)


def choose(which):
    """The interpreters to try, best first."""
    if which == "default" or os.path.sep in which:
        python = look(sys.executable if which == "default" else which)
        if not python:
            sys.exit("%s is not a released CPython. Name another with --python." % which)
        if python.version[:2] < OLDEST:
            sys.exit(too_old("Python %s" % ".".join(map(str, python.version))))
        return [python]
    pythons = all_pythons()
    if which != "newest":
        pythons = [p for p in pythons if p.name == which]
        if not pythons:
            sys.exit("No Python %s was found. Found: see `scripts/setup.py find`." % which)
    if not pythons:
        sys.exit(too_old("this is %s, and no newer one was found" % sys.version.split()[0]))
    if which == "newest":
        # Pre-built wheels lag behind a brand-new Python: older ones stand by.
        return [p for p in pythons if p.version[:2] > TESTED][:1] + [
            p for p in pythons if p.version[:2] <= TESTED
        ]
    return pythons[:1]


def too_old(what):
    return (
        "ctxbench needs Python %d.%d or newer: %s.\n"
        "Install one (Debian and Ubuntu: apt install python3 python3-venv; macOS: brew install "
        "python; Windows: winget install Python.Python.3.13) and run this command again."
        % (OLDEST + (what,))
    )


def venv_python(folder):
    if os.name == "nt":
        return os.path.join(folder, "Scripts", "python.exe")
    return os.path.join(folder, "bin", "python")


def script(python, name):
    return os.path.join(os.path.dirname(python), name + (".exe" if os.name == "nt" else ""))


def fingerprint(python, extra):
    """What the installation depends on; when it is unchanged, set-up has nothing to do."""
    digest = hashlib.sha256(repr((python.path, python.version, extra, ROOT)).encode("utf-8"))
    for name in ("pyproject.toml", "constraints.txt"):
        with open(os.path.join(ROOT, name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def create(python, folder):
    """Make the environment; True when pip is inside it, None when it cannot be made."""
    if os.path.exists(folder):
        shutil.rmtree(folder)
    made = run([python.path, "-m", "venv", folder], quiet=True)
    if made == 0:
        return True
    shutil.rmtree(folder, ignore_errors=True)
    # Debian's python3 comes without ensurepip; a pip outside can still fill the environment.
    has_pip = run([python.path, "-m", "pip", "--version"], quiet=True) == 0
    if has_pip and run([python.path, "-m", "venv", "--without-pip", folder], quiet=True) == 0:
        return False
    shutil.rmtree(folder, ignore_errors=True)
    return None


def run(command, quiet=False):
    out = subprocess.DEVNULL if quiet else None
    try:
        return subprocess.call(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=ROOT)
    except OSError:
        return 127


class Progress(object):
    """What is going on, for as long as set-up takes: one line that is rewritten on a terminal, a
    line for each step elsewhere (a log gets no spinner)."""

    def __init__(self, steps):
        self.steps, self.at, self.words = steps, 0, ""
        self.live = sys.stderr.isatty()
        self.began = time.time()

    def step(self, words):
        self.at += 1
        self.words = "[%d/%d] %s" % (self.at, self.steps, words)
        self.show() if self.live else say(self.words + " ...")

    def show(self, detail=""):
        """The step, how long set-up has taken, and what it is at."""
        seconds = int(time.time() - self.began)
        line = "%s, %d s %s" % (self.words, seconds, detail)
        sys.stderr.write("\r" + line[: shutil.get_terminal_size((80, 24)).columns - 1] + "\033[K")
        sys.stderr.flush()

    def end(self):
        if self.live:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()

    def follow(self, command):
        """Run pip and say which package it is at; what it prints is shown when it fails."""
        try:
            child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=ROOT,
            )
        except OSError:
            return 127
        said, packages = [], 0
        for raw in child.stdout:
            line = raw.decode("utf-8", "replace").rstrip()
            said.append(line)
            words = line.split()
            if words[:1] == ["Collecting"] and len(words) > 1:
                packages += 1
                if self.live:
                    self.show("(%d: %s)" % (packages, harmless(words[1])))
            elif words[:1] == ["Installing"] and self.live:
                self.show("(putting %d packages in place)" % packages)
        child.stdout.close()
        code = child.wait()
        if code != 0:
            self.end()
            say("\n".join(said[-40:]))
        return code


def harmless(text):
    """Words of another program, without what could drive a terminal."""
    return "".join(ch if ch.isprintable() else "?" for ch in text)[:60]


def ready(python, extra):
    """The Python of a filled environment for `python`, or a sentence that says what failed."""
    folder = os.path.join(ROOT, ".venv-" + python.name)
    inside = venv_python(folder)
    stamp = os.path.join(folder, "ctxbench-%s.stamp" % (extra or "run"))
    want = fingerprint(python, extra)
    if os.path.exists(inside) and os.path.exists(stamp):
        with open(stamp) as file:
            if file.read() == want:
                return inside, ""
    say("Setting up ctxbench with Python %s (%s)." % (python.name, python.path))
    say("The first time takes a minute or two.")
    progress = Progress(2)
    progress.step("making the environment %s" % os.path.basename(folder))
    own_pip = os.path.exists(inside) and run([inside, "-m", "pip", "--version"], quiet=True) == 0
    if not own_pip:
        made = create(python, folder)
        if made is None:
            progress.end()
            return None, (
                "Python %s cannot make a virtual environment (its venv or ensurepip is missing).\n"
                "Debian and Ubuntu: apt install python%s-venv. Then run this command again."
                % (python.name, python.name)
            )
        own_pip = made
    pip = [inside, "-m", "pip"] if own_pip else [python.path, "-m", "pip", "--python", inside]
    what = ROOT + ("[%s]" % extra if extra else "")
    progress.step("fetching and installing packages")
    command = pip + [
        "install",
        "--no-input",
        "--disable-pip-version-check",
        "--progress-bar",
        "off",
    ]
    code = progress.follow(command + ["-c", os.path.join(ROOT, "constraints.txt"), "-e", what])
    if code != 0:
        return None, (
            "pip could not install the dependencies for Python %s (its message is above).\n"
            "This step needs a package index, once; afterwards ctxbench works without a network. "
            "Run this command again when the index can be reached." % python.name
        )
    with open(stamp, "w") as file:
        file.write(want)
    progress.end()
    return inside, ""


def set_up(which, extra):
    """The Python of the environment that is ready to use; exits with advice when none is."""
    problem = ""
    for python in choose(which):
        inside, problem = ready(python, extra)
        if inside:
            return inside
        say(problem)
    sys.exit(1)


def main(argv):
    if sys.version_info < (3, 5):
        sys.exit("Start this script with Python 3: python3 scripts/setup.py open")
    which, args = "newest", list(argv)
    if "--python" in args:
        at = args.index("--python")
        which = (args[at + 1 : at + 2] or [""])[0]
        del args[at : at + 2]
    action, rest = (args or ["help"])[0], args[1:]
    if action == "find":
        for python in all_pythons():
            print(python.name, python.path)
        return 0
    if action == "open":
        python = set_up(which, "")
        command = [script(python, "ctxbench"), "open"] + (rest or [SAMPLE])
    elif action == "test":
        python = set_up(which, "dev")
        command = [python, "-m", "pytest"] + rest
        os.chdir(ROOT)
    elif action == "install":
        python = set_up(which, "dev")
        say("Ready. Put %s on your PATH, then: ctxbench open FILE" % os.path.dirname(python))
        print(python)
        return 0
    else:
        print(__doc__)
        return 0 if action in ("help", "-h", "--help") else 2
    sys.stdout.flush()
    if os.name == "nt":
        return subprocess.call(command)
    os.execv(command[0], command)
    return 127


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
