"""The characters that are spoken to: read once for each revision of a world, and kept."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from cachetools import LRUCache

from npcserver.aio import beside
from npcserver.app.authored import drafts_in_force, roster_at, with_draft
from npcserver.app.context.mindset import speaking
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.idempotency import TakenBeforeError, replayed, turn_answered
from npcserver.app.perception.presence import (
    Presence,
    check_speaker,
    load_gone,
    load_presences,
    locate_people,
)
from npcserver.model.character import Character
from npcserver.model.errors import InvalidInput, NotFound, NotPossibleNow
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.world import WorldRevision
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View

_LOOKUPS = 32  # in one read: of hundreds that go on at one time each is late
_KNOWN_AT_MOST = 20_000


@dataclass(frozen=True, slots=True)
class AuthoredCharacter:
    """A character with the language of its world, and who else is authored there.

    Both are as in a `revision` of the world; None where that is not known.
    """

    character: Character
    revision: WorldRevision | None = None
    cast: Mapping[str, Presence] = field(default_factory=dict)


class KnownCharacters:
    """The characters that were spoken to, each read once for each revision of its world.

    One that is known in one timeline is known in all timelines of its world, so a turn of a new
    timeline can be answered without a read, and while the database does not answer.
    """

    def __init__(self) -> None:
        self._worlds: LRUCache[TimelineId, WorldId] = LRUCache(_KNOWN_AT_MOST)
        self._known: LRUCache[tuple[WorldId, CharacterId], AuthoredCharacter] = LRUCache(
            _KNOWN_AT_MOST
        )
        self._drafted: LRUCache[tuple[TimelineId, CharacterId], Character] = LRUCache(
            _KNOWN_AT_MOST
        )

    def note_timeline(self, timeline_id: TimelineId, world_id: WorldId) -> None:
        """Remember of which world a timeline is."""
        self._worlds[timeline_id] = world_id

    def note(self, timeline_id: TimelineId, character: Character) -> None:
        """Remember a character as a turn has read it."""
        world_id = character.world_id
        self.note_timeline(timeline_id, world_id)
        if self._note_draft(timeline_id, character):
            return
        known = self._known.get((world_id, character.id))
        if known is None or known.character != character:
            self._known[world_id, character.id] = AuthoredCharacter(character)

    def keep(self, timeline_id: TimelineId, found: AuthoredCharacter) -> None:
        """Remember a character as it is in a revision of its world."""
        self.note_timeline(timeline_id, found.character.world_id)
        if not self._note_draft(timeline_id, found.character):
            self._known[found.character.world_id, found.character.id] = found

    def _note_draft(self, timeline_id: TimelineId, character: Character) -> bool:
        """Return whether a character is drafted; it is remembered for its timeline alone."""
        self._drafted.pop((timeline_id, character.id), None)
        if character.draft_seq:
            self._drafted[timeline_id, character.id] = character
        return bool(character.draft_seq)

    def get(self, timeline_id: TimelineId, character_id: CharacterId) -> Character | None:
        """Return a character as it was last seen in the world of a timeline; None if it was not."""
        if drafted := self._drafted.get((timeline_id, character_id)):
            return drafted
        world_id = self._worlds.get(timeline_id)
        known = None if world_id is None else self._known.get((world_id, character_id))
        return None if known is None else known.character

    def at(self, revision: WorldRevision, character_id: CharacterId) -> AuthoredCharacter | None:
        """Return a character as it is in a revision of its world; None where it was not read."""
        known = self._known.get((revision.world_id, character_id))
        return known if known is not None and known.revision == revision else None

    def forget_timeline(self, timeline_id: TimelineId) -> None:
        """Forget a timeline that was deleted."""
        self._worlds.pop(timeline_id, None)


class CharacterLookups:
    """Reads characters that are spoken to; what is asked while one read runs is read together.

    A read costs several hops between threads, which a burst of turns would pay one by one. What is
    authored is read once for each revision of a world.
    """

    def __init__(self, store: Store, known: KnownCharacters) -> None:
        self._store = store
        self._known = known
        self._asked: list[tuple[SayToCharacter, asyncio.Future[AuthoredCharacter]]] = []
        self._is_reading = False

    async def character(self, say: SayToCharacter) -> AuthoredCharacter:
        """Return the character who is spoken to; raises `TakenBeforeError` for a repeat."""
        found: asyncio.Future[AuthoredCharacter] = asyncio.get_running_loop().create_future()
        self._asked.append((say, found))
        if not self._is_reading:
            self._is_reading = True
            beside(self._read())
        return await found

    async def _read(self) -> None:
        try:
            while self._asked:
                batch, self._asked = self._asked[:_LOOKUPS], self._asked[_LOOKUPS:]
                await self._read_batch(batch)
        finally:
            self._is_reading = False

    async def _read_batch(
        self, batch: Sequence[tuple[SayToCharacter, asyncio.Future[AuthoredCharacter]]]
    ) -> None:
        says = [say for say, _ in batch]
        results: Sequence[AuthoredCharacter | Exception]
        try:
            async with self._store.read() as reader:
                work = partial(_look_up_all, says=says, known=self._known)
                results = await reader.together(work)
        except Exception as error:  # noqa: BLE001 - each caller is told
            results = [error] * len(batch)
        for (say, found), result in zip(batch, results, strict=True):
            if isinstance(result, AuthoredCharacter):  # the next batch may name it, too
                self._known.keep(say.timeline_id, result)
            if found.done():
                continue
            if isinstance(result, Exception):
                found.set_exception(result)
            else:
                found.set_result(result)


async def _look_up_all(
    reader: Reader, says: Sequence[SayToCharacter], known: KnownCharacters
) -> list[AuthoredCharacter | Exception]:
    revisions = await reader.world_revisions({say.timeline_id for say in says})
    read: dict[tuple[WorldRevision, CharacterId], AuthoredCharacter] = {}
    found: list[AuthoredCharacter | Exception] = []
    for say in says:
        try:
            if say.key is not None:
                answer = await reader.answer(say.key)
                if answer is not None:
                    record = await turn_answered(reader, answer, say.timeline_id)
                    found.append(TakenBeforeError(replayed(record)))
                    continue
            revision = revisions.get(say.timeline_id)
            if revision is None:
                await reader.timeline(say.timeline_id)  # raises `NotFound`
                continue  # pragma: no cover - one snapshot says the same twice
            name = revision, say.character_id
            one = read.get(name) or known.at(*name)
            if one is None:
                world = await reader.world(revision.world_id)
                cast = locate_people(await reader.roster(world.id), {})
                character = await reader.character(world.id, say.character_id)
                one = AuthoredCharacter(speaking(character, world), revision, cast)
            read[name] = one
            view = await reader.head(say.timeline_id)
            if drafts := await drafts_in_force(view):
                world = await reader.world(revision.world_id)
                character = with_draft(
                    await reader.character(world.id, say.character_id), drafts.get(say.character_id)
                )
                cast = locate_people(await roster_at(reader, view), {})
                one = replace(one, character=speaking(character, world), cast=cast)
            check_speaker(say.speaker, say.character_id, one.cast)
            await _check_both(reader, view, say)
            found.append(one)
        except (NotFound, InvalidInput, NotPossibleNow) as error:
            found.append(error)
    return found


async def _check_both(reader: Reader, view: View, say: SayToCharacter) -> None:
    """Raise for a speaker or listener that is absent or dead."""
    if await load_gone(view, (say.character_id, say.speaker.id)):
        present = await load_presences(reader, view)
        check_speaker(say.speaker, say.character_id, present)
