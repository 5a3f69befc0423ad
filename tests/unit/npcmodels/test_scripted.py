"""Models that need no weights: scripted, recorded, and answering from the schema."""

import asyncio
import json
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcmodels.schema_model import SchemaLanguageModel, schema_model
from npcmodels.scripted import Pace, ScriptedThinker, scripted_model
from npcscenes.prompts.questions.scene_rounds import (
    ChronicleQuestion,
    DigestQuestion,
    UpdateQuestion,
    VoteQuestion,
)
from npcscenes.prompts.questions.scene_talk import ChooseQuestion, SpeakQuestion
from npcserver.adapters.llm.wrappers import Meter, MeteredLanguageModel
from npcserver.mind.asker import Asker, AskTuning, Question, complete
from npcserver.model.affordance import Affordance, Parameter, ParameterType
from npcserver.model.errors import (
    InvalidInput,
    ModelTalkedNonsense,
    ModelTooSlow,
    ModelTruncated,
    ModelUnreachable,
)
from npcserver.model.feelings import named
from npcserver.model.inputs import RatingInput
from npcserver.model.model_use import Purpose
from npcserver.model.thought import AnswerStatus
from npcserver.model.turn import ReplyAnswer, ReplyText, Rung, Usage
from npcserver.ports.language_model import CallTimeouts, Finished, LanguageModel, Message, Request
from npcserver.ports.thinker import ReplyPart, Thinker
from npcserver.prompts.questions.converse import ConverseQuestion
from npcserver.prompts.questions.decompose import DecomposeQuestion
from npcserver.prompts.questions.importance import ImportanceQuestion
from npcserver.prompts.questions.impressions import RelationQuestion, SummaryQuestion
from npcserver.prompts.questions.interview import InterviewQuestion
from npcserver.prompts.questions.plan import PlanQuestion
from npcserver.prompts.questions.react import ReactQuestion
from npcserver.prompts.questions.reflection import FocalPointsQuestion, InsightsQuestion
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ratings_schema, reply_schema
from npctools.replay.recorded import RecordedModel, RefusingModel
from npctools.session import RecordedAnswer
from tests.fakes import prompt_inputs
from tests.fakes.prompt_inputs import NOW, plan_input, reply_scene

STATEMENTS = RatingInput(name="Greta", texts=("a", "b"))


def request(heard: str = "hello", *, purpose: Purpose = Purpose.REPLY, total: float = 9) -> Request:
    return Request(
        purpose=purpose,
        messages=(Message("user", heard),),
        patience=CallTimeouts(first_word=total / 2, between_words=total / 2, total=total),
    )


async def ask(model: LanguageModel, asked: Request) -> list[str]:
    pieces: list[str] = []
    finished = 0
    async with aclosing(model.generate(asked)) as answer:
        async for item in answer:
            if isinstance(item, Finished):
                finished += 1
            else:
                pieces.append(item)
    assert finished == 1
    return pieces


async def collect(model: LanguageModel, heard: list[object]) -> None:
    async with aclosing(model.generate(request())) as answer:
        async for item in answer:
            heard.append(item)  # noqa: PERF401 - what came before a fault counts


async def replied(thinker: object, heard: str = "hello", *, total: float = 9) -> list[ReplyPart]:
    assert isinstance(thinker, Thinker)
    patience = CallTimeouts(first_word=total / 2, between_words=total / 2, total=total)
    async with aclosing(thinker.reply(reply_scene(heard=heard), patience)) as parts:
        return [part async for part in parts]


async def reply(thinker: object, heard: str = "hello") -> ReplyAnswer:
    answer = (await replied(thinker, heard))[-1]
    assert isinstance(answer, ReplyAnswer)
    return answer


async def test_echo_is_valid_for_every_question() -> None:
    """Without a script what was heard is said, ratings are middling, a day is planned."""
    thinker = ScriptedThinker()

    assert (await reply(thinker, "ahoy")).say == "You said: ahoy"
    assert (await thinker.think(STATEMENTS)).answer == (5, 5)
    assert (await thinker.think(plan_input())).answer is not None


async def test_a_sequence_starts_again() -> None:
    """Replies come in order, in pieces; ratings do not use them up."""
    thinker = ScriptedThinker(["one", "two"], pace=Pace(size=2))

    parts = await replied(thinker)
    await thinker.think(STATEMENTS)

    assert [one.growth for one in parts if isinstance(one, ReplyText)] == ["on", "e"]
    assert [(await reply(thinker)).say for _ in range(2)] == ["two", "one"]


