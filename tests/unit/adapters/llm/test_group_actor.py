"""Group chats without a language model, and the phrases they are made of."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from npcserver.adapters.llm.actor import scene_lines, scene_view
from npcserver.adapters.llm.actor.scene_view import MemberStandpoint, Phrase
from npcserver.adapters.llm.offline import OfflineActor
from npcserver.adapters.llm.scripted import ScriptedThinker
from npcserver.model.character import Person
from npcserver.model.feelings import Belief
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.moves import AUDIENCE, Chose, LineSpoken
from npcserver.model.group.script import Script, Stage
from npcserver.model.group_inputs import (
    ChooseInput,
    MemberUpdate,
    PartnerChoice,
    SpeakInput,
    SpokenLine,
    UpdateInput,
)
from tests.fakes.scene_scripts import play_script
from tests.unit.adapters.llm.group_scenes import MILL, TEA, Actor, bank, line, standpoint


def said(chat: GroupChat) -> list[LineSpoken]:
    """Return all that was said aloud."""
    return [move for _, move in chat.moves if isinstance(move, LineSpoken) and move.text]


def to_ben(text: str, relation: int = 10, seed: int = 1) -> SpokenLine:
    """Return what Dov answers Ben, who said something to him."""
    relations = (("ada", 10), ("ben", relation), ("eve", 10))
    at = standpoint("dov", stage=Stage.PRIVATE_CHAT, relations=relations, seed=seed)
    heard = line("ben", text, to="dov")
    answer = Actor()(SpeakInput(standpoint=at, partner=MILL.member("ben"), lines=(heard,)))
    assert isinstance(answer, SpokenLine)
    return answer


@pytest.fixture(scope="module", params=[MILL, TEA], ids=["en", "zh"])
def game(request: pytest.FixtureRequest) -> GroupChat:
    """Play a whole game in either language; that takes a second."""
    script: Script = request.param
    return play_script(script, Actor(), seed=3)


@pytest.fixture(scope="module")
def mill() -> GroupChat:
    """Play a whole game in English."""
    return play_script(MILL, Actor(), seed=1)


def test_whole_scene_is_played_in_answers_that_can_be_read(game: GroupChat) -> None:
    """Every answer of the actor has the form that the questions ask for."""
    assert game.closed is not None
    assert game.closed.is_settled
    assert game.effort.defaulted == 0
    assert {move.stage for move in said(game)} == {
        Stage.PRIVATE_CHAT,
        Stage.CONFIDENTIAL_MEETING,
        Stage.GROUP_CHAT,
    }


def test_nobody_says_the_same_line_twice(game: GroupChat) -> None:
    """Lines of a member differ through a whole game."""
    counts = Counter((move.member, move.text) for move in said(game))

    assert [one for one, count in counts.items() if count > 1] == []


def test_wording_varies(mill: GroupChat) -> None:
    """No opening of a sentence takes over: a game does not read like one form letter."""
    sentences = [one for move in said(mill) for one in re.split(r"(?<=[.?!]) ", move.text)]
    heads = Counter(" ".join(one.split()[:4]) for one in sentences)

    assert heads.most_common(1)[0][1] <= max(4, len(sentences) // 12)


def test_same_seed_gives_same_game_and_another_seed_another() -> None:
    """Chance is repeatable."""
    brief = replace(MILL, course=replace(MILL.course, rounds=1))
    first, again, other = (
        [move.text for move in said(play_script(brief, Actor(), seed))] for seed in (5, 5, 6)
    )

    assert first == again
    assert first != other


def test_lines_hold_no_gaps_and_no_facts_of_their_own(mill: GroupChat) -> None:
    """Every gap of a phrase is filled, and every name in a line is one of the scene."""
    text = " ".join(move.text for move in said(mill))
    inside = set(re.findall(r"(?<=[a-z,;] )[A-Z][a-z]+", text))

    assert not re.search(r"[{}]", text)
    assert inside <= {"Ada", "Ben", "Dov", "Eve", "I"}


def test_what_is_private_is_not_said(mill: GroupChat) -> None:
    """A private persona colours what a member does, and is never told."""
    assert not re.search("bank|laughed|youth", " ".join(move.text for move in said(mill)))


def test_principal_courts_who_owns_most() -> None:
    """Over many games the undecided with the greatest weight is sought most."""
    chosen: Counter[str] = Counter()
    for seed in range(30):
        at = standpoint("ada", stage=Stage.PRIVATE_CHAT, seed=seed)
        others = tuple(one for one in MILL.members if one.id != "ada")
        choice = Actor()(ChooseInput(standpoint=at, partners=others, chat_rounds=3))
        assert isinstance(choice, PartnerChoice)
        chosen[choice.partner] += 1

    assert chosen["dov"] > chosen["ben"]
    assert chosen["dov"] + chosen["eve"] > 15


def test_choice_brings_first_words_topics_and_a_plan() -> None:
    """One answer holds the whole of Perceive and Choose."""
    at = standpoint("ada", stage=Stage.PRIVATE_CHAT)
    choice = Actor()(ChooseInput(standpoint=at, partners=(MILL.member("dov"),), chat_rounds=3))

    assert isinstance(choice, PartnerChoice)
    assert choice.partner == "dov"
    assert choice.situation
    assert choice.strategy
    assert 1 <= len(choice.topics) <= 3
    assert "Dov" in choice.say


def test_who_is_not_liked_is_refused_and_who_is_liked_is_backed() -> None:
    """Not everybody agrees politely: the answer to a request follows the relation."""
    ask = "I am asking for your backing, Dov, no more and no less."
    kinds = [
        {kind for seed in range(12) for kind in _kinds(to_ben(ask, relation, seed).say)}
        for relation in (0, 45)
    ]

    assert "refusal" in kinds[0]
    assert "agreement" not in kinds[0]
    assert "agreement" in kinds[1]
    assert "refusal" not in kinds[1]


def test_question_on_a_topic_is_taken_up() -> None:
    """Who is asked about something comes back to it, more often than not."""
    answers = [to_ben("Dov, how do you stand on carts and roads?", 15, seed) for seed in range(12)]

    assert sum("carts and roads" in one.say.casefold() for one in answers) >= 6


def test_talk_ends_when_nothing_is_left() -> None:
    """Who is taken leave of takes leave, and the last line is one."""
    at = standpoint("dov", stage=Stage.PRIVATE_CHAT)
    heard = replace(line("ben", "I will sleep on it, Dov.", to="dov"), ends=True)
    answer = Actor()(
        SpeakInput(
            standpoint=at, partner=MILL.member("ben"), lines=(heard,), chat_round=2, chat_rounds=3
        )
    )

    assert isinstance(answer, SpokenLine)
    assert answer.ends
    assert "?" not in answer.say


def test_question_from_another_is_answered_before_all() -> None:
    """Who is asked by name in a group chat does not pass."""
    for seed in range(8):
        heard = line("ben", "Ada, a question in front of everybody: what about clean water?")
        answer = Actor()(
            SpeakInput(
                standpoint=standpoint("ada", seed=seed, known=(heard,)),
                partner=None,
                lines=(heard,),
                chat_round=2,
                chat_rounds=3,
            )
        )

        assert isinstance(answer, SpokenLine)
        assert answer.say


def test_words_from_the_audience_are_no_obstacle() -> None:
    """A line of a character who is no member may be taken up, by that one's name."""
    heard = line(AUDIENCE, "What about the children?", person=Person(id="p1", name="Robin"))
    answers = [
        Actor()(
            SpeakInput(
                standpoint=standpoint("eve", seed=seed),
                partner=None,
                lines=(heard,),
                chat_round=2,
                chat_rounds=3,
            )
        )
        for seed in range(20)
    ]

    assert any(isinstance(one, SpokenLine) and "Robin" in one.say for one in answers)


