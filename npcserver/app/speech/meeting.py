"""Two characters in a conversation, as one vantage sees them, and what each line leaves behind."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from npcserver.app.material.discretion import Discretion
from npcserver.app.material.line import (
    ConversationLine,
    Listener,
    Provenance,
    names_of,
    open_lines,
)
from npcserver.app.material.mindset import Mindset
from npcserver.app.material.moods import moved_mood
from npcserver.app.material.recalling import Recalled
from npcserver.app.speech.conversation_records import (
    Conversation,
    act_of_talking,
    ending,
    leave_taken,
    minutes_for,
    talking_step,
)
from npcserver.app.speech.promising import promised_by
from npcserver.memory.profiles import Profile
from npcserver.mind.asker import Asked
from npcserver.mind.notes import AUTHORED
from npcserver.model.act import Cause
from npcserver.model.attention import Attention
from npcserver.model.ids import TimelineId, TurnId, new_id
from npcserver.model.interlude import at_the_minute, interrupted
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.person import Person
from npcserver.model.pondering import Exchange, Utterance
from npcserver.model.purpose import Purpose
from npcserver.model.record import Draft, RecordKind, TurnTaken
from npcserver.model.thought import Verdict
from npcserver.model.turn import (
    Line,
    Outcome,
    Receipt,
    Rung,
    Timings,
    TurnFinished,
)

GOODBYE, SILENCE, LIMIT = "goodbye", "silence", "limit"
INTERRUPTION, ABSENCE = "interruption", "absence"


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkTuning:
    """How long characters talk, in lines of both together.

    After `soft` lines (`background` where nobody watches either of them) leave is taken; `hard`
    is a net for minds that will not. `recall` memories come to mind for each line; of the last
    `own_lines` none is said again.
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
class Meeting:
    """A conversation as it stands: who is in it, and what was said.

    `own` began it. `leavers` have taken leave. `is_disturbed` says that one of the two has spoken
    with somebody else meanwhile. `since` is where the timeline stood when it was taken up.
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
        """Whose line is next."""
        is_answered = not self.lines or self.lines[-1].speaker.id != self.own.id
        return self.own if is_answered else self.other

    @property
    def listener(self) -> Mindset:
        """Who will hear it."""
        return self.other if self.speaker is self.own else self.own

    def ended_by(self, tuning: TalkTuning) -> str:
        """Return what ends the conversation now; empty while it goes on."""
        if self.is_disturbed or self._is_called_away:
            return INTERRUPTION
        if not self._is_together:
            return ABSENCE
        if self.lines and self.leavers - {self.lines[-1].speaker.id}:
            return GOODBYE  # who was left has answered, or had said it before
        return LIMIT if len(self.lines) >= tuning.hard else ""

    def should_end(self, tuning: TalkTuning) -> bool:
        """Say whether it is time to take leave."""
        soft = tuning.soft_for(self.own.attention, self.other.attention)
        return bool(self.leavers) or len(self.lines) >= soft

    def spoken_of(self, discretion: Discretion) -> tuple[ConversationLine, ...]:
        """Return the lines that the speaker may go on from before those who are there."""
        return open_lines(self.lines, self.listener.id, discretion)

    @property
    def _is_together(self) -> bool:
        places = {mind.present[mind.id].place_id for mind in (self.own, self.other)}
        return len(places) == 1 and None not in places and is_up(self.own) and is_up(self.other)

    @property
    def _is_called_away(self) -> bool:
        """Whether one of the two has begun to deal with something else."""
        begins = at_the_minute(self.talk.begins)
        acts = [mind.act for mind in (self.own, self.other) if mind.act is not None]
        return any(act.cause is Cause.REACTION and act.step.starts_at >= begins for act in acts)

    def spoken(
        self,
        utterance: Utterance,
        exchange: Exchange,
        asked: Asked[Utterance],
        *,
        trust: int,
        overhearing: Sequence[Listener],
        profile: Profile,
        recalled: Recalled,
    ) -> tuple[Draft, ...]:
        """Return what a line leaves: in who says it, who is told, who overhears; and its receipt.

        `trust` is how far the listener believes the speaker. `recalled` holds what came to
        mind, and what of it may not be told to somebody there.
        """
        mind, listener = self.speaker, self.listener
        memories = [found.memory for found in exchange.recollections]
        turn_id = TurnId(new_id("trn"))
        line = ConversationLine(
            text=utterance.say,
            speaker=person(mind),
            to_id=listener.id,
            turn_id=turn_id,
            place_id=mind.present[mind.id].place_id,
            provenance=Provenance.of_words(utterance.say, memories, _names(exchange)),
            secrets=exchange.secrets,
        )
        told = Listener(id=listener.id, trust={mind.id: trust})
        leave = leave_taken(self.talk, person(mind), person(listener), len(self.lines) + 1)
        return (
            *line.memories((told, *overhearing), (listener.id,)),
            *moved_mood(mind.mood, (utterance.emotion,), mind.id),
            *((leave,) if utterance.ends else ()),
            *promised_by(utterance, exchange, turn_id, is_own=asked.answer is not None),
            self._receipt(turn_id, utterance, exchange, asked, profile, recalled),
        )

    def _receipt(
        self,
        turn_id: TurnId,
        utterance: Utterance,
        exchange: Exchange,
        asked: Asked[Utterance],
        profile: Profile,
        recalled: Recalled,
    ) -> Draft:
        """Return the record that says what a line was made from, as for any turn."""
        is_own = asked.answer == utterance
        made = self._made_from(exchange, asked, profile, recalled, is_own=is_own)
        outcome = Outcome.FALLBACK if made.rung is Rung.AUTHORED else Outcome.COMPLETED
        finished = TurnFinished(turn_id=turn_id, outcome=outcome, rung=made.rung, usage=asked.usage)
        body = TurnTaken(
            turn_id=turn_id,
            speaker_id=self.listener.id,
            speaker_name=person(self.listener).name,
            heard=self.lines[-1].text if self.lines else "",
            events=(Line(text=utterance.say, emotion=utterance.emotion), finished),
            receipt=made,
        )
        return Draft(kind=RecordKind.TURN, subject_id=self.speaker.id, body=body)

    def _made_from(
        self,
        exchange: Exchange,
        asked: Asked[Utterance],
        profile: Profile,
        recalled: Recalled,
        *,
        is_own: bool,
    ) -> Receipt:
        """Return the receipt; a line that is not the model's own is one of our stock."""
        first = Rung.PRIMARY if asked.verdict is Verdict.ANSWERED else Rung.RETRY
        return Receipt(
            vantage_seq=self.speaker.seq,
            persona_version=self.speaker.authored.version,
            profile=profile.name,
            recalled=tuple(found.as_recalled for found in exchange.recollections),
            template=asked.template,
            template_digest=asked.template_digest,
            prompt_digest=asked.prompt_digest,
            prompt_sections=asked.prompt_sections,
            prompt_budget=asked.prompt_budget,
            model=asked.model if is_own else AUTHORED,
            rung=first if is_own else Rung.AUTHORED,
            seed=self.speaker.situation.seed,
            usage=asked.usage,
            timings=Timings(),
            raw_answer="\n".join(asked.raw_answers),
            faults=asked.faults,
            purpose=Purpose.CONVERSE,
            standing=exchange.standing,
            lore=tuple(quote.cited for quote in exchange.lore),
            withheld=tuple(found.memory.seq for found in recalled.withheld),
            withheld_lore=recalled.lore.withheld,
            secrets=exchange.secrets,
        )

    def over(self, ended_by: str) -> tuple[Draft, ...]:
        """Return how the conversation ends for both: its end, how long it took, and their days."""
        drafts: list[Draft] = []
        for mind, other in ((self.own, self.other), (self.other, self.own)):
            end = ending(self.talk, person(mind), person(other), len(self.lines), ended_by)
            drafts += [end, *self._taken_time(mind, person(other))]
        return tuple(drafts)

    def _taken_time(self, mind: Mindset, other: Person) -> tuple[Draft, ...]:
        """Return the act as long as it really was, and the day with the talk in it."""
        begins, now = at_the_minute(self.talk.begins), mind.situation.now
        letters = sum(len(line.text) for line in self.lines)
        minutes = max(minutes_for(letters), math.ceil((now - begins).total_seconds() / 60))
        place_id = mind.present[mind.id].place_id
        step = talking_step(other, begins, minutes, place_id, mind.world.language)
        act = act_of_talking(person(mind), step, mind.world.language)
        day = None if mind.day is None else interrupted(mind.day, step)
        if day is None:
            return (act,)
        return (act, Draft(kind=RecordKind.DAY, subject_id=mind.id, body=day))

    def wishes(self, *, is_over: bool) -> tuple[JobDraft, ...]:
        """Return what follows: both take in what was said; then the next line, or they judge it."""
        timeline_id, minds = self.own.timeline_id, (self.own.id, self.other.id)
        if is_over:
            return wishes_after(timeline_id, minds, len(self.lines))
        following = JobDraft(JobKind.CONVERSE, timeline_id, self.own.id)
        return (following, *(JobDraft(JobKind.DIGEST, timeline_id, mind) for mind in minds))


def wishes_after(timeline_id: TimelineId, minds: Sequence[str], lines: int) -> tuple[JobDraft, ...]:
    """Return the thoughts that follow a conversation, for those who are left of it."""
    kinds = [JobKind.DIGEST]
    if lines:
        kinds += [JobKind.SUMMARISE, JobKind.RELATE]
    live = JobDraft(JobKind.LIVE, timeline_id, "")
    return (live, *(JobDraft(kind, timeline_id, mind) for kind in kinds for mind in minds))


def is_up(mind: Mindset) -> bool:
    """Say whether a mind is awake and does things of its own accord."""
    act = mind.act
    is_asleep = act is not None and act.is_asleep and act.ends_at > mind.situation.now
    return mind.attention is not Attention.DORMANT and not is_asleep


def person(mind: Mindset) -> Person:
    """Return a mind as somebody to speak with."""
    return Person(id=mind.id, name=mind.character.name, is_player=False)


def _names(exchange: Exchange) -> tuple[str, ...]:
    """Return what everybody is called who is there."""
    situation = exchange.situation
    return (*names_of((exchange.partner, *situation.company)), situation.character.name)
