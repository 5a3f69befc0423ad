"""How much of a crowd one mind takes in, and who sees nothing."""

from dataclasses import replace

from npcserver.app.life.simulation import SIGHTS, SimulatedWorld
from npcserver.app.perception.presence import Presence
from npcserver.mind.action_selection import ActSelector, ActStart
from npcserver.model.character import Attention, Person
from npcserver.model.day import Act, Cause, Step
from npcserver.model.record import Remembered, Source
from tests.fakes.life_app import COTTAGE, GREEN, time_of_day

CROWD = tuple(f"guest-{number:02}" for number in range(12))
ACT = Act(step=Step(starts_at=time_of_day("08:00"), minutes=60, activity="dancing", place_id=GREEN))


def scenery(**changes: object) -> SimulatedWorld:
    present = {
        who: Presence(Person(id=who, name=who.title(), is_player=False), GREEN) for who in CROWD
    }
    present["ann"] = Presence(Person(id="ann", name="Ann", is_player=False), COTTAGE)
    made = SimulatedWorld(
        language="en",
        places={},
        present=present,
        acts=dict.fromkeys(CROWD, ACT),
        objects={},
        asleep=set(),
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def coming(who: str = "ann") -> ActStart:
    life = ActSelector(id=who, name=who.title(), attention=Attention.BACKGROUND)
    return ActStart(life=life, acting=ACT, place_id=GREEN)


def test_a_mind_takes_in_so_much_at_a_time() -> None:
    """Who comes into a crowd sees the first of them; each of them sees who comes."""
    here = scenery()

    here.carry_out(coming())

    seen = [glimpse.about for glimpse in here.glimpses if glimpse.mind == "ann"]
    assert seen == ["ann", *CROWD[:SIGHTS]]  # one's own deed takes nothing of one's attention
    assert {glimpse.mind for glimpse in here.glimpses if glimpse.about == "ann"} == {"ann", *CROWD}


def test_in_a_crowd_that_begins_to_dance_not_everybody_is_noticed() -> None:
    """However many begin something at once, a mind takes in a few of them."""
    here = scenery(acts={})

    for who in CROWD:
        here.carry_out(coming(who))

    minds = [glimpse.mind for glimpse in here.glimpses if glimpse.mind != glimpse.about]
    assert {minds.count(who) for who in CROWD} == {SIGHTS}


def test_the_blind_see_nothing_and_know_nothing_of_how_a_place_was_left() -> None:
    """Who cannot see comes and goes, and is seen."""
    here = scenery()
    here.present["ann"] = replace(here.present["ann"], is_blind=True)

    here.carry_out(coming())

    assert [glimpse.about for glimpse in here.glimpses if glimpse.mind == "ann"] == ["ann"]
    assert [draft.kind for draft in here.drafts] == ["presence", "act"]


def test_somebody_remembers_its_own_deed() -> None:
    """What was done is remembered as one's own; waiting and talking are no deeds."""
    here = scenery()

    here.carry_out(coming())
    here.carry_out(replace(coming("guest-00"), acting=replace(ACT, cause=Cause.WAIT)))

    (own,) = [glimpse.drafted() for glimpse in here.glimpses if glimpse.mind == glimpse.about]
    assert (own.subject_id, own.text) == ("ann", "Ann is dancing")
    assert isinstance(own.body, Remembered)
    assert own.body.source is Source.OWN
