"""Which way a fact has come: the path of a memory, and what words rest on."""

from dataclasses import replace

import pytest

from npcserver.app.ledger.provenance import MOST_HOPS
from npcserver.model.character import Person
from npcserver.model.errors import CursorTooNew, NotFound
from npcserver.model.ids import CharacterId
from npcserver.model.record import Draft, RecordKind, Remembered, Source
from npcserver.model.secret import Secret
from npcserver.ports.storage import UnitOfWork
from tests.fakes.dialogue_app import DialogueApp, new_dialogue_app
from tests.fakes.store_world import INN, MIRA, character, put, seen
from tests.fakes.written_logs import (
    ANN,
    BRAM_PERSON,
    CY_PERSON,
    DOV_PERSON,
    MIRA_PERSON,
    rumour_log,
)

PARTY = "Klaus throws a party on Friday."


async def test_a_rumour_is_traced_to_the_player_who_told_it() -> None:
    """Each station names who holds it, who told it, in which turn and in what words."""
    here = await rumour_log()
    first = await here.tell(ANN, MIRA_PERSON, PARTY)
    second = await here.tell(MIRA_PERSON, BRAM_PERSON, "Klaus has a party on Friday!", first)

    hops = await here.trace(second)

    assert [(hop.holder_name, hop.told_by_id, hop.told_by_name) for hop in hops] == [
        ("Bram", "mira", "Mira"),
        ("Mira", "", ""),
        ("Mira", "p1", "Ann"),
    ]
    heard, said, told = hops
    assert (heard.memory.id, told.memory.id) == (second, first)
    assert (said.memory.kind, heard.words) == (RecordKind.LINE, said.memory.text)
    assert heard.turn_id == said.memory.body.turn_id != told.turn_id
    assert (heard.from_ids, said.from_ids) == ((said.memory.id,), (first,))
    assert (told.words, told.from_ids) == (PARTY, ())
    assert (told.memory.source, told.memory.created_at) == (Source.TOLD, heard.memory.created_at)


async def test_what_is_overheard_comes_from_who_said_it() -> None:
    """However many were there."""
    here = await rumour_log()
    (seen,) = await here.see("The mill burned down.", MIRA_PERSON)
    told = await here.tell(
        MIRA_PERSON, BRAM_PERSON, "The mill burned down!", seen, by=[CY_PERSON] * 70 + [DOV_PERSON]
    )
    last = f"{here.timeline}.{int(told.rpartition('.')[2]) + 71}"

    way = await here.way(last)

    assert [(who, teller) for who, teller, _ in way] == [
        ("Dov", "Mira"),
        ("Mira", ""),
        ("Mira", ""),
    ]
    assert way[-1][2] == "The mill burned down."


async def test_an_insight_rests_on_its_evidence_and_on_what_confirmed_it() -> None:
    """All of it, and what that rests on in turn."""
    here = await rumour_log()
    (seen,) = await here.see("Klaus bought twelve lanterns.", MIRA_PERSON)
    insight = await here.infer(MIRA_PERSON, "Klaus is up to something.", seen)
    told = await here.tell(BRAM_PERSON, MIRA_PERSON, "Klaus asked me for chairs.")
    await here.confirm(MIRA_PERSON, insight, told)

    texts = [text for _, _, text in await here.way(insight)]

    assert texts == [
        "Klaus is up to something.",
        "Klaus bought twelve lanterns.",
        "Klaus asked me for chairs.",
        "Klaus asked me for chairs.",
    ]


async def test_a_circle_ends() -> None:
    """What confirms an insight may rest on it; each station is shown once."""
    here = await rumour_log()
    (seen,) = await here.see("Klaus bought twelve lanterns.", MIRA_PERSON)
    insight = await here.infer(MIRA_PERSON, "Klaus is up to something.", seen)
    told = await here.tell(MIRA_PERSON, BRAM_PERSON, "Klaus is up to something.", insight)
    back = await here.tell(BRAM_PERSON, MIRA_PERSON, "Klaus is up to something.", told)
    await here.confirm(MIRA_PERSON, insight, back)

    hops = await here.trace(insight)

    ids = [hop.memory.id for hop in hops]
    assert len(ids) == len(set(ids)) == 6
    assert all(set(hop.from_ids) <= set(ids) for hop in hops)


