"""Watching a group chat: who sees what, when, in order, and exactly once."""

import asyncio
from contextlib import aclosing

import pytest

from npcscenes.app.scene_requests import Point
from npcscenes.app.scene_view import Eyes, Paused, VisibleEvent, Watcher
from npcscenes.model.director import AwaitedPerson
from npcscenes.model.visibility import Meeting, known_to
from npcserver.model.errors import CursorTooNew, InvalidInput, NotFound
from npcserver.model.group.moves import (
    AdvanceRequested,
    Began,
    Chose,
    Closed,
    Digested,
    LineSpoken,
    Opened,
    Seated,
    Updated,
    Voted,
)
from npcserver.model.group.script import Knowledge, Stage
from tests.fakes.language_models import settle_tasks
from tests.fakes.scene_app import SceneApp, new_scene_app
from tests.fakes.store_world import left, put

EYES: tuple[Eyes, ...] = (Watcher.EVERYTHING, Watcher.AUDIENCE, "ada", "dov")


async def played() -> tuple[SceneApp, str]:
    """Play a council to the end, with words from the audience in it."""
    here = await new_scene_app()
    chat_id = await here.open()
    await here.say(chat_id, "Begin!")
    for _ in range(3):
        await here.advance(chat_id, Point.STAGE)
        await here.perform(chat_id)
    await here.say(chat_id, "Go on!")
    await here.say(chat_id, "Go on!")
    await here.advance(chat_id)
    await here.perform(chat_id)
    return here, chat_id


def lines(seen: list[VisibleEvent]) -> list[LineSpoken]:
    return [one.what for one in seen if isinstance(one.what, LineSpoken)]


async def test_all_eyes_see_every_move_where_it_stands() -> None:
    """All but the opening, the wishes and what is condensed for votes: these are nobody's news."""
    here, chat_id = await played()
    chat = await here.get(chat_id)

    seen = await here.watched(chat_id)

    happened = [one for one in seen if not isinstance(one.what, Paused)]
    assert [(one.seq, one.what) for one in happened] == [
        (seq, move)
        for seq, move in chat.moves
        if not isinstance(move, Opened | AdvanceRequested | Digested)
    ]
    assert sum(isinstance(one.what, Paused) for one in seen) == 3


@pytest.mark.parametrize("member", ["ada", "dov"])
async def test_a_member_sees_what_it_may_know_and_what_it_did(member: str) -> None:
    """Everything that the table lets it know, and its own choices and vote in full."""
    here, chat_id = await played()
    chat = await here.get(chat_id)

    seen = await here.watched(chat_id, member)

    told = [one.what for one in seen if isinstance(one.what, Meeting | LineSpoken | Updated)]
    known = [one for one in known_to(chat, member) if not isinstance(one, Voted)]
    assert sorted(map(repr, map(_bare, told))) == sorted(map(repr, map(_bare, known)))
    chosen = [one.what for one in seen if isinstance(one.what, Chose)]
    assert {one.member for one in chosen} == ({"ada"} if member == "ada" else set())
    votes = {one.what.member: one.what for one in seen if isinstance(one.what, Voted)}
    assert len(votes) == 5
    assert {name for name, vote in votes.items() if vote.choice} == {member}
    assert all(vote.knowledge is Knowledge.OWN for vote in votes.values())


def _bare(known: object) -> object:
    return (type(known).__name__, getattr(known, "member", known), getattr(known, "text", ""))


async def test_the_audience_sees_what_is_before_all() -> None:
    """No private word, no choice, no update, no vote."""
    here, chat_id = await played()
    chat = await here.get(chat_id)

    seen = await here.watched(chat_id, Watcher.AUDIENCE)

    assert len(lines(seen)) == sum(isinstance(one, LineSpoken) for one in known_to(chat))
    assert {line.stage for line in lines(seen) if line.person is None} == {Stage.GROUP_CHAT}
    assert not any(isinstance(one.what, Chose | Updated) for one in seen)
    assert not any(one.what.choice for one in seen if isinstance(one.what, Voted))
    assert any(isinstance(one.what, Meeting) for one in seen)


async def test_what_becomes_known_later_stands_where_it_became_known() -> None:
    """The lines of a chat round with its last line; that two met with the end of the meetings."""
    here, chat_id = await played()
    chat = await here.get(chat_id)
    last = {
        (line.round, line.chat_round): seq
        for seq, line in chat.moves
        if isinstance(line, LineSpoken) and line.stage is Stage.GROUP_CHAT and line.person is None
    }

    seen = await here.watched(chat_id, Watcher.AUDIENCE)

    group = [one for one in seen if isinstance(one.what, LineSpoken) and one.what.person is None]
    assert all(one.seq == last[one.what.round, one.what.chat_round] for one in group)  # type: ignore[union-attr]
    assert [one.part for one in group[:5]] == [0, 1, 2, 3, 4]
    met = {one.seq for one in seen if isinstance(one.what, Meeting)}
    assert len(met) == 1


