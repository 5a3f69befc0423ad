"""Recall over long conversations, by category; and ratings of importance against given ones."""

import json
import random
import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp
from npcclient import NpcClient
from npcclient.admin.v1.persona_service_pb2 import Character, Persona
from npcclient.admin.v1.world_service_pb2 import World
from npcclient.v1.play_service_pb2 import Observation

from npceval import statistics as stats
from npceval.conversation_sets import LongConversation, errors_of, tokens
from npceval.kept_answers import KeptAnswers, reading
from npceval.page import ReportPage, bars

BATCH = 100
KEEPER = "keeper"
"""The character that was told all lines."""
_LONGEST = 3_900
"""Characters of a line that a memory can have."""


async def ask_all(
    npc: NpcClient,
    conversations: Sequence[LongConversation],
    excluded: Mapping[str, str],
    kept: KeptAnswers,
    *,
    limit: int,
    profile: str = "",
) -> None:
    """Tell a character each conversation, and keep what it recalls at each question."""
    for number, conversation in enumerate(conversations):
        wanted = [
            one for one in errors_of(conversation, excluded)[0]
            if kept.get(["recall", one.id, limit, profile]) is None
        ]  # fmt: skip
        if not wanted:
            continue
        timeline, ids = await _told(npc, conversation, number)
        for question in wanted:
            found = await npc.memories.recall(
                timeline, KEEPER, question.text, limit=limit, profile=profile
            )
            recalled = [ids.get(one.memory.text, []) for one in found]
            kept.keep(
                ["recall", question.id, limit, profile],
                recalled=recalled,
                tokens=tokens([one.memory.text for one in found]),
            )


async def _told(
    npc: NpcClient, conversation: LongConversation, number: int
) -> tuple[str, dict[str, list[str]]]:
    """Return a timeline in which all was told, and the ids of lines by the text of a memory."""
    last = conversation.lines[-1].when + timedelta(hours=1) if conversation.lines else None
    world = World(world_id=f"set-{number}", name=f"Conversation {number}")
    if last is not None:
        world.world_start_time.FromDatetime(last)
    made = await npc.worlds.create(world)
    persona = Persona(name="Keeper", background="Remembers what was said.")
    await npc.characters.create(
        Character(character_id=KEEPER, world_id=made.world_id, persona=persona)
    )
    timeline = await npc.timelines.start(made)
    ids: dict[str, list[str]] = defaultdict(list)
    observations = []
    for line in conversation.lines:
        text = f"{line.speaker} said: {line.text}"[:_LONGEST]
        ids[text].append(line.id)
        when = Timestamp()
        when.FromDatetime(line.when)
        observations.append(
            Observation(text=text, witness_ids=[KEEPER], world_time=when, importance=4)
        )
    for at in range(0, len(observations), BATCH):
        await npc.play.observe(timeline, observations[at : at + BATCH])
    return timeline.timeline_id, ids


def measure(
    conversations: Sequence[LongConversation],
    excluded: Mapping[str, str],
    kept: KeptAnswers,
    *,
    limit: int,
    seed: int,
    profile: str = "",
) -> dict[str, Any]:
    """Return recall of evidence by category, beside the whole conversation and its newest lines."""
    rows: dict[str, list[dict[str, float]]] = defaultdict(list)
    left: dict[str, str] = {}
    whole_tokens, asked_tokens = [], []
    for conversation in conversations:
        good, errors = errors_of(conversation, excluded)
        left |= errors
        length = tokens([line.text for line in conversation.lines])
        newest = [line.id for line in conversation.lines[-limit:]]
        for question in good:
            row = kept.get(["recall", question.id, limit, profile])
            if row is None:
                continue
            whole_tokens.append(length)
            asked_tokens.append(row["tokens"])
            figures = scored(row["recalled"], question.evidence)
            figures["newest"] = scored([[one] for one in newest], question.evidence)["recall"]
            rows[question.category].append(figures)
    every = [one for found in rows.values() for one in found]
    return {
        "name": "retrieval",
        "limit": limit,
        "profile": profile or "that of the server",
        "seed": seed,
        "questions": len(every),
        "left_out": left,
        "by_category": {name: _summary(found, seed) for name, found in sorted(rows.items())},
        "all": _summary(every, seed),
        "tokens": {
            "recalled": statistics.fmean(asked_tokens) if asked_tokens else None,
            "full_context": statistics.fmean(whole_tokens) if whole_tokens else None,
        },
    }


def scored(recalled: Sequence[Sequence[str]], evidence: Sequence[str]) -> dict[str, float]:
    """Return recall, whether all of the evidence is there, and the reciprocal rank of the first."""
    wanted = set(evidence)
    places = [at for at, ids in enumerate(recalled, 1) if wanted & set(ids)]
    found = wanted & {one for ids in recalled for one in ids}
    return {
        "recall": len(found) / len(wanted),
        "complete": float(found == wanted),
        "reciprocal_rank": 1 / places[0] if places else 0.0,
    }


