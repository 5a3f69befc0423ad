"""Whether a character takes part in a timeline: it is present, absent or dead, as the game says."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated

from npcserver import language
from npcserver.app.authored import roster_at
from npcserver.app.authoring.directory import Directory
from npcserver.app.context.commitments import standing_as
from npcserver.app.context.mindset import bodies_of, places_of
from npcserver.app.context.namesakes import Namesakes
from npcserver.app.conversation.conversation_state import (
    ABSENCE,
    DEATH,
    abandoned,
    jobs_after_conversation,
    lines_of,
    parting,
)
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.group_moves import to_perform, unfinished
from npcserver.app.idempotency import run_once
from npcserver.app.perception.presence import (
    PerceptionMap,
    Presence,
    load_presences,
    load_sleepers,
)
from npcserver.model import limits
from npcserver.model.bounds import Text
from npcserver.model.character import Availability
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import (
    Draft,
    KnownAbsence,
    RecordKind,
    Remembered,
    Source,
    owner_of_subject,
    subject_key,
)
from npcserver.model.senses import Percept
from npcserver.ports.storage import Append, RequestKey, Store, UnitOfWork
from npcserver.ports.view import View

_IMPORTANCE = {Availability.DEAD: 10, Availability.ABSENT: 5, Availability.PRESENT: 5}
_ENDS = {Availability.DEAD: DEATH, Availability.ABSENT: ABSENCE}
# What came to nothing while it was away; where nothing did, the jobs find nothing to do.
_TAKEN_UP = (JobKind.DIGEST, JobKind.SUMMARISE, JobKind.RELATE, JobKind.REFLECT)


class CharacterAvailability:
    """The use case of `TimelineService.SetAvailability`.

    `floor` holds the running turns. `looking` returns the lock of a timeline under which movements
    are stored: one that was read before a death must not be stored after it.
    """

    def __init__(
        self,
        store: Store,
        directory: Directory,
        floor: TurnLock,
        looking: Callable[[TimelineId], asyncio.Lock],
    ) -> None:
        self._store = store
        self._directory = directory
        self._floor = floor
        self._looking = looking

    async def set(
        self,
        *,
        timeline_id: TimelineId,
        character_id: CharacterId,
        availability: Availability,
        text: Annotated[str, Text(limits.MEMORY)] = "",
        is_unnoticed: bool = False,
        key: RequestKey | None = None,
    ) -> int:
        """Store the state and all that follows from it at once; return the last seq.

        Those awake at the place of the character perceive `text`, by default a sentence that says
        what happened; if it `is_unnoticed` none does. Storing the state that holds changes nothing.
        Raises `NotFound`, or `InvalidInput` for a text that nobody perceives.
        """
        if text and is_unnoticed:
            raise InvalidInput("text", "is noticed by nobody; leave it empty")

        async def work(unit: UnitOfWork) -> int:
            view = await unit.head(timeline_id)
            await unit.character(view.timeline.world_id, character_id)
            present = await load_presences(unit, view)
            before = present[character_id]
            if before.availability is availability:
                return view.vantage.seq
            after = before.become(availability)
            drafts = [Draft(RecordKind.PRESENCE, after.moved, character_id)]
            jobs = [JobDraft(JobKind.LIVE, timeline_id, "")]
            if not is_unnoticed:
                here = after if before.is_gone else before
                known = {**present, character_id: here}
                drafts += await _perceived(unit, view, known, character_id, availability, text)
            witnesses = {owner_of_subject(one.subject_id) for one in drafts[1:]}
            for kind in (JobKind.DIGEST, JobKind.REACT):
                jobs += [JobDraft(kind, timeline_id, one) for one in sorted(witnesses)]
            if after.is_gone:
                ended, thoughts = await _ended_talk(view, character_id, _ENDS[availability])
                drafts += ended
                jobs += thoughts
                jobs += [to_perform(timeline_id, one) for one in await unfinished(view)]
            else:
                jobs += [JobDraft(kind, timeline_id, character_id) for kind in _TAKEN_UP]
            if availability is Availability.DEAD:
                drafts += await _lapsed(view, character_id)
            appended = await unit.append(Append(timeline_id, tuple(drafts), jobs=tuple(jobs)))
            return appended.last

        async with self._looking(timeline_id):
            seq = await run_once(self._store, key, int, work)
        self._directory.forget_dead(timeline_id)
        if availability is not Availability.PRESENT:
            self._floor.silence(timeline_id, character_id)
        return seq


async def _perceived(
    unit: UnitOfWork,
    view: View,
    present: dict[str, Presence],
    character_id: CharacterId,
    availability: Availability,
    text: str,
) -> list[Draft]:
    """Return what those at the place of a character remember of it, and know from now on."""
    who = present[character_id]
    if who.place_id is None:
        return []
    world, name = await unit.world(view.timeline.world_id), who.person.name
    people = [one.person for one in present.values()]
    namesakes = Namesakes(await roster_at(unit, view), await places_of(unit, world), people)
    if mark := namesakes.mark_of(character_id, name):
        name = language.text("availability", "marked", world.language).format(name=name, mark=mark)
    told = text or language.text("availability", availability.value, world.language).format(
        name=name
    )
    around = PerceptionMap(present=present, asleep=await load_sleepers(view), places={})
    known = KnownAbsence(name=who.person.name, availability=availability)
    drafts: list[Draft] = []
    for witness in around.perceivers(Percept(place_id=who.place_id), {character_id}):
        seen = Remembered(source=Source.WITNESSED, place_id=who.place_id, about=(character_id,))
        importance = _IMPORTANCE[availability]
        drafts += [
            Draft(RecordKind.OBSERVATION, seen, witness, text=told, importance=importance),
            Draft(RecordKind.ABSENCE, known, subject_key(witness, character_id)),
        ]
    return drafts


async def _ended_talk(
    view: View, character_id: CharacterId, ended_by: str
) -> tuple[Sequence[Draft], Sequence[JobDraft]]:
    """Return the end of the talk that a character is in, for both, and the thoughts about it."""
    own = await abandoned(view, character_id)
    if own is None:
        return (), ()
    lines, drafts = len(await lines_of(view, own)), []
    for mind in (character_id, own.partner.id):
        talk = await abandoned(view, mind)
        if talk is not None and talk.conversation_id == own.conversation_id:
            drafts.append(parting(talk, mind, talk.partner, lines, ended_by))
    return drafts, jobs_after_conversation(view.vantage.timeline_id, [own.partner.id], lines)


async def _lapsed(view: View, character_id: CharacterId) -> list[Draft]:
    """Return the records by which the open promises from and to one who dies lapse, for both."""
    records = await view.latest_by_subject(RecordKind.COMMITMENT)
    drafts: list[Draft] = []
    for subject, promise in bodies_of(records, Commitment).items():
        is_open = promise.status is CommitmentStatus.OPEN
        if is_open and character_id in (promise.by_id, promise.to_id):
            lapsed = replace(promise, status=CommitmentStatus.LAPSED)
            drafts += standing_as(lapsed, (owner_of_subject(subject),))
    return drafts
