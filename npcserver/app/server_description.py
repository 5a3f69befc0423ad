"""The use case of `ServerService`: what a client may know of the server that it talks to."""

from dataclasses import dataclass, replace
from enum import StrEnum

from npcserver import installed_version, language
from npcserver.model import limits
from npcserver.model.model_use import Purpose
from npcserver.model.wire import OLDEST_CLIENT_VERSION, OLDEST_WIRE_VERSION, WIRE_VERSION


class Feature(StrEnum):
    """A switch of the server; `Feature` in the proto describes each."""

    LANGUAGE_MODEL = "language_model"
    FALLBACK_MODEL = "fallback_model"
    READ_AHEAD = "read_ahead"
    HTTP = "http"
    REFLECTION = "reflection"
    TLS = "tls"
    METRICS = "metrics"
    TRACES = "traces"
    DISCLOSURE = "disclosure"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedModel:
    """A model in use, with its purposes."""

    name: str
    purposes: tuple[Purpose, ...]
    is_fallback: bool = False


@dataclass(frozen=True, slots=True)
class ServedLanguage:
    """A language with a folder, and its name in itself."""

    code: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerLimits:
    """Limits of requests that a client should know before it sends one."""

    request_bytes: int
    utterance_length: int = limits.UTTERANCE
    name_length: int = limits.NAME
    memory_length: int = limits.MEMORY
    observations: int = limits.BATCH
    affordances: int = limits.AFFORDANCES
    entities: int = limits.ENTITIES
    circle_members: int = limits.CIRCLE
    page_size: int = limits.PAGE


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerDescription:
    """What `GetServer` returns."""

    limits: ServerLimits
    version: str
    wire_version: int = WIRE_VERSION
    oldest_wire_version: int = OLDEST_WIRE_VERSION
    oldest_client_version: str = OLDEST_CLIENT_VERSION
    features: tuple[Feature, ...] = ()
    models: tuple[ServedModel, ...] = ()
    embedder: str = ""
    languages: tuple[ServedLanguage, ...]


class ServerDescriptions:
    """The use case of `ServerService`."""

    def __init__(
        self,
        *,
        request_bytes: int,
        features: tuple[Feature, ...],
        models: tuple[ServedModel, ...],
        embedder: str,
    ) -> None:
        self._whole = ServerDescription(
            limits=ServerLimits(request_bytes=request_bytes),
            version=installed_version(),
            features=features,
            models=models,
            embedder=embedder,
            languages=tuple(
                ServedLanguage(code, str(language.data("language", code)["name"]))
                for code in language.codes()
            ),
        )

    async def get(self, *, is_for_player: bool) -> ServerDescription:
        """Return all of it, or the part that a player's client needs."""
        if is_for_player:
            return replace(self._whole, version="", features=(), models=(), embedder="")
        return self._whole
