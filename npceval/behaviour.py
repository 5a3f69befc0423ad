"""How people of a run behave: repetition, agreement, norms, plans kept, and what thinking cost."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from npcclient.admin.v1.world_service_pb2 import Place

from npceval import statistics as stats
from npceval.bill import BillPlan
from npceval.claims import pattern
from npceval.diffusion import stays
from npceval.page import ReportPage, lines
from npceval.run_folder import MINUTES_A_DAY, Event, RunFolder
from npceval.run_log import RunLog

PAPER_RUN: Final = {"agrees": 0.53, "refuses": 2 / 87}
"""Of the 87 utterances in the three-agent run that the paper's authors released, by like words."""
_AGREES, _REFUSES = pattern("agrees"), pattern("refuses")
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_LIKE_WORDS = 0.5
"""Share of a line's word trigrams that an earlier line of the same speaker has."""
_LIKE_MEANING = 0.9
"""Cosine of two lines in the latent space. Lines that share no more than their topic stay below."""
_TOPICS = 100
"""Most dimensions of that space (latent semantic analysis: Deerwester et al. 1990)."""
_MOST_LINES = 4_000
"""Newest lines that are compared for meaning: the comparison takes time by their square."""
_LATE = 15.0
"""Minutes by which an act may begin later than its block, and still be it."""


def measure(
    run: RunFolder, log: RunLog, places: Sequence[Place], plan: BillPlan | None = None
) -> dict[str, Any]:
    """Return all figures of a run; money where a plan names prices."""
    said = [(event["who"], str(event["text"])) for event in run.of("line")]
    return {
        "name": "behaviour",
        "people": len(run.minds),
        "days": round(run.days, 3),
        "talks": sum(not event.get("is_over") for event in run.of("talk")),
        "lines": len(said),
        "repetition": repetition(said),
        "agreement": {
            "agrees": stats.share(sum(bool(_AGREES.search(text)) for _, text in said), len(said)),
            "refuses": stats.share(sum(bool(_REFUSES.search(text)) for _, text in said), len(said)),
            "paper_run": PAPER_RUN,
        },
        "norms": norms(run, places),
        "plans": plans_lived(run),
        "reflections": _reflections(run, log),
        "cost": cost(run, log, plan),
    }


