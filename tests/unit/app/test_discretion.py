"""What a character may speak of, boasts, and expectations of turns and memories."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from npcserver.app.context.conversation_line import ConversationLine, with_recent
from npcserver.app.context.discretion import Discretion, carried, confided, set_flags
from npcserver.app.play import ReportOutcome
from npcserver.model.affordance import ActionIntent
from npcserver.model.character import Person
from npcserver.model.expectation import TextPattern
from npcserver.model.feelings import Belief, Standing, named
from npcserver.model.ids import IntentId, TimelineId
from npcserver.model.job import Job, JobKind
from npcserver.model.memory import Memory, Recollection, of
from npcserver.model.record import Flagged, OutcomeStatus, Record, RecordKind, Remembered, Source
from npcserver.model.secret import Secret
from npcserver.model.turn import Line
from npcserver.ports.language_model import Request
from npctools.replay.examination import (
    ExpectationResult,
    JudgedTurn,
    chosen,
    judged,
    knows,
)
from npctools.session import (
    Checks,
    PersonaTest,
    TurnSelector,
    WantedIntent,
    WantedMood,
)
from tests.fakes.dialogue_app import (
    ANN_HERE,
    GIVE,
    KEY,
    give_intent,
    last_turn_id,
    new_dialogue_app,
)
from tests.fakes.prompt_inputs import reply_scene
from tests.fakes.store_world import MIRA
from tests.fakes.thought_app import ThoughtApp, new_thought_app

NOW = datetime(2000, 1, 1, tzinfo=UTC)
HESTER = Person(id="hester", name="Hester", is_player=False)
ANN, MALLORY = Person(id="ann", name="Ann"), Person(id="mallory", name="Mallory")
TRUSTED = Secret(key="trusted", trust=60)
OPEN = Secret(key="open", flag="lens-found")
NEVER = Secret(key="never")
TO_ANN = Secret(key="to-ann", to=("ann",))


def before(*people: Person, trust: int = 70, flags: frozenset[str] = frozenset()) -> Discretion:
    """Return a discretion before people of whom only Mallory is not trusted."""
    return Discretion(
        audience=tuple(
            (one, Standing(other_id=one.id, trust=0 if one == MALLORY else trust)) for one in people
        ),
        flags=flags,
    )


def record(*secrets: Secret, told_by: str = "", text: str = "The lens lies in the barn.") -> Record:
    return Record(
        timeline_id=TimelineId("tl"),
        seq=1,
        kind=RecordKind.UTTERANCE if told_by else RecordKind.OBSERVATION,
        body=Remembered(
            source=Source.TOLD if told_by else Source.AUTHORED, told_by=told_by, secrets=secrets
        ),
        subject_id="wenna",
        text=text,
        game_time=NOW,
        written_at=NOW,
    )


def memory(*secrets: Secret, text: str = "The lens lies in the barn.") -> Memory:
    return of(record(*secrets, text=text), importance=5, last_accessed_at=NOW)


def recollection(*secrets: Secret, text: str = "The lens lies in the barn.") -> Recollection:
    found = memory(*secrets, text=text)
    return Recollection(memory=found, score=1, recency=1, importance=1, relevance=1)


def test_everybody_who_would_hear_must_be_entitled() -> None:
    """One who may not be told is enough for all to hear nothing."""
    assert before(ANN).may_tell([TRUSTED])
    assert before(ANN, HESTER).may_tell([TRUSTED])
    assert not before(ANN, MALLORY).may_tell([TRUSTED])


def test_all_secrets_of_a_memory_must_be_open() -> None:
    """What carries two secrets waits for both."""
    assert before(ANN).may_tell([TRUSTED, TO_ANN])
    assert not before(ANN).may_tell([TRUSTED, NEVER])
    assert not before(HESTER).may_tell([TRUSTED, TO_ANN])


def test_a_thought_never_has_a_secret() -> None:
    """Nobody hears a thought, so nobody can be entitled; what is no secret may be thought of."""
    assert not before().may_tell([TRUSTED])
    assert not before().may_tell([TO_ANN])
    assert before().may_tell([])


def test_what_a_flag_has_made_public_may_be_thought_and_said() -> None:
    """A story flag alone opens a secret to all, and its unsetting closes it."""
    flags = frozenset({"lens-found"})

    assert before(flags=flags).may_tell([OPEN])
    assert before(ANN, MALLORY, flags=flags).may_tell([OPEN])
    assert not before().may_tell([OPEN])
    assert not before(ANN).may_tell([OPEN])


def test_the_latest_record_of_a_flag_counts() -> None:
    """Unset is unset, and what is no flag is none."""
    found = {
        name: Record(
            timeline_id=TimelineId("tl"),
            seq=1,
            kind=RecordKind.FLAG,
            body=Flagged(is_set=is_set),
            subject_id=name,
            text="",
            game_time=NOW,
            written_at=NOW,
        )
        for name, is_set in (("lens-found", True), ("lamp-lit", False))
    }

    assert set_flags(found) == {"lens-found"}


def test_sifting_parts_what_is_told_from_what_is_kept() -> None:
    """Both in the order given, whether records, memories or recollections."""
    plain, locked = memory(), memory(NEVER)

    assert before(ANN).sift([locked, plain, locked]) == ((plain,), (locked, locked))
    assert before(ANN).sift([recollection(TRUSTED)])[1] == ()
    assert before(MALLORY).sift([record(TRUSTED)])[0] == ()


def test_a_character_is_not_kept_from_its_own_words() -> None:
    """Anyone who told it knows it; nobody else who is there does for that."""
    told = record(NEVER, told_by="hester")

    assert before(HESTER).sift([told])[0] == (told,)
    assert before(HESTER, ANN).sift([told])[0] == ()
    assert before(ANN).sift([told])[0] == ()


def test_a_player_who_lost_trust_is_not_reminded_of_its_own_words() -> None:
    """What a player said is as secret as any: another may sit there today."""
    told = record(TRUSTED, told_by="mallory")

    assert before(MALLORY).sift([told])[0] == ()


def test_whatever_any_of_them_carries_is_carried() -> None:
    """Once each."""
    assert carried([memory(NEVER), memory(), memory(TO_ANN, NEVER)]) == (NEVER, TO_ANN)


def test_what_an_entitled_partner_says_of_a_secret_carries_it() -> None:
    """One telling word in common is enough; small talk carries nothing."""
    found = [recollection(TRUSTED)]

    assert confided("So it is the barn?", found, before(ANN)) == (TRUSTED,)
    assert confided("Will you come to supper?", found, before(ANN)) == ()


def test_what_a_partner_says_is_judged_by_the_partner_alone() -> None:
    """That another listens makes no guess of what was told in confidence."""
    found = [recollection(TRUSTED)]

    assert confided("So it is the barn?", found, before(ANN, MALLORY)) == (TRUSTED,)
    assert confided("So it is the barn?", found, before(MALLORY, ANN)) == ()


def test_the_names_of_those_who_are_there_tell_nothing() -> None:
    """To greet a character whom a secret is about is no confidence."""
    found = [recollection(TRUSTED, text="Hester drinks.")]

    assert confided("Good evening, Hester!", found, before(ANN), ["Hester"]) == ()
    assert confided("Good evening, Hester!", found, before(ANN)) == (TRUSTED,)


CLAIM = "Mira gave Ann the brass key."
TRUE = "Mira wanted to give Ann the brass key."
NOTE = "it did not happen: give item (item: brass key, to: Ann)"
PENDING = "it has not happened yet: give item (item: brass key, to: Ann)"


async def boasting(status: OutcomeStatus | None) -> ThoughtApp:
    """Let Mira boast that she gave Ann the key, and let the game say what came of it."""
    here = ThoughtApp(await new_dialogue_app(), threshold=1)
    here.here.steps = ["I have given you the brass key.", give_intent(1)]
    await here.here.turn("The key, please.", affordances=(GIVE,), entities=(KEY, ANN_HERE))
    if status is not None:
        await here.here.play.report_outcome(
            ReportOutcome(
                timeline_id=here.here.timeline,
                turn_id=await last_turn_id(here.here),
                intent_id=give_intent(1).intent.id,
                status=status,
            )
        )
    return here


async def think(here: ThoughtApp, kind: JobKind) -> str:
    """Have one kind of thought, once all is taken in; return all that was asked in it."""
    here.clock.ahead = timedelta(hours=1)
    for wished in (JobKind.DIGEST, kind):
        here.model.asked.clear()
        await here.handlers[wished](
            Job(
                id=1,
                kind=wished,
                timeline_id=here.here.timeline,
                subject_id=MIRA,
                attempts=1,
                lease="mine",
            )
        )
    return "\n".join(prompt(request) for request in here.model.asked)


def prompt(request: Request) -> str:
    return "\n".join(message.text for message in request.messages)


def claiming(here: ThoughtApp, claim: str) -> None:
    """Let the model say the claim in every thought."""
    belief = {"topic": "ann-has-the-key", "text": claim, "change": 5}
    here.model.says = {
        "questions": {"questions": ["Who has the key?", "What does Ann want?", "Where is it?"]},
        "insights": {"insights": [{"insight": claim, "because": [1], "importance": 6}]},
        "summarise": {"for_my_plans": "", "interesting": claim, "importance": 5},
        "relate": {
            "affinity": 1,
            "trust": 1,
            "familiarity": 1,
            "view": claim,
            "beliefs": [belief],
            "feeling": "joy",
        },
    }


async def kept(here: ThoughtApp) -> list[str]:
    """Return what thoughts left: reflections, views and beliefs."""
    records = await here.here.records(RecordKind.REFLECTION, RecordKind.RELATION, RecordKind.BELIEF)
    texts = [record.text for record in records]
    texts += [one.body.view for one in records if isinstance(one.body, Standing)]
    texts += [one.body.text for one in records if isinstance(one.body, Belief)]
    return [text for text in texts if text]


KINDS = (JobKind.REFLECT, JobKind.SUMMARISE, JobKind.RELATE)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("status", [None, OutcomeStatus.REFUSED, OutcomeStatus.FAILED])
async def test_no_thought_keeps_a_deed_that_did_not_happen(
    kind: JobKind, status: OutcomeStatus | None
) -> None:
    """What became of it stands beside the boast, and who believes the boast all the same is not."""
    here = await boasting(status)
    claiming(here, CLAIM)

    asked = await think(here, kind)

    assert (PENDING if status is None else NOTE) in asked
    assert not any("gave" in text for text in await kept(here))


@pytest.mark.parametrize("kind", KINDS)
async def test_what_was_done_may_be_thought_of_as_done(kind: JobKind) -> None:
    """Nothing stands beside words that came true."""
    here = await boasting(OutcomeStatus.COMPLETED)
    claiming(here, CLAIM)

    asked = await think(here, kind)

    assert NOTE not in asked
    assert PENDING not in asked
    assert CLAIM in await kept(here)


@pytest.mark.parametrize("kind", KINDS)
async def test_what_was_only_wanted_may_be_thought_of_as_wanted(kind: JobKind) -> None:
    """The truth about it is as good a thought as any."""
    here = await boasting(OutcomeStatus.REFUSED)
    claiming(here, TRUE)

    await think(here, kind)

    assert TRUE in await kept(here)


async def test_a_den_without_boasts_thinks_as_before() -> None:
    """Where nothing was attempted nothing stands beside anything."""
    here = await new_thought_app(3, threshold=1)
    claiming(here, CLAIM)

    asked = await think(here, JobKind.REFLECT)

    assert "it did not happen" not in asked
    assert CLAIM in await kept(here)


ADA = Person(id="p1", name="Ada")
TOM = Person(id="tom", name="Tom", is_player=False)
POURS = ActionIntent(
    id=IntentId("int_1"), affordance="pour", arguments=(("drink", "ale"), ("pence", 3))
)


def said(*texts: str, number: int = 1, heard: str = "Well?", **more: object) -> JudgedTurn:
    made = JudgedTurn(
        number=number,
        character="mira",
        partner=ADA,
        heard=heard,
        lines=tuple(Line(text=text) for text in texts),
    )
    return replace(made, **more)  # type: ignore[arg-type]


def found(
    checks: Checks, *turns: JudgedTurn, memories: tuple[str, ...] = ()
) -> tuple[ExpectationResult, ...]:
    test = PersonaTest(name="a test", character="mira", checks=checks)
    return judged(test, turns, memories)


def holds(checks: Checks, *turns: JudgedTurn, memories: tuple[str, ...] = ()) -> list[bool]:
    return [finding.holds for finding in found(checks, *turns, memories=memories)]


INN = TextPattern(text="the inn")


@pytest.mark.parametrize(
    ("checks", "expected"),
    [
        (Checks(says=(INN,)), True),
        (Checks(says=(TextPattern(text="mill"), INN)), True),
        (Checks(says=(TextPattern(text="mill"),)), False),
        (Checks(never_says=(TextPattern(text="mill"),)), True),
        (Checks(never_says=(INN,)), False),
        (Checks(offers_intent=(WantedIntent(affordance="pour"),)), True),
        (Checks(offers_intent=(WantedIntent(affordance="fly"),)), False),
        (Checks(never_offers=(WantedIntent(affordance="pour"),)), False),
        (Checks(never_offers=(WantedIntent(affordance="fly"),)), True),
        (Checks(mood=WantedMood(labels=("joy",))), True),
        (Checks(mood=WantedMood(labels=("anger", "fear"))), False),
        (Checks(mood=WantedMood(valence=(0.0, 1.0))), True),
        (Checks(mood=WantedMood(valence=(-1.0, 0.0))), False),
        (Checks(max_sentences=2), True),
        (Checks(max_sentences=1), False),
        (Checks(language="en"), True),
        (Checks(language="de"), False),
        (Checks(leaks_nothing=True), True),
    ],
)
def test_each_expectation_holds_or_not(checks: Checks, *, expected: bool) -> None:
    """A turn of two sentences, one wish and one feeling is judged by every kind of check."""
    turn = said("I keep The Inn, you see.", "It is my mother's and that is the end of it.")
    glad = replace(turn.lines[1], emotion=named("joy"))
    turn = replace(turn, lines=(turn.lines[0], glad), intents=(POURS,))

    assert holds(checks, turn) == [expected]


def test_arguments_of_an_intent_count_when_they_are_named() -> None:
    """Another drink is another wish; what is not named may be anything."""
    ale = WantedIntent(affordance="pour", arguments=(("drink", "ale"),))
    tea = WantedIntent(affordance="pour", arguments=(("drink", "tea"),))
    turn = said("Here.", intents=(POURS,))

    assert holds(Checks(offers_intent=(ale,)), turn) == [True]
    assert holds(Checks(offers_intent=(tea,)), turn) == [False]


def test_one_turn_that_says_it_is_enough_and_one_that_must_not_is_too_much() -> None:
    """`says` looks for a turn among all, `never_says` forbids every one."""
    turns = (said("Good day."), said("I keep the inn.", number=2))

    assert holds(Checks(says=(INN,)), *turns) == [True]
    assert holds(Checks(never_says=(INN,)), *turns) == [False]


def test_a_failure_quotes_the_line_and_what_it_answered() -> None:
    """Who reads the report needs no transcript."""
    (finding,) = found(
        Checks(never_says=(INN,)), said("I keep the inn.", number=7, heard="What do you do?")
    )

    assert finding.problem == 'turn 7, to "What do you do?": "I keep the inn."'


def test_a_leak_names_the_memory() -> None:
    """What was passed on to a character who may not be told stands in the report."""
    (finding,) = found(Checks(leaks_nothing=True), said("It was I.", leaked=("You paid.",)))

    assert "You paid." in finding.problem


def test_no_turn_at_all_is_no_proof() -> None:
    """An expectation of turns that do not exist fails, unless it only forbids."""
    assert holds(Checks(says=(INN,))) == [False]
    assert holds(Checks(language="en")) == [False]
    assert holds(Checks(never_says=(INN,))) == [True]


def test_knowing_is_stating_the_same() -> None:
    """A memory that states the fact in its own words counts; one about other things does not."""
    memories = (
        "You owed the Marchmont Bank sixty-two pounds, and somebody paid it all.",
        "The cat came in.",
    )
    fact = "Somebody paid sixty-two pounds to the Marchmont Bank"

    assert knows(memories, fact) == memories[0]
    assert not knows(memories, "The wreck lost its bell in a storm")
    assert holds(Checks(knows=(fact,), does_not_know=(fact,)), memories=memories) == [True, False]


@pytest.mark.parametrize(
    ("choice", "numbers"),
    [
        (TurnSelector(), [1, 2, 3]),
        (TurnSelector(numbers=(3, 9)), [3]),
        (TurnSelector(heard=re.compile("debt", re.IGNORECASE)), [2]),
        (TurnSelector(by="player"), [1, 2]),
        (TurnSelector(by="Tom"), [3]),
        (TurnSelector(by="p1", heard=re.compile("Hello")), [1]),
    ],
)
def test_turns_are_chosen_by_number_words_and_speaker(
    choice: TurnSelector, numbers: list[int]
) -> None:
    """All that a choice names has to fit."""
    turns = (
        said("Hm.", number=1, heard="Hello."),
        said("Hm.", number=2, heard="Whose DEBT?"),
        said("Hm.", number=3, partner=TOM),
    )

    assert [turn.number for turn in chosen(turns, choice)] == numbers


def test_lines_since_a_scene_was_loaded_are_shown_as_far_as_its_audience_may_hear() -> None:
    """None that the scene has already, none with others, and none with a secret of others."""
    mira = Person(id="mira", name="Mira Holt", is_player=False)

    def line(text: str, seq: int = 0, to: str = "ann", *secrets: Secret) -> ConversationLine:
        return ConversationLine(text=text, speaker=mira, to_id=to, seq=seq, secrets=secrets)

    recent = (
        line("Stored and loaded.", 7),
        line("Stored since.", 8),
        line("To Mallory.", 0, "mallory"),
        line("For the trusted.", 0, "ann", TRUSTED),
        line("Not stored."),
        line(""),
    )
    scene = reply_scene(conversation=())

    alone = with_recent(scene, recent, 7, before(ANN))
    watched = with_recent(scene, recent, 7, before(ANN, MALLORY))

    shown = ["Stored since.", "For the trusted.", "Not stored."]
    assert [one.text for one in alone.conversation] == shown
    assert TRUSTED in alone.secrets
    assert [one.text for one in watched.conversation] == ["Stored since.", "Not stored."]
    assert TRUSTED not in watched.secrets
