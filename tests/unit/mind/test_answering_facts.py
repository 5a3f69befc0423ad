"""A small model is shown the fact that answers; where it leaves it out, the fact is said."""

import pytest

from npcserver.mind.reply import ReplyTuning
from npcserver.model.prompt import PromptProfile
from npcserver.model.turn import Line, LineDelta
from tests.fakes.language_models import (
    FragmentModel,
    in_slices,
    reply_json,
    reply_parts,
    spoken_text,
)
from tests.fakes.prompt_inputs import reply_scene

NIGHT = "A room for the night is one shilling and sixpence."
ZH_NIGHT = "客房一晚二十文。"


@pytest.mark.parametrize("profile", [PromptProfile.GUARDED, PromptProfile.SHORT])
async def test_a_small_model_is_told_last_what_answers(profile: PromptProfile) -> None:
    """Right before the words, in place of memories, and may say it as it stands."""
    fact = "A room for the night is one shilling."
    model = FragmentModel(in_slices(reply_json(fact)))
    tuning = ReplyTuning(prompt_profile=profile, look_up=lambda _: fact)
    where = reply_scene(heard="What does a night cost?")
    heard = await reply_parts(model=model, where=where, tuning=tuning)

    last = model.requests[0].messages[-1].text
    assert spoken_text(heard) == [fact]
    assert "comes to your mind first" not in last


async def test_a_large_model_is_not_told() -> None:
    """It finds what answers by itself."""
    model = FragmentModel(in_slices(reply_json("One shilling.")))
    tuning = ReplyTuning(look_up=lambda _: "A room for the night is one shilling.")
    await reply_parts(model=model, where=reply_scene(heard="And a night?"), tuning=tuning)

    assert "one shilling" not in model.requests[0].messages[-1].text


@pytest.mark.parametrize("want_deltas", [False, True])
@pytest.mark.parametrize(
    ("heard", "fact", "line"),
    [
        ("What does a night cost?", NIGHT, "Well, love, what's the cost of a night?"),
        ("What does a night cost?", NIGHT, "A room for the night is two shillings."),
        ("Where could I buy rope?", "Ask Isidor at the Chandlery.", "There are shops in town."),
        ("住一晚多少钱？", ZH_NIGHT, "这话问得好。"),
    ],
)
async def test_a_fact_that_was_left_out_is_said(
    heard: str, fact: str, line: str, *, want_deltas: bool
) -> None:
    """After the model's own words, without another call."""
    model = FragmentModel(in_slices(reply_json(line)))
    tuning = ReplyTuning(prompt_profile=PromptProfile.GUARDED, look_up=lambda _: fact)
    parts = await reply_parts(
        model=model, where=reply_scene(heard=heard), tuning=tuning, want_deltas=want_deltas
    )

    assert spoken_text(parts) == [line, fact]
    assert len(model.requests) == 1
    shown = "".join(one.text for one in parts if isinstance(one, LineDelta))
    assert shown in ("", f"{line}{fact}")


@pytest.mark.parametrize(
    ("heard", "fact", "line"),
    [
        ("What does a night cost?", NIGHT, "One shilling and sixpence, love."),
        (
            "Where could I buy rope?",
            "Ask Isidor at the Chandlery.",
            "Isidor has it, at the Chandlery.",
        ),
        ("住一晚多少钱？", ZH_NIGHT, "二十文一晚。"),
        ("Hello!", "", "Good evening."),
    ],
)
async def test_a_fact_that_was_told_is_not_said_twice(heard: str, fact: str, line: str) -> None:
    """However the model put it."""
    tuning = ReplyTuning(prompt_profile=PromptProfile.GUARDED, look_up=lambda _: fact)
    parts = await reply_parts(
        in_slices(reply_json(line)), where=reply_scene(heard=heard), tuning=tuning
    )

    assert spoken_text(parts) == [line]
    assert isinstance(parts[0], Line)
