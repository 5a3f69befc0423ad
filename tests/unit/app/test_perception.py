"""Who perceives what and reacts, tiers of attention, and limits in a crowd."""

from dataclasses import replace
from datetime import timedelta

import pytest

from npcserver.app.attention import SetAttention
from npcserver.app.characters import Characters
from npcserver.app.context.mindset import Minds
from npcserver.app.life.simulation import SIGHTS, SimulatedWorld
from npcserver.app.perception.observations import SEEN_IMPORTANCE, FlagChange, GameEvent, Movement
from npcserver.app.perception.presence import (
    PerceptionMap,
    Presence,
    load_presences,
    load_sleepers,
)
from npcserver.app.thoughts.budgets import Budgets
from npcserver.mind.action_selection import ActSelector, ActStart
from npcserver.model.character import Attention, Person
from npcserver.model.day import Act, Cause, Step
from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.job import JobKind
from npcserver.model.model_use import Budget
from npcserver.model.record import (
    Attended,
    ClockMoved,
    Draft,
    Flagged,
    RecordKind,
    Remembered,
    Source,
    subject_key,
)
from npcserver.model.secret import Secret
from npcserver.model.senses import Channel, Loudness, Range
from npcserver.model.world import PlaceSeen
from npcserver.ports.storage import RequestKey
from tests.fakes.life_app import (
    BRAM,
    BURNING,
    CATO,
    COTTAGE,
    DORA,
    EDDA,
    FIRE,
    GREEN,
    HALL,
    KITCHEN,
    MIRA,
    OUT,
    SHED,
    STOVE,
    YARD,
    new_jobs,
    new_perception_app,
    time_of_day,
)
from tests.fakes.store_world import START, put

ALARM = GameEvent(
    text="A fire alarm shrills.",
    place_id=KITCHEN,
    channel=Channel.SOUND,
    range=Range.NEARBY,
    importance=9,
)
REACT, DIGEST = JobKind.REACT, JobKind.DIGEST


async def test_only_those_in_the_kitchen_see_the_stove_burn_and_they_are_to_react() -> None:
    """A changed thing is a record of the world, a fact in minds, and a reason to act."""
    here, store = await new_perception_app()
    observed = await here.change(FIRE)

    assert await here.who_perceived(BURNING) == {MIRA, BRAM}
    assert (observed.memories, observed.coalesced) == (2, 0)
    assert await new_jobs(store) == {
        (kind, who) for kind in (REACT, DIGEST) for who in (MIRA, BRAM)
    }
    (thing,) = await here.records(RecordKind.OBJECT)
    assert (thing.subject_id, thing.text) == (STOVE, BURNING)
    (seen, _) = await here.records(RecordKind.OBSERVATION)
    assert isinstance(seen.body, Remembered)
    assert (seen.body.is_standing, seen.body.about) == (True, (STOVE,))


async def test_who_set_the_fire_needs_not_be_told() -> None:
    """A character knows what it does by its own act."""
    here, store = await new_perception_app()
    await here.change(replace(FIRE, by=BRAM))

    assert await here.who_perceived(BURNING) == {MIRA}
    assert (REACT, BRAM) not in await new_jobs(store)


async def test_an_alarm_is_heard_next_door_and_no_further() -> None:
    """What is nearby carries through the whole building."""
    here, _ = await new_perception_app()
    await here.observe(ALARM)

    assert await here.who_perceived(ALARM.text) == {MIRA, BRAM, CATO}


async def test_the_deaf_hear_no_alarm_and_the_blind_see_no_fire() -> None:
    """Also where they are named as witnesses."""
    here, store = await new_perception_app((MIRA, "is_deaf"), (BRAM, "is_blind"))
    shout = GameEvent(text="A shout.", channel=Channel.SOUND, witness_ids=(MIRA, BRAM))

    await here.observe(ALARM, shout)
    await here.change(FIRE)

    assert await here.memories(MIRA) == [BURNING]
    assert await here.memories(BRAM) == [ALARM.text, shout.text]
    assert (REACT, MIRA) in await new_jobs(store)


