"""Sets the scene of a turn: everything the character has before it, seen from one vantage."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import structlog

from npcserver.aio import both, within
from npcserver.app.confiding import confided
from npcserver.app.discretion import Discretion, carried
from npcserver.app.grounding import names_here, put_in_its_mouth
from npcserver.app.mindset import (
    company,
    place_at,
    seed_of,
    speaking,
)
from npcserver.app.once import positions
from npcserver.app.presence import check_speaker, whereabouts
from npcserver.app.reading import Reading
from npcserver.app.recalling import Recalled, Recalling
from npcserver.app.state import discretion_of, in_state, objects_in_use, relation_of, state_of
from npcserver.app.talking import talk_between
from npcserver.app.unfinished import with_unfinished
from npcserver.memory.cue import Cue
from npcserver.memory.lore import NOTHING_READ, Found
from npcserver.memory.profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.character import Character
from npcserver.model.errors import Reason, Unavailable
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, TurnId
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import Record
from npcserver.model.scene import Person, Scene
from npcserver.model.secret import Secret, joined
from npcserver.model.timeline import Timeline, Vantage
from npcserver.model.turn import RecalledMemory
from npcserver.ports.storage import Reader, RequestKey, Store
from npcserver.ports.view import View

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Words for a character, and what the game offers in this moment.

    What is said in private is overheard by nobody, answer included.
    """

    timeline_id: TimelineId
    character_id: CharacterId
    speaker: Person
    text: str
    affordances: tuple[Affordance, ...] = ()
    entities: tuple[Entity, ...] = ()
    want_deltas: bool = False
    is_private: bool = False
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged:
    """A scene, where it was seen from, and minds whose memories lack vectors.

    `authored` is the character as it is kept; in the scene it speaks its world's language if it
    has none of its own. `standing` is how it stands to its partner. What was `withheld` came to
    mind and may not be told to somebody here. `quoted` is what a character that speaks first passes
    on of its memories, `confided` are the secrets that what was heard touches. `faults` kept
    memories from being searched by their meaning.
    """

    scene: Scene
    authored: Character
    timeline: Timeline
    place_id: PlaceId | None
    pending: tuple[TimelineId, ...]
    standing: Standing | None = None
    withheld: tuple[Recollection, ...] = ()
    withheld_lore: tuple[str, ...] = ()
    quoted: tuple[Memory, ...] = ()
    confided: tuple[Secret, ...] = ()
    faults: tuple[Unavailable, ...] = ()

    @property
    def recalled(self) -> tuple[RecalledMemory, ...]:
        """What came to mind, as the receipt keeps it."""
        return tuple(found.as_recalled for found in self.scene.recollections)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Loaded:
    """A scene before anything has come to mind in it."""

    view: View
    scene: Scene
    authored: Character
    place_id: PlaceId | None
    standing: Standing
    discretion: Discretion


class TakenBeforeError(Exception):
    """The turn was taken before under the same key; `record` holds it."""

    def __init__(self, record: Record) -> None:
        super().__init__(record.seq)
        self.record = record


