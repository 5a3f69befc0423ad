"""What a hundred characters that talk at once cost a Godot game in each frame.

    python -m tests.benchmarks.godot_frames [--characters 100] [--turns 3] [--json]

A real server whose model streams small pieces, and real Godot without a window: every character is
spoken to in the same frame, and again as soon as it is done. Measured is the client's own work in
each frame: moving calls on, reading, decoding, signals and what it takes to ask; not the engine's.
Where Linux tells, time in which another program had the processor is taken out; `wall` has it in.
`control` is a loop of always the same length, measured in the same way in the same frames: where it
is over the limit, the machine was busy with something else.
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

from npcserver.cli.benches import machine
from tests.engines import godot
from tests.engines.servers import Server

PLAYER = "res://tests/frames.gd"
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
    """Play the crowd once; returns what the game counted."""
    with tempfile.TemporaryDirectory(prefix="npc-frames-") as place:
        folder = Path(place)
        project = godot.copy_of_client(folder / "project")
        imported = godot.import_project(project)
        if imported.code != 0:
            raise SystemExit(f"Godot cannot import the client:\n{imported.text}")
        server = Server(
            folder / "server",
            model=model(folder),
            world=world(folder, characters),
            settings={
                "NPCSERVER_MODEL__CONCURRENCY": str(characters),
                "NPCSERVER_DIALOGUE__FIRST_WORD_SECONDS": "60",
                "NPCSERVER_DIALOGUE__BETWEEN_WORDS_SECONDS": "60",
                "NPCSERVER_DIALOGUE__TOTAL_SECONDS": "120",
                "NPCSERVER_COGNITION__WORKERS": "0",
            },
        ).start()
        try:
            arguments = (f"--characters={characters}", f"--turns={turns}", f"--world={WORLD}")
            ended = godot.run(
                project, PLAYER, f"--server={server.http}", *arguments, patience=PATIENCE
            )
        finally:
            server.stop()
    lines = [line for line in ended.lines if line.startswith("SEEN ")]
    if not lines:
        raise SystemExit(f"the game did not come to its end:\n{ended.text[-2000:]}")
    seen: dict[str, Any] = json.loads(lines[0].removeprefix("SEEN "))
    return seen


def figures(seen: dict[str, Any]) -> dict[str, Any]:
    """Return milliseconds of each frame, and how many frames took longer than the limit."""
    frames = np.array(seen["frames"]) / 1000.0
    walls = np.array(seen["walls"]) / 1000.0
    controls = np.array(seen["controls"]) / 1000.0
    return {
        "frames": len(frames),
        "tokens": seen["tokens"],
        "failed_turns": seen["failed"],
        "most_speaking": seen["most_speaking"],
        "p50_ms": round(float(np.percentile(frames, 50)), 3),
        "p99_ms": round(float(np.percentile(frames, 99)), 3),
        "max_ms": round(float(frames.max()), 3),
        "frames_over_4_ms": int((frames > LIMIT_MS).sum()),
        "most_for_asking_ms": round(max(seen["asked"]) / 1000.0, 3),
        "control_p50_ms": round(float(np.percentile(controls, 50)), 3),
        "control_max_ms": round(float(controls.max()), 3),
        "control_frames_over_4_ms": int((controls > LIMIT_MS).sum()),
        "wall_p99_ms": round(float(np.percentile(walls, 99)), 3),
        "wall_frames_over_4_ms": int((walls > LIMIT_MS).sum()),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; ends with 2 where Godot is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--characters", type=int, default=100)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    missing = godot.why_missing()
    if missing:
        sys.stderr.write(missing + "\n")
        return 2
    seen = play(given.characters, given.turns)
    result = {
        "name": "godot_frames",
        "machine": machine(),
        "engine": seen["engine"],
        "figures": figures(seen),
    }
    if given.json:
        print(json.dumps(result, indent=2))
    else:
        for name, value in result["figures"].items():
            print(f"{name:18} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
