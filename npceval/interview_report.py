"""What interviews come to: ratings and tests of the rankings, the paper's figures beside them."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from npceval import statistics as stats
from npceval.interviews import CONDITIONS, HUMAN, Item, blinded
from npceval.page import ReportPage, bars, shown
from npceval.statistics import AnswerRanking

PAPER: Final[dict[str, Any]] = {
    "trueskill": {
        "full": (29.89, 0.72),
        "no_reflection": (26.88, 0.69),
        "no_reflection_no_planning": (25.64, 0.68),
        "human": (22.95, 0.69),
        "no_memory": (21.21, 0.70),
    },
    "kruskal_wallis": {"H": 150.29, "df": 4, "p": "< 0.001"},
    "dunn": "each pair p < 0.001, but human against no memory",
    "cohens_d_full_against_no_memory": 8.16,
    "raters": 100,
}
"""Generative Agents (arXiv 2304.03442v2), section 6: 100 people ranked five conditions."""


def summarise(
    items: Sequence[Item],
    judged: dict[str, Any],
    of_people: Sequence[AnswerRanking],
    *,
    seed: int,
    judge: str,
    defaults: int,
) -> dict[str, Any]:
    """Return all figures as they are written to JSON."""
    by_judge: list[AnswerRanking] = judged["rankings"]
    return {
        "name": "interviews",
        "seed": seed,
        "judge": judge,
        "items": len(items),
        "answers_by_rule": defaults,
        "conditions": _in_order({name for item in items for name in item.answers}),
        "agreement": {
            "verdicts": judged["asked"],
            "nonsense": judged["nonsense"],
            "pairs_in_both_orders": judged["pairs"],
            "same_in_both_orders": stats.share(judged["agreed"], judged["pairs"]),
            "took_the_first": stats.share(judged["first"], 2 * judged["pairs"]),
        },
        "by_judge": figures(by_judge, seed),
        "by_people": figures(of_people, seed) if of_people else None,
        "judge_against_people": _compared(by_judge, of_people),
        "by_area": {
            area: _ranks([one for one in by_judge if one.item in ids], seed)
            for area, ids in _areas(items).items()
        },
        "paper": PAPER,
    }


def figures(rankings: Sequence[AnswerRanking], seed: int) -> dict[str, Any]:
    """Return what rankings come to. Of ranks a lower one is better, so d and delta are turned."""
    groups: dict[str, list[float]] = {}
    for one in sorted(rankings, key=lambda ranking: (ranking.item, ranking.rater)):
        for name, rank in sorted(one.ranks.items()):
            groups.setdefault(name, []).append(-rank)
    groups = {name: groups[name] for name in (*CONDITIONS, *groups) if name in groups}
    return {
        "rankings": len(rankings),
        "mean_rank": _ranks(rankings, seed),
        "trueskill": stats.trueskill_ratings(rankings, seed),
        "plackett_luce": stats.plackett_luce_ratings(rankings, seed),
        "kruskal_wallis": stats.kruskal_wallis(groups),
        "friedman": stats.friedman(rankings),
        "dunn_holm_bonferroni": stats.dunn_holm(groups),
        "effect_sizes": stats.effect_sizes(groups),
    }


def _ranks(rankings: Sequence[AnswerRanking], seed: int) -> dict[str, Any]:
    names = _in_order({name for one in rankings for name in one.ranks})
    return {
        name: stats.mean_interval([one.ranks[name] for one in rankings if name in one.ranks], seed)
        for name in names
    }


def _in_order(names: Iterable[str]) -> list[str]:
    return sorted(names, key=[*CONDITIONS, HUMAN].index)


def _areas(items: Sequence[Item]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for item in items:
        found.setdefault(item.question.area, set()).add(item.id)
    return found


def _compared(
    by_judge: Sequence[AnswerRanking], of_people: Sequence[AnswerRanking]
) -> dict[str, Any] | None:
    if not of_people:
        return None
    ours = {one.item: one.ranks for one in by_judge}
    pairs = [
        (ours[one.item][name], rank)
        for one in of_people
        if one.item in ours
        for name, rank in one.ranks.items()
        if name in ours[one.item]
    ]
    return stats.rank_correlation([a for a, _ in pairs], [b for _, b in pairs])


def page(result: dict[str, Any], items: Sequence[Item]) -> ReportPage:
    """Return the page of the figures."""
    made = ReportPage(
        "Interviews under ablation",
        f"{result['items']} questions with an answer under each condition; judge:"
        f" {result['judge']}; seed {result['seed']}.",
    )
    made.text(
        "All conditions answer from the same memories at the same moment. What differs is what",
        "each may use of them. A rank of 1 is best; intervals are of 95 %, by resampling.",
    )
    if result["answers_by_rule"]:
        made.text(
            f"{result['answers_by_rule']} answers are by rule and not by a model: no model could",
            "answer them. They say nothing of a model's memory.",
        )
    made.heading("Can the judge be trusted?")
    made.figures(
        result["agreement"],
        "A judge that answers by chance agrees with itself in half of the pairs; one that likes"
        " what it reads first takes the first far more often than half of the times.",
    )
    for title, name in (("Ranked by the judge", "by_judge"), ("Ranked by people", "by_people")):
        if result[name]:
            made.heading(title)
            _add_figures(made, result[name])
    if result["judge_against_people"]:
        made.figures(result["judge_against_people"], "Ranks of the judge against those of people.")
    made.heading("By area")
    names = result["conditions"]
    made.table(
        ("area", *map(_plain, names)),
        [(_plain(area), *map(ranks.get, names)) for area, ranks in result["by_area"].items()],
        "Mean rank.",
    )
    made.heading("The answers")
    for item in items:
        made.details(
            f"{item.question.person}, {item.question.id}: {item.question.text}",
            [
                f"{letter} ({name}): {item.answers[name]}"
                for letter, name in blinded(item, result["seed"]).items()
            ],
        )
    return made


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _add_figures(made: ReportPage, found: dict[str, Any]) -> None:
    ranks, skill = found["mean_rank"], found["trueskill"]
    made.plot(
        bars(
            [
                (_plain(name), one["mean"], one["low"], one["high"])
                for name, one in ranks.items()
                if one["mean"] is not None
            ]
        ),
        f"Mean rank of each condition in {found['rankings']} rankings; shorter is better.",
    )
    made.table(
        ("condition", "mean rank", "TrueSkill", "TrueSkill in the paper", "Plackett–Luce"),
        [
            (
                _plain(name),
                ranks[name],
                skill.get(name),
                "{:.2f} ± {:.2f}".format(*PAPER["trueskill"][name])
                if name in PAPER["trueskill"]
                else None,
                found["plackett_luce"].get(name),
            )
            for name in ranks
        ],
    )
    made.figures(
        {
            "Kruskal–Wallis (paper: H(4) = 150.29, p < 0.001)": found["kruskal_wallis"],
            "Friedman": found["friedman"],
        },
        "Kruskal–Wallis, as in the paper, takes ranks of one question for independent, which they"
        " are not; Friedman does not.",
    )
    dunn = found["dunn_holm_bonferroni"]
    if "too_small" in dunn:
        made.text(shown(dunn))
    else:
        made.table(
            ("", "against", "p by Dunn, Holm–Bonferroni"),
            [(_plain(one["a"]), _plain(one["b"]), one["p"]) for one in dunn["pairs"]],
        )
    made.table(
        ("", "against", "Cohen's d", "Cliff's delta"),
        [
            (
                _plain(pair["a"]),
                _plain(pair["b"]),
                pair.get("cohens_d", shown(pair) if "too_small" in pair else None),
                pair.get("cliffs_delta"),
            )
            for pair in found["effect_sizes"]
        ],
        "Of ranks, positive where the first is better. The paper gives d = 8.16 for full against no"
        " memory, and does not say of which values; compare the sign and the order.",
    )


def ranking_page(items: Sequence[Item], seed: int) -> str:
    """Return the page on which people rank answers: it opens alone, and saves a file.

    It names no condition: answers have letters, shuffled for each question.
    """
    shown = [
        {
            "id": item.id,
            "question": item.question.text,
            "about": item.about,
            "memories": item.memories,
            "answers": {letter: item.answers[name] for letter, name in blinded(item, seed).items()},
        }
        for item in items
    ]
    # In a script's text nothing is unescaped; `<` would end it.
    data = json.dumps(shown, ensure_ascii=False).replace("<", "\\u003c")
    html = Path(__file__).with_name("ranking.html").read_text(encoding="utf-8")
    return html.replace("DATA", data)
