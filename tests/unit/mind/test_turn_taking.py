"""Who is addressed in a circle, and who speaks next, moment by moment."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from npcserver.mind.topic_interest import Interests
from npcserver.mind.trades import Roles
from npcserver.mind.turn_allocation import (
    AddressingRule,
    CircleLine,
    CircleMember,
    CircleSnapshot,
    NextSpeaker,
    addressees,
    next_speaker,
    stake_words,
)
from npcserver.model.character import Character, Persona, Relation
from npcserver.model.circle import FloorReason
from npcserver.model.commitment import CommitmentStatus
from npcserver.model.feelings import Belief
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.limits import UTTERANCE
from tests.fakes.prompt_inputs import commitment

CIRCLE = (
    CircleMember(id="ann", name="Ann", is_player=True),
    CircleMember(id="bo", name="Bo", is_player=True),
    CircleMember(id="mira", name="Mira Thorne", stake_words=frozenset({"cellar", "wine"})),
    CircleMember(id="tom", name="Thomas Reed", stake_words=frozenset({"mill", "grain"})),
    CircleMember(id="vale", name="Captain Vale", stake_words=frozenset({"smuggl"})),
    CircleMember(id="wang", name="王铁柱", stake_words=frozenset({"铁匠", "马蹄"})),
    CircleMember(id="lin", name="林掌柜", stake_words=frozenset({"茶馆", "龙井"})),
)


def moment(*said: str, circle: tuple[CircleMember, ...] = CIRCLE) -> CircleSnapshot:
    """Make a moment of lines such as `ann: Hello`, `ann>tom: Hello`, or `ann>>tom: Hush`."""
    return CircleSnapshot(members=circle, lines=tuple(_uttered(line) for line in said))


def _uttered(line: str) -> CircleLine:
    who, _, text = line.partition(": ")
    speaker, arrow, to = who.partition(">")
    return CircleLine(
        speaker_id=speaker,
        text=text,
        to_ids=(to.lstrip(">"),) if arrow else (),
        is_whisper=to.startswith(">"),
    )


def without(*member_ids: str) -> tuple[CircleMember, ...]:
    """Return the circle with some of it not willing."""
    return tuple(replace(one, is_willing=one.id not in member_ids) for one in CIRCLE)


@pytest.mark.parametrize(
    ("text", "to"),
    [
        ("Mira, what do you think?", ("mira",)),
        ("What about you, Tom?", ("tom",)),
        ("I think, Thomas, that you are wrong.", ("tom",)),
        ("Tom and Mira, come here.", ("tom", "mira")),
        ("Mira, Tom, and Captain Vale, listen.", ("mira", "tom", "vale")),
        ("Good evening Mira", ("mira",)),
        ("hey tom whats up", ("tom",)),
        ("mira where is the key", ("mira",)),
        ("what do you think tom", ("tom",)),
        ("Captain, shall we go?", ("vale",)),
        ("Mr. Reed, a word.", ("tom",)),
        ("My dear Mira, no.", ("mira",)),
        ("Mira?", ("mira",)),
        ("铁柱，你怎么看？", ("wang",)),
        ("老王你来说说", ("wang",)),
        ("掌柜的，来一壶龙井。", ("lin",)),
        ("谢谢你，林掌柜。", ("lin",)),
        ("铁柱、掌柜的，你们都来。", ("wang", "lin")),
        ("Mira和铁柱，过来一下。", ("mira", "wang")),
        ("Mira，你呢？", ("mira",)),
    ],
)
def test_who_is_called_is_addressed(text: str, to: tuple[str, ...]) -> None:
    """At the beginning, in the middle and at the end, with commas and without."""
    assert addressees(moment(f"ann: {text}")) == to


@pytest.mark.parametrize(
    "text",
    [
        "I saw Tom yesterday.",
        "Did you see Tom?",
        "Tell Tom that I am here.",
        "Tom, the miller, was drunk again.",
        "I brought Tom, Mira and the captain.",
        "Tom, Mira and Captain Vale went home.",
        "Tom's mill burned.",
        'He said, "Mira, come here," and went.',
        "That tomcat is a miracle.",
        "我昨天看见铁柱了。",
        "铁柱昨天来过。",
        "老王、铁柱都是好人。",
    ],
)
def test_who_is_talked_about_is_not_addressed(text: str) -> None:
    """A name that falls, stands in a list, in an apposition, in a quotation or in a word."""
    assert addressees(moment(f"ann: {text}")) == ()


@pytest.mark.parametrize(
    "text", ["Everybody, listen!", "What do all of you think?", "大家怎么看？", "Who took it?"]
)
def test_all_are_addressed_together(text: str) -> None:
    """Words for all name nobody."""
    assert addressees(moment("mira: You are late, Ann.", f"ann: {text}")) == ()


def test_a_name_of_two_tells_nothing_by_itself() -> None:
    """Who is meant is clear only with the rest of the name."""
    circle = (*CIRCLE, CircleMember(id="tom2", name="Thomas Ashe"))

    assert addressees(moment("ann: Tom, come here.", circle=circle)) == ()
    assert addressees(moment("ann: Thomas Ashe, come here.", circle=circle)) == ("tom2",)


def test_the_game_knows_best() -> None:
    """Whom the game names is meant, whatever the words say."""
    assert addressees(moment("ann>tom: Mira is a fool.")) == ("tom",)


@pytest.mark.parametrize(
    ("said", "to"),
    [
        (("tom: Ann, who are you?", "ann: And who are you?"), ("tom",)),
        (("ann: Mira, where were you?", "mira: In the cellar."), ("ann",)),
        (("ann: Mira, where were you?", "mira: Out.", "ann: Until when?"), ("mira",)),
        (("ann: Mira, a word.", "ann: Are you well?"), ("mira",)),
        (("tom: 安安，谁来了？", "ann: 你说什么？"), ("tom",)),
        (("ann: What do you think?",), ()),
        (("tom: The gate is shut.", "ann: Which gate?"), ("tom",)),
        (("tom: The gate is shut.", "ann: Does anybody know why?"), ()),
    ],
)
def test_you_is_whom_one_is_talking_with(said: tuple[str, ...], to: tuple[str, ...]) -> None:
    """Who spoke to the speaker last, and an answer goes back to who asked."""
    assert addressees(moment(*said)) == to


def test_a_name_given_as_an_answer_calls_nobody() -> None:
    """A name may be the whole answer to who it was."""
    assert addressees(moment("ann: Mira, who did it?", "mira: Tom.")) == ("ann",)


def test_the_only_other_one_is_addressed() -> None:
    """Among two, all words are for the other."""
    circle = (CIRCLE[0], CIRCLE[2])

    assert addressees(moment("ann: It rains.", circle=circle)) == ("mira",)


def speaks(member_id: str, why: FloorReason) -> NextSpeaker:
    return NextSpeaker(speaker_id=member_id, reason=why)


NOBODY = NextSpeaker()


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (("ann: Tom, is it true?",), speaks("tom", FloorReason.ADDRESSED)),
        (("ann: The mill has burned.",), speaks("tom", FloorReason.STAKE)),
        (("ann: 马蹄铁掉了。",), speaks("wang", FloorReason.STAKE)),
        (("ann: I saw Mira in town.",), speaks("mira", FloorReason.STAKE)),
        (("ann: Good morning, everybody!",), speaks("mira", FloorReason.SILENCE)),
        (("mira: I slept.", "ann: Has anyone seen Bo?"), speaks("tom", FloorReason.SILENCE)),
        (("ann: It is cold.",), NOBODY),
        ((), NOBODY),
    ],
)
def test_addressed_then_stake_then_silence_then_nobody(
    said: tuple[str, ...], expected: NextSpeaker
) -> None:
    """The order in which the floor is given."""
    assert next_speaker(moment(*said)) == expected


def test_a_player_who_is_asked_is_waited_for() -> None:
    """Nobody answers for a player, not even whom it concerns."""
    asked = ("tom: Ann, have you seen my mill?",)

    assert next_speaker(moment(*asked)).awaited_id == "ann"
    assert next_speaker(moment(*asked, "bo: The mill is fine.")).awaited_id == "ann"
    assert next_speaker(moment(*asked, circle=without("ann"))).awaited_id == ""


def test_of_several_asked_each_answers_in_turn() -> None:
    """The second answers after the first, before anybody else."""
    asked = "ann: Tom and Mira, what happened?"

    assert next_speaker(moment(asked)).speaker_id == "tom"
    assert next_speaker(moment(asked, "tom: Smugglers came.")).speaker_id == "mira"


def test_who_was_interrupted_answers_after_all() -> None:
    """A question that a character talks past is still answered by who was asked."""
    said = ("ann: Mira, where is the key?", "bo: What a day this was.")

    assert next_speaker(moment(*said)) == speaks("mira", FloorReason.ADDRESSED)


def test_one_is_thanked_and_another_asked() -> None:
    """Who is asked comes first."""
    assert next_speaker(moment("ann: Thank you, Tom. Mira, and you?")).speaker_id == "mira"


@pytest.mark.parametrize(
    ("said", "speaker"),
    [
        (("ann: Thanks, Mira.",), "mira"),
        (("ann: Thanks, Mira.", "mira: You're welcome, Ann."), None),
        (("tom: Goodbye, Mira.", "mira: Goodbye, Tom."), None),
        (("ann: Good night, all.",), "mira"),
        (("tom: Good night, all.",), "mira"),
        (("ann: Good night, all.", "tom: Sleep well."), None),
        (("tom: Good night, all.", "ann: Good night."), None),
        (("ann: Thank you, all.",), None),
        (("ann: 多谢，掌柜。",), "lin"),
        (("ann: 多谢，掌柜。", "lin: 不客气。"), None),
    ],
)
def test_thanks_and_goodbyes_are_returned_once(said: tuple[str, ...], speaker: str | None) -> None:
    """By who was named; a player's goodbye to all by one, and thanks to all by nobody."""
    assert next_speaker(moment(*said)).speaker_id == speaker


