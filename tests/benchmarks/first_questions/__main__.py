"""Prints the figures, of what was tuned on and of what was held out, and answers not sensible."""

import asyncio
import json
from collections import Counter

from tests.benchmarks.first_questions import __doc__ as description
from tests.benchmarks.first_questions import judged
from tests.benchmarks.options import quieten_log, read_options


def main() -> None:
    """Print counts for each world; `--show` says of which part answers are printed."""
    options = read_options(description, show="tuned")
    quieten_log()
    answers = asyncio.run(judged())
    counts: dict[str, Counter[str]] = {}
    for one in answers:
        part = f"{one.question.world}{' (held out)' if one.question.is_held_out else ''}"
        counts.setdefault(part, Counter())[one.verdict] += 1
    if options.json:
        print(json.dumps(counts))
        return
    for one in answers:
        is_shown = options.show == "all" or not one.question.is_held_out
        if is_shown and (one.verdict != "sensible" or options.show == "all"):
            print(
                f"{one.verdict:8} {one.question.to}: {one.question.say}\n"
                f"         {one.answer} {dict(one.intents) or ''}"
            )
    for part, verdicts in counts.items():
        of = sum(verdicts.values())
        figures = ", ".join(f"{verdicts[one]} {one}" for one in ("sensible", "half", "wrong"))
        print(f"{part}: {figures} of {of}")


main()
