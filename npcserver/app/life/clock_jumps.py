"""What a jump of the clock leaves: dated memories, and small changes of standings and moods.

They are stored with the clock's move, in one append: who is asked right after it knows already, and
a save from before knows nothing. Nothing is asked of a model.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from npcserver.app.authored import drafts_in_force, with_draft
from npcserver.app.context.mindset import (
    acquainted_with,
    bodies_of,
    body_of,
    decayed_mood,
    places_of,
    speaking,
    standing_from,
    standing_now,
)
from npcserver.app.context.town_knowledge import as_known, told_of
from npcserver.app.life.clock_effects import break_overdue
from npcserver.app.life.simulation import Effects
from npcserver.language import is_served
from npcserver.language.day import activities
from npcserver.language.deadlines import due_at
from npcserver.language.jumps import (
    comes_every_year,
    day_text,
    deaths_in,
    deed_text,
    is_to_come,
    shut_in,
)
from npcserver.language.past_times import dates_in
from npcserver.language.sentences import sentences
from npcserver.mind.skipped_time import (
    SHORTEST_JUMP,
    Deed,
    SkippedLife,
    SkippedTime,
    days_between,
)
from npcserver.model.character import Attention, Availability, Character, Person
from npcserver.model.commitment import Commitment
from npcserver.model.day import Act, DayPlan
from npcserver.model.default_day import default_days
from npcserver.model.feelings import Mood, Standing
from npcserver.model.ids import PlaceId, TimelineId
from npcserver.model.inputs import KnownPlace, PlanInput, Situation
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.place_lookup import nearest_place
from npcserver.model.record import (
    FIRST_HAND,
    Attended,
    Draft,
    KnownAbsence,
    Moved,
    Record,
    RecordKind,
    Remembered,
    Source,
    owner_of_subject,
    subject_key,
    subject_topic,
)
from npcserver.model.relation_axes import moved_along
from npcserver.model.world import Place, World, enclosing_places
from npcserver.ports.storage import Fence, Reader
from npcserver.ports.view import RecordQuery, View

_EVERYBODY = 100_000
_READ = 5_000  # observations looked through for the dead, shut places and dates, oldest and newest
_AT_ONCE = 16  # characters whose days are made before others may have the processor
_KNOWN_DAYS = 2  # of one character in one jump
_YEAR = timedelta(days=366)
_MORNING = timedelta(hours=8)
_IMPORTANCE = {"deed": 3, "meeting": 4, "day": 6}
_FAMILIARITY, _AFFINITY, _VALENCE = 2, 1, 0.2  # what a meeting changes
_STATE = (
    RecordKind.PRESENCE,
    RecordKind.ABSENCE,
    RecordKind.ATTENTION,
    RecordKind.ACT,
    RecordKind.DAY,
    RecordKind.MOOD,
    RecordKind.RELATION,
    RecordKind.COMMITMENT,
)


async def skip_time(
    reader: Reader, timeline_id: TimelineId, until: datetime, *, attention: Attention
) -> Effects:
    """Return what a move of the clock to `until` leaves; nothing where it is no jump.

    `attention` is the tier of characters for whom the game set none. The fences require that the
    clock has not moved meanwhile, and no promise was settled that the jump breaks.
    """
    view = await reader.head(timeline_id)
    since = await view.game_time()
    if until - since < SHORTEST_JUMP:
        return Effects()
    jump = await _read_jump(reader, view, since, until, attention)
    await jump.schedule()
    late = await break_overdue(reader, view, skipped_to=until)
    drafts = (*jump.memories(), *late.drafts)
    drafts = tuple(sorted(drafts, key=lambda one: one.game_time or until))
    minds = dict.fromkeys(one.subject_id for one in drafts if one.kind is RecordKind.OBSERVATION)
    return Effects(
        drafts=(*drafts, *jump.feelings(late.drafts)),
        jobs=(*(JobDraft(JobKind.DIGEST, timeline_id, mind) for mind in minds), *late.jobs),
        fences=(Fence("", (RecordKind.CLOCK,), view.vantage.seq), *late.fences),
    )


@dataclass(slots=True, kw_only=True)
class _Jump:
    """A jump of one timeline: its people who live through it, and what is known of the time."""

    seed: str
    world: World
    since: datetime
    until: datetime
    places: Mapping[PlaceId, Place]
    names: Mapping[str, AbstractSet[str]]
    people: Mapping[str, Character]
    state: Mapping[RecordKind, Mapping[str, Record]]
    told: Sequence[Record]
    deeds: tuple[Deed, ...] = ()
    _texts: dict[tuple[str, datetime], str] = field(default_factory=dict)

    async def schedule(self) -> None:
        """Find out what was done; others get the processor in between."""
        dead = _dead(self.told, self.names, self.state[RecordKind.ABSENCE])
        days = days_between(self.since, self.until, self.seed)
        met = self._met_before()
        lives: list[SkippedLife] = []
        for at, (who, one) in enumerate(self.people.items()):
            if at % _AT_ONCE == 0:
                await asyncio.sleep(0)
            if who not in dead:
                lives.append(self._life(one, days, met.get(who, frozenset())))
        self.people = {life.id: self.people[life.id] for life in lives}
        skipped = SkippedTime(
            since=self.since,
            until=self.until,
            seed=self.seed,
            places=self.places,
            lives=lives,
            shut=self._shut(),
            # two with a promise between them that the jump breaks did not meet when it was due
            apart={
                (frozenset((one.by_id, one.to_id)), one.due_at.date())
                for one in bodies_of(self.state[RecordKind.COMMITMENT], Commitment).values()
                if one.due_at is not None and self.since <= one.due_at <= self.until
            },
            names=self.names,
        )
        # In a thread: of a thousand people it takes seconds, and others must be answered meanwhile.
        self.deeds = await asyncio.to_thread(skipped.deeds)

    def memories(self) -> Iterator[Draft]:
        """Yield the memories of deeds, meetings and days that were known beforehand."""
        for deed in self.deeds:
            text = self._text(deed)
            if text:
                self._texts[deed.who, deed.starts_at] = text
                yield Draft(
                    RecordKind.OBSERVATION,
                    Remembered(
                        source=Source.OWN,
                        place_id=deed.place_id,
                        about=(deed.met,) if deed.met else (),
                    ),
                    deed.who,
                    text=text,
                    game_time=deed.starts_at,
                    importance=_IMPORTANCE["meeting" if deed.met else "deed"],
                )
        coming: defaultdict[str, list[Record]] = defaultdict(list)
        for record in self.told:
            if comes_every_year(record.text) or is_to_come(record.text):
                coming[record.subject_id].append(record)
        for who, character in self.people.items():
            known = sorted(
                self._known_days(character, coming[who]),
                key=lambda one: one.game_time or self.until,
            )
            yield from known[:_KNOWN_DAYS]

    def feelings(self, broken: Sequence[Draft]) -> Iterator[Draft]:
        """Yield standings moved by meetings, and moods: of a meeting, or of a broken promise."""
        causes: dict[str, tuple[float, str]] = {}
        for deed in self.deeds:
            if not deed.met:
                continue
            record = self._record(RecordKind.RELATION, subject_key(deed.who, deed.met))
            found = standing_now(record, deed.starts_at, self.world.axes)
            other = Person(id=deed.met, name=self.people[deed.met].name, is_player=False)
            before = standing_from(found, self.people[deed.who], other)
            likes = (before.affinity > 0) - (before.affinity < 0)
            after = before.moved(familiarity=_FAMILIARITY, affinity=likes * _AFFINITY)
            after = moved_along(after, self.world.axes, {})
            yield Draft(
                RecordKind.RELATION, after, subject_key(deed.who, deed.met), text=after.view
            )
            if likes and (deed.who, deed.starts_at) in self._texts:
                causes[deed.who] = (likes * _VALENCE, self._texts[deed.who, deed.starts_at])
        for draft in broken:
            if draft.kind is RecordKind.OBSERVATION and draft.subject_id in self.people:
                causes[draft.subject_id] = (-_VALENCE, draft.text)
        for who, (valence, why) in causes.items():
            mood = decayed_mood(self._record(RecordKind.MOOD, who), self.until)
            mood = Mood(valence=mood.valence + valence, arousal=mood.arousal, why=why)
            yield Draft(
                RecordKind.MOOD, replace(mood, valence=max(-1.0, min(1.0, mood.valence))), who
            )

    def _life(
        self, character: Character, days: Sequence[date], met: AbstractSet[str]
    ) -> SkippedLife:
        """Return the schedule of a character: its plan of the day, then days by habit."""
        act = body_of(self._record(RecordKind.ACT, character.id), Act)
        plan = body_of(self._record(RecordKind.DAY, character.id), DayPlan)
        known = [
            as_known(self.places[place_id], character, self.places, {})
            for place_id in told_of(character, self.places)
        ]
        question = PlanInput(
            situation=Situation(world=self.world, character=character, now=self.since),
            day=days[0],
            places=tuple(sorted(known, key=lambda place: (place.path, place.id))),
        )
        plans = default_days(question, days)
        if plan is not None:
            plans = (*(one for one in plans if one.day != plan.day), plan)
        return SkippedLife(
            id=character.id,
            language=character.persona.language,
            busy_until=self.since if act is None else max(act.ends_at, self.since),
            plans=plans,
            acquaintances=acquainted_with(character, met),
        )

    def _met_before(self) -> Mapping[str, AbstractSet[str]]:
        """Return the ids of those whom each character has a recorded standing to."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for subject, one in bodies_of(self.state[RecordKind.RELATION], Standing).items():
            if one.familiarity > 0:
                found[owner_of_subject(subject)].add(one.other_id)
        return found

    def _record(self, kind: RecordKind, subject_id: str) -> Record | None:
        return self.state[kind].get(subject_id)

    def _text(self, deed: Deed) -> str:
        character = self.people[deed.who]
        language = character.persona.language
        place = self.places.get(deed.place_id) if deed.place_id is not None else None
        activity = deed.activity
        if not is_served(language, "day") and activity in activities(language).values():
            activity = ""  # words of ours, in a language that is not the character's
        others = (self.people[deed.met].name,) if deed.met else ()
        around = () if place is None else enclosing_places(place.id, self.places)
        within = tuple(one.name for one in around)
        return deed_text(
            deed.starts_at,
            activity,
            within,
            others,
            language,
            now=self.until,
            calendar=self.world.calendar,
        )

    def _known_days(self, character: Character, coming: Sequence[Record]) -> Iterator[Draft]:
        """Yield the days of the jump that a character knew of: of goals, birthdays and feasts."""
        persona = character.persona
        plan = body_of(self._record(RecordKind.DAY, character.id), DayPlan)
        currently = (plan.currently if plan else "") or persona.currently
        own: list[tuple[str, datetime, Record | None]] = [
            (sentence, self.world.start_time, None)
            for text in (*persona.goals, currently)
            for sentence in sentences(text)
        ]
        own += [
            (sentence, record.game_time, record)
            for record in coming
            for sentence in sentences(record.text)
            if comes_every_year(sentence) or is_to_come(sentence)
        ]
        for text, written, record in {one[0]: one for one in reversed(own)}.values():
            for day in dates_in(text, self.until):
                is_first = comes_every_year(text) or day - written < _YEAR
                if self.since.date() < day.date() and written < day and is_first:
                    yield self._known_day(character, text, day, record)

    def _known_day(
        self, character: Character, text: str, day: datetime, record: Record | None
    ) -> Draft:
        body = Remembered(source=Source.WITNESSED)
        if record is not None and isinstance(record.body, Remembered):
            body = replace(
                body,
                evidence=(record.seq,),
                secrets=record.body.secrets,
                players=record.body.players,
                about=record.body.about,
                trust=record.body.trust,
            )
        return Draft(
            RecordKind.OBSERVATION,
            body,
            character.id,
            text=day_text(
                day,
                text,
                character.persona.language,
                now=self.until,
                calendar=self.world.calendar,
            ),
            game_time=min(self.until, day + _MORNING),
            importance=_IMPORTANCE["day"],
        )

    def _shut(self) -> dict[PlaceId, datetime | None]:
        """Return the places that are shut, as far as texts tell, and until when."""
        plain = [KnownPlace(id=place.id, path=place.name) for place in self.places.values()]
        described = [
            replace(one, path=f"{one.path} {self.places[one.id].description}") for one in plain
        ]
        found: dict[PlaceId, datetime | None] = {}
        for place in self.places.values():
            if any(is_shut for _, is_shut in shut_in(place.description)):
                found[place.id] = None
        for record in self.told:
            if not _is_reliable(record):
                continue
            for what, is_shut in shut_in(record.text):
                known = nearest_place(what, plain) or nearest_place(what, described)
                if known is not None and is_shut:
                    found[known.id] = due_at(record.text, record.game_time)
                elif known is not None:
                    found.pop(known.id, None)
        return found


