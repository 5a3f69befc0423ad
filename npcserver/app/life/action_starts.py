"""The start of acts and conversations that a character has decided on."""

from dataclasses import replace
from datetime import timedelta

from npcserver.app.context.history import grounds_of, newest_first
from npcserver.app.context.mindset import Minds, Mindset, latest, standing_with
from npcserver.app.conversation.conversation_state import (
    USUAL_LETTERS,
    TalkTuning,
    beginning,
    conversation_of,
    last_end,
    minutes_for,
    person,
    talking_step,
    talks_of_day,
)
from npcserver.app.life.simulation import (
    Effects,
    SimulationState,
    begin_acts,
    load_simulation,
)
from npcserver.app.perception.known_facts import KnownFactsCache
from npcserver.app.perception.presence import load_sleepers
from npcserver.language.caught_words import question_about
from npcserver.mind.action_selection import ActSelector, ActStart, put_off
from npcserver.mind.activity_texts import WAITING_EMOJI, pausing
from npcserver.mind.conversation import HEARSAY, NEWS, intentions, is_stranger, news_for
from npcserver.model import memory
from npcserver.model.character import Person
from npcserver.model.day import Act, Cause, DayPlan, Step, at_minute, interrupt_plan
from npcserver.model.inputs import ReactInput, Reaction
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import Record, RecordKind, Remembered, Source, TurnTaken
from npcserver.model.thought import Conversed
from npcserver.model.world import entry_refusal
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Fence
from npcserver.ports.view import View

_COMPANY = 8
_WHISPERS = 3
_WHISPERED = 8  # importance of a whisper without a rating: it is a directive
_INTENDED = 7
_SEARCHED = 300  # records in which it is looked up what was told already


_COOL_DOWN = timedelta(hours=2)  # of game time, between two talks of a pair
_TALKS_A_DAY = 6
"""Talks among characters that one begins or joins on a game day, so that the cost of a day does not
grow with how well they know each other."""
_BEDTIME = timedelta(minutes=60)  # no talk begins within it
_LULL = timedelta(seconds=60)
"""Real time for which one who spoke with a player is left to the player."""
# A talk may be over before the time that it takes has passed.
_OCCUPIED = (Cause.TALK, Cause.REACTION)


class TalkPartners:
    """Finds characters that are free to talk."""

    def __init__(self, minds: Minds, clock: Clock) -> None:
        self._minds = minds
        self._clock = clock

    async def free(self, mindset: Mindset) -> tuple[Person, ...]:
        """Return the characters here that one could speak to; none while it is occupied itself."""
        others = [one for one in mindset.situation.company if not one.is_player][:_COMPANY]
        if not others or not await self._is_free(mindset, mindset.id):
            return ()
        if await self._has_talked_enough(mindset, mindset.id):
            return ()
        asleep = await load_sleepers(mindset.view)
        found: list[Person] = []
        for other in others:
            if other.id in asleep or not await self._is_free(mindset, other.id):
                continue
            if await self._has_talked_enough(mindset, other.id):
                continue
            ended = await last_end(mindset.view, mindset.id, other.id)
            if ended is None or mindset.situation.now - ended >= _COOL_DOWN:
                found.append(other)
        return tuple(found)

    async def _has_talked_enough(self, mindset: Mindset, who: str) -> bool:
        talks = await talks_of_day(mindset.view, who, mindset.situation.now.date())
        return len(talks) >= _TALKS_A_DAY

    async def _is_free(self, mindset: Mindset, who: str) -> bool:
        view, now = mindset.view, mindset.situation.now
        if not (await self._minds.attention_of(view, who)).is_awake:
            return False
        act = await latest(view, RecordKind.ACT, who, Act)
        if act is not None and act.cause in _OCCUPIED and act.ends_at > now:
            return False
        if await conversation_of(view, mindset.present, who) is not None:
            return False
        day = await latest(view, RecordKind.DAY, who, DayPlan)
        if day is not None:
            is_up = day.wakes_at <= now and day.sleeps_at - now > _BEDTIME
            if not is_up and now.date() <= day.sleeps_at.date():
                return False
        return not await self._is_with_a_player(view, mindset, who)

    async def _is_with_a_player(self, view: View, mindset: Mindset, who: str) -> bool:
        turn = await view.latest(RecordKind.TURN, who)
        if turn is None or not isinstance(turn.body, TurnTaken):
            return False
        other = mindset.present.get(turn.body.speaker_id)
        is_player = other is None or other.person.is_player
        return is_player and self._clock.now() - turn.written_at < _LULL


