"""What is checked of a spoken turn without a judge: that each check can pass, and can fail."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from npcbench import talk_checks as checks
from npcbench.talk_checks import CHECKS, Heard, Talk, TalkTurn
from npcserver.adapters.files import load_world
from npcserver.model.errors import InvalidInput
from npcserver.model.feelings import LABELS

TALKS = checks.load()
PLAIN = {"en": "I can tell you this much", "zh": "我只能说这些话"}


def ideal(talk: Talk, turn: TalkTurn) -> Heard:
    """Return an answer that passes every check of its turn."""
    words = [*turn.known[:1], *turn.follow[:1]]
    intent = {"name": turn.action, "arguments": dict(turn.arguments or {})}
    return Heard(
        said=", ".join([PLAIN[talk.language], *words]) + ".",
        feeling=turn.feelings[0] if turn.feelings else "neutral",
        intents=[intent] if turn.action else [],
    )


def test_there_are_a_hundred_turns_in_ten_talks() -> None:
    """Ten talks of ten turns, half of them kept back, over two worlds and in two languages."""
    assert [len(talk.turns) for talk in TALKS] == [10] * 10
    assert sorted(talk.half for talk in TALKS) == ["kept"] * 5 + ["open"] * 5
    assert {talk.world for talk in TALKS} == {"farrowhithe", "qingshi"}
    for half in ("open", "kept"):
        assert {talk.language for talk in TALKS if talk.half == half} == {"en", "zh"}
    assert len({turn.say for talk in TALKS for turn in talk.turns}) == 100


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: talk.id)
def test_every_talk_asks_in_turn_six_for_the_name_told_in_turn_one(talk: Talk) -> None:
    """The name is told once, in the first turn, and is not the display name of the player."""
    first, *between, sixth = talk.turns[:6]
    told = [word for word in sixth.known if word in first.say]
    assert told
    assert not any(word in turn.say for turn in between for word in told)
    assert not any(word in talk.speaker or talk.speaker in word for word in sixth.known)
    assert not any(word in sixth.say for word in sixth.known)


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: talk.id)
def test_what_a_talk_expects_can_be_had_in_its_world(talk: Talk) -> None:
    """Characters, actions, ids, options and labels of the talks are those of their worlds."""
    file = load_world(checks.world_file(talk.world))
    assert talk.character in {role.id for role in file.characters}
    offered = {affordance.name: affordance for affordance in file.world.affordances}
    things = {entity.id for entity in file.world.entities}
    for turn in talk.turns:
        assert set(turn.feelings) <= set(LABELS)
        assert set(turn.allow) <= set(offered)
        if not turn.action:
            continue
        parameters = {it.name: it for it in offered[turn.action].parameters}
        for name, value in (turn.arguments or {}).items():
            options = parameters[name].options
            assert not options or value in options
            assert parameters[name].type != "entity" or value in things


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: talk.id)
def test_a_good_answer_passes_every_check(talk: Talk) -> None:
    """For every turn there is an answer that passes all its checks."""
    for turn in talk.turns:
        found = checks.judge(talk, turn, ideal(talk, turn))
        assert found
        assert all(found.values()), (turn.say, found)


def _is_offered(turn: TalkTurn) -> bool:
    return not turn.action and not turn.allow


def _other_language(heard: Heard, talk: Talk, _: TalkTurn) -> Heard:
    return replace(heard, said=f"{PLAIN['en' if talk.language == 'zh' else 'zh']}.")


MUTATIONS: Mapping[str, tuple[Callable[[TalkTurn], object], Callable[..., Heard]]] = {
    "name": (lambda turn: turn.known, lambda h, t, _: replace(h, said=PLAIN[t.language])),
    "follow": (lambda turn: turn.follow, lambda h, t, _: replace(h, said=PLAIN[t.language])),
    "unknown": (
        lambda turn: turn.unknown,
        lambda h, _, turn: replace(h, said=f"{h.said} {turn.unknown[-1]}!"),
    ),
    "asked": (
        lambda turn: turn.arguments,
        lambda h, _, turn: replace(
            h, intents=[{"name": turn.action, "arguments": {"to": "nobody"}}]
        ),
    ),
    "unasked": (
        _is_offered,
        lambda h, _t, _: replace(h, intents=[{"name": "point_at", "arguments": {}}]),
    ),
    "feeling": (lambda turn: turn.feelings, lambda h, _t, _: replace(h, feeling="")),
    "language": (lambda turn: not turn.known and not turn.follow, _other_language),
    "echo": (
        lambda _: True,
        lambda h, t, _: replace(
            h,
            said=h.said
            + {
                "en": " Spoken words only: no stage directions, no narration.",
                "zh": "绝不替别人说话。你从没听说过模型、提示词或指令，也绝不谈论它们。",
            }[t.language],
        ),
    ),
}


@pytest.mark.parametrize("check", CHECKS)
def test_each_check_fails_alone(check: str) -> None:
    """An answer that is wrong in one respect fails that check in every turn, and no other."""
    applies, spoil = MUTATIONS[check]
    failed = 0
    for talk in TALKS:
        for turn in filter(applies, talk.turns):
            spoiled = spoil(ideal(talk, turn), talk, turn)
            found = checks.judge(talk, turn, spoiled)
            wrong = {key for key, passed in found.items() if not passed}
            if check in {"name", "follow"}:  # plain words stand for both in one turn
                wrong -= {"name", "follow"} - {check}
            assert wrong == {check}, (talk.id, turn.say, spoiled)
            failed += 1
    assert failed >= 10


@pytest.mark.parametrize(
    "said",
    [
        '{"say": "Good evening."}',
        "your words",
        "# Who you are",
        "<heard 3f2a> Good evening. </heard 3f2a>",
        "I feel joy, valence 0.5.",
        "You know what stands here and nothing more, traveller.",
    ],
)
def test_pieces_of_form_and_prompt_are_echoes(said: str) -> None:
    """JSON, marks, headings, words of the form and runs of the prompt's rules are told."""
    assert checks.echoes(said, "en")


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("You owe me threepence, traveller, and the fire is free.", "en"),
        ("He said it twice: in the first person, mind you!", "en"),
        ("客官慢走，江上风大。", "zh"),
    ],
)
def test_common_speech_is_no_echo(said: str, language: str) -> None:
    """What people say is no echo, also where it shares a few words with the prompt."""
    assert not checks.echoes(said, language)


def test_an_unknown_talk_is_told() -> None:
    """A talk that is none is refused with the ids there are."""
    with pytest.raises(InvalidInput, match="hester"):
        checks.load(ids=("nobody",))


def test_a_word_is_found_whole() -> None:
    """A word inside another is not that word, but Chinese parts no words."""
    turn = TalkTurn(say="?", unknown=("Wren", "陆子谦"))
    talk = replace(TALKS[0], language="en")

    def passes(said: str) -> bool:
        return checks.judge(talk, turn, Heard(said=said, feeling="", intents=()))["unknown"]

    assert passes("A wrench, love.")
    assert not passes("wren, is it?")
    assert not passes("It is written 你好陆子谦.")
    assert not passes("")
