"""End to end (Generative Agents, section 7): news that spreads, people who meet, a feast.

What people claim in interviews is checked against their memories, and a memory against its path.
"""

import asyncio
import random
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, Final

from npcclient.admin.v1.memory_service_pb2 import Knower, KnowledgeHop

from npceval import claims
from npceval import statistics as stats
from npceval.interviews import drawn_people
from npceval.kept_answers import KeptAnswers, Progress, no_progress
from npceval.questions import stranger
from npceval.run_folder import RunFolder
from npceval.run_log import RunLog, minutes
from npceval.session import Session
from npctown.run_files import RunFact

PAPER: Final[dict[str, Any]] = {
    "people": 25,
    "days": 2,
    "election": {"start": 1, "end": 8},
    "feast": {"start": 1, "end": 13},
    "density": {"start": 0.167, "end": 0.74},
    "made_up": "6 of 453",
    "feast_asked": 12,
    "feast_came": 5,
    "stayed_away_by_conflict": 3,
    "stayed_away_with_interest_but_no_plan": 4,
}
"""Generative Agents (arXiv 2304.03442v2), sections 7.1 to 7.3."""
_SIDE_BY_SIDE = 4
MOST_PAIRS = 600
"""Ordered pairs of 25 people; of a larger town as many are drawn."""


async def measure(
    run: RunFolder,
    session: Session,
    log: RunLog,
    kept: KeptAnswers,
    *,
    seed: int,
    pairs: int,
    progress: Progress = no_progress,
) -> dict[str, Any]:
    """Return all figures; `pairs` is how many ordered pairs are asked, 0 for up to `MOST_PAIRS`."""
    asked = _Asked(session, kept, progress)
    return {
        "name": "diffusion",
        "seed": seed,
        "people": len(run.minds),
        "days": round(run.days, 3),
        "facts": [await _fact(run, session, log, asked, fact) for fact in run.header.facts],
        "density": density_by_memories(run, log),
        "interviews": await _pairs(run, session, log, asked, seed=seed, most=pairs),
        "feasts": [
            await _attendance(run, asked, log, fact)
            for fact in run.header.facts
            if fact.place and fact.starts is not None and fact.asked
        ],
        "paper": PAPER,
    }


class _Asked:
    """Answers of people to plain questions, each asked once."""

    def __init__(self, session: Session, kept: KeptAnswers, progress: Progress) -> None:
        self._session = session
        self._progress = progress
        self._asked = self._done = 0
        self._kept = kept
        self._gate = asyncio.Semaphore(_SIDE_BY_SIDE)

    async def answer(self, person: str, question: str) -> str:
        session = self._session
        key: list[str | int] = ["asked", person, question, session.model, session.seq]
        row = self._kept.get(key)
        if row is None:
            async with self._gate:
                found = await session.npc.characters.interview(
                    session.timeline, person, question, seq=session.seq
                )
            row = self._kept.keep(key, answer=found.answer)
        self._done += 1
        self._progress("questions", self._done, self._asked)
        return str(row["answer"])

    async def answers(self, asked: Sequence[tuple[str, str]]) -> list[str]:
        self._asked += len(asked)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self.answer(*one)) for one in asked]
        return [task.result() for task in tasks]


async def _fact(
    run: RunFolder, session: Session, log: RunLog, asked: _Asked, fact: RunFact
) -> dict[str, Any]:
    knowers = {
        one.character_id: one
        for one in await session.npc.memories.who_knows(
            session.timeline, text=fact.text, seq=session.seq
        )
    }
    minds = [person.id for person in run.minds]
    question = fact.question or f"Have you heard that {fact.text}"
    said = dict(zip(minds, await asked.answers([(one, question) for one in minds]), strict=True))
    rows = [
        _claim(run, one, said[one], fact, knowers.get(one), log.memories.get(one, ()))
        for one in minds
    ]
    counts = {
        verdict: sum(row["verdict"] == verdict for row in rows)
        for verdict in ("supported", "by_other_memory", "made_up", "not_said", "does_not_know")
    }
    hops = [row["hops"] for row in rows if row["hops"] is not None]
    return {
        "fact": fact.id,
        "text": fact.text,
        "knew_at_start": sum(row["since"] is not None and row["since"] <= 0 for row in rows),
        "know_by_memory": stats.share(sum(row["since"] is not None for row in rows), len(rows)),
        "claim_by_interview": stats.share(sum(row["claims"] for row in rows), len(rows)),
        "made_up": stats.share(counts["made_up"], sum(row["claims"] for row in rows)),
        "verdicts": counts,
        "distorted": sum(
            bool(event.get("distorted")) for event in run.of("knows") if event["fact"] == fact.id
        ),
        "path_hops": {"p50": stats.quantile(hops, 0.5), "p95": stats.quantile(hops, 0.95)},
        "curve": _curve([row["since"] for row in rows if row["since"] is not None], run.days),
        "people": rows,
    }


