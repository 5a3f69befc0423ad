"""Members and candidates by name, both ways."""

from dataclasses import replace

import pytest

from npcserver.model.group.script import Candidate, Member, Rank
from npcserver.prompts.scene_overview import NameChoices
from tests.fakes.prompt_inputs import ADA_MARSH, BRAM_OAKE, BRAMWELL, DORA_LIND, LIGHT_SCRIPT

MEMBERS = NameChoices.of_members(LIGHT_SCRIPT.members)


def named(*names: tuple[str, str]) -> NameChoices:
    return NameChoices.of_members(
        [Member(id=one, name=name, rank=Rank.PRINCIPAL) for one, name in names]
    )


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Bram Oake", "bram"),
        ("bram", "bram"),
        ("BRAM OAKE ", "bram"),
        ("Bram", "bram"),
        ("Oake", "bram"),
        ("Oakes", "bramwell"),
        ("Bramwell", "bramwell"),
        ("Bramwell Oakes, the surveyor", "bramwell"),
        ("Bram Oake (bram)", "bram"),
        ("\uff22ram Oake", "bram"),
        ({"id": "dora"}, "dora"),
        ({"name": "Dora Lind"}, "dora"),
        (["Dora Lind"], "dora"),
        ('"Dora Lind."', "dora"),
    ],
)
def test_a_name_or_an_id_finds_its_member(value: object, expected: str) -> None:
    """In any case, with the id beside it, by a part that nobody else has, in a list of one."""
    assert MEMBERS.found(value) == expected


@pytest.mark.parametrize(
    "value",
    [
        "",
        "Bra",
        "Brams",
        "Bram Oake and Dora Lind",
        "Ann",
        None,
        7,
        True,
        ["Bram", "Dora"],
        {"who": "Bram"},
        {},
    ],
)
def test_what_names_nobody_or_two_is_nobody(value: object) -> None:
    """A guess is never made between two."""
    assert MEMBERS.found(value) is None


def test_a_part_that_two_share_is_nobody() -> None:
    """A family name is no name, and the first name is one."""
    family = named(("a", "Ada Marsh"), ("b", "Ben Marsh"))

    assert family.found("Marsh") is None
    assert family.found("Ben") == "b"


def test_a_name_within_another_is_told_from_it() -> None:
    """Ann is not Annabel, and Ann Lee not Ann Leeson, nor is one who is called as a part."""
    names = named(("a", "Ann"), ("b", "Annabel"), ("c", "Ann Lee"))

    assert names.found("Ann") == "a"
    assert names.found("Annabel") == "b"
    assert names.found("Ann Lee") == "c"
    assert names.found("dear Ann Lee") == "c"


def test_two_of_one_name_go_by_their_ids_too() -> None:
    """Then the name alone is not enough, in the prompt and in the answer."""
    names = named(("old", "Tom Reed"), ("young", "Tom  Reed"), ("eve", "Eve"))

    assert names.labels == ("Tom Reed (old)", "Tom Reed (young)", "Eve")
    assert names.found("Tom Reed (young)") == "young"
    assert names.found("old") == "old"
    assert names.found("Tom Reed") is None


def test_chinese_names_are_found_without_spaces() -> None:
    """By the whole name, by the given name, and within a phrase."""
    names = named(("a", "王小明"), ("b", "王小明明"), ("c", "李华"))

    assert names.found("王小明") == "a"
    assert names.found("王小明明") == "b"
    assert names.found("我选李华") == "c"
    assert names.found("明明") == "b"
    assert names.found("小明") is None


@pytest.mark.parametrize("value", ["nobody", "Nobody.", "", None, "none", "无人", "没有人"])
def test_nobody_can_be_said(value: object) -> None:
    """In either language."""
    assert MEMBERS.is_nobody(value)


def test_who_is_called_nobody_is_somebody() -> None:
    """A name comes before a word."""
    names = named(("n", "Nobody"), ("a", "Ada"))

    assert not names.is_nobody("nobody")
    assert names.found("nobody") == "n"


def test_a_candidate_goes_by_the_member_too() -> None:
    """By its own id and name, and by the id and name of whom it stands for."""
    candidates = (
        Candidate(id="c1", name="the old keeper", member="ada"),
        Candidate(id="c2", name="Bram Oake", member="bram"),
        Candidate(id="c3", name="the city"),
    )
    names = NameChoices.of_candidates(candidates, (ADA_MARSH, BRAM_OAKE, BRAMWELL, DORA_LIND))

    assert [names.found(one) for one in ("Ada Marsh", "ada", "c1", "the old keeper")] == ["c1"] * 4
    assert names.found("bram") == "c2"
    assert names.found("city") == "c3"
    assert names.found("Dora Lind") is None


def test_labels_stay_the_same_for_some_of_all() -> None:
    """Who is called by the id among all is so among a few."""
    twin = replace(BRAM_OAKE, id="bram2")

    assert NameChoices.of_members(
        [BRAM_OAKE, DORA_LIND], within=[BRAM_OAKE, twin, DORA_LIND]
    ).labels == (
        "Bram Oake (bram)",
        "Dora Lind",
    )
