"""Inputs of questions: replies, plans, reactions, reflection and group chats."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar

from npcscenes.model.group_inputs import (
    ChooseInput,
    ChronicleInput,
    DigestInput,
    SpeakInput,
    Standpoint,
    UpdateInput,
    VoteInput,
)
from npcscenes.model.visibility import Known, Meeting
from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.character import Character, FallbackLine, Person, Persona, Relation
from npcserver.model.commitment import Commitment
from npcserver.model.day import Act, Block, Cause, DayPlan, Step
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.group.moves import AUDIENCE, LineSpoken, Updated
from npcserver.model.group.script import (
    Ballot,
    Camp,
    Candidate,
    Course,
    Knowledge,
    Member,
    Rank,
    Resource,
    Script,
    Stage,
    WinRule,
)
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.inputs import (
    ConverseInput,
    DecomposeInput,
    FocalQuestionsInput,
    InsightsInput,
    InterviewInput,
    KnownPlace,
    PlanInput,
    RatingInput,
    ReactInput,
    RelationInput,
    ReplyInput,
    Situation,
    Spoken,
    SummaryInput,
)
from npcserver.model.memory import Memory, Recollection
from npcserver.model.question import TypedQuestion
from npcserver.model.record import RecordKind, Remembered, Source
from npcserver.model.world import ObjectState, Place, World

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


def reply_scene(**changes: object) -> ReplyInput:
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
    return ReplyInput(**{**known, **changes})  # type: ignore[arg-type]


def midday_state() -> dict[str, object]:
    """Return what a scene gains from a mind of its own: an act, a plan, a mood, beliefs, states."""
    wakes, sleeps = NOW.replace(hour=6, minute=0), NOW.replace(hour=22, minute=0)
    anchor = PlaceId("anchor")
    return {
        "act": Act(
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
    act = Act(step=Step(starts_at=NOW, minutes=15, activity=words))
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


def day_situation(who: Persona | None = None, **changes: object) -> Situation:
    there = reply_scene()
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


def day_plan(*blocks: tuple[int, str], at: datetime | None = None) -> DayPlan:
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


def plan_input(who: Persona | None = None, **changes: object) -> PlanInput:
    known: dict[str, object] = {
        "situation": day_situation(who),
        "day": NOW.date(),
        "places": PLACES,
        "recollections": (
            recollection("Come to the quay at noon.", source=Source.TOLD, speaker="Bram"),
        ),
    }
    return PlanInput(**{**known, **changes})  # type: ignore[arg-type]


def decompose_input(
    minutes: int = 60, activity: str = "serve ale", **changes: object
) -> DecomposeInput:
    plan = day_plan((480, "get up"), (minutes, activity), (120, "count the barrels"))
    known: dict[str, object] = {
        "situation": day_situation(),
        "day": plan,
        "block": plan.blocks[1],
        "places": PLACES,
        "recollections": (recollection("The long table wobbles."),),
    }
    return DecomposeInput(**{**known, **changes})  # type: ignore[arg-type]


def event_memory(
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


def react_input(what: Memory | str = "the stove is burning", **changes: object) -> ReactInput:
    known: dict[str, object] = {
        "situation": day_situation(),
        "event": event_memory(what) if isinstance(what, str) else what,
        "day": day_plan(),
        "places": PLACES,
        "others": (BRAM,),
        "standings": (LIKED,),
        "recollections": (recollection("Bram owes me for nine ales.", source=Source.AUTHORED),),
    }
    return ReactInput(**{**known, **changes})  # type: ignore[arg-type]


def acting_on(activity: str, cause: Cause = Cause.PLAN, because: int = 0) -> Act:
    step = Step(starts_at=NOW - timedelta(minutes=10), minutes=60, activity=activity)
    return Act(step=step, cause=cause, because=because)


def converse_input(*said: tuple[str, str], **changes: object) -> ConverseInput:
    """Return a talk of Mira Holt with Bram; of those who `said` something, `Mira` is herself."""
    known: dict[str, object] = {
        "situation": day_situation(),
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
    return ConverseInput(**{**known, **changes})  # type: ignore[arg-type]


def people(*names: str) -> Sequence[Person]:
    return [Person(id=name.casefold(), name=name, is_player=False) for name in names]


OUTSIDER = Person(id="odo", name="Odo", is_player=True)


def commitment(what: str, *, is_from_ann: bool = False, **changes: object) -> Commitment:
    """Return a promise that Mira Holt made Ann, or Ann made her."""
    mira, ann = ("mira", "Mira Holt"), ("ann", "Ann")
    by, to = (ann, mira) if is_from_ann else (mira, ann)
    known: dict[str, object] = {"commitment_id": "com_1", "by_id": by[0], "by_name": by[1]}
    known |= {"to_id": to[0], "to_name": to[1], "what": what, **changes}
    return Commitment(**known)  # type: ignore[arg-type]


QUESTIONS = (
    "Why does Bram need money so badly?",
    "Can Mira still rely on Ann?",
    "What will become of the Anchor this winter?",
)


def afternoon_situation(**changes: object) -> Situation:
    stage = reply_scene()
    known: dict[str, object] = {
        "world": stage.world,
        "character": stage.character,
        "now": NOW,
        "place": stage.place,
        "act": Act(step=Step(starts_at=NOW, minutes=30, activity="scrubbing the long table")),
        "mood": Mood(valence=-0.4, arousal=0.3, why="Bram owes her money"),
        "currently": "short of cider, and of patience",
        "company": (ANN,),
        "seed": 7,
    }
    return Situation(**{**known, **changes})  # type: ignore[arg-type]


def afternoon_memory(
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
        text, source=source, kind=kind, ago=ago, speaker=speaker, told_by=told_by, told_to=told_to
    ).memory
    body = replace(found.body, trust=trust, players=players, depth=depth)
    return replace(found, seq=seq, body=body)


AFTERNOON_MEMORIES = (
    afternoon_memory("The cellar door came off in the storm.", ago=timedelta(days=2)),
    afternoon_memory("Do not lend to Bram.", source=Source.INNER_VOICE, ago=timedelta(days=1)),
    afternoon_memory(
        "Bram sold his boat.", source=Source.TOLD, told_by="ann", ago=timedelta(hours=5)
    ),
    afternoon_memory(
        "I will pay on Friday.",
        kind=RecordKind.UTTERANCE,
        source=Source.TOLD,
        speaker="Bram",
        told_by="bram",
        ago=timedelta(hours=2),
    ),
    afternoon_memory(
        "You said that last Friday.",
        kind=RecordKind.LINE,
        source=Source.OWN,
        told_to="bram",
        ago=timedelta(hours=2),
    ),
    afternoon_memory(
        "She waters the cider.", source=Source.OVERHEARD, speaker="Bram", ago=timedelta(minutes=2)
    ),
)


def focal_questions_input(*memories: Memory, **changes: object) -> FocalQuestionsInput:
    return FocalQuestionsInput(
        situation=afternoon_situation(**changes), memories=memories or AFTERNOON_MEMORIES
    )


def insights_input(*memories: Memory, questions: tuple[str, ...] = QUESTIONS) -> InsightsInput:
    return InsightsInput(
        situation=afternoon_situation(),
        questions=questions,
        evidence=memories or AFTERNOON_MEMORIES,
    )


RETOLD = (
    ("No. You said that last Friday.", "Bram asked me for ten crowns on Friday."),
    ("Six? Odo told me five.", "Odo told me that the boat is shown at six."),
)


def summary_input(*said: tuple[str, str], partner: Person = BRAM) -> SummaryInput:
    lines = said or (
        ("Bram", "Lend me ten crowns till Friday."),
        ("Mira Holt", "No. You said that last Friday."),
        ("Bram", "Then come to the harbour at six, and see the boat I will sell."),
    )
    return SummaryInput(
        situation=afternoon_situation(),
        partner=partner,
        conversation=tuple(
            Spoken(speaker=who, text=text, is_own=who == "Mira Holt") for who, text in lines
        ),
    )


def relation_input(*memories: Memory, **changes: object) -> RelationInput:
    known: dict[str, object] = {
        "situation": afternoon_situation(),
        "other": BRAM,
        "standing": Standing(
            other_id="bram",
            other_name="Bram",
            affinity=-20,
            trust=35,
            familiarity=60,
            view="Bram borrows and forgets.",
        ),
        "memories": memories or AFTERNOON_MEMORIES[3:],
        "beliefs": (Belief(topic="bram-sold-his-boat", text="Bram sold his boat.", score=60),),
    }
    return RelationInput(**{**known, **changes})  # type: ignore[arg-type]


def interview_input(
    question: str = "What do you make of Bram?",
    *memories: Memory,
    day: DayPlan | None = None,
    standings: tuple[Standing, ...] = (),
) -> InterviewInput:
    return InterviewInput(
        situation=afternoon_situation(),
        question=question,
        recollections=tuple(replace(recollection(found.text), memory=found) for found in memories),
        day=day,
        standings=standings,
    )


def afternoon_plan() -> DayPlan:
    six = NOW.replace(hour=6, minute=0)
    blocks = (
        Block(starts_at=six, minutes=120, activity="airing the taproom"),
        Block(starts_at=six + timedelta(hours=2), minutes=840, activity="serving guests"),
    )
    return DayPlan(day=six.date(), wakes_at=six, sleeps_at=six + timedelta(hours=16), blocks=blocks)


MILL_MORNING = datetime(1904, 3, 14, 9, 0, tzinfo=UTC)
MILLER = Person(id="miller", name="Anselm", is_player=False)
MILL_PLACES = (
    KnownPlace(id=PlaceId("mill"), path="The Mill", is_own=True, objects=(("stove", ""),)),
    KnownPlace(id=PlaceId("market"), path="The Market", objects=(("well", ""),)),
)


def mill_situation(seed: int = 1, language: str = "en") -> Situation:
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
        created_at=MILL_MORNING,
        updated_at=MILL_MORNING,
    )
    return Situation(
        world=World(id=WorldId("w"), name="Dale"), character=character, now=MILL_MORNING, seed=seed
    )


def mill_memory(seq: int, text: str, *, speaker: str = "", importance: int = 5) -> Memory:
    """Return something Berta saw, or was told by a character."""
    at = MILL_MORNING - timedelta(hours=seq)
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


def mill_recollection(found: Memory) -> Recollection:
    """Return a memory that came to mind."""
    return Recollection(memory=found, score=1.0, recency=1.0, importance=1.0, relevance=1.0)


def mill_plan_input(**changes: object) -> PlanInput:
    """Return the material of Berta's day."""
    material = {"situation": mill_situation(), "day": date(1904, 3, 14), "places": MILL_PLACES}
    return PlanInput(**{**material, **changes})  # type: ignore[arg-type]