def test_reasons_come_first_where_they_are_asked_for() -> None:
    """With thinking, every answer has reasons; without, none has any."""
    thinking = replace(MILL, course=replace(MILL.course, has_thinking=True))
    for script in (MILL, thinking):
        at = standpoint("dov", script)
        for material in (UpdateInput(standpoint=at), SpeakInput(standpoint=at, partner=None)):
            answer = Actor()(material)

            assert isinstance(answer, MemberUpdate | SpokenLine)
            assert bool(answer.reasons) is script.course.has_thinking


def test_two_of_one_name_are_told_apart() -> None:
    """An answer names whom it means, with the id where the name is not enough."""
    twins = tuple(replace(one, name="Ben Oakes") for one in MILL.members if one.id != "ada")
    script = replace(MILL, members=(MILL.member("ada"), *twins))
    at = standpoint("ada", script, stage=Stage.PRIVATE_CHAT)
    choice = Actor()(ChooseInput(standpoint=at, partners=(script.member("dov"),), chat_rounds=1))

    assert isinstance(choice, PartnerChoice)
    assert choice.partner == "dov"


def test_bare_scene_can_be_played() -> None:
    """Members without goals, beliefs, resources or public words still have something to say."""
    bare = replace(
        MILL,
        resources=(),
        members=tuple(
            replace(one, scratch="", goal="", public="", private="", beliefs=(), camp="")
            for one in MILL.members
        ),
    )
    chat = play_script(replace(bare, course=replace(bare.course, rounds=1)), Actor(), seed=1)

    assert chat.effort.defaulted == 0
    assert any(isinstance(move, Chose) and move.partner for _, move in chat.moves)


async def test_scripted_thinker_acts_as_the_offline_actor() -> None:
    """A scene can be tried with a script: other questions go to the offline actor."""
    material = UpdateInput(standpoint=standpoint("dov", known=(line("ada", "I will begin."),)))

    asked = await ScriptedThinker().think(material)

    assert asked.answer == OfflineActor().answer(material)


def _kinds(text: str) -> frozenset[str]:
    return bank("en").kinds(text)


