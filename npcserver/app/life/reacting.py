"""Deciding what to do about what was just perceived, and beginning to do it.

First by rules; where they do not settle it and somebody may be watching, by one question. So is a
little each day that rules would settle, where it is out of the ordinary. A record of the thought is
kept whatever comes of it, so that nothing is considered twice, and the questions of a day are
counted from these records.
"""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Protocol

from npcserver.app.context.history import newest_first
from npcserver.app.context.mindset import Minds, Mindset, company, standing_with
from npcserver.app.context.town_knowledge import known_places
from npcserver.app.conversation.conversation_state import talks_of_day
from npcserver.app.life.approaching import Approaching, topic
from npcserver.app.life.beginnings import Deed, Deeds
from npcserver.app.life.noticing import Noticed, noticed
from npcserver.app.life.responders import with_responders
from npcserver.app.perceiving.presence import presences
from npcserver.app.thoughts.thinking import Thinking
from npcserver.mind.asker import Ask, Asked
from npcserver.mind.initiative import wants_to_talk
from npcserver.mind.reaction import concerns_thing, where_of
from npcserver.mind.unusual import is_unusual
from npcserver.model.attention import Attention
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.memory import Recollection
from npcserver.model.person import Person
from npcserver.model.pondering import Noticing, Reaction
from npcserver.model.purpose import Purpose
from npcserver.model.record import RecordKind
from npcserver.model.thought import Thought
from npcserver.ports.storage import Fence, Reader

FRESH = timedelta(minutes=30)
"""Game time after which nobody turns round for what happened."""
ASKED_A_DAY = 3
"""Questions a foreground character may ask in a game day about what is out of the ordinary."""
_BETWEEN_QUESTIONS = timedelta(hours=2)  # of game time, so that a morning does not use up the day
_SIGHTINGS = 300  # observations by which a character knows what is usual
_RECALLED = 10


class ByRule(Protocol):
    """Says what goes without saying about something noticed; None where a model is to be asked."""

    def __call__(self, noticing: Noticing, *, attention: Attention) -> Reaction | None:
        """Return what follows by rule."""
        ...


class React(Protocol):
    """Thinks of what to do about something noticed."""

    async def __call__(self, noticing: Noticing, ask: Ask) -> tuple[Reaction, Asked[Reaction]]:
        """Return what to do, whatever becomes of the answer. Raises a `ModelFault`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a mind does about something it noticed; `is_open` where a model is to be asked.

    With `has_rule` the reaction holds where no answer comes.
    """

    noticing: Noticing | None = None
    reaction: Reaction = field(default_factory=Reaction)
    is_open: bool = False
    has_rule: bool = False


