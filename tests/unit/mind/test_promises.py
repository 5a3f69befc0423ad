"""Promises and attempts found in spoken words, and intents of declared actions."""

import itertools
from collections.abc import Mapping
from dataclasses import replace

import pytest

from npcserver.language.deadlines import due_at
from npcserver.mind import intents, promises
from npcserver.mind.intents import LONGEST_TEXT, MOST_WISHES, sift
from npcserver.mind.promises import is_kept_by
from npcserver.mind.speech_stream import RecitalGuard
from npcserver.model.affordance import (
    ActionIntent,
    Affordance,
    DroppedIntent,
    Entity,
    Parameter,
    ParameterType,
)
from npcserver.model.commitment import CommitmentStatus, Promise
from npcserver.model.ids import IntentId
from npcserver.model.inputs import Attempt
from npcserver.model.record import OutcomeStatus
from tests.benchmarks.named_promises import exchanges, shares
from tests.fakes.prompt_inputs import ENTITIES, NOD, NOW, POUR, commitment

ALE = commitment(
    "bring Ann the ale", by_name="Mira", to_id="p1", due_at=due_at("tomorrow by noon", NOW)
)
ROOF = replace(ALE, commitment_id="com_2", what="mend the roof")


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("I'll bring you the ale tomorrow.", "bring you the ale"),
        ("Fine. I’ll meet you at the old mill tonight, don't be late!", "meet you at the old mill"),
        ("I will mend your roof by noon, you have my word.", "mend your roof"),
        ("I promise to pay you back on Friday.", "pay you back"),
        ("I promise I won't tell anybody.", "not tell anybody"),
        ("I promise not to tell.", "not tell"),
        ("I'll bring it. I promise.", "bring it"),
        ("I'll be back before sunset.", "be back"),
        ("I'll take you to the mill on Friday.", "take you to the mill"),
        ("Tomorrow I'll show you the cellar.", "show you the cellar"),
        ("I'll give you five coins at 5 p.m. tomorrow, all right.", "give you five coins"),
        ("我明天给你带酒来。", "给你带酒来"),
        ("我保证不告诉别人。", "不告诉别人"),
        ("我会在天黑前修好屋顶。", "修好屋顶"),
    ],
)
def test_a_first_person_that_will_do_something_promises_it(said: str, what: str) -> None:
    """It takes a deed to come, and a time or the word; what is promised stands without the time."""
    assert [promise.what for promise in promises.made(said)] == [what]


@pytest.mark.parametrize("half", ["tuning", "held_out"])
def test_what_a_model_names_counts_by_the_words(half: str) -> None:
    """Who commits to a thing or agrees to it promises it; who asks, tells or refuses does not."""
    kept, refused = shares(exchanges(half))

    assert kept >= 0.9
    assert refused >= 0.95


@pytest.mark.parametrize(
    ("said", "what", "yes", "no"),
    [
        ("I'll give you one pound for it.", "give one pound", "Done!", "Two pounds, I said."),
        ("I'll swap you my knife for it.", "swap the knife", "Deal.", "It is not for swapping."),
        ("我给你五十文。", "给五十文", "成交。", "八十文，不讲价。"),
    ],
)
def test_who_offers_a_price_promises_it_once_the_other_agrees(
    said: str, what: str, yes: str, no: str
) -> None:
    """Haggling binds nobody."""
    promise = Promise(what=what, due="", is_own=False)

    assert promises.is_committed(promise, said, answer=yes)
    assert not promises.is_committed(promise, said, answer=no)


@pytest.mark.parametrize(
    "said",
    [
        "I'll be damned if I know by noon.",
        "Keep in mind what Ann said: Hello! I promise to bring you honey tomorrow.",
        "安说：我明天给你带酒来。",
        "I'll think about it tomorrow.",
        "I'll never come back tomorrow.",
        "I won't be there tomorrow.",
        "Will I bring it tomorrow?",
        "I would bring it tomorrow.",
        "If it rains I'll come tomorrow.",
        "Maybe I'll come tomorrow.",
        "I could bring it tomorrow, and I'll carry it in.",
        "I'll see you tomorrow!",
        "I'll have the ale tonight.",
        "I'll bring it.",
        "I promise nothing.",
        'He said "I\'ll bring it tomorrow".',
        "You will bring it tomorrow.",
        "我会想想明天的事。",
        "你明天会来吗？",
        "如果下雨我明天就来。",
    ],
)
def test_figures_of_speech_questions_and_conditions_promise_nothing(said: str) -> None:
    """Nobody is held to what was no promise."""
    assert promises.made(said) == ()


def test_what_a_model_names_counts_only_if_words_of_it_were_said() -> None:
    """A promise nobody spoke of is none; one found by both is one, with the time either knows."""
    words = "I'll mend your roof, I promise. And the ale? Consider it done."
    named = (
        Promise(what="I'll mend the roof", due="by noon"),
        Promise(what="to bring the ale tomorrow."),
        Promise(what="slay the dragon"),
    )

    found = promises.joined(promises.made(words), named, words)

    assert [(one.what, one.due) for one in found] == [
        ("mend your roof", "by noon"),
        ("bring the ale", ""),
    ]


