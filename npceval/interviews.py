"""Interviews of a run's people under ablation (Generative Agents, section 6), and their ranking.

All conditions answer from the same memories at the same position of the log, so that what differs
is what each may use of them. Judges see answers in pairs without labels, each pair in both orders.
"""

import asyncio
import csv
import hashlib
import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from npcclient.admin.v1.persona_service_pb2 import Ablation, Persona
from npcclient.v1.turn_pb2 import Rung

from npceval.judge import AnswerPair, Judge
from npceval.kept_answers import KeptAnswers, Progress, no_progress, reading
from npceval.questions import InterviewTopic, questions_for
from npceval.run_folder import RunFolder
from npceval.session import Session
from npceval.statistics import AnswerRanking

CONDITIONS: Final[Mapping[str, tuple[Ablation.ValueType, ...]]] = MappingProxyType(
    {
        "full": (),
        "no_reflection": (Ablation.ABLATION_REFLECTIONS,),
        "no_reflection_no_planning": (Ablation.ABLATION_REFLECTIONS, Ablation.ABLATION_PLANS),
        "no_memory": (
            Ablation.ABLATION_OBSERVATIONS,
            Ablation.ABLATION_REFLECTIONS,
            Ablation.ABLATION_PLANS,
        ),
    }
)
HUMAN = "human"
"""The condition of answers that people gave in the place of a character."""
_SIDE_BY_SIDE = 4
"""Interviews at once: a server's queue stays short, and an interrupted call has little to lose."""
_MEMORIES = 5
"""Memories that a judge sees beside the answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One question with the answers of all conditions; `id` says nothing of them."""

    id: str
    question: InterviewTopic
    about: str
    memories: tuple[str, ...]
    answers: Mapping[str, str]


async def ask_all(
    run: RunFolder,
    session: Session,
    kept: KeptAnswers,
    *,
    seed: int,
    people: int = 0,
    of_area: int = 5,
    progress: Progress = no_progress,
) -> list[InterviewTopic]:
    """Ask what has not been asked yet, under each condition; return all questions.

    `people` is how many are drawn by the seed; 0 asks all who think.
    """
    asked: list[InterviewTopic] = []
    for person in drawn_people(run, seed, people):
        who = ["person", person]
        row = kept.get(who)
        if row is None:
            character = await session.npc.characters.get(session.world, person)
            mind = await session.npc.characters.mind(session.timeline, person, seq=session.seq)
            known = [one.other_id for one in mind.relations if one.other_id]
            row = kept.keep(who, about=described(character.persona), known=known)
        asked += questions_for(run, person, row["known"], seed, of_area)
    gate = asyncio.Semaphore(_SIDE_BY_SIDE)
    every = len(asked) * len(CONDITIONS)
    done = 0

    async def ask(question: InterviewTopic, condition: str) -> None:
        nonlocal done
        key = answer_key(question, condition, session.model)
        if kept.get(key) is None:
            async with gate:
                kept.keep(key, **await _asked(session, question, CONDITIONS[condition]))
        done += 1
        progress("answers", done, every)

    async with asyncio.TaskGroup() as group:
        for question in asked:
            for condition in CONDITIONS:
                group.create_task(ask(question, condition))
    return asked


def drawn_people(run: RunFolder, seed: int, count: int) -> list[str]:
    """Return the ids of those who are asked, in the order of the run."""
    minds = [person.id for person in run.minds]
    if not count or count >= len(minds):
        return minds
    drawn = set(random.Random(seed).sample(minds, count))
    return [one for one in minds if one in drawn]


def answer_key(question: InterviewTopic, condition: str, model: str) -> list[str]:
    """Return the key of an answer; another wording of a question is another question."""
    return ["answer", question.person, question.id, question.text, condition, model]


async def _asked(
    session: Session, question: InterviewTopic, without: Sequence[Ablation.ValueType]
) -> dict[str, Any]:
    answered = await session.npc.characters.interview(
        session.timeline, question.person, question.text, seq=session.seq, without=without
    )
    return {
        "answer": answered.answer,
        "is_default": answered.rung == Rung.RUNG_AUTHORED,
        "model": answered.model,
        "prompt_tokens": answered.prompt_tokens,
        "completion_tokens": answered.completion_tokens,
        "memories": [one.memory.text for one in answered.recollections[:_MEMORIES]],
    }


def described(persona: Persona) -> str:
    """Return what judges are told of a person."""
    age = f", {persona.age}" if persona.HasField("age") else ""
    texts = (persona.traits, persona.background, persona.currently, persona.lifestyle)
    return f"{persona.name}{age}. " + " ".join(text.strip() for text in texts if text.strip())


def read_answers_of_people(path: Path) -> dict[tuple[str, str], str]:
    """Return answers by person and question id, from CSV or JSONL with `person,question,answer`.

    `question` is the id (`memory.2`). Raises `EvaluationError` for a row that names neither.
    """
    text = path.read_text(encoding="utf-8-sig")
    rows: Iterable[Mapping[str, Any]]
    wanted = "has no answers of people: each row needs `person`, `question` (such as memory.2) and"
    with reading(path, f"{wanted} `answer`"):
        if path.suffix == ".csv":
            rows = list(csv.DictReader(text.splitlines()))
        else:
            rows = [json.loads(line) for line in text.splitlines() if line.strip()]
        return {
            (str(row["person"]), str(row["question"])): str(row["answer"]).strip() for row in rows
        }


