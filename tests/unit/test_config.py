"""Settings that follow from others."""

from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from npcserver.config import EmbedderSettings, ModelSettings, Settings
from npcserver.model.model_use import ModelUse


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


def test_what_is_not_set_for_a_purpose_is_as_for_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each key of `[model]` can be set for one purpose, by file and by environment."""
    file = tmp_path / "npcserver.toml"
    file.write_text(
        "[model]\nname = 'openai:a'\nconcurrency = 3\n[model.dialogue]\nname = 'openai:b'\n"
        "prompt_price = 2.5\n[model.ratings]\nname = 'offline'\n"
    )
    monkeypatch.setenv("NPCSERVER_CONFIG", str(file))
    monkeypatch.setenv("NPCSERVER_MODEL__DIALOGUE__NAME", "openai:c")
    monkeypatch.setenv("NPCSERVER_MODEL__RATINGS__THREADS", "2")

    model = Settings(model={"concurrency": 5}).model  # type: ignore[arg-type]

    assert {use: model.of(use).name for use in ModelUse} == {
        "dialogue": "openai:c", "thoughts": "openai:a", "ratings": "offline", "scenes": "openai:a",
    }  # fmt: skip
    assert {model.of(use).concurrency for use in ModelUse} == {5}
    assert [model.of(use).prompt_price for use in ModelUse] == [2.5, 0.0, 0.0, 0.0]
    assert [model.of(use).threads for use in ModelUse] == [0, 0, 2, 0]


def test_each_key_of_a_model_can_be_set_for_each_purpose() -> None:
    """No key holds for all purposes alone."""
    for use in ModelUse:
        own = set(type(ModelSettings().own(use)).model_fields)
        # what steps in for the model of dialogue is for that purpose as it is
        assert own >= set(ModelSettings.model_fields) - set(ModelUse) - {"fallback"}


def test_the_key_of_one_endpoint_is_not_sent_to_another() -> None:
    """A purpose with an address of its own has the key that is set for it, or none."""
    model = ModelSettings.model_validate(
        {
            "name": "openai:a",
            "base_url": "https://a.example/v1",
            "api_key": "secret",
            "thoughts": {"name": "openai:b"},
            "ratings": {"base_url": "http://127.0.0.1:1/v1"},
            "scenes": {"base_url": "http://127.0.0.1:1/v1", "api_key": "own"},
        }
    )

    assert [model.of(use).key for use in ModelUse] == ["secret", "secret", "", "own"]


def test_it_is_known_where_a_key_is_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable, a setting of all purposes, or that of one, which may not be set yet."""
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    model = ModelSettings.model_validate(
        {
            "name": "openai:a",
            "thoughts": {"api_key": "own"},
            "ratings": {"base_url": "http://127.0.0.1:1/v1"},
        }
    )
    assert [model.key_from(use) for use in (None, *ModelUse)] == [
        "OPENAI_API_KEY",
        "OPENAI_API_KEY",
        "model.thoughts.api_key",
        "model.ratings.api_key",
        "OPENAI_API_KEY",
    ]
    monkeypatch.delenv("OPENAI_API_KEY")
    assert model.key_from(None) == model.key_from(ModelUse.DIALOGUE) == "model.api_key"
    assert EmbedderSettings(api_key=SecretStr("own")).key_variable == ""


def test_talk_with_players_has_no_budget() -> None:
    """A limit for dialogue is refused, since it could keep a character from answering."""
    with pytest.raises(ValidationError, match="talk with players is never refused"):
        ModelSettings.model_validate({"dialogue": {"money_per_day": 1}})
