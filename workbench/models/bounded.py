"""No answer is read without end: a limit of bytes on every response, and none that is compressed.

A few kilobytes of gzip can stand for gigabytes, and an error is read as a whole by the SDK before
anybody can look at it. So nothing compressed is asked for, and what comes compressed is not read.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from workbench.errors import AnswerBroken
from workbench.models.stream import malformed

if TYPE_CHECKING:
    from httpx2 import AsyncByteStream, Response

#: Bytes. A stream takes some 150 for each token, so this is three times the longest answer.
MOST = 32_000_000
#: Bytes of a refusal: a sentence or two, or a page of HTML.
MOST_REFUSAL = 1_000_000
#: Sent with each request.
ASKED_FOR = {"Accept-Encoding": "identity"}


async def bound(response: Response) -> None:
    """A hook of the HTTP client: from now on, reading `response` ends at its limit.

    The reader gets AnswerBroken then, or at once where the answer is compressed.
    """
    from httpx2 import AsyncByteStream

    class Bounded(AsyncByteStream):
        def __init__(self, inner: AsyncByteStream, most: int, packed: bool) -> None:
            self._inner, self._most, self._packed = inner, most, packed

        async def __aiter__(self) -> AsyncIterator[bytes]:
            if self._packed:
                raise malformed("it is compressed, which was not asked for")
            size = 0
            async for data in self._inner:
                size += len(data)
                if size > self._most:
                    raise _too_long(self._most)
                yield data

        async def aclose(self) -> None:
            await self._inner.aclose()

    packed = response.headers.get("content-encoding", "identity").strip().lower()
    most = MOST if response.status_code < 300 else MOST_REFUSAL
    stream: Any = response.stream
    response.stream = Bounded(stream, most, packed not in ("", "identity"))


def _too_long(most: int) -> AnswerBroken:
    return AnswerBroken(
        f"The answer has more than {most:,} bytes; it was not read further.",
        hint="Nothing of it is kept.",
        fault="flood",
    )
