"""How a character without a model answers the first questions of a newcomer.

    python -m tests.benchmarks.first_questions [--show all] [--json]

Each question of the files beside this module is put in a new game, behind the lines of `before`
and the flags that it sets, and `days` after them, to a whole server without a language model. An
answer is

- sensible if it matches one of `accept` and proposes just the `intent` wanted, or where a shrug is
  all that may be said (`shrug: sensible`);
- half if it is an honest shrug: an authored fallback line, or a line of an occasion in `SHRUGS`;
- wrong if it matches one of `wrong`, proposes an action that is not wanted, or is anything else.

Every second question of the files in `HELD_OUT` was kept aside while the actor was changed.
"""

import re
import tempfile
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import yaml

from npcmodels.actor.phrase_book import phrases_of
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.perception.observations import FlagChange, Observe
from npcserver.bootstrap import RunningServer
from npcserver.config import CognitionSettings, EmbedderSettings, Settings
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId
from npcserver.model.turn import IntentProposed, Line
from npcserver.model.worldfile import WorldFile

FOLDER = Path(__file__).parent
HELD_OUT = (
    "copper_fell", "gannet_sound", "liu_du", "shuanghe", "farrowhithe_later", "qingshi_later",
)  # fmt: skip
SHRUGS = ("unknown", "unknown_person", "guarded", "cannot", "puzzled", "private", "strangers",
          "forgotten", "decline", "which", "how_many")  # fmt: skip
STRANGER = Person(id="stranger", name="the stranger")


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstQuestion:
    """A question, and what may and may not be answered; see the module."""

    world: str
    to: str
    say: str
    accept: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    intent: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    before: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    days: int = 0
    shrug: str = "half"
    is_held_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedAnswer:
    """What was answered, what was proposed, and what that is worth."""

    question: FirstQuestion
    answer: str
    intents: Mapping[str, Mapping[str, Any]]
    verdict: str


def read_questions() -> Iterator[tuple[WorldFile, tuple[FirstQuestion, ...]]]:
    """Yield the worlds of this folder with their questions."""
    for path in sorted(FOLDER.glob("*.questions.yaml")):
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        name = path.name.removesuffix(".questions.yaml")
        yield (
            load_world((FOLDER / content["world"]).resolve()),
            tuple(
                _question(name, one, is_held_out=name in HELD_OUT and position % 2 == 1)
                for position, one in enumerate(content["questions"])
            ),
        )


def _question(world: str, written: Mapping[str, Any], *, is_held_out: bool) -> FirstQuestion:
    lists = ("accept", "wrong", "before", "flags")
    fields: dict[str, Any] = {
        key: tuple(one) if key in lists else one for key, one in written.items()
    }
    return FirstQuestion(world=world, is_held_out=is_held_out, **fields)


async def judged() -> list[JudgedAnswer]:
    """Put all questions, and judge the answers."""
    found = []
    async with server() as here:
        for world, questions in read_questions():
            await here.importing.put(world)
            found += [await judge(here, world, one) for one in questions]
    return found


@asynccontextmanager
async def server() -> AsyncGenerator[RunningServer, None]:
    """Run a server without a language model."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            data=Path(folder),
            embedder=EmbedderSettings(name="hashing"),
            cognition=CognitionSettings(workers=0, attention="dormant"),
        )
        async with bootstrap.running(settings, serve=False) as here:
            yield here


async def judge(here: RunningServer, world: WorldFile, question: FirstQuestion) -> JudgedAnswer:
    """Put a question in a new game."""
    started = await here.services.timelines.start(world.world.id)
    timeline_id = started.id
    if question.flags:
        flags = tuple(FlagChange(name=one) for one in question.flags)
        await here.services.play.observe(Observe(timeline_id=timeline_id, flags=flags))
    for said in (*question.before, question.say):
        if said == question.say and question.days:
            later = started.game_time + timedelta(days=question.days)
            await here.services.play.advance_clock(timeline_id=timeline_id, game_time=later)
        told = SayToCharacter(
            timeline_id=timeline_id,
            character_id=CharacterId(question.to),
            speaker=STRANGER,
            text=said,
            affordances=None,
            entities=None,
        )
        async with aclosing(here.services.dialogue.say(told)) as events:
            heard = [event async for event in events]
    answer = " ".join(one.text for one in heard if isinstance(one, Line))
    intents = {
        one.intent.affordance: dict(one.intent.arguments)
        for one in heard
        if isinstance(one, IntentProposed)
    }
    verdict = _verdict(question, answer, intents, world)
    return JudgedAnswer(question=question, answer=answer, intents=intents, verdict=verdict)


def _verdict(
    question: FirstQuestion,
    answer: str,
    intents: Mapping[str, Mapping[str, Any]],
    world: WorldFile,
) -> str:
    if _matches(question.wrong, answer) or not intents.keys() <= question.intent.keys():
        return "wrong"
    for name, arguments in intents.items():
        wanted = question.intent[name]
        if not wanted.items() <= {key: _plain(one) for key, one in arguments.items()}.items():
            return "wrong"
    is_shrug = _is_shrug(question, answer, world)
    if intents.keys() == question.intent.keys() and _matches(question.accept, answer):
        return "sensible" if intents or not is_shrug else question.shrug
    return question.shrug if is_shrug else "wrong"


def _plain(value: object) -> Any:
    """Return an argument of a player who is the speaker as the files write it."""
    return "player" if value == STRANGER.id else value


def _matches(patterns: Sequence[str], answer: str) -> bool:
    return any(re.search(pattern, answer) for pattern in patterns)


def _is_shrug(question: FirstQuestion, answer: str, world: WorldFile) -> bool:
    (persona,) = (one.persona for one in world.characters if one.id == question.to)
    phrases = phrases_of(persona.language)
    lines = [
        phrase
        for occasion in SHRUGS
        for phrase_list in phrases.lines[occasion].values()
        for phrase in phrase_list
    ]
    lines += [phrases.forms["no_views"], *(one.text for one in persona.fallback_lines)]
    patterns = (re.sub(r"\\\{\w+\\\}", ".*", re.escape(one)) for one in lines)
    return any(re.search(pattern, answer) for pattern in patterns)
