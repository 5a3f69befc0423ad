"""The settings by group, each with its default and its meaning."""

import re
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator

from npcserver.model.limits import BUDGET, key_problem

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

    url: str = ""
    """SQLAlchemy URL: `sqlite:///FILE` or `postgresql+psycopg://USER:PASSWORD@HOST/NAME`. Empty:
    `npcserver.db` in the data folder."""
    read_url: str = ""
    """URL by which the same PostgreSQL is read, such as that of a PgBouncer whose `pool_mode` is
    `transaction`. Empty: `database.url`."""
    pool_size: int = Field(default=10, ge=1, le=200)
    """Connections for reading."""
    wait_seconds: float = Field(default=30.0, ge=0, le=3600)
    """How long `serve` waits for another server of the same SQLite file to end, as in a restart."""
    poll_seconds: float = Field(default=10.0, gt=0, le=3600)
    """How often watched timelines are polled for what other processes wrote, with one statement.
    PostgreSQL notifies at once, so this only finds what was missed."""


class ServerSettings(Group):
    """Where the server listens, its limits for callers, its keys and its certificate."""

    host: str = "127.0.0.1"
    """Address to listen on."""
    port: int = Field(default=50051, ge=0, le=65535)
    """Port; 0 picks a free one."""
    linger_seconds: float | None = Field(default=None, ge=0, le=600)
    """How long a server that is ending still answers everything, while `ready` sends callers
    elsewhere. Empty: 0 where only this machine can call, otherwise 5."""
    grace_seconds: float = Field(default=10.0, ge=0, le=600)
    """How long running calls may finish after that, while no new ones are taken."""
    deadline_seconds: float = Field(default=15.0, gt=0, le=60)
    """Deadline of a unary call that names none."""
    reflection: bool = True
    """Whether tools may list the services."""
    keys: tuple[SecretStr, ...] = ()
    """Keys of administrators, one of which each call carries as `authorization: Bearer KEY`; 16
    random characters or more each, in the environment a list in JSON: `["KEY"]`. Without any key,
    also from `npcserver keys create`, only programs on this machine may call."""
    tls_certificate: Path | None = None
    """PEM file with our certificate and its chain; connections are encrypted then, over HTTP
    too."""
    tls_private_key: Path | None = None
    """PEM file with the private key of the certificate."""

    tls_client_authorities: Path | None = None
    """PEM file with the authorities of callers' certificates. If it is set, callers need such a
    certificate to connect (mutual TLS), beside their key."""

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

    enabled: Literal["auto", "on", "off"] = "auto"
    """Whether Connect, gRPC-Web and the browser page are served. `auto`: where only this machine
    can call."""
    port: int | None = Field(default=None, ge=0, le=65535)
    """Port; 0 picks a free one. Empty: the one after `server.port`, or a free one where that is
    0."""
    origins: tuple[str, ...] = ()
    """Pages that may call, such as `https://play.example.com`; `*` for any. Pages of this machine
    may where only this machine can call."""

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
        "paper_v1",
        "paper_v2",
        "reference_code",
    ] = "default"
    """Retrieval profile; `default` is the newest version of ours."""
    recall: int = Field(default=12, ge=1, le=50)
    """Memories recalled for one turn."""
    budget_mb: int = Field(default=1024, ge=16, le=1_000_000)
    """Memory held for minds that are awake, in MB."""


class ReceiptSettings(Group):
    """How long the prompts behind receipts are kept."""

    prompt_days: int = Field(default=90, ge=0, le=36_500)
    """Days for which prompts are stored with their receipts. 0: no prompt is stored."""
    prompt_mb: int = Field(default=2_000, ge=0, le=10_000_000)
    """Space for stored prompts, compressed, in MB; the oldest are dropped first. 0: no prompt is
    stored."""

    @property
    def keeps_prompts(self) -> bool:
        """Whether prompts are stored at all."""
        return self.prompt_days > 0 and self.prompt_mb > 0