async def test_a_path_has_an_end() -> None:
    """However much an insight rests on, no more stations are shown than can be read."""
    here = await rumour_log()
    seen = await here.see("Klaus bought a lantern.", *[MIRA_PERSON] * (MOST_HOPS + 50))
    insight = await here.infer(MIRA_PERSON, "Klaus is up to something.", *seen)

    hops = await here.trace(insight)

    assert len(hops) == MOST_HOPS
    assert len(hops[0].from_ids) == MOST_HOPS - 1


async def test_words_that_rest_on_nothing_are_the_speakers_own() -> None:
    """The path ends with the line; and one who hears words of the game has no line to go to."""
    here = await rumour_log()
    told = await here.tell(BRAM_PERSON, MIRA_PERSON, "I made this up.")

    assert await here.way(told) == [
        ("Mira", "Bram", "I made this up."),
        ("Bram", "", "I made this up."),
    ]


async def test_only_what_can_be_seen_is_traced() -> None:
    """Not what happened later, elsewhere, or never; what was inherited has either name."""
    here = await rumour_log()
    (seen, later) = [
        (await here.see(text, MIRA_PERSON))[0] for text in ("The mill burned.", "It rains.")
    ]
    await here.fork("tl_other", 1)
    own = seen.replace("tl_play", "tl_other")

    assert (await here.trace(seen))[0].memory.id == (await here.trace(own))[0].memory.id == seen
    for name in (later, "tl_play.99", "tl_none.1", "1", "", "tl_play.x", "tl_play.²"):
        with pytest.raises(NotFound):
            await here.trace(name)
    with pytest.raises(CursorTooNew):
        await here.trace(seen, seq=9)


async def test_tracing_leaves_no_trace() -> None:
    """The log is as long as before, and no memory counts as accessed."""
    here = await rumour_log()
    told = await here.tell(ANN, MIRA_PERSON, PARTY)
    before = await here.records()

    first = await here.trace(told)

    assert await here.records() == before
    assert await here.trace(told) == first


BRAM = Person(id="bram", name="Bram", is_player=False)
DEBT = "Hester owes the bank sixty pounds."
SECRET = Secret(key="the-debt")


def kept_secret(draft: Draft, *players: str) -> Draft:
    assert isinstance(draft.body, Remembered)
    return replace(draft, body=replace(draft.body, secrets=(SECRET,), players=players))


async def opened() -> DialogueApp:
    """Open an app with Bram in it, who knows of a debt and of the weather."""
    here = await new_dialogue_app()

    async def work(unit: UnitOfWork) -> None:
        await unit.add_character(character(CharacterId("bram"), INN))

    await here.store.write(work)
    known = kept_secret(seen(DEBT, "bram"), "p7"), seen("It rains on the quay.", "bram")
    await put(here.store, *known, to=here.timeline)
    return here


async def bodies(here: DialogueApp, kind: RecordKind) -> dict[str, Remembered]:
    """Return what each holds of a kind, the latest, by mind."""
    found = await here.records(kind)
    return {one.subject_id: one.body for one in found if isinstance(one.body, Remembered)}


async def test_words_put_into_a_mouth_rest_on_what_its_owner_remembers() -> None:
    """With the secrets of that, and the players it stems from, in all who hear them."""
    here = await opened()
    await here.turn("You know, Hester owes the bank sixty pounds.", speaker=BRAM)

    said = (await bodies(here, RecordKind.LINE))["bram"]
    heard = (await bodies(here, RecordKind.UTTERANCE))[MIRA]

    assert said.evidence == (1,)
    assert said.secrets == heard.secrets == (SECRET,)
    assert said.players == heard.players == ("p7",)


async def test_words_about_something_else_rest_on_nothing() -> None:
    """Nor do those of a player, whatever characters remember."""
    here = await opened()
    await here.turn("Is there any cider left?", speaker=BRAM)
    said = (await bodies(here, RecordKind.LINE))["bram"]
    await here.turn(DEBT)
    heard = (await bodies(here, RecordKind.UTTERANCE))[MIRA]

    assert (said.evidence, said.secrets) == ((), ())
    assert (heard.evidence, heard.secrets, heard.players) == ((), (), ("p1",))


async def test_an_answer_rests_on_what_came_to_mind() -> None:
    """And not on what merely names who is there."""
    here = await new_dialogue_app()
    known = seen("Ann is a beekeeper."), seen("The key is under the mat.")
    await put(here.store, *known, to=here.timeline)
    here.steps = ["The key, Ann? It is under the mat."]
    await here.turn("Where is the key?")

    (said,) = (await bodies(here, RecordKind.LINE)).values()

    assert said.evidence == (2,)
