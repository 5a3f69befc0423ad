"""Watching a group chat, from any position on, without gaps or repeats."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from npcserver.app.broadcast import Broadcast
from npcserver.app.group.log import Moves, fresh_moves, read_chat
from npcserver.app.group.seen import Eyes, Seen, Watcher, seen
from npcserver.model.errors import CursorTooNew, InvalidInput, Reason
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.moves import Move
from npcserver.model.ids import TimelineId
from npcserver.model.record import RecordKind
from npcserver.ports.storage import Store
from npcserver.ports.view import View

_POLL_SECONDS = 0.5  # how late a watcher hears of what another replica wrote
_OF_THE_TIMELINE = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchGroupChat:
    """What to watch, with whose eyes: after position `after_seq`.

    With `after_part`, what became known at that very position after this part of it too.
    """

    timeline_id: TimelineId
    chat_id: str
    after_seq: int = 0
    after_part: int | None = None
    eyes: Eyes = Watcher.EVERYTHING


async def watch(
    store: Store, broadcast: Broadcast, wish: WatchGroupChat
) -> AsyncGenerator[Seen, None]:
    """Yield what is seen, as it becomes known.

    Ends after `Closed`, and when the game leaves the timeline. Raises `NotFound`, `InvalidInput`
    for eyes that nobody has, and `CursorTooNew` for a position beyond the head of the timeline.
    """
    with broadcast.listening(wish.timeline_id) as grown:
        chat, fresh, head = await _start(store, wish)
        left_since = head
        while True:
            for move in fresh:
                before, chat = chat, _after(wish, chat, move)
                for one in seen(before, chat, wish.eyes):
                    if not _is_known(one, wish):
                        yield one
                await asyncio.sleep(0)  # a long one is folded move by move
            if chat is not None and chat.is_closed:
                return
            grown.clear()
            fresh, is_left = await _news(store, wish, chat, left_since)
            if is_left and not fresh:
                return
            if not fresh:
                await _wait(grown)


async def _start(store: Store, wish: WatchGroupChat) -> tuple[GroupChat | None, Moves, int]:
    """Return the group chat as its watcher knows it, what came since, and the head."""
    async with store.read() as reader:
        view = await reader.head(wish.timeline_id)
        chat = await read_chat(view, wish.chat_id)
    head = view.vantage.seq
    if wish.after_seq > head:
        raise CursorTooNew(
            f"after_seq: {wish.after_seq} lies beyond the head, {head}; resume from an earlier "
            "position, of this timeline",
            Reason.CURSOR_TOO_NEW,
            head=str(head),
        )
    if not isinstance(wish.eyes, Watcher):
        _check_member(chat, wish.eyes)
    first = wish.after_seq + (1 if wish.after_part is None else 0)
    known = tuple(move for move in chat.moves if move[0] < first)
    fresh = tuple(move for move in chat.moves if move[0] >= first)
    return (GroupChat.of(chat.id, known) if known else None), fresh, head


def _after(wish: WatchGroupChat, chat: GroupChat | None, move: tuple[int, Move]) -> GroupChat:
    return GroupChat.of(wish.chat_id, (move,)) if chat is None else chat.going_on((move,))


def _check_member(chat: GroupChat, member_id: str) -> None:
    if all(one.id != member_id for one in chat.script.members):
        members = ", ".join(one.id for one in chat.script.members)
        raise InvalidInput("member_id", f"{member_id!r} is no member; name one of {members}")


def _is_known(one: Seen, wish: WatchGroupChat) -> bool:
    return one.seq == wish.after_seq and wish.after_part is not None and one.part <= wish.after_part


async def _news(
    store: Store, wish: WatchGroupChat, chat: GroupChat | None, since: int
) -> tuple[Moves, bool]:
    """Return the moves that are new, and whether the game has left the timeline meanwhile."""
    async with store.read() as reader:
        view = await reader.head(wish.timeline_id)
        if chat is not None and view.vantage.seq <= chat.seq:
            return (), False
        fresh = await fresh_moves(view, wish.chat_id, 0 if chat is None else chat.seq)
        return fresh, await _is_left(view, since)


async def _is_left(view: View, since: int) -> bool:
    found = await view.latest(RecordKind.LEFT, _OF_THE_TIMELINE)
    return found is not None and found.timeline_id == view.vantage.timeline_id and found.seq > since


async def _wait(grown: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(_POLL_SECONDS):
            await grown.wait()
    except TimeoutError:
        return