class Reacting:
    """Does REACT: go on, do something else, talk to somebody, or wait."""

    def __init__(  # noqa: PLR0913 - what is decided with, and how much of it
        self,
        minds: Minds,
        thinking: Thinking,
        approaching: Approaching,
        deeds: Deeds,
        *,
        by_rule: ByRule,
        react: React,
        fresh: timedelta = FRESH,
        asked_a_day: int = ASKED_A_DAY,
    ) -> None:
        self._minds = minds
        self._thinking = thinking
        self._approaching = approaching
        self._deeds = deeds
        self._by_rule = by_rule
        self._react = react
        self._fresh = fresh
        self._asked_a_day = asked_a_day

    async def __call__(self, job: Job) -> None:
        """Decide about what came since the last decision.

        Raises `Conflict` when the mind has begun something else meanwhile.
        """
        async with self._minds.store.read() as reader:
            mind = CharacterId(job.subject_id)
            mindset = await self._minds.load(reader, job.timeline_id, mind)
            if mindset.attention is Attention.DORMANT:
                return
            found = await noticed(mindset, self._fresh)
            if not found:
                return
            decision = await self._decide(reader, mindset, found)
        asked: Asked[Reaction] = Asked(answer=None)
        if decision.is_open and decision.noticing is not None:
            reaction, asked = await self._react(decision.noticing, self._thinking.asking(mindset))
            if not await self._is_worth_it(mindset, decision.noticing, reaction):
                reaction = Reaction()
            if asked.answer is not None or not decision.has_rule:
                decision = replace(decision, reaction=reaction)
        await self._save(mindset, found, decision, asked)

    async def _decide(self, reader: Reader, mindset: Mindset, found: Noticed) -> Decision:
        """Return what the most pressing event comes to that comes to anything."""
        is_allowed = await self._may_ask(mindset)
        for noticing in await self._noticings(reader, mindset, found):
            reaction = self._by_rule(noticing, attention=mindset.attention)
            if reaction is None:
                if mindset.attention is not Attention.FOREGROUND:
                    continue
                recalled = await self._recalled(reader, mindset, noticing)
                whole = replace(noticing, recollections=recalled)
                return Decision(noticing=whole, is_open=True)
            if reaction.choice in ("go_on", "talk"):
                reaction = await self._speaking(reader, mindset, noticing)
                if is_allowed and await self._is_unusual(mindset, noticing):
                    recalled = await self._recalled(reader, mindset, noticing)
                    whole = replace(noticing, recollections=recalled)
                    return Decision(noticing=whole, reaction=reaction, is_open=True, has_rule=True)
            if reaction.choice != "go_on":
                return Decision(noticing=noticing, reaction=reaction)
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

    async def _is_unusual(self, mindset: Mindset, noticing: Noticing) -> bool:
        seen = await mindset.view.tail(mindset.id, (RecordKind.OBSERVATION,), _SIGHTINGS)
        return is_unusual(noticing, seen)

    async def _noticings(
        self, reader: Reader, mindset: Mindset, found: Noticed
    ) -> tuple[Noticing, ...]:
        if not found.events:
            return ()
        others = await self._approaching.free(mindset)
        standings = [
            await standing_with(mindset.view, mindset.character, person)
            for person in mindset.situation.company
            if not person.is_player
        ]
        places = await known_places(reader, mindset.view, mindset.world, mindset.character)
        situation, day = mindset.situation, mindset.day
        if situation.act is not None and situation.act.is_asleep:  # whoever reads this is woken
            situation = replace(situation, act=None)
        is_of_today = day is not None and day.wakes_at <= situation.now < day.sleeps_at
        noticings = [
            Noticing(
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

    async def _speaking(self, reader: Reader, mindset: Mindset, noticing: Noticing) -> Reaction:
        """Return whether the one whom an event is about is spoken to."""
        partner = _met(noticing)
        if partner is None or _is_taken(mindset):
            return Reaction()
        standings = {one.other_id: one for one in noticing.standings}
        standing = standings.get(partner.id, Standing(other_id=partner.id))
        recalled = await self._recalled(reader, mindset, noticing, partner.name)
        about = await topic(mindset.view, mindset, partner, recalled)
        name = f"{mindset.timeline_id}.{noticing.event.seq}.{mindset.id}.{partner.id}"
        today = await talks_of_day(mindset.view, mindset.id, mindset.situation.now.date())
        has_talked = partner.id in today.partner_ids
        if not wants_to_talk(standing, about, name, has_talked=has_talked):
            return Reaction()
        return Reaction(choice="talk", partner_id=partner.id, about=about)

    async def _is_worth_it(self, mindset: Mindset, noticing: Noticing, reaction: Reaction) -> bool:
        """Say whether a reaction is no second talk of a pair that day, or one with news."""
        partner = next((one for one in noticing.others if one.id == reaction.partner_id), None)
        if reaction.choice != "talk" or partner is None:
            return True
        async with self._minds.store.read() as reader:
            view = await reader.at(mindset.view.vantage)
            today = await talks_of_day(view, mindset.id, mindset.situation.now.date())
            if partner.id not in today.partner_ids:
                return True
            return bool(await topic(view, mindset, partner, noticing.recollections))

    async def _recalled(
        self, reader: Reader, mindset: Mindset, noticing: Noticing, name: str = ""
    ) -> tuple[Recollection, ...]:
        cue = f"{name} {noticing.event.text}".strip()
        return await self._thinking.recall(reader, mindset, cue, _RECALLED)

    async def _save(
        self, mindset: Mindset, found: Noticed, decision: Decision, asked: Asked[Reaction]
    ) -> None:
        recalled = decision.noticing.recollections if decision.noticing is not None else ()
        receipt = self._thinking.receipt(mindset, Purpose.REACT, asked, recalled)
        decision, fences = await self._still_needed(mindset, decision)
        deed = Deed()
        if decision.noticing is not None:
            deed = await self._deeds.of(mindset, decision.noticing, decision.reaction)
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
        noticing = decision.noticing
        if noticing is None or decision.reaction.choice != "react" or not concerns_thing(noticing):
            return decision, ()
        async with self._minds.store.read() as reader:
            view = await reader.head(mindset.timeline_id)
            present = await presences(reader, view)
            now = await with_responders(view, noticing, present)
        reaction = decision.reaction
        if now.is_seen_to or not decision.is_open:
            reaction = self._by_rule(now, attention=Attention.BACKGROUND) or Reaction()
        decision = replace(decision, noticing=now, reaction=reaction)
        if reaction.choice != "react":
            return decision, ()
        here = company(present, where_of(now), {mindset.id})
        rivals = [person.id for person in here if not person.is_player]
        seq = view.vantage.seq
        return decision, tuple(Fence(one, (RecordKind.ACT,), seq) for one in rivals)


def _met(noticing: Noticing) -> Person | None:
    """Return the one free to talk whom an event is about."""
    about = noticing.event.body.about
    return next((one for one in noticing.others if one.id in about), None)


def _is_taken(mindset: Mindset) -> bool:
    """Say whether a mind deals with something that does not leave it time to talk."""
    act = mindset.act
    return act is not None and act.because > 0 and act.ends_at > mindset.situation.now