async def choose_topic(
    view: View, mindset: Mindset, other: Person, recollections: tuple[Recollection, ...]
) -> str:
    """Return what a character has to tell another; empty for nothing.

    Of memories, whispers, and what its author wrote that it means to do. Hearsay is for people it
    knows. With no news it asks for what it half heard the other say that day.
    """
    if is_stranger(await standing_with(view, mindset.character, other)):
        recollections = tuple(one for one in recollections if one.memory.kind not in HEARSAY)
    whispers = await view.tail(mindset.id, (RecordKind.WHISPER,), _WHISPERS)
    intended = await _untold(mindset, other)
    whispered = (
        memory.of(one, importance=one.importance or _WHISPERED, last_accessed_at=one.game_time)
        for one in whispers
    )
    memories = (*(found.memory for found in recollections), *whispered, *intended)
    oldest = min((one.seq for one in memories if one.kind in NEWS), default=mindset.seq)
    lines: list[Record] = []
    async for line in newest_first(view, mindset.id, (RecordKind.LINE,)):
        if line.seq < oldest or len(lines) >= _SEARCHED:
            break
        lines.append(line)
    told = [line.text for line in lines if _is_to(line, other.id)]
    today = mindset.situation.now.date()
    others = [
        line.text for line in lines if line.game_time.date() == today and not _is_to(line, other.id)
    ]
    grounds = await grounds_of(view, memories)
    news = news_for(other.id, memories, told, others, grounds)
    return news or await _unasked(mindset, other)


async def _untold(mindset: Mindset, other: Person) -> tuple[Memory, ...]:
    """Return the intentions of a character with which it began no talk with another so far."""
    persona, now = mindset.character.persona, mindset.situation.now
    found = intentions(persona, mindset.world.start_time, now)
    if not found:
        return ()
    about = await _topics_with(mindset, other)
    return tuple(_intended(mindset, text) for text in found if text not in about)


async def _unasked(mindset: Mindset, other: Person) -> str:
    """Return the question for what was last half heard of another that day; empty for none."""
    view, today = mindset.view, mindset.situation.now.date()
    for one in await view.tail(mindset.id, (RecordKind.OBSERVATION,), _SEARCHED):
        body = one.body
        if one.game_time.date() != today:
            break
        if isinstance(body, Remembered) and body.is_half_heard and body.told_by == other.id:
            question = question_about(one.text, mindset.character.persona.language)
            return "" if question in await _topics_with(mindset, other) else question
    return ""


async def _topics_with(mindset: Mindset, other: Person) -> set[str]:
    """Return what the talks were about that a character began with another."""
    talks = await mindset.view.tail(mindset.id, (RecordKind.CONVERSATION,), _SEARCHED)
    return {
        one.body.about
        for one in talks
        if isinstance(one.body, Conversed) and one.body.with_id == other.id and one.body.lines
    }


def _intended(mindset: Mindset, text: str) -> Memory:
    return Memory(
        timeline_id=mindset.timeline_id,
        seq=0,
        kind=RecordKind.PLAN,
        text=text,
        created_at=mindset.world.start_time,
        last_accessed_at=mindset.situation.now,
        importance=_INTENDED,
        is_rated=True,
        body=Remembered(source=Source.AUTHORED),
    )


def _is_to(record: Record, other_id: str) -> bool:
    return isinstance(record.body, Remembered) and record.body.told_to == other_id


PAUSE_MINUTES = 10
"""Game minutes that a character waits to let something pass."""
_PARTING_LINES = 2
_TALK_RESTS_ON = (RecordKind.CONVERSATION, RecordKind.TURN)


