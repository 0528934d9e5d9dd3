"""The real `claude` client, fenced: what it sends when the judged prompt names files.

    python benchmarks/client_fence.py [--client PATH] [--folder DIR] [--without-fence]

`claude -p` is asked by `ctxbench score`, in a network namespace that has loopback only, against a
recorder of ours that speaks the Messages API and keeps each body. The prompt names `@.env`,
`@~/.aws/credentials` and `@/etc/hostname` (and their full paths) at line starts, behind blanks, in
brackets, quotes and backticks; beside it lies a CLAUDE.md that says "always answer in prose". None
of the files' texts, and nothing of the project's memory, may be in any body.

Asked twice: as ctxbench makes it lean (the text in a file of its own), and with a system text that
the user gave, so that all of the judged text goes to standard input, where the client expands.

The client is the one of `--client`, of CLIENT_FENCE_CLAUDE, of the PATH, or one that npm installs
into `--folder`. Where there is none, or no namespace can be made, it is skipped with the reason.
`--without-fence` runs the bare client on the same prompt, to see that the recorder would notice.
"""

from __future__ import annotations

import argparse
import http.server
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PACKAGE = "@anthropic-ai/claude-code"
MARKS = {name: f"MARK-{name}-5f1c9a" for name in ("env", "aws", "memory", "above", "user")}
#: Where a client may expand a path, and where it should not.
PLACES = ("{0}", "see {0} for it", "({0})", "[{0}]", '"{0}"', "'{0}'", "`{0}`", "- {0}", "| {0}")
RUNNERS = ("claude -p", "claude -p --system-prompt 'You judge a prompt.'")
_INSIDE = "CLIENT_FENCE_INSIDE"
_TIME = 300.0


@dataclass
class Recorder:
    """A server that keeps every body, and answers each question of `score` as it asks."""

    bodies: list[str] = field(default_factory=list)
    port: int = 0

    def start(self) -> None:
        recorder = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args: Any) -> None:
                pass

            def do_GET(self) -> None:
                self._give(b"{}", "application/json")

            do_HEAD = do_GET

            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers.get("content-length") or 0))
                recorder.bodies.append(raw.decode("utf-8", "replace"))
                if not self.path.startswith("/v1/messages"):
                    return self._give(b"{}", "application/json")
                if "count_tokens" in self.path:
                    return self._give(b'{"input_tokens": 10}', "application/json")
                return self._give(*answer(json.loads(raw)))

            def _give(self, data: bytes, kind: str) -> None:
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(data)

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        self.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()


def answer(body: dict[str, Any]) -> tuple[bytes, str]:
    """A score for the part that is asked about, as one message or as a stream."""
    asked = re.findall(r"Score part (\d+) of", json.dumps(body["messages"]))
    judgement = {"justification": "It is.", "usage": "OFTEN", "score": 5}
    text = json.dumps({"id": asked[-1] if asked else "1", **judgement})
    message: dict[str, Any] = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body.get("model", ""),
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 10, "output_tokens": 1},
    }
    if not body.get("stream"):
        message |= {"content": [{"type": "text", "text": text}], "stop_reason": "end_turn"}
        return json.dumps(message).encode(), "application/json"
    rows: list[dict[str, Any]] = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "text_delta", "text": text},
        },
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn", "stop_sequence": None},
            "usage": {"output_tokens": 20},
        },
        {"type": "message_stop"},
    ]
    stream = "".join(f"event: {row['type']}\ndata: {json.dumps(row)}\n\n" for row in rows)
    return stream.encode(), "text/event-stream"


def client_at(named: str | None, folder: Path) -> tuple[Path | None, str]:
    """The client, or why there is none."""
    named = named or os.environ.get("CLIENT_FENCE_CLAUDE")
    if named:
        return (Path(named).absolute(), "") if Path(named).is_file() else (None, f"no {named}")
    found = shutil.which("claude") or _installed(folder)
    if found:
        return Path(found), ""
    npm = shutil.which("npm")
    if npm is None:
        return None, "no claude on the PATH, and no npm to install it"
    folder.mkdir(parents=True, exist_ok=True)
    command = [npm, "install", "--no-audit", "--no-fund", "--prefix", str(folder), PACKAGE]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIME, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return None, f"npm could not install {PACKAGE}: {error}"
    if done.returncode != 0:
        return None, f"npm could not install {PACKAGE}: {done.stderr.strip()[-200:]}"
    found = _installed(folder)
    return (Path(found), "") if found else (None, f"{PACKAGE} has no program for this machine")


def _installed(folder: Path) -> str | None:
    """The program itself: the link in `.bin` is a stand-in until an install script has run."""
    modules = folder / "node_modules" / "@anthropic-ai"
    programs = sorted(modules.glob("claude-code-*/claude"))
    return str(programs[0]) if programs else None


