"""The state of a character: loaded for a thought or a turn, and saved under its fence.

Load, think, save: no transaction is open while a model is asked, and a result is stored only if the
records it rests on are still the newest.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from npcserver.app.authored import adopt, character_at, roster_at
from npcserver.app.background_work import not_left_fence
from npcserver.app.context.namesakes import Namesakes
from npcserver.app.perception.presence import Presence, load_gone, locate_people
from npcserver.app.perception.tiers import CROWD_QUERIES, crowd_of
from npcserver.model.character import Attention, Availability, Character, Person, Relation
from npcserver.model.day import Act, DayPlan
from npcserver.model.errors import Conflict, Reason
from npcserver.model.feelings import NEUTRAL, Belief, Emotion, Mood, Standing, mood_at
from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.model.inputs import Absence, ReplyInput, Situation
from npcserver.model.job import JobDraft
from npcserver.model.record import (
    Attended,
    Draft,
    KnownAbsence,
    Record,
    RecordKind,
    subject_key,
    subject_topic,
)
from npcserver.model.relation_axes import RelationAxis, axes_in_words, faded
from npcserver.model.timeline import playthrough
from npcserver.model.world import Place, World, with_inherited_norms
from npcserver.ports.storage import Append, Appended, Fence, Reader, Store, UnitOfWork
from npcserver.ports.view import RecordQuery, Resident, View

_B = TypeVar("_B")
_OWN = (RecordKind.ACT, RecordKind.DAY, RecordKind.MOOD)
_MOST_EXTRAS = 8  # in a prompt: of a crowd one takes in a few
_ALL_PLACES = 100_000
_BELIEFS = 3
_PROMISES = 100  # last changed: a player waits, and only recent promises matter
FELT = 0.3
"""How far a character's own words draw its mood to the feeling in them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mindset:
    """The state of a character at a vantage.

    `character` has its world's language if it has none of its own; `authored` is as stored. `day`
    is its latest plan, of any day.
    """

    view: View
    world: World
    character: Character
    authored: Character
    attention: Attention
    day: DayPlan | None
    present: dict[str, Presence]
    situation: Situation

    @property
    def timeline_id(self) -> TimelineId:
        """Timeline of the vantage."""
        return self.view.vantage.timeline_id

    @property
    def seq(self) -> int:
        """Position of the vantage."""
        return self.view.vantage.seq

    @property
    def id(self) -> CharacterId:
        """The id of the character."""
        return self.character.id

    @property
    def language(self) -> str:
        """The language it thinks in."""
        return self.character.persona.language

    def fence(self, *kinds: RecordKind, subject_id: str = "") -> Fence:
        """Return the fence that no such record of the character has been added since."""
        return Fence(subject_id or self.id, kinds, self.seq)