def mill_converse_input(
    *said: tuple[str, str],
    seed: int = 1,
    news: tuple[Memory, ...] = (),
    own_lines: tuple[str, ...] = (),
    should_end: bool = False,
) -> ConverseInput:
    """Return the material of Berta's next line to Anselm."""
    return ConverseInput(
        situation=mill_situation(seed),
        partner=MILLER,
        about="the market",
        conversation=tuple(
            Spoken(speaker=who, text=text, is_own=who == "Berta") for who, text in said
        ),
        recollections=tuple(map(mill_recollection, news)),
        own_lines=own_lines,
        should_end=should_end,
    )


ADA_MARSH = Member(
    id="ada",
    name="Ada Marsh",
    rank=Rank.PRINCIPAL,
    camp="keep",
    is_camp_fixed=True,
    scratch="Sixty, upright, slow to trust, quick to count.",
    goal="Hand the light to somebody who will not sell its oil.",
    public="Has kept the light for thirty years; her knees are giving out.",
    private="Once let a ship pass in the dark, and told nobody.",
    beliefs=(
        Belief(topic="sell-the-oil", text="The oil may be sold in summer", score=10),
        Belief(topic="bram-keeps-it", text="Bram Oake should keep the light", score=40),
        Belief(topic="duty", text="A light is a duty, not a living", score=90),
    ),
)
BRAM_OAKE = Member(
    id="bram",
    name="Bram Oake",
    rank=Rank.PRINCIPAL,
    camp="change",
    scratch="Loud, generous with what is not his.",
    goal="Get the light, and the house that goes with it.",
    public="Fisherman without a boat since the storm.",
    private="Owes the chandler forty crowns.",
    beliefs=(Belief(topic="bram-keeps-it", text="I should keep the light", score=60),),
)
BRAMWELL = Member(
    id="bramwell",
    name="Bramwell Oakes",
    rank=Rank.PRINCIPAL,
    camp="change",
    scratch="Young, exact, cold.",
    goal="Bring an electric lamp, and be the one who runs it.",
    public="Surveyor from the city.",
)
DORA_LIND = Member(
    id="dora",
    name="Dora Lind",
    rank=Rank.SUPPORTING,
    scratch="Laughs before she answers.",
    goal="Be paid for the oil she has delivered.",
    public="Chandler; sells rope and oil.",
    private="Would forgive a debt for a contract.",
    character_id=CharacterId("char_dora"),
)
LIGHT_SCRIPT = Script(
    id="light",
    title="The harbour light",
    premise="The keeper of the harbour light steps down, and the town has one evening to choose.",
    opening="The old keeper has laid the key on the table.",
    camps=(
        Camp(id="keep", aim="Leave the light as it is"),
        Camp(id="change", aim="Make something new of it"),
    ),
    members=(ADA_MARSH, BRAM_OAKE, BRAMWELL, DORA_LIND),
    resources=(
        Resource(
            id="key",
            name="The key",
            owner="ada",
            impact=30,
            topics=("the oath of the keepers",),
            description="Opens the lamp room.",
        ),
        Resource(id="oil", name="The oil", owner="dora", impact=20, topics=("debts", "prices")),
        Resource(id="power", name="Electricity", topics=("what is safe at sea",)),
    ),
    ballot=Ballot(
        question="Who keeps the light?",
        candidates=(
            Candidate(id="c-ada", name="Ada Marsh", camp="keep", member="ada"),
            Candidate(id="c-bram", name="Bram Oake", camp="change", member="bram"),
            Candidate(id="c-well", name="Bramwell Oakes", camp="change", member="bramwell"),
            Candidate(id="c-city", name="the city"),
        ),
        win=WinRule.DECIDER_OR_PLURALITY,
        decider="ada",
    ),
    course=Course(rounds=2),
)


