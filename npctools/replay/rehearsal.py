"""Asking the turns of a session again with today's content: which of their lines change.

Each turn is asked in its own recorded context: the earlier lines are those of then, even where
today's character would say something else. So a line changes because of what was written about the
character, and never because another line has changed.

Seed memories are records in the log like any other. One with another text today takes the place of
the old one, a removed one is hidden, and new ones get positions before all others.
"""

from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.memory.score_profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.model.character import SeedMemory, addressed
from npcserver.model.errors import Fault
from npcserver.model.inputs import ReplyInput
from npcserver.model.memory import Recollection
from npcserver.model.model_use import Purpose
from npcserver.model.record import Record, RecordKind, Remembered, Source
from npcserver.model.worldfile import Role, WorldFile
from npcserver.ports.storage import Reader
from npctools.replay.recorded_turn import RecordedTurn
from npctools.replay.session_log import SessionLog, SessionView
from npctools.replay.session_reader import Cast
from npctools.replay.session_replay import SessionReplay
from npctools.replay.turn_replay import ReplayedReply, TurnReplay
from npctools.session import RecordedSession


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentContent:
    """A session's cast and log with today's content; `fresh` are the seqs that changed.

    By character: the memories whose text did not exist when it was recorded.
    """

    world: WorldFile
    cast: Cast
    log: SessionLog
    fresh: Mapping[str, frozenset[int]]


def current_content(session: RecordedSession, world: WorldFile) -> CurrentContent:
    """Return a session with the content of a world file."""
    records = {record.seq: record for record in session.records}
    fresh: dict[str, frozenset[int]] = {}
    hidden: set[int] = set()
    for role in world.characters:
        old = list(_seeds(session, role))
        new_ones, gone = _matched(old, role.memories)
        hidden |= gone
        changed: set[int] = set()
        for seed, instead in new_ones:
            seq = min(0, *records) - 1 if instead is None else instead.seq
            records[seq] = _sown(session, role, seed, seq, instead)
            if instead is None or instead.text != seed.text:
                changed.add(seq)
        if changed:
            fresh[role.id] = frozenset(changed)
    log = SessionLog(
        world.world, sorted(records.values(), key=lambda one: one.seq), session.branches, hidden
    )
    return CurrentContent(world=world, cast=Cast.of(world), log=log, fresh=fresh)


def with_role(session: RecordedSession, role: Role, *, keeps_memories: bool) -> WorldFile:
    """Return the world of a session with one of its characters as it is written today.

    The character keeps its place if none is written, and with `keeps_memories` its memories.
    """
    world = session.world
    known = next((one for one in world.characters if one.id == role.id), None)
    new = replace(role, persona=addressed(role.persona, world.people))
    if known is not None and new.place_id is None:
        new = replace(new, place_id=known.place_id, knows=new.knows or known.knows)
    if keeps_memories:
        new = replace(new, memories=tuple(_seed(record) for record in _seeds(session, role)))
    others = [one for one in world.characters if one.id != role.id]
    return replace(world, characters=(*others, new))


def _seeds(session: RecordedSession, role: Role) -> Iterator[Record]:
    for record in session.records:
        body = record.body
        if record.kind is not RecordKind.OBSERVATION or record.subject_id != role.id:
            continue
        if isinstance(body, Remembered) and body.source is Source.AUTHORED:
            yield record


def _seed(record: Record) -> SeedMemory:
    secrets = record.body.secrets if isinstance(record.body, Remembered) else ()
    return SeedMemory(
        text=record.text, importance=record.importance, secret=secrets[0] if secrets else None
    )


def _matched(
    old: Sequence[Record], new: Sequence[SeedMemory]
) -> tuple[list[tuple[SeedMemory, Record | None]], set[int]]:
    """Return the seeds to write, each with the record it replaces, and the seqs of removed ones."""
    left = list(old)
    sown: list[tuple[SeedMemory, Record | None]] = []
    reworded: list[SeedMemory] = []
    for seed in new:
        same = next((record for record in left if record.text == seed.text), None)
        if same is None:
            reworded.append(seed)
            continue
        left.remove(same)
        if _seed(same) != seed:
            sown.append((seed, same))
    sown += [(seed, left.pop(0) if left else None) for seed in reworded]
    return sown, {record.seq for record in left}


