"""Who could learn a fact by tomorrow, and who is where: by plans, standings and locks."""

import re
from dataclasses import replace
from pathlib import Path

from markupsafe import escape

from npcserver.model.ids import PlaceId
from npcserver.model.memory import memory_id
from npcserver.model.record import Draft, Moved, RecordKind
from npcserver.model.secret import Secret
from npcserver.ports.storage import Append
from tests.fakes.planned_days import Planned, plan
from tests.fakes.studio_visitor import WORLD, Answer, Studio, counted, studio
from tests.unit.npcstudio.test_pages import HESTER, HOSTILE, put

FACT = "The captain hid the brass bell."
MARKET = ("market-square", "buying fish")
SHOP = ("chandlery", "buying rope")


async def live(at: Studio, **planned: Planned) -> None:
    """Give some a plan; all others stay for themselves on the causeway's end, at no place."""
    alone = [
        Draft(RecordKind.PRESENCE, Moved(place_id=None), who)
        for who in ("wenna", "ambrose", "linnet", "isidor", "orrel", "dorcas")
        if who not in planned
    ]
    plans = [plan(who, each) for who, each in planned.items()]
    await at.here.store.append(Append(at.timeline_id, (*alone, *plans)))


def foreseen(page: Answer) -> str:
    """Return the words of the part about tomorrow."""
    part = page.html.partition('<section id="foreseen">')[2].partition("</section>")[0]
    return replace(page, html=part).text


async def ask(at: Studio, fact: str = FACT, **body: object) -> str:
    """Have Hester know a fact, and return who could learn it."""
    seq = await put(at, HESTER, RecordKind.OBSERVATION, fact, **body)
    page = await at.visitor.get(f"{at.at}/known?memory={memory_id(at.timeline_id, seq)}")
    assert page.status == 200
    return foreseen(page)


async def test_who_could_learn_it_is_told_with_the_way_it_goes(tmp_path: Path) -> None:
    """From the market to the shop, with hours and places; who meets nobody is not in it."""
    async with studio(tmp_path) as at:
        await live(
            at,
            hester=[(16, ("taproom", "pouring ale")), (17, MARKET), (18, ("taproom", "cards"))],
            dorcas=[(16, ("pyms-oven", "baking")), (17, MARKET), (19, SHOP)],
            isidor=[(9, ("chandlery", "selling rope"))],
        )
        told = await ask(at)

        assert "Dorcas Pym Hester Quillam tells Dorcas Pym at Market Square, Mon 17:00." in told
        path = "Dorcas Pym tells Isidor Venn at Venn's Chandlery, Mon 19:00. Their plans of today"
        assert f"Market Square, Mon 17:00. {path}" in told
        assert "until Wed 16 Mar 1904, 00:00" in told
        assert not re.search("Wenna|Ambrose|Linnet|Orrel|Locked out", told)


async def test_a_day_without_a_plan_is_taken_to_be_like_the_last_one(tmp_path: Path) -> None:
    """What was planned for a past hour of today comes tomorrow, and the page says so."""
    async with studio(tmp_path) as at:
        await live(
            at,
            hester=[(9, MARKET), (11, ("taproom", "pouring ale"))],
            dorcas=[(10, MARKET), (11, ("pyms-oven", "baking"))],
        )
        told = await ask(at)

        assert "Hester Quillam tells Dorcas Pym at Market Square, Tue 10:00." in told
        assert "That day is not planned yet" in told


async def test_who_has_no_plan_is_taken_to_stay(tmp_path: Path) -> None:
    """And so is told today by one who comes by, as the page says."""
    async with studio(tmp_path) as at:
        await live(at, hester=[(16, ("taproom", "pouring ale")), (18, SHOP)])
        stays = Draft(RecordKind.PRESENCE, Moved(place_id=PlaceId("chandlery")), "isidor")
        await at.here.store.append(Append(at.timeline_id, (stays,)))
        told = await ask(at)

        assert "Hester Quillam tells Isidor Venn at Venn's Chandlery, Mon 18:00." in told
        assert "One of them has no plan" in told


async def test_a_lock_keeps_people_out_and_blocks_the_way(tmp_path: Path) -> None:
    """Who is locked out is named with why, and is never told, nor told in front of."""
    async with studio(tmp_path) as at:
        await live(
            at,
            hester=[(16, ("taproom", "pouring ale")), (17, MARKET)],
            dorcas=[(16, ("pyms-oven", "baking")), (17, MARKET), (19, SHOP)],
            isidor=[(9, ("chandlery", "selling rope"))],
        )
        leaves = plan("wenna", [(17, MARKET), (18, ("lamp-room", "trimming wicks"))])
        there = Draft(RecordKind.PRESENCE, Moved(place_id=PlaceId(MARKET[0])), "orrel")
        asleep = plan("orrel", [(9, MARKET)], until=16)
        both, names = ("dorcas", "isidor"), {"Dorcas Pym", "Isidor Venn"}
        for fact, to, learn, more in (
            ("Bess sank.", both, names, ()),
            ("A barrel burst.", ("dorcas",), {"Dorcas Pym"}, ()),
            ("Gulls ate it.", ("isidor",), set(), ()),  # the way leads through who may not be told
            ("Fog comes.", both, names, (leaves,)),  # once the third is gone
            ("Rain is near.", both, set(), (there, asleep)),  # who is asleep may wake up
        ):
            if more:
                await at.here.store.append(Append(at.timeline_id, more))
            lock = Secret(key="bell", to=to)
            told, _, out = (await ask(at, fact, secrets=(lock,))).partition("Locked out")
            assert set(re.findall(r"tells (.+?) at", told)) == learn, fact
            assert ("Mon 18:00" in told) == (fact == "Fog comes."), told
            assert "Linnet Oake is not named in the lock" in out
            assert {one for one in ("dorcas", "isidor") if f" {one.title()} " in out} == {
                "dorcas",
                "isidor",
            } - set(to)