async def test_sleepers_perceive_nothing_but_an_alarm_beside_them_and_what_names_them() -> None:
    """Bram sleeps through the fire, Cato next door through the alarm as well."""
    here, _ = await new_perception_app()
    await here.sleep(BRAM)
    await here.sleep(CATO)
    await here.change(FIRE)
    await here.observe(ALARM, GameEvent(text="A nudge.", witness_ids=(CATO,)))

    assert await here.memories(BRAM) == [ALARM.text]
    assert await here.memories(CATO) == ["A nudge."]


async def test_sleep_ends_with_its_time() -> None:
    """Who slept until now sees the fire."""
    here, store = await new_perception_app()
    await here.sleep(BRAM, minutes=30)
    later = START + timedelta(minutes=30)
    clock = Draft(kind=RecordKind.CLOCK, body=ClockMoved(), game_time=later)
    await put(store, clock, to=here.timeline)

    await here.change(FIRE)

    assert await here.who_perceived(BURNING) == {MIRA, BRAM}


async def test_what_the_whole_world_hears_passes_by_who_is_not_in_it() -> None:
    """Edda is nowhere; a place is not needed."""
    here, _ = await new_perception_app()
    thunder = GameEvent(text="Thunder.", range=Range.WORLD)

    await here.observe(thunder)

    assert await here.who_perceived(thunder.text) == {MIRA, BRAM, CATO, DORA}


async def test_the_dormant_take_in_and_are_not_woken() -> None:
    """They remember; they do nothing of their own accord."""
    here, store = await new_perception_app()
    await here.attend(MIRA, Attention.DORMANT)
    await new_jobs(store)

    await here.change(FIRE)

    assert await here.memories(MIRA) == [BURNING]
    assert await new_jobs(store) == {(DIGEST, MIRA), (DIGEST, BRAM), (REACT, BRAM)}


async def test_where_all_are_dormant_only_those_the_game_woke_react() -> None:
    """The tier of those for whom none was set is the server's."""
    here, store = await new_perception_app(attention=Attention.DORMANT)
    await here.attend(BRAM, Attention.FOREGROUND)
    await new_jobs(store)

    await here.change(FIRE)

    assert await new_jobs(store) == {(DIGEST, MIRA), (DIGEST, BRAM), (REACT, BRAM)}


@pytest.mark.parametrize(
    ("happening", "reacts"),
    [
        (GameEvent(text="A crash.", witness_ids=(CATO,), importance=7), True),
        (GameEvent(text="A creak.", witness_ids=(CATO,), importance=6), False),
        (GameEvent(text="A creak.", witness_ids=(CATO,)), False),
        (GameEvent(text="Cato is praised.", witness_ids=(CATO,), about=(CATO,)), True),
        (GameEvent(text="Dora is praised.", witness_ids=(CATO,), about=(DORA,)), False),
    ],
)
async def test_what_weighs_much_or_concerns_a_mind_is_to_be_reacted_to(
    happening: GameEvent, *, reacts: bool
) -> None:
    """The game says how much it weighs; everything else can wait."""
    here, store = await new_perception_app()
    await here.observe(happening)

    assert ((REACT, CATO) in await new_jobs(store)) is reacts


async def test_who_comes_is_noticed_and_leaves_no_memory() -> None:
    """Those who see the arrival may react; who stays where it is is no arrival."""
    here, store = await new_perception_app((BRAM, "is_blind"))
    observed = await here.move(CATO, KITCHEN)

    assert await new_jobs(store) == {(REACT, MIRA)}
    assert observed.memories == 0

    await here.move(CATO, KITCHEN)
    assert await new_jobs(store) == set()


async def test_a_player_who_comes_is_noticed_too() -> None:
    """Players are written down with their names."""
    here, store = await new_perception_app()
    guest = Movement(subject_id="p1", place_id=SHED, name="Ann")
    await here.observe(movements=(guest,))

    assert await new_jobs(store) == {(REACT, DORA)}


async def test_who_comes_in_sees_what_is_not_as_always() -> None:
    """The fire was lit before Cato came; he sees it once, and reacts."""
    here, store = await new_perception_app()
    await here.change(FIRE)
    await new_jobs(store)

    await here.move(CATO, KITCHEN)

    assert await here.memories(CATO) == [BURNING]
    assert {(DIGEST, CATO), (REACT, CATO)} <= await new_jobs(store)
    await here.move(CATO, HALL)
    await here.move(CATO, KITCHEN)
    assert await here.memories(CATO) == [BURNING]


