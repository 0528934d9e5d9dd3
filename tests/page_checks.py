"""What must hold for any HTML that we write, read by a parser that is not ours; and a hostile
prompt that tries to break it."""

from __future__ import annotations

from html.parser import HTMLParser

from workbench.prompt.visible import HOSTILE

TAGS = {
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "h1",
    "h2",
    "h3",
    "p",
    "span",
    "bdi",
    "code",
    "div",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "i",
    "pre",
    "section",
    "header",
    "details",
    "summary",
    "figure",
    "figcaption",
    "svg",
    "line",
    "text",
    "rect",
    "path",
    "polygon",
    "polyline",
    "circle",
    "ins",
    "del",
    "mark",
}
ATTRIBUTES = {
    "lang",
    "charset",
    "http-equiv",
    "content",
    "name",
    "class",
    "scope",
    "style",
    "role",
    "aria-label",
    "aria-hidden",
    "open",
    "tabindex",
    "viewbox",
    "x",
    "y",
    "x1",
    "x2",
    "y1",
    "y2",
    "cx",
    "cy",
    "r",
    "d",
    "points",
    "width",
    "height",
    "text-anchor",
}
_VOID = {"meta", "br", "hr"}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.wrong: list[str] = []
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.wrong.append(f"<{tag}>")
        for name, value in attrs:
            if name not in ATTRIBUTES:
                self.wrong.append(f"<{tag} {name}>")
            if name == "style" and not (value or "").startswith("width:"):
                self.wrong.append(f"style={value}")
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> closes another element")

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.words.append(data)

    def handle_comment(self, data: str) -> None:
        self.wrong.append(f"a comment: {data[:40]}")

    def unknown_decl(self, data: str) -> None:
        self.wrong.append(f"a declaration: {data[:40]}")


def read(page: str) -> str:
    """The words of a page; fails where it holds anything but our own elements and attributes, or
    a character that could drive a terminal or turn text around."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert reader.wrong == []
    assert reader.open == []
    found = HOSTILE.search(page)
    assert found is None, f"{found[0]!r} at {found.start()}"
    style = page.partition("<style>")[2].partition("</style>")[0]
    assert style and "url(" not in style and "@import" not in style
    return "".join(reader.words)


def hostile(url: str) -> str:
    """A prompt that tries all of it: script, style, markup, requests, redirects, bidi, escapes."""
    ran = "document.documentElement.setAttribute('data-ran','yes')"
    tricks = [
        f"<script>{ran}</script>",
        f"</style><script>{ran}</script><style>@import url({url}/style.css);",
        f"</title></textarea></pre></code><img src={url}/image.png onerror={ran}>",
        f'"><svg onload="{ran}"><image href="{url}/vector.svg"/></svg>',
        f"<meta http-equiv=refresh content='0;url={url}/away'>",
        f"<link rel=stylesheet href={url}/sheet.css><base href={url}>",
        f"<iframe src={url}/frame></iframe><object data={url}/object></object>",
        f"`{ran}` ]]> --> <!-- <![CDATA[ {{{{constructor}}}} &lt;script&gt; \x1b[31m \x00 \x9b",
        "\u202egnihtemos reven\u202c \u2066x\u2069 \u200b\u2028 \ufeff שלום مرحبا",
        f"style='background:url({url}/bg.png)' onclick={ran} javascript:{ran}",
    ]
    head = "".join(f"field{i}: {trick!r}\n" for i, trick in enumerate(tricks[:4]))
    sections = "".join(
        f"# {trick}\n\n- Never {trick} in production.\n- Always {trick}, or prefer it.\n\n"
        f"```html\n{trick}\n```\n\n"
        for trick in tricks
    )
    filler = "Keep every ledger entry as it was posted, and say why it changed.\n\n" * 60
    return f"---\ndescription: {tricks[2]}\n{head}---\n{sections}{filler}"
