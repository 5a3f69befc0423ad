"""Who answers in a circle, over the wire, and what a game is told of a long wait."""

from collections.abc import AsyncGenerator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import npcclient
import pytest
from npcclient.messages import Speaker

from npcmodels.embed.registry import CachingEmbedder
from npcmodels.embed.usem3 import Usem3Embedder
from npcserver.admin.v1.persona_service_pb2 import Persona
from npcserver.v1 import play_service_pb2 as pb
from tests.engines.servers import Server
from tests.fakes.server import LoopbackServer, ReplyScript, serve_use_cases, use_cases

ANN, BEN, CY = (pb.Speaker(id=name.lower(), name=name) for name in ("Ann", "Ben", "Cy"))
CAST = {
    "ruth": Persona(name="Ruth Amsel", background="Keeps the inn. Proud of her cellar."),
    "gorran": Persona(
        name="Gorran", age=71, background="Retired soldier. Limps since the siege of Oldwall."
    ),
    "wila": Persona(name="Wila", background="Hunter. Sells rabbits. Knows the forest."),
}
WIDE_CAST = {
    "zhou": Persona(name="周掌柜", background="开客栈的。自己酿酒。", language="zh"),
    "wei": Persona(name="魏长风", age=70, background="退伍老兵。腿受过伤。", language="zh"),
    "hua": Persona(name="阿花", background="猎户。卖野味和兽皮。熟悉山林。", language="zh"),
}


@pytest.fixture(scope="module")
def embedder() -> CachingEmbedder:
    """Make the embedder of the default settings."""
    return CachingEmbedder(Usem3Embedder())


@pytest.fixture
async def loopback(embedder: CachingEmbedder) -> AsyncGenerator[LoopbackServer, None]:
    """Serve an inn whose guests are told apart by trade, age and cares."""
    script = ReplyScript(steps=["Well."])
    await embedder.embed(["It loads with the first text."])
    async with serve_use_cases(use_cases(script, embedder), script) as running:
        yield running


class Guests:
    """A circle of three characters, and the players Ann, Ben and Cy."""

    def __init__(self, npc: npcclient.NpcClient, timeline: str, circle: pb.Circle) -> None:
        self.npc, self.timeline, self.circle = npc, timeline, circle

    async def say(self, text: str, who: pb.Speaker = ANN, wait_seconds: int | None = None) -> str:
        """Say something; return who has the floor, who is waited for, or nothing."""
        talk = self.npc.circles.say(
            self.timeline, self.circle, text, who=who, most_turns=1, wait_seconds=wait_seconds
        )
        floors = [one.floor.character_id async for one in talk if one.HasField("floor")]
        assert talk.quiet is not None
        return next(iter(floors), f"waits for {one}" if (one := talk.quiet.awaited_id) else "")


async def gathered(
    loopback: LoopbackServer, npc: npcclient.NpcClient, cast: dict[str, Persona]
) -> Guests:
    timeline = await loopback.open("Nobody")
    for name, persona in cast.items():
        await loopback.settle(name, persona)
    members = [pb.Speaker(id=name, is_character=True) for name in cast]
    circle = await npc.circles.open(timeline, (ANN, BEN, CY, *members))
    return Guests(npc, timeline, circle)


@pytest.fixture
async def guests(loopback: LoopbackServer, npc: npcclient.NpcClient) -> Guests:
    """Give a circle that speaks English."""
    return await gathered(loopback, npc, CAST)


@pytest.fixture
async def wide_guests(loopback: LoopbackServer, npc: npcclient.NpcClient) -> Guests:
    """Give a circle that speaks Chinese."""
    return await gathered(loopback, npc, WIDE_CAST)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Evening, everybody! What is there to eat?", "ruth"),
        ("What do you all think?", "ruth"),
        ("Gorran, will it rain?", "gorran"),
        ("I want to buy rabbits.", "wila"),
        ("Tell me of the siege.", "gorran"),
    ],
)
async def test_a_player_who_does_not_answer_holds_nobody_up(
    guests: Guests, text: str, answers: str
) -> None:
    """The next question to all or to another ends the waiting, and so does a wish or a matter."""
    assert await guests.say("Ben, shall we go?") == "waits for ben"
    assert await guests.say(text) == answers


async def test_a_player_who_does_not_answer_is_not_asked_again_by_implication(
    guests: Guests,
) -> None:
    """What follows on a question to all is for all."""
    await guests.say("Ben, shall we go?")
    assert await guests.say("What do you all think?")
    assert await guests.say("Well?") not in ("", "waits for ben")
    assert await guests.say("Anybody?") not in ("", "waits for ben")


async def test_a_player_is_waited_for_while_others_only_remark_on_it(guests: Guests) -> None:
    """Nobody answers for a player before anything else was asked."""
    await guests.say("Ben, shall we go?")

    assert await guests.say("The cellar is a fine place.", CY) == "waits for ben"