@pytest.mark.parametrize("eyes", EYES)
async def test_who_resumes_misses_nothing_and_sees_nothing_twice(eyes: Eyes) -> None:
    """After every single event: by its position and its part, also within one position."""
    here, chat_id = await played()
    seen = await here.watched(chat_id, eyes)
    places = [(one.seq, one.part) for one in seen]

    assert places == sorted(set(places))
    for at, one in list(enumerate(seen))[:: 7 if eyes is Watcher.EVERYTHING else 3]:
        rest = await here.watched(chat_id, eyes, after_seq=one.seq, after_part=one.part)
        assert [(each.seq, each.part, each.what) for each in rest] == [
            (each.seq, each.part, each.what) for each in seen[at + 1 :]
        ]
    whole = await here.watched(chat_id, eyes, after_seq=places[2][0])
    assert [(one.seq, one.part) for one in whole] == [
        place for place in places if place[0] > places[2][0]
    ]


async def test_it_is_told_as_it_happens() -> None:
    """A watcher that is there from the beginning sees the same as one that comes in the end."""
    here = await new_scene_app()
    chat_id = await here.open()
    watching = asyncio.ensure_future(here.watched(chat_id, "ben"))
    await asyncio.sleep(0)
    await here.advance(chat_id)
    await here.perform(chat_id)

    live = await watching
    assert [(one.seq, one.part, one.what) for one in live] == [
        (one.seq, one.part, one.what) for one in await here.watched(chat_id, "ben")
    ]


async def test_seats_and_waiting_are_told() -> None:
    """Once for each time it waits; to the person it waits for, and to all eyes."""
    here = await new_scene_app()
    chat_id = await here.open()
    await here.sit(chat_id, "ada")
    await here.advance(chat_id)
    await here.perform(chat_id)
    await here.say(chat_id, "Well?")
    found: dict[str, list[VisibleEvent]] = {}
    for eyes in (Watcher.EVERYTHING, Watcher.AUDIENCE, "ada", "ben"):
        found[eyes] = []
        async with aclosing(here.watching(chat_id, eyes=eyes)) as events:
            async for one in events:
                found[eyes].append(one)
                if isinstance(one.what, LineSpoken) and one.what.person is not None:
                    break

    waits = {
        eyes: [one.what for one in seen if isinstance(one.what, AwaitedPerson)]
        for eyes, seen in found.items()
    }
    assert [(one.member, one.task) for one in waits["ada"]] == [("ada", "choose")]
    assert waits[Watcher.EVERYTHING] == waits["ada"]
    assert waits["ben"] == waits[Watcher.AUDIENCE] == []
    assert all(any(isinstance(one.what, Seated) for one in seen) for seen in found.values())


async def test_a_watch_ends_when_the_game_leaves_the_timeline() -> None:
    """It is played on elsewhere."""
    here = await new_scene_app()
    chat_id = await here.open()
    await here.advance(chat_id, Point.STAGE)
    await here.perform(chat_id)
    watching = asyncio.ensure_future(here.watched(chat_id))
    await settle_tasks()
    await put(here.store, left("sav_1", "tl_other"), to=here.timeline_id)

    seen = await watching

    assert isinstance(seen[0].what, Began)
    assert not any(isinstance(one.what, Closed) for one in seen)


async def test_a_watch_must_be_able_to_begin() -> None:
    """Of what is there, with eyes that a character has, at a position that was reached."""
    here = await new_scene_app()
    chat_id = await here.open()

    with pytest.raises(NotFound):
        await here.watched("gc_none")
    with pytest.raises(InvalidInput, match="is no member"):
        await here.watched(chat_id, "zoe")
    with pytest.raises(CursorTooNew):
        await here.watched(chat_id, after_seq=999)


async def test_without_a_position_only_what_happens_from_now_on_is_seen() -> None:
    """As in `Watch` of a timeline; position 0 is the beginning."""
    here = await new_scene_app()
    chat_id = await here.open()
    await here.advance(chat_id, Point.STAGE)
    await here.perform(chat_id)
    before = max(seq for seq, _ in (await here.get(chat_id)).moves)
    async with aclosing(here.watching(chat_id, after_seq=None)) as seen:
        coming = asyncio.ensure_future(anext(seen))
        await settle_tasks()
        assert not coming.done()
        await here.say(chat_id, "Go on!")

        first = await coming

    assert first.seq > before
    assert isinstance(first.what, LineSpoken)
