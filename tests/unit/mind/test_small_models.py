"""Small models: what they copy is asked for again, and the fact that answers is said at last."""

from dataclasses import replace

import pytest

from npcserver.mind.intents import things_unnamed
from npcserver.mind.reply import ReplyTuning
from npcserver.mind.speech_stream import RecitalGuard
from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.character import FallbackLine
from npcserver.model.inputs import ReplyInput, Spoken
from npcserver.model.prompt import PromptProfile
from npcserver.model.turn import BY_RULE, IntentProposed, Line, LineDelta, Origin, OriginKind
from tests.fakes.language_models import (
    FragmentModel,
    in_slices,
    reply_json,
    reply_parts,
    spoken_text,
)
from tests.fakes.prompt_inputs import recollection, reply_scene

NIGHT = "A room for the night is one shilling and sixpence."
HOURS = "The Patient Gull: 06:00-23:30."
ZH_HOURS = "听雨茶馆的时间是06:00-21:00。"
ZH_NIGHT = "客房一晚二十文。"

COPIED = (
    "I remember the barometer clock standing at twenty past nine.",  # a memory of nothing asked
    "The chandlery is down by the quay, he shuts at six.",  # its own line, a moment ago
)


def _inn(heard: str = "Where could I buy a good rope in town?") -> ReplyInput:
    texts = (
        "The chandlery of Pask sells rope and tar.",
        "Ropes rot in the salt air.",
        "You remember the barometer clock standing at twenty past nine.",
    )
    found = [recollection(text) for text in texts]
    scored = tuple(replace(one, score=1.0 - 0.1 * at) for at, one in enumerate(found))
    own = Spoken(speaker="Mira", text=COPIED[1], is_own=True)
    return reply_scene(heard=heard, recollections=scored, conversation=(own,))


@pytest.mark.parametrize("line", COPIED)
@pytest.mark.parametrize("want_deltas", [False, True])
async def test_a_small_model_does_not_copy(line: str, *, want_deltas: bool) -> None:
    """Neither a memory that nobody asked for nor its own last line is shown: it is asked again."""
    tuning = ReplyTuning(prompt_profile=PromptProfile.GUARDED)
    model = FragmentModel(in_slices(reply_json(line)), in_slices(reply_json("At Pask's.")))
    heard = await reply_parts(model=model, where=_inn(), want_deltas=want_deltas, tuning=tuning)

    assert spoken_text(heard) == ["At Pask's."]
    assert "".join(one.text for one in heard if isinstance(one, LineDelta)) in ("", "At Pask's.")
    assert len(model.requests) == 2


@pytest.mark.parametrize(
    ("line", "asked", "profile"),
    [
        (COPIED[0], "What stood at twenty past nine on the clock?", PromptProfile.GUARDED),
        (COPIED[0], "And what else?", PromptProfile.GUARDED),
        ("The chandlery of Pask sells rope and tar.", "Where is tackle sold?", PromptProfile.SHORT),
        (COPIED[0], "Where could I buy a good rope in town?", PromptProfile.FULL),
        (COPIED[1], "Where could I buy a good rope in town?", PromptProfile.FULL),
    ],
)
async def test_a_memory_that_answers_is_said_at_once(
    line: str, asked: str, profile: PromptProfile
) -> None:
    """One that the words mention, one of the best, or any for an open question or large model."""
    model = FragmentModel(in_slices(reply_json(line)))
    heard = await reply_parts(
        model=model, where=_inn(asked), tuning=ReplyTuning(prompt_profile=profile)
    )

    assert spoken_text(heard) == [line]


@pytest.mark.parametrize(
    ("filler", "want_deltas"),
    [("Hold that thought, something is boiling over.", False), ("客官稍等，灶上的水开了。", True)],
)
async def test_a_small_model_that_copies_a_filler_twice_is_answered_for(
    filler: str,
    want_deltas: bool,  # noqa: FBT001
) -> None:
    """What stood for an answer once is none, and the next one on the ladder may know."""
    where = _inn()
    persona = replace(where.character.persona, fallback_lines=(FallbackLine(text=filler),))
    where = replace(where, character=replace(where.character, persona=persona))
    tuning = ReplyTuning(prompt_profile=PromptProfile.GUARDED)
    model = FragmentModel(*(in_slices(reply_json(filler)) for _ in range(2)))
    rescue = FragmentModel(in_slices(reply_json("At Pask's.")))
    heard = await reply_parts(
        model=model, rescue=rescue, where=where, want_deltas=want_deltas, tuning=tuning
    )

    assert spoken_text(heard) == ["At Pask's."]
    assert len(model.requests) == 2


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
        ("Where could I buy rope?", "Ask Isidor at the Chandlery.", "There are shops in town."),
        (
            "Who lives in the lighthouse?",
            "You will find Wenna Carrow, keeper of the light, at the Lamp Room.",
            "The keeper's kitchen is where the light is kept.",
        ),
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
    origins = [one.origin for one in parts if isinstance(one, Line)]
    assert origins == [Origin(OriginKind.MODEL, model.name), BY_RULE]
    assert len(model.requests) == 1
    shown = "".join(one.text for one in parts if isinstance(one, LineDelta))
    assert shown in ("", f"{line}{fact}")