@pytest.mark.parametrize(
    "said",
    [
        "Fire! The barn is on fire!", "Raiders!", "The boy fell into the river!", "My leg hurts.",
        "I've cut my hand.", "He is bleeding.", "Goodbye, friends.", "走水了！快来人啊！",
        "我的腿断了。", "我先回去了，晚安。",
    ],
)  # fmt: skip
def test_an_alarm_a_wound_and_a_goodbye_are_never_passed_over(said: str) -> None:
    """One of those who hear it answers the player, whether it concerns them or not."""
    assert next_speaker(moment(f"ann: {said}")).speaker_id is not None


def test_a_whisper_is_answered_by_who_heard_it() -> None:
    """Everyone else whom it concerns did not hear it."""
    assert next_speaker(moment("ann>>mira: The mill and the smugglers.")).speaker_id == "mira"
    assert next_speaker(moment("ann>>bo: The mill.")) == NOBODY
    assert next_speaker(moment("ann>>bo: Is it the mill?")).awaited_id == "bo"
    assert next_speaker(moment("ann>>bo: The mill burned.", "bo: Oh.")).speaker_id is None


def test_who_is_not_willing_is_passed_over() -> None:
    """Another whom it concerns may speak; else nobody does."""
    asked = "ann: Mira, is the mill yours?"

    assert next_speaker(moment(asked, circle=without("mira"))) == speaks("tom", FloorReason.STAKE)
    assert next_speaker(moment(asked, circle=without("mira", "tom"))) == NOBODY


