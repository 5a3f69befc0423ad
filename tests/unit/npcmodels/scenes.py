"""Scenes for actors: a cafe owner, a smith and a shy student, with what comes to mind."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from npcmodels.offline import OfflineActor
from npcserver.language import stems
from npcserver.model.affordance import Affordance, Entity
from npcserver.model.character import Character, FallbackLine, Person, Persona, Relation
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.inputs import ReplyInput, Spoken
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import RecordKind, Remembered, Source
from npcserver.model.world import Place, World

NOW = datetime(2023, 2, 13, 9, 5, tzinfo=UTC)
WORLD = WorldId("w")

ISABELLA = Persona(
    name="Isabella Rodriguez",
    traits="friendly, outgoing, hospitable",
    background="Isabella Rodriguez is a cafe owner who loves to make people feel welcome.",
    currently="Isabella Rodriguez is planning a Valentine's Day party with her customers "
    "on February 14th at 5pm.",
    daily_plan="Isabella Rodriguez opens Hobbs Cafe at 8am, and closes it at 8pm.",
)
GRETA = Persona(
    name="Greta Ironhand",
    traits="gruff, honest",
    voice="short sentences",
    background="Greta Ironhand is the blacksmith of Emberford. "
    "She learned the trade from her father.",
    currently="Greta is forging a new bell for the chapel.",
    goals=("find out who stole the old bell",),
    relations=(Relation(to="tom-baker", view="A lazy baker with a good heart.", affinity=-10),),
    greetings=("Mind the sparks.",),
    fallback_lines=(FallbackLine(text="Ask me when the iron's cold.", emotion="annoyance"),),
)
LIN = Persona(
    name="林小梅",
    background="林小梅是镇上的药师。",
    currently="林小梅正在准备草药茶。",
    greetings=("欢迎光临。",),
    language="zh",
)


def memory(
    text: str,
    *,
    kind: RecordKind = RecordKind.OBSERVATION,
    source: Source = Source.AUTHORED,
    told_by: str = "",
    speaker: str = "",
    importance: int = 4,
) -> Memory:
    return Memory(
        timeline_id=TimelineId("t"),
        seq=1,
        kind=kind,
        text=text,
        created_at=NOW,
        last_accessed_at=NOW,
        importance=importance,
        is_rated=False,
        body=Remembered(source=source, told_by=told_by, speaker=speaker),
    )


def said(text: str, *, by: str = "Ada", identifier: str = "ada") -> Memory:
    return memory(
        text, kind=RecordKind.UTTERANCE, source=Source.TOLD, told_by=identifier, speaker=by
    )


CAFE = Place(
    id=PlaceId("cafe"), world_id=WORLD, name="Hobbs Cafe", description="It smells of coffee."
)


def scene(
    heard: str,
    *memories: Memory | str,
    persona: Persona = ISABELLA,
    conversation: Sequence[tuple[str, bool]] = (),
    affordances: Sequence[Affordance] = (),
    entities: Sequence[Entity] = (),
    relation: Relation | None = None,
    partner: str = "Ada",
    seed: int = 0,
) -> ReplyInput:
    """Return a scene in a cafe; memories that share words with `heard` are more relevant."""
    return ReplyInput(
        world=World(id=WORLD, name="the Ville"),
        character=Character(
            id=CharacterId("me"), world_id=WORLD, persona=persona, created_at=NOW, updated_at=NOW
        ),
        place=CAFE,
        now=NOW,
        company=(
            Person(id="me", name=persona.name, is_player=False),
            Person(id="ada", name=partner),
            Person(id="klaus", name="Klaus Mueller", is_player=False),
        ),
        partner=Person(id="ada", name=partner),
        relation=relation,
        conversation=tuple(
            Spoken(speaker=persona.name if own else partner, text=text, is_own=own)
            for text, own in conversation
        ),
        heard=heard,
        recollections=_recollections(heard, memories),
        affordances=tuple(affordances),
        entities=tuple(entities),
        seed=seed,
    )


def _recollections(heard: str, memories: Sequence[Memory | str]) -> tuple[Recollection, ...]:
    stream = [memory(one) if isinstance(one, str) else one for one in memories]
    query = stems.content(heard)
    shared = [len(query & stems.content(f"{one.body.speaker} {one.text}")) for one in stream]
    top = max([*shared, 1])
    found = [
        Recollection(memory=one, score=n / top, recency=0, importance=0, relevance=n / top)
        for one, n in zip(stream, shared, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: -one.score))


async def perform(played: ReplyInput) -> dict[str, Any]:
    """Return the offline actor's answer to a scene, by name of what is in it."""
    answer = OfflineActor().spoken(played)
    assert answer.emotion is not None
    intents = [{"name": name, "arguments": dict(given)} for name, given in answer.intents]
    felt = answer.emotion
    return {
        "say": answer.say,
        "feeling": felt.label,
        "valence": felt.valence,
        "arousal": felt.arousal,
        "intents": intents,
        "importance": answer.importance,
    }


async def line(played: ReplyInput) -> str:
    """Return what the offline actor says to a scene."""
    return str((await perform(played))["say"])
