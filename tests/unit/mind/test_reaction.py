"""What is done about something perceived."""

from dataclasses import replace

import pytest

from npcserver.mind.reaction import by_rule, is_danger, react
from npcserver.model.character import Attention, Person
from npcserver.model.day import Cause
from npcserver.model.inputs import ReactInput, Reaction
from npcserver.model.memory import Memory
from npcserver.model.record import RecordKind, Source
from tests.fakes import prompt_inputs
from tests.fakes.language_models import CannedAnswers
from tests.fakes.prompt_inputs import BRAM, NOW, landlady, recollection

FOREGROUND, BACKGROUND, DORMANT = Attention.FOREGROUND, Attention.BACKGROUND, Attention.DORMANT
GO_ON = Reaction()
COMES = prompt_inputs.event_memory(
    "Bram is coming in", about=("bram",), place_id=prompt_inputs.ANCHOR
)


@pytest.mark.parametrize("attention", [FOREGROUND, BACKGROUND])
def test_an_idle_thing_is_passed_by(attention: Attention) -> None:
    """Idleness is the state of the world and no news."""
    idle = prompt_inputs.event_memory("the stove is idle", is_standing=True)

    assert by_rule(prompt_inputs.react_input(idle), attention=attention) == GO_ON


def test_a_burning_stove_is_dealt_with_at_once() -> None:
    """Whoever is awake beside it does so for ten minutes, there, with that thing, unasked."""
    burning = prompt_inputs.event_memory(
        "the stove is burning", place_id=prompt_inputs.ANCHOR, is_standing=True
    )

    found = by_rule(prompt_inputs.react_input(burning), attention=BACKGROUND)

    assert found is not None
    assert found.choice == "react"
    assert found.step is not None
    assert (found.step.minutes, found.step.place_id) == (10, prompt_inputs.ANCHOR)
    assert (found.step.object, found.step.object_state) == ("stove", "being dealt with")
    assert found.step.starts_at == NOW


def test_what_is_dealt_with_alarms_nobody_else() -> None:
    """The act of the one who deals with it, as others see it, starts no second one."""
    burning = prompt_inputs.event_memory("the stove is burning", place_id=prompt_inputs.ANCHOR)
    found = by_rule(prompt_inputs.react_input(burning), attention=BACKGROUND)
    assert found is not None
    assert found.step is not None

    seen = prompt_inputs.event_memory(
        f"Bram is {found.step.activity}", place_id=prompt_inputs.ANCHOR, about=("bram",)
    )
    after = prompt_inputs.event_memory(
        "the stove is being dealt with", place_id=prompt_inputs.ANCHOR
    )

    assert not is_danger(prompt_inputs.react_input(seen))
    assert not is_danger(prompt_inputs.react_input(after))


@pytest.mark.parametrize(
    ("language", "doing"),
    [
        ("en", "helping Bram in dealing with what is wrong: the stove is burning"),
        ("zh", "帮Bram处理出的事：the stove is burning"),
    ],
)
def test_who_finds_one_at_it_helps(language: str, doing: str) -> None:
    """The thing is left to the first, and nobody is alarmed by what the two do."""
    burning = prompt_inputs.event_memory(
        "the stove is burning", place_id=prompt_inputs.ANCHOR, is_standing=True
    )
    here = prompt_inputs.day_situation(replace(landlady(), language=language))
    noticing = prompt_inputs.react_input(burning, situation=here, at_it=(BRAM,))

    found = by_rule(noticing, attention=BACKGROUND)

    assert found is not None
    assert found.step is not None
    assert (found.step.activity, found.step.object, found.step.object_state) == (doing, "", "")
    assert not is_danger(
        prompt_inputs.react_input(
            prompt_inputs.event_memory(f"Ann is {doing}", place_id=prompt_inputs.ANCHOR)
        )
    )


@pytest.mark.parametrize("attention", [FOREGROUND, BACKGROUND])
def test_where_two_are_at_it_others_watch_or_go_on(attention: Attention) -> None:
    """Who knows one of them watches, if it is free; nobody is asked."""
    noticing = prompt_inputs.react_input(
        at_it=(BRAM, Person(id="ann", name="Ann", is_player=False))
    )
    talking = prompt_inputs.day_situation(act=prompt_inputs.acting_on("talking", Cause.TALK))

    assert by_rule(noticing, attention=attention) == Reaction(choice="wait")
    assert by_rule(replace(noticing, standings=()), attention=attention) == GO_ON
    assert by_rule(replace(noticing, situation=talking), attention=attention) == GO_ON


@pytest.mark.parametrize("attention", [FOREGROUND, BACKGROUND])
def test_what_is_over_is_let_be(attention: Attention) -> None:
    """Whoever looks and finds nothing to do goes on."""
    assert by_rule(prompt_inputs.react_input(is_over=True), attention=attention) == GO_ON


def test_somebody_who_is_watched_is_asked_about_a_danger() -> None:
    """For the foreground it is a question what to do."""
    assert by_rule(prompt_inputs.react_input("the stove is burning"), attention=FOREGROUND) is None