def _summary(rows: Sequence[Mapping[str, float]], seed: int) -> dict[str, Any]:
    return {
        "questions": len(rows),
        "recall": stats.mean_interval([one["recall"] for one in rows], seed),
        "complete": stats.share(sum(one["complete"] == 1 for one in rows), len(rows)),
        "reciprocal_rank": stats.mean_interval([one["reciprocal_rank"] for one in rows], seed),
        "newest_lines": stats.mean_interval([one["newest"] for one in rows], seed),
        "full_context": {"recall": 1.0},
    }


def page(result: dict[str, Any]) -> ReportPage:
    """Return the page of recall."""
    made = ReportPage(
        "Recall over long conversations",
        f"{result['questions']} questions, {result['limit']} memories each, profile"
        f" {result['profile']}; seed {result['seed']}.",
    )
    found = {**result["by_category"], "all": result["all"]}
    made.plot(
        bars(
            [
                (f"category {name}", one["recall"]["mean"] or 0.0, one["recall"]["low"],
                 one["recall"]["high"])
                for name, one in found.items()
            ]
        ),
        "Share of the evidence that is among what was recalled.",
    )  # fmt: skip
    made.table(
        ("category", "questions", "recall", "all of the evidence", "1 / rank", "newest lines",
         "full context"),
        [
            (name, one["questions"], one["recall"], one["complete"], one["reciprocal_rank"],
             one["newest_lines"], 1.0)
            for name, one in found.items()
        ],
        "The newest as many lines, and the whole conversation, are what a prompt without recall"
        " would have.",
    )  # fmt: skip
    made.figures(
        {
            "tokens that were recalled (letters / 4)": result["tokens"]["recalled"],
            "tokens of the full context": result["tokens"]["full_context"],
            "questions left out": len(result["left_out"]),
        }
    )
    if result["left_out"]:
        made.details(
            "Left out, and why", [f"{name}: {why}" for name, why in result["left_out"].items()]
        )
    return made


def read_given(path: Path, most: int, seed: int) -> list[tuple[str, int]]:
    """Return texts with their given importance, each text once, `most` drawn by the seed."""
    form = "each line is an object with `text` and `importance`, 1 to 10"
    with reading(path, f"has no rated texts: {form}"):
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        given = {str(row["text"]): int(row["importance"]) for row in rows}
    texts = sorted(given)
    drawn = texts if not most else random.Random(seed).sample(texts, min(most, len(texts)))
    return [(text, given[text]) for text in drawn]


async def rate_all(
    npc: NpcClient, given: Sequence[tuple[str, int]], kept: KeptAnswers, model: str
) -> None:
    """Let the server rate texts that a character perceives, and keep its ratings."""
    wanted = [text for text, _ in given if kept.get(["rated", model, text]) is None]
    if not wanted:
        return
    made = await npc.worlds.create(World(world_id="ratings", name="Ratings"))
    persona = Persona(name="Keeper", background="A person of a small town.")
    await npc.characters.create(
        Character(character_id=KEEPER, world_id=made.world_id, persona=persona)
    )
    timeline = await npc.timelines.start(made)
    now = (await npc.timelines.get(timeline)).world_time.ToDatetime()
    for at in range(0, len(wanted), BATCH):
        batch = wanted[at : at + BATCH]
        await npc.play.observe(
            timeline, [Observation(text=text, witness_ids=[KEEPER]) for text in batch]
        )
        now += timedelta(minutes=1)
        await npc.play.step_clock(timeline, now, seconds=50)
        rated = {
            one.text: one.importance
            for one in await npc.memories.list(timeline, KEEPER, page_size=500)
            if one.is_rated
        }
        for text in batch:
            if text in rated:
                kept.keep(["rated", model, text], importance=rated[text])


def correlate(given: Sequence[tuple[str, int]], kept: KeptAnswers, model: str) -> dict[str, Any]:
    """Return the rank correlation of ratings with what was given."""
    pairs = [
        (text, wanted, row["importance"])
        for text, wanted in given
        if (row := kept.get(["rated", model, text])) is not None
    ]
    means: dict[int, list[int]] = defaultdict(list)
    for _, wanted, rated in pairs:
        means[wanted].append(rated)
    return {
        "name": "importance",
        "model": model,
        "texts": len(given),
        "rated": len(pairs),
        "correlation": stats.rank_correlation([b for _, b, _ in pairs], [c for *_, c in pairs]),
        "mean_rating": {str(one): statistics.fmean(found) for one, found in sorted(means.items())},
        "farthest": sorted(pairs, key=lambda pair: -abs(pair[1] - pair[2]))[:20],
    }


def importance_page(result: dict[str, Any]) -> ReportPage:
    """Return the page of ratings."""
    made = ReportPage(
        "Ratings of importance", f"{result['rated']} of {result['texts']} texts, {result['model']}."
    )
    made.figures({"rank correlation": result["correlation"]})
    made.plot(
        bars([(f"given {one}", mean, None, None) for one, mean in result["mean_rating"].items()]),
        "Mean rating by given importance.",
    )
    made.table(("text", "given", "rated"), result["farthest"], "Farthest apart.")
    return made
