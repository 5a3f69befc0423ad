"""First standings in the genesis of a world: how its characters stand as a story begins."""

from collections.abc import Collection

from npcserver.app.authoring import genesis
from npcserver.mind.first_standings import Names, Seed, first_standings
from npcserver.model.character import Character
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId
from npcserver.model.record import Draft, Record, RecordKind, Remembered, facet
from npcserver.model.world import World
from npcserver.ports.storage import Append, UnitOfWork
from npcserver.ports.view import View

_ALL = 1_000_000


async def put_first_standings(
    unit: UnitOfWork, world: World, only: Collection[CharacterId] | None = None
) -> int:
    """Write how characters stand to those their seed memories name, and return how many are new.

    Of all characters of the world, or `only` of some. What stands there already is not written
    again. Timelines see what was written before they began, and what play moves there stays.
    """
    people = {str(one.id): one.name for one in await unit.roster(world.id)}
    names = Names(people)
    view = await unit.at((await unit.timeline(world.genesis_id)).vantage)
    drafts: list[Draft] = []
    for mind in people:
        if only is None or mind in only:
            character = await unit.character(world.id, CharacterId(mind))
            drafts += await _changes(view, character, names, people)
    if drafts:
        await unit.append(Append(timeline_id=world.genesis_id, drafts=tuple(drafts)))
    return len(drafts)


async def _changes(
    view: View, character: Character, names: Names, people: dict[str, str]
) -> list[Draft]:
    seeds = tuple(_seed(record) for record in await genesis.seed_records(view, character.id))
    kept = {
        record.body.other_id: record.body
        for record in (
            await view.latest_by_subject(RecordKind.RELATION, facet(character.id, ""))
        ).values()
        if isinstance(record.body, Standing)
    }
    wanted = {one.other_id: one for one in first_standings(character, seeds, names, people)}
    authored = {relation.to_id for relation in character.persona.relations}
    for other, standing in kept.items():
        if other not in wanted and other not in authored:  # such as a name that two have by now
            stranger = Standing(other_id=other, other_name=standing.other_name, is_first=True)
            wanted[other] = stranger
    return [
        Draft(kind=RecordKind.RELATION, subject_id=facet(character.id, other), body=standing)
        for other, standing in sorted(wanted.items())
        if kept.get(other) != standing
    ]


def _seed(record: Record) -> Seed:
    body = record.body
    is_secret = isinstance(body, Remembered) and bool(body.secrets)
    return Seed(seq=record.seq, text=record.text, is_secret=is_secret)
