"""What a server keeps, put into the form of a file; and what a lineage says of its origin."""

from datetime import UTC, datetime

import pytest

from npcserver.model.affordance import Affordance
from npcserver.model.character import Character, Persona, SeedMemory
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.timeline import Segment, playthrough
from npcserver.model.world import DEFAULT_START, Place, World
from npcserver.model.worldfile import gather, parents_first

NOW = datetime(2026, 1, 2, tzinfo=UTC)
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
        created_at=NOW,
        updated_at=NOW,
    )
    jon = Character(
        id=CharacterId("jon"),
        world_id=ID,
        persona=Persona(name="Jon"),
        place_id=PlaceId("mill"),
        created_at=NOW,
        updated_at=NOW,
    )

    file = gather(world, [place("mill")], [jon], {jon.id: [SeedMemory(text="You were born.")]})

    assert file.world == World(id=ID, name="W", affordances=(wave,), created_at=DEFAULT_START)
    assert file.affordances == (wave,)
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
