"""Whether a promise that a small model names counts by the words, on labelled exchanges.

    python -m tests.benchmarks.named_promises [--half held_out]

Each exchange has what a player said, what a character answered, and one promise that a model named
for it, of the character (`me`) or of the player (`them`); a rater has said whether those words make
that promise. All were written before the rule was. Those with an even number were for tuning.
"""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from npcserver.mind.promises import is_committed
from npcserver.model.commitment import Promise
from tests.benchmarks.options import read_options

_FILE = Path(__file__).with_name("named_promises.tsv")


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Words, the promise that was named for them, and whether they make it."""

    number: int
    heard: str
    own: str
    named: Promise
    is_promise: bool

    @property
    def counts(self) -> bool:
        """Whether the promise counts by the rule."""
        if self.named.is_own:
            return is_committed(self.named, self.own, before=self.heard)
        return is_committed(self.named, self.heard, answer=self.own)


def exchanges(half: str) -> Sequence[Exchange]:
    """Return the exchanges of a half: `tuning` or `held_out`."""
    with _FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    found = [
        Exchange(
            number=number,
            heard=row["heard"],
            own=row["own"],
            named=Promise(what=row["what"], due=row["when"], is_own=row["by"] == "me"),
            is_promise=row["label"] == "yes",
        )
        for number, row in enumerate(rows)
    ]
    return [one for one in found if (one.number % 2 == 0) == (half == "tuning")]


def shares(found: Sequence[Exchange]) -> tuple[float, float]:
    """Return the share of promises that count, and of others that do not."""
    made = [one.counts for one in found if one.is_promise]
    others = [not one.counts for one in found if not one.is_promise]
    return sum(made) / len(made), sum(others) / len(others)


def main() -> None:
    """Print both shares, and what was decided wrongly."""
    half = read_options("Named promises.", half="tuning").half
    found = exchanges(half)
    kept, refused = shares(found)
    print(f"{half}: {len(found)} exchanges, promises kept {kept:.2f}, others refused {refused:.2f}")
    for one in found:
        if one.counts != one.is_promise:
            print(f"{one.number}: {one.heard} | {one.own} | {one.named.what} {one.named.due}")


if __name__ == "__main__":
    main()
