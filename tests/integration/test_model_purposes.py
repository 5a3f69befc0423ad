"""Each purpose has its own model: asked, limited, priced and told of apart from the others."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import npcclient
import pytest
from npcclient.messages import PurposeGroup, Rung

from npcserver import bootstrap
from npcserver.model.errors import InvalidInput, ModelUnreachable
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import CallLane, CallTimeouts, Message, Request
from npcserver.ports.thinker import Thinker
from npctools.cli import checks
from tests.fakes.model_endpoints import EndpointCall
from tests.fakes.model_servers import NAME, ModelServer, serve_model
from tests.fakes.running_server import INN_FILE, MIRA, server_settings
from tests.fakes.scene_app import MILL_SCENE

DIALOGUE, RATINGS = "PURPOSE_GROUP_DIALOGUE", "PURPOSE_GROUP_RATINGS"
SLOW = {"first_word_seconds": 30.0, "total_seconds": 60.0}
TALK = {"first_word_seconds": 30.0, "between_words_seconds": 30.0, "total_seconds": 60.0}
SCENE = MILL_SCENE.replace(", character: ada", "")


def at(llm: ModelServer, **more: object) -> dict[str, object]:
    return {"name": f"openai:{NAME}", "base_url": llm.base_url, **more}


@asynccontextmanager
async def served(
    folder: Path, model: dict[str, object], *, limit: int = 0
) -> AsyncGenerator[tuple[bootstrap.RunningServer, npcclient.NpcClient, str], None]:
    """Give a server with these models, a client of it, and a timeline to play in."""
    chosen = server_settings(
        f"sqlite:///{folder / 'inn.db'}",
        folder,
        server={"port": 0},
        model=model,
        dialogue=TALK,
        cognition={"workers": 1, "calls_per_day": limit, **SLOW},
    )
    async with (
        bootstrap.running(chosen) as here,
        npcclient.connect(f"127.0.0.1:{here.port}") as npc,
    ):
        await here.importing.put(INN_FILE)
        yield here, npc, (await npc.timelines.start(INN_FILE.world.id)).timeline_id


async def say(npc: npcclient.NpcClient, timeline: str, words: str) -> str:
    """Say something to Mira; return the id of the turn."""
    async with npc.play.say(timeline, MIRA, words, speaker="Ann", seconds=60) as turn:
        async for _ in turn:
            pass
    return turn.turn_id


async def until(llm: ModelServer, question: str, count: int = 1) -> None:
    """Wait until an endpoint was asked something so often."""
    async with asyncio.timeout(60):
        while llm.questions.count(question) < count:  # noqa: ASYNC110 - the endpoint sets no event
            await asyncio.sleep(0.02)


def kinds(llm: ModelServer) -> set[str]:
    return {name.partition("_")[0] for name in llm.questions}


async def test_each_purpose_is_asked_of_its_own_endpoint(tmp_path: Path) -> None:
    """Lines, thoughts, ratings and scenes go to four servers, and receipts say who answered."""
    async with (
        serve_model("plain") as talker,
        serve_model("plain") as thinker,
        serve_model("plain") as rater,
        serve_model("plain") as player,
    ):
        model = {
            **at(talker),
            "thoughts": {"name": "openai:thinker", "base_url": thinker.base_url},
            "ratings": {"name": "openai:rater", "base_url": rater.base_url},
            "scenes": {"name": "openai:player", "base_url": player.base_url},
        }
        async with served(tmp_path, model) as (here, npc, timeline):
            turn_id = await say(npc, timeline, "Is there a ferry?")
            receipt = await npc.memories.explain(timeline, turn_id)
            answered = await npc.characters.interview(timeline, MIRA, "Who are you?")
            await until(rater, "ratings")
            chat = await npc.scenes.open(timeline, SCENE)
            await npc.scenes.advance(timeline, chat)
            await until(player, "group_choose")
            told = here.models.told()

    assert kinds(talker) == {"reply"}
    assert kinds(thinker) == {"interview"}
    assert kinds(rater) == {"ratings"}
    assert kinds(player) == {"group"}
    assert {body["model"] for body in rater.bodies} == {"rater"}
    assert receipt.model == f"openai:{NAME}"
    assert answered.model == "openai:thinker"
    assert [line.partition(" ")[0] for line in told] == [
        f"openai:{NAME}", "openai:thinker", "openai:rater", "openai:player",
    ]  # fmt: skip
    assert told[2].endswith(", for ratings")


@pytest.mark.parametrize("limit", [0, 1000], ids=["unlimited", "limited"])
async def test_what_each_purpose_costs_is_told(tmp_path: Path, limit: int) -> None:
    """It is told what the day cost by purpose, each at the prices of its own model."""
    async with serve_model("plain") as talker, serve_model("plain") as rater:
        prices = {"prompt_price": 1_000_000.0, "completion_price": 0.0}
        free = {"prompt_price": 0.0, "completion_price": 2_000_000.0}
        model = {**at(talker, **prices), "ratings": {"base_url": rater.base_url, **free}}
        async with served(tmp_path, model, limit=limit) as (_, npc, timeline):
            turn_id = await say(npc, timeline, "Is there a ferry?")
            receipt = await npc.memories.explain(timeline, turn_id)
            async with asyncio.timeout(60):
                while True:
                    spent = await npc.worlds.day_spending(timeline)
                    if spent is None:
                        continue
                    by_purpose = {PurposeGroup.Name(one.group): one for one in spent.by_purpose}
                    rated = by_purpose.get(RATINGS)
                    if (
                        rated is not None
                        and rated.calls == len(rater.questions)
                        and rated.money_micros < 24.5e6 * rated.calls
                    ):
                        break  # with a limit, more is reserved while a call is under way
                    await asyncio.sleep(0.05)

    assert set(by_purpose) == {DIALOGUE, RATINGS}
    assert by_purpose[DIALOGUE].calls == 1
    assert by_purpose[DIALOGUE].money_micros == receipt.prompt_tokens * 1_000_000
    assert rated.money_micros == 2 * 12_000_000 * rated.calls
    assert spent.money_micros == sum(one.money_micros for one in spent.by_purpose)
    assert spent.calls == sum(one.calls for one in spent.by_purpose)


async def test_an_endpoint_for_one_call_at_a_time_serves_talk_first(tmp_path: Path) -> None:
    """Purposes that share an endpoint share its limit; a waiting line goes before thoughts."""
    async with serve_model("plain") as llm:
        answer, gate, running = llm.complete, asyncio.Event(), [0]

        async def gated(call: EndpointCall) -> None:
            running.append(running[-1] + 1)
            await gate.wait()
            await answer(call)
            running.append(running[-1] - 1)

        chosen = server_settings(
            f"sqlite:///{tmp_path / 'inn.db'}",
            tmp_path,
            model=at(llm, concurrency=1, thoughts={"prompt_price": 2.0}),
            cognition={"workers": 0},
        )
        async with bootstrap.running(chosen, serve=False) as here:
            await read_once(here)
            llm.complete = gated  # type: ignore[method-assign]
            asked = [asyncio.create_task(ask(here, Purpose.PLAN))]
            await until(llm, "plan")
            asked += [
                asyncio.create_task(ask(here, purpose))
                for purpose in (Purpose.RATE, Purpose.REFLECT, Purpose.REPLY)
            ]
            await asyncio.sleep(0.1)
            gate.set()
            await asyncio.gather(*asked)

    assert llm.questions == ["plan", "reply", "rate", "reflect"]
    assert max(running) == 1


async def test_an_endpoint_that_refuses_a_second_call_is_told_with_what_to_set(
    tmp_path: Path,
) -> None:
    """The player gets a line, and the receipt names the setting for how many calls come at once."""
    async with serve_model("plain") as llm:
        answer, gate = llm.complete, asyncio.Event()

        async def alone(call: EndpointCall) -> None:
            if llm.questions[-1:] == ["plan"]:
                await gate.wait()
                await answer(call)
            else:
                await call.refuse("503 Service Unavailable", {"message": "busy"})

        async with served(tmp_path, at(llm)) as (here, npc, timeline):
            await read_once(here)
            llm.complete = alone  # type: ignore[method-assign]
            planned = asyncio.create_task(ask(here, Purpose.PLAN))
            await until(llm, "plan")
            turn_id = await say(npc, timeline, "Is there a ferry?")
            receipt = await npc.memories.explain(timeline, turn_id)
            gate.set()
            planned.cancel()

    assert receipt.lines
    assert receipt.rung == Rung.RUNG_OFFLINE
    assert "fewer calls at a time than model.concurrency" in receipt.faults[0]


async def read_once(here: bootstrap.RunningServer) -> None:
    """Wait until it is known how fast each model reads: that is found out beside all limits."""
    async with asyncio.timeout(60):
        while not all(it.window.speed for it in here.models.each):  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.02)


async def ask(here: bootstrap.RunningServer, purpose: Purpose, seconds: float = 60) -> None:
    """Ask the model for a purpose something; its schema is named after the purpose."""
    request = Request(
        purpose=purpose,
        messages=(Message("user", "Is there a ferry?"),),
        schema={"type": "object"},
        schema_name=purpose,
        lane=CallLane.PLAYER if purpose is Purpose.REPLY else CallLane.BACKGROUND,
        patience=CallTimeouts(first_word=seconds, between_words=seconds, total=seconds),
    )
    model = here.models.of(purpose.use).model
    assert not isinstance(model, Thinker)
    async with aclosing(model.generate(request)) as answer:
        async for _ in answer:
            pass


async def test_an_endpoint_that_fails_leaves_the_others_alone(tmp_path: Path) -> None:
    """Each purpose of each endpoint has a breaker of its own."""
    async with serve_model("plain") as talker, serve_model("plain") as rater:

        async def refuse(call: EndpointCall) -> None:
            await call.refuse("503 Service Unavailable", {"message": "no"})

        rater.complete = refuse  # type: ignore[method-assign]
        broken = {"base_url": rater.base_url}
        chosen = server_settings(
            f"sqlite:///{tmp_path / 'inn.db'}",
            tmp_path,
            model=at(talker, ratings=broken, scenes=broken),
            cognition={"workers": 0},
        )
        async with bootstrap.running(chosen, serve=False) as here:
            await here.importing.put(INN_FILE)
            for _ in range(3):  # each is tried again once
                with pytest.raises(ModelUnreachable):
                    await ask(here, Purpose.RATE, 6)
            asked = len(rater.bodies)
            with pytest.raises(ModelUnreachable, match="left alone"):
                await ask(here, Purpose.RATE, 6)
            assert len(rater.bodies) == asked
            with pytest.raises(ModelUnreachable, match="503"):
                await ask(here, Purpose.VOTE, 6)
            assert len(rater.bodies) > asked
            await ask(here, Purpose.PLAN)

    assert talker.questions == ["plan"]


async def test_prompts_are_as_long_as_the_model_of_their_purpose_takes(tmp_path: Path) -> None:
    """Each purpose has the context of its own endpoint, or what is set for it."""
    async with (
        serve_model("llama.cpp", context=16384) as talker,
        serve_model("llama.cpp", context=3000) as rater,
    ):
        model = at(talker, ratings={"base_url": rater.base_url}, thoughts={"context_tokens": 5000})
        chosen = server_settings(
            f"sqlite:///{tmp_path / 'inn.db'}", tmp_path, model=model, cognition={"workers": 0}
        )
        async with bootstrap.running(chosen, serve=False) as here:
            await here.importing.put(INN_FILE)
            sizes = {
                purpose: here.models.of(purpose.use).window.tokens(purpose)
                for purpose in (Purpose.REPLY, Purpose.PLAN, Purpose.RATE, Purpose.VOTE)
            }
            count = len(here.models.each)

    assert sizes == {
        Purpose.REPLY: 16384, Purpose.PLAN: 5000, Purpose.RATE: 3000, Purpose.VOTE: 16384,
    }  # fmt: skip
    assert count == 2


async def test_check_shows_each_endpoint_with_its_purposes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A model and a context stand for each endpoint, and what it is asked for."""
    async with serve_model("llama.cpp", context=9000) as talker:
        model = at(talker, ratings={"name": "offline"}, scenes={"name": "opnai:x"})
        chosen = server_settings(
            f"sqlite:///{tmp_path / 'inn.db'}", tmp_path, server={"port": 0}, model=model
        )
        status = await checks.check(chosen)
    rows = [" ".join(row.split()) for row in capsys.readouterr().out.splitlines()]

    def row(begins: str) -> str:
        return next(one for one in rows if one.startswith(begins))

    assert status == 1
    assert ", for dialogue and thoughts, first word" in row(f"model ok openai:{NAME}")
    assert ", for ratings, first word" in row("model ok offline:actor")
    assert row("context ok").startswith("context ok 9000 tokens")
    assert row("model failed").startswith("model failed model.scenes.name: no language model")