class AuditSettings(Group):
    """The audit log of what models were asked and answered."""

    enabled: bool = False
    """Whether each record that a model was asked for gets an entry. Off: a game on one machine has
    nobody to account to, and each entry costs a row."""
    key: str = ""
    """File with the Ed25519 key that signs heads, in PEM. Empty: `audit-key.pem` in the data
    folder, made at the first use."""
    name: str = Field(default="npcserver", pattern=r"^[^\s+/]{1,80}$")
    """Name of the key in signed heads."""
    sign_seconds: float = Field(default=3600.0, ge=1, le=86_400)
    """How often heads are signed: what was written since the last one can be cut off unseen."""


class DialogueSettings(Group):
    """Limits of a turn, and its prompt."""

    first_word_seconds: float = Field(default=0.0, ge=0, le=60)
    """Longest wait for the first word. 0: 2.5 for a hosted model; for a local one, by how fast it
    reads and what its last lines took, from 2.5 (embedded: 8) to 45."""
    between_words_seconds: float = Field(default=0.0, ge=0, le=60)
    """Longest silence between words. 0: 1.5, and up to 10 for a slow local model."""
    total_seconds: float = Field(default=0.0, ge=0, le=120)
    """Longest turn. 0: 8, and for a slow local model twice the wait for its first word, up to
    55."""
    waiting_seconds: float = Field(default=0.7, ge=0, le=60)
    """After so long without a word a turn tells the game that it waits (`waiting`), for a gesture
    to play; 0 never does."""
    read_ahead: Literal["auto", "on", "off"] = "auto"
    """Whether the model reads the beginning of a reply's prompt before the player speaks, and reads
    on after a turn was given up. `auto`: only local models, since a hosted one costs money."""
    max_tokens: int = Field(default=300, ge=16, le=4000)
    """Longest answer."""
    temperature: float = Field(default=0.8, ge=0, le=2)
    """How freely the model speaks."""
    prompt_tokens: int = Field(default=8192, ge=500, le=100_000)
    """Longest question, by estimate; shorter where the model's context is smaller or a nearby model
    reads too slowly."""
    conversation_lines: int = Field(default=48, ge=0, le=100)
    """Most lines of the conversation in a prompt. From 32 on it may be up to 15 fewer, so that the
    beginning of a long talk stays in the cache of the model's server."""
    disclosure: bool = True
    """Whether each player is told once that a language model speaks (`disclosure`). Turn it off
    only where your game says it: Article 50 of the EU's AI Act asks for that since August 2026."""


