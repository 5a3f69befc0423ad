"""How finely a character thinks, as the game decides."""

from enum import StrEnum


class Attention(StrEnum):
    """The tier of a character.

    FOREGROUND: players may see it. It plans in steps of minutes, reacts with a model's help, and
    the game carries out its acts and reports where it goes. BACKGROUND: nobody watches. It plans
    by the hour, reacts by rules, and the server itself moves it and lets others perceive its
    acts. DORMANT: it takes in, remembers and reflects, and does nothing of its own accord.
    """

    FOREGROUND = "foreground"
    BACKGROUND = "background"
    DORMANT = "dormant"
