"""How much a model is shown follows from what its server can hold, whatever the server says."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path

import pytest

from npcmodels.discovery import is_nearby
from npcmodels.served_context import context_by_name, served_context
from npcserver import bootstrap
from npcserver.adapters.llm.context_watch import ContextWatch
from npcserver.adapters.llm.context_window import ContextWindow
from npcserver.model.record import RecordKind, TurnTaken
from npcserver.model.turn import Line, Receipt, Rung, TurnEvent
from tests.fakes.model_servers import NAME, SAID, Kind, ModelServer, serve_model
from tests.fakes.running_server import INN_FILE, InnServer, server_settings

WAITS = 5.0
TALK = "The wind turned to the north last night, and the boats stayed in. " * 12


@pytest.mark.parametrize(
    ("kind", "source"),
    [
        ("llama.cpp", "llama.cpp's /props"),
        ("Ollama", "Ollama's /api/ps"),
        ("LM Studio", "LM Studio's /api/v0/models"),
        ("vLLM", "the endpoint's list of models"),
    ],
)
async def test_each_server_tells_what_it_serves(kind: Kind, source: str) -> None:
    """Each kind of server is asked in its own way, and told by its answer how to enlarge it."""
    async with serve_model(kind, context=6144) as llm:
        told = await served_context(llm.base_url, "key", NAME, seconds=WAITS)

    assert told is not None
    assert (told.tokens, told.source, told.is_default) == (6144, source, False)
    assert told.advice


@pytest.mark.parametrize(
    ("kind", "num_ctx", "tokens"),
    [("Ollama", None, 4096), ("Ollama", 12000, 12000), ("LM Studio", None, 4096)],
)
async def test_a_model_that_is_not_loaded_serves_what_it_will_be_loaded_with(
    kind: Kind, num_ctx: int | None, tokens: int
) -> None:
    """Before it is loaded, a model has the server's default, never what it was trained for."""
    async with serve_model(kind, context=20000, is_loaded=False, num_ctx=num_ctx) as llm:
        told = await served_context(llm.base_url, "", NAME, seconds=WAITS)

    assert told is not None
    assert (told.tokens, told.is_default) == (tokens, True)


@pytest.mark.parametrize("claimed", [0, -5, "many", None, True, 1 << 40, 3.5])
async def test_an_answer_that_is_no_length_tells_nothing(claimed: object) -> None:
    """A router's placeholder of zero, or any nonsense, is no context."""
    async with serve_model("vLLM", claimed=claimed) as llm:
        llm.context = claimed  # type: ignore[assignment]
        assert await served_context(llm.base_url, "", NAME, seconds=WAITS) is None


async def test_a_server_that_tells_nothing_or_is_not_there_is_not_waited_for() -> None:
    """Of a plain endpoint nothing is known, nor of one that is down."""
    async with serve_model("plain") as llm:
        assert await served_context(llm.base_url, "", NAME, seconds=WAITS) is None
    assert await served_context(llm.base_url, "", NAME, seconds=WAITS) is None


def test_hosted_models_are_known_by_name_and_servers_nearby_by_address() -> None:
    """Names tell the context of hosted models only; what is nearby has a speed that matters."""
    by_name = {name: context_by_name(name) for name in ("gpt-4o-mini", "openai/gpt-4", "qwen")}

    assert {name: told and told.tokens for name, told in by_name.items()} == {
        "gpt-4o-mini": 128_000,
        "openai/gpt-4": 8192,
        "qwen": None,
    }
    near = (
        "http://localhost:1/v1",
        "http://127.0.0.1/v1",
        "http://192.168.1.5/v1",
        "http://box/v1",
    )
    assert all(map(is_nearby, near))
    assert not is_nearby("https://api.example.com/v1")


@asynccontextmanager
async def app(llm: ModelServer, folder: Path, **more: object) -> AsyncGenerator[InnServer, None]:
    url = f"sqlite:///{folder / 'app.db'}"
    chosen: dict[str, object] = {
        "model": {"name": f"openai:{NAME}", "base_url": llm.base_url},
        "dialogue": {"first_word_seconds": 30.0, "total_seconds": 60.0, "conversation_lines": 100},
        "cognition": {"workers": 0},
        **more,
    }
    async with bootstrap.running(server_settings(url, folder, **chosen), serve=False) as running:
        await running.importing.put(INN_FILE)
        timeline = await running.services.timelines.start(INN_FILE.world.id)
        yield InnServer(running, timeline.id)


def spoken(events: list[TurnEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, Line)]


async def receipts(here: InnServer) -> list[Receipt]:
    async with here.here.store.read() as reader:
        timeline = await reader.timeline(here.timeline_id)
        view = await reader.at(timeline.vantage)
        records = await view.after(0, 1000, (RecordKind.TURN,))
    return [each.body.receipt for each in records if isinstance(each.body, TurnTaken)]


async def talk(here: InnServer, turns: int) -> None:
    for number in range(turns):
        assert spoken(await here.turn(f"{number}. {TALK}")) == [SAID]


@pytest.mark.parametrize(
    ("kind", "weights", "profile"),
    [
        ("llama.cpp", 494_032_768, "short"),
        ("llama.cpp", 1_543_714_304, "guarded"),
        ("Ollama", 494_030_000, "short"),
        ("LM Studio", 494_030_000, "full"),
    ],
)
async def test_a_small_model_gets_short_prompts(
    kind: Kind, weights: int, profile: str, tmp_path: Path
) -> None:
    """Servers that tell the size of their model are believed; of others nothing is assumed."""
    async with serve_model(kind, weights=weights) as llm, app(llm, tmp_path) as here:
        await talk(here, 1)
        (made,) = await receipts(here)

    assert made.prompt_profile == profile
    assert ('"promises"' in llm.prompts[0]) == (profile != "short")


