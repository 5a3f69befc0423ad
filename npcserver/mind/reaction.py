"""The reaction to something perceived: by rule, or by one question.

Generative Agents (section 4.3.1) asks of everything perceived whether to react. Here rules settle
most of it, and the few questions of a day go to what does not fit what the character knows.
"""

from collections.abc import Sequence
from dataclasses import replace

from npcserver.language import text, texts
from npcserver.language.alarm import is_alarming, is_of_water
from npcserver.language.scripts import FULL_STOPS, WIDE_EXCLAMATION
from npcserver.mind.activity_texts import here, kept_inner, whispers_in
from npcserver.model.character import Attention, Person
from npcserver.model.day import Cause, Step, at_minute
from npcserver.model.feelings import Standing
from npcserver.model.ids import PlaceId
from npcserver.model.inputs import KnownPlace, ReactInput, Reaction
from npcserver.model.place_lookup import fitting_thing, words_of
from npcserver.model.record import Record, RecordKind, Remembered, Source
from npcserver.model.world import IDLE
from npcserver.ports.thinker import Ask, AskResult

DEALING_MINUTES = 10
"""Game minutes of dealing with a danger by rule."""
LIKED = 20
"""Least affinity at which a character greets a person who comes in."""
FAMILIAR = 20

_PRESSING = 6  # importance from which on something is worth telling
_LONGEST_TOPIC = 160
_OWN_WORDS = (RecordKind.LINE, RecordKind.PLAN)
_ON_THE_MIND = (RecordKind.WHISPER, RecordKind.REFLECTION, RecordKind.UTTERANCE)


def by_rule(question: ReactInput, *, attention: Attention) -> Reaction | None:
    """Return what goes without saying; None where a model is to be asked.

    `noticing.others` are those it could talk to: awake, free, and not talked to of late. Only
    foreground characters are ever worth a question.
    """
    is_watched = attention is Attention.FOREGROUND
    if not attention.is_awake or _is_past_noticing(question):
        return Reaction()
    if concerns_thing(question) and question.is_seen_to:
        return _standing_by(question)
    if is_danger(question):
        return None if is_watched else _dealing(question)
    known = None if _is_of_no_concern(question) else _acquaintance(question)
    if known is not None:
        return Reaction(choice="talk", partner_id=known.id, about=_topic(question))
    # a fact that just stands, or a stranger who passes
    is_plain = question.event.body.is_standing or _is_about_a_stranger(question)
    is_open = is_watched and not _is_of_no_concern(question) and not is_plain
    return None if is_open else Reaction()


async def react(question: ReactInput, ask: Ask) -> tuple[Reaction, AskResult[Reaction]]:
    """Return what a character does about an event; what a rule would say where no answer is read.

    Raises `ModelUnreachable` and `ModelTooSlow`.
    """
    asked = await ask(question)
    reaction = asked.answer or by_rule(question, attention=Attention.BACKGROUND) or Reaction()
    if reaction.step is not None:
        whispers = whispers_in(question.recollections)
        doing = kept_inner(reaction.step.activity, whispers, question.places, question.language)
        reaction = replace(reaction, step=replace(reaction.step, activity=doing))
    return reaction, asked


def is_danger(question: ReactInput) -> bool:
    """Say whether the event is something here that does not wait: fire, water, and the like.

    Hearsay of a danger elsewhere is none; one's own plans and lines never are.
    """
    event, place = question.event, question.situation.place
    if event.kind is not RecordKind.OBSERVATION or event.source is not Source.WITNESSED:
        return False
    where = event.body.place_id
    is_here = where is None or (place is not None and where == place.id)
    return is_here and is_alarming(event.text)


def concerns_thing(question: ReactInput) -> bool:
    """Say whether the event is a danger here, or the state of a thing: one or two deal with it."""
    return is_danger(question) or bool(_key(question))


def where_of(question: ReactInput) -> PlaceId | None:
    """Return the place of the event: the one it names, else where the character is."""
    place = question.situation.place
    return question.event.body.place_id or (place.id if place else None)


def thing_of(question: ReactInput) -> str:
    """Return the thing that the event is about; empty for none."""
    key = _key(question)
    if key:
        return key.rpartition("/")[2]
    where = where_of(question)
    place = next((one for one in question.places if one.id == where), _seen(question))
    return fitting_thing(question.event.text, place)


def is_of_concern(question: ReactInput) -> bool:
    """Say whether the event could move an awake character that is at nothing more urgent."""
    return not (_is_past_noticing(question) or _is_of_no_concern(question))


def _key(question: ReactInput) -> str:
    """Return the key of the thing whose state the event is, `place/thing`; empty for none."""
    return next((one for one in question.event.body.about if "/" in one), "")


def _is_past_noticing(question: ReactInput) -> bool:
    act = question.situation.act
    if act is None:
        return False
    is_at_it = act.cause is Cause.REACTION and act.because == question.event.seq
    return act.is_asleep or is_at_it


def _is_of_no_concern(question: ReactInput) -> bool:
    event, act = question.event, question.situation.act
    is_own = event.kind in _OWN_WORDS or event.source is Source.OWN
    is_taken = act is not None and act.cause in (Cause.REACTION, Cause.TALK)
    idle = (*texts("reactions", "idle", question.language), f" is {IDLE}")
    said = event.text.strip(f" {FULL_STOPS}").casefold()
    return is_own or is_taken or (event.body.is_standing and said.endswith(idle))