def items(
    run: RunFolder,
    asked: Sequence[InterviewTopic],
    kept: KeptAnswers,
    model: str,
    people_said: Mapping[tuple[str, str], str],
) -> list[Item]:
    """Return what is ranked: each question with the answers of all conditions."""
    found = []
    for question in asked:
        rows = {name: kept.get(answer_key(question, name, model)) for name in CONDITIONS}
        person = kept.get(["person", question.person])
        answers = {name: str(row["answer"]) for name, row in rows.items() if row is not None}
        said = people_said.get((question.person, question.id), "")
        full = rows["full"]
        if len(answers) < len(CONDITIONS) or person is None or full is None:
            continue
        digest = hashlib.sha256(f"{run.header.timeline_id}/{question}".encode()).hexdigest()
        found.append(
            Item(
                id=digest[:12],
                question=question,
                about=str(person["about"]),
                memories=tuple(full["memories"]),
                answers=answers | ({HUMAN: said} if said else {}),
            )
        )
    return found


def blinded(item: Item, seed: int) -> dict[str, str]:
    """Return condition by letter, shuffled for each item by the seed: A, B, C and so on."""
    names = sorted(item.answers)
    random.Random(f"{seed}/{item.id}").shuffle(names)
    return {chr(ord("A") + at): name for at, name in enumerate(names)}


async def judge_all(
    items: Sequence[Item],
    judge: Judge,
    kept: KeptAnswers,
    seed: int,
    progress: Progress = no_progress,
) -> dict[str, Any]:
    """Compare all pairs of each item in both orders; return rankings, and how well it agreed.

    A pair of equal answers is a tie that nobody is asked about. An item in which a verdict is
    nonsense has no ranking.
    """
    counts = dict.fromkeys(("asked", "nonsense", "pairs", "agreed", "first"), 0)
    rankings = []
    for number, item in enumerate(items):
        progress("questions judged", number, len(items))
        order = list(blinded(item, seed).values())
        points = dict.fromkeys(order, 0.0)
        is_whole = True
        counted: set[frozenset[str]] = set()
        for at, a in enumerate(order):
            for b in order[at + 1 :]:
                if item.answers[a].strip() == item.answers[b].strip():
                    points[a], points[b] = points[a] + 0.5, points[b] + 0.5
                    continue
                there = await _verdict(item, a, b, judge, kept)
                back = await _verdict(item, b, a, judge, kept)
                # Conditions that answer alike make one comparison, not several that agree.
                texts = frozenset((item.answers[a], item.answers[b]))
                once = int(texts not in counted)
                counted.add(texts)
                counts["asked"] += 2 * once
                counts["nonsense"] += once * [there, back].count(None)
                if there is None or back is None:
                    is_whole = False
                    continue
                counts["pairs"] += once
                counts["first"] += once * [there, back].count(1)
                won = {1: a, 2: b}.get(there), {1: b, 2: a}.get(back)
                counts["agreed"] += once * (won[0] == won[1])
                for name in won:  # half a point of each order; a tie shares it
                    for one in (a, b):
                        points[one] += 0.25 if name is None else 0.5 * (name == one)
        if is_whole:
            rankings.append(AnswerRanking(item.id, judge.name, ranks_of(points)))
    return {"rankings": rankings, **counts}


async def _verdict(
    item: Item, first: str, second: str, judge: Judge, kept: KeptAnswers
) -> int | None:
    asked = AnswerPair(
        about=item.about,
        memories=item.memories,
        question=item.question.text,
        first=item.answers[first],
        second=item.answers[second],
    )
    # The key is what the judge sees: with other answers it is asked anew.
    seen = hashlib.sha256(f"{asked.first}\0{asked.second}".encode()).hexdigest()[:16]
    key = ["verdict", judge.name, item.id, seen]
    row = kept.get(key)
    if row is None:
        verdict, said = await judge.better(asked)
        row = kept.keep(key, first=first, second=second, verdict=verdict, said=said[:200])
    verdict = row["verdict"]
    return None if verdict is None else int(verdict)


def ranks_of(points: Mapping[str, float]) -> dict[str, float]:
    """Return ranks by points, 1 for the most; equals share the mean of their ranks."""
    values = sorted(points.values(), reverse=True)
    return {name: values.index(one) + (values.count(one) + 1) / 2 for name, one in points.items()}


def read_rankings(path: Path, items: Sequence[Item], seed: int) -> list[AnswerRanking]:
    """Return rankings that a person saved on the ranking page.

    Raises `EvaluationError` for a file of another run, seed or form.
    """
    advice = "Save it on the page ranking.html that this evaluation wrote."
    with reading(path, "is no file of rankings of this run and seed", advice):
        saved = json.loads(path.read_text(encoding="utf-8"))
        rater, rows = str(saved["rater"]), dict(saved["rankings"])
        by_id = {item.id: item for item in items}
        return [
            AnswerRanking(
                item=name,
                rater=f"person:{rater}",
                ranks={
                    blinded(by_id[name], seed)[letter]: float(rank)
                    for letter, rank in dict(letters).items()
                },
            )
            for name, letters in rows.items()
        ]
