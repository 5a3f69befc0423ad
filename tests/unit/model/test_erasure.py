"""Which records are of a player who is to be forgotten, and which are not."""

import json

import pytest

from npcserver.model.erasure import PlayerTraces, SearchedTimeline, StoredRecord
from npcserver.model.ids import TimelineId

PLACE = TimelineId("tl")
UNTIL = 1_000
WORDS = "My sister Maudlina keeps bees."


def record(at: int, kind: str, subject: str, text: str = "", /, **body: object) -> StoredRecord:
    return StoredRecord(PLACE, at, kind, subject, text, at, None, json.dumps(body))


SAID = record(
    1, "utterance", "mira", WORDS, told_by="ann", speaker="Annabel", players=["ann"], turn_id="t1"
)
TURN = record(
    2, "turn", "mira", turn_id="t1", speaker_id="ann", speaker_name="Annabel", heard=WORDS
)


def erased(*records: StoredRecord) -> dict[int, str | None]:
    """Return what becomes of records, by seq: None where all of it goes."""
    traces = PlayerTraces("ann", ["The inn has honey."], ["mira", "Mira", "tom", "Tom"], UNTIL)
    traces.start({PLACE: SearchedTimeline(None, 0)})
    everything = (SAID, TURN, *records)
    for one in everything:
        traces.read(one)
    traces.read_done()
    found = [made for one in everything if (made := traces.judge(one)[0]) is not None]
    assert [one.seq for one in found[:2]] == [1, 2]
    return {one.seq: one.body for one in found[2:]}


@pytest.mark.parametrize(
    "derived",
    [
        record(3, "reflection", "mira", "A guest misses her family.", evidence=[1]),
        record(3, "utterance", "mira", "So sorry.", told_by="mira", turn_id="t1"),
        record(3, "line", "mira", "Someone's sister has bees: Maudlina!", told_by="mira"),
        record(3, "observation", "tom", "annabel dropped a glass."),
        record(3, "relation", "mira>ann", other_id="ann"),
        record(3, "pin", "mira", seq=1, is_pinned=True),
        record(3, "mood", "mira", why="what Annabel said"),
    ],
)
def test_what_is_derived_goes(derived: StoredRecord) -> None:
    """By sources, the turn, a word, a name, the id."""
    assert erased(derived) == {3: None}


def test_what_hearers_have_of_a_derived_line_goes() -> None:
    """Its words alone would not tell."""
    line = record(3, "line", "mira", "She told me all.", told_by="mira", turn_id="t2", evidence=[1])
    heard = record(4, "utterance", "tom", "She told me all.", told_by="mira", turn_id="t2")

    assert erased(line, heard) == {3: None, 4: None}


@pytest.mark.parametrize(
    "other",
    [
        record(3, "utterance", "mira", "Have you honey?", told_by="bob", players=["bob"]),
        record(3, "reflection", "mira", "Honey sells.", evidence=[9]),
        record(3, "line", "tom", "Maudlina is a fine name.", told_by="tom"),  # Tom met nothing
        record(UNTIL + 1, "utterance", "mira", WORDS, told_by="ann", players=["ann"]),
        record(3, "observation", "tom", "Hannabelle laughs."),
    ],
)
def test_what_is_of_others_stays(other: StoredRecord) -> None:
    """So does what is played under the same id later."""
    assert erased(other) == {}


def test_who_is_only_present_is_taken_out() -> None:
    """A circle keeps its other members, and words in it those for whom they were."""
    members = [{"id": "ann", "name": "Annabel"}, {"id": "bob", "name": "Bob"}]
    circle = record(3, "circle", "c1", members=members)
    heard = record(
        4, "utterance", "mira", "Ale!", told_by="bob", players=["bob", "ann"], circle_id="c1"
    )
    secret = record(5, "observation", "tom", "A noise.", secrets=[{"key": "k", "to": ["ann"]}])

    found = {seq: json.loads(body or "0") for seq, body in erased(circle, heard, secret).items()}

    assert found[3]["members"] == [{"id": "bob", "name": "Bob"}]
    assert found[4]["players"] == ["bob"]
    assert found[5]["secrets"] == [{"key": "k", "to": ["~"]}]  # not open to all


def test_what_others_say_after_the_first_search_stays() -> None:
    """Their own words are no trace, though the player had used them; those of others still are."""
    traces = PlayerTraces("ann", [], ["mira", "Mira"], UNTIL)
    told = {"told_by": "bob", "players": ["bob"], "turn_id": "t2"}
    late = (
        record(4, "reflection", "mira", "Maudlina has bees."),
        record(5, "utterance", "mira", "I met Maudlina.", **told),
        record(6, "turn", "mira", turn_id="t2", speaker_id="bob", heard="I met Maudlina."),
        record(7, "line", "mira", "Maudlina is well?", told_by="mira", turn_id="t2"),
        record(8, "reflection", "mira", "Bees of a sister."),
        record(9, "utterance", "mira", "Annabel says sister.", **told),
    )
    found = []
    for stored in ((SAID, TURN), late):
        traces.start({PLACE: SearchedTimeline(None, 0)})
        for one in stored:
            traces.read(one)
        traces.read_done()
        found.append([one.seq for one in stored if traces.judge(one)[0] is not None])

    assert found == [[1, 2], [4, 8, 9]]
