"""The commands of a chat: those that save, load, compare and wait among them."""

from dataclasses import replace
from datetime import datetime, timedelta

import grpc
import npcclient
import pytest
from npcclient.admin.v1.world_service_pb2 import Calendar, Era
from npcclient.chat import Chat, Wish, open_talk, views
from npcclient.chat.handling import Verdict, handle
from npcclient.chat.opening import Unknown

from npcserver.admin.v1 import memory_service_pb2, world_service_pb2
from npcserver.admin.v1 import recollection_pb2 as recollections
from npcserver.v1 import memory_pb2, mind_pb2, play_service_pb2, timeline_service_pb2
from tests.fakes.canned_server import CannedFailure, ServerControl, canned_recollection, screen_text


async def test_unknown_command_is_suggested(chat: Chat, control: ServerControl) -> None:
    """A slip of the finger is not said aloud; the command that was meant is named."""
    assert await handle(chat, "/explian") is Verdict.FAILED
    assert "did you mean /explain?" in screen_text(chat)
    assert control.asked(play_service_pb2.SayRequest) == []


async def test_who_is_here(chat: Chat) -> None:
    """Those at the partner's place are listed, and on request all."""
    await handle(chat, "/who")
    here = screen_text(chat)
    await handle(chat, "/who all")
    everybody = screen_text(chat).removeprefix(here)

    assert "Isabella Rodriguez" in here
    assert "Isa Bell" not in here
    assert "1 more elsewhere" in here
    assert "Isa Bell" in everybody
    assert "Bar, The Lantern" in everybody


async def test_where(chat: Chat) -> None:
    """Place, world and game time are told."""
    await handle(chat, "/where")

    assert "Bar, The Lantern · Harbour" in screen_text(chat)
    assert "Mon 13 Feb 2023, 09:00" in screen_text(chat)


async def test_time_and_facts_of_a_place_are_one_row(chat: Chat) -> None:
    """A newcomer has a dozen rows before the first word already."""
    hours = world_service_pb2.OpeningHours(opens="10:00", closes="23:30")
    place = world_service_pb2.Place(place_id="bar", name="Bar", hours=hours, capacity=30)
    talk = replace(chat.talk, places={**chat.talk.places, "bar": place})

    chat.screen.say(views.surroundings(talk, datetime(2023, 2, 13, 9)))  # noqa: DTZ001
    assert "Mon 13 Feb 2023, 09:00 · open 10:00 to 23:30 · room for 30\n" in screen_text(chat)


async def test_a_receipt_without_a_prompt_names_no_template(
    chat: Chat, control: ServerControl
) -> None:
    """The actor without a model sends none."""
    control.receipt = memory_service_pb2.Receipt(model="offline:actor-3")
    await handle(chat, "Hello!")
    await handle(chat, "/explain")

    assert "offline:actor-3" in screen_text(chat)
    assert "template" not in screen_text(chat)


async def test_remember_shows_three_scores(chat: Chat) -> None:
    """Recalled memories come with combined score, recency, importance and relevance."""
    await handle(chat, "/remember the lamp")

    row = screen_text(chat).splitlines()[-1].split()
    assert row[:4] == ["1.25", "0.50", "0.25", "0.75"]
    assert "lamp on the pier" in screen_text(chat)


@pytest.mark.parametrize("command", ["/remember the lamp", "/remember"])
async def test_remember_lists_a_thing_once(
    chat: Chat, control: ServerControl, command: str
) -> None:
    """Neither the same words twice, nor a thought that only quotes them, whole or cut."""
    lamp = canned_recollection()
    whole = "What stayed with Isabella is that he said: The lamp on the pier is broken."
    cut = "Isabella keeps thinking of what he said: The lamp on the pier is…"
    own = "He said: The lamp on the pier is broken, so nobody lands here at night."
    for memory_id, text, kind in (
        ("m2", whole, memory_pb2.MEMORY_KIND_REFLECTION),
        ("m3", cut, memory_pb2.MEMORY_KIND_REFLECTION),
        ("m4", "the lamp on the pier is broken", memory_pb2.MEMORY_KIND_LINE),
        ("m5", own, memory_pb2.MEMORY_KIND_REFLECTION),
    ):
        memory = memory_pb2.Memory(memory_id=memory_id, text=text, kind=kind)
        control.ledger.recalled.append(recollections.Recollection(memory=memory))
    control.ledger.recalled.insert(0, control.ledger.recalled.pop(1))

    await handle(chat, command)

    assert [one.memory_id for one in chat.shown] == [lamp.memory.memory_id, "m5"]


