"""What commands cost that need no server.

    python -m tests.benchmarks.commands [--times 5] [--json]

Each command runs in a process of its own, with a data folder that an earlier command has made.
`seconds` is the least processor time of its runs, and `modules` how many modules it has imported.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = (
    ("--help",),
    ("check", "worlds/farrowhithe.yaml"),
    ("scene", "check", "succession"),
    ("scene", "list"),
    ("models", "list"),
    ("keys", "create", "bench"),
    ("keys", "list"),
    ("record",),
    ("budget", "list", "nowhere"),
)
_PROBE = """
import atexit, sys
atexit.register(lambda: print(f"\\n{len(sys.modules)}", file=sys.stderr))
from npcserver.cli import main
main()
"""


def spent(arguments: tuple[str, ...], data: Path) -> tuple[float, int]:
    """Run a command once; return its processor seconds, and how many modules it imported."""
    own = {"NPCSERVER_CONFIG": os.devnull, "NPCSERVER_DATA": str(data)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run(
        [sys.executable, "-c", _PROBE, *arguments],
        cwd=ROOT,
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, int(ended.stderr.split()[-1])


def main() -> None:
    """Print a table, or JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        spent(("keys", "create", "first"), Path(folder))  # makes the database
        for arguments in COMMANDS:
            runs = [spent(arguments, Path(folder)) for _ in range(options.times)]
            figures[" ".join(arguments)] = {
                "seconds": round(min(seconds for seconds, _ in runs), 2),
                "modules": runs[-1][1],
            }
    if options.json:
        print(json.dumps(figures, indent=1))
        return
    for command, figure in figures.items():
        print(f"{command:30} {figure['seconds']:.2f} s {figure['modules']:5} modules")


if __name__ == "__main__":
    main()
