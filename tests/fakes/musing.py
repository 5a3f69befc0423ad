"""Material to think about, for models that think without a prompt."""

from datetime import UTC, date, datetime, timedelta

from npcserver.model.character import Character, Persona
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.memory import Memory, Recollection
from npcserver.model.person import Person
from npcserver.model.pondering import Dawn, Exchange, KnownPlace, Situation
from npcserver.model.record import RecordKind, Remembered, Source
from npcserver.model.scene import Spoken
from npcserver.model.world import World

NOW = datetime(1904, 3, 14, 9, 0, tzinfo=UTC)
MILLER = Person(id="miller", name="Anselm", is_player=False)
PLACES = (
    KnownPlace(id=PlaceId("mill"), path="The Mill", is_own=True, objects=(("stove", ""),)),
    KnownPlace(id=PlaceId("market"), path="The Market", objects=(("well", ""),)),
)


def situation(seed: int = 1, language: str = "en") -> Situation:
    """Return Berta's situation on a morning."""
    persona = Persona(
        name="Berta",
        traits="curious, stubborn",
        lifestyle="Berta goes to bed around 10pm, awakes up around 6am.",
        language=language,
    )
    character = Character(
        id=CharacterId("berta"),
        world_id=WorldId("w"),
        persona=persona,
        created_at=NOW,
        updated_at=NOW,
    )
    return Situation(
        world=World(id=WorldId("w"), name="Dale"), character=character, now=NOW, seed=seed
    )


def memory(seq: int, text: str, *, speaker: str = "", importance: int = 5) -> Memory:
    """Return something Berta saw, or was told by somebody."""
    at = NOW - timedelta(hours=seq)
    return Memory(
        timeline_id=TimelineId("t"),
        seq=seq,
        kind=RecordKind.UTTERANCE if speaker else RecordKind.OBSERVATION,
        text=text,
        created_at=at,
        last_accessed_at=at,
        importance=importance,
        is_rated=True,
        body=Remembered(
            source=Source.TOLD if speaker else Source.WITNESSED,
            speaker=speaker,
            told_by=speaker.casefold(),
        ),
    )


def recollection(found: Memory) -> Recollection:
    """Return a memory that came to mind."""
    return Recollection(memory=found, score=1.0, recency=1.0, importance=1.0, relevance=1.0)


def dawn(**changes: object) -> Dawn:
    """Return the material of Berta's day."""
    material = {"situation": situation(), "day": date(1904, 3, 14), "places": PLACES}
    return Dawn(**{**material, **changes})  # type: ignore[arg-type]


def exchange(
    *said: tuple[str, str],
    seed: int = 1,
    news: tuple[Memory, ...] = (),
    own_lines: tuple[str, ...] = (),
    should_end: bool = False,
) -> Exchange:
    """Return the material of Berta's next line to Anselm."""
    return Exchange(
        situation=situation(seed),
        partner=MILLER,
        about="the market",
        conversation=tuple(
            Spoken(speaker=who, text=text, is_own=who == "Berta") for who, text in said
        ),
        recollections=tuple(map(recollection, news)),
        own_lines=own_lines,
        should_end=should_end,
    )