async def _read_jump(
    reader: Reader, view: View, since: datetime, until: datetime, attention: Attention
) -> _Jump:
    world = await reader.world(view.timeline.world_id)
    newest = await view.newest([RecordQuery(kind, is_prefix=True) for kind in _STATE])
    state = dict(zip(_STATE, newest, strict=True))
    seen = (RecordKind.OBSERVATION,)
    told = await view.after(0, _READ, seen)
    if len(told) == _READ:
        told += await view.after(max(told[-1].seq, view.vantage.seq - _READ), _READ, seen)
    drafts = await drafts_in_force(view)
    published = await reader.characters(world.id, _EVERYBODY)
    everybody = [with_draft(one, drafts.get(one.id)) for one in published]

    def is_there(who: str) -> bool:
        """Return whether a character is neither dormant nor out of the world."""
        moved = body_of(state[RecordKind.PRESENCE].get(who), Moved)
        tier = body_of(state[RecordKind.ATTENTION].get(who), Attended)
        is_awake = (attention if tier is None else tier.attention).is_awake
        return is_awake and not (moved is not None and moved.place_id is None)

    return _Jump(
        seed=view.timeline.world_id,
        world=world,
        since=since,
        until=until,
        places=await places_of(reader, world),
        names=_names(everybody),
        people={one.id: speaking(one, world) for one in everybody if is_there(one.id)},
        state=state,
        told=told,
    )


