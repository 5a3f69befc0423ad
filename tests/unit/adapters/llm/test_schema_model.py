"""The model that answers from the schema: every kind of question gets an answer it can read."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from npcserver.adapters.llm.schema_model import SchemaLanguageModel, schema_model
from npcserver.mind.ask import complete
from npcserver.mind.asker import Asker, AskTuning, Question
from npcserver.model.affordance import Affordance, Parameter, ParameterType
from npcserver.model.errors import ModelTooSlow
from npcserver.model.purpose import Purpose
from npcserver.model.scene import Statements
from npcserver.model.thought import Verdict
from npcserver.ports.language_model import Message, Patience, Request
from npcserver.prompts.converse import TakeTurn
from npcserver.prompts.decompose import DecomposeBlock
from npcserver.prompts.group_choose import ChoosePartner
from npcserver.prompts.group_chronicle import Chronicle
from npcserver.prompts.group_digest import Digest
from npcserver.prompts.group_speak import SpeakUp
from npcserver.prompts.group_update import TakeStock
from npcserver.prompts.group_vote import CastVote
from npcserver.prompts.importance import RateImportance
from npcserver.prompts.insights import InferInsights
from npcserver.prompts.interview import AnswerInterview
from npcserver.prompts.plan import PlanDay
from npcserver.prompts.questions import WonderAbout
from npcserver.prompts.react import DecideReaction
from npcserver.prompts.relate import ReviseImpression
from npcserver.prompts.render import Templates
from npcserver.prompts.schema import ratings_schema, reply_schema
from npcserver.prompts.summarise import SummariseTalk
from tests.fakes import days, parley, reflecting
from tests.fakes.scenes import NOW

TEMPLATES = Templates()
SEEDS = range(12)
QUESTIONS: dict[str, Callable[[], tuple[Any, Any, Purpose]]] = {
    "plan": lambda: (PlanDay, days.dawn(), Purpose.PLAN),
    "plan of the rest": lambda: (
        PlanDay,
        days.dawn(previous=days.day(), rest_from=NOW, because="Fire.", whispers=("Run.",)),
        Purpose.PLAN,
    ),
    "decompose": lambda: (DecomposeBlock, days.hour(), Purpose.DECOMPOSE),
    "react": lambda: (DecideReaction, days.noticing(), Purpose.REACT),
    "converse": lambda: (TakeTurn, days.exchange(("Mira", "Is it true?")), Purpose.CONVERSE),
    "questions": lambda: (WonderAbout, reflecting.wondering(), Purpose.REFLECT),
    "insights": lambda: (InferInsights, reflecting.inferring(), Purpose.REFLECT),
    "summarise": lambda: (SummariseTalk, reflecting.parting(), Purpose.SUMMARISE),
    "relate": lambda: (ReviseImpression, reflecting.impression(), Purpose.RELATE),
    "interview": lambda: (
        AnswerInterview,
        reflecting.questioned("What will you do at six?"),
        Purpose.INTERVIEW,
    ),
    "group choose": lambda: (ChoosePartner, parley.choosing(), Purpose.CHOOSE),
    "group speak": lambda: (SpeakUp, parley.speaking(), Purpose.SPEAK),
    "group update": lambda: (TakeStock, parley.revising(), Purpose.UPDATE),
    "group vote": lambda: (CastVote, parley.voting(), Purpose.VOTE),
    "group chronicle": lambda: (Chronicle, parley.chronicling(), Purpose.CHRONICLE),
    "group digest": lambda: (Digest, parley.digesting(), Purpose.CHRONICLE),
}


def request(schema: Any = None, *, patience: Patience | None = None) -> Request:
    return Request(
        purpose=Purpose.REPLY,
        messages=(Message("system", "You are one person."), Message("user", "Hello?")),
        schema=schema,
        patience=patience or Patience(),
    )


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("kind", QUESTIONS)
async def test_every_thought_is_answered_at_the_first_attempt(kind: str, language: str) -> None:
    """Whatever a mind asks, the answer from its schema can be read and needs no second call."""
    form, material, purpose = QUESTIONS[kind]()
    question: Question[object] = form.of(material)
    for seed in SEEDS:
        asker = Asker(SchemaLanguageModel(seed=seed), TEMPLATES, AskTuning())

        asked = await asker.ask(
            question, purpose=purpose, language=language, material=material, max_tokens=1_600
        )

        assert asked.verdict is Verdict.ANSWERED, asked.faults
        assert asked.calls == 1, asked.faults


async def test_ratings_are_as_many_as_there_are_statements() -> None:
    """Every statement gets a rating between 1 and 10, most of them low."""
    question = RateImportance.of(Statements(name="Mira", texts=tuple("abcdefghijklmnopqrst")))
    model = SchemaLanguageModel()
    asked = Request(
        purpose=Purpose.RATE,
        messages=question.messages(TEMPLATES, "en"),
        schema=ratings_schema(20),
    )

    ratings = question.read((await complete(model, asked))[0])

    assert len(ratings) == 20
    assert all(one is not None and 1 <= one <= 10 for one in ratings)
    assert sum(one or 0 for one in ratings) / 20 < 5.5


async def test_replies_use_declared_actions_with_arguments_of_their_kind() -> None:
    """A reply from its schema says something and wishes for nothing that was not declared."""
    give = Affordance(
        name="give",
        description="Hand something over.",
        parameters=(
            Parameter(name="what", type=ParameterType.CHOICE, options=("ale", "bread")),
            Parameter(name="count", type=ParameterType.INTEGER, minimum=1, maximum=3),
        ),
    )
    schema = reply_schema((give,), (), pledges=2)
    wished = []
    for seed in range(40):
        answer = json.loads(SchemaLanguageModel(seed=seed).answer(request(schema)))
        assert list(answer) == schema["required"]
        assert answer["say"].strip()
        wished += answer["intents"]

    assert wished
    for one in wished:
        assert one["name"] == "give"
        assert one["arguments"]["what"] in ("ale", "bread")
        assert 1 <= one["arguments"]["count"] <= 3


def test_the_same_prompt_and_seed_have_the_same_answer() -> None:
    """Answers are fixed by prompt and seed, and differ between seeds."""
    schema = reply_schema((), ())
    model = SchemaLanguageModel(seed=3)

    assert model.answer(request(schema)) == SchemaLanguageModel(seed=3).answer(request(schema))
    assert len({SchemaLanguageModel(seed=n).answer(request(schema)) for n in range(9)}) > 5


async def test_a_call_takes_its_time_and_no_more_than_is_waited() -> None:
    """The seconds of the name pass before the answer, or the patience and then a fault."""
    slow = schema_model("schema:0.05")
    loop = asyncio.get_running_loop()
    began = loop.time()
    await complete(slow, request())
    assert loop.time() - began >= 0.05

    with pytest.raises(ModelTooSlow, match=r"takes 0\.05 s"):
        await complete(slow, request(patience=Patience(first_word=0.01)))
