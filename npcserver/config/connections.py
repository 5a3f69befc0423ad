"""The bounds of connections, over gRPC and HTTP."""

from pydantic import Field

from npcserver.config.groups import Group


class ConnectionSettings(Group):
    """How many connections there may be, and what one may take, before anybody has a key."""

    grpc: int = Field(
        default=4000,
        ge=1,
        le=1_000_000,
        description="gRPC connections at one time; one more is closed at once. Never more than two "
        "fifths of the files that the process may open (`ulimit -n`).",
    )
    grpc_idle_seconds: float = Field(
        default=600.0,
        ge=1,
        le=86_400,
        description="A gRPC connection without calls is closed after so long; clients make a new "
        "one by themselves.",
    )
    grpc_age_seconds: float = Field(
        default=1800.0,
        ge=1,
        le=86_400,
        description="After this time, give or take a tenth, a gRPC client is asked to "
        "reconnect, so that a balancer can choose again; its calls have five minutes to finish.",
    )
    grpc_streams: int = Field(
        default=256, ge=1, le=100_000, description="Calls at one time on one gRPC connection."
    )
    grpc_metadata_bytes: int = Field(
        default=8192,
        ge=1024,
        le=1024 * 1024,
        description="Metadata of one call; more is refused (`RESOURCE_EXHAUSTED`).",
    )
    http: int = Field(
        default=4000,
        ge=1,
        le=1_000_000,
        description="HTTP connections at one time; one more gets status 503 and is closed. Never "
        "more than two fifths of the files that the process may open.",
    )
    http_idle_seconds: int = Field(
        default=65,
        ge=1,
        le=86_400,
        description="An HTTP connection without requests is closed after so long. More than the 60 "
        "for which engines and proxies keep one.",
    )
    http_head_seconds: float = Field(
        default=30.0,
        gt=0,
        le=3600,
        description="Time for the head of a request from its first byte, and for a TLS handshake; "
        "then status 408.",
    )
    http_body_seconds: float = Field(
        default=120.0, gt=0, le=3600, description="Time for the body of a request after its head."
    )
    http_head_bytes: int = Field(
        default=32 * 1024,
        ge=1024,
        le=1024 * 1024,
        description="Path and headers of a request; more gets status 431, and the connection ends.",
    )
