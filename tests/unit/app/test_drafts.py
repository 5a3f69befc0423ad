"""Drafts of personas: seen by their timeline alone, and published as versions."""

from dataclasses import replace

import pytest

from npcserver.app.authored import roster_at
from npcserver.app.characters import Characters
from npcserver.app.context.mindset import Minds
from npcserver.app.conversation.known_characters import CharacterLookups, KnownCharacters
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.drafts import Drafts, DraftState, EditDraft
from npcserver.app.pagination import Page
from npcserver.app.thoughts.budgets import Budgets
from npcserver.model.character import Persona
from npcserver.model.draft import persona_of
from npcserver.model.errors import Conflict, InvalidInput, NotFound, Reason
from npcserver.model.ids import TimelineId
from npcserver.model.model_use import Budget
from npcserver.model.record import RecordKind, TurnTaken
from npcserver.model.timeline import Vantage
from tests.fakes.dialogue_app import ANN, DialogueApp, new_dialogue_app
from tests.fakes.store_world import GENESIS, MIRA, WORLD, delete_timeline, key, start

RIDDLES = "She speaks in riddles."


class Desk:
    """An author at work on the world of an app."""

    def __init__(self, here: DialogueApp) -> None:
        self.here = here
        self.drafts = Drafts(here.store, here.clock)
        budgets = Budgets(here.store, default=Budget())
        self.characters = Characters(Minds(here.store), here.clock, budgets)

    async def draft(self, at: TimelineId | None = None, **fields: object) -> DraftState:
        """Draft fields of Mira's persona, by default in the timeline of play."""
        how = {name: fields.pop(name) for name in ("if_seq", "is_rebased", "key") if name in fields}
        return await self.drafts.edit(
            EditDraft(
                timeline_id=at or self.here.timeline,
                subject=persona_of(MIRA),
                apply=lambda before: replace(before, **fields),
                author_id="eve",
                why="to try it",
                **how,  # type: ignore[arg-type]
            )
        )

    async def publish(self, **how: object) -> int:
        published = await self.drafts.publish(
            timeline_id=self.here.timeline,
            subject=persona_of(MIRA),
            **how,  # type: ignore[arg-type]
        )
        return int(published.version)

    async def edit(self, **fields: object) -> None:
        """Edit what is published."""
        await self.characters.edit(
            world_id=WORLD,
            character_id=MIRA,
            apply=lambda before: replace(
                before,
                persona=replace(before.persona, **fields),  # type: ignore[arg-type]
            ),
        )

    async def fork(self, name: str) -> TimelineId:
        async with self.here.store.read() as reader:
            vantage = (await reader.timeline(self.here.timeline)).vantage
        return await start(self.here.store, name, vantage)

    async def spoken_as(self, timeline: TimelineId) -> Persona:
        """Return the persona with which Mira answers in a timeline."""
        self.here.timeline, before = timeline, self.here.timeline
        await self.here.turn()
        self.here.timeline = before
        return self.here.heard[-1].character.persona

    async def published(self) -> Persona:
        return (await self.characters.get(WORLD, MIRA)).persona


async def desk() -> Desk:
    return Desk(await new_dialogue_app())


async def test_only_its_timeline_and_later_branches_see_a_draft() -> None:
    """Those forked before, and the published persona, stay as they were; so do saves."""
    here = await desk()
    early = await here.fork("tl_early")
    drafted = await here.draft(voice=RIDDLES)
    late = await here.fork("tl_late")
    other = await start(here.here.store, "tl_other", Vantage(GENESIS, 0))

    spoken = [await here.spoken_as(one) for one in (here.here.timeline, late, early, other)]

    assert [one.voice for one in spoken] == [RIDDLES, RIDDLES, "", ""]
    assert (await here.published()).voice == ""
    assert drafted.changed == ("voice",)
    assert (drafted.base_version, drafted.author_id, drafted.why) == (1, "eve", "to try it")


async def test_a_receipt_names_the_draft_that_was_used() -> None:
    """Its version is that of what was published then, and no version is made of the draft."""
    here = await desk()
    drafted = await here.draft(voice=RIDDLES)
    await here.here.turn()
    (record,) = await here.here.records(RecordKind.TURN)
    versions = await here.characters.versions(WORLD, MIRA, Page(10))

    assert isinstance(record.body, TurnTaken)
    assert (record.body.receipt.draft_seq, record.body.receipt.persona_version) == (drafted.seq, 1)
    assert [one.version for one in versions.items] == [1]


