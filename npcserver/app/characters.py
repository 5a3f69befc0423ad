"""The use cases of `CharacterService` but for interviews."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from types import MappingProxyType
from typing import Annotated

from npcserver.app.authored import character_at
from npcserver.app.authoring import genesis
from npcserver.app.authoring.directory import load_people, resolve_persona, resolve_seeds
from npcserver.app.authoring.genesis import put_first_standings
from npcserver.app.authoring.world_review import PersonaDoubt, review_persona
from npcserver.app.context.commitments import commitments_of
from npcserver.app.context.extras import awaken_now
from npcserver.app.context.mindset import (
    Minds,
    Mindset,
    beliefs,
    bodies_of,
    latest,
    settled_standings,
    speaking,
    standing_of,
    standing_with,
    standings,
)
from npcserver.app.context.town_knowledge import in_words, known_places
from npcserver.app.idempotency import do_once, run_once
from npcserver.app.pagination import Page, ResultPage, cut_page
from npcserver.app.perception.presence import Presence, check_available, load_presences
from npcserver.app.thoughts.budgets import Budgets
from npcserver.model import limits
from npcserver.model.bounds import Identifier, Items, NumberRange, Seq, Text
from npcserver.model.character import (
    Attention,
    Availability,
    Character,
    People,
    Person,
    Persona,
    PersonaVersion,
    SeedMemory,
)
from npcserver.model.commitment import Commitment
from npcserver.model.day import Act, Step
from npcserver.model.errors import Conflict, InvalidInput, Reason
from npcserver.model.feelings import Belief, Standing
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId, slug
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.memory import memory_id
from npcserver.model.portrait import Portrait, portrait_of
from npcserver.model.record import Draft, RecordKind, Remembered, Source, subject_key
from npcserver.model.relation_axes import faded, moved_along
from npcserver.model.thought import Conversed, Spent
from npcserver.model.timeline import Vantage
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Append, RequestKey, UnitOfWork

_PERSONA = "character.persona"
_PLACES = 500
_COMMITMENTS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class MindView:
    """The state of a character, as far as it can be shown.

    `act` is what it does at that moment. `standings` are to all whom it knows of, the most familiar
    first; `beliefs` the strongest first. `conversation` is the open one. `surroundings` are
    sentences on the places it knows. `commitments` are the promises it made or was given, the open
    ones first.
    """

    mindset: Mindset
    act: Act | None = None
    standings: tuple[Standing, ...]
    beliefs: tuple[Belief, ...]
    conversation: Conversed | None = None
    surroundings: tuple[str, ...] = ()
    commitments: tuple[Commitment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CastMember:
    """A character, and in a timeline whether it takes part, what it does now, and where it is.

    These are None where no timeline was named.
    """

    character: Character
    availability: Availability | None = None
    step: Step | None = None
    current_place_id: PlaceId | None = None


@dataclass(frozen=True, slots=True)
class StoredSeeds:
    """The etag of a character's seed memories; `has_new_genesis` if not only some were added."""

    etag: str
    has_new_genesis: bool


def _etag(seeds: tuple[SeedMemory, ...]) -> str:
    return hashlib.sha256(repr(seeds).encode()).hexdigest()[:32]


