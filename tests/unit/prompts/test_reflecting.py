"""Reading ratings, what a mind wonders about and infers, and the space its memories get."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from npcserver.model.inputs import Insight, RatingInput
from npcserver.model.memory import Memory
from npcserver.model.record import Source
from npcserver.prompts.questions.importance import MOST_STATEMENTS, ImportanceQuestion
from npcserver.prompts.questions.reflection import (
    COUNT,
    MOST,
    FocalPointsQuestion,
    InsightsQuestion,
)
from npcserver.prompts.render import Templates
from npcserver.prompts.reply_reader import Unparseable
from npcserver.prompts.tokens import prompt_tokens
from tests.fakes.prompt_inputs import (
    AFTERNOON_MEMORIES,
    QUESTIONS,
    afternoon_memory,
    focal_questions_input,
    insights_input,
)

WONDER = FocalPointsQuestion.of(focal_questions_input())
INFER = InsightsQuestion.of(insights_input())


def insight(text: object, because: object, importance: object = 6) -> dict[str, object]:
    return {"insight": text, "because": because, "importance": importance}


def insights(*found: object) -> str:
    return json.dumps({"insights": list(found)}, ensure_ascii=False)


@pytest.mark.parametrize(
    "answer",
    [
        json.dumps({"questions": QUESTIONS}),
        json.dumps(QUESTIONS),
        f"Sure!\n```json\n{json.dumps({'questions': QUESTIONS}, indent=1)}\n```\nAnything else?",
        json.dumps({"questions": [f"{at}. {one}" for at, one in enumerate(QUESTIONS, 1)]}),
        json.dumps({"questions": [{"question": one} for one in QUESTIONS]}),
        json.dumps({"questions": [*QUESTIONS, "And a fourth one?"]}),
        json.dumps({"questions": [QUESTIONS[0], QUESTIONS[0].upper(), *QUESTIONS[1:]]}),
        json.dumps({"questions": ["this is blank", *QUESTIONS]}),
    ],
)
def test_three_questions_are_read(answer: str) -> None:
    """Form, numbers, repeats, garbage and a question too many make no difference."""
    assert WONDER.read(answer) == QUESTIONS


def test_two_questions_do_when_the_third_was_cut_off() -> None:
    """A lost end costs the question that was being written, not another call."""
    answer = json.dumps({"questions": QUESTIONS})

    assert WONDER.read(answer[:-20]) == QUESTIONS[:2]


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I wonder about nothing.",
        "I'm sorry, as an AI I do not wonder.",
        '{"questions": []}',
        '{"questions": ["\u2026", "\u2026", "\u2026"]}',
        '{"questions": ["string", "string", "string"]}',
        '{"questions": ["Why?", "Who?", "Does Ann lie?"]}',
        '{"questions": ["Does Ann lie?", "does ann lie", "Does Ann lie??"]}',
        '{"questions": [1, 2, 3]}',
        '{"questions": {"a": 1}}',
    ],
)
def test_fewer_questions_are_refused(answer: str) -> None:
    """Placeholders, single words and repeats are no questions."""
    with pytest.raises(Unparseable):
        WONDER.read(answer)


@pytest.mark.parametrize(
    "answer",
    [
        insights(insight("Bram hides a debt.", [4, 6])),
        insights(insight(" 1. Bram hides  a debt.", ["4", 6.0])),
        insights(insight("Bram hides a debt.", "4, 6")),
        insights(insight("Bram hides a debt.", [4, 4, 6, 99, 0, -1, 7, "x", True, 2.5])),
        insights({"insight": "Bram hides a debt. (because of 4, 6)", "importance": "6"}),
        json.dumps([insight("Bram hides a debt.", [4, 6], "6/10")]),
        json.dumps(insight("Bram hides a debt.", [4, 6])),
        f"Here:\n```\n{insights(insight('Bram hides a debt.', [4, 6]))}\n```",
        insights(insight("Bram hides a debt.", [4, 6]), insight("bram hides a DEBT", [1])),
        insights(insight("this is blank", [1]), insight("Bram hides a debt.", [4, 6])),
        insights(insight("Bram hides a debt.", [4, 6]), insight("Ann cannot be trusted.", [77])),
        insights(insight("Bram hides a debt.", [4, 6])) + "]}",
        insights(insight("Bram hides a debt.", [4, 6]), insight("Ann cannot", []))[:-40],
    ],
)
def test_insight_is_read_with_its_evidence(answer: str) -> None:
    """Numbers from 1 become places from 0; unknown ones go, and an insight without any too."""
    assert INFER.read(answer) == (
        Insight(text="Bram hides a debt.", evidence=(3, 5), importance=6),
    )


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "Bram hides a debt.",
        "Error: rate limit exceeded",
        insights(),
        insights(insight("Bram hides a debt.", [])),
        insights(insight("Bram hides a debt.", [0, 7])),
        insights(insight("Bram hides a debt.", None)),
        insights(insight("this is blank", ["node_1"])),
        insights(insight("\u2026", [1])),
        insights(insight("", [1])),
        insights(insight("Debt.", [1])),
        insights(insight("Bram " * 80, [1])),
        insights(insight('Bram hides", "because": [1', [1])),
        insights(insight("Assistant: Bram hides a debt.", [1])),
        insights(insight("A memory said again in other words is none.", [1])),
        insights(insight({"text": "Bram hides a debt."}, [1])),
        insights("string", 1, None, []),
    ],
)
def test_what_is_no_insight_is_refused(answer: str) -> None:
    """No evidence, no sentence, or the remains of a form or a prompt: nothing is kept."""
    with pytest.raises(Unparseable):
        INFER.read(answer)


def test_insights_are_at_most_five() -> None:
    """However many come, the first five count."""
    many = insights(*(insight(f"Bram owes {n} people money.", [n]) for n in range(1, 7)))

    assert len(INFER.read(many)) == MOST


def test_missing_importance_is_neutral() -> None:
    """An insight without a rating keeps the value of a memory nobody rated."""
    assert INFER.read(insights(insight("Bram hides a debt.", [1], None)))[0].importance == 4
    assert INFER.read(insights(insight("Bram hides a debt.", [1], 44)))[0].importance == 10


def test_schema_asks_for_numbers_that_exist() -> None:
    """Evidence is a closed list: from 1 to as many memories as stand in the prompt."""
    text = json.dumps(INFER.schema())

    assert f'"minimum": 1, "maximum": {len(AFTERNOON_MEMORIES)}' in text
    assert f'"minItems": {COUNT}, "maxItems": {COUNT}' in json.dumps(WONDER.schema())


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("filler", ["long winded words of somebody ", "很长的一段话"])
def test_many_memories_fit_in_a_prompt(language: str, filler: str) -> None:
    """Of many long memories the oldest or weakest are left out, as many as a budget says."""
    many = tuple(
        afternoon_memory(f"{number} {filler * 30}", ago=timedelta(hours=200 - number))
        for number in range(130)
    )
    wonder = FocalPointsQuestion.of(focal_questions_input(*many))
    infer = InsightsQuestion.of(insights_input(*many))

    assert prompt_tokens(wonder.messages(Templates(), language)) < 3300
    assert prompt_tokens(infer.messages(Templates(), language)) < 3300
    assert wonder.memories[-1].text.startswith("129 ")
    assert infer.evidence[0][1].text.startswith("0 ")
    assert len(wonder.memories) > 25
    assert wonder.memories[0].text.split()[0] == str(130 - len(wonder.memories))

    less, gone = wonder.within(Templates(), language, 2_000)
    weaker, weak = infer.within(Templates(), language, 2_000)

    assert prompt_tokens(less.messages(Templates(), language)) < 2000
    assert prompt_tokens(weaker.messages(Templates(), language)) < 2000
    assert less.memories == wonder.memories[gone:]
    assert weaker.evidence == infer.evidence[:-weak]
    assert len(wonder.within(Templates(), language, 100)[0].memories) == 6


def test_evidence_stays_whole_where_there_is_space() -> None:
    """A plan of a whole day reaches the question to its last hour, beside thirty others."""
    plan = "Today: " + "; ".join(f"{hour:02}:00 something of some length" for hour in range(7, 22))
    others = tuple(afternoon_memory(f"Bram came in, number {number}.") for number in range(30))
    wonder = FocalPointsQuestion.of(focal_questions_input(afternoon_memory(plan), *others))

    assert wonder.memories[0].text.endswith("21:00 something of some length")


def test_deeds_of_one_hour_take_one_line() -> None:
    """What one person does within an hour is told together; an invitation keeps its own line."""
    deeds = tuple(deed(f"Bram is mending net {number}.", 4 - number) for number in range(2))
    party = afternoon_memory("Come to the party.", source=Source.TOLD, told_by="bram")
    earlier = replace(deeds[0], created_at=deeds[0].created_at - timedelta(hours=2))

    lines = FocalPointsQuestion.of(focal_questions_input(earlier, party, *deeds)).memories

    assert [line.text for line in lines] == [
        "Bram is mending net 0.",
        "Come to the party.",
        "Bram is mending net 0; Bram is mending net 1",
    ]


def deed(text: str, minutes_ago: int) -> Memory:
    """Return what a character saw Bram do."""
    seen = afternoon_memory(text, ago=timedelta(minutes=minutes_ago))
    return replace(seen, body=replace(seen.body, about=("bram",), is_standing=True))


def test_evidence_is_grouped_by_question() -> None:
    """Each question has its own lines, oldest first; numbers lead back to the memories."""
    many = tuple(
        afternoon_memory(f"Memory {number}.", ago=timedelta(hours=number)) for number in range(4)
    )
    material = replace(insights_input(*many), questions=("Who?", "Why?"), asked=(0, 1, 0, 1))
    question = InsightsQuestion.of(material)

    told = [[row.memory.text for row in group.rows] for group in question.groups]
    (insight,) = question.read(
        json.dumps({"insights": [{"insight": "Bram is short of money.", "because": [1, 4]}]})
    )

    assert told == [["Memory 2.", "Memory 0."], ["Memory 3.", "Memory 1."]]
    assert insight.evidence == (2, 1)


def test_usual_memories_are_all_shown() -> None:
    """A hundred memories of ordinary length lose nothing."""
    usual = tuple(afternoon_memory(f"Bram came in, number {number}.") for number in range(100))

    assert len(FocalPointsQuestion.of(focal_questions_input(*usual)).memories) == 100


def test_hearsay_and_inner_voice_are_told_apart() -> None:
    """Numbered memories say who said it, and what the inner voice said."""
    user = INFER.messages(Templates(), "en")[1].text

    assert "2. Mon 14:05, my inner voice said: Do not lend to Bram." in user
    assert "3. Tue 09:05, Ann told me: Bram sold his boat." in user
    assert "6. Tue 14:03, I overheard Bram: She waters the cider." in user


QUESTION = ImportanceQuestion.of(
    RatingInput(name="Mira", texts=("It rained.", "My son left.", "Hm."))
)


@pytest.mark.parametrize(
    "answer",
    [
        '{"ratings": [2, 9, 1]}',
        '```json\n{"ratings": [2, 9.0, 1]}\n```',
        "[2, 9, 1]",
        "1. 2\n2. 9\n3. 1",
        "Here you are:\n1: 2/10\n2: 9/10\n3: 1/10\n",
    ],
)
def test_ratings_are_read_in_order(answer: str) -> None:
    """JSON, a bare list and numbered lines all mean the same."""
    assert QUESTION.read(answer) == (2, 9, 1)


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I would say 5.",
        '{"ratings": [2, 9]}',
        '{"ratings": [2, 9, 1, 4]}',
        '{"ratings": [2, 9, 11]}',
        '{"ratings": [2, 9, 0]}',
        '{"ratings": [2, 9, true]}',
        '{"ratings": [2, 9.5, 1]}',
        '{"ratings": {"a": 1}}',
        '{"ratings": [2, 9, 1',
        "1. 2\n3. 9\n2. 1",
    ],
)
def test_wrong_ratings_are_refused(answer: str) -> None:
    """A wrong count, a value out of range or no numbers at all is never guessed around."""
    with pytest.raises(Unparseable):
        QUESTION.read(answer)


def test_one_statement_may_be_answered_by_a_number() -> None:
    """A bare number rates a single memory."""
    assert ImportanceQuestion.of(RatingInput(name="Mira", texts=("x",))).read(" 7.\n") == (7,)


@pytest.mark.parametrize("count", [0, MOST_STATEMENTS + 1])
def test_question_takes_a_batch(count: int) -> None:
    """No statement and more than a batch are the caller's mistake."""
    with pytest.raises(ValueError, match="statements"):
        ImportanceQuestion.of(RatingInput(name="Mira", texts=("x",) * count))