async def test_others_see_a_drafted_name_in_its_timeline_alone() -> None:
    """The roster of a vantage has it, and so has all that is made from it."""
    here = await desk()
    await here.draft(name="Mirabel", is_deaf=True, background="Came from the coast.")
    other = await start(here.here.store, "tl_other", Vantage(GENESIS, 0))

    async with here.here.store.read() as reader:
        (seen,) = await roster_at(reader, await reader.head(here.here.timeline))
        (plain,) = await roster_at(reader, await reader.head(other))

    assert (seen.name, seen.is_deaf, seen.background) == ("Mirabel", True, "Came from the coast.")
    assert (plain.name, plain.is_deaf, plain.background) == ("Mira", False, "")


async def test_publishing_makes_a_version_and_ends_the_draft_where_it_holds() -> None:
    """Also in branches that were made while it held, but not in those with a draft of their own."""
    here = await desk()
    await here.draft(voice=RIDDLES)
    late, own = await here.fork("tl_late"), await here.fork("tl_own")
    await here.draft(own, voice="She sings.")
    other = await start(here.here.store, "tl_other", Vantage(GENESIS, 0))
    await here.here.turn()
    reach = await here.drafts.preview(here.here.timeline, persona_of(MIRA))

    assert reach.timeline_ids == ("tl_late", "tl_other", "tl_play")
    assert (reach.drafted_ids, reach.player_ids) == (("tl_own",), (ANN.id,))
    assert await here.publish(key=key("p-1")) == 2
    assert await here.publish(key=key("p-1")) == 2
    assert (await here.published()).voice == RIDDLES
    await here.edit(voice="She whispers.")
    spoken = [await here.spoken_as(one) for one in (here.here.timeline, late, other, own)]
    assert [one.voice for one in spoken] == [*["She whispers."] * 3, "She sings."]
    with pytest.raises(InvalidInput, match="has no draft in timeline 'tl_play'"):
        await here.drafts.get(here.here.timeline, persona_of(MIRA))


async def test_a_publication_reaches_branches_by_what_they_saw_when_they_were_made() -> None:
    """Before the draft, while it held, of one that ended, and behind a timeline that is deleted."""
    here = await desk()
    play = here.here.timeline
    await here.here.turn()
    before = await here.fork("tl_before")
    first = await here.draft(voice=RIDDLES)
    while_it_held = await here.fork("tl_held")
    below = await start(here.here.store, "tl_below", await head_of(here, while_it_held))
    await here.drafts.discard(timeline_id=while_it_held, subject=persona_of(MIRA))
    ended = await start(here.here.store, "tl_ended", await head_of(here, while_it_held))
    own = await here.fork("tl_own")
    await here.draft(own, voice="She sings.")
    late = await start(here.here.store, "tl_late", await head_of(here, own))
    await delete_timeline(here.here.store, own)
    reach = await here.drafts.preview(play, persona_of(MIRA))

    assert first.seq == reach.draft.seq
    assert reach.timeline_ids == tuple(sorted((play, before, while_it_held, below, ended)))
    assert reach.drafted_ids == (late,)
    published = await here.drafts.publish(timeline_id=play, subject=persona_of(MIRA))
    assert published.timeline_ids == (below, play)
    assert [(await here.spoken_as(one)).voice for one in (play, below)] == [RIDDLES] * 2
    assert (await here.spoken_as(late)).voice == "She sings."
    assert await here.drafts.list(below) == ()


async def head_of(here: Desk, timeline_id: TimelineId) -> Vantage:
    async with here.here.store.read() as reader:
        return (await reader.timeline(timeline_id)).vantage


async def test_a_draft_is_not_published_over_an_edit_since_it_was_begun() -> None:
    """Both are shown and neither is lost; once the draft is rebased it can be published."""
    here = await desk()
    await here.draft(voice=RIDDLES, traits="proud")
    await here.edit(traits="humble", currently="baking")

    with pytest.raises(Conflict, match="traits, currently, in version 2 after 1") as refused:
        await here.publish()
    found = await here.drafts.get(here.here.timeline, persona_of(MIRA))

    assert refused.value.reason is Reason.ETAG_MISMATCH
    assert found.contested == ("traits", "currently")
    assert found.base is not None
    assert found.published is not None
    kept = (found.base.traits, found.published.traits, found.content.traits)
    assert kept == ("patient", "humble", "proud")
    assert (await here.published()).traits == "humble"
    settled = await here.draft(currently="baking", is_rebased=True)
    assert (settled.contested, settled.changed) == ((), ("traits", "voice"))
    assert await here.publish() == 3
    assert (await here.published()).traits == "proud"


async def test_an_edit_that_was_taken_back_contests_nothing() -> None:
    """What counts is what is published now, not how many versions there were."""
    here = await desk()
    await here.draft(voice=RIDDLES)
    await here.edit(traits="humble")
    await here.edit(traits="patient")

    assert (await here.drafts.get(here.here.timeline, persona_of(MIRA))).contested == ()
    assert await here.publish() == 4