@pytest.mark.parametrize("kind", ["llama.cpp", "Ollama", "LM Studio", "vLLM"])
async def test_prompts_keep_within_what_is_served(kind: Kind, tmp_path: Path) -> None:
    """However long the talk, no prompt is longer than the server holds, and none is refused."""
    async with serve_model(kind, context=3072) as llm, app(llm, tmp_path) as here:
        await talk(here, 24)
        made = await receipts(here)

    assert all(0 < count <= 3072 - 300 for count in llm.counted)
    assert max(llm.counted) > 1800
    assert not any(one.faults for one in made)
    assert {one.rung for one in made} == {Rung.PRIMARY}
    assert all(one.prompt_budget > 0 for one in made)


@pytest.mark.parametrize("kind", ["llama.cpp", "vLLM", "LM Studio"])
async def test_a_server_that_claims_too_much_is_asked_again_with_half(
    kind: Kind, tmp_path: Path
) -> None:
    """The turn whose prompt was refused is asked again once, and later ones are not refused."""
    async with serve_model(kind, context=2048, claimed=32768) as llm, app(llm, tmp_path) as here:
        await talk(here, 24)
        made = await receipts(here)

    refused = [number for number, one in enumerate(made) if one.faults]
    assert llm.counted.count(0) == len(refused) == 1
    assert made[refused[0]].faults[0].startswith("PromptTooLong")
    assert {one.rung for one in made} == {Rung.PRIMARY}


@pytest.mark.parametrize("kind", ["llama.cpp", "Ollama", "LM Studio", "plain"])
@pytest.mark.parametrize("context", [256, 512, 1024])
async def test_in_a_tiny_context_the_player_still_gets_a_line(
    kind: Kind, context: int, tmp_path: Path
) -> None:
    """A context that holds not even the rules costs one call more at most, never the line."""
    async with serve_model(kind, context=context) as llm, app(llm, tmp_path) as here:
        for number in range(4):
            before = len(llm.prompts)
            assert spoken(await here.turn(f"{number}. {TALK}"))
            assert len(llm.prompts) - before <= 2


async def test_a_template_that_leaves_no_space_costs_the_words_and_not_the_line(
    tmp_path: Path,
) -> None:
    """What an author wrote longer than the context has the offline actor speak, and is noted."""
    shipped = resources.files("npcserver.prompts").joinpath("templates", "en", "reply.j2")
    rules = "Always speak as people of the coast do, slowly, and never of the weather. " * 300
    own = tmp_path / "own" / "en" / "reply.j2"
    own.parent.mkdir(parents=True)
    start, found, rest = shipped.read_text().partition("{% block system %}")
    own.write_text(f"{start}{found}{rules}{rest}")
    chosen = {"prompts": str(own.parents[1])}
    async with serve_model("llama.cpp", context=2048) as llm, app(llm, tmp_path, **chosen) as here:
        for number in range(3):
            assert spoken(await here.turn(f"{number}. {TALK}"))
        made = await receipts(here)

    assert found
    assert {one.rung for one in made} == {Rung.OFFLINE}
    assert all(one.faults[0].startswith("PromptTooLong") for one in made)


async def test_cached_tokens_are_in_the_receipt(tmp_path: Path) -> None:
    """What the server had cached stands in the receipt and in the count of the meter."""
    async with serve_model("plain", cached=0.5) as llm, app(llm, tmp_path) as here:
        await talk(here, 2)
        made = await receipts(here)
        count = sum(each.cached_tokens for each in here.here.meter.snapshot())

    assert [one.usage.cached_tokens for one in made] == [
        round(one.usage.prompt_tokens * 0.5) for one in made
    ]
    assert count == sum(one.usage.cached_tokens for one in made)


async def test_a_ceiling_that_was_set_stays_in_force(tmp_path: Path) -> None:
    """A `dialogue.prompt_tokens` of one's own bounds prompts as it always did."""
    dialogue = {"first_word_seconds": 30.0, "total_seconds": 60.0, "prompt_tokens": 900}
    async with (
        serve_model("llama.cpp", context=32768) as llm,
        app(llm, tmp_path, dialogue=dialogue) as here,
    ):
        await talk(here, 12)
        made = await receipts(here)

    assert {one.prompt_budget for one in made} == {900}


async def test_a_server_that_came_back_is_asked_again() -> None:
    """After the model was loaded, or the server was away, its context is asked for once more."""
    async with serve_model("Ollama", context=20000, is_loaded=False) as llm:
        window = ContextWindow()
        watch = ContextWatch(
            window, lambda: served_context(llm.base_url, "", NAME, seconds=WAITS), pause=0
        )
        await watch.ask()
        assert window.tokens() == 4096
        llm.is_loaded = True
        watching = asyncio.create_task(watch.run())
        window.wants_asking.set()
        async with asyncio.timeout(30):
            while window.tokens() != 20000:  # noqa: ASYNC110 - what it waits for sets no event
                await asyncio.sleep(0.01)
        watching.cancel()


async def test_a_line_never_waits_for_the_question(tmp_path: Path) -> None:
    """No turn asks the server for its context; that is done at the start and in the background."""
    async with serve_model("llama.cpp") as llm, app(llm, tmp_path) as here:
        asked = len([path for path in llm.asked if path.startswith("/props")])
        await talk(here, 3)

    assert asked == 1
    assert [path for path in llm.asked if path.startswith("/props")] == ["/props?model=" + NAME]