class Minds:
    """Loads and saves character state."""

    def __init__(self, store: Store, *, attention: Attention = Attention.BACKGROUND) -> None:
        """`attention` is the tier of characters for whom the game set none."""
        self.store = store
        self.default_attention = attention

    async def load(
        self, reader: Reader, timeline_id: TimelineId, character_id: CharacterId
    ) -> Mindset:
        """Load a character's state at the head of a timeline. Raises `NotFound`."""
        return await self.load_at(reader, await reader.head(timeline_id), character_id)

    async def load_at(self, reader: Reader, view: View, character_id: CharacterId) -> Mindset:
        """Load a character's state as a view sees it. Raises `NotFound`."""
        world = await reader.world(view.timeline.world_id)
        authored = await character_at(reader, view, character_id)
        character = speaking(authored, world)
        acts, days, moods, moved, lost, *extras = await view.newest(
            (
                *(RecordQuery(kind, character_id) for kind in _OWN),
                RecordQuery(RecordKind.PRESENCE, is_prefix=True),
                _absences_query(character_id),
                *CROWD_QUERIES,
            )
        )
        now = await view.game_time()
        crowd = crowd_of(extras, moved, now)
        present = locate_people(residents := await roster_at(reader, view), moved, crowd)
        tier = body_of(extras[0].get(character_id), Attended)
        act, day = present[character_id].act, None
        if act is None:
            act = body_of(acts.get(character_id), Act)
            day = body_of(days.get(character_id), DayPlan)
        else:
            day = crowd.day_plan(character_id)
        situation = Situation(
            world=world,
            character=character,
            now=now,
            place=await place_at(reader, world, present[character_id].place_id),
            act=act,
            mood=decayed_mood(moods.get(character_id), now),
            currently=(day.currently if day else "") or character.persona.currently,
            company=company(present, present[character_id].place_id, {character_id}),
            absences=await told_apart(reader, world, absences_in(lost), residents, present),
            seed=seed_of(f"{world.id}.{view.vantage.seq}.{character_id}"),
            playthrough=playthrough(view.lineage, view.vantage.timeline_id),
        )
        return Mindset(
            view=view,
            world=world,
            character=character,
            authored=authored,
            attention=self.default_attention if tier is None else tier.attention,
            day=day,
            present=present,
            situation=situation,
        )

    async def attention_of(self, view: View, character_id: str) -> Attention:
        """Return the tier of a character at a vantage."""
        found = await latest(view, RecordKind.ATTENTION, character_id, Attended)
        return self.default_attention if found is None else found.attention

    async def save(
        self,
        mindset: Mindset,
        drafts: Sequence[Draft],
        *,
        fences: Sequence[Fence] = (),
        jobs: Sequence[JobDraft] = (),
        since: int | None = None,
    ) -> Appended:
        """Append the results of a thought begun at `since`, by default where the state was loaded.

        Raises `Conflict` (TIMELINE_LEFT) when the game has left the timeline, (MIND_MOVED) when a
        fence does not hold, the persona was edited or drafted, an author corrected a memory, or the
        character died or went away, and `NotFound` when it or the timeline was deleted.
        """
        authored = mindset.authored
        begun = mindset.seq if since is None else since
        always = (not_left_fence(begun), Fence(authored.id, (RecordKind.CORRECTION,), begun))

        async def work(unit: UnitOfWork) -> Appended:
            view = await unit.head(mindset.timeline_id)
            now = await character_at(unit, view, authored.id)
            if now.persona != authored.persona:
                raise Conflict(
                    f"the persona of {authored.id!r} was edited meanwhile; think again",
                    Reason.MIND_MOVED,
                    characterId=authored.id,
                )
            if await load_gone(view, (authored.id,)):
                raise Conflict(
                    f"{authored.id!r} died or went away meanwhile; the thought is dropped",
                    Reason.MIND_MOVED,
                    characterId=authored.id,
                )
            await adopt(unit, authored)
            return await unit.append(
                Append(
                    mindset.timeline_id, tuple(drafts), jobs=tuple(jobs), fences=(*always, *fences)
                )
            )

        return await self.store.write(work)


def _absences_query(character_id: str) -> RecordQuery:
    return RecordQuery(RecordKind.ABSENCE, subject_key(character_id, ""), is_prefix=True)


def absences_in(records: Mapping[str, Record]) -> tuple[Absence, ...]:
    """Return whom a character knows to be dead or away, the last it learned of first."""
    newest = sorted(records.items(), key=lambda item: -item[1].seq)
    return tuple(
        Absence(id=subject_topic(subject), name=body.name, availability=body.availability)
        for subject, record in newest
        if isinstance(body := record.body, KnownAbsence)
        and body.availability is not Availability.PRESENT
    )


async def told_apart(
    reader: Reader,
    world: World,
    absences: Sequence[Absence],
    residents: Sequence[Resident],
    present: Mapping[str, Presence],
    *others: Person,
) -> tuple[Absence, ...]:
    """Return absences with what tells each from all of its name, `others` among them."""
    if not absences:
        return ()
    people = (*others, *(one.person for one in present.values()))
    namesakes = Namesakes(residents, await places_of(reader, world), people)
    return tuple(replace(one, mark=namesakes.mark_of(one.id, one.name)) for one in absences)


async def latest(view: View, kind: RecordKind, subject_id: str, body: type[_B]) -> _B | None:
    """Return the body of the newest record of a kind and subject."""
    return body_of(await view.latest(kind, subject_id), body)


def body_of(record: Record | None, body: type[_B]) -> _B | None:
    """Return the body of a record, None when there is no record or its body is another."""
    return record.body if record is not None and isinstance(record.body, body) else None


def bodies_of(records: Mapping[str, Record], body: type[_B]) -> dict[str, _B]:
    """Return the bodies of one type among records, by the subject of the record."""
    return {
        subject: record.body for subject, record in records.items() if isinstance(record.body, body)
    }


def decayed_mood(record: Record | None, now: datetime) -> Mood:
    """Return a recorded mood, faded to a game time; a neutral one without a record."""
    if record is None or not isinstance(record.body, Mood):
        return Mood()
    return mood_at(record.body, record.game_time, now)


