"""The scripted model: plays what it is given, with delays and faults where told."""

import json
from contextlib import aclosing
from pathlib import Path

import pytest

from npcserver.adapters.llm import offline
from npcserver.adapters.llm.scripted import ScriptedLanguageModel, scripted_model
from npcserver.model.errors import InvalidInput, ModelTalkedNonsense, ModelTooSlow, ModelUnreachable
from npcserver.model.feelings import LABELS
from npcserver.model.inputs import RatingInput
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import CallTimeouts, Finished, LanguageModel, Message, Request


def request(heard: str = "hello", *, purpose: Purpose = Purpose.REPLY, total: float = 9) -> Request:
    return Request(
        purpose=purpose,
        messages=(Message("user", heard),),
        patience=CallTimeouts(first_word=total / 2, between_words=total / 2, total=total),
        material=RatingInput(name="Greta", texts=("a", "b")) if purpose is Purpose.RATE else None,
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


async def test_echo_is_valid_for_every_purpose() -> None:
    """Without a script, replies and ratings have the shape that is asked for."""
    model = ScriptedLanguageModel()

    reply = json.loads("".join(await ask(model, request("ahoy"))))
    rating = json.loads("".join(await ask(model, request(purpose=Purpose.RATE))))

    assert reply["say"] == "You said: ahoy"
    assert reply["feeling"] in LABELS
    assert rating == {"ratings": [5, 5]}


async def test_a_sequence_starts_again() -> None:
    """Answers come in order; ratings do not use them up."""
    model = ScriptedLanguageModel(["one", "two"], fragment_size=2)

    assert await ask(model, request()) == ["on", "e"]
    assert json.loads("".join(await ask(model, request(purpose=Purpose.RATE))))["ratings"]
    assert await ask(model, request()) == ["tw", "o"]
    assert await ask(model, request()) == ["on", "e"]


async def test_a_mapping_answers_what_is_heard() -> None:
    """The first key that occurs in the utterance chooses the answer."""
    model = ScriptedLanguageModel({"party": "at five", "bell": "stolen"})

    assert "".join(await ask(model, request("When is the PARTY?"))) == "at five"
    assert "You said" in "".join(await ask(model, request("hm")))


async def test_a_callable_sees_the_request() -> None:
    """A callable may answer by anything in the request."""
    model = ScriptedLanguageModel(lambda asked: asked.purpose.value)

    assert "".join(await ask(model, request())) == "reply"


async def test_faults_come_where_they_are_wanted() -> None:
    """A fault is raised at its call, after the fragments that may pass."""
    model = ScriptedLanguageModel(
        ["good day"], fragment_size=4, faults={1: ModelUnreachable("gone")}, fault_after=1
    )

    assert await ask(model, request()) == ["good", " day"]
    heard: list[object] = []
    with pytest.raises(ModelUnreachable):
        await collect(model, heard)
    assert heard == ["good"]
    assert len(await ask(model, request())) == 2


async def test_delays_meet_patience() -> None:
    """A script slower than the request's patience is too slow, as any model."""
    model = ScriptedLanguageModel(["word"], first_word_delay=60)

    with pytest.raises(ModelTooSlow):
        await ask(model, request(total=0.02))


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
  - raw: '{"say": "half'
  - fault: unreachable
    retry_after: 3
"""


async def test_a_script_file(tmp_path: Path) -> None:
    """A file gives answers in order, answers to key words, raw text and faults."""
    path = tmp_path / "scene.yaml"
    path.write_text(SCRIPT)
    model = scripted_model(f"scripted:{path}")

    first = json.loads("".join(await ask(model, request())))
    party = json.loads("".join(await ask(model, request("what party?"))))
    second = json.loads("".join(await ask(model, request())))
    third = "".join(await ask(model, request()))
    with pytest.raises(ModelUnreachable) as caught:
        await ask(model, request())

    assert first["say"] == "Good morning!"
    assert first["feeling"] == "joy"
    assert first["intents"] == [{"name": "wave", "arguments": {"target": "player"}}]
    assert party["say"] == "It starts at five."
    assert second["say"] == "Plain words."
    assert third == '{"say": "half'
    assert caught.value.retry_after == 3


async def test_json_is_a_script_too(tmp_path: Path) -> None:
    """A script may be JSON."""
    path = tmp_path / "scene.json"
    path.write_text('{"answers": [{"fault": "nonsense"}]}')

    with pytest.raises(ModelTalkedNonsense):
        await ask(scripted_model(f"scripted:{path}"), request())


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


def test_helpers_write_what_models_write() -> None:
    """The helper for replies fills in the customary valence and arousal."""
    reply = json.loads(offline.reply_json("Hm.", emotion="fear", intents=[("run", {"far": True})]))

    assert list(reply)[:2] == ["feeling", "say"]
    assert (reply["feeling"], reply["valence"], reply["arousal"]) == ("fear", -0.7, 0.7)
    assert reply["intents"] == [{"name": "run", "arguments": {"far": True}}]
