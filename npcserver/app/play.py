"""What happens in the game: observations, outcomes of intents, the clock. Never asks a model."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache, partial

from npcserver.app.broadcast import Broadcast
from npcserver.app.directory import Directory
from npcserver.app.foreground import Foreground
from npcserver.app.happening import Happening, Movement, ObjectChange, Observe, Observed
from npcserver.app.once import positions
from npcserver.app.outcomes import ReportOutcome, settle
from npcserver.app.presence import presences, witnesses
from npcserver.model.errors import Fault, InvalidInput
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import ClockMoved, Draft, Moved, RecordKind, Remembered, Source
from npcserver.ports.storage import Append, Appended, RequestKey, Store

__all__ = [
    "AdvanceClock",
    "ClockAdvanced",
    "Happening",
    "Movement",
    "ObjectChange",
    "Observe",
    "Observed",
    "Play",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvanceClock:
    """Game time moves forward to `game_time`."""

    timeline_id: TimelineId
    game_time: datetime
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True)
class ClockAdvanced:
    """Game time now, and where the record stands."""

    game_time: datetime
    seq: int


class Play:
    """The use cases of `PlayService` that take something in."""

    def __init__(
        self, store: Store, directory: Directory, broadcast: Broadcast, foreground: Foreground
    ) -> None:
        self._store = store
        self._directory = directory
        self._broadcast = broadcast
        self._foreground = foreground

    async def observe(self, observe: Observe) -> Observed:
        """Store a batch and return once it is durable."""
        with self._foreground.busy():
            try:
                append = await self._planned(observe)
            except Fault:  # what a batch named may be gone by the time it is repeated
                kept = await self._kept(observe.key)
                if kept is None:
                    raise
                first, last = kept
            else:
                appended = await self._append(append)
                first, last = appended.first, appended.last
        return Observed(first, last, last - first + 1 - len(observe.movements))

    async def report_outcome(self, report: ReportOutcome) -> int:
        """Store what came of an intent; return the record's seq."""
        seq = await self._store.write(partial(settle, report))
        self._broadcast.announce(report.timeline_id)
        return seq

    async def advance_clock(self, advance: AdvanceClock) -> ClockAdvanced:
        """Move game time forward. Raises `NotPossibleNow` when it would run backwards."""
        appended = await self._append(
            Append(
                timeline_id=advance.timeline_id,
                drafts=(
                    Draft(kind=RecordKind.CLOCK, body=ClockMoved(), game_time=advance.game_time),
                ),
                key=advance.key,
            )
        )
        return ClockAdvanced(advance.game_time, appended.first)

    async def _append(self, append: Append) -> Appended:
        appended = await self._store.append(append)
        self._broadcast.announce(append.timeline_id)
        return appended

    async def _kept(self, key: RequestKey | None) -> tuple[int, int] | None:
        if key is None:
            return None
        async with self._store.read() as reader:
            kept = await reader.answer(key)
        return None if kept is None else positions(kept)

    async def _planned(self, observe: Observe) -> Append:
        world_id = await self._directory.world_of(observe.timeline_id)
        await self._check(world_id, observe)
        drafts = (*await self._moves(world_id, observe), *await self._memories(observe))
        minds = dict.fromkeys(
            draft.subject_id for draft in drafts if draft.kind is RecordKind.OBSERVATION
        )
        return Append(
            timeline_id=observe.timeline_id,
            drafts=drafts,
            jobs=tuple(JobDraft(JobKind.DIGEST, observe.timeline_id, mind) for mind in minds),
            key=observe.key,
        )

    async def _check(self, world_id: WorldId, observe: Observe) -> None:
        named = [name for happening in observe.happenings for name in happening.witness_ids]
        places = [move.place_id for move in observe.movements if move.place_id is not None]
        places += [item.place_id for item in observe.happenings if item.place_id is not None]
        await self._directory.check(world_id, named, places)
        dated = [item.game_time for item in observe.happenings if item.game_time is not None]
        if not dated:
            return
        async with self._store.read() as reader:
            now = (await reader.timeline(observe.timeline_id)).game_time
        for position, happening in enumerate(observe.happenings):
            if happening.game_time is not None and happening.game_time > now:
                raise InvalidInput(
                    f"observations[{position}].world_time",
                    f"lies after the present, {now.isoformat()}; advance the clock first",
                )

    async def _moves(self, world_id: WorldId, observe: Observe) -> list[Draft]:
        """Return who went where. A player is written down with a name, a character without."""
        drafts: list[Draft] = []
        for move in observe.movements:
            is_character = await self._directory.is_character(world_id, move.subject_id)
            drafts.append(
                Draft(
                    kind=RecordKind.PRESENCE,
                    subject_id=move.subject_id,
                    text="" if is_character else move.name or move.subject_id,
                    body=Moved(place_id=move.place_id),
                )
            )
        return drafts

    async def _memories(self, observe: Observe) -> list[Draft]:
        by_place = await self._bystanders(observe)
        return [
            draft for happening in observe.happenings for draft in _perceived(happening, by_place)
        ]

    async def _bystanders(self, observe: Observe) -> dict[PlaceId, tuple[CharacterId, ...]]:
        """Return who is at each place where something happened before unnamed witnesses."""
        places = {
            happening.place_id
            for happening in observe.happenings
            if not happening.witness_ids and happening.place_id is not None
        }
        if not places:
            return {}
        async with self._store.read() as reader:
            view = await reader.at((await reader.timeline(observe.timeline_id)).vantage)
            present = await presences(reader, view)
        for move in observe.movements:
            if known := present.get(move.subject_id):
                present[move.subject_id] = replace(known, place_id=move.place_id)
        return {place_id: witnesses(present, place_id) for place_id in places}


def _perceived(
    happening: Happening, by_place: dict[PlaceId, tuple[CharacterId, ...]]
) -> Iterator[Draft]:
    minds = happening.witness_ids
    if not minds and happening.place_id is not None:
        minds = by_place[happening.place_id]
    body = _witnessed(happening.place_id, happening.about)
    for mind in dict.fromkeys(minds):
        yield Draft(
            kind=RecordKind.OBSERVATION,
            subject_id=mind,
            text=happening.text,
            game_time=happening.game_time,
            importance=happening.importance,
            body=body,
        )


@lru_cache(maxsize=1024)
def _witnessed(place_id: PlaceId | None, about: tuple[str, ...]) -> Remembered:
    """Return the body of what was witnessed at a place; it is frozen, and most are alike."""
    return Remembered(source=Source.WITNESSED, place_id=place_id, about=about)
