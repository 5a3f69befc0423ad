"""Recall on every set of labelled questions there is, in one table, with the spread between sets.

    python -m tests.benchmarks.recall_sets [--half tuning]

By half: the rows for tuning are those that weights may be chosen on, the others are reported. What
a set is, and by whom it was written, says docs/retrieval.md. `cosine` is the embedder alone.
"""

import asyncio
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from npcbench import harness
from npcmodels.embed.usem3 import Usem3Embedder
from npcserver.memory.score_profiles import DEFAULT, Profile
from npcserver.ports.vectors import Embedder
from tests.benchmarks import scattered, visits
from tests.benchmarks.evidence import COSINE, K, minds_of, witnessed_minds_of
from tests.benchmarks.labelled import Question
from tests.benchmarks.lived import Lived, live
from tests.benchmarks.options import quieten_log, read_options
from tests.benchmarks.scattered import LANGUAGES, Hidden

DEEP = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledSet:
    """Questions that count as one set: a name, and minds with the questions that are asked."""

    name: str
    asked: tuple[tuple[Lived, tuple[Question, ...]], ...]

    async def places(self, profile: Profile, deep: int = DEEP) -> list[tuple[float, ...]]:
        """Return the places of the evidence of each question, from 1; infinity beyond `deep`."""
        found: list[tuple[float, ...]] = []
        for mind, questions in self.asked:
            for question in questions:
                ranked = await mind.recall(question, profile, deep)
                place = {turn: at for at, turn in enumerate(ranked, 1)}
                found.append(tuple(place.get(turn, math.inf) for turn in question.evidence))
        return found


async def tuning_sets(embedder: Embedder) -> list[LabelledSet]:
    """Return the sets, or halves of sets, that weights may be chosen on."""
    return await _sets("tuning", embedder)


async def reported_sets(embedder: Embedder) -> list[LabelledSet]:
    """Return those that results are reported on, with the lone facts that nobody tuned on."""
    lone = [await live(scattered.lone(language), embedder) for language in LANGUAGES]
    return [
        *await _sets("held_out", embedder),
        *(
            _whole(f"lone facts, {code}", [mind])
            for code, mind in zip(LANGUAGES, lone, strict=True)
        ),
    ]


async def _sets(half: str, embedder: Embedder) -> list[LabelledSet]:
    found = [
        _whole("conversations", await minds_of(half, embedder)),
        _whole("the same, observed", await witnessed_minds_of(half, embedder)),
    ]
    chosen = scattered.for_tuning if half == "tuning" else scattered.held_out
    for language in LANGUAGES:
        hidden = [await live(scattered.load(language, kind), embedder) for kind in Hidden]
        asked = tuple((mind, chosen(mind.conversation)) for mind in hidden)
        found.append(LabelledSet(name=f"hidden, {language}", asked=asked))
    minds = await visits.minds_of(half, embedder)
    return found + [_whole(f"visits, {name}", [mind]) for name, mind in minds.items()]


def _whole(name: str, minds: Sequence[Lived]) -> LabelledSet:
    return LabelledSet(name=name, asked=tuple((one, one.conversation.questions) for one in minds))


def share_at(places: Sequence[Sequence[float]], depth: int = K) -> float:
    """Return the share of the evidence among the first `depth`, as a mean over the questions."""
    return statistics.fmean(statistics.fmean(at <= depth for at in each) for each in places)


def _row(name: str, asked: Sequence[Sequence[Sequence[float]]]) -> dict[str, str | float]:
    ours, cosine = asked
    shares = [statistics.fmean(at <= K for at in each) for each in ours]
    return {
        "set": name,
        "questions": len(ours),
        "recall@10": round(share_at(ours), 3),
        "error": round(statistics.pstdev(shares) / math.sqrt(len(shares)), 3),
        "MRR": round(statistics.fmean(1 / min(each) for each in ours), 3),
        "cosine": round(share_at(cosine), 3),
    }


async def _report(half: str) -> harness.Result:
    embedder = Usem3Embedder()
    try:
        sets = await (tuning_sets if half == "tuning" else reported_sets)(embedder)
        rows = [
            _row(one.name, [await one.places(each) for each in (DEFAULT, COSINE)]) for one in sets
        ]
    finally:
        await embedder.close()
    shares = [float(row["recall@10"]) for row in rows]
    return {
        "name": f"Evidence of {DEFAULT.name} on the sets of the half {half}",
        "sets": rows,
        "figures": {
            "recall@10_mean": round(statistics.fmean(shares), 3),
            "recall@10_spread": round(max(shares) - min(shares), 3),
            "recall@10_deviation": round(statistics.pstdev(shares), 3),
        },
    }


if __name__ == "__main__":
    asked = read_options(__doc__, half="held_out")
    quieten_log()
    harness.show(asyncio.run(_report(asked.half)), is_json=asked.json)
