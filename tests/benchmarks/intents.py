"""Whether a mind remembers deeds that did not happen.

    python -m tests.benchmarks.intents [--runs 500] [--json]

A character is asked for one thing after the other. Each time it boasts that it has handed the
thing over, and wants to: in 30 % of the cases, by seed, the game refuses, fails, or never answers;
else it is done. Then everything is thought that there is to think, with a model that takes every
boast for a deed in reflections, keepsakes, impressions and beliefs. Counted are the memories, views
and beliefs that tell of a deed that did not happen, and how often each deed is remembered.
"""

import asyncio
import json
import random
import re
import tempfile
from contextlib import aclosing
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from itertools import product
from pathlib import Path

import structlog

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver import bootstrap
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.play import ReportOutcome
from npcserver.bootstrap import RunningServer
from npcserver.config import CognitionSettings, EmbedderSettings, Settings
from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.character import Person, Persona
from npcserver.model.feelings import Belief, Standing
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.inputs import ReplyInput
from npcserver.model.model_use import Purpose
from npcserver.model.record import OutcomeStatus, Record, RecordKind, Remembered, Source
from npcserver.model.turn import IntentProposed, TurnStarted
from npcserver.model.world import World
from npcserver.model.worldfile import Role, WorldFile
from npcserver.ports.language_model import Request
from npcserver.prompts.render import Templates
from tests.benchmarks.options import read_options
from tests.fakes.language_models import AskedThinker, question_now

FAILURES = 0.3
MIRA = CharacterId("mira")
ANN = Person(id="ann", name="Ann")
GIVE = Affordance(
    name="give_item",
    description="Hand something over.",
    parameters=(
        Parameter(name="item", type=ParameterType.ENTITY, entity_kinds=("item",)),
        Parameter(name="to", type=ParameterType.ENTITY, entity_kinds=("person",)),
    ),
)

_FILE = WorldFile(
    world=World(id=WorldId("shop"), name="The Shop"),
    characters=(Role(id=MIRA, persona=Persona(name="Mira")),),
)
_RUNS_EACH = 25  # runs of one timeline, and so of one mind
_THINKS_EVERY = 6
_FAR = timedelta(days=9)
_LOOKS = ("amber", "brazen", "crimson", "dusty", "ebony", "frosted", "golden", "hazel", "ivory",
          "jade", "knotted", "leaden", "marbled", "noble", "oaken", "pewter", "quilted", "rusty",
          "silver", "tarnished", "umber", "velvet", "woven", "yellow", "zinc")  # fmt: skip
_THINGS = ("anvil", "basket", "candle", "dagger", "easel", "flask", "goblet", "hammer", "inkwell",
           "jar", "kettle", "lantern", "mirror", "needle", "oar", "pitcher", "quill", "ribbon",
           "saddle", "teapot")  # fmt: skip
_NAMES = tuple(f"{look} {thing}" for look, thing in product(_LOOKS, _THINGS))
_NAMED = re.compile(rf"\b(?:{'|'.join(_LOOKS)}) (?:{'|'.join(_THINGS)})\b")


@dataclass(slots=True, kw_only=True)
class Found:
    """What came of so many runs. `false_*` should be 0, and every deed remembered exactly once."""

    runs: int = 0
    completed: int = 0
    not_done: int = 0
    boasts: int = 0
    boasting_thoughts: int = 0
    thoughts: int = 0
    false_memories: int = 0
    false_views: int = 0
    deeds_remembered_once: int = 0
    reflections: int = 0
    examples: list[str] = field(default_factory=list)


async def run(*, runs: int, seed: int = 0) -> Found:
    """Let so many things be asked for, and count what is remembered."""
    found = Found()
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder, structlog.testing.capture_logs():
        settings = Settings(
            data=Path(folder),
            embedder=EmbedderSettings(name="hashing"),
            cognition=CognitionSettings(
                rated_from=1,
                workers=0,
                attention="dormant",
                reflection_threshold=60,
                lull_seconds=0,
            ),
        )
        model = ScriptedLanguageModel(lambda request: _answer(request, found))
        thinker = AskedThinker(model, Templates())
        async with bootstrap.running(settings, serve=False, model=thinker) as here:
            await here.importing.put(_FILE)
            for first in range(0, runs, _RUNS_EACH):
                names = [_NAMES[number % len(_NAMES)] for number in range(first, runs)]
                await _play(here, names[:_RUNS_EACH], chance, found)
    return found


async def _play(here: RunningServer, names: list[str], chance: random.Random, found: Found) -> None:
    """Ask one mind for all these things, let it think, and count."""
    timeline_id = (await here.services.timelines.start(_FILE.world.id)).id
    done: set[str] = set()
    for number, name in enumerate(names):
        if number % _THINKS_EVERY == 0:
            await _think(here)
        found.runs += 1
        started, intent = await _asked_for(here, timeline_id, name)
        if chance.random() < FAILURES:
            found.not_done += 1
            status = chance.choice((OutcomeStatus.REFUSED, OutcomeStatus.FAILED, None))
        else:
            found.completed += 1
            done.add(name)
            status = OutcomeStatus.COMPLETED
        for told in (OutcomeStatus.ACCEPTED, status) if chance.random() < 0.5 else (status,):
            if told is not None and (told is not OutcomeStatus.ACCEPTED or status is not None):
                await here.services.play.report_outcome(
                    ReportOutcome(
                        timeline_id=timeline_id,
                        turn_id=started.turn_id,
                        intent_id=intent.intent.id,
                        status=told,
                    )
                )
    await _think(here)
    await _count(here, timeline_id, names, done, found)