async def test_an_absent_player_holds_nobody_up_in_chinese(wide_guests: Guests) -> None:
    """As in English."""
    assert await wide_guests.say("Ben，我们走吧？") == "waits for ben"
    assert await wide_guests.say("大家怎么看？") == "zhou"


async def test_a_player_is_waited_for_as_long_as_the_call_says(
    npc: npcclient.NpcClient, guests: Guests
) -> None:
    """By the clock of the game, since the question; without a time the clock changes nothing."""
    now = datetime(2026, 1, 1, 12, tzinfo=UTC)
    await npc.play.advance_clock(guests.timeline, now)
    await guests.say("Ben, shall we go?")
    remark = "The cellar is flooded."

    assert await guests.say(remark, CY, wait_seconds=90) == "waits for ben"
    await npc.play.advance_clock(guests.timeline, now + timedelta(seconds=60))
    assert await guests.say(remark, CY, wait_seconds=90) == "waits for ben"
    await npc.play.advance_clock(guests.timeline, now + timedelta(seconds=90))
    assert await guests.say(remark, CY) == "waits for ben"
    assert await guests.say(remark, CY, wait_seconds=90) == "ruth"


async def test_a_call_may_wait_for_nobody(guests: Guests) -> None:
    """With 0 seconds a player who is asked is not waited for at all."""
    assert await guests.say("Ben, is the cellar flooded?", wait_seconds=0) == "ruth"


@pytest.mark.parametrize("seconds", [-1, 86_401])
async def test_a_time_out_of_bounds_is_refused_by_name(guests: Guests, seconds: int) -> None:
    """The field is named, with its bounds."""
    with pytest.raises(npcclient.InvalidInput, match=r"wait_seconds.*0 to 86,400"):
        await guests.say("Hello.", wait_seconds=seconds)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Gorrran, is it true?", "gorran"),
        ("What do you think, Goran?", "gorran"),
        ("Wlia, how goes the hunt?", "wila"),
        ("Innkeeper, a word.", "ruth"),
        ("Old man, how did you hurt that leg?", "gorran"),
        ("Hey soldier, is it true?", "gorran"),
        ("Huntress, may I see your bow?", "wila"),
        ("Three bowls of wine.", "ruth"),
        ("Another round for the table!", "ruth"),
        ("We are looking for a place to sleep.", "ruth"),
        ("I'd pay good coin for fresh meat.", "wila"),
        ("Something is moving in the woods.", "wila"),
        ("Good evening, friends!", "ruth"),
        ("Howdy, folks!", "ruth"),
    ],
)
async def test_words_that_want_an_answer_get_one(guests: Guests, text: str, answers: str) -> None:
    """Names with a typo, trades, age, orders, greetings, and cares in other words."""
    assert await guests.say(text) == answers


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("魏常风，是真的吗？", "wei"),
        ("老人家，您的腿怎么了？", "wei"),
        ("掌柜的，有什么好酒？", "zhou"),
        ("打猎的，今天有什么收获？", "hua"),
        ("来三碗酒。", "zhou"),
        ("我们想找个地方过夜。", "zhou"),
        ("树林里有狼。", "hua"),
        ("各位晚上好！", "zhou"),
    ],
)
async def test_chinese_words_that_want_an_answer_get_one(
    wide_guests: Guests, text: str, answers: str
) -> None:
    """As in English."""
    assert await wide_guests.say(text) == answers


@pytest.mark.parametrize("text", ["Hm.", "What a day.", "I see."])
async def test_small_talk_is_followed_by_silence(guests: Guests, text: str) -> None:
    """Nobody is made to answer a sigh."""
    assert await guests.say(text) == ""


GUEST = Speaker(id="ann", name="Ann")


@pytest.fixture(scope="module")
def thoughtful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Give a server whose model begins to speak long after a turn says that it waits."""
    folder: Path = tmp_path_factory.mktemp("thoughtful")
    running = Server(
        folder,
        model="scripted:first_word_delay=0.5",
        settings={"NPCSERVER_DIALOGUE__WAITING_SECONDS": "0.05"},
    )
    try:
        yield running.start()
    finally:
        running.stop()


@pytest.mark.parametrize("transport", ["grpc", "connect"])
async def test_one_event_tells_that_a_turn_waits(thoughtful: Server, transport: str) -> None:
    """It comes after `started` and before the first line, in a talk and in a circle."""
    address = thoughtful.grpc if transport == "grpc" else thoughtful.http
    async with npcclient.connect(address) as npc:
        timeline = await npc.timelines.start("farrowhithe")
        async with npc.play.say(timeline, "hester", "Good evening.", speaker=GUEST) as turn:
            alone = [event.WhichOneof("event") async for event in turn]
        hester = await npc.characters.get("farrowhithe", "hester")
        circle = await npc.circles.open(timeline, (GUEST, hester))
        async with npc.circles.say(timeline, circle, "Good evening.", who=GUEST) as talk:
            told = [event async for event in talk]

    together = [one.turn.WhichOneof("event") for one in told if one.HasField("turn")]
    assert alone[:3] == together[:3] == ["started", "waiting", "line"]
    assert alone.count("waiting") == 1
