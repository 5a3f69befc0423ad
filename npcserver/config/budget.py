"""The settings of what models may cost in a calendar day."""

from pydantic import Field

from npcserver.config.groups import Group
from npcserver.model.limits import BUDGET


class BudgetSettings(Group):
    """What models may cost in a calendar day (UTC); `npcserver budget` sets more, by world."""

    world_money_per_day: float = Field(
        default=0.0,
        ge=0,
        le=BUDGET,
        description="Money that each world may cost, talk with players included, in the currency "
        "of `model.prompt_price`; 0 is no limit.",
    )
    world_tokens_per_day: int = Field(
        default=0, ge=0, description="The same in tokens, of questions and answers together."
    )
    timeline_money_per_day: float = Field(
        default=0.0, ge=0, le=BUDGET, description="Money that each timeline may cost; 0: no limit."
    )
    timeline_tokens_per_day: int = Field(default=0, ge=0, description="The same in tokens.")
    player_money_per_day: float = Field(
        default=0.0,
        ge=0,
        le=BUDGET,
        description="Money that the talk with each player of a world may cost; 0 is no limit.",
    )
    player_tokens_per_day: int = Field(default=0, ge=0, description="The same in tokens.")
    thoughts_percent: int = Field(
        default=50,
        ge=0,
        le=100,
        description="How much of the limits of worlds and timelines thoughts may take; the rest is "
        "for talk with players and interviews.",
    )
    block_percent: int = Field(
        default=2,
        ge=1,
        le=100,
        description="How much of a limit a server reserves at a time; at least what one call may "
        "cost. A server that dies leaves so much unused.",
    )
