"""`npc-playtest run`: running scenarios one after the other, and their results."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from npcclient import NpcClient, NpcError, Unavailable
from npcclient.chat.opening import Unknown
from npcclient.playtest.hearing import Heard
from npcclient.playtest.judging import Finding, judge
from npcclient.playtest.playing import Game, begin
from npcclient.playtest.reaching import Misused, explained, is_unreached, tidy
from npcclient.playtest.scenario import Scenario, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class StepResult:
    """The result of a step; `error` is empty where it could be done."""

    step: Step
    heard: Heard
    findings: Sequence[Finding] = ()
    error: str = ""
    seconds: float = 0.0
    was_skipped: bool = False
    was_unreached: bool = False
    """Whether the server could not be reached, as opposed to an error of its own."""

    @property
    def holds(self) -> bool:
        """Whether it was done and all expectations are met."""
        return not self.error and not self.was_skipped and all(it.holds for it in self.findings)


@dataclass(slots=True, kw_only=True)
class RunResult:
    """The result of a scenario. `error` is why it could not begin, empty where it could."""

    path: Path
    name: str
    timeline_id: str = ""
    steps: list[StepResult] = field(default_factory=list)
    error: str = ""
    was_unreached: bool = False
    seconds: float = 0.0

    @property
    def holds(self) -> bool:
        """Whether all expectations are met."""
        return not self.error and all(step.holds for step in self.steps)


async def run(npc: NpcClient, scenario: Scenario, address: str) -> RunResult:
    """Run a scenario and judge it; errors are in the result.

    A step that cannot be done ends it: the world would not be as the later steps expect.
    """
    result = RunResult(path=scenario.path, name=scenario.name)
    begun = time.monotonic()
    try:
        game = await begin(npc, scenario)
    except (Misused, Unknown) as error:
        result.error = str(error)
        return result
    except NpcError as error:
        result.error, result.was_unreached = explained(error, address), is_unreached(error)
        return result
    try:
        await _play(game, result, address)
        result.seconds = time.monotonic() - begun
    finally:  # also on Ctrl-C
        if not scenario.keeps_timeline:
            await tidy(npc, reversed(game.timelines))
    return result


async def _play(game: Game, result: RunResult, address: str) -> None:
    for number, step in enumerate(game.scenario.steps):
        done = await _step(game, step, address)
        result.steps.append(done)
        if done.error:
            result.was_unreached = done.was_unreached
            result.steps += [_skipped(left) for left in game.scenario.steps[number + 1 :]]
            break
    result.timeline_id = game.timeline_id


async def _step(game: Game, step: Step, address: str) -> StepResult:
    begun = time.monotonic()
    heard, was_unreached = Heard(), False
    try:
        heard = await game.play(step.deed)
        remembers = any(it.kind == "remembers" for it in step.expectations)
        if remembers and not game.partner:
            game.partner = game.someone().character_id
        memories = await game.memories() if remembers else ()
    except (Misused, Unknown) as error:
        problem = str(error)
    except NpcError as error:
        problem = explained(error, address)
        was_unreached = isinstance(error, Unavailable) and not error.reason
    else:
        problem = ""
    seconds = time.monotonic() - begun
    if problem:
        return StepResult(
            step=step, heard=heard, error=problem, seconds=seconds, was_unreached=was_unreached
        )
    findings = [judge(expectation, heard, memories) for expectation in step.expectations]
    return StepResult(step=step, heard=heard, findings=findings, seconds=seconds)


def _skipped(step: Step) -> StepResult:
    return StepResult(step=step, heard=Heard(), was_skipped=True)
