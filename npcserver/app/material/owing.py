"""Promises as the log has them: one record in the mind of each of the two, the newest counts."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from npcserver.app.material.discretion import Discretion
from npcserver.mind.promise_deeds import is_kept_by
from npcserver.mind.promise_words import settled
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.record import Draft, Record, RecordKind, Remembered, Source, facet, mind_of
from npcserver.ports.rows import Resident
from npcserver.ports.view import View
from npcserver.prompts.pledges import PLEDGES

BROKEN, KEPT, WITHDRAWN = (
    CommitmentStatus.BROKEN,
    CommitmentStatus.KEPT,
    CommitmentStatus.WITHDRAWN,
)
_IMPORTANCE: Mapping[CommitmentStatus, int] = {BROKEN: 6, KEPT: 5, WITHDRAWN: 5}


@dataclass(frozen=True, slots=True)
class Owed:
    """Records that say how promises stand, and the minds that gain a memory by them."""

    drafts: tuple[Draft, ...] = ()
    minds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """A deed that was done: in all words that tell of it, and as it is remembered (`told`).

    `people` are the ids and names of those it was done to, where it says so; else it was done for
    the `partner_id` in talk with whom it came about.
    """

    words: str
    told: str
    people: frozenset[str]
    partner_id: str

    def is_for(self, promise: Commitment) -> bool:
        """Say whether it was done for whoever was promised it."""
        if self.people:
            to = {promise.to_id.casefold(), promise.to_name.casefold()}
            return not self.people.isdisjoint(to)
        return promise.to_id == self.partner_id


def held(records: Mapping[str, Record]) -> dict[str, Commitment]:
    """Return the promises that records tell of, by the subject of the record."""
    return {
        subject: record.body
        for subject, record in records.items()
        if isinstance(record.body, Commitment)
    }


async def commitments_of(view: View, mind: str) -> tuple[Commitment, ...]:
    """Return the promises a mind made or was given: the open ones first, then newest first."""
    found = await view.latest_by_subject(RecordKind.COMMITMENT, facet(mind, ""))
    return in_order(found)


def in_order(records: Mapping[str, Record]) -> tuple[Commitment, ...]:
    """Return promises: the open ones first, those that were touched last before the others."""
    newest = sorted(records.values(), key=lambda record: -record.seq)
    bodies = [record.body for record in newest if isinstance(record.body, Commitment)]
    return tuple(sorted(bodies, key=lambda one: one.status is not CommitmentStatus.OPEN))


def standing_as(promise: Commitment, minds: Iterable[str]) -> tuple[Draft, ...]:
    """Return the records that a promise stands like this, in these minds."""
    return tuple(
        Draft(
            kind=RecordKind.COMMITMENT,
            subject_id=facet(mind, promise.commitment_id),
            body=promise,
        )
        for mind in dict.fromkeys(minds)
    )


def remembered_as(
    promise: Commitment, minds: Iterable[str], language: str, *, players: Collection[str], why: str
) -> tuple[Draft, ...]:
    """Return what these minds remember of how a promise came out. `why` is added to the words."""
    drafts: list[Draft] = []
    for mind in dict.fromkeys(minds):
        other = promise.to_id if promise.by_id == mind else promise.by_id
        drafts.append(
            Draft(
                kind=RecordKind.OBSERVATION,
                subject_id=mind,
                text=settled(promise, mind, language, why),
                importance=_IMPORTANCE[promise.status],
                body=Remembered(
                    source=Source.WITNESSED,
                    about=(other,),
                    players=(other,) if other in players else (),
                    secrets=promise.secrets,
                ),
            )
        )
    return tuple(drafts)


def players_among(promise: Commitment, roster: Sequence[Resident]) -> frozenset[str]:
    """Return which of the two are no characters of the world."""
    return frozenset((promise.by_id, promise.to_id)) - {one.id for one in roster}


def between(
    records: Mapping[str, Record], mind: str, partner_id: str, discretion: Discretion
) -> tuple[Commitment, ...]:
    """Return what is before a mind when it talks with somebody: broken and unspoken of, then open.

    Of the open ones what is due soonest comes first. What somebody there may not be told is left
    out.
    """
    found = [
        one
        for one in in_order(records)
        if {one.by_id, one.to_id} == {mind, partner_id}
        and is_unsettled(one)
        and discretion.may_tell(one.secrets)
    ]
    return tuple(sorted(found, key=_urgency)[:PLEDGES])


def is_unsettled(promise: Commitment) -> bool:
    """Say whether a promise is open, or broken and not spoken of since."""
    is_open = promise.status is CommitmentStatus.OPEN
    return is_open or (promise.status is BROKEN and not promise.has_come_up)


def _urgency(promise: Commitment) -> tuple[bool, bool, float]:
    due = promise.due_at
    is_open = promise.status is CommitmentStatus.OPEN
    return is_open, due is None, 0.0 if due is None else due.timestamp()


async def kept_by(
    view: View, roster: Sequence[Resident], mind: str, deed: Deed, language: str
) -> Owed:
    """Return how a deed settles what its doer had promised to somebody it was done for.

    The doer remembers the deed itself; the other, if it is a character, that the promise was kept.
    """
    open_ones = [
        one
        for one in await commitments_of(view, mind)
        if one.by_id == mind and one.status is CommitmentStatus.OPEN
    ]
    drafts: list[Draft] = []
    others: list[str] = []
    for promise in open_ones:
        if not (deed.is_for(promise) and is_kept_by(promise, deed.words)):
            continue
        kept = replace(promise, status=KEPT, because=deed.told)
        players = players_among(promise, roster)
        minds = [one for one in (promise.by_id, promise.to_id) if one not in players]
        told = [one for one in minds if one != mind]
        drafts += standing_as(kept, minds)
        drafts += remembered_as(kept, told, language, players=players, why="")
        others += told
    return Owed(tuple(drafts), tuple(others))


def whose(records: Mapping[str, Record], commitment_id: str) -> dict[str, Commitment]:
    """Return a promise in each mind that holds it, by mind."""
    return {
        mind_of(subject): promise
        for subject, promise in held(records).items()
        if promise.commitment_id == commitment_id
    }
