"""What one correction appends: what an author withdrew and added, and what became of the rest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from npcserver.app.context.mindset import body_of
from npcserver.app.ledger.dependents import STATE_KINDS, Dependent
from npcserver.mind.provenance import retells
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.day import Act, Block, DayPlan
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.memory import Memory, memory_id
from npcserver.model.record import (
    SPEECH_KINDS,
    Body,
    Correction,
    Draft,
    Record,
    RecordKind,
    Remembered,
    Source,
    owner_of_subject,
)
from npcserver.model.secret import Secret
from npcserver.ports.storage import Append
from npcserver.ports.view import View

_BELIEF = 50  # neither held true nor false
_DOUBTED = 20
"""Trust (0..100) of what an author marked as doubtful; prompts say so below 30."""
_JOBS = {
    RecordKind.REFLECTION: JobKind.REFLECT,
    RecordKind.PLAN: JobKind.PLAN,
    RecordKind.DAY: JobKind.PLAN,
    RecordKind.ACT: JobKind.PLAN,
}
"""Thoughts that are done again for what a correction took away."""


class DependentChoice(StrEnum):
    """What an author chooses for a record that rests on a corrected memory."""

    LEAVE = "leave"
    DOUBT = "doubt"  # it stays, and its owner hardly believes it; states stay as they are
    MAKE_ANEW = "make_anew"  # it is gone, and thoughts that led to it are done again


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionMade:
    """A correction: its id, its last position, and the memory that stands in for the old one.

    `memory_id` is empty if the old one was only withdrawn. `changed` and `left` are the seqs of
    what rested on it and was changed, or left.
    """

    correction_id: str
    seq: int
    memory_id: str = ""
    changed: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


@dataclass(slots=True)
class CorrectionChanges:
    """What one correction appends: records after `head`, and which memories it withdraws."""

    head: int
    correction_id: str
    author_id: str
    why: str
    undoes: str = ""
    drafts: list[Draft] = field(default_factory=list)
    minds: dict[str, Correction] = field(default_factory=dict)
    jobs: set[tuple[JobKind, str]] = field(default_factory=set)

    def _mind(self, mind: str) -> Correction:
        blank = Correction(
            correction_id=self.correction_id,
            author_id=self.author_id,
            why=self.why,
            undoes=self.undoes,
        )
        return self.minds.setdefault(mind, blank)

    def withdraw(self, memory: Record) -> None:
        """Let a memory be gone."""
        known = self._mind(memory.subject_id)
        self.minds[memory.subject_id] = replace(known, withdrawn=(*known.withdrawn, memory.seq))

    def restore(self, mind: str, seq: int) -> None:
        """Let a withdrawn memory exist again."""
        known = self._mind(mind)
        self.minds[mind] = replace(known, restored=(*known.restored, seq))

    def add(self, draft: Draft) -> int:
        """Add a record and return its seq."""
        mind = owner_of_subject(draft.subject_id)
        self.drafts.append(draft)
        seq = self.head + len(self.drafts)
        known = self._mind(mind)
        self.minds[mind] = replace(known, added=(*known.added, seq))
        if isinstance(draft.body, Remembered):
            self.jobs.add((JobKind.DIGEST, mind))
        return seq

    def append(self, timeline_id: TimelineId) -> Append:
        """Return them as one append, refused if anything was played since."""
        made = [Draft(RecordKind.CORRECTION, body, mind) for mind, body in self.minds.items()]
        jobs = (JobDraft(kind, timeline_id, mind) for kind, mind in sorted(self.jobs))
        return Append(timeline_id, (*self.drafts, *made), jobs=tuple(jobs), expected_head=self.head)

    def made(
        self, new_seq: int, timeline_id: TimelineId, **rest: tuple[int, ...]
    ) -> CorrectionMade:
        """Return what the append has made; `new_seq` is the memory that stands in, or 0."""
        return CorrectionMade(
            correction_id=self.correction_id,
            seq=self.head + len(self.drafts) + len(self.minds),
            memory_id=memory_id(timeline_id, new_seq) if new_seq else "",
            **rest,
        )


class DependentTreatment:
    """Applies what an author chose for each record that rests on a corrected memory."""

    def __init__(
        self,
        changes: CorrectionChanges,
        asked: Record,
        there: Mapping[int, Dependent],
        rated: Mapping[int, Memory],
    ) -> None:
        self._changes = changes
        self._asked = asked
        self._there = there
        self._rated = rated
        self.changed: list[int] = []

    async def apply(self, view: View, choices: Mapping[int, DependentChoice]) -> None:
        """Treat each record as chosen, by seq; the view is from where the correction holds."""
        for seq, choice in choices.items():
            self._memory(self._there[seq], choice)
        anew = (seq for seq, choice in choices.items() if choice is DependentChoice.MAKE_ANEW)
        states = (self._there[seq].record for seq in anew)
        await self._states(view, [one for one in states if one.kind in STATE_KINDS])

    def _memory(self, dependent: Dependent, choice: DependentChoice) -> None:
        """Withdraw a memory, or let its owner doubt it; nobody doubts its own words."""
        record = dependent.record
        if choice is DependentChoice.LEAVE or record.kind in STATE_KINDS:
            return
        if choice is DependentChoice.DOUBT:
            if record.kind is RecordKind.LINE:
                return
            self._changes.add(stand_in_for(record, self._rated, trust=_DOUBTED))
        self._changes.withdraw(record)
        self.changed.append(record.seq)
        if choice is DependentChoice.MAKE_ANEW and (job := _JOBS.get(record.kind)) is not None:
            self._changes.jobs.add((job, record.subject_id))

    async def _states(self, view: View, resting: Sequence[Record]) -> None:
        """Bring states to what they would be without the memory."""
        grouped: dict[tuple[RecordKind, str], list[Record]] = {}
        for record in resting:
            grouped.setdefault((record.kind, record.subject_id), []).append(record)
        for kind, subject_id in sorted(grouped, key=lambda one: STATE_KINDS.index(one[0])):
            own = grouped[kind, subject_id]
            newest = await view.latest(kind, subject_id)
            body = None if newest is None else await self._state(view, newest, own)
            if newest is None or body is None or body == newest.body:
                continue
            self._changes.add(Draft(kind, body, subject_id))
            self.changed += [one.seq for one in own]
            if (job := _JOBS.get(kind)) is not None:
                self._changes.jobs.add((job, owner_of_subject(subject_id)))

    async def _state(self, view: View, newest: Record, own: Sequence[Record]) -> Body | None:
        mind = owner_of_subject(newest.subject_id)
        held = [one.words for one in self._there.values() if one.record.subject_id == mind]
        held += [self._asked.text] if self._asked.subject_id == mind else []

        def rests(text: str) -> bool:
            return any(retells(text, words) for words in held)

        if isinstance(newest.body, DayPlan):
            return _plan_without(newest.body, rests)
        if isinstance(newest.body, Act):
            drafts = reversed(self._changes.drafts)
            plans = (one.body for one in drafts if one.subject_id == newest.subject_id)
            plan = next((one for one in plans if isinstance(one, DayPlan)), None)
            plan = plan or body_of(await view.latest(RecordKind.DAY, newest.subject_id), DayPlan)
            is_own = newest in own
            return _act_without(newest.body, plan) if is_own and plan is not None else None
        before: dict[int, Record | None] = {}
        for record in own:
            found = await view.tail(record.subject_id, (record.kind,), 1, before=record.seq)
            before[record.seq] = found[0] if found else None
        return _revised_state(newest, own, before)


def stand_in_for(
    record: Record,
    rated: Mapping[int, Memory],
    *,
    text: str = "",
    lock: Secret | None = None,
    trust: int | None = None,
) -> Draft:
    """Return the memory that stands in for another: of the same time, with what was changed.

    A memory of speech becomes one of a fact, since nobody said these words there and then.
    """
    body = record.body
    if not isinstance(body, Remembered):
        raise TypeError(f"a {record.kind} is no memory")
    known = rated.get(record.seq)
    kind = RecordKind.OBSERVATION if record.kind in SPEECH_KINDS else record.kind
    if kind is not record.kind:
        body = replace(body, turn_id=None, circle_id="", told_to="", intents=(), distorted=())
    if text and record.kind is RecordKind.LINE:
        body = replace(body, source=Source.AUTHORED)
    return Draft(
        kind,
        replace(
            body,
            secrets=body.secrets if lock is None else (lock,),
            trust=body.trust if trust is None else min(trust, body.trust),
        ),
        record.subject_id,
        text=text or record.text,
        game_time=record.game_time,
        importance=known.importance if known is not None and known.is_rated else record.importance,
    )


def _revised_state(
    newest: Record, resting: Sequence[Record], before: dict[int, Record | None]
) -> Body | None:
    """Return the newest state of a subject without what rested on a memory; None if it is as it is.

    `resting` are the states of that subject that rest on it, oldest first, and `before` the state
    that each followed, by seq. What they added is taken off; what came of anything else stays.
    """
    first = before[resting[0].seq]
    body, earlier = newest.body, None if first is None else first.body
    if isinstance(body, Standing):
        return _standing(body, resting, before)
    if isinstance(body, Belief):
        moved = sum(_score(one) - _score(before[one.seq]) for one in resting)
        was = earlier if isinstance(earlier, Belief) else None
        score = max(0, min(100, body.score - moved))
        return replace(body, score=score, text="" if was is None else was.text, evidence=())
    if isinstance(body, Mood) and newest in resting:
        return replace(earlier, why=earlier.why) if isinstance(earlier, Mood) else Mood()
    if isinstance(body, Commitment) and body.status is CommitmentStatus.OPEN:
        return replace(body, status=CommitmentStatus.WITHDRAWN)
    return None


def _plan_without(plan: DayPlan, rests: Callable[[str], bool]) -> DayPlan:
    """Return a plan whose texts that rest on a memory are gone; a block goes on with its neighbour.

    It is a stopgap until the character plans again.
    """
    kept = [one for one in plan.blocks if not rests(one.activity)]
    blocks: list[Block] = []
    for block in plan.blocks:
        if rests(block.activity):
            other = blocks[-1] if blocks else (kept[0] if kept else replace(block, activity=""))
            place_id, emoji = other.place_id, other.emoji
            same = replace(block, activity=other.activity, place_id=place_id, emoji=emoji, steps=())
            blocks.append(same)
        elif any(rests(step.activity) for step in block.steps):
            blocks.append(replace(block, steps=()))
        else:
            blocks.append(block)
    return replace(
        plan,
        currently="" if rests(plan.currently) else plan.currently,
        outline=tuple(one for one in plan.outline if not rests(one)),
        blocks=tuple(blocks),
    )


def _act_without(act: Act, plan: DayPlan) -> Act:
    """Return an act that goes on as planned, in place of one that rested on a memory."""
    block = plan.block_at(act.step.starts_at)
    if block is None:
        return act
    step = replace(act.step, activity=block.activity, emoji=block.emoji, object="", object_state="")
    return replace(act, step=step, because=0)


def _standing(
    body: Standing, resting: Sequence[Record], before: dict[int, Record | None]
) -> Standing:
    views = {one.body.view for one in resting if isinstance(one.body, Standing)}
    view = body.view
    for record in resting:
        now, was = record.body, before[record.seq]
        base = (
            was.body
            if was is not None and isinstance(was.body, Standing)
            else Standing(other_id=body.other_id)
        )
        if isinstance(now, Standing):
            body = body.set_off(
                affinity=base.affinity - now.affinity, trust=base.trust - now.trust, familiarity=0
            )
            if view in views:
                view = base.view
    return replace(body, view="" if view in views else view, evidence=())


def _score(record: Record | None) -> int:
    return record.body.score if record is not None and isinstance(record.body, Belief) else _BELIEF
