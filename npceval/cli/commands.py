"""What the commands of `npcserver eval` do."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress as Bars

from npceval import (
    behaviour,
    bill,
    diffusion,
    diffusion_report,
    interview_report,
    retrieval,
    run_comparison,
    scene_series,
)
from npceval.conversation_sets import read_exclusions, read_set
from npceval.interviews import ask_all, items, judge_all, read_answers_of_people, read_rankings
from npceval.judge import open_judge
from npceval.kept_answers import EvaluationError, KeptAnswers, Progress, write_whole
from npceval.page import ReportPage
from npceval.run_folder import RunFolder, write_result
from npceval.run_log import read_log, read_uses
from npceval.session import SessionOptions, new_server, open_session, open_timelines

_out = Console(highlight=False, soft_wrap=True)


@contextmanager
def progress_shown() -> Iterator[Progress]:
    """Show how far it is on the terminal's error output, and nothing where that is none."""
    console = Console(stderr=True)
    with Bars(console=console, transient=True, disable=not console.is_terminal) as shown:
        task = shown.add_task("", total=None)
        yield lambda what, done, of: shown.update(task, description=what, completed=done, total=of)


def show(folder: Path, name: str, result: dict[str, Any], page: ReportPage) -> None:
    """Write a result, and say where it is."""
    written = write_result(folder, name, result, page)
    _out.print(f"{name}: {written[1]}", markup=False)


async def interviews(
    run: Path,
    server: SessionOptions,
    *,
    judge: str,
    judge_model: str,
    people: int,
    of_area: int,
    answers: Path | None,
    rankings: list[Path] | None,
    seed: int,
) -> None:
    """Interview the people of a run, rank the answers, and write what they come to."""
    folder, said = RunFolder(run), read_answers_of_people(answers) if answers else {}
    kept = folder.answers("interviews")
    async with open_session(folder, server) as session:
        with progress_shown() as progress:
            asked = await ask_all(
                folder, session, kept, seed=seed, people=people, of_area=of_area, progress=progress
            )
    ranked = items(folder, asked, kept, session.model, said)
    write_whole(folder.results / "ranking.html", interview_report.ranking_page(ranked, seed))
    of_people = [one for path in rankings or () for one in read_rankings(path, ranked, seed)]
    async with open_judge(judge, model=judge_model, seed=seed) as asked_judge:
        _out.print(f"{len(ranked)} questions are ranked by {asked_judge.name}.", markup=False)
        with progress_shown() as progress:
            judged = await judge_all(ranked, asked_judge, kept, seed, progress)
    defaults = sum(bool(row.get("is_default")) for row in kept if row["key"][0] == "answer")
    result = interview_report.summarise(
        ranked, judged, of_people, seed=seed, judge=asked_judge.name, defaults=defaults
    )
    show(folder.results, "interviews", result, interview_report.page(result, ranked))
    agreement = result["agreement"]
    both = agreement["same_in_both_orders"]["share"]
    pairs = agreement["pairs_in_both_orders"]
    same = "none of 0 pairs" if both is None else f"{both:.0%} of {pairs} pairs"
    _out.print(
        f"The judge said the same in both orders in {same};"
        f" {agreement['nonsense']} of {agreement['verdicts']} verdicts were nonsense.",
        markup=False,
    )


async def find_diffusion(run: Path, server: SessionOptions, *, pairs: int, seed: int) -> None:
    """Ask who knows what, check it, and write what was found."""
    folder = RunFolder(run)
    kept = folder.answers("diffusion")
    async with open_session(folder, server) as session:
        log = await read_log(folder, session, folder.answers("log"))
        with progress_shown() as progress:
            result = await diffusion.measure(
                folder, session, log, kept, seed=seed, pairs=pairs, progress=progress
            )
    show(folder.results, "diffusion", result, diffusion_report.page(result, folder.names))


async def measure_behaviour(run: Path, server: SessionOptions, *, plan: Path | None) -> None:
    """Measure how people behaved, and write it."""
    folder, prices = RunFolder(run), bill.read_plan(plan) if plan else None
    async with open_session(folder, server) as session:
        log = await read_log(folder, session, folder.answers("log"))
        places = await session.npc.worlds.places(session.world)
    result = behaviour.measure(folder, log, places, prices)
    show(folder.results, "behaviour", result, behaviour.page(result, folder.names))


