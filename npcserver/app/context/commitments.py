"""Promises: made in talk, settled by talk or by the game, and brought up once they are broken.

A rule finds promises in the delivered words of both; those that a model names count only if their
words were said. Every change is a record in the memories of each of the two who is a character, in
the same append as the turn, so a load rewinds it with everything else. The newest record counts.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from npcserver.app.context.discretion import Discretion
from npcserver.app.context.mindset import bodies_of, latest
from npcserver.app.idempotency import read_positions
from npcserver.language.deadlines import due_at
from npcserver.language.promises import is_unable
from npcserver.mind import promises
from npcserver.mind.promises import is_kept_by, said_so, settled
from npcserver.model import limits
from npcserver.model.bounds import Members, Text
from npcserver.model.calendar import EARTH, Calendar
from npcserver.model.character import Person
from npcserver.model.commitment import Commitment, CommitmentStatus, Promise, PromiseVerdict
from npcserver.model.errors import NotFound, NotPossibleNow, Reason
from npcserver.model.ids import TimelineId, TurnId
from npcserver.model.inputs import ConverseInput
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.prompt import PromptProfile
from npcserver.model.record import (
    Draft,
    Record,
    RecordKind,
    Remembered,
    Source,
    owner_of_subject,
    subject_key,
)
from npcserver.model.secret import Secret
from npcserver.model.turn import ReplyAnswer
from npcserver.ports.storage import Append, RequestKey, UnitOfWork
from npcserver.ports.view import Resident, View
from npcserver.prompts.commitments import PLEDGES

BROKEN, KEPT, WITHDRAWN = (
    CommitmentStatus.BROKEN,
    CommitmentStatus.KEPT,
    CommitmentStatus.WITHDRAWN,
)
_IMPORTANCE: Mapping[CommitmentStatus, int] = {BROKEN: 6, KEPT: 5, WITHDRAWN: 5}
_OPEN = CommitmentStatus.OPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletedDeed:
    """A deed that was done: all words that describe it, and as it is remembered (`told`).

    `people` are the ids and names of those it was done to, where it names any; else it was done for
    `partner_id`, the partner in the talk where it came about.
    """

    words: str
    told: str
    people: frozenset[str]
    partner_id: str

    def is_for(self, promise: Commitment) -> bool:
        """Return whether it was done for the one to whom the promise was made."""
        if self.people:
            to = {promise.to_id.casefold(), promise.to_name.casefold()}
            return not self.people.isdisjoint(to)
        return promise.to_id == self.partner_id


async def commitments_of(view: View, mind: str) -> tuple[Commitment, ...]:
    """Return the promises a character made or was given: open ones first, then newest first."""
    return in_order(await view.latest_by_subject(RecordKind.COMMITMENT, subject_key(mind, "")))


def in_order(records: Mapping[str, Record]) -> tuple[Commitment, ...]:
    """Return promises: open ones first, within each group the last changed first."""
    newest = sorted(records.values(), key=lambda record: -record.seq)
    bodies = [record.body for record in newest if isinstance(record.body, Commitment)]
    return tuple(sorted(bodies, key=lambda one: one.status is not _OPEN))


def standing_as(promise: Commitment, minds: Iterable[str]) -> tuple[Draft, ...]:
    """Return the records that store this state of a promise for these characters."""
    return tuple(
        Draft(RecordKind.COMMITMENT, promise, subject_key(mind, promise.commitment_id))
        for mind in dict.fromkeys(minds)
    )


def remembered_as(
    promise: Commitment,
    minds: Iterable[str],
    language: str,
    *,
    players: Collection[str],
    why: str,
    calendar: Calendar = EARTH,
) -> tuple[Draft, ...]:
    """Return what these characters remember of how a promise ended. `why` is added to the text."""
    drafts: list[Draft] = []
    for mind in dict.fromkeys(minds):
        other = promise.to_id if promise.by_id == mind else promise.by_id
        drafts.append(
            Draft(
                RecordKind.OBSERVATION,
                Remembered(
                    source=Source.WITNESSED,
                    about=(other,),
                    players=(other,) if other in players else (),
                    secrets=promise.secrets,
                ),
                mind,
                text=settled(promise, mind, language, why, calendar),
                importance=_IMPORTANCE[promise.status],
            )
        )
    return tuple(drafts)


def players_among(promise: Commitment, roster: Sequence[Resident]) -> frozenset[str]:
    """Return which of the two are not characters of the world."""
    return frozenset((promise.by_id, promise.to_id)) - {one.id for one in roster}


def between(
    records: Mapping[str, Record], mind: str, partner_id: str, discretion: Discretion
) -> tuple[Commitment, ...]:
    """Return the promises between two for a prompt: broken and not yet mentioned, then open.

    Open ones are sorted by due time. What may not be revealed to all present is left out.
    """

    def urgency(promise: Commitment) -> tuple[bool, bool, float]:
        due = promise.due_at
        return promise.status is _OPEN, due is None, 0.0 if due is None else due.timestamp()

    found = [
        one
        for one in in_order(records)
        if {one.by_id, one.to_id} == {mind, partner_id}
        and is_unsettled(one)
        and discretion.may_tell(one.secrets)
    ]
    return tuple(sorted(found, key=urgency)[:PLEDGES])


def is_unsettled(promise: Commitment) -> bool:
    """Return whether a promise is open, or broken and not mentioned since."""
    is_news = promise.status is BROKEN and not promise.has_come_up
    return promise.status is _OPEN or is_news


async def kept_by(
    view: View, roster: Sequence[Resident], mind: str, deed: CompletedDeed, language: str
) -> tuple[list[Draft], list[str]]:
    """Return how a deed settles what its doer had promised to the one it was done for.

    The records, and the characters that gain a memory: the doer remembers the deed itself, the
    other, if it is a character, that the promise was kept.
    """
    drafts: list[Draft] = []
    others: list[str] = []
    for promise in await commitments_of(view, mind):
        is_own = promise.by_id == mind and promise.status is _OPEN
        if not (is_own and deed.is_for(promise) and is_kept_by(promise, deed.words)):
            continue
        kept = replace(promise, status=KEPT, because=deed.told)
        players = players_among(promise, roster)
        minds = [one for one in (promise.by_id, promise.to_id) if one not in players]
        told = [one for one in minds if one != mind]
        drafts += standing_as(kept, minds)
        drafts += remembered_as(kept, told, language, players=players, why="")
        others += told
    return drafts, others


def whose(records: Mapping[str, Record], commitment_id: str) -> dict[str, Commitment]:
    """Return the copies of a promise, by the character that holds each."""
    return {
        owner_of_subject(subject): promise
        for subject, promise in bodies_of(records, Commitment).items()
        if promise.commitment_id == commitment_id
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class PromiseExchange:
    """What was said in a turn: `own` words to a partner, and what the partner had said before.

    `answered` are the words that are answered where their promises are stored already.
    `named` and `verdicts` are what a model reports about promises; `shown` are the promises in its
    prompt, numbered in this order. Where one turn makes promises to several people, `after` is how
    many were made to the earlier ones: the numbering goes on from it. `profile` is that of the
    prompt: what a small model reports counts only if the words say it.
    """

    speaker: Person
    partner: Person
    turn_id: TurnId
    now: datetime
    own: str
    heard: str = ""
    answered: str = ""
    named: tuple[Promise, ...] = ()
    verdicts: tuple[PromiseVerdict, ...] = ()
    shown: tuple[Commitment, ...] = ()
    secrets: tuple[Secret, ...] = ()
    language: str = "en"
    calendar: Calendar = EARTH
    after: int = 0
    profile: PromptProfile = PromptProfile.FULL

    def drafts(self) -> tuple[Draft, ...]:
        """Return the promise records that follow for both, and what they remember."""
        settled = self._settled()
        moved = {one.commitment_id: one for one in (*settled, *self._come_up(settled))}
        made = [one for one in self._made() if one.commitment_id not in moved]
        minds = [one.id for one in (self.speaker, self.partner) if not one.is_player]
        drafts = [draft for one in (*moved.values(), *made) for draft in standing_as(one, minds)]
        players = frozenset(one.id for one in (self.speaker, self.partner) if one.is_player)
        for one in settled:
            drafts += remembered_as(
                one, minds, self.language, players=players, why="", calendar=self.calendar
            )
        return tuple(drafts)

    def _made(self) -> list[Commitment]:
        """Return what was promised now, including open promises that got a new due time."""
        own = promises.joined(
            promises.made(self.own),
            self._named(self.own, before=self.heard or self.answered),
            self.own,
        )
        named = self._named(self.heard, answer=self.own)
        theirs = promises.joined(promises.made(self.heard), named, self.heard)
        sides = ((own, self.speaker, self.partner), (theirs, self.partner, self.speaker))
        found: list[Commitment] = []
        for said, by, to in sides:
            for promise in said:
                one = self._commitment(promise, by, to, self.after + len(found))
                if one is not None:
                    found.append(one)
        return found

    def _named(self, words: str, before: str | None = None, answer: str = "") -> list[Promise]:
        """Return the promises that a model names, its own where words `before` were answered.

        A small model names a question or a price as one, so its promises count by the words.
        """
        is_trusted = self.profile is PromptProfile.FULL
        return [
            one
            for one in self.named
            if one.is_own == (before is not None)
            and (
                is_trusted or promises.is_committed(one, words, before=before or "", answer=answer)
            )
        ]

    def _commitment(
        self, promise: Promise, by: Person, to: Person, number: int
    ) -> Commitment | None:
        what = promises.named(promise.what, by.name, to.name)
        due = due_at(promise.due, self.now)
        names = f"{by.name} {to.name}"
        for known in self.shown:
            is_open = known.status is _OPEN and known.by_id == by.id
            if is_open and promises.is_same(known.what, what, names):
                is_later = due is not None and due != known.due_at
                return replace(known, due_at=due) if is_later else None
        return Commitment(
            commitment_id=f"com_{self.turn_id.removeprefix('trn_')}{number or ''}",
            by_id=by.id,
            by_name=by.name,
            to_id=to.id,
            to_name=to.name,
            what=what,
            due_at=due,
            turn_id=self.turn_id,
            secrets=self.secrets,
        )

    def _settled(self) -> tuple[Commitment, ...]:
        """Return what the words, or the model, report as kept or withdrawn.

        Only the one who promised withdraws; only the other, or the game, says that it was kept.
        """
        found: dict[str, Commitment] = {}
        for words, by in ((self.own, self.speaker), (self.heard, self.partner)):
            owed = [one for one in self.shown if one.by_id == by.id and one.status is _OPEN]
            for one in promises.taken_back(words, owed):
                found[one.commitment_id] = replace(
                    one, status=WITHDRAWN, because=said_so(self.language)
                )
        for verdict in self.verdicts:
            if not 0 < verdict.place <= len(self.shown):
                continue
            one = self.shown[verdict.place - 1]
            is_own = one.by_id == self.speaker.id
            is_said = verdict.status is WITHDRAWN or (verdict.status is KEPT and not is_own)
            if one.status is _OPEN and is_said and self._is_spoken_of(one):
                found.setdefault(
                    one.commitment_id,
                    replace(one, status=verdict.status, because=said_so(self.language)),
                )
        return tuple(found.values())

    def _is_spoken_of(self, promise: Commitment) -> bool:
        """Return whether a verdict on a promise counts by the words.

        Asked whether it will keep its word a small model says that it will, and names it withdrawn;
        or it speaks of the thing where nobody asked for it.
        """
        if self.profile is PromptProfile.FULL:
            return True
        is_own = promise.by_id == self.speaker.id
        is_asked = promises.speaks_of(f"{self.heard} {self.answered}", promise)
        if is_own and not (is_asked or is_unable(self.own)):
            return False
        again = promises.made(self.own if is_own else self.heard)
        return promises.speaks_of(self.own if is_own else f"{self.heard} {self.own}", promise) and (
            not any(promises.is_same(one.what, promise.what) for one in again)
        )

    def _come_up(self, settled: Iterable[Commitment]) -> tuple[Commitment, ...]:
        gone = {one.commitment_id for one in settled}
        return tuple(
            replace(one, has_come_up=True)
            for one in self.shown
            if one.status is BROKEN
            and one.commitment_id not in gone
            and not one.has_come_up
            and promises.speaks_of(self.own, one)
        )


def promised_by(
    utterance: ReplyAnswer, exchange: ConverseInput, turn_id: TurnId, *, is_own: bool
) -> tuple[Draft, ...]:
    """Return the promise records that follow a line of a talk between characters.

    What was heard was a line before, whose promises are stored. A canned line promises nothing.
    Whatever model spoke, what it reports counts only if the words say it.
    """
    if not is_own:
        return ()
    situation = exchange.situation
    character = situation.character
    return PromiseExchange(
        speaker=Person(id=character.id, name=character.name, is_player=False),
        partner=exchange.partner,
        turn_id=turn_id,
        now=situation.now,
        own=utterance.say,
        named=utterance.promises,
        verdicts=utterance.verdicts,
        shown=exchange.commitments,
        secrets=exchange.secrets,
        language=character.persona.language,
        answered=exchange.conversation[-1].text if exchange.conversation else "",
        profile=PromptProfile.GUARDED,
    ).drafts()


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleCommitment:
    """A request of the game to settle a promise; those concerned remember `detail`."""

    timeline_id: TimelineId
    commitment_id: str
    status: Annotated[CommitmentStatus, Members((BROKEN, KEPT, WITHDRAWN))]
    detail: Annotated[str, Text(limits.MEMORY)] = ""
    key: RequestKey | None = None


async def settle_commitment(request: SettleCommitment, unit: UnitOfWork) -> int:
    """Store once, for both, how a promise ended; return the seq of the first record.

    Raises `NotFound`, or `NotPossibleNow` for one that was settled before.
    """
    kept = None if request.key is None else await unit.answer(request.key)
    if kept is not None:
        return read_positions(kept)[0]
    view = await unit.head(request.timeline_id)
    minds = whose(await view.latest_by_subject(RecordKind.COMMITMENT), request.commitment_id)
    if not minds:
        raise NotFound(
            "commitment", request.commitment_id, "take its id from `Mind.commitments` or `Watch`"
        )
    # Both characters hold the same promise; all copies are changed in one append.
    promise = next(iter(minds.values()))
    if promise.status is not _OPEN:
        raise NotPossibleNow(
            f"promise {request.commitment_id!r} is settled already: {promise.status}; "
            "there is nothing left to settle",
            Reason.COMMITMENT_ALREADY_SETTLED,
            commitmentId=request.commitment_id,
        )
    world = await unit.world(view.timeline.world_id)
    players = players_among(promise, await unit.roster(world.id))
    settled = replace(promise, status=request.status, because=request.detail)
    memories = remembered_as(
        settled,
        minds,
        world.language,
        players=players,
        why=request.detail,
        calendar=world.calendar,
    )
    appended = await unit.append(
        Append(
            request.timeline_id,
            (*standing_as(settled, minds), *memories),
            jobs=jobs_after_settling(request.timeline_id, minds),
            key=request.key,
        )
    )
    return appended.first


async def unmoved(
    unit: UnitOfWork, append: Append, shown: Sequence[Commitment]
) -> tuple[Draft, ...]:
    """Return a turn's records without those of promises that were settled in the meantime.

    `shown` are the promises before the turn; where it changed none, nothing is read.
    """
    before = {one.commitment_id: one.status for one in shown}
    moved = [
        draft
        for draft in append.drafts
        if isinstance(draft.body, Commitment) and draft.body.commitment_id in before
    ]
    if not moved:
        return append.drafts
    view = await unit.head(append.timeline_id)
    stale: set[str] = set()
    for draft in moved:
        last = await latest(view, RecordKind.COMMITMENT, draft.subject_id, Commitment)
        if last is not None and last.status is not before[last.commitment_id]:
            stale.add(draft.subject_id)
    return tuple(
        draft
        for draft in append.drafts
        if draft.kind is not RecordKind.COMMITMENT or draft.subject_id not in stale
    )


def jobs_after_settling(timeline_id: TimelineId, minds: Iterable[str]) -> tuple[JobDraft, ...]:
    """Return the jobs after a promise is settled: digest the memory, reconsider the relation."""
    kinds = (JobKind.DIGEST, JobKind.RELATE)
    return tuple(JobDraft(kind, timeline_id, mind) for mind in minds for kind in kinds)
