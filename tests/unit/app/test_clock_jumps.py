"""A jump of the clock leaves dated memories, and changes feelings a little."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from functools import partial

import pytest

from npcbench.jump import contradictions
from npcserver.app.authoring.directory import Directory
from npcserver.app.availability import CharacterAvailability
from npcserver.app.background_work import Foreground
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.perception.observations import GameEvent, Movement, Observe
from npcserver.app.play import Play
from npcserver.model.character import Attention, Availability, Character, Persona, Relation
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.day import Act, Cause, Step
from npcserver.model.errors import NotPossibleNow
from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.model.record import (
    ClockMoved,
    Draft,
    Record,
    RecordKind,
    Remembered,
    Source,
    subject_key,
)
from npcserver.model.secret import Secret
from npcserver.model.timeline import Timeline, Vantage
from npcserver.model.world import Hours, Place, World
from npcserver.ports.storage import RequestKey, UnitOfWork
from tests.fakes.language_models import ManualClock
from tests.fakes.life_app import (
    ANN,
    BEN,
    CAT,
    COTTAGE,
    GREEN,
    LODGE,
    PLAY,
    ROOT,
    WORLD,
    LifeApp,
    day_plan_of,
    forked_timeline,
    time_of_day,
)

MONDAY = datetime(2000, 1, 3, 10, tzinfo=UTC)
INN = PlaceId("inn")
HOMES = {ANN: COTTAGE, BEN: LODGE, CAT: LODGE}
PLACES = (
    Place(id=COTTAGE, world_id=WORLD, name="Cottage", objects=("bed",), owner_ids=(ANN,)),
    Place(id=LODGE, world_id=WORLD, name="Lodge", objects=("bed",), owner_ids=(BEN, CAT)),
    Place(id=GREEN, world_id=WORLD, name="Village Green"),
    Place(
        id=INN,
        world_id=WORLD,
        name="The Gull",
        description="An inn.",
        hours=Hours(opens=time(11), closes=time(23)),
    ),
)


class _JumpApp(LifeApp):
    """The hamlet, whose clock is moved as a game moves it."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = ManualClock()
        self.play = Play(self.store, Directory(self.store, self.clock), Foreground(self.clock))

    async def jump(self, to: datetime, timeline: TimelineId = PLAY) -> list[Record]:
        """Move the clock; return what the move left, in order."""
        head = await self.head(timeline)
        await self.play.advance_clock(timeline_id=timeline, game_time=to)
        async with self.store.read() as reader:
            return list(await (await reader.head(timeline)).after(head, 10_000))

    async def head(self, timeline: TimelineId = PLAY) -> int:
        """Return the newest seq of a timeline."""
        async with self.store.read() as reader:
            return (await reader.timeline(timeline)).head

    async def tell(
        self, text: str, who: Sequence[CharacterId] = (ANN,), about: Sequence[CharacterId] = ()
    ) -> None:
        """Let some witness an event."""
        event = GameEvent(text=text, witness_ids=tuple(who), about=tuple(about))
        await self.play.observe(Observe(timeline_id=PLAY, happenings=(event,)))


async def new_jump_app(
    now: datetime = MONDAY, *, language: str = "en", ann: Persona | None = None, cat: str = "Cat"
) -> _JumpApp:
    """Return the hamlet, in which Ann and Ben are friends, and one of any name knows Ben."""
    here = _JumpApp()
    ties = {ANN: (BEN,), BEN: (ANN, CAT), CAT: (BEN,)}

    async def work(unit: UnitOfWork) -> None:
        await unit.add_world(
            World(id=WORLD, name="Hamlet", start_time=now, genesis_id=ROOT, language=language)
        )
        for place in PLACES:
            await unit.add_place(place)
        for who, others in ties.items():
            relations = tuple(
                Relation(to=one.title(), to_id=one, view="A friend.", affinity=40) for one in others
            )
            name = cat if who == CAT else who.title()
            persona = Persona(name=name, language=language, relations=relations)
            if who == ANN and ann is not None:
                persona = replace(ann, relations=relations)
            await unit.add_character(
                Character(
                    id=who,
                    world_id=WORLD,
                    persona=persona,
                    place_id=HOMES[who],
                    created_at=now,
                    updated_at=now,
                )
            )
        await unit.add_timeline(Timeline(id=ROOT, world_id=WORLD, game_time=now, created_at=now))
        await unit.add_timeline(forked_timeline(PLAY, Vantage(ROOT, 0), now))

    await here.store.write(work)
    return here