async def test_a_mapping_answers_what_is_heard() -> None:
    """The first key that occurs in the utterance chooses the answer."""
    thinker = ScriptedThinker({"party": "at five", "bell": "stolen"})

    assert (await reply(thinker, "When is the PARTY?")).say == "at five"
    assert "You said" in (await reply(thinker, "hm")).say


async def test_a_callable_sees_the_question() -> None:
    """A callable may answer by anything in a question, or refuse it."""

    def script(question: object) -> object:
        return (7, 7) if isinstance(question, RatingInput) else ModelUnreachable("gone")

    thinker = ScriptedThinker(script)

    assert (await thinker.think(STATEMENTS)).answer == (7, 7)
    with pytest.raises(ModelUnreachable):
        await replied(thinker)
    with pytest.raises(ModelUnreachable):
        await thinker.think(plan_input())


async def test_a_callable_sees_the_request() -> None:
    """A callable may answer by anything in the request."""
    model = ScriptedLanguageModel(lambda asked: asked.purpose.value)

    assert "".join(await ask(model, request())) == "reply"


async def test_faults_come_where_they_are_wanted() -> None:
    """A fault is raised at its call, after the fragments that may pass."""
    model = ScriptedLanguageModel(
        ["good day"], pace=Pace(size=4), faults={1: ModelUnreachable("gone")}, fault_after=1
    )

    assert await ask(model, request()) == ["good", " day"]
    heard: list[object] = []
    with pytest.raises(ModelUnreachable):
        await collect(model, heard)
    assert heard == ["good"]
    assert len(await ask(model, request())) == 2


async def test_delays_meet_patience() -> None:
    """A script slower than the patience is too slow, as any model."""
    model = ScriptedLanguageModel(["word"], pace=Pace(first_word=60))

    with pytest.raises(ModelTooSlow):
        await ask(model, request(total=0.02))
    with pytest.raises(ModelTooSlow):
        await replied(ScriptedThinker(pace=Pace(first_word=60)), total=0.02)


async def test_requests_are_remembered_up_to_a_bound() -> None:
    """The last requests can be looked at; older ones are forgotten."""
    model = ScriptedLanguageModel(remembered=2)
    for word in ("a", "b", "c"):
        await ask(model, request(word))

    assert [one.messages[0].text for one in model.requests] == ["b", "c"]
    assert model.calls == 3


SCRIPT = """
fragment_size: 3
answers:
  - say: Good morning!
    emotion: joy
    importance: 2
    intents: [{name: wave, arguments: {target: player}}]
  - Plain words.
  - when: Party
    say: It starts at five.
    emotion: null
  - fault: unreachable
    retry_after: 3
"""


async def test_a_script_file(tmp_path: Path) -> None:
    """A file gives answers in order, answers to key words, and faults."""
    path = tmp_path / "scene.yaml"
    path.write_text(SCRIPT)
    thinker = scripted_model(f"scripted:{path}")

    first = await reply(thinker)
    party = await reply(thinker, "what party?")
    second = await reply(thinker)
    with pytest.raises(ModelUnreachable) as caught:
        await replied(thinker)

    assert (first.say, first.importance) == ("Good morning!", 2)
    assert first.emotion == named("joy")
    assert first.intents == (("wave", {"target": "player"}),)
    assert (party.say, party.emotion) == ("It starts at five.", None)
    assert second.say == "Plain words."
    assert caught.value.retry_after == 3


async def test_json_is_a_script_too(tmp_path: Path) -> None:
    """A script may be JSON."""
    path = tmp_path / "scene.json"
    path.write_text('{"answers": [{"fault": "nonsense"}]}')

    with pytest.raises(ModelTalkedNonsense):
        await replied(scripted_model(f"scripted:{path}"))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[]", "mapping"),
        ("answers: 5", "answers"),
        ("answers: [{say: hi, emotion: glee}]", "answers\\[0\\].emotion"),
        ("answers: [{say: hi, importance: 11}]", "importance"),
        ("answers: [{sai: hi}]", "knows no 'sai'"),
        ("answers: [{fault: sleepy}]", "fault"),
        ("answers: [{say: hi, intents: [3]}]", "intents\\[0\\]"),
        ("fragment_delay: soon", "fragment_delay"),
        ("a: [", "cannot read"),
    ],
)
def test_a_broken_script_says_where(tmp_path: Path, text: str, complaint: str) -> None:
    """A script that cannot be played names the field that is wrong."""
    path = tmp_path / "scene.yaml"
    path.write_text(text)

    with pytest.raises(InvalidInput, match=complaint):
        scripted_model(f"scripted:{path}")


