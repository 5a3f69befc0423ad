"""The slash commands that show the partner's state, interview it, or whisper to it."""

from npcclient.chat import mind_views, views
from npcclient.chat.chat import Chat
from npcclient.chat.opening import Unknown


async def mind(chat: Chat, _: str) -> None:
    """Show what the partner does, plans, feels and believes."""
    talk = chat.talk
    seen = await chat.npc.characters.mind(talk.timeline_id, talk.partner)
    spent = await chat.npc.worlds.day_spending(talk.timeline_id) if chat.has_model else None
    for part in mind_views.mind(talk, seen, spent):
        chat.screen.say(part)


async def interview(chat: Chat, rest: str) -> None:
    """Ask the partner a question; nothing of it is stored."""
    talk = chat.talk
    if not rest:
        raise Unknown("/interview QUESTION asks them something they forget again")
    with chat.screen.waiting(talk.partner_name):
        answered = await chat.npc.characters.interview(talk.timeline_id, talk.partner, rest)
    flow = chat.screen.speaker(talk.partner_name)
    flow.add(answered.answer)
    flow.flush()
    chat.screen.end_line()
    if answered.recollections:
        chat.screen.say(views.recollections(answered.recollections, "What came to mind"))
    chat.screen.note("This was an interview: it has not happened, and nobody will remember it.")


async def whisper(chat: Chat, rest: str) -> None:
    """Whisper a thought to the partner."""
    talk = chat.talk
    if not rest:
        raise Unknown("/whisper WORDS puts a thought into their mind")
    await chat.npc.characters.whisper(talk.timeline_id, talk.partner, rest)
    chat.screen.note(f"{talk.partner_name} takes it for a thought of their own.")
