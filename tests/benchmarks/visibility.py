"""Whether anybody in a scene is shown what is not for them, or not shown what is.

    python -m tests.benchmarks.visibility [--json] [--scenes 1000] [--seed 0]

Random scenes are played by the director with the real questions and the scripted model. Every line,
plan, note, persona and belief holds a word of its own; every prompt is looked through, and an
oracle that shares nothing with the code says which of these words may and which must stand in it.
`leaks` are words that may not, `missing` such that must and do not. In every third scene not
everything fits in a prompt, so that lines give way to notes and digests. Three controls show that
the count can fail: tables that show to all what is private, met or noted, and members who forget.
"""

import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from npcbench.scripted_model import ScriptedLanguageModel
from npcscenes.model import director, visibility
from npcscenes.model.chat import GroupChat
from npcscenes.model.director import Task
from npcscenes.model.group_inputs import (
    ChronicleInput,
    DigestInput,
    MemberInput,
    SpeakInput,
    build_input,
)
from npcscenes.model.visibility import Known, Meeting
from npcscenes.prompts.scene_overview import PROMPT_TOKENS
from npcserver.model.character import Person
from npcserver.model.group.moves import AUDIENCE, LineSpoken, Move, Updated
from npcserver.model.group.script import Stage
from npcserver.ports.language_model import Request
from npcserver.prompts.render import Templates
from tests.benchmarks.marked_scenes import Kind, Marker, Marks, random_scene
from tests.benchmarks.options import quieten_log, read_options
from tests.benchmarks.performed import Materials, Performance, opened
from tests.benchmarks.sight_oracle import Oracle
from tests.fakes.language_models import question_now

_SHOWN = 10
_NARROW = 2
_NARROW_TOKENS = 1_600


@dataclass(slots=True)
class Found:
    """What came of all scenes."""

    scenes: int = 0
    prompts: int = 0
    marks: int = 0
    stages: Counter[str] = field(default_factory=Counter)
    leaks: int = 0
    missing: int = 0
    early: int = 0
    defaulted: int = 0
    repaired: int = 0
    examples: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, object]:
        """Return what is printed."""
        return {
            "scenes": self.scenes,
            "prompts": self.prompts,
            "marks_seen": self.marks,
            "by_purpose": dict(sorted(self.stages.items())),
            "leaks": self.leaks,
            "missing": self.missing,
            "early": self.early,
            "defaulted": self.defaulted,
            "repaired": self.repaired,
            "examples": self.examples[:_SHOWN],
        }


class Scene:
    """One random scene, with the oracle that looks on."""

    def __init__(
        self, number: int, seed: int, templates: Templates, materials: Materials, found: Found
    ) -> None:
        self._chance = random.Random(f"{seed}/{number}")
        self._marks = Marks(self._chance)
        self._script = random_scene(number, self._marks, self._chance)
        is_narrow = number % 3 == _NARROW
        self._oracle = Oracle(script=self._script, marks=self._marks, is_narrow=is_narrow)
        self._marker = Marker(self._marks, self._chance)
        self._found = found
        model = ScriptedLanguageModel(self._answer, remembered=1)
        tokens = _NARROW_TOKENS if is_narrow else PROMPT_TOKENS
        self._performance = Performance(model, templates, materials, tokens)
        self._seed = self._chance.randint(0, 10_000)

    async def play(self) -> None:
        """Play to the end, with every wave whole or in pieces, and words from the audience."""
        chat = opened(self._script, self._seed)
        while tasks := director.due(chat):
            count = self._chance.choice((1, len(tasks), self._chance.randint(1, len(tasks))))
            chat = self._then(chat, await self._performance.wave(chat, tasks[:count]))
            if chat.stage is not None and not chat.is_closed and self._chance.random() < 0.04:
                chat = self._then(chat, (self._from_audience(chat),))
        self._found.scenes += 1
        self._found.defaulted += chat.effort.defaulted
        self._found.repaired += chat.effort.repaired

    def _then(self, chat: GroupChat, moves: Sequence[Move]) -> GroupChat:
        for move in moves:
            self._oracle.see(move)
        return chat.then(*moves)

    def _from_audience(self, chat: GroupChat) -> LineSpoken:
        return LineSpoken(
            round=chat.round,
            stage=chat.stage or Stage.GROUP_CHAT,
            chat_round=max(1, chat.chat_round),
            member=AUDIENCE,
            person=Person(id="guest", name="Guest"),
            text=self._marks.text(Kind.AUDIENCE, AUDIENCE),
        )

    def _answer(self, request: Request) -> str:
        act: MemberInput = question_now()
        prompt = "\n".join(message.text for message in request.messages)
        judgement = self._oracle.judge(act, prompt)
        found = self._found
        found.prompts += 1
        found.marks += len(self._marks.found(prompt))
        found.stages[request.purpose.value] += 1
        found.leaks += len(judgement.leaks)
        found.missing += len(judgement.missing)
        found.early += self._oracle.is_early(act)
        for kind in ("leaks", "missing"):
            for one in getattr(judgement, kind):
                found.examples.append(f"{self._script.id} {_who(act)}: {kind} {one}")
        return self._marker.answer(act)


