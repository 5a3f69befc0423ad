"""Transcripts: the turns of a timeline, why each was said, and what authors noted of them."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Annotated, Any

import structlog

from npcserver.app.context.recall import recollections_of
from npcserver.app.ledger.explanations import kept_back
from npcserver.app.ledger.line_reasons import LineReason, line_reason
from npcserver.app.memories import view_at
from npcserver.app.pagination import Page, ResultPage, cut_page
from npcserver.model import limits
from npcserver.model.author_change import ChangeKind, State
from npcserver.model.bounds import Seq, Text, Words
from npcserver.model.character import Person
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.expectation import MOST, Expectation, ExpectationKind
from npcserver.model.ids import CharacterId, TimelineId, TurnId, WorldId
from npcserver.model.memory import Memory, of
from npcserver.model.record import Record, RecordKind, Remembered, TurnTaken
from npcserver.model.timeline import Timeline
from npcserver.model.turn import Line
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Reader, Store, UnitOfWork, flags_of
from npcserver.ports.view import TurnPlace, View

Expectations = tuple[Expectation, ...]
_log = structlog.get_logger(__name__)
_LOOKED_AT = 200  # turns in one read of a search
_PLAYER_TURNS = 100  # newest turns of a world that name its players, read for each form
_PLAYER_RECORDS = 500  # and newest records of a timeline
_MOST_LOOKED_AT = 2_000
_FIRST_WINDOW = 2_000  # records of a timeline that are looked through at first, from its end


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFlag:
    """What an author noted of a turn, and expects of it; `timeline_id` is where it was seen."""

    timeline_id: TimelineId
    turn_id: TurnId
    seq: int
    note: str
    author_id: str
    created_at: datetime
    expectations: tuple[Expectation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTurn:
    """A turn and its flag, if any; `label` is the name of its timeline, where it may be any."""

    record: Record
    turn: TurnTaken
    flag: TurnFlag | None = None
    label: str = ""

    @property
    def text(self) -> str:
        """The words of the character."""
        return said_in(self.turn)


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptTurn(FoundTurn):
    """A turn of a transcript, and why it was said."""

    reason: LineReason


class Transcripts:
    """Lists the turns of a timeline, and keeps flags: notes of authors on turns.

    A flag is a note of the database and no record: it changes nothing in play, and a timeline that
    was forked before it was set has it, too.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def list(
        self,
        *,
        timeline_id: TimelineId,
        character_id: CharacterId | None = None,
        speaker_id: str = "",
        text: Words = "",
        is_flagged: bool = False,
        seq: Seq | None = None,
        page: Page,
    ) -> ResultPage[TranscriptTurn]:
        """Return a page of turns as of `seq`, newest first, of a character or of all.

        They are answers to that speaker and have `text` in the words of either, or in their flag.
        What is empty is not asked for.
        """
        wanted = text.casefold()
        async with self._store.read() as reader:
            view = await view_at(reader, timeline_id, seq)
            flags = _by_turn(await reader.notes(flags_of(view.timeline.world_id)))

            def fits(record: Record) -> bool:
                if not isinstance(turn := record.body, TurnTaken):
                    return False
                flag = flags.get(turn.turn_id)
                words = f"{turn.heard}\n{said_in(turn)}\n{flag.note if flag else ''}"
                return (
                    character_id in (None, record.character_id)
                    and speaker_id in ("", turn.speaker_id)
                    and (flag is not None or not is_flagged)
                    and wanted in words.casefold()
                )

            before = int(page.cursor) if page.cursor else view.vantage.seq + 1
            found, window = list[Record](), _FIRST_WINDOW
            while True:  # the last turns of all characters have no index
                after = max(0, before - 1 - window)
                read = await view.after(after, before - 1 - after, (RecordKind.TURN,))
                found = [one for one in reversed(read) if one.seq < before and fits(one)]
                if len(found) > page.size or not after:
                    break
                window *= 4
            cut = cut_page(tuple(found), page, lambda one: str(one.seq))
            memories = await _memories(view, cut.items)
        turns = (_turn(one, memories, flags) for one in cut.items)
        return ResultPage(tuple(one for one in turns if one is not None), cut.next_cursor)

    async def search(self, world_id: WorldId, text: Words, page: Page) -> ResultPage[FoundTurn]:
        """Return a page of the turns of a world with `text` in the words of either, newest first.

        A page may be short, or empty, and have a next one: a search looks at so many turns at once.
        """
        wanted, found, looked = text.casefold(), list[FoundTurn](), 0
        before = _place(page.cursor) if page.cursor else None
        async with self._store.read() as reader:
            await reader.world(world_id)
            flags = _by_turn(await reader.notes(flags_of(world_id)))
            while looked < _MOST_LOOKED_AT:
                rows = await reader.turns_of_world(world_id, _stored(text), before, _LOOKED_AT)
                for record, label in rows:
                    if not isinstance(turn := record.body, TurnTaken):
                        continue
                    before = (record.written_at, record.timeline_id, record.seq)
                    flag = flags.get(turn.turn_id)
                    if wanted in f"{turn.heard}\n{said_in(turn)}".casefold():
                        found.append(FoundTurn(record=record, turn=turn, label=label, flag=flag))
                    if len(found) == page.size:
                        return ResultPage(tuple(found), _cursor(before))
                looked += len(rows)
                if len(rows) < _LOOKED_AT:
                    return ResultPage(tuple(found))
        return ResultPage(tuple(found), _cursor(before))

    async def players(
        self, world_id: WorldId, timeline_id: TimelineId | None = None
    ) -> tuple[Person, ...]:
        """Return the players who spoke last in a timeline, or in any of a world, newest first."""
        async with self._store.read() as reader:
            if timeline_id is None:
                rows = await reader.turns_of_world(world_id, "", None, _PLAYER_TURNS)
                turns = [record for record, _ in rows]
            else:  # one place of the log, where a world's are sorted first
                view = await reader.head(timeline_id)
                after = max(0, view.vantage.seq - _PLAYER_RECORDS)
                read = await view.after(after, _PLAYER_RECORDS, (RecordKind.TURN,))
                turns = list(reversed(read))
            people = {one.id for one in await reader.roster(world_id)}
        found: dict[str, Person] = {}
        for record in turns:
            if isinstance(turn := record.body, TurnTaken) and turn.speaker_id not in people:
                player = Person(id=turn.speaker_id, name=turn.speaker_name or turn.speaker_id)
                found.setdefault(turn.speaker_id, player)
        found.pop("", None)
        return tuple(found.values())

    async def flag(
        self,
        *,
        timeline_id: TimelineId,
        turn_id: TurnId,
        note: Annotated[str, Text(limits.NOTE)] = "",
        author_id: str = "",
    ) -> None:
        """Keep a note on a turn in place of an earlier one.

        Without a note the flag is taken away, unless something is expected of the turn. Raises
        `NotFound` for a turn that the timeline does not have.
        """
        await self._keep(
            timeline_id, turn_id, author_id, lambda _, expected: (note.strip(), expected)
        )

    async def expect(
        self,
        *,
        timeline_id: TimelineId,
        turn_id: TurnId,
        expectation: Expectation,
        author_id: str = "",
    ) -> None:
        """Add an expectation to a turn, and a flag where it has none; a repeated one counts once.

        Raises `NotFound`, and `InvalidInput` where the turn has as many as it may have.
        """

        def added(note: str, expected: Expectations) -> tuple[str, Expectations]:
            found = tuple(dict.fromkeys((*expected, expectation)))
            if len(found) > MOST:
                raise InvalidInput("expectations", f"are {MOST} already; take one away first")
            return note, found

        await self._keep(timeline_id, turn_id, author_id, added)

    async def unexpect(
        self, *, timeline_id: TimelineId, turn_id: TurnId, place: int, author_id: str = ""
    ) -> None:
        """Take the expectation at a place, counted from 0, away; one that is not there is ignored.

        Raises `NotFound`.
        """
        await self._keep(
            timeline_id,
            turn_id,
            author_id,
            lambda note, expected: (note, (*expected[:place], *expected[place + 1 :])),
        )

    async def _keep(
        self,
        timeline_id: TimelineId,
        turn_id: TurnId,
        author_id: str,
        changed: Callable[[str, Expectations], tuple[str, Expectations]],
    ) -> None:
        """Keep what `changed` makes of the note and the expectations of a turn."""

        async def work(unit: UnitOfWork) -> None:
            view = await unit.head(timeline_id)
            record = await view.turn(turn_id)
            if record is None:
                raise NotFound("turn", turn_id, "take one of the transcript of this timeline")
            name = f"{flags_of(view.timeline.world_id)}{turn_id}"
            flag = _by_turn(await unit.notes(name)).get(turn_id)
            note, expected = changed(*((flag.note, flag.expectations) if flag else ("", ())))
            kept = {
                "timeline": timeline_id,
                "seq": record.seq,
                "note": note,
                "author": author_id,
                "at": self._clock.now().isoformat(),
                "expectations": [asdict(one) for one in expected],
            }
            await put_flag(unit, view.timeline, turn_id, kept if note or expected else None)

        await self._store.write(work)

    async def flag_of(self, world_id: WorldId, turn_id: TurnId) -> TurnFlag | None:
        """Return the flag of a turn, None for none."""
        async with self._store.read() as reader:
            return _by_turn(await reader.notes(f"{flags_of(world_id)}{turn_id}")).get(turn_id)

    async def flags(self, world_id: WorldId, text: Words = "") -> tuple[TurnFlag, ...]:
        """Return the flags of a world with `text` in their notes, the newest first."""
        async with self._store.read() as reader:
            await reader.world(world_id)
            found = _by_turn(await reader.notes(flags_of(world_id))).values()
        fitting = (one for one in found if text.casefold() in one.note.casefold())
        return tuple(sorted(fitting, key=lambda one: one.created_at, reverse=True))


