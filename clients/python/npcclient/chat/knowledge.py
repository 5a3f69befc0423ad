"""The commands that show why something was said, who knows of it, and how it spread."""

from npcclient.chat import knowledge_views, prompt_views, receipt_views
from npcclient.chat.chat import Chat
from npcclient.chat.opening import Unknown
from npcclient.v1.memory_pb2 import Memory

_PROMPT = "--prompt"


async def explain(chat: Chat, rest: str) -> None:
    """Show the receipt of the last turn, or of what left a listed memory; or the prompt.

    `--prompt` may come before the number or after it.
    """
    talk = chat.talk
    words = rest.split()
    if _PROMPT in words:
        await _show_prompt(chat, " ".join(word for word in words if word != _PROMPT))
        return
    if rest:
        memory = _listed(chat, rest)
        found = await chat.npc.memories.explain_memory(talk.timeline_id, memory)
        if found.HasField("thought"):
            parts = receipt_views.thought(found.thought)
        elif found.HasField("receipt"):
            parts = receipt_views.receipt(found.receipt)
        else:
            raise Unknown("no turn and no thought has left that; /trace shows how it came")
    elif talk.last_turn_id:
        receipt = await chat.npc.memories.explain(talk.timeline_id, talk.last_turn_id)
        chat.shown = tuple(one.memory for one in receipt.recollections)
        parts = receipt_views.receipt(receipt)
    else:
        raise Unknown("nobody has answered yet; say something first")
    for part in parts:
        chat.screen.say(part)


async def _show_prompt(chat: Chat, number: str) -> None:
    """Show the prompt that was sent for the last turn, or for what left a memory."""
    timeline_id, turn_id = chat.talk.timeline_id, chat.talk.last_turn_id
    if number:
        found = await chat.npc.memories.prompt(timeline_id, memory=_listed(chat, number))
    elif turn_id:
        found = await chat.npc.memories.prompt(timeline_id, turn_id=turn_id)
    else:
        raise Unknown("nobody has answered yet; say something first")
    if not found.status:
        raise Unknown(
            "no turn and no thought has left that, so there was no prompt; /trace shows how it came"
        )
    for part in prompt_views.prompt(found):
        chat.screen.say(part)


async def trace(chat: Chat, rest: str) -> None:
    """Show the path of a listed memory."""
    memory = _listed(chat, rest or "1")
    hops = await chat.npc.memories.trace(chat.talk.timeline_id, memory)
    chat.shown = tuple(hop.memory for hop in hops)
    chat.screen.say(knowledge_views.path(hops, "Which way it came, the last station first"))


async def who_knows(chat: Chat, fact: str) -> None:
    """Show who knows of something, and how each learned it."""
    knowers = await chat.npc.memories.who_knows(chat.talk.timeline_id, text=fact)
    if not knowers:
        chat.screen.say("Nobody knows of that. /who all lists everybody.")
        return
    chat.shown = tuple(knower.hops[0].memory for knower in knowers if knower.hops)
    chat.screen.say(knowledge_views.knowers(knowers, "Who knows, by when they first did"))
    chat.screen.note("/trace NUMBER shows which way it came.")


def _listed(chat: Chat, number: str) -> Memory:
    """Return a memory of the last list by its number."""
    if not chat.shown:
        raise Unknown("no memories are listed yet; /remember, /explain or /who WORDS lists some")
    if not number.isdecimal() or not 1 <= int(number) <= len(chat.shown):
        raise Unknown(f"the last list has the numbers 1 to {len(chat.shown)}; name one of them")
    return chat.shown[int(number) - 1]