def _who(act: MemberInput) -> str:
    if isinstance(act, ChronicleInput | DigestInput):
        return "chronicle"
    at = act.standpoint
    return f"{type(act).__name__} of {at.member.id} in round {at.round}, {at.stage}"


def showing(stage: Stage) -> Materials:
    """Return a broken table: whatever is said or noted in a stage is before all, at once."""

    def materials(chat: GroupChat, task: Task) -> MemberInput:
        act = build_input(chat, task)
        if isinstance(act, ChronicleInput | DigestInput):
            return act
        seen = [
            replace(one, is_open=True) if _stage(one.own) is stage else one
            for one in visibility.sightings(chat)
        ]
        known = tuple(one.what for one in visibility.learnt(seen, act.standpoint.member.id))
        return _with(act, known)

    return materials


def forgetful(chat: GroupChat, task: Task) -> MemberInput:
    """Return what members have before them who forget what they heard last."""
    act = build_input(chat, task)
    return (
        act
        if isinstance(act, ChronicleInput | DigestInput)
        else _with(act, act.standpoint.known[:-1])
    )


def _with(act: MemberInput, known: tuple[Known, ...]) -> MemberInput:
    if isinstance(act, ChronicleInput | DigestInput):
        return act
    here = act.lines if isinstance(act, SpeakInput) else ()
    rest = tuple(one for one in known if one not in here)
    return replace(act, standpoint=replace(act.standpoint, known=rest))


def _stage(what: Known) -> Stage:
    if isinstance(what, LineSpoken | Meeting):
        return what.stage
    return Stage.UPDATE if isinstance(what, Updated) else Stage.SETTLEMENT


async def run(
    scenes: int,
    seed: int = 0,
    materials: Materials = build_input,
    templates: Templates | None = None,
) -> Found:
    """Play so many scenes and look through every prompt."""
    found = Found()
    rendered = templates or Templates()
    for number in range(scenes):
        await Scene(number, seed, rendered, materials, found).play()
    return found


async def controls(scenes: int, seed: int = 0) -> dict[str, int]:
    """Return what is found where something is broken; every one has to be more than nothing."""
    broken = {stage.value: showing(stage) for stage in Stage}
    found = {name: await run(scenes, seed, how) for name, how in broken.items()}
    forgotten = await run(scenes, seed, forgetful)
    return {
        **{f"leaks_if_{name}_is_shown": one.leaks for name, one in found.items()},
        "missing_if_forgetful": forgotten.missing,
    }


def main() -> None:
    """Measure and print; the exit code says whether anything was wrong."""
    given = read_options("Who sees what in random scenes.", scenes=1000, seed=0)
    quieten_log()

    found = asyncio.run(run(given.scenes, given.seed))
    control = asyncio.run(controls(min(given.scenes, 20), given.seed))
    told = {**found.figures(), "controls": control}
    if given.json:
        print(json.dumps(told, indent=2))
    else:
        for name, value in told.items():
            print(f"{name:12} {value}")
    is_well = not (found.leaks or found.missing or found.early) and all(control.values())
    sys.exit(0 if is_well else 1)


if __name__ == "__main__":
    main()
