"""Prompts in the database: shared beginnings, retention, forgetting, and failures."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import zstandard

from npcserver.adapters.store import SqlStore, dialect, migrate, prompts
from npcserver.model.prompt import PromptBounds
from npcserver.model.record import Draft, TurnTaken
from npcserver.model.timeline import Vantage
from npcserver.ports.language_model import Message, digest_of
from npcserver.ports.storage import Append, UnitOfWork
from tests.conftest import execute_sql
from tests.fakes.store_world import (
    GENESIS,
    WORLD,
    delete_timeline,
    free_all_rows,
    put,
    set_up,
    start,
    turn,
)

RULES = "You play one person.\n\n# How\n- Be brief.\n\n# Form\nJSON.\n\n"
FAR = datetime(2000, 1, 1, tzinfo=UTC)
MUCH = 1 << 40


def prompt(who: str, heard: str) -> tuple[Message, ...]:
    return (Message("system", f"{RULES}# Who you are\n{who}"), Message("user", heard))


def answer(turn_id: str, messages: Sequence[Message]) -> Draft:
    """Return the record of a turn that was asked with these messages."""
    draft = turn(turn_id)
    assert isinstance(draft.body, TurnTaken)
    receipt = replace(draft.body.receipt, prompt_digest=digest_of(messages))
    return replace(draft, body=replace(draft.body, receipt=receipt))


async def ask(store: SqlStore, turn_id: str, messages: Sequence[Message], to: str = GENESIS) -> int:
    """Send a prompt and append the turn; return its seq."""
    store.prompts.note(messages)
    return (await put(store, answer(turn_id, messages), to=to)).last


def count(database: str, table: str) -> object:
    return execute_sql(database, f"SELECT count(*) FROM {table}")  # noqa: S608 - names of ours


async def test_a_prompt_comes_back_as_it_was_and_the_shared_beginning_is_one_row(
    sql_store: SqlStore, database: str
) -> None:
    """Appends of their own, of a unit of work, and prompts without such a beginning."""
    await set_up(sql_store)
    sent = [prompt("Mira", "Hello."), prompt("Tom \N{SNOWMAN}", "Hello. # no"), prompt("", "")]
    sent += [(Message("user", "Rate.\n# One"), Message("assistant", "no")), (Message("user", ""),)]
    seqs = [await ask(sql_store, f"t{n}", one) for n, one in enumerate(sent[:-1])]

    async def work(unit: UnitOfWork) -> int:
        drafts = (answer("last", sent[-1]),)
        return (await unit.append(Append(timeline_id=GENESIS, drafts=drafts))).last

    sql_store.prompts.note(sent[-1])
    seqs.append(await sql_store.write(work))

    assert [await sql_store.prompts.get(GENESIS, seq) for seq in seqs] == sent
    assert await sql_store.prompts.get(GENESIS, seqs[-1] + 1) is None
    assert (count(database, "prompt"), count(database, "prompt_beginning")) == (5, 1)


async def test_records_without_their_prompt_are_stored_all_the_same(
    sql_store: SqlStore, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where another process had sent it, and where it cannot be stored."""
    await set_up(sql_store)
    unknown = (await put(sql_store, answer("t1", prompt("Mira", "?")))).last
    taken = "INSERT INTO prompt (timeline_id, seq, written_at, size, body)"
    execute_sql(
        database, f"{taken} VALUES (:t, :seq, 0, 0, :body)", t=GENESIS, seq=unknown + 1, body=b""
    )
    refused = await ask(sql_store, "t2", prompt("Mira", "!"))

    def fail(_: object) -> bytes:
        raise zstandard.ZstdError("no memory")

    monkeypatch.setattr(prompts, "_split", fail)
    failed = await ask(sql_store, "t3", prompt("Mira", "."))

    found = [await sql_store.prompts.get(GENESIS, seq) for seq in (unknown, refused, failed)]
    assert found == [None] * 3
    assert count(database, "record") == 3
    assert count(database, "prompt_beginning") == 0