def _sown(
    session: RecordedSession, role: Role, seed: SeedMemory, seq: int, instead: Record | None
) -> Record:
    body = Remembered(source=Source.AUTHORED, secrets=() if seed.secret is None else (seed.secret,))
    model = instead or session.records[0]
    return replace(
        model,
        seq=seq,
        kind=RecordKind.OBSERVATION,
        subject_id=role.id,
        text=seed.text,
        importance=seed.importance or (None if instead is None else instead.importance),
        body=body,
    )


def as_recorded(session: RecordedSession) -> CurrentContent:
    """Return a session with the content it was recorded with."""
    return CurrentContent(
        world=session.world,
        cast=Cast.of(session.world),
        log=SessionLog(session.world.world, session.records, session.branches),
        fresh={},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RehearsedTurn:
    """A turn as it was, and as it is today; `problem` is why there is none today.

    `was_asked` is true when a model was asked: the recorded answer belongs to another prompt.
    """

    then: ReplayedReply
    now: ReplayedReply | None = None
    was_asked: bool = False
    problem: str = ""

    @property
    def taken(self) -> RecordedTurn:
        """The turn in the log."""
        return self.then.taken


class Rehearsal:
    """Rehearses a session with today's content."""

    def __init__(
        self,
        then: SessionReplay,
        today: CurrentContent,
        performer: TurnReplay,
        stream: MemoryStream,
        *,
        profile: Profile,
        recall: int,
    ) -> None:
        self._then = then
        self._today = today
        self._performer = performer
        self._stream = stream
        self._profile = profile
        self._recall = recall

    async def rehearse(self, character: str = "") -> AsyncGenerator[RehearsedTurn, None]:
        """Yield the turns of all characters, or of one, in order.

        Raises a `Fault` of a turn that cannot even be replayed as it was.
        """
        for taken in self._then.turns:
            if taken.receipt.purpose is not Purpose.REPLY:
                continue
            if character and taken.record.subject_id != character:
                continue
            then = await self._then.performed(taken)
            try:
                yield await self._now(taken, then)
            except Fault as fault:
                yield RehearsedTurn(then=then, problem=fault.message)

    async def _now(self, taken: RecordedTurn, then: ReplayedReply) -> RehearsedTurn:
        fresh = self._newcomers if self._today.fresh.get(taken.record.subject_id) else None
        _, turn = await self._performer.load_again(taken, self._today.cast, fresh)
        digest = taken.receipt.prompt_digest or then.reply.prompt_digest
        is_same_scene = _written(turn.loaded.scene) == _written(then.loaded.scene)
        if is_same_scene:
            return RehearsedTurn(then=then, now=then)
        now, was_asked = await self._performer.afresh(taken, turn, only_for=digest)
        if not was_asked and taken.is_cut_off:
            return RehearsedTurn(then=then, now=then)  # the same words, cut off at the same point
        return RehearsedTurn(then=then, now=now, was_asked=was_asked)

    async def _newcomers(
        self,
        reader: Reader,
        view: SessionView,
        say: SayToCharacter,
        recalled: tuple[Recollection, ...],
    ) -> tuple[Recollection, ...]:
        """Insert new memories among the recalled ones, where recall ranks them."""
        fresh = self._today.fresh.get(say.character_id, frozenset())
        known = {one.memory.seq for one in recalled}
        found = await self._stream.recall(
            reader,
            view,
            self._today.cast.world.id,
            say.character_id,
            self._stream.words(say.text),
            self._recall,
            self._profile,
        )
        joined = list(recalled)
        for place, one in enumerate(found):
            if one.memory.seq in fresh and one.memory.seq not in known:
                joined.insert(min(place, len(joined)), one)
        return tuple(joined)


def _written(scene: ReplyInput) -> ReplyInput:
    """Return a scene without character fields that a world file does not contain."""
    plain = replace(scene.character, version=1, etag="", place_id=None, knows=())
    return replace(scene, character=plain)