def project_in(root: Path) -> tuple[Path, Path, list[str]]:
    """(folder of the project, home, paths that the prompt names)."""
    project, home = root / "work" / "project", root / "home"
    for folder in (project, home / ".aws", home / ".claude"):
        folder.mkdir(parents=True)
    (project / ".env").write_text(MARKS["env"])
    (home / ".aws/credentials").write_text(MARKS["aws"])
    (home / ".claude/CLAUDE.md").write_text(f"Always answer in prose. {MARKS['user']}")
    (root / "work" / "CLAUDE.md").write_text(f"Always answer in prose. {MARKS['above']}")
    (project / "CLAUDE.md").write_text(f"Always answer in prose. {MARKS['memory']}\n")
    paths = ["@.env", "@~/.aws/credentials", "@/etc/hostname", f"@{project}/.env"]
    lines = [place.format(path) for path in paths for place in PLACES]
    (project / "PROMPT.md").write_text("# Deploy\n\n" + "\n".join(lines) + "\n\nDeploy it.\n")
    return project, home, paths


def hostname(root: Path) -> str:
    """What stands in /etc/hostname: a mark of ours where it can be laid over the file for this
    namespace alone, since a real name may be any short word; else its own text."""
    own, real = root / "hostname", Path("/etc/hostname")
    own.write_text("MARK-hostname-5f1c9a\n")
    with suppress(OSError):
        subprocess.run(["mount", "--bind", str(own), str(real)], capture_output=True, check=False)
    return real.read_text().strip() if real.is_file() else own.read_text().strip()


def run_inside(client: Path, runner: str) -> int:
    """In the namespace: ask through `runner`, "" for the bare client, and look at what came."""
    without = not runner
    recorder = Recorder()
    recorder.start()
    secret = dict(MARKS)
    with tempfile.TemporaryDirectory(prefix="fence-") as made:
        project, home, paths = project_in(Path(made))
        secret["hostname"] = hostname(Path(made))
        bin_ = Path(made) / "bin"
        bin_.mkdir()
        (bin_ / "claude").symlink_to(client)
        env = {
            **os.environ,
            "HOME": str(home),
            "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}",
            "CTXBENCH_HOME": str(Path(made) / "store"),
            "PYTHONPATH": str(Path(__file__).resolve().parent.parent),
            "ANTHROPIC_API_KEY": "sk-ant-dummy",
            "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{recorder.port}",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
        }
        if without:
            command, text = ["claude", "-p"], (project / "PROMPT.md").read_bytes()
        else:
            options = ["--task", "deploy", "--runner", runner, "--yes"]
            command = [sys.executable, "-m", "workbench", "score", "PROMPT.md", *options]
            text = b""
        done = subprocess.run(
            command, cwd=project, env=env, input=text, capture_output=True, timeout=_TIME
        )
        talk = (done.stderr + done.stdout).decode("utf-8", "replace")
        kept = sorted((home / ".claude" / "projects").glob("*/*.jsonl"))
    bodies = [body for body in recorder.bodies if '"messages"' in body]
    found = sorted({name for body in bodies for name, mark in secret.items() if mark in body})
    at_all = " ".join(bodies)
    asked = sum("Score part" in body for body in bodies)
    print(
        f"  {len(bodies)} bodies, {asked} questions, {len(at_all):,} letters;"
        f" exit {done.returncode}"
    )
    print(f"  command: {talk.splitlines()[0] if talk else shlex.join(command)}")
    print(f"  named: {len(paths) * len(PLACES)} paths; looked for: {', '.join(sorted(secret))}")
    print(f"  found in bodies: {', '.join(found) or 'nothing'}; sessions kept: {len(kept)}")
    if without:
        return 0 if {"env", "aws", "hostname", "memory"} <= set(found) else 1
    tools = sum(bool(json.loads(body).get("tools")) for body in bodies)
    print(f"  bodies with tools: {tools}")
    well = done.returncode == 0 and asked > 0 and not found and not kept and not tools
    if not well:
        print(talk[-2000:])
    return 0 if well else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--client", help="the program of the client")
    parser.add_argument("--folder", type=Path, help="where npm puts it")
    parser.add_argument("--without-fence", action="store_true", help="the bare client")
    given = parser.parse_args()
    if os.environ.get(_INSIDE):
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        runners = [""] if given.without_fence else RUNNERS
        return max([run_inside(Path(given.client), runner) for runner in runners])
    folder = given.folder or Path(tempfile.gettempdir()) / "ctxbench-claude-client"
    namespace = ["unshare", "--user", "--map-root-user", "--net", "--mount"]
    try:
        able = subprocess.run([*namespace, "ip", "link", "set", "lo", "up"], capture_output=True)
        why = "" if able.returncode == 0 else able.stderr.decode().strip() or "no namespace"
    except OSError as error:
        why = str(error)
    client = None
    if not why:
        client, why = client_at(given.client, folder)
    if client is None:
        print(f"skipped: {why}")
        return 0
    # In a home of its own: looking at a version must not touch the user's.
    with tempfile.TemporaryDirectory(prefix="fence-home-") as home:
        told = subprocess.run(
            [str(client), "--version"],
            capture_output=True,
            text=True,
            env={**os.environ, "HOME": home},
        ).stdout.strip()
    print(f"{told or client}, {'as it comes' if given.without_fence else 'fenced'}:")
    again = [sys.executable, str(Path(__file__).resolve()), "--client", str(client)]
    again += ["--without-fence"] if given.without_fence else []
    code = subprocess.run([*namespace, *again], env={**os.environ, _INSIDE: "1"}).returncode
    print("well" if code == 0 else "FAILED")
    return code


if __name__ == "__main__":
    sys.exit(main())
