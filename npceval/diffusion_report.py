"""The page of what spread, who knows whom, and who came."""

from typing import Any

from npceval.page import ReportPage, lines, shown

_VERDICTS = {
    "supported": "claims it, and has a memory of it with a path",
    "by_other_memory": "claims it, and has a memory of it in other words",
    "made_up": "claims it without a memory of it",
    "not_said": "has a memory of it, and did not say so",
    "does_not_know": "neither",
}
_WHY = {
    "came": "came",
    "never_heard": "never heard of it in time",
    "kept_from_it": "had it in the plan, and did not come",
    "conflict": "had something else away from home in the plan",
    "interest_without_plan": "spoke of it, and did not plan it",
    "knew_without_a_word": "knew, and neither spoke of it nor planned it",
}


def page(result: dict[str, Any], names: dict[str, str]) -> ReportPage:
    """Return the page of the figures."""
    made = ReportPage(
        "Who knows what, and from whom",
        f"{result['people']} people, {result['days']:.1f} game days; seed {result['seed']}.",
    )
    for fact in result["facts"]:
        _add_fact(made, fact, names)
    made.heading("Who knows whom")
    density, asked = result["density"], result["interviews"]
    made.table(
        ("", "start", "end"),
        [
            ("density by names in memories", *(density[when]["density"] for when in density)),
            ("pairs that know each other", *(density[when]["mutual_pairs"] for when in density)),
            ("one knows the other alone", *(density[when]["one_sided"] for when in density)),
            ("largest group that hangs together", *(density[w]["largest_group"] for w in density)),
            ("density in the paper", 0.167, 0.74),
        ],
    )
    made.figures(
        {
            "pairs asked, in order": f"{asked['pairs_asked']} of {asked['of_pairs']}",
            "density by interview, at the end": asked["density"],
            "claimed without a memory (paper: 6 of 453)": asked["made_up"],
            "claimed, and only what all of the town know": asked["common_knowledge"],
            "remembered, and not said": asked["remembered_but_not_said"],
            "claimed to know a person who does not exist": asked[
                "claimed_to_know_an_invented_person"
            ],
        }
    )
    if asked["made_up_pairs"]:
        made.details(
            "Claims without a memory",
            [
                f"{names[one['who']]} of {names[one['of']]}: {one['answer']}"
                for one in asked["made_up_pairs"]
            ],
        )
    for feast in result["feasts"]:
        _add_feast(made, feast, names)
    return made


def _add_fact(made: ReportPage, fact: dict[str, Any], names: dict[str, str]) -> None:
    made.heading(fact["text"])
    made.figures(
        {
            "knew at the start": fact["knew_at_start"],
            "know at the end, by memory": fact["know_by_memory"],
            "claim to know, by interview": fact["claim_by_interview"],
            "made up, of those who claim": fact["made_up"],
            "tellings from the origin, median and p95": list(fact["path_hops"].values()),
            "came to know it distorted": fact["distorted"],
        },
        "In the paper one of 25 knew of each at the start; after two days 8 knew of the election,"
        " and 13 of the feast.",
    )
    if fact["curve"]:
        made.plot(lines({"know it": fact["curve"]}, "game hours"), "How many know, by memory.")
    made.table(
        ("person", "since hour", "from", "tellings", "what was found", "answer"),
        [
            (
                names[one["who"]],
                None if one["since"] is None else round(one["since"] / 60, 1),
                one["told_by"],
                one["hops"],
                _VERDICTS[one["verdict"]],
                one["answer"],
            )
            for one in fact["people"]
        ],
    )


def _add_feast(made: ReportPage, feast: dict[str, Any], names: dict[str, str]) -> None:
    made.heading(f"Who came: {feast['fact']}")
    if "too_small" in feast:
        made.text(shown(feast))
        return
    made.figures(
        {
            "were to come (paper: 12)": feast["asked"],
            "came (paper: 5)": feast["came"],
            "came without being asked": feast["others_who_came"],
        }
        | {text: feast["why"][why] for why, text in _WHY.items() if why != "came"},
        "In the paper three of the seven who stayed away had a conflict, and four were interested"
        " and had planned nothing.",
    )
    made.table(
        ("person", "", "heard at hour", "plan at that time", "says"),
        [
            (
                names[one["who"]],
                _WHY[one["why"]],
                None if one["heard"] is None else round(one["heard"] / 60, 1),
                "; ".join(one["plan"]),
                one["says"],
            )
            for one in feast["people"]
        ],
    )