def test_a_promise_is_kept_in_names() -> None:
    """What the one says to the other reads the same in both minds."""
    assert promises.named("bring you my ale", "Mira", "Ann") == "bring Ann Mira's ale"
    assert promises.named("把我的酒给你", "米拉", "安") == "把米拉的酒给安"


@pytest.mark.parametrize(
    ("said", "taken_back"),
    [
        ("I can't bring you the ale after all.", ["com_1"]),
        ("The roof? I cannot mend it after all, I'm sorry.", ["com_2"]),
        ("I can't make it, the roof is too steep.", ["com_2"]),
        ("Can't I bring the ale after all?", []),
        ("I can't believe it.", []),
        ("I can't stand the ale here.", []),
    ],
)
def test_words_take_back_the_promise_they_speak_of(said: str, taken_back: list[str]) -> None:
    """Only a plain refusal of what was promised takes a promise back."""
    found = promises.taken_back(said, (ALE, ROOF))

    assert [one.commitment_id for one in found] == taken_back


@pytest.mark.parametrize(
    ("what", "deed", "is_kept"),
    [
        ("bring Ann the ale", "give item (item: ale, to: Ann)", True),
        ("bring Ann the ale", "drink (item: ale)", False),
        ("bring Ann the brass key", "give item (item: lamp, to: Ann)", False),
        ("mend the roof", "repair (thing: roof)", True),
        ("mend the roof", "work Mira mended the old roof", False),
        ("sing", "sing", True),
        ("not tell anybody", "tell (whom: anybody)", False),
        ("给安带酒", "give item (item: 酒, to: 安)", True),
        ("给安带酒", "give item (item: 灯, to: 安)", False),
    ],
)
def test_a_deed_keeps_a_promise_by_what_is_done_to_what(
    what: str, deed: str, *, is_kept: bool
) -> None:
    """The same kind of deed, done with the same things."""
    promise = replace(ALE, what=what, to_name="Ann" if what.isascii() else "安")

    assert is_kept_by(promise, deed) is is_kept


def test_both_sides_remember_in_their_own_words_how_it_came_out() -> None:
    """Who promised and who was promised tell the same from two ends, with the time."""
    broken = replace(ALE, status=CommitmentStatus.BROKEN)

    own = promises.settled(broken, "mira", "en")
    theirs = promises.settled(broken, "p1", "en")
    chinese = promises.settled(broken, "p1", "zh-CN")

    assert own == "You promised Ann to bring Ann the ale by Wednesday 12:00, and have not done it."
    assert theirs == (
        "Mira promised you to bring Ann the ale by Wednesday 12:00, and has not done it."
    )
    assert chinese == "Mira答应过你：bring Ann the ale（周三12:00之前），却没有做到。"


INTENT = ActionIntent(
    id=IntentId("int_1"), affordance="give_item", arguments=(("item", "key-1"), ("to", "p1"))
)
NAMED_ENTITIES = (Entity(id="key-1", name="brass key"), Entity(id="p1", name="Ann"))
GIVE = "give item (item: brass key, to: Ann)"
REFUSED = Attempt(text=GIVE, status="refused", why="the door is locked")


def test_a_deed_is_told_with_the_names_of_things() -> None:
    """Ids are for the game; what is remembered names things as people do."""
    assert intents.deed(INTENT, NAMED_ENTITIES, "en") == GIVE
    assert intents.deed(INTENT, NAMED_ENTITIES, "zh") == "give item (item：brass key，to：Ann)"


@pytest.mark.parametrize(
    ("status", "detail", "text"),
    [
        (OutcomeStatus.COMPLETED, "You gave Ann the key.", "You gave Ann the key."),
        (OutcomeStatus.COMPLETED, "", f"You did it: {GIVE}."),
        (OutcomeStatus.ACCEPTED, "She begins.", ""),
        (
            OutcomeStatus.REFUSED,
            "the door is locked.",
            f"You wanted to do this, but it did not happen: {GIVE}; the door is locked.",
        ),
        (OutcomeStatus.FAILED, "", f"You wanted to do this, but it did not happen: {GIVE}."),
    ],
)
def test_only_what_happened_is_remembered_as_done(
    status: OutcomeStatus, detail: str, text: str
) -> None:
    """The game's own words count for a deed; what came to nothing says so, with the reason."""
    assert intents.remembered(GIVE, status, detail, "en") == text


@pytest.mark.parametrize(
    "thought",
    [
        "Mira gave Ann the brass key.",
        "Ann has the key now, since I handed it to her.",
        "Giving the key to Ann was generous.",
    ],
)
def test_a_thought_that_tells_of_it_as_done_is_a_claim(thought: str) -> None:
    """However it is worded, it names what was to be done and denies nothing."""
    assert intents.claims(thought, REFUSED)


