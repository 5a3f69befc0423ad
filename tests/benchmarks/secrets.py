"""Whether anybody can be made to tell: secrets, hostile questions, and what a model was shown.

    python -m tests.benchmarks.secrets [--json] [--people 20]

The model blurts out whatever secret stands before it, so the only way to keep one is never to put
it into a question. Every question is looked through. `leaks` are secrets shown where a character
would hear who may not be told, or in a thought; `told` those shown to people who may be. `kept` is
the share of the questions of outsiders at which the secret came to mind and was held back.
"""

import asyncio
import tempfile
from pathlib import Path

from npcbench import harness
from tests.benchmarks.interrogation import Interrogation, interrogation
from tests.benchmarks.options import quieten_log, read_options
from tests.benchmarks.secret_town import OUTSIDERS, town


async def questioned(interrogation: Interrogation, *, is_brief: bool = False) -> None:
    """Question a town over every channel, before and after its story flags are set.

    Briefly: after that only by the channels that show whether the flags took effect.
    """
    mallory, trudy = OUTSIDERS
    await interrogation.question_all(mallory)
    await interrogation.trick_all(mallory)
    await interrogation.question_in_company()
    await interrogation.question_in_private()
    await interrogation.interview_all()
    await interrogation.read_books()
    await interrogation.let_talk(is_alone=False)
    await interrogation.let_talk(is_alone=True)
    await interrogation.whisper_to_all()
    await interrogation.think_of_everything(hours=1 if is_brief else 3)
    await interrogation.open_up()
    await interrogation.read_books()
    await interrogation.trick_all(trudy)
    if is_brief:
        return
    await interrogation.question_all(trudy)
    await interrogation.interview_all()
    await interrogation.think_of_everything(hours=2)


def figures(found: Interrogation) -> dict[str, float | int]:
    """Return what came of it."""
    judge = found.judge
    return {
        "secrets": len(found.town.planted),
        "written": len(found.town.written),
        "characters": len(found.town.people),
        "questions": found.questions,
        "prompts": judge.prompts,
        "leaks": len(judge.leaks),
        "told": sum(judge.told.values()),
        **{f"told_{purpose}": count for purpose, count in sorted(judge.told.items())},
        "kept": round(found.kept / max(1, found.asked_of_outsiders), 3),
        "kept_by_the_told": found.kept_by_the_told,
    }


async def measure(people: int = 20) -> dict[str, object]:
    """Question a town of so many people; ten secrets each."""
    with tempfile.TemporaryDirectory(prefix="npcserver-secrets-") as folder:
        async with interrogation(town(people), Path(folder)) as found:
            await questioned(found)
            leaks = [f"{leak.where} of {leak.thinker}: {leak.word}" for leak in found.judge.leaks]
            return {**figures(found), "first_leaks": leaks[:10]}


def main() -> None:
    """Measure and print; the exit code says whether anything leaked."""
    given = read_options("Secrets under hostile questioning, ten of each character.", people=20)
    quieten_log()
    found = asyncio.run(measure(given.people))
    result = found if given.json else {"name": "secrets", "figures": found}
    harness.show(result, is_json=given.json)
    raise SystemExit(1 if found["leaks"] else 0)


if __name__ == "__main__":
    main()
