"""The style sheet of notebook cells and reports: no colour carries a meaning alone.

Every rule is held to `.ctxbench`, so that a cell changes nothing around it; the class is doubled
because notebooks style tables themselves. Colours of text have a contrast of 4.5 or more on
their background, which the block brings along. In JupyterLab, which says whether its theme is
light or dark, that is the theme's own sheet, so that no box of another shade stands on the page.
"""

from __future__ import annotations

import re

from workbench.verbs.pages.markup import Html

_LIGHT = """
--bg:#fff; --fg:#1b1f24; --dim:#59626c; --line:#d6dbe1; --soft:#f3f5f7; --bar:#9db8d6;
--good:#006e4e; --warn:#855400; --bad:#b0330c; --link:#0b5cad;
--ins:#dcf3e4; --del:#fbe3df; --mov:#e3ecfb; --ins-word:#a9dfbd; --del-word:#f3b9b0;
--band:#cfe0f3; --curve:#0b5cad;
"""
_DARK = """
--bg:#16191d; --fg:#e3e6ea; --dim:#a3abb5; --line:#3a424b; --soft:#20252b; --bar:#4a6c93;
--good:#57cda3; --warn:#e9b44c; --bad:#ff9a76; --link:#7cb8f5;
--ins:#14361f; --del:#46211b; --mov:#1d2f4d; --ins-word:#22663c; --del-word:#8a3629;
--band:#263f5c; --curve:#7cb8f5;
"""
_RULES = """
& { color:var(--fg); background:var(--bg); color-scheme:light dark; line-height:1.45;
  font-family:system-ui,-apple-system,"Segoe UI",sans-serif; font-size:14px; padding:.6em .8em; }
& h1 { font-size:1.7em; margin:.2em 0 .4em; line-height:1.2; overflow-wrap:anywhere; }
& h2 { font-size:1.25em; margin:2em 0 .5em; padding-top:.5em; border-top:1px solid var(--line); }
& h3 { font-size:1.05em; margin:.4em 0 .3em; }
& p { margin:.4em 0; max-width:78em; }
& .small, & figcaption { color:var(--dim); font-size:.88em; }
& .scroll { overflow-x:auto; margin:.5em 0; }
& table { border-collapse:collapse; margin:0; border:0; font-size:inherit; table-layout:auto; }
& tr, & tbody tr:nth-child(n), & tbody tr:hover { background:transparent; }
& th, & td { text-align:left; vertical-align:top; padding:.22em 1.1em .22em 0; border:0;
  color:inherit; white-space:nowrap; max-width:none; line-height:1.4; unicode-bidi:isolate; }
& thead th { color:var(--dim); font-weight:600; border-bottom:1px solid var(--line); }
& tbody tr + tr td { border-top:1px solid var(--soft); }
& td.wide { white-space:pre-wrap; overflow-wrap:anywhere; min-width:16em; max-width:64em; }
& td:not(.wide) > bdi { white-space:pre; }
& .n { text-align:right; font-variant-numeric:tabular-nums; }
& bdi { white-space:pre-wrap; overflow-wrap:anywhere; }
& code { font:.92em ui-monospace,"SF Mono",Menlo,Consolas,monospace; background:var(--soft);
  color:inherit; padding:.05em .3em; border-radius:3px; }
& code bdi { white-space:pre; overflow-wrap:normal; }
& .dim { color:var(--dim); } & .strong { font-weight:650; }
& .good { color:var(--good); } & .warn { color:var(--warn); } & .bad { color:var(--bad); }
& .new { background:var(--ins); } & .gone { background:var(--del); text-decoration:line-through; }
& .bar { display:inline-block; width:4.5em; height:.55em; margin-left:.7em;
  background:var(--soft); }
& .bar i { display:block; height:100%; background:var(--bar); }
& .card { border:1px solid var(--line); border-left-width:5px; border-radius:4px;
  padding:.5em .9em .6em; margin:.7em 0; max-width:76em; }
& .card header { font-weight:650; overflow-wrap:anywhere; }
& .card.error { border-left-color:var(--bad); } & .card.warning { border-left-color:var(--warn); }
& .card.note { border-left-color:var(--link); }
& details { margin:.5em 0; } & summary { cursor:pointer; color:var(--link); }
& summary bdi { color:var(--fg); }
& figure { margin:.6em 0 1em; }
& figure svg { width:100%; max-width:60em; height:auto; display:block; }
& svg text { fill:var(--dim); font:11px system-ui,sans-serif; }
& svg .axis { stroke:var(--line); fill:none; } & svg .tick { stroke:var(--line); }
& svg .band { fill:var(--band); } & svg .curve { stroke:var(--curve); fill:none; stroke-width:2; }
& svg .dot { fill:var(--curve); stroke:var(--bg); stroke-width:1.5; }
& svg .seg { fill:var(--soft); stroke:var(--line); }
& svg .self { fill:var(--curve); stroke:var(--fg); }
& svg .free { fill:none; stroke:var(--line); stroke-dasharray:4 3; }
& table.lines { width:100%; font:12.5px/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace; }
& table.lines tbody tr td { border:0; padding:0 .6em 0 0; }
& table.lines td.no { color:var(--dim); text-align:right; min-width:2.6em; user-select:none; }
& table.lines td.mark { text-align:center; min-width:1em; font-weight:700; user-select:none; }
& table.lines td.line { white-space:pre-wrap; overflow-wrap:anywhere; width:100%; tab-size:4; }
& table.lines tbody tr.ins:nth-child(n) { background:var(--ins); }
& table.lines tbody tr.del:nth-child(n) { background:var(--del); }
& table.lines tbody tr.mov:nth-child(n) { background:var(--mov); }
& table.lines tr.fold td { color:var(--dim); }
& ins { background:var(--ins-word); color:inherit; text-decoration:underline; }
& del { background:var(--del-word); color:inherit; text-decoration:line-through; }
& mark { background:transparent; color:inherit; text-decoration:underline wavy var(--warn); }
& pre.text { font:12.5px/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace; color:inherit;
  background:var(--soft); padding:.6em .8em; counter-reset:line; tab-size:4; white-space:pre-wrap;
  overflow-wrap:anywhere; max-height:44em; overflow-y:auto; border-radius:4px; }
& pre.text span { display:block; padding-left:4.2em; text-indent:-4.2em; unicode-bidi:isolate; }
& pre.text span::before { counter-increment:line; content:counter(line); display:inline-block;
  width:3.4em; margin-right:.8em; text-indent:0; text-align:right; color:var(--dim);
  unicode-bidi:isolate; }
"""


def _scoped(rules: str) -> str:
    """`&` is the block itself, its class doubled to win over a notebook's own styles."""
    return re.sub(r"\s*\n\s*", "\n", rules.replace("&", ".ctxbench.ctxbench").strip())


def _theme(selector: str, values: str) -> str:
    return f"{selector}{{{' '.join(values.split())}}}"


_LAB, _SHEET = "[data-jp-theme-light", "--bg:var(--jp-layout-color0"

#: Light unless the system is dark; a notebook's own theme (JupyterLab, VS Code) decides above it.
STYLE = Html(
    "\n".join(
        (
            _theme(".ctxbench", _LIGHT),
            f"@media (prefers-color-scheme:dark){{{_theme('.ctxbench', _DARK)}}}",
            _theme(f"{_LAB}=true] .ctxbench", f"color-scheme:light;{_LIGHT}{_SHEET},#fff);"),
            _theme(f"{_LAB}=false] .ctxbench", f"color-scheme:dark;{_DARK}{_SHEET},#16191d);"),
            _theme(".vscode-light .ctxbench", _LIGHT),
            _theme(".vscode-dark .ctxbench", _DARK),
            _scoped(_RULES),
        )
    )
)
