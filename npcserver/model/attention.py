"""How much thinking a character gets, as set by the game."""

from enum import StrEnum


class Attention(StrEnum):
    """Attention tier of a character.

    FOREGROUND: players may see it. It plans in steps of minutes, reacts with a model's help, and
    the game carries out its acts and reports where it goes.
    BACKGROUND: no player sees it. It plans by the hour, reacts by rules, and the server itself
    moves it and lets others perceive its acts.
    DORMANT: it perceives, remembers and reflects, and starts nothing on its own.
    """

    FOREGROUND = "foreground"
    BACKGROUND = "background"
    DORMANT = "dormant"
