"""Plays a session in which everything goes wrong that can, and replays it, again and again.

Run with `python -m tests.benchmarks.replays --turns 1000 --times 100 --json`.
"""

import asyncio
import json
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path

from npcserver.adapters.llm.wrappers import Meter, MeteredLanguageModel
from npcserver.cli.event_log import without_log
from npctools.bootstrap import replays
from npctools.files.session_file import read_session, session_bytes, write_session
from npctools.replay.recorded import RecordedModel, RefusingModel
from tests.benchmarks.options import read_options
from tests.benchmarks.played import Played, play, quiet


@dataclass(slots=True, kw_only=True)
class Found:
    """What came of it. `sha256` ought to hold one digest; calls and differences ought to be 0."""

    turns: int = 0
    times: int = 0
    model_calls: int = 0
    differences: int = 0
    sha256: list[str] = field(default_factory=list)
    ended: dict[str, int] = field(default_factory=dict)
    records: int = 0
    bytes: int = 0
    seconds: float = 0.0
    shown: list[str] = field(default_factory=list)


async def run(*, turns: int, times: int, seed: int = 0, folder: Path | None = None) -> Found:
    """Play, record, read what was recorded, and replay it so many times."""
    with tempfile.TemporaryDirectory() as own:
        here = folder or Path(own)
        with without_log():
            played = await play(here, turns=turns, seed=seed)
            return await _replayed(played, here, times)


async def _replayed(played: Played, folder: Path, times: int) -> Found:
    file = folder / "session.jsonl.gz"
    write_session(file, played.session)
    session = read_session(file)
    meter = Meter()
    model = RecordedModel(MeteredLanguageModel(RefusingModel(), meter))
    replaying = await replays.build_replay(quiet(folder), session, model)
    begun, digests, found = time.perf_counter(), Counter[str](), Found()
    for _ in range(times):
        result = await replaying.replay()
        digests[result.digest] += 1
        found.differences += len(result.differences)
        found.turns = result.turns
        found.shown = [
            f"{one.turn} {one.what}: {one.recorded} | {one.replayed}"
            for one in result.differences[:10]
        ]
    found.seconds = round(time.perf_counter() - begun, 1)
    found.times, found.sha256 = times, sorted(digests)
    found.model_calls = sum(each.calls for each in meter.snapshot())
    found.ended = dict(sorted(played.ended.items()))
    found.records, found.bytes = len(session.records), len(session_bytes(session))
    return found


def main() -> None:
    """Print what was found; exit code 1 where anything differs."""
    given = read_options(__doc__, turns=1000, times=100, seed=0)
    found = asyncio.run(run(turns=given.turns, times=given.times, seed=given.seed))
    print(json.dumps(asdict(found), indent=None if given.json else 2, ensure_ascii=False))
    raise SystemExit(bool(found.differences or found.model_calls or len(found.sha256) != 1))


if __name__ == "__main__":
    main()
