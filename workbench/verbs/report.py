"""`export --to html`: one page that needs nothing else, with the parts and the whole text."""

from __future__ import annotations

from html import escape

from workbench import __version__
from workbench.measure.map import PositionMap
from workbench.prompt.lines import body
from workbench.prompt.plural import plural
from workbench.prompt.visible import visible
from workbench.verbs.measured import Measured

_STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; }
th, td { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
pre { font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
pre span { display: block; padding-left: 4.5rem; text-indent: -4.5rem; }
pre span::before { content: attr(data-n); display: inline-block; width: 4rem; text-indent: 0;
  margin-right: .5rem; text-align: right; opacity: .5; }
.weak { color: #b8501a; } .fair { color: #8a6d00; } .strong { color: #0a7d5c; }
footer { opacity: .7; margin: 2rem 0; }
"""


def safe(text: str) -> str:
    """File text as HTML: every control character a sign, every angle bracket escaped."""
    return escape(visible(text))


def html_report(m: Measured, found: PositionMap) -> bytes:
    """The page as UTF-8. No script, no link, no request: the policy in its head forbids them."""
    source = m.prompt.source
    known = f"{m.counter.label}, {m.counter.model or m.counter.name}"
    error = f" ±{m.counter.error_pct:g} %" if m.counter.error_pct else ""
    rows = "\n".join(
        f'<tr><td class="n">{part.index}</td><td>{safe(part.title)}</td>'
        f'<td class="n">{part.start_line}-{part.end_line}</td>'
        f'<td class="n">{m.part_tokens(part):,}</td><td class="n">{100 * m.share(part):.1f} %</td>'
        f'<td class="{weight.prompt.band}">{found.scale.glyph(weight.height)} '
        f"{weight.prompt.band if weight.prompt.weight is not None else 'no effect known'}</td></tr>"
        for part, weight in zip(m.parts, found.parts, strict=True)
    )
    lines = "".join(
        f'<span data-n="{number}">{safe(body(line)) or " "}</span>'
        for number, line in enumerate(m.prompt.lines, 1)
    )
    page = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{safe(m.prompt.name)}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{safe(m.prompt.name)}</h1>
<p>{safe(m.prompt.kind)} · {plural(m.total, "token")} ({safe(known + error)})
· {plural(len(m.prompt.lines), "line")} · {safe(source.encoding_label)}
· sha256 {source.sha256[:16]}…</p>
<table>
<thead><tr><th class="n">#</th><th>part</th><th class="n">lines</th><th class="n">tokens</th>
<th class="n">share</th><th>place</th></tr></thead>
<tbody>
{rows}
</tbody>
</table>
<p>{safe(found.source)}</p>
<pre>{lines}</pre>
<footer>ctxbench {__version__}. Control and hidden characters are drawn as signs.</footer>
</body>
</html>
"""
    return page.encode("utf-8")
