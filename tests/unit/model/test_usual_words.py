"""Habits read from text, small lines, and the places and things that words are about."""

import pytest

from npcserver import language
from npcserver.language.alarm import is_alarming, is_of_water
from npcserver.language.habits import Errand, dinner_time, doing, errands, minutes_of, waking_hours
from npcserver.model.canned_lines import canned_utterance, is_goodbye, repeats
from npcserver.model.inputs import KnownPlace
from npcserver.model.place_lookup import (
    fitting_thing,
    home_of,
    known_place,
    nearest_place,
    place_named,
    thing_named,
)
from npcserver.prompts.garbage import is_garbage
from tests.fakes import prompt_inputs
from tests.fakes.prompt_inputs import ANCHOR, LOFT, PLACES, QUAY


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("06:00", 360),
        ("6am", 360),
        ("6 a.m.", 360),
        ("6:30 pm", 1110),
        ("18h30", 1110),
        ("18.30", 1110),
        ("6", 360),
        ("22", 1320),
        ("noon", 720),
        ("midnight", 0),
        ("half past six", 390),
        ("quarter to seven in the evening", 1125),
        ("07:00:00", 420),
        ("2023-02-13T06:30:00", 390),
        ("六点半", 390),
        ("早上9:30", 570),
        ("晚上十一点", 1380),
        ("24", 1440),
        ("25", None),
        ("soon", None),
        ("", None),
    ],
)
def test_times_are_read_however_they_are_written(text: str, minutes: int | None) -> None:
    """Twelve hours or twenty-four, figures or words, English or Chinese."""
    assert minutes_of(text) == minutes


@pytest.mark.parametrize(
    ("lifestyle", "hours"),
    [
        ("Ann goes to bed around 11pm, awakes up around 6am.", (360, 1380)),
        ("Ann goes to bed around midnight, awakes up around 7amam.", (420, 1440)),
        ("Ann goes to bed around 2am, awakes up around 10am.", (600, 1560)),
        ("Up at half past five, in bed by midnight, sits down twice.", (330, 1440)),
        ("Sleeps from eight in the morning until two; awake all night.", (840, 1680)),
        ("Oven lit at three, asleep by eight.", (420, 1200)),
        ("Eats standing up.", (420, 1350)),
        ("", (420, 1350)),
        ("goes to bed at 7am and wakes up at 6am", (360, 1680)),
        ("goes to bed at 9am and wakes up at 6am", (360, 1680)),
        ("早上六点起床，晚上十一点半睡觉", (360, 1410)),
    ],
)
def test_waking_hours(lifestyle: str, hours: tuple[int, int]) -> None:
    """Bedtimes after midnight belong to the day before; what is not written is usual."""
    wakes, sleeps = waking_hours(lifestyle)

    if lifestyle.endswith("wakes up at 6am"):  # absurd: anything sensible will do
        assert sleeps - wakes >= 360
    else:
        assert (wakes, sleeps) == hours


@pytest.mark.parametrize(
    ("lifestyle", "minutes"),
    [("eats dinner around 17:30pm.", 1050), ("eats dinner around 5", 1020), ("eats late", None)],
)
def test_dinner_time(lifestyle: str, minutes: int | None) -> None:
    """A dinner at five is in the afternoon."""
    assert dinner_time(lifestyle) == minutes


@pytest.mark.parametrize(
    ("plan", "found"),
    [
        (
            "Ann Lee opens the Rose and Crown at 5pm everyday, and stands at it until 10pm.",
            [Errand(1020, 1320, "opening the Rose and Crown")],
        ),
        ("Ann Lee goes to the hall from 10am to 2pm.", [Errand(600, 840, "going to the hall")]),
        ("Bake from three, sell at half past four.", [Errand(900, None, "baking")]),
        ("Works at least 6 hours a day.", []),
        ("Walks in the afternoon.", []),
        ("早上八点开店，站到晚上八点", [Errand(480, 1200, "开店")]),
    ],
)
def test_errands(plan: str, found: list[Errand]) -> None:
    """What happens at a stated time, until when, and in the words of the author."""
    assert list(errands(plan, wakes=420, name="Ann Lee"))[:1] == found


