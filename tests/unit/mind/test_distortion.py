"""Whether a line tells a memory otherwise, by its words."""

import pytest

from npcserver.mind.distortion import LineCast, is_distorted
from npcserver.mind.provenance import related, told_part

PEOPLE = ("Ada Marsh", "Ben", "Cora", "Abbot Finn", "王芳", "老吴")
CAST = LineCast(speaker="Ada Marsh", listener="Ben", people=PEOPLE)
DEBT = "Cora owes Ben six shillings for the rope."
LOAN = "Cora lent Ben her cart for two days."
WIDE = "王芳借给老吴三百块钱。"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (DEBT, "Cora still owes Ben six shillings for that rope."),
        (DEBT, "Cora owes you six shillings for the rope."),
        (DEBT, "Ben is owed six shillings by Cora, for rope."),
        (DEBT, "Cora never paid for the rope, and she owes Ben six shillings."),
        (DEBT, "Does Cora not owe Ben six shillings for the rope?"),
        (LOAN, "Ben borrowed the cart from Cora for two days."),
        (LOAN, "Cora has no cart for a couple of days, she lent it to Ben."),
        (WIDE, "老吴向王芳借了三百块钱。"),
        (WIDE, "王芳借了三百块给老吴。"),
        ("The gate is shut.", "The gate isn't open, you know. The gate!"),
        ("I hid the spoon in the loaf.", "The spoon is in the loaf, I hid it."),
        ("The fee is four hundred crowns.", "400 crowns, that is the fee."),
        ("It rains on the river.", "Cora owes Ben nine shillings."),
    ],
)
def test_the_same_in_other_words_is_not_distorted(text: str, line: str) -> None:
    """Neither a passive, nor the deed seen from the other side, nor a question."""
    assert not is_distorted(line, text, CAST)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (DEBT, "Cora does not owe Ben six shillings for the rope."),
        (DEBT, "Ben owes Cora six shillings for the rope."),
        (DEBT, "You owe Cora six shillings for the rope."),
        (DEBT, "Abbot Finn owes Ben six shillings for the rope."),
        (DEBT, "Cora owes Ben sixty shillings for the rope."),
        (LOAN, "Cora lent Ben her cart for a month."),
        (LOAN, "Cora refused to lend Ben her cart."),
        (WIDE, "老吴借给王芳三百块钱。"),
        (WIDE, "王芳没借给老吴三百块钱。"),
        (WIDE, "王芳借给老吴八百块钱。"),
        ("The gate is shut.", "I saw it, the gate is wide open."),
        ("The feast is on Sunday evening.", "The feast is on Monday evening."),
    ],
)
def test_what_is_denied_or_of_another_or_turned_around_is_distorted(text: str, line: str) -> None:
    """And what has another number or day."""
    assert is_distorted(line, text, CAST)


def test_the_first_person_of_a_memory_is_who_told_it() -> None:
    """And of a line its speaker."""
    heard = CAST.told_by("Cora")

    assert not is_distorted("Cora lent Ben the cart.", "I lent Ben the cart.", heard)
    assert is_distorted("Ben lent Cora the cart.", "I lent Ben the cart.", heard)


def test_a_cast_holds_those_of_whom_the_texts_may_speak() -> None:
    """By any word of a name, since a town has thousands of people."""
    cast = LineCast.of("Ada Marsh", "Ben", (*PEOPLE, "Odo"), ("The abbot.", "Finn came.", "老吴"))

    assert cast.people == ("Abbot Finn", "老吴")


@pytest.mark.parametrize(
    ("line", "cosine", "is_related"),
    [
        ("Cora owes Ben a lot of money.", 0.29, False),
        ("Rope has got dear.", 0.31, True),
        ("Cora sings well.", 0.59, False),
        ("Cora is in debt.", 0.61, True),
        ("Nobody pays for anything.", 0.9, False),
    ],
)
def test_what_a_speaker_names_must_have_to_do_with_the_line(
    line: str, cosine: float, *, is_related: bool
) -> None:
    """A word in common, and a meaning that is near; the farther, the more words."""
    assert related(line, DEBT, cosine, PEOPLE) is is_related


def test_the_part_of_a_line_that_tells_a_source() -> None:
    """Its sentences that say the same; where none does, those that share a word."""
    assert told_part("It rains. Cora owes Ben six shillings.", DEBT, DEBT) == (
        "Cora owes Ben six shillings."
    )
    assert told_part("It rains. Rope makes debtors.", DEBT, DEBT) == "Rope makes debtors."
    assert told_part("Cora owes Ben six shillings.", DEBT, "It rains.") == ""