async def test_who_knows_a_sentence_shows_its_lock_and_can_set_one(tmp_path: Path) -> None:
    """As for a memory: the first one that says so is locked, and is shown beside the people."""
    async with studio(tmp_path) as at:
        secret = Secret(key="the bell", to=("wenna",))
        seq = await put(at, HESTER, RecordKind.OBSERVATION, FACT, secrets=(secret,))
        page = await at.visitor.get(f"{at.at}/known?text={FACT.replace(' ', '+')}")

        assert "locked: the bell" in page.text
        assert f"This locks the memory: {FACT}" in page.text
        assert f'action="{at.at}/correct/{memory_id(at.timeline_id, seq)}"' in page.html
        assert page.html.count('name="to"') >= 7


def there(page: Answer, place: str) -> str:
    """Return the words of a place in the plan of who is where."""
    plan = page.html.partition('id="roster"')[2].partition("</section>")[0]
    own = plan.partition(f">{escape(place)}</h3>")[2].partition("<h3")[0]
    return replace(page, html=own).text


async def test_who_is_where_is_shown_now_and_at_an_hour(tmp_path: Path) -> None:
    """Below each place, and the places in it; what rests on no plan of that day says so."""
    async with studio(tmp_path) as at:
        await live(
            at,
            hester=[(16, ("taproom", "pouring ale")), (17, MARKET)],
            dorcas=[(9, ("pyms-oven", "baking"))],
        )
        player = Draft(RecordKind.PRESENCE, Moved(place_id=PlaceId("taproom")), "eve", text=HOSTILE)
        await at.here.store.append(Append(at.timeline_id, (player,)))
        link = f"/w/{WORLD}/places?on={at.timeline_id}"
        assert f"{link}#roster" in (await at.visitor.get(at.at)).html
        now = await at.visitor.get(link)
        at_five = await at.visitor.get(f"{link}&hour=17:30")

        assert "Now, Mon 16:30: <script>" in there(now, "The Taproom")
        assert "<script>" not in now.html
        assert "Hester Quillam ( pouring ale )" in there(now, "The Taproom")
        assert "Orrel" in there(now, "At no place")
        assert "Mon 17:30:" not in now.text
        assert "Mon 17:30: Hester Quillam ( buying fish )" in there(at_five, "Market Square")
        assert "Mon 17:30: Dorcas Pym ( baking )" in there(at_five, "Pym's Oven")
        over = await at.visitor.get(f"{link}&hour=09:30")
        assert "That hour is over" in over.text
        later = await at.visitor.get(f"{link}&hour=09:30&day=tomorrow")
        assert "Tue 09:30: Dorcas Pym ( baking ) as on the last day" in there(later, "Pym's Oven")
        assert "Tue 09:30: Hester Quillam (asleep)" in there(later, "Market Square")
        wrong = await at.visitor.get(f"{link}&hour=noon")
        assert wrong.status == 400
        assert "must be a time of day, such as 07:30" in wrong.text
        assert (await at.visitor.get(f"/w/{WORLD}/places?on=tl_none")).status == 404


async def test_statements_do_not_grow_with_who_knows_and_plans(tmp_path: Path) -> None:
    """Of all who know it, and all who have a plan."""
    async with studio(tmp_path) as at:
        everyone = ("hester", "wenna", "ambrose", "linnet", "isidor", "orrel", "dorcas")
        seq = await put(at, HESTER, RecordKind.OBSERVATION, FACT)
        counts = []
        for people in (everyone[:2], everyone):
            for who in people[1:]:
                await put(at, who, RecordKind.OBSERVATION, FACT)
            plans = tuple(plan(who, [(16, MARKET), (18, SHOP)]) for who in people)
            await at.here.store.append(Append(at.timeline_id, plans))
            for path in (
                f"{at.at}/known?memory={memory_id(at.timeline_id, seq)}",
                f"/w/{WORLD}/places?on={at.timeline_id}&hour=18:30",
            ):
                for _ in range(2):  # the second time, indexes have caught up
                    _, statements = await counted(at, path)
                counts.append(len(statements))
        assert counts[:2] == counts[2:]
