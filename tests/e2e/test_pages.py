"""Lists come in pages whose parts are the whole, and memories can be narrowed down."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from npcserver.admin.v1 import (
    access_service_pb2,
    access_service_pb2_grpc,
    lore_service_pb2,
    scene_service_pb2,
)
from npcserver.admin.v1 import memory_service_pb2 as pb
from npcserver.v1 import play_service_pb2, timeline_service_pb2
from tests.fakes.scene_app import MILL_SCENE
from tests.fakes.server import LoopbackServer
from tests.fakes.wires import read_refusal

SCENE = MILL_SCENE.replace(", character: ada", "")
NOON = datetime(2000, 1, 1, 12, tzinfo=UTC)


async def lived(loopback: LoopbackServer) -> tuple[str, str]:
    """Return a timeline in which three characters saw a mug fall and heard a dog, and a save."""
    timeline = await loopback.open("Mira", "Bram", "Cy")
    request = timeline_service_pb2.SaveRequest(timeline_id=timeline, name="before")
    save = (await loopback.timelines.Save(request)).save.save_id
    everybody = ["mira", "bram", "cy"]
    seen = [
        play_service_pb2.Observation(text="A mug falls.", witness_ids=everybody, place_id="inn"),
        play_service_pb2.Observation(text="A dog barks.", witness_ids=everybody, about_ids=["rex"]),
    ]
    for one in seen:
        await loopback.play.Observe(
            play_service_pb2.ObserveRequest(timeline_id=timeline, observations=[one])
        )
        later = play_service_pb2.AdvanceClockRequest(timeline_id=timeline)
        later.world_time.FromDatetime(NOON)
        await loopback.play.AdvanceClock(later)
    return timeline, save


async def read_in_pages(call: Any, request: Any, field: str) -> tuple[list[Any], int]:
    """Return all items of a list that is read two at a time, and how many pages there were."""
    request.page_size = 2
    items, count = [], 0
    while True:
        page = await call(request)
        count += 1
        items += getattr(page, field)
        request.page_token = page.next_page_token
        if not request.page_token:
            return items, count


async def test_pages_are_parts_of_the_whole(loopback: LoopbackServer) -> None:
    """Knowers, reports, differences, scenes and keys: none is left out, none comes twice."""
    timeline, save = await lived(loopback)
    scenes, keys = loopback.scenes, access_service_pb2_grpc.AccessServiceStub(loopback.channel)
    for title in ("One", "Two", "Three"):
        await scenes.OpenScene(
            scene_service_pb2.OpenSceneRequest(
                timeline_id=timeline, file_text=SCENE, request_id=title
            )
        )
    now = pb.Moment(timeline_id=timeline)
    knows = pb.WhoKnowsRequest(timeline_id=timeline, text="A mug falls.")
    asked: list[tuple[Any, Any, str]] = [
        (loopback.memories.WhoKnows, knows, "knowers"),
        (
            loopback.memories.ReportMemories,
            pb.ReportMemoriesRequest(timeline_id=timeline),
            "reports",
        ),
        (loopback.memories.Diff, pb.DiffRequest(a=pb.Moment(save_id=save), b=now), "minds"),
        (scenes.ListScenes, scene_service_pb2.ListScenesRequest(timeline_id=timeline), "scenes"),
    ]
    for call, request, field in asked:
        whole = list(getattr(await call(request), field))
        assert len(whole) == 3, field
        assert await read_in_pages(call, request, field) == (whole, 2), field

    made = await keys.CreateKey(
        access_service_pb2.CreateKeyRequest(name="one", role=access_service_pb2.ROLE_ADMIN)
    )
    shown = (("authorization", f"Bearer {made.secret}"),)

    async def listed(request: access_service_pb2.ListKeysRequest) -> Any:
        return await keys.ListKeys(request, metadata=shown)

    for name in ("two", "three"):
        wish = access_service_pb2.CreateKeyRequest(name=name, role=access_service_pb2.ROLE_TOOLS)
        await keys.CreateKey(wish, metadata=shown)
    found, count = await read_in_pages(listed, access_service_pb2.ListKeysRequest(), "keys")
    assert ({one.name for one in found}, count) == ({"one", "two", "three"}, 2)


async def test_circles_passages_and_sets_come_in_pages(loopback: LoopbackServer) -> None:
    """By place and member, by chapter and words, and by the player who may refer to them."""
    timeline = await loopback.open("Mira", "Bram", "Cy")
    here: Any = {"timeline_id": timeline}
    for one in ("mira", "bram", "cy"):
        who = play_service_pb2.Speaker(id=one, name=one.title(), is_character=True)
        guest = play_service_pb2.Speaker(id=f"guest-{one}", name="Guest")
        members: Any = {"members": [who, guest], "place_id": "inn"}
        await loopback.play.OpenCircle(play_service_pb2.OpenCircleRequest(**here, **members))
    circles = play_service_pb2.ListCirclesRequest(**here)
    found, count = await read_in_pages(loopback.play.ListCircles, circles, "circles")
    assert ({one.members[0].id for one in found}, count) == ({"mira", "bram", "cy"}, 2)
    narrowings: list[tuple[Any, int]] = [
        ({"member_id": "cy"}, 1),
        ({"place_id": "inn"}, 3),
        ({"place_id": "yard"}, 0),
    ]
    for narrow, most in narrowings:
        narrowed = play_service_pb2.ListCirclesRequest(**here, **narrow)
        assert len((await loopback.play.ListCircles(narrowed)).circles) == most
    leave: Any = {"circle_id": found[0].circle_id, "member_id": found[0].members[0].id}
    await loopback.play.LeaveCircle(play_service_pb2.LeaveCircleRequest(**here, **leave))
    all_left = play_service_pb2.ListCirclesRequest(**here)
    assert len((await loopback.play.ListCircles(all_left)).circles) == 2

    texts = ("The ebb comes at noon. " * 40, "Salt is dear this year. " * 40)
    book = lore_service_pb2.Book(world_id="harbour", book_id="tides", title="Tides")
    for number, text in enumerate(texts):
        book.chapters.add(title=f"Part {number}", text=text)
    await loopback.lore.PutBook(lore_service_pb2.PutBookRequest(book=book))
    asked = lore_service_pb2.ListPassagesRequest(world_id="harbour", book_id="tides")
    whole = list((await loopback.lore.ListPassages(asked)).passages)
    assert (await read_in_pages(loopback.lore.ListPassages, asked, "passages"))[0] == whole
    assert {one.title for one in whole} == {"Tides"}
    parts: list[Any] = [{"chapter": 2}, {"text": "DEAR salt"}]
    for part in parts:
        request = lore_service_pb2.ListPassagesRequest(world_id="harbour", book_id="tides", **part)
        kept = (await loopback.lore.ListPassages(request)).passages
        assert list(kept) == [one for one in whole if one.chapter == 2]
    no_chapter = lore_service_pb2.ListPassagesRequest(
        world_id="harbour", book_id="tides", chapter=3
    )
    assert (await read_refusal(loopback.lore.ListPassages(no_chapter))).fields == ("chapter",)

    access = access_service_pb2_grpc.AccessServiceStub(loopback.channel)
    for name, player in (("bar", ""), ("cellar", "ann"), ("attic", "bo")):
        wish = access_service_pb2.PutAffordanceSetRequest(**here, name=name, player_id=player)
        await access.PutAffordanceSet(wish)
    sets = access_service_pb2.ListAffordanceSetsRequest(**here)
    listed, count = await read_in_pages(access.ListAffordanceSets, sets, "affordance_sets")
    assert ([one.name for one in listed], count) == (["attic", "bar", "cellar"], 2)
    sets = access_service_pb2.ListAffordanceSetsRequest(**here, player_id="ann")
    own = (await access.ListAffordanceSets(sets)).affordance_sets
    assert [one.name for one in own] == ["bar", "cellar"]


@pytest.mark.parametrize(
    ("wanted", "texts"),
    [
        ({}, {"A mug falls.", "A dog barks."}),
        ({"world_end_time": NOON}, {"A mug falls."}),
        ({"world_start_time": NOON}, {"A dog barks."}),
        ({"world_start_time": NOON + timedelta(hours=1)}, set()),
        ({"place_id": "inn"}, {"A mug falls."}),
        ({"person_id": "rex"}, {"A dog barks."}),
        ({"text": "DOG"}, {"A dog barks."}),
        ({"text": "dog", "place_id": "inn"}, set()),
    ],
)
async def test_memories_are_narrowed_down(
    loopback: LoopbackServer, wanted: dict[str, Any], texts: set[str]
) -> None:
    """By game time, place, person and words; all that is set must fit, on small pages too."""
    timeline, _ = await lived(loopback)
    request = pb.ListMemoriesRequest(timeline_id=timeline, character_id="mira", **wanted)
    request.page_size = 1

    found = []
    while True:
        page = await loopback.memories.ListMemories(request)
        found += [one.text for one in page.memories if one.text[:2] == "A "]
        request.page_token = page.next_page_token
        if not request.page_token:
            break

    assert set(found) == texts
    assert len(found) == len(texts)