@pytest.mark.parametrize(
    ("clause", "activity"),
    [
        ("Ann teaches", "teaching"),
        ("she studies law", "studying law"),
        ("Ann goes home", "going home"),
        ("he closes the shop", "closing the shop"),
        ("Open the door", "opening the door"),
        ("trim the wicks", "trimming the wicks"),
        ("taproom", "seeing to taproom"),
        ("Opens the door", "opening the door"),
        ("Ann has her tea", "having her tea"),
        ("she is at home", "being at home"),
        ("Ann dyes wool", "dyeing wool"),
        ("lanterns for sale", "seeing to lanterns for sale"),
        ("sweeping the floor", "sweeping the floor"),
        ("开店", "开店"),
        ("", ""),
    ],
)
def test_a_clause_becomes_an_activity(clause: str, activity: str) -> None:
    """Without its subject, in a form that fits after `is`; what names no deed is seen to."""
    assert doing(clause, "Ann Lee") == activity


@pytest.mark.parametrize(
    ("name", "is_sociable"),
    [
        ("The Bar", True),
        ("Market Square", True),
        ("The Gardens", True),
        ("village inn", True),
        ("The Cider Barn", False),
        ("The Publisher's Office", False),
        ("Innes Cottage", False),
        ("Sparkling Spring", False),
        ("镇上的茶馆", True),
    ],
)
def test_where_people_meet(name: str, *, is_sociable: bool) -> None:
    """A word for a meeting place is a whole word of the name."""
    assert bool(language.pattern("places", "sociable").search(name)) is is_sociable


TALK = (("Mira", "Is it true?"), ("Bram", "Who told you that?"))


def test_an_opening_greets_and_says_why() -> None:
    """By the hour of the day, by name, with what brought them to talk."""
    line = canned_utterance(prompt_inputs.converse_input())

    assert line.say.startswith("Good day, Bram.")
    assert "Bram means to sell the boat" in line.say
    assert not line.ends


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("about", ["", "the boat", "茶馆着火了", "a {0} {name} b"])
@pytest.mark.parametrize("seed", range(9))
def test_lines_are_lines(language: str, about: str, seed: int) -> None:
    """At every stage of a talk, in either language: words, and never remains of a form."""
    situation = prompt_inputs.day_situation(prompt_inputs.landlady(language=language), seed=seed)
    for said in ((), TALK, TALK * 4):
        line = canned_utterance(
            prompt_inputs.converse_input(*said, situation=situation, about=about)
        )

        assert line.say
        assert "{" not in line.say
        assert not is_garbage(line.say)


@pytest.mark.parametrize(
    "exchange",
    [
        prompt_inputs.converse_input(*TALK, should_end=True),
        prompt_inputs.converse_input(*TALK, ("Mira", "Ann."), ("Bram", "I must be off. Goodbye!")),
        prompt_inputs.converse_input(*TALK * 3),
    ],
)
def test_leave_is_taken(exchange: object) -> None:
    """When it is time, when the other does, or when there is nothing more to say."""
    line = canned_utterance(exchange)  # type: ignore[arg-type]

    assert line.ends
    assert is_goodbye(line.say)


@pytest.mark.parametrize(
    "text",
    [
        "Goodbye, Bram.",
        "Bye!",
        "See you tomorrow.",
        "I must be going.",
        "Well, I should get back to it. Take care.",
        "Take care of yourself.",
        "I have to go now.",
        "Until next time.",
        "Good night, all.",
    ],
)
def test_goodbyes_are_known(text: str) -> None:
    """In many words."""
    assert is_goodbye(text)


@pytest.mark.parametrize(
    "text",
    [
        "I will take care of it.",
        "I must go to the market at noon; will you come?",
        "It can wait until tomorrow.",
        "We had a good night at the inn.",
        "As long as you pay, so long as you live.",
        "He said goodbye to her.",
        "She came to the farewell party.",
        "再说一遍。",
    ],
)
def test_what_is_no_goodbye(text: str) -> None:
    """Words that only look like one end nothing."""
    assert not is_goodbye(text)


def test_chinese_goodbyes_are_known() -> None:
    """To who speaks Chinese."""
    assert is_goodbye("我先走了，回头见。", "zh")
    assert not is_goodbye("我先走了，回头见。", "en")


@pytest.mark.parametrize(
    ("line", "earlier", "is_again"),
    [
        ("The cider is gone!", "the cider is gone", True),
        ("The cider is gone by now, Bram.", "The cider is gone by now.", True),
        ("The cider is gone.", "The ale is gone.", False),
        ("No.", "No.", True),
        ("No, Bram.", "No, Ann.", False),
        ("今天的酒卖完了。", "今天的酒卖完了", True),
        ("今天的酒卖完了。", "明天的鱼要早点买", False),
        ("One two three four five.", "Five four three two one.", True),
    ],
)
def test_repetitions_are_found(line: str, earlier: str, is_again: bool) -> None:  # noqa: FBT001
    """Word for word, in other marks, or nearly; short answers only word for word."""
    assert bool(repeats(line, ["Hm.", earlier])) is is_again