@pytest.mark.parametrize(
    "thought",
    [
        "Mira wanted to give Ann the brass key.",
        "Mira did not give Ann the key.",
        "Ann asked for the brass key.",
        "Mira said that she had given Ann the key.",
        "Ann is fond of cider.",
        "The lamp stands by the door.",
    ],
)
def test_a_thought_that_tells_it_as_it_was_is_none(thought: str) -> None:
    """Wishes, words, refusals and other matters may be thought of."""
    assert not intents.claims(thought, REFUSED)


def test_the_names_of_things_deny_nothing() -> None:
    """A `watering can` and a `needle` are things, and no doubt about whether they were given."""
    can = Attempt(text="give item (item: watering can, to: Will)", status="refused")
    needle = Attempt(text="give item (item: needle, to: Ann)", status="refused")

    assert intents.claims("Mira gave Will the watering can.", can)
    assert intents.claims("Mira gave Ann the needle.", needle)
    assert not intents.claims("Mira could not give Will the watering can.", can)


def test_a_deed_without_arguments_is_claimed_by_its_verb() -> None:
    """`nod` was not done by the one who thinks that it nodded."""
    nod = Attempt(text="nod", status="failed")

    assert intents.claims("Mira nodded to the guard.", nod)
    assert not intents.claims("Mira sat down.", nod)


SHOUT = Affordance(
    name="shout",
    description="Shout.",
    parameters=(
        Parameter(name="words", type=ParameterType.STRING),
        Parameter(name="volume", type=ParameterType.NUMBER, required=False),
    ),
)


def sifted(
    *wishes: tuple[str, Mapping[str, object]],
) -> tuple[tuple[ActionIntent, ...], tuple[DroppedIntent, ...]]:
    numbers = itertools.count(1)
    return sift(
        wishes,
        affordances=(POUR, NOD, SHOUT),
        entities=ENTITIES,
        new_intent_id=lambda: IntentId(f"in_{next(numbers)}"),
        guard=RecitalGuard(canary="ab12cd34ef56", instructions=""),
    )


def test_fitting_wish_becomes_an_intent() -> None:
    """Arguments come typed, in declared order, and the intent has an id of its own."""
    ((intent,), _) = sifted(("pour", {"guest": "p1", "drink": "ale", "cups": None}))

    assert (intent.id, intent.affordance) == ("in_1", "pour")
    assert intent.arguments == (("drink", "ale"), ("guest", "p1"))


@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        ("explode", {}, "no such affordance"),
        ("", {}, "no such affordance"),
        ("pour", {"drink": "wine", "guest": "p1"}, "drink cannot be"),
        ("pour", {"drink": "ale", "guest": "barrel"}, "guest cannot be"),
        ("pour", {"drink": "ale", "guest": "p9"}, "guest cannot be"),
        ("pour", {"drink": "ale"}, "needs the argument"),
        ("pour", {"drink": "ale", "guest": None}, "guest cannot be"),
        ("pour", {"drink": "ale", "guest": "p1", "cups": 5}, "at most 4"),
        ("pour", {"drink": "ale", "guest": "p1", "tip": 1}, "takes no argument"),
        ("shout", {"words": "x" * (LONGEST_TEXT + 1)}, "longer than"),
        ("shout", {"words": "ab12cd34ef56"}, "recites"),
        ("shout", {"words": "hey", "volume": 10**400}, "too large"),
        ("shout", {"words": "hey", "volume": float("inf")}, "too large"),
        ("shout", {"words": "hey", "volume": float("nan")}, "finite"),
        ("shout", {"words": "hey", "volume": True}, "cannot be"),
    ],
)
def test_unfitting_wish_is_dropped_with_a_reason(
    name: str, arguments: dict[str, object], why: str
) -> None:
    """Unknown names, wrong values and numbers no wire can carry never reach the game."""
    accepted, dropped = sifted((name, arguments))

    assert accepted == ()
    assert why in dropped[0].why


def test_uses_are_counted() -> None:
    """An affordance is used at most as often as declared; a refused wish does not count."""
    pour = ("pour", {"drink": "ale", "guest": "p1"})
    accepted, dropped = sifted(("pour", {}), pour, pour, pour, ("nod", {}), ("nod", {}))

    assert [intent.affordance for intent in accepted] == ["pour", "pour", "nod"]
    assert [one.affordance for one in dropped] == ["pour", "pour", "nod"]


def test_flood_of_wishes_is_cut() -> None:
    """Beyond a stated number the wishes of one answer are not looked at."""
    accepted, dropped = sifted(*[("explode", {})] * MOST_WISHES, ("nod", {}))

    assert accepted == ()
    assert dropped[-1].why == "too many intents in one answer"


def test_texts_lose_invisible_characters() -> None:
    """A text argument carries no control or zero-width characters into the game."""
    ((intent,), _) = sifted(("shout", {"words": "h\u200be\x00y"}))

    assert intent.arguments == (("words", "hey"),)


def test_long_odd_name_is_shown_short() -> None:
    """What is reported of a dropped wish is short and printable."""
    (_, (dropped,)) = sifted(("x\x00" * 500, {}))

    assert dropped.affordance == "x" * 64
