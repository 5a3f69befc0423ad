"""A day at the Anchor: what plans, steps, reactions and lines are asked from."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeVar

from npcserver.mind.asker import Asked, Question
from npcserver.model.act import Acting, Cause
from npcserver.model.character import Persona
from npcserver.model.day import Block, DayPlan, Step
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.ids import PlaceId, TimelineId
from npcserver.model.memory import Memory
from npcserver.model.person import Person
from npcserver.model.pondering import Dawn, Exchange, Hour, KnownPlace, Noticing, Situation
from npcserver.model.purpose import Purpose
from npcserver.model.record import RecordKind, Remembered, Source
from npcserver.model.scene import Spoken
from npcserver.model.thought import Verdict
from npcserver.prompts.errors import Unparseable
from npcserver.prompts.render import Templates
from tests.fakes.scenes import BRAM, NOW, character, persona, recollection, scene

T = TypeVar("T")

ANCHOR, LOFT, QUAY, MILL = map(PlaceId, ("anchor", "loft", "quay", "mill"))
PLACES = (
    KnownPlace(
        id=ANCHOR,
        path="The Anchor: taproom",
        objects=(("hearth", ""), ("long table", ""), ("stove", "smoking")),
        hours="10:00-23:00",
    ),
    KnownPlace(id=LOFT, path="The Anchor: loft", objects=(("bed", ""), ("basin", "")), is_own=True),
    KnownPlace(id=QUAY, path="Fenwick: quay", objects=(("bench", ""), ("crane", ""))),
    KnownPlace(id=MILL, path="Orchard mill", objects=(("millstone", ""),), is_private=True),
)
LIKED = Standing(other_id="bram", other_name="Bram", affinity=35, trust=30, familiarity=60)


def landlady(**changes: object) -> Persona:
    known: dict[str, object] = {
        "lifestyle": "Mira Holt goes to bed around 11pm, awakes up around 6am.",
        "daily_plan": "Opens the taproom at 10am, and stands at the bar until 9pm.",
    }
    return persona(**{**known, **changes})


def situation(who: Persona | None = None, **changes: object) -> Situation:
    there = scene()
    known: dict[str, object] = {
        "world": there.world,
        "character": character(who or landlady()),
        "now": NOW,
        "place": there.place,
        "mood": Mood(valence=-0.4, arousal=0.3, why="the roof"),
        "currently": "short of cider since the storm",
        "company": (BRAM,),
        "seed": 7,
    }
    return Situation(**{**known, **changes})  # type: ignore[arg-type]


def day(*blocks: tuple[int, str], at: datetime | None = None) -> DayPlan:
    """Return a plan of blocks (minutes, activity) that touch each other, from six on."""
    begins = at or NOW.replace(hour=6, minute=0)
    made: list[Block] = []
    for minutes, activity in blocks or ((120, "get up"), (600, "serve ale"), (300, "mend nets")):
        made.append(Block(starts_at=begins, minutes=minutes, activity=activity, place_id=ANCHOR))
        begins += timedelta(minutes=minutes)
    return DayPlan(
        day=made[0].starts_at.date(),
        wakes_at=made[0].starts_at,
        sleeps_at=begins,
        blocks=tuple(made),
    )


def dawn(who: Persona | None = None, **changes: object) -> Dawn:
    known: dict[str, object] = {
        "situation": situation(who),
        "day": NOW.date(),
        "places": PLACES,
        "recollections": (
            recollection("Come to the quay at noon.", source=Source.TOLD, speaker="Bram"),
        ),
    }
    return Dawn(**{**known, **changes})  # type: ignore[arg-type]


def hour(minutes: int = 60, activity: str = "serve ale", **changes: object) -> Hour:
    plan = day((480, "get up"), (minutes, activity), (120, "count the barrels"))
    known: dict[str, object] = {
        "situation": situation(),
        "day": plan,
        "block": plan.blocks[1],
        "places": PLACES,
        "recollections": (recollection("The long table wobbles."),),
    }
    return Hour(**{**known, **changes})  # type: ignore[arg-type]


def event(
    text: str,
    *,
    source: Source = Source.WITNESSED,
    kind: RecordKind = RecordKind.OBSERVATION,
    about: tuple[str, ...] = (),
    place_id: PlaceId | None = None,
    is_standing: bool = False,
    importance: int = 4,
    seq: int = 40,
) -> Memory:
    return Memory(
        timeline_id=TimelineId("tl_test"),
        seq=seq,
        kind=kind,
        text=text,
        created_at=NOW,
        last_accessed_at=NOW,
        importance=importance,
        is_rated=True,
        body=Remembered(source=source, about=about, place_id=place_id, is_standing=is_standing),
    )


def noticing(what: Memory | str = "the stove is burning", **changes: object) -> Noticing:
    known: dict[str, object] = {
        "situation": situation(),
        "event": event(what) if isinstance(what, str) else what,
        "day": day(),
        "places": PLACES,
        "others": (BRAM,),
        "standings": (LIKED,),
        "recollections": (recollection("Bram owes me for nine ales.", source=Source.AUTHORED),),
    }
    return Noticing(**{**known, **changes})  # type: ignore[arg-type]


def doing(activity: str, cause: Cause = Cause.PLAN, because: int = 0) -> Acting:
    step = Step(starts_at=NOW - timedelta(minutes=10), minutes=60, activity=activity)
    return Acting(step=step, cause=cause, because=because)


def exchange(*said: tuple[str, str], **changes: object) -> Exchange:
    """Return a talk of Mira Holt with Bram; of those who `said` something, `Mira` is herself."""
    known: dict[str, object] = {
        "situation": situation(),
        "partner": BRAM,
        "about": "Bram means to sell the boat",
        "conversation": tuple(
            Spoken(
                speaker="Mira Holt" if name == "Mira" else name, text=text, is_own=name == "Mira"
            )
            for name, text in said
        ),
        "standing": replace(LIKED, view="Pays late, laughs early."),
        "beliefs": (Belief(topic="boat", text="A boat is never sold in winter", score=90),),
        "recollections": (recollection("Bram sold his nets.", source=Source.TOLD, speaker="Ann"),),
        "own_lines": ("The cider is gone, and so is my patience.",),
    }
    return Exchange(**{**known, **changes})  # type: ignore[arg-type]


class Answering:
    """Asks nobody: reads the given answers in turn, as often as a question is asked again."""

    def __init__(self, *answers: str) -> None:
        self._answers = list(answers)
        self.complaints: list[str] = []
        self.purposes: list[Purpose] = []

    async def __call__(
        self,
        question: Question[T],
        *,
        purpose: Purpose,
        material: object,
        max_tokens: int,
        temperature: float | None = None,
    ) -> Asked[T]:
        assert max_tokens > 0
        self.purposes.append(purpose)
        for call, answer in enumerate(self._answers[:2], start=1):
            try:
                return Asked(answer=question.read(answer), calls=call)
            except Unparseable as fault:
                self.complaints.append(question.complaint(Templates(), "en", fault.message).text)
        return Asked(answer=None, calls=len(self._answers), verdict=Verdict.DEFAULTED)


def people(*names: str) -> Sequence[Person]:
    return [Person(id=name.casefold(), name=name, is_player=False) for name in names]
