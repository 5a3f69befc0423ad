"""Small worlds, what happened in them, and what a player claims to have happened."""

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

FOLDER = Path(__file__).parent
KINDS = ("promised", "did", "given", "told", "hearsay", "third")


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened or is claimed: its words in every mouth that needs them.

    `log` is what the character remembers of it, `claim` a frame's words in the player's mouth,
    `owned` how the character states it to that player and `told` to another one. `key` are words
    that nothing else in the world has, and `marks` others that a false statement has; `truth` is
    the name of another to, or by, whom it was done, if it was.
    """

    kind: str
    key: str
    log: str
    claim: str
    owned: str
    told: str
    question: str
    marks: tuple[str, ...] = ()
    truth: str = ""


@dataclass(frozen=True, slots=True)
class PastWorld:
    """A world: its people, and what is claimed in it, true and false."""

    language: str
    name: str
    mind: str
    player: str
    other: str
    true: tuple[Happening, ...]
    false: tuple[Happening, ...]
    denied: tuple[str, ...]


_EN_DEEDS = (
    ("bring {to} {o}", "brought {to} {o}"),
    ("lend {to} {o}", "lent {to} {o}"),
    ("sell {to} {o}", "sold {to} {o}"),
    ("show {to} {o}", "showed {to} {o}"),
    ("mend {o} for {to}", "mended {o} for {to}"),
    ("give {to} {o}", "gave {to} {o}"),
)
_EN_FACTS = (
    "{who} burned {o}", "{who} stole {o}", "{who} broke {o}", "{who} bought {o} from a stranger",
    "{who} hid {o} under the bridge", "{who} lost {o} at dice",
)  # fmt: skip
_ZH_DEEDS = (
    ("把{o}借给{to}", "把{o}借给了{to}"),
    ("把{o}送给{to}", "把{o}送给了{to}"),
    ("把{o}卖给{to}", "把{o}卖给了{to}"),
    ("替{to}修好{o}", "替{to}修好了{o}"),
    ("把{o}带给{to}", "把{o}带给了{to}"),
)
_ZH_FACTS = (
    "{who}烧了{o}", "{who}偷了{o}", "{who}打碎了{o}",
    "{who}把{o}藏在桥下", "{who}输掉了{o}",
)  # fmt: skip
_EN_WORLDS = (
    ("Farrowhithe", "Hester Quill", "Ann", "Eve", ("Hobb", "Wenna", "Tolly")),
    ("Station Nine", "Ruben", "Kestrel", "Ida", ("Marsh", "Okoro", "Lind")),
)
_ZH_WORLDS = (
    ("云溪村", "沈掌柜", "安妮", "陆遥", ("老何", "阿菊", "赵五")),
    ("青石镇", "顾婆婆", "小张", "丘宁", ("铁匠李", "陈嫂", "老白")),
)  # fmt: skip
_EN_LOOKS = (
    "blue", "brass", "cracked", "green", "silver", "wooden", "painted", "rusty", "narrow", "heavy",
)  # fmt: skip
_EN_THINGS = (
    "lantern", "compass", "axe", "kettle", "saddle", "fiddle", "ladder", "barrel", "anvil",
    "telescope", "cradle", "spade",
)  # fmt: skip
_ZH_LOOKS = ("蓝布", "铜", "碎花", "绿漆", "银", "木", "旧", "生锈", "红漆", "黑铁")
_ZH_THINGS = (
    "灯笼",
    "罗盘",
    "斧头",
    "水壶",
    "马鞍",
    "胡琴",
    "梯子",
    "酒桶",
    "剑鞘",
    "摇篮",
    "铁锹",
    "风筝",
)


def frames(name: str) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return the frames of a set, by language and kind."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def worlds(name: str, each: int, seed: int = 1) -> Iterator[PastWorld]:
    """Yield four worlds, two in each language, with so many true and so many false claims."""
    found = frames(name)
    for at, (language, people) in enumerate(
        [*(("en", one) for one in _EN_WORLDS), *(("zh", one) for one in _ZH_WORLDS)]
    ):
        yield _world(language, people, found[language], each, random.Random(f"{name}{seed}{at}"))


def _world(
    language: str,
    people: tuple[str, str, str, str, tuple[str, ...]],
    found: Mapping[str, Sequence[str]],
    each: int,
    chance: random.Random,
) -> PastWorld:
    place, mind, player, other, thirds = people
    things = [
        f"the {look} {thing}" if language == "en" else f"{look}{thing}"
        for look in (_EN_LOOKS if language == "en" else _ZH_LOOKS)
        for thing in (_EN_THINGS if language == "en" else _ZH_THINGS)
    ]
    chance.shuffle(things)

    def make(kind: str, thing: str) -> Happening:
        return _happening(language, kind, thing, player, thirds, chance.choice(found[kind]), chance)

    true = tuple(make(KINDS[at % len(KINDS)], things[at]) for at in range(each))
    false: list[Happening] = []
    denied: list[str] = []
    for at in range(each):
        kind = KINDS[at % len(KINDS)]
        if at % 4 == 3 and kind in ("did", "given", "third"):
            one, near = _twisted(make(kind, things[each + at]), language, player, other, thirds)
            denied.append(near)
        else:  # a promise that was made is no deed that was done; most are of what never was
            one = make(kind, things[each + at])
            if at % 4 == 1 and kind == "did":
                denied.append(_wish(one, language, player))
        false.append(one)
    return PastWorld(language, place, mind, player, other, true, tuple(false), tuple(denied))


def _happening(
    language: str,
    kind: str,
    thing: str,
    player: str,
    thirds: Sequence[str],
    frame: str,
    chance: random.Random,
) -> Happening:
    is_en = language == "en"
    base, past = chance.choice(_EN_DEEDS if is_en else _ZH_DEEDS)
    who, teller = chance.sample(list(thirds), 2)
    fact = chance.choice(_EN_FACTS if is_en else _ZH_FACTS).format(who=who, o=thing)
    me, you, i = ("me", "you", "I") if is_en else ("我", "你", "我")
    end, gap = (".", " ") if is_en else ("。", "")
    claim = frame.format(
        deed=base.format(to=me, o=thing), did=past.format(to=me, o=thing),
        given=past.format(to=you, o=thing), fact=fact, teller=teller,
    )  # fmt: skip
    claim = claim[0].upper() + claim[1:]
    done = past.format
    match kind:
        case "promised":
            log = base.format(to=player, o=thing)
            said = "I promised to {}." if is_en else "我答应过要{}。"
            owned, told = (said.format(base.format(to=to, o=thing)) for to in (you, player))
        case "did":
            log = f"{'You' if is_en else you}{gap}{done(to=player, o=thing)}{end}"
            owned, told = (f"{i}{gap}{done(to=to, o=thing)}{end}" for to in (you, player))
        case "given":
            log = f"{player}{gap}{done(to=you, o=thing)}{end}"
            owned = f"{'You' if is_en else you}{gap}{done(to=me, o=thing)}{end}"
            told = f"{player}{gap}{done(to=me, o=thing)}{end}"
        case _:
            log = owned = told = f"{fact}{end}"
            if kind == "told":
                owned = f"I told you that {fact}." if is_en else f"我告诉过你{fact}。"
    key = thing.removeprefix("the ")
    question = f"What do you know of {thing}?" if is_en else f"{thing}是怎么回事？"
    marks = () if kind in ("promised", "did", "given") else (who,)
    return Happening(kind, key, log, claim, owned, told, question, marks)


def _twisted(
    one: Happening, language: str, player: str, other: str, thirds: Sequence[str]
) -> tuple[Happening, str]:
    """Return a claim, and what happened in its place: to, or by, another."""
    if one.kind == "third":
        who = one.marks[0]
        another = thirds[(thirds.index(who) + 1) % len(thirds)]
        return replace(one, truth=another), one.log.replace(who, another)
    return replace(one, truth=other), one.log.replace(player, other)


def _wish(one: Happening, language: str, player: str) -> str:
    """Return what a person wanted in place of a deed that is claimed."""
    if language == "en":
        return f"{player} asked you about the {one.key}."
    return f"{player}向你打听{one.key}。"
