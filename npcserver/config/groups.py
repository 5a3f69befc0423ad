"""The settings by group, each with its default and its meaning."""

import re
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    field_validator,
    model_validator,
)

from npcserver.model.limits import key_problem

# A browser names an origin by scheme, host and port; apps may have schemes of their own.
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#\s]+")

SHORTEST_KEY = 16
"""Characters; a shorter key could be guessed by calling again and again."""


class Group(BaseModel):
    """Settings that belong together; unknown names are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @field_validator("*")
    @classmethod
    def _one_line(cls, value: Any) -> Any:
        return without_control_characters(value)


def without_control_characters(value: Any) -> Any:
    """Return the value. Raises `ValueError` where a text or path in it has a control character.

    Such as the carriage return that `export NAME=value` takes along from a file with the line ends
    of Windows. The message does not quote the value, which may be a secret.
    """
    for one in value if isinstance(value, tuple) else (value,):
        text = one.get_secret_value() if isinstance(one, SecretStr) else one
        found = _UNUSABLE.search(str(text)) if isinstance(text, str | Path) else None
        if found:
            where = "ends with" if found.end() == len(str(text)) else "contains"
            advice = "remove it, or write \\ in 'single quotes' or as / if it is meant for a path"
            is_in_path = isinstance(text, Path) and found.end() < len(str(text))
            raise ValueError(
                f"{where} {_NAMES.get(found[0], 'a control character')}; "
                + (advice if is_in_path else "remove it")
            )
    return value


_UNUSABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")  # the last are bytes that are not UTF-8
_NAMES = {"\r": "a carriage return", "\n": "a line break", "\t": "a tab"}


class DatabaseSettings(Group):
    """Where the database is."""

    url: str = Field(
        default="",
        description="SQLAlchemy URL: `sqlite:///FILE` or `postgresql+psycopg://USER:PASSWORD@HOST/"
        "NAME`. Empty: `npcserver.db` in the data folder.",
    )
    pool_size: int = Field(default=10, ge=1, le=200, description="Connections for reading.")
    wait_seconds: float = Field(
        default=30.0,
        ge=0,
        le=3600,
        description="How long `serve` waits for another server of the same SQLite file to end, as "
        "in a restart.",
    )
    poll_seconds: float = Field(
        default=10.0,
        gt=0,
        le=3600,
        description="How often watched timelines are polled for what other processes wrote, "
        "with one statement. PostgreSQL notifies at once, so this only finds what was missed.",
    )


class ServerSettings(Group):
    """Where the server listens, its limits for callers, its keys and its certificate."""

    host: str = Field(default="127.0.0.1", description="Address to listen on.")
    port: int = Field(default=50051, ge=0, le=65535, description="Port; 0 picks a free one.")
    linger_seconds: float | None = Field(
        default=None,
        ge=0,
        le=600,
        description="How long a server that is ending still answers everything, while `ready` "
        "sends callers elsewhere. Empty: 0 where only this machine can call, otherwise 5.",
    )
    grace_seconds: float = Field(
        default=10.0,
        ge=0,
        le=600,
        description="How long running calls may finish after that, while no new ones are taken.",
    )
    deadline_seconds: float = Field(
        default=15.0, gt=0, le=60, description="Deadline of a unary call that names none."
    )
    reflection: bool = Field(default=True, description="Whether tools may list the services.")
    keys: tuple[SecretStr, ...] = Field(
        default=(),
        description="Keys of administrators, one of which each call carries as `authorization: "
        "Bearer KEY`; 16 random characters or more each, in the environment a list in JSON: "
        '`["KEY"]`. Without any key, also from `npcserver keys create`, only programs on this '
        "machine may call.",
    )
    tls_certificate: Path | None = Field(
        default=None,
        description="PEM file with our certificate and its chain; connections are encrypted then, "
        "over HTTP too.",
    )
    tls_private_key: Path | None = Field(
        default=None, description="PEM file with the private key of the certificate."
    )

    tls_client_authorities: Path | None = Field(
        default=None,
        description="PEM file with the authorities of callers' certificates. If it is set, "
        "callers need such a certificate to connect (mutual TLS), beside their key.",
    )

    @field_validator("keys")
    @classmethod
    def _that_can_be_sent(cls, keys: tuple[SecretStr, ...]) -> tuple[SecretStr, ...]:
        """Refuse keys that no call could carry; the message does not reveal them."""
        for key in (one.get_secret_value() for one in keys):
            if problem := key_problem(key) or ("" if key else "is empty; write it or leave it out"):
                raise ValueError(f"a key {problem}")
        if any(len(key.get_secret_value()) < SHORTEST_KEY for key in keys):
            raise ValueError(
                f"a key has {SHORTEST_KEY} characters or more, and is random, since its holder is "
                "an administrator; `openssl rand -hex 32` prints one, and `npcserver keys create "
                "NAME --role admin` makes one that can be revoked"
            )
        return keys

    @model_validator(mode="after")
    def _whole_certificate(self) -> Self:
        if (self.tls_certificate is None) != (self.tls_private_key is None):
            raise ValueError("tls_certificate and tls_private_key go together; set both or none")
        if self.tls_client_authorities is not None and self.tls_certificate is None:
            raise ValueError("tls_client_authorities needs tls_certificate and tls_private_key")
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


class MemorySettings(Group):
    """Retrieval: its profile and its limits."""

    profile: Literal[
        "default",
        "default_v3",
        "default_v2",
        "default_v1",
        "paper_v1",
        "paper_v2",
        "reference_code",
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


class ReceiptSettings(Group):
    """How long the prompts behind receipts are kept."""

    prompt_days: int = Field(
        default=90,
        ge=0,
        le=36_500,
        description="Days for which prompts are stored with their receipts. "
        "0: no prompt is stored.",
    )
    prompt_mb: int = Field(
        default=2_000,
        ge=0,
        le=10_000_000,
        description="Space for stored prompts, compressed, in MB; the oldest are dropped first. "
        "0: no prompt is stored.",
    )

    @property
    def keeps_prompts(self) -> bool:
        """Whether prompts are stored at all."""
        return self.prompt_days > 0 and self.prompt_mb > 0


class DialogueSettings(Group):
    """Limits of a turn, and its prompt."""

    first_word_seconds: float = Field(
        default=0.0,
        ge=0,
        le=60,
        description="Longest wait for the first word. 0: 2.5 for a hosted model; for a local one, "
        "by how fast it reads and what its last lines took, from 2.5 (embedded: 8) to 45.",
    )
    between_words_seconds: float = Field(
        default=0.0,
        ge=0,
        le=60,
        description="Longest silence between words. 0: 1.5, and up to 10 for a slow local model.",
    )
    total_seconds: float = Field(
        default=0.0,
        ge=0,
        le=120,
        description="Longest turn. 0: 8, and for a slow local model twice the wait for its "
        "first word, up to 55.",
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
        description="Whether the model reads the beginning of a reply's prompt before the "
        "player speaks, and reads on after a turn was given up. `auto`: only local models, "
        "since a hosted one costs money.",
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
        default=48,
        ge=0,
        le=100,
        description="Most lines of the conversation in a prompt. From 32 on it may be up to 15 "
        "fewer, so that the beginning of a long talk stays in the cache of the model's server.",
    )


class CognitionSettings(Group):
    """Background work: jobs, attention, thresholds and budgets."""

    workers: int | None = Field(
        default=None,
        ge=0,
        le=64,
        description="Jobs at one time, beside two for the clock and for reactions; 0 does none "
        "at all. Empty: as `model.background`, or one if the model runs inside the server.",
    )
    lease_seconds: float = Field(
        default=120.0,
        gt=1,
        le=3600,
        description="After this a job that was not finished is retried.",
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
        description="Questions about unusual events that a foreground character asks the model "
        "in a game day, where rules would decide otherwise. 0 asks none.",
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
        description="How many memories without an importance are rated in one question; fewer "
        "once half a game hour or five minutes have passed, or when a plan or a reflection "
        "needs them. 1 rates each at once.",
    )
    calls_per_person: int = Field(
        default=180,
        ge=0,
        description="Model calls of a timeline in a game day, times the characters of its "
        "world, before its thoughts thin out. Talk with players counts, and is never refused; 0 "
        "is no limit. A world may set its own.",
    )
    calls_per_day: int = Field(
        default=0, ge=0, description="The same for all characters together; 0 is no such limit."
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
