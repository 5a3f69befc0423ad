"""Random circles: nothing of what a character did not hear is ever in its prompt.

Everything that is said has a word of its own that occurs nowhere else, and every character repeats
in each answer the words it finds in its prompt. So a word in a prompt tells what was before the
model, and whatever leaks once is said aloud at once. Who hears what is reckoned here, apart from
the code under test, from who came, went and whispered.
"""

import random
import re
from dataclasses import dataclass, field
from itertools import count

import pytest

from npcserver.model.character import Person
from npcserver.model.inputs import ReplyInput
from tests.conftest import examples
from tests.fakes.circle_app import (
    ANN,
    BOB,
    HAGEN,
    MIRA,
    TOM,
    YARD,
    CircleApp,
    ModelCall,
    load_at,
    new_circle_app,
)
from tests.fakes.store_world import INN

CIRCLES = examples(200)
STEPS = 7
EVERYBODY = (ANN, BOB, TOM, MIRA, HAGEN)
PLAYERS = (ANN, BOB)
_WORD = re.compile(r"zq\d+q")


@dataclass
class Known:
    """What each mind has heard, and among whom the words of whispers stay."""

    heard: dict[str, set[str]] = field(default_factory=dict)
    among: dict[str, frozenset[str]] = field(default_factory=dict)

    def copy(self) -> "Known":
        return Known({who: set(words) for who, words in self.heard.items()}, dict(self.among))


@dataclass(frozen=True)
class Moment:
    """What can be loaded: a seq, with who stands in which circle, and who knows what, there."""

    seq: int
    circle_id: str
    members: tuple[Person, ...]
    away: frozenset[str]
    known: Known