ALWAYS = {"you", "topic", "Topic"}
SPOKEN = ("open", "answer", "asked", "refused", "argued", "close", "group", "move", "nod")
MAY_LACK = ("group.lean", "move.lean", "move.confide", "move.claim", "move.mine", "move.yours")
FILLED = {
    name: f"Zz{name}"
    for name in (
        "you",
        "topic",
        "Topic",
        "claim",
        "Claim",
        "mine",
        "mine_is",
        "yours",
        "yours_is",
        "rival",
        "third",
        "said",
        "who",
        "aim",
        "fame",
        "choice",
        "memory",
        "heard",
        "own",
        "other",
        "first",
        "second",
        "relation",
        "weight",
        "title",
        "count",
        "winner",
        "because",
    )
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_both_languages_do_the_same_acts(language: str) -> None:
    """What can be said in one language can be said in the other."""
    assert set(bank(language).phrases) == set(bank("en").phrases)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_act_can_be_done_by_who_has_nothing(language: str) -> None:
    """Each act has phrases without resources, claims or quotes: nobody is left speechless."""
    lacking = [
        act
        for act, phrases in bank(language).phrases.items()
        if act.partition(".")[0] in SPOKEN
        and act.endswith(".any")
        and not act.startswith((*MAY_LACK, "group.claim", "group.mine", "group.audience"))
        and not act.startswith(("move.plan", "move.rival"))
        and sum(phrase.gaps <= ALWAYS for phrase in phrases) < 2
    ]

    assert lacking == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_gap_is_one_that_can_be_filled(language: str) -> None:
    """A misspelt gap would silence its phrase for ever."""
    gaps = {gap for all_ in bank(language).phrases.values() for one in all_ for gap in one.gaps}

    assert gaps <= set(FILLED)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_phrases_are_found_again_in_lines(language: str) -> None:
    """A phrase is known by its pieces, whatever its gaps were filled with."""
    spoken = [one for all_ in bank(language).phrases.values() for one in all_]
    for phrase in spoken:
        if phrase.act.partition(".")[0] in SPOKEN:
            assert phrase.is_in(f"Before. {phrase.text.format_map(FILLED)} After.")


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        ("asked.yes", "agreement"),
        ("asked.no", "refusal"),
        ("asked.maybe", "hedge"),
        ("move.support", "request"),
        ("move.warn", "attack"),
        ("group.contradict", "denial"),
        ("group.back", "backing"),
        ("close.open", "farewell"),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_phrases_are_heard_as_what_they_are(act: str, kind: str, language: str) -> None:
    """The actor understands what the actor says."""
    for phrase in bank(language).of(act):
        assert kind in bank(language).kinds(phrase.text.format_map(FILLED))


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("en", "Would you support me in this?", "request"),
        ("en", "I refuse to have any part in it.", "refusal"),
        ("en", "You are a liar and a coward.", "attack"),
        ("en", "The wheel turns because the brook runs.", "argument"),
        ("en", "What now?", "question"),
        ("zh", "\u8bf7\u652f\u6301\u6211\u5427\u3002", "request"),
        ("zh", "\u90a3\u4e48\uff0c\u600e\u4e48\u529e\uff1f", "question"),
    ],
)
def test_words_of_others_are_understood_too(language: str, text: str, kind: str) -> None:
    """People and language models do not speak in the actor's phrases."""
    assert kind in bank(language).kinds(text)


def test_phrase_with_an_empty_gap_is_not_used() -> None:
    """No line has a hole in it."""
    phrase = Phrase.of("move.mine", "Think of {mine}, {you}.")

    assert phrase.fits({"mine": "the mill", "you": "Ada"})
    assert not phrase.fits({"mine": "", "you": "Ada"})


def test_goal_is_wanted_in_the_first_person() -> None:
    """A goal that is written to the member is said by the member."""
    view = MemberStandpoint(standpoint("ada"), bank("en"))

    assert scene_lines.aim(view) == "to be taken for a miller by my neighbours"


def test_claims_are_what_is_held_and_what_is_to_be_shown() -> None:
    """What a principal argues for comes from its beliefs first, and then from its camp."""
    at = standpoint("ada", member=replace(MILL.member("ada"), camp="old"))
    found = scene_lines.claim_clauses(MemberStandpoint(at, bank("en")))

    assert found == ("the mill should be mine", "the mill has to stay as it is")


def test_belief_is_put_to_whom_it_is_about() -> None:
    """One says you to the other, and I of oneself."""
    at = standpoint("ada", beliefs=(Belief(topic="b", text="Ben sees Ada as she is", score=90),))
    view = MemberStandpoint(at, bank("en"))

    assert scene_lines.rephrase(view, "Ben sees Ada as she is", MILL.member("ben")) == (
        "you see me as she is"
    )


def test_quotes_are_whole_sentences() -> None:
    """A quote is never cut, and never holds another."""
    line = "I said: \u201cNo.\u201d The brook drives the wheel. Does it?"

    assert scene_lines.quote(line) == "The brook drives the wheel"


def test_wide_text_is_recognised() -> None:
    """Chinese sentences are joined without spaces."""
    assert scene_view.is_wide("\u8336")
    assert not scene_view.is_wide("tea")
