"""Drafts in the studio: written in a form, compared, published, and tried beside the old line."""

import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from npcserver.app.drafts import EditDraft
from npcserver.app.pagination import Page
from npcserver.model.access import KeyRole
from npcserver.model.draft import DraftKind, DraftSubject, persona_of
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.record import TurnTaken
from npcserver.ports.storage import Append
from tests.fakes import store_world
from tests.fakes.studio_visitor import WORLD, Answer, Studio, counted, inputs, problem, studio
from tests.unit.npcstudio.test_access import key_of, signed_in
from tests.unit.npcstudio.test_pages import last_turn, say
from tests.unit.npcstudio.test_personas import HOSTILE, filled

HESTER = CharacterId("hester")


def form(at: Studio, timeline: TimelineId | None = None) -> str:
    return f"/w/{WORLD}/people/hester/persona/draft/{timeline or at.timeline_id}"


def typed_in(page: Answer) -> dict[str, str]:
    """Return what the form holds, the position of the draft and `rebase` included."""
    hidden = re.findall(r'name="(etag|rebase)" value="([^"]*)"', page.html)
    return filled(page) | dict(hidden)


async def published(at: Studio) -> str:
    return (await at.here.services.characters.get(WORLD, HESTER)).persona.voice


async def drafted(at: Studio) -> str:
    found = await at.here.services.drafts.in_force(at.timeline_id, HESTER)
    return found.persona.voice if found.draft_seq else ""


async def test_a_draft_is_written_compared_and_published(tmp_path: Path) -> None:
    """Nobody else sees it before; what it reaches stands above the button that publishes."""
    async with studio(tmp_path) as at:
        assert "Nothing is drafted here" in (await at.visitor.get(f"{at.at}/drafts")).text
        before = await published(at)
        fields = filled(await at.visitor.get(form(at)))
        assert fields["voice"] == before
        typed = fields | {"voice": f"{before} And she sings.", "do": "check"}
        assert "Draft Hester" in (await at.visitor.post(form(at), typed)).text
        assert await drafted(at) == ""

        one = await at.visitor.post(form(at), typed | {"do": "save", "why": "To try it."})

        assert "Drafted. It holds in this timeline" in one.text
        assert "<ins> And she sings.</ins>" in one.html
        assert (await drafted(at), await published(at)) == (f"{before} And she sings.", before)
        listed = await at.visitor.get(f"{at.at}/drafts")
        assert "To try it." in listed.text
        assert 'class="chip">Voice' in listed.html
        reach = await at.visitor.get(f"{at.at}/drafts/hester/publish")
        assert "Timelines that will use it: 1" in reach.text
        done = await at.visitor.post(
            f"{at.at}/drafts/hester", {"do": "publish", "seq": "1", "why": "It is better."}
        )
        assert done.status == 409, "the draft is at another position"
        seq = (await at.here.services.drafts.get(at.timeline_id, persona_of(HESTER))).seq
        await at.visitor.get(f"{at.at}/drafts/hester/publish")
        done = await at.visitor.post(
            f"{at.at}/drafts/hester", {"do": "publish", "seq": f"{seq}", "why": "It is better."}
        )
        assert "Published as a new version" in done.text
        assert await published(at) == f"{before} And she sings."


async def test_what_was_published_since_stands_beside_the_draft_until_it_is_settled(
    tmp_path: Path,
) -> None:
    """It cannot be published before, and no text is lost."""
    async with studio(tmp_path) as at:
        fields = filled(await at.visitor.get(form(at)))
        await at.visitor.post(form(at), fields | {"voice": "She sings.", "do": "save"})
        persona = f"/w/{WORLD}/people/hester/persona"
        edited = filled(await at.visitor.get(persona)) | {"voice": "She whispers.", "do": "save"}
        await at.visitor.post(persona, edited)

        page = await at.visitor.get(f"{at.at}/drafts/hester")
        assert "published anew since this draft was begun" in page.text
        assert "whispers" in page.text
        assert "/drafts/hester/publish" not in page.html
        seq = (await at.here.services.drafts.get(at.timeline_id, persona_of(HESTER))).seq
        refused = await at.visitor.post(
            f"{at.at}/drafts/hester", {"do": "publish", "seq": f"{seq}"}
        )
        assert refused.status == 409
        assert "both stand in the draft" in refused.text
        settling = await at.visitor.get(form(at))
        assert "whispers" in settling.text
        fields = typed_in(settling) | {"do": "save"}
        assert fields["voice"] == "She sings."
        settled = await at.visitor.post(form(at), fields)
        assert "published anew since" not in settled.text
        assert "See whom it reaches" in settled.text


