"""A conversation of two characters, as the log has it at a vantage.

All of it is in the log, so a job that carries it on needs nothing else: a record of its beginning
for each side, the lines in the memories of both, a record where one of them takes leave, and one of
its end.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from npcserver.app.context.conversation_line import ConversationLine
from npcserver.app.context.history import newest_first
from npcserver.app.context.mindset import Mindset
from npcserver.app.perception.presence import Presence
from npcserver.mind.activity_texts import TALKING_EMOJI, seen, talking_with
from npcserver.model.character import Attention, Person
from npcserver.model.day import Act, Cause, Step, at_minute, interrupt_plan
from npcserver.model.ids import PlaceId, TimelineId, new_id
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import SPEECH_KINDS, Draft, RecordKind, Remembered, TurnTaken
from npcserver.model.thought import Conversed
from npcserver.ports.view import View

LONGEST = timedelta(hours=12)
"""Game time after which a conversation without an end counts as over."""
LETTERS_A_MINUTE = 240
"""How fast characters talk (Generative Agents, released code: 240 characters a minute)."""
USUAL_LETTERS = 130
"""Characters of a line (the same code's shipped run), to guess how long a talk will take."""

_WORDS = (RecordKind.LINE, RecordKind.TURN)
_RECORDS_EACH = 3  # a beginning, taking leave, an end
GOODBYE, SILENCE, LIMIT = "goodbye", "silence", "limit"
INTERRUPTION, ABSENCE, DEATH = "interruption", "absence", "death"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """An open conversation, as one of its two characters knows it.

    `began_at` is the seq of its beginning, `begins` the game time.
    """

    mind: str
    partner: Person
    conversation_id: str
    about: str
    began_at: int
    begins: datetime
    has_taken_leave: bool = False


async def conversation_of(
    view: View, present: Mapping[str, Presence], mind: str
) -> Conversation | None:
    """Return the conversation a character is in; None when it is in none.

    One whose partner is gone from the world, or that is older than `LONGEST`, counts as over.
    """
    talk = await abandoned(view, mind)
    if talk is None or talk.partner.id not in present:
        return None
    if await view.game_time() - talk.begins > LONGEST:
        return None
    return replace(talk, partner=present[talk.partner.id].person)


async def abandoned(view: View, mind: str) -> Conversation | None:
    """Return a conversation that was never ended, with any partner; None for none."""
    records = await view.tail(mind, (RecordKind.CONVERSATION,), _RECORDS_EACH)
    last = records[0].body if records else None
    if not isinstance(last, Conversed) or last.is_over:
        return None
    first = [
        one
        for one in records
        if isinstance(one.body, Conversed) and one.body.conversation_id == last.conversation_id
    ][-1]
    return Conversation(
        mind=mind,
        partner=Person(id=last.with_id, name=last.with_name, is_player=False),
        conversation_id=last.conversation_id,
        about=last.about,
        began_at=first.seq,
        begins=first.game_time,
        has_taken_leave=last.has_taken_leave,
    )


async def last_end(view: View, mind: str, other: str) -> datetime | None:
    """Return when a character last ended a talk with another; one without lines does not count."""
    async for record in newest_first(view, mind, (RecordKind.CONVERSATION,)):
        body = record.body
        if isinstance(body, Conversed) and body.is_over and body.lines and body.with_id == other:
            return record.game_time
    return None


async def talks_of_day(view: View, mind: str, day: date) -> list[str]:
    """Return the partner of each talk among characters that one began or joined on a game day.

    One that ended without a line does not count.
    """
    empty: set[str] = set()
    talks: dict[str, str] = {}
    async for record in newest_first(view, mind, (RecordKind.CONVERSATION,)):
        body = record.body
        if record.game_time.date() < day:
            break
        if not isinstance(body, Conversed) or record.game_time.date() > day:
            continue
        if body.is_over and not body.lines:
            empty.add(body.conversation_id)
        if body.conversation_id not in empty:
            talks[body.conversation_id] = body.with_id
    return [*talks.values()]


async def lines_of(view: View, talk: Conversation) -> tuple[ConversationLine, ...]:
    """Return the lines of a conversation so far, oldest first."""
    found: list[ConversationLine] = []
    async for record in newest_first(view, talk.mind, SPEECH_KINDS):
        if record.seq < talk.began_at:
            break
        line = ConversationLine.of(record)
        if line is None or line.is_overheard:
            continue
        if {line.speaker.id, line.to_id} == {talk.mind, talk.partner.id}:
            found.append(line)
    return tuple(reversed(found))


async def is_disturbed(view: View, talk: Conversation) -> bool:
    """Return whether one of the two has spoken with a third since the conversation began."""
    for mind, other in ((talk.mind, talk.partner.id), (talk.partner.id, talk.mind)):
        for record in await view.tail(mind, _WORDS, 2):
            body = record.body
            if isinstance(body, TurnTaken):
                is_with_other = body.speaker_id == other
            else:
                told = (body.told_to, body.told_by) if isinstance(body, Remembered) else ()
                is_with_other = other in told
            if record.seq > talk.began_at and not is_with_other:
                return True
    return False


def beginning(initiator: Person, partner: Person, about: str) -> tuple[Draft, Draft]:
    """Return the records that begin a conversation, for both."""
    begun = Conversed(
        conversation_id=new_id("cnv"), with_id=partner.id, with_name=partner.name, about=about
    )
    theirs = replace(begun, with_id=initiator.id, with_name=initiator.name)
    return (
        Draft(RecordKind.CONVERSATION, begun, initiator.id),
        Draft(RecordKind.CONVERSATION, theirs, partner.id),
    )


def parting(talk: Conversation, mind: str, other: Person, lines: int, ended_by: str = "") -> Draft:
    """Return the record that ends a conversation for one of its two, or that it takes leave.

    It only takes leave where `ended_by` is empty.
    """
    body = Conversed(
        conversation_id=talk.conversation_id,
        with_id=other.id,
        with_name=other.name,
        about=talk.about,
        lines=lines,
        has_taken_leave=not ended_by,
        is_over=bool(ended_by),
        ended_by=ended_by,
    )
    return Draft(RecordKind.CONVERSATION, body, mind)


def act_of_talking(mind: Person, step: Step, language: str) -> Draft:
    """Return the act of talking with another."""
    return Draft(
        RecordKind.ACT,
        Act(step=step, cause=Cause.TALK),
        mind.id,
        text=seen(mind.name, step.activity, language),
    )


def talking_step(
    other: Person, begins: datetime, minutes: int, place_id: PlaceId | None, language: str
) -> Step:
    """Return the plan step that stands for a conversation."""
    return Step(
        starts_at=at_minute(begins),
        minutes=minutes,
        activity=talking_with(other.name, language),
        place_id=place_id,
        emoji=TALKING_EMOJI,
    )


def minutes_for(letters: int) -> int:
    """Return how many minutes so many letters take to say, at least one."""
    return max(1, math.ceil(letters / LETTERS_A_MINUTE))


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkTuning:
    """The length of talks, in lines of both together.

    After `soft` lines (`background` where neither is in the foreground) leave is taken; `hard` ends
    talks whose characters do not. `recall` memories are recalled for each line; none of the last
    `own_lines` is said again.
    """

    soft: int = 8
    background: int = 4
    hard: int = 16
    recall: int = 15
    own_lines: int = 30

    def soft_for(self, *tiers: Attention) -> int:
        """Return after how many lines characters of these tiers take leave."""
        return self.soft if Attention.FOREGROUND in tiers else self.background


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationState:
    """A conversation so far: its characters and lines.

    `own` began it. `leavers` have taken leave. `is_disturbed` is true when one of the two has
    spoken with a third since. `since` is the head of the timeline when the job began.
    """

    talk: Conversation
    own: Mindset
    other: Mindset
    lines: tuple[ConversationLine, ...]
    leavers: frozenset[str]
    is_disturbed: bool
    since: int

    @property
    def speaker(self) -> Mindset:
        """The character who speaks next."""
        is_answered = not self.lines or self.lines[-1].speaker.id != self.own.id
        return self.own if is_answered else self.other

    @property
    def listener(self) -> Mindset:
        """The character who listens next."""
        return self.other if self.speaker is self.own else self.own

    def ended_by(self, tuning: TalkTuning) -> str:
        """Return what ends the conversation now; empty while it goes on."""
        begins, both = at_minute(self.talk.begins), (self.own, self.other)
        acts = [one.situation.act for one in both if one.situation.act is not None]
        is_called_away = any(
            act.cause is Cause.REACTION and act.step.starts_at >= begins for act in acts
        )
        if self.is_disturbed or is_called_away:
            return INTERRUPTION
        places = {mind.present[mind.id].place_id for mind in both}
        if len(places) > 1 or None in places or not all(map(is_up, both)):
            return ABSENCE
        if self.lines and self.leavers - {self.lines[-1].speaker.id}:
            return GOODBYE  # the other has answered, or had taken leave before
        return LIMIT if len(self.lines) >= tuning.hard else ""

    def should_end(self, tuning: TalkTuning) -> bool:
        """Return whether it is time to take leave."""
        soft = tuning.soft_for(self.own.attention, self.other.attention)
        return bool(self.leavers) or len(self.lines) >= soft

    def over(self, ended_by: str) -> tuple[Draft, ...]:
        """Return the records that end it for both: the end, the time it took, and their days."""
        drafts: list[Draft] = []
        for mind, other in ((self.own, self.other), (self.other, self.own)):
            end = parting(self.talk, mind.id, person(other), len(self.lines), ended_by)
            drafts += [end, *self._taken_time(mind, person(other))]
        return tuple(drafts)

    def _taken_time(self, mind: Mindset, other: Person) -> tuple[Draft, ...]:
        """Return the act with its real duration, and the day with the talk in it."""
        begins, now = at_minute(self.talk.begins), mind.situation.now
        letters = sum(len(line.text) for line in self.lines)
        minutes = max(minutes_for(letters), math.ceil((now - begins).total_seconds() / 60))
        place_id = mind.present[mind.id].place_id
        step = talking_step(other, begins, minutes, place_id, mind.world.language)
        act = act_of_talking(person(mind), step, mind.world.language)
        day = None if mind.day is None else interrupt_plan(mind.day, step)
        if day is None:
            return (act,)
        return (act, Draft(RecordKind.DAY, day, mind.id))

    def jobs(self, *, is_over: bool) -> tuple[JobDraft, ...]:
        """Return the jobs that follow: digests and the next line, or thoughts about the talk."""
        timeline_id, minds = self.own.timeline_id, (self.own.id, self.other.id)
        if is_over:
            return jobs_after_conversation(timeline_id, minds, len(self.lines))
        following = JobDraft(JobKind.CONVERSE, timeline_id, self.own.id)
        return (following, *(JobDraft(JobKind.DIGEST, timeline_id, mind) for mind in minds))


def jobs_after_conversation(
    timeline_id: TimelineId, minds: Sequence[str], lines: int
) -> tuple[JobDraft, ...]:
    """Return the jobs for thoughts after a conversation, for those of the two that still exist."""
    kinds = [JobKind.DIGEST]
    if lines:
        kinds += [JobKind.SUMMARISE, JobKind.RELATE]
    live = JobDraft(JobKind.LIVE, timeline_id, "")
    return (live, *(JobDraft(kind, timeline_id, mind) for kind in kinds for mind in minds))


def is_up(mind: Mindset) -> bool:
    """Return whether a character is awake and not dormant."""
    act = mind.situation.act
    is_asleep = act is not None and act.is_asleep and act.ends_at > mind.situation.now
    return mind.attention.is_awake and not is_asleep


def person(mind: Mindset) -> Person:
    """Return a character as a person to speak with."""
    return Person(id=mind.id, name=mind.character.name, is_player=False)