async def put_flag(
    unit: UnitOfWork, timeline: Timeline, turn_id: str, flag: Mapping[str, Any] | None
) -> None:
    """Store the flag of a turn, or take it away, and note who did it."""
    before = await flag_state(unit, timeline.world_id, turn_id)
    after = None if flag is None else {"flag": flag}
    world_id, kind = timeline.world_id, ChangeKind.FLAG
    await unit.note_edit(kind, world_id, turn_id, before, after, timeline.id)
    await unit.keep_note(f"{flags_of(world_id)}{turn_id}", json.dumps(flag) if flag else "")


async def flag_state(reader: Reader, world_id: WorldId, turn_id: str) -> State | None:
    """Return the flag of a turn as it is stored, None without one."""
    kept = await reader.note(f"{flags_of(world_id)}{turn_id}")
    return {"flag": json.loads(kept)} if kept else None


def said_in(turn: TurnTaken) -> str:
    """Return the words of the character in a turn."""
    return " ".join(one.text for one in turn.delivered if isinstance(one, Line))


def _stored(text: str) -> str:
    """Return a part of a text as bodies have it, whatever the case of its letters.

    Bodies are JSON in ASCII, where letters beyond it have two forms; the longest run without such
    is taken.
    """
    runs = "".join(one if one.isascii() or one.lower() == one.upper() else "\0" for one in text)
    return json.dumps(max(runs.split("\0"), key=len))[1:-1]


