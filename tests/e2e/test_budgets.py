"""Budgets as a studio meets them: set by API or command, met in play, seen in a list."""

import asyncio
import json
from pathlib import Path

import pytest
from npcclient.admin.v1 import spending_service_pb2
from npcclient.admin.v1.spending_service_pb2_grpc import SpendingServiceStub
from npcclient.v1 import budget_pb2, play_service_pb2, turn_pb2
from npcclient.v1.play_service_pb2_grpc import PlayServiceStub

from npcbench.scripted_model import ScriptedLanguageModel
from npcserver import bootstrap
from npcserver.app.budget_accounts import SpendingAccounts
from npcserver.model.errors import InvalidInput
from npcserver.rpc import budget_messages
from tests.conftest import NewDatabase
from tests.e2e.conftest import Command
from tests.fakes.channels import insecure_channel
from tests.fakes.running_server import ANN, INN_FILE, MIRA, reply_answer, server_settings
from tests.unit.rpc.arguments import arguments

WORLD = INN_FILE.world.id
QUIET = {"workers": 0}
PRICES = {"prompt_price": 10.0, "completion_price": 10.0}


def limit(
    scope: "budget_pb2.BudgetScope.ValueType", subject_id: str = "", **amounts: float
) -> spending_service_pb2.SetSpendingLimitRequest:
    return spending_service_pb2.SetSpendingLimitRequest(
        world_id=WORLD,
        scope=scope,
        subject_id=subject_id,
        limit=spending_service_pb2.SpendingLimit(**amounts),  # type: ignore[arg-type]
    )


async def test_a_player_at_the_limit_gets_a_line_and_the_game_an_event(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """The last event of the turn and an event of the timeline name the budget and its renewal."""
    settings = server_settings(new_migrated_sqlite(), tmp_path, cognition=QUIET, model=PRICES)
    model = ScriptedLanguageModel([reply_answer("Nobody comes here any more.")])
    async with (
        bootstrap.running(settings, model=model) as here,
        insecure_channel(f"127.0.0.1:{here.port}") as channel,
    ):
        await here.importing.put(INN_FILE)
        timeline = await here.services.timelines.start(WORLD)
        worlds, play = SpendingServiceStub(channel), PlayServiceStub(channel)
        await worlds.SetSpendingLimit(limit(budget_pb2.BUDGET_SCOPE_PLAYER, "*", money_micros=1000))
        say = play_service_pb2.SayRequest(
            timeline_id=timeline.id,
            character_id=MIRA,
            speaker=play_service_pb2.Speaker(id=ANN.id, name=ANN.name),
            text="Good evening.",
        )
        turns = [[one.event async for one in play.Say(say)] for _ in range(3)]
        watching = play.Watch(play_service_pb2.WatchRequest(timeline_id=timeline.id, after_seq=0))
        async with asyncio.timeout(60):
            watched = await anext(
                one async for one in watching if one.WhichOneof("event") == "budget"
            )
        listed = await worlds.ListSpending(
            spending_service_pb2.ListSpendingRequest(world_id=WORLD, page_size=2)
        )
        more = await worlds.ListSpending(
            spending_service_pb2.ListSpendingRequest(
                world_id=WORLD, page_size=2, page_token=listed.next_page_token
            )
        )

    outcomes = [events[-1].finished.outcome for events in turns]
    assert outcomes == [
        turn_pb2.TURN_OUTCOME_COMPLETED,
        turn_pb2.TURN_OUTCOME_OVER_BUDGET,
        turn_pb2.TURN_OUTCOME_OVER_BUDGET,
    ]
    assert all(any(event.line.text for event in events) for events in turns)
    reached = turns[1][-1].finished.budget
    assert (reached.scope, reached.subject_id) == (budget_pb2.BUDGET_SCOPE_PLAYER, ANN.id)
    assert reached.renew_time.seconds % 86_400 == 0
    assert watched.budget == reached
    shown = [(one.scope, one.subject_id, one.calls) for one in (*listed.accounts, *more.accounts)]
    assert shown == [
        (budget_pb2.BUDGET_SCOPE_WORLD, "", 0),
        (budget_pb2.BUDGET_SCOPE_PLAYER, "*", 0),
        (budget_pb2.BUDGET_SCOPE_PLAYER, ANN.id, 1),
    ]
    assert more.accounts[0].limit.money_micros == 1000
    assert more.accounts[0].money_micros > 0.001


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (spending_service_pb2.SetSpendingLimitRequest(world_id=WORLD), "scope"),
        (limit(budget_pb2.BUDGET_SCOPE_WORLD, "ann"), "subject_id"),
        (limit(budget_pb2.BUDGET_SCOPE_PLAYER), "subject_id"),
        (limit(budget_pb2.BUDGET_SCOPE_PURPOSE, "dream"), "subject_id"),
        (limit(budget_pb2.BUDGET_SCOPE_WORLD, money_micros=-1), "limit.money_micros"),
        (limit(budget_pb2.BUDGET_SCOPE_WORLD, tokens=-1), "limit.tokens"),
        (limit(budget_pb2.BUDGET_SCOPE_WORLD, thoughts_percent=101), "limit.thoughts_percent"),
    ],
    ids=map(str, range(8)),
)
async def test_a_wrong_limit_is_refused_by_field(
    request_: spending_service_pb2.SetSpendingLimitRequest, field: str
) -> None:
    """Before anything is stored."""
    with pytest.raises(InvalidInput) as refused:
        arguments(SpendingAccounts.set_limit, request_, subject=budget_messages.decode_subject)

    assert refused.value.field == field