class CognitionSettings(Group):
    """Background work: jobs, attention, thresholds and budgets."""

    workers: int | None = Field(default=None, ge=0, le=64)
    """Jobs at one time, beside two for the clock and for reactions; 0 does none at all. Empty: as
    `model.background`, or one if the model runs inside the server."""
    in_order: bool = False
    """One job at a time, in the order in which they were requested. With a model that gives the
    same answers, and a game that lets thoughts end before it goes on (`wait_for`), the same play
    leaves the same log. For tests and research: it is slow with a real model."""
    lease_seconds: float = Field(default=120.0, gt=1, le=3600)
    """After this a job that was not finished is retried."""
    attention: Literal["foreground", "background", "dormant"] = "background"
    """Tier of characters for whom the game sets none: `background` plans by the hour and is moved
    by the server, `foreground` plans by minutes and is moved by the game, `dormant` does nothing of
    its own accord."""
    extra_hours: float = Field(default=6.0, gt=0, le=8760)
    """Hours of game time after which an extra that was spoken to is one again: who comes back on
    the same visit still meets a whole mind, and it needs no plan of its own for another day."""
    reflection_threshold: int = Field(default=150, ge=1, le=100_000)
    """Importance of what was perceived since the last reflection that brings on the next; the sum
    of ratings from 1 to 10."""
    asked_reactions: int = Field(default=3, ge=0, le=1000)
    """Questions about unusual events that a foreground character asks the model in a game day,
    where rules would decide otherwise. 0 asks none."""
    lull_seconds: float = Field(default=60.0, ge=0, le=86_400)
    """Silence after which a talk with a player counts as over."""
    first_word_seconds: float = Field(default=0.0, ge=0, le=3600)
    """Wait this long for the first word of a thought, then try again later. 0: 60, and 240 for a
    model on this machine or in its network."""
    total_seconds: float = Field(default=0.0, ge=0, le=7200)
    """Give a whole thought at most this long. 0: 180, and 600 for a model on this machine or in its
    network."""
    rated_from: int = Field(default=10, ge=1, le=20)
    """How many memories without an importance are rated in one question; fewer once half a game
    hour or five minutes have passed, or when a plan or a reflection needs them. 1 rates each at
    once."""
    calls_per_person: int = Field(default=180, ge=0)
    """Model calls of a timeline in a game day, times the characters of its world, before its
    thoughts thin out. Talk with players counts, and is never refused; 0 is no limit. A world may
    set its own."""
    calls_per_day: int = Field(default=0, ge=0)
    """The same for all characters together; 0 is no such limit."""
    tokens_per_day: int = Field(default=0, ge=0)
    """The same in tokens, of questions and answers together."""
    money_per_day: float = Field(default=0.0, ge=0)
    """The same in the currency of `model.prompt_price`."""


class TalkSettings(Group):
    """How likely a character speaks to one it meets, 0 to 1. With news it always does.

    Measured with `python -m tests.benchmarks.town_news`: with these, 25 people have 100 to 113
    talks in two days, in each of four towns.
    """

    known: float = Field(default=0.5, ge=0, le=1)
    """To one it knows and neither likes nor dislikes: half of those who meet pass by."""
    liking: float = Field(default=0.5, ge=0, le=1)
    """So much more to the one it likes most (affinity 100); those it dislikes it avoids."""
    acquaintance: float = Field(default=0.4, ge=0, le=1)
    """So much more to the one it knows best (familiarity 100): there is more to go on from."""
    household: float = Field(default=0.2, ge=0, le=1)
    """So much more to one it lives with: a family at breakfast is not silent."""
    mood: float = Field(default=0.1, ge=0, le=1)
    """So much more in the best mood, and less in the worst."""
    again: float = Field(default=0.8, ge=0, le=1)
    """For those who live together, how much of this is left once they have talked that day; others
    talk once a day, unless there is news."""
    stranger: float = Field(default=0.25, ge=0, le=1)
    """To a stranger. A town meets strangers most of the time, so it sets how fast all know all."""
    stranger_news: float = Field(default=0.3, ge=0, le=1)
    """To a stranger, with news."""


class LogSettings(Group):
    """What the server logs."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    """Least level. Players' words appear at `debug` only."""
    format: Literal["console", "json"] = "console"
    """Form of a line."""


SHORTEST_SECRET = 32
"""Characters; a shorter secret of HS256 could be guessed from one token."""


class IssuerSettings(Group):
    """A backend of the studio that signs tokens itself; it has a secret or a public key."""

    algorithm: Literal["HS256", "EdDSA"]
    """How it signs; a token of another algorithm is refused."""
    secret: SecretStr | None = None
    """Shared secret of HS256, 32 characters or more."""
    public_key: Path | None = None
    """PEM file with the public key of EdDSA."""
    worlds: tuple[str, ...] = ()
    """Worlds that its tokens may be for; empty: all."""

    @model_validator(mode="after")
    def _key_of_its_algorithm(self) -> Self:
        wants_secret = self.algorithm == "HS256"
        if (self.secret is not None) != wants_secret or (self.public_key is None) != wants_secret:
            raise ValueError("HS256 has a `secret` and EdDSA a `public_key`; set that and no other")
        if self.secret is not None and len(self.secret.get_secret_value()) < SHORTEST_SECRET:
            raise ValueError(
                f"a secret has {SHORTEST_SECRET} random characters or more; `openssl rand -hex 32` "
                "prints one"
            )
        return self


