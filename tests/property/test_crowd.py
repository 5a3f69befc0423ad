"""The past of an extra is what it did at each minute, however the day went."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from npcserver.model.crowd import MOST_LATER, Crowd, compiled_plan, replay
from npcserver.model.day import Act, faults_of_day
from npcserver.model.extra import AgeGroup, ExtraHabit, Venue
from npcserver.model.ids import PlaceId
from tests.conftest import examples

WHO = "nora"
SATURDAY = datetime(2000, 1, 1, tzinfo=UTC)
PLACES = st.sampled_from([PlaceId(one) for one in ("shop", "inn", "square", "pier")])
MINUTES = st.integers(0, 2 * 24 * 60 - 1)
VENUES = st.builds(Venue, place_id=PLACES, opens=st.integers(0, 1439), closes=st.integers(0, 1439))
HABITS = st.builds(
    ExtraHabit,
    language=st.sampled_from(("en", "zh")),
    trade=st.sampled_from(("", "baker")),
    age=st.sampled_from(AgeGroup),
    minutes_later=st.integers(-MOST_LATER, MOST_LATER),
    home_id=st.just(PlaceId("cottage")),
    work=st.none() | VENUES,
    meal=st.none() | VENUES,
    out=st.lists(VENUES, max_size=3).map(tuple),
)


def at(minute: int) -> datetime:
    return SATURDAY + timedelta(minutes=minute)


@settings(max_examples=examples(60))
@given(
    HABITS,
    st.lists(st.tuples(MINUTES, st.booleans()), max_size=3),
    st.lists(st.tuples(MINUTES, st.none() | PLACES), max_size=3),
    MINUTES,
)
def test_a_replay_is_what_was_done_at_each_minute(
    habit: ExtraHabit,
    weather: list[tuple[int, bool]],
    moves: list[tuple[int, PlaceId | None]],
    since: int,
) -> None:
    """Whatever the weather, the hours of places, and the moves by the game."""
    weather, moves = sorted(weather), sorted(moves, key=lambda one: one[0])

    def act_at(moment: datetime) -> Act:
        wet = [is_wet for minute, is_wet in weather if at(minute) <= moment]
        moved = [(at(minute), place) for minute, place in moves if at(minute) <= moment]
        crowd = Crowd(
            now=moment,
            habits={WHO: habit},
            moves={WHO: moved[-1]} if moved else {},
            is_wet=bool(wet) and wet[-1],
        )
        return crowd.act(WHO)

    changes = [at(minute) for minute, _ in (*weather, *moves)]
    past = replay(habit, at(since), at(2 * 24 * 60), act_at, changes)
    for minute in range(since, 2 * 24 * 60, 7):
        *_, (_, done) = [one for one in past if one[0] <= at(minute)]
        now = act_at(at(minute))
        assert (done.step.activity, done.step.place_id) == (now.step.activity, now.step.place_id)
        assert now.step.starts_at <= at(minute) < now.ends_at


@settings(max_examples=examples(60))
@given(HABITS, MINUTES)
def test_the_plan_of_one_that_is_spoken_to_has_no_faults(habit: ExtraHabit, minute: int) -> None:
    """It fills the day, and has what the extra does now."""
    crowd = Crowd(now=at(minute), habits={WHO: habit})
    day = crowd.day_plan(WHO)
    act, block = crowd.act(WHO), day.block_at(at(minute))
    assert faults_of_day(day) == ()
    assert act.is_asleep == (block is None)
    if block is not None and act.step.place_id == block.place_id:
        assert act.step.activity == block.activity


@given(HABITS, MINUTES)
def test_a_plan_that_is_kept_is_the_one_that_was_followed_before(
    habit: ExtraHabit, minute: int
) -> None:
    """A record of a plan changes nothing, and neither does another plan of the same key later."""
    before = Crowd(now=at(minute), habits={WHO: habit})
    kept = before.missing_plans()
    after = Crowd(now=at(minute), habits={WHO: habit}, plans=kept)
    assert after.act(WHO) == before.act(WHO)
    assert after.missing_plans() == {}
    assert all(plan == compiled_plan(key) for key, plan in kept.items())
