"""Who deals with something already, and whether it is over: looked up before anybody else does."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from npcserver.app.perceiving.presence import Presence
from npcserver.language.alarm import is_alarming
from npcserver.mind.reaction import concerns_thing, thing_of, where_of
from npcserver.model.act import Acting, Cause
from npcserver.model.ids import PlaceId
from npcserver.model.pondering import Noticing
from npcserver.model.record import Record, RecordKind, Remembered
from npcserver.model.surroundings import object_key
from npcserver.model.whereabouts import fitting_thing
from npcserver.ports.view import View

_ACTS = 1_000
"""Acts looked through from the event on, oldest first: who deals with it begins soon."""


async def with_responders(
    view: View, noticing: Noticing, present: Mapping[str, Presence]
) -> Noticing:
    """Return what was noticed with who is at it, and whether it is over, as a view has it.

    It is over when the thing has been brought into a state that alarms nobody, or, of what is no
    state of a thing, when somebody has dealt with it. What concerns no thing is left as it is.
    """
    if not concerns_thing(noticing):
        return noticing
    place_id, thing = where_of(noticing), thing_of(noticing)
    newest = await view.latest_by_subject(RecordKind.ACT)
    since = await view.after(noticing.event.seq, _ACTS, (RecordKind.ACT,))
    own = noticing.situation.character.id
    acts = {one.seq: one for one in (*since, *newest.values()) if one.subject_id != own}
    responses = await _responses(view, noticing, tuple(acts.values()), place_id, thing)
    at_it = tuple(
        present[one.subject_id].person
        for one in responses
        if one.subject_id in present
        and newest[one.subject_id].seq == one.seq
        and isinstance(one.body, Acting)
        and one.body.ends_at > noticing.situation.now
    )
    changed = None
    if place_id is not None and thing:
        changed = await view.latest(RecordKind.OBJECT, object_key(place_id, thing))
    is_dealt_with = bool(responses)
    if changed is not None and changed.seq > noticing.event.seq:
        is_same = changed.text.casefold() == noticing.event.text.casefold()
        is_dealt_with = not is_same and not is_alarming(changed.text)
    return replace(noticing, at_it=at_it, is_over=is_dealt_with and not at_it)


async def _responses(
    view: View, noticing: Noticing, acts: Sequence[Record], place_id: PlaceId | None, thing: str
) -> tuple[Record, ...]:
    """Return the acts with which others began to deal with the same, in order of time."""
    bodies = [(one, one.body) for one in acts if isinstance(one.body, Acting)]
    reactions = [
        (record, act) for record, act in bodies if act.cause is Cause.REACTION and act.because > 0
    ]
    found = await view.get([act.because for _, act in reactions])
    events = {event.seq: event for event in found}
    place = next((one for one in noticing.places if one.id == place_id), None)

    def is_same(act: Acting) -> bool:
        if thing and (act.step.place_id, act.step.object) == (place_id, thing):
            return True
        event = events.get(act.because)
        if event is None or not isinstance(event.body, Remembered):
            return False
        if event.body.place_id not in (None, place_id):
            return False
        if event.text.casefold() == noticing.event.text.casefold():
            return True
        return bool(thing) and fitting_thing(event.text, place) == thing

    same = (record for record, act in reactions if is_same(act))
    return tuple(sorted(same, key=lambda record: record.seq))
