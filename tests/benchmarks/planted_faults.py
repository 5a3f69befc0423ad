"""Plants mistakes in the sample world and counts those that its persona tests flag.

Run with `python -m tests.benchmarks.planted_faults --json`.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Collection, Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass, field
from pathlib import Path

from npcserver.adapters.files.world_file import parse_world
from npcserver.cli.event_log import without_log
from npcserver.cli.worlds import sample_world
from npctools.bootstrap import replays
from npctools.files.expectations import load_expectations
from npctools.replay.examination import said
from npctools.replay.recorded import RecordedModel
from npctools.replay.rehearsal import current_content
from npctools.session import PersonaTests, RecordedSession
from tests.benchmarks.faults_of_farrowhithe import FAULTS, PlantedFault
from tests.benchmarks.played import play, quiet
from tests.fakes.language_models import CandidThinker

EXPECTATIONS = Path(__file__).parents[2] / "docs" / "examples" / "farrowhithe.tests.yaml"


@dataclass(slots=True, kw_only=True)
class Flagged:
    """What came of it: by which test each mistake was flagged, and which were missed."""

    planted: int = 0
    flagged: int = 0
    without_fault: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    by: dict[str, str] = field(default_factory=dict)


async def run(
    faults: Sequence[PlantedFault] = FAULTS, *, turns: int = 30, seed: int = 3
) -> Flagged:
    """Play a session, plant each mistake by itself, and hold the session against the tests."""
    tests, text = load_expectations(EXPECTATIONS), sample_world().read_text(encoding="utf-8")
    found = Flagged(planted=len(faults))
    with tempfile.TemporaryDirectory() as folder, without_log():
        here = Path(folder)
        played = await play(here, turns=turns, seed=seed, model=CandidThinker())
        found.without_fault = await failing(here, played.session, tests, text)
        usual = frozenset(found.without_fault)
        for fault in faults:
            spoilt = fault.planted_in(text)
            flagged = await failing(here, played.session, tests, spoilt, apart_from=usual, most=1)
            found.flagged += bool(flagged)
            if flagged:
                found.by[fault.what] = flagged[0]
            else:
                found.missed.append(fault.what)
    return found


async def failing(
    folder: Path,
    session: RecordedSession,
    tests: PersonaTests,
    text: str,
    *,
    apart_from: Collection[str] = (),
    most: int = 1_000,
) -> list[str]:
    """Return the first expectations that fail once the world reads like that.

    One that fails anyway flags nothing: it is left out by `apart_from`.
    """
    settings = quiet(folder)
    today = current_content(session, parse_world(text, "world.yaml"))
    then = await replays.build_replay(settings, session, RecordedModel())
    candid = CandidThinker()
    rehearsal = await replays.build_rehearsal(settings, session, then, today, candid)
    turns = [
        await said(today.log, one.taken.number, one.now.turn)
        async for one in rehearsal.rehearse()
        if one.now is not None
    ]
    examining = await replays.build_examination(settings, session, today, candid, turns)
    found: list[str] = []
    async with aclosing(examining.examine(tests)) as findings:
        async for one in findings:
            name = f"{one.character}: {one.test}: {one.what}"
            if not one.holds and name not in apart_from:
                found.append(name)
            if len(found) >= most:
                break
    return found


def main() -> None:
    """Print how many were flagged; exit code 1 for fewer than nine in ten."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=30)
    parser.add_argument("--first", type=int, default=0, help="only so many of the mistakes")
    parser.add_argument("--after", type=int, default=0, help="not the first so many")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    faults = FAULTS[given.after : given.first or None]
    found = asyncio.run(run(faults, turns=given.turns))
    print(json.dumps(asdict(found), indent=None if given.json else 2, ensure_ascii=False))
    raise SystemExit(found.flagged < 0.9 * found.planted)


if __name__ == "__main__":
    main()