WORLD_FILE = """\
format: npcserver/world/1
world: {id: harbour, name: Harbour}
places: [{id: quay, name: The quay}]
characters: [{id: mira, name: Mira, place: quay}]
"""


def test_a_studio_sets_and_sees_budgets_by_command(npcserver: Command, tmp_path: Path) -> None:
    """Two cents a day for each player, twenty a day for the world, thoughts at most 30 percent."""
    file = tmp_path / "harbour.yaml"
    file.write_text(WORLD_FILE, "utf-8")
    assert npcserver("import", str(file)).code == 0

    world = npcserver("budget", "set", "harbour", "--money", "20", "--thoughts", "30")
    players = npcserver("budget", "set", "harbour", "--each", "player", "--money", "0.02")
    plans = npcserver("budget", "set", "harbour", "--purpose", "plan", "--tokens", "5000")
    table = npcserver("budget", "list", "harbour")
    listed = json.loads(npcserver("budget", "list", "harbour", "--json").out)
    removed = npcserver("budget", "remove", "harbour", "--purpose", "plan")
    left = json.loads(npcserver("budget", "list", "harbour", "--json").out)

    assert world.out == "world harbour: 20 of money a day, thoughts 30 %\n"
    assert players.out == "each player: 0.02 of money a day\n"
    assert plans.out == "purpose plan: 5,000 tokens a day\n"
    assert "world harbour, thoughts" in table.out
    assert [(one["scope"], one["id"], one["limit"]["money"]) for one in listed] == [
        ("world", "", 20.0),
        ("world", "", 6.0),
        ("player", "*", 0.02),
        ("purpose", "plan", None),
    ]
    assert removed.out == "purpose plan: removed\n"
    assert len(left) == 3


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("set", "nowhere", "--money", "1"), "there are: none yet"),
        (("list", "nowhere"), "there are: none yet"),
        (("set", "x", "--player", "a", "--purpose", "plan"), "at a time"),
        (("set", "x", "--purpose", "dream"), "there are: reply"),
        (("list", "x", "--day", "soon"), "must be a day"),
    ],
)
def test_a_wrong_command_says_what_is_wrong(
    npcserver: Command, arguments: tuple[str, ...], why: str
) -> None:
    """With what there is to choose from."""
    npcserver("migrate")
    ended = npcserver("budget", *arguments)

    assert ended.code != 0
    assert why in " ".join(ended.err.split())
