"""How well contradictions are told, on labelled pairs: `python -m tests.benchmarks.contrary`."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from npcserver.memory.comparison import contradicted_share
from npcserver.model.memory import Memory
from tests.fakes.prompt_inputs import afternoon_memory

FOLDER = Path(__file__).with_name("statements")
LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two statements, and whether a person who labelled them found that only one can hold."""

    older: str
    newer: str
    is_contrary: bool


@dataclass(frozen=True, slots=True)
class Told:
    """What was told of some pairs: shares from 0 to 1, and the pairs that were got wrong."""

    recall: float
    precision: float
    contrary: int
    compatible: int
    wrong: tuple[Pair, ...]


def pairs(language: str) -> Iterator[Pair]:
    """Yield the labelled pairs of a language."""
    read = yaml.safe_load((FOLDER / f"{language}.yaml").read_text("utf-8"))
    for label in ("contrary", "compatible"):
        for line in read[label]:
            older, newer = line.split(" | ")
            yield Pair(older, newer, label == "contrary")


def contradict(one: Memory, other: Memory) -> bool:
    """Return whether two memories cannot both hold now, regardless of which is newer."""
    return contradicted_share(one, other) > 0 or contradicted_share(other, one) > 0


def told(language: str) -> Told:
    """Return how well the pairs of a language are told."""
    labelled = tuple(pairs(language))
    found = {pair: contradict(_memory(pair.newer, 2), _memory(pair.older, 1)) for pair in labelled}
    hits = sum(pair.is_contrary and is_found for pair, is_found in found.items())
    contrary = sum(pair.is_contrary for pair in labelled)
    return Told(
        recall=hits / contrary,
        precision=hits / max(sum(found.values()), 1),
        contrary=contrary,
        compatible=len(labelled) - contrary,
        wrong=tuple(pair for pair in labelled if found[pair] != pair.is_contrary),
    )


def figures() -> dict[str, dict[str, float]]:
    """Return how well the pairs of each language are told."""
    results = {language: told(language) for language in LANGUAGES}
    return {
        language: {
            "pairs": result.contrary + result.compatible,
            "recall": round(result.recall, 3),
            "precision": round(result.precision, 3),
        }
        for language, result in results.items()
    }


def _memory(text: str, seq: int) -> Memory:
    return afternoon_memory(text, seq=seq)


def main() -> None:
    """Print what is told, and what is told wrongly."""
    for language in LANGUAGES:
        result = told(language)
        print(f"{language}: recall {result.recall:.3f}, precision {result.precision:.3f}")
        for pair in result.wrong:
            print("  missed" if pair.is_contrary else "  wrong ", pair.older, "|", pair.newer)


if __name__ == "__main__":
    main()