def spoke_move(member: str, text: str, **changes: object) -> LineSpoken:
    known: dict[str, object] = {
        "round": 1,
        "stage": Stage.GROUP_CHAT,
        "chat_round": 1,
        "member": member,
        "text": text,
    }
    return LineSpoken(**{**known, **changes})  # type: ignore[arg-type]


def talk_moves(
    chooser: str, partner: str, *texts: str, **changes: object
) -> tuple[LineSpoken, ...]:
    """Return a talk of two, line by line, the chooser first."""
    sides = (chooser, partner)
    return tuple(
        spoke_move(
            sides[at % 2],
            text,
            **{
                "stage": Stage.PRIVATE_CHAT,
                "talk": chooser,
                "to": sides[(at + 1) % 2],
                "chat_round": at // 2 + 1,
                **changes,
            },
        )
        for at, text in enumerate(texts)
    )


KNOWN: tuple[Known, ...] = (
    *talk_moves("ada", "dora", "What does Bram owe you?", "More than he has told you, dear."),
    *talk_moves(
        "bramwell",
        "ada",
        "The lamp I bring needs no oil.",
        "And when the wire breaks?",
        stage=Stage.CONFIDENTIAL_MEETING,
    ),
    Meeting(round=1, stage=Stage.CONFIDENTIAL_MEETING, first="bramwell", second="ada"),
    Meeting(round=1, stage=Stage.CONFIDENTIAL_MEETING, first="bram", second="dora"),
    spoke_move("ada", "Whoever takes the key takes the oath with it."),
    spoke_move("bram", "I will swear whatever you like."),
    spoke_move("bramwell", ""),
    spoke_move(AUDIENCE, "Let Bram have it!", person=Person(id="p1", name="Odo")),
    Updated(
        round=1,
        member="ada",
        summary="Dora hinted that Bram is deep in debt. Bramwell has no answer to a broken wire.",
        reflection="Those who swear quickly have sworn before.",
        relations=(("bram", -4),),
    ),
)


