"""Outages of the database and of the model: every turn has a line, and health checks tell."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, make_url, text
from sqlalchemy.pool import NullPool

from npcbench.scripted_model import ScriptedLanguageModel
from npcmodels.offline import OfflineActor
from npcserver import bootstrap
from npcserver.adapters.llm.wrappers import (
    CircuitBreaker,
    CircuitBreakerLanguageModel,
    RetryingLanguageModel,
)
from npcserver.adapters.store import SqlStore
from npcserver.adapters.store.unit_of_work import SqlUnit
from npcserver.app.conversation.circle_conversation import CircleTurnEvent
from npcserver.app.conversation.circle_utterance import SayInCircle
from npcserver.app.readiness import Readiness
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.mind.reply import ReplyTuning, reply
from npcserver.mind.reply_trace import ReplyTrace
from npcserver.model.affordance import Affordance
from npcserver.model.character import Person
from npcserver.model.errors import (
    InvalidInput,
    ModelFault,
    ModelUnreachable,
    OutcomeUnknown,
    Unavailable,
)
from npcserver.model.ids import IntentId
from npcserver.model.record import TurnTaken
from npcserver.model.turn import (
    IntentProposed,
    Line,
    Rung,
    TurnEvent,
    TurnFinished,
    TurnOutcome,
    TurnReason,
)
from npcserver.ports import storage_health
from npcserver.ports.language_model import Request
from npcserver.ports.storage import RequestKey
from tests.conftest import NewDatabase, execute_sql, opened
from tests.fakes.language_models import TEMPLATES, ManualClock
from tests.fakes.prompt_inputs import reply_scene
from tests.fakes.running_server import (
    ANN,
    INN_FILE,
    MIRA,
    InnServer,
    open_inn_server,
    reply_answer,
    server_settings,
)

WAVE = Affordance(name="wave", description="Wave a hand.")
SAYS = reply_answer("Come in, and mind the step.")
SEEDS = [memory.text for memory in INN_FILE.characters[0].memories]


def lines_of(events: list[TurnEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, Line)]


def end_of(events: list[TurnEvent]) -> TurnFinished:
    end = events[-1]
    assert isinstance(end, TurnFinished)
    return end


def readiness_of(app: InnServer) -> tuple[Readiness, list[bool]]:
    told: list[bool] = []
    ready = Readiness(app.here.store, app.here.store.health)
    ready.follow(told.append)
    return ready, told


class Away:
    """A PostgreSQL database whose connections are ended, and refused, within the block."""

    def __init__(self, url: str, server: str) -> None:
        self._name = make_url(url).database
        self._engine = create_engine(server, isolation_level="AUTOCOMMIT", poolclass=NullPool)

    def __enter__(self) -> None:
        self._allow("false")

    def __exit__(self, *_: object) -> None:
        self._allow("true")

    def _allow(self, word: str) -> None:
        with self._engine.connect() as connection:
            connection.execute(text(f"ALTER DATABASE {self._name} ALLOW_CONNECTIONS {word}"))
            ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"
            connection.execute(text(ended), {"name": self._name})


def prompt_of(request: Request) -> str:
    return "\n".join(message.text for message in request.messages)


@pytest.mark.postgres
async def test_while_postgresql_is_away_characters_answer_from_memory(
    new_migrated_postgres: NewDatabase, postgres_server: str, tmp_path: Path
) -> None:
    """The model answers, and no turn is kept; one probe tells, and one tells that it is back."""
    url, prompts = new_migrated_postgres(), list[str]()

    def answer(request: Request) -> str:
        prompts.append(prompt_of(request))
        return reply_answer(f"Answer {len(prompts)}.", intents=[{"name": "wave"}])

    speaks = ScriptedLanguageModel(answer)
    async with open_inn_server(url, tmp_path, speaks, cognition={"workers": 0}) as app:
        first = await app.turn("Good evening, I am a tinker.", affordances=(WAVE,))
        assert end_of(first).outcome is TurnOutcome.COMPLETED
        stored = await app.texts()
        ready, told = readiness_of(app)
        with Away(url, postgres_server):
            turns = [await app.turn(f"Are you there? {number}") for number in range(10)]
            await ready.probe()

        assert all(map(lines_of, turns))
        ends = [end_of(events) for events in turns]
        assert {(one.outcome, one.rung) for one in ends} == {(TurnOutcome.COMPLETED, Rung.PRIMARY)}
        assert {one.reason for one in ends} == {TurnReason.STORAGE_UNAVAILABLE}
        assert all(one.is_lost and not one.seq for one in ends)
        assert told == [True, False]
        assert "the only key to the cellar" in prompts[1]
        assert "Good evening, I am a tinker." in prompts[1]
        assert "Answer 1." in prompts[1]
        assert "Are you there? 3" in prompts[5]
        assert "Answer 5." in prompts[5]

        await ready.probe()
        assert told == [True, False, True]
        assert await app.texts() == stored
        after = end_of(await app.turn("There you are."))
        assert (after.outcome, after.is_lost) == (TurnOutcome.COMPLETED, False)
        assert "Are you there?" not in prompts[11]
        assert not any("Are you there?" in one for one in await app.texts())


@pytest.mark.postgres
async def test_without_postgresql_what_was_not_seen_is_not_known(
    new_migrated_postgres: NewDatabase, postgres_server: str, tmp_path: Path
) -> None:
    """A loaded save has no part in what came after it; a repeat is the same; nothing is offered."""
    url, prompts = new_migrated_postgres(), list[str]()

    def answer(request: Request) -> str:
        prompts.append(prompt_of(request))
        return reply_answer(f"Answer {len(prompts)}.", intents=[{"name": "wave"}])

    speaks = ScriptedLanguageModel(answer)
    async with open_inn_server(url, tmp_path, speaks, cognition={"workers": 0}) as app:
        await app.turn("I am a tinker.")
        save = await app.services.timelines.save(timeline_id=app.timeline_id, name="before")
        await app.turn("The well is poisoned.")
        loaded = await app.services.timelines.load(save.id)
        unseen = await app.services.timelines.load(save.id)
        there = InnServer(app.here, loaded.id)
        await there.turn("Here I am again.")
        last = await there.turn("It is late.", affordances=(WAVE,))
        key = RequestKey(scope=loaded.id, request_id="r1", digest="d1")
        with Away(url, postgres_server):
            events = await there.turn("And the well?", affordances=(WAVE,), key=key)
            repeat = await there.turn("And the well?", affordances=(WAVE,), key=key)
            asked = len(prompts)
            authored = await InnServer(app.here, unseen.id).turn("Is anybody here?")
            assert len(prompts) == asked  # nothing of that timeline is in memory to prompt with
            with pytest.raises(Unavailable):
                await there.turn("Is anybody here?", character_id="stranger")
            with pytest.raises(InvalidInput):
                await there.turn("Another.", key=replace(key, digest="d2"))
            bystander = Person(id="bo", name="Bo")
            await there.turn("What did Ann say?", speaker=bystander)

        assert lines_of(authored) == ["Hm? I lost the thread."]
        end = end_of(authored)
        assert (end.outcome, end.is_lost) == (TurnOutcome.SHED, True)
        assert end.reason is TurnReason.STORAGE_UNAVAILABLE
        assert end_of(events).outcome is TurnOutcome.COMPLETED
        assert any(isinstance(event, IntentProposed) for event in last)
        assert not any(isinstance(event, IntentProposed) for event in events)
        assert "I am a tinker." in prompts[4]
        assert "Here I am again." in prompts[4]
        assert "It is late." in prompts[4]
        assert "poisoned" not in prompts[4]
        assert repeat == events
        assert "And the well?" not in prompts[5]  # words with another player are not its own


@pytest.mark.postgres
async def test_while_postgresql_is_away_a_circle_answers_from_memory(
    new_migrated_postgres: NewDatabase, postgres_server: str, tmp_path: Path
) -> None:
    """By the model, with what was said there before; and nothing of it is kept."""
    url, prompts = new_migrated_postgres(), list[str]()

    def answer(request: Request) -> str:
        prompts.append(prompt_of(request))
        return reply_answer(f"Answer {len(prompts)}.")

    speaks = ScriptedLanguageModel(answer)
    async with open_inn_server(url, tmp_path, speaks, cognition={"workers": 0}) as app:
        mira = Person(id=MIRA, name="Mira", is_player=False)
        stands = await app.services.circles.open(
            timeline_id=app.timeline_id,
            members=(ANN, mira),
            place_id=INN_FILE.characters[0].place_id,
        )
        circle_id = stands.circle.id

        async def said(text: str) -> list[TurnEvent]:
            say = SayInCircle(
                timeline_id=app.timeline_id,
                circle_id=circle_id,
                speaker_id=ANN.id,
                text=text,
                most_turns=1,
            )
            async with aclosing(app.services.circles.say(say)) as events:
                return [one.event async for one in events if isinstance(one, CircleTurnEvent)]

        await said("Good evening, I am a tinker.")
        await said("Is the inn full?")
        stored = await app.texts()
        with Away(url, postgres_server):
            turns = [await said(f"Mira, are you there? {number}") for number in range(3)]
        after = await said("There you are.")

        ends = [end_of(events) for events in turns]
        assert [lines_of(events) for events in turns] == [[f"Answer {n}."] for n in (3, 4, 5)]
        assert all(one.is_lost and one.rung is Rung.PRIMARY for one in ends)
        assert "Good evening, I am a tinker." in prompts[2]
        assert "are you there? 0" in prompts[4]
        assert end_of(after).seq
        assert "are you there?" not in prompts[5]
        assert await app.texts() == [*stored, "There you are.", "Answer 6."]


async def pragma(store: SqlStore, statement: str) -> None:
    """Run a PRAGMA on the connection that writes."""

    async def run(unit: SqlUnit) -> None:
        await unit.run(lambda connection: connection.exec_driver_sql(f"PRAGMA {statement}"))

    await store.write(run)


@asynccontextmanager
async def locked(store: SqlStore, url: str) -> AsyncGenerator[None, None]:
    """Let another program begin to write, and not end it."""
    await pragma(store, "busy_timeout = 10")
    engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as other:
        other.exec_driver_sql("BEGIN IMMEDIATE")
        yield
        other.exec_driver_sql("ROLLBACK")


@asynccontextmanager
async def full(store: SqlStore, url: str) -> AsyncGenerator[None, None]:
    """Leave the disk no space for another page."""
    del url
    await pragma(store, "max_page_count = 1")
    yield
    await pragma(store, "max_page_count = 1000000")


@asynccontextmanager
async def read_only(store: SqlStore, url: str) -> AsyncGenerator[None, None]:
    """Let the file be read alone."""
    del url
    await pragma(store, "query_only = ON")
    yield

    # not by a write, which would be refused; the one connection that writes is in this pool
    connection = store._writing.raw_connection()
    connection.cursor().execute("PRAGMA query_only = OFF")
    connection.close()


@pytest.mark.parametrize("trouble", [locked, full, read_only])
async def test_while_sqlite_takes_nothing_each_turn_has_a_line_and_says_that_it_is_not_kept(
    trouble: Callable[[SqlStore, str], AbstractAsyncContextManager[None]],
    new_migrated_sqlite: NewDatabase,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was acknowledged is stored and nothing else, and all is well after it."""
    monkeypatch.setattr(storage_health, "_REFUSES_SECONDS", 1e9)  # however slow the machine is
    url, prompts = new_migrated_sqlite(), list[str]()

    def answer(request: Request) -> str:
        prompts.append(prompt_of(request))
        return reply_answer(f"Answer {len(prompts)}. " + "x" * 1900)

    speaks = ScriptedLanguageModel(answer)
    async with open_inn_server(url, tmp_path, speaks, cognition={"workers": 0}) as app:
        cold = InnServer(app.here, (await app.services.timelines.start(INN_FILE.world.id)).id)
        key = RequestKey(scope=app.timeline_id, request_id="r1", digest="d1")
        first = await app.turn("Good evening.", key=key)
        ready, told = readiness_of(app)
        async with trouble(app.here.store, url):
            turns = [await app.turn(f"Are you there? {number}") for number in range(6)]
            stranger = await cold.turn("Good evening to you.")
            again = replace(key, request_id="r2")
            said = await app.turn("Once more?", key=again, affordances=(WAVE,))
            assert await app.turn("Once more?", key=again, affordances=(WAVE,)) == said
            assert await app.turn("Good evening.", key=key) == first
            assert told == [True, False]

        ends = [end_of(events) for events in (*turns, stranger, said)]
        assert all(map(lines_of, (*turns, stranger, said)))
        assert {(one.outcome, one.rung) for one in ends} == {(TurnOutcome.COMPLETED, Rung.PRIMARY)}
        lost = [one for one in ends if one.is_lost]
        assert len(lost) >= 5  # on a full disk there may be space for some turns
        assert {(one.seq, one.reason) for one in lost} == {(0, TurnReason.STORAGE_UNAVAILABLE)}
        assert all(one.seq for one in ends if not one.is_lost)
        assert ends[-3].is_lost
        assert ends[-1].is_lost
        assert "Are you there? 4" in prompts[6]
        assert "Good evening." in prompts[6]

        await ready.probe()
        assert told == [True, False, True]
        assert end_of(await app.turn("There you are.")).seq
        assert "Once more?" not in prompts[-1]
        kept = [f"Are you there? {at}" for at, one in enumerate(ends[:6]) if not one.is_lost]
        words = [text for text in await app.texts() if not text.startswith("Answer ")]
        assert words == [*SEEDS, "Good evening.", *kept, "There you are."]
        assert execute_sql(url, "SELECT count(*) FROM begun_turn") == 0


