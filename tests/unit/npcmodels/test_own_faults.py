"""What fails on our own side is told as such: keys that cannot be sent, names, TLS and proxies."""

import asyncio

import pytest
from pydantic import SecretStr

from npcmodels.discovery import fetch_json
from npcmodels.embed.registry import embedder
from npcmodels.openai import OpenAILanguageModel
from npcmodels.registry import ModelSpec, language_model
from npcserver.config import EmbedderSettings
from npcserver.model.errors import InvalidInput, ModelUnreachable
from npcserver.model.model_use import Purpose
from npcserver.ports.language_model import CallTimeouts, Message, Request

ASKED = Request(
    purpose=Purpose.REPLY,
    messages=(Message("user", "Hello"),),
    patience=CallTimeouts(first_word=30.0, total=60.0),
)
KEYS = {
    "sk-1\n": "U+000A",
    "sk-1\r": "U+000D",
    " sk-1": "a blank",
    "sk-1 ": "a blank",
    "\u201csk-1\u201d": "left double quotation mark",
    "sk\u20111": "non-breaking hyphen",
    "ключ": "cyrillic small letter ka",
    "sk-1\ufeff": "zero width no-break space",
}


@pytest.mark.parametrize("key", KEYS)
async def test_a_key_that_cannot_be_sent_is_told_at_the_start(key: str) -> None:
    """The message names the setting and the character, and not the key."""
    for make, source in ((_model, "THE_KEY"), (_embedder, "embedder.api_key")):
        with pytest.raises(InvalidInput) as refused:
            await make(key)

        assert refused.value.message.startswith(f"{source}: ")
        assert KEYS[key] in refused.value.message
        assert "sk" not in refused.value.message

    with pytest.raises(PermissionError):
        await fetch_json("http://127.0.0.1:1/v1/models", key)


async def _model(key: str) -> None:
    language_model(ModelSpec(name="openai:m", api_key=key, key_from="THE_KEY"))


async def _embedder(key: str) -> None:
    # As a variable of the environment may bring it along: settings refuse it themselves.
    await embedder(EmbedderSettings.model_construct(name="openai:m", api_key=SecretStr(key)))


async def _told(url: str) -> str:
    model = OpenAILanguageModel(model="m", base_url=url)
    try:
        with pytest.raises(ModelUnreachable) as failed:
            async for _ in model.generate(ASKED):
                pass
    finally:
        await model.close()
    return failed.value.message


async def test_a_name_that_nobody_has_is_told() -> None:
    """It is no matter of an endpoint that does not run."""
    assert "no machine of that name is found" in await _told("http://nowhere.invalid/v1")


async def test_a_port_without_tls_is_told() -> None:
    """An address that begins with https:// where http:// is meant."""

    async def taken(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(taken, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        assert "does not speak TLS" in await _told(f"https://127.0.0.1:{port}/v1")


async def test_a_proxy_that_is_gone_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The endpoint may run well behind it."""
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)

    assert "the proxy of the environment" in await _told("http://10.1.2.3/v1")


async def test_an_endpoint_that_is_gone_is_told() -> None:
    """Nothing of ours is at fault then."""
    assert "is it running, and there?" in await _told("http://127.0.0.1:9/v1")
