"""Bring the engines that the engine tests run in: `python -m tests.engines.provision [NAME…]`.

Without names, all of them. What is there already stays; running it twice costs nothing. Sources are
asked side by side. Ends with 1 when one of them could not be had, after trying the others.
"""

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from tests.engines.home import home
from tests.engines.recipes import RECIPES, CannotProvideError, Recipe, why_missing


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def provide(recipe: Recipe) -> bool:
    """Bring one engine if it is missing, and say so; returns whether it is there afterwards."""
    if recipe.why_missing() is None:
        say(f"{recipe.name}: is there")
        return True
    say(f"{recipe.name}: missing, bringing it …")
    began = time.monotonic()
    try:
        recipe.provide()
    except CannotProvideError as error:
        say(f"{recipe.name}: could not be had. {error}")
        return False
    reason = why_missing(recipe.name)
    seconds = time.monotonic() - began
    say(f"{recipe.name}: {reason or f'brought in {seconds:.0f} s'}")
    return reason is None


def main(arguments: list[str] | None = None) -> int:
    """Provide what is named, in order."""
    parser = argparse.ArgumentParser(prog="python -m tests.engines.provision", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(RECIPES))
    names = parser.parse_args(arguments).names or list(RECIPES)
    unknown = [name for name in names if name not in RECIPES]
    if unknown:
        parser.error(f"no engine {unknown[0]!r}; there are: {', '.join(RECIPES)}")
    say(f"Engines live in {home()}")
    home().mkdir(parents=True, exist_ok=True)
    by_source: dict[str, list[Recipe]] = {}
    for name in names:
        by_source.setdefault(RECIPES[name].source, []).append(RECIPES[name])
    with ThreadPoolExecutor(len(by_source)) as sources:
        came = sources.map(lambda recipes: [provide(one) for one in recipes], by_source.values())
        return 0 if all(all(of_source) for of_source in came) else 1


if __name__ == "__main__":
    sys.exit(main())
