"""Scenes for members without a language model: a mill in English, tea growers in Chinese."""

from dataclasses import replace
from functools import cache
from typing import Any, cast

from npcserver.adapters.llm.actor.scene_view import PhraseBank
from npcserver.adapters.llm.offline import OfflineActor
from npcserver.model.feelings import Belief
from npcserver.model.group.moves import LineSpoken
from npcserver.model.group.script import (
    RELATION,
    Ballot,
    Camp,
    Candidate,
    Member,
    Rank,
    Resource,
    Script,
    Stage,
    WinRule,
)
from npcserver.model.group_answers import Answer
from npcserver.model.group_inputs import MemberInput, Standpoint

MILL = Script(
    id="mill",
    title="Who gets the mill",
    premise="The old miller is dead, and three people want his mill.",
    opening="The notary has read the will: it names nobody.",
    camps=(Camp(id="old", aim="Show that the mill has to stay as it is"),),
    members=(
        Member(
            id="ada",
            name="Ada Marsh",
            rank=Rank.PRINCIPAL,
            scratch="Blunt and quick to anger.",
            goal="Be taken for a miller by your neighbours. Nothing else will do.",
            public="The miller's daughter. She ground flour at night.",
            private="You owe the bank more than anybody knows.",
            beliefs=(
                Belief(topic="mine", text="The mill should be mine", score=60),
                Belief(topic="ben-runs", text="Ben should run the mill", score=10),
            ),
        ),
        Member(
            id="ben",
            name="Ben Oakes",
            rank=Rank.PRINCIPAL,
            scratch="Mild and patient.",
            goal="Get the mill and build a second wheel.",
            public="A carpenter with plans.",
            private="You do not trust Ada, who laughed at you.",
            beliefs=(
                Belief(topic="mine", text="The mill should be mine", score=60),
                Belief(topic="ada-runs", text="Ada should run the mill", score=10),
            ),
        ),
        Member(
            id="dov",
            name="Dov Reed",
            rank=Rank.SUPPORTING,
            scratch="Shrewd.",
            goal="Sell more grain than last year.",
            public="A farmer with the best fields.",
            private="Ben is a friend of your youth.",
            beliefs=(
                Belief(topic="with-ada", text="I should side with Ada", score=0),
                Belief(topic="with-ben", text="I should side with Ben", score=0),
            ),
        ),
        Member(
            id="eve",
            name="Eve Lund",
            rank=Rank.SUPPORTING,
            scratch="Gentle.",
            goal="Keep the water clean.",
            public="She looks after the brook.",
        ),
    ),
    resources=(
        Resource(
            id="fields",
            name="The upper fields",
            owner="dov",
            impact=30,
            topics=("the price of grain", "a good harvest", "carts and roads"),
            description="The best soil of the valley.",
        ),
        Resource(
            id="brook",
            name="The brook",
            owner="eve",
            impact=20,
            topics=("clean water", "the weir"),
            description="It drives the wheel.",
        ),
    ),
    ballot=Ballot(
        question="Who should run the mill?",
        candidates=(
            Candidate(id="ada", name="Ada Marsh", member="ada"),
            Candidate(id="ben", name="Ben Oakes", member="ben"),
        ),
        win=WinRule.PLURALITY,
    ),
)

TEA = replace(
    MILL,
    id="tea",
    title="茶馆归谁",
    premise="老掌柜去世了，两个人都想要他的茶馆。",
    opening="账房念了遗嘱，上面没有名字。",
    language="zh",
    camps=(),
    members=(
        Member(
            id="lin",
            name="林月",
            rank=Rank.PRINCIPAL,
            scratch="性子急，说话尖刻。",
            goal="让街坊把你当成掌柜。",
            public="老掌柜的女儿。",
            private="你欠了一笔谁也不知道的债。",
            beliefs=(
                Belief(topic="mine", text="茶馆应当归我", score=60),
                Belief(topic="zhou-runs", text="周明应该管茶馆", score=10),
            ),
        ),
        Member(
            id="zhou",
            name="周明",
            rank=Rank.PRINCIPAL,
            scratch="温和有耐心。",
            goal="拿到茶馆，再开一家分号。",
            public="一个有主意的木匠。",
            beliefs=(
                Belief(topic="mine", text="茶馆应当归我", score=60),
                Belief(topic="lin-runs", text="林月应该管茶馆", score=10),
            ),
        ),
        Member(
            id="he",
            name="何叔",
            rank=Rank.SUPPORTING,
            scratch="精明。",
            goal="今年多卖茶叶。",
            public="供茶叶的老主顾。",
            private="周明是你的朋友。",
            beliefs=(
                Belief(topic="with-lin", text="我该站在林月一边", score=0),
                Belief(topic="with-zhou", text="我该站在周明一边", score=0),
            ),
        ),
    ),
    resources=(
        Resource(
            id="garden",
            name="后山茶园",
            owner="he",
            impact=30,
            topics=("茶叶的价钱", "今年的收成", "运茶的路"),
            description="本地最好的茶园。",
        ),
    ),
    ballot=Ballot(
        question="谁来当掌柜？",
        candidates=(
            Candidate(id="lin", name="林月", member="lin"),
            Candidate(id="zhou", name="周明", member="zhou"),
        ),
        win=WinRule.PLURALITY,
    ),
)


def standpoint(member_id: str, script: Script = MILL, **changes: object) -> Standpoint:
    """Return where a member stands in the first round, before all unless told otherwise."""
    member = script.member(member_id)
    others = [one.id for one in script.members if one.id != member_id]
    given: dict[str, object] = {"round": 1, "stage": Stage.GROUP_CHAT, **changes}
    at = Standpoint(
        script=script,
        member=member,
        round=1,
        stage=Stage.GROUP_CHAT,
        relations=tuple((one, RELATION) for one in others),
        beliefs=member.beliefs,
        influence=tuple((one.id, 0) for one in script.members),
    )
    return replace(at, **given)  # type: ignore[arg-type]


def line(member: str, text: str, to: str = "", **changes: object) -> LineSpoken:
    """Return a line of the first round; to a character, in a talk that its speaker began."""
    spoke = LineSpoken(
        round=1,
        stage=Stage.PRIVATE_CHAT if to else Stage.GROUP_CHAT,
        chat_round=1,
        member=member,
        talk=member if to else "",
        to=to,
        text=text,
    )
    return replace(spoke, **changes)  # type: ignore[arg-type]


@cache
def bank(language: str) -> PhraseBank:
    """Return the phrases of a language, read once."""
    return PhraseBank.load(language)


@cache
def offline_actor() -> OfflineActor:
    """Return the one actor of these tests; it keeps nothing but its phrases."""
    return OfflineActor()


class Actor:
    """The offline actor, as scenes ask it."""

    def __call__(self, material: MemberInput) -> Answer:
        """Return its answer."""
        answer: Any = offline_actor().answer(material)
        return cast("Answer", answer)
