"""What becomes of the memories that a line names as told on.

    python -m tests.benchmarks.tells [--json] [--show 1] [--model 1]

A speaker remembers facts, and tells each on in other words, with something changed, or speaks of
something else that has a name in common. Each line is judged as if the model had named the memory
(right, wrong or distorted), and as if it had named none. Names of other facts are wrong as well.
`--model 1` asks the model of the settings which of the lines that the rules leave unmarked changed
something. The rules were tuned on `told/tuned.yaml`; `told/held.yaml` was written before them.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from npcmodels.embed.usem3 import Usem3Embedder
from npcserver.mind.distortion import LineCast, is_distorted
from npcserver.mind.provenance import related, retells, split
from tests.benchmarks.options import read_options

FOLDER = Path(__file__).parent / "told"
SETS = ("tuned", "held")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A line and a memory; `kind` is what the line does with it: same, near or other."""

    language: str
    cast: LineCast
    memory: str
    line: str
    kind: str


def told(name: str) -> Iterator[Told]:
    """Yield the pairs of a set; every line with the other facts of its language, too."""
    sets: dict[str, Any] = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    for language, one in sets.items():
        cast = LineCast(
            speaker=one["speaker"], listener=one["listener"], people=tuple(one["people"])
        )
        facts = one["facts"]
        for fact in facts:
            for kind in ("same", "near", "other"):
                for line in fact[kind]:
                    yield Told(
                        language=language, cast=cast, memory=fact["memory"], line=line, kind=kind
                    )
                    for elsewhere in facts:
                        if elsewhere is not fact:
                            yield Told(
                                language=language,
                                cast=cast,
                                memory=elsewhere["memory"],
                                line=line,
                                kind="far",
                            )


@dataclass(frozen=True, slots=True)
class Judged:
    """What the server makes of a pair: on the path where it is named, or by words alone; marked."""

    pair: Told
    is_named: bool
    is_by_words: bool
    is_marked: bool
    cosine: float


async def judged(pairs: Sequence[Told]) -> list[Judged]:
    """Judge pairs, with the embedder that comes with the server."""
    embedder = Usem3Embedder()
    try:
        texts = list(
            dict.fromkeys(
                part
                for one in pairs
                for text in (one.line, one.memory)
                for part in (text, *split(text))
            )
        )
        vectors = dict(zip(texts, await embedder.embed(texts), strict=True))
    finally:
        await embedder.close()
    found = []
    for one in pairs:
        names = (one.cast.speaker, one.cast.listener)
        cosine = max(
            float(vectors[said] @ vectors[known])
            for said in {one.line, *split(one.line)}
            for known in {one.memory, *split(one.memory)}
        )
        found.append(
            Judged(
                one,
                related(one.line, one.memory, cosine, one.cast.people),
                retells(one.line, one.memory, names),
                is_distorted(one.line, one.memory, one.cast),
                cosine,
            )
        )
    return found


def figures(found: Sequence[Judged]) -> dict[str, float | int]:
    """Return the shares of a set."""
    of = {
        kind: [one for one in found if one.pair.kind == kind]
        for kind in ("same", "near", "other", "far")
    }

    def share(among: Sequence[Judged], is_so: Any) -> float:
        return round(sum(map(is_so, among)) / len(among), 3) if among else 0.0

    return {
        "pairs": len(of["same"]) + len(of["near"]) + len(of["other"]),
        "right_kept": share(of["same"], lambda one: one.is_named and not one.is_marked),
        "right_on_path": share(of["same"], lambda one: one.is_named),
        "right_by_words": share(of["same"], lambda one: one.is_by_words),
        "unrelated_refused": share([*of["other"], *of["far"]], lambda one: not one.is_named),
        "of_the_same_name_refused": share(of["other"], lambda one: not one.is_named),
        "unrelated_refused_by_words": share(of["other"], lambda one: not one.is_by_words),
        "near_on_path": share(of["near"], lambda one: one.is_named),
        "near_marked": share(of["near"], lambda one: one.is_named and one.is_marked),
        "near_marked_by_words": share(of["near"], lambda one: one.is_by_words and one.is_marked),
    }


def wrong(found: Sequence[Judged]) -> Iterator[str]:
    """Yield what was judged otherwise than it is labelled."""
    for one in found:
        faults = Counter(
            {
                "refused": one.pair.kind in ("same", "near") and not one.is_named,
                "kept": one.pair.kind in ("other", "far") and one.is_named,
                "marked": one.pair.kind == "same" and one.is_marked,
                "unmarked": one.pair.kind == "near" and not one.is_marked,
            }
        )
        for fault in (fault for fault, is_so in faults.items() if is_so):
            yield f"{one.pair.kind} {fault} {one.cosine:.2f}: {one.pair.line} <- {one.pair.memory}"


def main() -> None:
    """Print the shares of both sets."""
    given = read_options(__doc__, show=0, model=0, held=1)
    for name in SETS[: 1 + given.held]:
        found = asyncio.run(judged(list(told(name))))
        print(json.dumps({"set": name, **figures(found)}, indent=None if given.json else 2))
        if given.show:
            print("\n".join(wrong(found)))


if __name__ == "__main__":
    main()
