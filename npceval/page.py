"""A page of an evaluation: one HTML file that opens alone, in both themes, without a script.

Plots are inline SVG drawn here: they take their colours from the page, need no script, and come out
the same each time. Three bars by matplotlib are 12 kB in colours of their own, which a dark theme
cannot change, and four seconds of imports.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

_WIDTH, _ROW, _LEFT, _RIGHT = 640, 26, 210, 70
_HEIGHT, _BOTTOM, _TOP = 220, 28, 12

_STYLE = Path(__file__).with_name("page.css").read_text(encoding="utf-8").strip()


@dataclass(slots=True)
class ReportPage:
    """Parts of a page in their order; every text in it is escaped."""

    title: str
    lead: str = ""
    _parts: list[str] = field(default_factory=list)

    def heading(self, text: str) -> None:
        """Begin a section."""
        self._parts.append(f"<h2>{_safe(text)}</h2>")

    def text(self, *sentences: str, is_dim: bool = False) -> None:
        """Add a paragraph."""
        dim = ' class="dim"' if is_dim else ""
        self._parts.append(f"<p{dim}>{_safe(' '.join(sentences))}</p>")

    def table(
        self, headings: Sequence[str], rows: Sequence[Sequence[Any]], caption: str = ""
    ) -> None:
        """Add a table; numbers are rounded to what can be read."""
        head = "".join(f'<th scope="col">{_safe(one)}</th>' for one in headings)
        body = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows)
        above = f"<caption>{_safe(caption)}</caption>" if caption else ""
        self._parts.append(
            f'<div class="wide"><table>{above}<thead><tr>{head}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>"
        )

    def figures(self, values: Mapping[str, Any], caption: str = "") -> None:
        """Add a table of names and values; what was too small for a figure says so."""
        rows = [(name.replace("_", " "), shown(value)) for name, value in values.items()]
        self.table(("", "value"), rows, caption)

    def details(self, summary: str, blocks: Sequence[str]) -> None:
        """Add texts that a reader opens."""
        inside = "".join(f"<blockquote>{_safe(one)}</blockquote>" for one in blocks)
        self._parts.append(f"<details><summary>{_safe(summary)}</summary>{inside}</details>")

    def links(self, pages: Mapping[str, str]) -> None:
        """Add links to pages beside this one."""
        self._parts.append(
            "<ul>"
            + "".join(
                f'<li><a href="{_safe(path)}">{_safe(name)}</a></li>'
                for name, path in pages.items()
            )
            + "</ul>"
        )

    def plot(self, svg: str, caption: str) -> None:
        """Add a drawing of this module."""
        self._parts.append(
            f"<figure>{svg}<figcaption>{_safe(caption)}</figcaption></figure>" if svg else ""
        )

    def html(self) -> str:
        """Return the whole page. Scripts are forbidden by its policy, and there are none."""
        lead = f'<p class="dim">{_safe(self.lead)}</p>' if self.lead else ""
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            '<meta http-equiv="Content-Security-Policy" '
            "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
            f"<title>{_safe(self.title)}</title><style>{_STYLE}</style></head>"
            f"<body><main><h1>{_safe(self.title)}</h1>{lead}{''.join(self._parts)}</main></body>"
            "</html>\n"
        )


def shown(value: Any) -> str:
    """Return a figure for readers: a number, a share with its interval, or why there is none."""
    match value:
        case None | {"of": 0} | {"mean": None}:
            return "–"
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return _number(value)
        case dict():
            return _shown_figure(value)
        case list() | tuple():
            return ", ".join(map(shown, value))
    return str(value)


def _shown_figure(value: Mapping[str, Any]) -> str:
    match value:
        case {"too_small": why}:
            return f"not computed: {why}"
        case {"share": part, "count": count, "of": of, "low": low, "high": high}:
            return (
                f"{100 * part:.0f} % ({count} of {of}; 95 %: {100 * low:.0f} to {100 * high:.0f} %)"
            )
        case {"mean": mean, "low": None}:
            return f"{_number(mean)} (n = {value['n']}; too few for an interval)"
        case {"mean": mean, "low": low, "high": high}:
            return f"{_number(mean)} (95 %: {_number(low)} to {_number(high)}; n = {value['n']})"
        case {"mean": mean, "sd": sd}:
            return f"{mean:.2f} ± {sd:.2f}"
    return ", ".join(f"{name} {shown(one)}" for name, one in value.items())


def bars(rows: Sequence[tuple[str, float, float | None, float | None]]) -> str:
    """Return bars with their names, from 0; low and high draw an interval where there is one."""
    if not any(value or high for _, value, _, high in rows):
        return ""
    most = max(max(value, high or 0.0) for _, value, _, high in rows) or 1.0
    wide = _WIDTH - _LEFT - _RIGHT
    height = _ROW * len(rows) + 8
    drawn = []
    for at, (name, value, low, high) in enumerate(rows):
        y = at * _ROW + 6
        end = _LEFT + wide * max(0.0, value) / most
        drawn.append(
            f'<text x="{_LEFT - 8}" y="{y + 13}" text-anchor="end">{_safe(_short(name))}</text>'
            f'<rect x="{_LEFT}" y="{y}" width="{end - _LEFT:.1f}" height="16" fill="var(--c0)"/>'
        )
        after = end
        if low is not None and high is not None:
            x1, x2 = (_LEFT + wide * max(0.0, edge) / most for edge in (low, high))
            after = max(end, x2)
            drawn.append(
                f'<path d="M{x1:.1f} {y + 8}H{x2:.1f}M{x1:.1f} {y + 4}v8M{x2:.1f} {y + 4}v8" '
                'stroke="var(--ink)" fill="none"/>'
            )
        drawn.append(f'<text class="dim" x="{after + 6:.1f}" y="{y + 13}">{_number(value)}</text>')
    return _svg(height, "".join(drawn), "bars: " + ", ".join(name for name, *_ in rows))


def lines(
    series: Mapping[str, Sequence[tuple[float, float]]], x_name: str, *, top: float | None = None
) -> str:
    """Return curves over one axis; each has points (x, y), and its name beside its end."""
    points = [point for one in series.values() for point in one]
    if not points:
        return ""
    low_x, high_x = min(x for x, _ in points), max(x for x, _ in points)
    high_y = top or max(y for _, y in points) or 1.0
    left, right, bottom = 48, _WIDTH - 150, _HEIGHT - _BOTTOM

    def place(x: float, y: float) -> str:
        across = left + (right - left) * (x - low_x) / ((high_x - low_x) or 1.0)
        return f"{across:.1f},{bottom - (bottom - _TOP) * y / high_y:.1f}"

    drawn = [
        f'<path class="axis" d="M{left} {_TOP}V{bottom}H{right}" fill="none"/>',
        _label(left - 6, bottom, "0"),
        _label(left - 6, _TOP + 8, _number(high_y)),
        f'<text class="dim" x="{left}" y="{_HEIGHT - 8}">{_number(low_x)}</text>',
        _label(right, _HEIGHT - 8, f"{_number(high_x)} {x_name}"),
    ]
    for at, (name, curve) in enumerate(series.items()):
        colour = f"var(--c{at % 5})"
        path = " ".join(place(x, y) for x, y in curve)
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        drawn.append(
            f'<rect x="{right + 14}" y="{_TOP + at * 18}" width="10" height="10" fill="{colour}"/>'
            f'<text x="{right + 30}" y="{_TOP + 9 + at * 18}">{_safe(_short(name, 18))}</text>'
        )
    return _svg(_HEIGHT, "".join(drawn), "curves: " + ", ".join(series))


def _label(x: int, y: int, text: str) -> str:
    return f'<text class="dim" x="{x}" y="{y}" text-anchor="end">{_safe(text)}</text>'


def _svg(height: int, inside: str, name: str) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{_safe(name)}">{inside}</svg>'
    )


def _cell(value: Any) -> str:
    kind = ' class="n"' if isinstance(value, int | float) else ""
    return f"<td{kind}>{_safe(shown(value))}</td>"


def _number(value: float) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    if not math.isfinite(value):
        return "–"
    if value and abs(value) < 0.001:
        return f"{value:.1e}"
    if abs(value) >= 1_000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"


def _short(text: str, most: int = 30) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _safe(text: str) -> str:
    return escape(str(text))