async def test_of_two_authors_of_one_draft_both_texts_are_shown(tmp_path: Path) -> None:
    """Neither is overwritten unseen, also where the second began without a draft."""
    async with studio(tmp_path) as at:
        fields = filled(await at.visitor.get(form(at)))
        await at.here.services.drafts.edit(
            EditDraft(
                timeline_id=at.timeline_id,
                subject=persona_of(HESTER),
                apply=lambda before: type(before)(name=before.name, voice="She whistles."),
            )
        )
        clash = await at.visitor.post(form(at), fields | {"voice": HOSTILE, "do": "save"})
        assert clash.status == 409
        assert "She whistles." in clash.text
        assert "<script>" not in clash.html
        assert typed_in(clash)["voice"] == HOSTILE
        assert await drafted(at) == "She whistles."
        saved = await at.visitor.post(form(at), typed_in(clash) | {"do": "save"})
        assert "Drafted." in saved.text
        assert await drafted(at) == HOSTILE
        assert "<script>" not in (await at.visitor.get(f"{at.at}/drafts")).html


async def test_the_draft_of_a_deleted_character_can_be_read_and_discarded(tmp_path: Path) -> None:
    """The page says what happened, and offers no more than that."""
    async with studio(tmp_path) as at:
        fields = filled(await at.visitor.get(form(at)))
        await at.visitor.post(form(at), fields | {"voice": "She sings.", "do": "save"})
        await at.here.services.characters.delete(WORLD, HESTER)
        page = await at.visitor.get(f"{at.at}/drafts/hester")
        assert "was deleted since" in page.text
        assert "sings" in page.text
        assert "/publish" not in page.html
        seq = (await at.here.services.drafts.get(at.timeline_id, persona_of(HESTER))).seq
        gone = await at.visitor.post(f"{at.at}/drafts/hester", {"do": "discard", "seq": f"{seq}"})
        assert "The draft is over" in gone.text


async def test_a_line_is_said_again_with_a_draft_beside_the_old_one(tmp_path: Path) -> None:
    """The persona is changed on the branch alone, and the page says which fields."""
    async with studio(tmp_path) as at:
        await say(at, "Who are you?")
        path = f"{at.at}/again/{await last_turn(at)}"
        page = await at.visitor.get(path)
        persona = (await at.here.services.characters.get(WORLD, HESTER)).persona
        prose = {
            name: getattr(persona, name)
            for name in ("traits", "background", "currently", "lifestyle", "voice", "daily_plan")
        }
        assert persona.voice in unescape(page.html)

        plain = await at.visitor.post(path, prose | {"words": "Who are you?"})
        assert "With a draft:" not in plain.text
        said = await at.visitor.post(path, prose | {"words": "And now?", "voice": "She sings."})

        assert "With a draft:" in said.text
        assert 'class="chip">Voice' in said.html
        timelines = await at.here.services.timelines.list(WORLD, page=Page(20))
        branches = [one for one in timelines.items if one.label.startswith("Again: And")]
        found = await at.here.services.drafts.in_force(branches[0].id, HESTER)
        assert found.persona.voice == "She sings."
        assert await published(at) == persona.voice
        assert await drafted(at) == ""


async def test_who_may_read_alone_drafts_nothing(tmp_path: Path) -> None:
    """The form can be filled in and checked, and is refused when it is saved."""
    async with studio(tmp_path) as at:
        reader = await signed_in(at, (await key_of(at, KeyRole.READ_ONLY))[1])
        page = await reader.get(form(at))
        assert "Save the draft" not in page.text
        refused = await reader.post(form(at), filled(page) | {"do": "save", "voice": "Loud."})
        assert refused.status == 403
        assert "Loud." in refused.text
        assert await drafted(at) == ""


