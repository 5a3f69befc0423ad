"""Searching passages: exact, narrowed before anything is counted, and silent where none answers."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from npcserver.memory.lore import LoreFilter, LoreIndex, LoreQuery, LoreTuning
from npcserver.memory.passages import cut
from npcserver.model.ids import WorldId
from npcserver.model.lore import ANSWERS, Book, Chapter, CitedPassage, Passage
from npcserver.model.secret import Secret
from tests.benchmarks import lore as benchmark

NOTHING = np.zeros(4, np.float32)
LOCK = Secret(key="lock")


def everybody(_: Sequence[Secret]) -> bool:
    return True


def public(secrets: Sequence[Secret]) -> bool:
    return not secrets


def book(name: str, *texts: str, secret: Secret | None = None, **more: object) -> Book:
    chapters = tuple(Chapter(title="", text=text, secret=secret) for text in texts)
    return Book(id=name, world_id=WorldId("w"), title=name, chapters=chapters, **more)  # type: ignore[arg-type]


def indexed(*books: Book) -> LoreIndex:
    return LoreIndex(books, [passage for one in books for passage in cut(one)])


def asked(text: str) -> LoreQuery:
    return LoreQuery(text=text, vector=NOTHING)


def ids(index: LoreIndex, text: str, least: float = ANSWERS, **more: object) -> list[str]:
    narrowing = LoreFilter(**more)  # type: ignore[arg-type]
    found = index.search(asked(text), 5, public, narrowing, least=least)
    return [quote.passage.id for quote in found.quotes]


SEA = book("sea", "The tide turns at noon.\n\nSeals sleep on the tide rocks.", shelf="Water")
HILL = book("hill", "The tide of sheep turns at noon.", readers=("mira",))
LOCKED = book("leaf", "The tide hides a silver hoard at noon.", secret=LOCK)


def test_what_holds_the_words_answers() -> None:
    """Best first, with title and place; what shares too little with the question stays silent."""
    index = indexed(SEA, HILL)

    assert ids(index, "When does the tide turn?") == ["sea/1/1", "hill/1/1"]
    assert ids(index, "Where do seals sleep?") == ["sea/1/2"]
    assert ids(index, "Who painted the ceiling of the tide hall in Rome?") == []
    assert ids(index, "How are you?") == []


def test_what_may_answer_is_ranked_with_its_confidence() -> None:
    """Below the answers stands what shares a word, with a confidence that is none of an answer."""
    index = indexed(SEA, HILL)
    ranked = index.search(asked("When does the tide turn?"), 5, public).quotes
    unsure = index.search(asked("Who painted the tide hall in Rome?"), 5, public).quotes

    assert [quote.passage.id for quote in ranked] == ["sea/1/1", "hill/1/1", "sea/1/2"]
    assert [quote.confidence >= ANSWERS for quote in ranked] == [True, True, False]
    assert [quote.score for quote in ranked] == sorted((q.score for q in ranked), reverse=True)
    assert unsure
    assert all(0.0 < quote.confidence < ANSWERS for quote in unsure)
    assert ids(index, "How are you?", least=0.0) == []


def test_a_sentence_without_what_is_asked_for_is_no_sure_answer() -> None:
    """A question for a number is not answered by a sentence without one, nor by its own numbers."""
    index = indexed(book("inn", "The inn by the quay has red doors, and 3 inns are in the town."))
    inn = indexed(book("inn", "The inn by the quay has doors of red oak."))

    def sure(index: LoreIndex, text: str) -> float:
        return index.search(asked(text), 1, public).quotes[0].confidence

    assert sure(index, "How many doors has the inn by the quay?") >= ANSWERS
    assert sure(inn, "How many doors has the inn by the quay?") < ANSWERS
    assert sure(inn, "Which doors has the inn by the quay?") >= ANSWERS
    assert sure(index, "How many of the 3 inns have doors?") < ANSWERS


def test_passages_lend_to_those_near_by_in_their_chapter() -> None:
    """Three passages to each side gain from one that shares a word, the nearest most."""
    texts = [f"Number {'abcdefgh'[place]}." for place in range(8)]
    texts[4] = "The tide turns."
    index = indexed(book("one", "\n\n".join(texts), "Other words."))
    found = index.search(asked("tide turns"), 9, public).quotes
    by_score: dict[float, list[int]] = {}
    for quote in found:
        by_score.setdefault(quote.score, []).append(int(quote.passage.id.rpartition("/")[2]))

    assert list(by_score.values()) == [[5], [4, 6], [3, 7], [2, 8]]
    assert all(quote.passage.chapter == 1 for quote in found)


def test_the_sentence_can_be_chosen_by_meaning() -> None:
    """Where words decide nothing, the cosine of a sentence does, and of what it refers to."""
    index = indexed(book("one", "Bandits were few. The last one died in bed."))
    (quote,) = index.search(asked("bandits bed"), 1, public).quotes
    first, last = (index.pointed(quote, "bandits bed", likeness) for likeness in ((1, 0), (0, 1)))

    assert index.sentences("one/1/1") == (
        "Bandits were few.",
        "Bandits were few. The last one died in bed.",
    )
    assert quote.passage.text[slice(*first.highlight)] == "Bandits were few."
    assert quote.passage.text[slice(*last.highlight)] == "The last one died in bed."


def test_books_are_narrowed_by_shelf_and_reader() -> None:
    """A shelf is a word in any case; a book without readers has been read by everybody."""
    index = indexed(SEA, HILL)
    question = "When does the tide turn?"

    assert ids(index, question, shelf="water") == ["sea/1/1"]
    assert ids(index, question, shelf="fire") == []
    assert ids(index, question, reader="bram") == ["sea/1/1"]
    assert ids(index, question, reader="mira") == ["sea/1/1", "hill/1/1"]


def test_what_is_locked_counts_for_nothing() -> None:
    """Scores are those of a world without the locked book; its id is told apart."""
    question = asked("When does the tide turn at noon?")
    found = indexed(SEA, HILL, LOCKED).search(question, 5, public)
    without = indexed(SEA, HILL).search(question, 5, public)
    whole = indexed(SEA, HILL, LOCKED).search(question, 5, everybody)

    assert found.quotes == without.quotes
    assert {quote.passage.id for quote in whole.quotes} >= set(found.withheld)
    locked = indexed(SEA, LOCKED).search(
        asked("Where is the silver hoard?"), 5, public, least=ANSWERS
    )
    assert (locked.quotes, locked.withheld) == ((), ("leaf/1/1",))
    assert whole.secrets in ((LOCK,), ())


def test_every_quote_resolves() -> None:
    """Highlight and context lie within the passage, and the passage within its chapter."""
    for quote in indexed(SEA, HILL).search(asked("tide at noon"), 5, everybody).quotes:
        chapter = {"sea": SEA, "hill": HILL}[quote.passage.book_id].chapters[0].text
        start, end = quote.highlight
        assert chapter[quote.passage.start : quote.passage.end] == quote.passage.text
        assert 0 <= quote.context[0] <= start < end <= quote.context[1] <= len(quote.passage.text)
        assert 0.0 <= quote.score <= 1.0


def test_what_was_cited_once_can_be_shown_again() -> None:
    """A citation gives the same quote for the same question, unless it is gone or locked by now."""
    index = indexed(SEA, LOCKED)
    found = index.search(asked("When does the tide turn?"), 1, public).quotes
    cited = [*(quote.cited for quote in found), CitedPassage(passage_id="leaf/1/1", score=0.5)]
    cited.append(CitedPassage(passage_id="sea/1/99", score=0.5))
    again = index.recited(cited, "When does the tide turn?", public)

    assert again.quotes == tuple(replace(quote, confidence=0.0) for quote in found)
    assert again.withheld == ("leaf/1/1",)


def test_a_near_meaning_makes_up_for_missing_words() -> None:
    """Half of the words are enough where the vectors are near, and not where they are not."""
    one = book("one", "The lamp is trimmed at four.")
    near, far = np.eye(4, dtype=np.float32)[:2]
    books = (one, SEA, HILL)
    passages = [passage for each in books for passage in cut(each)]
    index = LoreIndex(books, passages, ["one/1/1"], near[None, :], tuning=LoreTuning())
    text = "Lamp trimmed by whoever?"

    def count(vector: np.ndarray) -> int:
        asks = LoreQuery(text=text, vector=vector)
        return len(index.search(asks, 5, everybody, least=ANSWERS).quotes)

    assert (count(near), count(far)) == (1, 0)


def test_a_world_without_passages_answers_nothing() -> None:
    """An empty index finds nothing and cites nothing."""
    index = indexed()

    assert index.search(asked("anything"), 5, public).quotes == ()
    assert index.size == 0


@settings(max_examples=25, deadline=None)
@given(st.integers(20, 300), st.integers(0, 1000))
def test_the_search_is_exact(count: int, seed: int) -> None:
    """It finds what a plain loop over all passages finds, in the same order."""
    shelf = benchmark.made_up(count)
    counts = benchmark.counted(shelf)
    chance = np.random.default_rng(seed)
    for question in benchmark.asked_of(shelf, 3):
        text = " ".join(chance.permutation(question.text.split())[: 2 + seed % 4])
        one = LoreQuery(text=text, vector=shelf.vectors[seed % count])
        for least in (0.0, 0.2, ANSWERS):
            found = shelf.index.search(one, 5, everybody, least=least).quotes
            expected = benchmark.brute_force(shelf, counts, one, least=least)
            assert [quote.passage.id for quote in found] == expected


def test_passages_of_unknown_books_are_left_out() -> None:
    """A passage whose book is not there is no passage."""
    stray = Passage(id="x/1/1", book_id="x", chapter=1, text="The tide.", start=0, end=9)

    assert LoreIndex([SEA], [stray]).size == 0
