"""Texts by language: their words, their language, deadlines in them, and the first person."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npcserver.language.clock import shifted
from npcserver.language.deadlines import due_at, is_overdue, names_a_time, without_time
from npcserver.language.detection import is_in, tongue_of
from npcserver.language.person import first_person
from npcserver.language.tokens import STOP_WORDS, tokens

LAST = datetime(9999, 12, 31, 23, 59, tzinfo=UTC)


@pytest.mark.parametrize(
    "forms",
    [
        "bake bakes baked baking",
        "plan plans planned planning",
        "party parties party's",
        "try tries tried trying",
        "agree agrees agreed",
        "watch watches watched watching",
        "use uses used",
        "tell tells telling told",
        "freeze froze frozen freezing",
        "knife knives",
        "child children children's",
        "Klaus Klaus' KLAUS’s",
    ],
)
def test_forms_of_a_word_meet(forms: str) -> None:
    """Number, tense and owner do not matter."""
    assert len(set(tokens(forms))) == 1
    assert len(tokens(forms)) == len(forms.split())


@pytest.mark.parametrize(
    "pair",
    ["plan planet", "king kin", "bread bed", "market mark", "bus bu", "rose rise", "saw see"],
)
def test_different_words_stay_apart(pair: str) -> None:
    """Stemming is light enough not to merge what is unrelated."""
    assert len(set(tokens(pair))) == 2


def test_stop_words_are_dropped_with_and_without_apostrophe() -> None:
    """A question of function words alone has no tokens."""
    assert tokens("What don't you do with the others? I've been here.") == ["other"]
    assert tokens(" ".join(sorted(STOP_WORDS))) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("at 5 pm on 14 February", ["5", "pm", "14", "february"]),
        ("我们去市场。", ["我们", "们去", "去市", "市场"]),
        (
            "Isabella邀请我参加ｐａｒｔｙ",
            ["isabella", "邀请", "请我", "我参", "参加", "party"],
        ),
        ("Привет, МИР Korb Äpfel", ["привет", "мир", "korb", "apfel"]),
    ],
)
def test_words_of_all_scripts_are_tokens(text: str, found: list[str]) -> None:
    """Numbers too; ideographs are cut into pairs that overlap, also among Latin letters."""
    assert tokens(text) == found


def test_one_ideograph_alone_stays_itself() -> None:
    """Single characters count only where nothing stands beside them."""
    assert tokens("火!") == ["火"]
    assert "火" not in tokens("着火了")


@pytest.mark.parametrize("text", ["", "   ", "...!?", "🎉🎉", "'"])
def test_text_without_words_has_no_tokens(text: str) -> None:
    """Punctuation and pictures are no words."""
    assert tokens(text) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The lamp is out and you know what that means for the boats.", "en"),
        ("Das Licht ist aus und ich weiß nicht, was wir tun.", "de"),
        ("La lampe est éteinte et je ne sais pas pour vous.", "fr"),
        ("灯灭了，我不知道该怎么办。", "zh"),
        ("灯が消えました。どうしますか。", "ja"),
        ("Лампа погасла, и я не знаю.", "ru"),
        ("Aye.", ""),
        ("", ""),
        ("...", ""),
    ],
)
def test_languages_are_told_where_there_is_enough_to_go_by(text: str, language: str) -> None:
    """A text of some length is told; a word or two says nothing."""
    assert tongue_of(text) == language


def test_what_cannot_be_told_may_be_in_any_language() -> None:
    """An expectation of a language does not fail for an `Aye`; a regional tag is its language."""
    assert is_in("Aye.", "en")
    assert is_in("The lamp is out and you know it.", "en-GB")
    assert not is_in("灯灭了，我不知道该怎么办。", "en")


TUESDAY = datetime(2023, 2, 14, 14, 5, 33, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("I'll bring it tomorrow", "Wed 15 23:59"),
        ("by noon", "Wed 15 12:00"),
        ("tomorrow by noon", "Wed 15 12:00"),
        ("tonight", "Tue 14 23:59"),
        ("this evening", "Tue 14 22:00"),
        ("at five", "Tue 14 17:00"),
        ("at 9", "Tue 14 21:00"),
        ("by 5pm", "Tue 14 17:00"),
        ("at 17:30 today", "Tue 14 17:30"),
        ("at half past six", "Tue 14 18:30"),
        ("at eight tonight", "Tue 14 20:00"),
        ("at 7 a.m. tomorrow", "Wed 15 07:00"),
        ("tomorrow at five", "Wed 15 17:00"),
        ("tomorrow morning", "Wed 15 12:00"),
        ("in the morning", "Wed 15 12:00"),
        ("in two hours", "Tue 14 16:05"),
        ("in half an hour", "Tue 14 14:35"),
        ("in a couple of days", "Thu 16 23:59"),
        ("before sunset", "Tue 14 18:00"),
        ("on Friday", "Fri 17 23:59"),
        ("Friday evening", "Fri 17 22:00"),
        ("on Tuesday", "Tue 21 23:59"),
        ("next Friday", "Fri 24 23:59"),
        ("next week", "Sun 26 23:59"),
        ("the day after tomorrow", "Thu 16 23:59"),
        ("明天", "Wed 15 23:59"),
        ("今晚", "Tue 14 22:00"),
        ("明天下午五点", "Wed 15 17:00"),
        ("明早八点", "Wed 15 08:00"),
        ("两小时后", "Tue 14 16:05"),
        ("三天内", "Fri 17 23:59"),
        ("周五晚上", "Fri 17 22:00"),
        ("天黑前", "Tue 14 20:00"),
        ("下周", "Sun 26 23:59"),
    ],
)
def test_words_name_a_time_to_come(said: str, due: str) -> None:
    """A time is the next one that fits; a day is over at a minute to midnight."""
    found = due_at(said, TUESDAY)

    assert found is not None
    assert f"{found:%a %d %H:%M}" == due
    assert names_a_time(said)


@pytest.mark.parametrize(
    "said",
    ["", "soon", "I sat at one of the tables", "before two men came", "this morning", "in a way"],
)
def test_what_names_no_time_to_come_is_never_due(said: str) -> None:
    """Neither vague words nor what is past already name a time by when."""
    assert due_at(said, TUESDAY) is None


def test_a_deed_is_told_without_its_time() -> None:
    """What is left of a promise without its time is what was promised."""
    assert without_time("bring the ale tomorrow by noon") == "bring the ale"
    assert without_time("明天下午给你带酒") == "给你带酒"


def test_an_hour_has_a_grace_and_a_day_has_none() -> None:
    """What is due at five may come until six; what is due tomorrow must come before midnight."""
    five, tomorrow = due_at("at five", TUESDAY), due_at("tomorrow", TUESDAY)
    assert five is not None
    assert tomorrow is not None

    assert not is_overdue(five, five + timedelta(minutes=60))
    assert is_overdue(five, five + timedelta(minutes=61))
    assert not is_overdue(tomorrow, tomorrow)
    assert is_overdue(tomorrow, tomorrow + timedelta(minutes=1))


TOLD = {
    "You owed the bank sixty pounds.": "I owed the bank sixty pounds.",
    "You are the landlady, and your mother was.": "I am the landlady, and my mother was.",
    "She told you that you were late.": "She told me that I was late.",
    "He asks you each morning whether you've a letter.":
        "He asks me each morning whether I've a letter.",
    "The key is yours; keep it to yourself.": "The key is mine; keep it to myself.",
    "Nobody but you knows.": "Nobody but I knows.",
    "They came with you to the pier.": "They came with me to the pier.",
    "Bram owes you for nine ales.": "Bram owes me for nine ales.",
    "Wenna knows you owe her a game.": "Wenna knows I owe her a game.",
    "Your nephew's room stands empty.": "My nephew's room stands empty.",
    "The youth of the town dance.": "The youth of the town dance.",
    "Bram sold his boat.": "Bram sold his boat.",
    "In May you misread the gauge.": "In May I misread the gauge.",
    "In January you bought oil. Yours is dear.": "In January I bought oil. Mine is dear.",
    "A dog bit you, and you ran.": "A dog bit me, and I ran.",
    "You and Maria Lopez have met.": "Maria Lopez and I have met.",
    "你欠你们掌柜三文钱。": "我欠我们掌柜三文钱。",
    "She hands you the pennies.": "She hands me the pennies.",
    'Ann said "You owe me, you thief" and you left.':
        'Ann said "You owe me, you thief" and I left.',
    "He called “you” behind you.": "He called “you” behind me.",
    "他说“你欠我”，你没答话。": "他说“你欠我”，我没答话。",
    "你对他说你好，买了迷你盆栽。": "我对他说你好，买了迷你盆栽。",
    "You sat up with 沈玉兰, who thanked you.": "I sat up with 沈玉兰, who thanked me.",
}  # fmt: skip


@pytest.mark.parametrize(("told", "own"), TOLD.items(), ids=TOLD)
def test_you_becomes_i(told: str, own: str) -> None:
    """Who acts becomes `I`, whom it happens to `me`; words of others stay."""
    assert first_person(told) == own


@given(
    st.datetimes(timezones=st.just(UTC)),
    st.sampled_from(("minutes", "hours", "days", "weeks")),
    st.integers(-(10**9), 10**9),
)
def test_a_shifted_moment_stays_within_the_calendar(now: datetime, unit: str, count: int) -> None:
    """It is exact wherever the calendar reaches, and the nearer end of time beyond."""
    try:
        exact = now + timedelta(**{unit: count})
    except OverflowError:
        exact = LAST if count > 0 else datetime.min.replace(tzinfo=UTC)
    assert shifted(now, **{unit: count}) == exact


@pytest.mark.parametrize("said", ["in 99999999 days", "next Friday", "tomorrow at 3", "by tonight"])
def test_a_deadline_beyond_the_calendar_is_its_end(said: str) -> None:
    """A promise for a day that no calendar has is due at the end of time."""
    now = datetime(9999, 12, 31, 23, 50, tzinfo=UTC)
    due = due_at(said, now)
    assert due is None or due >= LAST.replace(hour=0, minute=0)
    assert due is None or not is_overdue(due, now)
