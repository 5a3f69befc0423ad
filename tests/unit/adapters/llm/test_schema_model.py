"""The model that answers from the schema: every kind of question gets an answer it can read."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from npcserver.adapters.llm.schema_model import SchemaLanguageModel, schema_model
from npcserver.mind.asker import Asker, AskTuning, Question, complete
from npcserver.model.affordance import Affordance, Parameter, ParameterType
from npcserver.model.errors import ModelTooSlow
from npcserver.model.inputs import RatingInput
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus
from npcserver.ports.language_model import CallTimeouts, Message, Request
from npcserver.prompts.converse import ConverseQuestion
from npcserver.prompts.decompose import DecomposeQuestion
from npcserver.prompts.importance import ImportanceQuestion
from npcserver.prompts.impressions import RelationQuestion, SummaryQuestion
from npcserver.prompts.interview import InterviewQuestion
from npcserver.prompts.plan import PlanQuestion
from npcserver.prompts.react import ReactQuestion
from npcserver.prompts.reflection import FocalPointsQuestion, InsightsQuestion
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ratings_schema, reply_schema
from npcserver.prompts.scene_round_questions import (
    ChronicleQuestion,
    DigestQuestion,
    UpdateQuestion,
    VoteQuestion,
)
from npcserver.prompts.scene_talk_questions import ChooseQuestion, SpeakQuestion
from tests.fakes import prompt_inputs
from tests.fakes.prompt_inputs import NOW

TEMPLATES = Templates()
SEEDS = range(12)
QUESTIONS: dict[str, Callable[[], tuple[Any, Any, Purpose]]] = {
    "plan": lambda: (PlanQuestion, prompt_inputs.plan_input(), Purpose.PLAN),
    "plan of the rest": lambda: (
        PlanQuestion,
        prompt_inputs.plan_input(
            previous=prompt_inputs.day_plan(), rest_from=NOW, because="Fire.", whispers=("Run.",)
        ),
        Purpose.PLAN,
    ),
    "decompose": lambda: (DecomposeQuestion, prompt_inputs.decompose_input(), Purpose.DECOMPOSE),
    "react": lambda: (ReactQuestion, prompt_inputs.react_input(), Purpose.REACT),
    "converse": lambda: (
        ConverseQuestion,
        prompt_inputs.converse_input(("Mira", "Is it true?")),
        Purpose.CONVERSE,
    ),
    "questions": lambda: (
        FocalPointsQuestion,
        prompt_inputs.focal_questions_input(),
        Purpose.REFLECT,
    ),
    "insights": lambda: (InsightsQuestion, prompt_inputs.insights_input(), Purpose.REFLECT),
    "summarise": lambda: (SummaryQuestion, prompt_inputs.summary_input(), Purpose.SUMMARISE),
    "relate": lambda: (RelationQuestion, prompt_inputs.relation_input(), Purpose.RELATE),
    "interview": lambda: (
        InterviewQuestion,
        prompt_inputs.interview_input("What will you do at six?"),
        Purpose.INTERVIEW,
    ),
    "group choose": lambda: (ChooseQuestion, prompt_inputs.choose_input(), Purpose.CHOOSE),
    "group speak": lambda: (SpeakQuestion, prompt_inputs.speak_input(), Purpose.SPEAK),
    "group update": lambda: (UpdateQuestion, prompt_inputs.revise_input(), Purpose.UPDATE),
    "group vote": lambda: (VoteQuestion, prompt_inputs.vote_input(), Purpose.VOTE),
    "group chronicle": lambda: (
        ChronicleQuestion,
        prompt_inputs.chronicle_input(),
        Purpose.CHRONICLE,
    ),
    "group digest": lambda: (DigestQuestion, prompt_inputs.digest_input(), Purpose.CHRONICLE),
}


def request(schema: Any = None, *, patience: CallTimeouts | None = None) -> Request:
    return Request(
        purpose=Purpose.REPLY,
        messages=(Message("system", "You are one person."), Message("user", "Hello?")),
        schema=schema,
        patience=patience or CallTimeouts(),
    )


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("kind", QUESTIONS)
async def test_every_thought_is_answered_at_the_first_attempt(kind: str, language: str) -> None:
    """Whatever a mind asks, the answer from its schema can be read and needs no second call."""
    form, material, purpose = QUESTIONS[kind]()
    question: Question[object] = form.of(material)
    for seed in SEEDS:
        asker = Asker(SchemaLanguageModel(seed=seed), TEMPLATES, AskTuning())

        asked = await asker.ask(question, purpose=purpose, language=language, max_tokens=1_600)

        assert asked.verdict is AnswerStatus.ANSWERED, asked.faults
        assert asked.calls == 1, asked.faults


async def test_ratings_are_as_many_as_there_are_statements() -> None:
    """Every statement gets a rating between 1 and 10, most of them low."""
    question = ImportanceQuestion.of(RatingInput(name="Mira", texts=tuple("abcdefghijklmnopqrst")))
    model = SchemaLanguageModel()
    asked = Request(
        purpose=Purpose.RATE, messages=question.messages(TEMPLATES, "en"), schema=ratings_schema(20)
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
        await complete(slow, request(patience=CallTimeouts(first_word=0.01)))
