"""What comes to mind where several visitors talk with one character: who asks, when it was, who.

    python -m tests.benchmarks.visits [--json] [--half tuning]

The sets are by three hands that saw neither this code nor each other (visits/README.md); of each
hand one file may be tuned on, and the other is reported. Printed are evidence recall@10 and the
mean reciprocal rank of the first evidence, by set and by kind of question, and the spread of
`default` between the sets.
"""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from npcbench import harness
from npcserver.memory.score_profiles import DEFAULT, Profile
from npcserver.ports.vectors import Embedder
from tests.benchmarks import labelled
from tests.benchmarks.evidence import COSINE, K, print_halves
from tests.benchmarks.labelled import QuestionKind
from tests.benchmarks.lived import Lived, live

TUNING: Mapping[str, str] = {"ferry_house": "a", "chaguan": "b", "outpost": "c"}
"""Weights may be chosen on these; the folder of each."""
HELD_OUT: Mapping[str, str] = {"orbital": "a", "biaoju": "b", "bazaar": "c"}
"""Results are reported on these."""
HALVES = {"tuning": TUNING, "held_out": HELD_OUT}
KINDS = (QuestionKind.OWN, QuestionKind.TIME, QuestionKind.WRONG, QuestionKind.PLAIN)
_DEEP = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What became of one question: the share of its evidence in ten, and 1 over its first place."""

    kind: QuestionKind
    share: float
    reciprocal: float


async def minds_of(half: str, embedder: Embedder) -> dict[str, Lived]:
    """Live through the sets of a half, by name."""
    sets = HALVES[half]
    return {
        name: await live(labelled.load_visits(folder, name), embedder)
        for name, folder in sets.items()
    }


async def ask_all(mind: Lived, profile: Profile) -> tuple[Found, ...]:
    """Ask every question of a set once."""
    found: list[Found] = []
    for question in mind.conversation.questions:
        ranked = await mind.recall(question, profile, _DEEP)
        share = sum(one in ranked[:K] for one in question.evidence) / len(question.evidence)
        places = [ranked.index(one) + 1 for one in question.evidence if one in ranked]
        reciprocal = 1 / min(places) if places else 0.0
        found.append(Found(kind=question.kind, share=share, reciprocal=reciprocal))
    return tuple(found)


def recall_of(found: Sequence[Found], kind: QuestionKind | None = None) -> float:
    """Return the mean share over the questions, or over those of one kind."""
    return statistics.fmean(one.share for one in found if kind in (None, one.kind))


async def measure(embedder: Embedder, halves: Sequence[str]) -> dict[str, object]:
    """Return the figures of all sets of some halves."""
    figures: dict[str, float | int] = {}
    for half in halves:
        means: list[float] = []
        for name, mind in (await minds_of(half, embedder)).items():
            figures[f"{half}_{name}_memories"] = len(mind.turn_ids)
            for profile in (DEFAULT, COSINE):
                found = await ask_all(mind, profile)
                key = f"{half}_{name}_{profile.name}"
                figures[key] = round(recall_of(found), 3)
                mrr = statistics.fmean(one.reciprocal for one in found)
                figures[f"{key}_mrr"] = round(mrr, 3)
                for kind in KINDS:
                    figures[f"{key}_{kind}"] = round(recall_of(found, kind), 3)
                if profile is DEFAULT:
                    means.append(recall_of(found))
        figures[f"{half}_mean"] = round(statistics.fmean(means), 3)
        figures[f"{half}_spread"] = round(max(means) - min(means), 3)
    return {
        "name": "visits",
        "machine": {**harness.machine(), "embedder": embedder.name},
        "figures": figures,
        "ratios": {},
    }


if __name__ == "__main__":
    print_halves("Evidence recall@10 with several visitors, and its spread.", measure)
