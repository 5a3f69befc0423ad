"""What the commands of `npcserver eval` do that read files and no run of a town."""

import tempfile
from pathlib import Path
from typing import Any

from npcclient import connect

from npceval import retrieval, run_comparison, scene_series
from npceval.conversation_sets import read_exclusions, read_set
from npceval.kept_answers import KeptAnswers
from npceval.run_folder import RunFolder
from npceval.session import PATIENCE, SessionOptions, started_server


async def recall_set(
    file: Path, *, limit: int, exclude: Path | None, profile: str, output: Path, seed: int
) -> dict[str, Any]:
    """Return recall over a set of long conversations, by a server that knows nothing else."""
    conversations = read_set(file)
    excluded = read_exclusions(exclude) if exclude else {}
    kept = KeptAnswers(output / "retrieval.jsonl")
    with tempfile.TemporaryDirectory(prefix="npceval-") as folder:
        async with (
            started_server(Path(folder), "offline") as address,
            connect(address, patience=PATIENCE) as npc,
        ):
            await retrieval.ask_all(
                npc, conversations, excluded, kept, limit=limit, profile=profile
            )
    return retrieval.measure(conversations, excluded, kept, limit=limit, seed=seed, profile=profile)


async def rate_texts(
    file: Path, options: SessionOptions, *, most: int, output: Path, seed: int
) -> dict[str, Any]:
    """Return how a server's ratings of texts correlate with those that were given."""
    given = retrieval.read_given(file, most, seed)
    model = options.model or "offline"
    kept = KeptAnswers(output / "importance.jsonl")
    with tempfile.TemporaryDirectory(prefix="npceval-") as folder:
        async with (
            started_server(Path(folder), model, base_url=options.base_url) as address,
            connect(address, patience=PATIENCE) as npc,
        ):
            await retrieval.rate_all(npc, given, kept, model)
    return retrieval.correlate(given, kept, model)


def compare_runs(runs: list[Path], seed: int) -> dict[str, Any]:
    """Return what differs between runs under different settings."""
    return run_comparison.compare([RunFolder(run) for run in runs], seed)


def compare_scenes(results: list[Path], seed: int) -> dict[str, Any]:
    """Return the measures of repeated games."""
    return scene_series.measure(scene_series.read_results(results), seed)
