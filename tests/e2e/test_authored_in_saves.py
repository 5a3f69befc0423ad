"""What authors change reaches into old saves as docs/saves.md says, and no further."""

import npcclient
from npcclient import messages

from npcserver.model.errors import Reason
from npcserver.v1 import character_service_pb2, memory_service_pb2, timeline_service_pb2
from tests.fakes.server import LoopbackServer, get_mind
from tests.fakes.wires import read_refusal


async def saved(tavern: LoopbackServer) -> tuple[str, str]:
    """Return a timeline in which Mira saw something, and a save of it."""
    timeline = await tavern.open("Mira", "Jon")
    async with npcclient.connect(f"127.0.0.1:{tavern.port}") as npc:
        await npc.play.observe(
            timeline, [messages.Observation(text="The lamp fell.", witness_ids=["mira"])]
        )
    request = timeline_service_pb2.SaveRequest(timeline_id=timeline)
    return timeline, (await tavern.timelines.Save(request)).save.save_id


async def load(tavern: LoopbackServer, save: str) -> str:
    loaded = await tavern.timelines.Load(timeline_service_pb2.LoadRequest(save_id=save))
    return loaded.timeline.timeline_id


def mira(seed: str = "") -> character_service_pb2.CreateCharacterRequest:
    seeds = [character_service_pb2.SeedMemory(text=seed)] if seed else []
    return character_service_pb2.CreateCharacterRequest(
        character=character_service_pb2.Character(
            world_id="harbour",
            character_id="mira",
            persona=character_service_pb2.Persona(name="Mira"),
            place_id="inn",
        ),
        seed_memories=seeds,
    )


async def remembered(tavern: LoopbackServer, timeline: str) -> list[str]:
    request = memory_service_pb2.ListMemoriesRequest(timeline_id=timeline, character_id="mira")
    return [memory.text for memory in (await tavern.memories.ListMemories(request)).memories]


async def test_a_relation_that_play_did_not_move_is_the_authors_of_now(
    tavern: LoopbackServer,
) -> None:
    """Also at the position of a save made before."""
    timeline, _ = await saved(tavern)
    before = await get_mind(tavern, timeline, seq=1)

    request = character_service_pb2.UpdateCharacterRequest(character=mira().character)
    request.character.persona.relations.add(to="Jon", affinity=-90)
    request.update_mask.paths.append("persona.relations")
    await tavern.characters.UpdateCharacter(request)
    after = await get_mind(tavern, timeline, seq=1)

    assert list(before.relations) == []
    assert [one.affinity for one in after.relations] == [-90]


async def test_a_character_that_comes_back_has_its_old_saves_back(tavern: LoopbackServer) -> None:
    """Deleted it is gone from them; new timelines begin with what its new author wrote alone."""
    timeline, save = await saved(tavern)
    deletion = character_service_pb2.DeleteCharacterRequest(world_id="harbour", character_id="mira")
    await tavern.characters.DeleteCharacter(deletion)
    gone = await read_refusal(remembered(tavern, await load(tavern, save)))
    await tavern.characters.CreateCharacter(mira("You keep the lamp."))

    assert gone.reason == Reason.CHARACTER_NOT_FOUND
    assert await remembered(tavern, await load(tavern, save)) == ["The lamp fell."]
    assert await remembered(tavern, timeline) == ["The lamp fell."]
    assert await remembered(tavern, await tavern.start()) == ["You keep the lamp."]
