"""Settings of what an operator sees: metrics and traces."""

from pydantic import Field

from npcserver.config.groups import Group


class MetricsSettings(Group):
    """The listener for Prometheus and `npcserver top`."""

    port: int | None = Field(
        default=None,
        ge=0,
        le=65535,
        description="Port of the metrics, such as 9464; 0 picks a free one. Empty: nothing is "
        "measured, and no port is open.",
    )
    host: str = Field(
        default="127.0.0.1",
        description="Address for the metrics; they need no key, so give them one that only your "
        "own machines reach.",
    )


class TracingSettings(Group):
    """Where traces of turns go; they need the extra `otel`."""

    endpoint: str = Field(
        default="",
        description="Address of a collector that takes OTLP over HTTP, such as "
        "`http://127.0.0.1:4318/v1/traces`. Empty: nothing is traced.",
    )
    share: float = Field(
        default=1.0,
        ge=0,
        le=1,
        description="Share of turns that are traced; a turn whose caller is traced always is.",
    )
