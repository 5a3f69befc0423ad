"""Characters of a world in a scene: what comes to their minds, and what they keep of it."""

from dataclasses import replace

from npcscenes.app.scene_requests import CloseGroupChat
from npcscenes.model.group_answers import Answer
from npcscenes.model.group_inputs import (
    ChooseInput,
    ChronicleInput,
    DigestInput,
    MemberInput,
    SpeakInput,
    SpokenLine,
    UpdateInput,
    Vote,
    VoteInput,
)
from npcscenes.model.visibility import known_to
from npcserver.model.group.moves import LineSpoken, Voted
from npcserver.model.group.script import Course, Stage
from npcserver.model.job import JobKind
from npcserver.model.record import Draft, Record, RecordKind, Remembered, Source
from npcserver.model.secret import Secret
from npcserver.ports.storage import UnitOfWork
from tests.fakes.life_app import new_jobs
from tests.fakes.memory_store import MemoryStore
from tests.fakes.scene_app import (
    ANN,
    BOB,
    BRAM,
    MIRA,
    SHORT,
    SceneApp,
    answer_lively,
    new_scene_app,
    with_cast,
)
from tests.fakes.scene_scripts import Answers, council_script
from tests.fakes.store_world import WORLD, put, seen
from tests.fakes.thought_app import body_of

CAST = {"ada": "mira", "ben": "bram"}
VAULT = "The key to the vault hangs behind the clock in the chapel."
HIDDEN = Secret(key="vault", to=("bram",))
SPEECH = (RecordKind.LINE, RecordKind.UTTERANCE)


async def cast() -> SceneApp:
    """Open an app in whose world there are Mira, Bram and Cora."""
    return await new_scene_app(cast=("bram", "cora"))


def told(who: str, text: str, *secrets: Secret, players: tuple[str, ...] = ()) -> Draft:
    body = Remembered(source=Source.WITNESSED, secrets=secrets, players=players)
    return replace(seen(text, who, importance=9), body=body)


async def speech(here: SceneApp, who: str) -> list[Record]:
    return await here.records(*SPEECH, of=who)


async def test_a_cast_member_remembers_what_it_said_and_heard_and_nothing_else() -> None:
    """The words that the table lets it know, in order, each once; also the last words."""
    here = await cast()

    chat = await here.play(with_cast(council_script(), **CAST))

    for member, who in CAST.items():
        kept = await speech(here, who)
        known = [one for one in known_to(chat, member) if isinstance(one, LineSpoken | Voted)]
        words = [one.text if isinstance(one, LineSpoken) else one.statement for one in known]
        assert sorted(one.text for one in kept) == sorted(filter(None, words))
        own = {one.text for one in kept if one.kind is RecordKind.LINE}
        assert own == {
            word for word, one in zip(words, known, strict=True) if word and one.member == member
        }
        assert {body_of(one).circle_id for one in kept} == {chat.id}


async def test_words_say_who_said_them_to_whom_and_how_far_they_are_believed() -> None:
    """A character by its own id, a member without one by an id that is nobody else's."""
    here = await cast()

    chat = await here.play(with_cast(council_script(), **CAST))

    heard = [body_of(one) for one in await speech(here, MIRA) if one.kind is RecordKind.UTTERANCE]
    assert {body.told_by for body in heard} == {
        "bram", "cyn@council", "dov@council", "eve@council",
    }  # fmt: skip
    assert {body.speaker for body in heard} == {"Ben", "Cyn", "Dov", "Eve"}
    assert {body.told_to for body in heard} == {"mira", ""}
    assert {(body.source, body.trust) for body in heard} == {(Source.TOLD, 50)}
    own = [body_of(one) for one in await speech(here, MIRA) if one.kind is RecordKind.LINE]
    assert {(body.source, body.trust, body.told_by) for body in own} == {(Source.OWN, 100, "mira")}
    assert chat.is_closed


async def test_what_is_heard_leads_back_to_what_was_said() -> None:
    """Both carry the same turn, also where the others heard it only when the round was over."""
    here = await cast()
    await here.play(with_cast(council_script(), **CAST))

    said = {body_of(one).turn_id: one for one in await speech(here, BRAM)
            if one.kind is RecordKind.LINE}  # fmt: skip
    heard = [
        one
        for one in await speech(here, MIRA)
        if one.kind is RecordKind.UTTERANCE and body_of(one).told_by == BRAM
    ]
    assert heard
    assert all(said[body_of(one).turn_id].text == one.text for one in heard)
    assert all(said[body_of(one).turn_id].seq < one.seq for one in heard)


