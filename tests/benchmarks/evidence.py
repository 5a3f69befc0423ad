"""How much of the evidence for a question is recalled, in long conversations and in small talk.

    python -m tests.benchmarks.evidence [--json] [--half tuning]

Recall@10: of the turns labelled as evidence, the share among the first ten memories recalled, as
a mean over the questions. Weights may be chosen on the tuning half only; what counts is the other
half. The conversations are measured as talk and as told by observations, and beside them what is
hidden in small talk, in both languages. `cosine` is the embedder alone.
"""

import asyncio
import statistics
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from npcbench import harness
from npcmodels.embed.usem3 import Usem3Embedder
from npcserver.memory.score_profiles import DEFAULT, PAPER_V2, PROFILES, Profile
from npcserver.ports.vectors import Embedder
from tests.benchmarks import labelled, scattered
from tests.benchmarks.labelled import Question, QuestionKind
from tests.benchmarks.lived import Lived, live, live_all
from tests.benchmarks.options import quieten_log, read_options
from tests.benchmarks.scattered import LANGUAGES, Hidden

K = 10
HALVES: Mapping[str, tuple[str, ...]] = {
    "tuning": labelled.TUNING,
    "held_out": labelled.HELD_OUT,
}
KINDS = (QuestionKind.SINGLE, QuestionKind.MULTI, QuestionKind.TEMPORAL, QuestionKind.OPEN)
COSINE = Profile(name="cosine", decay=1.0, w_recency=0.0, w_importance=0.0)
"""The bare cosine of the embedder, which any other formula should beat."""

Measure = Callable[[Embedder, Sequence[str]], Awaitable[dict[str, object]]]
_BESIDE = (DEFAULT, COSINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What became of one question: its kind, and the share of its evidence that was recalled."""

    kind: QuestionKind
    share: float


async def answers(
    minds: Sequence[Lived],
    profile: Profile,
    k: int = K,
    questions: Sequence[Question] | None = None,
) -> tuple[Answer, ...]:
    """Ask every question of every conversation once, or some of them."""
    given: list[Answer] = []
    for mind in minds:
        for question in mind.conversation.questions if questions is None else questions:
            found = await mind.recall(question, profile, k)
            share = sum(turn in found for turn in question.evidence) / len(question.evidence)
            given.append(Answer(kind=question.kind, share=share))
    return tuple(given)


def evidence_recall(given: Sequence[Answer], kind: QuestionKind | None = None) -> float:
    """Return the mean share over the questions, or over those of one kind."""
    return statistics.fmean(answer.share for answer in given if kind in (None, answer.kind))


async def minds_of(half: str, embedder: Embedder) -> tuple[Lived, ...]:
    """Live through the conversations of a half: "tuning" or "held_out"."""
    return await live_all([labelled.load(name) for name in HALVES[half]], embedder)


async def witnessed_minds_of(half: str, embedder: Embedder) -> tuple[Lived, ...]:
    """Watch the conversations of a half, told by observations."""
    watched = [labelled.witnessed(labelled.load(name)) for name in HALVES[half]]
    return await live_all(watched, embedder)


async def hidden_recall(
    language: str, hidden: Hidden, profiles: Iterable[Profile], half: str, embedder: Embedder
) -> dict[str, float]:
    """Return evidence recall of what is hidden in small talk, by profile, on one half."""
    conversation = scattered.load(language, hidden)
    mind = await live(conversation, embedder)
    chosen = scattered.for_tuning if half == "tuning" else scattered.held_out
    questions = chosen(conversation)
    return {
        profile.name: evidence_recall(await answers([mind], profile, questions=questions))
        for profile in profiles
    }


async def measure(embedder: Embedder, halves: Sequence[str] = tuple(HALVES)) -> dict[str, object]:
    """Return the figures of all profiles on some halves, and the ratio that has to hold."""
    figures: dict[str, float | int] = {"k": K}
    means: dict[str, float] = {}
    for half in halves:
        minds = await minds_of(half, embedder)
        figures[f"{half}_questions"] = sum(len(mind.conversation.questions) for mind in minds)
        figures[f"{half}_memories"] = sum(len(mind.turn_ids) for mind in minds)
        for name, profile in PROFILES.items():
            given = await answers(minds, profile)
            means[f"{half}_{name}"] = evidence_recall(given)
            for kind in KINDS:
                figures[f"{half}_{name}_{kind}"] = round(evidence_recall(given, kind), 3)
        watched = await witnessed_minds_of(half, embedder)
        for profile in _BESIDE:
            given = await answers(watched, profile)
            means[f"{half}_witnessed_{profile.name}"] = evidence_recall(given)
    for language in LANGUAGES:
        for hidden in Hidden:
            for half in halves:
                found = await hidden_recall(language, hidden, _BESIDE, half, embedder)
                means |= {
                    f"{half}_{hidden}_{language}_{name}": mean for name, mean in found.items()
                }
    figures |= {name: round(mean, 3) for name, mean in means.items()}
    return {
        "name": "evidence",
        "machine": {**harness.machine(), "embedder": embedder.name},
        "figures": figures,
        "ratios": {
            f"{half}_default_over_paper_v2": round(
                means[f"{half}_{DEFAULT.name}"] / means[f"{half}_{PAPER_V2.name}"], 3
            )
            for half in halves
        },
    }


def print_halves(about: str, measure: Measure) -> None:
    """Measure the halves that the command line names with the embedded embedder, and print."""
    asked = read_options(about, half="both")
    quieten_log()
    halves = tuple(HALVES) if asked.half == "both" else (asked.half,)

    async def measured() -> dict[str, object]:
        embedder = Usem3Embedder()
        try:
            return await measure(embedder, halves)
        finally:
            await embedder.close()

    harness.show(asyncio.run(measured()), is_json=asked.json)


if __name__ == "__main__":
    print_halves("Evidence recall@10 of all retrieval profiles.", measure)