async def test_a_draft_goes_to_another_timeline_as_a_file_that_is_shown_first(
    tmp_path: Path,
) -> None:
    """What it would change stands on the page; a broken file stays in the form, with its lines."""
    async with studio(tmp_path) as at:
        fields = filled(await at.visitor.get(form(at)))
        await at.visitor.post(form(at), fields | {"voice": "She sings.", "do": "save"})
        file = await at.visitor.get(f"{at.at}/drafts.yaml?character=hester")
        assert 'filename="draft-hester.yaml"' in file.headers["content-disposition"]
        assert "voice: She sings." in file.html
        other = (await at.here.services.timelines.start(WORLD, "Elsewhere")).id
        await at.visitor.get(f"/t/{other}/drafts")

        typed = {"yaml": file.html.replace("voice", "voic"), "do": "try"}
        broken = await at.visitor.post(f"/t/{other}/drafts", typed)
        assert broken.status == 400
        assert "draft.yaml:6: characters[0].voic: is no key here" in broken.text
        assert "voic: She sings." in broken.text
        tried = await at.visitor.post(f"/t/{other}/drafts", {"yaml": file.html, "do": "try"})
        assert "What the import would draft" in tried.text
        assert "sings" in tried.text
        assert await at.here.services.drafts.list(other) == ()
        odd = file.content.replace(b"sings", b"si\xffngs")
        told = await at.visitor.upload(f"/t/{other}/drafts", odd, "odd.yaml", yaml="x: 1", do="try")
        assert "odd.yaml, line 6: is no text in UTF-8" in told.text
        assert "x: 1" in told.text
        chosen = await at.visitor.upload(f"/t/{other}/drafts", file.content, "d.yaml", do="try")
        assert "What the import would draft" in chosen.text
        await at.visitor.get(f"/t/{other}/drafts")
        done = await at.visitor.post(f"/t/{other}/drafts", {"yaml": file.html, "do": "import"})
        assert "Imported: the drafts stand below" in done.text
        (draft,) = await at.here.services.drafts.list(other)
        assert draft.content.voice == "She sings."


async def test_whom_it_reaches_takes_the_same_statements_however_many_they_are(
    tmp_path: Path,
) -> None:
    """Four times as many timelines, each with a player and half with a draft of their own."""
    async with studio(tmp_path) as at:
        fields = filled(await at.visitor.get(form(at)))
        await at.visitor.post(form(at), fields | {"voice": "She sings.", "do": "save"})
        counts, timelines = [], 0
        for more in (4, 12):
            for number in range(more):
                other = await at.here.services.timelines.start(WORLD, f"Other {number}")
                turn = store_world.turn(f"trn_{timelines}", HESTER)
                assert isinstance(turn.body, TurnTaken)
                spoken = replace(turn.body, speaker_id=f'ben "{timelines}" \\ ü')
                await at.here.store.append(Append(other.id, (replace(turn, body=spoken),)))
                if number % 2:
                    await at.here.services.drafts.edit(
                        EditDraft(
                            timeline_id=other.id,
                            subject=persona_of(HESTER),
                            apply=lambda before: replace(before, voice="She whistles."),
                        )
                    )
                timelines += 1
            page, statements = await counted(at, f"{at.at}/drafts/hester/publish")
            counts.append(len(statements))
            assert f"Timelines that will use it: {timelines // 2 + 1}" in page.text
            assert unescape(page.html).count('ben "') == timelines // 2
        assert 'ben "14" \\ ü' in unescape(page.html)
        assert counts[1] <= counts[0]


async def send_on(at: Studio, path: str, typed: dict[str, str]) -> Answer:
    """Save a form as a draft: it goes on as it is to the form of the timeline."""
    typed = typed | {"do": "draft", "draft_on": at.timeline_id}
    sent = await at.visitor.send(path, urlencode({**at.visitor.hidden, **typed}).encode())
    assert (sent.status, sent.headers["location"]) == (307, f"{path}?draft={at.timeline_id}")
    return await at.visitor.post(sent.headers["location"], typed)


