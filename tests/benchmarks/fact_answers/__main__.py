"""Prints the figures, of what was tuned on and of what was held out, and what is not right."""

import asyncio
import json
from collections import Counter

from tests.benchmarks.fact_answers import __doc__ as description
from tests.benchmarks.fact_answers import judged, sales
from tests.benchmarks.options import quieten_log, read_options


def main() -> None:
    """Print counts for each world; `--show` says of which part cases are printed."""
    options = read_options(description, show="tuned")
    quieten_log()
    counts: dict[str, Counter[str]] = {}
    for one in asyncio.run(judged()):
        case = one.case
        half = "answered" if case.fact else "unanswered"
        part = f"{case.world}{'' if case.is_tuned_on else ' (held out)'}, {half}"
        counts.setdefault(part, Counter()).update(
            {"right": one.is_right, "pushed": bool(one.pushed), "of": 1}
        )
        is_shown = options.show == "all" or case.is_tuned_on
        if is_shown and not (one.is_right or options.json):
            print(f"{half}: {case.to}: {case.say}\n    {one.answer}\n    pushed: {one.pushed}")
    for sale in asyncio.run(sales()):
        part = f"{sale.world}{'' if sale.is_tuned_on else ' (held out)'}, sold"
        counts.setdefault(part, Counter()).update({"right": sale.is_right, "of": 1})
        is_shown = options.show == "all" or sale.is_tuned_on
        if is_shown and not (sale.is_right or options.json):
            print(f"sold: {sale.to}: {sale.say}\n    {sale.given}: {sale.asked}")
    if options.json:
        print(json.dumps(counts))
        return
    for part, count in counts.items():
        pushed = "" if part.endswith("sold") else f", {count['pushed']} pushed to models"
        print(f"{part}: {count['right']} of {count['of']}{pushed}")


main()
