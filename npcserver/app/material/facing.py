"""What a character has before it when it is spoken to, but for what comes to its mind.

A player is waiting: everything that is looked up by subject is looked up at once, and what cannot
be there is not looked up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from npcserver.app.material.attempting import lately
from npcserver.app.material.circles import talk_in
from npcserver.app.material.discretion import Discretion
from npcserver.app.material.line import TalkSoFar, talk_between
from npcserver.app.material.mindset import (
    acquainted_with,
    company,
    place_at,
    seed_of,
    speaking,
)
from npcserver.app.material.pins import pinned_seqs
from npcserver.app.material.recalling import MOST_PINS
from npcserver.app.material.state import (
    discretion_of,
    in_state,
    objects_in_use,
    relation_of,
    state_of,
)
from npcserver.app.material.town_knowledge import EARLIER_LINES, town_facts
from npcserver.app.material.unfinished import with_unfinished
from npcserver.app.perceiving.presence import Presence, check_speaker, whereabouts
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.character import Character
from npcserver.model.circle import InCircle
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, TurnId
from npcserver.model.person import Person
from npcserver.model.purpose import Purpose
from npcserver.model.record import Record, TurnTaken
from npcserver.model.scene import Scene
from npcserver.model.secret import Secret, joined, whispered
from npcserver.model.surroundings import ObjectState
from npcserver.model.timeline import playthrough
from npcserver.model.turn import RecalledMemory
from npcserver.model.world import Place, World
from npcserver.ports.storage import Reader, RequestKey
from npcserver.ports.view import View

TALK_LASTS = timedelta(minutes=30)
"""Game time after which the memories of a talk are chosen anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Words for a character, and what the game offers in this moment.

    `affordances` and `entities` of None are those of the world. What is said in private is
    overheard by nobody, answer included. In a `circle` the words were said, and remembered, before:
    only the answer is new. They are empty where nobody said any.
    """

    timeline_id: TimelineId
    character_id: CharacterId
    speaker: Person
    text: str
    affordances: tuple[Affordance, ...] | None = ()
    entities: tuple[Entity, ...] | None = ()
    want_deltas: bool = False
    is_private: bool = False
    circle: InCircle | None = None
    key: RequestKey | None = None

    @property
    def calls_up(self) -> str:
        """What calls up memories: the words, or who is there where nobody said any."""
        if self.text or self.circle is None:
            return self.text
        return ", ".join(one.name for one in self.circle.others)


def said_in(
    turn: TurnTaken, timeline_id: TimelineId, character_id: CharacterId, *, is_player: bool
) -> Say:
    """Return the words that a turn answered, with what the game offered then."""
    return Say(
        timeline_id=timeline_id,
        character_id=character_id,
        speaker=Person(id=turn.speaker_id, name=turn.speaker_name, is_player=is_player),
        text=turn.heard,
        affordances=turn.affordances,
        entities=turn.entities,
        want_deltas=turn.want_deltas,
        is_private=turn.is_private,
        circle=turn.circle,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """A scene before anything has come to mind in it; `pins` are the seqs of pinned memories.

    In a circle `answered` are the seqs of the words that are answered: they are no recollection.
    `earlier` stood in the prompt of the turn before in the same talk.
    """

    view: View
    scene: Scene
    authored: Character
    place_id: PlaceId | None
    discretion: Discretion
    pins: tuple[int, ...] = ()
    answered: frozenset[int] = frozenset()
    earlier: tuple[RecalledMemory, ...] = ()

    @property
    def standing(self) -> Standing:
        """How the character stands to its partner, who hears the answer first of all."""
        return self.discretion.audience[0][1]


async def before_it(
    reader: Reader, view: View, say: Say, turn_id: TurnId, conversation_lines: int
) -> Before:
    """Load what a character has before it at a vantage, with so many lines of its talk."""
    world = await reader.world(view.timeline.world_id)
    authored = await reader.character(world.id, say.character_id)
    character = speaking(authored, world)
    state = await state_of(view, character.id)
    residents = await reader.roster(world.id)
    present = whereabouts(residents, state.moved)
    check_speaker(say.speaker, say.character_id, present)
    here = _company(say, present, place_id := present[character.id].place_id)
    discretion = discretion_of(state, character, _hearers(say, here))
    talk = await _talk(view, say, character, conversation_lines, discretion)
    place, things = await _around(reader, view, world, place_id)
    earlier = [line.text for line in talk.spoken[-EARLIER_LINES:]]
    entities = world.entities if say.entities is None else say.entities
    scene = Scene(
        world=world,
        character=character,
        place=place,
        now=await view.game_time(),
        company=here,
        partner=say.speaker,
        relation=relation_of(state, character, say.speaker),
        conversation=talk.spoken,
        heard=say.text,
        trust=discretion.audience[0][1].trust,
        affordances=world.affordances if say.affordances is None else say.affordances,
        entities=entities,
        out_of_reach=_out_of_reach(entities, character.id, present, place_id),
        seed=seed_of(turn_id),
        playthrough=playthrough(view.lineage, view.vantage.timeline_id),
        objects=things,
        town=await town_facts(
            reader,
            view,
            world,
            character,
            place_id,
            acquainted=acquainted_with(character, state.standings),
            spoken=(*earlier, say.text),
            but=(say.speaker.id,),
            residents=residents,
        ),
        secrets=joined(talk.secrets, _whisper(say)),
        circle=say.circle,
    )
    records = await lately(view, character.id)
    return Before(
        view=view,
        scene=with_unfinished(in_state(scene, state), state, records, discretion),
        authored=authored,
        place_id=place_id,
        discretion=discretion,
        pins=await pinned_seqs(view, character.id, MOST_PINS) if state.pin else (),
        answered=talk.answered,
        earlier=_came_earlier(records, say, scene.now),
    )


def _company(
    say: Say, present: dict[str, Presence], place_id: PlaceId | None
) -> tuple[Person, ...]:
    """Return who hears the answer besides the speaker: all there, or those in the circle."""
    if say.circle is not None:
        return tuple(one for one in say.circle.hearers if one.id != say.speaker.id)
    return company(present, place_id, {say.character_id, say.speaker.id})


def _came_earlier(records: Sequence[Record], say: Say, now: datetime) -> tuple[RecalledMemory, ...]:
    """Return what stood in the last prompt of this talk; a lull of game time ends a talk."""
    for record in records:
        body = record.body
        if not isinstance(body, TurnTaken) or body.receipt.purpose is not Purpose.REPLY:
            continue
        if say.circle is None or body.circle is None:
            is_same = say.circle is body.circle and body.speaker_id == say.speaker.id
        else:
            is_same = body.circle.circle_id == say.circle.circle_id
        if is_same:
            return body.receipt.recalled if abs(now - record.game_time) <= TALK_LASTS else ()
    return ()


def _out_of_reach(
    entities: Sequence[Entity],
    character_id: CharacterId,
    present: Mapping[str, Presence],
    place_id: PlaceId | None,
) -> frozenset[str]:
    """Return the ids of entities that are people elsewhere, or the character itself."""
    elsewhere = {
        who for who, one in present.items() if place_id is not None and one.place_id != place_id
    }
    return frozenset(one.id for one in entities if one.id in elsewhere or one.id == character_id)


def _hearers(say: Say, here: tuple[Person, ...]) -> tuple[Person, ...]:
    """Return who hears the answer, the speaker first."""
    return (say.speaker,) if say.is_private else (say.speaker, *here)


async def _talk(
    view: View, say: Say, character: Character, lines: int, discretion: Discretion
) -> TalkSoFar:
    if say.circle is None:
        return await talk_between(view, character.id, say.speaker.id, lines, discretion)
    mind = Person(id=character.id, name=character.name, is_player=False)
    return await talk_in(view, mind, say.circle, say.speaker, say.text, lines, discretion)


def _whisper(say: Say) -> tuple[Secret, ...]:
    """Return what locks an answer that is whispered."""
    if say.circle is None or not say.circle.is_whisper:
        return ()
    return (whispered((say.character_id, *(one.id for one in say.circle.hearers))),)


async def _around(
    reader: Reader, view: View, world: World, place_id: PlaceId | None
) -> tuple[Place | None, tuple[ObjectState, ...]]:
    """Return a place, and what is in use there; only things that a place has can be."""
    place = await place_at(reader, world, place_id)
    return place, await objects_in_use(view, place.id) if place and place.objects else ()