async def draft_a_new_book_and_an_action(at: Studio) -> None:
    new = f"/w/{WORLD}/new-book"
    fields = inputs(await at.visitor.get(new)) | {"title": "Stars", "text": "They are far."}
    assert "Drafted." in (await send_on(at, new, fields)).text
    path = f"/w/{WORLD}/actions/ring_handbell"
    fields = inputs(await at.visitor.get(path)) | {"description": "Ring it, loudly."}
    assert "Drafted." in (await send_on(at, path, fields)).text
    here = f"{path}?draft={at.timeline_id}"
    fields = inputs(await at.visitor.get(here)) | {"do": "save"}
    assert fields["description"] == "Ring it, loudly."
    renamed = await at.visitor.post(here, fields | {"name": "ring_gong"})
    assert "stays as it is in a draft" in problem(renamed, "name")
    names = [one.subject.id for one in await at.here.services.drafts.list(at.timeline_id)]
    assert names == ["stars", "ring_handbell"]

    edited = inputs(await at.visitor.get(path)) | {"description": "Softly.", "do": "save"}
    await at.visitor.post(path, edited)
    own = f"/t/{at.timeline_id}/actions/ring_handbell/draft"
    page = (await at.visitor.get(own)).html
    assert all(one in page for one in ("Softly", "Settle it in the form"))
    (to,) = re.findall(r'href="([^"]*rebase=yes)"', page)
    settling = inputs(await at.visitor.get(unescape(to))) | {"do": "save"}
    await at.visitor.post(unescape(to), settling)
    assert "See whom it reaches" in (await at.visitor.get(own)).text
    assert "Stars" in (await at.visitor.get(f"/w/{WORLD}/books/stars?draft={at.timeline_id}")).text
    assert (await at.visitor.get(f"/w/{WORLD}/books/stars")).status == 404


async def test_books_and_actions_are_saved_as_drafts_compared_and_published(
    tmp_path: Path,
) -> None:
    """The form goes on to the timeline as it is; an action keeps its name, as the game knows it.

    What is published stays until then; what was published since is settled in the form.
    """
    subject = DraftSubject(DraftKind.BOOK, "tide-tables")
    async with studio(tmp_path) as at:
        services, path = at.here.services, f"/w/{WORLD}/books/tide-tables"
        before = await services.lore.get(WorldId(WORLD), "tide-tables")
        fields = inputs(await at.visitor.get(f"{path}/chapter/1"))
        typed = fields | {"text": f"The bell is struck nine times. {HOSTILE}"}
        saved = await send_on(at, f"{path}/chapter/1", typed)

        assert "Drafted. It holds in this timeline" in saved.text
        assert "<script>" not in saved.html
        assert f"draft={at.timeline_id}" in saved.html, "its chapters are those of the draft"
        assert await services.lore.get(WorldId(WORLD), "tide-tables") == before
        cover = inputs(saved) | {"author": "Orrel", "do": "save", "why": "To try it."}
        assert "Drafted." in (await at.visitor.post(f"{path}?draft={at.timeline_id}", cover)).text
        late = inputs(saved) | {"author": "Ann", "do": "save"}
        clash = await at.visitor.post(f"{path}?draft={at.timeline_id}", late)
        assert (clash.status, "Saved meanwhile: Orrel" in clash.text) == (409, True)

        own = f"/t/{at.timeline_id}/books/tide-tables/draft"
        assert f'href="{own}"' in (await at.visitor.get(f"{at.at}/drafts")).html
        reach = (await at.visitor.get(f"{own}/publish")).text
        assert all(one in reach for one in ("Timelines that will use it: 1", "Chapters"))
        file = (await at.visitor.get(f"{at.at}/drafts.yaml?book=tide-tables")).html
        assert all(one in file for one in ("author: Orrel", "The bell is struck nine times."))
        seq = (await services.drafts.get(at.timeline_id, subject)).seq
        await at.visitor.post(own, {"do": "publish", "seq": f"{seq}"})
        assert (await services.lore.get(WorldId(WORLD), "tide-tables")).author == "Orrel"
        await draft_a_new_book_and_an_action(at)


async def test_a_draft_goes_to_a_timeline_that_was_played_last(tmp_path: Path) -> None:
    """The newest is chosen, however many there are."""
    async with studio(tmp_path) as at:
        for number in range(31):
            newest = await at.here.services.timelines.start(WORLD, f"Night {number}")
        page = await at.visitor.get(f"/w/{WORLD}/books/tide-tables")
        offered = page.html.partition('name="draft_on"')[2].partition("</select>")[0]
        labels = re.findall(r"<option[^>]*>([^<]+)<", offered)
        assert labels[0] == newest.label
        assert len(labels) == 30
