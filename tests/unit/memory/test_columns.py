"""What each column of relevance tells of a memory, seen through a recall that explains itself."""

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest

from npcserver.memory.mind_rows import MindRows
from npcserver.memory.row_features import naming_terms
from npcserver.memory.score_profiles import DEFAULT, ColumnWeights
from npcserver.model.ids import PlaceId, TimelineId
from npcserver.model.memory import Recollection
from npcserver.model.record import Record, RecordKind, Remembered, Source
from npcserver.model.world import DEFAULT_START
from tests.fakes.retrieval_log import (
    AXES,
    MIRA,
    PAPER,
    TOWN,
    RetrievalLog,
    new_stream,
    recall_request,
    seqs,
)

WITNESSED = Source.WITNESSED


async def explained(
    log: RetrievalLog,
    text: str,
    k: int = 20,
    *,
    by: str = "",
    hours: float = 0.0,
) -> tuple[tuple[Recollection, ...], dict[int, dict[str, float]]]:
    """Recall, and return the columns of each memory by seq and name.

    It is asked by a person (`by`, an id) so many `hours` after the start.
    """
    cue = recall_request(0, text).asked(by, DEFAULT_START + timedelta(hours=hours))
    found = await new_stream().recall(
        log.snapshot(), log.view(), TOWN, MIRA, cue, k, DEFAULT, is_explained=True
    )
    columns = {
        one.memory.seq: {name: value for name, value, _ in one.columns}
        for one in sorted(found, key=lambda one: one.memory.seq)
    }
    return found, columns


def column(columns: dict[int, dict[str, float]], name: str) -> list[float]:
    return [values[name] for values in columns.values()]


def see_at(log: RetrievalLog, text: str, place: str, hours: float = 0.0) -> Record:
    body = Remembered(source=WITNESSED, place_id=PlaceId(place))
    return log.put(RecordKind.OBSERVATION, body, text, hours=hours)


def episodes_of(log: RetrievalLog) -> list[int]:
    records = [record for record in log.records["genesis"] if isinstance(record.body, Remembered)]
    mind = MindRows()
    mind.add(TimelineId("genesis"), (), records, [record.text for record in records])
    episodes: list[int] = mind.episode.values.tolist()
    return episodes


def test_what_is_witnessed_at_one_place_within_an_hour_is_one_episode() -> None:
    """Another place, a longer pause, or a fact that stands begins anew; speech is apart."""
    log = RetrievalLog()
    see_at(log, "a cart comes", "gate")
    see_at(log, "rain drips", "yard", 0.1)
    log.hear("Good day", hours=0.2)
    see_at(log, "it is unloaded", "gate", 0.5)
    log.hear("And to you", is_own=True, hours=0.6)
    see_at(log, "the cart leaves", "gate", 1.4)
    see_at(log, "the gate is shut", "gate", 2.5)
    standing = Remembered(source=WITNESSED, is_standing=True, place_id=PlaceId("gate"))
    log.put(RecordKind.OBSERVATION, standing, "the gate is oak", hours=2.5)

    assert episodes_of(log) == [0, 1, 2, 0, 2, 0, 6, 7]


async def test_relevance_is_the_weighted_sum_of_the_columns_that_are_explained() -> None:
    """The sums of weight times value, scaled to 0..1, are the relevance."""
    log = RetrievalLog()
    for number, text in enumerate(("Bread is dear", "Who bakes?", "Klaus bakes at noon", "rain")):
        log.hear(text, vector=AXES[0] * 0.5 + AXES[1] * 0.1 * number)
    found, _ = await explained(log, "When does Klaus bake bread?")

    sums = np.array([sum(value * weight for _, value, weight in one.columns) for one in found])
    scaled = (sums - sums.min()) / (sums.max() - sums.min())
    assert scaled.tolist() == pytest.approx([one.relevance for one in found], abs=1e-6)
    names = [name for name, _, _ in found[0].columns]
    assert len(names) == len(set(names)) == 11
    assert all(hasattr(ColumnWeights(), name) for name in names)