@pytest.mark.postgres
async def test_a_commit_whose_answer_is_lost_is_not_told_as_lost(
    new_migrated_postgres: NewDatabase, postgres_server: str
) -> None:
    """PostgreSQL ends the connection after the last statement: the write may be there or not."""
    engine = create_engine(postgres_server, isolation_level="AUTOCOMMIT", poolclass=NullPool)

    def end(connection: Connection) -> None:
        pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
        with engine.connect() as other:
            other.exec_driver_sql(f"SELECT pg_terminate_backend({pid}, 5000)")

    async def keep_then_end(unit: SqlUnit) -> None:
        await unit.keep_note("n", "v")
        await unit.run(end)

    async with opened(new_migrated_postgres()) as store:
        with pytest.raises(OutcomeUnknown):
            await store.write(keep_then_end)
        await store.write(lambda unit: unit.keep_note("n", "w"))


async def test_an_outage_of_the_model_for_a_minute_costs_no_line() -> None:
    """Few calls reach the model meanwhile, and it speaks again within 10 s of its return."""
    clock, outage = ManualClock(), 60.0
    begun = clock.seconds
    calls: list[float] = []

    def answer(_: Request) -> str | ModelFault:
        calls.append(clock.seconds - begun)
        return ModelUnreachable("down") if calls[-1] < outage else SAYS

    broken = CircuitBreakerLanguageModel(
        ScriptedLanguageModel(answer), lambda: CircuitBreaker(now=clock.monotonic)
    )
    thinker = PromptedThinker(RetryingLanguageModel(broken, pause=0), TEMPLATES)
    actor, rungs = OfflineActor(), list[tuple[float, Rung]]()
    while (now := clock.seconds - begun) < outage + 15:
        parts = await turn_of(thinker, actor, clock)
        assert any(isinstance(part, Line) for part in parts)
        end = parts[-1]
        assert isinstance(end, ReplyTrace)
        rungs.append((now, end.rung))
        clock.seconds += 0.5

    away = [rung for at, rung in rungs if at < outage]
    assert set(away) == {Rung.OFFLINE}
    assert len([at for at in calls if at < outage]) <= 5 + outage / 5
    back = next(at for at, rung in rungs if rung is Rung.PRIMARY)
    assert back <= outage + 10
    assert all(rung is Rung.PRIMARY for at, rung in rungs if at >= back)


