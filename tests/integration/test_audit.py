"""The audit log: nothing is acknowledged without its entry, and no change of it stays unseen."""

import asyncio
import random
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from npcserver.adapters.files import load_world
from npcserver.adapters.note_signer import NoteSigner, NoteVerifier
from npcserver.app.audit import AuditLog, read_entries, stored_faults
from npcserver.bootstrap.audit import note_signer
from npcserver.cli.audit_files import file_faults
from npcserver.cli.worlds import sample_world
from npcserver.model.audit import (
    NOTHING,
    AuditEntry,
    AuditHead,
    AuditKind,
    chain_faults,
    chained,
)
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Append
from tests.conftest import execute_sql, on_either_database, opened, sql_connection
from tests.fakes.running_server import server_settings
from tests.fakes.store_world import GENESIS, set_up, start, turn
from tests.integration.test_forgotten_players import (
    BEN,
    WORLD,
    Guest,
    RepeatingModel,
    none_left,
    plant,
    say,
    serving,
)
from tests.processes import PATIENCE

TAMPERINGS = 1_000
AUDITED = {"audit": {"enabled": True}}


def asked(database: str) -> set[tuple[str, int]]:
    """Return the records for which a model was asked."""
    made = "kind IN ('turn', 'thought')"
    with sql_connection(database) as connection:
        rows = connection.execute(text(f"SELECT timeline_id, seq FROM record WHERE {made}"))  # noqa: S608
        return {(row.timeline_id, row.seq) for row in rows}


@on_either_database
async def test_the_log_verifies_also_when_a_player_is_forgotten(
    database: str, tmp_path: Path
) -> None:
    """Every turn and thought has its entry; afterwards the chain, the heads and the rest hold."""
    guest, model = Guest(4), RepeatingModel()
    settings = server_settings(database, tmp_path, **AUDITED)
    verifies = NoteVerifier(note_signer(settings).verifier_key)
    async with serving(database, tmp_path, model, **AUDITED) as here:
        await plant(here, guest, model)
        entries = await read_entries(here.store.audit, WORLD)
        before = await here.services.audit.sign_head(WORLD)
        whole = await stored_faults(here.store.audit, WORLD, [before.note], verifies)

        missing = asked(database) - {(one.timeline_id, one.seq) for one in entries}
        await here.services.players.forget(world_id=WORLD, player_id=guest.person.id)
        left = await none_left(database)
        after = await here.services.audit.sign_head(WORLD)
        notes = [before.note, after.note]
        faults = await stored_faults(here.store.audit, WORLD, notes, verifies)
        kinds = {one.kind for one in await read_entries(here.store.audit, WORLD)}
        exported = (await here.services.audit.export(WORLD)).lines

    assert len(entries) > 20
    assert missing == set()
    assert (whole, faults) == ([], [])
    assert left == {}
    assert {AuditKind.ASKED, AuditKind.FORGOTTEN} <= kinds
    assert file_faults(exported, WORLD, notes, verifies) == (after.number, [])


async def test_a_correction_has_entries(database: str, tmp_path: Path) -> None:
    """For the memory that was added, and for the correction; they verify as the others."""
    settings = server_settings(database, tmp_path, **AUDITED)
    verifies = NoteVerifier(note_signer(settings).verifier_key)
    async with serving(database, tmp_path, RepeatingModel(), **AUDITED) as here:
        await here.importing.put(load_world(sample_world()))
        timeline = (await here.services.timelines.start(WORLD)).id
        made = await here.services.corrections.add(
            timeline_id=timeline, character_id=CharacterId("hester"), text="The duke owes her."
        )
        entries = await read_entries(here.store.audit, WORLD)
        faults = await stored_faults(here.store.audit, WORLD, [], verifies)

    assert [(one.kind, one.seq) for one in entries] == [
        (AuditKind.CORRECTED, made.seq - 1),
        (AuditKind.CORRECTED, made.seq),
    ]
    assert faults == []


async def test_a_changed_record_is_found(database: str, tmp_path: Path) -> None:
    """What a model said, a record that is gone, one blanked as if forgotten, a key taken away."""
    settings = server_settings(database, tmp_path, **AUDITED)
    verifies = NoteVerifier(note_signer(settings).verifier_key)
    async with serving(database, tmp_path, RepeatingModel(), **AUDITED) as here:
        await here.importing.put(load_world(sample_world()))
        timeline = (await here.services.timelines.start(WORLD)).id
        for _ in range(4):
            await say(here, timeline, BEN, "Good evening.")
        places = sorted(
            (one.timeline_id, one.seq) for one in await read_entries(here.store.audit, WORLD)
        )
        whole = await stored_faults(here.store.audit, WORLD, [], verifies)
        changes = (
            "UPDATE record SET body = replace(body, 'Good evening', 'Good morning')",
            "DELETE FROM record",
            "UPDATE record SET kind = 'forgotten', text = '', body = '{}'",
            "UPDATE audit_entry SET digest_key = NULL",
        )
        for change, (timeline_id, seq) in zip(changes, places[:4], strict=True):
            own = f"{change} WHERE timeline_id = :t AND seq = :s"
            execute_sql(database, own, t=timeline_id, s=seq)
        faults = await stored_faults(here.store.audit, WORLD, [], verifies)

    assert whole == []
    assert len(faults) == len(changes)


async def test_a_thousand_tamperings_are_found(tmp_path: Path) -> None:
    """Of entries: changed, reordered, dropped, inserted, or cut off before a signed head."""
    chance = random.Random(5)
    entries, note, verifies = signed_log(tmp_path, chance, 60)
    assert chain_faults(WORLD, entries, [note], verifies) == []

    ways = (changed, reordered, dropped, inserted, cut_off, chained_anew)
    missed = [
        way.__name__
        for number in range(TAMPERINGS)
        if not chain_faults(
            WORLD, (way := ways[number % len(ways)])(list(entries), chance), [note], verifies
        )
    ]

    assert missed == []


