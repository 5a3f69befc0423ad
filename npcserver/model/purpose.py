"""What a model is called for; calls are counted and rationed by purpose."""

from enum import StrEnum


class ModelUse(StrEnum):
    """What the settings choose a model for: `[model.dialogue]` and its siblings."""

    DIALOGUE = "dialogue"  # lines for players, in circles too
    THOUGHTS = "thoughts"  # no player waits: plans, reactions, talk among characters
    RATINGS = "ratings"  # importance of what was perceived
    SCENES = "scenes"  # all that members of group chats choose, say and conclude


class Purpose(StrEnum):
    """Why a model is called."""

    REPLY = "reply"  # a line for a player
    RATE = "rate"  # importance of what was perceived
    REFLECT = "reflect"  # questions, and insights
    PLAN = "plan"  # a day
    DECOMPOSE = "decompose"  # an hour, step by step
    REACT = "react"  # what to do about something perceived
    CONVERSE = "converse"  # a line for another character
    SUMMARISE = "summarise"  # what to keep of a conversation
    RELATE = "relate"  # how a view of a person changes
    INTERVIEW = "interview"  # an answer that leaves no trace
    CHOOSE = "choose"  # whom to talk with in a group chat
    SPEAK = "speak"  # a line in a group chat
    UPDATE = "update"  # what a round of a group chat changes
    VOTE = "vote"  # who is to win in a group chat
    READ_AHEAD = "read_ahead"  # the start of a reply's prompt, before the player spoke
    CHRONICLE = "chronicle"  # a short account of a group chat or of one of its rounds

    @property
    def use(self) -> ModelUse:
        """Which of the models in the settings is called for it.

        Talk among characters counts as thought: no player waits for it, it is rationed with the
        thoughts, and it grows with the town, while a dialogue model is usually paid by the token.
        """
        return _USES.get(self, ModelUse.THOUGHTS)

    @property
    def is_spoken(self) -> bool:
        """Whether the answer is a line that a character says."""
        return self in _SPOKEN


_USES = {
    Purpose.REPLY: ModelUse.DIALOGUE,
    Purpose.READ_AHEAD: ModelUse.DIALOGUE,
    Purpose.RATE: ModelUse.RATINGS,
    Purpose.CHOOSE: ModelUse.SCENES,
    Purpose.SPEAK: ModelUse.SCENES,
    Purpose.UPDATE: ModelUse.SCENES,
    Purpose.VOTE: ModelUse.SCENES,
    Purpose.CHRONICLE: ModelUse.SCENES,
}
_SPOKEN = frozenset((Purpose.REPLY, Purpose.CONVERSE, Purpose.SPEAK, Purpose.INTERVIEW))
