"""The model that plays what was recorded."""

import pytest

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver.adapters.llm.recorded import RecordedModel, RefusingModel
from npcserver.adapters.llm.wrappers import Meter, MeteredLanguageModel
from npcserver.mind.asker import complete
from npcserver.model.errors import (
    ModelTalkedNonsense,
    ModelTooSlow,
    ModelTruncated,
    ModelUnreachable,
)
from npcserver.model.model_use import Purpose
from npcserver.model.session import RecordedAnswer
from npcserver.model.turn import Rung, Usage
from npcserver.ports.language_model import Finished, Message, Request

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
