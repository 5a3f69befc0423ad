"""How characters perceive a batch of events: who perceives, what is news, who is to react.

Asks no model, and writes nothing: the caller appends the result.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from npcserver.app.authoring.directory import Directory
from npcserver.app.perception.known_facts import (
    KnownFactsCache,
    place_knowledge,
    read_all_states,
)
from npcserver.app.perception.observations import (
    SEEN_IMPORTANCE,
    STRIKING,
    GameEvent,
    Observe,
)
from npcserver.app.perception.presence import (
    PerceptionMap,
    Presence,
    load_presences,
    load_sleepers,
)
from npcserver.app.perception.tiers import load_attention_tiers
from npcserver.language.alarm import is_alarming
from npcserver.language.caught_words import half_heard
from npcserver.memory import retention
from npcserver.memory.retention import Facts, Judgement
from npcserver.model.character import Attention, Person
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import (
    Draft,
    Flagged,
    Record,
    RecordKind,
    Remembered,
    Source,
    subject_key,
)
from npcserver.model.secret import Secret
from npcserver.model.senses import (
    EXTRAS_NOTICE_FROM,
    Channel,
    Hearing,
    Loudness,
    Percept,
    Range,
)
from npcserver.model.world import IDLE, ObjectState, Place, object_key, statement
from npcserver.ports.storage import Reader
from npcserver.ports.view import RecordQuery, View

_TOGETHER = 100  # of one query: SQLite joins at most 500


def needs_perception_map(happening: GameEvent) -> bool:
    """Return whether finding the witnesses requires who is where and asleep."""
    if happening.witness_ids:
        is_whisper = happening.loudness is Loudness.WHISPER
        return is_whisper or happening.channel is not Channel.ANY
    return happening.place_id is not None or happening.range is Range.WORLD


@dataclass(frozen=True, slots=True)
class PerceivedEvent:
    """Something perceived, and by whom; with `is_striking` they are to react to it.

    Of what `is_half_heard` the text only hints at.
    """

    what: GameEvent
    minds: tuple[str, ...]
    is_striking: bool = False
    is_half_heard: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Batch:
    """A batch, and the state in which it is perceived, before and after its movements.

    `before` and `after` are empty where positions do not matter. `left` are the places that
    characters leave, by character, `arrivals` those who are at another place than before. `states`
    are those of all objects before the batch, where they are not idle. `known` is the earlier
    knowledge of a place by those who leave it, by subject. `language` is that of the world.
    """

    what: Observe
    view: View
    before: PerceptionMap
    after: PerceptionMap
    left: Mapping[str, PlaceId]
    arrivals: Sequence[tuple[str, PlaceId]]
    states: Mapping[PlaceId, Mapping[str, str]]  # of any place
    known: Mapping[str, Record]
    language: str

    def perceived(self) -> Iterator[PerceivedEvent]:
        """Yield all sights, in the order in which they are remembered.

        First changes of objects, for all who see them except those who made them; then the states,
        other than idle, that arriving characters see; then events.
        """
        for change in self.what.objects:
            sight = _object_event(change, self._seers(change.place_id, change.by))
            yield sight
            if is_alarming(sight.what.text):
                yield self._noticed_by_extras(sight, change.by)
        new = {(change.place_id, change.object) for change in self.what.objects}
        for who, place_id in self.arrivals:
            if who not in self._seers(place_id):
                continue
            for name, state in sorted(self.states[place_id].items()):
                if (place_id, name) not in new:
                    change = ObjectState(place_id=place_id, object=name, state=state)
                    yield _object_event(change, (who,))
        for event in self.what.happenings:
            voice = self._hearers(event)
            whole = [one for one, heard in voice.items() if heard is Hearing.WHOLE]
            half = tuple(one for one, heard in voice.items() if heard is Hearing.HALF)
            witnesses = self._witnesses(event)
            if whole:
                witnesses = tuple(sorted({*witnesses, *whole}))
            yield PerceivedEvent(event, witnesses)
            caught = "" if event.secret else half_heard(event.text, self.language)
            if caught and half:
                hint = replace(
                    event, text=caught, importance=SEEN_IMPORTANCE, about=(), is_standing=False
                )
                yield PerceivedEvent(hint, half, is_half_heard=True)

    def arrival_witnesses(self) -> Iterator[str]:
        """Yield the characters who see a person arrive at their place; it leaves no memory."""
        for who, place_id in self.arrivals:
            yield from self._seers(place_id, who)

    def changes(self) -> Iterator[Draft]:
        """Yield the records of objects whose state changed."""
        states = defaultdict(dict, {place_id: {**here} for place_id, here in self.states.items()})
        for change in self.what.objects:
            here = states[change.place_id]
            if here.get(change.object, IDLE) == change.state:
                continue
            here[change.object] = change.state
            yield Draft(
                RecordKind.OBJECT,
                change,
                object_key(change.place_id, change.object),
                text=statement(change.object, change.state),
            )

    def departure_knowledge(self) -> Iterator[Draft]:
        """Yield the knowledge of those who leave a place: its objects as they left."""
        for who, place_id in self.left.items():
            states = None if self.before.present[who].is_blind else self.states[place_id]
            draft = place_knowledge(
                who, place_id, states, self.known.get(subject_key(who, place_id))
            )
            if draft is not None:
                yield draft

    def _noticed_by_extras(self, sight: PerceivedEvent, by: str) -> PerceivedEvent:
        """Return an alarming sight as the extras there keep it."""
        importance = EXTRAS_NOTICE_FROM
        percept = Percept(
            place_id=sight.what.place_id, channel=Channel.SIGHT, importance=importance
        )
        minds = self.after.perceivers(percept, {by, *sight.minds})
        return replace(sight, what=replace(sight.what, importance=importance), minds=minds)

    def _seers(self, place_id: PlaceId, but: str = "") -> tuple[CharacterId, ...]:
        seen = Percept(place_id=place_id, channel=Channel.SIGHT)
        return self.after.perceivers(seen, {but})

    def _witnesses(self, event: GameEvent) -> tuple[CharacterId, ...]:
        """Return who perceives an event: those named who can, else all it reaches."""
        if named := dict.fromkeys(event.witness_ids):
            return tuple(one for one in named if self.after.can_perceive(one, event.channel))
        return self.after.perceivers(event)

    def _hearers(self, event: GameEvent) -> dict[CharacterId, Hearing]:
        """Return who hears a shout elsewhere, and who is next to the witnesses of a whisper."""
        if event.channel is Channel.SIGHT:
            return {}
        if event.loudness is Loudness.SHOUT and event.place_id and not event.witness_ids:
            at = event.place_id
            there = {one for one in self.after.present if self.after.place_of(one) == at}
            return self.after.hearers(event.loudness, at, (), there)
        if event.loudness is not Loudness.WHISPER:
            return {}
        spots = defaultdict[PlaceId, set[str]](set)
        for one in event.witness_ids:
            known = self.after.present.get(one)
            if known is not None and known.place_id is not None:
                spots[known.place_id].add(known.spot)
        found = (
            self.after.hearers(event.loudness, at, near, {*event.witness_ids})
            for at, near in spots.items()
        )
        return {one: heard for each in found for one, heard in each.items()}


async def _load_batch(what: Observe, places: Mapping[PlaceId, Place], reader: Reader) -> _Batch:
    """Load the state in which a batch is perceived, at the head of its timeline."""
    view = await reader.head(what.timeline_id)
    is_loud = any(one.loudness is not Loudness.TALK for one in what.happenings)
    before = PerceptionMap(present={}, asleep=frozenset(), places=places)
    is_seen = any(one.witness_ids or needs_perception_map(one) for one in what.happenings)
    if what.movements or what.objects or is_seen:
        found, asleep = await load_presences(reader, view), await load_sleepers(view)
        before = PerceptionMap(present=found, asleep=asleep, places=places)
    present, left = dict(before.present), dict[str, PlaceId]()
    for move in what.movements:
        who, stood = move.subject_id, before.place_of(move.subject_id)
        new = Presence(person=Person(id=who, name=move.name), place_id=None)
        present[who] = present.get(who, new).at(move.place_id, move.spot)
        if stood not in (None, move.place_id) and not present[who].person.is_player:
            left[who] = stood
    after = replace(before, present=present)
    arrivals = [
        (who, place_id)
        for who in dict.fromkeys(move.subject_id for move in what.movements)
        if (place_id := after.place_of(who)) is not None and place_id != before.place_of(who)
    ]
    return _Batch(
        what=what,
        view=view,
        before=before,
        after=after,
        left=left,
        arrivals=arrivals,
        states=await read_all_states(view),
        known=await _load_knowledge(view, left),
        language=(await reader.world(view.timeline.world_id)).language if is_loud else "",
    )


async def _load_knowledge(view: View, left: Mapping[str, PlaceId]) -> dict[str, Record]:
    wanted = [RecordQuery(RecordKind.KNOWLEDGE, subject_key(*each)) for each in left.items()]
    known: dict[str, Record] = {}
    for start in range(0, len(wanted), _TOGETHER):
        for found in await view.newest(wanted[start : start + _TOGETHER]):
            known |= found
    return known


def _object_event(change: ObjectState, minds: tuple[str, ...]) -> PerceivedEvent:
    seen = GameEvent(
        text=statement(change.object, change.state),
        place_id=change.place_id,
        about=(object_key(change.place_id, change.object),),
        channel=Channel.SIGHT,
        is_standing=True,
    )
    return PerceivedEvent(seen, minds, is_striking=change.state != IDLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class IntakeResult:
    """The result of a batch: records in order, jobs, and how many of them are memories.

    `coalesced` counts what left no memory because it was no news.
    """

    drafts: tuple[Draft, ...]
    jobs: tuple[JobDraft, ...]
    memories: int
    coalesced: int


@dataclass(slots=True)
class _MemoryIntake:
    memories: list[Draft] = field(default_factory=list)
    asides: list[Draft] = field(default_factory=list)
    struck: dict[str, None] = field(default_factory=dict)
    coalesced: int = 0

    def keep(self, sight: PerceivedEvent, mind: str, facts: Facts | None) -> None:
        """Keep what a character perceived if it is news to it."""
        what = sight.what
        if not self._is_news(what, mind, facts):
            self.coalesced += 1
            return
        self.memories.append(_memory(what, mind, is_half_heard=sight.is_half_heard))
        if sight.is_striking or mind in what.about or (what.importance or 0) >= STRIKING:
            self.struck[mind] = None

    def _is_news(self, what: GameEvent, mind: str, facts: Facts | None) -> bool:
        if retention.is_leftover(what.text):
            return False
        if not what.is_standing or facts is None:
            return True
        key = retention.key_of(what.text, what.about)
        judgement = retention.judge(facts, what.text, what.about)
        if judgement is Judgement.NEWS:
            retention.learn(facts, key, what.text)
        elif judgement is Judgement.IDLE and facts.pop(key, None) is not None:
            self.asides.append(retention.lost(mind, key))
        return judgement is Judgement.NEWS


def is_plain(what: Observe) -> bool:
    """Return whether a batch can be processed without reading the timeline."""
    if what.movements or what.objects or what.flags:
        return False
    for each in what.happenings:
        if each.is_standing or needs_perception_map(each) or (each.importance or 0) >= STRIKING:
            return False
        if each.about and not set(each.witness_ids).isdisjoint(each.about):
            return False
    return True


def take_in_plainly(what: Observe) -> IntakeResult:
    """Process a plain batch: named witnesses, and events that need no reaction."""
    kept = _MemoryIntake()
    for each in what.happenings:
        minds = dict.fromkeys(each.witness_ids)
        if retention.is_leftover(each.text):
            kept.coalesced += len(minds)
        else:
            kept.memories += [_memory(each, mind) for mind in minds]
    return _intake_result(what, (), kept, ())


class PerceptionPipeline:
    """Processes batches.

    `retained` is shared with all that lets characters perceive facts. `attention` is the tier of
    characters for whom the game set none.
    """

    def __init__(
        self,
        directory: Directory,
        *,
        retained: KnownFactsCache | None = None,
        attention: Attention = Attention.BACKGROUND,
    ) -> None:
        self._directory = directory
        self.attention = attention
        self._retained = retained or KnownFactsCache()

    async def take_in(self, reader: Reader, what: Observe) -> IntakeResult:
        """Return the result of a batch at the head of its timeline. Its ids are checked already."""
        world_id = await self._directory.world_of(what.timeline_id)
        places = await self._directory.places(world_id)
        batch = await reader.together(partial(_load_batch, what, places))
        changed = [*batch.changes()]
        kept = await self._kept(batch.view, [*batch.perceived()], changed)
        kept.struck |= dict.fromkeys(batch.arrival_witnesses())
        flags = [Draft(RecordKind.FLAG, Flagged(is_set=one.is_set), one.name) for one in what.flags]
        world = (*flags, *await self._presences(world_id, batch), *changed)
        kept.asides += batch.departure_knowledge()
        tiers = await load_attention_tiers(batch.view) if kept.struck else {}
        awake = [mind for mind in kept.struck if tiers.get(mind, self.attention).is_awake]
        return _intake_result(what, world, kept, awake)

    async def _kept(
        self, view: View, seen: Sequence[PerceivedEvent], changed: Sequence[Draft]
    ) -> _MemoryIntake:
        """Return what is kept of the sights; earlier knowledge of changed objects is dropped."""
        standing = {mind for sight in seen if sight.what.is_standing for mind in sight.minds}
        known = await self._retained.known(view, standing) if standing else {}
        for facts in known.values():
            for thing in changed:
                facts.pop(thing.subject_id, None)
        kept = _MemoryIntake()
        for sight in [await self._weighed(view, one) for one in seen]:
            for mind in sight.minds:
                kept.keep(sight, mind, known.get(mind))
        return kept

    async def _weighed(self, view: View, sight: PerceivedEvent) -> PerceivedEvent:
        """Return a sight of what a character is doing with `SEEN_IMPORTANCE`, others unchanged.

        Such sights occur all day, and get the same importance where the server moves people.
        """
        what = sight.what
        if not what.is_standing or what.importance is not None or not what.about:
            return sight
        world_id = view.timeline.world_id
        for one in what.about:
            if not await self._directory.is_character(world_id, one):
                return sight
        return replace(sight, what=replace(what, importance=SEEN_IMPORTANCE))

    async def _presences(self, world_id: WorldId, batch: _Batch) -> list[Draft]:
        """Return the presence records. A player's contains its name, a character's does not."""
        drafts: list[Draft] = []
        for move in batch.what.movements:
            is_character = await self._directory.is_character(world_id, move.subject_id)
            new = Presence(person=Person(id=move.subject_id, name=move.name), place_id=None)
            known = batch.before.present.get(move.subject_id, new)
            drafts.append(
                Draft(
                    RecordKind.PRESENCE,
                    known.at(move.place_id, move.spot).moved,
                    move.subject_id,
                    text="" if is_character else move.name or move.subject_id,
                )
            )
        return drafts


def _intake_result(
    what: Observe, world: Sequence[Draft], kept: _MemoryIntake, react: Iterable[str]
) -> IntakeResult:
    digest = dict.fromkeys(draft.subject_id for draft in kept.memories)
    wanted = [(JobKind.DIGEST, mind) for mind in digest]
    wanted += [(JobKind.REACT, mind) for mind in react]
    return IntakeResult(
        drafts=(*world, *kept.memories, *kept.asides),
        jobs=tuple(JobDraft(kind, what.timeline_id, mind) for kind, mind in wanted),
        memories=len(kept.memories),
        coalesced=kept.coalesced,
    )


def _memory(what: GameEvent, mind: str, *, is_half_heard: bool = False) -> Draft:
    body = _witnessed(what.place_id, what.about, what.is_standing, what.secret)
    if is_half_heard:
        body = replace(body, source=Source.OVERHEARD, is_half_heard=True)
    return Draft(
        RecordKind.OBSERVATION,
        body,
        mind,
        text=what.text,
        game_time=what.game_time,
        importance=what.importance,
    )


@lru_cache(maxsize=1024)
def _witnessed(
    place_id: PlaceId | None,
    about: tuple[str, ...],
    is_standing: bool,  # noqa: FBT001 - four facts that make a body
    secret: Secret | None,
) -> Remembered:
    """Return the body of what was witnessed at a place; cached, since most are alike."""
    return Remembered(
        source=Source.WITNESSED,
        place_id=place_id,
        about=about,
        is_standing=is_standing,
        secrets=() if secret is None else (secret,),
    )
