"""How often it is said rightly who speaks next in a circle, and whom words are for.

    python -m tests.benchmarks.floor [--json] [--wrong] [--tuned]

The moments were labelled by hand by the rule in `turn_taking/RULE.md`. Agreement is the share of
moments in which a way of choosing says what the label says: a character, a player who is waited
for, or nobody; and exactly whom the last line was for. `kept` are the files that nothing was tuned
on; `others` and `others_kept` are by hands that knew no rule, together and each by itself. The
other ways: `round_robin` gives the floor to the next in the list, `random` to anybody,
`name_or_silent` to the first who is named anywhere in the line, else to the longest silent; the
first two take all words to be for all. `silent` and `nobody` are shares of silence: see
`agreement`. Latency is that of a circle of 20 and 60 lines of talk, as a line is added again and
again, in time of the processor and by the clock on the wall; beside it the
time to cut the same lines into words once. `first` is the first choice ever in a circle.
"""

import argparse
import asyncio
import json
import random
import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from npcmodels.embed.registry import CachingEmbedder
from npcmodels.embed.usem3 import Usem3Embedder
from npcserver.app.conversation.turn_assignment import topics_of
from npcserver.language.tokens import tokens
from npcserver.memory.embedding_texts import Nearness
from npcserver.mind.topic_interest import interests, stake_words
from npcserver.mind.trades import roles_of
from npcserver.mind.turn_allocation import (
    CircleLine,
    CircleMember,
    CircleSnapshot,
    addressees,
    next_speaker,
)
from npcserver.model.character import Character
from tests.benchmarks.floor_moments import (
    KEPT,
    NOBODY,
    OTHERS,
    OTHERS_KEPT,
    TUNED,
    Labelled,
    character,
    hand_of,
    with_topics,
)

LINES = 60
CIRCLE = 20
ROUNDS = 300