def _claim(
    run: RunFolder,
    person: str,
    answer: str,
    fact: RunFact,
    knower: Knower | None,
    memories: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    does_claim = claims.claims_fact(answer, fact)
    hops = () if knower is None else knower.hops
    # WhoKnows looks for the words of the fact; the author's pattern finds other wordings.
    spoken = [one["t"] for one in memories if claims.speaks_of(one["text"], fact)]
    first = None if knower is None else knower.memories[0]
    since = min(
        [*spoken, *([] if first is None else [minutes(run, first.world_create_time.ToDatetime())])],
        default=None,
    )
    if does_claim:
        verdict = "supported" if knower else "by_other_memory" if since is not None else "made_up"
    else:
        verdict = "not_said" if since is not None else "does_not_know"
    return {
        "who": person,
        "answer": answer,
        "claims": does_claim,
        "since": since,
        "hops": path_length(hops),
        "told_by": hops[0].told_by_name if hops else "",
        "verdict": verdict,
    }


def path_length(hops: Sequence[KnowledgeHop]) -> int | None:
    """Return how many tellings lie between the first hop and the nearest origin.

    None where the path leads to no memory that rests on no other.
    """
    import networkx as nx  # noqa: PLC0415

    if not hops:
        return None
    graph: Any = nx.DiGraph()
    holders = {hop.memory.memory_id: hop.holder_id for hop in hops}
    for hop in hops:
        graph.add_node(hop.memory.memory_id)
        for origin in hop.from_ids:
            # What a person infers from its own memories is no telling.
            told = holders.get(origin) not in {None, hop.holder_id}
            graph.add_edge(hop.memory.memory_id, origin, weight=int(told))
    lengths = nx.single_source_dijkstra_path_length(graph, hops[0].memory.memory_id)
    ends = {hop.memory.memory_id for hop in hops if not hop.from_ids}
    return min((int(length) for one, length in lengths.items() if one in ends), default=None)


def _curve(since: Sequence[float], days: float) -> list[tuple[float, int]]:
    """Return (game hour, how many know), two points for each step."""
    hours = sorted(max(0.0, t / 60) for t in since)
    steps = [step for at, hour in enumerate(hours) for step in ((hour, at), (hour, at + 1))]
    return [*steps, (round(days * 24, 2), len(hours))] if steps else []


def density_by_memories(run: RunFolder, log: RunLog) -> dict[str, Any]:
    """Return the density 2E / (V(V-1)) of mutual knowledge by names in memories, start and end."""
    known = {"start": set[tuple[str, str]](), "end": set[tuple[str, str]]()}
    ids = claims.ids_by_name({person.id: person.name for person in run.minds})
    for person, memories in log.memories.items():
        for memory in memories:
            for other in claims.knows_by_memory(memory["text"], memory["about"], ids):
                if other != person:
                    known["end"].add((person, other))
                    if memory["t"] <= 0:
                        known["start"].add((person, other))
    return {
        when: density([person.id for person in run.minds], pairs) for when, pairs in known.items()
    }


def density(people: Sequence[str], knows: set[tuple[str, str]]) -> dict[str, Any]:
    """Return the density of mutual knowledge, and how the people hang together by it."""
    import networkx as nx  # noqa: PLC0415

    graph: Any = nx.Graph()
    graph.add_nodes_from(people)
    graph.add_edges_from((a, b) for a, b in knows if a < b and (b, a) in knows)
    return {
        "density": float(nx.density(graph)),
        "mutual_pairs": graph.number_of_edges(),
        "one_sided": sum((b, a) not in knows for a, b in knows),
        "largest_group": max(map(len, nx.connected_components(graph)), default=0),
    }


async def _pairs(
    run: RunFolder, session: Session, log: RunLog, asked: _Asked, *, seed: int, most: int
) -> dict[str, Any]:
    names = {person.id: person.name for person in run.minds}
    every = list(permutations(names, 2))
    wanted = most or MOST_PAIRS
    # Both directions of a pair are drawn together: density needs mutual answers.
    mutual = [(a, b) for a, b in every if a < b]
    if len(every) > wanted:
        mutual = sorted(random.Random(seed).sample(mutual, max(1, wanted // 2)))
    drawn = [pair for a, b in mutual for pair in ((a, b), (b, a))]
    said = await asked.answers([(a, f"Do you know of {names[b]}?") for a, b in drawn])
    claimed = {
        pair for pair, text in zip(drawn, said, strict=True)
        if claims.claims_person(text, names[pair[1]])
    }  # fmt: skip
    ids = claims.ids_by_name(names)
    remembered = {
        (person, other)
        for person, memories in log.memories.items()
        for memory in memories
        for other in claims.knows_by_memory(memory["text"], memory["about"], ids)
    } | {(event["who"], event["to"]) for event in run.of("relation")}
    invented = stranger(names.values(), random.Random(seed))
    of_invented = await asked.answers(
        [(one, f"Do you know of {invented}?") for one in drawn_people(run, seed, 0)]
    )
    described = {
        one.character_id: f"{one.persona.background} {one.persona.currently}"
        for one in await session.npc.characters.list(session.world)
    }
    answers = dict(zip(drawn, said, strict=True))
    common = {
        (a, b) for a, b in claimed - remembered
        if claims.is_common_knowledge(answers[a, b], names[b], described.get(b, ""))
    }  # fmt: skip
    made_up = claimed - remembered - common
    both = sum((a, b) in claimed and (b, a) in claimed for a, b in mutual)
    return {
        "pairs_asked": len(drawn),
        "of_pairs": len(every),
        "density": stats.share(both, len(mutual)),
        "made_up": stats.share(len(made_up), len(claimed)),
        "common_knowledge": stats.share(len(common), len(claimed)),
        "made_up_pairs": [{"who": a, "of": b, "answer": answers[a, b]} for a, b in sorted(made_up)],
        "remembered_but_not_said": stats.share(
            len((remembered & set(drawn)) - claimed), len(remembered & set(drawn))
        ),
        "claimed_to_know_an_invented_person": stats.share(
            sum(claims.claims_person(text, invented) for text in of_invented), len(of_invented)
        ),
    }


async def _attendance(run: RunFolder, asked: _Asked, log: RunLog, fact: RunFact) -> dict[str, Any]:
    starts = fact.starts or 0.0
    ends = fact.ends if fact.ends is not None else starts + 60
    minds = {person.id for person in run.minds}
    invited = [one for one in fact.asked if one in minds]
    question = f"Did you go there: {fact.text} If you did not, why not?"
    lived = max((event["t"] for event in run.events), default=0.0)
    if lived < starts:
        return {"fact": fact.id, "too_small": f"the run ends before it, at minute {lived:.0f}"}
    said = dict(
        zip(invited, await asked.answers([(one, question) for one in invited]), strict=True)
    )
    rows = []
    for person in invited:
        heard = [one["t"] for one in log.memories[person] if claims.speaks_of(one["text"], fact)]
        heard += [
            event["t"] for event in run.of("knows")
            if (event["fact"], event["who"]) == (fact.id, person)
        ]  # fmt: skip
        rows.append(
            {"who": person, **_coming(run, person, fact, min(heard, default=None), (starts, ends))}
            | {"says": said[person]}
        )
    return {
        "fact": fact.id,
        "asked": len(rows),
        "came": stats.share(sum(row["why"] == "came" for row in rows), len(rows)),
        "why": {
            why: sum(row["why"] == why for row in rows)
            for why in ("came", "never_heard", "kept_from_it", "conflict", "interest_without_plan",
                        "knew_without_a_word")
        },
        "others_who_came": sum(
            _was_there(run, one, fact.place, (starts, ends)) for one in sorted(minds - set(invited))
        ),
        "people": rows,
    }  # fmt: skip


def _coming(
    run: RunFolder,
    person: str,
    fact: RunFact,
    heard: float | None,
    window: tuple[float, float],
) -> dict[str, Any]:
    """Return whether a person came, and by its plan and words why not."""
    blocks = _plan_during(run, person, window)
    planned = [
        one
        for one in blocks
        if one.get("place") == fact.place or claims.speaks_of(one["text"], fact)
    ]
    home = next((one.home for one in run.minds if one.id == person), "")
    elsewhere = [one for one in blocks if one.get("place") not in {"", None, home, fact.place}]
    spoke = any(
        claims.speaks_of(event["text"], fact)
        for event in run.of("line", "thought")
        if event["who"] == person and event["t"] <= window[1]
    )
    if _was_there(run, person, fact.place, window):
        why = "came"
    elif heard is None or heard > window[1]:
        why = "never_heard"
    elif planned:
        why = "kept_from_it"
    elif elsewhere:
        why = "conflict"
    else:
        why = "interest_without_plan" if spoke else "knew_without_a_word"
    return {
        "why": why,
        "heard": heard,
        "planned": bool(planned),
        "plan": [one["text"] for one in blocks][:3],
    }


def _plan_during(
    run: RunFolder, person: str, window: tuple[float, float]
) -> list[Mapping[str, Any]]:
    """Return the blocks in a window of the last plan that a person had made before its end."""
    plans = [plan for plan in run.of_person["plan", person] if plan["t"] <= window[1]]
    for plan in reversed(plans):
        found = [
            one for one in plan["blocks"]
            if one["t"] < window[1] and one["t"] + one["minutes"] > window[0]
        ]  # fmt: skip
        if found:
            return found
    return []


def _was_there(run: RunFolder, person: str, place: str, window: tuple[float, float]) -> bool:
    return any(
        place == at and begins < window[1] and ends > window[0]
        for begins, ends, at in stays(run, person)
    )


def stays(run: RunFolder, person: str) -> list[tuple[float, float, str]]:
    """Return when a person was where: each act lasts until its end or the next one begins."""
    acts = run.of_person["act", person]
    ended = {event["id"]: event["t"] for event in run.of_person["act_end", person]}
    found = []
    for at, act in enumerate(acts):
        ends = act["t"] + (act.get("minutes") or 0)
        if at + 1 < len(acts):
            ends = min(ends, acts[at + 1]["t"])
        found.append((act["t"], min(ends, ended.get(act["id"], ends)), act.get("place") or ""))
    return found