async def turn_of(
    thinker: PromptedThinker, actor: OfflineActor, clock: ManualClock
) -> list[object]:
    said = reply(
        reply_scene(),
        thinker=thinker,
        rescue=actor,
        templates=TEMPLATES,
        tuning=ReplyTuning(),
        new_intent_id=lambda: IntentId("int_1"),
        clock=clock,
    )
    async with aclosing(said) as parts:
        return [part async for part in parts]


async def test_the_fallback_model_answers_where_the_first_is_not_there(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """The rung is in the outcome and in the receipt."""
    script = tmp_path / "second.yaml"
    script.write_text("answers:\n  - say: The second one speaks.\n", encoding="utf-8")
    chosen = server_settings(
        new_migrated_sqlite(),
        tmp_path,
        cognition={"workers": 0},
        model={
            "name": "openai:none",
            "base_url": "http://127.0.0.1:9/v1",
            "fallback": {"name": f"scripted:{script}"},
        },
        dialogue={"first_word_seconds": 5, "total_seconds": 10},
    )
    async with bootstrap.running(chosen, serve=False) as here:
        await here.importing.put(INN_FILE)
        timeline = await here.services.timelines.start(INN_FILE.world.id)
        app = InnServer(here, timeline.id)
        events = await app.turn("Good evening.")

        assert lines_of(events) == ["The second one speaks."]
        end = end_of(events)
        assert (end.outcome, end.rung) == (TurnOutcome.FALLBACK, Rung.FALLBACK_MODEL)
        async with here.store.read() as reader:
            view = await reader.head(timeline.id)
            (record,) = await view.get([end.seq])
        assert isinstance(record.body, TurnTaken)
        assert record.body.receipt.rung is Rung.FALLBACK_MODEL
