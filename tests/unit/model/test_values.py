"""Values of the model: affordances, budgets, feelings, secrets, and worlds as files."""

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npcserver.model.affordance import (
    Affordance,
    NotAfforded,
    Parameter,
    ParameterType,
    accept,
    check,
    check_all,
)
from npcserver.model.character import Character, Persona, SeedMemory
from npcserver.model.feelings import (
    CHANGE,
    LABELS,
    MOOD_CHANGE,
    Belief,
    Mood,
    Standing,
    mood_at,
    named,
)
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.model_use import SHARES, Budget, Cost, Purpose, allows
from npcserver.model.secret import Secret, joined, key_for
from npcserver.model.timeline import Segment, playthrough
from npcserver.model.world import DEFAULT_START, Place, World
from npcserver.model.worldfile import gather, parents_first
from tests.fakes.prompt_inputs import NOW


def with_parameter(**fields: object) -> Affordance:
    parameter = Parameter(**{"name": "item", "type": ParameterType.STRING, **fields})  # type: ignore[arg-type]
    return Affordance(name="give", description="Give it.", parameters=(parameter,))


def test_a_sensible_affordance_has_no_problems() -> None:
    """All types with fitting bounds pass."""
    parameters = (
        Parameter(name="note", type=ParameterType.STRING, minimum=0, maximum=80),
        Parameter(name="coins", type=ParameterType.INTEGER, minimum=1, maximum=1),
        Parameter(name="force", type=ParameterType.NUMBER, minimum=-0.5),
        Parameter(name="loudly", type=ParameterType.BOOLEAN),
        Parameter(name="tone", type=ParameterType.CHOICE, options=("kind", "cold")),
        Parameter(name="to", type=ParameterType.ENTITY, entity_kinds=("person",)),
    )

    assert check(Affordance(name="give_2", description="", parameters=parameters)) == []


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"name": "Item"}, "name"),
        ({"name": ""}, "name"),
        ({"name": "1st"}, "name"),
        ({"type": ParameterType.CHOICE}, "options"),
        ({"type": ParameterType.CHOICE, "options": ("a", "a")}, "options"),
        ({"type": ParameterType.CHOICE, "options": ("",)}, "options"),
        ({"type": ParameterType.CHOICE, "options": ("a",), "minimum": 1.0}, "minimum"),
        ({"options": ("a",)}, "options"),
        ({"entity_kinds": ("door",)}, "entity_kinds"),
        ({"minimum": 3.0, "maximum": 2.0}, "minimum"),
        ({"minimum": -1.0}, "minimum"),
        ({"maximum": 1.5}, "maximum"),
        ({"type": ParameterType.NUMBER, "maximum": math.inf}, "maximum"),
        ({"type": ParameterType.NUMBER, "minimum": math.nan}, "minimum"),
        ({"type": ParameterType.INTEGER, "minimum": 1.2, "maximum": 1.8}, "minimum"),
        ({"type": ParameterType.BOOLEAN, "maximum": 1.0}, "maximum"),
        ({"description": "x" * 501}, "description"),
    ],
)
def test_a_parameter_that_makes_no_sense_is_named(fields: dict[str, object], path: str) -> None:
    """The path leads to the one field that is wrong."""
    assert [found for found, _ in check(with_parameter(**fields))] == [f"parameters[0].{path}"]


@pytest.mark.parametrize("uses", [0, 17])
def test_uses_have_bounds(uses: int) -> None:
    """An affordance nobody may use is none; one without end is a flood."""
    affordance = Affordance(name="wave", description="", max_uses=uses)

    assert check(affordance) == [("max_uses", f"must be 1 to 16, not {uses}")]


def test_names_are_declared_once() -> None:
    """Neither parameters nor affordances may share a name."""
    item = Parameter(name="item", type=ParameterType.STRING)
    give = Affordance(name="give", description="", parameters=(item, item))

    paths = [path for path, _ in check_all((give, give))]

    assert paths == ["[0].parameters[1].name", "[1].parameters[1].name", "[1].name"]


def _takes(kind: ParameterType) -> Affordance:
    return Affordance(name="pay", description="", parameters=(Parameter(name="amount", type=kind),))