async def test_nothing_of_a_scene_is_rated_and_all_of_it_is_taken_in_when_it_is_over() -> None:
    """Its memories are given their importance; the thoughts about it come after the end."""
    here = await cast()
    chat_id = await here.open(with_cast(council_script(SHORT), **CAST))
    await here.advance(chat_id)
    assert isinstance(here.store, MemoryStore)
    await new_jobs(here.store)

    await here.perform(chat_id)

    assert None not in [one.importance for one in await here.records(*SPEECH)]
    assert await new_jobs(here.store) == {
        (kind, who) for who in CAST.values() for kind in (JobKind.DIGEST, JobKind.RELATE)
    }


async def test_one_that_is_broken_off_is_thought_about_too() -> None:
    """What was said was said."""
    here = await cast()
    chat_id = await here.open(with_cast(council_script(SHORT), **CAST))
    assert isinstance(here.store, MemoryStore)

    await here.chats.move(CloseGroupChat(timeline_id=here.timeline_id, chat_id=chat_id))

    assert (JobKind.RELATE, "mira") in await new_jobs(here.store)


async def test_a_character_recalls_what_matters_and_its_words_rest_on_it() -> None:
    """The receipt names the memories, and the line what of them it passes on."""
    here = await cast()
    news = "The miller's barge sank at the old ford with forty sacks of barley."
    appended = await put(here.store, told("mira", news, players=("tom",)), to=here.timeline_id)
    here.answers = _retelling(news)

    chat = await here.play(with_cast(council_script(SHORT), **CAST))

    acts = [
        act
        for act in here.acts
        if isinstance(act, SpeakInput | ChooseInput | UpdateInput | VoteInput)
    ]
    recalled = {
        act.standpoint.member.id: {one.memory.text for one in act.standpoint.recollections}
        for act in acts
    }
    assert news in recalled["ada"]
    assert recalled["dov"] == recalled["cyn"] == set()
    made = [
        move.made_from for _, move in chat.moves if isinstance(move, LineSpoken) and move.made_from
    ]
    assert any(one.persona_version == 1 and one.recalled for one in made)
    lines = [one for one in await speech(here, MIRA) if one.kind is RecordKind.LINE]
    (passed_on,) = [body_of(one) for one in lines if "barge" in one.text]
    assert passed_on.evidence == (appended.first,)
    assert passed_on.players == ("tom",)
    heard = [body_of(one) for one in await speech(here, BRAM) if "barge" in one.text]
    assert [body.players for body in heard] == [("tom",)]


def _retelling(news: str) -> Answers:
    def answers(act: MemberInput) -> Answer | None:
        if (
            isinstance(act, SpeakInput)
            and act.partner is None
            and act.standpoint.member.id == "ada"
        ):
            return SpokenLine(say=news)
        return answer_lively(act)

    return answers


async def test_without_memory_nobody_recalls_anything() -> None:
    """That part is taken away whole."""
    here = await cast()
    await put(here.store, told("mira", VAULT), to=here.timeline_id)

    await here.play(with_cast(council_script(replace(SHORT, has_memory=False)), **CAST))

    acts = [act for act in here.acts if not isinstance(act, ChronicleInput | DigestInput)]
    assert {act.standpoint.recollections for act in acts} == {()}


async def test_a_secret_is_told_to_none_who_may_not_hear_it() -> None:
    """It comes to mind before the one who may know, in a talk of two; before all it does not."""
    here = await cast()
    await put(here.store, told("mira", VAULT, HIDDEN), to=here.timeline_id)
    course = Course(rounds=1, private_rounds=2, meeting_rounds=2, group_rounds=2)

    await here.play(with_cast(council_script(course), **CAST))

    for act in here.acts:
        if isinstance(act, ChronicleInput | DigestInput) or act.standpoint.member.id != "ada":
            continue
        is_open = isinstance(act, SpeakInput) and act.partner and act.partner.id == "ben"
        known = any(one.memory.text == VAULT for one in act.standpoint.recollections)
        assert known == bool(is_open), act
        assert (HIDDEN in act.standpoint.secrets) == bool(is_open)