def standpoint(**changes: object) -> Standpoint:
    """Return where Ada stands in the second round."""
    known: dict[str, object] = {
        "script": LIGHT_SCRIPT,
        "member": ADA_MARSH,
        "round": 2,
        "stage": Stage.PRIVATE_CHAT,
        "known": KNOWN,
        "relations": (("bram", 6), ("bramwell", 14), ("dora", 22)),
        "inferred": (("bram", "dora", 35),),
        "beliefs": ADA_MARSH.beliefs,
        "influence": (("ada", 30), ("bram", 20), ("bramwell", 0), ("dora", 20)),
        "seed": 3,
    }
    return Standpoint(**{**known, **changes})  # type: ignore[arg-type]


def choose_input(**changes: object) -> ChooseInput:
    return ChooseInput(
        standpoint=standpoint(**changes), partners=(BRAM_OAKE, BRAMWELL, DORA_LIND), chat_rounds=2
    )


def speak_input(**changes: object) -> SpeakInput:
    """Return a talk of Ada with Bram in which he has just answered."""
    lines = talk_moves("ada", "bram", "How much do you owe?", "Who has been talking?", round=2)
    known: dict[str, object] = {
        "standpoint": standpoint(known=(*KNOWN, *lines)),
        "partner": BRAM_OAKE,
        "lines": lines,
        "chat_round": 2,
        "chat_rounds": 2,
        "strategy": "Make him name the sum before he can boast.",
        "topic": "the forty crowns",
        "is_last": True,
    }
    return SpeakInput(**{**known, **changes})  # type: ignore[arg-type]


