"""The stories that come along, played to the end: what they take, who wins, how varied the talk is.

    python -m tests.benchmarks.scenes [--json] [--ablations] [--seeds 1] [--stories succession,…]

The scripted model plays, so the figures tell of the machinery and of the phrases it was given, not
of any language model. `waves` is how many answers had to be waited for one after the other, if all
that is independent is thought side by side.

With `--ablations` each story is played whole, without memory, without the group chat, and without
summaries, and the entropies stand side by side at equal numbers of n-grams: raw entropy grows with
the length of a talk, so that a longer run would look more varied whatever was said in it.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import mean, pstdev

from npcserver.adapters.files.scene_file import load_scene, shipped_scenes
from npcserver.adapters.llm.scripted import ScriptedThinker
from npcserver.model.group import director
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.entropy import Unit, compare
from npcserver.model.group.moves import AUDIENCE, LineSpoken
from npcserver.model.group.report import report
from npcserver.model.group.script import Course, Script, Stage
from npcserver.prompts.render import Templates
from tests.benchmarks.options import quieten_log
from tests.benchmarks.performed import Performance, opened

KINDS = ((Unit.WORD, 1), (Unit.WORD, 2), (Unit.WORD, 3), (Unit.CHARACTER, 2))
_ABLATED = ("succession", "court")
_FEWEST_SEEDS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What came of one game; entropies are of all that was said in it, as a whole.

    `bits` are by unit and n (`word-2`). `repeats` are lines that their speaker had said before.
    """

    story: str
    seed: int
    rounds: int
    calls: int
    waves: int
    repaired: int
    defaulted: int
    lines: int
    talks: int
    repeats: int
    winners: tuple[str, ...]
    because: str
    agc_char2_nats: float
    bits: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Varied:
    """How varied the talk of some games is, at one number of n-grams for all that are compared.

    `bits` and `distinct` are means over the games, `spread` the standard deviation of the bits.
    """

    story: str
    variant: str
    games: int
    calls: float
    lines: float
    agc_char2_nats: float
    bits: Mapping[str, float]
    spread: Mapping[str, float]
    distinct: Mapping[str, float]


def without_group_chat(course: Course) -> Course:
    """Return a course in which nobody speaks before all."""
    return replace(
        course, stages=tuple(one for one in course.stages if one is not Stage.GROUP_CHAT)
    )


VARIANTS: Mapping[str, Callable[[Course], Course]] = {
    "full": lambda course: course,
    "without memory": lambda course: replace(course, has_memory=False),
    "without group chat": without_group_chat,
    "without summary": lambda course: replace(course, has_summaries=False),
}


async def play(script: Script, seed: int, templates: Templates) -> tuple[GroupChat, int]:
    """Play a scene to the end; return it, and how many waves of answers it took."""
    performance = Performance(ScriptedThinker(), templates)
    chat, waves = opened(script, seed), 0
    while tasks := director.due(chat):
        waves += any(director.needs_thought(chat, task) for task in tasks)
        chat = chat.then(*await performance.wave(chat, tasks))
    return chat, waves


def played(chat: GroupChat, waves: int) -> Played:
    """Return the figures of one game."""
    told = report(chat)
    counts = Counter((line.member, line.text) for line in _lines(chat))
    return Played(
        story=chat.script.id,
        seed=chat.seed,
        rounds=chat.round,
        calls=told.effort.calls,
        waves=waves,
        repaired=told.effort.repaired,
        defaulted=told.effort.defaulted,
        lines=sum(counts.values()),
        talks=len(told.talks),
        repeats=sum(count - 1 for count in counts.values()),
        winners=tuple(one.name for one in told.winners),
        because=told.because,
        agc_char2_nats=round(told.language.agc_char2_nats, 3),
        bits={
            _name(unit, n): round(told.language.whole.of(unit, n).whole.bits, 3)
            for unit, n in KINDS
        },
    )