@pytest.mark.parametrize("value", [2**31, -(2**31) - 1, 10**400, 1e300, float("inf"), True])
def test_a_whole_number_has_32_bits(value: object) -> None:
    """What an engine could not read as a whole number is not afforded."""
    with pytest.raises(NotAfforded):
        accept(_takes(ParameterType.INTEGER), {"amount": value}, ())


@pytest.mark.parametrize("value", [10**400, float("nan"), float("inf"), False])
def test_a_number_is_finite(value: object) -> None:
    """A number that no float holds is refused and breaks nothing."""
    with pytest.raises(NotAfforded):
        accept(_takes(ParameterType.NUMBER), {"amount": value}, ())


@pytest.mark.parametrize(("value", "taken"), [(3, 3.0), (2**40, float(2**40)), (0.5, 0.5)])
def test_a_number_may_be_written_whole(value: object, taken: float) -> None:
    """A model that leaves out the point means the same."""
    assert accept(_takes(ParameterType.NUMBER), {"amount": value}, ()) == (("amount", taken),)


ONE = Cost(calls=1, tokens=100, micros=10)


def test_costs_add_up() -> None:
    """And come apart again."""
    two = ONE.plus(ONE)

    assert two == Cost(calls=2, tokens=200, micros=20)
    assert two.minus(ONE) == ONE


def test_thinking_thins_out_in_order() -> None:
    """As a budget is used up: reading ahead goes first, then steps, talk, plans; ratings last."""
    budget = Budget(calls=100)
    given_up = [
        [purpose for purpose in SHARES if not allows(budget, Cost(calls=spent), ONE, purpose)]
        for spent in (49, 60, 74, 90, 98, 100)
    ]

    assert given_up[0] == []
    assert given_up[1] == [Purpose.READ_AHEAD, Purpose.DECOMPOSE]
    assert given_up[2] == [Purpose.READ_AHEAD, Purpose.DECOMPOSE, Purpose.SUMMARISE]
    assert Purpose.PLAN not in given_up[3]
    assert given_up[4] == [purpose for purpose in SHARES if purpose is not Purpose.RATE]
    assert given_up[5] == [*SHARES]


def test_every_thought_has_a_share_of_the_budget() -> None:
    """Only answers that a player or a caller waits for are never refused."""
    assert set(Purpose) - set(SHARES) == {Purpose.REPLY, Purpose.INTERVIEW}


@pytest.mark.parametrize("purpose", [Purpose.REPLY, Purpose.INTERVIEW])
def test_talk_with_players_is_never_refused(purpose: Purpose) -> None:
    """However much was spent."""
    assert allows(Budget(calls=1), Cost(calls=1000), ONE, purpose)


@pytest.mark.parametrize(
    "budget", [Budget(calls=1), Budget(tokens=100), Budget(micros=10), Budget(tokens=199)]
)
def test_every_limit_counts(budget: Budget) -> None:
    """Calls, tokens and money each on its own."""
    assert not allows(budget, ONE, ONE, Purpose.RATE)


def test_no_limit_is_no_limit() -> None:
    """Zero allows everything; a budget is spent to the last call that fits."""
    assert allows(Budget(), Cost(calls=10**9, tokens=10**9, micros=10**9), ONE, Purpose.RATE)
    assert allows(Budget(calls=2), ONE, ONE, Purpose.RATE)


changes = st.integers(-1000, 1000)


@given(st.integers(-100, 100), st.integers(0, 100), st.integers(0, 100), changes, changes, changes)
def test_one_event_moves_a_standing_little(
    affinity: int, trust: int, familiarity: int, warmer: int, surer: int, closer: int
) -> None:
    """By at most its bound in each number, within its range; nobody becomes less familiar."""
    before = Standing(other_id="x", affinity=affinity, trust=trust, familiarity=familiarity)

    after = before.moved(affinity=warmer, trust=surer, familiarity=closer, evidence=(3,))

    assert abs(after.affinity - affinity) <= CHANGE
    assert abs(after.trust - trust) <= CHANGE
    assert 0 <= after.familiarity - familiarity <= CHANGE
    assert -100 <= after.affinity <= 100
    assert 0 <= after.trust <= 100
    assert after.familiarity <= 100
    assert after.evidence == (3,)