class Stage:
    """Loads scenes. Reads only; one snapshot for each scene.

    An embedder that takes longer than `embed_seconds` is not waited for: a player is waiting.
    """

    def __init__(
        self,
        store: Store,
        stream: MemoryStream,
        *,
        profile: Profile,
        recall: int,
        conversation_lines: int,
        embed_seconds: float = 2.0,
        reading: Reading | None = None,
    ) -> None:
        self._store = store
        self._stream = stream
        self._recalling = Recalling(stream, profile)
        self.profile = profile
        self._recall = recall
        self._lines = conversation_lines
        self._embed_seconds = embed_seconds
        self._reading = reading

    async def set(self, say: Say, turn_id: TurnId) -> Staged:
        """Load what the character has before it while the words are embedded, then recall.

        Raises `NotFound` or `InvalidInput` for somebody who cannot speak or be spoken to here, and
        `TakenBeforeError` for a repeat.
        """
        async with self._store.read() as reader:
            loaded, (cue, faults) = await both(
                self._attend(reader, say, turn_id), self._cue(say.text)
            )
            scene = loaded.scene
            recalled = await self._recalling.recall(
                reader,
                loaded.view,
                scene.world.id,
                scene.character.id,
                cue,
                self._recall,
                loaded.discretion,
            )
            told = self._stream, reader, loaded.view, scene, cue, self.profile
            quoted = await put_in_its_mouth(*told)
            lore = await self._lore(reader, loaded, cue)
            return replace(
                _staged(loaded, recalled, quoted, lore),
                pending=self._stream.pending(scene.world.id, scene.character.id),
                faults=faults,
            )

    async def _lore(self, reader: Reader, loaded: _Loaded, cue: Cue) -> Found:
        if self._reading is None:
            return NOTHING_READ
        who = loaded.authored
        return await self._reading.found(reader, who.world_id, who.id, cue, loaded.discretion)

    async def refresh(self, timeline_id: TimelineId, character_id: CharacterId) -> None:
        """Bring a mind that is awake up to date, so that the next turn has less to do."""
        async with self._store.read() as reader:
            view = await reader.head(timeline_id)
            world_id = view.timeline.world_id
            if self._stream.is_awake(world_id, character_id):
                await self._stream.wake(reader, view, world_id, character_id, self.profile)

    async def _cue(self, text: str) -> tuple[Cue, tuple[Unavailable, ...]]:
        """Embed the words; without an embedder memories are called up by the words alone."""
        try:
            return await within(self._embed_seconds, self._stream.cue(text)), ()
        except Unavailable as fault:
            failed = fault
        except TimeoutError:
            failed = Unavailable("the embedder is too slow", Reason.EMBEDDER_UNAVAILABLE)
        _log.warning("recalling_by_words_alone", error=failed.message)
        return self._stream.words(text), (failed,)

    async def _attend(self, reader: Reader, say: Say, turn_id: TurnId) -> _Loaded:
        """Load the scene and bring the mind up to date with it."""
        loaded = await reader.together(partial(self._load, say, turn_id))
        scene = loaded.scene
        await self._stream.wake(
            reader, loaded.view, scene.world.id, scene.character.id, self.profile
        )
        return loaded

    async def _load(self, say: Say, turn_id: TurnId, reader: Reader) -> _Loaded:
        await _refuse_repeat(reader, say)
        view = await reader.head(say.timeline_id)
        return await self._look(reader, view, say, turn_id)

    async def restage(
        self,
        reader: Reader,
        view: View,
        say: Say,
        turn_id: TurnId,
        found: Sequence[Recollection],
        quoted: tuple[Memory, ...] = (),
        lore: Found = NOTHING_READ,
    ) -> Staged:
        """Set the scene of a turn again as a vantage sees it, with what had come to mind then.

        `found` is what was recalled, best first, and then what was withheld: what may be told is
        decided anew. Nothing is embedded, recalled or looked up elsewhere.
        """
        loaded = await self._look(reader, view, say, turn_id)
        told, kept = loaded.discretion.sift(found)
        return _staged(loaded, Recalled(recollections=told, withheld=kept), quoted, lore)

    async def _look(self, reader: Reader, view: View, say: Say, turn_id: TurnId) -> _Loaded:
        """Load what a character has before it at a vantage, but for what comes to its mind."""
        world = await reader.world(view.timeline.world_id)
        authored = await reader.character(world.id, say.character_id)
        character = speaking(authored, world)
        state = await state_of(view, character.id)
        present = whereabouts(await reader.roster(world.id), state.moved)
        check_speaker(say.speaker, say.character_id, present)
        place_id = present[character.id].place_id
        here = company(present, place_id, {character.id, say.speaker.id})
        hearers = (say.speaker,) if say.is_private else (say.speaker, *here)
        discretion = discretion_of(state, character, hearers)
        talk = await talk_between(view, character.id, say.speaker.id, self._lines, discretion)
        scene = Scene(
            world=world,
            character=character,
            place=await place_at(reader, world, place_id),
            now=await view.game_time(),
            company=here,
            partner=say.speaker,
            relation=relation_of(state, character, say.speaker),
            conversation=talk.spoken,
            heard=say.text,
            trust=discretion.audience[0][1].trust,
            affordances=say.affordances,
            entities=say.entities,
            seed=seed_of(turn_id),
            objects=await objects_in_use(view, place_id),
            secrets=talk.secrets,
        )
        return _Loaded(
            view=view,
            scene=await with_unfinished(view, in_state(scene, state), state, discretion),
            authored=authored,
            place_id=place_id,
            standing=discretion.audience[0][1],
            discretion=discretion,
        )


async def _refuse_repeat(reader: Reader, say: Say) -> None:
    if say.key is None:
        return
    answer = await reader.answer(say.key)
    if answer is None:
        return
    _, last = positions(answer)
    view = await reader.at(Vantage(say.timeline_id, last))
    (record,) = await view.get([last])
    raise TakenBeforeError(record)


def _staged(loaded: _Loaded, recalled: Recalled, quoted: tuple[Memory, ...], lore: Found) -> Staged:
    scene, found = loaded.scene, (*recalled.recollections, *recalled.withheld)
    heard = joined(
        carried(quoted), confided(scene.heard, found, loaded.discretion, names_here(scene))
    )
    return Staged(
        scene=replace(
            scene,
            recollections=recalled.recollections,
            lore=lore.quotes,
            secrets=joined(scene.secrets, recalled.secrets, lore.secrets, heard),
        ),
        authored=loaded.authored,
        timeline=loaded.view.timeline,
        place_id=loaded.place_id,
        standing=loaded.standing,
        withheld=recalled.withheld,
        withheld_lore=lore.withheld,
        quoted=quoted,
        confided=heard,
        pending=(),
    )
