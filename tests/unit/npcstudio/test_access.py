"""Who may see and change what in the studio, and what others can make a visitor's browser do."""

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from npcserver.app.pagination import Page
from npcserver.model.access import KeyRole
from npcserver.model.ids import CharacterId
from npcstudio.app import studio_app
from tests.fakes.studio_visitor import SECRET, WORLD, Studio, Visitor, studio

HESTER = CharacterId("hester")


async def key_of(at: Studio, role: KeyRole, *worlds: str) -> tuple[str, str]:
    """Make a key; return its id and its secret."""
    keys = at.here.services.keys
    kept, secret = await keys.create(name=f"{role} key", role=role, world_ids=worlds)
    return kept.id, secret


async def signed_in(at: Studio, key: str) -> Visitor:
    """Return a visitor who signed in with a key."""
    visitor = Visitor(at.visitor.app)
    await visitor.get("/sign-in")
    assert (await visitor.post("/sign-in", {"key": key})).status == 200
    return visitor


async def a_memory(at: Studio) -> Any:
    listed = await at.here.services.memories.list(
        timeline_id=at.timeline_id, character_id=HESTER, page=Page(1)
    )
    return listed.items[0]


async def test_a_server_with_keys_asks_for_one_and_leads_back(tmp_path: Path) -> None:
    """A wrong key is told kindly; the right one leads to the page that was asked for."""
    async with studio(tmp_path) as at:
        _, secret = await key_of(at, KeyRole.DESIGNER)
        asked = await at.visitor.get(f"{at.at}/c/hester/memories?text=bell")
        assert "Sign in" in asked.text
        assert "text%3Dbell" in asked.html or "text=bell" in asked.html
        wrong = await at.visitor.post("/sign-in", {"key": "nonsense", "next": at.at})
        assert wrong.status == 403
        assert "does not take that key" in wrong.text
        assert "nonsense" not in wrong.html
        right = await at.visitor.post("/sign-in", {"key": secret, "next": at.at})
        assert right.status == 200
        assert "Hester Quillam" in right.text
        assert secret not in str(at.visitor.cookies)


@pytest.mark.parametrize("target", ["//evil.example/", "https://evil.example/", "/\\evil.example"])
async def test_signing_in_leads_to_pages_of_the_studio_alone(tmp_path: Path, target: str) -> None:
    """An address that was slipped in leads to the worlds."""
    async with studio(tmp_path) as at:
        _, secret = await key_of(at, KeyRole.DESIGNER)
        await at.visitor.get("/sign-in")
        body = urlencode({**at.visitor.hidden, "key": secret, "next": target}).encode()
        answer = await at.visitor.send("/sign-in", body)
        assert (answer.status, answer.headers["location"]) == (303, "/")


async def test_a_role_decides_what_is_offered_and_what_is_done(tmp_path: Path) -> None:
    """A key that may read sees no forms, and what it sends all the same is refused."""
    async with studio(tmp_path) as at:
        memory = await a_memory(at)
        reader = await signed_in(at, (await key_of(at, KeyRole.READ_ONLY))[1])
        page = await reader.get(f"{at.at}/correct/{memory.id}")
        assert "may read here, and not correct" in page.text
        assert 'name="change"' not in page.html
        assert "Other timelines that have this memory: How the world begins" in page.text
        fields = {"change": "withdraw", "others": "leave"}
        for path, form in (
            (f"{at.at}/correct/{memory.id}", fields),
            (f"{at.at}/pin", {"memory": memory.id, "pinned": "yes"}),
            (f"{at.at}/c/hester/memories", {"text": "It rains gold."}),
            (f"{at.at}", {"name": "now"}),
        ):
            assert (await reader.post(path, form)).status == 403, path
        assert (await a_memory(at)).id == memory.id

        _, secret = await key_of(at, KeyRole.FIGURES)
        await at.visitor.get("/sign-in")
        assert "may not read world" in (await at.visitor.post("/sign-in", {"key": secret})).text

        designer = await signed_in(at, (await key_of(at, KeyRole.DESIGNER))[1])
        assert 'name="change"' in (await designer.get(f"{at.at}/correct/{memory.id}")).html
        done = await designer.post(f"{at.at}/correct/{memory.id}", fields)
        assert "Corrected." in done.text
        assert (await a_memory(at)).id != memory.id


async def test_a_key_for_a_world_sees_no_other(tmp_path: Path) -> None:
    """Neither in the list, nor by an address that was guessed."""
    async with studio(tmp_path) as at:
        elsewhere = await signed_in(at, (await key_of(at, KeyRole.DESIGNER, "elsewhere"))[1])
        assert "Farrowhithe" not in (await elsewhere.get("/")).text
        for path in (f"/w/{WORLD}", at.at, f"{at.at}/talk", f"/w/{WORLD}/flags", "/t/tl_none"):
            assert (await elsewhere.get(path)).status == 403, path


async def test_a_form_without_the_token_of_the_session_does_nothing(tmp_path: Path) -> None:
    """A page elsewhere cannot know it; what was typed is shown, and the key is not."""
    async with studio(tmp_path) as at:
        memory = await a_memory(at)
        await at.visitor.get(at.at)
        stolen = at.visitor.hidden
        other = Visitor(at.visitor.app)
        await other.get(at.at)
        for token in ("", "wrong", stolen["token"]):
            fields = {"token": token, "change": "withdraw", "why": "a long thought"}
            answer = await other.post(f"{at.at}/correct/{memory.id}", fields)
            assert answer.status == 403
            assert "a long thought" in answer.text
        assert (await a_memory(at)).id == memory.id


async def test_a_session_ends_with_its_key_and_survives_a_restart(tmp_path: Path) -> None:
    """A cookie that was changed is none."""
    async with studio(tmp_path) as at:
        key_id, secret = await key_of(at, KeyRole.DESIGNER)
        visitor = await signed_in(at, secret)
        visitor.app = studio_app(at.here.services, SECRET, is_encrypted=False)
        assert "Hester Quillam" in (await visitor.get(at.at)).text
        ((name, value),) = visitor.cookies.items()
        mark, nonce, begun, signature = value.split(".")
        for changed in (
            ("0" * len(mark), nonce, begun, signature),
            (mark, nonce, str(int(begun) + 3600), signature),
            (mark, "0" * len(nonce), begun, signature),
        ):
            visitor.cookies[name] = ".".join(changed)
            assert "Sign in" in (await visitor.get(at.at)).text
        visitor.cookies[name] = value
        await at.here.services.keys.revoke(key_id)
        assert "Sign in" in (await visitor.get(at.at)).text


async def test_a_link_from_elsewhere_does_not_end_the_session(tmp_path: Path) -> None:
    """Browsers keep the cookie back then: the page loads again from here, with it."""
    async with studio(tmp_path) as at:
        visitor = Visitor(at.visitor.app)
        answer = await visitor.get(f"{at.at}/talk?text=bell", sec_fetch_site="cross-site")
        assert f'content="0;url={at.at}/talk?text=bell"' in answer.html
        assert visitor.cookies == {}


async def test_pages_run_no_foreign_script_and_are_kept_nowhere(tmp_path: Path) -> None:
    """Also pages of errors; the cookie is not for scripts, nor for other sites."""
    async with studio(tmp_path) as at:
        for path in ("/", "/nothing", at.at, "/t/none"):
            visitor = Visitor(at.visitor.app)
            answer = await visitor.get(path)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert answer.headers["cache-control"] == "no-store"
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=strict" in cookie
            assert "style=" not in answer.html
            assert "<script>" not in answer.html
