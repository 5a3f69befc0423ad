"""The slash commands of a chat."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from rich.table import Table
from rich.text import Text

from npcclient.chat import gathering, knowledge, minds, opening, saving, views, waiting
from npcclient.chat.chat import Chat
from npcclient.chat.opening import Unknown
from npcclient.chat.talk import Talk, place_name
from npcclient.v1.memory_pb2 import Memory, MemoryKind

_LEAST_QUOTED = 20

HELP = (
    ("/who [all]", "who is here, or everybody in the world"),
    ("/who WORDS", "who knows of something, and from whom"),
    ("/where", "which place this is, and what time"),
    ("/with NAME", "turn to somebody else; a first name will do"),
    ("/with NAME, NAME", "stand together with several; what you say then goes to all of them"),
    ("/listen", "let those in the circle go on among themselves"),
    ("/leave", "leave the circle"),
    ("/as NAME", "be somebody else"),
    ("/remember [WORDS]", "what comes to their mind at these words, and why; or the newest"),
    ("/explain [NUMBER]", "why the last answer was said (also /why), or a memory that was listed"),
    ("/explain --prompt [NUMBER]", "the prompt that was sent for it, by its parts"),
    ("/trace NUMBER", "which way a memory that was listed has come"),
    ("/mind", "what they do, mean to do, feel and believe"),
    ("/interview QUESTION", "ask them something that they answer and forget"),
    ("/whisper WORDS", "put a thought into their mind, which they take for their own"),
    ("/whisper NAME WORDS", "in a circle: say something that nobody else there hears"),
    ("/wait [MINUTES]", "let time pass, and see what everybody does"),
    ("/save [NAME]", "give this moment a name"),
    ("/load [NAME]", "go back to such a moment, by name or number; without either, list them"),
    ("/diff [SAVE]", "what they know and feel by now that they did not then; or the reverse"),
    ("/quit", "leave; everything is kept"),
)


async def help_(chat: Chat, _: str) -> None:
    """List the commands."""
    table = Table.grid(padding=(0, 3))
    for usage, meaning in HELP:
        table.add_row(Text(usage, style="bold"), meaning)
    chat.screen.say(table)
    chat.screen.note("Anything else is said aloud. Ctrl-C cuts somebody off who is speaking.")


async def who(chat: Chat, rest: str) -> None:
    """Show who is here, or all characters, or who knows of something."""
    talk = chat.talk
    if rest.lower() not in ("", "here", "all"):
        await knowledge.who_knows(chat, rest)
        return
    everybody = rest.lower() == "all" or talk.place is None
    shown = tuple(talk.characters.values()) if everybody else talk.present()
    chat.screen.say(views.people(talk, shown, with_places=everybody))
    if not everybody and len(shown) < len(talk.characters):
        chat.screen.note(f"{len(talk.characters) - len(shown)} more elsewhere: /who all")


async def where(chat: Chat, _: str) -> None:
    """Show the place and the time."""
    talk = chat.talk
    timeline = await chat.npc.timelines.get(talk.timeline_id)
    chat.screen.say(views.surroundings(talk, timeline.world_time.ToDatetime()))


async def remember(chat: Chat, rest: str) -> None:
    """Show what the partner would recall, or its newest memories."""
    talk, name = chat.talk, chat.talk.partner_name
    if rest:
        recalled = await chat.npc.memories.recall(talk.timeline_id, talk.partner, rest, limit=24)
        found = [recalled[place] for place in _once([one.memory for one in recalled])][:8]
        chat.shown = tuple(one.memory for one in found)
        title = f"What comes to {name}'s mind"
        chat.screen.say(views.recollections(found, title) if found else f"Nothing, for {name}.")
        return
    newest = []
    async for memory in chat.npc.memories.list(talk.timeline_id, talk.partner, page_size=30):
        newest.append(memory)
        if len(newest) == 30:
            break
    newest = [newest[place] for place in _once(newest)][:10]
    chat.shown = tuple(newest)
    chat.screen.say(
        views.memories(newest, f"What {name} remembers, newest first", chat.talk.world.calendar)
        if newest
        else f"{name} remembers nothing yet."
    )


def _once(memories: Sequence[Memory]) -> list[int]:
    """Return the places of memories without repetitions, in their order.

    A reflection that only quotes another memory of the list is a repetition.
    """
    said = [_plain(one.text) for one in memories]
    is_thought = [one.kind == MemoryKind.MEMORY_KIND_REFLECTION for one in memories]
    words = {text for text, is_own in zip(said, is_thought, strict=True) if not is_own}
    places: dict[str, int] = {}
    for place, (text, is_own) in enumerate(zip(said, is_thought, strict=True)):
        if not (is_own and any(_quotes(text, one) for one in words)):
            places.setdefault(text, place)
    return list(places.values())


def _quotes(text: str, quoted: str) -> bool:
    """Return whether a text ends with another after a colon, or with a cut beginning of it."""
    _, colon, rest = text.replace("：", ": ").partition(": ")
    end = rest.strip()
    is_cut = end.endswith("…") and len(end) > _LEAST_QUOTED
    return bool(colon) and (end == quoted or (is_cut and quoted.startswith(end[:-1].rstrip())))


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(" .。!！").casefold()


async def as_(chat: Chat, rest: str) -> None:
    """Speak as another person."""
    talk = chat.talk
    if not rest:
        raise Unknown(f"you are {talk.player.name}; /as NAME makes you somebody else")
    player = opening.speaker(rest, talk.characters.values())
    if player.id == talk.partner.character_id:
        raise Unknown(f"{player.name} cannot talk with themselves; /with NAME turns to another")
    await gathering.leave_quietly(chat)
    await _change(chat, replace(talk, player=player, is_resumed=False).alone())
    chat.screen.note(f"You are {player.name} now.")


async def with_(chat: Chat, rest: str) -> None:
    """Turn to another character."""
    talk = chat.talk
    if not rest:
        raise Unknown(f"you are talking with {talk.partner_name}; /with NAME turns to another")
    several = gathering.several(rest, talk)
    if len(several) > 1:
        await gathering.gather(chat, several)
        return
    partner = several[0] if several else opening.find(rest, talk.characters.values())
    if partner.character_id == talk.player.id:
        raise Unknown("you cannot talk with yourself; /as NAME makes you somebody else")
    await gathering.leave_quietly(chat)
    turned = opening.with_partner(talk, partner).alone()
    await _change(chat, await opening.located(chat.npc, turned))
    place = place_name(chat.talk, chat.talk.place_id)
    chat.screen.note(f"You are with {partner.persona.name} now{f', {place}' if place else ''}.")


Command = Callable[[Chat, str], Awaitable[None]]
COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "/who": who,
        "/where": where,
        "/with": with_,
        "/as": as_,
        "/remember": remember,
        "/explain": knowledge.explain,
        "/why": knowledge.explain,
        "/trace": knowledge.trace,
        "/mind": minds.mind,
        "/interview": minds.interview,
        "/whisper": gathering.whisper,
        "/listen": gathering.listen,
        "/leave": gathering.leave,
        "/wait": waiting.wait,
        "/save": saving.save,
        "/load": saving.load,
        "/diff": saving.diff,
        "/help": help_,
    }
)


async def _change(chat: Chat, talk: Talk) -> None:
    """Continue with another state of the talk; it stays unchanged when the server refuses."""
    chat.talk = await opening.arrive(chat.npc, talk)
