"""Promises: made in talk, settled by talk or by the game, and brought up once they are broken.

What was said is enough: a rule finds promises in the delivered words of both, and takes those that
a model names for which words were said. Every change is a record in the mind of each of the two
who is a character, in the same append as the turn, so a load rewinds it with everything else.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from npcserver.app.material.owing import (
    BROKEN,
    KEPT,
    WITHDRAWN,
    players_among,
    remembered_as,
    standing_as,
    whose,
)
from npcserver.app.once import positions
from npcserver.language.deadlines import due_at
from npcserver.mind import promises
from npcserver.mind.notes import Reply
from npcserver.mind.promise_words import said_so
from npcserver.model.commitment import Commitment, CommitmentStatus, Promise, Verdict
from npcserver.model.errors import NotFound, NotPossibleNow, Reason
from npcserver.model.ids import TimelineId, TurnId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.person import Person
from npcserver.model.pondering import Exchange, Utterance
from npcserver.model.record import Draft, RecordKind
from npcserver.model.scene import Scene
from npcserver.model.secret import Secret
from npcserver.model.turn import Rung
from npcserver.ports.storage import Append, RequestKey, UnitOfWork

_OPEN = CommitmentStatus.OPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchanged:
    """What was said in a turn: `own` words to a partner, and what the partner had said before.

    `named` and `verdicts` are what a model says of promises, `shown` those that were before it, in
    the order in which it could number them. Where one turn makes promises to several, those of each
    are numbered `after` those of the others.
    """

    speaker: Person
    partner: Person
    turn_id: TurnId
    now: datetime
    own: str
    heard: str = ""
    named: tuple[Promise, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    shown: tuple[Commitment, ...] = ()
    secrets: tuple[Secret, ...] = ()
    language: str = "en"
    after: int = 0

    def drafts(self) -> tuple[Draft, ...]:
        """Return how promises stand after it, in the minds of both, and what is remembered."""
        settled = self._settled()
        moved = {one.commitment_id: one for one in (*settled, *self._come_up(settled))}
        made = [one for one in self._made() if one.commitment_id not in moved]
        minds = [one.id for one in (self.speaker, self.partner) if not one.is_player]
        drafts = [draft for one in (*moved.values(), *made) for draft in standing_as(one, minds)]
        for one in settled:
            drafts += remembered_as(one, minds, self.language, players=self._players, why="")
        return tuple(drafts)

    @property
    def _players(self) -> frozenset[str]:
        return frozenset(one.id for one in (self.speaker, self.partner) if one.is_player)

    def _made(self) -> list[Commitment]:
        """Return what was promised now; one that is open already has perhaps a new time."""
        own = promises.joined(
            promises.made(self.own), [one for one in self.named if one.is_own], self.own
        )
        theirs = promises.joined(
            promises.made(self.heard), [one for one in self.named if not one.is_own], self.heard
        )
        sides = ((own, self.speaker, self.partner), (theirs, self.partner, self.speaker))
        found: list[Commitment] = []
        for said, by, to in sides:
            for promise in said:
                one = self._commitment(promise, by, to, self.after + len(found))
                if one is not None:
                    found.append(one)
        return found

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
        """Return what the words, or the model, say is kept or taken back.

        Who promised takes back; that it was kept is for the other to say, or for the game.
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
            if one.status is _OPEN and is_said:
                found.setdefault(
                    one.commitment_id,
                    replace(one, status=verdict.status, because=said_so(self.language)),
                )
        return tuple(found.values())

    def _come_up(self, settled: Iterable[Commitment]) -> tuple[Commitment, ...]:
        """Return the broken promises that were spoken of."""
        gone = {one.commitment_id for one in settled}
        return tuple(
            replace(one, has_come_up=True)
            for one in self.shown
            if one.status is BROKEN
            and one.commitment_id not in gone
            and not one.has_come_up
            and promises.speaks_of(self.own, one)
        )