async def test_who_asks_about_themselves_is_told_what_they_said_and_heard() -> None:
    """Also what was told to them; not where they ask about others, and not what others told."""
    log = RetrievalLog()
    log.hear("My horse is lame", by="ada")
    log.hear("I had a horse", by="ben")
    log.hear("A horse needs oats", by="ada", is_own=True)
    log.see("a horse falls")
    _, own = await explained(log, "What did I say of my horse?", by="ada")
    _, asked = await explained(log, "Tell me whose horse fell", by="ada")
    _, unknown = await explained(log, "What did I say of my horse?", by="cy")

    _, told = await explained(log, "what did u tell me of horses", by="ada")
    _, told_in_chinese = await explained(log, "你跟我说过什么马？", by="ada")
    _, asked_in_chinese = await explained(log, "跟我说说那匹马去过哪里", by="ada")

    assert column(own, "asker") == [1.0, 0.0, 1.0, 0.0]
    assert column(told, "asker") == column(told_in_chinese, "asker") == [1.0, 0.0, 1.0, 0.0]
    assert column(asked_in_chinese, "asker") == [0.0] * 4
    assert column(asked, "asker") == column(unknown, "asker") == [0.0] * 4


@pytest.mark.parametrize(
    "text",
    [
        "Where can I buy a horse?",
        "I'm looking for the smith, have you seen him?",
        "I heard a horse drowned; whose was it?",
        "Good day, my friend, who keeps a horse here?",
        "Could you sell me a horse?",
        "我想知道那匹马是谁的",
        "我能在哪儿买到马？",
    ],
)
async def test_a_wish_of_the_asker_is_no_question_about_the_asker(text: str) -> None:
    """What others told of it must not give way to what the asker once said."""
    log = RetrievalLog()
    log.hear("Nice weather today", by="ada")
    log.hear("A horse can be had at the mill", by="ben")
    _, columns = await explained(log, text, by="ada")

    assert column(columns, "asker") == [0.0, 0.0]


@pytest.mark.parametrize(
    "text",
    [
        "What did I want to buy in spring?",
        "What did the miller lend me?",
        "What was I looking for?",
        "How is my horse?",
        "我要请客是为了什么？",
    ],
)
async def test_what_was_or_is_the_askers_is_a_question_about_the_asker(text: str) -> None:
    """A wish of then is, too."""
    log = RetrievalLog()
    log.hear("My horse is lame", by="ada")
    log.hear("I had a horse", by="ben")
    _, columns = await explained(log, text, by="ada")

    assert column(columns, "asker") == [1.0, 0.0]


async def test_a_time_that_is_named_prefers_what_was_then() -> None:
    """By the game's time, whatever was said then; without a time nothing is."""
    log = RetrievalLog()
    for days in range(4):
        log.hear("The horse is lame", hours=24 * days)
    _, named = await explained(log, "What was it yesterday?", hours=24 * 3 + 1)
    _, plain = await explained(log, "What was it?", hours=24 * 3 + 1)

    assert column(named, "then") == [0.0, 0.0, 1.0, 0.0]
    assert column(plain, "then") == [0.0] * 4


async def test_the_name_of_a_speaker_is_no_word_of_what_it_says() -> None:
    """Words about a person count; not all that the person says, nor the character itself."""
    log = RetrievalLog()
    log.hear("It rains", by="ada")
    log.hear("Ada is late", by="ben")
    log.see("Ada walks by")
    log.hear("So it does", by="ben", is_own=True)
    _, columns = await explained(log, "What about Ada, and Mira?")

    by_ada, by_ben, seen, own = column(columns, "words")
    assert by_ada == own == 0.0
    assert min(by_ben, seen) > 0.0


async def test_columns_are_told_only_where_they_are_asked_for() -> None:
    """A recall for a prompt has none, nor has a profile without columns."""
    log = RetrievalLog()
    log.see("bread", vector=AXES[0])
    stream, view = new_stream(), log.view()
    plain = await stream.recall(log.snapshot(), view, TOWN, MIRA, recall_request(0), 1, DEFAULT)
    paper = await stream.recall(
        log.snapshot(), view, TOWN, MIRA, recall_request(0), 1, PAPER, is_explained=True
    )

    assert plain[0].columns == paper[0].columns == ()


