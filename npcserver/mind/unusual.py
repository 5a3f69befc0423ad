"""Whether something noticed is out of the ordinary: worth a question that rules would settle.

Generative Agents (section 4.3.1) asks of everything perceived whether to react. Here rules settle
most of it, and the few questions of a day go to what does not fit what the character knows.
"""

from collections.abc import Sequence

from npcserver.mind.deeds import here
from npcserver.mind.reaction import is_of_concern
from npcserver.model.day import Step
from npcserver.model.person import Person
from npcserver.model.pondering import Noticing
from npcserver.model.record import Record, Remembered, Source
from npcserver.model.whereabouts import words_of

ENOUGH = 3
"""Sightings of somebody from which on the observer knows what is usual for that one."""


def is_unusual(noticing: Noticing, sightings: Sequence[Record]) -> bool:
    """Say whether the event is an odd deed, somebody in an odd place, or a thing out of plan.

    `sightings` are earlier observations of the character, of whomever.
    """
    if noticing.event.source is not Source.WITNESSED or not is_of_concern(noticing):
        return False
    return contradicts_plan(noticing) or any(
        _is_odd(noticing, person, _of(person, noticing, sightings))
        for person in noticing.situation.company
        if person.id in noticing.event.body.about and not person.is_player
    )


def contradicts_plan(noticing: Noticing) -> bool:
    """Say whether the event is the state of a thing that is used now, or is to be used next.

    The state that the character itself brings it into is none.
    """
    key = next((one for one in noticing.event.body.about if "/" in one), "")
    place, _, thing = key.rpartition("/")
    if not thing:
        return False
    situation, day = noticing.situation, noticing.day
    under_way = None if situation.act is None else situation.act.step
    own = "" if under_way is None else under_way.object_state.casefold()
    if own and own in noticing.event.text.casefold():
        return False
    following = None if day is None else day.next_after(situation.now)
    return any(
        step is not None and step.place_id == place and _uses(step, thing)
        for step in (under_way, following)
    )


def _uses(step: Step, thing: str) -> bool:
    if step.object:
        return step.object.casefold() == thing.casefold()
    return words_of(thing) <= words_of(step.activity)


def _of(person: Person, noticing: Noticing, sightings: Sequence[Record]) -> list[Record]:
    """Return what was seen of a person before the event, and is not the event itself."""
    event = noticing.event
    return [
        one
        for one in sightings
        if isinstance(one.body, Remembered)
        and person.id in one.body.about
        and one.body.source is Source.WITNESSED
        and one.seq < event.seq
    ]


def _is_odd(noticing: Noticing, person: Person, before: Sequence[Record]) -> bool:
    """Say whether a person is where it was never seen, or does what nothing seen is like."""
    if len(before) < ENOUGH:
        return False
    bodies = [one.body for one in before if isinstance(one.body, Remembered)]
    place_id = noticing.event.body.place_id
    if place_id is not None and all(body.place_id != place_id for body in bodies):
        return True
    language = noticing.situation.character.persona.language
    plain = words_of(person.name) | words_of(here(person.name, language))
    doing = words_of(noticing.event.text) - plain
    return bool(doing) and all(not doing & words_of(one.text) for one in before)
