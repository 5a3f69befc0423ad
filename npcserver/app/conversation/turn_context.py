"""The context of a reply: what a character has in its prompt, loaded from one snapshot.

A player is waiting: lookups by subject run while the words are embedded, and what cannot exist is
not looked up.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from npcserver.aio import both
from npcserver.app.authored import affordances_at, character_at
from npcserver.app.context.beats import with_beats, without_told
from npcserver.app.context.conversation_line import (
    RecentLines,
    TalkSoFar,
    TalkWindow,
    names_here,
    talk_between,
    with_recent,
)
from npcserver.app.context.discretion import (
    Discretion,
    carried,
    confided,
    discretion_of,
    set_flags,
)
from npcserver.app.context.mindset import (
    acquainted_with,
    company,
    in_state,
    place_at,
    relation_of,
    seed_of,
    speaking,
    state_of,
)
from npcserver.app.context.open_intents import lately, open_matters
from npcserver.app.context.recall import (
    MOST_PINS,
    LoreReader,
    PromptRecall,
    RecalledContext,
    apart_from_talk,
    carried_on,
    cue_of,
    pinned_seqs,
    quoted_memories,
    recollections_of,
    with_grounds,
    with_prior,
    without_most_claims,
)
from npcserver.app.context.town_knowledge import EARLIER_LINES, town_facts, without_dead
from npcserver.app.conversation.audience import talk_in
from npcserver.app.conversation.earlier_turns import memories_of_turn_before, recalled_earlier
from npcserver.app.conversation.turn_request import SayToCharacter, private_words
from npcserver.app.idempotency import TakenBeforeError, replayed, turn_answered
from npcserver.app.perception.known_facts import objects_in_use
from npcserver.app.perception.presence import check_speaker, extras_among, out_of_reach
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.lore import NOTHING_READ, PassageMatches
from npcserver.memory.score_profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.mind.past_claims import weighed
from npcserver.model.character import Character, Person
from npcserver.model.errors import Reason, Unavailable
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, TurnId
from npcserver.model.inputs import ReplyInput
from npcserver.model.memory import Memory, Recollection, unscored
from npcserver.model.record import Record, TurnTaken
from npcserver.model.secret import Secret, UnmetCondition, joined
from npcserver.model.timeline import Timeline, Vantage, playthrough
from npcserver.model.turn import RecalledMemory
from npcserver.ports.observer import span
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyContext:
    """A scene before recall; `pins` are the seqs of pinned memories.

    In a circle `answered` are the seqs of the words that are answered, which are not recalled.
    `earlier` are the memories in the prompt of the previous turn of the same talk, and `before`
    those of the turn just before, if that was in another talk. `is_begun` and `books` are those of
    the `TurnStart`; of `books` None has to be looked up. `extras` are the ids of those of the two
    who live by a shared plan so far.
    """

    view: View
    scene: ReplyInput
    authored: Character
    place_id: PlaceId | None
    discretion: Discretion
    pins: tuple[int, ...] = ()
    answered: frozenset[int] = frozenset()
    earlier: tuple[RecalledMemory, ...] = ()
    before: tuple[Record, ...] = ()
    is_begun: bool = False
    books: str | None = None
    extras: tuple[str, ...] = ()


async def reply_context(
    reader: Reader, view: View, say: SayToCharacter, turn_id: TurnId, window: TalkWindow
) -> ReplyContext:
    """Load what a character knows at a vantage, with the lines of its talk in a window."""
    world = await reader.world(view.timeline.world_id)
    authored = await character_at(reader, view, say.character_id)
    character = speaking(authored, world, say.language or view.timeline.language)
    present = (state := await state_of(reader, view, world, character.id, say.speaker)).present
    check_speaker(say.speaker, say.character_id, present)
    place_id = present[character.id].place_id
    others = say.circle.hearers if say.circle else company(present, place_id, {character.id})
    here = tuple(one for one in others if one.id != say.speaker.id)
    audience = (say.speaker,) if say.is_confidential else (say.speaker, *here)  # the partner first
    discretion = discretion_of(character, audience, state.standings, set_flags(state.flags))
    talk = await _talk(view, say, character, window, discretion)
    place = await place_at(reader, world, place_id)
    now, records = await view.game_time(), await lately(view, character.id)
    matters = open_matters(character, say.speaker.id, now, state.commitments, records, discretion)
    entities = world.entities if say.entities is None else say.entities
    scene = ReplyInput(
        world=world,
        character=character,
        place=place,
        now=now,
        company=here,
        partner=say.speaker,
        relation=relation_of(state, world, character, say.speaker),
        conversation=talk.spoken,
        heard=say.text,
        trust=discretion.audience[0][1].trust,
        affordances=await affordances_at(view, world, say.affordances),
        entities=entities,
        out_of_reach=out_of_reach(entities, character.id, present, place_id),
        seed=seed_of(turn_id),
        playthrough=playthrough(view.lineage, view.vantage.timeline_id),
        objects=await objects_in_use(view, place.id) if place and place.objects else (),
        town=await town_facts(
            *(reader, view, world, character, place_id),
            acquainted=acquainted_with(character, state.standings),
            spoken=(*(line.text for line in talk.spoken[-EARLIER_LINES:]), say.text),
            but=(say.speaker.id, *(one.id for one in state.absences)),
            residents=state.residents,
        ),
        commitments=matters.commitments,
        attempts=matters.attempts,
        secrets=joined(talk.secrets, private_words(say, world), matters.secrets),
        circle=say.circle,
    )
    return ReplyContext(
        view=view,
        scene=await with_beats(view, in_state(scene, state), discretion.flags),
        authored=authored,
        place_id=place_id,
        discretion=discretion,
        pins=await pinned_seqs(view, character.id, MOST_PINS) if state.pin else (),
        answered=talk.answered,
        earlier=recalled_earlier(records, say, scene.now),
        before=await memories_of_turn_before(view, records, say, scene.now),
        extras=extras_among(present, character.id, say.speaker.id),
    )


async def _talk(
    view: View,
    say: SayToCharacter,
    character: Character,
    window: TalkWindow,
    discretion: Discretion,
) -> TalkSoFar:
    if say.circle is None:
        return await talk_between(view, character.id, say.speaker, window, discretion)
    mind = Person(id=character.id, name=character.name, is_player=False)
    return await talk_in(view, mind, say.circle, say.speaker, say.text, window, discretion)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedTurn:
    """A scene with its vantage, and the timelines with memories that lack vectors (`pending`).

    `authored` is the character as stored; in the scene it has its world's language if it has none
    of its own. `standing` is how it stands to its partner. `withheld` memories were recalled and
    may not be revealed to all present, for the reasons in `withheld_for`. `quoted` memories are
    passed on by who speaks first, `confided` secrets touched by the heard words. `faults` say why
    no memory was searched by meaning, `is_begun` whether the journal may hold an unfinished turn.
    `extras` are to become whole minds before the turn is spoken.
    """

    scene: ReplyInput
    authored: Character
    timeline: Timeline
    place_id: PlaceId | None
    pending: tuple[TimelineId, ...]
    standing: Standing | None = None
    withheld: tuple[Recollection, ...] = ()
    withheld_for: tuple[tuple[UnmetCondition, ...], ...] = ()
    withheld_lore: tuple[str, ...] = ()
    quoted: tuple[Memory, ...] = ()
    confided: tuple[Secret, ...] = ()
    faults: tuple[Unavailable, ...] = ()
    is_begun: bool = False
    extras: tuple[str, ...] = ()


class ContextLoader:
    """Loads scenes. Reads only; one snapshot for each scene.

    A player is waiting, so an embedder that takes longer than `embed_seconds` is not used.
    `from_memory` returns a reader of what turns have read before, for while the database is away.
    """

    def __init__(  # noqa: PLR0913 - what recall takes, and where from
        self,
        store: Store,
        stream: MemoryStream,
        *,
        profile: Profile,
        recall: int,
        window: TalkWindow,
        embed_seconds: float = 2.0,
        reading: LoreReader | None = None,
        from_memory: Callable[[], Reader] | None = None,
    ) -> None:
        self._store = store
        self._from_memory = from_memory
        self._stream = stream
        self._recalling = PromptRecall(stream, profile)
        self.profile = profile
        self._recall = recall
        self._window = window
        self._embed_seconds = embed_seconds
        self._reading = reading

    async def load(
        self, say: SayToCharacter, turn_id: TurnId, *, at: int | None = None
    ) -> LoadedTurn:
        """Load the context while the words are embedded, then recall.

        At the timeline's head, or its position `at`. Raises `NotFound` or `InvalidInput` for a
        person who cannot speak or be spoken to here, and `TakenBeforeError` for a repeat.
        """
        async with self._store.read() as reader:
            return await self._load_with(reader, say, turn_id, at)

    async def load_unkept(
        self, say: SayToCharacter, turn_id: TurnId, recent: RecentLines, *, from_memory: bool
    ) -> LoadedTurn:
        """Load the context of a turn that cannot be stored, with what was said and not stored.

        From the database, or as the last turn saw it. No affordances are offered: what would come
        of an intent could not be stored. Raises `Unavailable` where it is not in memory, and what
        `load` raises.
        """
        say = replace(say, affordances=(), entities=())
        if not from_memory:
            async with self._store.read() as reader:
                return await self._load_with(reader, say, turn_id, None, recent)
        if self._from_memory is None:
            raise Unavailable("this talk is not in memory", Reason.STORAGE_UNAVAILABLE)
        return await self._load_with(self._from_memory(), say, turn_id, None, recent)

    async def _load_with(
        self,
        reader: Reader,
        say: SayToCharacter,
        turn_id: TurnId,
        at: int | None,
        recent: RecentLines = (),
    ) -> LoadedTurn:
        (context, prior), (cue, faults) = await both(
            self._attend(reader, say, turn_id, at), self._cue(say.calls_up)
        )
        if recent:
            seq, told = context.view.vantage.seq, context.discretion
            context = replace(context, scene=with_recent(context.scene, recent, seq, told))
        if context.scene.beats:
            left = await without_told(self._stream, reader, context.view, context.scene)
            context = replace(context, scene=left)
        scene = context.scene
        said = frozenset(line.seq for line in scene.conversation)
        cue = cue.asked(scene.partner.id, scene.now)
        with span("recall"):
            recalled = await self._recalling.recall(
                reader,
                context.view,
                scene.world.id,
                scene.character.id,
                cue,
                self._recall + len(context.answered),
                context.discretion,
                pins=context.pins,
                besides=sum(not line.is_own for line in scene.conversation),
                asker=scene.partner.id if scene.partner.is_player else "",
                queries=self._recalling.claim_queries(scene),
            )
        # More was recalled than is kept, to make up for answered words and lines of the talk.
        recalled = recalled.without(context.answered, self._recall + len(said))
        recalled = apart_from_talk(recalled, said, self._recall)
        recalled = with_grounds(scene, recalled, context.discretion)
        if context.earlier:
            recalled = await self._carried_on(reader, context, recalled, said)
        elif scene.circle is None:
            recalled = with_prior(prior, recalled, self._recall)
        if scene.partner.is_player:
            kept = without_most_claims(recalled.recollections, scene.partner.id, self._recall)
            recalled = replace(recalled, recollections=kept)
        recalled = await self._with_turn_before(reader, context, recalled)
        quoted = await self._quoted(reader, context.view, scene, cue)
        lore = await self._lore(reader, context, cue)
        return replace(
            _loaded_turn(context, recalled, quoted, lore),
            pending=self._stream.pending(scene.world.id, scene.character.id),
            faults=faults,
            is_begun=context.is_begun,
            extras=context.extras,
        )

    async def _carried_on(
        self,
        reader: Reader,
        context: ReplyContext,
        recalled: RecalledContext,
        said: Collection[int],
    ) -> RecalledContext:
        earlier = [one for one in context.earlier if one.seq not in said]
        if not earlier:
            return recalled
        now = {one.memory.seq for one in recalled.recollections}
        lacking = sorted({one.seq for one in earlier} - now)
        records = await context.view.get(lacking) if lacking else ()
        return carried_on(earlier, recalled, await self._told(reader, context, records))

    async def _told(
        self, reader: Reader, context: ReplyContext, records: Sequence[Record]
    ) -> Sequence[Recollection]:
        """Return those of some records that are the character's and may be told, uncalled for."""
        mind = context.scene.character
        own = [record for record in records if record.subject_id == mind.id]
        memories = await self._stream.as_memories(
            reader, context.view, context.scene.world.id, mind.id, own
        )
        told, _ = context.discretion.sift([unscored(one, is_called=False) for one in memories])
        return told

    async def _with_turn_before(
        self, reader: Reader, context: ReplyContext, recalled: RecalledContext
    ) -> RecalledContext:
        """Add what others have just talked about with the character, whatever scores better."""
        known = {one.memory.seq for one in recalled.recollections}
        lacking = [one for one in context.before if one.seq not in known]
        if not lacking:
            return recalled
        told = (replace(one, is_fresh=True) for one in await self._told(reader, context, lacking))
        return replace(recalled, recollections=(*recalled.recollections, *told))

    async def _lore(self, reader: Reader, context: ReplyContext, cue: Cue) -> PassageMatches:
        if self._reading is None:
            return NOTHING_READ
        return await self._reading.found(
            *(reader, context.view, context.authored.id, cue, context.discretion, context.books)
        )

    async def _quoted(
        self, reader: Reader, view: View, scene: ReplyInput, cue: Cue
    ) -> tuple[Memory, ...]:
        """Return the memories that a character which speaks first passes on; a player has none.

        In a circle its words were stored before, with what they pass on.
        """
        if scene.circle is not None or scene.partner.is_player:
            return ()
        partner, names = CharacterId(scene.partner.id), names_here(scene)
        return await quoted_memories(self._stream, reader, view, partner, cue, self.profile, names)

    async def refresh(self, timeline_id: TimelineId, character_id: CharacterId) -> None:
        """Update the cached memories of an awake character, so the next turn has less to do."""
        async with self._store.read() as reader:
            view = (await reader.turn_start(timeline_id, character_id, None)).view
            world_id = view.timeline.world_id
            if self._stream.is_awake(world_id, character_id):
                await self._stream.wake(reader, view, world_id, character_id, self.profile)

    async def _cue(self, text: str) -> tuple[Cue, tuple[Unavailable, ...]]:
        with span("embed"):
            return await cue_of(self._stream, text, self._embed_seconds)

    async def _attend(
        self, reader: Reader, say: SayToCharacter, turn_id: TurnId, at: int | None
    ) -> tuple[ReplyContext, tuple[Recollection, ...]]:
        """Load the scene, update the memory cache, and return the prior memories of a new talk."""
        context = await reader.together(partial(self._load, say, turn_id, at))
        scene = context.scene
        whose = reader, context.view, scene.world.id, scene.character.id
        await self._stream.wake(*whose, self.profile, say.calls_up)
        is_new = scene.circle is None and not context.earlier
        return context, await self._recalling.prior(*whose) if is_new else ()

    async def _load(
        self, say: SayToCharacter, turn_id: TurnId, at: int | None, reader: Reader
    ) -> ReplyContext:
        where = say.timeline_id
        start = await reader.turn_start(where, say.character_id, say.key)
        if start.answer is not None:
            raise TakenBeforeError(replayed(await turn_answered(reader, start.answer, where)))
        view = start.view if at is None else await reader.at(Vantage(where, at))
        context = await reply_context(reader, view, say, turn_id, self._window)
        # in this hop to the thread, so that none is needed to read them later
        await view.get(sorted({*context.pins, *(one.seq for one in context.earlier)}))
        return replace(context, is_begun=start.is_begun, books=start.books)

    async def load_as_then(self, say: SayToCharacter, turn: TurnTaken) -> LoadedTurn:
        """Load the scene of a turn as it began, with the memories of its receipt.

        Raises `NotFound` or `InvalidInput` for a person who is no longer there.
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
            loaded = await self.load_again(reader, view, say, turn.turn_id, found)
            quoted = await self._quoted(reader, view, loaded.scene, self._stream.words(say.text))
        scene = replace(loaded.scene, secrets=joined(receipt.secrets, carried(quoted)))
        return replace(loaded, scene=scene, quoted=quoted)

    async def load_again(
        self,
        reader: Reader,
        view: View,
        say: SayToCharacter,
        turn_id: TurnId,
        found: Sequence[Recollection],
        quoted: tuple[Memory, ...] = (),
        lore: PassageMatches = NOTHING_READ,
    ) -> LoadedTurn:
        """Load the scene of a turn again as a vantage sees it, with the memories recalled then.

        `found` is what was recalled, best first, and then what was withheld: what may be revealed
        is decided anew. Nothing is embedded, recalled or looked up elsewhere.
        """
        context = await reply_context(reader, view, say, turn_id, self._window)
        told, kept = context.discretion.sift(found)
        return _loaded_turn(
            context, RecalledContext(recollections=told, withheld=kept), quoted, lore
        )


def _loaded_turn(
    context: ReplyContext,
    recalled: RecalledContext,
    quoted: tuple[Memory, ...],
    lore: PassageMatches,
) -> LoadedTurn:
    scene, found = context.scene, (*recalled.recollections, *recalled.withheld)
    heard = joined(
        carried(quoted), confided(scene.heard, found, context.discretion, names_here(scene))
    )
    scene = replace(
        scene,
        town=without_dead(scene.town, recalled.recollections, scene.absences),
        recollections=recalled.recollections,
        lore=lore.quotes,
        secrets=joined(scene.secrets, recalled.secrets, lore.secrets, heard),
    )
    return LoadedTurn(
        scene=replace(scene, claims=weighed(scene)),
        authored=context.authored,
        timeline=replace(context.view.timeline, head=context.view.vantage.seq),
        place_id=context.place_id,
        standing=context.discretion.audience[0][1],  # the partner is first in the audience
        withheld=recalled.withheld,
        withheld_for=tuple(map(context.discretion.unmet, recalled.withheld)),
        withheld_lore=lore.withheld,
        quoted=quoted,
        confided=heard,
        pending=(),
    )