def varied(story: str, games: Mapping[str, Sequence[GroupChat]]) -> list[Varied]:
    """Return how varied the talk is with and without each part, at equal sizes of sample."""
    texts = {
        f"{variant}/{at}": [line.text for line in _lines(chat)]
        for variant, chats in games.items()
        for at, chat in enumerate(chats)
    }
    comparison = compare(texts)
    measured = {one.name: one for one in comparison.groups}
    found = []
    for variant, chats in games.items():
        equal = {
            kind: [
                figures
                for at in range(len(chats))
                if (figures := measured[f"{variant}/{at}"].of(*kind).equal) is not None
            ]
            for kind in KINDS
        }
        found.append(
            Varied(
                story=story,
                variant=variant,
                games=len(chats),
                calls=round(mean(chat.effort.calls for chat in chats), 1),
                lines=round(mean(len(_lines(chat)) for chat in chats), 1),
                agc_char2_nats=round(mean(_papers(chat) for chat in chats), 3),
                bits={_name(*k): round(mean(f.bits for f in v), 3) for k, v in equal.items()},
                spread={_name(*k): round(pstdev(f.bits for f in v), 3) for k, v in equal.items()},
                distinct={
                    _name(*k): round(mean(f.distinct_share for f in v), 3) for k, v in equal.items()
                },
            )
        )
    return found


def samples(games: Mapping[str, Sequence[GroupChat]]) -> dict[str, int]:
    """Return how many n-grams of each kind are compared."""
    texts = {
        f"{variant}/{at}": [line.text for line in _lines(chat)]
        for variant, chats in games.items()
        for at, chat in enumerate(chats)
    }
    comparison = compare(texts)
    return {_name(unit, n): comparison.sample(unit, n) for unit, n in KINDS}


async def ablated(story: str, seeds: Sequence[int]) -> tuple[list[Varied], dict[str, int]]:
    """Play a story in all variants; return their figures, and the size of the equal samples."""
    script, templates = load_scene(shipped_scenes()[story]), Templates()
    games = {
        variant: [
            (await play(replace(script, course=shape(script.course)), seed, templates))[0]
            for seed in seeds
        ]
        for variant, shape in VARIANTS.items()
    }
    return varied(story, games), samples(games)


async def stories(names: Sequence[str], seeds: Sequence[int]) -> list[Played]:
    """Play stories to the end."""
    templates = Templates()
    found = []
    for name in names:
        script = load_scene(shipped_scenes()[name])
        found += [played(*await play(script, seed, templates)) for seed in seeds]
    return found


def _papers(chat: GroupChat) -> float:
    return report(chat).language.agc_char2_nats


def _lines(chat: GroupChat) -> list[LineSpoken]:
    """Return all that members said aloud."""
    spoken = [move for _, move in chat.moves if isinstance(move, LineSpoken)]
    return [line for line in spoken if line.text and line.member != AUDIENCE]


def _name(unit: Unit, n: int) -> str:
    return f"{unit.value}-{n}"


async def measure(given: argparse.Namespace) -> dict[str, object]:
    """Return what was asked for, as it is printed."""
    known = tuple(shipped_scenes())
    if not given.ablations:
        names = given.stories.split(",") if given.stories else known
        return {"games": [asdict(one) for one in await stories(names, range(given.seeds))]}
    names = given.stories.split(",") if given.stories else _ABLATED
    seeds = range(max(_FEWEST_SEEDS, given.seeds))
    told: dict[str, object] = {}
    for name in names:
        found, sizes = await ablated(name, seeds)
        told[name] = {"samples": sizes, "variants": [asdict(one) for one in found]}
    return told


def shown(told: Mapping[str, object]) -> None:
    """Print figures one below the other."""
    for name, value in told.items():
        parts = value.get("variants", []) if isinstance(value, dict) else value
        print(name, value.get("samples", "") if isinstance(value, dict) else "")
        for part in parts if isinstance(parts, list) else []:
            print("  " + "  ".join(f"{key} {what}" for key, what in part.items()))


def main() -> None:
    """Measure and print; the exit code says whether every game came to its end by itself."""
    parser = argparse.ArgumentParser(description="The four stories, and what their parts are for.")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--ablations", action="store_true", help="with and without each part")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--stories", default="", help="names, separated by commas")
    given = parser.parse_args()
    quieten_log()

    told = asyncio.run(measure(given))
    if given.json:
        print(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        shown(told)
    games = told.get("games", [])
    failed = [one for one in games if one["defaulted"]] if isinstance(games, list) else []
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