class Characters:
    """The use cases of `CharacterService`."""

    def __init__(self, minds: Minds, clock: Clock, budgets: Budgets) -> None:
        self._minds = minds
        self._store = minds.store
        self._clock = clock
        self._budgets = budgets

    async def create(
        self,
        character: Character,
        seeds: Annotated[tuple[SeedMemory, ...], Items(limits.SEED_MEMORIES)] = (),
        key: RequestKey | None = None,
    ) -> Character:
        """Create a character and write its seed memories to the world's genesis."""
        return await run_once(
            self._store,
            key,
            Character,
            lambda unit: create_character(unit, character, seeds, self._clock),
        )

    async def get(self, world_id: WorldId, character_id: CharacterId) -> Character:
        """Return a character with its present persona. Raises `NotFound`."""
        async with self._store.read() as reader:
            return await reader.character(world_id, character_id)

    async def list(self, world_id: WorldId, page: Page) -> ResultPage[Character]:
        """Return a page of a world's characters, by id."""
        async with self._store.read() as reader:
            await reader.world(world_id)
            found = await reader.characters(world_id, page.size + 1, page.cursor)
        return cut_page(found, page, lambda character: character.id)

    async def cast(
        self, *, world_id: WorldId, page: Page, timeline_id: TimelineId | None = None
    ) -> ResultPage[CastMember]:
        """Return a page of a world's characters by id, with their state in a timeline of it."""
        found = await self.list(world_id, page)
        present: Mapping[str, Presence] = {}
        acts: dict[str, Act] = {}
        if timeline_id is not None:
            async with self._store.read() as reader:
                view = await reader.head(timeline_id)
                if view.timeline.world_id != world_id:
                    raise InvalidInput("timeline_id", f"is no timeline of world {world_id!r}")
                present = await load_presences(reader, view)
                acts = bodies_of(await view.latest_by_subject(RecordKind.ACT), Act)
                now = await view.game_time()
                acts = {who: act for who, act in acts.items() if now < act.ends_at}
                acts |= {who: one.act for who, one in present.items() if one.act is not None}
        items = tuple(
            CastMember(
                character=one,
                availability=present[one.id].availability if one.id in present else None,
                step=acts[one.id].step if one.id in acts else None,
                current_place_id=present[one.id].place_id if one.id in present else None,
            )
            for one in found.items
        )
        return ResultPage(items, found.next_cursor)

    async def edit(
        self,
        *,
        world_id: WorldId,
        character_id: CharacterId,
        apply: Callable[[Character], Character],
        if_etag: str = "",
        key: RequestKey | None = None,
    ) -> Character:
        """Change a character; a changed persona becomes a new version."""

        async def work(unit: UnitOfWork) -> Character:
            before = await unit.character(world_id, character_id)
            after = apply(before)
            await check_places(unit, after)
            people = await load_people(unit, world_id)
            persona = resolve_persona(after.persona, people, _PERSONA, before=before.persona)
            spoken = speaking(replace(after, persona=persona), await unit.world(world_id))
            return await unit.put_character(
                replace(spoken, updated_at=self._clock.now()), if_etag=if_etag
            )

        return await run_once(self._store, key, Character, work)

    async def delete(
        self,
        world_id: WorldId,
        character_id: CharacterId,
        *,
        if_etag: str = "",
        key: RequestKey | None = None,
    ) -> None:
        """Delete a character; what it did stays in the timelines."""
        await do_once(
            self._store,
            key,
            lambda unit: unit.delete_character(world_id, character_id, if_etag=if_etag),
        )

    async def versions(
        self, world_id: WorldId, character_id: CharacterId, page: Page
    ) -> ResultPage[PersonaVersion]:
        """Return a page of persona versions, newest first."""
        before = int(page.cursor) if page.cursor else None
        async with self._store.read() as reader:
            await reader.character(world_id, character_id)
            found = await reader.persona_versions(world_id, character_id, page.size + 1, before)
        return cut_page(found, page, lambda version: str(version.version))

    async def portraits(self, world_id: WorldId) -> Mapping[str, str]:
        """Return the digests of the portraits of a world, by the ids of the characters."""
        async with self._store.read() as reader:
            return await reader.portraits(world_id)

    async def portrait(self, world_id: WorldId, character_id: CharacterId) -> Portrait:
        """Return the picture of a character. Raises `NotFound`, `InvalidInput` without one."""
        async with self._store.read() as reader:
            await reader.character(world_id, character_id)
            found = await reader.portrait(world_id, character_id)
        if found is None:
            raise InvalidInput("character_id", f"{character_id!r} has no portrait; choose a file")
        return found

    async def put_portrait(
        self, world_id: WorldId, character_id: CharacterId, content: bytes
    ) -> None:
        """Store the picture of a character, or take it away without content.

        Raises `NotFound`, and `InvalidInput` for what is no PNG, JPEG or WebP of bounded size.
        """
        nothing = Portrait(character_id=character_id, media_type="", content=b"")
        wanted = portrait_of(character_id, content) if content else nothing

        async def work(unit: UnitOfWork) -> None:
            await unit.character(world_id, character_id)
            await unit.put_portrait(world_id, wanted)

        await self._store.write(work)

    async def people(self, world_id: WorldId) -> People:
        """Return the ids and names of a world's characters. Raises `NotFound`."""
        async with self._store.read() as reader:
            await reader.world(world_id)
            return await load_people(reader, world_id)

    async def review(
        self, world_id: WorldId, character_id: CharacterId, persona: Persona
    ) -> tuple[PersonaDoubt, ...]:
        """Return what its author should look at in a persona that a character may get."""
        async with self._store.read() as reader:
            world = await reader.world(world_id)
            people = await load_people(reader, world_id)
            seeds = (await genesis.load_seeds(reader, world, [character_id]))[character_id]
        spoken = replace(persona, language=persona.language or world.language)
        return review_persona(spoken, seeds, people)

    async def seeds(
        self, world_id: WorldId, character_id: CharacterId, page: Page
    ) -> tuple[ResultPage[SeedMemory], str]:
        """Return a page of a character's seed memories as they happened, and the etag of all."""
        async with self._store.read() as reader:
            await reader.character(world_id, character_id)
            world = await reader.world(world_id)
            found = (await genesis.load_seeds(reader, world, [character_id]))[character_id]
        after = int(page.cursor or 0)
        numbered = tuple(enumerate(found[after : after + page.size + 1], after + 1))
        cut = cut_page(numbered, page, lambda one: str(one[0]))
        return ResultPage(tuple(seed for _, seed in cut.items), cut.next_cursor), _etag(found)

    async def put_seeds(
        self,
        *,
        world_id: WorldId,
        character_id: CharacterId,
        seeds: Annotated[tuple[SeedMemory, ...], Items(limits.SEED_MEMORIES)] = (),
        if_etag: str = "",
        key: RequestKey | None = None,
    ) -> "StoredSeeds":
        """Replace a character's seed memories; timelines that exist keep what they had.

        Raises `NotFound`, or `Conflict` (ETAG_MISMATCH).
        """

        async def work(unit: UnitOfWork) -> StoredSeeds:
            world = await unit.world(world_id)
            await unit.character(world_id, character_id)
            kept = (await genesis.load_seeds(unit, world, [character_id]))[character_id]
            if if_etag not in ("", _etag(kept)):
                raise Conflict(
                    f"the seed memories of {character_id!r} were changed since they were read; "
                    "list them again and decide again",
                    Reason.ETAG_MISMATCH,
                    kind="seed memories",
                )
            people = await load_people(unit, world_id)
            wanted = resolve_seeds(seeds, people, "seed_memories")
            _, _, is_new = await genesis.put_seeds(unit, world, {character_id: wanted}, self._clock)
            await put_first_standings(unit, await unit.world(world_id))
            return StoredSeeds(_etag(wanted), is_new)

        return await run_once(self._store, key, StoredSeeds, work)

    async def whisper(
        self,
        *,
        timeline_id: TimelineId,
        character_id: CharacterId,
        text: Annotated[str, Text(limits.MEMORY)],
        key: RequestKey | None = None,
    ) -> str:
        """Plant a memory that the character takes for its own thought; return the memory's id.

        It is a directive: a character that is not dormant plans again.
        """
        async with self._store.read() as reader:
            view = await reader.head(timeline_id)
            await reader.character(view.timeline.world_id, character_id)
            here = (await load_presences(reader, view))[character_id]
            check_available(here)
            tier = await self._minds.attention_of(view, character_id)
        if here.is_extra:
            await awaken_now(self._store, timeline_id, (character_id,))
        is_dormant = tier is Attention.DORMANT
        wanted = (JobKind.DIGEST,) if is_dormant else (JobKind.DIGEST, JobKind.PLAN)
        appended = await self._store.append(
            Append(
                timeline_id,
                (
                    Draft(
                        RecordKind.WHISPER,
                        Remembered(source=Source.INNER_VOICE),
                        character_id,
                        text=text,
                    ),
                ),
                jobs=tuple(JobDraft(kind, timeline_id, character_id) for kind in wanted),
                key=key,
            )
        )
        return memory_id(timeline_id, appended.first)

    async def move_standing(  # noqa: PLR0913 - the axes of a standing
        self,
        *,
        timeline_id: TimelineId,
        character_id: CharacterId,
        other_id: Annotated[str, Identifier()],
        affinity: Annotated[int, NumberRange(-200, 200)] = 0,
        trust: Annotated[int, NumberRange(-100, 100)] = 0,
        familiarity: Annotated[int, NumberRange(-100, 100)] = 0,
        axes: Mapping[str, int] = MappingProxyType({}),
        key: RequestKey | None = None,
    ) -> Standing:
        """Move how a character stands to another by what the game says, and return how it stands.

        Raises `NotFound`, and `InvalidInput` for an axis that the world does not declare.
        """
        if other_id == character_id:
            raise InvalidInput("other_id", "is the character itself; name somebody else")

        async def work(unit: UnitOfWork) -> Standing:
            view = await unit.head(timeline_id)
            world = await unit.world(view.timeline.world_id)
            character = await character_at(unit, view, character_id)
            for name in set(axes) - {one.name for one in world.axes}:
                there = ", ".join(one.name for one in world.axes) or "none"
                raise InvalidInput("axes", f"{name!r} is no axis of this world; it has: {there}")
            known = (await load_presences(unit, view)).get(other_id)
            other = Person(id=other_id, name="") if known is None else known.person
            before = await standing_with(view, character, other, world.axes)
            set_off = before.set_off(affinity=affinity, trust=trust, familiarity=familiarity)
            moved = moved_along(set_off, world.axes, axes)
            subject = subject_key(character_id, other_id)
            await unit.append(Append(timeline_id, (Draft(RecordKind.RELATION, moved, subject),)))
            return moved

        return await run_once(self._store, key, Standing, work)

    async def mind(
        self, timeline_id: TimelineId, character_id: CharacterId, seq: Seq | None = None
    ) -> MindView:
        """Return a character's state as of `seq`, by default the head. Raises `NotFound`."""
        async with self._minds.store.read() as reader:
            head = (await reader.timeline(timeline_id)).vantage
            view = await reader.at(head if seq is None else Vantage(timeline_id, seq))
            mindset = await self._minds.load_at(reader, view, character_id)
            moved = await standings(view, character_id, mindset.world.axes)
            known = await known_places(reader, view, mindset.world, mindset.character)
            act, now = mindset.situation.act, mindset.situation.now
            talk = await latest(view, RecordKind.CONVERSATION, character_id, Conversed)
            return MindView(
                mindset=mindset,
                act=act if act is not None and now < act.ends_at else None,
                standings=_everybody(mindset, moved),
                beliefs=await beliefs(view, character_id),
                conversation=talk if talk is not None and not talk.is_over else None,
                surroundings=in_words(known[:_PLACES], mindset.language),
                commitments=(await commitments_of(view, character_id))[:_COMMITMENTS],
            )

    async def day_spending(self, timeline_id: TimelineId, seq: Seq | None = None) -> Spent | None:
        """Return what the game day has cost a timeline; None for nothing. Raises `NotFound`.

        At the head that is all that is known of it, at an earlier `seq` the accounts in the log.
        """
        async with self._minds.store.read() as reader:
            head = (await reader.timeline(timeline_id)).vantage
            view = await reader.at(head if seq is None else Vantage(timeline_id, seq))
            spent = await latest(view, RecordKind.SPENDING, "", Spent)
            today = (await view.game_time()).date().isoformat()
        if view.vantage == head:
            return await self._budgets.standing(timeline_id)
        return spent if spent is not None and spent.day == today else None