def promised_in(scene: Scene, reply: Reply, turn_id: TurnId, own: str) -> tuple[Draft, ...]:
    """Return how promises stand after a turn in which the character said its `own` words.

    What an author said in its place promises nothing.
    """
    is_own = reply.rung is not Rung.AUTHORED
    answering = Person(id=scene.character.id, name=scene.character.name, is_player=False)
    return Exchanged(
        speaker=answering,
        partner=scene.partner,
        turn_id=turn_id,
        now=scene.now,
        own=own if is_own else "",
        heard=scene.heard,
        named=reply.promises if is_own else (),
        verdicts=reply.verdicts if is_own else (),
        shown=scene.commitments,
        secrets=scene.secrets,
        language=scene.character.persona.language,
    ).drafts()


def promised_by(
    utterance: Utterance, exchange: Exchange, turn_id: TurnId, *, is_own: bool
) -> tuple[Draft, ...]:
    """Return how promises stand after a line of a talk among characters.

    What was heard was somebody's line before. A line out of our stock promises nothing.
    """
    if not is_own:
        return ()
    situation = exchange.situation
    character = situation.character
    return Exchanged(
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
    ).drafts()


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleCommitment:
    """How the game says a promise came out; `detail` is remembered by those concerned."""

    timeline_id: TimelineId
    commitment_id: str
    status: CommitmentStatus
    detail: str = ""
    key: RequestKey | None = None


async def settle(wish: SettleCommitment, unit: UnitOfWork) -> int:
    """Store how a promise came out, once, for both; return the seq of the first record.

    Raises `NotFound`, or `NotPossibleNow` for one that was settled before.
    """
    kept = None if wish.key is None else await unit.answer(wish.key)
    if kept is not None:
        return positions(kept)[0]
    view = await unit.head(wish.timeline_id)
    minds = whose(await view.latest_by_subject(RecordKind.COMMITMENT), wish.commitment_id)
    if not minds:
        raise NotFound(
            "commitment", wish.commitment_id, "take its id from `Mind.commitments` or `Watch`"
        )
    promise = next(iter(minds.values()))
    if promise.status is not _OPEN:
        raise NotPossibleNow(
            f"promise {wish.commitment_id!r} is settled already: {promise.status}; "
            "there is nothing left to settle",
            Reason.COMMITMENT_ALREADY_SETTLED,
            commitmentId=wish.commitment_id,
        )
    world = await unit.world(view.timeline.world_id)
    players = players_among(promise, await unit.roster(world.id))
    settled = replace(promise, status=wish.status, because=wish.detail)
    memories = remembered_as(settled, minds, world.language, players=players, why=wish.detail)
    appended = await unit.append(
        Append(
            timeline_id=wish.timeline_id,
            drafts=(*standing_as(settled, minds), *memories),
            jobs=wishes_after(wish.timeline_id, minds),
            key=wish.key,
        )
    )
    return appended.first


async def unmoved(
    unit: UnitOfWork, append: Append, shown: Sequence[Commitment]
) -> tuple[Draft, ...]:
    """Return the records of a turn without those of promises that were settled meanwhile.

    `shown` is how promises stood before the turn; where it moved none, nothing is read.
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
        last = await view.latest(RecordKind.COMMITMENT, draft.subject_id)
        body = None if last is None else last.body
        if isinstance(body, Commitment) and body.status is not before[body.commitment_id]:
            stale.add(draft.subject_id)
    return tuple(
        draft
        for draft in append.drafts
        if draft.kind is not RecordKind.COMMITMENT or draft.subject_id not in stale
    )


def wishes_after(timeline_id: TimelineId, minds: Iterable[str]) -> tuple[JobDraft, ...]:
    """Return the thoughts that follow when a promise came out: what to make of it, and of whom."""
    kinds = (JobKind.DIGEST, JobKind.RELATE)
    return tuple(JobDraft(kind, timeline_id, mind) for mind in minds for kind in kinds)
