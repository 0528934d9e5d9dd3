"""Claims: what is one, what looking says about it, and what that is worth together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.judge.projects import build, claim_of, report_of
from workbench.judge.claims import FALSE, UNVERIFIABLE, VERIFIED, regeneration_request
from workbench.judge.claims_check import check_claims
from workbench.prompt.prompt import Prompt

SHOP = {
    "package.json": json.dumps(
        {
            "name": "lamps",
            "version": "3.2.0",
            "engines": {"node": ">=22"},
            "scripts": {"build": "vite build", "test": "vitest run", "db:seed": "tsx seed.ts"},
            "dependencies": {"react": "^19.1.0", "zod": "4.1.2"},
        }
    ),
    "pyproject.toml": "[project]\nname='lamps'\nrequires-python='>=3.12'\n"
    "dependencies=['httpx>=0.28', 'pydantic>=2.9']\n[tool.poe.tasks]\ncheck='x'\n",
    "Makefile": "up: build\n\tdocker compose up\nmigrate:\n\talembic upgrade head\n",
    "compose.yaml": "services:\n  db:\n    image: postgres:17\n  cache:\n    image: redis:8.2\n",
    "go.mod": "module lamps\n\ngo 1.24\n",
    "src/orders/price.ts": "export function totalOf(order: Order) { return order.sum }\n"
    "export class PriceTable {}\n",
    "src/orders/index.ts": "export * from './price'\n",
    "worker/main.py": "import os\n\n\ndef refill_stock(limit):\n"
    "    return os.environ['LAMP_LIMIT']\n",
    "worker/__init__.py": "",
    "docs/returns.md": "Returns take 14 days.\n",
    "scripts/backup.sh": "echo backup\n",
    ".gitignore": "*.log\n/generated/\n",
}

#: 30 claims: line, status, sub-kind.
PLANTED = [
    ("- `src/orders/price.ts` adds up an order.", VERIFIED, "path"),
    ("- `src/orders/discount.ts` knows the rebates.", FALSE, "path"),
    ("- Returns are described in `docs/returns.md`.", VERIFIED, "path"),
    ("- Warranty cases are described in `docs/warranty.md`.", FALSE, "path"),
    ("- The worker lives in `worker/`.", VERIFIED, "path"),
    ("- The old importer lives in `importer/`.", FALSE, "path"),
    ("- Every `src/**/*.ts` file is compiled.", VERIFIED, "path"),
    ("- There is no `src/legacy/` folder.", VERIFIED, "path"),
    ("- There is no `scripts/backup.sh` any more.", FALSE, "path"),
    ("- Nightly copies end in `/var/backups/lamps`.", UNVERIFIABLE, "path"),
    ("- Personal settings are in `~/.config/lamps.toml`.", UNVERIFIABLE, "path"),
    ("@docs/returns.md", VERIFIED, "import"),
    ("@docs/team.md", FALSE, "import"),
    ("- `npm run build` makes the bundle.", VERIFIED, "script"),
    ("- `npm run deploy` sends it out.", FALSE, "script"),
    ("- `npm run db:seed` fills the tables.", VERIFIED, "script"),
    ("- `make migrate` brings the tables up to date.", VERIFIED, "script"),
    ("- `make rollback` takes the last change back.", FALSE, "script"),
    ("- `bash scripts/backup.sh` copies the data.", VERIFIED, "path"),
    ("- `python scripts/restore.py` brings it back.", FALSE, "path"),
    ("- The shop runs on Node 22.", VERIFIED, "version"),
    ("- The worker still runs on Python 3.9.", FALSE, "version"),
    ("- The database is PostgreSQL 17.", VERIFIED, "version"),
    ("- The cache is Redis 6.", FALSE, "version"),
    ("- The screens are written for React 19.", VERIFIED, "version"),
    ("- Search is done by Elasticsearch 8.", UNVERIFIABLE, "version"),
    ("- `totalOf()` adds up an order.", VERIFIED, "symbol"),
    ("- `refund_stock()` in `worker/main.py` takes lamps back.", FALSE, "symbol"),
    ("- The limit comes from the variable `LAMP_LIMIT`.", VERIFIED, "symbol"),
    ("- The new page made sales grow by 23 %.", UNVERIFIABLE, "number"),
]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return build(tmp_path / "lamps", SHOP)


def test_thirty_planted_claims(shop: Path) -> None:
    """Every status right, risk and band exact (a file about a small repository)."""
    text = "# Lamps\n\n" + "\n".join(line for line, _, _ in PLANTED) + "\n"
    report = report_of(shop, text)
    first = {}
    for claim in report.claims:
        first.setdefault(claim.line, []).append(claim)
    got = [
        [(c.status, c.sub) for c in first.get(number, []) if c.sub == sub or c.status != VERIFIED]
        for number, (_, _, sub) in enumerate(PLANTED, 3)
    ]
    assert got == [[(status, sub)] for _, status, sub in PLANTED]
    # `refund_stock` names its file too, which is there.
    assert len(report.claims) == 31
    assert (report.count(VERIFIED), report.count(FALSE), report.count(UNVERIFIABLE)) == (16, 11, 4)
    assert report.poisoning_risk == (2 * 11 + 4) / 31
    assert report.band == "regenerate"


def test_every_claim_alone_has_the_same_status(shop: Path) -> None:
    for line, status, sub in PLANTED:
        found = report_of(shop, f"{line}\n").claims
        assert [c.status for c in found if c.sub == sub] == [status], line


@pytest.mark.parametrize(
    "line",
    [
        "- Branches are named `team/short-title`.",
        "- Create `docs/plans/next.md` for a bigger change.",
        "- Write the result to `out/report.json`.",
        "- The report is saved as `notes/week.md`.",
        "- Name files like `feature/thing.test.ts`.",
        "- See `https://example.org/lamps/guide.md`.",
        "- One file for each day: `log/YYYY-MM-DD.md`.",
        "- Put it into `src/<area>/index.ts`.",
        "- For example `src/shoes/size.ts`.",
        "- If `docs/local.md` exists, read it.",
        "- Answers are `application/json`.",
        "- Use `origin/main` as the base.",
        "- We moved away from Node 16 long ago.",
        "- Do not use React 17 patterns.",
        "- Never commit `config/secret.json`.",
        "- Use `price.ts` instead of `src/orders/old-list.ts`.",
        "- `src/orders/sums.ts` was renamed to price.ts.",
        '- A good answer: "the bug is in `src/cart/total.ts`".',
        "- The call is `GET /api/v2/orders`.",
        "- Write plain words; use `TODO` sparingly.",
    ],
)
def test_what_is_no_claim(shop: Path, line: str) -> None:
    assert [c for c in report_of(shop, line + "\n").claims if c.status == FALSE] == []


def test_where_links_lead_is_no_figure_and_escaped_signs_are_read(tmp_path: Path) -> None:
    root = build(tmp_path, {"docs/big map 5.png": "x", "AGENTS.md": "x"})
    text = "# A\n\n![map](docs/big%20map%205.png) and [one](https://a.example/x%205%25/b.png)\n"
    assert [c.status for c in report_of(root, text).claims] == []
    (claim,) = report_of(root, "# A\n\n![map](docs/map%E5%9F%BA-1/plan.png)\n").claims
    assert (claim.sub, claim.subject, claim.status) == ("path", "docs/map基-1/plan.png", "FALSE")


def test_code_that_is_not_shell_holds_no_claims(shop: Path) -> None:
    text = (
        '```ts\nimport { x } from \'src/none/here.ts\'\n```\n\n```json\n{"a": "src/no.ts"}\n```\n'
    )
    assert report_of(shop, text).claims == ()


def test_commands_of_a_shell_block(shop: Path) -> None:
    text = "```bash\n$ npm run build   # makes it\nnpm run gone && make up\nFOO=1 make lost\n```\n"
    got = [(c.subject, c.status, c.line) for c in report_of(shop, text).claims]
    assert got == [
        ("npm run build", VERIFIED, 2),
        ("npm run gone", FALSE, 3),
        ("make up", VERIFIED, 3),
        ("make lost", FALSE, 4),
    ]


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("Use pnpm: `pnpm test` runs the tests.", VERIFIED),
        ("Run `yarn run lint` before a commit.", FALSE),
        ("Run `npm ci` first.", VERIFIED),
        ("Run `cargo test` first.", FALSE),
        ("Run `poe check` first.", VERIFIED),
        ("Run `poe tidy` first.", FALSE),
        ("Run `uv run worker/main.py` by hand.", VERIFIED),
        ("Run `uv run worker/once.py` by hand.", FALSE),
        ("Run `python -m worker.main` by hand.", VERIFIED),
        ("Run `python -m worker.once` by hand.", FALSE),
        ("Run `docker compose up -d` first.", VERIFIED),
        ("Run `go test ./...` for the agent.", VERIFIED),
        ("`just` is not used, and there is no `make deploy`.", VERIFIED),
        ("There is no `make up`.", FALSE),
    ],
)
def test_commands(shop: Path, line: str, status: str) -> None:
    claim = claim_of(shop, line)
    assert claim is not None and claim.status == status, claim


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("Needs Node.js 22 or later.", VERIFIED),
        ("Needs Node.js 18 or later.", FALSE),
        ("Python 3.12+ is needed.", VERIFIED),
        ("Python 3.10+ is needed.", FALSE),
        ("We are on pydantic 1.10.", FALSE),
        ("We are on pydantic 2.", VERIFIED),
        ("zod 3.22 checks all input.", FALSE),
        ("The agent is built with Go 1.24.", VERIFIED),
        ("The agent is built with Go 1.19.", FALSE),
        ("Node.js 18 で動く。", FALSE),
        ("This is version 3.2.0 of the app.", VERIFIED),
        ("The current version is 1.0.4.", FALSE),
    ],
)
def test_versions(shop: Path, line: str, status: str) -> None:
    claim = claim_of(shop, line)
    assert claim is not None and (claim.sub, claim.status) == ("version", status), claim


@pytest.mark.parametrize(
    "line",
    [
        "The next 3 steps are easy.",
        "React 2 times to an alarm.",
        "Go 2 lines down.",
        "Since Node 18 there is `fetch`.",
        "Code written before Python 3.8 looks different.",
        "`dict` keeps its order, a change introduced in Python 3.7.",
        "Redis was chosen in 2019.",
    ],
)
def test_numbers_that_are_no_versions_of_this_project(shop: Path, line: str) -> None:
    assert all(c.sub != "version" for c in report_of(shop, line + "\n").claims)


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("- 夜間の処理は `worker/main.py` にある。", VERIFIED),
        ("- 夜間の処理は `worker/night.py` にある。", FALSE),
        ("- `src/legacy/` は存在しない。", VERIFIED),
        ("- 结果在 `docs/returns.md` 里。", VERIFIED),
        ("- 说明见 `docs/shipping.md`。", FALSE),
        ("- `src/old/` 已删除。", VERIFIED),
    ],
)
def test_other_languages(shop: Path, line: str, status: str) -> None:
    claim = claim_of(shop, line)
    assert claim is not None and claim.status == status


def test_paths_from_the_folder_of_the_file(tmp_path: Path) -> None:
    root = build(
        tmp_path / "kit",
        {
            "README.md": "kit",
            "requirements.txt": "pypdf==6.1.0\n",
            "skills/pdf/scripts/fill.py": "x\n",
        },
    )
    text = "- `scripts/fill.py` fills.\n- `scripts/merge.py` joins.\nIt needs pypdf 3.1 to work.\n"
    found = report_of(root, text, "skills/pdf/SKILL.md").claims
    assert [(c.status, c.confidence) for c in found] == [
        (VERIFIED, "HIGH"),
        (FALSE, "HIGH"),
        (FALSE, "HIGH"),
    ]


def test_what_tools_make_is_not_false(shop: Path) -> None:
    text = (
        "- The client in `generated/api.ts` is written by a tool.\n- `dist/app.js` is the bundle.\n"
    )
    assert {c.status for c in report_of(shop, text).claims} == {UNVERIFIABLE}


def test_a_file_in_the_wrong_place_is_unsure(tmp_path: Path) -> None:
    text = "".join(f"- `lib/part{i}/main.rb` does it.\n" for i in range(6))
    path = tmp_path / "alone" / "CLAUDE.md"
    path.parent.mkdir()
    path.write_text(text)
    from tests.judge.projects import facts_at

    found = check_claims(Prompt.from_text(text, str(path)), facts_at(path)).claims
    assert {c.confidence for c in found} == {"LOW"}


def test_without_a_project_nothing_is_false() -> None:
    text = "- `src/a.ts` exists.\n- `npm run x` works.\n- The shop runs on Node 4.\n"
    assert {c.status for c in check_claims(Prompt.from_text(text)).claims} == {UNVERIFIABLE}


def test_no_claims_no_risk() -> None:
    report = check_claims(Prompt.from_text("Be brief.\n"))
    assert (report.poisoning_risk, report.band, regeneration_request(report)) == (
        0.0,
        "proceed",
        "",
    )


@pytest.mark.parametrize(
    ("live", "dead", "band"),
    [(20, 0, "proceed"), (19, 1, "review"), (17, 3, "review"), (3, 1, "regenerate")],
)
def test_bands(shop: Path, live: int, dead: int, band: str) -> None:
    """Below .1 proceed, .1 to .3 review, above that regenerate; the ends belong to review."""
    lines = ["- `docs/returns.md` holds it."] * live + ["- `docs/lost.md` holds it."] * dead
    report = report_of(shop, "\n".join(lines) + "\n")
    assert report.poisoning_risk == pytest.approx(2 * dead / (live + dead))
    assert report.band == band


def test_the_request_lists_what_is_wrong_with_evidence(shop: Path) -> None:
    report = report_of(shop, "- `docs/lost.md` holds it.\n- It is 40 % faster now.\n")
    words = regeneration_request(report)
    assert "line 1 [PATH] docs/lost.md exists." in words
    assert "line 2 [METRIC]" in words
    assert '"I cannot verify"' in words and "Cite file and line" in words and "tools" in words


def test_columns_point_at_the_subject(shop: Path) -> None:
    claim = claim_of(shop, "- 説明は `docs/lost.md` にある。")
    assert claim is not None
    assert (claim.start_column, claim.end_column) == (8, 20)


@pytest.mark.parametrize(
    ("file", "text", "live", "stale"),
    [
        ("pom.xml", "<java.version>21</java.version>", "Builds need JDK 21.", "Java 11 is used."),
        ("App.csproj", "<TargetFramework>net8.0<", "It targets .NET 8.", "It targets .NET 6."),
        ("Gemfile", "ruby '3.4.1'\ngem 'rails', '~> 8.0'", "Rails 8 is used.", "Ruby 2.7 is used."),
        ("composer.json", '{"require": {"php": "^8.3"}}', "It needs PHP 8.4.", "PHP 7.4 runs it."),
        ("Cargo.toml", "[package]\nrust-version='1.85'", "Rust 1.85 works.", "MSRV is Rust 1.60."),
        (".nvmrc", "22", "Node v22 runs it.", "Node 14 is what the server runs."),
        ("Dockerfile", "FROM python:3.13-slim", "It is Python 3.13.", "Python 3.8で動作する。"),
        ("setup.cfg", "python_requires = >=3.11", "使用 Python 3.12 运行。", "使用Python 3.7。"),
        ("VERSION", "4.1.0", "The prompt is at version 4.1.", "You are version 3.2 of the desk."),
        ("pubspec.yaml", "environment:\n  sdk: ^3.6.0", "It is Dart 3.7.", "It is Dart 2."),
        (
            "main.tf",
            'required_version = ">= 1.9"',
            "Use Terraform 1.10.",
            "Terraform 0.13 runs it.",
        ),
    ],
)
def test_versions_of_many_manifests(
    tmp_path: Path, file: str, text: str, live: str, stale: str
) -> None:
    root = build(tmp_path / "a", {file: text + "\n", "src/a": "", "docs/b": ""})
    for line, status in ((live, VERIFIED), (stale, FALSE)):
        claim = claim_of(root, line)
        assert claim is not None and (claim.sub, claim.status) == ("version", status), claim
        assert file in claim.evidence


@pytest.mark.parametrize(
    ("text", "version", "meets"),
    [
        ("^1.2.3", "1.9", True),
        ("^1.2.3", "2.0", False),
        ("^0.8", "0.9", False),
        ("~1.2", "1.2.9", True),
        ("~1.2", "1.3", False),
        ("~=3.4", "3.9", True),
        ("~> 8.0", "8.1", True),
        (">=18 <21", "20", True),
        (">=18 <21", "21", False),
        ("16 - 18", "18", True),
        ("18 || 20", "20", True),
        ("18 || 20", "19", False),
        ("20.x", "20.11", True),
        ("==6.1.0", "3.1", False),
        ("!=2.0,>=1", "2", True),
        ("v5.2.1", "5", True),
        ("latest", "1", None),
    ],
)
def test_ranges(text: str, version: str, meets: bool | None) -> None:
    """None: the range is not understood, and nothing is said."""
    from workbench.judge.version_ranges import parse_range

    spans = parse_range(text)
    (wanted,) = parse_range(version)
    got = any(a < wanted[1] and wanted[0] < b for a, b in spans) if spans else None
    assert got is meets


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("The `Returns` class in `src/orders/price.ts` does it.", FALSE),
        ("`PriceTable` in `src/orders/price.ts` does it.", VERIFIED),
        ("`src/orders/price.ts` exports `totalOf()`.", VERIFIED),
        ("`src/orders/price.ts` exports `sumOf()`.", FALSE),
        ("Names are made by `faker.person.name`.", UNVERIFIABLE),
        ("Set `LAMP_SECRET` before you start.", FALSE),
        ("There is no `totalOf()`.", FALSE),
        ("There is no `sumOf()`.", VERIFIED),
        ("Use `old_total()` no more, `sum_total()` was removed.", VERIFIED),
    ],
)
def test_symbols(shop: Path, line: str, status: str) -> None:
    found = [c for c in report_of(shop, line + "\n").claims if c.sub == "symbol"]
    assert [c.status for c in found][-1:] == [status], found
