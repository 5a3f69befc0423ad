"""Accounts of people: invited by a link, signed in by a password, and never the last one gone."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from npcserver.adapters.clock import SystemClock
from npcserver.app.access import Accounts
from npcserver.model.access import KeyRole, digest_of
from npcserver.model.errors import NotAllowed
from npcstudio.app import studio_app
from npcstudio.attempts import PER_NAME, WINDOW_SECONDS, SignInAttempts
from tests.fakes.studio_visitor import SECRET, Answer, Studio, Visitor, studio

PASSWORD = "a lantern on the quay"  # noqa: S105 - of tests
ODD = '<b>Ada</b> & "co" {{ 7*7 }}'
TWICE = {"password": PASSWORD, "password_again": PASSWORD}


@asynccontextmanager
async def with_admin(folder: Path) -> AsyncGenerator[tuple[Studio, Visitor]]:
    """Give a studio whose first administrator, Grace, has joined."""
    async with studio(folder) as at:
        services, store = at.here.services, at.here.store
        people = Accounts(
            store.accounts, store.keys, QuickPasswords(), SystemClock(), services.access.refresh
        )
        app = studio_app(replace(services, accounts=people), SECRET, is_encrypted=False)
        _, link = await people.invite(name="Grace", role=KeyRole.ADMIN)
        quick = replace(at, visitor=Visitor(app))
        yield quick, await joined(quick, link)


class QuickPasswords:
    """Hashes at once, and counts; `test_passwords` tries the slow ones."""

    def __init__(self) -> None:
        self.tried: list[bool] = []

    async def hash(self, password: str) -> str:
        return digest_of(password)

    async def fits(self, hashed: str, password: str) -> bool:
        self.tried.append(bool(hashed))
        return hashed == digest_of(password)


async def joined(at: Studio, link: str) -> Visitor:
    visitor = Visitor(at.visitor.app)
    assert "Welcome" in (await visitor.get(f"/join?link={link}")).text
    answer = await visitor.post("/join", {"link": link, **TWICE})
    assert answer.status == 200, answer.text
    return visitor


async def invited(admin: Visitor, name: str, role: str = "designer", worlds: str = "") -> str:
    """Invite a person on the page, and return the secret of the link."""
    await admin.get("/people")
    answer = await admin.post("/people", {"name": name, "role": role, "worlds": worlds})
    assert answer.status == 200, answer.text
    (link,) = re.findall(r"http://127\.0\.0\.1/join\?link=([\w-]+)", answer.html)
    return str(link)


async def try_sign_in(visitor: Visitor, name: str, password: str = PASSWORD) -> Answer:
    await visitor.get("/sign-in")
    return await visitor.post("/sign-in", {"name": name, "password": password})


async def account_of(at: Studio, name: str) -> str:
    found = await at.here.services.accounts.list()
    return next(one.key.id for one in found if one.key.name == name)


async def test_a_person_joins_by_a_link_once_and_is_named_in_what_they_do(tmp_path: Path) -> None:
    """A name full of markup is shown as it was written."""
    async with with_admin(tmp_path) as (at, admin):
        link = await invited(admin, ODD)
        ada = await joined(at, link)
        used = await Visitor(at.visitor.app).get(f"/join?link={link}")
        assert (used.status, "used already" in used.text) == (409, True)

        assert "Accounts" not in (await ada.get("/account")).text
        assert (await ada.get("/people")).status == 403
        done = await ada.post(f"{at.at}/c/hester/memories", {"text": "It rained."})
        assert "knows it now" in done.text
        listed = await admin.get(f"{at.at}/corrections")
        assert f"by {ODD}" in listed.text
        assert "<b>Ada" not in listed.html
        people = await admin.get("/people")
        assert ODD in people.text
        assert "<b>Ada" not in people.html

        await admin.get("/people")
        again = await admin.post("/people", {"name": "ADA. B & co, 7*7", "role": "designer"})
        assert again.status == 200
        twin = await admin.post("/people", {"name": "gr\u0430ce", "role": "admin"})
        assert (twin.status, "one like it" in twin.text) == (409, True)


async def test_wrong_names_and_passwords_are_told_alike(tmp_path: Path) -> None:
    """An unknown name takes as much work as a known one; nothing typed is shown back but a name."""
    async with with_admin(tmp_path) as (at, admin):
        await invited(admin, "Invited only")
        await joined(at, await invited(admin, "Gone"))
        await admin.get("/people")
        gone = {"account": await account_of(at, "Gone"), "do": "deactivate"}
        assert "Deactivated" in (await admin.post("/people/change", gone)).text
        told = set()
        for name, password in (
            ("Grace", "a wrong guess"),
            ("Nobody", PASSWORD),
            ("Gone", PASSWORD),
            ("Invited only", ""),
            ("", PASSWORD),
        ):
            answer = await try_sign_in(Visitor(at.visitor.app), name, password)
            assert "a wrong guess" not in answer.html
            told.add((answer.status, re.findall(r'role="alert">([^<]+)', answer.html)[0]))
        assert len(told) == 1, told


async def test_an_unknown_name_costs_one_hash_as_a_known_one_does(tmp_path: Path) -> None:
    """So that the time of an answer does not tell which names there are."""
    hasher = QuickPasswords()
    async with with_admin(tmp_path) as (at, _):
        people = Accounts(at.here.store.accounts, at.here.store.keys, hasher, SystemClock())
        for name in ("Grace", "Nobody"):
            with pytest.raises(NotAllowed):
                await people.sign_in(name, "a wrong guess")
        assert hasher.tried == [True, False]


async def test_a_session_is_another_after_signing_in_and_over_after_signing_out(
    tmp_path: Path,
) -> None:
    """A cookie that was set before signing in, or kept from before signing out, opens nothing."""
    async with with_admin(tmp_path) as (at, _):
        victim = Visitor(at.visitor.app)
        await victim.get("/sign-in")
        planted = dict(victim.cookies)
        await try_sign_in(victim, "grace")  # case does not count
        assert "Where you are signed in" in (await victim.get("/account")).text
        assert "Sign in" in (await Visitor(at.visitor.app, dict(planted)).get(at.at)).text
        kept = dict(victim.cookies)
        stale = Visitor(at.visitor.app, dict(kept), dict(victim.hidden))
        await victim.post("/sign-out", {})
        assert "Sign in" in (await Visitor(at.visitor.app, kept).get(at.at)).text
        lost = await stale.post(f"{at.at}/c/hester/memories", {"text": "A long thought."})
        assert lost.status == 401
        assert "A long thought." in lost.text


async def test_sessions_are_listed_and_ended(tmp_path: Path) -> None:
    """One, all others, and all with the password."""
    async with with_admin(tmp_path) as (at, grace):
        other, third = Visitor(at.visitor.app, address="10.0.0.7"), Visitor(at.visitor.app)
        for one in (other, third):
            assert (await try_sign_in(one, "Grace")).status == 200
        page = await grace.get("/account")
        assert "from 10.0.0.7" in page.text
        assert page.text.count("this browser") == 1
        ends = re.findall(r'name="session" value="(\w+)"', page.html)
        assert len(ends) == 2
        assert (
            "Signed out there" in (await grace.post("/account/sessions", {"session": ends[0]})).text
        )
        assert "Sign in" in (await third.get("/account")).text  # the newest stands first
        assert "Where you are" in (await other.get("/account")).text
        await grace.get("/account")
        wrong = {"password": "not it at all", "new_password": "x" * 12, "password_again": "x" * 12}
        assert (await grace.post("/account/password", wrong)).status == 400
        new = {"password": PASSWORD, "new_password": "ten eels swim", "password_again": ""}
        assert "differs" in (await grace.post("/account/password", new)).text
        done = await grace.post("/account/password", {**new, "password_again": "ten eels swim"})
        assert "The password is changed" in done.text
        assert "Sign in" in (await other.get("/account")).text
        assert (await try_sign_in(other, "Grace")).status == 403
        assert (await try_sign_in(other, "Grace", "ten eels swim")).status == 200


async def test_guesses_are_few_and_never_shut_the_owner_out(tmp_path: Path) -> None:
    """Who signed in once in a browser does so there, and others elsewhere."""
    async with with_admin(tmp_path) as (at, grace):
        guesser = Visitor(at.visitor.app)
        for _ in range(PER_NAME):
            assert (await try_sign_in(guesser, "Grace", "a wrong guess")).status == 403
        refused = await try_sign_in(guesser, "Grace")
        assert refused.status == 429
        assert "try again in 15 minutes" in refused.text
        assert 0 < int(refused.headers["retry-after"]) <= WINDOW_SECONDS
        await grace.get("/")
        await grace.post("/sign-out", {})
        assert (await try_sign_in(grace, "Grace")).status == 200
        elsewhere = Visitor(at.visitor.app, address="10.0.0.7")
        assert (await try_sign_in(elsewhere, "Grace")).status == 200
        forged = Visitor(at.visitor.app, dict(guesser.cookies))
        ((name, _),) = guesser.cookies.items()
        forged.cookies[f"{name}_known"] = f"{await account_of(at, 'Grace')}.0"
        assert (await try_sign_in(forged, "Grace")).status == 429


def test_attempts_count_again_after_the_window() -> None:
    """And all attempts of one address together."""
    now = [0.0]
    attempts = SignInAttempts(lambda: now[0])
    for number in range(50):
        attempts.note(f"name {number}", "10.0.0.7", is_known=False)
    with pytest.raises(Exception, match="too many attempts"):
        attempts.note("another", "10.0.0.7", is_known=False)
    attempts.note("another", "10.0.0.7", is_known=True)
    attempts.note("another", "10.0.0.8", is_known=False)
    now[0] = WINDOW_SECONDS + 1.0
    attempts.note("another", "10.0.0.7", is_known=False)


async def test_the_last_administrator_stays(tmp_path: Path) -> None:
    """Also where two remove each other, in two tabs."""
    async with with_admin(tmp_path) as (at, grace):
        own = await account_of(at, "Grace")
        await invited(grace, "Only invited", "admin")
        await joined(at, await invited(grace, "Of one world", "admin", "farrowhithe"))
        for form in ({"do": "deactivate"}, {"do": "role", "role": "designer"}):
            await grace.get("/people")
            answer = await grace.post("/people/change", {"account": own, **form})
            assert (answer.status, "last administrator" in answer.text) == (409, True)
        second = await joined(at, await invited(grace, "Second", "admin"))
        await second.get("/people")
        await grace.get("/people")
        gone = await grace.post(
            "/people/change", {"account": await account_of(at, "Second"), "do": "deactivate"}
        )
        assert "Deactivated" in gone.text
        late = await second.post("/people/change", {"account": own, "do": "deactivate"})
        assert late.status == 401
        assert (await grace.get("/people")).status == 200


async def test_an_account_does_what_its_role_and_worlds_say(tmp_path: Path) -> None:
    """A change holds at once, and a deactivated person is out; its name stays taken."""
    async with with_admin(tmp_path) as (at, grace):
        reader = await joined(at, await invited(grace, "Reader", "read_only", "elsewhere"))
        assert (await reader.get(at.at)).status == 403
        refused = await reader.get("/people")
        assert (refused.status, "may not manage keys and accounts" in refused.text) == (403, True)
        account = {"account": await account_of(at, "Reader")}
        page = (await grace.get("/people")).html
        boxes = re.findall(r'name="worlds" value="(\w+)"( checked)?', page)
        assert ("elsewhere", " checked") in boxes
        assert ("farrowhithe", "") in boxes
        await grace.post("/people/change", {**account, "do": "role", "role": "designer"})
        assert (await reader.get(at.at)).status == 200
        await grace.get("/people")
        await grace.post("/people/change", {**account, "do": "deactivate"})
        ended = await reader.post(at.at, {"name": "My moment"})
        assert (ended.status, "My moment" in ended.text) == (401, True)
        assert 'href="/sign-in?next=' in ended.html
        assert "Sign in" in (await reader.get(at.at)).text
        assert (await try_sign_in(reader, "Reader")).status == 403
        assert (await grace.get("/people")).status == 200
        await grace.post("/people/change", {**account, "do": "reactivate"})
        assert (await try_sign_in(reader, "Reader")).status == 200
        answer = await grace.post("/people/change", {**account, "do": "link"})
        (link,) = re.findall(r"join\?link=([\w-]+)", answer.html)
        await joined(at, link)
        assert "Sign in" in (await reader.get(at.at)).text
        listed = await at.here.services.keys.list()
        assert listed == (), "accounts are no keys"


async def test_an_open_server_makes_no_account_by_a_page(tmp_path: Path) -> None:
    """It would shut the server to its owner; the page says what to do instead."""
    async with studio(tmp_path) as at:
        assert "asks nobody to sign in" in (await at.visitor.get("/account")).text
        await at.visitor.get("/people")
        answer = await at.visitor.post("/people", {"name": "Eve", "role": "admin"})
        assert (answer.status, "npcserver people add" in answer.text) == (409, True)
        assert await at.here.services.access.is_open()


async def test_a_password_that_is_easy_to_guess_is_refused(tmp_path: Path) -> None:
    """And shown nowhere; the link goes on to count."""
    async with studio(tmp_path) as at:
        _, link = await at.here.services.accounts.invite(name="Hester Q", role=KeyRole.DESIGNER)
        visitor = Visitor(at.visitor.app)
        await visitor.get(f"/join?link={link}")
        for password in ("short", "Hester Q 1", "x" * 201):
            twice = {"password": password, "password_again": password}
            answer = await visitor.post("/join", {"link": link, **twice})
            assert answer.status == 400
            assert password not in answer.html
        await joined(at, link)
