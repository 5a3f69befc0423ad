"""The slash commands of circles: gathering, leaving, listening and whispering."""

import contextlib
import re
from dataclasses import replace

from npcclient.admin.v1.persona_service_pb2 import Character
from npcclient.chat import minds, opening
from npcclient.chat.chat import Chat
from npcclient.chat.names import matching
from npcclient.chat.opening import Unknown
from npcclient.chat.talk import Talk, names_of, place_name
from npcclient.errors import NotFound, NotPossibleNow
from npcclient.v1.play_service_pb2 import Movement

_BETWEEN = re.compile(r"\s*[,，、]\s*|\s+and\s+")


def several(typed: str, talk: Talk) -> tuple[Character, ...]:
    """Return the characters of a list of names; empty where it is the name of one."""
    known = tuple(talk.characters.values())
    parts = [part for part in _BETWEEN.split(typed.strip()) if part]
    if len(parts) == 1 and matching(parts[0], known, names_of):
        return ()
    names: list[str] = []
    for part in parts:
        names += [part] if matching(part, known, names_of) else part.split()
    if len(names) < 2:
        return ()
    found = (opening.find(name, known) for name in names)
    return tuple({one.character_id: one for one in found}.values())


async def gather(chat: Chat, those: tuple[Character, ...]) -> None:
    """Open a circle with some characters, at the place of the first."""
    talk = chat.talk
    others = tuple(one for one in those if one.character_id != talk.player.id)
    place_id = await _meeting_place(chat, others)
    if not talk.player.is_character:
        came = Movement(id=talk.player.id, name=talk.player.name, place_id=place_id)
        await chat.npc.play.observe(talk.timeline_id, movements=(came,))
    circle = await chat.npc.circles.open(talk.timeline_id, (talk.player, *others))
    chat.talk = replace(
        talk.with_moved(others[0].character_id, place_id),
        partner=others[0],
        place_id=place_id,
        circle_id=circle.circle_id,
        circle=others,
        is_resumed=False,
    )
    names = opening.listed(others).replace(" or ", " and ")
    chat.screen.note(f"You stand with {names}. What you say goes to all of them; /leave ends it.")


async def _meeting_place(chat: Chat, those: tuple[Character, ...]) -> str:
    """Return the place of some characters. Raises `Unknown` if they are apart."""
    minds = [await chat.npc.characters.mind(chat.talk.timeline_id, one) for one in those]
    place_id = minds[0].place_id
    for one, mind in zip(those, minds, strict=True):
        if mind.place_id != place_id:
            where = place_name(chat.talk, mind.place_id) or "nowhere"
            raise Unknown(
                f"{one.persona.name} is elsewhere: {where}; gather those who are at one place, "
                "as /who all tells, or let time pass with /wait"
            )
    return place_id


async def leave(chat: Chat, _: str) -> None:
    """Leave the circle."""
    if not chat.talk.circle_id:
        raise Unknown("you stand in no circle; /with NAME, NAME gathers some")
    await leave_quietly(chat)
    chat.screen.note(f"You are with {chat.talk.partner_name} alone.")


async def leave_quietly(chat: Chat) -> None:
    """Leave the circle, if there is one that has not broken up."""
    talk = chat.talk
    if not talk.circle_id:
        return
    with contextlib.suppress(NotFound, NotPossibleNow):
        await chat.npc.circles.leave(talk.timeline_id, talk.circle_id, talk.player)
    chat.talk = talk.alone()


async def listen(chat: Chat, _: str) -> None:
    """Let the characters go on among themselves."""
    if not chat.talk.circle_id:
        raise Unknown("you stand in no circle; /with NAME, NAME gathers some")
    await chat.say_in_circle("")


async def whisper(chat: Chat, rest: str) -> None:
    """Whisper to a member of the circle; outside of any, to the partner's inner voice."""
    talk = chat.talk
    if not talk.circle_id:
        await minds.whisper(chat, rest)
        return
    name, _, words = rest.partition(" ")
    if not words.strip():
        raise Unknown("/whisper NAME WORDS says something that only they hear")
    await chat.say_in_circle(words.strip(), (opening.find(name, talk.circle),))