def _cursor(place: TurnPlace | None) -> str:
    return "" if place is None else f"{place[0].isoformat()}|{place[1]}|{place[2]}"


def _place(cursor: str) -> TurnPlace:
    """Read a cursor. Raises `InvalidInput`."""
    try:
        written_at, timeline_id, seq = cursor.split("|")
        return datetime.fromisoformat(written_at), TimelineId(timeline_id), int(seq)
    except ValueError as error:
        raise InvalidInput("before", "is no place in a search; begin it anew") from error


def _by_turn(notes: Mapping[str, str]) -> dict[str, TurnFlag]:
    """Return flags by turn; one that cannot be read, after a slip in the database, is left out."""
    flags = {}
    for name, value in notes.items():
        if not value:
            continue
        turn_id = name.rpartition(":")[2]
        try:
            flags[turn_id] = _read_flag(TurnId(turn_id), json.loads(value))
        except (ValueError, KeyError, TypeError) as error:
            _log.warning("broken_row", table="note", id=name, problem=repr(error))
    return flags


def _read_flag(turn_id: TurnId, kept: Mapping[str, Any]) -> TurnFlag:
    return TurnFlag(
        timeline_id=TimelineId(kept["timeline"]),
        turn_id=turn_id,
        seq=kept["seq"],
        note=kept["note"],
        author_id=kept["author"],
        created_at=datetime.fromisoformat(kept["at"]),
        expectations=tuple(
            Expectation(**{**one, "kind": ExpectationKind(one["kind"])})
            for one in kept.get("expectations", ())
        ),
    )


async def _memories(view: View, turns: Iterable[Record]) -> dict[int, Memory]:
    """Return the memories that receipts name, by seq, for all turns in one read.

    They are as they were stored: sentences name their words, and not how important they are.
    """
    made = [one.body.receipt for one in turns if isinstance(one.body, TurnTaken)]
    seqs = {one.seq for each in made for one in each.recalled}
    seqs |= {seq for each in made for seq in each.withheld}
    return {
        one.seq: of(one, importance=one.importance, last_accessed_at=one.game_time)
        for one in await view.as_recorded.get(sorted(seqs))
        if isinstance(one.body, Remembered)
    }


def _turn(
    record: Record, memories: Mapping[int, Memory], flags: Mapping[str, TurnFlag]
) -> TranscriptTurn | None:
    if not isinstance(turn := record.body, TurnTaken):
        return None
    recollections = recollections_of(turn.receipt.recalled, memories)
    reason = line_reason(turn, recollections, kept_back(turn.receipt, memories))
    return TranscriptTurn(record=record, turn=turn, reason=reason, flag=flags.get(turn.turn_id))
