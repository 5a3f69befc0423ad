"""Replaying a session: every turn is taken again, and must come out the same, byte for byte."""

import hashlib
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from npcserver.model.character import PersonaVersion
from npcserver.model.errors import Fault
from npcserver.model.ids import CharacterId
from npcserver.model.record import Draft, Record, RecordKind, TurnTaken
from npctools.replay import transcript
from npctools.replay.recorded_turn import RecordedTurn
from npctools.replay.session_log import SessionLog
from npctools.replay.session_reader import Cast
from npctools.replay.turn_replay import ReplayedReply, ReplayedTurn, TurnReplay
from npctools.session import RecordedSession


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayDifference:
    """A line in which a replayed turn differs: as it was recorded, and as it is now."""

    turn: int
    seq: int
    what: str
    recorded: str
    replayed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayResult:
    """The result of one replay; `digest` is the SHA-256 of its transcript."""

    turns: int
    digest: str
    differences: tuple[ReplayDifference, ...] = ()


class SessionReplay:
    """Replays one session, any number of times; no state is carried over."""

    def __init__(self, session: RecordedSession, log: SessionLog, turns: TurnReplay) -> None:
        self._session = session
        self._log = log
        self._turns = turns
        self._cast = Cast.of(session.world)
        self._versions = {(one.character_id, one.version): one for one in session.personas}
        self._told: dict[int, str] = {}
        self.turns = turns_of(log, session.first)

    async def replay(self) -> ReplayResult:
        """Take every turn again; a turn that cannot be taken counts as a difference."""
        digest, differences = hashlib.sha256(), list[ReplayDifference]()
        async with aclosing(self.parts()) as parts:
            async for text, found in parts:
                digest.update(text.encode())
                differences += found
        return ReplayResult(
            turns=len(self.turns), digest=digest.hexdigest(), differences=tuple(differences)
        )

    async def parts(self) -> AsyncGenerator[tuple[str, tuple[ReplayDifference, ...]], None]:
        """Yield the transcript in parts, each with its differences."""
        yield transcript.heading(self._session), ()
        by_seq = {taken.record.seq: taken for taken in self.turns}
        waiting: list[Record] = []
        for record in self._log.between(self._session.first, self._log.last):
            taken = by_seq.get(record.seq)
            if taken is None:
                waiting.append(record)
                continue
            text, found = await self._performed(taken, waiting)
            waiting = []
            yield text, found
        yield "".join(map(self._of_log, waiting)), ()

    async def performed(self, taken: RecordedTurn) -> ReplayedReply:
        """Replay one turn with the persona that spoke.

        Raises a `Fault` when it comes out otherwise.
        """
        return await self._turns.exactly(taken, self.cast_of(taken))

    def cast_of(self, taken: RecordedTurn) -> Cast:
        """Return the cast with the persona version that took a turn."""
        version = self.version_of(taken)
        if version is None:
            return self._cast
        return self._cast.playing(version.character_id, version.persona, version.version)

    def version_of(self, taken: RecordedTurn) -> PersonaVersion | None:
        """Return the persona version that took a turn, None if it was not recorded."""
        mind = CharacterId(taken.record.subject_id)
        return self._versions.get((mind, taken.receipt.persona_version))

    async def taken_again(self, taken: RecordedTurn) -> tuple[ReplayedTurn, tuple[Record, ...]]:
        """Return a turn taken again with its recorded answers, and the records that it left then.

        Of several ways to split an answer that counts which comes out the same, else the last.
        Raises a `Fault` of a turn that cannot be taken again.
        """
        left = self._left_by(taken)
        recorded = [self._of_log(record) for record in (*left, taken.record)]
        async with aclosing(self._turns.takes(taken, self.cast_of(taken))) as takes:
            async for again in takes:
                if [*_placed(again.drafts, left, taken), transcript.of_replayed(again)] == recorded:
                    break
        return again, left

    async def _performed(
        self, taken: RecordedTurn, before: Sequence[Record]
    ) -> tuple[str, tuple[ReplayDifference, ...]]:
        left = self._left_by(taken)
        own = {record.seq for record in left}
        others = "".join(self._of_log(record) for record in before if record.seq not in own)
        recorded = [self._of_log(record) for record in (*left, taken.record)]
        try:
            again, _ = await self.taken_again(taken)
            replayed = [*_placed(again.drafts, left, taken), transcript.of_replayed(again)]
        except Fault as fault:
            missing = f"[{taken.record.seq}] cannot be taken again: {fault.message}\n"
            gone = ReplayDifference(
                turn=taken.number,
                seq=taken.record.seq,
                what="scene",
                recorded=recorded[-1].splitlines()[0],
                replayed=missing.strip(),
            )
            return others + missing, (gone,)
        text = "".join(replayed)
        if text == "".join(recorded):
            return others + text, ()
        return others + text, tuple(_differences(taken, recorded, replayed))

    def _left_by(self, taken: RecordedTurn) -> tuple[Record, ...]:
        return self._log.left_behind(taken.record, self._log.left_by(taken.body.turn_id))

    def _of_log(self, record: Record) -> str:
        told = self._told.get(record.seq)
        if told is None:
            told = self._told[record.seq] = transcript.of_record(record)
        return told


def _placed(drafts: Sequence[Draft], left: Sequence[Record], taken: RecordedTurn) -> list[str]:
    """Return drafts as text, at the seqs of the recorded ones."""
    seqs = [record.seq for record in left]
    seqs += [0] * (len(drafts) - len(seqs))
    moment = taken.record.game_time
    return [
        transcript.of_draft(seq, moment, draft) for seq, draft in zip(seqs, drafts, strict=False)
    ]


def turns_of(log: SessionLog, first: int) -> tuple[RecordedTurn, ...]:
    """Return the turns of a log from a seq on, numbered from 1."""
    found: list[RecordedTurn] = []
    for record in log.between(first, log.last):
        if record.kind is RecordKind.TURN and isinstance(record.body, TurnTaken):
            found.append(RecordedTurn(number=len(found) + 1, record=record, body=record.body))
    return tuple(found)


def _differences(
    taken: RecordedTurn, recorded: Sequence[str], replayed: Sequence[str]
) -> Iterator[ReplayDifference]:
    """Yield the differences: in the turn itself, and in the records it leaves."""
    parts = (
        ("memory", "".join(recorded[:-1]), "".join(replayed[:-1])),
        ("turn", recorded[-1], replayed[-1]),
    )
    for what, then, now in parts:
        for one, other in transcript.differing(then, now):
            yield ReplayDifference(
                turn=taken.number,
                seq=taken.record.seq,
                what=what,
                recorded=one.strip(),
                replayed=other.strip(),
            )