def repetition(said: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return shares of lines that repeat an earlier one of the same speaker.

    Verbatim, by half of their word trigrams, and by meaning.
    """
    before: dict[str, set[str]] = defaultdict(set)
    grams_before: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    verbatim = alike = long_enough = 0
    words: Counter[tuple[str, ...]] = Counter()
    for who, text in said:
        tokens = [word.casefold() for word in _WORD.findall(text)]
        grams = set(zip(*(tokens[at:] for at in range(3)), strict=False))
        words.update(grams)
        verbatim += " ".join(tokens) in before[who]
        if grams:
            long_enough += 1
            alike += len(grams & grams_before[who]) >= _LIKE_WORDS * len(grams)
        before[who].add(" ".join(tokens))
        grams_before[who] |= grams
    return {
        "verbatim": stats.share(verbatim, len(said)),
        "by_trigrams": stats.share(alike, long_enough),
        "by_meaning": _repeated_meaning(said[-_MOST_LINES:]),
        "distinct_trigrams": len(words) / words.total() if words else None,
    }


def _repeated_meaning(said: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return the share of lines near an earlier one of the same speaker in a latent space."""
    vectors = latent_vectors([text for _, text in said])
    if vectors is None:
        return stats.too_small("repetition by meaning, in lines", len(said), 20)
    earlier: dict[str, list[int]] = defaultdict(list)
    count = 0
    for at, (who, _) in enumerate(said):
        if earlier[who]:
            count += bool((vectors[earlier[who]] @ vectors[at]).max() >= _LIKE_MEANING)
        earlier[who].append(at)
    return stats.share(count, len(said))


def latent_vectors(texts: Sequence[str]) -> Any:
    """Return unit vectors of texts by latent semantic analysis, or None for fewer than 20.

    Terms are weighted by tf-idf. The space is that of these texts: words that are used alike in
    them are near each other, and what is never said twice in any way is not.
    """
    if len(texts) < 20:
        return None
    import numpy as np  # noqa: PLC0415
    from scipy import sparse  # noqa: PLC0415
    from scipy.sparse.linalg import svds  # noqa: PLC0415

    counted = [Counter(word.casefold() for word in _WORD.findall(text)) for text in texts]
    documents = Counter(word for counts in counted for word in counts)
    column = {word: at for at, word in enumerate(sorted(documents))}
    cells = [
        (row, column[word], (1 + math.log(n)) * math.log(1 + len(texts) / documents[word]))
        for row, counts in enumerate(counted)
        for word, n in counts.items()
    ]
    rows, columns, values = zip(*cells, strict=True) if cells else ((), (), ())
    matrix = sparse.csr_array((values, (rows, columns)), shape=(len(texts), len(column)))
    size = min(_TOPICS, min(matrix.shape) - 1)
    if size < 2:
        return None
    left, scale, _ = svds(matrix.astype(float), k=size, rng=0)
    vectors = left * scale
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(norms > 0, norms, 1)


def norms(run: RunFolder, places: Sequence[Place]) -> dict[str, Any]:
    """Return acts that broke the hours, capacity or ownership of their place."""
    by_id = {place.place_id: place for place in places}
    within = {place: _with_parents(place, by_id) for place in by_id}
    all_stays = [
        (begins, ends, place, person.id)
        for person in run.header.people
        for begins, ends, place in stays(run, person.id)
        if place in by_id and ends > begins
    ]
    at_place: dict[str, list[tuple[float, float, str]]] = defaultdict(list)
    for begins, ends, at, who in all_stays:
        for place_id in within[at]:  # in a kitchen one is in the inn as well
            at_place[place_id].append((begins, ends, who))
    broken: list[dict[str, Any]] = []
    with_norms, step = 0, run.header.tick_minutes
    for begins, ends, at, who in sorted(all_stays):
        place = by_id[at]
        owners = {owner for one in within[at] for owner in by_id[one].owner_ids}
        with_norms += bool(place.HasField("hours") or place.HasField("capacity") or owners)
        there = {other for b, e, other in at_place[at] if b <= begins < e and other != who}
        # Who is let in at a step may walk there while the host leaves, or is still coming home.
        hosts = {
            other for one in within[at] for b, e, other in at_place[one]
            if other in owners and b - step <= begins and e + step > begins
        }  # fmt: skip
        why = [
            *(["hours"] if not _is_open(run, place, begins) and who not in owners else []),
            *(["capacity"] if place.HasField("capacity") and len(there) >= place.capacity else []),
            *(["owners"] if owners and who not in owners and not hosts else []),
        ]
        broken += [{"who": who, "place": at, "t": begins, "norm": one, "ends": ends} for one in why]
    return {
        "acts": len(all_stays),
        "acts_at_places_with_norms": with_norms,
        "broken": stats.share(len({(b["who"], b["t"]) for b in broken}), with_norms),
        "examples": broken[:50],
    }


def _with_parents(place_id: str, by_id: Mapping[str, Place]) -> list[str]:
    found: list[str] = []
    while place_id in by_id and place_id not in found:
        found.append(place_id)
        place_id = by_id[place_id].parent_id
    return found


def _is_open(run: RunFolder, place: Place, t: float) -> bool:
    if not place.HasField("hours"):
        return True
    opens, closes = (
        int(text[:2]) * 60 + int(text[3:5]) for text in (place.hours.opens, place.hours.closes)
    )
    now = (run.started_minute + t) % MINUTES_A_DAY
    return opens <= now < closes if opens < closes else now >= opens or now < closes


def plans_lived(run: RunFolder) -> dict[str, Any]:
    """Return how many blocks of plans were lived, and by how many minutes they began late.

    A block counts in the last plan that has it before it begins. It is lived if an act at its place
    overlaps it, or, without a place, an act that has one of its words.
    """
    until = max((event["t"] for event in run.events), default=0.0)
    acts: dict[str, list[Event]] = defaultdict(list)
    for event in run.of("act"):
        acts[event["who"]].append(event)
    late: list[float] = []
    blocks = lived = 0
    for who, block in _blocks_in_force(run):
        if block["t"] + _LATE > until:
            continue
        blocks += 1
        begun = [
            act["t"] - block["t"]
            for act in acts[who]
            if act["t"] < block["t"] + block["minutes"]
            and act["t"] + act.get("minutes", 0) > block["t"]
            and _is_of(act, block)
        ]
        if begun:
            lived += 1
            late.append(max(0.0, min(begun)))
    return {
        "blocks": blocks,
        "lived": stats.share(lived, blocks),
        "on_time": stats.share(sum(one <= _LATE for one in late), len(late)),
        "late_minutes": {"p50": stats.quantile(late, 0.5), "p95": stats.quantile(late, 0.95)},
    }


def _blocks_in_force(run: RunFolder) -> Iterable[tuple[str, Event]]:
    plans: dict[str, list[Event]] = defaultdict(list)
    for event in run.of("plan"):
        plans[event["who"]].append(event)
    for who, made in plans.items():
        for at, plan in enumerate(made):
            next_at = made[at + 1]["t"] if at + 1 < len(made) else math.inf
            for block in plan["blocks"]:
                # What had begun before the plan was made is of the plan before.
                if plan["t"] <= block["t"] < next_at and block["minutes"] > 0:
                    yield who, block


def _is_of(act: Event, block: Event) -> bool:
    if block.get("place"):
        return bool(act.get("place") == block["place"])
    words = {word.casefold() for word in _WORD.findall(block["text"]) if len(word) > 3}
    return bool(words & {word.casefold() for word in _WORD.findall(act["text"])})


def _reflections(run: RunFolder, log: RunLog) -> dict[str, Any]:
    texts = [
        memory["text"]
        for memories in log.memories.values()
        for memory in memories
        if memory["of"] == "reflection" and memory["t"] > 0
    ]
    person_days = len(run.minds) * run.days
    return {
        "insights": len(texts),
        "distinct": stats.share(len(set(texts)), len(texts)),
        "a_person_day": len(texts) / person_days if person_days else None,
    }


def cost(run: RunFolder, log: RunLog, plan: BillPlan | None = None) -> dict[str, Any]:
    """Return calls, tokens and, where there are prices, money by person, day and purpose."""
    days: dict[int, Counter[str]] = defaultdict(Counter)
    person_of_day: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    people: dict[str, Counter[str]] = defaultdict(Counter)
    purposes: dict[str, Counter[str]] = defaultdict(Counter)
    for use in log.uses:
        counts = Counter(
            {name: use[name] for name in ("calls", "prompt_tokens", "completion_tokens")}
        )
        counts["defaults"] = int(use["is_default"])
        if plan is not None:
            counts["money_micros"] = round(1e6 * plan.cost(use))
        day = run.day_of(use["t"])
        days[day].update(counts)
        person_of_day[use["who"], day].update(counts)
        people[use["who"]].update(counts)
        purposes[use["purpose"]].update(counts)
    person_days = len(run.minds) * run.days
    calls = sum(use["calls"] for use in log.uses)
    return {
        "calls": calls,
        "has_prices": plan is not None,
        "calls_a_person_day": calls / person_days if person_days else None,
        "by_day": {str(day): dict(counts) for day, counts in sorted(days.items())},
        "by_person": {who: dict(counts) for who, counts in sorted(people.items())},
        "by_purpose": {name: dict(counts) for name, counts in sorted(purposes.items())},
        "by_person_and_day": [
            {"who": who, "day": day, **counts}
            for (who, day), counts in sorted(person_of_day.items())
        ],
    }


def page(result: dict[str, Any], names: Mapping[str, str]) -> ReportPage:
    """Return the page of the figures."""
    made = ReportPage(
        "How people behave", f"{result['people']} people, {result['days']:.1f} game days."
    )
    made.figures({"talks": result["talks"], "lines": result["lines"]})
    made.heading("Repetition")
    made.figures(
        result["repetition"],
        "Lines that repeat an earlier one of the same speaker. Trigrams: half of its word triples"
        " were said before. Meaning: cosine 0.9 in a latent space of all lines (tf-idf and SVD),"
        " which misses paraphrase in words that are new to the run.",
    )
    made.heading("Agreement")
    made.figures(
        {
            "lines with words of agreement, thanks or praise": result["agreement"]["agrees"],
            "lines with words of refusal or doubt": result["agreement"]["refuses"],
            "the paper's released run": "53 % and 2 of 87",
        }
    )
    made.heading("Norms of places")
    norms_ = result["norms"]
    made.figures({name: norms_[name] for name in ("acts", "acts_at_places_with_norms", "broken")})
    if norms_["examples"]:
        made.table(
            ("person", "place", "game minute", "norm"),
            [
                (names.get(one["who"], one["who"]), one["place"], one["t"], one["norm"])
                for one in norms_["examples"]
            ],
        )
    made.heading("Plans and reflections")
    made.figures({f"plans: {name}": value for name, value in result["plans"].items()})
    made.figures({f"reflections: {name}": value for name, value in result["reflections"].items()})
    _add_cost(made, result["cost"], names)
    return made


def _add_cost(made: ReportPage, cost_: dict[str, Any], names: Mapping[str, str]) -> None:
    made.heading("Calls and tokens")
    made.figures({name: cost_[name] for name in ("calls", "calls_a_person_day")})
    columns = ["calls", "prompt_tokens", "completion_tokens", "defaults"]
    columns += ["money_micros"] if cost_["has_prices"] else []
    for title, rows in (
        ("day", cost_["by_day"]),
        ("purpose", cost_["by_purpose"]),
        ("person", {names.get(who, who): one for who, one in cost_["by_person"].items()}),
    ):
        made.table(
            (title, *(name.replace("_", " ") for name in columns)),
            [(name, *(one.get(column, 0) for column in columns)) for name, one in rows.items()],
        )
    if len(cost_["by_day"]) > 1:
        made.plot(
            lines({"calls": [(int(d), one["calls"]) for d, one in cost_["by_day"].items()]}, "day"),
            "Calls a day.",
        )
