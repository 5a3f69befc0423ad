"""What a batch gives to perceive: things that changed, who came, and what happened, and by whom."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from npcserver.app.perceiving.around import Around, look_around, needs_look, witnesses
from npcserver.app.perceiving.happening import Happening, ObjectChange, Observe
from npcserver.app.perceiving.seeing import as_seen, states_at
from npcserver.model.ids import PlaceId
from npcserver.model.record import Draft, Record, RecordKind, facet
from npcserver.model.senses import Channel, Percept
from npcserver.model.surroundings import IDLE, ObjectState, object_key, statement
from npcserver.model.world import Place
from npcserver.ports.storage import Reader
from npcserver.ports.view import View


@dataclass(frozen=True, slots=True)
class Sight:
    """Something perceived, and by whom; with `is_striking` they are to react to it."""

    what: Happening
    minds: tuple[str, ...]
    is_striking: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Panorama:
    """What there is to perceive, before and after the movements of a batch.

    `before` and `after` are None where nobody has to be looked for. `states` are those, before the
    batch, of places that somebody leaves, enters or changes. `known` is what was known of a place
    by who leaves it, by subject.
    """

    view: View
    before: Around | None
    after: Around | None
    states: Mapping[PlaceId, Mapping[str, str]]
    known: Mapping[str, Record | None]


async def load(what: Observe, places: Mapping[PlaceId, Place], reader: Reader) -> Panorama:
    """Load what a batch is perceived in, at the head of its timeline."""
    view = await reader.head(what.timeline_id)
    before = after = None
    left: dict[str, PlaceId] = {}
    if what.movements or what.objects or any(needs_look(each) for each in what.happenings):
        before = await look_around(reader, view, places)
        after = before.after(what.movements)
        left = _left(what, before)
    touched = {change.place_id for change in what.objects} | {*left.values()}
    touched |= {place_id for _, place_id in _arrivals(what, before, after)}
    return Panorama(
        view=view,
        before=before,
        after=after,
        states={place_id: await states_at(view, place_id) for place_id in sorted(touched)},
        known={
            subject: await view.latest(RecordKind.KNOWLEDGE, subject)
            for subject in (facet(who, place_id) for who, place_id in left.items())
        },
    )


def sights(what: Observe, panorama: Panorama) -> list[Sight]:
    """Return everything there is to perceive, in the order in which it is remembered."""
    return [
        *_of_things(what, panorama),
        *_of_arrivals(what, panorama),
        *(Sight(each, witnesses(each, panorama.after)) for each in what.happenings),
    ]


def who_see_arrivals(what: Observe, panorama: Panorama) -> Iterator[str]:
    """Yield the characters who see somebody come to where they are; it leaves no memory."""
    for who, place_id in _arrivals(what, panorama.before, panorama.after):
        if panorama.after is not None:
            seen = Percept(place_id=place_id, channel=Channel.SIGHT)
            yield from panorama.after.perceivers(seen, {who})


def changed(what: Observe, panorama: Panorama) -> list[Draft]:
    """Return the records of things that are different now from what they were."""
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
                    place_id=change.place_id,
                    object=change.object,
                    state=change.state,
                    by=change.by,
                ),
            )
        )
    return drafts


def last_looks(what: Observe, panorama: Panorama) -> list[Draft]:
    """Return what those who leave a place know of it from now on: how it stood as they left."""
    if panorama.before is None:
        return []
    drafts: list[Draft] = []
    for who, place_id in _left(what, panorama.before).items():
        states = None if panorama.before.present[who].is_blind else panorama.states[place_id]
        draft = as_seen(who, place_id, states, panorama.known[facet(who, place_id)])
        drafts += [] if draft is None else [draft]
    return drafts


def _left(what: Observe, before: Around) -> dict[str, PlaceId]:
    """Return the places that characters leave, by who leaves."""
    left: dict[str, PlaceId] = {}
    for move in what.movements:
        known = before.present.get(move.subject_id)
        if known is None or known.person.is_player:
            continue
        if known.place_id is not None and known.place_id != move.place_id:
            left[move.subject_id] = known.place_id
    return left


def _arrivals(
    what: Observe, before: Around | None, after: Around | None
) -> Iterator[tuple[str, PlaceId]]:
    """Yield who is at another place than before, and where."""
    if before is None or after is None:
        return
    for who in dict.fromkeys(move.subject_id for move in what.movements):
        place_id = after.place_of(who)
        if place_id is not None and place_id != before.place_of(who):
            yield who, place_id


def _of_things(what: Observe, panorama: Panorama) -> Iterator[Sight]:
    """Yield the changes of things, for all who see them but those who made them."""
    for change in what.objects:
        if panorama.after is not None:
            seen = Percept(place_id=change.place_id, channel=Channel.SIGHT)
            minds = panorama.after.perceivers(seen, {change.by})
            yield _sight(change, minds)


def _of_arrivals(what: Observe, panorama: Panorama) -> Iterator[Sight]:
    """Yield what those who come see of a place that is not as always."""
    new = {(change.place_id, change.object) for change in what.objects}
    for who, place_id in _arrivals(what, panorama.before, panorama.after):
        seen = Percept(place_id=place_id, channel=Channel.SIGHT)
        if panorama.after is None or who not in panorama.after.perceivers(seen):
            continue
        for name, state in sorted(panorama.states[place_id].items()):
            if (place_id, name) not in new:
                change = ObjectChange(place_id=place_id, object=name, state=state)
                yield _sight(change, (who,))


def _sight(change: ObjectChange, minds: tuple[str, ...]) -> Sight:
    """Return a thing's state as it is seen: a fact that holds."""
    seen = Happening(
        text=statement(change.object, change.state),
        place_id=change.place_id,
        about=(object_key(change.place_id, change.object),),
        channel=Channel.SIGHT,
        is_standing=True,
    )
    return Sight(seen, minds, is_striking=change.state != IDLE)
