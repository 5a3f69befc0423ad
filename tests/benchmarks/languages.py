"""How each language is understood, with a folder or without one, by words alone.

    python -m tests.benchmarks.languages [--json]

`answered` is the confidence with which a book answers a question in other forms of its words, and
`unanswered` that of its best passage for a question that nothing answers (0.5 is an answer).
`quotes` says whether the actor without a model answers with the memory, `greets` whether it greets
back in the same script, and `sentences` how many of those in a text end where they end.
"""

import json
from dataclasses import asdict, dataclass, replace

import numpy as np

from npcmodels.offline import OfflineActor
from npcserver.language import is_served
from npcserver.language.sentences import sentences
from npcserver.language.tokens import tokens
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.lore import LoreIndex
from npcserver.memory.passages import cut
from npcserver.model.character import Persona
from npcserver.model.ids import WorldId
from npcserver.model.lore import Book, Chapter
from tests.benchmarks.language_samples import SAMPLES, LanguageSample
from tests.benchmarks.options import quieten_log, read_options
from tests.unit.npcmodels.scenes import scene


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageFigures:
    """What came of one language."""

    language: str
    has_folder: bool
    answered: float
    unanswered: float
    quotes: bool
    greets: bool
    sentences: str


def confidences(sample: LanguageSample) -> tuple[float, float]:
    """Return those of a book's passage that answers, 0 for another, and of the best that does not.

    The book has one passage that answers and one that does not; both are found by words alone.
    """
    chapter = Chapter(title="1", text=f"{sample.other}\n\n{sample.memory}")
    book = Book(id="book", world_id=WorldId("w"), title="-", chapters=(chapter,))
    index = LoreIndex([book], cut(book))

    def best(question: str) -> tuple[str, float]:
        found = index.search(Cue(question, np.zeros(1, np.float32)), 5, lambda _: True).quotes
        return max(((one.passage.text, one.confidence) for one in found[:1]), default=("", 0.0))

    text, confidence = best(sample.question)
    return (confidence if sample.memory in text else 0.0), best(sample.unanswered)[1]


def measure(sample: LanguageSample) -> LanguageFigures:
    """Return how a language is understood."""
    persona = Persona(name="Ada", language=sample.code)

    def said(heard: str) -> str:
        played = scene(heard, sample.memory, sample.other, persona=persona)
        return OfflineActor().spoken(replace(played, place=None)).say

    answered, unanswered = confidences(sample)
    told, ends = set(sample.sentences), sentences(" ".join(sample.sentences))
    greeted = said(sample.greeting)
    return LanguageFigures(
        language=sample.code,
        has_folder=is_served(sample.code),
        answered=round(answered, 2),
        unanswered=round(unanswered, 2),
        quotes={*tokens(sample.memory)} <= {*tokens(said(sample.question))},
        greets=bool(greeted) and _script(greeted) == _script(sample.greeting),
        sentences=f"{sum(one in told for one in ends)} of {len(told)}",
    )


def _script(text: str) -> bool:
    """Say whether the first letter of a text is Latin."""
    return next((letter < "\u0250" for letter in text if letter.isalpha()), True)


def main() -> None:
    """Print a table, or JSON."""
    options = read_options(__doc__)
    quieten_log()
    found = [measure(sample) for sample in SAMPLES]
    if options.json:
        print(json.dumps([asdict(one) for one in found], indent=1))
        return
    print("language  folder  answered  unanswered  quotes  greets  sentences")
    for one in found:
        folder = "yes" if one.has_folder else "-"
        says = (" yes" if it else "  no" for it in (one.quotes, one.greets))
        print(
            f"{one.language:8}  {folder:>6}  {one.answered:8.2f}  {one.unanswered:10.2f}  "
            f"{'    '.join(says)}  {one.sentences:>9}"
        )


if __name__ == "__main__":
    main()