async def make_bill(
    run: Path | None,
    server: SessionOptions,
    *,
    plan: Path,
    playtest: Path | None,
    data: Path | None,
    players: int,
    seed: int,
) -> None:
    """Price a run, or played sessions, for many players, and write the bill."""
    prices = bill.read_plan(plan)
    uses: Sequence[Mapping[str, Any]]
    if run is not None:
        folder = RunFolder(run)
        async with open_session(folder, server) as session:
            uses = (await read_log(folder, session, folder.answers("log"))).uses
        days, sessions, results = folder.days, 1, folder.results
    elif playtest is not None and data is not None:
        timelines = bill.read_timelines(playtest)
        async with open_timelines(data, timelines, server) as opened:
            uses = [use for session in opened for use in await read_uses(session, None)]
        days, sessions, results = 1.0, len(timelines), playtest.parent / "eval"
    else:
        raise EvaluationError("Name a run, or --playtest FILE with --data DIR of its server.")
    result = bill.measure(uses, days, sessions, prices, players=players, seed=seed)
    show(results, "bill", result, bill.page(result))


async def measure_recall(
    file: Path, *, limit: int, exclude: Path | None, profile: str, output: Path, seed: int
) -> None:
    """Measure recall over a set of conversations, by a server that knows nothing else."""
    conversations = read_set(file)
    excluded = read_exclusions(exclude) if exclude else {}
    kept = KeptAnswers(output / "retrieval.jsonl")
    async with new_server("offline") as npc:
        await retrieval.ask_all(npc, conversations, excluded, kept, limit=limit, profile=profile)
    result = retrieval.measure(
        conversations, excluded, kept, limit=limit, seed=seed, profile=profile
    )
    show(output, "retrieval", result, retrieval.page(result))


async def correlate_importance(
    file: Path, server: SessionOptions, *, most: int, output: Path, seed: int
) -> None:
    """Correlate a server's ratings of texts with those that were given."""
    given = retrieval.read_given(file, most, seed)
    model = server.model or "offline"
    kept = KeptAnswers(output / "importance.jsonl")
    async with new_server(model, server.base_url) as npc:
        await retrieval.rate_all(npc, given, kept, model)
    result = retrieval.correlate(given, kept, model)
    show(output, "importance", result, retrieval.importance_page(result))


async def compare_runs(runs: list[Path], *, output: Path, seed: int) -> None:
    """Compare runs, and write what differs."""
    result = await asyncio.to_thread(run_comparison.compare, [*map(RunFolder, runs)], seed)
    show(output, "ablations", result, run_comparison.page(result))


async def compare_scenes(results: list[Path], *, output: Path, seed: int) -> None:
    """Compare games of scenes, and write what was found."""
    result = scene_series.measure(scene_series.read_results(results), seed)
    show(output, "scenes", result, scene_series.page(result))


async def run_all(run: Path, server: SessionOptions, **options: Any) -> None:
    """Run each evaluation that needs no more than a run, and write a page that leads to theirs."""
    plan, seed = options.pop("plan"), options["seed"]
    pairs = options.pop("pairs")
    folder = RunFolder(run)
    _out.print(f"{folder.header.town}, {folder.days:.1f} game days", markup=False)
    await measure_behaviour(run, server, plan=plan)
    if plan is not None:
        await make_bill(run, server, plan=plan, playtest=None, data=None, players=1_000, seed=seed)
    await find_diffusion(run, server, pairs=pairs, seed=seed)
    await interviews(run, server, answers=None, rankings=[], **options)
    written = sorted(path.name for path in folder.results.glob("*.html"))
    made = ReportPage(f"A run of {folder.header.town}", f"Seed {seed}.")
    made.links({name.removesuffix(".html"): name for name in written if name != "index.html"})
    write_whole(folder.results / "index.html", made.html())
    _out.print(f"All of it: {folder.results / 'index.html'}", markup=False)
