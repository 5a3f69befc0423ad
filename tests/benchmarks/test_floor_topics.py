"""Whom words concern by meaning, with the embedder of the server and personas that mislead it."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import pytest

from npcmodels.embed.registry import CachingEmbedder
from npcmodels.embed.usem3 import Usem3Embedder
from npcserver.app.conversation.turn_assignment import topics_of
from npcserver.memory.embedding_texts import Nearness
from npcserver.mind.topic_interest import interests, stake_words
from npcserver.mind.trades import roles_of
from npcserver.mind.turn_allocation import CircleLine, CircleMember, CircleSnapshot, next_speaker
from npcserver.model.circle import FloorReason
from tests.benchmarks.floor_moments import OTHERS, TUNED, character, read_setting, with_topics

ADDRESSED = FloorReason.ADDRESSED

CASTS = {
    "en": {
        "ada": ("Ada Finch", "Repairs clocks and watches in the arcade."),
        "bram": ("Bram Oster", "Breeds racing pigeons and sells their eggs."),
        "cora": ("Cora Lund", "Teaches children to swim in the lake. Was engaged to Bram Oster."),
    },
    "zh": {
        "ada": ("秦素", "在街口修钟表，眼力好。"),
        "bram": ("葛三", "养信鸽的，屋顶上有一百多只鸽子。"),
        "cora": ("白露", "在湖边教孩子游泳，从前和葛三订过亲。"),
    },
}
ASKED = {
    "en": {
        "ada": "Does anyone know why my alarm has stopped ticking?",
        "bram": "Does anyone keep doves that carry letters home?",
        "cora": "Is the water warm enough for a dip?",
    },
    "zh": {
        "ada": "谁能修好这只怀表？",
        "bram": "谁家的鸟会送信？",
        "cora": "湖水冷不冷，能下去吗？",
    },
}
ATTRACTORS = {
    "en": (
        "Knows all about food, weather, horses, ships, gold, swords, wounds, crops, war, the law, "
        "love, music, ghosts, roads, thieves, prices and news, and answers every question."
    ),
    "zh": (
        "什么都懂：吃喝、天气、马匹、船只、银子、刀剑、看病、庄稼、打仗、官府、姻缘、鬼怪、道路和消息，"
        "什么话都要抢着答。"
    ),
}


def _chosen(language: str, text: str, *, unwilling: str = "") -> str:
    people = {
        who: character(who, {"name": name, "cares": told})
        for who, (name, told) in CASTS[language].items()
    }
    members = [
        CircleMember(
            id=who,
            name=one.name,
            stake_words=stake_words(one),
            roles=roles_of(one.persona),
            is_willing=who != unwilling,
        )
        for who, one in people.items()
    ]
    members.append(CircleMember(id="ann", name="Ann", is_player=True))

    async def choose() -> str:
        embedder = CachingEmbedder(Usem3Embedder())
        held = {who: interests(one) for who, one in people.items()}
        topics = await topics_of(Nearness(embedder, seconds=60), text, held)
        await embedder.close()
        line = replace(CircleLine(speaker_id="ann", text=text), topics=topics)
        moment = CircleSnapshot(members=tuple(members), lines=(line,))
        return next_speaker(moment).speaker_id or ""

    return asyncio.run(choose())


CASES = [(language, who) for language, asked in ASKED.items() for who in asked]


async def _taken_by(attractors: Mapping[str, str]) -> tuple[int, int]:
    """Return how many turns that were rightly another's a persona takes, and of how many."""
    embedder = CachingEmbedder(Usem3Embedder())
    nearness = Nearness(embedder, seconds=60)
    taken = right = 0
    for name in OTHERS:
        for one in await with_topics([name], nearness):
            found = next_speaker(one.moment)
            if found.speaker_id not in (one.next, *one.or_next) or found.reason is ADDRESSED:
                continue
            persona = character("zed", {"name": "Zed", "cares": attractors[one.language]})
            *before, last = one.moment.lines
            own = await topics_of(nearness, last.text, {"zed": interests(persona)})
            zed = CircleMember(
                id="zed",
                name="Zed",
                stake_words=stake_words(persona),
                roles=roles_of(persona.persona),
            )
            moment = replace(
                one.moment,
                members=(*one.moment.members, zed),
                lines=(*before, replace(last, topics={**last.topics, **own})),
            )
            right += 1
            taken += next_speaker(moment).speaker_id == "zed"
    await embedder.close()
    return taken, right


def test_a_persona_written_for_every_topic_takes_few_turns_of_others() -> None:
    """At most one in three, with one sentence of all topics, and with a sentence for each."""
    of_all = {
        language: " ".join(
            field["cares"]
            for name in TUNED
            for one in [read_setting(name)]
            if one["language"] == language
            for field in one["cast"].values()
            if "cares" in field
        )
        for language in ATTRACTORS
    }
    for attractors in (ATTRACTORS, of_all):
        taken, right = asyncio.run(_taken_by(attractors))

        assert right >= 50
        assert taken * 3 <= right


@pytest.mark.parametrize(("language", "name"), [("en", "Bram"), ("zh", "葛三")])
def test_a_name_in_the_persona_of_another_is_not_its_own(language: str, name: str) -> None:
    """Who was engaged to Bram does not answer for him."""
    said = {"en": f"I met {name} by the lake.", "zh": f"我在湖边碰见{name}了。"}[language]
    asked = {"en": f"{name}, are you well?", "zh": f"{name}，你还好吗？"}[language]

    assert _chosen(language, said) == "bram"
    assert _chosen(language, asked) == "bram"


@pytest.mark.parametrize(("language", "who"), CASES)
def test_who_is_asleep_does_not_speak_whatever_its_topic(language: str, who: str) -> None:
    """Another does, since something is asked of all."""
    assert _chosen(language, ASKED[language][who], unwilling=who) in set(CASTS[language]) - {who}
