"""The limits of calls: how many at one time, how long they wait, how often a caller may call."""

from pydantic import Field

from npcserver.config.groups import Group


class LimitSettings(Group):
    """Calls at one time by class, and calls a minute by caller."""

    turns: int = Field(
        default=0,
        ge=0,
        le=10_000,
        description="Turns at one time; beyond it, and beyond a short queue, a character says "
        "an authored line at once. 0: as many calls as the model for dialogue takes.",
    )
    turn_wait_seconds: float = Field(
        default=0.0,
        ge=0,
        le=120,
        description="Longest wait of a turn for a call of the model; one that would wait longer "
        "gets an authored line at once. 0: half of the longest wait for the first word.",
    )
    turn_share: float = Field(
        default=0.75,
        gt=0,
        le=1,
        description="Share of the turns at one time that one client may have in one timeline, so "
        "that the turns of others find a place.",
    )
    reads: int = Field(default=64, ge=1, le=10_000, description="Calls that read, at one time.")
    writes: int = Field(default=256, ge=1, le=10_000, description="Calls that write, at one time.")
    tools: int = Field(
        default=8,
        ge=1,
        le=1000,
        description="Calls for authors at one time: receipts, recall, interviews, reports.",
    )
    streams: int = Field(
        default=4000, ge=1, le=100_000, description="Open `Play` and `Watch` streams."
    )
    queue: int = Field(
        default=256, ge=0, le=10_000, description="Calls of a class that wait, at most."
    )
    wait_seconds: float = Field(
        default=2.0,
        ge=0,
        le=60,
        description="Longest wait of a call other than a turn; one that would wait longer is "
        "refused at once (`OVERLOADED`).",
    )
    key_per_minute: float = Field(
        default=0.0, ge=0, description="Calls a minute of one key; 0 is no limit."
    )
    player_per_minute: float | None = Field(
        default=None,
        ge=0,
        description="Turns a minute of one player in one timeline; beyond it characters say "
        "authored lines. 0 is no limit. Empty: 60 for a player with a token, no limit for one "
        "for whom the game's server calls.",
    )
    world_per_minute: float = Field(
        default=0.0, ge=0, description="The same for all players of one world together."
    )
    burst_seconds: float = Field(
        default=10.0,
        gt=0,
        le=3600,
        description="So many seconds' worth of calls of a key, player or world may come at once.",
    )