def memories(records: Sequence[Record], who: str = "") -> list[Record]:
    """Return the memories among records, of one character or of all."""
    return [
        one for one in records if one.kind is RecordKind.OBSERVATION and who in ("", one.subject_id)
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("length", "fewest"),
    [(timedelta(hours=8), 2), (timedelta(days=3), 4), (timedelta(days=30), 6)],
    ids=["hours", "days", "month"],
)
async def test_a_jump_leaves_dated_memories(length: timedelta, fewest: int, language: str) -> None:
    """Each tells a few things of the time that was skipped, and none contradicts another."""
    here = await new_jump_app(language=language)

    left = await here.jump(MONDAY + length)

    for who in (ANN, BEN, CAT):
        own = memories(left, who)
        assert len(own) >= fewest
        assert all(MONDAY <= one.game_time <= MONDAY + length for one in own)
        assert len({one.text for one in own}) == len(own)
        assert all(one.importance for one in own)
    assert list(contradictions(left, PLACES)) == []
    met = [one for one in memories(left) if isinstance(one.body, Remembered) and one.body.about]
    assert met
    assert left[-1].kind is RecordKind.CLOCK


async def test_the_same_jump_leaves_the_same() -> None:
    """What was done follows from timeline, character and day."""
    one, other = await new_jump_app(), await new_jump_app()
    later = MONDAY + timedelta(days=30)

    first, second = await one.jump(later), await other.jump(later)

    assert [(each.subject_id, each.text) for each in first] == [
        (each.subject_id, each.text) for each in second
    ]


@pytest.mark.parametrize("length", [timedelta(0), timedelta(hours=1), timedelta(hours=5)])
async def test_a_short_move_leaves_nothing(length: timedelta) -> None:
    """Nor does one of no time at all."""
    here = await new_jump_app()

    left = await here.jump(MONDAY + length)

    assert [one.kind for one in left] == [RecordKind.CLOCK]


async def test_a_jump_backwards_is_refused_and_leaves_nothing() -> None:
    """As any move of the clock."""
    here = await new_jump_app()
    head = await here.head()

    with pytest.raises(NotPossibleNow):
        await here.jump(MONDAY - timedelta(days=3))

    assert await here.head() == head


async def test_a_repeated_request_leaves_no_second_memories() -> None:
    """It gets the answer of the first."""
    here = await new_jump_app()
    advance = partial(
        here.play.advance_clock,
        timeline_id=PLAY,
        game_time=MONDAY + timedelta(days=3),
        key=RequestKey(scope=PLAY, request_id="r", digest="d"),
    )

    first = await advance()
    head = await here.head()
    second = await advance()

    assert (first, await here.head()) == (second, head)


async def test_two_jumps_in_a_row_leave_no_time_twice() -> None:
    """The memories of each are of its own time."""
    here = await new_jump_app()
    middle, end = MONDAY + timedelta(days=15), MONDAY + timedelta(days=30)

    first, second = await here.jump(middle), await here.jump(end)

    assert max(one.game_time for one in memories(first)) <= middle
    assert min(one.game_time for one in memories(second)) >= middle
    assert list(contradictions([*first, *second], PLACES)) == []


@pytest.mark.parametrize("text", ["Ben died last night.", "班死了。"])
async def test_the_dead_do_nothing(text: str) -> None:
    """Nobody meets them either."""
    here = await new_jump_app()
    await here.tell(text.replace("班", "Ben"))

    left = await here.jump(MONDAY + timedelta(days=30))

    assert memories(left, BEN) == []
    assert len(memories(left, CAT)) >= 3
    assert not any("Ben" in one.text for one in memories(left))


@pytest.mark.parametrize(("about", "live"), [((BEN,), {CAT}), ((CAT,), {BEN}), ((), {BEN, CAT})])
async def test_of_two_with_one_name_the_one_it_is_about_is_dead(
    about: Sequence[CharacterId], live: set[CharacterId]
) -> None:
    """Where nothing says which, neither is."""
    here = await new_jump_app(cat="Ben")
    await here.tell("Ben died last night.", about=about)

    left = await here.jump(MONDAY + timedelta(days=30))

    assert {one for one in (BEN, CAT) if memories(left, one)} == live


async def test_an_activity_may_name_one_of_two_with_one_name() -> None:
    """With that one it is remembered as a meeting."""
    here = await new_jump_app(cat="Ben")
    shared = day_plan_of(("06:00", "rising", LODGE), ("07:00", "mending a net with Ben", GREEN))
    await here.mean(ANN, shared)
    await here.mean(BEN, shared)

    left = await here.jump(MONDAY + timedelta(hours=9))

    (own,) = [one for one in memories(left, ANN) if "net" in one.text]
    assert isinstance(own.body, Remembered)
    assert own.body.about == (BEN,)