async def test_a_window_reaches_three_memories_of_one_episode() -> None:
    """A match raises its neighbours in the same talk, and nobody else's."""
    log = RetrievalLog()
    for number in range(16):
        log.hear("herring" if number == 7 else f"word{number}")
    log.hear("herring", by="other", hours=50)
    log.hear("apart", by="third", hours=50)
    _, columns = await explained(log, "herring?")

    near = column(columns, "near")
    assert [at for at, value in enumerate(near) if value > 0.0] == [*range(4, 11), 16]


async def test_an_answer_gets_the_match_of_the_question_before_it() -> None:
    """Only what follows a question in the same talk does, and a question counts less itself."""
    log = RetrievalLog()
    log.hear("Who bakes the bread?")
    log.hear("Klaus, of course", is_own=True)
    log.hear("The bread is good")
    log.hear("Thank you", is_own=True)
    _, columns = await explained(log, "Who makes bread?")

    assert column(columns, "reply") == [0.0, 1.0, 0.0, 0.0]
    assert column(columns, "question") == [1.0, 0.0, 0.0, 0.0]


async def test_a_question_mark_counts_within_quotation_marks() -> None:
    """Observed speech is quoted."""
    log = RetrievalLog()
    for text in ('Ann says: "Who bakes?"', "“谁烤面包？”", "He asks for bread."):
        log.see(text)
    _, columns = await explained(log, "bread")

    assert column(columns, "question") == [1.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When is the fair?", [1.0, 1.0, 1.0, 0.0]),
        ("集市什么时候开？", [1.0, 1.0, 1.0, 0.0]),
        ("Where is the fair?", [0.0, 0.0, 0.0, 0.0]),
    ],
)
async def test_a_time_counts_where_the_question_asks_for_one(
    question: str, expected: Sequence[float]
) -> None:
    """Numbers and words of time are told by, in both languages."""
    log = RetrievalLog()
    for text in ("On Tuesday at dawn", "初九开集", "In 1204", "By the river"):
        log.see(text)
    _, columns = await explained(log, question)

    assert column(columns, "when") == expected


async def test_chinese_questions_match_by_what_they_ask_for() -> None:
    """Words that only ask match nothing, and one shared character matches a little."""
    log = RetrievalLog()
    log.see("这是为什么呢，怎么样了")
    log.see("我姐姐养蜂")
    log.see("外头下雪")
    _, columns = await explained(log, "为什么有蜜蜂呢？")

    assert column(columns, "words") == [0.0, 1.0, 0.0]


async def test_the_second_step_follows_a_name_in_the_first_memory() -> None:
    """What only the name connects with the question is found, and is explained as such."""
    log = RetrievalLog()
    log.see("The red house belongs to Corvin", vector=AXES[0])
    log.see("Corvin keeps an elephant", vector=-AXES[0])
    for number in range(20):
        log.see(f"rain again, and yet more rain{number}", vector=-0.9 * AXES[0])
    found, columns = await explained(log, "Who owns the red house?", k=30)

    assert seqs(found)[:2] == [1, 2]
    assert columns[2]["second_step"] > 0.9
    assert columns[3]["second_step"] == 0.0


async def test_a_name_that_many_memories_have_leads_nowhere() -> None:
    """A person who is in most memories does not make them all relevant."""
    log = RetrievalLog()
    log.see("The red house belongs to Corvin", vector=AXES[0])
    for number in range(6):
        log.see(f"Corvin walks by {number}", vector=-AXES[0])
    _, columns = await explained(log, "Who owns the red house?")

    assert set(column(columns, "second_step")) == {0.0}


def test_names_are_capitalised_words_and_telling_pairs() -> None:
    """Stop words at the beginning of a sentence are none, nor are pairs that only bind."""
    assert naming_terms("The mayor met Corvin, who left Selm") == ("corvin", "selm")
    assert naming_terms("地图卖给了安大夫") == ("地图", "图卖", "安大", "大夫")
    assert naming_terms("rain") == ()


@pytest.mark.parametrize("field", ["own", "question", "second_step"])
def test_column_weights_that_make_no_sense_are_refused(field: str) -> None:
    """No weight may be infinite, and meaning never counts against a memory."""
    wrong = -1.0 if field == "own" else math.inf

    with pytest.raises(ValueError, match=field):
        replace(ColumnWeights(), **{field: wrong})