@pytest.mark.parametrize(
    "event",
    [
        prompt_inputs.event_memory(
            "the mill is burning", source=Source.TOLD, kind=RecordKind.UTTERANCE
        ),
        prompt_inputs.event_memory("the millstone is burning", place_id=prompt_inputs.MILL),
        prompt_inputs.event_memory("the lamp is burning", place_id=prompt_inputs.ANCHOR),
        prompt_inputs.event_memory("the stove is no longer burning", place_id=prompt_inputs.ANCHOR),
    ],
)
def test_no_danger_here(event: Memory) -> None:
    """Hearsay, another place, a lamp, and what is over are none."""
    assert not is_danger(replace(prompt_inputs.react_input(), event=event))


@pytest.mark.parametrize("attention", list(Attention))
def test_who_sleeps_or_is_dormant_sleeps_on(attention: Attention) -> None:
    """Asleep nobody reacts, and a dormant character never does."""
    asleep = prompt_inputs.day_situation(act=prompt_inputs.acting_on("sleeping", Cause.SLEEP))
    noticing = prompt_inputs.react_input("the stove is burning", situation=asleep)

    assert by_rule(noticing, attention=attention) == GO_ON
    assert by_rule(prompt_inputs.react_input("the stove is burning"), attention=DORMANT) == GO_ON


def test_nobody_reacts_twice_to_the_same() -> None:
    """Who is at work on the very event goes on with it."""
    busy = prompt_inputs.day_situation(
        act=prompt_inputs.acting_on("dousing", Cause.REACTION, because=40)
    )

    assert by_rule(prompt_inputs.react_input(situation=busy), attention=FOREGROUND) == GO_ON


@pytest.mark.parametrize("attention", [FOREGROUND, BACKGROUND])
def test_a_liked_person_is_talked_to(attention: Attention) -> None:
    """Somebody known and free who comes in is spoken to, about what is most on the mind."""
    news = recollection("Bram sold his nets.", kind=RecordKind.UTTERANCE, source=Source.TOLD)
    pressing = replace(news, memory=replace(news.memory, importance=8))
    small = replace(news, memory=replace(news.memory, importance=7, text="It rained."))
    noticing = prompt_inputs.react_input(COMES, recollections=(small, pressing))

    assert by_rule(noticing, attention=attention) == Reaction(
        choice="talk", partner_id="bram", about="Bram sold his nets."
    )


@pytest.mark.parametrize(
    "noticing",
    [
        prompt_inputs.react_input(COMES, others=()),
        prompt_inputs.react_input(COMES, standings=()),
        prompt_inputs.react_input(COMES, standings=(replace(prompt_inputs.LIKED, affinity=-60),)),
        prompt_inputs.react_input(COMES, others=(Person(id="bram", name="Bram", is_player=True),)),
        prompt_inputs.react_input(
            COMES,
            situation=prompt_inputs.day_situation(
                act=prompt_inputs.acting_on("talking", Cause.TALK)
            ),
        ),
        prompt_inputs.react_input(prompt_inputs.event_memory("Ann is coming in", about=("ann",))),
    ],
)
def test_not_everybody_is_talked_to(noticing: ReactInput) -> None:
    """Not who is taken, a stranger, disliked, a player, elsewhere; nor amid a talk."""
    found = by_rule(noticing, attention=BACKGROUND)

    assert found == GO_ON


def test_a_stranger_who_passes_is_no_question() -> None:
    """Unless it matters: then a model is asked."""
    stranger = prompt_inputs.event_memory("Ann is coming in", about=("ann",))
    noticing = prompt_inputs.react_input(stranger, others=(Person(id="ann", name="Ann"), BRAM))

    assert by_rule(noticing, attention=FOREGROUND) == GO_ON
    grave = replace(noticing, event=replace(stranger, importance=8))
    assert by_rule(grave, attention=FOREGROUND) is None
    assert by_rule(grave, attention=BACKGROUND) == GO_ON


@pytest.mark.parametrize("kind", [RecordKind.LINE, RecordKind.PLAN])
def test_ones_own_words_are_no_event(kind: RecordKind) -> None:
    """Neither what was said nor what was planned is reacted to."""
    own = prompt_inputs.event_memory("I shall burn the boat", kind=kind, source=Source.OWN)

    assert by_rule(prompt_inputs.react_input(own), attention=FOREGROUND) == GO_ON


async def test_a_model_decides() -> None:
    """What it says is done."""
    ask = CannedAnswers('{"choice": "talk", "with": "bram", "about": "the smoke"}')

    found, asked = await react(prompt_inputs.react_input(), ask)

    assert found == asked.answer == Reaction(choice="talk", partner_id="bram", about="the smoke")


@pytest.mark.parametrize(
    ("event", "choice"), [("the stove is burning", "react"), ("a gull cries", "go_on")]
)
async def test_without_an_answer_a_rule_decides(event: str, choice: str) -> None:
    """A danger is dealt with, anything else is let pass."""
    found, asked = await react(prompt_inputs.react_input(event), CannedAnswers("", "this is blank"))

    assert asked.answer is None
    assert found.choice == choice