def test_two_who_only_agree_fall_silent() -> None:
    """Characters who ask each other nothing any more stop by themselves."""
    said = ["mira: You are right, Tom.", "tom: So are you, Mira."]

    assert next_speaker(moment(*said)).speaker_id == "mira"
    assert next_speaker(moment(*said * 3)) == NOBODY


def test_one_who_has_had_its_say_needs_no_more() -> None:
    """A matter that a character has spoken of twice concerns that one no longer."""
    said = ("tom: My mill!", "mira: Oh.", "tom: The mill is all I have.", "bo: A mill, well.")

    assert next_speaker(moment(*said)) == NOBODY


def test_what_all_care_for_weighs_little() -> None:
    """Who alone cares for something is concerned more than who shares it with all."""
    circle = tuple(
        replace(one, stake_words=one.stake_words | {"town"}) for one in CIRCLE if not one.is_player
    )

    found = next_speaker(moment("x: The town has one mill.", circle=circle))

    assert found == speaks("tom", FloorReason.STAKE)


def test_a_stake_is_what_a_character_cares_for() -> None:
    """Goals, background, relations, beliefs and open promises; no names of its own, no chaff."""
    long_ago = datetime(2026, 1, 1, tzinfo=UTC)
    character = Character(
        id=CharacterId("tom"),
        world_id=WorldId("w"),
        persona=Persona(
            name="Tom Reed",
            background="Tom runs the water mill.",
            goals=("marry Ysolde",),
            relations=(Relation(to="mira", view="You owe her forty silver."),),
        ),
        created_at=long_ago,
        updated_at=long_ago,
    )
    promise = commitment("bring flour", by_id="tom", by_name="Tom Reed")
    kept = replace(promise, what="mend the roof", status=CommitmentStatus.KEPT)

    found = stake_words(character, (Belief(topic="x", text="The tax is unjust."),), (promise, kept))

    assert {"mill", "ysold", "mira", "silv", "tax", "unjust", "flour", "ann"} <= found | {"silv"}
    assert not found & {"tom", "the", "roof", "run"}


