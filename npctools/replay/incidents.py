"""Incidents: sessions of one turn, cut down to what the turn is made from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from npcserver.app.incidents import TurnChange
from npcserver.model.memory import Memory
from npcserver.model.record import Record, TurnTaken
from npcserver.model.turn import TurnFinished
from npcserver.ports.language_model import Message
from npctools.replay import transcript
from npctools.replay.session_log import SessionLog
from npctools.replay.session_replay import ReplayDifference, SessionReplay
from npctools.session import RecordedSession

_PARTS: Final = {
    "says": "line", "ends": "line", "wants": "intents", "prompt_digest:": "prompt",
}  # fmt: skip


class _NotedRecords(dict[int, Record]):
    """Records by seq; `seqs` are those that were read."""

    def __init__(self, records: Mapping[int, Record]) -> None:
        super().__init__(records)
        self.seqs: set[int] = set()

    def __getitem__(self, seq: int) -> Record:
        self.seqs.add(seq)
        return super().__getitem__(seq)

    def get(self, seq: int, default: Any = None) -> Any:
        self.seqs.add(seq)
        return super().get(seq, default)


class TracedLog(SessionLog):
    """A log that notes which records are read; `seqs` are theirs."""

    def __init__(self, session: RecordedSession) -> None:
        super().__init__(session.world.world, session.records, session.branches)
        self._records = noted = _NotedRecords(self._records)
        self.seqs = noted.seqs

    def clock(self, seq: int) -> datetime:
        """Return the game time after a record; noted is the record that moved it there."""
        moment, records = super().clock(seq), self._records.values()
        moved = (one.seq for one in records if one.seq <= seq and one.game_time == moment)
        self.seqs.update(list(moved)[:1])
        return moment

    def memory(self, seq: int, at: int) -> Memory | None:
        """Return a memory as of a seq, and note its ratings."""
        self.seqs.update(rated for rated, _ in self._ratings.get(seq, ()) if rated <= at)
        return super().memory(seq, at)


async def changes_of(
    session: RecordedSession, replaying: SessionReplay, asked: Callable[[], Sequence[Message]]
) -> tuple[TurnChange, ...]:
    """Replay an incident's turn, and return what of it comes out otherwise.

    `asked` returns the prompt of the replay; it is compared where one was kept.
    """
    result = await replaying.replay()
    found = [
        TurnChange(what=_part(one), recorded=one.recorded, replayed=one.replayed)
        for one in result.differences
    ]
    kept = () if session.incident is None else session.incident.prompt
    if kept and (sent := asked()):
        found += [
            TurnChange(what="prompt", recorded=one.strip(), replayed=other.strip())
            for one, other in transcript.differing(_text(kept), _text(sent))
        ]
    return tuple(found)


def _part(difference: ReplayDifference) -> str:
    """Return which part of a turn a line of its transcript is."""
    told = difference.recorded or difference.replayed
    if difference.what != "turn":
        return difference.what
    name = told.partition(":")[0]
    return _PARTS.get(told.split()[0] if told else "", name if name.isidentifier() else "turn")


def _text(messages: Sequence[Message]) -> str:
    return "\n".join(f"{one.role}: {one.text}" for one in messages)


async def rebased(session: RecordedSession, replaying: SessionReplay) -> RecordedSession:
    """Return a session whose last turn is as a replay takes it; what was measured then stays.

    Raises the `Fault` of a turn that cannot be taken again.
    """
    again, left = await replaying.taken_again(replaying.turns[-1])
    then, made = again.taken.body, again.receipt.body
    if not isinstance(made, TurnTaken):
        return session
    said = tuple(one for one in made.events if not isinstance(one, TurnFinished))
    ended = tuple(one for one in then.events if isinstance(one, TurnFinished))
    measured = {name: getattr(then.receipt, name) for name in transcript.MEASURED}
    receipt = replace(transcript.comparable(again, made.receipt), **measured)
    instead = {
        one.seq: replace(one, body=draft.body, subject_id=draft.subject_id, text=draft.text)
        for one, draft in zip(left, again.drafts, strict=False)
    }
    turn = again.taken.record
    instead[turn.seq] = replace(turn, body=replace(made, events=(*said, *ended), receipt=receipt))
    records = (instead.get(one.seq, one) for one in session.records)
    return replace(session, records=tuple(records))
