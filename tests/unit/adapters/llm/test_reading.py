"""The offline actor and books: it answers from what was read, and says where it stands."""

from dataclasses import replace

import numpy as np

from npcserver.memory.lore import LoreIndex, LoreQuery
from npcserver.memory.passages import cut
from npcserver.model.character import Persona
from npcserver.model.ids import WorldId
from npcserver.model.inputs import ReplyInput
from npcserver.model.lore import ANSWERS, Book, Chapter
from tests.unit.adapters.llm.scenes import GRETA, LIN, perform, scene


def reading(heard: str, persona: Persona, title: str, text: str) -> ReplyInput:
    book = Book(
        id="b", world_id=WorldId("w"), title=title, chapters=(Chapter(title="", text=text),)
    )
    index = LoreIndex([book], cut(book))
    question = LoreQuery(text=heard, vector=np.zeros(1, np.float32))
    found = index.search(question, 3, lambda _: True, least=ANSWERS)
    return replace(scene(heard, persona=persona), lore=found.quotes)


async def test_it_answers_with_the_title_of_the_book() -> None:
    """The sentence that answers is said as the book has it, on one line."""
    text = "Posts are white.\nThe fourth post leans since the gale. Nobody\nmay mend it."
    said = await perform(reading("Which post leans?", GRETA, "Of Posts", text))

    assert 'in "of posts" it is written: the fourth post leans since the gale.' in (
        str(said["say"]).lower()
    )


async def test_it_answers_in_chinese_too() -> None:
    """A Chinese character names the book in its own brackets."""
    said = await perform(
        reading("云岭的茶什么时候开采？", LIN, "茶志", "云岭的茶在清明前三天开采。")
    )

    assert "《茶志》里写着：“云岭的茶在清明前三天开采。”" in str(said["say"])


async def test_it_cites_nothing_where_nothing_was_read() -> None:
    """A question that no book answers gets none of its words."""
    said = await perform(reading("Who won the race?", GRETA, "Of Posts", "The fourth post leans."))

    assert "Of Posts" not in str(said["say"])


async def test_it_says_what_the_search_points_to_where_its_own_words_fail() -> None:
    """A question whose form it takes for another is answered by the sentence that was found."""
    text = "A barge has one horse. It carries twenty-five tons."
    said = await perform(reading("How much does a barge carry?", GRETA, "Of Barges", text))

    assert "It carries twenty-five tons." in str(said["say"])


async def test_below_the_confidence_of_an_answer_it_does_not_know() -> None:
    """A passage that shares words with a question, but does not answer it, is not said."""
    asked = reading(
        "How many horses won the race?", GRETA, "Of Barges", "A barge has brown horses."
    )
    said = await perform(asked)

    assert asked.lore == ()
    assert "barge" not in str(said["say"])
    assert str(said["say"]) in [one.text for one in GRETA.fallback_lines]
