"""`python -m tests.benchmarks.oddities`: what players get of endpoints that send odd things.

Plays every row of the corpus and prints each that came out otherwise, then the figure.
`--markdown` lists all rows with where they are known from.
"""

import asyncio
import logging
import sys
from collections import Counter

import structlog

from tests.fakes.odd_endpoints import ROWS, Expected
from tests.fakes.odd_turns import Outcome, played


async def _all() -> list[Outcome]:
    outcomes = [await played(one) for one in ROWS]
    await asyncio.sleep(0.1)  # until the last connection has ended
    return outcomes


def main() -> int:
    """Print the outcomes; return 1 where a row came out otherwise."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    outcomes = asyncio.run(_all())
    right = 0
    for one, outcome in zip(ROWS, outcomes, strict=True):
        thinks = one.expected is Expected.LINE if one.thinks is None else one.thinks
        is_right = outcome.got is one.expected and outcome.rated is thinks
        right += is_right
        if "--markdown" in sys.argv:
            print(f"| {one.name} | {one.seen} | {outcome.got} | {outcome.calls} |")
        if not is_right:
            print(f"{one.name}: {outcome.got} where {one.expected} is right; {outcome}")
    counts = Counter(outcome.got for outcome in outcomes)
    told = ", ".join(f"{counts[kind]} {kind}" for kind in Expected)
    print(f"{right} of {len(ROWS)} oddities end as they should: {told}")
    return right != len(ROWS)


if __name__ == "__main__":
    sys.exit(main())