async def test_a_place_is_known_as_it_was_when_one_left() -> None:
    """The fire goes out behind Bram's back, and he does not know."""
    here, _ = await new_perception_app()
    await here.change(FIRE)
    await here.move(BRAM, YARD)
    await here.change(OUT)

    (known,) = await here.known(BRAM, KITCHEN)
    assert known.body == PlaceSeen(place_id=KITCHEN, objects=(("stove", "burning"),))
    assert known.subject_id == subject_key(BRAM, KITCHEN)
    await here.move(BRAM, KITCHEN)
    await here.move(BRAM, YARD)
    assert (await here.known(BRAM, KITCHEN))[-1].body == PlaceSeen(place_id=KITCHEN)


async def test_words_are_overheard_by_who_is_there_awake_and_can_hear() -> None:
    """In the order of their ids; those who talk do not overhear themselves."""
    here, store = await new_perception_app((DORA, "is_deaf"))
    for who in (CATO, DORA, EDDA):
        await here.move(who, KITCHEN)
    await here.sleep(EDDA)

    async with store.read() as reader:
        view = await reader.head(here.timeline)
        present, asleep = await load_presences(reader, view), await load_sleepers(view)
    around = PerceptionMap(present=present, asleep=asleep, places={})
    talk = Loudness.TALK
    assert tuple(around.hearers(talk, KITCHEN, {""}, {MIRA})) == (BRAM, CATO)
    assert around.hearers(talk, PlaceId("hall"), {""}, {MIRA}) == {}


async def test_every_witness_keeps_a_secret() -> None:
    """The memory of each carries it, on the fast road as well as where one must look."""
    here, _ = await new_perception_app()
    secret = Secret(key="k", trust=60)

    await here.observe(GameEvent(text="A whisper.", witness_ids=(MIRA, DORA), secret=secret))
    await here.observe(GameEvent(text="A nod.", place_id=KITCHEN, secret=secret))

    for record in await here.records(RecordKind.OBSERVATION):
        assert isinstance(record.body, Remembered)
        assert record.body.secrets == (secret,)
    assert await here.who_perceived("A whisper.") == {MIRA, DORA}
    assert await here.who_perceived("A nod.") == {MIRA, BRAM}


async def test_a_flag_is_set_before_all_else_of_its_batch() -> None:
    """In the order given, unset flags as well; alone or with whatever happens."""
    here, _ = await new_perception_app()
    flags = (FlagChange(name="lens-found"), FlagChange(name="lamp-lit", is_set=False))

    alone = await here.observe(flags=flags[:1])
    both = await here.observe(
        GameEvent(text="A cheer.", witness_ids=(MIRA,)),
        flags=flags,
        movements=(Movement(subject_id=MIRA, place_id=HALL),),
    )

    assert (alone.last - alone.first, alone.memories) == (0, 0)
    assert both.memories == 1
    records = await here.records(RecordKind.FLAG, RecordKind.PRESENCE, RecordKind.OBSERVATION)
    assert [(record.kind, record.subject_id) for record in records] == [
        (RecordKind.FLAG, "lens-found"),
        (RecordKind.FLAG, "lens-found"),
        (RecordKind.FLAG, "lamp-lit"),
        (RecordKind.PRESENCE, MIRA),
        (RecordKind.OBSERVATION, MIRA),
    ]
    assert [one.body for one in records[:3]] == [
        Flagged(is_set=True),
        Flagged(is_set=True),
        Flagged(is_set=False),
    ]


@pytest.mark.parametrize(
    ("about", "importance"), [((BRAM,), SEEN_IMPORTANCE), ((STOVE,), None), ((), None)]
)
async def test_what_a_character_is_at_is_weighed_by_rule(
    about: tuple[str, ...], importance: int | None
) -> None:
    """As where the server moves people; of things and events a model says what they matter."""
    here, _ = await new_perception_app()
    deed = GameEvent(text="Bram is at it.", place_id=KITCHEN, about=about, is_standing=True)
    await here.observe(deed)

    seen = await here.records(RecordKind.OBSERVATION)
    assert {record.importance for record in seen} == {importance}


async def test_a_game_that_says_what_a_deed_matters_is_believed() -> None:
    """The rule fills in only what nobody said."""
    here, _ = await new_perception_app()
    deed = GameEvent(
        text="Bram is dying.", place_id=KITCHEN, about=(BRAM,), is_standing=True, importance=10
    )
    await here.observe(deed)

    assert {one.importance for one in await here.records(RecordKind.OBSERVATION)} == {10}