async def test_a_discarded_draft_is_over_in_its_timeline() -> None:
    """A branch that was made while it held keeps it."""
    here = await desk()
    await here.draft(voice=RIDDLES)
    late = await here.fork("tl_late")
    await here.drafts.discard(timeline_id=here.here.timeline, subject=persona_of(MIRA))

    assert (await here.spoken_as(here.here.timeline)).voice == ""
    assert (await here.spoken_as(late)).voice == RIDDLES
    assert await here.drafts.list(here.here.timeline) == ()
    assert [one.name for one in await here.drafts.list(late)] == ["Mira"]


async def test_of_two_authors_of_one_draft_the_second_hears_of_the_first() -> None:
    """Nothing that was typed is overwritten unseen."""
    here = await desk()
    first = await here.draft(voice=RIDDLES, if_seq=0)
    second = await here.draft(traits="proud", if_seq=first.seq)
    assert (second.content.voice, second.content.traits) == (RIDDLES, "proud")
    with pytest.raises(Conflict, match="changed by another author"):
        await here.draft(traits="humble", if_seq=first.seq)
    with pytest.raises(Conflict, match="changed by another author"):
        await here.publish(if_seq=first.seq)
    with pytest.raises(Conflict, match="changed by another author"):
        await here.draft(if_seq=0)


async def test_the_draft_of_a_deleted_character_is_shown_and_not_published() -> None:
    """Its text can be read, and the draft discarded."""
    here = await desk()
    await here.draft(voice=RIDDLES)
    await here.characters.delete(WORLD, MIRA)

    found = await here.drafts.get(here.here.timeline, persona_of(MIRA))

    assert (found.is_deleted, found.content.voice, found.changed) == (True, RIDDLES, ())
    with pytest.raises(NotFound, match="deleted since it was drafted") as refused:
        await here.publish()
    assert refused.value.reason is Reason.CHARACTER_NOT_FOUND
    with pytest.raises(NotFound, match="export the draft"):
        await here.draft(voice="She sings.")
    await here.drafts.discard(timeline_id=here.here.timeline, subject=persona_of(MIRA))
    assert await here.drafts.list(here.here.timeline) == ()


async def test_where_the_world_begins_nothing_is_drafted() -> None:
    """All timelines that are started would see it."""
    here = await desk()
    with pytest.raises(InvalidInput, match="where the world begins"):
        await here.draft(GENESIS, voice=RIDDLES)
    with pytest.raises(NotFound, match="no character 'nobody'"):
        await here.drafts.edit(
            EditDraft(
                timeline_id=here.here.timeline,
                subject=persona_of("nobody"),
                apply=lambda before: before,
            )
        )


async def test_a_thought_is_dropped_if_its_persona_was_drafted_meanwhile() -> None:
    """It was thought by someone else, and is thought again."""
    here = await desk()
    minds = Minds(here.here.store)
    async with here.here.store.read() as reader:
        mindset = await minds.load(reader, here.here.timeline, MIRA)
    await here.draft(voice=RIDDLES)

    with pytest.raises(Conflict, match="edited meanwhile") as refused:
        await minds.save(mindset, ())

    assert refused.value.reason is Reason.MIND_MOVED
    async with here.here.store.read() as reader:
        again = await minds.load(reader, here.here.timeline, MIRA)
    await minds.save(again, ())
    assert again.character.persona.voice == RIDDLES
    assert (await here.published()).voice == ""


async def test_lines_without_a_model_follow_the_draft_of_their_timeline() -> None:
    """Also from memory, and no longer once it was discarded."""
    here = await desk()
    other = await start(here.here.store, "tl_other", Vantage(GENESIS, 0))
    known = KnownCharacters()
    lookups = CharacterLookups(here.here.store, known)

    async def looked_up(timeline: TimelineId) -> tuple[str, str]:
        say = SayToCharacter(timeline_id=timeline, character_id=MIRA, speaker=ANN, text="Hm?")
        found = (await lookups.character(say)).character
        remembered = known.get(timeline, MIRA)
        return found.persona.voice, "" if remembered is None else remembered.persona.voice

    await looked_up(here.here.timeline)
    await here.draft(voice=RIDDLES)
    assert await looked_up(here.here.timeline) == (RIDDLES, RIDDLES)
    assert await looked_up(other) == ("", "")
    assert known.get(here.here.timeline, MIRA) is not None
    await here.drafts.discard(timeline_id=here.here.timeline, subject=persona_of(MIRA))
    assert await looked_up(here.here.timeline) == ("", "")