CHINESE = (
    KnownPlace(id=QUAY, path="镇上: 茶馆", objects=(("柜台", ""),)),
    KnownPlace(id=LOFT, path="老宅: 卧房", objects=(("床", ""),), is_own=True),
)


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("anchor", ANCHOR),
        ("ANCHOR", ANCHOR),
        ("The Anchor: taproom", ANCHOR),
        ("the anchor - taproom", ANCHOR),
        ("Loft", LOFT),
        ("", None),
        ("castle", None),
    ],
)
def test_places_are_named_by_id_path_or_name(written: str, place: str | None) -> None:
    """In whatever case and with whatever marks between."""
    found = place_named(written, PLACES)

    assert (found.id if found else None) == place


@pytest.mark.parametrize(
    ("text", "place"),
    [("walking along the quay", QUAY), ("sitting in the taproom", ANCHOR), ("of and the", None)],
)
def test_the_nearest_place_shares_most_words(text: str, place: str | None) -> None:
    """Words that tell nothing find nothing."""
    found = nearest_place(text, PLACES)

    assert (found.id if found else None) == place


def test_chinese_words_find_their_place() -> None:
    """Without spaces between them."""
    found = nearest_place("去茶馆坐坐", CHINESE)

    assert found is not None
    assert found.id == QUAY
    assert fitting_thing("擦柜台", found) == "柜台"


def test_home_is_ones_own_place_with_a_bed() -> None:
    """And nobody else's."""
    hall = KnownPlace(id=ANCHOR, path="Hall", is_own=True)

    assert home_of((hall, *PLACES)) == PLACES[1]
    assert home_of((hall,)) == hall
    assert home_of(PLACES[2:]) is None


@pytest.mark.parametrize(
    ("written", "activity", "otherwise", "place"),
    [
        ("quay", "sleeping in the loft", ANCHOR, QUAY),
        ("moon", "sleeping in the loft", ANCHOR, ANCHOR),
        ("moon", "walking on the quay", None, QUAY),
        ("moon", "dreaming", "gone", LOFT),
    ],
)
def test_a_place_is_always_known(
    written: str, activity: str, otherwise: str | None, place: str
) -> None:
    """As written, else where one is, else by what is done, else at home."""
    assert known_place(written, activity, PLACES, otherwise) == place  # type: ignore[arg-type]
    assert known_place(written, activity, (), otherwise) is None  # type: ignore[arg-type]


def test_things_are_those_of_a_place() -> None:
    """Named as they are there; none is made up."""
    assert thing_named("the Long Table", PLACES[0]) == "long table"
    assert thing_named("crane", PLACES[0]) == ""
    assert thing_named("hearth", None) == ""
    assert fitting_thing("wiping the table", PLACES[0]) == "long table"
    assert fitting_thing("dozing", PLACES[0], ("hearth",)) == "hearth"
    assert fitting_thing("dozing", PLACES[0]) == ""


@pytest.mark.parametrize(
    "text",
    [
        "the stove is burning",
        "The shower is leaking.",
        "smoke: the pan is smoking",
        "there is a fire in the street",
        "the bathroom is flooded",
        "the lamp is burning and the curtain caught fire",
        "炉子着火了",
        "水管漏水",
    ],
)
def test_dangers_are_known_by_their_words(text: str) -> None:
    """Fire, smoke, water."""
    assert is_alarming(text)


@pytest.mark.parametrize(
    "text",
    [
        "the stove is idle",
        "the stove is hot",
        "the candle is burning",
        "the fire in the hearth is burning",
        "the shower is no longer leaking",
        "Ann is putting out the burning stove",
        "Ann sits by the fire",
        "the stove is being dealt with",
        "壁炉烧着",
        "火已经扑灭",
        "",
    ],
)
def test_what_is_tame_or_over_is_no_danger(text: str) -> None:
    """A candle burns; what was put out does not."""
    assert not is_alarming(text)


def test_water_is_told_from_fire() -> None:
    """Since a bucket helps with one and is needed for the other."""
    assert is_of_water("the shower is leaking")
    assert not is_of_water("the stove is burning")