def standing_now(
    record: Record | None, now: datetime, axes: Sequence[RelationAxis] = ()
) -> Standing | None:
    """Return a recorded standing, faded to a game time, with scores on `axes`; None without one."""
    if record is None or not isinstance(record.body, Standing):
        return None
    return faded(record.body, axes, now - record.game_time)


async def standing_with(
    view: View, character: Character, other: Person, axes: Sequence[RelationAxis] = ()
) -> Standing:
    """Return how a character stands to another: the latest record, or what its author wrote."""
    record = await view.latest(RecordKind.RELATION, subject_key(character.id, other.id))
    return standing_from(standing_now(record, await view.game_time(), axes), character, other)


async def standings(
    view: View, character_id: str, axes: Sequence[RelationAxis] = ()
) -> dict[str, Standing]:
    """Return the recorded standings of a character, by the id of the other."""
    records = await view.latest_by_subject(RecordKind.RELATION, subject_key(character_id, ""))
    return standings_in(records, await view.game_time(), axes)


def standings_in(
    records: Mapping[str, Record], now: datetime, axes: Sequence[RelationAxis] = ()
) -> dict[str, Standing]:
    """Return the standings of records as of a game time, by the id of the other."""
    found = (standing_now(one, now, axes) for one in records.values())
    return {one.other_id: one for one in found if one is not None}


async def beliefs(view: View, character_id: str) -> tuple[Belief, ...]:
    """Return the beliefs of a character, strongest first."""
    return strongest(await view.latest_by_subject(RecordKind.BELIEF, subject_key(character_id, "")))


def strongest(records: Mapping[str, Record]) -> tuple[Belief, ...]:
    """Return the beliefs in records, strongest first; not those that an author took back."""
    found = [one for one in bodies_of(records, Belief).values() if one.text or one.score != 50]
    return tuple(sorted(found, key=lambda belief: (-abs(belief.score - 50), belief.topic)))


def acquainted_with(character: Character, moved: Collection[str]) -> frozenset[str]:
    """Return the ids of those a character has a relation to: authored, or `moved` by play."""
    return frozenset((*moved, *(one.to_id for one in character.persona.relations if one.to_id)))


def standing_from(found: Standing | None, character: Character, other: Person) -> Standing:
    """Return the recorded standing, else the authored one, else a stranger's.

    What an author wrote takes precedence over what was derived from seed memories.
    """
    relation = _authored_relation(character, other)
    if found is not None and not (found.is_first and relation is not None):
        return found
    if relation is not None:
        return standing_of(relation, other)
    return Standing(other_id=other.id, other_name=other.name)


def settled_standings(character: Character, moved: Mapping[str, Standing]) -> dict[str, Standing]:
    """Return the recorded standings over which nothing that an author wrote takes precedence."""
    authored = {relation.to_id for relation in character.persona.relations}
    return {other: one for other, one in moved.items() if not (one.is_first and other in authored)}


def _authored_relation(character: Character, other: Person) -> Relation | None:
    relations = (one for one in character.persona.relations if one.to_id)
    return next((one for one in relations if one.to_id == other.id), None)