async def test_one_whose_death_was_taken_back_lives_through_the_next_jump() -> None:
    """What was told of it before it was seen again counts no more; while dead it does nothing."""
    here = await new_jump_app()
    directory = Directory(here.store, here.clock)
    life = CharacterAvailability(here.store, directory, TurnLock(), here.play.looking)
    for who in (ANN, BEN):
        there = Movement(subject_id=who, place_id=GREEN)
        await here.play.observe(Observe(timeline_id=PLAY, movements=(there,)))
    await life.set(timeline_id=PLAY, character_id=BEN, availability=Availability.DEAD)
    dead = await here.jump(MONDAY + timedelta(days=10))
    await life.set(timeline_id=PLAY, character_id=BEN, availability=Availability.PRESENT)
    alive = await here.jump(MONDAY + timedelta(days=20))

    assert memories(dead, BEN) == []
    assert memories(alive, BEN)


async def test_who_is_away_or_dormant_lives_through_no_jump() -> None:
    """A character that the game took out of the world, or that does nothing by itself."""
    here = await new_jump_app()
    away = Movement(subject_id=BEN, place_id=None)
    await here.play.observe(Observe(timeline_id=PLAY, movements=(away,)))
    await here.tier(CAT, Attention.DORMANT)

    left = await here.jump(MONDAY + timedelta(days=30))

    assert {one.subject_id for one in memories(left)} == {ANN}


@pytest.mark.parametrize(
    ("text", "is_shut"),
    [
        ("The inn has been boarded up.", True),
        ("The Gull burned down.", True),
        ("The door of the Gull is closed.", False),
        ("The Gull is closed until tomorrow.", False),
    ],
)
async def test_nobody_was_in_a_shut_inn(text: str, *, is_shut: bool) -> None:
    """But once it has opened again they were."""
    here = await new_jump_app()
    await here.tell(text)

    left = await here.jump(MONDAY + timedelta(days=30))

    assert is_shut is not any("Gull" in one.text for one in memories(left))
    assert all(len(memories(left, who)) >= 3 for who in (ANN, BEN, CAT))


async def test_the_plan_of_the_day_is_what_was_done() -> None:
    """What was under way is not remembered again, nor what a plan says of people elsewhere."""
    here = await new_jump_app()
    plan = day_plan_of(
        ("06:00", "getting up", COTTAGE),
        ("07:00", "weaving", COTTAGE),
        ("12:00", "painting the fence", GREEN),
        ("14:00", "mending the roof with Ben", COTTAGE),
        ("16:00", "reading the almanac", GREEN),
    )
    await here.mean(ANN, plan)
    step = Step(starts_at=time_of_day("07:00"), minutes=300, activity="weaving", place_id=COTTAGE)
    await here.write(Draft(kind=RecordKind.ACT, subject_id=ANN, body=Act(step=step)))

    left = await here.jump(time_of_day("20:00"))

    texts = " ".join(one.text for one in memories(left, ANN))
    assert "painting the fence" in texts
    assert "reading the almanac" in texts
    assert "weaving" not in texts
    assert "roof" not in texts


async def test_a_talk_under_way_is_not_cut_into() -> None:
    """What was done begins when the talk is over."""
    here = await new_jump_app()
    step = Step(starts_at=MONDAY, minutes=300, activity="talking with Ben", place_id=GREEN)
    talk = Act(step=step, cause=Cause.TALK)
    await here.write(*(Draft(kind=RecordKind.ACT, subject_id=who, body=talk) for who in (ANN, BEN)))

    left = await here.jump(MONDAY + timedelta(hours=10))

    for who in (ANN, BEN):
        assert all(one.game_time >= talk.ends_at for one in memories(left, who))


async def test_a_birthday_and_a_feast_in_the_time_are_remembered() -> None:
    """On their days; what was before is not."""
    goals = ("Open the lantern feast on 21 January.", "Find what was lost on 2 January.")
    here = await new_jump_app(ann=Persona(name="Ann", goals=goals))
    await here.tell("Ben's birthday is on 9 January.", (ANN, CAT))

    left = await here.jump(MONDAY + timedelta(days=30))

    days = {one.game_time.day: one.text for one in memories(left, ANN) if one.importance == 6}
    assert days == {
        9: "Sunday, 9 January came, the day of this: Ben's birthday is on 9 January.",
        21: "Friday, 21 January came, the day of this: Open the lantern feast on 21 January.",
    }
    assert [one.game_time.day for one in memories(left, CAT) if one.importance == 6] == [9]


