"""The log of a group chat: its moves in order; all other state is derived from them.

Moves are read through a view, so a group chat is what a vantage sees of it: in a timeline that was
loaded it goes on from where the save was made.
"""

from npcscenes.model.chat import GroupChat
from npcserver.app.group_moves import fresh_moves
from npcserver.model.errors import NotFound
from npcserver.model.group.moves import GroupMoved, Move
from npcserver.model.record import Draft, RecordKind
from npcserver.ports.view import View


async def read_chat(view: View, chat_id: str, known: GroupChat | None = None) -> GroupChat:
    """Return a group chat as a view sees it; with `known`, only newer moves are read.

    Raises `NotFound`.
    """
    fresh = await fresh_moves(view, chat_id, 0 if known is None else known.seq)
    if known is not None:
        return known.going_on(fresh) if fresh else known
    if not fresh:
        raise NotFound("scene", chat_id, "list the scenes of this timeline, or open one")
    return GroupChat.of(chat_id, fresh, view.vantage.timeline_id)


async def read_chats(view: View) -> tuple[GroupChat, ...]:
    """Return all group chats that a view sees, in the order in which they were opened."""
    newest = await view.latest_by_subject(RecordKind.GROUP)
    chats = [await read_chat(view, chat_id) for chat_id in sorted(newest)]
    return tuple(sorted(chats, key=lambda chat: chat.moves[0][0]))


def drafted(chat_id: str, move: Move) -> Draft:
    """Return the record of a move."""
    return Draft(kind=RecordKind.GROUP, subject_id=chat_id, body=GroupMoved(what=move))