class AccessSettings(Group):
    """Who may sign tokens of players, beside the server itself; keys are made by a command."""

    issuers: dict[str, IssuerSettings] = Field(default={})
    """Backends that sign tokens themselves, by key id (`kid`): a table with `algorithm`, `secret`
    or `public_key`, and `worlds`. To rotate one, add the next under another id, and remove the old
    one an hour after the last token of it."""


class BudgetSettings(Group):
    """What models may cost in a calendar day (UTC); `npcserver budget` sets more, by world."""

    world_money_per_day: float = Field(default=0.0, ge=0, le=BUDGET)
    """Money that each world may cost, talk with players included, in the currency of
    `model.prompt_price`; 0 is no limit."""
    world_tokens_per_day: int = Field(default=0, ge=0)
    """The same in tokens, of questions and answers together."""
    timeline_money_per_day: float = Field(default=0.0, ge=0, le=BUDGET)
    """Money that each timeline may cost; 0: no limit."""
    timeline_tokens_per_day: int = Field(default=0, ge=0)
    """The same in tokens."""
    player_money_per_day: float = Field(default=0.0, ge=0, le=BUDGET)
    """Money that the talk with each player of a world may cost; 0 is no limit."""
    player_tokens_per_day: int = Field(default=0, ge=0)
    """The same in tokens."""
    thoughts_percent: int = Field(default=50, ge=0, le=100)
    """How much of the limits of worlds and timelines thoughts may take; the rest is for talk with
    players and interviews."""
    block_percent: int = Field(default=2, ge=1, le=100)
    """How much of a limit a server reserves at a time; at least what one call may cost. A server
    that dies leaves so much unused."""


class StudioSettings(Group):
    """The pages for designers; they have the host, keys and certificate of `server`."""

    enabled: bool = False
    """Whether the studio is served."""
    port: int | None = Field(default=None, ge=0, le=65535)
    """Port; 0 picks a free one. Empty: two after `server.port`, or a free one where that is 0."""
    address: str = Field(default="", pattern=r"^(https?://[^/?#\s]+)?$")
    """Where browsers find the studio, such as `https://studio.example.com`, if that is behind a
    proxy: links of invitations begin with it. Empty: as the browser names it."""
    issuer: str = Field(
        default="", pattern=r"^(https://[^?#\s]+|http://(127\.0\.0\.1|localhost)[^?#\s]*)?$"
    )
    """Issuer of the provider of OpenID Connect by which people may sign in, such as
    `https://accounts.example.com`; it leads back to `/provider/answer`. Empty: none does."""
    client_id: str = ""
    """What the provider calls the studio."""
    client_secret: SecretStr = SecretStr("")
    """The studio's secret at the provider; empty for a client that has none."""
    provider: str = ""
    """What pages call the provider. Empty: its issuer."""

    @model_validator(mode="after")
    def _client_of_the_issuer(self) -> Self:
        if self.issuer and not self.client_id:
            raise ValueError("client_id must say what the provider of `issuer` calls the studio")
        return self


