"""The profile `default` brings the evidence to mind, on conversations it was not tuned on."""

import statistics
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace

import pytest

from npcmodels.embed.hash_embedder import HashingEmbedder
from npcmodels.embed.usem3 import Usem3Embedder
from npcserver.memory.score_profiles import DEFAULT, PAPER_V2, ColumnWeights
from npcserver.model.record import RecordKind
from tests.benchmarks import labelled, scattered, visits
from tests.benchmarks.evidence import (
    COSINE,
    Answer,
    answers,
    evidence_recall,
    hidden_recall,
    minds_of,
    witnessed_minds_of,
)
from tests.benchmarks.labelled import QuestionKind
from tests.benchmarks.lived import Lived, live
from tests.benchmarks.scattered import Hidden

LEAST_RATIO = 1.5
LEAST_SHARE = 0.8


@pytest.fixture(scope="module")
async def embedder() -> AsyncGenerator[Usem3Embedder, None]:
    shared = Usem3Embedder()
    yield shared
    await shared.close()


@pytest.fixture(scope="module")
async def held_out(embedder: Usem3Embedder) -> Sequence[Lived]:
    return await minds_of("held_out", embedder)


@pytest.fixture(scope="module")
async def mind() -> AsyncGenerator[Lived, None]:
    embedder = HashingEmbedder(64)
    yield await live(labelled.load("archive"), embedder)
    await embedder.close()


async def test_default_recalls_half_as_much_again_as_the_paper(held_out: Sequence[Lived]) -> None:
    """On the held-out half, evidence recall@10 is at least 1.5 times that of `paper_v2`."""
    ours = evidence_recall(await answers(held_out, DEFAULT))
    theirs = evidence_recall(await answers(held_out, PAPER_V2))

    assert sum(len(mind.conversation.questions) for mind in held_out) >= 60
    assert ours >= LEAST_RATIO * theirs
    assert ours >= LEAST_SHARE


async def test_what_is_told_by_observations_is_recalled_as_well_as_talk(
    held_out: Sequence[Lived], embedder: Usem3Embedder
) -> None:
    """The same words, seen and not heard, lose at most 0.03 on the held-out half."""
    heard = await answers(held_out, DEFAULT)
    seen = await answers(await witnessed_minds_of("held_out", embedder), DEFAULT)

    assert evidence_recall(seen) >= evidence_recall(heard) - 0.03


@pytest.mark.parametrize("language", scattered.LANGUAGES)
async def test_what_is_hidden_in_small_talk_is_recalled(
    language: str, embedder: Usem3Embedder
) -> None:
    """Lone facts no worse than by the cosine alone, Chinese at 0.75; pairs by a second step."""
    facts = await hidden_recall(language, Hidden.FACTS, (DEFAULT, COSINE), "held_out", embedder)
    pairs = await hidden_recall(language, Hidden.PAIRS, (DEFAULT,), "held_out", embedder)

    assert facts[DEFAULT.name] >= facts[COSINE.name] - 0.02
    assert facts[DEFAULT.name] >= 0.75
    assert pairs[DEFAULT.name] >= 0.55


async def test_who_asks_and_when_it_was_bring_the_evidence(embedder: Usem3Embedder) -> None:
    """On held-out sets by three hands; each far above a profile that knows neither."""
    neither = replace(DEFAULT, columns=ColumnWeights(asker=0.0, then=0.0))
    minds = await visits.minds_of("held_out", embedder)
    found = {name: await visits.ask_all(mind, DEFAULT) for name, mind in minds.items()}
    before = {name: await visits.ask_all(mind, neither) for name, mind in minds.items()}

    for name, asked in found.items():
        assert visits.recall_of(asked) >= visits.recall_of(before[name]) + 0.08
        assert visits.recall_of(asked, QuestionKind.TIME) >= 0.85
    assert statistics.fmean(visits.recall_of(asked) for asked in found.values()) >= 0.83


async def test_every_turn_becomes_a_rated_memory_of_its_time(mind: Lived) -> None:
    """What was heard and said is remembered under its speaker and session, by either profile."""
    question = mind.conversation.questions[0]
    turns = {turn.id: turn for turn in mind.conversation.utterances}
    player = mind.conversation.speakers[0]
    found = await mind.recollections(question, PAPER_V2, 1000)

    assert {mind.turn_ids[each.memory.seq] for each in found} == set(turns)
    assert len({each.memory.importance for each in found}) > 1
    for memory in (each.memory for each in found):
        turn = turns[mind.turn_ids[memory.seq]]
        is_heard = turn.speaker == player
        assert memory.is_rated
        assert (memory.text, memory.created_at) == (turn.text, turn.time)
        assert memory.body.speaker == turn.speaker
        assert memory.kind == (RecordKind.UTTERANCE if is_heard else RecordKind.LINE)


async def test_asking_leaves_no_trace(mind: Lived) -> None:
    """The same questions find the same turns however often they were asked."""
    first = [await mind.recall(each, DEFAULT, 10) for each in mind.conversation.questions]
    again = [await mind.recall(each, DEFAULT, 10) for each in mind.conversation.questions]

    assert again == first
    assert all(len(found) == 10 for found in first)


def test_evidence_recall_is_a_mean_over_questions() -> None:
    """A question counts once, however many turns answer it, and kinds can be told apart."""
    given = (
        Answer(kind=QuestionKind.SINGLE, share=1.0),
        Answer(kind=QuestionKind.SINGLE, share=0.0),
        Answer(kind=QuestionKind.MULTI, share=0.25),
    )

    assert evidence_recall(given) == pytest.approx(1.25 / 3)
    assert evidence_recall(given, QuestionKind.MULTI) == 0.25
