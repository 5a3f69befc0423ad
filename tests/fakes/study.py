"""A study: the hamlet, and a model that says of every question what a test lets it say."""

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from npcserver.adapters.embed.hashing import HashingEmbedder
from npcserver.app.context.mindset import Minds
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.planning import Decomposing, Planning
from npcserver.app.thoughts.thinking import Thinking
from npcserver.memory.profiles import PROFILES
from npcserver.memory.stream import MemoryStream
from npcserver.mind.asker import Asker
from npcserver.model.attention import Attention
from npcserver.model.budget import Budget
from npcserver.model.character import Persona
from npcserver.model.day import DayPlan
from npcserver.model.errors import Conflict, ModelUnreachable, NotFound
from npcserver.model.ids import CharacterId
from npcserver.model.job import Job, JobKind
from npcserver.model.pondering import Dawn, Hour
from npcserver.model.purpose import Purpose
from npcserver.model.record import RecordKind
from npcserver.model.thought import Thought
from npcserver.model.turn import Usage
from npcserver.ports.language_model import Finished, Request
from npcserver.ports.storage import UnitOfWork
from npcserver.prompts.render import Templates
from tests.fakes.hamlet import (
    ANN,
    BEN,
    CAT,
    COTTAGE,
    FUTURE,
    GREEN,
    MONDAY,
    WORLD,
    Hamlet,
    at,
    plan,
    settle,
)
from tests.fakes.numpy_index import NumpyIndex

Stroke = tuple[str, int, str, str]
"""When, for how many minutes, what, where."""


class Oracle:
    """Answers each question with what `says` returns for it; raises what is an exception.

    What is in `meanwhile` is done, once, while the first answer is on its way.
    """

    name = "test:oracle"

    def __init__(self, says: Callable[[Request], str | Exception]) -> None:
        self.says = says
        self.asked: list[Request] = []
        self.meanwhile: list[Callable[[], Awaitable[None]]] = []

    async def generate(self, request: Request) -> AsyncGenerator[str | Finished, None]:
        self.asked.append(request)
        while self.meanwhile:
            await self.meanwhile.pop(0)()
        said = self.says(request)
        if isinstance(said, Exception):
            raise said
        yield said
        yield Finished(model=self.name, usage=Usage(prompt_tokens=100, completion_tokens=50))

    def count(self, purpose: Purpose) -> int:
        """Return how often it was asked for a purpose."""
        return sum(request.purpose is purpose for request in self.asked)


class Study(Hamlet):
    """A hamlet whose people think with an oracle; `dropped` are thoughts that came to nothing."""

    def __init__(
        self, oracle: Oracle, *, attention: Attention, budget: Budget | None = None
    ) -> None:
        super().__init__(attention=attention)
        self.oracle = oracle
        self.dropped: list[JobKind] = []
        self.minds = Minds(self.store, self.broadcast, attention=attention)
        self.thinking = Thinking(
            Asker(oracle, Templates()),
            MemoryStream(NumpyIndex, HashingEmbedder()),
            Budgets(self.store, default=budget or Budget()),
            profile=PROFILES["default"],
        )
        self.planning = Planning(self.minds, self.thinking)
        self.decomposing = Decomposing(self.minds, self.thinking)

    async def do(self, job: Job) -> None:
        """Do a job as the worker does: a thought that was outrun is dropped."""
        try:
            match job.kind:
                case JobKind.LIVE:
                    await self.living(job)
                case JobKind.PLAN:
                    await self.planning(job)
                case JobKind.DECOMPOSE:
                    await self.decomposing(job)
                case _:
                    pass
        except (Conflict, NotFound):
            self.dropped.append(job.kind)

    async def think(self) -> None:
        """Do everything there is to do."""
        while (claimed := await self.store.jobs.claim(FUTURE, 60)) is not None:
            await self.do(claimed)
            await self.store.jobs.finish(claimed)

    async def spend(self, moments: Sequence[datetime]) -> None:
        """Let the clock stand at one moment after the other, and everybody think at each."""
        for moment in moments:
            await self.tick(moment)
            await self.think()


def day_answer(*strokes: Stroke, wakes: str = "06:00", sleeps: str = "22:00") -> str:
    """Return a model's plan for a day."""
    blocks = [
        {"start": start, "minutes": minutes, "activity": what, "place": where, "emoji": "🙂"}
        for start, minutes, what, where in strokes
    ]
    return json.dumps(
        {
            "currently": "Ann is saving for a loom.",
            "wake_up": wakes,
            "sleep": sleeps,
            "outline": [what for _, _, what, _ in strokes],
            "blocks": blocks,
        }
    )


def steps_answer(*steps: tuple[int, str, str]) -> str:
    """Return a model's steps for a block: minutes, what, where."""
    return json.dumps(
        {
            "steps": [
                {
                    "minutes": minutes,
                    "activity": what,
                    "place": where,
                    "object": "",
                    "object_state": "",
                    "emoji": "🙂",
                }
                for minutes, what, where in steps
            ]
        }
    )


async def study(
    says: Callable[[Request], str | Exception],
    *who: CharacterId,
    now: datetime = MONDAY,
    attention: Attention = Attention.BACKGROUND,
    budget: Budget | None = None,
) -> Study:
    """Return a study with some or all people of the hamlet."""
    made = Study(Oracle(says), attention=attention, budget=budget)
    await settle(made, who or (ANN, BEN, CAT), now=now)
    return made


STROKES = (
    ("06:00", 60, "getting up", COTTAGE),
    ("07:00", 60, "having breakfast", COTTAGE),
    ("08:00", 240, "weaving", COTTAGE),
    ("12:00", 60, "having lunch", COTTAGE),
    ("13:00", 240, "walking", GREEN),
    ("17:00", 60, "having dinner", COTTAGE),
    ("18:00", 240, "sewing", COTTAGE),
)


MEAN = plan(
    ("06:00", "getting up", COTTAGE),
    ("08:00", "weaving", COTTAGE),
    ("12:00", "walking", GREEN),
)


def says(request: Request) -> str | Exception:
    """Plan an ordinary day, its rest when asked for it, and blocks in steps of ten minutes."""
    match request.material:
        case Dawn(rest_from=None):
            return day_answer(*STROKES)
        case Dawn(rest_from=since) if since is not None:
            minutes = int((at("22:00") - since.replace(day=3)).total_seconds() // 60)
            strokes, start = [], since
            while minutes > 0:
                length = min(120, minutes)
                strokes.append((f"{start:%H:%M}", length, f"talking to all {minutes}", GREEN))
                start, minutes = start + timedelta(minutes=length), minutes - length
            return day_answer(*strokes)
        case Hour(block=block):
            count = block.minutes // 10
            return steps_answer(*((10, f"{block.activity} {n}", COTTAGE) for n in range(count)))
    return "nothing"


def silent(_: Request) -> Exception:
    return ModelUnreachable("nobody there")


def garbage(_: Request) -> str:
    return "I am sorry, as a language model I cannot."


async def days(here: Study, who: str = ANN) -> list[DayPlan]:
    bodies = [record.body for record in await here.records(RecordKind.DAY, who=who)]
    return [body for body in bodies if isinstance(body, DayPlan)]


async def thoughts(here: Study, who: str = ANN) -> list[Thought]:
    bodies = [record.body for record in await here.records(RecordKind.THOUGHT, who=who)]
    return [body for body in bodies if isinstance(body, Thought)]


async def edit(here: Study, persona: Persona) -> None:
    async def work(unit: UnitOfWork) -> None:
        character = await unit.character(WORLD, ANN)
        await unit.put_character(replace(character, persona=persona))

    await here.store.write(work)