class Game:
    """A random play in circles, with a reckoning of who may know what."""

    def __init__(self, here: CircleApp, chance: random.Random) -> None:
        self.here = here
        self.chance = chance
        self.numbers = count()
        self.members: list[Person] = []
        self.known = Known()
        self.whispering: frozenset[str] | None = None
        self.saves: list[Moment] = []
        self.away: set[str] = set()
        self.forks = 0
        self.leaks: list[str] = []
        for who in (TOM, MIRA, HAGEN):
            here.will_say(**{who.id: self.answer})

    def new(self, among: frozenset[str] | None = None) -> str:
        word = f"zq{next(self.numbers)}q"
        if among is not None:
            self.known.among[word] = among
        return word

    def spoken(self, words: set[str], among: frozenset[str] | None) -> None:
        """Let those who hear it know it."""
        for one in self.members:
            if among is None or one.id in among:
                self.known.heard.setdefault(one.id, set()).update(words)

    def answer(self, scene: ReplyInput) -> str:
        """Say aloud all that is in the prompt, with a new word, to a character."""
        prompt = self.here.asked[-1].prompt
        words = set(_WORD.findall(prompt))
        self.check(self.here.asked[-1], words)
        words.add(self.new(self.whispering))
        self.spoken(words, self.whispering)
        others = [one.name for one in (scene.circle.others if scene.circle else ())]
        call = f"{self.chance.choice(others)}, what is " if self.chance.random() < 0.7 else ""
        return f"{call}{' '.join(sorted(words))}?"

    def check(self, asked: ModelCall, words: set[str]) -> None:
        """Note what leaked: the server survives an error that is raised while a model answers."""
        circle = asked.scene.circle
        if circle is None:
            self.leaks.append("no circle")
            return
        hearers = {asked.mind, *(one.id for one in circle.hearers)}
        if not hearers <= {one.id for one in self.members}:
            self.leaks.append("a hearer who is not there")
        if not words <= self.known.heard.get(asked.mind, set()):
            self.leaks.append("it never heard that")
        if not all(hearers <= self.known.among.get(word, hearers) for word in words):
            self.leaks.append("a whisper before others")

    async def play(self) -> None:
        await self.gather()
        for _ in range(STEPS):
            steps = (self.say, self.say, self.whisper, self.go_on, self.change, self.move)
            await self.chance.choice((*steps, self.load))()
            if not self.members:
                await self.gather()
            self.saves.append(await self.moment())

    async def moment(self) -> Moment:
        return Moment(
            seq=(await self.here.records())[-1].seq,
            circle_id=self.here.circle_id,
            members=tuple(self.members),
            away=frozenset(self.away),
            known=self.known.copy(),
        )

    async def gather(self) -> None:
        able = [one for one in EVERYBODY if one.id not in self.away]
        while True:
            some = self.chance.sample(able, self.chance.randint(2, max(2, len(able))))
            if any(not one.is_player for one in some):
                break
        self.members = some
        await self.here.open(*some)

    async def say(self) -> None:
        who = self.chance.choice(self.members)
        word = self.new()
        self.spoken({word}, None)
        self.whispering = None
        whom = self.chance.choice([one for one in self.members if one.id != who.id])
        text = f"{whom.name}, what of {word}?" if self.chance.random() < 0.7 else f"It is {word}."
        await self.here.say(who, text, most_turns=self.chance.randint(1, 3))

    async def whisper(self) -> None:
        who = self.chance.choice(self.members)
        others = [one for one in self.members if one.id != who.id]
        to = self.chance.sample(others, self.chance.randint(1, min(2, len(others))))
        among = frozenset((who.id, *(one.id for one in to)))
        word = self.new(among)
        self.spoken({word}, among)
        self.whispering = among
        await self.here.whisper(who, f"{to[0].name}, what of {word}?", *to)
        self.whispering = None

    async def go_on(self) -> None:
        self.whispering = None
        await self.here.say(most_turns=2)

    async def change(self) -> None:
        ids = {one.id for one in self.members}
        outside = [one for one in EVERYBODY if one.id not in ids | self.away]
        if outside and self.chance.random() < 0.6:
            who = self.chance.choice(outside)
            await self.here.join(who)
            self.members = [*self.members, who]
            return
        who = self.chance.choice(self.members)
        await self.here.leave(who)
        self.without(who)

    async def move(self) -> None:
        """Let a character go away or come back; who went away is looked for at once."""
        who = self.chance.choice(EVERYBODY)
        await self.here.move(who, INN if who.id in self.away else YARD)
        if who.id in self.away:
            self.away.remove(who.id)
            return
        self.away.add(who.id)
        was_in = who in self.members
        self.without(who)
        if was_in and self.members:
            self.whispering = None
            await self.say()

    async def load(self) -> None:
        if not self.saves:
            return
        at = self.chance.choice(self.saves)
        self.forks += 1
        self.here.timeline = await load_at(self.here, f"tl_{self.forks}", at.seq)
        self.here.circle_id = at.circle_id
        self.members, self.known, self.away = list(at.members), at.known.copy(), set(at.away)
        self.saves = [one for one in self.saves if one.seq <= at.seq]

    def without(self, who: Person) -> None:
        left = [one for one in self.members if one.id != who.id]
        goes_on = len(left) > 1 and any(one not in PLAYERS for one in left)
        self.members = left if goes_on else []


@pytest.mark.timeout(300)
async def test_nobody_s_prompt_holds_what_it_did_not_hear() -> None:
    """Over all circles: words before one joined or after one left, whispers, other branches."""
    prompts = words = whispers = 0
    for number in range(CIRCLES):
        game = Game(await new_circle_app(), random.Random(number))
        await game.play()
        prompts += len(game.here.asked)
        words += sum(len(set(_WORD.findall(one.prompt))) for one in game.here.asked)
        whispers += len(game.known.among)
        assert game.leaks == []
        await remembered_as_heard(game)

    assert prompts > CIRCLES
    assert words > prompts
    assert whispers > CIRCLES / 2


async def remembered_as_heard(game: Game) -> None:
    """Check that what is in minds at the end is exactly what was heard."""
    found = {
        who: set(_WORD.findall(" ".join(texts))) for who, texts in (await game.here.minds()).items()
    }
    expected = {
        who: words
        for who, words in game.known.heard.items()
        if words and who not in {one.id for one in PLAYERS}
    }
    assert found == expected


async def test_a_leak_would_be_found() -> None:
    """So the proof above can fail: a whisper that is told to who was not in it is noticed."""
    game = Game(await new_circle_app(), random.Random(1))
    game.members = [ANN, TOM, MIRA]
    await game.here.open(*game.members)
    word = game.new(frozenset(("p-ann", "tom")))
    game.spoken({word}, None)

    await game.here.say(ANN, f"Tom, what of {word}?", most_turns=1)

    assert game.leaks == ["a whisper before others"]
