"""Who perceives what of a batch: object changes, arrivals and events, by place and senses."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from npcserver.app.perception.known_facts import place_knowledge, read_states_at
from npcserver.app.perception.observations import GameEvent, Movement, ObjectChange, Observe
from npcserver.app.perception.presence import Presence, load_presences, load_sleepers
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.record import Draft, Record, RecordKind, subject_key
from npcserver.model.senses import Channel, Percept, Range, has_sense, perceives
from npcserver.model.world import IDLE, ObjectState, Place, object_key, statement
from npcserver.ports.storage import Reader
from npcserver.ports.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class PerceptionMap:
    """Who is where, who is asleep, and the tree of places."""

    present: Mapping[str, Presence]
    asleep: AbstractSet[str]
    places: Mapping[PlaceId, Place]

    def place_of(self, subject_id: str) -> PlaceId | None:
        """Return the place of a character or player; None for one that is unknown or nowhere."""
        known = self.present.get(subject_id)
        return None if known is None else known.place_id

    def after(self, movements: Iterable[Movement]) -> "PerceptionMap":
        """Return the same after some movements."""
        present = dict(self.present)
        for move in movements:
            known = present.get(move.subject_id)
            if known is None:
                person = Person(id=move.subject_id, name=move.name)
                known = Presence(person=person, place_id=None)
            present[move.subject_id] = replace(known, place_id=move.place_id)
        return replace(self, present=present)

    def perceivers(
        self, what: Percept, apart_from: AbstractSet[str] = frozenset()
    ) -> tuple[CharacterId, ...]:
        """Return the characters whom a percept reaches, in order of id."""
        return tuple(
            CharacterId(subject)
            for subject, presence in sorted(self.present.items())
            if not presence.person.is_player
            and subject not in apart_from
            and perceives(presence, what, self.places, is_asleep=subject in self.asleep)
        )

    def has_sense(self, subject_id: str, channel: Channel) -> bool:
        """Return whether a character has the sense for a channel; an unknown one has all."""
        known = self.present.get(subject_id)
        return known is None or has_sense(channel, is_deaf=known.is_deaf, is_blind=known.is_blind)


async def load_perception_map(
    reader: Reader, view: View, places: Mapping[PlaceId, Place]
) -> PerceptionMap:
    """Load who is where and who is asleep."""
    return PerceptionMap(
        present=await load_presences(reader, view), asleep=await load_sleepers(view), places=places
    )


def find_overhearers(
    present: Mapping[str, Presence],
    asleep: AbstractSet[str],
    place_id: PlaceId | None,
    apart_from: AbstractSet[str],
) -> tuple[CharacterId, ...]:
    """Return the characters who hear what is said at a place, in order of id.

    They are at exactly this place, awake and not deaf. `apart_from` are those who talk, `asleep`
    those who sleep (see `presence.sleepers`). Empty for no place.
    """
    spoken = Percept(place_id=place_id, channel=Channel.SOUND)
    around = PerceptionMap(present=present, asleep=asleep, places={})
    return () if place_id is None else around.perceivers(spoken, apart_from)


def find_witnesses(happening: GameEvent, around: PerceptionMap) -> tuple[CharacterId, ...]:
    """Return who perceives an event: those named who have the sense, else all it reaches.

    `around` may be empty where `needs_perception_map` is false.
    """
    if named := dict.fromkeys(happening.witness_ids):
        return tuple(mind for mind in named if around.has_sense(mind, happening.channel))
    what = Percept(
        place_id=happening.place_id,
        channel=happening.channel,
        range=happening.range,
        importance=happening.importance,
    )
    return around.perceivers(what)


def needs_perception_map(happening: GameEvent) -> bool:
    """Return whether finding the witnesses requires who is where and asleep."""
    if happening.witness_ids:
        return happening.channel is not Channel.ANY
    return happening.place_id is not None or happening.range is Range.WORLD


@dataclass(frozen=True, slots=True)
class PerceivedEvent:
    """Something perceived, and by whom; with `is_striking` they are to react to it."""

    what: GameEvent
    minds: tuple[str, ...]
    is_striking: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchContext:
    """The state in which a batch is perceived, before and after its movements.

    `before` and `after` are empty where positions do not matter. `states` are those, before the
    batch, of places that are left, entered or changed. `known` is the earlier knowledge of a place
    by those who leave it, by subject.
    """

    view: View
    before: PerceptionMap
    after: PerceptionMap
    states: Mapping[PlaceId, Mapping[str, str]]
    known: Mapping[str, Record | None]


async def load_batch_context(
    what: Observe, places: Mapping[PlaceId, Place], reader: Reader
) -> BatchContext:
    """Load the state in which a batch is perceived, at the head of its timeline."""
    view = await reader.head(what.timeline_id)
    before = PerceptionMap(present={}, asleep=frozenset(), places=places)
    if (
        what.movements
        or what.objects
        or any(needs_perception_map(each) for each in what.happenings)
    ):
        before = await load_perception_map(reader, view, places)
    after, left = before.after(what.movements), _left(what, before)
    touched = {change.place_id for change in what.objects} | {*left.values()}
    touched |= {place_id for _, place_id in _arrivals(what, before, after)}
    return BatchContext(
        view=view,
        before=before,
        after=after,
        states={place_id: await read_states_at(view, place_id) for place_id in sorted(touched)},
        known={
            subject: await view.latest(RecordKind.KNOWLEDGE, subject)
            for subject in (subject_key(who, place_id) for who, place_id in left.items())
        },
    )


def list_perceived(what: Observe, panorama: BatchContext) -> list[PerceivedEvent]:
    """Return all sights, in the order in which they are remembered."""
    return [
        *_of_things(what, panorama),
        *_of_arrivals(what, panorama),
        *(PerceivedEvent(each, find_witnesses(each, panorama.after)) for each in what.happenings),
    ]


def arrival_witnesses(what: Observe, panorama: BatchContext) -> Iterator[str]:
    """Yield the characters who see a person arrive at their place; it leaves no memory."""
    for who, place_id in _arrivals(what, panorama.before, panorama.after):
        seen = Percept(place_id=place_id, channel=Channel.SIGHT)
        yield from panorama.after.perceivers(seen, {who})


def object_change_drafts(what: Observe, panorama: BatchContext) -> list[Draft]:
    """Return the records of objects whose state changed."""
    states = {place_id: dict(known) for place_id, known in panorama.states.items()}
    drafts: list[Draft] = []
    for change in what.objects:
        here = states[change.place_id]
        if here.get(change.object, IDLE) == change.state:
            continue
        here[change.object] = change.state
        drafts.append(
            Draft(
                kind=RecordKind.OBJECT,
                subject_id=object_key(change.place_id, change.object),
                text=statement(change.object, change.state),
                body=ObjectState(
                    place_id=change.place_id, object=change.object, state=change.state, by=change.by
                ),
            )
        )
    return drafts


def departure_knowledge(what: Observe, panorama: BatchContext) -> list[Draft]:
    """Return the knowledge of those who leave a place: its objects as they left."""
    drafts: list[Draft] = []
    for who, place_id in _left(what, panorama.before).items():
        states = None if panorama.before.present[who].is_blind else panorama.states[place_id]
        draft = place_knowledge(who, place_id, states, panorama.known[subject_key(who, place_id)])
        drafts += [] if draft is None else [draft]
    return drafts


def _left(what: Observe, before: PerceptionMap) -> dict[str, PlaceId]:
    """Return the places that characters leave, by character."""
    left: dict[str, PlaceId] = {}
    for move in what.movements:
        known = before.present.get(move.subject_id)
        if known is None or known.person.is_player:
            continue
        if known.place_id is not None and known.place_id != move.place_id:
            left[move.subject_id] = known.place_id
    return left


def _arrivals(
    what: Observe, before: PerceptionMap, after: PerceptionMap
) -> Iterator[tuple[str, PlaceId]]:
    """Yield who is at another place than before, and where."""
    for who in dict.fromkeys(move.subject_id for move in what.movements):
        place_id = after.place_of(who)
        if place_id is not None and place_id != before.place_of(who):
            yield who, place_id


def _of_things(what: Observe, panorama: BatchContext) -> Iterator[PerceivedEvent]:
    """Yield the changes of objects, for all who see them except those who made them."""
    for change in what.objects:
        seen = Percept(place_id=change.place_id, channel=Channel.SIGHT)
        yield _object_event(change, panorama.after.perceivers(seen, {change.by}))


def _of_arrivals(what: Observe, panorama: BatchContext) -> Iterator[PerceivedEvent]:
    """Yield the object states, other than idle, that arriving characters see."""
    new = {(change.place_id, change.object) for change in what.objects}
    for who, place_id in _arrivals(what, panorama.before, panorama.after):
        seen = Percept(place_id=place_id, channel=Channel.SIGHT)
        if who not in panorama.after.perceivers(seen):
            continue
        for name, state in sorted(panorama.states[place_id].items()):
            if (place_id, name) not in new:
                change = ObjectChange(place_id=place_id, object=name, state=state)
                yield _object_event(change, (who,))


def _object_event(change: ObjectChange, minds: tuple[str, ...]) -> PerceivedEvent:
    """Return the sight of an object's state, a standing fact."""
    seen = GameEvent(
        text=statement(change.object, change.state),
        place_id=change.place_id,
        about=(object_key(change.place_id, change.object),),
        channel=Channel.SIGHT,
        is_standing=True,
    )
    return PerceivedEvent(seen, minds, is_striking=change.state != IDLE)