def plenary_input(**changes: object) -> SpeakInput:
    """Return the floor of the group chat, as Dora has it, who is cast and remembers something."""
    remembered = recollection("Bram sold his nets.", source=Source.TOLD, speaker="Ann")
    dora: dict[str, object] = {
        "member": DORA_LIND,
        "stage": Stage.GROUP_CHAT,
        "known": (KNOWN[0], KNOWN[1], KNOWN[4], *KNOWN[5:8]),
        "relations": (("ada", 30), ("bram", 10), ("bramwell", 10)),
        "inferred": (),
        "beliefs": (),
        "backs": "ada",
        "recollections": (remembered,),
        "now": NOW,
    }
    lines = (spoke_move("bram", "The house needs a family in it.", round=2),)
    return SpeakInput(
        standpoint=standpoint(**{**dora, **changes}),
        partner=None,
        lines=lines,
        chat_round=2,
        chat_rounds=3,
    )


def revise_input(**changes: object) -> UpdateInput:
    known: dict[str, object] = {"stage": Stage.UPDATE, "round": 1, "known": KNOWN[:-1]}
    return UpdateInput(standpoint=standpoint(**{**known, **changes}))


def vote_input(knowledge: Knowledge = Knowledge.OWN, **changes: object) -> VoteInput:
    ballot = LIGHT_SCRIPT.ballot
    known: dict[str, object] = {"stage": Stage.SETTLEMENT}
    if knowledge is Knowledge.ALL:
        secret = talk_moves("bram", "dora", "Forget the forty crowns.", "For a contract, I might.")
        known |= {"knows_all": True, "known": (*secret, *KNOWN)}
    member = changes.get("member", ADA_MARSH)
    assert isinstance(member, Member)
    return VoteInput(
        standpoint=standpoint(**{**known, **changes}),
        question=ballot.question,
        candidates=ballot.candidates,
        others=tuple(one for one in ballot.candidates if one.member != member.id),
        knowledge=knowledge,
    )


def chronicle_input(**changes: object) -> ChronicleInput:
    known: dict[str, object] = {
        "script": LIGHT_SCRIPT,
        "lines": tuple(one for one in KNOWN if isinstance(one, LineSpoken) and not one.talk),
        "winners": ("c-bram",),
        "because": "the vote of Ada Marsh",
        "seed": 3,
    }
    return ChronicleInput(**{**known, **changes})  # type: ignore[arg-type]


def digest_input(**changes: object) -> DigestInput:
    """Return what all know of the first round: a private talk, lines before all, and notes."""
    secret = talk_moves("bram", "dora", "Forget the forty crowns.", "For a contract, I might.")
    known: dict[str, object] = {
        "script": LIGHT_SCRIPT,
        "round": 1,
        "known": (*secret, *(one for one in KNOWN if getattr(one, "round", 0) == 1)),
        "seed": 4,
    }
    return DigestInput(**{**known, **changes})  # type: ignore[arg-type]


def examples() -> dict[type[TypedQuestion[Any]], tuple[TypedQuestion[Any], ...]]:
    """Return examples of the input of each question, for golden prompts and schemas."""
    rating = RatingInput(
        name="Mira Holt",
        texts=("Swept the floor.", "The roof fell in on my brother."),
        traits="stubborn, warm",
        goals=("Keep the mill running.",),
    )
    interview = interview_input(
        "What will you do at six?",
        *AFTERNOON_MEMORIES[2:4],
        day=afternoon_plan(),
        standings=(relation_input().standing,),
    )
    yesterday = day_plan(at=NOW.replace(day=NOW.day - 1, hour=6, minute=0))
    rest = plan_input(
        previous=day_plan(),
        rest_from=NOW,
        because="The stove is burning.",
        whispers=("Run for mayor.",),
    )
    said = (("Mira", "Is it true about the boat?"), ("Bram", "Who told you that?"))
    later = converse_input(*said, should_end=True)
    listed: tuple[tuple[TypedQuestion[Any], ...], ...] = (
        (rating,),
        (focal_questions_input(),),
        (insights_input(),),
        (summary_input(), replace(summary_input(), retold=RETOLD)),
        (relation_input(),),
        (interview,),
        (plan_input(previous=yesterday), rest),
        (decompose_input(),),
        (react_input(),),
        (converse_input(), converse_input(*said), later),
        (choose_input(),),
        (speak_input(), plenary_input()),
        (revise_input(),),
        (vote_input(), vote_input(Knowledge.ALL)),
        (digest_input(),),
        (chronicle_input(),),
    )
    return {type(one[0]): one for one in listed}
