"""What an author is told to look at in a world that is valid."""

import pytest

from npcserver.app.world_files import review
from npcserver.model.character import Persona, Relation, SeedMemory
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.lore import Book
from npcserver.model.secret import Secret
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Role, WorldFile

LEDGER = "You hid the ledger in the flour, behind the third barrel."


def world(text: str = LEDGER, **persona: object) -> WorldFile:
    seed = SeedMemory(text=text, secret=Secret(key="ledger"))
    role = Role(
        id=CharacterId("eve"),
        persona=Persona(name="Eve", **persona),  # type: ignore[arg-type]
        memories=(seed,),
    )
    return WorldFile(world=World(id=WorldId("mill"), name="Mill"), characters=(role,))


@pytest.mark.parametrize(
    ("text", "persona", "field"),
    [
        (LEDGER, {"currently": "Fears for the ledger in the flour."}, "currently"),
        (LEDGER, {"background": "Old. She hid a ledger behind the third barrel."}, "background"),
        (LEDGER, {"goals": ("Bake", "Keep the ledger hidden in the flour")}, "goals[1]"),
        (LEDGER, {"greetings": ("The ledger? I hid it in the flour!",)}, "greetings[0]"),
        ("你把账本藏在面粉桶后面。", {"background": "她把账本藏在面粉桶后面。"}, "background"),
    ],
)
def test_an_open_field_that_states_a_secret_is_told(
    text: str, persona: dict[str, object], field: str
) -> None:
    """Whatever field it is, in English and in Chinese, with the key of the secret."""
    (told,) = review(world(text, **persona))

    assert told.startswith(f"eve.{field} states what the secret 'ledger' keeps")


@pytest.mark.parametrize(
    "background",
    [
        "Bakes for the whole village, and buys her flour at the mill.",
        "Keeps a ledger of what everybody owes her.",
        "Eve is the third of three sisters.",
    ],
)
def test_what_only_touches_a_secret_is_not(background: str) -> None:
    """A word in common is no secret told."""
    assert review(world(background=background)) == ()


def test_an_open_memory_is_no_secret() -> None:
    """A persona may say what anybody may be told."""
    open_world = world(background=LEDGER)
    (role,) = open_world.characters
    role = Role(id=role.id, persona=role.persona, memories=(SeedMemory(text=LEDGER),))

    assert review(WorldFile(world=open_world.world, characters=(role,))) == ()


def test_owners_and_readers_who_are_nobody_are_told() -> None:
    """Those that came over the wire or by hand; a file with such is refused."""
    file = WorldFile(
        world=World(id=WorldId("mill"), name="Mill"),
        places=(
            Place(
                id=PlaceId("yard"),
                world_id=WorldId("mill"),
                name="Yard",
                owner_ids=(CharacterId("eva"),),
            ),
        ),
        characters=(
            Role(
                id=CharacterId("eve"),
                persona=Persona(name="Eve", relations=(Relation(to="Ann", view="", to_id="p-1"),)),
            ),
        ),
        books=(Book(id="b", world_id=WorldId("mill"), title="B", readers=("zoe",)),),
    )

    assert review(file) == (
        "book b: the reader 'zoe' is nobody here; remove it",
        "place yard: the owner 'eva' is nobody here; did you mean 'eve'?",
    )
