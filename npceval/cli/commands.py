"""What the commands of `npcserver eval` do."""

import asyncio
from pathlib import Path
from typing import Any

from rich.console import Console

from npceval import interview_report, ranking_page
from npceval.interviews import ask_all, items, judge_all, read_answers_of_people, read_rankings
from npceval.judge import open_judge
from npceval.kept_answers import write_whole
from npceval.page import ReportPage
from npceval.run_folder import RunFolder, write_result
from npceval.session import SessionOptions, open_session

_out = Console(highlight=False, soft_wrap=True)


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
        asked = await ask_all(run, session, kept, seed=seed, people=people, of_area=of_area)
    ranked = items(run, asked, kept, session.model, said)
    write_whole(run.results / "ranking.html", ranking_page.ranking_page(ranked, seed))
    of_people = [one for path in rankings for one in read_rankings(path, ranked, seed)]
    async with open_judge(judge, model=judge_model, seed=seed) as asked_judge:
        _out.print(f"{len(ranked)} questions are ranked by {asked_judge.name}.", markup=False)
        judged = await judge_all(ranked, asked_judge, kept, seed)
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
