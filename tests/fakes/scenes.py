"""Scenes for tests of questions and cognition: one small world, changed in visible lines."""

from datetime import UTC, datetime, timedelta

from npcserver.model.act import Acting
from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.character import Character, FallbackLine, Persona, Relation
from npcserver.model.day import Block, DayPlan, Step
from npcserver.model.feelings import Belief, Mood
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.memory import Memory, Recollection
from npcserver.model.person import Person
from npcserver.model.record import RecordKind, Remembered, Source
from npcserver.model.scene import Scene, Spoken
from npcserver.model.surroundings import ObjectState
from npcserver.model.world import Place, World

NOW = datetime(2023, 2, 14, 14, 5, tzinfo=UTC)

ANN = Person(id="ann", name="Ann")
BRAM = Person(id="bram", name="Bram", is_player=False)

POUR = Affordance(
    name="pour",
    description="Pour a drink for somebody",
    parameters=(
        Parameter(name="drink", type=ParameterType.CHOICE, options=("ale", "cider")),
        Parameter(name="guest", type=ParameterType.ENTITY, entity_kinds=("person",)),
        Parameter(name="cups", type=ParameterType.INTEGER, minimum=1, maximum=4, required=False),
    ),
    max_uses=2,
)
NOD = Affordance(name="nod", description="Nod.")

ENTITIES = (
    Entity(id="p1", name="Ann", kind="person"),
    Entity(id="p2", name="Bram", kind="person"),
    Entity(id="barrel", name="the last barrel", kind="thing"),
)


def persona(**changes: object) -> Persona:
    known: dict[str, object] = {
        "name": "Mira Holt",
        "age": 41,
        "traits": "dry, patient, hard to fool",
        "background": "Keeps the Anchor since her mother died.",
        "currently": "short of cider since the storm",
        "voice": "short sentences, never a curse",
        "goals": ("mend the roof before winter",),
        "fallback_lines": (
            FallbackLine(text="Give me a breath.", emotion="calm"),
            FallbackLine(text="Hm?", emotion="confusion"),
        ),
    }
    return Persona(**{**known, **changes})  # type: ignore[arg-type]


def character(who: Persona | None = None) -> Character:
    return Character(
        id=CharacterId("mira"),
        world_id=WorldId("fenwick"),
        persona=who or persona(),
        created_at=NOW,
        updated_at=NOW,
    )


def recollection(
    text: str,
    *,
    source: Source = Source.WITNESSED,
    kind: RecordKind = RecordKind.OBSERVATION,
    ago: timedelta = timedelta(days=1),
    speaker: str = "",
    told_by: str = "",
    told_to: str = "",
    trust: int = 100,
) -> Recollection:
    memory = Memory(
        timeline_id=TimelineId("tl_test"),
        seq=1,
        kind=kind,
        text=text,
        created_at=NOW - ago,
        last_accessed_at=NOW - ago,
        importance=5,
        is_rated=True,
        body=Remembered(
            source=source, speaker=speaker, told_by=told_by, told_to=told_to, trust=trust
        ),
    )
    return Recollection(memory=memory, score=1.0, recency=0.5, importance=0.5, relevance=0.5)


def scene(**changes: object) -> Scene:
    known: dict[str, object] = {
        "world": World(
            id=WorldId("fenwick"), name="Fenwick", description="A harbour town in bad weather."
        ),
        "character": character(),
        "place": Place(
            id=PlaceId("anchor"),
            world_id=WorldId("fenwick"),
            name="The Anchor",
            description="A low room that smells of smoke.",
            objects=("hearth", "long table"),
        ),
        "now": NOW,
        "company": (ANN, BRAM),
        "partner": ANN,
        "relation": Relation(to="ann", view="Pays late, laughs early.", affinity=25),
        "conversation": (
            Spoken(speaker="Ann", text="Is there cider?", is_own=False),
            Spoken(speaker="Mira Holt", text="There was.", is_own=True),
        ),
        "heard": "And what happened to the cellar door?",
        "recollections": (recollection("The cellar door came off in the storm."),),
        "affordances": (POUR, NOD),
        "entities": ENTITIES,
        "seed": 7,
    }
    return Scene(**{**known, **changes})  # type: ignore[arg-type]


def in_the_middle_of_a_day() -> dict[str, object]:
    """Return what a scene gains from a mind of its own: an act, a plan, a mood, beliefs, states."""
    wakes, sleeps = NOW.replace(hour=6, minute=0), NOW.replace(hour=22, minute=0)
    anchor = PlaceId("anchor")
    return {
        "act": Acting(
            step=Step(starts_at=NOW, minutes=15, activity="scrubbing the long table", emoji="🧽")
        ),
        "day": DayPlan(
            day=NOW.date(),
            wakes_at=wakes,
            sleeps_at=sleeps,
            blocks=(
                Block(starts_at=wakes, minutes=540, activity="run the bar", place_id=anchor),
                Block(
                    starts_at=wakes + timedelta(hours=9),
                    minutes=420,
                    activity="mend the cellar door",
                    place_id=anchor,
                ),
            ),
        ),
        "mood": Mood(valence=-0.4, arousal=0.3, why="the cellar is open to the rain"),
        "beliefs": (
            Belief(topic="bram-pays", text="Bram will pay what he owes.", score=20),
            Belief(topic="winter", text="This winter will be a hard one.", score=90),
        ),
        "objects": (ObjectState(place_id=anchor, object="hearth", state="smoking"),),
    }


def present(words: str) -> dict[str, object]:
    """Return a whole present in which every text holds the same words."""
    act = Acting(step=Step(starts_at=NOW, minutes=15, activity=words))
    block = Block(starts_at=NOW + timedelta(hours=1), minutes=60, activity=f"then {words}")
    day = DayPlan(day=NOW.date(), wakes_at=NOW, sleeps_at=NOW, currently=words, blocks=(block,))
    state = ObjectState(place_id=PlaceId("anchor"), object="hearth", state=words)
    return {
        "act": act,
        "day": day,
        "mood": Mood(valence=-1, arousal=1, why=words),
        "beliefs": (Belief(topic="t", text=words, score=90),) * 9,
        "objects": (state,) * 9,
    }
