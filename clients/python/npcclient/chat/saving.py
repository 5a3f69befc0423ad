"""The slash commands that save moments, load them, and compare with them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from npcclient.chat import diff_views, opening, views
from npcclient.chat.chat import Chat
from npcclient.chat.names import matching
from npcclient.chat.opening import Ambiguous, Unknown
from npcclient.v1.timeline_service_pb2 import SaveSlot

_SHOWN = 8


async def save(chat: Chat, rest: str) -> None:
    """Save this moment under a name."""
    talk = chat.talk
    timeline = await chat.npc.timelines.get(talk.timeline_id)
    when = views.moment(timeline.world_time.ToDatetime(), talk.world.calendar)
    name = rest or f"{talk.partner_name}, {when}"
    made = await chat.npc.timelines.save(talk.timeline_id, name)
    chat.screen.note(f'Saved as "{made.name}". /load brings you back to this moment.')


async def load(chat: Chat, rest: str) -> None:
    """Load a saved moment; the timeline that is left stays as it is."""
    talk, saves = chat.talk, await _saves(chat)
    if not rest:
        chat.screen.say(views.saves(saves, talk.world.calendar))
        chat.screen.note("/load NAME or /load NUMBER goes back to one of them.")
        return
    save = _meant(rest, saves)
    timeline = await chat.npc.timelines.load(save, leaving=talk.timeline_id)
    there = replace(
        talk, timeline_id=timeline.timeline_id, last_turn_id="", is_resumed=False
    ).alone()
    chat.talk = await opening.arrive(chat.npc, await opening.located(chat.npc, there))
    when = views.moment(timeline.world_time.ToDatetime(), talk.world.calendar)
    chat.screen.note(f'Back at "{save.name}" ({when}). What came after it has not happened here.')


async def diff(chat: Chat, rest: str) -> None:
    """Show what differs for the partner between now and a saved moment."""
    talk, saves = chat.talk, await _saves(chat)
    save = _meant(rest, saves) if rest else saves[0]
    found = await chat.npc.timelines.diff(
        save, talk.timeline_id, characters=[talk.partner], memories=20
    )
    names = {place.place_id: place.name for place in talk.places.values()}
    for part in diff_views.difference(found, save.name, "now", names):
        chat.screen.say(part)


async def _saves(chat: Chat) -> list[SaveSlot]:
    """Return the saves of the world, newest first. Raises `Unknown` where there are none."""
    found = [save async for save in chat.npc.timelines.saves(chat.talk.world)]
    if not found:
        raise Unknown("nothing is saved in this world yet; /save NAME does it")
    return sorted(found, key=_made_at, reverse=True)


def _meant(typed: str, saves: Sequence[SaveSlot]) -> SaveSlot:
    """Return the save of a name, or of a number in the list.

    Raises `Unknown`, or `Ambiguous` where several names fit.
    """
    found = matching(typed, saves, lambda it: (it.name, it.save_id))
    is_named = any(typed in (save.name, save.save_id) for save in found)
    if typed.isdecimal() and not is_named:
        if not 0 < int(typed) <= len(saves):
            raise Unknown(f"there is no save number {typed}; /load lists them")
        return saves[int(typed) - 1]
    names = {save.name for save in found}
    if len(names) > 1:
        listed = ", ".join(f'"{name}"' for name in sorted(names))
        raise Ambiguous(f"that may be {listed}; say which")
    if not found:
        known = ", ".join(f'"{it.name}"' for it in saves[:_SHOWN])
        raise Unknown(f"no save is called {typed!r}; there are: {known}")
    return found[0]


def _made_at(save: SaveSlot) -> datetime:
    return save.create_time.ToDatetime()
