"""Asking once more for what could not be read."""

from npcserver.mind.asker import Asker
from npcserver.model.acting.material import Speaking, Words
from npcserver.model.errors import PromptTooLong
from npcserver.model.purpose import Purpose
from npcserver.model.thought import Verdict
from npcserver.prompts.group_speak import SpeakUp
from npcserver.prompts.render import Templates
from tests.fakes.parley import speaking
from tests.fakes.small_models import Scripted


async def test_second_attempt_leaves_more_to_chance() -> None:
    """A model that was asked without any chance could only say the same again."""
    model = Scripted(["no JSON at all"], ['{"say": "Hear me out, all of you.", "ends": false}'])
    material: Speaking = speaking()

    asked = await Asker(model, Templates()).ask(
        SpeakUp.of(material),
        purpose=Purpose.SPEAK,
        language="en",
        material=material,
        max_tokens=100,
        seed=7,
        temperature=0.0,
    )

    assert asked.verdict is Verdict.REPAIRED
    assert isinstance(asked.answer, Words)
    assert [(one.temperature, one.seed) for one in model.requests] == [(0.0, 7), (0.7, 8)]


async def test_a_prompt_that_is_too_long_has_no_second_attempt() -> None:
    """The same prompt would be refused again; a typed default takes the answer's place."""
    model = Scripted([PromptTooLong("too long for the model")])
    material: Speaking = speaking()

    asked = await Asker(model, Templates()).ask(
        SpeakUp.of(material),
        purpose=Purpose.SPEAK,
        language="en",
        material=material,
        max_tokens=100,
    )

    assert (asked.answer, asked.verdict) == (None, Verdict.DEFAULTED)
    assert asked.faults == ("too long for the model",)
    assert len(model.requests) == 1
