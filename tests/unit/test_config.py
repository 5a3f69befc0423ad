"""Settings that follow from others."""

import pytest

from npcserver.config import EmbedderSettings, ModelSettings, Settings


@pytest.mark.parametrize("group", [ModelSettings, EmbedderSettings])
def test_the_key_of_openai_goes_to_openai_alone(
    group: type[ModelSettings] | type[EmbedderSettings], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a key of its own only OpenAI's endpoint gets `OPENAI_API_KEY`."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1")

    assert group().key == "sk-1"
    assert group(base_url="http://127.0.0.1:1/v1").key == ""
    assert group.model_validate({"api_key": "own"}).key == "own"


@pytest.mark.parametrize(
    ("chosen", "http_port"),
    [
        ({}, 50052),
        ({"server": {"port": 6000}}, 6001),
        ({"server": {"port": 0}}, 0),
        ({"server": {"port": 6000}, "http": {"port": 80}}, 80),
    ],
)
def test_http_is_beside_grpc(chosen: dict[str, object], http_port: int) -> None:
    """Two servers whose gRPC ports differ do not meet on a port that nobody chose."""
    assert Settings.model_validate(chosen).http_port == http_port
