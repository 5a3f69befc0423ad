"""Characters: who they are, which versions of them there were, and their inner voice."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from npcserver.app.authoring import genesis
from npcserver.app.authoring.acquaintance import put_first_standings
from npcserver.app.authoring.addressing import people_of, seeds_with_ids, with_ids
from npcserver.app.broadcast import Broadcast
from npcserver.app.context.mindset import latest
from npcserver.app.once import once
from npcserver.app.paging import Page, Paged, cut
from npcserver.model.attention import Attention
from npcserver.model.character import Character, PersonaVersion, SeedMemory
from npcserver.model.ids import CharacterId, TimelineId, WorldId, slug
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.memory import memory_id
from npcserver.model.record import Attended, Draft, RecordKind, Remembered, Source
from npcserver.model.world import World
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Append, RequestKey, Store, UnitOfWork

_PERSONA = "character.persona"


@dataclass(frozen=True, slots=True, kw_only=True)
class EditCharacter:
    """A change of a character; with `if_etag` only if nobody changed it since."""

    world_id: WorldId
    character_id: CharacterId
    apply: Callable[[Character], Character]
    if_etag: str = ""
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Whisper:
    """An inner voice for one character."""

    timeline_id: TimelineId
    character_id: CharacterId
    text: str
    key: RequestKey | None = None


class Characters:
    """The use cases of `CharacterService`."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        broadcast: Broadcast,
        *,
        attention: Attention = Attention.BACKGROUND,
    ) -> None:
        self._store = store
        self._clock = clock
        self._broadcast = broadcast
        self._attention = attention

    async def create(
        self,
        character: Character,
        seeds: tuple[SeedMemory, ...] = (),
        key: RequestKey | None = None,
    ) -> Character:
        """Create a character and write its seed memories to the world's genesis."""

        async def work(unit: UnitOfWork) -> Character:
            return await create_character(unit, character, seeds, self._clock)

        return await once(self._store, key, Character, work)

    async def get(self, world_id: WorldId, character_id: CharacterId) -> Character:
        """Return a character with its present persona. Raises `NotFound`."""
        async with self._store.read() as reader:
            return await reader.character(world_id, character_id)

    async def list(self, world_id: WorldId, page: Page) -> Paged[Character]:
        """Return a page of a world's characters, by id."""
        async with self._store.read() as reader:
            await reader.world(world_id)
            found = await reader.characters(world_id, page.size + 1, page.cursor)
        return cut(found, page, lambda character: character.id)

    async def edit(self, edit: EditCharacter) -> Character:
        """Change a character; a changed persona becomes a new version."""

        async def work(unit: UnitOfWork) -> Character:
            before = await unit.character(edit.world_id, edit.character_id)
            after = edit.apply(before)
            await _check_places(unit, after)
            people = await people_of(unit, edit.world_id)
            persona = with_ids(after.persona, people, _PERSONA, before=before.persona)
            spoken = _with_language(
                replace(after, persona=persona), await unit.world(edit.world_id)
            )
            return await unit.put_character(
                replace(spoken, updated_at=self._clock.now()), if_etag=edit.if_etag
            )

        return await once(self._store, edit.key, Character, work)

    async def delete(
        self,
        world_id: WorldId,
        character_id: CharacterId,
        *,
        if_etag: str = "",
        key: RequestKey | None = None,
    ) -> None:
        """Delete a character; what it did stays in the timelines."""

        async def work(unit: UnitOfWork) -> bool:
            await unit.delete_character(world_id, character_id, if_etag=if_etag)
            return True

        await once(self._store, key, bool, work)

    async def versions(
        self, world_id: WorldId, character_id: CharacterId, page: Page
    ) -> Paged[PersonaVersion]:
        """Return a page of persona versions, newest first."""
        before = int(page.cursor) if page.cursor else None
        async with self._store.read() as reader:
            await reader.character(world_id, character_id)
            found = await reader.persona_versions(world_id, character_id, page.size + 1, before)
        return cut(found, page, lambda version: str(version.version))

    async def whisper(self, whisper: Whisper) -> str:
        """Plant a memory the character takes for its own thought; return the memory's id.

        It is a directive: whoever does anything of its own accord plans anew.
        """
        async with self._store.read() as reader:
            view = await reader.head(whisper.timeline_id)
            await reader.character(view.timeline.world_id, whisper.character_id)
            tier = await latest(view, RecordKind.ATTENTION, whisper.character_id, Attended)
        is_dormant = (tier.attention if tier else self._attention) is Attention.DORMANT
        wanted = (JobKind.DIGEST,) if is_dormant else (JobKind.DIGEST, JobKind.PLAN)
        appended = await self._store.append(
            Append(
                timeline_id=whisper.timeline_id,
                drafts=(
                    Draft(
                        kind=RecordKind.WHISPER,
                        subject_id=whisper.character_id,
                        text=whisper.text,
                        body=Remembered(source=Source.INNER_VOICE),
                    ),
                ),
                jobs=tuple(
                    JobDraft(kind, whisper.timeline_id, whisper.character_id) for kind in wanted
                ),
                key=whisper.key,
            )
        )
        self._broadcast.announce(whisper.timeline_id)
        return memory_id(whisper.timeline_id, appended.first)


async def create_character(
    unit: UnitOfWork, character: Character, seeds: tuple[SeedMemory, ...], clock: Clock
) -> Character:
    """Add a character; an empty id is made from its name.

    If one of that id was deleted before, the world begins afresh without its seeds: nobody is born
    with the memories of somebody else.
    """
    world = await unit.world(character.world_id)
    await _check_places(unit, character)
    people = await people_of(unit, world.id)
    now, spoken = clock.now(), _with_language(character, world)
    new = replace(
        spoken,
        id=character.id or CharacterId(slug(character.name)),
        persona=with_ids(spoken.persona, people, _PERSONA),
        created_at=now,
        updated_at=now,
    )
    seeds = seeds_with_ids(seeds, people, "seed_memories")
    has_earlier_seeds = bool(await genesis.seeds_of(unit, world, new.id))
    if has_earlier_seeds:
        world = await genesis.renew(unit, world, {new.id: ()}, clock)
    await unit.add_character(new)
    await genesis.sow(unit, world, new.id, seeds)
    await put_first_standings(unit, world, None if has_earlier_seeds else (new.id,))
    return await unit.character(world.id, new.id)


async def _check_places(unit: UnitOfWork, character: Character) -> None:
    """Raise `NotFound` for a place that the world does not have."""
    named = [character.place_id, *character.knows]
    for place_id in dict.fromkeys(one for one in named if one is not None):
        await unit.place(character.world_id, place_id)


def _with_language(character: Character, world: World) -> Character:
    """Let a character whose author names no language speak its world's."""
    if character.persona.language:
        return character
    return replace(character, persona=replace(character.persona, language=world.language))