@pytest.mark.parametrize("want_deltas", [False, True])
@pytest.mark.parametrize(
    ("heard", "fact", "line"),
    [
        ("What does a night cost?", NIGHT, "A room for the night is two shillings."),
        ("What does a night cost?", NIGHT, "A room for the night is one shilling and ninepence."),
        ("When do you shut?", HOURS, "The Patient Gull is open till nine, love."),
        ("住一晚多少钱？", ZH_NIGHT, "客房一晚三十文。"),
        ("几点关门？", ZH_HOURS, "听雨茶馆晚上十点关门。"),
        (
            "Do you have a bed for the night, and what is it?",
            NIGHT,
            "Oh, I'm sorry, but I have no beds. The bar shuts at two. Come back another day.",
        ),
        ("What does a night cost?", NIGHT, "I don't know."),
        ("Where could I buy rope?", "Ask Isidor at the Chandlery.", "I'm afraid nobody sells it."),
        ("住一晚多少钱？", ZH_NIGHT, "抱歉，客满了。改天再来吧。"),
    ],
)
async def test_what_is_said_against_a_fact_is_left_out(
    heard: str, fact: str, line: str, *, want_deltas: bool
) -> None:
    """The fact is said in its place, and nothing of the rest is shown."""
    model = FragmentModel(in_slices(reply_json(line)))
    tuning = ReplyTuning(prompt_profile=PromptProfile.GUARDED, look_up=lambda _: fact)
    parts = await reply_parts(
        model=model, where=reply_scene(heard=heard), tuning=tuning, want_deltas=want_deltas
    )

    assert spoken_text(parts) == [fact]
    assert len(model.requests) == 1
    shown = "".join(one.text for one in parts if isinstance(one, LineDelta))
    assert shown in ("", fact)


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
        ("What does a night cost?", NIGHT, "One shilling and sixpence, and my two sons light it."),
        ("Are you open at nine?", HOURS, "At nine, yes: the Patient Gull opens at six."),
        ("When do you shut?", HOURS, "Half past eleven at night."),
        ("What does a night cost?", NIGHT, "It's not dear: one shilling and sixpence for a room."),
        ("几点关门？", ZH_HOURS, "晚上九点关门。"),
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


async def test_a_fact_that_is_added_has_the_marks_of_its_language() -> None:
    """A prompt has narrow ones; no line does."""
    narrow = "去年的大水冲走了石桥,如今只能坐船。"
    tuning = ReplyTuning(prompt_profile=PromptProfile.GUARDED, look_up=lambda _: narrow)
    where = reply_scene(heard="石桥还修不修？")
    parts = await reply_parts(in_slices(reply_json("问得好。")), where=where, tuning=tuning)

    assert spoken_text(parts)[-1] == narrow.replace(",", "，")


@pytest.mark.parametrize(
    "asked",
    ["When can I cross the causeway?", "Когда можно перейти дамбу?", "Πότε περνάω το πέρασμα;"],
)
def test_a_question_given_back_is_no_answer(asked: str) -> None:
    """Four words are enough in every script with spaces."""
    guard = RecitalGuard(canary="", instructions="", heard=asked)

    assert guard.repeats(asked, is_strict=True)


THINGS = (
    Entity(id="ann", name="Ann", kind="person"),
    Entity(id="mira", name="Mira Holt", kind="person"),
    Entity(id="brass_key", name="brass key", kind="item"),
    Entity(id="umbrella", name="\u6cb9\u7eb8\u4f1e", kind="item"),
)


@pytest.mark.parametrize(
    ("heard", "say", "unnamed"),
    [
        ("A slice of cake, please.", "Here you are.", ["brass_key", "umbrella"]),
        ("May I have the key?", "Here you are.", ["umbrella"]),
        ("I can't get in.", "Take the brass key, then.", ["umbrella"]),
        ("下雨了，借我一把伞吧。", "好，拿着。", ["brass_key"]),
        ("And now?", "Here.", ["umbrella"]),
    ],
)
def test_things_that_nobody_spoke_of_are_known(heard: str, say: str, unnamed: list[str]) -> None:
    """Words heard, the answer and the talk shortly before count; people are always at hand."""
    asked = Spoken(speaker="Ann", text="You have my key.", is_own=False)
    talk = (asked,) if heard == "And now?" else ()
    scene = reply_scene(heard=heard, conversation=talk, entities=THINGS)

    assert [one.id for one in things_unnamed(scene, say)] == unnamed


async def test_a_small_model_gives_nothing_that_nobody_spoke_of() -> None:
    """The line is spoken, and the receipt tells why the deed was refused."""
    wish = {"name": "give_item", "arguments": {"item": "brass_key", "to": "ann"}}
    give = Affordance(
        name="give_item",
        description="Hand over a thing.",
        parameters=tuple(Parameter(name=one, type=ParameterType.ENTITY) for one in ("item", "to")),
    )
    where = reply_scene(heard="Some cake, please.", entities=THINGS, affordances=(give,))
    answer = in_slices(reply_json("Here you are, and mind the plate.", wish))
    for profile, count in ((PromptProfile.GUARDED, 0), (PromptProfile.FULL, 1)):
        parts = await reply_parts(answer, where=where, tuning=ReplyTuning(prompt_profile=profile))

        assert spoken_text(parts) == ["Here you are, and mind the plate."]
        assert sum(isinstance(one, IntentProposed) for one in parts) == count
