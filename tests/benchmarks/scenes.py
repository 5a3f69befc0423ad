"""The stories that come along, played to the end: what they take, and who wins.

    python -m tests.benchmarks.scenes [--json] [--seeds 1] [--stories succession,…]

The scripted model plays, so the figures tell of the machinery and not of any language model.
`waves` is how many answers had to be waited for one after the other, if all that is independent is
thought side by side.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from npcmodels.scripted import ScriptedThinker
from npcscenes.files.scene_file import load_scene, shipped_scenes
from npcscenes.model import director
from npcscenes.model.chat import GroupChat
from npcscenes.model.report import report
from npcserver.model.group.moves import AUDIENCE, LineSpoken
from npcserver.model.group.script import Script
from npcserver.prompts.render import Templates
from tests.benchmarks.options import quieten_log
from tests.benchmarks.performed import Performance, opened


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What came of one game. `repeats` are lines that their speaker had said before."""

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
    )


async def stories(names: Sequence[str], seeds: Sequence[int]) -> list[Played]:
    """Play stories to the end."""
    templates = Templates()
    found = []
    for name in names:
        script = load_scene(shipped_scenes()[name])
        found += [played(*await play(script, seed, templates)) for seed in seeds]
    return found


def _lines(chat: GroupChat) -> list[LineSpoken]:
    """Return all that members said aloud."""
    spoken = [move for _, move in chat.moves if isinstance(move, LineSpoken)]
    return [line for line in spoken if line.text and line.member != AUDIENCE]


def main() -> None:
    """Measure and print; the exit code says whether every game came to its end by itself."""
    parser = argparse.ArgumentParser(description="The four stories, played by a script.")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--stories", default="", help="names, separated by commas")
    given = parser.parse_args()
    quieten_log()

    names = given.stories.split(",") if given.stories else tuple(shipped_scenes())
    games = [asdict(one) for one in asyncio.run(stories(names, range(given.seeds)))]
    if given.json:
        print(json.dumps({"games": games}, indent=2, ensure_ascii=False))
    else:
        for game in games:
            print("  ".join(f"{key} {value}" for key, value in game.items()))
    sys.exit(1 if any(game["defaulted"] for game in games) else 0)


if __name__ == "__main__":
    main()
