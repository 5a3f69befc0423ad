"""What words rest on, also those that the game puts into a character's mouth."""

from dataclasses import replace

from npcserver.model.character import Person
from npcserver.model.ids import CharacterId
from npcserver.model.record import Draft, RecordKind, Remembered
from npcserver.model.secret import Secret
from npcserver.ports.storage import UnitOfWork
from tests.fakes.dialogue_app import DialogueApp, new_dialogue_app
from tests.fakes.store_world import INN, MIRA, character, put, seen

BRAM = Person(id="bram", name="Bram", is_player=False)
DEBT = "Hester owes the bank sixty pounds."
SECRET = Secret(key="the-debt")


def kept_secret(draft: Draft, *players: str) -> Draft:
    assert isinstance(draft.body, Remembered)
    return replace(draft, body=replace(draft.body, secrets=(SECRET,), players=players))


async def opened() -> DialogueApp:
    """Open the parlour with Bram in it, who knows of a debt and of the weather."""
    here = await new_dialogue_app()

    async def work(unit: UnitOfWork) -> None:
        await unit.add_character(character(CharacterId("bram"), INN))

    await here.store.write(work)
    known = kept_secret(seen(DEBT, "bram"), "p7"), seen("It rains on the quay.", "bram")
    await put(here.store, *known, to=here.timeline)
    return here


async def bodies(here: DialogueApp, kind: RecordKind) -> dict[str, Remembered]:
    """Return what each holds of a kind, the latest, by mind."""
    found = await here.records(kind)
    return {one.subject_id: one.body for one in found if isinstance(one.body, Remembered)}


async def test_words_put_into_a_mouth_rest_on_what_its_owner_remembers() -> None:
    """With the secrets of that, and the players it stems from, in all who hear them."""
    here = await opened()
    await here.turn("You know, Hester owes the bank sixty pounds.", speaker=BRAM)

    said = (await bodies(here, RecordKind.LINE))["bram"]
    heard = (await bodies(here, RecordKind.UTTERANCE))[MIRA]

    assert said.evidence == (1,)
    assert said.secrets == heard.secrets == (SECRET,)
    assert said.players == heard.players == ("p7",)


async def test_words_about_something_else_rest_on_nothing() -> None:
    """Nor do those of a player, whatever characters remember."""
    here = await opened()
    await here.turn("Is there any cider left?", speaker=BRAM)
    said = (await bodies(here, RecordKind.LINE))["bram"]
    await here.turn(DEBT)
    heard = (await bodies(here, RecordKind.UTTERANCE))[MIRA]

    assert (said.evidence, said.secrets) == ((), ())
    assert (heard.evidence, heard.secrets, heard.players) == ((), (), ("p1",))


async def test_an_answer_rests_on_what_came_to_mind() -> None:
    """And not on what merely names who is there."""
    here = await new_dialogue_app()
    known = seen("Ann is a beekeeper."), seen("The key is under the mat.")
    await put(here.store, *known, to=here.timeline)
    here.steps = ["The key, Ann? It is under the mat."]
    await here.turn("Where is the key?")

    (said,) = (await bodies(here, RecordKind.LINE)).values()

    assert said.evidence == (2,)
