"""Models by name, and which one speaks when none is named."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from npcmodels import weights
from npcmodels.discovery import (
    DiscoveredServer,
    ModelPreference,
    choose_model,
    discover_servers,
    keys_in,
    models_at,
)
from npcmodels.hardware import best_of
from npcmodels.registry import ModelSpec, language_model
from npcserver.model.errors import InvalidInput

MODELS = (
    b'{"object": "list", "data": [{"id": "nomic-embed-text"}, {"id": "qwen2.5:7b"}, {"id": "b"}]}'
)


@pytest.mark.parametrize(
    ("name", "known_as"),
    [
        ("openai:gpt-4o-mini", "openai:gpt-4o-mini"),
        ("offline", "offline:actor-3"),
        ("scripted:echo", "scripted:echo"),
        ("schema:2", "schema:2"),
        ("schema", "schema:0"),
        ("schema:0.5,seed=7", "schema:0.5"),
    ],
)
async def test_names_make_models(name: str, known_as: str) -> None:
    """A name chooses provider and model."""
    model = language_model(ModelSpec(name=name))

    assert model.name == known_as
    await model.close()


@pytest.mark.parametrize(
    ("spec", "field", "problem"),
    [
        (ModelSpec(name="oracle:x"), "model.name", "known: auto, local, offline, openai, schema"),
        (ModelSpec(name="gpt-9"), "model.name", "for any other model write openai:gpt-9"),
        (ModelSpec(name="openai"), "model.name", "openai:gpt-4o-mini"),
        (ModelSpec(name="openai:x", base_url="localhost:1234"), "model.base_url", "http://"),
        (ModelSpec(name="local"), "model.gguf", "models pull"),
        (ModelSpec(name="schema:soon"), "model.name", "schema:SECONDS"),
        (ModelSpec(name="schema:-1"), "model.name", "schema:SECONDS"),
        (ModelSpec(name="schema:nan"), "model.name", "schema:SECONDS"),
    ],
)
def test_bad_names_say_what_is_known(spec: ModelSpec, field: str, problem: str) -> None:
    """A name nothing can be made of is refused with the setting and what would do."""
    with pytest.raises(InvalidInput, match=problem) as caught:
        language_model(spec)

    assert caught.value.field == field


def test_the_offline_default_loads_no_foreign_client() -> None:
    """Neither openai nor httpx2 is imported for models that need neither."""
    code = (
        "import sys, asyncio\n"
        "from pathlib import Path\n"
        "from npcmodels.registry import ModelSpec, language_model\n"
        "from npcmodels.discovery import ModelPreference, choose_model\n"
        "asyncio.run(choose_model(ModelPreference(models_folder=Path('none')), ports=()))\n"
        "language_model(ModelSpec(name='offline'))\n"
        "language_model(ModelSpec(name='scripted:echo'))\n"
        "sys.exit(any(name in sys.modules for name in ('openai', 'httpx2', 'xllamacpp')))"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@asynccontextmanager
async def server(answer: bytes, *, hang: bool = False) -> AsyncGenerator[int, None]:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        if hang:
            await reader.read()
        writer.write(answer)
        writer.close()

    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield listening.sockets[0].getsockname()[1]
    finally:
        listening.close()
        await listening.wait_closed()


def ok(body: bytes) -> bytes:
    return b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n" + body


async def test_running_servers_are_found_in_order() -> None:
    """Servers of models are found, also those that are late; others and closed ports are not."""
    async with (
        server(ok(MODELS)) as good,
        server(b"HTTP/1.0 404 Not Found\r\n\r\n") as other,
        server(ok(b"<html>")) as page,
        server(ok(b'{"data": [{"id": "bge-m3"}]}')) as silent,
        server(b"", hang=True) as stuck,
    ):
        ports = [("P", page), ("S", silent), ("O", other), ("H", stuck), ("G", good), ("N", 1)]
        found = await discover_servers(ports, answer_seconds=3)

    def at(port: int) -> str:
        return f"http://127.0.0.1:{port}/v1"

    assert found == [
        DiscoveredServer(server="S", base_url=at(silent), models=()),
        DiscoveredServer(server="H", base_url=at(stuck), models=(), is_late=True),
        DiscoveredServer(server="G", base_url=at(good), models=("qwen2.5:7b", "b")),
    ]


async def test_endless_lists_are_cut_off() -> None:
    """A server that answers with megabytes is no model server."""
    async with server(ok(b" " * 400_000)) as port:
        assert await models_at(f"http://127.0.0.1:{port}/v1", seconds=20) == ()


async def test_the_order_of_choice(tmp_path: Path) -> None:
    """Named, then found, then pulled, then the offline actor; each with its reason."""
    async with server(ok(MODELS)) as port:
        ports = [("Ollama", port)]
        named, _ = await choose_model(
            ModelPreference(name="openai:x", base_url="http://b/v1", models_folder=tmp_path),
            ports=ports,
        )
        at_url, at_url_why = await choose_model(
            ModelPreference(base_url=f"http://127.0.0.1:{port}/v1", models_folder=tmp_path),
            ports=(),
        )
        file, _ = await choose_model(
            ModelPreference(gguf=Path("x.gguf"), models_folder=tmp_path), ports=ports
        )
        found, found_why = await choose_model(
            ModelPreference(models_folder=tmp_path), ports=ports, answer_seconds=20
        )
    offline, offline_why = await choose_model(ModelPreference(models_folder=tmp_path), ports=())
    (tmp_path / weights.FILE_NAME).touch()
    local, _ = await choose_model(ModelPreference(name="local", models_folder=tmp_path), ports=())
    pulled, _ = await choose_model(
        ModelPreference(models_folder=tmp_path), ports=(), can_run_local=True
    )
    unusable, unusable_why = await choose_model(
        ModelPreference(models_folder=tmp_path), ports=(), can_run_local=False
    )

    assert (named.name, named.base_url) == ("openai:x", "http://b/v1")
    assert at_url.name == "openai:qwen2.5:7b"
    assert "offers" in at_url_why
    assert (file.name, file.gguf) == ("local", Path("x.gguf"))
    assert (found.name, found.base_url) == ("openai:qwen2.5:7b", f"http://127.0.0.1:{port}/v1")
    assert "Ollama runs on this machine" in found_why
    assert offline.name == unusable.name == "offline"
    assert "no model is configured" in offline_why
    assert "npcserver[local]" in unusable_why
    assert local.gguf == pulled.gguf == tmp_path / weights.FILE_NAME
    assert pulled.gguf == tmp_path / weights.FILE_NAME


async def test_what_else_there_was_is_told(tmp_path: Path) -> None:
    """A late server, one without models and a key are named beside what was chosen."""
    (tmp_path / weights.FILE_NAME).touch()
    keys = keys_in({"GROQ_API_KEY": "g"})
    async with (
        server(b"", hang=True) as late,
        server(ok(b'{"data": []}')) as empty,
        server(ok(MODELS)) as good,
    ):
        ports = [("Ollama", late), ("LM Studio", empty), ("vLLM", good)]
        wish = ModelPreference(models_folder=tmp_path, keys=keys)
        spec, told = await choose_model(wish, ports=ports, answer_seconds=1, can_run_local=True)

    assert spec.name == "openai:qwen2.5:7b"
    assert told.startswith("vLLM runs on this machine and offers qwen2.5:7b (and b)")
    assert f"Ollama is at http://127.0.0.1:{late}/v1, but did not answer in time" in told
    assert "LM Studio is at" in told
    assert f"{weights.FILE_NAME} was pulled earlier" in told
    assert "GROQ_API_KEY is set and not used" in told


@pytest.mark.parametrize(
    ("variable", "model", "url"),
    [
        ("OPENAI_API_KEY", "openai:gpt-4o-mini", "https://api.openai.com/v1"),
        ("OPENROUTER_API_KEY", "openai:openai/gpt-4o-mini", "https://openrouter.ai/api/v1"),
        ("GROQ_API_KEY", "openai:llama-3.1-8b-instant", "https://api.groq.com/openai/v1"),
        ("MISTRAL_API_KEY", "openai:mistral-small-latest", "https://api.mistral.ai/v1"),
    ],
)
async def test_a_key_is_used_only_with_leave(
    variable: str, model: str, url: str, tmp_path: Path
) -> None:
    """It costs money and sends words elsewhere; without leave it is told how to give it."""
    wish = ModelPreference(models_folder=tmp_path, keys=keys_in({variable: "sk-1"}))
    refused, why = await choose_model(wish, ports=())
    used, _ = await choose_model(replace(wish, allow_hosted=True), ports=())

    assert refused.name == "offline"
    assert f"{variable} is set and not used" in why
    assert "model.allow_hosted" in why
    assert (used.name, used.base_url, used.api_key) == (model, url, "sk-1")
    assert used.found_key == used.key_from == variable


async def test_a_key_that_is_refused_is_told_by_the_name_of_its_variable(tmp_path: Path) -> None:
    """It is not said of the endpoint that it has no models."""
    async with server(b"HTTP/1.0 401 Unauthorized\r\n\r\n") as port:
        url = f"http://127.0.0.1:{port}/v1"
        keys = keys_in({"OPENAI_API_KEY": "sk-1", "OPENAI_BASE_URL": url})
        spec, why = await choose_model(ModelPreference(models_folder=tmp_path, keys=keys), ports=())

    assert spec.name == "offline"
    assert f"{url} does not take the key in OPENAI_API_KEY; correct or unset it" in why


async def test_an_address_beside_the_key_is_asked_what_it_offers(tmp_path: Path) -> None:
    """What is on this machine needs no leave."""
    async with server(ok(MODELS)) as port:
        url = f"http://127.0.0.1:{port}/v1"
        keys = keys_in({"OPENAI_API_KEY": "sk-1", "OPENAI_BASE_URL": url})
        spec, why = await choose_model(ModelPreference(models_folder=tmp_path, keys=keys), ports=())
    gone, gone_why = await choose_model(
        ModelPreference(models_folder=tmp_path, keys=keys), ports=()
    )

    assert (spec.name, spec.base_url, spec.found_key) == ("openai:qwen2.5:7b", url, "")
    assert "OPENAI_API_KEY is set, for qwen2.5:7b at 127.0.0.1" in why
    assert (gone.name, gone.found_key) == ("offline", "")
    assert "lists no models" in gone_why


@pytest.mark.parametrize(
    ("models", "best"),
    [
        (("llama3.1:70b", "llama3.1:8b"), "llama3.1:8b"),
        (("qwen2.5:7b-base", "qwen2.5:7b-instruct"), "qwen2.5:7b-instruct"),
        (("deepseek-r1:8b", "gemma3:4b"), "gemma3:4b"),
        (("qwen2.5-coder:7b", "mistral"), "mistral"),
        (("smollm2:135m-instruct", "qwen2.5:3b-instruct"), "qwen2.5:3b-instruct"),
        (("b", "a"), "b"),
        (("only-base",), "only-base"),
    ],
)
def test_of_several_models_one_that_talks_and_fits_is_taken(
    models: tuple[str, ...], best: str
) -> None:
    """Base models, those for code or reasoning, and those too large come last."""
    assert best_of(models, 16 << 30) == best