async def test_words_carry_the_secrets_that_were_before_their_speaker() -> None:
    """In the log, and in the minds of both; and who was told so keeps them from the others."""
    here = await cast()
    await put(here.store, told("mira", VAULT, HIDDEN), to=here.timeline_id)
    course = Course(rounds=1, private_rounds=2, meeting_rounds=2, group_rounds=2)

    chat = await here.play(with_cast(council_script(course), **CAST))

    carried = [
        move
        for _, move in chat.moves
        if isinstance(move, LineSpoken) and move.member == "ada" and HIDDEN in move.secrets
    ]
    assert carried
    assert {(move.to, move.stage is Stage.GROUP_CHAT) for move in carried} == {("ben", False)}
    texts = {move.text for move in carried}
    for who in (MIRA, BRAM):
        kept = [one for one in await speech(here, who) if one.text in texts]
        assert len(kept) == len(texts)
        assert all(HIDDEN in body_of(one).secrets for one in kept)
    for act in here.acts:
        if isinstance(act, ChronicleInput | DigestInput) or act.standpoint.member.id != "ben":
            continue
        shown = {one.text for one in act.standpoint.known if isinstance(one, LineSpoken)}
        shown |= {one.text for one in act.lines} if isinstance(act, SpeakInput) else set()
        is_with_ada = isinstance(act, SpeakInput) and act.partner and act.partner.id == "ada"
        assert is_with_ada or not shown & texts, act


async def test_a_person_in_a_seat_hears_what_its_member_hears() -> None:
    """So what must not be told to the person is not told to the member either."""
    here = await cast()
    await put(here.store, told("mira", VAULT, HIDDEN), to=here.timeline_id)
    chat_id = await here.open(with_cast(council_script(), **CAST))
    await here.sit(chat_id, "ben", BOB)
    await here.advance(chat_id)
    await here.perform(chat_id)

    texts = [
        one.memory.text
        for act in here.acts
        if isinstance(act, SpeakInput)
        for one in act.standpoint.recollections
    ]
    assert VAULT not in texts


async def test_words_of_people_stem_from_them() -> None:
    """Of the audience, and of who speaks for a member: so that they can be forgotten."""
    here = await cast()
    chat_id = await here.open(with_cast(council_script(SHORT), **CAST))
    await here.say(chat_id, "Remember the flood!")

    (heard,) = [body_of(one) for one in await speech(here, MIRA)]
    assert (heard.told_by, heard.speaker, heard.players) == (BOB.id, BOB.name, (BOB.id,))
    assert ANN.id not in heard.players


async def test_a_character_that_is_deleted_plays_on_from_the_script() -> None:
    """It remembers nothing any more, and nothing is kept for it."""
    here = await cast()
    chat_id = await here.open(with_cast(council_script(SHORT), **CAST))
    await here.advance(chat_id)

    async def work(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, BRAM)

    await here.store.write(work)
    await here.perform(chat_id)

    assert (await here.get(chat_id)).is_closed
    assert await speech(here, MIRA)
    assert await speech(here, BRAM) == []


async def test_last_words_are_heard_when_all_have_voted() -> None:
    """By all, and said by who said them."""
    here = await cast()
    here.answers = _with_last_words

    await here.play(with_cast(council_script(SHORT), **CAST))

    said = [one for one in await speech(here, MIRA) if "speaking last" in one.text]
    assert len(said) == 5
    assert [one.kind for one in said].count(RecordKind.LINE) == 1


def _with_last_words(act: MemberInput) -> Answer | None:
    answer = answer_lively(act)
    if isinstance(answer, Vote) and isinstance(act, VoteInput):
        name = act.standpoint.member.name
        return replace(answer, statement=f"It is {name} of the mill who is speaking last.")
    return answer


def condensing(material: MemberInput) -> Answer | None:
    return "They spoke of mills." if isinstance(material, DigestInput) else answer_lively(material)


async def test_a_digest_that_all_voters_share_holds_no_secret() -> None:
    """What one who plays a member may not tell everybody is not condensed for them."""
    here = await new_scene_app(condensing, cast=("bram", "cora"))
    here.tokens = 900
    await put(here.store, told("mira", VAULT, HIDDEN), to=here.timeline_id)

    chat = await here.play(with_cast(council_script(), **CAST))

    carried = {move.text for _, move in chat.moves if isinstance(move, LineSpoken) and move.secrets}
    (digesting,) = [act for act in here.acts if isinstance(act, DigestInput)]
    shown = {one.text for one in digesting.known if isinstance(one, LineSpoken)}
    assert carried
    assert shown
    assert not shown & carried
    assert chat.fold.digests[1]
