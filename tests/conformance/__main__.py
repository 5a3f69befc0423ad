"""`python -m tests.conformance`: let every client play every case, and print the table."""

import argparse
import dataclasses
import json
import sys
from pathlib import Path

from tests.conformance.cases import all_cases, is_of_game
from tests.conformance.conducting import Played, played
from tests.conformance.runners import Runner, all_runners
from tests.conformance.table import markdown, put_into, table
from tests.engines.home import is_required


def main() -> int:
    """Play, print, and return 1 where anything differs or a client that must be there is not."""
    asked = _arguments()
    # the first is the reference, which the others are compared with, so it always plays
    known = list(all_runners())
    runners = [
        one for one in known if not asked.runner or one.name in (known[0].name, *asked.runner)
    ]
    cases = [one for one in all_cases() if not asked.case or one["name"] in asked.case]
    if asked.runner and all(is_of_game(one) and not one.get("reaches_model") for one in cases):
        runners = [one for one in known if one.name in asked.runner]  # nothing is compared
    runners_known = [one.name for one in known]
    cases_known = [one["name"] for one in all_cases()]
    for word, wanted, names in (
        ("runner", asked.runner, runners_known),
        ("case", asked.case, cases_known),
    ):
        for one in sorted(set(wanted) - set(names)):
            print(f"there is no {word} {one!r}; known: {', '.join(names)}", file=sys.stderr)
    if set(asked.runner) - set(runners_known) or set(asked.case) - set(cases_known):
        return 2
    seen = []
    for one in played(runners, cases):
        print(f"{one.name}: {_told(one)}", file=sys.stderr)
        seen.append(one)
    if asked.json:
        print(json.dumps([dataclasses.asdict(one) for one in seen], indent=1, ensure_ascii=False))
    else:
        print(table(cases, seen))
    for page in asked.markdown:
        text = put_into(page.read_text(encoding="utf-8"), markdown(cases, seen))
        page.write_text(text, encoding="utf-8")
    return 1 if any(_is_bad(one, runner) for one, runner in zip(seen, runners, strict=True)) else 0


def _told(one: Played) -> str:
    if one.missing:
        return f"missing: {one.missing}"
    return "broke down" if one.broke else f"played {len(one.transcripts)} cases"


def _is_bad(one: Played, runner: Runner) -> bool:
    """Say whether this outcome must not pass; who is missing may be, but not in CI."""
    if one.missing:
        return is_required() and not runner.is_optional_in_ci
    return bool(one.differences or one.broke)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("--runner", action="append", default=[], help="only this client")
    parser.add_argument("--case", action="append", default=[], help="only this case")
    parser.add_argument("--json", action="store_true", help="print everything that was seen")
    pages = "put the table into this page too; may be given again"
    parser.add_argument(
        "--markdown", action="append", default=[], type=Path, metavar="FILE", help=pages
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