async def test_explain_shows_the_receipt(chat: Chat, control: ServerControl) -> None:
    """Model, tokens, timings, template and recalled memories of the last answer are shown."""
    control.receipt = memory_service_pb2.Receipt(
        model="scripted:echo",
        prompt_tokens=812,
        cached_tokens=640,
        prompt_budget=8192,
        prompt_parts=[
            memory_service_pb2.PromptPart(part="talk", tokens=300, shown=8, left_out=4, cut=1),
            memory_service_pb2.PromptPart(part="memories", tokens=220, shown=6),
        ],
        completion_tokens=43,
        recalled_ms=3.2,
        first_word_ms=5,
        finished_ms=12,
        template="reply",
        template_digest="ab" * 32,
        recollections=[canned_recollection()],
        faults=["no word in 2.5 s"],
    )
    await handle(chat, "Hello!")
    await handle(chat, "/explain")

    output = screen_text(chat)
    assert control.asked(memory_service_pb2.ExplainRequest)[0].turn_id == "trn_1"
    assert "812 asked (640 of them cached), 43 answered; there was room for 8192" in output
    assert "talk 300 (4 left out, 1 cut), memories 220" in " ".join(output.split())
    for part in ("scripted:echo", "recalled after 3 ms", "reply (sha256 abababab"):
        assert part in output
    assert "1.25" in output
    assert "no word in 2.5 s" in output


@pytest.mark.parametrize("command", ["/explain", "/why"])
async def test_explain_needs_an_answer(chat: Chat, command: str) -> None:
    """Before anybody spoke there is nothing to explain, and that is said."""
    assert await handle(chat, command) is Verdict.FAILED
    assert "say something first" in screen_text(chat)


async def test_with_turns_to_another(chat: Chat, control: ServerControl) -> None:
    """A first name is enough, and the player goes where that character is."""
    assert await handle(chat, "/with isabella") is Verdict.DONE
    await handle(chat, "Hello!")

    assert control.asked(play_service_pb2.SayRequest)[0].character_id == "isabella"
    movement = control.asked(play_service_pb2.ObserveRequest)[-1].movements[0]
    assert (movement.id, movement.place_id) == ("player-ann", "bar")


async def test_ambiguous_name_lists_who_is_meant(chat: Chat) -> None:
    """When several fit, nobody is chosen."""
    assert await handle(chat, "/with isa") is Verdict.DONE
    assert chat.talk.partner_name == "Isa Bell"
    assert await handle(chat, "/with is") is Verdict.FAILED
    assert "Isa Bell or Isabella Rodriguez" in screen_text(chat)


async def test_as_changes_the_speaker(chat: Chat, control: ServerControl) -> None:
    """Another player has another id; a character's own name speaks as that character."""
    await handle(chat, "/as Bo Zhang")
    await handle(chat, "Hello!")
    await handle(chat, '/as "Isa Bell"')
    await handle(chat, "Hello!")

    player, other = (request.speaker for request in control.asked(play_service_pb2.SayRequest))
    assert (player.id, player.name, player.is_character) == ("player-bo-zhang", "Bo Zhang", False)
    assert (other.id, other.is_character) == ("isa-bell", True)


async def test_nobody_talks_with_themselves(chat: Chat) -> None:
    """The partner cannot become the player."""
    assert await handle(chat, "/as Mira Vale") is Verdict.FAILED
    assert chat.talk.player.name == "Ann"


@pytest.mark.parametrize("name", ["y" * 81, "A\x07b", "   "])
async def test_no_name_changes_nothing(npc: npcclient.NpcClient, chat: Chat, name: str) -> None:
    """What cannot be a name is refused, by a command and at the beginning; all stays as it was."""
    assert await handle(chat, f"/as '{name}'") is Verdict.FAILED
    assert "cannot be a name; take 1 to 80 plain characters" in screen_text(chat)
    assert chat.talk.player.name == "Ann"
    with pytest.raises(Unknown, match="cannot be a name"):
        await open_talk(npc, Wish(world_id="harbour", player=name))


async def test_refused_change_is_none(chat: Chat, control: ServerControl) -> None:
    """When the server does not let a player arrive, they stay who and where they were."""
    control.failures.append(CannedFailure(grpc.StatusCode.INVALID_ARGUMENT, "no"))

    assert await handle(chat, "/as Bo") is Verdict.FAILED
    assert chat.talk.player.name == "Ann"


