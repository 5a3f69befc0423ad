"""First standings in real databases: written at import, once, and never over what play moved."""

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.files import parse_world
from npcserver.app.context.mindset import standing_with
from npcserver.app.timelines import Timelines
from npcserver.app.world_files import WorldFiles
from npcserver.model.character import Person
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.record import Draft, RecordKind, subject_key
from npcserver.ports.storage import Append, Store
from npcserver.prompts.situation import attitude_view
from tests.conftest import opened
from tests.fakes.prompt_inputs import day_situation

QUAY = WorldId("quay")
NELL, OWEN, SAL = (
    Person(id="nell", name="Nell Harker"),
    Person(id="owen", name="Owen Harker"),
    Person(id="sal", name="Sal Dunmore"),
)
FILE = """
format: npcserver/world/1
world: {id: quay, name: The Quay}
characters:
  - id: nell
    name: Nell Harker
    memories: [{text: "Owen Harker is your husband."}, {text: "You think Sal is annoying."}]
  - id: owen
    name: Owen Harker
    relations: [{to: nell, view: The one he rows home to., affinity: 20}]
    memories: [{text: "Nell Harker is your wife."}, {text: "The light was built by Sal Dunmore."}]
  - {id: sal, name: Sal Dunmore}
"""


async def _put(store: Store, text: str = FILE) -> None:
    await WorldFiles(store, SystemClock()).put(parse_world(text, "quay.yaml"))


async def _start(store: Store) -> TimelineId:
    return (await Timelines(store, SystemClock()).start(QUAY)).id


async def _standing(store: Store, timeline: TimelineId, mind: Person, other: Person) -> Standing:
    async with store.read() as reader:
        character = await reader.character(QUAY, CharacterId(mind.id))
        return await standing_with(await reader.head(timeline), character, other)


async def _genesis_head(store: Store) -> int:
    async with store.read() as reader:
        return (await reader.timeline((await reader.world(QUAY)).genesis_id)).head


async def test_a_world_begins_with_the_standings_its_memories_state(database: str) -> None:
    """Kin, dislike and a mere name; the author's relation stands, and importing again adds none."""
    async with opened(database) as store:
        await _put(store)
        head = await _genesis_head(store)
        await _put(store)
        assert await _genesis_head(store) == head
        timeline = await _start(store)
        husband = await _standing(store, timeline, NELL, OWEN)
        annoying = await _standing(store, timeline, NELL, SAL)
        wife = await _standing(store, timeline, OWEN, NELL)
        builder = await _standing(store, timeline, OWEN, SAL)
        stranger = await _standing(store, timeline, SAL, NELL)

    assert (husband.familiarity, husband.affinity) == (95, 70)
    assert husband.view == "Owen Harker is your husband."
    assert annoying.affinity < 0 < annoying.familiarity
    assert (wife.affinity, wife.view) == (20, "The one he rows home to.")
    shown = [
        attitude_view(one, day_situation()).acquaintance
        for one in (husband, annoying, wife, builder, stranger)
    ]
    assert shown == ["close", "known", "known", "named", "stranger"]


async def test_what_play_moved_and_what_an_author_adds_stay(database: str) -> None:
    """A relation written later counts at once; a running game keeps what it came to."""
    async with opened(database) as store:
        await _put(store)
        timeline = await _start(store)
        moved = (await _standing(store, timeline, NELL, OWEN)).moved(affinity=-10, view="Cross.")
        subject = subject_key(NELL.id, OWEN.id)
        draft = Draft(kind=RecordKind.RELATION, subject_id=subject, body=moved)
        await store.append(Append(timeline_id=timeline, drafts=(draft,)))
        relation = '    relations: [{to: sal, view: "A rival, and fair.", affinity: 5}]\n'
        await _put(
            store,
            FILE.replace('    memories: [{text: "Owen', relation + '    memories: [{text: "Owen'),
        )

        assert await _standing(store, timeline, NELL, OWEN) == moved
        assert (moved.affinity, moved.is_first) == (60, False)
        assert (await _standing(store, timeline, NELL, SAL)).view == "A rival, and fair."
        again = await _start(store)
        assert (await _standing(store, again, NELL, SAL)).affinity == 5
        assert (await _standing(store, again, NELL, OWEN)).affinity == 70
