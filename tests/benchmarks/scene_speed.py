"""What a scene costs besides its model, in its first rounds and in its last.

    python -m tests.benchmarks.scene_speed [--rounds 20] [--json]

Nine members, five of them principals, play a council of so many rounds on the server's own
database, watched by a person who sees everything. The model answers at once from a list of words,
so what is measured is the server: time of the processor for each call of the model, by the round in
which it was made. `steps` are counted instead of measured: the functions called for each call of
the model where nothing but the rules of a scene is at work, the same on every machine.
`late_by_early` is the last round by the first; the settlement is in neither.
"""

import asyncio
import json
import statistics
import sys
import time
from collections import Counter, defaultdict
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from types import FrameType

from npcbench.harness import machine, settings_of_its_own
from npcbench.scripted_model import ScriptedLanguageModel
from npcmodels.scripted import Pace
from npcscenes.app.group_chats import GroupChats
from npcscenes.app.scene_requests import Advance, OpenGroupChat
from npcscenes.app.scene_view import WatchGroupChat
from npcscenes.model.director import due
from npcserver import bootstrap
from npcserver.model.group.moves import Began
from npcserver.model.group.script import Course, Script, Stage
from npcserver.model.ids import WorldId
from npcserver.model.model_use import Budget
from npcserver.model.world import World
from npcserver.model.worldfile import WorldFile
from npcserver.ports.language_model import Request
from npcserver.prompts.render import Templates
from tests.benchmarks.options import read_options
from tests.fakes.language_models import AskedThinker, question_now
from tests.fakes.scene_app import answer_json, answer_lively
from tests.fakes.scene_scripts import (
    answer_talkatively,
    moves_for,
    opening_moves,
    succession_script,
)

ROUNDS = 20
_WORLD = World(
    id=WorldId("speed"), name="Speed", budget=Budget(calls=1_000_000), description="A mill."
)


@dataclass(slots=True)
class _Spent:
    """What each round took so far: calls of the model, and seconds of the processor."""

    calls: Counter[int] = field(default_factory=Counter)
    seconds: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))

    def each(self) -> dict[int, float]:
        """Return milliseconds for each call, by round."""
        return {one: 1e3 * self.seconds[one] / count for one, count in self.calls.items() if count}


def script(rounds: int) -> Script:
    """Return the scene: two chat rounds a stage, and no limit to its calls."""
    course = Course(rounds=rounds, private_rounds=2, meeting_rounds=2, group_rounds=2)
    return replace(succession_script(most_calls=0), course=course)


def steps(rounds: int = ROUNDS) -> dict[int, float]:
    """Return the functions called for each call of the model, by round; nothing is measured."""
    called: Counter[int] = Counter()
    calls: Counter[int] = Counter()
    count = 0

    def counted(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event.endswith("call")

    chat = opening_moves(script(rounds))
    while True:
        before = count
        sys.setprofile(counted)
        try:
            tasks = due(chat)
            moves = tuple(
                move for task in tasks for move in moves_for(chat, task, answer_talkatively)
            )
            after = chat.then(*moves)
        finally:
            sys.setprofile(None)
        if not moves:
            return {one: called[one] / calls[one] for one in calls if calls[one]}
        if chat.stage is not Stage.SETTLEMENT:
            called[chat.round] += count - before
            calls[chat.round] += after.effort.calls - chat.effort.calls
        chat = after


async def spent(rounds: int = ROUNDS) -> dict[int, float]:
    """Return milliseconds of the processor for each call of the model, by round."""
    taken = _Spent()
    with settings_of_its_own() as settings:
        model = ScriptedLanguageModel(_answer, pace=Pace(size=10_000), remembered=1)
        thinker = AskedThinker(model, Templates())
        async with bootstrap.running(settings, serve=False, model=thinker) as here:
            world_id = (await here.importing.put(WorldFile(world=_WORLD))).world_id
            timeline = await here.services.timelines.start(world_id, "speed")
            chats = GroupChats.of(here.services)
            chat = await chats.open(OpenGroupChat(timeline_id=timeline.id, script=script(rounds)))
            await chats.move(Advance(timeline_id=timeline.id, chat_id=chat.id))
            watch = WatchGroupChat(timeline_id=timeline.id, chat_id=chat.id)
            begun, calls, at = time.process_time(), 0, 0
            async with aclosing(chats.watch(watch)) as events:
                async for seen in events:
                    if isinstance(seen.what, Began) and _numbered(seen.what) != at:
                        now = time.process_time()
                        taken.seconds[at] += now - begun
                        taken.calls[at] += model.calls - calls
                        begun, calls, at = now, model.calls, _numbered(seen.what)
    return taken.each()


def _numbered(began: Began) -> int:
    """Return the round of a stage; the settlement counts as one of its own."""
    return began.round + (began.stage is Stage.SETTLEMENT)


def _answer(_: Request) -> str | None:
    answer = answer_lively(question_now())
    return None if answer is None else answer_json(answer)


def by_round(costs: dict[int, float]) -> dict[str, float]:
    """Return what a call costs early and late, and what that is by each other."""
    rounds = sorted(one for one in costs if one)
    early, late = costs[rounds[0]], costs[rounds[-1]]
    return {
        "rounds": len(rounds),
        "early": round(early, 2),
        "middle": round(statistics.median(costs[one] for one in rounds), 2),
        "late": round(late, 2),
        "late_by_early": round(late / early, 2),
    }


def main() -> None:
    """Print what a call costs, in milliseconds of the processor and in steps."""
    given = read_options(__doc__, rounds=ROUNDS)
    result = {
        "name": "scene_speed",
        "machine": machine(),
        "cpu_ms_per_call": by_round(asyncio.run(spent(given.rounds))),
        "steps_per_call": by_round(steps(given.rounds)),
    }
    print(json.dumps(result, indent=None if given.json else 2))


if __name__ == "__main__":
    main()