async def _asked_for(
    here: RunningServer, timeline_id: TimelineId, name: str
) -> tuple[TurnStarted, IntentProposed]:
    say = SayToCharacter(
        timeline_id=timeline_id,
        character_id=MIRA,
        speaker=ANN,
        text=f"May I have the {name}?",
        affordances=(GIVE,),
        entities=(
            Entity(id="item-1", name=name, kind="item"),
            Entity(id="ann", name="Ann", kind="person"),
        ),
    )
    async with aclosing(here.services.dialogue.say(say)) as events:
        heard = [event async for event in events]
    (started,) = [event for event in heard if isinstance(event, TurnStarted)]
    (intent,) = [event for event in heard if isinstance(event, IntentProposed)]
    return started, intent


async def _think(here: RunningServer) -> None:
    """Do all there is to do, however late it would be due."""
    while (job := await here.store.jobs.claim(here.clock.now() + _FAR, 60)) is not None:
        await here.cognition.do(job)


async def _count(
    here: RunningServer, timeline_id: TimelineId, names: list[str], done: set[str], found: Found
) -> None:
    async with here.store.read() as reader:
        view = await reader.head(timeline_id)
        records = await view.after(0, 100_000)
    undone = set(names) - done
    deeds = [one.text for one in records if _is_deed(one)]
    found.deeds_remembered_once += sum(sum(name in text for text in deeds) == 1 for name in done)
    found.reflections += sum(one.kind is RecordKind.REFLECTION for one in records)
    for one in records:
        if _is_own(one) and undone & set(_NAMED.findall(one.text)):
            found.false_memories += 1
            found.examples.append(one.text)
        view_of = one.body.view if isinstance(one.body, Standing) else ""
        text = one.body.text if isinstance(one.body, Belief) else view_of
        if undone & set(_NAMED.findall(text)):
            found.false_views += 1
            found.examples.append(text)


def _is_deed(record: Record) -> bool:
    body = record.body
    is_observed = record.kind is RecordKind.OBSERVATION
    return is_observed and isinstance(body, Remembered) and body.source is Source.OWN


def _is_own(record: Record) -> bool:
    """Say whether a character remembers it as done by itself, or concludes it; words are words."""
    body = record.body
    is_told = record.kind in (RecordKind.OBSERVATION, RecordKind.REFLECTION, RecordKind.PLAN)
    is_own = isinstance(body, Remembered) and body.source in (Source.OWN, Source.INFERRED)
    return is_told and is_own


def _answer(request: Request, found: Found) -> str | None:
    """Boast in talk, and in thought take every boast before it for a deed."""
    if request.purpose is Purpose.REPLY and isinstance(question_now(), ReplyInput):
        found.boasts += 1
        return _boast(question_now())
    before = "\n".join(message.text for message in request.messages)
    boasted = list(dict.fromkeys(_NAMED.findall(before)))
    deeds = [f"Mira gave Ann the {name}." for name in boasted] or ["Mira is fond of Ann."]
    said: dict[str, object] | None = None
    match request.purpose:
        case Purpose.SUMMARISE:
            said = {"for_my_plans": deeds[0], "interesting": deeds[-1], "importance": 6}
        case Purpose.RELATE:
            belief = {"topic": "ann-has-it", "text": deeds[-1], "change": 5}
            numbers = {"affinity": 2, "trust": 2, "familiarity": 2}
            said = {**numbers, "view": deeds[0], "beliefs": [belief], "feeling": "joy"}
        case Purpose.REFLECT if request.schema_name == "insights":
            insights = [
                {"insight": deed, "because": [1, 2], "importance": 6} for deed in deeds[-5:]
            ]
            said = {"insights": insights}
        case _:
            return None
    found.thoughts += 1
    found.boasting_thoughts += bool(boasted)
    return json.dumps(said)


def _boast(scene: ReplyInput) -> str:
    name = _NAMED.findall(scene.heard)[0]
    say = f"I have given you the {name}. It is yours now."
    wish = {"name": "give_item", "arguments": {"item": "item-1", "to": "ann"}}
    felt = {"label": "pride", "valence": 0.6, "arousal": 0.3}
    return json.dumps({"say": say, "emotion": felt, "intents": [wish], "importance": 7})


def main() -> None:
    """Print what was counted."""
    chosen = read_options(__doc__, runs=500, seed=0)
    found = asyncio.run(run(runs=chosen.runs, seed=chosen.seed))
    told = asdict(found)
    told["examples"] = found.examples[:5]
    if chosen.json:
        print(json.dumps(told, indent=2))
    else:
        print("\n".join(f"{name}: {value}" for name, value in told.items()))


if __name__ == "__main__":
    main()