_OPENINGS = (
    "{name}, what do you make of the {thing}?",
    "I saw {name} carry the {thing} over the bridge.",
    "The {thing} is gone, and somebody in this room knows where.",
    "Has anybody seen the {thing}?",
    "What about you, {name}, and the {thing}?",
    "{name}，你怎么看那个{thing}？",
)
_THINGS = (
    "barrel", "lantern", "ledger", "harvest", "anchor", "violin", "wedding", "granary", "compass",
    "orchard", "tax", "horse", "letter", "well", "portrait", "bell", "boat", "vineyard", "sword",
    "treaty",
)  # fmt: skip
_TRADES = (
    "Keeps the inn.", "Soldier on leave.", "Sells cloth at the market.", "Healer.", "Blacksmith.",
    "Farms by the river.", "开客栈的。", "铁匠。", "Teaches at the school.", "Hunter.",
)  # fmt: skip
_NAMES = (
    "Aldo Brandt", "Berit Sol", "Captain Cass", "Dorian Pell", "Elke", "Father Falk", "Gwen Ashe",
    "Hamid", "Ilse Moor", "Jonas", "Kira Vale", "Lorenz", "Mira Thorne", "Nils", "Old Oda",
    "Piet", "Quinn", "王铁柱", "林掌柜", "Tom Reed",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Way:
    """A way of choosing: who speaks next, and whom the words were for."""

    name: str
    chooses: Callable[[CircleSnapshot], str]
    is_for: Callable[[CircleSnapshot], tuple[str, ...]]


def ours(moment: CircleSnapshot) -> str:
    """Return who speaks next or is awaited, by the rules of the server."""
    found = next_speaker(moment)
    return found.speaker_id or found.awaited_id or NOBODY


def round_robin(moment: CircleSnapshot) -> str:
    """Return the next in the list after who just spoke."""
    order = [voice.id for voice in moment.members]
    after = order.index(moment.lines[-1].speaker_id) + 1
    willing = {voice.id for voice in moment.members if voice.is_willing}
    return next(one for one in (*order[after:], *order[:after]) if one in willing)


def anybody(moment: CircleSnapshot) -> str:
    """Return any other member, by the moment's words."""
    last = moment.lines[-1]
    others = [one.id for one in moment.members if one.id != last.speaker_id and one.is_willing]
    return random.Random(last.text).choice(others)


def name_or_silent(moment: CircleSnapshot) -> str:
    """Return who is named first, else the longest silent character."""
    named = _named_first(moment)
    if named:
        return named[0]
    said = [line.speaker_id for line in moment.lines]
    silent = [one.id for one in moment.members if one.is_willing and not one.is_player]
    return min(
        silent, key=lambda one: max((at for at, who in enumerate(said) if who == one), default=-1)
    )


def _named_first(moment: CircleSnapshot) -> tuple[str, ...]:
    last = moment.lines[-1]
    if last.to_ids:
        return last.to_ids[:1]
    text = last.text.lower()
    places = [
        (text.find(part), voice.id)
        for voice in moment.members
        for part in voice.name.lower().split()
        if voice.id != last.speaker_id and part in text
    ]
    return (min(places)[1],) if places else ()


def _all(_: CircleSnapshot) -> tuple[str, ...]:
    return ()


WAYS = (
    Way("ours", ours, addressees),
    Way("round_robin", round_robin, _all),
    Way("random", anybody, _all),
    Way("name_or_silent", name_or_silent, _named_first),
)


def agreement(way: Way, moments: Iterable[Labelled]) -> dict[str, float]:
    """Return the shares of moments in which a way says what the labels say.

    `silent` is the share of silence after words of a player where the label names a character,
    `nobody` that of silence where the label names nobody.
    """
    given = [(one, way.chooses(one.moment)) for one in moments]
    spoken = [chosen for one, chosen in given if one.next != NOBODY and _is_players(one)]
    quiet = [chosen for one, chosen in given if one.next == NOBODY]
    return {
        "moments": len(given),
        "next": _share(chosen in (one.next, *one.or_next) for one, chosen in given),
        "to": _share(way.is_for(one.moment) == one.to for one, _ in given),
        "silent": _share(chosen == NOBODY for chosen in spoken),
        "nobody": _share(chosen == NOBODY for chosen in quiet),
    }


def _is_players(one: Labelled) -> bool:
    voice = one.moment.voice(one.moment.lines[-1].speaker_id)
    return voice is not None and voice.is_player


def _share(said: Iterable[bool]) -> float:
    given = tuple(said)
    return round(statistics.mean(given), 3) if given else 0.0


async def parts(*, is_kept_shown: bool = True) -> dict[str, tuple[Labelled, ...]]:
    """Return the moments by part: tuned on, kept, each by language, those not in English, all."""
    embedder = CachingEmbedder(Usem3Embedder())
    nearness = Nearness(embedder)
    found = {"tuned": await with_topics(TUNED, nearness)}
    others = {"others": await with_topics(OTHERS, nearness)}
    if is_kept_shown:
        found["kept"] = await with_topics(KEPT, nearness)
        others["others_kept"] = await with_topics(OTHERS_KEPT, nearness)
    await embedder.close()
    by_hand: dict[str, tuple[Labelled, ...]] = {}
    for part, moments in others.items():
        for one in moments:
            hand = f"{hand_of(one.where.split()[0])}{part.removeprefix('others')}"
            by_hand[hand] = (*by_hand.get(hand, ()), one)
    by_language = {
        f"{part}_{language}": tuple(one for one in moments if one.language == language)
        for part, moments in found.items()
        for language in sorted({one.language for one in moments})
    }
    every = tuple(chain(*found.values()))
    wide = tuple(one for one in every if one.language != "en")
    return {**found, **by_language, "not_english": wide, "all": every, **others, **by_hand}


async def latency() -> dict[str, float]:
    """Return how long choosing takes, in milliseconds, and against cutting the lines into words.

    With the comparison of the last line with what all care for, and without its embedding: recall
    embeds it anyway.
    """
    chance = random.Random(1)
    people = [_person(f"v{number}", name, chance) for number, name in enumerate(_NAMES)]
    held = {str(one.id): interests(one) for one in people[2:]}
    members = tuple(
        CircleMember(
            id=one.id,
            name=one.name,
            is_player=number < 2,
            stake_words=stake_words(one),
            roles=roles_of(one.persona),
        )
        for number, one in enumerate(people)
    )
    embedder = CachingEmbedder(Usem3Embedder())
    nearness = Nearness(embedder)
    talk = [_line(members, chance, number) for number in range(LINES + ROUNDS)]
    await topics_of(nearness, "warm", held)
    taken, passed, cutting = [], [], []
    for end in range(LINES, LINES + ROUNDS):
        *before, last = talk[end - LINES : end]
        await embedder.embed([last.text])
        begun, began_at = time.thread_time(), time.perf_counter()
        topics = await topics_of(nearness, last.text, held)
        next_speaker(CircleSnapshot(members=members, lines=(*before, replace(last, topics=topics))))
        taken.append(time.thread_time() - begun)
        passed.append(time.perf_counter() - began_at)
        begun = time.thread_time()
        for line in (*before, last):
            tokens(line.text)
        cutting.append(time.thread_time() - begun)
    await embedder.close()
    p95 = _p95(taken)
    return {
        "circle": CIRCLE,
        "lines": LINES,
        "texts_of_cares": sum(len(one.own) + len(one.asked) for one in held.values()),
        "first_ms": round(taken[0] * 1e3, 2),
        "p50_ms": round(statistics.median(taken) * 1e3, 2),
        "p95_ms": round(p95 * 1e3, 2),
        "p95_wall_ms": round(_p95(passed) * 1e3, 2),
        "p95_by_cutting_into_words": round(p95 / _p95(cutting), 2),
    }


def _person(member: str, name: str, chance: random.Random) -> Character:
    told = " ".join(f"Cares for the {one} and would not part with it." for one in _some(chance, 8))
    return character(member, {"name": name, "cares": f"{chance.choice(_TRADES)} {told}"})


def _some(chance: random.Random, count: int) -> list[str]:
    return chance.sample(_THINGS, count)


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def _line(members: tuple[CircleMember, ...], chance: random.Random, number: int) -> CircleLine:
    called = chance.choice(members)
    text = chance.choice(_OPENINGS).format(name=called.name, thing=chance.choice(_THINGS))
    return CircleLine(speaker_id=chance.choice(members).id, text=f"{text} ({number})")


def agreements(
    by_part: Mapping[str, tuple[Labelled, ...]],
) -> dict[str, dict[str, dict[str, float]]]:
    """Return the agreement of every way with every part of the labels."""
    return {
        way.name: {part: agreement(way, given) for part, given in by_part.items()} for way in WAYS
    }


def wrong(moments: Iterable[Labelled]) -> Iterable[str]:
    """Yield the moments that ours gets wrong, in words."""
    for one in moments:
        chosen, to = ours(one.moment), addressees(one.moment)
        if (chosen, to) != (one.next, one.to):
            said = " / ".join(f"{line.speaker_id}: {line.text}" for line in one.moment.lines)
            yield f"{one.where}: next {chosen} for {one.next}, to {to} for {one.to}: {said}"


def main() -> None:
    """Print agreement and latency; with `--wrong` also the tuned moments that ours gets wrong."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true", help="print JSON")
    options.add_argument("--wrong", action="store_true", help="print what is wrong, but of kept")
    options.add_argument("--tuned", action="store_true", help="leave what is kept back alone")
    given = options.parse_args()
    by_part = asyncio.run(parts(is_kept_shown=not given.tuned))
    shares, times = agreements(by_part), asyncio.run(latency())
    if given.json:
        print(json.dumps({"agreement": shares, "latency": times}, indent=2))
        return
    for name, of_way in shares.items():
        for part, share in of_way.items():
            print(f"{name:15} {part:12} {share}")
    print("latency", times)
    if given.wrong:
        print("\n".join(wrong(by_part["tuned"])))


if __name__ == "__main__":
    main()