async def test_save_and_load(chat: Chat, control: ServerControl) -> None:
    """A save is found by a part of its name; of equal names the newest counts."""
    await handle(chat, "/save before the storm")
    await handle(chat, "/save before the storm")
    await handle(chat, "/save later")
    assert await handle(chat, "/load storm") is Verdict.DONE

    (asked,) = control.asked(timeline_service_pb2.LoadRequest)
    assert chat.talk.timeline_id == "tl_loaded"
    assert (asked.save_id, asked.leaving_timeline_id) == ("sav_1", "tl_1")
    assert "has not happened here" in screen_text(chat)


async def test_load_of_nothing_lists_saves(chat: Chat) -> None:
    """A name that no save bears is refused together with those there are."""
    await handle(chat, "/save later")
    assert await handle(chat, "/load lter") is Verdict.DONE  # a slip of the finger away
    assert await handle(chat, "/load xyz") is Verdict.FAILED

    assert '"later"' in screen_text(chat).splitlines()[-1]


async def test_load_of_a_number(chat: Chat, control: ServerControl) -> None:
    """Without a name the saves are listed, newest first, and each has a number to be loaded by."""
    assert await handle(chat, "/load") is Verdict.FAILED
    await handle(chat, "/save dawn")
    await handle(chat, "/save dusk")
    assert await handle(chat, "/load") is Verdict.DONE
    listed = [row.split()[:2] for row in screen_text(chat).splitlines() if row.split()[1:2]]
    assert await handle(chat, "/load 2") is Verdict.DONE
    assert await handle(chat, "/load 3") is Verdict.FAILED

    assert ["1", "dusk"] in listed
    assert ["2", "dawn"] in listed
    assert control.asked(timeline_service_pb2.LoadRequest)[0].save_id == "sav_0"
    assert "no save number 3" in screen_text(chat).splitlines()[-1]


async def test_a_save_that_is_called_like_a_number(chat: Chat, control: ServerControl) -> None:
    """Its name goes before its place in the list."""
    for name in ("2", "dawn", "dusk"):
        await handle(chat, f"/save {name}")
    await handle(chat, "/load 2")

    assert control.asked(timeline_service_pb2.LoadRequest)[0].save_id == "sav_0"


async def test_diff_shows_what_the_partner_has_learned(chat: Chat, control: ServerControl) -> None:
    """Since the newest save, or the one that is named; with how it came to be known."""
    assert await handle(chat, "/diff") is Verdict.FAILED
    await handle(chat, "/save dawn")
    await handle(chat, "/save dusk")
    assert await handle(chat, "/diff") is Verdict.DONE
    assert await handle(chat, "/diff dawn") is Verdict.DONE

    asked = control.asked(memory_service_pb2.DiffRequest)
    assert [request.a.save_id for request in asked] == ["sav_1", "sav_0"]
    assert {request.b.timeline_id for request in asked} == {"tl_1"}
    assert {tuple(request.character_ids) for request in asked} == {("mira",)}
    output = screen_text(chat)
    assert "- dusk, 2023-02-13 09:00" in output
    assert "+ now, 2023-02-13 09:00" in output
    (row, *_) = [row for row in output.splitlines() if "lamp on the pier" in row]
    assert row.split()[0] == "+"
    assert row.endswith("Ann told Mira")
    assert "and 2 older ones" in output
    assert "story flag" in output


def _event(seq: int, who: str = "mira", **arm: object) -> play_service_pb2.WatchResponse:
    return play_service_pb2.WatchResponse(seq=seq, character_id=who, **arm)  # type: ignore[arg-type]


async def test_time_passes_in_steps_and_deeds_are_told(chat: Chat, control: ServerControl) -> None:
    """Half an hour is two moves of the clock; deeds and lines are told, thoughts are not."""
    control.watched = [
        _event(7, act=mind_pb2.Act(activity="wiping the bar", emoji="🧽", place_id="bar")),
        _event(
            8,
            memory=memory_pb2.Memory(
                kind=memory_pb2.MEMORY_KIND_LINE, text="Have you heard?", speaker_name="Mira"
            ),
        ),
        _event(9, thought=mind_pb2.Thought(model="offline:actor-3")),
        _event(
            10,
            "",
            object_state=mind_pb2.ObjectState(place_id="bar", object_name="stove", state="burning"),
        ),
    ]

    verdict = await handle(chat, "/wait")

    moves = control.asked(play_service_pb2.AdvanceClockRequest)
    watches = control.asked(play_service_pb2.WatchRequest)
    times = [move.world_time.ToDatetime() for move in moves]
    assert verdict is Verdict.DONE
    assert times[1] - times[0] == timedelta(minutes=15)
    assert [watch.after_seq for watch in watches][1] == 10
    for part in (
        "🧽 Mira Vale is wiping the bar",
        "Mira Vale: Have you heard?",
        "The stove is burning",
    ):
        assert part in screen_text(chat)
    assert "offline:actor-3" not in screen_text(chat)


