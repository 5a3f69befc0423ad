"""What holds for any circle and any talk: nobody is passed over for ever, nobody talks alone."""

import random
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from npcserver.mind.topic_interest import LineRelevance
from npcserver.mind.turn_allocation import (
    CONCERNED,
    LOOKS_BACK,
    CircleLine,
    CircleMember,
    CircleSnapshot,
    addressees,
    bound,
    next_speaker,
)
from npcserver.model.circle import FloorReason
from tests.conftest import examples

ROUNDS = 100
TOPICS = (
    "barrel", "lantern", "ledger", "harvest", "anchor", "violin", "wedding", "granary", "compass",
    "orchard", "treaty", "horse", "portrait", "vineyard", "sword",
)  # fmt: skip
NAMES = (
    "Aldo", "Berit", "Cass", "Dorian", "Elke", "Falk", "Gwen", "Hamid", "Ilse", "Jonas", "Kira",
    "Lorenz", "Mira", "Nils", "Oda", "Piet", "Quinn", "Runa", "Tom", "王铁柱",
)  # fmt: skip
SAYINGS = (
    "The {topic}, the {topic} and the {topic}!",
    "{name}, what about the {topic}?",
    "You are wrong about the {topic}.",
    "What do you think?",
    "{name}，你怎么看？",
    "Has anybody seen the {topic}?",
    "{name} took the {topic}.",
    "Thank you, {name}.",
    "It is late.",
)
TALK = st.text(max_size=60) | st.sampled_from(SAYINGS)


@given(st.integers(2, 20), st.integers(0, 2), st.integers(0, 10_000))
@settings(max_examples=examples(12), deadline=None)
def test_who_has_something_to_say_gets_the_floor(size: int, players: int, seed: int) -> None:
    """Nobody waits longer than the bound, though two talk of nothing but what they care for."""
    chance = random.Random(seed)
    members = _circle(size, min(players, size - 1), chance)
    lines = [CircleLine(speaker_id=members[0].id, text="The barrel is gone. Who took it?")]
    turns = 0
    for _ in range(ROUNDS):
        moment = CircleSnapshot(members=members, lines=tuple(lines))
        found = next_speaker(moment)
        _assert_nobody_waits_too_long(moment, found.speaker_id)
        speaker = found.speaker_id or found.awaited_id or chance.choice(members).id
        turns += found.speaker_id is not None
        lines.append(CircleLine(speaker_id=speaker, text=_saying(members, speaker, chance)))

    # one character alone may care for nothing, and several may be unwilling
    assert turns or sum(one.is_willing and not one.is_player for one in members) < 2


@given(st.integers(3, 20), st.integers(0, 10_000))
@settings(max_examples=examples(8), deadline=None)
def test_two_who_ask_each_other_for_ever_are_interrupted(size: int, seed: int) -> None:
    """Whom it concerns gets a word in, even where every line asks another by name."""
    members = _circle(size, 0, random.Random(seed))
    one, two = members[:2]
    waiting = members[2:]
    spoken = set()
    lines = [CircleLine(speaker_id=one.id, text=f"{two.name}, what about the barrel?")]
    for _ in range(ROUNDS):
        found = next_speaker(CircleSnapshot(members=members, lines=tuple(lines)))
        assert found.speaker_id is not None
        other = two if found.speaker_id == one.id else one
        spoken.add(found.speaker_id)
        topics = " and the ".join(TOPICS)
        lines.append(
            CircleLine(speaker_id=found.speaker_id, text=f"{other.name}, what about the {topics}?")
        )

    concern = LineRelevance(CircleSnapshot(members=members, lines=tuple(lines[1:2])))
    concerned = {one.id for one in waiting if concern.of_line(one, 0) >= CONCERNED}
    assert {one.id for one in waiting if one.is_willing} & concerned <= spoken


@given(st.lists(st.tuples(st.integers(0, 5), TALK, st.booleans()), max_size=30))
@settings(max_examples=examples(80), deadline=None)
def test_the_floor_is_given_soundly(said: list[tuple[int, str, bool]]) -> None:
    """To a willing character that has not just spoken and heard what was said; again the same."""
    members = _circle(6, 2, random.Random(len(said)))
    members = (*members[:5], CircleMember(id="busy", name="Zelda", is_willing=False))
    lines = tuple(
        CircleLine(
            speaker_id=members[who].id,
            text=text.format(name="Berit", topic="barrel") if text in SAYINGS else text,
            to_ids=(members[(who + 1) % 6].id,) if whispers else (),
            is_whisper=whispers,
        )
        for who, text, whispers in said
    )
    moment = CircleSnapshot(members=members, lines=lines)

    found = next_speaker(moment)

    assert found == next_speaker(moment)
    assert (found.speaker_id is None) == (found.reason is FloorReason.NOBODY)
    assert not (found.speaker_id and found.awaited_id)
    assert set(addressees(moment)) <= {voice.id for voice in members}
    if found.speaker_id:
        voice = moment.voice(found.speaker_id)
        assert voice is not None
        assert voice.is_willing
        assert not voice.is_player
        assert lines[-1].speaker_id != voice.id
        assert lines[-1].was_heard_by(voice.id)
    if found.awaited_id:
        awaited = moment.voice(found.awaited_id)
        assert awaited is not None
        assert awaited.is_player
        assert lines[-1].was_heard_by(awaited.id)


def _circle(size: int, players: int, chance: random.Random) -> tuple[CircleMember, ...]:
    """Make a circle in which some care for much, some for one thing, and some for nothing."""
    return tuple(
        CircleMember(
            id=f"v{number}",
            name=NAMES[number],
            is_player=number < players,
            stake_words=frozenset(chance.sample(TOPICS, chance.choice((0, 1, 1, 2, 8)))),
            is_willing=number < 2 or chance.random() < 0.9,
        )
        for number in range(size)
    )


def _saying(members: Sequence[CircleMember], speaker: str, chance: random.Random) -> str:
    """Say what the first two like to hear, mostly."""
    favoured = sorted(members[chance.randrange(2)].stake_words) or list(TOPICS)
    name = members[chance.randrange(2)].name if chance.random() < 0.8 else chance.choice(NAMES)
    topics = favoured if chance.random() < 0.8 else TOPICS
    return chance.choice(SAYINGS).format(name=name, topic=chance.choice(topics))


def _assert_nobody_waits_too_long(moment: CircleSnapshot, chosen: str | None) -> None:
    """Look for who has heard too many turns since words concerned it."""
    recent = CircleSnapshot(members=moment.members, lines=moment.lines[-LOOKS_BACK:])
    concern = LineRelevance(recent)
    players = {voice.id for voice in moment.members if voice.is_player}
    for voice in moment.members:
        if voice.is_player or not voice.is_willing or voice.id == chosen:
            continue
        turns, concerned = 0, False
        for at, line in enumerate(recent.lines):
            if line.speaker_id == voice.id:
                turns, concerned = 0, False
            elif concerned and line.speaker_id not in players:
                turns += 1
            concerned = concerned or concern.of_line(voice, at) >= CONCERNED
        assert turns <= bound(len(moment.members))
