"""A session as it looks with today's content: who they are now, and what they have known all along.

Seed memories are what an author wrote; they stand in the log like any other. One that reads
otherwise today takes the place of the old one, one that is gone is seen by nobody, and new ones
come before everything else.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from npcserver.app.replay.session_reader import Cast
from npcserver.app.replay.sessions import SessionLog
from npcserver.model.character import SeedMemory
from npcserver.model.people import addressed
from npcserver.model.record import Record, RecordKind, Remembered, Source
from npcserver.model.session import Session
from npcserver.model.worldfile import Role, WorldFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Today:
    """The cast and the log of a session, with today's content; `fresh` are the seqs that changed.

    Those are by character: memories that nobody had in these words when it was recorded.
    """

    world: WorldFile
    cast: Cast
    log: SessionLog
    fresh: Mapping[str, frozenset[int]]


def todays(session: Session, world: WorldFile) -> Today:
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
    return Today(world=world, cast=Cast.of(world), log=log, fresh=fresh)


def with_role(session: Session, role: Role, *, keeps_memories: bool) -> WorldFile:
    """Return the world of a session with one of its characters as it is written today.

    The character keeps its place if none is written, and with `keeps_memories` what it remembers.
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


def _seeds(session: Session, role: Role) -> Iterator[Record]:
    """Yield what an author gave a character to remember, as the session has it."""
    for record in session.records:
        body = record.body
        if record.kind is not RecordKind.OBSERVATION or record.subject_id != role.id:
            continue
        if isinstance(body, Remembered) and body.source is Source.AUTHORED:
            yield record


def _seed(record: Record) -> SeedMemory:
    secrets = record.body.secrets if isinstance(record.body, Remembered) else ()
    return SeedMemory(
        text=record.text,
        importance=record.importance,
        secret=secrets[0] if secrets else None,
    )


def _matched(
    old: Sequence[Record], new: Sequence[SeedMemory]
) -> tuple[list[tuple[SeedMemory, Record | None]], set[int]]:
    """Return what has to be sown, in whose place, and the seqs of what is gone."""
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
    session: Session, role: Role, seed: SeedMemory, seq: int, instead: Record | None
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


def as_recorded(session: Session) -> Today:
    """Return a session with the content it was recorded with."""
    return Today(
        world=session.world,
        cast=Cast.of(session.world),
        log=SessionLog(session.world.world, session.records, session.branches),
        fresh={},
    )