def test_a_view_stays_until_there_is_another() -> None:
    """An event without a word on it changes no view."""
    standing = Standing(other_id="x", view="A windbag.")

    assert standing.moved(affinity=1).view == "A windbag."
    assert standing.moved(view="A friend.").view == "A friend."


@given(st.integers(0, 100), changes)
def test_one_event_moves_a_belief_little(score: int, change: int) -> None:
    """By at most its bound, between 0 and 100, in the direction of the change."""
    after = Belief(topic="x", text="y", score=score).moved(change, (1, 2))

    assert abs(after.score - score) <= CHANGE
    assert 0 <= after.score <= 100
    assert (after.score - score) * change >= 0
    assert after.evidence == (1, 2)


def test_half_a_mood_is_gone_in_three_hours() -> None:
    """In game time; what lies ahead has not faded."""
    mood = Mood(valence=-0.8, arousal=0.4, why="the roof")

    faded = mood.faded(timedelta(hours=3))

    assert (faded.valence, faded.arousal, faded.why) == (-0.4, 0.2, "the roof")
    assert mood.faded(timedelta(0)) == mood
    assert mood.faded(timedelta(hours=-1)) == mood
    assert mood_at(mood, NOW - timedelta(hours=6), NOW).valence == pytest.approx(-0.2)
    assert mood_at(None, None, NOW) == Mood()


@given(st.floats(-1, 1), st.floats(-1, 1), st.sampled_from(sorted(LABELS)), st.floats(0, 1))
def test_one_event_moves_a_mood_little(
    valence: float, arousal: float, label: str, weight: float
) -> None:
    """Towards the emotion, never past it, by at most its bound."""
    emotion = named(label)

    after = Mood(valence=valence, arousal=arousal).moved(emotion, weight, why="it rained")

    assert abs(after.valence - valence) <= MOOD_CHANGE + 1e-9
    assert abs(after.arousal - arousal) <= MOOD_CHANGE + 1e-9
    assert abs(emotion.valence - after.valence) <= abs(emotion.valence - valence) + 1e-9
    assert -1 <= after.arousal <= 1
    assert after.why == "it rained"


STANDING = Standing(other_id="hester", other_name="Hester", affinity=40, trust=70)
ALL = Secret(key="k", to=("hester",), affinity=40, trust=70, flag="lens-found")
FLAGS = frozenset({"lens-found"})


def test_everything_that_is_named_must_hold() -> None:
    """Anyone who meets every condition, each at its very edge, may be told."""
    assert ALL.may_be_told("hester", STANDING, FLAGS)


@pytest.mark.parametrize(
    ("standing", "flags", "who"),
    [
        (replace(STANDING, affinity=39), FLAGS, "hester"),
        (replace(STANDING, trust=69), FLAGS, "hester"),
        (STANDING, frozenset({"lens-lost"}), "hester"),
        (STANDING, frozenset[str](), "hester"),
        (STANDING, FLAGS, "wenna"),
    ],
)
def test_one_condition_that_fails_is_enough(
    standing: Standing, flags: frozenset[str], who: str
) -> None:
    """Anyone who lacks one thing is not told."""
    assert not ALL.may_be_told(who, standing, flags)


@pytest.mark.parametrize("to", ["HESTER", "Hester", "hester ", "Aunt Hester", "\uff48ester"])
def test_people_are_named_by_id_alone(to: str) -> None:
    """An id is compared as it stands: what looks like it, or is a name, names another."""
    assert Secret(key="k", to=("hester",)).may_be_told("hester", STANDING, ())
    assert not Secret(key="k", to=("hester",)).may_be_told(to, STANDING, ())
    assert not Secret(key="k", to=(to,)).may_be_told("hester", STANDING, ())


def test_a_secret_that_names_nothing_is_never_told() -> None:
    """Not to anybody, and not at any time."""
    secret = Secret(key="k")

    assert secret.is_absolute
    assert not secret.may_be_told("hester", STANDING, FLAGS)
    assert not secret.is_public(FLAGS)


