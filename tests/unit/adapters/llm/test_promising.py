"""The offline actor gives its word, takes another's, and brings up a broken one."""

from dataclasses import replace

import pytest

from npcserver.adapters.llm.offline import OfflineActor
from npcserver.mind import promises
from npcserver.model.character import Person, Relation
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.inputs import ReplyInput
from tests.fakes import prompt_inputs
from tests.fakes.prompt_inputs import character, persona, reply_scene

BROKEN = Commitment(
    commitment_id="com_1",
    by_id="mira",
    by_name="Mira Holt",
    to_id="ann",
    to_name="Ann",
    what="bring Ann the ale",
    status=CommitmentStatus.BROKEN,
)
THEIRS = replace(
    BROKEN,
    by_id="ann",
    by_name="Ann",
    to_id="mira",
    to_name="Mira Holt",
    what="pay Mira Holt five coins",
)


def said(where: ReplyInput) -> str:
    return OfflineActor().spoken(where).say


def quiet(**changes: object) -> ReplyInput:
    return reply_scene(affordances=(), recollections=(), conversation=(), **changes)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("heard", "what"),
    [
        ("Can you bring me the ale tomorrow?", "bring you the ale"),
        ("Could you please mend my roof by noon?", "mend your roof"),
        ("Promise me to meet me at the mill tonight.", "meet you at the mill"),
    ],
)
def test_asked_for_something_to_come_it_gives_its_word(heard: str, what: str, seed: int) -> None:
    """In words that are a promise to whoever reads them."""
    (promise,) = promises.made(said(quiet(heard=heard, seed=seed)))

    assert promise.what == what


def test_whom_it_cannot_stand_it_promises_nothing() -> None:
    """It declines."""
    hated = Relation(to="ann", view="", affinity=-80)

    assert promises.made(said(quiet(heard="Can you bring me ale tomorrow?", relation=hated))) == ()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("word", ["I'll pay you tomorrow.", "I promise to sing tonight."])
def test_it_takes_somebody_at_their_word(word: str, seed: int) -> None:
    """And makes no promise of that itself."""
    answer = said(quiet(heard=word, seed=seed))

    assert "word" in answer or "counting" in answer or "See that" in answer
    assert promises.made(answer) == ()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("heard", ["Hello!", "What happened to the door?", "It rains.", "Bye."])
@pytest.mark.parametrize(
    ("promise", "words"), [(BROKEN, "bring you the ale"), (THEIRS, "pay me five coins")]
)
def test_a_broken_promise_comes_first_whoever_broke_it(
    promise: Commitment, words: str, heard: str, seed: int
) -> None:
    """Whatever it is told, in the words of one who speaks to the other."""
    answer = said(quiet(heard=heard, seed=seed, commitments=(promise,)))

    assert words in answer
    assert promises.speaks_of(answer, promise)
    assert promises.made(answer) == ()


def test_once_it_came_up_it_is_let_rest() -> None:
    """Nobody is told twice."""
    spoken_of = replace(BROKEN, has_come_up=True)

    assert "the ale" not in said(quiet(heard="Hello!", commitments=(spoken_of,)))


def test_asked_after_its_promises_it_knows_them() -> None:
    """What is still to be done is kept in mind."""
    pending = replace(BROKEN, status=CommitmentStatus.OPEN)

    answer = said(quiet(heard="What did you promise me?", commitments=(pending,)))

    assert "bring you the ale" in answer


def test_it_brings_a_broken_promise_up_among_characters_too() -> None:
    """With the first line it says."""
    exchange = prompt_inputs.converse_input()
    partner = exchange.partner
    owed = replace(BROKEN, to_id=partner.id, to_name=partner.name, what=f"bring {partner.name} ale")

    answer = OfflineActor().answer(replace(exchange, commitments=(owed,)))

    assert "bring you ale" in answer.say


def test_it_speaks_of_promises_in_chinese() -> None:
    """The same craft, the other language."""
    own = character(persona(name="米拉", language="zh"))
    ann = Person(id="ann", name="安")
    owed = replace(BROKEN, by_name="米拉", to_name="安", what="给安带酒")
    chinese = quiet(heard="你好", character=own, partner=ann, commitments=(owed,))

    asked = said(replace(chinese, commitments=(), heard="你明天能给我带酒吗？"))

    assert "给你带酒" in said(chinese)
    assert [one.what for one in promises.made(asked)] == ["给你带酒"]
