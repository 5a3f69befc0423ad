"""Runs that were played under different settings, side by side: ablations of our own.

A run says in its header what it was played with. Runs of equal settings are repeats, which differ
by their seed; what differs between groups of repeats is put to the settings.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from npceval import statistics as stats
from npceval.behaviour import plans_lived, repetition
from npceval.diffusion import density
from npceval.page import ReportPage, bars
from npceval.run_folder import RunFolder

FIGURES: Mapping[str, str] = {
    "talks_a_day": "talks a day",
    "lines_a_talk": "lines a talk",
    "overheard_a_line": "overheard a line",
    "reactions_a_person_day": "reactions a person and day",
    "reflections_a_person_day": "reflections a person and day",
    "calls_a_person_day": "calls a person and day",
    "verbatim": "share of lines repeated verbatim",
    "by_trigrams": "share of lines half repeated",
    "distinct_trigrams": "distinct share of word triples",
    "density": "density by familiarity both ways",
    "plans_lived": "share of planned blocks lived",
}
"""Figures of one run and what they are; shares of those who know a fact are added by its id."""


def figures_of(run: RunFolder) -> dict[str, float | None]:
    """Return the figures of a run, from its events alone; None where there is nothing to count."""
    counts = Counter(event["kind"] for event in run.events)
    thoughts = Counter(str(event.get("of")) for event in run.of("thought"))
    talks = sum(not event.get("is_over") for event in run.of("talk"))
    days, people = run.days, len(run.minds)
    person_days = days * people
    last = max((event.get("calls", 0) for event in run.of("tick")), default=0)
    repeated = repetition([(event["who"], str(event["text"])) for event in run.of("line")])
    familiar = {
        (event["who"], event["to"]): event.get("familiarity", 0) for event in run.of("relation")
    }
    knows: dict[str, set[str]] = defaultdict(set)
    for event in run.of("knows"):
        knows[event["fact"]].add(event["who"])
    minds = [person.id for person in run.minds]
    met = {pair for pair, value in familiar.items() if value > 0 and set(pair) <= set(minds)}

    def rate(count: float, of: float) -> float | None:
        return count / of if of else None

    return {
        "talks_a_day": rate(talks, days),
        "lines_a_talk": rate(counts["line"], talks),
        "overheard_a_line": rate(counts["heard"], counts["line"]),
        "reactions_a_person_day": rate(thoughts["reaction"] + thoughts["react"], person_days),
        "reflections_a_person_day": rate(thoughts["reflection"] + thoughts["reflect"], person_days),
        "calls_a_person_day": rate(last, person_days),
        "verbatim": repeated["verbatim"]["share"],
        "by_trigrams": repeated["by_trigrams"]["share"],
        "distinct_trigrams": repeated["distinct_trigrams"],
        "density": density(minds, met)["density"] if people > 1 else None,
        "plans_lived": plans_lived(run)["lived"]["share"],
        **{
            f"knows {fact.id}": rate(len(knows[fact.id] & set(minds)), people)
            for fact in run.header.facts
        },
    }


def compare(runs: Sequence[RunFolder], seed: int) -> dict[str, Any]:
    """Return the figures of each group of runs with equal settings, and what differs."""
    groups: dict[str, list[dict[str, float | None]]] = defaultdict(list)
    settings = [_settings(run) for run in runs]
    varied = sorted(
        name for name in {key for one in settings for key in one}
        if len({json.dumps(one.get(name), sort_keys=True) for one in settings}) > 1
    )  # fmt: skip
    for run, setting in zip(runs, settings, strict=True):
        name = ", ".join(f"{key} = {setting.get(key, '–')}" for key in varied) or "all alike"
        groups[name].append(figures_of(run))
    names = list(dict.fromkeys(name for rows in groups.values() for row in rows for name in row))
    values = {
        name: {
            group: [row[name] for row in rows if row.get(name) is not None]
            for group, rows in groups.items()
        }
        for name in names
    }
    return {
        "name": "ablations",
        "seed": seed,
        "varied": varied,
        "runs": {group: len(rows) for group, rows in groups.items()},
        "figures": {
            name: {group: stats.mean_interval(_numbers(found), seed) for group, found in by.items()}
            for name, by in values.items()
        },
        "tests": {
            name: stats.kruskal_wallis({group: _numbers(found) for group, found in by.items()})
            for name, by in values.items()
        },
        "effects": {
            name: stats.effect_sizes({group: _numbers(found) for group, found in by.items()})
            for name, by in values.items()
        },
    }


def _numbers(found: Sequence[float | None]) -> list[float]:
    return [one for one in found if one is not None]


def _settings(run: RunFolder) -> dict[str, Any]:
    header = run.header
    named = {"town": header.town, "model": header.model, "people": len(header.people)}
    return named | {name: value for name, value in header.settings.items() if name != "seed"}


def page(result: dict[str, Any]) -> ReportPage:
    """Return the page of the comparison."""
    varied = ", ".join(result["varied"]) or "nothing"
    made = ReportPage("Runs under different settings", f"What varies: {varied}.")
    groups = list(result["runs"])
    made.table(("settings", "runs"), list(result["runs"].items()))
    made.table(
        ("", *groups, "Kruskal–Wallis"),
        [
            (FIGURES.get(name, name), *(by[group] for group in groups), result["tests"][name])
            for name, by in result["figures"].items()
        ],
        "Means over the runs of each group. A test needs five runs of each; without them compare"
        " the figures as what they are, single runs.",
    )
    for name, by in result["figures"].items():
        rows = [
            (group, one["mean"], one["low"], one["high"])
            for group, one in by.items()
            if one["mean"] is not None
        ]
        if len(rows) > 1:
            made.plot(bars(rows), FIGURES.get(name, name))
    return made
