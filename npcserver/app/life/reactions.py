"""Reactions to salient events: which they are, who deals with them, and the decision."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from npcserver.app.context.discretion import before
from npcserver.app.context.history import newest_first
from npcserver.app.context.mindset import Minds, Mindset, company, places_of, standing_with
from npcserver.app.context.town_knowledge import known_places
from npcserver.app.conversation.conversation_state import talks_of_day
from npcserver.app.life.action_starts import ActionStarter, TalkPartners, choose_topic
from npcserver.app.life.simulation import Effects, load_homes
from npcserver.app.perception.observations import STRIKING
from npcserver.app.perception.presence import Presence, load_presences
from npcserver.app.thoughts.reflection import seeds_end
from npcserver.app.thoughts.thought_runtime import ThoughtRuntime, last_thought_from
from npcserver.language.alarm import is_alarming
from npcserver.language.clock import shifted
from npcserver.mind.action_selection import is_one_household
from npcserver.mind.activity_texts import here
from npcserver.mind.conversation import TalkRates, wants_to_talk
from npcserver.mind.reaction import by_rule, concerns_thing, is_unusual, thing_of, where_of
from npcserver.model import memory
from npcserver.model.character import Attention, Person
from npcserver.model.day import Act, Cause
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.inputs import ReactInput, Reaction
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.memory import Memory, Recollection
from npcserver.model.model_use import Purpose
from npcserver.model.place_lookup import fitting_thing
from npcserver.model.record import Record, RecordKind, Remembered, Source
from npcserver.model.thought import Thought
from npcserver.model.world import IDLE, object_key
from npcserver.ports.storage import Fence, Reader
from npcserver.ports.thinker import Ask, AskResult
from npcserver.ports.view import View

_ACTS = 1_000
"""Acts searched from the event on, oldest first: a reaction to it begins soon."""


async def with_responders(
    view: View, question: ReactInput, present: Mapping[str, Presence]
) -> ReactInput:
    """Return what was noticed with who deals with it, and whether it is over at a view.

    It is over when the object has been brought into a state that is not alarming, or, for an event
    that is no object's state, when a character has dealt with it. What concerns no object is
    returned unchanged.
    """
    if not concerns_thing(question):
        return question
    place_id, thing = where_of(question), thing_of(question)
    newest = await view.latest_by_subject(RecordKind.ACT)
    since = await view.after(question.event.seq, _ACTS, (RecordKind.ACT,))
    own = question.situation.character.id
    acts = {one.seq: one for one in (*since, *newest.values()) if one.subject_id != own}
    responses = await _responses(view, question, tuple(acts.values()), place_id, thing)
    at_it = tuple(
        present[one.subject_id].person
        for one in responses
        if one.subject_id in present
        and newest[one.subject_id].seq == one.seq
        and isinstance(one.body, Act)
        and one.body.ends_at > question.situation.now
    )
    changed = None
    if place_id is not None and thing:
        changed = await view.latest(RecordKind.OBJECT, object_key(place_id, thing))
    is_dealt_with = bool(responses)
    if changed is not None and changed.seq > question.event.seq:
        is_same = changed.text.casefold() == question.event.text.casefold()
        is_dealt_with = not is_same and not is_alarming(changed.text)
    return replace(question, at_it=at_it, is_over=is_dealt_with and not at_it)


async def _responses(
    view: View, question: ReactInput, acts: Sequence[Record], place_id: PlaceId | None, thing: str
) -> tuple[Record, ...]:
    """Return the acts with which others began to deal with the same event, by seq."""
    bodies = [(one, one.body) for one in acts if isinstance(one.body, Act)]
    reactions = [
        (record, act) for record, act in bodies if act.cause is Cause.REACTION and act.because > 0
    ]
    found = await view.get([act.because for _, act in reactions])
    events = {event.seq: event for event in found}
    place = next((one for one in question.places if one.id == place_id), None)

    def is_same(act: Act) -> bool:
        if thing and (act.step.place_id, act.step.object) == (place_id, thing):
            return True
        event = events.get(act.because)
        if event is None or not isinstance(event.body, Remembered):
            return False
        if event.body.place_id not in (None, place_id):
            return False
        if event.text.casefold() == question.event.text.casefold():
            return True
        return bool(thing) and fitting_thing(event.text, place) == thing

    same = (record for record, act in reactions if is_same(act))
    return tuple(sorted(same, key=lambda record: record.seq))


MOST_SALIENT_EVENTS = 5
"""Events considered at a time (Generative Agents, released code: retention 5)."""
_COMPANY = 8
_OF_A_MEETING = 2  # importance of seeing that a person is there


@dataclass(frozen=True, slots=True, kw_only=True)
class SalientEvents:
    """Events, most pressing first, and whether a whisper asks for another plan."""

    events: tuple[Memory, ...]
    is_told_to_plan: bool

    def __bool__(self) -> bool:
        """Return whether there is anything to decide."""
        return self.is_told_to_plan or bool(self.events)


async def find_salient_events(mindset: Mindset, fresh: timedelta) -> SalientEvents:
    """Return what a character perceived since its last decision, at most `fresh` ago.

    One who is asleep only notices alarming events. Secret events are left out: they would show in
    what the character does.
    """
    view = mindset.view
    decided = await last_thought_from(view, mindset.id, Purpose.REACT)
    since = max(decided, seeds_end(view, mindset.world.genesis_id))
    earliest = shifted(mindset.situation.now, seconds=-fresh.total_seconds())
    seen: list[Record] = []
    async for record in newest_first(view, mindset.id, (RecordKind.OBSERVATION,)):
        if record.seq <= since:
            break
        body = record.body
        if record.game_time < earliest or not isinstance(body, Remembered):
            continue
        is_idle = record.text.strip(" .").casefold().endswith(f" {IDLE}")
        is_news = body.source not in (Source.OWN, Source.AUTHORED)
        if is_news and not (body.is_standing and is_idle):
            seen.append(record)
    discretion = await before(view, mindset.character, ())
    records = discretion.sift(seen)[0]
    events = [
        memory.of(one, importance=one.importance, last_accessed_at=one.game_time) for one in records
    ]
    events += await _newcomer_events(mindset, since, earliest, events)
    act = mindset.situation.act
    if act is not None and act.is_asleep and act.ends_at > mindset.situation.now:
        events = [event for event in events if is_alarming(event.text)]
    events.sort(key=lambda one: (is_alarming(one.text), one.importance >= STRIKING, one.seq))
    whisper = await view.latest(RecordKind.WHISPER, mindset.id)
    is_told_to_plan = whisper is not None and whisper.seq > since
    if whisper is not None and is_told_to_plan:
        # Not the latest DAY record: decomposing, talking and waiting write the plan as well.
        planned = await last_thought_from(view, mindset.id, Purpose.PLAN)
        is_told_to_plan = whisper.seq > planned
    return SalientEvents(
        events=tuple(events[::-1][:MOST_SALIENT_EVENTS]), is_told_to_plan=is_told_to_plan
    )


async def _newcomer_events(
    mindset: Mindset, since: int, earliest: datetime, events: Sequence[Memory]
) -> list[Memory]:
    """Return sights of people who arrived since the last decision, if no event shows them.

    A character that has just ended a talk looks again at all who arrived since `earliest`: during
    the talk it could not attend to them.
    """
    place_id = mindset.present[mindset.id].place_id
    if place_id is None:
        return []
    moves = await mindset.view.latest_by_subject(RecordKind.PRESENCE)
    acts = await mindset.view.tail(mindset.id, (RecordKind.ACT,), 2)
    causes = [act.body.cause for act in acts if isinstance(act.body, Act)]
    is_new = bool(acts) and acts[0].seq > since
    looks_again = is_new and causes[0] is not Cause.TALK and Cause.TALK in causes[1:]
    own, told = moves.get(mindset.id), {one for event in events for one in event.body.about}
    found: list[Memory] = []
    for person in mindset.situation.company[:_COMPANY]:
        both = [move for move in (own, moves.get(person.id)) if move is not None]
        newest = max(both, key=lambda move: move.seq, default=None)
        if newest is None or person.id in told:
            continue
        if newest.seq > since or (looks_again and newest.game_time >= earliest):
            found.append(await _meeting(mindset, person, newest.seq))
    return found


async def _meeting(mindset: Mindset, person: Person, seq: int) -> Memory:
    language, now = mindset.world.language, mindset.situation.now
    act = await mindset.view.latest(RecordKind.ACT, person.id)
    text = act.text if act is not None and act.text else here(person.name, language)
    return Memory(
        timeline_id=mindset.timeline_id,
        seq=seq,
        kind=RecordKind.OBSERVATION,
        text=text,
        created_at=now,
        last_accessed_at=now,
        importance=_OF_A_MEETING,
        is_rated=True,
        body=Remembered(
            source=Source.WITNESSED,
            place_id=mindset.present[mindset.id].place_id,
            about=(person.id,),
            is_standing=True,
        ),
    )


FRESH_FOR = timedelta(minutes=30)
"""Game time after which nobody turns round for what happened."""
ASKED_A_DAY = 3
"""Questions a foreground character may ask in a game day about what is out of the ordinary."""
_BETWEEN_QUESTIONS = timedelta(hours=2)  # of game time, so that a morning does not use up the day
_SIGHTINGS = 300  # observations by which a character knows what is usual
_RECALLED = 10


ReactionQuestion = Callable[[ReactInput, Ask], Awaitable[tuple[Reaction, AskResult[Reaction]]]]
"""Returns what to do about something noticed, and the answer behind it. Raises a `ModelFault`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a mind does about something it noticed; `is_open` where a model is to be asked.

    With `has_rule` the reaction holds where no answer comes.
    """

    question: ReactInput | None = None
    reaction: Reaction = field(default_factory=Reaction)
    is_open: bool = False
    has_rule: bool = False


class ReactHandler:
    """Does REACT: go on, do something else, talk to a person, or wait."""

    def __init__(
        self,
        minds: Minds,
        thinking: ThoughtRuntime,
        approaching: TalkPartners,
        deeds: ActionStarter,
        *,
        react: ReactionQuestion,
        asked_a_day: int = ASKED_A_DAY,
        rates: TalkRates | None = None,
    ) -> None:
        self._minds = minds
        self._thinking = thinking
        self._approaching = approaching
        self._deeds = deeds
        self._react = react
        self._asked_a_day = asked_a_day
        self._rates = rates or TalkRates()

    async def __call__(self, job: Job) -> None:
        """Decide about what came since the last decision.

        Raises `Conflict` when the mind has begun something else meanwhile.
        """
        async with self._minds.store.read() as reader:
            mind = CharacterId(job.subject_id)
            mindset = await self._minds.load(reader, job.timeline_id, mind)
            if not mindset.attention.is_awake:
                return
            found = await find_salient_events(mindset, FRESH_FOR)
            if not found:
                return
            decision = await self._decide(reader, mindset, found)
        asked: AskResult[Reaction] = AskResult(answer=None)
        if decision.is_open and decision.question is not None:
            reaction, asked = await self._react(decision.question, self._thinking.asking(mindset))
            if not await self._is_worth_it(mindset, decision.question, reaction):
                reaction = Reaction()
            if asked.answer is not None or not decision.has_rule:
                decision = replace(decision, reaction=reaction)
        await self._save(mindset, found, decision, asked)

    async def _decide(self, reader: Reader, mindset: Mindset, found: SalientEvents) -> Decision:
        """Return what the most pressing event comes to that comes to anything."""
        is_allowed = await self._may_ask(mindset)
        for question in await self._noticings(reader, mindset, found):
            reaction = by_rule(question, attention=mindset.attention)
            if reaction is None:
                if mindset.attention is not Attention.FOREGROUND:
                    continue
                recalled = await self._recalled(reader, mindset, question)
                whole = replace(question, recollections=recalled)
                return Decision(question=whole, is_open=True)
            if reaction.choice in ("go_on", "talk"):
                reaction = await self._speaking(reader, mindset, question)
                seen: Sequence[Record] = ()
                if is_allowed:
                    kinds = (RecordKind.OBSERVATION,)
                    seen = await mindset.view.tail(mindset.id, kinds, _SIGHTINGS)
                if is_allowed and is_unusual(question, seen):
                    recalled = await self._recalled(reader, mindset, question)
                    whole = replace(question, recollections=recalled)
                    return Decision(question=whole, reaction=reaction, is_open=True, has_rule=True)
            if reaction.choice != "go_on":
                return Decision(question=question, reaction=reaction)
        return Decision()

    async def _may_ask(self, mindset: Mindset) -> bool:
        """Say whether the game day has a question left for what rules would settle."""
        if mindset.attention is not Attention.FOREGROUND or not self._asked_a_day:
            return False
        now, asked = mindset.situation.now, 0
        async for record in newest_first(mindset.view, mindset.id, (RecordKind.THOUGHT,)):
            if record.game_time.date() != now.date():
                break
            body = record.body
            if not isinstance(body, Thought) or body.purpose is not Purpose.REACT:
                continue
            asked += body.calls > 0
            is_recent = body.calls > 0 and now - record.game_time < _BETWEEN_QUESTIONS
            if is_recent or asked >= self._asked_a_day:
                return False
        return True

    async def _noticings(
        self, reader: Reader, mindset: Mindset, found: SalientEvents
    ) -> tuple[ReactInput, ...]:
        if not found.events:
            return ()
        others = await self._approaching.free(mindset)
        standings = [
            await standing_with(mindset.view, mindset.character, person, mindset.world.axes)
            for person in mindset.situation.company
            if not person.is_player
        ]
        places = await known_places(reader, mindset.view, mindset.world, mindset.character)
        situation, day = mindset.situation, mindset.day
        if situation.act is not None and situation.act.is_asleep:  # a reaction wakes the character
            situation = replace(situation, act=None)
        is_of_today = day is not None and day.wakes_at <= situation.now < day.sleeps_at
        noticings = [
            ReactInput(
                situation=situation,
                event=event,
                day=day if is_of_today else None,
                places=places,
                others=others,
                standings=tuple(standings),
            )
            for event in found.events
        ]
        return tuple(
            [await with_responders(mindset.view, one, mindset.present) for one in noticings]
        )

    async def _speaking(self, reader: Reader, mindset: Mindset, question: ReactInput) -> Reaction:
        """Return whether the one whom an event is about is spoken to."""
        about, act = question.event.body.about, mindset.situation.act
        partner = next((one for one in question.others if one.id in about), None)
        is_taken = act is not None and act.because > 0 and act.ends_at > mindset.situation.now
        if partner is None or is_taken:
            return Reaction()
        standings = {one.other_id: one for one in question.standings}
        standing = standings.get(partner.id, Standing(other_id=partner.id))
        recalled = await self._recalled(reader, mindset, question, partner.name)
        topic = await choose_topic(mindset.view, mindset, partner, recalled)
        name = f"{mindset.world.id}.{question.event.seq}.{mindset.id}.{partner.id}"
        today = await talks_of_day(mindset.view, mindset.id, mindset.situation.now.date())
        has_talked = partner.id in today
        places = await places_of(reader, mindset.world)
        homes = await load_homes(reader, mindset.world, places)
        wants = wants_to_talk(
            standing,
            topic,
            name,
            has_talked=has_talked,
            is_household=is_one_household(homes.get(mindset.id), homes.get(partner.id), places),
            valence=mindset.situation.mood.valence,
            rates=self._rates,
        )
        if not wants:
            return Reaction()
        return Reaction(choice="talk", partner_id=partner.id, about=topic)

    async def _is_worth_it(
        self, mindset: Mindset, question: ReactInput, reaction: Reaction
    ) -> bool:
        """Say whether a reaction is no second talk of a pair that day, or one with news."""
        partner = next((one for one in question.others if one.id == reaction.partner_id), None)
        if reaction.choice != "talk" or partner is None:
            return True
        async with self._minds.store.read() as reader:
            view = await reader.at(mindset.view.vantage)
            today = await talks_of_day(view, mindset.id, mindset.situation.now.date())
            if partner.id not in today:
                return True
            return bool(await choose_topic(view, mindset, partner, question.recollections))

    async def _recalled(
        self, reader: Reader, mindset: Mindset, question: ReactInput, name: str = ""
    ) -> tuple[Recollection, ...]:
        cue = f"{name} {question.event.text}".strip()
        return await self._thinking.recall(reader, mindset, cue, _RECALLED)

    async def _save(
        self, mindset: Mindset, found: SalientEvents, decision: Decision, asked: AskResult[Reaction]
    ) -> None:
        recalled = decision.question.recollections if decision.question is not None else ()
        receipt = self._thinking.receipt(mindset, Purpose.REACT, asked, recalled)
        decision, fences = await self._still_needed(mindset, decision)
        deed = Effects()
        if decision.question is not None:
            deed = await self._deeds.of(mindset, decision.question, decision.reaction)
        jobs = [*deed.jobs]
        if found.is_told_to_plan:
            jobs.append(JobDraft(JobKind.PLAN, mindset.timeline_id, mindset.id))
        await self._minds.save(
            mindset, [*deed.drafts, receipt], fences=(*deed.fences, *fences), jobs=jobs
        )

    async def _still_needed(
        self, mindset: Mindset, decision: Decision
    ) -> tuple[Decision, tuple[Fence, ...]]:
        """Look once more before something is dealt with: others may have been quicker.

        The fences are that nobody else who is there begins anything before this is saved.
        """
        question = decision.question
        if question is None or decision.reaction.choice != "react" or not concerns_thing(question):
            return decision, ()
        async with self._minds.store.read() as reader:
            view = await reader.head(mindset.timeline_id)
            present = await load_presences(reader, view)
            now = await with_responders(view, question, present)
        reaction = decision.reaction
        if now.is_seen_to or not decision.is_open:
            reaction = by_rule(now, attention=Attention.BACKGROUND) or Reaction()
        decision = replace(decision, question=now, reaction=reaction)
        if reaction.choice != "react":
            return decision, ()
        here = company(present, where_of(now), {mindset.id})
        rivals = [person.id for person in here if not person.is_player]
        seq = view.vantage.seq
        return decision, tuple(Fence(one, (RecordKind.ACT,), seq) for one in rivals)