async def test_a_promise_that_ends_in_the_time_is_broken_as_of_its_end() -> None:
    """The two did not meet on that day, and both are the sadder for it."""
    here = await new_jump_app()
    due = MONDAY + timedelta(days=2)
    promise = Commitment(
        commitment_id="com_1",
        by_id=ANN,
        by_name="Ann",
        to_id=BEN,
        to_name="Ben",
        what="meet Ben at the Gull",
        due_at=due,
    )
    for who in (ANN, BEN):
        kind, subject = RecordKind.COMMITMENT, subject_key(who, "com_1")
        await here.write(Draft(kind=kind, subject_id=subject, body=promise))

    left = await here.jump(MONDAY + timedelta(days=3))
    await here.live()

    broken = [one for one in memories(left) if one.game_time == due]
    assert {one.subject_id for one in broken} == {ANN, BEN}
    statuses = [one.body.status for one in left if isinstance(one.body, Commitment)]
    assert statuses == [CommitmentStatus.BROKEN] * 2
    assert len(await here.records(RecordKind.COMMITMENT)) == 4
    that_day = [one for one in memories(left, ANN) if one.game_time.date() == due.date()]
    assert not any("with Ben" in one.text for one in that_day)
    moods = [one for one in left if one.kind is RecordKind.MOOD and one.subject_id == ANN]
    assert [getattr(one.body, "valence", 0) < 0 for one in moods] == [True]


async def test_meetings_bring_people_nearer() -> None:
    """By a little, on both sides."""
    here = await new_jump_app()

    left = await here.jump(MONDAY + timedelta(days=30))

    standings = [one.body for one in left if one.kind is RecordKind.RELATION]
    assert standings
    assert {(getattr(one, "affinity", 0), getattr(one, "familiarity", 0)) for one in standings} == {
        (41, 42)
    }


async def test_a_jump_on_a_branch_leaves_the_other_as_it_was() -> None:
    """And a save from before the jump knows nothing of it."""
    here = await new_jump_app()
    branch = TimelineId("tl_branch")
    vantage = Vantage(PLAY, await here.head())

    async def fork(unit: UnitOfWork) -> None:
        await unit.add_timeline(forked_timeline(branch, vantage, MONDAY))

    await here.store.write(fork)
    left = await here.jump(MONDAY + timedelta(days=30), branch)

    assert memories(left)
    assert await here.head(PLAY) == vantage.seq
    assert await here.records() == []


@pytest.mark.parametrize("length", [timedelta(days=1), timedelta(days=365 * 2)])
async def test_time_may_end_in_the_year_9999(length: timedelta) -> None:
    """The last evening there is is remembered like any other."""
    end = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
    here = await new_jump_app(end - length)

    left = await here.jump(end)

    assert all(len(memories(left, who)) >= 3 for who in (ANN, BEN, CAT))
    assert list(contradictions(left, PLACES)) == []


async def test_of_a_thousand_years_the_last_are_remembered() -> None:
    """A jump may be of any length."""
    here = await new_jump_app()
    later = MONDAY.replace(year=3000)

    left = await here.jump(later)

    assert min(one.game_time for one in memories(left)) > later - timedelta(days=402)


async def test_no_word_of_ours_is_in_memories_of_another_language() -> None:
    """They are made of what the author wrote."""
    here = await new_jump_app(language="xx")

    left = await here.jump(MONDAY + timedelta(days=30))

    parts = {part for one in memories(left) for part in one.text.split(", ")}
    assert parts <= {"The Gull", "Village Green", "Cottage", "Lodge", "Ann", "Ben", "Cat"}
    assert parts


async def test_a_secret_day_stays_a_secret() -> None:
    """What is remembered of it carries the secret of what was told."""
    here = await new_jump_app()
    secret = Secret(key="feast", to=(BEN,))
    await here.write(
        Draft(
            kind=RecordKind.OBSERVATION,
            subject_id=ANN,
            text="Cat's birthday is on 9 January.",
            body=Remembered(source=Source.AUTHORED, secrets=(secret,)),
        )
    )

    left = await here.jump(MONDAY + timedelta(days=30))

    (day,) = [one for one in memories(left, ANN) if one.importance == 6]
    assert isinstance(day.body, Remembered)
    assert day.body.secrets == (secret,)


async def test_a_jump_that_another_move_overtakes_is_made_anew() -> None:
    """What is remembered lies between the two moves."""
    here = await new_jump_app()
    between = MONDAY + timedelta(days=10)
    here.happens_meanwhile(Draft(kind=RecordKind.CLOCK, body=ClockMoved(), game_time=between))

    left = await here.jump(MONDAY + timedelta(days=30))

    assert min(one.game_time for one in memories(left)) >= between