@pytest.mark.parametrize(
    ("secret", "is_absolute"),
    [
        (Secret(key="k", to=("a",)), False),
        (Secret(key="k", affinity=0), False),
        (Secret(key="k", trust=0), False),
        (Secret(key="k", flag="f"), False),
        (Secret(key="k"), True),
    ],
)
def test_one_condition_makes_a_way_to_be_told(secret: Secret, *, is_absolute: bool) -> None:
    """A threshold of zero is a condition, too."""
    assert secret.is_absolute is is_absolute


def test_only_a_flag_alone_makes_a_secret_public() -> None:
    """Once it is set anybody may hear; with other conditions beside it nobody in particular."""
    public = Secret(key="k", flag="lens-found")

    assert public.is_public(FLAGS)
    assert not public.is_public(frozenset())
    assert not replace(public, trust=0).is_public(FLAGS)
    assert not replace(public, affinity=-100).is_public(FLAGS)
    assert not replace(public, to=("a",)).is_public(FLAGS)


def test_secrets_are_joined_once_each() -> None:
    """In the order in which they first come."""
    one, two = Secret(key="one"), Secret(key="two")

    assert joined((two, one), (), (one, two)) == (two, one)


def test_a_key_of_its_own_follows_from_the_words() -> None:
    """The same text has the same key everywhere, another text has another, and it tells nothing."""
    assert key_for("The crosses mark my casks.") == key_for("The crosses mark my casks.")
    assert key_for("The crosses mark my casks.") != key_for("The crosses mark her casks.")
    assert "cross" not in key_for("The crosses mark my casks.")


CREATED_AT = datetime(2026, 1, 2, tzinfo=UTC)
ID = WorldId("w")


def place(place_id: str, parent_id: str | None = None) -> Place:
    parent = None if parent_id is None else PlaceId(parent_id)
    return Place(id=PlaceId(place_id), world_id=ID, name=place_id, parent_id=parent, etag="7")


def test_bookkeeping_stays_behind() -> None:
    """Etags, genesis and times of creation are no part of a file; what authors wrote is."""
    wave = Affordance(name="wave", description="Wave.")
    world = World(
        id=ID,
        name="W",
        affordances=(wave,),
        genesis_id=TimelineId("tl_1"),
        etag="9",
        created_at=CREATED_AT,
        updated_at=CREATED_AT,
    )
    jon = Character(
        id=CharacterId("jon"),
        world_id=ID,
        persona=Persona(name="Jon"),
        place_id=PlaceId("mill"),
        created_at=CREATED_AT,
        updated_at=CREATED_AT,
    )

    file = gather(world, [place("mill")], [jon], {jon.id: [SeedMemory(text="You were born.")]})

    assert file.world == World(id=ID, name="W", affordances=(wave,), created_at=DEFAULT_START)
    assert file.places[0].etag == ""
    assert file.characters[0].place_id == "mill"
    assert file.memory_count == 1


def test_parents_come_before_their_parts() -> None:
    """However the store orders them, the walk through the tree is the same."""
    shuffled = [place("loft", "mill"), place("yard"), place("mill", "yard"), place("pond")]

    assert [found.id for found in parents_first(shuffled)] == ["yard", "mill", "loft", "pond"]


@pytest.mark.parametrize("parent", ["nowhere", "b"])
def test_a_place_that_hangs_from_no_root_is_refused(parent: str) -> None:
    """A missing parent and a ring of places would both vanish from the file."""
    with pytest.raises(ValueError, match="hangs from no root"):
        parents_first([place("a", parent), place("b", "a")])


GENESIS, PLAY, LOADED = TimelineId("tl_genesis"), TimelineId("tl_play"), TimelineId("tl_loaded")


def test_a_playthrough_stays_the_same_when_a_save_is_loaded() -> None:
    """It is the first timeline after genesis, from before its first record to behind any load."""
    begun = (Segment(GENESIS, 1, 4),)
    played = (*begun, Segment(PLAY, 5, 9))
    loaded = (*played, Segment(LOADED, 10, 12))

    assert playthrough(begun, PLAY) == playthrough(played, PLAY) == PLAY
    assert playthrough(loaded, LOADED) == playthrough(played, LOADED) == PLAY
    assert playthrough((), PLAY) == PLAY
