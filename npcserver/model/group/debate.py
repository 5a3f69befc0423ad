"""The group chat stage: who speaks in each chat round, and when a chat round is over."""

from collections.abc import Sequence

from npcserver.model.group.chat import GroupChat
from npcserver.model.group.course import chat_rounds
from npcserver.model.group.moves import Spoke
from npcserver.model.group.tasks import Say


def speakers(order: Sequence[str], lines: Sequence[Spoke], chat_round: int) -> tuple[str, ...]:
    """Return the speakers of a chat round: all who have not ended their part in an earlier one."""
    ended = {line.member for line in lines if line.ends and line.chat_round < chat_round}
    return tuple(one for one in order if one not in ended)


def is_over(order: Sequence[str], lines: Sequence[Spoke], chat_round: int) -> bool:
    """Return whether all speakers of a chat round have spoken."""
    spoken = {line.member for line in lines if line.chat_round == chat_round}
    return spoken.issuperset(speakers(order, lines, chat_round))


def next_lines(chat: GroupChat) -> tuple[Say, ...]:
    """Return the lines missing in the chat round under way; empty once the stage is over."""
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
