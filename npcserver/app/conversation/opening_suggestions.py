"""Lines for a newcomer to try, to which a character without a model has an answer.

They are made from what the answer is looked up in: what an action hands out, prices, hours, people
and age. So each of them works, and no secret is in them.
"""

from collections.abc import AsyncIterator
from dataclasses import replace

from npcserver import language
from npcserver.app.context.conversation_line import TalkWindow
from npcserver.app.conversation.turn_context import reply_context
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.language import stems
from npcserver.model.action_request import requested_action
from npcserver.model.affordance import ParameterType
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId, TimelineId, TurnId
from npcserver.model.inputs import ReplyInput
from npcserver.model.world import Price
from npcserver.ports.storage import Reader, Store

SUGGESTIONS = 3


class OpeningSuggestions:
    """Lines to try with characters; none where a model speaks, which answers more than these."""

    def __init__(self, store: Store, *, has_model: bool) -> None:
        self._store = store
        self._has_model = has_model

    async def lines(
        self, timeline_id: TimelineId, character_id: CharacterId, speaker: Person
    ) -> tuple[str, ...]:
        """Return up to `SUGGESTIONS` lines that `speaker` may say first to a character."""
        say = SayToCharacter(
            timeline_id=timeline_id,
            character_id=character_id,
            speaker=speaker,
            text="",
            affordances=None,
            entities=None,
        )
        async with self._store.read() as reader:
            timeline = await reader.timeline(timeline_id)
            await reader.character(timeline.world_id, character_id)  # raises `NotFound`
            if self._has_model:
                return ()
            return tuple([one async for one in _lines(reader, say)][:SUGGESTIONS])


async def _lines(reader: Reader, say: SayToCharacter) -> AsyncIterator[str]:
    scene = await _scene(reader, say)
    persona, place = scene.character.persona, scene.place
    if _prices(scene):
        yield _line(scene, "sold")
    order = _order(scene)
    if order:
        yield order
    for relation in persona.relations:
        who = _line(scene, "person", name=relation.to)
        known = (await _scene(reader, replace(say, text=who))).town
        if any(one.is_person and one.about and one.name == relation.to for one in known):
            yield who
            break
    if persona.age is not None:
        yield _line(scene, "age")
    if place is not None and place.hours is not None:
        yield _line(scene, "hours")
    yield _line(scene, "day")
    yield _line(scene, "self")


def _prices(scene: ReplyInput) -> tuple[Price, ...]:
    return () if scene.place is None else scene.place.prices


async def _scene(reader: Reader, say: SayToCharacter) -> ReplyInput:
    view = await reader.head(say.timeline_id)
    return (await reply_context(reader, view, say, TurnId(""), TalkWindow(0))).scene


def _order(scene: ReplyInput) -> str:
    """Return an order of a ware with a price here, which an action fulfils; empty for none."""
    priced = frozenset(word for one in _prices(scene) for word in stems.content(one.ware))
    for affordance in scene.affordances:
        for parameter in affordance.parameters:
            is_choice = parameter.type is ParameterType.CHOICE
            wares = (one for one in parameter.options if stems.content(one) <= priced)
            for what in wares if is_choice else ():
                line = _line(scene, "order", what=what)
                asked = requested_action(replace(scene, heard=line))
                if asked is not None and asked.ordered and asked.missing is None:
                    return line
    return ""


def _line(scene: ReplyInput, key: str, /, **slots: str) -> str:
    line = language.text("suggestions", key, scene.character.persona.language).format(**slots)
    return line[:1].upper() + line[1:]