def _names(people: Sequence[Character]) -> Mapping[str, AbstractSet[str]]:
    """Return the ids of all who bear a full name, or alone a first name, in lower case."""
    firsts, full = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for one in people:
        firsts[one.name.split()[0].casefold()].add(one.id)
        full[one.name.casefold()].add(one.id)
    return {first: ids for first, ids in firsts.items() if len(ids) == 1} | full


def _dead(
    told: Sequence[Record],
    names: Mapping[str, AbstractSet[str]],
    absences: Mapping[str, Record],
) -> set[str]:
    """Return who is dead, as far as reliable texts tell; the last of them counts.

    A name that several bear means the one that the text is stored as being about. What was told of
    a character before others saw it come back counts no more.
    """
    dead: set[str] = set()
    back = {
        subject_topic(subject): record.seq
        for subject, record in sorted(absences.items(), key=lambda item: item[1].seq)
        if isinstance(record.body, KnownAbsence)
        and record.body.availability is Availability.PRESENT
    }
    for record in told:
        if _is_reliable(record) and isinstance(record.body, Remembered):
            for bearers, is_dead in deaths_in(record.text, names):
                meant = bearers if len(bearers) == 1 else bearers & {*record.body.about}
                for who in meant if len(meant) == 1 else ():
                    if record.seq > back.get(who, 0):
                        (dead.add if is_dead else dead.discard)(who)
    return dead


def _is_reliable(record: Record) -> bool:
    return isinstance(record.body, Remembered) and record.body.source in FIRST_HAND
