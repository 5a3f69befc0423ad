"""Sets the scene of a turn: everything the character has before it, seen from one vantage."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

import structlog

from npcserver.aio import both, within
from npcserver.app.material.confiding import confided
from npcserver.app.material.discretion import carried
from npcserver.app.material.facing import Before, Say, before_it
from npcserver.app.material.line import names_here
from npcserver.app.material.reading import Reading
from npcserver.app.material.recalling import (
    Recalled,
    Recalling,
    apart_from_talk,
    carried_on,
    quoted_memories,
    recollections_of,
    uncalled,
    with_prior,
)
from npcserver.app.once import positions
from npcserver.memory.cue import Cue
from npcserver.memory.lore import NOTHING_READ, Found
from npcserver.memory.profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.model.character import Character
from npcserver.model.errors import Reason, Unavailable
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, TurnId
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import Record, TurnTaken
from npcserver.model.scene import Scene
from npcserver.model.secret import Secret, joined
from npcserver.model.timeline import Timeline, Vantage
from npcserver.model.turn import RecalledMemory
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View

_log = structlog.get_logger(__name__)


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

    async def set(self, say: Say, turn_id: TurnId, *, at: int | None = None) -> Staged:
        """Load what the character has before it while the words are embedded, then recall.

        As the timeline's head sees it, or its position `at`. Raises `NotFound` or `InvalidInput`
        for somebody who cannot speak or be spoken to here, and `TakenBeforeError` for a repeat.
        """
        async with self._store.read() as reader:
            (loaded, prior), (cue, faults) = await both(
                self._attend(reader, say, turn_id, at), self._cue(say.calls_up)
            )
            scene = loaded.scene
            said = frozenset(line.seq for line in scene.conversation)
            recalled = await self._recalling.recall(
                reader,
                loaded.view,
                scene.world.id,
                scene.character.id,
                cue,
                self._recall + len(loaded.answered),
                loaded.discretion,
                pins=loaded.pins,
                besides=len(said),
            )
            recalled = recalled.without(loaded.answered, self._recall + len(said))
            recalled = apart_from_talk(recalled, said, self._recall)
            if loaded.earlier:
                recalled = await self._carried_on(reader, loaded, recalled, said)
            elif scene.circle is None:
                recalled = with_prior(prior, recalled, self._recall)
            quoted = await self._quoted(reader, loaded.view, scene, cue)
            lore = await self._lore(reader, loaded, cue)
            return replace(
                _staged(loaded, recalled, quoted, lore),
                pending=self._stream.pending(scene.world.id, scene.character.id),
                faults=faults,
            )

    async def _carried_on(
        self, reader: Reader, loaded: Before, recalled: Recalled, said: Collection[int]
    ) -> Recalled:
        """Return what came to mind with what stood in the last prompt of the same talk."""
        earlier = [one for one in loaded.earlier if one.seq not in said]
        if not earlier:
            return recalled
        mind = loaded.scene.character
        now = {one.memory.seq for one in recalled.recollections}
        lacking = sorted({one.seq for one in earlier} - now)
        records = await loaded.view.get(lacking) if lacking else ()
        own = [record for record in records if record.subject_id == mind.id]
        memories = await self._stream.as_memories(
            reader, loaded.view, loaded.scene.world.id, mind.id, own
        )
        told, _ = loaded.discretion.sift([uncalled(memory) for memory in memories])
        return carried_on(earlier, recalled, told, 2 * self._recall)

    async def _lore(self, reader: Reader, loaded: Before, cue: Cue) -> Found:
        if self._reading is None:
            return NOTHING_READ
        who = loaded.authored
        return await self._reading.found(reader, who.world_id, who.id, cue, loaded.discretion)

    async def _quoted(
        self, reader: Reader, view: View, scene: Scene, cue: Cue
    ) -> tuple[Memory, ...]:
        """Return the memories that a character that speaks first passes on; a player has none.

        In a circle its words were stored before, with what they pass on.
        """
        if scene.circle is not None or scene.partner.is_player:
            return ()
        partner, names = CharacterId(scene.partner.id), names_here(scene)
        return await quoted_memories(self._stream, reader, view, partner, cue, self.profile, names)

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

    async def _attend(
        self, reader: Reader, say: Say, turn_id: TurnId, at: int | None
    ) -> tuple[Before, tuple[Recollection, ...]]:
        """Load the scene, bring the mind up to date with it, and return what is on it already."""
        loaded = await reader.together(partial(self._load, say, turn_id, at))
        scene = loaded.scene
        whose = reader, loaded.view, scene.world.id, scene.character.id
        await self._stream.wake(*whose, self.profile)
        is_new = scene.circle is None and not loaded.earlier
        return loaded, await self._recalling.prior(*whose) if is_new else ()

    async def _load(self, say: Say, turn_id: TurnId, at: int | None, reader: Reader) -> Before:
        await _refuse_repeat(reader, say)
        where = say.timeline_id
        view = await (reader.head(where) if at is None else reader.at(Vantage(where, at)))
        return await before_it(reader, view, say, turn_id, self._lines)

    async def set_as_then(self, say: Say, turn: TurnTaken) -> Staged:
        """Set the scene of a turn as it began, with what had come to mind by its receipt.

        Raises `NotFound` or `InvalidInput` for somebody who is no longer there.
        """
        receipt = turn.receipt
        async with self._store.read() as reader:
            view = await reader.at(Vantage(say.timeline_id, receipt.vantage_seq))
            world_id = view.timeline.world_id
            seqs = {seq for one in receipt.recalled for seq in (one.seq, *one.superseded)}
            memories = await self._stream.as_memories(
                reader, view, world_id, say.character_id, await view.get(sorted(seqs))
            )
            found = recollections_of(receipt.recalled, {one.seq: one for one in memories})
            staged = await self.restage(reader, view, say, turn.turn_id, found)
            quoted = await self._quoted(reader, view, staged.scene, self._stream.words(say.text))
        scene = replace(staged.scene, secrets=joined(receipt.secrets, carried(quoted)))
        return replace(staged, scene=scene, quoted=quoted)

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
        loaded = await before_it(reader, view, say, turn_id, self._lines)
        told, kept = loaded.discretion.sift(found)
        return _staged(loaded, Recalled(recollections=told, withheld=kept), quoted, lore)


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


def _staged(loaded: Before, recalled: Recalled, quoted: tuple[Memory, ...], lore: Found) -> Staged:
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
        timeline=replace(loaded.view.timeline, head=loaded.view.vantage.seq),
        place_id=loaded.place_id,
        standing=loaded.standing,
        withheld=recalled.withheld,
        withheld_lore=lore.withheld,
        quoted=quoted,
        confided=heard,
        pending=(),
    )


__all__ = ["Say", "Stage", "Staged", "TakenBeforeError"]
