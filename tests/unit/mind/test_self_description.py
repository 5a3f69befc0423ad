"""A character does not take another's name or trade for its own."""

from dataclasses import replace

import pytest

from npcserver.model.character import Person
from npcserver.model.inputs import Spoken
from npcserver.model.turn import Line, LineDelta
from tests.fakes.language_models import (
    FragmentModel,
    in_slices,
    reply_json,
    reply_parts,
    spoken_text,
)
from tests.fakes.prompt_inputs import recollection, reply_scene

TOLD = Spoken(speaker="Ann", text="I'm Ann Vell, a cooper from Wick.", is_own=False)
ZH = Spoken(speaker="Ann", text="我叫赵青禾，是个箍桶匠。", is_own=False)


@pytest.mark.parametrize("want_deltas", [False, True])
@pytest.mark.parametrize(
    "line",
    [
        "I'm Ann Vell, and who are you?",
        "I am a cooper from Wick, like you.",
        "My name is Bram.",
        "我叫赵青禾，您要什么？",
        "我是个箍桶匠，跟您一样。",
        "I am a poor cooper, love.",
        "As a cooper, I bake eel pies.",
        "我是青石渡来的箍桶匠。",
    ],
)
async def test_what_others_are_is_asked_again(line: str, *, want_deltas: bool) -> None:
    """The names of those present, and what they said they are, in any language."""
    said = TOLD if line.isascii() else ZH
    model = FragmentModel(in_slices(reply_json(line)), in_slices(reply_json("You told me so.")))
    where = reply_scene(heard="And what is my trade?", conversation=(said,))
    heard = await reply_parts(model=model, where=where, want_deltas=want_deltas)

    assert spoken_text(heard) == ["You told me so."]
    assert "".join(one.text for one in heard if isinstance(one, LineDelta)) in (
        "",
        "You told me so.",
    )


@pytest.mark.parametrize(
    "line",
    [
        "I'm Mira Holt, and you are Ann Vell.",
        "I'm Ann's landlady.",
        "I am the cooper's neighbour.",
        "I'm glad you came from Wick.",
        "You're a cooper, you said.",
        "I am a widow.",
        "As a cooper, you know your barrels.",
        "As a landlady I hear much of coopers.",
        "I am a friend of coopers.",
        "我是从来不箍桶的。",
        'You told me: "I\'m Ann Vell, a cooper from Wick."',
        "You said \u201cmy name is Bram\u201d.",
        "您说：“我叫赵青禾。”",
        "我是赵青禾的房东。",
        "我是说，您箍桶。",
    ],
)
async def test_what_a_character_is_itself_is_said(line: str) -> None:
    """Its own name, whose it is, and what others are."""
    said = TOLD if line.isascii() else ZH
    heard = await reply_parts(
        in_slices(reply_json(line)), where=reply_scene(heard="Who are you?", conversation=(said,))
    )

    assert spoken_text(heard) == [line]


async def test_two_people_may_have_one_trade() -> None:
    """What the persona says is its own."""
    where = reply_scene(heard="And you?", conversation=(TOLD,))
    persona = replace(where.character.persona, background="A cooper of sixty years.")
    where = replace(where, character=replace(where.character, persona=persona))
    heard = await reply_parts(in_slices(reply_json("I'm a cooper too.")), where=where)

    assert spoken_text(heard) == ["I'm a cooper too."]


async def test_behind_words_that_were_shown_it_ends_the_turn() -> None:
    """What went out is not taken back, and nothing restarts."""
    where = reply_scene(heard="And what is my trade?", conversation=(TOLD,))
    answer = in_slices(reply_json("Well, I am a cooper from Wick."))
    heard = await reply_parts(answer, where=where, want_deltas=True)

    assert len(spoken_text(heard)) == 1
    assert not any("cooper" in one.text for one in heard if isinstance(one, Line | LineDelta))


async def test_behind_a_good_line_it_is_left_out() -> None:
    """What is right has been said already."""
    where = reply_scene(heard="And you?", partner=Person(id="ann", name="Ann"))
    heard = await reply_parts(in_slices(reply_json("Come in. I'm Ann. Sit down.")), where=where)

    assert spoken_text(heard) == ["Come in.", "Sit down."]


@pytest.mark.parametrize(
    ("told", "line"),
    [(TOLD.text, "I'm a cooper from Wick."), (ZH.text, "您好，我是赵青禾，是个箍桶匠。")],
)
async def test_what_others_said_long_ago_is_still_theirs(told: str, line: str) -> None:
    """Where the talk that is shown has begun after it, and it is recalled."""
    model = FragmentModel(in_slices(reply_json(line)), in_slices(reply_json("You told me so.")))
    found = (recollection(told, told_by="ann"),)
    where = reply_scene(heard="And what is my trade?", conversation=(), recollections=found)

    assert spoken_text(await reply_parts(model=model, where=where)) == ["You told me so."]


async def test_what_another_said_elsewhere_forbids_nothing() -> None:
    """A player cannot keep a character from words in the talk of another."""
    found = (recollection("I am Mallory Fry, a fisherman from Wick.", told_by="mallory"),)
    where = reply_scene(heard="And what are you?", conversation=(), recollections=found)
    answer = in_slices(reply_json("I am a fisherman, as you see."))

    assert spoken_text(await reply_parts(answer, where=where)) == ["I am a fisherman, as you see."]
