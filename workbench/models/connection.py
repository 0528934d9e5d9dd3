"""The client of the SDK, set up so that nothing goes where nobody was told."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from workbench.errors import AgentUnavailable
from workbench.models.address import host, is_loopback
from workbench.models.bounded import ASKED_FOR, bound
from workbench.models.secret import Secrets

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic


def connect(url: str, secrets: Secrets, *, silence: float, connecting: float) -> AsyncAnthropic:
    """A client for `url`; opens nothing yet. `silence`, `connecting`: seconds.

    Raises AgentUnavailable where the environment names a proxy or a certificate that is none.
    """
    try:
        return _client(url, secrets, silence=silence, connecting=connecting)
    except (OSError, ImportError, ValueError, TypeError) as error:
        # Its own words are not shown: the address of a proxy may hold a password.
        known = getattr(error, "strerror", None) or type(error).__name__
        raise AgentUnavailable(
            f"No connection to {url} can be made ready ({known}).",
            hint="Check the variables SSL_CERT_FILE, SSL_CERT_DIR and HTTP_PROXY, HTTPS_PROXY,"
            " ALL_PROXY (a socks proxy needs `pip install socksio`). Nothing was sent.",
            fault="missing",
        ) from None


def _client(url: str, secrets: Secrets, *, silence: float, connecting: float) -> AsyncAnthropic:
    import httpx2
    from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient, Omit

    # The SDK writes whole prompts and headers into its log when ANTHROPIC_LOG is set.
    for name in ("anthropic", "httpx2", "httpcore2"):
        logging.getLogger(name).setLevel(logging.WARNING)
    headers: dict[str, Any] = {**ASKED_FOR}
    if not secrets:
        headers["Authorization"] = Omit()
    timeout = httpx2.Timeout(silence, connect=connecting)
    return AsyncAnthropic(
        # Some credential must be named, or the SDK looks for files with one.
        api_key=secrets.key or (None if secrets.token else "none"),
        auth_token=secrets.token or None,
        base_url=url,
        max_retries=0,
        timeout=timeout,
        default_headers=headers,
        open_telemetry=False,
        http_client=DefaultAsyncHttpxClient(
            # A redirect would carry the text to an address that nobody was shown, and so would
            # a proxy of the environment when the server is on this very machine.
            follow_redirects=False,
            mounts={f"all://{host(url)}": None} if is_loopback(url) else {},
            timeout=timeout,
            event_hooks={"response": [bound]},
        ),
    )