def standing_of(relation: Relation, other: Person) -> Standing:
    """Return the standing that an authored relation means."""
    return Standing(
        other_id=other.id,
        other_name=other.name,
        affinity=relation.affinity,
        trust=max(0, min(100, 50 + relation.affinity // 4)),
        familiarity=40,
        view=relation.view,
    )


def company(
    present: dict[str, Presence], place_id: PlaceId | None, apart_from: set[str]
) -> tuple[Person, ...]:
    """Return the other people at a place, by id, and the first of its extras; empty for no place.

    Extras come last.
    """
    if place_id is None:
        return ()
    here = [
        presence
        for identifier, presence in sorted(present.items())
        if presence.place_id == place_id and identifier not in apart_from
    ]
    minds = (one.person for one in here if not one.is_extra)
    extras = [one.person for one in here if one.is_extra]
    return (*minds, *extras[:_MOST_EXTRAS])


async def places_of(reader: Reader, world: World) -> dict[PlaceId, Place]:
    """Return all places of a world, by id."""
    return {place.id: place for place in await reader.places(world.id, _ALL_PLACES)}


def seed_of(name: str) -> int:
    """Return 31 bits derived from a name."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") >> 1


def speaking(character: Character, world: World, language: str = "") -> Character:
    """Return the character with a language: its own, else the player's, else its world's."""
    if character.persona.language:
        return character
    spoken = language or world.language
    return replace(character, persona=replace(character.persona, language=spoken))


async def place_at(reader: Reader, world: World, place_id: PlaceId | None) -> Place | None:
    """Return a place with the norms of what contains it; None for none or a deleted one."""
    if place_id is None:
        return None
    places = await places_of(reader, world)
    return with_inherited_norms(places[place_id], places) if place_id in places else None


@dataclass(frozen=True, slots=True, kw_only=True)
class StateRecords:
    """Where all are, and a character's beliefs, standings, promises, own state; story flags.

    `absences` are deaths and departures that it knows of.

    `pin` is the newest pin; without one no memory of the character was ever pinned.
    """

    residents: tuple[Resident, ...]
    present: dict[str, Presence]
    absences: tuple[Absence, ...]
    beliefs: Mapping[str, Record]
    standings: Mapping[str, Standing]
    flags: Mapping[str, Record]
    commitments: Mapping[str, Record]
    act: Record | None
    day: Record | None
    mood: Record | None
    pin: Record | None


async def state_of(
    reader: Reader, view: View, world: World, character_id: str, partner: Person
) -> StateRecords:
    """Return the state of a character, with one query: a player is waiting."""
    residents = await roster_at(reader, view)
    (
        moved,
        lost,
        beliefs,
        stood,
        flags,
        promised,
        acted,
        planned,
        felt,
        pinned,
        *extras,
    ) = await view.newest(
        (
            RecordQuery(RecordKind.PRESENCE, is_prefix=True),
            _absences_query(character_id),
            RecordQuery(RecordKind.BELIEF, subject_key(character_id, ""), is_prefix=True),
            RecordQuery(RecordKind.RELATION, subject_key(character_id, ""), is_prefix=True),
            RecordQuery(RecordKind.FLAG, is_prefix=True),
            RecordQuery(
                RecordKind.COMMITMENT, subject_key(character_id, ""), is_prefix=True, most=_PROMISES
            ),
            RecordQuery(RecordKind.ACT, character_id),
            RecordQuery(RecordKind.DAY, character_id),
            RecordQuery(RecordKind.MOOD, character_id),
            RecordQuery(RecordKind.PIN, character_id),
            *CROWD_QUERIES,
        )
    )
    crowd = crowd_of(extras, moved, await view.game_time())
    present = locate_people(residents, moved, crowd)
    return StateRecords(
        residents=residents,
        present=present,
        absences=await told_apart(reader, world, absences_in(lost), residents, present, partner),
        beliefs=beliefs,
        standings=standings_in(stood, await view.game_time(), world.axes),
        flags=flags,
        commitments=promised,
        act=acted.get(character_id),
        day=planned.get(character_id),
        mood=felt.get(character_id),
        pin=pinned.get(character_id),
    )


def relation_of(
    state: StateRecords, world: World, character: Character, partner: Person
) -> Relation | None:
    """Return what a character thinks of its partner now, None for one it does not know.

    Scores on the axes of the world are put in words behind the view.
    """
    found = state.standings.get(partner.id)
    authored = _authored_relation(character, partner)
    if found is None or (found.is_first and authored is not None):
        return authored
    view = axes_in_words(found.view, found, world.axes, character.persona.language)
    return Relation(to=partner.name, to_id=partner.id, view=view, affinity=found.affinity)


def in_state(scene: ReplyInput, state: StateRecords) -> ReplyInput:
    """Return the scene with the character's act, plan, mood, beliefs and whom it knows gone."""
    return replace(
        scene,
        absences=state.absences,
        act=body_of(state.act, Act),
        day=body_of(state.day, DayPlan),
        mood=decayed_mood(state.mood, scene.now),
        beliefs=strongest(state.beliefs)[:_BELIEFS],
    )


def moved_mood(mood: Mood, felt: Sequence[Emotion | None], mind: str) -> tuple[Draft, ...]:
    """Return the mood after a character's own words: drawn to the strongest feeling in them.

    Empty where they carry no feeling.
    """
    strongest = max(
        filter(None, felt), key=lambda one: abs(one.valence) + abs(one.arousal), default=NEUTRAL
    )
    if strongest.valence == strongest.arousal == 0:
        return ()
    return (Draft(RecordKind.MOOD, mood.moved(strongest, FELT), mind),)
