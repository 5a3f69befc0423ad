"""The chat: what is shown for what is typed."""

import asyncio

import grpc
import npcclient
import pytest
from npcclient import Patience
from npcclient.chat import Ambiguous, Chat, Talk, Unknown, Wish, open_talk, run_script
from npcclient.chat.handling import Verdict, handle

from npcserver.v1 import affordance_pb2, play_service_pb2, turn_pb2
from tests.fakes.canned_server import (
    STARTED_EVENT,
    CannedFailure,
    ServerControl,
    delta_event,
    ended_event,
    intent_event,
    line_event,
    screen_text,
    start_chat,
    turn_event,
)


async def test_words_are_shown_once(chat: Chat, control: ServerControl) -> None:
    """Words that came as deltas are not repeated by their sentence; feelings follow it."""
    control.events = [
        *(STARTED_EVENT, delta_event("Come "), delta_event("in."), line_event("Come in.", "joy")),
        *(
            delta_event(" Mind the st"),
            delta_event("ep."),
            line_event("Mind the step."),
            ended_event(),
        ),
    ]

    await handle(chat, "Hello!")

    assert screen_text(chat) == "Mira Vale: Come in. [joy] Mind the step.\n"


async def test_a_feeling_is_shown_where_it_changes(chat: Chat, control: ServerControl) -> None:
    """Not after each sentence, and not again in the next turn."""
    control.events = [
        STARTED_EVENT,
        line_event("Come in.", "joy"),
        line_event("Sit.", "joy"),
        ended_event(),
    ]

    await handle(chat, "Hello!")
    await handle(chat, "Hello again!")

    assert screen_text(chat).count("[joy]") == 1


async def test_sentences_without_deltas_are_shown(chat: Chat) -> None:
    """A line that was not streamed before, such as an authored one, is shown whole."""
    await handle(chat, "Hello!")

    assert screen_text(chat) == "Mira Vale: Come in. Mind the step. [worry]\n"


async def test_a_disclosure_is_a_line_above_the_answer(chat: Chat, control: ServerControl) -> None:
    """It belongs to no speaker."""
    told = turn_event(disclosure=turn_pb2.Disclosure(text="An AI speaks.", language="en"))
    control.events = [STARTED_EVENT, told, line_event("Come in."), ended_event()]

    await handle(chat, "Hello.")

    assert screen_text(chat).splitlines() == ["An AI speaks.", "Mira Vale: Come in."]


async def test_intent_stands_on_its_own_line(chat: Chat, control: ServerControl) -> None:
    """Wishes look like calls, and words after them begin a new line."""
    given = intent_event("give_item", item="lamp")
    control.events = [
        STARTED_EVENT,
        line_event("Take it."),
        given,
        line_event("Go."),
        ended_event(),
    ]

    await handle(chat, "May I?")

    assert screen_text(chat).splitlines() == [
        "Mira Vale: Take it.",
        '  → give_item(item="lamp")',
        "Mira Vale: Go.",
    ]