class ActionStarter:
    """Turns reactions into log records."""

    def __init__(self, minds: Minds, retained: KnownFactsCache | None = None) -> None:
        self._minds = minds
        self._retained = retained or KnownFactsCache()

    async def of(self, mindset: Mindset, question: ReactInput, reaction: Reaction) -> Effects:
        """Return the records that begin a reaction, in the world as the vantage has it.

        One that cannot begin (a partner who is not free, nothing to do) has no effects.
        """
        partner = None
        if reaction.choice == "talk":
            others = (one for one in question.others if one.id == reaction.partner_id)
            partner = next(others, None)
        is_idle = reaction.choice == "react" and reaction.step is None
        if reaction.choice == "go_on" or is_idle or (reaction.choice == "talk" and not partner):
            return Effects()
        async with self._minds.store.read() as reader:
            view = await reader.at(mindset.view.vantage)
            town = await load_simulation(self._minds, reader, view)
            begun = self._begun(town, mindset, question.event.seq, reaction, partner)
            effects = await begin_acts(self._retained, town, begun, is_together=True)
        if partner is None:
            return effects
        converse = JobDraft(JobKind.CONVERSE, mindset.timeline_id, mindset.id)
        fences = (Fence(one, _TALK_RESTS_ON, mindset.seq) for one in (mindset.id, partner.id))
        return Effects(
            drafts=(*beginning(person(mindset), partner, reaction.about), *effects.drafts),
            jobs=(*effects.jobs, converse),
            fences=(*effects.fences, *fences),
        )

    def _begun(
        self,
        town: SimulationState,
        mindset: Mindset,
        because: int,
        reaction: Reaction,
        partner: Person | None,
    ) -> list[ActStart]:
        lives = {life.id: life for life in town.lives}
        life = lives[mindset.id]
        if partner is not None:
            other = lives[partner.id]
            lines = TalkTuning().soft_for(life.attention, other.attention) + _PARTING_LINES
            minutes = minutes_for(USUAL_LETTERS * lines)
            return [
                _talking(town, life, partner, minutes, because),
                _talking(town, other, person(mindset), minutes, 0),
            ]
        if reaction.choice == "react" and reaction.step is not None:
            return [_doing(town, life, reaction.step, because)]
        return [_waiting(town, life, because)]


def _doing(town: SimulationState, life: ActSelector, step: Step, because: int) -> ActStart:
    """Begin a step at once where it may be done, else where one is; the plan goes on after it."""
    snapshot = town.snapshot
    step = replace(step, starts_at=at_minute(snapshot.now))
    wanted = step.place_id if step.place_id in snapshot.places else life.place_id
    where = wanted
    if wanted is not None and wanted != life.place_id:
        barred = entry_refusal(
            life.id, wanted, places=snapshot.places, now=snapshot.now, present=snapshot.present
        )
        where = wanted if barred is None else life.place_id
    if where != wanted:
        step = replace(step, object="", object_state="")
    step = replace(step, place_id=where)
    return ActStart(
        life=life,
        acting=Act(
            step=step,
            cause=Cause.REACTION,
            because=because,
            wanted_place_id=None if where == wanted else wanted,
        ),
        place_id=where,
        day=None if life.day is None else interrupt_plan(life.day, step),
    )


def _waiting(town: SimulationState, life: ActSelector, because: int) -> ActStart:
    step = Step(
        starts_at=at_minute(town.snapshot.now),
        minutes=PAUSE_MINUTES,
        activity=pausing(town.snapshot.language),
        place_id=life.place_id,
        emoji=WAITING_EMOJI,
    )
    acting = Act(step=step, cause=Cause.WAIT, because=because)
    return ActStart(life=life, acting=acting, place_id=life.place_id)


def _talking(
    town: SimulationState, life: ActSelector, other: Person, minutes: int, because: int
) -> ActStart:
    now, place_id = town.snapshot.now, life.place_id
    step = talking_step(other, now, minutes, place_id, town.snapshot.language)
    acting = Act(step=step, cause=Cause.TALK, because=because)
    # One spoken to on the way to a full place still wants to go in when the talk is over.
    day = None if life.day is None else put_off(life.act, life.day, now, minutes)
    return ActStart(life=life, acting=acting, place_id=place_id, day=day)