def test_short_names() -> None:
    """`echo` and knobs need no file; anything else is refused with what is known."""
    assert scripted_model("scripted:echo").name == "scripted:echo"
    assert scripted_model("scripted:delay=0.2,fragment_delay=0.01").name.startswith("scripted:")
    with pytest.raises(InvalidInput, match="known: echo"):
        scripted_model("scripted:nonsense")
    with pytest.raises(InvalidInput, match="nan"):
        scripted_model("scripted:delay=nan")
    with pytest.raises(InvalidInput, match="cannot read"):
        scripted_model("scripted:missing.yaml")


ASKED = Request(purpose=Purpose.REPLY, messages=(Message("user", "Who are you?"),))
LONG = "It was a dark and stormy night, and the lamp had gone out again. " * 5


async def test_an_answer_comes_as_it_came() -> None:
    """Its words, its model, its price and its rung are those that were recorded."""
    usage = Usage(prompt_tokens=9, completion_tokens=4)
    model = RecordedModel()
    model.cue(
        [RecordedAnswer(text=LONG, model="m:1", usage=usage, rung=Rung.RETRY)],
        letter_by_letter=False,
    )

    assert await complete(model, ASKED) == (
        LONG,
        Finished(model="m:1", usage=usage, rung=Rung.RETRY),
    )
    assert model.played == 1


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("ModelTooSlow", ModelTooSlow),
        ("ModelTruncated", ModelTruncated),
        ("ModelUnreachable", ModelUnreachable),
        ("Unparseable", ModelTalkedNonsense),
    ],
)
async def test_an_answer_ends_as_it_ended(fault: str, kind: type[Exception]) -> None:
    """A fault is raised again, after the words that came before it."""
    model = RecordedModel()
    model.cue(
        [RecordedAnswer(text="Well", model="m", fault=fault, why="so")], letter_by_letter=True
    )
    words: list[object] = []

    async def listen() -> None:
        async for item in model.generate(ASKED):
            words.append(item)  # noqa: PERF401 - what came before the fault is wanted

    with pytest.raises(kind, match="so"):
        await listen()

    assert words == ["W", "e", "l", "l"]


async def test_what_was_not_recorded_is_refused_and_counted() -> None:
    """A question nobody laid an answer out for reaches the meter, and no model."""
    meter = Meter()
    model = RecordedModel(MeteredLanguageModel(RefusingModel(), meter))
    model.cue([RecordedAnswer(text="Yes.", model="m")], letter_by_letter=False)
    await complete(model, ASKED)

    with pytest.raises(ModelUnreachable):
        await complete(model, ASKED)
    assert [one.calls for one in meter.snapshot()] == [1]


async def test_answers_belong_to_their_prompt() -> None:
    """Another prompt than the recorded one goes to the model beyond."""
    beyond = ScriptedLanguageModel(["anew"])
    model = RecordedModel(beyond)
    recorded = [RecordedAnswer(text="as it was", model="m")]
    model.cue(recorded, only_for=ASKED.digest, letter_by_letter=False)
    same, _ = await complete(model, ASKED)
    model.cue(recorded, only_for="another", letter_by_letter=False)
    other, _ = await complete(model, ASKED)

    assert (same, other) == ("as it was", "anew")
    assert beyond.calls == 1


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


def schema_request(schema: Any = None, *, patience: CallTimeouts | None = None) -> Request:
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
        answer = json.loads(SchemaLanguageModel(seed=seed).answer(schema_request(schema)))
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

    assert model.answer(schema_request(schema)) == SchemaLanguageModel(seed=3).answer(
        schema_request(schema)
    )
    assert len({SchemaLanguageModel(seed=n).answer(schema_request(schema)) for n in range(9)}) > 5


async def test_a_call_takes_its_time_and_no_more_than_is_waited() -> None:
    """The seconds of the name pass before the answer, or the patience and then a fault."""
    slow = schema_model("schema:0.05")
    loop = asyncio.get_running_loop()
    began = loop.time()
    await complete(slow, schema_request())
    assert loop.time() - began >= 0.05

    with pytest.raises(ModelTooSlow, match=r"takes 0\.05 s"):
        await complete(slow, schema_request(patience=CallTimeouts(first_word=0.01)))
