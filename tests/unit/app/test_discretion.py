"""What a character may speak of, by who hears it."""

from datetime import UTC, datetime

from npcserver.app.context.discretion import Discretion, carried, confided, set_flags
from npcserver.model.character import Person
from npcserver.model.feelings import Standing
from npcserver.model.ids import TimelineId
from npcserver.model.memory import Memory, Recollection, of
from npcserver.model.record import Flagged, Record, RecordKind, Remembered, Source
from npcserver.model.secret import Secret

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
