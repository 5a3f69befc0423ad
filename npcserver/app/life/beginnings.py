"""Beginning what a mind has decided to do: acts, moves and things within norms, and talks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from npcserver.app.context.mindset import Minds, Mindset
from npcserver.app.conversation.conversation_state import (
    USUAL_LETTERS,
    TalkTuning,
    beginning,
    minutes_for,
    person,
    talking_step,
)
from npcserver.app.life.embodying import Glimpse
from npcserver.app.life.town import Town, load_town, news_of, wishes_of_seers
from npcserver.app.perceiving.retaining import Retained
from npcserver.mind.deeds import WAITING_EMOJI, pausing
from npcserver.mind.living import Beginning, Life
from npcserver.mind.waiting import put_off
from npcserver.model.act import Acting, Cause
from npcserver.model.day import Step
from npcserver.model.interlude import at_the_minute, interrupted
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.memory import Memory
from npcserver.model.norms import refusal
from npcserver.model.person import Person
from npcserver.model.pondering import Noticing, Reaction
from npcserver.model.record import Draft, RecordKind
from npcserver.ports.storage import Fence

PAUSE_MINUTES = 10
"""Game minutes that somebody waits who lets something pass."""
_PARTING_LINES = 2
_TALK_RESTS_ON = (RecordKind.CONVERSATION, RecordKind.TURN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What it takes to begin something; nothing at all to go on."""

    drafts: tuple[Draft, ...] = ()
    jobs: tuple[JobDraft, ...] = ()
    fences: tuple[Fence, ...] = ()


class Deeds:
    """Turns reactions into what they leave in the log."""

    def __init__(
        self,
        minds: Minds,
        retained: Retained | None = None,
        *,
        tuning: TalkTuning | None = None,
    ) -> None:
        self._minds = minds
        self._retained = retained or Retained()
        self._tuning = tuning or TalkTuning()

    async def of(self, mindset: Mindset, noticing: Noticing, reaction: Reaction) -> Deed:
        """Return how a reaction begins, as the vantage of the mind has the world.

        One that cannot begin (somebody who is not free, nothing to do) is to go on.
        """
        partner = _partner(noticing, reaction)
        is_idle = reaction.choice == "react" and reaction.step is None
        if reaction.choice == "go_on" or is_idle or (reaction.choice == "talk" and not partner):
            return Deed()
        async with self._minds.store.read() as reader:
            view = await reader.at(mindset.view.vantage)
            town = await load_town(self._minds, reader, view)
            lives = {life.id: life for life in town.lives}
            begun = self._begun(town, lives, mindset, noticing.event, reaction, partner)
            scenery = town.scenery()
            for one in begun:
                scenery.carry_out(one)
            seen = _by_others(scenery.glimpses, begun)
            news = await news_of(self._retained, view, seen)
        drafts = (*scenery.drafts, *(glimpse.drafted() for glimpse in news))
        jobs = wishes_of_seers(town, seen, news)
        fences = town.fences(begun)
        if partner is not None and begun:
            drafts = (*beginning(person(mindset), partner, reaction.about), *drafts)
            jobs.append(JobDraft(JobKind.CONVERSE, mindset.timeline_id, mindset.id))
            both = (mindset.id, partner.id)
            fences += tuple(Fence(one, _TALK_RESTS_ON, mindset.seq) for one in both)
        return Deed(drafts=drafts, jobs=tuple(jobs), fences=fences)

    def _begun(
        self,
        town: Town,
        lives: Mapping[str, Life],
        mindset: Mindset,
        event: Memory,
        reaction: Reaction,
        partner: Person | None,
    ) -> list[Beginning]:
        life = lives[mindset.id]
        if partner is not None:
            minutes = minutes_for(USUAL_LETTERS * self._lines(life, lives[partner.id]))
            return [
                _talking(town, life, partner, minutes, event.seq),
                _talking(town, lives[partner.id], person(mindset), minutes, 0),
            ]
        if reaction.choice == "react" and reaction.step is not None:
            return [_doing(town, life, reaction.step, event.seq)]
        return [_waiting(town, life, event.seq)]

    def _lines(self, one: Life, other: Life) -> int:
        return self._tuning.soft_for(one.attention, other.attention) + _PARTING_LINES


def _doing(town: Town, life: Life, step: Step, because: int) -> Beginning:
    """Begin a step at once where it may be done, else where one is; the plan goes on after it."""
    moment = town.moment
    step = replace(step, starts_at=at_the_minute(moment.now))
    wanted = step.place_id if step.place_id in moment.places else life.place_id
    where = wanted
    if wanted is not None and wanted != life.place_id:
        barred = refusal(
            life.id, wanted, places=moment.places, now=moment.now, present=moment.present
        )
        where = wanted if barred is None else life.place_id
    if where != wanted:
        step = replace(step, object="", object_state="")
    step = replace(step, place_id=where)
    return Beginning(
        life=life,
        acting=Acting(
            step=step,
            cause=Cause.REACTION,
            because=because,
            wanted_place_id=None if where == wanted else wanted,
        ),
        place_id=where,
        day=None if life.day is None else interrupted(life.day, step),
    )


def _waiting(town: Town, life: Life, because: int) -> Beginning:
    step = Step(
        starts_at=at_the_minute(town.moment.now),
        minutes=PAUSE_MINUTES,
        activity=pausing(town.moment.language),
        place_id=life.place_id,
        emoji=WAITING_EMOJI,
    )
    acting = Acting(step=step, cause=Cause.WAIT, because=because)
    return Beginning(life=life, acting=acting, place_id=life.place_id)


def _talking(town: Town, life: Life, other: Person, minutes: int, because: int) -> Beginning:
    now, place_id = town.moment.now, life.place_id
    step = talking_step(other, now, minutes, place_id, town.moment.language)
    acting = Acting(step=step, cause=Cause.TALK, because=because)
    # Whoever is spoken to before a full place still wants to go in when the talk is over.
    day = None if life.day is None else put_off(life.act, life.day, now, minutes)
    return Beginning(life=life, acting=acting, place_id=place_id, day=day)


def _by_others(seen: Sequence[Glimpse], begun: Sequence[Beginning]) -> list[Glimpse]:
    """Leave out what those who do it together see of each other."""
    actors = {one.life.id for one in begun}
    return [one for one in seen if not (one.mind in actors and one.about in actors)]


def _partner(noticing: Noticing, reaction: Reaction) -> Person | None:
    if reaction.choice != "talk":
        return None
    return next((one for one in noticing.others if one.id == reaction.partner_id), None)
