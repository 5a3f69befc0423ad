"""The group chat of a round: who is to speak in its chat rounds, and when each of them is over."""

from collections.abc import Sequence

from npcserver.model.group.chat import GroupChat
from npcserver.model.group.course import chat_rounds
from npcserver.model.group.moves import Spoke
from npcserver.model.group.tasks import Say


def speakers(order: Sequence[str], lines: Sequence[Spoke], chat_round: int) -> tuple[str, ...]:
    """Return who speaks in a chat round: all who have not said before that there is no more."""
    ended = {line.member for line in lines if line.ends and line.chat_round < chat_round}
    return tuple(one for one in order if one not in ended)


def is_over(order: Sequence[str], lines: Sequence[Spoke], chat_round: int) -> bool:
    """Say whether all have spoken who speak in a chat round."""
    spoken = {line.member for line in lines if line.chat_round == chat_round}
    return spoken.issuperset(speakers(order, lines, chat_round))


def next_lines(chat: GroupChat) -> tuple[Say, ...]:
    """Return who is still to speak in the chat round under way; nobody once the stage is over."""
    began = chat.began
    if began is None:
        return ()
    lines = chat.lines
    for chat_round in range(1, chat_rounds(chat) + 1):
        said = [line for line in lines if line.chat_round == chat_round]
        spoken = {line.member for line in said}
        missing = [one for one in speakers(began.order, lines, chat_round) if one not in spoken]
        if missing:
            return tuple(Say(member=one, chat_round=chat_round) for one in missing)
        if all(line.ends or not line.text for line in said):
            return ()
    return ()
