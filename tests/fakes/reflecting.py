"""Material for questions of reflecting and relating: Mira of the Anchor, on a bad afternoon."""

from dataclasses import replace
from datetime import timedelta

from npcserver.model.act import Acting
from npcserver.model.day import Block, DayPlan, Step
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.memory import Memory
from npcserver.model.person import Person
from npcserver.model.pondering import (
    Impression,
    Inferring,
    Parting,
    Questioned,
    Situation,
    Wondering,
)
from npcserver.model.record import RecordKind, Source
from npcserver.model.scene import Spoken
from tests.fakes.scenes import ANN, BRAM, NOW, recollection, scene

OUTSIDER = Person(id="odo", name="Odo", is_player=True)
QUESTIONS = (
    "Why does Bram need money so badly?",
    "Can Mira still rely on Ann?",
    "What will become of the Anchor this winter?",
)


def situation(**changes: object) -> Situation:
    stage = scene()
    known: dict[str, object] = {
        "world": stage.world,
        "character": stage.character,
        "now": NOW,
        "place": stage.place,
        "act": Acting(step=Step(starts_at=NOW, minutes=30, activity="scrubbing the long table")),
        "mood": Mood(valence=-0.4, arousal=0.3, why="Bram owes her money"),
        "currently": "short of cider, and of patience",
        "company": (ANN,),
        "seed": 7,
    }
    return Situation(**{**known, **changes})  # type: ignore[arg-type]


def memory(
    text: str,
    *,
    seq: int = 1,
    source: Source = Source.WITNESSED,
    kind: RecordKind = RecordKind.OBSERVATION,
    ago: timedelta = timedelta(hours=3),
    speaker: str = "",
    told_by: str = "",
    told_to: str = "",
    trust: int = 100,
    players: tuple[str, ...] = (),
    depth: int = 0,
) -> Memory:
    found = recollection(
        text,
        source=source,
        kind=kind,
        ago=ago,
        speaker=speaker,
        told_by=told_by,
        told_to=told_to,
    ).memory
    body = replace(found.body, trust=trust, players=players, depth=depth)
    return replace(found, seq=seq, body=body)


MEMORIES = (
    memory("The cellar door came off in the storm.", ago=timedelta(days=2)),
    memory("Do not lend to Bram.", source=Source.INNER_VOICE, ago=timedelta(days=1)),
    memory("Bram sold his boat.", source=Source.TOLD, told_by="ann", ago=timedelta(hours=5)),
    memory(
        "I will pay on Friday.",
        kind=RecordKind.UTTERANCE,
        source=Source.TOLD,
        speaker="Bram",
        told_by="bram",
        ago=timedelta(hours=2),
    ),
    memory(
        "You said that last Friday.",
        kind=RecordKind.LINE,
        source=Source.OWN,
        told_to="bram",
        ago=timedelta(hours=2),
    ),
    memory(
        "She waters the cider.",
        source=Source.OVERHEARD,
        speaker="Bram",
        ago=timedelta(minutes=2),
    ),
)


def wondering(*memories: Memory, **changes: object) -> Wondering:
    return Wondering(situation=situation(**changes), memories=memories or MEMORIES)


def inferring(*memories: Memory, questions: tuple[str, ...] = QUESTIONS) -> Inferring:
    return Inferring(situation=situation(), questions=questions, evidence=memories or MEMORIES)


def parting(*said: tuple[str, str], partner: Person = BRAM) -> Parting:
    lines = said or (
        ("Bram", "Lend me ten crowns till Friday."),
        ("Mira Holt", "No. You said that last Friday."),
        ("Bram", "Then come to the harbour at six, and see the boat I will sell."),
    )
    return Parting(
        situation=situation(),
        partner=partner,
        conversation=tuple(
            Spoken(speaker=who, text=text, is_own=who == "Mira Holt") for who, text in lines
        ),
    )


def impression(*memories: Memory, **changes: object) -> Impression:
    known: dict[str, object] = {
        "situation": situation(),
        "other": BRAM,
        "standing": Standing(
            other_id="bram",
            other_name="Bram",
            affinity=-20,
            trust=35,
            familiarity=60,
            view="Bram borrows and forgets.",
        ),
        "memories": memories or MEMORIES[3:],
        "beliefs": (Belief(topic="bram-sold-his-boat", text="Bram sold his boat.", score=60),),
    }
    return Impression(**{**known, **changes})  # type: ignore[arg-type]


def questioned(
    question: str = "What do you make of Bram?",
    *memories: Memory,
    day: DayPlan | None = None,
    standings: tuple[Standing, ...] = (),
) -> Questioned:
    return Questioned(
        situation=situation(),
        question=question,
        recollections=tuple(replace(recollection(found.text), memory=found) for found in memories),
        day=day,
        standings=standings,
    )


def plan() -> DayPlan:
    six = NOW.replace(hour=6, minute=0)
    blocks = (
        Block(starts_at=six, minutes=120, activity="airing the taproom"),
        Block(starts_at=six + timedelta(hours=2), minutes=840, activity="serving guests"),
    )
    return DayPlan(day=six.date(), wakes_at=six, sleeps_at=six + timedelta(hours=16), blocks=blocks)
