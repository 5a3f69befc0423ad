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
    ranking_page,
    retrieval,
    run_comparison,
    scene_series,
)
from npceval.cli import file_commands
from npceval.interviews import ask_all, items, judge_all, read_answers_of_people, read_rankings
from npceval.judge import open_judge
from npceval.kept_answers import EvaluationError, Progress, write_whole
from npceval.page import ReportPage
from npceval.run_folder import RunFolder, write_result
from npceval.run_log import read_log, read_uses
from npceval.session import SessionOptions, open_session, open_timelines

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


def run_interviews(run: Path, server: dict[str, str], **options: Any) -> None:
    """Interview the people of a run, rank the answers, and write what they come to."""
    asyncio.run(_interviews(RunFolder(run), SessionOptions(**server), **options))


async def _interviews(
    run: RunFolder,
    server: SessionOptions,
    *,
    judge: str,
    judge_model: str,
    people: int,
    of_area: int,
    answers: Path | None,
    rankings: list[Path],
    seed: int,
) -> None:
    said = read_answers_of_people(answers) if answers else {}
    kept = run.answers("interviews")
    async with open_session(run, server) as session:
        with progress_shown() as progress:
            asked = await ask_all(
                run, session, kept, seed=seed, people=people, of_area=of_area, progress=progress
            )
    ranked = items(run, asked, kept, session.model, said)
    write_whole(run.results / "ranking.html", ranking_page.ranking_page(ranked, seed))
    of_people = [one for path in rankings for one in read_rankings(path, ranked, seed)]
    async with open_judge(judge, model=judge_model, seed=seed) as asked_judge:
        _out.print(f"{len(ranked)} questions are ranked by {asked_judge.name}.", markup=False)
        with progress_shown() as progress:
            judged = await judge_all(ranked, asked_judge, kept, seed, progress)
    defaults = sum(bool(row.get("is_default")) for row in kept if row["key"][0] == "answer")
    result = interview_report.summarise(
        ranked, judged, of_people, seed=seed, judge=asked_judge.name, defaults=defaults
    )
    show(run.results, "interviews", result, interview_report.page(result, ranked))
    agreement = result["agreement"]
    both = agreement["same_in_both_orders"]["share"]
    pairs = agreement["pairs_in_both_orders"]
    same = "none of 0 pairs" if both is None else f"{both:.0%} of {pairs} pairs"
    _out.print(
        f"The judge said the same in both orders in {same};"
        f" {agreement['nonsense']} of {agreement['verdicts']} verdicts were nonsense.",
        markup=False,
    )


def run_diffusion(run: Path, server: dict[str, str], **options: Any) -> None:
    """Ask who knows what, check it, and write what was found."""
    asyncio.run(_diffusion(RunFolder(run), SessionOptions(**server), **options))


async def _diffusion(run: RunFolder, server: SessionOptions, *, pairs: int, seed: int) -> None:
    kept = run.answers("diffusion")
    async with open_session(run, server) as session:
        log = await read_log(run, session, run.answers("log"))
        with progress_shown() as progress:
            result = await diffusion.measure(
                run, session, log, kept, seed=seed, pairs=pairs, progress=progress
            )
    show(run.results, "diffusion", result, diffusion_report.page(result, run.names))


def run_behaviour(run: Path, server: dict[str, str], *, plan: Path | None) -> None:
    """Measure how people behaved, and write it."""
    asyncio.run(_behaviour(RunFolder(run), SessionOptions(**server), plan))


async def _behaviour(run: RunFolder, server: SessionOptions, plan: Path | None) -> None:
    prices = bill.read_plan(plan) if plan else None
    async with open_session(run, server) as session:
        log = await read_log(run, session, run.answers("log"))
        places = await session.npc.worlds.places(session.world)
    result = behaviour.measure(run, log, places, prices)
    show(run.results, "behaviour", result, behaviour.page(result, run.names))


def run_bill(
    run: Path | None,
    server: dict[str, str],
    *,
    plan: Path,
    playtest: Path | None,
    data: Path | None,
    players: int,
    seed: int,
) -> None:
    """Price a run, or played sessions, for many players, and write the bill."""
    prices = bill.read_plan(plan)
    options = SessionOptions(**server)
    if run is not None:
        folder = RunFolder(run)
        uses, days, sessions = asyncio.run(_run_uses(folder, options)), folder.days, 1
        results = folder.results
    elif playtest is not None and data is not None:
        timelines = bill.read_timelines(playtest)
        uses = asyncio.run(_session_uses(data, timelines, options))
        days, sessions, results = 1.0, len(timelines), playtest.parent / "eval"
    else:
        raise EvaluationError("Name a run, or --playtest FILE with --data DIR of its server.")
    result = bill.measure(uses, days, sessions, prices, players=players, seed=seed)
    show(results, "bill", result, bill.page(result))


async def _run_uses(run: RunFolder, server: SessionOptions) -> Sequence[Mapping[str, Any]]:
    async with open_session(run, server) as session:
        return (await read_log(run, session, run.answers("log"))).uses


async def _session_uses(
    data: Path, timelines: Sequence[str], server: SessionOptions
) -> Sequence[Mapping[str, Any]]:
    async with open_timelines(data, timelines, server) as sessions:
        return [use for session in sessions for use in await read_uses(session, None)]


def run_retrieval(file: Path, *, output: Path, **options: Any) -> None:
    """Measure recall over a set of conversations, and write it."""
    result = asyncio.run(file_commands.recall_set(file, output=output, **options))
    show(output, "retrieval", result, retrieval.page(result))


def run_importance(file: Path, server: dict[str, str], *, output: Path, **options: Any) -> None:
    """Correlate ratings, and write what was found."""
    rating = file_commands.rate_texts(file, SessionOptions(**server), output=output, **options)
    result = asyncio.run(rating)
    show(output, "importance", result, retrieval.importance_page(result))


def run_ablations(runs: list[Path], *, output: Path, seed: int) -> None:
    """Compare runs, and write what differs."""
    result = file_commands.compare_runs(runs, seed)
    show(output, "ablations", result, run_comparison.page(result))


def run_scenes(results: list[Path], *, output: Path, seed: int) -> None:
    """Compare games of scenes, and write what was found."""
    result = file_commands.compare_scenes(results, seed)
    show(output, "scenes", result, scene_series.page(result))


def run_all(run: Path, server: dict[str, str], **options: Any) -> None:
    """Run each evaluation that needs no more than a run, and write a page that leads to theirs."""
    plan, seed = options.pop("plan"), options["seed"]
    pairs = options.pop("pairs")
    folder = RunFolder(run)
    _out.print(f"{folder.header.town}, {folder.days:.1f} game days", markup=False)
    run_behaviour(run, server, plan=plan)
    if plan is not None:
        run_bill(run, server, plan=plan, playtest=None, data=None, players=1_000, seed=seed)
    run_diffusion(run, server, pairs=pairs, seed=seed)
    run_interviews(run, server, answers=None, rankings=[], **options)
    written = sorted(path.name for path in folder.results.glob("*.html"))
    made = ReportPage(f"A run of {folder.header.town}", f"Seed {seed}.")
    made.links({name.removesuffix(".html"): name for name in written if name != "index.html"})
    write_whole(folder.results / "index.html", made.html())
    _out.print(f"All of it: {folder.results / 'index.html'}", markup=False)