def signed_log(
    folder: Path, chance: random.Random, count: int
) -> tuple[list[AuditEntry], str, NoteVerifier]:
    signer = NoteSigner(folder / "key.pem", "tests")
    plain = [
        AuditEntry(
            world_id=WORLD,
            number=0,
            kind=AuditKind.ASKED,
            timeline_id=TimelineId(f"tl_{number % 3}"),
            seq=number,
            write_time=datetime(2026, 1, 1, 0, number % 60, tzinfo=UTC),
            digest=chance.randbytes(32).hex(),
        )
        for number in range(count)
    ]
    entries = chained(plain, NOTHING, 0)
    head = AuditHead(world_id=WORLD, number=count, link=entries[-1].link)
    return entries, signer.sign(head.text("tests/audit")), NoteVerifier(signer.verifier_key)


def changed(entries: list[AuditEntry], chance: random.Random) -> list[AuditEntry]:
    at = chance.randrange(len(entries))
    one = entries[at]
    other = chance.choice(
        (
            replace(one, digest=chance.randbytes(32).hex()),
            replace(one, seq=one.seq + 1),
            replace(one, timeline_id=TimelineId("tl_other")),
            replace(one, kind=AuditKind.FORGOTTEN),
            replace(one, write_time=one.write_time.replace(year=2025)),
            replace(one, link=chance.randbytes(32).hex()),
        )
    )
    return [*entries[:at], other, *entries[at + 1 :]]


def reordered(entries: list[AuditEntry], chance: random.Random) -> list[AuditEntry]:
    one, other = chance.sample(range(len(entries)), 2)
    entries[one], entries[other] = entries[other], entries[one]
    return entries


def dropped(entries: list[AuditEntry], chance: random.Random) -> list[AuditEntry]:
    del entries[chance.randrange(len(entries))]
    return entries


def inserted(entries: list[AuditEntry], chance: random.Random) -> list[AuditEntry]:
    at = chance.randrange(len(entries))
    entries.insert(at, replace(entries[at], digest=chance.randbytes(32).hex()))
    return entries


def cut_off(entries: list[AuditEntry], chance: random.Random) -> list[AuditEntry]:
    return entries[: chance.randrange(len(entries))]


def chained_anew(entries: list[AuditEntry], chance: random.Random) -> list[AuditEntry]:
    """Change an entry as one who can compute links: only the signed head tells."""
    at = chance.randrange(len(entries))
    entries[at] = replace(entries[at], digest=chance.randbytes(32).hex())
    return chained(entries, NOTHING, 0)


async def test_entries_are_in_the_transaction_of_their_records(
    database: str, tmp_path: Path
) -> None:
    """A refused append leaves none, many at once have no gaps; off, none is written."""
    async with opened(database) as store:
        await set_up(store)
        await store.append(Append(GENESIS, (turn("t0"),)))
        off = await store.audit.head(WorldId("lantern"))
        store.keep_audit()
        children = [await start(store, f"tl_{n}", Vantage(GENESIS, 1)) for n in range(4)]
        appends = [
            Append(child, (turn(f"t-{child}-{n}"),), expected_head=None if n % 5 else 99)
            for n in range(20)
            for child in children
        ]
        results = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
        stored = sum(not isinstance(one, BaseException) for one in results)
        entries = await read_entries(store.audit, WorldId("lantern"))
        log = AuditLog(store.audit, NoteSigner(tmp_path / "key.pem", "tests"), 1.0)
        signing = asyncio.create_task(log.run())
        async with asyncio.timeout(PATIENCE):
            while not await store.audit.heads(WorldId("lantern")):  # noqa: ASYNC110 - it is stored
                await asyncio.sleep(0.05)
        await asyncio.sleep(2)  # nothing is left for a second round
        heads = await store.audit.heads(WorldId("lantern"))
        signing.cancel()
        verifies = NoteVerifier(NoteSigner(tmp_path / "key.pem", "tests").verifier_key)
        faults = await stored_faults(store.audit, WorldId("lantern"), [], verifies)

    assert off.number == 0
    assert stored == 64
    assert [one.number for one in entries] == [*range(1, stored + 1)]
    assert len(heads) == 1
    assert faults == []


def test_a_head_of_another_world_is_no_proof() -> None:
    """A wrong file is named, so that nobody takes the log for verified."""
    faults = chain_faults("inn", [], ["a note"], lambda _: ("studio/audit/harbour", 3, "00"))

    assert faults == ["a head: it is of the log of 'harbour'; keep the heads of each world apart"]


def test_a_note_is_written_as_the_specification_says(tmp_path: Path) -> None:
    """Text, a blank line, a signature line; a changed text or another key does not verify."""
    signer = NoteSigner(tmp_path / "key.pem", "studio.example/audit-2026")
    text = "studio.example/audit/inn\n3\nAAAA\n"
    note = signer.sign(text)
    verifies = NoteVerifier(signer.verifier_key)
    other = NoteVerifier(NoteSigner(tmp_path / "other.pem", signer.name).verifier_key)

    assert note.startswith(f"{text}\n\u2014 {signer.name} ")
    assert verifies(note) == ("studio.example/audit/inn", 3, "000000")
    assert verifies(note.replace("\n3\n", "\n4\n")) is None
    assert other(note) is None
    assert (tmp_path / "key.pem").stat().st_mode & 0o777 == 0o600
    with pytest.raises(Exception, match="NAME"):
        NoteVerifier("nonsense")
