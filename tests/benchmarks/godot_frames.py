"""What a hundred characters that talk at once cost a Godot game in each frame.

    python -m tests.benchmarks.godot_frames [--characters 100] [--turns 3] [--runs 1] [--json]

A real server whose model streams small pieces, and real Godot without a window: every character is
spoken to in the same frame, and again as soon as it is done. Measured is the client's own work in
each frame: moving calls on, reading, decoding, signals and what it takes to ask; not the engine's.
`cpu` is the thread's own time on a processor, as Linux tells it; `wall` is the time that passed,
with what other programs took of the machine meanwhile. `control` is a loop of always the same
length, measured in the same way in the same frames: where it is over the limit, or its wall time
is far over its usual, the machine was busy with something else.
Then the game asks for large lists: `lists` is what the client takes of the frames in which they
are asked for and read, and `at_once` what one takes when it is read within one frame.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from npcbench.harness import machine
from tests.engines import godot
from tests.engines.servers import Server

PLAYER = "res://tests/frames.gd"
LISTER = "res://tests/lists.gd"
MEMORIES = 500
LISTS = 30
LIMIT_MS = 4.0
PATIENCE = 300.0
WORLD = "crowd"
ANSWER = " ".join(f"That was sentence {number} of a quiet answer." for number in range(1, 9))


def world(folder: Path, characters: int) -> Path:
    """Write a world with so many villagers, all in one square."""
    content = {
        "format": "npcserver/world/1",
        "world": {
            "id": WORLD,
            "name": "A crowd",
            "description": "A square full of people.",
            "start_time": "1911-06-02T09:00",
            "language": "en",
        },
        "places": [{"id": "square", "name": "The Square", "description": "Wide."}],
        "characters": [
            {
                "id": f"villager-{number}",
                "name": f"Villager {number}",
                "place": "square",
                "traits": "talkative",
                "background": "Lives here.",
                "fallback_lines": [{"text": "One moment."}],
            }
            for number in range(characters)
        ],
    }
    file = folder / "crowd.yaml"
    file.write_text(yaml.safe_dump(content), encoding="utf-8")
    return file


def model(folder: Path) -> str:
    """Write a script of one answer in small pieces, one each 30 ms, and return the model's name."""
    script = {
        "fragment_delay": 0.03,
        "fragment_size": 6,
        "answers": [{"say": ANSWER, "emotion": "calm"}],
    }
    file = folder / "answers.yaml"
    file.write_text(yaml.safe_dump(script), encoding="utf-8")
    return f"scripted:{file}"


def play(characters: int, turns: int) -> dict[str, Any]:
    """Play the crowd once, and then the lists; returns what the game counted."""
    with tempfile.TemporaryDirectory(prefix="npc-frames-") as place:
        folder = Path(place)
        project = godot.copy_of_client(folder / "project")
        imported = godot.import_project(project)
        if imported.code != 0:
            raise SystemExit(f"Godot cannot import the client:\n{imported.text}")
        server = served(folder, characters)
        where = (f"--server={server.http}", f"--world={WORLD}")
        try:
            crowd = (f"--characters={characters}", f"--turns={turns}")
            seen = seen_by(project, PLAYER, *where, *crowd)
            lists = (f"--memories={MEMORIES}", f"--lists={LISTS}")
            seen["lists"] = seen_by(project, LISTER, *where, *lists)
        finally:
            server.stop()
        told = (folder / "server" / "serve.log").read_text(encoding="utf-8")
    if seen["failed"] or seen["lists"]["problem"]:
        sys.stderr.write(f"calls failed; the server's last words:\n{told[-3000:]}\n")
    return seen


def served(folder: Path, characters: int) -> Server:
    """Start a server with the crowd in it, whose model speaks to all at once."""
    return Server(
        folder / "server",
        model=model(folder),
        world=world(folder, characters),
        afresh=True,
        settings={
            "NPCSERVER_MODEL__CONCURRENCY": str(characters),
            "NPCSERVER_DIALOGUE__FIRST_WORD_SECONDS": "60",
            "NPCSERVER_DIALOGUE__BETWEEN_WORDS_SECONDS": "60",
            "NPCSERVER_DIALOGUE__TOTAL_SECONDS": "120",
            "NPCSERVER_COGNITION__WORKERS": "0",
        },
    ).start()


def seen_by(project: Path, program: str, *arguments: str) -> dict[str, Any]:
    """Play a script to its end; returns what it counted."""
    ended = godot.run(project, program, *arguments, patience=PATIENCE)
    lines = [line for line in ended.lines if line.startswith("SEEN ")]
    if not lines:
        raise SystemExit(f"the game did not come to its end:\n{ended.text[-2000:]}")
    seen: dict[str, Any] = json.loads(lines[0].removeprefix("SEEN "))
    return seen


def _spread(name: str, microseconds: list[int]) -> dict[str, float | int]:
    """Return how long something took, in milliseconds, and how often it was over the limit."""
    times = np.array(microseconds) / 1000.0
    return {
        f"{name}_p50_ms": round(float(np.percentile(times, 50)), 3),
        f"{name}_p99_ms": round(float(np.percentile(times, 99)), 3),
        f"{name}_max_ms": round(float(times.max()), 3),
        f"{name}_frames_over_4_ms": int((times > LIMIT_MS).sum()),
    }


def figures(seen: dict[str, Any]) -> dict[str, Any]:
    """Return milliseconds of each frame, and how many frames took longer than the limit."""
    return {
        "frames": len(seen["cpus"]),
        "tokens": seen["tokens"],
        "failed_turns": seen["failed"],
        "most_speaking": seen["most_speaking"],
        **_spread("cpu", seen["cpus"]),
        **_spread("wall", seen["walls"]),
        "most_for_asking_cpu_ms": round(max(seen["asked_cpus"]) / 1000.0, 3),
        "most_for_asking_wall_ms": round(max(seen["asked_walls"]) / 1000.0, 3),
        **_spread("control_cpu", seen["control_cpus"]),
        **_spread("control_wall", seen["control_walls"]),
        "lists_bytes": seen["lists"]["bytes"],
        "lists_problem": seen["lists"]["problem"],
        **_spread("lists_cpu", seen["lists"]["cpus"]),
        **_spread("at_once_cpu", seen["lists"]["at_once_cpus"]),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; ends with 2 where Godot is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--characters", type=int, default=100)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    missing = godot.why_missing()
    if missing:
        sys.stderr.write(missing + "\n")
        return 2
    runs = [play(given.characters, given.turns) for _ in range(given.runs)]
    result = {
        "name": "godot_frames",
        "machine": machine(),
        "engine": runs[0]["engine"],
        "figures": [figures(seen) for seen in runs],
    }
    if given.json:
        print(json.dumps(result, indent=2))
        return 0
    for name in result["figures"][0]:
        print(f"{name:28}", *(f"{run[name]!s:>10}" for run in result["figures"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