@pytest.mark.parametrize(
    ("model", "told"),
    [
        ({"ratings": {"name": ""}}, "model.ratings.name: names no model; write auto"),
        ({"name": " "}, "model.name: names no model"),
        ({"scenes": {"name": "gpt"}}, "model.scenes.name: no language model provider 'gpt'"),
        ({"thoughts": {"name": "openai:"}}, "model.thoughts.name: name the model too"),
        (
            {"ratings": {"name": "openai:x", "base_url": "ftp://x"}},
            "model.ratings.base_url: 'ftp://x' must begin with http",
        ),
        ({"ratings": {"name": "local:gone.gguf"}}, "model.ratings.name: no file 'gone.gguf'"),
        (
            {"ratings": {"concurrency": 1}},
            "model.ratings.concurrency: dialogue and ratings share the model offline, which has",
        ),
    ],
)
async def test_a_purpose_without_a_model_is_told_at_the_start(
    tmp_path: Path, model: dict[str, object], told: str
) -> None:
    """A server whose settings name no model for a purpose says which setting, and what to do."""
    chosen = server_settings(
        f"sqlite:///{tmp_path / 'inn.db'}", tmp_path, model={"name": "offline", **model}
    )

    with pytest.raises(InvalidInput) as refused:
        async with bootstrap.running(chosen, serve=False):
            pass

    assert refused.value.message.startswith(told)
