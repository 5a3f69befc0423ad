"""Of their own life players know best; what they say of the character's is weighed."""

import re
from dataclasses import replace

import pytest

from npcserver.mind import past_claims
from npcserver.mind.hearsay import HearsayGuard
from npcserver.mind.past_claims import claims_in, weighed
from npcserver.model.character import Person
from npcserver.model.inputs import ReplyInput, Spoken
from npcserver.model.world import Place
from tests.fakes.language_models import in_slices, reply_json, reply_parts, spoken_text
from tests.fakes.prompt_inputs import mill_memory, mill_recollection, reply_scene


def _scene(heard: str) -> ReplyInput:
    player = Person(id="p1", name="Edda", is_player=True)
    scene = reply_scene(heard=heard, partner=player, recollections=(), conversation=())
    return replace(scene, claims=weighed(scene))


@pytest.mark.parametrize(
    ("heard", "line"),
    [
        (
            "My sister Maud drowned on the causeway three winters ago.",
            "I'm so sorry your sister drowned on the causeway.",
        ),
        ("My cart broke down on the moor road.", "So your cart broke down on the moor road."),
        ("The miller hit me with a broom.", "The miller hit you with a broom! Let me see."),
        ("I killed the wolf that took your sheep.", "You killed the wolf that took my sheep!"),
        ("I found a ring in the mill yesterday.", "You found a ring in the mill yesterday."),
        ("The ship sank in the storm last night.", "The ship sank in the storm? God help them."),
        ("Somebody paid off your debt, I heard.", "I can't say who paid off my debt."),
        ("我妹妹三年前在堤上淹死了。", "你妹妹在堤上淹死了，真叫人难过。"),
        ("我昨天在磨坊捡到一枚戒指。", "你在磨坊捡到一枚戒指，拿来看看。"),
    ],
)
def test_what_players_tell_of_their_own_life_is_answered_as_it_is(heard: str, line: str) -> None:
    """They were there, and a question or a denial states nothing."""
    assert HearsayGuard(_scene(heard)).spoken(line) == line


@pytest.mark.parametrize(
    ("heard", "line"),
    [
        ("You promised me the blue boat.", "Yes, I promised you the blue boat."),
        ("We met at the fair last year, remember?", "Of course, we met at the fair last year."),
        ("Your brother sold me the mill last week.", "My brother sold you the mill last week."),
        ("Somebody paid off your debt, I heard.", "Yes, somebody paid off my debt."),
        ("你答应过给我那条蓝船。", "我答应过给你那条蓝船。"),
    ],
)
def test_what_a_character_does_not_remember_of_itself_is_not_stated(heard: str, line: str) -> None:
    """However surely the player says it."""
    assert line not in HearsayGuard(_scene(heard)).spoken(line)


@pytest.mark.parametrize(
    "heard",
    [
        "Thanks for the soup you made.",
        "Much obliged for the supper you cooked.",
        "You have kept a fine inn.",
        "You've got a lovely place here.",
        "Your soup warmed me right up.",
        "What a cosy room you gave me!",
        "I enjoyed the story you told.",
        "The stew you made last night was delicious.",
        "You've grown thin; you look tired.",
        "It rained all night, and the wind has turned.",
        "谢谢你刚才给我煮的汤。",
        "你唱的曲子好听极了。",
        "你把院子打扫得真漂亮。",
        "你看起来累了。",
        "昨夜下了一夜的雨。",
    ],
)
def test_small_talk_is_no_claim(heard: str) -> None:
    """Nobody has to remember a soup, so that nobody doubts it."""
    assert claims_in(heard) == ()


@pytest.mark.parametrize(
    "heard",
    [
        "Thank you for the boat you gave me.",
        "Thank you again for the day you lent me the axe.",
        "You kindly lent me your horse.",
        "You stole my good coat.",
        "You kept my good horse.",
        "You made a fine promise to my father.",
        "You got my kind father hanged.",
        "You left us in the great storm.",
        "The kind miller drowned last night.",
        "The storm sank the ferry last night.",
        "多谢你那天替我修好了铜罗盘。",
        "你偷了我那件漂亮的袍子。",
        "大雨冲走了渡船。",
    ],
)
def test_what_matters_is_a_claim_in_praise_and_thanks_too(heard: str) -> None:
    """A deed that a character would remember, whatever stands around it."""
    assert claims_in(heard) == (heard,)


