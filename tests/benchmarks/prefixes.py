"""How much of the prompts of a played day endpoints need not read again, by kind of question.

Several characters of a world live through a day as in `npcserver bench day`, a player talks with
one of them for twenty turns, and one is interviewed. Of every prompt, the longest beginning that it
shares with any earlier prompt of the run counts as reusable, and beside it the longest that it
shares with one of the eight prompts used last, as a small cache holds them. Tokens are those of
`prompts.tokens.estimate_tokens`; system and user message are one text.

python -m tests.benchmarks.prefixes --characters 5 --hours 24 --turns 20 --json

With `--limit` a player talks with one character instead, for `--turns` turns with prompts of so
many tokens: printed are the share that the prompt before has in common with each, and on how many
turns what stands before the talk changed, or the talk began with another line.

python -m tests.benchmarks.prefixes --limit 2500 --turns 30
"""

import asyncio
import json
from bisect import bisect, insort
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import cycle, islice, pairwise
from pathlib import Path

from npcbench.harness import settings_of_its_own
from npcbench.little_game import LittleGame
from npcbench.scripted_model import ScriptedLanguageModel
from npcbench.world import bench_settings
from npcserver import bootstrap
from npcserver.adapters.files import load_world
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.bootstrap import RunningServer
from npcserver.cli.worlds import sample_world
from npcserver.model.character import Attention, Person
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.turn import TurnFinished
from npcserver.ports.language_model import Request
from npcserver.prompts.tokens import estimate_tokens
from tests.benchmarks.options import read_options
from tests.fakes.running_server import reply_answer

SLOTS = 8
"""Prompts that the small cache holds."""
PLAYER = Person(id="player-ada", name="Ada")
TICK = timedelta(minutes=5)
BEFORE_THE_TALK = timedelta(minutes=30)
SAID = (
    ("Good evening. My name is Tamsin.", "Evening. Sit where the draught does not find you."),
    ("What do you do here?", "I keep the Gull, its ale and its quarrels."),
    ("Have you heard the bell at night?", "Everybody has. Nobody rings it."),
    ("Why?", "Because the rope was cut in the great storm."),
    ("Who paid your debt?", "Somebody who leaves no name and no footprints."),
    ("What do you think of Isidor Venn?", "He weighs his thumb with the nails."),
    ("And of Captain Orrel?", "He hums the tide tables. I would trust him with a boat."),
    ("I saw a lantern out by the Teeth last night.", "Then you saw what you should not look at."),
    ("When is Lantern Night?", "When the lamps go up along the causeway."),
    ("Do you remember my name?", "You told me when you came in, Tamsin."),
    ("Where is the bakery?", "By the market square. Follow the smell of anise."),
    ("Pour me a dark ale, please.", "That is fourpence, and the glass stays here."),
    ("What is on your mind?", "A letter that I have not opened yet."),
    ("From whom?", "From the bank at Marchmont, by the seal."),
    ("I promise I will bring you the oil tomorrow.", "I have been promised oil before."),
    ("You look tired.", "The tide wakes me, and then the guests do."),
    ("Who lives upstairs?", "Nobody since the autumn, and I keep the key."),
    ("Can I see the room?", "Not tonight. Ask me by daylight."),
    ("Thank you, that is kind.", "It is not kindness. It is a full house I am after."),
    ("Goodbye for now.", "Mind the causeway, Tamsin. The water turns at nine."),
)
_CHUNK = 64  # characters compared at once
ASKED = (
    "Give an introduction of yourself.",
    "Whom do you know in this town?",
    "What will you do tomorrow at ten?",
    "What did you do this afternoon?",
    "Who is in debt?",
)