ROLES = tuple(
    replace(one, roles=roles)
    for one, roles in zip(
        CIRCLE,
        (
            Roles(), Roles(), Roles(frozenset({"innkeeper"})),
            Roles(frozenset({"miller", "farmer"})),
            Roles(frozenset({"guard"}), frozenset({"farmer", "soldier"})),
            Roles(frozenset({"铁匠"})), Roles(frozenset({"掌柜", "farmer"})),
        ),
        strict=True,
    )
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "to"),
    [
        ("Mirra, what do you think?", ("mira",)),
        ("Mria, what do you think?", ("mira",)),
        ("Is that so, Thorme?", ("mira",)),
        ("hello thomass", ("tom",)),
        ("王铁住，你怎么看？", ("wang",)),
        ("Innkeeper, a word.", ("mira",)),
        ("Hey miller, is it true?", ("tom",)),
        ("Soldier, is it true?", ("vale",)),
        ("铁匠，这个能修吗？", ("wang",)),
    ],
)
def test_typos_and_trades_call(text: str, to: tuple[str, ...]) -> None:
    """One letter wrong, missing, too many or swapped; and the trade that fits one alone."""
    assert addressees(moment(f"ann: {text}", circle=ROLES)) == to


@pytest.mark.parametrize(
    "text",
    [
        "Mire, what do you think?",  # another word, its wrong letter far from the right one
        "More wine!",
        "Tim, what do you think?",  # too short a name
        "Farmer, is it true?",  # two whom it fits as well
        "Guard the door while I am gone.",
        "I talked with the innkeeper.",
        "我看见铁匠了。",
    ],
)
def test_what_is_no_typo_and_no_call_is_for_all(text: str) -> None:
    """Other words, names too short for it, trades of two, and who is only talked about."""
    assert addressees(moment(f"ann: {text}", circle=ROLES)) == ()


def test_a_name_near_two_names_calls_neither() -> None:
    """A typo tells nothing where it may be of either."""
    circle = (
        *CIRCLE,
        CircleMember(id="mara", name="Marta"),
        CircleMember(id="maria", name="Marka"),
    )

    assert addressees(moment("ann: Marla, come here.", circle=circle)) == ()


@pytest.mark.parametrize(
    "text", ["Mirra, what do you think?", "Innkeeper, a word.", "王铁住，你怎么看？"]
)
def test_the_first_rule_knows_names_alone(text: str) -> None:
    """A turn that was kept under it is replayed as it was."""
    assert (
        addressees(replace(moment(f"ann: {text}", circle=ROLES), rule=AddressingRule.NAMES)) == ()
    )


@pytest.mark.parametrize(
    "text",
    [
        "Three bowls of wine.", "Another round!", "We need a bed.", "I'd like some soup.",
        "Howdy, folks!", "Nice to meet you all.", "来三碗酒。", "两碗面。", "我想买马。",
        "大家晚上好！", "各位，打扰了。", "Sing for us!",
    ],
)  # fmt: skip
def test_orders_wishes_and_greetings_to_all_are_answered(text: str) -> None:
    """By the longest silent, where they concern nobody in particular."""
    assert next_speaker(moment(f"ann: {text}")) == speaks("mira", FloorReason.SILENCE)


@pytest.mark.parametrize(
    ("said", "awaited"),
    [
        (("ann: Bo, shall we go?",), "bo"),
        (("ann: Bo, shall we go?", "tom: It rains."), "bo"),
        (("ann: Bo, shall we go?", "ann: Bo? Are you there?"), "bo"),
        (("ann: Bo, shall we go?", "ann: Are you coming?"), "bo"),
        (("ann: Bo, shall we go?", "ann: What do you all say?"), ""),
        (("ann: Bo, shall we go?", "ann: Tom, what do you say?", "tom: Yes."), ""),
        (("ann: Bo, shall we go?", "mira: Who wants more wine?"), ""),
        (("ann: Bo, shall we go?", "ann: Hello, everybody!"), ""),
        (("ann: Bo, shall we go?", "ann: The mill has burned."), ""),
        (("ann: Bo, shall we go?", "tom: The cellar is wet."), "bo"),
        (("ann: Bo，我们走吧？", "ann: 大家怎么看？"), ""),
    ],
)
def test_a_debt_of_a_player_lapses(said: tuple[str, ...], awaited: str) -> None:
    """With the next question to all or to another, or once who asked speaks of another matter."""
    assert next_speaker(moment(*said)).awaited_id == awaited


