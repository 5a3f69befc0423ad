"""What a local model has read is there when it is needed, and nothing read is in a player's way."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from npcserver import bootstrap
from npcserver.app.attention import SetAttention
from npcserver.app.conversation.circle_utterance import SayInCircle
from npcserver.bootstrap.model_stack import build_model_stacks
from npcserver.config import Settings
from npcserver.model.character import Attention, Person
from npcserver.model.ids import CharacterId
from npcserver.model.model_use import ModelUse, Purpose
from npcserver.model.turn import Line, Rung, TurnEvent, TurnFinished
from npcserver.ports.language_model import CallLane, Message, Request
from npcserver.ports.thinker import Thinker
from tests.fakes.model_servers import (
    BATCH,
    NAME,
    SAID,
    PromptRead,
    PromptReadingServer,
    prompt_of,
    serve_prompt_reading,
)
from tests.fakes.running_server import ANN, INN_FILE, MIRA, InnServer, server_settings

BOB = Person(id="bob", name="Bob")
AUTHORED = "Hm? I lost the thread."
ARRIVES_SECONDS = 3.0  # for what a turn asked as it ended
WAITS = {"first_word_seconds": 30.0, "total_seconds": 60.0}


@asynccontextmanager
async def app(
    llm: PromptReadingServer, folder: Path, dialogue: Mapping[str, object], **more: object
) -> AsyncGenerator[InnServer, None]:
    chosen: dict[str, object] = {
        "model": {"name": f"openai:{NAME}", "base_url": llm.base_url},
        "cognition": {"workers": 0},
        "dialogue": dialogue,
        **more,
    }
    url = f"sqlite:///{folder / 'app.db'}"
    async with bootstrap.running(server_settings(url, folder, **chosen), serve=False) as running:
        await running.importing.put(INN_FILE)
        timeline = await running.services.timelines.start(INN_FILE.world.id)
        yield InnServer(running, timeline.id)


async def comes_near(here: InnServer) -> None:
    """Tell the server that the player has come near Mira."""
    wish = SetAttention(
        timeline_id=here.timeline_id, changes=((CharacterId(MIRA), Attention.FOREGROUND),)
    )
    await here.services.attending.set_attention(wish)


async def stands_together(here: InnServer) -> str:
    """Let Ann and Mira stand together."""
    mira = Person(id=MIRA, name="Mira", is_player=False)
    circles = here.services.circles
    return (await circles.open(timeline_id=here.timeline_id, members=(ANN, mira))).circle.id


async def says_in(here: InnServer, circle_id: str, words: str) -> None:
    """Let Ann say something in a circle, and let one character answer."""
    say = SayInCircle(
        timeline_id=here.timeline_id,
        circle_id=circle_id,
        speaker_id=ANN.id,
        text=words,
        affordances=None,
        entities=None,
        most_turns=1,
    )
    async with aclosing(here.services.circles.say(say)) as events:
        async for _ in events:
            pass


async def until(llm: PromptReadingServer, holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        await llm.until(lambda _: holds())


def ahead(llm: PromptReadingServer) -> list[PromptRead]:
    return [one for one in llm.reads if one.is_ahead]


def of_turns(llm: PromptReadingServer) -> list[PromptRead]:
    return [one for one in llm.reads if not one.is_ahead]


def said(events: list[TurnEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, Line)]


async def test_a_first_word_is_three_times_nearer_once_its_character_was_in_view(
    tmp_path: Path,
) -> None:
    """Of the prompt of a first turn at most 0.35 is left to read, counted in tokens."""
    async with serve_prompt_reading() as llm:
        for folder, is_near in ((tmp_path / "cold", False), (tmp_path / "warm", True)):
            llm.empty()
            async with app(llm, folder, WAITS) as here:
                if is_near:
                    await comes_near(here)
                    await until(llm, lambda: any(one.is_answered for one in ahead(llm)))
                assert said(await here.turn("Is there a ferry tonight?")) == [SAID]

    cold, warm = of_turns(llm)
    assert cold.read > 0.9 * cold.prompt
    assert warm.read <= 0.35 * cold.read


async def test_what_is_on_a_mind_is_read_before_anybody_speaks(tmp_path: Path) -> None:
    """The memories that stand before who is there are the same whatever a player then says."""
    async with serve_prompt_reading() as llm, app(llm, tmp_path, WAITS) as here:
        await here.observe("The ferry was late.", "A gull stole the bread.")
        await comes_near(here)
        await until(llm, lambda: any(one.is_answered for one in ahead(llm)))
        (read, *_) = [prompt_of(body) for body in llm.bodies if body.get("max_tokens") == 1]
        await here.turn("Is there a ferry tonight?")

    (_, _, on_its_mind) = read.partition("On your mind")
    assert "The ferry was late." in on_its_mind
    assert "A gull stole the bread." in on_its_mind
    assert prompt_of(llm.bodies[-1]).startswith(read.removesuffix("user\n."))


async def test_a_talk_that_is_resumed_is_read_with_what_was_said(tmp_path: Path) -> None:
    """With the talk so far: a player who comes back is answered at once."""
    async with serve_prompt_reading() as llm:
        async with app(llm, tmp_path, WAITS) as here:
            await here.turn("Is there a ferry tonight?")
            timeline_id = here.timeline_id
        llm.empty()
        async with app(llm, tmp_path, WAITS) as here:
            here.timeline_id = timeline_id
            read_ahead = here.services.read_ahead
            assert read_ahead is not None

            read_ahead.near(timeline_id, [MIRA])
            await until(llm, lambda: any(one.is_answered for one in ahead(llm)))
            await here.turn("And tomorrow?")

    assert of_turns(llm)[-1].read <= 0.35 * of_turns(llm)[0].read


@pytest.mark.parametrize("joins", [False, True])
async def test_who_stands_in_a_circle_is_read_as_it_is_opened_or_joined(
    tmp_path: Path, *, joins: bool
) -> None:
    """Of the prompt of the first turn there at most 0.35 is left to read, counted in tokens."""
    async with serve_prompt_reading() as llm:
        for reads in ("off", "auto"):
            llm.empty()
            async with app(llm, tmp_path / reads, {**WAITS, "read_ahead": reads}) as here:
                circle_id = await stands_together(here)
                if reads == "auto":
                    await until(llm, lambda: any(one.is_answered for one in ahead(llm)))
                if joins:
                    llm.empty()
                    await here.services.circles.join(
                        timeline_id=here.timeline_id, circle_id=circle_id, member=BOB
                    )
                    if reads == "auto":
                        await until(llm, lambda: sum(one.is_answered for one in ahead(llm)) == 2)
                await says_in(here, circle_id, "Mira, is there a ferry tonight?")

    cold, warm = of_turns(llm)
    assert cold.read > 0.9 * cold.prompt
    assert warm.read <= 0.35 * cold.read


@pytest.mark.parametrize("is_jealous", [False, True])
async def test_a_turn_goes_before_what_is_read_ahead(tmp_path: Path, is_jealous: bool) -> None:  # noqa: FBT001
    """An endpoint with one slot is left at once, and what was read by then is not read again."""
    server = serve_prompt_reading(reads=False, is_jealous=is_jealous)
    async with server as llm, app(llm, tmp_path, WAITS) as here:
        llm.batches = 3
        await comes_near(here)
        await until(llm, lambda: bool(ahead(llm)) and ahead(llm)[0].read == 3 * BATCH)
        turn = asyncio.create_task(here.turn("Is there a ferry tonight?"))
        await until(llm, lambda: bool(of_turns(llm)))
        llm.may_read.set()

        assert said(await turn) == [SAID]

    assert ahead(llm)[0].is_dropped
    assert llm.refused == 0
    assert of_turns(llm)[0].cached >= 3 * BATCH - 1


async def given_up(
    here: InnServer, llm: PromptReadingServer, words: str, total: float = 1.0
) -> list[TurnEvent]:
    """Take a turn that ends before the model's first word; again if the model was not asked.

    What is asked as the turn ends may arrive after it; a busy machine gets twice the time.
    """
    asked = len(of_turns(llm))
    while True:
        events = await here.turn(words, total_seconds=total)
        with suppress(TimeoutError):
            async with asyncio.timeout(ARRIVES_SECONDS):
                await llm.until(lambda _: len(of_turns(llm)) > asked)
            return events
        total *= 2


@pytest.mark.parametrize("total", [1.0, 0.5])
async def test_what_was_read_of_a_turn_that_fell_back_serves_the_next(
    tmp_path: Path, total: float
) -> None:
    """The model reads on though nobody waits, so the next turn begins at least half sooner."""
    async with serve_prompt_reading(reads=False) as llm, app(llm, tmp_path, WAITS) as here:
        llm.batches = 1
        first = await given_up(here, llm, "Is there a ferry tonight?", total)
        assert said(first) != [SAID]  # the actor speaks, or an authored line is said
        llm.may_read.set()
        await until(llm, lambda: len(llm.cache) // 4 >= 0.95 * of_turns(llm)[0].prompt)

        second = await here.turn("And tomorrow?")

    assert said(second) == [SAID]
    begun, next_one = of_turns(llm)[0], of_turns(llm)[-1]
    assert next_one.read <= 0.5 * begun.prompt
    assert len(of_turns(llm)) == 2  # the second try of the first turn went on with the first


async def test_a_prompt_that_is_read_on_is_left_for_the_next_turn(tmp_path: Path) -> None:
    """A turn does not wait for what is left of an earlier one."""
    async with serve_prompt_reading(reads=False) as llm, app(llm, tmp_path, WAITS) as here:
        llm.batches = 2
        await given_up(here, llm, "Is there a ferry tonight?")
        await given_up(here, llm, "And tomorrow?")
        await until(llm, lambda: of_turns(llm)[0].is_dropped)

    assert of_turns(llm)[1].cached >= 2 * BATCH - 1


@pytest.mark.parametrize(("limit", "is_read"), [(1, False), (100, True)])
async def test_reading_ahead_keeps_to_the_budget_of_a_day(
    tmp_path: Path,
    limit: int,
    is_read: bool,  # noqa: FBT001
) -> None:
    """It is the first thing to be given up, and what it took is counted."""
    cognition: dict[str, object] = {"workers": 0, "calls_per_day": limit}
    async with (
        serve_prompt_reading() as llm,
        app(llm, tmp_path, WAITS, cognition=cognition) as here,
    ):
        await comes_near(here)
        if is_read:
            await until(llm, lambda: any(one.is_answered for one in ahead(llm)))
        await here.turn("Is there a ferry tonight?")
        calls = {one.purpose: one.calls for one in here.here.meter.snapshot()}

    assert bool(ahead(llm)) is is_read
    assert calls.get(Purpose.READ_AHEAD, 0) == int(is_read)


async def test_the_same_is_read_once_and_again_after_the_server_was_away(tmp_path: Path) -> None:
    """A server that comes back has an empty cache."""
    async with serve_prompt_reading() as llm, app(llm, tmp_path, WAITS) as here:
        await comes_near(here)
        await until(llm, lambda: any(one.is_answered for one in ahead(llm)))
        await comes_near(here)
        llm.is_jealous = True
        async with llm.slot:
            refused = await here.turn("Is there a ferry tonight?")
        llm.is_jealous = False
        llm.empty()
        await comes_near(here)
        await until(llm, lambda: sum(one.is_answered for one in ahead(llm)) == 2)

    finished = refused[-1]
    assert isinstance(finished, TurnFinished)
    assert finished.rung is Rung.OFFLINE
    assert ahead(llm)[1].cached == 0


@pytest.mark.parametrize(
    ("name", "base_url", "chosen", "reads"),
    [
        ("openai:gpt-4o", "", "auto", False),
        ("openai:gpt-4o", "", "on", True),
        ("openai:small", "http://127.0.0.1:9/v1", "auto", True),
        ("openai:small", "http://127.0.0.1:9/v1", "off", False),
        ("scripted:echo", "", "on", False),
    ],
)
async def test_only_local_models_read_ahead_unless_told_otherwise(
    tmp_path: Path,
    name: str,
    base_url: str,
    chosen: str,
    reads: bool,  # noqa: FBT001
) -> None:
    """A hosted one is paid by the token, and who reads no prompts has nothing to read."""
    made = Settings.model_validate(
        {
            "data": tmp_path,
            "model": {"name": name, "base_url": base_url},
            "dialogue": {"read_ahead": chosen},
        }
    )
    async with AsyncExitStack() as stack:
        found = (await build_model_stacks(made, stack, None)).of(ModelUse.DIALOGUE)

    assert (found.reading is not None) is reads


THOUGHT = Request(
    purpose=Purpose.PLAN,
    messages=(Message("user", "What will you do today? " * 400),),
    lane=CallLane.BACKGROUND,
)


async def test_a_player_takes_the_slot_from_a_thought_of_a_slow_model(tmp_path: Path) -> None:
    """The thought is broken off at the endpoint, and the player's prompt is read at once."""
    async with AsyncExitStack() as stack:
        llm = await stack.enter_async_context(serve_prompt_reading(reads=False))
        settings = {"data": tmp_path, "model": {"name": f"openai:{NAME}", "base_url": llm.base_url}}
        stacks = await build_model_stacks(Settings.model_validate(settings), stack, None)
        found = stacks.of(ModelUse.DIALOGUE)
        assert not isinstance(found.model, Thinker)
        found.window.first_word = 5.0  # so long a player waited lately
        llm.batches = 1
        thinking = asyncio.ensure_future(anext(found.model.generate(THOUGHT)))
        await until(llm, lambda: bool(llm.reads) and llm.reads[0].read > 0)
        speaking = asyncio.ensure_future(
            anext(found.model.generate(replace(THOUGHT, lane=CallLane.PLAYER)))
        )
        await until(llm, lambda: llm.reads[0].is_dropped)
        llm.may_read.set()

        assert isinstance(await speaking, str)
        thinking.cancel()

    assert [one.is_dropped for one in llm.reads] == [True, False]