async def test_prompts_go_with_their_timeline_and_their_world(
    sql_store: SqlStore, database: str
) -> None:
    """What another still has stays; a beginning goes with the last that has it."""
    await set_up(sql_store)
    first = await ask(sql_store, "t1", prompt("Mira", "Hello."))
    child = await start(sql_store, "tl_child", Vantage(GENESIS, first))
    own = await ask(sql_store, "t2", prompt("Mira", "My name is Ann."), to=child)
    await ask(sql_store, "t3", (Message("system", f"{RULES}# World\n"),), to=child)
    other = RULES.replace("brief", "long")
    await ask(sql_store, "t4", (Message("system", f"{other}# World\n"),), to=child)
    before = count(database, "prompt_beginning")

    await delete_timeline(sql_store, child, saves=True)
    await free_all_rows(sql_store, child)
    kept = await sql_store.prompts.get(GENESIS, first)
    gone = await sql_store.prompts.get(child, own)
    after = (count(database, "prompt"), count(database, "prompt_beginning"))
    await sql_store.write(lambda unit: unit.delete_world(WORLD))

    assert (before, after) == (2, (1, 1))
    assert (kept, gone) == (prompt("Mira", "Hello."), None)
    assert (count(database, "prompt"), count(database, "prompt_beginning")) == (0, 0)


async def test_retention_drops_the_oldest_and_says_up_to_when(
    sql_store: SqlStore, database: str
) -> None:
    """By age and by size; what was dropped is told from what was never stored."""
    await set_up(sql_store)
    seqs = [await ask(sql_store, f"t{n}", prompt("Mira", f"{n}" * 300)) for n in range(4)]
    size = int(str(execute_sql(database, "SELECT max(size) FROM prompt")))
    since = prompts.SINCE_NOTE, str(dialect.to_moment(FAR))
    await sql_store.write(lambda unit: unit.keep_note(*since))
    start_bounds = await sql_store.prompts.bounds()
    await sql_store.prompts.drop_expired(FAR, MUCH)
    untouched = (count(database, "prompt"), await sql_store.prompts.bounds())

    await sql_store.prompts.drop_expired(FAR, 2 * size)
    left = [await sql_store.prompts.get(GENESIS, seq) is not None for seq in seqs]
    bounds = await sql_store.prompts.bounds()
    await sql_store.prompts.drop_expired(datetime.now(UTC) + timedelta(days=1), MUCH)

    assert start_bounds == PromptBounds(since=FAR)
    assert untouched == (4, start_bounds)
    assert left == [False, False, True, True]
    assert bounds.dropped_to is not None
    assert bounds.dropped_to > FAR
    assert (count(database, "prompt"), count(database, "prompt_beginning")) == (0, 0)


async def test_a_prompt_that_was_edited_by_hand_is_none(sql_store: SqlStore, database: str) -> None:
    """Bytes that cannot be read are no prompt, and no error either."""
    await set_up(sql_store)
    seq = await ask(sql_store, "t1", prompt("Mira", "Hello."))
    for broken in (b"", b"words", zstandard.compress(b"7"), zstandard.compress(b"[[1]]")):
        execute_sql(database, "UPDATE prompt SET body = :body", body=broken)

        assert await sql_store.prompts.get(GENESIS, seq) is None


def test_what_was_sent_lately_is_held_up_to_a_size() -> None:
    """The newest are found, also one that alone is larger than the limit."""
    recent = prompts.RecentPrompts()
    sent = [prompt("Mira", f"{number} " + "x" * 1_000_000) for number in range(10)]
    for one in sent:
        recent.note(one)
    found = [recent.get(digest_of(one)) for one in sent]
    large = prompt("Tom", "y" * 10_000_000)
    recent.note(large)

    assert found[:1] == [None]
    assert found[3:] == sent[3:]
    assert recent.get(digest_of(large)) == large


async def test_a_database_of_before_goes_on_and_back(empty_database: str) -> None:
    """A receipt of before the migration is told by its time; the way back leaves no prompt."""
    await migrate.migrate(empty_database, "0020")
    began = datetime.now(UTC)
    await migrate.migrate(empty_database)
    note = "SELECT value FROM note WHERE name = 'prompts_since'"
    since = int(str(execute_sql(empty_database, note)))
    await migrate.downgrade(empty_database, "0020")

    assert since >= int(began.timestamp() * 1_000_000)
    assert execute_sql(empty_database, note) is None
    assert count(empty_database, "prompt_template") == 0
