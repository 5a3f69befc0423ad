"""Words heard that come back as the character's own: known, cut off, and never shown."""

import pytest

from npcserver.mind.copied_words import EchoGuard
from npcserver.mind.reply import ReplyTuning
from npcserver.mind.speech_stream import RecitalGuard
from npcserver.model.inputs import Spoken
from npcserver.model.prompt import PromptProfile
from npcserver.model.turn import LineDelta
from tests.fakes.language_models import in_slices, reply_json, reply_parts, spoken_text
from tests.fakes.prompt_inputs import reply_scene

SISTER = "My sister Maud drowned off this coast last year."
ZH_SISTER = "我妹妹小满去年在大水里没了。"


@pytest.mark.parametrize(
    ("heard", "line", "left"),
    [
        (SISTER, "I'm sorry, my sister Maud drowned off this coast last year.", "I'm sorry."),
        (SISTER, "My sister Maud drowned off this coast last year!", ""),
        (SISTER, "Your sister Maud drowned off this coast last year? Sit down.", None),
        (SISTER, "You said my sister Maud drowned off this coast last year?", None),
        (SISTER, "My sister Maud drowned off this coast last year, too.", None),
        (SISTER, "Last year the sea took many.", None),
        (SISTER, "You told me: my sister Maud drowned off this coast last year.", None),
        ("I'd take a dark ale, please.", "Sure, I'll take a dark ale.", "Sure."),
        ("I'd take a dark ale, please.", "A dark ale, here you are.", None),
        ("She had red hair, and she laughed a lot.", "Oh, I had red hair.", "Oh."),
        ("She had very red hair.", "Oh! I had very red hair.", "Oh."),
        ("I like you.", "I like you.", None),
        ("Where could I buy a rope?", "I know where you could buy a rope.", None),
        (ZH_SISTER, "对不起，我妹妹小满去年在大水里没了。", "对不起。"),
        (ZH_SISTER, "您妹妹小满去年在大水里没了，我听说了。", None),
        ("她最爱唱评弹，眼睛弯弯的。", "我最爱唱评弹，眼睛弯弯的。", ""),
        ("她最爱唱评弹，眼睛弯弯的。", "我也最爱唱评弹。", None),
        ("哪里能买到布？", "我不知道哪里能买到布。", None),
        ("Моя сестра утонула здесь.", "Моя сестра утонула здесь.", None),
    ],
)
def test_a_clause_of_the_player_is_cut_off(heard: str, line: str, left: str | None) -> None:
    """With the pronoun of the player, or with "I" for another; reported and shared words stay."""
    assert EchoGuard(heard).without_echo(line) == (line if left is None else left)


def test_a_line_that_can_still_be_an_echo_waits() -> None:
    """From its first word on, and for as long as the words agree."""
    guard = EchoGuard(f"Good evening. {SISTER}")
    begun = ["My", "Sorry, my sister Maud", "My sister Anne", "Sorry", f"{SISTER[:-1]} or so"]

    assert [guard.may_echo(one) for one in begun] == [True, True, False, False, True]


@pytest.mark.parametrize(
    ("line", "is_repeated"),
    [
        ('You said: "What was my sister called?"', True),
        ("You asked me what was my sister called.", True),
        ('You told me: "My sister Maud drowned off this coast."', False),
        ("您刚才问：我妹妹叫什么名字来着？", True),
        ("What was she called? Maud.", False),
    ],
)
def test_a_question_given_back_behind_a_lead_is_no_answer(line: str, *, is_repeated: bool) -> None:
    """Earlier words may be told so: that is how a memory is quoted."""
    heard = "我妹妹叫什么名字来着？" if line[0] == "您" else "What was my sister called?"
    guard = RecitalGuard(canary="", instructions="", heard=heard, said=[SISTER], is_small=True)
    large = RecitalGuard(canary="", instructions="", heard=heard, said=[SISTER])
    assert not large.repeats(line, is_strict=False)

    assert guard.repeats(line, is_strict=True) == is_repeated
    if is_repeated:
        assert all(guard.may_repeat(line[:end]) for end in range(1, len(line)))


@pytest.mark.parametrize("size", [1, 3, 1000])
async def test_an_echo_is_neither_said_nor_shown(size: int) -> None:
    """What was shown of a line begins what is said of it, however the answer comes."""
    answer = reply_json(f"I'm sorry, {SISTER[0].lower()}{SISTER[1:]} Sit down by the fire.")
    parts = await reply_parts(
        in_slices(answer, size=size),
        where=reply_scene(heard=SISTER),
        want_deltas=True,
        tuning=ReplyTuning(prompt_profile=PromptProfile.GUARDED),
    )
    shown = "".join(one.text for one in parts if isinstance(one, LineDelta))

    assert spoken_text(parts) == ["I'm sorry.", "Sit down by the fire."]
    assert shown == "I'm sorry.Sit down by the fire."


async def test_a_small_model_does_not_append_what_it_said_before() -> None:
    """A later sentence of its own is left out; as the first one it may be asked for."""
    before = "You will mostly find Wenna Carrow at the lamp room. She trims the light."
    own = Spoken(speaker="Mira", text=before, is_own=True)
    where = reply_scene(heard="Where could I buy rope?", conversation=(own,))
    answer = in_slices(
        reply_json("At the chandlery. You will mostly find Wenna Carrow at the lamp room.")
    )

    small = ReplyTuning(prompt_profile=PromptProfile.GUARDED)
    said = await reply_parts(answer, where=where, tuning=small, want_deltas=True)
    assert spoken_text(said) == ["At the chandlery."]
    assert "Wenna" not in "".join(one.text for one in said if isinstance(one, LineDelta))
    large = await reply_parts(
        answer, where=where, tuning=ReplyTuning(prompt_profile=PromptProfile.FULL)
    )
    assert len(spoken_text(large)) == 2