class ConnectionSettings(Group):
    """How many connections there may be, and what one may take, before anybody has a key."""

    grpc: int = Field(default=4000, ge=1, le=1_000_000)
    """gRPC connections at one time; one more is closed at once. Never more than two fifths of the
    files that the process may open (`ulimit -n`)."""
    grpc_idle_seconds: float = Field(default=600.0, ge=1, le=86_400)
    """A gRPC connection without calls is closed after so long; clients make a new one by
    themselves."""
    grpc_age_seconds: float = Field(default=1800.0, ge=1, le=86_400)
    """After this time, give or take a tenth, a gRPC client is asked to reconnect, so that a
    balancer can choose again; its calls have five minutes to finish."""
    grpc_streams: int = Field(default=256, ge=1, le=100_000)
    """Calls at one time on one gRPC connection."""
    grpc_metadata_bytes: int = Field(default=8192, ge=1024, le=1024 * 1024)
    """Metadata of one call; more is refused (`RESOURCE_EXHAUSTED`)."""
    http: int = Field(default=4000, ge=1, le=1_000_000)
    """HTTP connections at one time; one more gets status 503 and is closed. Never more than two
    fifths of the files that the process may open."""
    http_idle_seconds: int = Field(default=65, ge=1, le=86_400)
    """An HTTP connection without requests is closed after so long. More than the 60 for which
    engines and proxies keep one."""
    http_head_seconds: float = Field(default=30.0, gt=0, le=3600)
    """Time for the head of a request from its first byte, and for a TLS handshake; then status
    408."""
    http_body_seconds: float = Field(default=120.0, gt=0, le=3600)
    """Time for the body of a request after its head."""
    http_head_bytes: int = Field(default=32 * 1024, ge=1024, le=1024 * 1024)
    """Path and headers of a request; more gets status 431, and the connection ends."""


class LimitSettings(Group):
    """Calls at one time by class, and calls a minute by caller."""

    turns: int = Field(default=0, ge=0, le=10_000)
    """Turns at one time; beyond it, and beyond a short queue, a character says an authored line at
    once. 0: as many calls as the model for dialogue takes. Servers that share this model have them
    together."""
    turn_wait_seconds: float = Field(default=0.0, ge=0, le=120)
    """Longest wait of a turn for a call of the model; one that would wait longer gets an authored
    line at once. 0: half of the longest wait for the first word."""
    turn_share: float = Field(default=0.75, gt=0, le=1)
    """Share of the turns at one time that one client may have in one timeline, so that the turns of
    others find a place."""
    reads: int = Field(default=64, ge=1, le=10_000)
    """Calls that read, at one time."""
    writes: int = Field(default=256, ge=1, le=10_000)
    """Calls that write, at one time."""
    tools: int = Field(default=8, ge=1, le=1000)
    """Calls for authors at one time: receipts, recall, interviews, reports."""
    streams: int = Field(default=4000, ge=1, le=100_000)
    """Open streams, such as `Watch`."""
    queue: int = Field(default=256, ge=0, le=10_000)
    """Calls of a class that wait, at most."""
    wait_seconds: float = Field(default=2.0, ge=0, le=60)
    """Longest wait of a call other than a turn; one that would wait longer is refused at once
    (`OVERLOADED`)."""
    key_per_minute: float = Field(default=0.0, ge=0)
    """Calls a minute of one key; 0 is no limit."""
    player_per_minute: float | None = Field(default=None, ge=0)
    """Turns a minute of one player in one timeline; beyond it characters say authored lines. 0 is
    no limit. Empty: 60 for a player with a token, no limit for one for whom the game's server
    calls."""
    world_per_minute: float = Field(default=0.0, ge=0)
    """The same for all players of one world together."""
    burst_seconds: float = Field(default=10.0, gt=0, le=3600)
    """So many seconds' worth of calls of a key, player or world may come at once."""


class MetricsSettings(Group):
    """The listener for Prometheus and `npcserver top`."""

    port: int | None = Field(default=None, ge=0, le=65535)
    """Port of the metrics, such as 9464; 0 picks a free one. Empty: nothing is measured, and no
    port is open."""
    host: str = "127.0.0.1"
    """Address for the metrics; they need no key, so give them one that only your own machines
    reach."""


class TracingSettings(Group):
    """Where traces of turns go; they need the extra `otel`."""

    endpoint: str = ""
    """Address of a collector that takes OTLP over HTTP, such as `http://127.0.0.1:4318/v1/traces`.
    Empty: nothing is traced."""
    share: float = Field(default=1.0, ge=0, le=1)
    """Share of turns that are traced; a turn whose caller is traced always is."""
