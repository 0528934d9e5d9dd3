"""A server that speaks the Messages API, in a process of its own, for tests.

    python server.py SCENARIO.json LOG.jsonl      prints its port; ends when stdin is closed
    python server.py --forks                      the same for each connection that comes on stdin,
                                                  a socket, with the message SCENARIO, NUL, LOG

It answers, streams and counts well enough for the unmodified SDK, and misbehaves as the scenario
says. Everything that arrives is written to the log, byte for byte, with the time.

Scenario (JSON), everything optional:
    latency            seconds before the first byte of an answer
    answer             text of every answer
    judge              "module:function": (body of the request) -> text of the answer
    judge_path         a folder put on sys.path for it
    key                the only key that is accepted
    models             the only models that are known
    ignores_stream     answers with one JSON message whatever was asked
    lacks              any of "output_config", "cache_control", "count_tokens"
    thinking           text of a thinking block before the answer
    rules              the first one that still applies decides; each may have
        match          regular expression on the body
        skip, times    leave out the first `skip`, then apply `times` (default: always)
        status         an HTTP error, with error, message, code, headers
        do             stall | reset | garbage | html | error |
                       stall-inside | reset-inside | end-inside | garbage-inside | error-inside
        answer, stop   another text, another stop reason
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import importlib
import json
import os
import re
import signal
import socket
import struct
import sys
import time
from pathlib import Path
from typing import Any

TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}


class Server:
    def __init__(self, scenario: dict[str, Any], log: Path) -> None:
        self.scenario = scenario
        self.rules = [dict(rule) for rule in scenario.get("rules", ())]
        self.log = log.open("a", encoding="ascii")
        self.count = self.active = 0
        self.cached: set[str] = set()
        self.judge: Any = None
        if "judge" in scenario:
            sys.path.insert(0, scenario.get("judge_path", "."))
            module, _, name = scenario["judge"].partition(":")
            self.judge = getattr(importlib.import_module(module), name)

    def write(self, **row: Any) -> None:
        self.log.write(json.dumps({"t": time.monotonic(), **row}) + "\n")
        self.log.flush()

    async def connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self.one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        headers = {
            name.lower(): value.strip()
            for name, _, value in (line.partition(":") for line in lines[1:] if line)
        }
        raw = await reader.readexactly(int(headers.get("content-length", 0)))
        number, self.count, self.active = self.count, self.count + 1, self.active + 1
        path = lines[0].split()[1]
        self.write(
            request=number,
            path=path,
            headers=headers,
            head=head.decode("latin-1"),
            body=base64.b64encode(raw).decode("ascii"),
            active=self.active,
        )
        gone = True
        try:
            keep = await self.answer(path, headers, raw, reader, writer)
            gone = False
            return keep
        finally:
            self.active -= 1
            self.write(end=number, gone=gone)

    async def answer(
        self,
        path: str,
        headers: dict[str, str],
        raw: bytes,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> bool:
        scenario = self.scenario
        text = raw.decode("utf-8")
        body = json.loads(text or "{}")
        if path not in ("/v1/messages", "/v1/messages/count_tokens"):
            return await plain(writer, 404, b"404 page not found", "text/plain")
        if "key" in scenario and headers.get("authorization") != f"Bearer {scenario['key']}":
            said = headers.get("authorization", "")
            return await error(writer, 401, f"invalid x-api-key: {said}")
        if path.endswith("count_tokens"):
            if "count_tokens" in scenario.get("lacks", ()):
                return await plain(writer, 404, b"not found", "text/plain")
            return await send_json(writer, 200, {"input_tokens": tokens(body)})
        rule = self.rule(text)
        if rule.get("do") == "error":  # with HTTP 200, as some servers do
            return await send_json(writer, 200, rule["body"])
        if rule.get("do") in ("stall", "reset", "garbage", "html"):
            return await broken(rule["do"], reader, writer)
        if "status" in rule:
            return await error(
                writer,
                rule["status"],
                rule.get("message", "as the scenario says"),
                kind=rule.get("error"),
                code=rule.get("code"),
                headers=rule.get("headers", {}),
            )
        for name in ("output_config", "cache_control"):
            if name in scenario.get("lacks", ()) and f'"{name}"' in text:
                return await error(writer, 400, f"{name}: Extra inputs are not permitted")
        if "models" in scenario and body["model"] not in scenario["models"]:
            return await error(writer, 404, f"model: {body['model']}")
        return await self.message(body, rule, reader, writer)

    def rule(self, text: str) -> dict[str, Any]:
        for rule in self.rules:
            if not re.search(rule.get("match", ""), text):
                continue
            if rule.get("skip", 0) > 0:
                rule["skip"] -= 1
                continue
            if rule.get("times", 1) > 0:
                if "times" in rule:
                    rule["times"] -= 1
                return rule
        return {}

    async def message(
        self,
        body: dict[str, Any],
        rule: dict[str, Any],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> bool:
        scenario = self.scenario
        usage = self.usage(body)
        if scenario.get("latency"):
            await asyncio.sleep(scenario["latency"])
        text = rule.get("answer", scenario.get("answer", "{}"))
        if self.judge is not None and "answer" not in rule:
            text = self.judge(body)
        stop = rule.get("stop", "end_turn")
        out = max(1, len(text) // 4)
        blocks = [{"type": "text", "text": text}]
        if "thinking" in scenario:
            thought = {"type": "thinking", "thinking": scenario["thinking"], "signature": "s"}
            blocks.insert(0, thought)
        message = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": blocks,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": {**usage, "output_tokens": out},
        }
        self.cached.add(prefix_of(body))
        if scenario.get("ignores_stream") or not body.get("stream"):
            return await send_json(writer, 200, message)
        await start(writer, 200, {"content-type": "text/event-stream; charset=utf-8"})
        fault = rule.get("do", "")
        for number, (name, data) in enumerate(events(message, usage, out)):
            if fault.endswith("-inside") and number == 4:
                return await inside(fault, rule, reader, writer)
            await chunk(writer, f"event: {name}\ndata: {json.dumps(data)}\n\n".encode())
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        return True

    def usage(self, body: dict[str, Any]) -> dict[str, int]:
        """Tokens as a provider reports them: four letters are one, a known prefix is cached."""
        prefix, whole = prefix_of(body), tokens(body)
        size = len(prefix) // 4 if '"cache_control"' in json.dumps(body) else 0
        known = prefix in self.cached
        return {
            "input_tokens": whole - size,
            "cache_creation_input_tokens": 0 if known else size,
            "cache_read_input_tokens": size if known else 0,
        }


def tokens(body: dict[str, Any]) -> int:
    system = "".join(block["text"] for block in body.get("system", ()))
    content = "".join(b["text"] for m in body["messages"] for b in m["content"])
    return (len(system) + len(content)) // 4


def prefix_of(body: dict[str, Any]) -> str:
    system = "".join(block["text"] for block in body.get("system", ()))
    return system + body["messages"][0]["content"][0]["text"]


def events(message: dict[str, Any], usage: dict[str, int], out: int) -> list[tuple[str, Any]]:
    rows: list[tuple[str, Any]] = [
        (
            "message_start",
            {
                "type": "message_start",
                "message": {
                    **message,
                    "content": [],
                    "stop_reason": None,
                    "usage": {**usage, "output_tokens": 1},
                },
            },
        ),
        ("ping", {"type": "ping"}),
    ]
    for index, block in enumerate(message["content"]):
        kind = block["type"]
        empty = {**block, kind: ""}
        rows.append(
            (
                "content_block_start",
                {"type": "content_block_start", "index": index, "content_block": empty},
            )
        )
        for at in range(0, len(block[kind]), 40):
            delta = {"type": f"{kind}_delta", kind: block[kind][at : at + 40]}
            rows.append(
                (
                    "content_block_delta",
                    {"type": "content_block_delta", "index": index, "delta": delta},
                )
            )
        rows.append(("content_block_stop", {"type": "content_block_stop", "index": index}))
    rows.append(
        (
            "message_delta",
            {
                "type": "message_delta",
                "delta": {"stop_reason": message["stop_reason"], "stop_sequence": None},
                "usage": {"output_tokens": out},
            },
        )
    )
    rows.append(("message_stop", {"type": "message_stop"}))
    return rows


async def inside(
    fault: str, rule: dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> bool:
    if fault == "error-inside":
        kind = rule.get("error", "overloaded_error")
        data = {"type": "error", "error": {"type": kind, "message": "Overloaded"}}
        await chunk(writer, f"event: error\ndata: {json.dumps(data)}\n\n".encode())
    elif fault == "garbage-inside":
        await chunk(writer, b"event: content_block_delta\ndata: {not json\n\n")
    elif fault == "reset-inside":
        return reset(writer)
    elif fault == "stall-inside":
        return await stall(reader)
    writer.write(b"0\r\n\r\n")
    await writer.drain()
    return True


async def broken(fault: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    if fault == "stall":
        return await stall(reader)
    if fault == "reset":
        return reset(writer)
    if fault == "html":
        return await plain(writer, 200, b"<html>Welcome to the hotel</html>", "text/html")
    return await plain(writer, 200, b'{"type": "message", "content": [', "application/json")


async def stall(reader: asyncio.StreamReader) -> bool:
    """Says nothing until the client has hung up."""
    while await reader.read(1000):
        pass
    raise ConnectionError


def reset(writer: asyncio.StreamWriter) -> bool:
    writer.get_extra_info("socket").setsockopt(
        socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
    )
    writer.transport.abort()
    return False


async def start(writer: asyncio.StreamWriter, status: int, headers: dict[str, str]) -> None:
    lines = [f"HTTP/1.1 {status} Scenario", "transfer-encoding: chunked", "request-id: req_1"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
    await writer.drain()


async def chunk(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
    await writer.drain()


async def plain(
    writer: asyncio.StreamWriter,
    status: int,
    data: bytes,
    kind: str,
    headers: dict[str, str] | None = None,
) -> bool:
    await start(writer, status, {"content-type": kind, **(headers or {})})
    await chunk(writer, data)
    writer.write(b"0\r\n\r\n")
    await writer.drain()
    return True


async def send_json(writer: asyncio.StreamWriter, status: int, data: Any, **headers: str) -> bool:
    return await plain(writer, status, json.dumps(data).encode(), "application/json", headers)


async def error(
    writer: asyncio.StreamWriter,
    status: int,
    message: str,
    *,
    kind: str | None = None,
    code: str | None = None,
    headers: dict[str, str] | None = None,
) -> bool:
    inner: dict[str, Any] = {"type": kind or TYPES.get(status, "api_error"), "message": message}
    if code:
        inner["details"] = {"error_code": code}
    return await send_json(writer, status, {"type": "error", "error": inner}, **(headers or {}))


async def main(scenario: Path, log: Path) -> None:
    server = Server(json.loads(scenario.read_text("utf-8")), log)
    listening = await asyncio.start_server(server.connection, "127.0.0.1", 0, limit=2**26)
    sys.stdout.write(f"{listening.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


def forks() -> None:
    """Many servers of one process: what they import is imported once."""
    with socket.socket(fileno=os.dup(0)) as asked:
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the forks
        while True:
            message, (*lines,), _, _ = socket.recv_fds(asked, 4096, 1)
            if not message:
                return
            (line,) = lines
            if not os.fork():
                asked.close()
                os.dup2(line, 0)
                os.dup2(line, 1)
                os.close(line)
                scenario, _, log = message.decode().partition("\0")
                asyncio.run(main(Path(scenario), Path(log)))
                os._exit(0)
            os.close(line)


def planted(body: dict[str, Any]) -> str:
    """A judge with an opinion: `worth N` in the question is the score, give or take the noise
    of `noise N` (a hash decides, so that runs can be repeated).
    """
    text = body["messages"][0]["content"][-1]["text"]
    worth = re.search(r"worth (\d+)", text)
    noise = re.search(r"noise (\d+)", text)
    score = int(worth[1]) if worth else 0
    if noise and hashlib.sha256(text.encode()).digest()[0] < 51:  # one answer in five
        score = max(0, min(10, score + int(noise[1])))
    return json.dumps({"score": score, "reason": "as planted"})


if __name__ == "__main__":
    if sys.argv[1:] == ["--forks"]:
        forks()
    else:
        asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2])))
