"""The scripted model: plays what it is given, with delays and faults where told."""

from contextlib import aclosing
from pathlib import Path

import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver.adapters.llm.scripted import Pace, ScriptedThinker, scripted_model
from npcserver.model.errors import (
    InvalidInput,
    ModelTalkedNonsense,
    ModelTooSlow,
    ModelUnreachable,
)
from npcserver.model.feelings import named
from npcserver.model.inputs import RatingInput
from npcserver.model.model_use import Purpose
from npcserver.model.reply import ReplyAnswer, ReplyText
from npcserver.ports.language_model import (
    CallTimeouts,
    Finished,
    LanguageModel,
    Message,
    Request,
)
from npcserver.ports.thinker import ReplyPart, Thinker
from tests.fakes.prompt_inputs import plan_input, reply_scene

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
