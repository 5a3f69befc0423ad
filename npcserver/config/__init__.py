"""Settings: environment (`NPCSERVER_…`, `__` between levels) over `npcserver.toml` over defaults.

Only `bootstrap` and `cli` read them; every other package gets plain values.
"""

import os
import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import platformdirs
from pydantic import Field, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from npcserver.config.groups import (
    AccessSettings,
    AuditSettings,
    BudgetSettings,
    CognitionSettings,
    ConnectionSettings,
    DatabaseSettings,
    DialogueSettings,
    HttpSettings,
    IssuerSettings,
    LimitSettings,
    LogSettings,
    MemorySettings,
    MetricsSettings,
    ReceiptSettings,
    ServerSettings,
    StudioSettings,
    TalkSettings,
    TracingSettings,
    without_control_characters,
)
from npcserver.config.models import (
    EmbedderSettings,
    FallbackModelSettings,
    ModelForSettings,
    ModelKeys,
    ModelSettings,
)
from npcserver.model.errors import InvalidInput
from npcserver.model.limits import decoded

FILE_VARIABLE = "NPCSERVER_CONFIG"


class Settings(BaseSettings):
    """All settings of the server."""

    model_config = SettingsConfigDict(
        env_prefix="NPCSERVER_",
        env_nested_delimiter="__",
        nested_model_default_partial_update=True,
        extra="forbid",  # applies to the file; cli.misspelt checks the environment
        frozen=True,
    )

    data: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("npcserver", appauthor=False))
    )
    """Folder of the embedded database and of pulled models."""
    models: Path | None = None
    """Folder of pulled models. Empty: `models` in the data folder."""
    prompts: str = ""
    """Folder whose prompt templates replace the shipped ones by name."""
    database: DatabaseSettings = DatabaseSettings()
    server: ServerSettings = ServerSettings()
    http: HttpSettings = HttpSettings()
    studio: StudioSettings = StudioSettings()
    connections: ConnectionSettings = ConnectionSettings()
    access: AccessSettings = AccessSettings()
    model: ModelSettings = ModelSettings()
    embedder: EmbedderSettings = EmbedderSettings()
    memory: MemorySettings = MemorySettings()
    receipts: ReceiptSettings = ReceiptSettings()
    audit: AuditSettings = AuditSettings()
    dialogue: DialogueSettings = DialogueSettings()
    cognition: CognitionSettings = CognitionSettings()
    talk: TalkSettings = TalkSettings()
    limits: LimitSettings = LimitSettings()
    budget: BudgetSettings = BudgetSettings()
    log: LogSettings = LogSettings()
    metrics: MetricsSettings = MetricsSettings()
    tracing: TracingSettings = TracingSettings()

    @field_validator("data", "models", "prompts")
    @classmethod
    def _one_line(cls, value: Any) -> Any:
        return without_control_characters(value)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - no .env: one file is enough
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - secrets come by env
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return the sources in order: the command line, the environment, the file."""
        file = os.environ.get(FILE_VARIABLE, "npcserver.toml")
        return init_settings, env_settings, _SettingsFile(settings_cls, Path(file))

    def changed(self, **groups: Any) -> "Settings":
        """Return these settings with other groups, or other values: `talk={"own_lines": 3}`."""
        update = {
            name: getattr(self, name).model_copy(update=one) if isinstance(one, dict) else one
            for name, one in groups.items()
        }
        return self.model_copy(update=update)

    @property
    def database_url(self) -> str:
        """The database URL; the default is a file in the data folder."""
        return self.database.url or sqlite_url(self.data / "npcserver.db")

    @property
    def models_folder(self) -> Path:
        """The folder where `npcserver models pull` stores models, and where they are looked for."""
        return self.models or self.data / "models"

    @property
    def http_port(self) -> int:
        """The port of the HTTP listener; by default gRPC's plus one, or 0 where that is 0."""
        if self.http.port is not None:
            return self.http.port
        return self.server.port + 1 if self.server.port else 0

    @property
    def studio_port(self) -> int:
        """The port of the studio; by default gRPC's plus two, or 0 where that is 0."""
        if self.studio.port is not None:
            return self.studio.port
        return self.server.port + 2 if self.server.port else 0

    @property
    def studio_address(self) -> str:
        """Where browsers find the studio, without a slash at the end."""
        return self.studio.address or f"http://127.0.0.1:{self.studio_port}"

    @property
    def is_embedded(self) -> bool:
        """Whether the database is an embedded file, which the server migrates by itself."""
        return self.database_url.startswith("sqlite")


class _SettingsFile(TomlConfigSettingsSource):
    """`npcserver.toml` as editors of any system save it."""

    def _read_file(self, file_path: Path | Traversable) -> dict[str, Any]:
        try:
            text = decoded(file_path.read_bytes())
        except UnicodeDecodeError as error:
            raise InvalidInput(
                str(file_path), "is not UTF-8; save the file in that encoding"
            ) from error
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            advice = (
                "; a \\ in double quotes begins a special character, so write a path with / or in "
                "'single quotes'"
            )
            told = str(error).casefold()
            is_backslash = "escape" in told or "hex value" in told
            problem = f"is no valid TOML: {error}{advice if is_backslash else ''}"
            raise InvalidInput(str(file_path), problem) from error


def sqlite_url(file: Path) -> str:
    """Return the URL of a database file, whatever characters its path has."""
    return f"sqlite:///{quote(str(file))}"


__all__ = [
    "FILE_VARIABLE",
    "AccessSettings",
    "BudgetSettings",
    "CognitionSettings",
    "ConnectionSettings",
    "DatabaseSettings",
    "DialogueSettings",
    "EmbedderSettings",
    "FallbackModelSettings",
    "HttpSettings",
    "IssuerSettings",
    "LimitSettings",
    "LogSettings",
    "MemorySettings",
    "MetricsSettings",
    "ModelForSettings",
    "ModelKeys",
    "ModelSettings",
    "ReceiptSettings",
    "ServerSettings",
    "Settings",
    "StudioSettings",
    "TalkSettings",
    "TracingSettings",
    "sqlite_url",
]