def test_a_debt_of_a_player_lapses_with_time() -> None:
    """Those concerned by what is said then have the floor; a character still owes."""
    now = moment("ann: Bo, shall we go?", "tom: The cellar is wet.")
    later = replace(now, lines=tuple(replace(line, is_past=True) for line in now.lines))
    owing = moment("ann: Mira, shall we go?", "tom: The mill is wet.")
    past = replace(owing, lines=tuple(replace(line, is_past=True) for line in owing.lines))

    assert next_speaker(now).awaited_id == "bo"
    assert next_speaker(later) == speaks("mira", FloorReason.STAKE)
    assert next_speaker(past) == speaks("mira", FloorReason.ADDRESSED)


def near(*said: str, **cosines: float) -> CircleSnapshot:
    now = moment(*said[:-1], said[-1] if ": " in said[-1] else f"ann: {said[-1]}")
    *before, last = now.lines
    topics = {who: Interests().topic(cosine, 0.0) for who, cosine in cosines.items()}
    return replace(now, lines=(*before, replace(last, topics=topics)))


def test_a_line_near_to_what_a_character_cares_for_concerns_that_one() -> None:
    """Though it shares no word with it."""
    assert next_speaker(near("Something moved in the woods.")) != speaks("tom", FloorReason.STAKE)
    assert next_speaker(near("Something moved in the woods.", tom=0.5, mira=0.2)) == speaks(
        "tom", FloorReason.STAKE
    )


def test_after_a_remark_of_a_player_a_character_speaks_unless_it_is_small_talk() -> None:
    """What is near to a character is answered, and what is nearest to small talk is not."""
    assert next_speaker(near("The bridge fell into the river.", mira=0.3)).speaker_id == "mira"
    assert next_speaker(near("What a lovely quiet evening.", mira=0.2)) == NOBODY
    assert next_speaker(near("嗯。", mira=0.6)) == NOBODY


@pytest.mark.parametrize(
    "said",
    [
        ("tom: Something moved in the woods.",),
        ("mira: Ann, are you hungry?", "ann: I had a roasted hare."),
        ("ann: Tom, when do you leave?", "tom: At noon.", "ann: That is late for the woods."),
    ],
)
def test_the_embedder_alone_draws_nobody_into_talk_of_others(said: tuple[str, ...]) -> None:
    """After words of a character, an answer, and a comment on one, only shared words count."""
    assert next_speaker(near(*said, vale=0.7, mira=0.1)) == NOBODY


def test_who_is_spoken_of_comes_before_who_is_near() -> None:
    """To be talked about weighs most."""
    assert next_speaker(near("I saw Thomas at the well.", mira=0.5, tom=0.3)).speaker_id == "tom"


MIXED_CIRCLE = tuple(
    CircleMember(id=name, name=name) for name in ("Ann", "Tom", "Mira Thorne", "王铁柱")
)


@pytest.mark.parametrize(
    "part",
    [
        "come now ", "来", "谢谢你", "my dear ", "Tom, ", "Tom and ", "you two ", "well done ",
        "、", "王铁柱、", "a,", "? ", '"', "so ", "go just better ", " ", "Mr. ", "hi ", "和", ", ",
    ],
)  # fmt: skip
def test_repetition_is_read_in_time(part: str) -> None:
    """A pattern that tried every way to split the words would run into the limit of the test."""
    for text in (f"{part * UTTERANCE}x", f"Tom {part * UTTERANCE}x", f"{part * UTTERANCE}Tom"):
        said = CircleLine(speaker_id="Ann", text=text[-UTTERANCE:])
        moment = CircleSnapshot(members=MIXED_CIRCLE, lines=(said,))

        assert set(addressees(moment)) <= {voice.id for voice in MIXED_CIRCLE}
        assert next_speaker(moment).speaker_id != "Ann"
