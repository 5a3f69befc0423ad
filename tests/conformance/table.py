"""The table of who saw what: for the terminal, and as Markdown for the docs."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tests.conformance.cases import is_of_game
from tests.conformance.conducting import Played
from tests.conformance.judge import Difference, p50

BEGIN = "<!-- conformance: written by `python -m tests.conformance --markdown FILE` -->"
END = "<!-- conformance: end -->"
_VALUES = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|-?\d[\d.]*")
_TIMES = ("interrupt to model, ms p50", "interrupt to model, ms max")


def table(cases: Sequence[Mapping[str, Any]], all_played: Sequence[Played]) -> str:
    """Return the table as text: kinds of cases down, clients across, then the differences."""
    rows = _rows(cases, all_played)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([*lines, *_notes(all_played), *_differences(all_played)])


def markdown(cases: Sequence[Mapping[str, Any]], all_played: Sequence[Played]) -> str:
    """Return a row for each client, as Markdown; nothing in it depends on the day."""
    calls = [case["name"] for case in cases if not is_of_game(case)]
    games = [case["name"] for case in cases if is_of_game(case)]
    lists = (f"of {len(calls)} cases of calls", f"of {len(games)} cases of a game")
    head = ("client", "what plays", *lists, "differences", *_TIMES)
    lines = [f"| {' | '.join(head)} |", "| --- | --- | ---: | ---: | ---: | ---: | ---: |"]
    for one in all_played:
        if one.missing:
            continue
        cells = [
            f"`{one.name}`",
            one.version,
            _cell(one, calls),
            _cell(one, games),
            _count(one),
            _ms(one, p50(one.delays)),
            _ms(one, max(one.delays, default=None)),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    reasons = sorted({why for one in all_played for why in one.unable().values()})
    if reasons:
        lines += ["", "n/a:", "", *(f"- {why}" for why in reasons)]
    return "\n".join(lines) + "\n"


def put_into(page: str, written: str, begin: str = BEGIN, end: str = END) -> str:
    """Return a page with a table between two marks; raises `ValueError` without them."""
    before, first, rest = page.partition(begin)
    _, last, after = rest.partition(end)
    if not (first and last):
        raise ValueError(f"the page has no marks {begin} and {end} to put the table between")
    return f"{before}{begin}\n\n{written}\n{end}{after}"


def _rows(cases: Sequence[Mapping[str, Any]], all_played: Sequence[Played]) -> list[list[str]]:
    kinds = list(dict.fromkeys(case["kind"] for case in cases))
    rows = [["cases", *(one.name for one in all_played)]]
    for kind in kinds:
        names = [case["name"] for case in cases if case["kind"] == kind]
        rows.append([f"{kind} ({len(names)})", *(_cell(one, names) for one in all_played)])
    for title, which in (("all calls", False), ("all of a game", True)):
        names = [case["name"] for case in cases if is_of_game(case) == which]
        rows.append([f"{title} ({len(names)})", *(_cell(one, names) for one in all_played)])
    rows.append(["differences", *(_count(one) for one in all_played)])
    rows.append([_TIMES[0], *(_ms(one, p50(one.delays)) for one in all_played)])
    rows.append([_TIMES[1], *(_ms(one, max(one.delays, default=None)) for one in all_played)])
    return rows


def _cell(one: Played, names: Sequence[str]) -> str:
    if one.missing:
        return "missing"
    unable = [name for name in names if name in one.unable()]
    wrong = [name for name in names if name in one.wrong()]
    right = len(names) - len(unable) - len(wrong)
    parts = [f"{right} ok"] if right else []
    parts += [f"{len(wrong)} differ"] if wrong else []
    parts += [f"{len(unable)} n/a"] if unable else []
    return ", ".join(parts) or "none"


def _count(one: Played) -> str:
    return "missing" if one.missing else str(len(one.differences))


def _ms(one: Played, value: float | None) -> str:
    return "missing" if one.missing else "n/a" if value is None else f"{value:.1f}"


def _notes(all_played: Sequence[Played]) -> list[str]:
    lines = [f"{one.name} is missing: {one.missing}" for one in all_played if one.missing]
    lines += [f"{one.name} broke down: {one.broke}" for one in all_played if one.broke]
    for one in all_played:
        reasons: dict[str, list[str]] = {}
        for case, why in one.unable().items():
            reasons.setdefault(why, []).append(case)
        lines += [f"{one.name} n/a: {', '.join(of)}: {why}" for why, of in reasons.items()]
    return ["", *lines] if lines else []


def _differences(all_played: Sequence[Played]) -> list[str]:
    """Return a line for each kind of difference of each client: the first, and how many there are.

    Two are of one kind if their texts are the same but for numbers and what stands in quotes.
    """
    kinds: dict[tuple[str, str], list[Difference]] = {}
    for one in all_played:
        for found in one.differences:
            kinds.setdefault((one.name, _VALUES.sub("_", found.text)), []).append(found)
    lines = []
    for alike in kinds.values():
        cases = len({found.case for found in alike})
        more = f" ({len(alike)} like this, in {cases} cases)" if len(alike) > 1 else ""
        lines.append(f"{alike[0]}{more}")
    return ["", *lines] if lines else []