async def create_character(
    unit: UnitOfWork, character: Character, seeds: tuple[SeedMemory, ...], clock: Clock
) -> Character:
    """Add a character; an empty id is made from its name.

    If a character of that id was deleted before, the world's genesis is renewed without its seeds,
    so that no new character gets the memories of an old one.
    """
    world = await unit.world(character.world_id)
    await check_places(unit, character)
    people = await load_people(unit, world.id)
    now, spoken = clock.now(), speaking(character, world)
    new = replace(
        spoken,
        id=character.id or CharacterId(slug(character.name)),
        persona=resolve_persona(spoken.persona, people, _PERSONA),
        created_at=now,
        updated_at=now,
    )
    seeds = resolve_seeds(seeds, people, "seed_memories")
    has_earlier_seeds = bool((await genesis.load_seeds(unit, world, [new.id]))[new.id])
    if has_earlier_seeds:
        world = await genesis.replace_genesis(unit, world, {new.id: ()}, clock)
    await genesis.add_seeds(unit, world, new.id, seeds)  # first, so that its note has them
    await unit.add_character(new)
    await put_first_standings(unit, world, None if has_earlier_seeds else (new.id,))
    return await unit.character(world.id, new.id)


async def check_places(unit: UnitOfWork, character: Character) -> None:
    """Raise `NotFound` unless the places that a character names exist."""
    named = [character.place_id, *character.knows]
    for place_id in dict.fromkeys(one for one in named if one is not None):
        await unit.place(character.world_id, place_id)


def _everybody(mindset: Mindset, moved: Mapping[str, Standing]) -> tuple[Standing, ...]:
    """Return the recorded standings, and authored ones to people without a record."""
    moved = settled_standings(mindset.character, moved)
    found = list(moved.values())
    for relation in mindset.character.persona.relations:
        known = mindset.present.get(relation.to_id)
        # People an author wrote of without adding them to the world have a name and no id.
        other = Person(id=relation.to_id, name=relation.to) if known is None else known.person
        if relation.to_id not in moved:
            found.append(faded(standing_of(relation, other), mindset.world.axes, timedelta(0)))
    return tuple(sorted(found, key=lambda one: (-one.familiarity, one.other_name, one.other_id)))