@pytest.mark.parametrize(
    ("before", "heard", "is_weighed"),
    [
        ("My sister Maud drowned here last year.", "She laughed at everything.", False),
        ("My little brother was a sailor.", "Good morning. He sailed the whole coast.", False),
        ("", "My mother fell ill in May. She died in June.", False),
        ("我妹妹去年没了。", "她嫁给了一个渔夫。", False),
        ("My sister Maud drowned here last year.", "She gave you a ring.", True),
        ("My sister Maud drowned here last year.", "She saw Bram in the mill.", True),
        ("My sister Maud drowned here last year.", "The miller drowned her.", True),
        ("I like the miller. My sister is fond of the smith.", "They burned the mill.", False),
        ("My sister is well. The miller is a thief.", "He burned the mill.", True),
        ("", "He burned the mill.", True),
        ("我妹妹去年没了。", "她把戒指给了你。", True),
    ],
)
def test_a_player_goes_on_about_its_family(before: str, heard: str, *, is_weighed: bool) -> None:
    """What "she" did is not asked back where "she" is the player's sister, and nobody else."""
    said = (Spoken(speaker="Edda", text=before, is_own=False),) if before else ()

    assert bool(weighed(replace(_scene(heard), conversation=said))) == is_weighed


class _Counting:
    """A pattern that counts what is read by it."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.searches = 0
        self._pattern = pattern

    def search(self, text: str) -> re.Match[str] | None:
        self.searches += 1
        return self._pattern.search(text)


def test_a_claim_is_read_for_a_promise_once_however_much_is_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And memories are read for one only where the claim is of one."""
    counting = _Counting(past_claims._PROMISE)
    monkeypatch.setattr(past_claims, "_PROMISE", counting)
    memories = tuple(
        mill_recollection(mill_memory(number, f"The {number}th cart rolled over the market."))
        for number in range(1, 60)
    )
    heard = "You sold the blue boat to a sailor last winter, the 60th."
    scene = replace(_scene(heard), recollections=memories)
    assert weighed(scene)

    assert counting.searches <= 4


def test_what_others_are_said_to_have_done_is_told_on_as_hearsay() -> None:
    """With the name of who says so, or `as you tell it` to the same person."""
    line = "Eve stole the amber ring last night."
    said = HearsayGuard(_scene("Eve stole the amber ring last night.")).spoken(line)

    assert said == f"As you tell it: {line}"


def test_what_the_author_wrote_is_stated_even_where_it_is_claimed() -> None:
    """The character knows it otherwise."""
    scene = _scene("You told me that the causeway floods at noon.")
    assert scene.place is not None
    here: Place = replace(scene.place, description="The causeway floods at noon.")
    line = "The causeway floods at noon."

    assert HearsayGuard(replace(scene, place=here)).spoken(line) == line
    assert HearsayGuard(scene).spoken(line) != line


@pytest.mark.parametrize(
    ("heard", "recited", "language"),
    [
        ("You gave me a new key before I came.", "Do not state it as a fact; ask about it.", "en"),
        ("我来之前你给了我一把新钥匙，对吧？", "别把它当成事实来说,问清楚。", "zh"),
    ],
)
async def test_how_to_take_a_claim_is_told_to_nobody(
    heard: str, recited: str, language: str
) -> None:
    """A model of 1.5 billion weights answered with the words of its prompt."""
    where = _scene(heard)
    persona = replace(where.character.persona, language=language)
    where = replace(where, character=replace(where.character, persona=persona))
    assert where.claims
    parts = await reply_parts(in_slices(reply_json(f"Hm. {recited}")), where=where)

    assert recited not in " ".join(spoken_text(parts))