async def test_long_lines_wrap_between_words(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """No row is wider than the terminal, and no word is cut, however the words came."""
    chat = await start_chat(npc, width=30)
    words = "The lamp on the pier has been broken since the storm of last November."
    control.events = [
        STARTED_EVENT,
        *(delta_event(mark) for mark in words),
        line_event(words),
        ended_event(),
    ]

    await handle(chat, "What happened?")

    rows = screen_text(chat).splitlines()
    assert all(len(row) <= 30 for row in rows)
    assert " ".join(row.strip() for row in rows) == f"Mira Vale: {words}"


async def test_wide_characters_wrap(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """Chinese has no blanks to break at, and no mark that closes a clause begins a row."""
    chat = await start_chat(npc, width=24)
    words = "昨天晚上的暴风雨把码头上的灯打坏了，我们正在修。"
    control.events = [STARTED_EVENT, delta_event(words), line_event(words), ended_event()]

    await handle(chat, "怎么了？")

    rows = [row.strip() for row in screen_text(chat).splitlines()]
    assert "".join(rows) == f"Mira Vale: {words}"
    assert len(rows) > 2
    assert not any(row.startswith(("，", "。")) for row in rows)


async def test_escape_codes_are_not_obeyed(chat: Chat, control: ServerControl) -> None:
    """What a model writes cannot steer the terminal, and markup in it is only text."""
    control.events = [STARTED_EVENT, line_event("\x1b[2J[bold]hi[/bold]"), ended_event()]

    await handle(chat, "Hello!")

    assert screen_text(chat) == "Mira Vale: [2J[bold]hi[/bold]\n"


@pytest.mark.parametrize(
    ("outcome", "rung", "note"),
    [
        ("INTERRUPTED", "PRIMARY", "cut Mira Vale off"),
        ("CUT_SHORT", "PRIMARY", "broke off"),
        ("FALLBACK", "OFFLINE", "offline actor"),
        ("FALLBACK", "AUTHORED", "written for such moments"),
    ],
)
async def test_unusual_ends_are_told(
    chat: Chat, control: ServerControl, outcome: str, rung: str, note: str
) -> None:
    """The player learns when a turn did not end as it should."""
    control.events = [STARTED_EVENT, line_event("Well."), ended_event(outcome, rung)]

    assert await handle(chat, "Hello!") is Verdict.DONE
    assert note in screen_text(chat)


async def test_a_turn_that_is_not_stored_is_told(chat: Chat, control: ServerControl) -> None:
    """The line is shown like any other, but the character will not remember it."""
    control.events = [STARTED_EVENT, line_event("Well."), ended_event(not_kept=True)]

    await handle(chat, "Hello!")

    assert "Mira Vale will not remember it" in " ".join(screen_text(chat).split())


async def test_interrupting_through_the_chat(chat: Chat, control: ServerControl) -> None:
    """An interruption while a person speaks ends the turn and says so."""
    control.waits_after = 2
    answering = asyncio.ensure_future(handle(chat, "Hello!"))
    while "Come in." not in screen_text(chat):  # noqa: ASYNC110 - a screen has no events
        await asyncio.sleep(0.01)
    assert chat.is_speaking
    chat.interrupt()

    assert await answering is Verdict.DONE
    assert "(You cut Mira Vale off; what was not said" in screen_text(chat)
    assert not chat.is_speaking


async def test_interrupting_before_the_first_word(chat: Chat, control: ServerControl) -> None:
    """A person who did not begin yet is cut off too, and that is said."""
    control.waits_after = 0
    answering = asyncio.ensure_future(handle(chat, "Hello!"))
    await control.is_waiting.wait()
    chat.interrupt()

    assert await answering is Verdict.DONE
    assert "cut Mira Vale off before a word" in screen_text(chat)


async def test_empty_lines_say_nothing(chat: Chat, control: ServerControl) -> None:
    """Pressing return does not bother anybody."""
    assert await handle(chat, "   ") is Verdict.DONE
    assert control.asked(play_service_pb2.SayRequest) == []


async def test_affordances_are_declared(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """Every turn offers what the caller gave."""
    chat = await start_chat(npc)
    wave = affordance_pb2.Affordance(name="wave")
    offering = Chat(npc, chat.screen, chat.talk, affordances=[wave])
    await handle(offering, "Hello!")

    request = control.asked(play_service_pb2.SayRequest)[0]
    assert [offered.name for offered in request.affordances] == ["wave"]
    assert request.stream_deltas


async def test_changes_are_told(npc: npcclient.NpcClient) -> None:
    """Anyone who keeps the state hears of each new one."""
    kept: list[Talk] = []
    begun = await start_chat(npc)
    chat = Chat(npc, begun.screen, begun.talk, changed=kept.append)
    await handle(chat, "Hello!")
    await handle(chat, "/with isabella")

    assert [talk.last_turn_id for talk in kept] == ["trn_1", "trn_1"]
    assert kept[-1].partner_name == "Isabella Rodriguez"


async def test_script_counts_failures(chat: Chat, control: ServerControl) -> None:
    """All lines run in order, and one that failed makes the exit code 1."""
    control.failures = [CannedFailure(grpc.StatusCode.INVALID_ARGUMENT, "text: must not be empty")]

    assert await run_script(chat, ["Hello!", "/who", "/quit", "never said"]) == 1
    output = screen_text(chat)
    assert output.startswith("Ann: Hello!\nText: must not be empty.\n/who\n")
    assert "never said" not in output


async def test_script_without_failures(chat: Chat) -> None:
    """A script in which all went well has the exit code 0."""
    assert await run_script(chat, ["Hello!", "", "/where"]) == 0


async def test_server_gone_is_explained(address: str, control: ServerControl) -> None:
    """A server that is away is told as such, in one line."""
    async with npcclient.connect(address, patience=Patience(pause=0.01, call=0.5)) as npc:
        chat = await start_chat(npc)
        away = CannedFailure(grpc.StatusCode.UNAVAILABLE, "connection refused", times=99)
        control.failures = [away]

        assert await handle(chat, "Hello!") is Verdict.FAILED
    told = screen_text(chat)
    assert "The server does not answer: nobody listens there; start the server" in told
    assert "[connection refused]" in told


async def test_resuming_does_not_move_anybody(
    npc: npcclient.NpcClient, control: ServerControl
) -> None:
    """A person who was there already does not arrive again; a stranger does."""
    await open_talk(npc, Wish(world_id="harbour", player="Ann", timeline_id="tl_1"))
    stranger = len(control.asked(play_service_pb2.ObserveRequest))
    met = frozenset({"mira"})
    known = Wish(world_id="harbour", player="Ann", timeline_id="tl_1", acquainted=met)
    talk = await open_talk(npc, known)

    assert stranger == 1
    assert len(control.asked(play_service_pb2.ObserveRequest)) == 1
    assert talk.is_resumed


async def test_lost_timeline_is_replaced(npc: npcclient.NpcClient, control: ServerControl) -> None:
    """A remembered timeline that is gone is no reason to fail."""
    met = frozenset({"mira"})
    wish = Wish(world_id="harbour", player="Ann", timeline_id="tl_gone", acquainted=met)
    control.missing_timelines = {"tl_gone"}

    talk = await open_talk(npc, wish)

    assert talk.timeline_id == "tl_1"
    assert not talk.is_resumed


@pytest.mark.parametrize(("name", "kind"), [("is", Ambiguous), ("zorro", Unknown)])
async def test_partner_must_be_found(npc: npcclient.NpcClient, name: str, kind: type) -> None:
    """A chat does not begin with a person who is not there, or might be two."""
    with pytest.raises(kind, match="Isa Bell"):
        await start_chat(npc, partner=name)