KEY = RequestKey("tl_play", "r-1", "d")
NEAR, FAR, OFF = Attention.FOREGROUND, Attention.BACKGROUND, Attention.DORMANT


async def test_only_tiers_that_change_are_records_and_let_the_timeline_live() -> None:
    """What the server does anyway need not be said."""
    here, store = await new_perception_app()
    changes = ((MIRA, NEAR), (BRAM, FAR), (CATO, OFF))
    wish = SetAttention(timeline_id=here.timeline, changes=changes)

    seqs = [await here.attending.set_attention(wish)]
    assert await new_jobs(store) == {(JobKind.LIVE, "")}
    seqs.append(await here.attending.set_attention(wish))

    assert seqs == [2, 2]
    assert await new_jobs(store) == set()
    records = await here.records(RecordKind.ATTENTION)
    assert [(one.subject_id, one.body) for one in records] == [
        (MIRA, Attended(attention=NEAR)),
        (CATO, Attended(attention=OFF)),
    ]


async def test_a_repeat_of_a_change_gets_its_answer_after_later_changes() -> None:
    """And sets nothing back."""
    here, _ = await new_perception_app()
    wish = SetAttention(timeline_id=here.timeline, changes=((MIRA, NEAR),), key=KEY)
    first = await here.attending.set_attention(wish)
    await here.attend(MIRA, OFF)

    assert await here.attending.set_attention(wish) == first
    assert len(await here.records()) == 2


async def test_nobody_is_attended_to_who_is_not_there() -> None:
    """Then nothing of the wish is stored."""
    here, _ = await new_perception_app()
    changes = ((MIRA, NEAR), (CharacterId("nobody"), NEAR))
    with pytest.raises(NotFound, match="nobody"):
        await here.attending.set_attention(SetAttention(timeline_id=here.timeline, changes=changes))

    assert await here.records() == []


@pytest.mark.parametrize(
    ("tier", "wanted"),
    [
        (NEAR, {JobKind.DIGEST, JobKind.PLAN}),
        (FAR, {JobKind.DIGEST, JobKind.PLAN}),
        (OFF, {JobKind.DIGEST}),
    ],
)
async def test_a_whisper_is_planned_for_by_who_does_anything_at_all(
    tier: Attention, wanted: set[JobKind]
) -> None:
    """It is a directive; the dormant only remember it."""
    here, store = await new_perception_app()
    budgets = Budgets(store, default=Budget())
    characters = Characters(Minds(store), here.clock, budgets)
    await here.attend(MIRA, tier)
    await new_jobs(store)

    text = "Run for mayor."
    await characters.whisper(timeline_id=here.timeline, character_id=MIRA, text=text)

    assert await new_jobs(store) == {(kind, MIRA) for kind in wanted}
    dormant = Characters(Minds(store, attention=OFF), here.clock, budgets)
    await dormant.whisper(timeline_id=here.timeline, character_id=BRAM, text=text)
    assert await new_jobs(store) == {(JobKind.DIGEST, BRAM)}


CROWD = tuple(f"guest-{number:02}" for number in range(12))
ACT = Act(step=Step(starts_at=time_of_day("08:00"), minutes=60, activity="dancing", place_id=GREEN))


def scenery(**changes: object) -> SimulatedWorld:
    present = {
        who: Presence(person=Person(id=who, name=who.title(), is_player=False), place_id=GREEN)
        for who in CROWD
    }
    ann = Person(id="ann", name="Ann", is_player=False)
    present["ann"] = Presence(person=ann, place_id=COTTAGE)
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


def test_a_character_remembers_its_own_deed() -> None:
    """What was done is remembered as one's own; waiting and talking are no deeds."""
    here = scenery()

    here.carry_out(coming())
    here.carry_out(replace(coming("guest-00"), acting=replace(ACT, cause=Cause.WAIT)))

    (own,) = [glimpse.drafted() for glimpse in here.glimpses if glimpse.mind == glimpse.about]
    assert (own.subject_id, own.text) == ("ann", "Ann is dancing")
    assert isinstance(own.body, Remembered)
    assert own.body.source is Source.OWN
