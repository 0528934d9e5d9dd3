"""One self-contained page: a policy in its head forbids scripts and requests of any kind."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.verbs.pages.markup import Html, el, join
from workbench.verbs.pages.style import STYLE

#: Nothing is loaded, run, framed, sent or linked to; styles stand in the page itself.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_PAGE_STYLE = Html(
    "html{background:Canvas;color-scheme:light dark}"
    "body.ctxbench.ctxbench{max-width:78rem;margin:0 auto;padding:1.5rem 1.2rem 3rem}"
    "@media (prefers-color-scheme:dark){html{background:#16191d}}"
    "@media print{body.ctxbench pre.text{max-height:none}}"
)


def page(title: str, body: Iterable[Html]) -> bytes:
    """The page as UTF-8."""
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=POLICY),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="referrer", content="no-referrer"),
        el("title", title),
        el("style", STYLE, _PAGE_STYLE),
    )
    whole = el("html", head, el("body", join(body, "\n"), class_="ctxbench"), lang="en")
    return f"<!doctype html>\n{whole}\n".encode()