def _dealing(question: ReactInput) -> Reaction:
    """Return the reaction of dealing with a danger where it is, with the thing that is in it.

    Who finds another at it helps, and leaves the thing to that one.
    """
    event, language = question.event.text, question.language
    helped = question.at_it[0].name if question.at_it else ""
    clause = " ".join(event.split()).rstrip(f"{FULL_STOPS}!{WIDE_EXCLAMATION}")
    clause = clause[:1].lower() + clause[1:_LONGEST_TOPIC]
    doing = (
        text("reactions", "helping", language).format(helped, clause)
        if helped
        else text("reactions", "dealing", language).format(clause)
    )
    thing = "" if helped else thing_of(question)
    return Reaction(
        choice="react",
        step=Step(
            starts_at=at_minute(question.situation.now),
            minutes=DEALING_MINUTES,
            activity=doing,
            place_id=where_of(question),
            object=thing,
            object_state=text("reactions", "dealt_with", language) if thing else "",
            emoji="\N{BUCKET}" if is_of_water(event) else "\N{FIRE EXTINGUISHER}",
        ),
    )


def _standing_by(question: ReactInput) -> Reaction:
    """Return what follows where enough are at it: who knows one of them watches, if it is free."""
    act = question.situation.act
    if act is not None and act.cause in (Cause.REACTION, Cause.TALK):
        return Reaction()
    standings = {standing.other_id: standing for standing in question.standings}
    knows_one = any(_is_known(standings.get(person.id)) for person in question.at_it)
    return Reaction(choice="wait") if knows_one else Reaction()


def _acquaintance(question: ReactInput) -> Person | None:
    standings = {standing.other_id: standing for standing in question.standings}
    for person in question.others:
        standing = standings.get(person.id, Standing(other_id=person.id))
        is_welcome = standing.affinity >= LIKED or (
            standing.familiarity >= FAMILIAR and standing.affinity > -LIKED
        )
        if person.id in question.event.body.about and not person.is_player and is_welcome:
            return person
    return None


def _is_about_a_stranger(question: ReactInput) -> bool:
    others = {person.id for person in (*question.others, *question.situation.company)}
    seen = [one for one in question.event.body.about if one in others]
    standings = {standing.other_id: standing for standing in question.standings}
    is_plain = question.event.importance < _PRESSING and question.event.source is Source.WITNESSED
    return bool(seen) and is_plain and not any(_is_known(standings.get(one)) for one in seen)


def _is_known(standing: Standing | None) -> bool:
    return standing is not None and (
        abs(standing.affinity) >= LIKED or standing.familiarity >= FAMILIAR
    )


def _topic(question: ReactInput) -> str:
    pressing = [
        found.memory
        for found in question.recollections
        if found.memory.kind in _ON_THE_MIND and found.memory.importance >= _PRESSING
    ]
    if not pressing:
        return ""
    found = max(pressing, key=lambda memory: (memory.importance, memory.seq))
    return found.text[:_LONGEST_TOPIC]


def _seen(question: ReactInput) -> KnownPlace | None:
    """Return the place one is at as one sees it, where it is none of those one knows."""
    place = question.situation.place
    if place is None:
        return None
    return KnownPlace(id=place.id, path=place.name, objects=tuple((n, "") for n in place.objects))


ENOUGH = 3
"""Sightings of a person from which the observer knows what is usual for them."""


def is_unusual(question: ReactInput, sightings: Sequence[Record]) -> bool:
    """Return whether the event is an odd deed, an odd place for a person, or against the plan.

    `sightings` are earlier observations of the character, of any people.
    """
    if question.event.source is not Source.WITNESSED or not is_of_concern(question):
        return False
    return contradicts_plan(question) or any(
        _is_odd(question, person, _of(person, question, sightings))
        for person in question.situation.company
        if person.id in question.event.body.about and not person.is_player
    )


def contradicts_plan(question: ReactInput) -> bool:
    """Return whether the event is the state of an object that is used now, or will be next.

    A state that the character itself causes does not count.
    """
    place, _, thing = _key(question).rpartition("/")
    if not thing:
        return False
    situation, day = question.situation, question.day
    under_way = None if situation.act is None else situation.act.step
    own = "" if under_way is None else under_way.object_state.casefold()
    if own and own in question.event.text.casefold():
        return False
    following = None if day is None else day.next_after(situation.now)
    return any(
        step.object.casefold() == thing.casefold()
        if step.object
        else words_of(thing) <= words_of(step.activity)
        for step in (under_way, following)
        if step is not None and step.place_id == place
    )


def _of(person: Person, question: ReactInput, sightings: Sequence[Record]) -> list[Record]:
    event = question.event
    return [
        one
        for one in sightings
        if isinstance(one.body, Remembered)
        and person.id in one.body.about
        and one.body.source is Source.WITNESSED
        and one.seq < event.seq
    ]


def _is_odd(question: ReactInput, person: Person, before: Sequence[Record]) -> bool:
    """Return whether a person is where it was never seen, or does what was never seen of it."""
    if len(before) < ENOUGH:
        return False
    bodies = [one.body for one in before if isinstance(one.body, Remembered)]
    place_id = question.event.body.place_id
    if place_id is not None and all(body.place_id != place_id for body in bodies):
        return True
    plain = words_of(person.name) | words_of(here(person.name, question.language))
    doing = words_of(question.event.text) - plain
    return bool(doing) and all(not doing & words_of(one.text) for one in before)
