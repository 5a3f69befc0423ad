"""`npcserver replay`: a session again, as it was or with the characters of today."""

import json
import sys
from contextlib import aclosing
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console

from npcserver.adapters.files.session import read_session
from npcserver.adapters.llm.recorded import RecordedModel, RefusingModel
from npcserver.adapters.llm.wrappers import Meter, MeteredLanguageModel
from npcserver.adapters.store.codec import decode
from npcserver.app.replaying import Difference, Replayed, Replaying
from npcserver.bootstrap import replays
from npcserver.config import Settings

_SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayWish:
    """What the command line asked for."""

    file: Path
    times: int = 1
    transcript: Path | None = None
    persona: Path | None = None
    character: str = ""
    expect: Path | None = None
    junit: Path | None = None
    is_json: bool = False


async def replay(settings: Settings, wish: ReplayWish) -> int:
    """Replay; return the exit code."""
    session = read_session(wish.file, decode)
    meter = Meter()
    model = RecordedModel(MeteredLanguageModel(RefusingModel(), meter))
    replaying = await replays.replaying(settings, session, model)
    if wish.transcript is not None:
        await _write(replaying, wish.transcript)
    results = [await replaying.replay() for _ in range(wish.times)]
    calls = sum(each.calls for each in meter.snapshot())
    return _show(wish, results, calls)


async def _write(replaying: Replaying, file: Path) -> None:
    with file.open("w", encoding="utf-8", newline="\n") as out:
        async with aclosing(replaying.parts()) as parts:
            async for text, _ in parts:
                out.write(text)


def _show(wish: ReplayWish, results: list[Replayed], calls: int) -> int:
    first = results[0]
    digests = sorted({each.digest for each in results})
    is_same = len(digests) == 1 and not first.differences and not calls
    if wish.is_json:
        told = {
            "turns": first.turns,
            "times": len(results),
            "model_calls": calls,
            "differences": [asdict(one) for one in first.differences],
            "sha256": digests,
            "is_same": is_same,
        }
        sys.stdout.write(json.dumps(told, ensure_ascii=False, indent=2) + "\n")
        return 0 if is_same else 1
    console = Console(highlight=False, markup=False, soft_wrap=True)
    for difference in first.differences[:_SHOWN]:
        _show_difference(console, difference)
    left = len(first.differences) - _SHOWN
    if left > 0:
        console.print(f"… and {left:,} more.")
    console.print(
        f"{first.turns:,} turns, {calls:,} model calls, {len(first.differences):,} differences"
    )
    if len(results) > 1:
        said = "all the same" if len(digests) == 1 else f"{len(digests)} different transcripts"
        console.print(f"{len(results):,} times, {said}: SHA-256 {', '.join(digests)}")
    else:
        console.print(f"SHA-256 {digests[0]}", style="dim")
    return 0 if is_same else 1


def _show_difference(console: Console, difference: Difference) -> None:
    console.print(f"turn {difference.turn} (record {difference.seq}), {difference.what}:")
    console.print(f"  recorded: {difference.recorded}", style="red")
    console.print(f"  replayed: {difference.replayed}", style="green")
