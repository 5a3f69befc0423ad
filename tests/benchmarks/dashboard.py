"""Prometheus beside a cluster, and a picture of the dashboard of `deploy/` under load.

    python -m tests.benchmarks.dashboard [--talks 30] [--seconds 180] [--model schema:0]
        [--replicas 3] [--out docs/images/dashboard.png]

Players talk as in `tests.benchmarks.cluster`, and one server is killed now and then. Each panel is
drawn by its own queries, without Grafana; those that show nothing are named. Look at the picture
before you commit it.
"""

import asyncio
import html
import math
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2

from npcbench.service_times import own_postgres
from npcserver.adapters.store.migrate import migrate
from npcserver.cli.settings_args import run_coroutine
from tests.architecture.test_dashboard import DASHBOARD
from tests.benchmarks import cluster
from tests.benchmarks.options import read_options
from tests.engines.chromium import browsing
from tests.engines.prometheus import SCRAPE_SECONDS, watching

LEAD_SECONDS = 5  # until players have begun
RATE = f"{SCRAPE_SECONDS * 8}s"
COLORS = ("#3274d9", "#e0b400", "#37872d", "#e02f44", "#8f3bb8", "#ff780a", "#1f9e9e", "#7c2ea3")
WIDTH, HEIGHT = 400, 120
MOST_LEGEND = 6
STYLE = """
body { font: 13px sans-serif; background: #f4f5f5; margin: 12px; width: 1320px }
main { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 8px }
h2 { grid-column: 1 / 4; font-size: 16px; margin: 8px 0 0 }
section { background: white; border: 1px solid #ddd; padding: 6px 10px }
h3 { font-size: 13px; margin: 0 0 4px } p { color: #888; margin: 0; height: 120px }
small { display: block; height: 32px; overflow: hidden } small span { margin-right: 8px }
"""


def series(address: str, query: str, begin: float, end: float) -> list[dict[str, Any]]:
    """Return what a query gives over a time; empty for nothing but NaN."""
    query = query.replace("$__rate_interval", RATE).replace("$instance", ".*")
    asked: dict[str, str | float] = {
        "query": query,
        "start": begin,
        "end": end,
        "step": SCRAPE_SECONDS,
    }
    answer = httpx2.get(f"{address}/api/v1/query_range", params=asked, timeout=60).json()
    assert answer["status"] == "success", answer
    found: list[dict[str, Any]] = answer["data"]["result"]
    return [one for one in found if any(value != "NaN" for _, value in one["values"])]


def lines_of(
    address: str, panel: dict[str, Any], begin: float, end: float
) -> list[tuple[str, list[tuple[float, float]]]]:
    """Return the legend and the points of each line of a panel."""
    lines = []
    for target in panel["targets"]:
        for one in series(address, target["expr"], begin, end):
            legend = target["legendFormat"]
            for label, value in one["metric"].items():
                legend = legend.replace("{{" + label + "}}", value)
            points = [(at, float(value)) for at, value in one["values"] if value != "NaN"]
            points += [(points[-1][0] + SCRAPE_SECONDS, points[-1][1])]  # so that one is seen
            lines.append((legend, points))
    return lines


def drawn(panel: dict[str, Any], lines: list[Any], begin: float, end: float) -> str:
    """Return a panel as HTML."""
    title = f"<h3>{html.escape(panel['title'])}</h3>"
    if not lines:
        return f"<section>{title}<p>No data</p></section>"
    defaults = panel["fieldConfig"]["defaults"]
    scale = math.log1p if "scaleDistribution" in defaults["custom"] else float
    most = max(value for _, points in lines for _, value in points)
    wide, high = WIDTH / (end - begin), 110 / (scale(most) or 1)
    shapes, legend = "", ""
    for number, (name, points) in enumerate(lines):
        color = COLORS[number % len(COLORS)]
        path = " ".join(
            f"{(at - begin) * wide:.1f},{HEIGHT - scale(value) * high:.1f}" for at, value in points
        )
        shapes += f'<polyline fill="none" stroke="{color}" stroke-width="1.5" points="{path}"/>'
        if number < MOST_LEGEND:
            legend += f'<span style="color: {color}">{html.escape(name)}</span>'
    most_shown = f'<text x="0" y="9" font-size="9" fill="#888">{most:.4g} {defaults["unit"]}</text>'
    svg = f'<svg width="{WIDTH}" height="{HEIGHT}">{shapes}{most_shown}</svg>'
    return f"<section>{title}{svg}<small>{legend}</small></section>"


async def picture(address: str, begin: float, end: float, out: Path) -> list[str]:
    """Draw the dashboard, and return the titles of the panels that show nothing."""
    body, empty = "", []
    for panel in DASHBOARD["panels"]:
        if panel["type"] == "row":
            body += f"<h2>{panel['title']}</h2>"
            continue
        lines = await asyncio.to_thread(lines_of, address, panel, begin, end)
        body += drawn(panel, lines, begin, end)
        if not lines:
            empty.append(panel["title"])
    async with browsing() as browser:
        page = await browser.new_page(viewport={"width": 1344, "height": 800})
        await page.set_content(f"<style>{STYLE}</style><main>{body}</main>")
        await page.screenshot(path=out, full_page=True)
    return empty


async def main() -> None:
    """Put a cluster under load, and draw its dashboard."""
    chosen = read_options(
        __doc__, talks=30, seconds=180.0, model="schema:0", replicas=3, out="dashboard.png"
    )
    hosts = [f"{cluster.HOSTS}{number}" for number in range(1, chosen.replicas + 1)]
    with tempfile.TemporaryDirectory(prefix="npc-dashboard-") as name:
        folder = Path(name)
        with own_postgres(folder / "postgres") as url:
            await migrate(url)
            async with cluster.running(url, folder, hosts, chosen.model) as servers:
                with watching(folder, cluster.metrics_of(servers)) as address:
                    begin = time.time() + LEAD_SECONDS
                    every = chosen.seconds / 2
                    seen = await cluster.killed(servers, url, chosen.talks, chosen.seconds, every)
                    empty = await picture(address, begin, time.time(), Path(chosen.out))
    print({name: seen[name] for name in ("turns", "observations", "kills", "errors")})
    print(f"{chosen.out}; nothing to show: {', '.join(empty) or 'none'}")


if __name__ == "__main__":
    run_coroutine(main())