MORE_SAID = (
    ("Good morning again.", "The kettle is on, traveller."),
    ("Where could I buy a good rope?", "At the chandlery, and count the coils yourself."),
    ("When does the shop shut?", "At six, whatever he tells you."),
    ("Who lives in the lighthouse?", "Wenna Carrow, who keeps the light."),
    ("My sister Maud drowned off this coast last year.", "Then sit by the fire. I am sorry."),
    ("What does a night cost?", "One and six, and the draught is free."),
    ("Would you open the front door for me?", "It was never shut."),
    ("What was my sister called?", "Maud. I do not forget a name."),
    ("Could you give me a paper lantern?", "Take one, and send it out on the ebb."),
    ("Thank you, and good night!", "Good night, and mind the third step."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reuse:
    """What prompts of a kind come to: calls, and tokens (estimated) in all and reusable.

    `reusable` are those of the longest beginning shared with any earlier prompt, `held` those
    shared with one of the `SLOTS` prompts used last.
    """

    calls: int = 0
    tokens: int = 0
    reusable: int = 0
    held: int = 0

    def plus(self, other: "Reuse") -> "Reuse":
        """Return both together."""
        return Reuse(
            calls=self.calls + other.calls,
            tokens=self.tokens + other.tokens,
            reusable=self.reusable + other.reusable,
            held=self.held + other.held,
        )

    @property
    def share(self) -> float:
        """Share of the tokens that an unbounded cache need not read again."""
        return self.reusable / max(self.tokens, 1)

    @property
    def share_held(self) -> float:
        """Share of the tokens that a cache of `SLOTS` prompts need not read again."""
        return self.held / max(self.tokens, 1)


def measured(prompts: Iterable[tuple[str, str]]) -> dict[str, Reuse]:
    """Return what (kind, text) in the order of their calls come to, by kind."""
    found: dict[str, Reuse] = {}
    ordered: list[str] = []
    cache: OrderedDict[str, None] = OrderedDict()
    for kind, text in prompts:
        place = bisect(ordered, text)
        near = max(
            (_shared(text, one) for one in ordered[max(place - 1, 0) : place + 1]), default=0
        )
        held, hit = max(((_shared(text, one), one) for one in cache), default=(0, ""))
        if held:
            cache.move_to_end(hit)
        cache[text] = None
        cache.move_to_end(text)
        while len(cache) > SLOTS:
            cache.popitem(last=False)
        insort(ordered, text)
        one = Reuse(
            calls=1,
            tokens=estimate_tokens(text),
            reusable=estimate_tokens(text[:near]),
            held=estimate_tokens(text[:held]),
        )
        found[kind] = found.get(kind, Reuse()).plus(one)
    return found


def _shared(one: str, other: str) -> int:
    length = 0
    while one[length : length + _CHUNK] == other[length : length + _CHUNK] and length < len(one):
        length += _CHUNK
    for mine, its in zip(one[length:], other[length:], strict=False):
        if mine != its:
            break
        length += 1
    return min(length, len(one))


def kind_of(request: Request) -> str:
    """Return the template of a question of thought, else the purpose."""
    return str(request.purpose) if request.schema_name == "answer" else request.schema_name


def text_of(request: Request) -> str:
    """Return a prompt as one text, in the order in which an endpoint reads it."""
    return "".join(f"{message.role}\n{message.text}\n" for message in request.messages)


def read_anew(requests: Iterable[Request]) -> Sequence[str]:
    """Return the last messages of replies that do not go on from the prompt before.

    One goes on if it begins with all of that prompt up to the end of the earlier talk.
    """
    replies = [one for one in requests if kind_of(one) == "reply"]
    return [
        later.messages[-1].text
        for first, later in pairwise(replies)
        if first.messages[:-1] != later.messages[: len(first.messages) - 1]
    ]


async def talk_at_limit(tokens: int, turns: int) -> tuple[Request, ...]:
    """Talk with the innkeeper of the sample world, and return the requests for replies.

    The prompts are those of a small model, with at most so many tokens.
    """
    said = list(islice(cycle((*SAID, *MORE_SAID)), turns))
    model = ScriptedLanguageModel([reply_answer(one) for _, one in said], remembered=1_000)
    with settings_of_its_own() as chosen:
        dialogue = chosen.dialogue.model_copy(update={"prompt_tokens": tokens})
        small = chosen.model.model_copy(update={"prompt_profile": "guarded"})
        quiet = bench_settings(
            chosen.model_copy(update={"dialogue": dialogue, "model": small}), workers=0
        )
        async with bootstrap.running(quiet, serve=False, model=model) as here:
            file = load_world(sample_world())
            await here.importing.put(file)
            timeline = await here.services.timelines.start(file.world.id)
            for words, _ in said:
                await _say(here, timeline.id, CharacterId("hester"), words, offers_all=True)
    return tuple(one for one in model.requests if kind_of(one) == "reply")


@dataclass(frozen=True, slots=True)
class PrefixChanges:
    """The share of a talk's prompts that each has in common with the one before, and changes.

    `heads` are the turns on which what stands before the talk changed, `talks` those on which the
    talk alone began with another line.
    """

    share: float
    heads: int
    talks: int


def prefix_changes(requests: Sequence[Request]) -> PrefixChanges:
    """Compare each prompt with the one before; the first is left out."""
    pairs = [*pairwise(requests)]
    heads = sum(one.messages[0] != other.messages[0] for one, other in pairs)
    reads = sum(
        one.messages[:-1] != other.messages[: len(one.messages) - 1] for one, other in pairs
    )
    texts = [(text_of(one), text_of(other)) for one, other in pairs]
    shared = sum(estimate_tokens(other[: _shared(one, other)]) for one, other in texts)
    share = shared / max(sum(estimate_tokens(other) for _, other in texts), 1)
    return PrefixChanges(share, heads, reads - heads)


async def play(
    *, characters: int, hours: float, turns: int, world: Path | None = None, rated_from: int = 10
) -> tuple[Request, ...]:
    """Play it, and return all requests in their order; `rated_from` is as in the settings."""
    file = load_world(world or sample_world())
    ids = [role.id for role in file.characters]
    replies = [reply_answer(reply) for _, reply in SAID]
    model = ScriptedLanguageModel(replies, remembered=1_000_000)
    with settings_of_its_own() as settings:
        cognition = settings.cognition.model_copy(update={"rated_from": rated_from})
        chosen = settings.model_copy(update={"cognition": cognition})
        quiet = bench_settings(chosen, workers=0)
        async with bootstrap.running(quiet, serve=False, model=model) as here:
            await here.importing.put(file)
            timeline = await here.services.timelines.start(file.world.id)
            game = LittleGame(here, timeline.id, ids[:characters])
            await game.begin(ids, Attention.DORMANT)
            await game.settle()
            now, end = timeline.game_time, timeline.game_time + timedelta(hours=hours)
            talk_at = now + BEFORE_THE_TALK
            while now < end:
                now += TICK
                await game.tick(now)
                await game.settle()
                if now == talk_at:
                    for words, _ in SAID[:turns]:
                        await _say(here, timeline.id, ids[0], words)
                        now += timedelta(minutes=1)
                        await game.tick(now)
                        await game.settle()
            for question in ASKED:
                await here.services.interviewing.interview(
                    timeline_id=timeline.id, character_id=ids[0], question=question
                )
    return tuple(model.requests)


async def _say(
    here: RunningServer,
    timeline_id: TimelineId,
    who: CharacterId,
    words: str,
    *,
    offers_all: bool = False,
) -> None:
    say = SayToCharacter(timeline_id=timeline_id, character_id=who, speaker=PLAYER, text=words)
    if offers_all:
        say = replace(say, affordances=None, entities=None)
    async with aclosing(here.services.dialogue.say(say)) as events:
        async for event in events:
            if isinstance(event, TurnFinished):
                return


async def run(
    *, characters: int, hours: float, turns: int, rated_from: int = 10
) -> Mapping[str, Reuse]:
    """Play and measure."""
    requests = await play(characters=characters, hours=hours, turns=turns, rated_from=rated_from)
    return measured((kind_of(one), text_of(one)) for one in requests)


def table(found: Mapping[str, Reuse]) -> Sequence[str]:
    """Return the result as lines of a table."""
    total = Reuse()
    lines = [
        "| kind | calls | tokens a call | reusable | with 8 prompts |",
        "| --- |" + " ---: |" * 4,
    ]
    row: Callable[[str, Reuse], str] = lambda name, one: (  # noqa: E731
        f"| {name} | {one.calls} | {one.tokens // max(one.calls, 1)} "
        f"| {one.share:.2f} | {one.share_held:.2f} |"
    )
    for kind in sorted(found):
        total = total.plus(found[kind])
        lines.append(row(kind, found[kind]))
    return [*lines, row("all", total)]


def main() -> None:
    """Print the shares."""
    given = read_options(
        "Share of prompts that endpoints can reuse.",
        characters=5,
        hours=24.0,
        turns=len(SAID),
        limit=0,
    )
    if given.limit:
        print(prefix_changes(asyncio.run(talk_at_limit(given.limit, given.turns))))
        return
    found = asyncio.run(run(characters=given.characters, hours=given.hours, turns=given.turns))
    if given.json:
        shares = {
            kind: {
                "calls": one.calls,
                "tokens": one.tokens,
                "reusable": round(one.share, 3),
                f"with_{SLOTS}_prompts": round(one.share_held, 3),
            }
            for kind, one in sorted(found.items())
        }
        print(json.dumps({"name": "prefixes", "tokens": "estimated", "kinds": shares}))
        return
    print("\n".join(table(found)))


if __name__ == "__main__":
    main()
