"""Signing in by a provider of OpenID Connect, a real one on this machine."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx2
from joserfc.jwk import RSAKey

from npcserver.model.access import KeyRole
from npcstudio.app import studio_app
from tests.fakes.identity_provider import (
    CLIENT_ID,
    CLIENT_SECRET,
    IdentityProvider,
    identity_provider,
)
from tests.fakes.studio_visitor import SECRET, Answer, Studio, Visitor, studio


@asynccontextmanager
async def with_provider(
    folder: Path,
) -> AsyncGenerator[tuple[Studio, IdentityProvider, Visitor, str]]:
    """Give a studio with a provider, a new visitor, and the link of an invitation."""
    async with studio(folder) as at, identity_provider() as provider:
        app = studio_app(
            at.here.services,
            SECRET,
            is_encrypted=False,
            provider={
                "issuer": provider.issuer,
                "client_id": CLIENT_ID,
                "client_secret": CLIENT_SECRET,
                "name": "Harbour",
            },
        )
        _, link = await at.here.services.accounts.invite(name="Ada", role=KeyRole.ADMIN)
        yield at, provider, Visitor(app), link


async def led_to(visitor: Visitor, **form: str) -> str:
    """Press the button, and return the address at the provider to which the page leads."""
    await visitor.get(f"/join?link={form['link']}" if "link" in form else "/sign-in")
    page = await visitor.post("/provider", form)
    assert page.status == 200, page.text
    return unescape(page.html.partition('content="0;url=')[2].partition('"')[0])


async def answered(address: str) -> str:
    """Go to the provider, and return the address of the studio to which it leads back."""
    async with httpx2.AsyncClient() as client:
        back = (await client.get(address)).headers["location"]
    at = urlsplit(back)
    assert (at.netloc, at.path) == ("127.0.0.1", "/provider/answer")
    return f"{at.path}?{at.query}"


async def by_provider(visitor: Visitor, **form: str) -> Answer:
    return await visitor.get(await answered(await led_to(visitor, **form)))


async def test_a_person_begins_with_the_provider_and_signs_in_by_it(tmp_path: Path) -> None:
    """By the invitation at first; the page that was asked for follows, in another session."""
    async with with_provider(tmp_path) as (at, _, ada, link):
        stranger = await by_provider(ada)
        assert (stranger.status, "no account is connected" in stranger.text) == (403, True)
        before = dict(ada.cookies)
        joined = await by_provider(ada, link=link)
        assert "Farrowhithe" in joined.text, joined.text
        assert "Sign in" in (await Visitor(ada.app, before).get(at.at)).text
        assert (await ada.get(f"/join?link={link}")).status == 409

        elsewhere = Visitor(ada.app)
        asked = await elsewhere.get(f"{at.at}/talk")
        assert "Sign in with Harbour" in asked.text
        assert "Conversation" in (await by_provider(elsewhere, next=f"{at.at}/talk")).text
        lured = await by_provider(Visitor(ada.app), next="//evil.example/")
        assert "Farrowhithe" in lured.text


async def test_an_answer_counts_once_and_in_the_browser_that_asked(tmp_path: Path) -> None:
    """Neither a state of another browser, nor a changed one, nor a code twice opens anything."""
    async with with_provider(tmp_path) as (_, _, ada, link):
        await by_provider(ada, link=link)
        other = Visitor(ada.app)
        mine = await answered(await led_to(other))
        victim = Visitor(ada.app)
        await victim.get("/sign-in")
        assert (await victim.get(mine)).status == 403
        state = parse_qs(urlsplit(mine).query)["state"][0]
        for changed in (state[:-1] + ("0" if state[-1] != "0" else "1"), "", "nonsense.0", "é.0"):
            query = urlencode({"code": "x", "state": changed})
            refused = await other.get(f"/provider/answer?{query}")
            assert (refused.status, "no question of this browser" in refused.text) == (403, True)
        kept = Visitor(ada.app, dict(other.cookies))
        assert "Farrowhithe" in (await other.get(mine)).text
        again = await kept.get(mine)
        assert (again.status, "does not take back its code" in again.text) == (403, True)
        denied = Visitor(ada.app)
        asked = parse_qs(urlsplit(await led_to(denied)).query)["state"][0]
        answer = urlencode({"error": "access_denied", "state": asked})
        assert "let nobody in" in (await denied.get(f"/provider/answer?{answer}")).text


WRONG: tuple[dict[str, Any], ...] = (
    {"claims": {"nonce": "another"}},
    {"claims": {"aud": "another"}},
    {"claims": {"aud": [CLIENT_ID, "another"], "azp": "another"}},
    {"claims": {"iss": "https://evil.example"}},
    {"claims": {"exp": 1_700_000_000}},
    {"signs_with": "none"},
    {"stranger": RSAKey.generate_key(2048, {"kid": "first"})},
)


async def test_a_token_that_is_not_right_opens_nothing(tmp_path: Path) -> None:
    """Neither one for another, nor an old one, nor one that the provider did not sign."""
    async with with_provider(tmp_path) as (at, provider, ada, link):
        for wrong in WRONG:
            right = {name: getattr(provider, name) for name in wrong}
            for name, value in wrong.items():
                setattr(provider, name, value)
            answer = await by_provider(ada, link=link)
            assert (answer.status, "cannot be trusted" in answer.text) == (403, True), wrong
            assert "Sign in" in (await ada.get(at.at)).text
            for name, value in right.items():
                setattr(provider, name, value)
        assert "Farrowhithe" in (await by_provider(ada, link=link)).text


async def test_an_account_is_connected_from_its_own_page_alone(tmp_path: Path) -> None:
    """A provider's person has one account; a changed key of the provider is found."""
    async with with_provider(tmp_path) as (at, provider, ada, link):
        await by_provider(ada, link=link)
        accounts = at.here.services.accounts
        _, second = await accounts.invite(name="Bob", role=KeyRole.DESIGNER)
        bob = Visitor(ada.app)
        taken = await by_provider(bob, link=second)
        assert (taken.status, "another account is connected" in taken.text) == (409, True)
        provider.person = "bob-9"
        provider.key = RSAKey.generate_key(2048, {"kid": "second"})
        await bob.get(f"/join?link={second}")
        twice = {"password": "a lantern on the quay", "password_again": "a lantern on the quay"}
        assert (await bob.post("/join", {"link": second, **twice})).status == 200
        assert "Connect with Harbour" in (await bob.get("/account")).text
        page = await bob.post("/provider", {"connects": "yes"})
        address = unescape(page.html.partition('content="0;url=')[2].partition('"')[0])
        assert "Connected" in (await bob.get(await answered(address))).text
        assert "Farrowhithe" in (await by_provider(Visitor(ada.app))).text

        nobody = Visitor(ada.app)
        assert (await by_provider(nobody, connects="yes")).status == 403


async def test_a_provider_that_is_away_is_told(tmp_path: Path) -> None:
    """Instead of a page that breaks; so is a server without one."""
    async with with_provider(tmp_path) as (at, provider, ada, link):
        provider.issuer = "https://another.example"
        await ada.get("/sign-in")
        away = await ada.post("/provider", {})
        assert (away.status, "does not answer as a provider should" in away.text) == (503, True)
        assert (await ada.get(f"/join?link={link}")).status == 200
        await at.visitor.get("/sign-in")
        assert (await at.visitor.post("/provider", {})).status == 400