async def test_what_all_do_and_what_goes_on_is_no_news(chat: Chat, control: ServerControl) -> None:
    """Habits of several, work that nobody says more of, and unchanged deeds are left out."""
    others = [one for one in chat.talk.characters if one != "mira"]
    dining = mind_pb2.Act(activity="having dinner", emoji="🍽️", place_id="bar")
    working = mind_pb2.Act(activity="going about the work", emoji="💼", place_id="bar")
    wiping = mind_pb2.Act(activity="wiping the bar", emoji="🧽", place_id="bar")
    control.watched = [
        _event(1, "mira", act=dining),
        _event(2, others[0], act=dining),
        _event(3, "mira", act=working),
        _event(4, "mira", act=wiping),
        _event(5, "mira", act=wiping),
    ]

    await handle(chat, "/wait 15m")

    told = screen_text(chat)
    assert told.count("wiping the bar") == 1
    assert "dinner" not in told
    assert "work" not in told


async def test_no_costs_are_shown_where_no_model_is(chat: Chat) -> None:
    """The calls of the actor without a model cost nothing."""
    await handle(chat, "/mind")
    assert "the day cost" in screen_text(chat)
    shown = len(screen_text(chat))

    chat.has_model = False
    await handle(chat, "/mind")

    assert "the day cost" not in screen_text(chat)[shown:]


async def test_who_moved_is_elsewhere_afterwards(chat: Chat, control: ServerControl) -> None:
    """The chat knows where people are by what it watched."""
    control.watched = [_event(7, movement=play_service_pb2.Movement(id="mira", place_id="cellar"))]

    await handle(chat, "/wait 15m")

    assert chat.talk.partner.place_id == "cellar"
    assert chat.talk.characters["mira"].place_id == "cellar"


async def test_a_guest_is_told_when_the_partner_walks_on_and_when_they_go_along(
    chat: Chat, control: ServerControl
) -> None:
    """The guest stays until they speak again; then the game is told where they go."""
    control.watched = [_event(7, movement=play_service_pb2.Movement(id="mira", place_id="pier"))]
    await handle(chat, "/wait 15m")
    waited = screen_text(chat)
    await handle(chat, "/where")
    before = control.asked(play_service_pb2.ObserveRequest)

    await handle(chat, "Wait for me!")

    (going,) = control.asked(play_service_pb2.ObserveRequest)[len(before) :]
    assert "Mira Vale walks on to Pier; you stay: Bar, " in waited
    assert "You go along with Mira Vale: Pier" in screen_text(chat).removeprefix(waited)
    assert [one.place_id for one in going.movements] == ["pier"]
    assert chat.talk.place_id == "pier"


async def test_a_guest_is_told_when_the_partner_is_back(chat: Chat, control: ServerControl) -> None:
    """Who walks on and comes back is there as before, and nobody goes along."""
    control.watched = [
        _event(7, movement=play_service_pb2.Movement(id="mira", place_id="pier")),
        _event(8, movement=play_service_pb2.Movement(id="mira", place_id="bar")),
    ]

    await handle(chat, "/wait 15m")
    await handle(chat, "Hello again.")

    assert "Mira Vale is back with you." in screen_text(chat)
    assert "You go along" not in screen_text(chat)


async def test_a_wait_that_is_none_is_refused(chat: Chat, control: ServerControl) -> None:
    """Words, nothing, and more than a day are told what may be said instead."""
    for words in ("/wait long", "/wait 0", "/wait 25h"):
        await handle(chat, words)

    assert control.asked(play_service_pb2.AdvanceClockRequest) == []
    assert screen_text(chat).count("/wait 2h") == 2
    assert "/wait 24h" in screen_text(chat)


def test_game_time_is_told_by_the_names_of_the_world() -> None:
    """Days, months, eras and hours; as usual where it has no calendar."""
    own = Calendar(
        months=[f"Moon{number}" for number in range(1, 13)],
        weekdays=["Ash", "Birch", "Cedar", "Dew", "Elm", "Fir", "Gorse"],
        eras=[Era(name="the Thaw", first_year=1900), Era(name="the Ice")],
        hours_in_day=20,
    )
    at = datetime(1904, 3, 14, 14, 5)  # noqa: DTZ001

    assert views.moment(at, own) == "Ash 14 Moon3 5 the Thaw, 14:05 (hour 12 of 20)"
    assert views.moment(at) == "Mon 14 Mar 1904, 14:05"
