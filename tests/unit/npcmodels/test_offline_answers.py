"""What the offline actor says of books, memories, wishes and promises.

What authors wrote for the model it says to nobody.
"""

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from npcmodels.offline import OfflineActor
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.lore import LoreIndex
from npcserver.memory.passages import cut
from npcserver.mind import promises
from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.character import Person, Persona, Relation
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.inputs import ConverseInput, InterviewInput, ReplyInput, Situation, Spoken
from npcserver.model.lore import ANSWERS, Book, Chapter
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import RecordKind, Source
from npcserver.model.world import Price
from npcserver.model.worldfile import Role, WorldFile
from tests.fakes import prompt_inputs
from tests.fakes.prompt_inputs import character, commitment, persona, reply_scene
from tests.fakes.running_server import WORLDS, find_leak, is_open, prying_questions
from tests.unit.npcmodels.scenes import GRETA, LIN, line, memory, perform, said, scene


def reading(heard: str, persona: Persona, title: str, text: str) -> ReplyInput:
    book = Book(
        id="b", world_id=WorldId("w"), title=title, chapters=(Chapter(title="", text=text),)
    )
    index = LoreIndex([book], cut(book))
    question = Cue(text=heard, vector=np.zeros(1, np.float32))
    found = index.search(question, 3, lambda _: True, least=ANSWERS)
    return replace(scene(heard, persona=persona), lore=found.quotes)


async def test_it_answers_with_the_title_of_the_book() -> None:
    """The sentence that answers is said as the book has it, on one line."""
    text = "Posts are white.\nThe fourth post leans since the gale. Nobody\nmay mend it."
    said = await perform(reading("Which post leans?", GRETA, "Of Posts", text))

    assert 'in "of posts" it is written: the fourth post leans since the gale.' in (
        str(said["say"]).lower()
    )


async def test_it_answers_in_chinese_too() -> None:
    """A Chinese character names the book in its own brackets."""
    said = await perform(
        reading("云岭的茶什么时候开采？", LIN, "茶志", "云岭的茶在清明前三天开采。")
    )

    assert "《茶志》里写着：“云岭的茶在清明前三天开采。”" in str(said["say"])


async def test_it_cites_nothing_where_nothing_was_read() -> None:
    """A question that no book answers gets none of its words."""
    said = await perform(reading("Who won the race?", GRETA, "Of Posts", "The fourth post leans."))

    assert "Of Posts" not in str(said["say"])


async def test_it_says_what_the_search_points_to_where_its_own_words_fail() -> None:
    """A question whose form it takes for another is answered by the sentence that was found."""
    text = "A barge has one horse. It carries twenty-five tons."
    said = await perform(reading("How much does a barge carry?", GRETA, "Of Barges", text))

    assert "It carries twenty-five tons." in str(said["say"])


async def test_below_the_confidence_of_an_answer_it_does_not_know() -> None:
    """A passage that shares words with a question, but does not answer it, is not said."""
    asked = reading(
        "How many horses won the race?", GRETA, "Of Barges", "A barge has brown horses."
    )
    said = await perform(asked)

    assert asked.lore == ()
    assert "barge" not in str(said["say"])
    assert str(said["say"]) in [one.text for one in GRETA.fallback_lines]


ITEM = Parameter(name="item", type=ParameterType.ENTITY, entity_kinds=("item",))
WHOM = Parameter(name="to", type=ParameterType.ENTITY, entity_kinds=("person",))
COUNT = Parameter(name="count", type=ParameterType.INTEGER, required=False, minimum=1, maximum=5)
COINS = Parameter(name="coins", type=ParameterType.INTEGER, minimum=1, maximum=100)
MOOD = Parameter(name="song", type=ParameterType.CHOICE, options=("sad_song", "dance"))
OFFERS = (
    Affordance(name="give_item", description="Hand an item over", parameters=(ITEM, WHOM, COUNT)),
    Affordance(name="follow", description="Walk behind somebody", parameters=(WHOM,)),
    Affordance(name="set_price", description="Set the price in coins", parameters=(COINS,)),
    Affordance(name="sing", description="Sing a song", parameters=(MOOD,)),
    Affordance(name="wave", description="Wave a hand"),
)
THINGS = (
    Entity(id="sword_1", name="iron sword", kind="item"),
    Entity(id="shoe", name="horseshoe", kind="item"),
    Entity(id="ada", name="Ada", kind="person"),
)


@pytest.mark.parametrize(
    ("heard", "name", "arguments"),
    [
        ("Give me the iron sword, please.", "give_item", {"item": "sword_1", "to": "ada"}),
        (
            "Could you give me two horseshoes?",
            "give_item",
            {"item": "shoe", "to": "ada", "count": 2},
        ),
        ("Please follow me", "follow", {"to": "ada"}),
        ("Set the price to 40 coins", "set_price", {"coins": 40}),
        ("Can you sing a sad song?", "sing", {"song": "sad_song"}),
        ("Wave!", "wave", {}),
    ],
)
async def test_clear_wishes_become_intents(
    heard: str, name: str, arguments: dict[str, object]
) -> None:
    """A plain request for a declared action proposes it with arguments the words name."""
    answer = await perform(scene(heard, affordances=OFFERS, entities=THINGS))

    assert answer["intents"] == [{"name": name, "arguments": arguments}]


@pytest.mark.parametrize(
    "heard",
    [
        "Don't follow me.",
        "Do you sell swords?",
        "Set the price to 4000 coins",
        "Give me something",
        "Set a price",
        "I once had a sword.",
        "Did the dog follow you?",
    ],
)
async def test_unclear_wishes_do_not(heard: str) -> None:
    """Refusals, mere questions and wishes out of range or without an object propose nothing."""
    answer = await perform(scene(heard, affordances=OFFERS, entities=THINGS))

    assert answer["intents"] == []
    assert answer["say"]


async def test_an_enemy_gets_nothing() -> None:
    """Who is hated is refused."""
    foe = Relation(to="ada", view="", affinity=-80)
    answer = await perform(
        scene("Please follow me", affordances=OFFERS, entities=THINGS, relation=foe)
    )

    assert answer["intents"] == []


PLOT = memory("You owed the bank sixty-two pounds, and somebody paid it all.", importance=10)
LIVED = memory("The mill wheel stands still since noon.", source=Source.WITNESSED, importance=3)
ROUTINE = memory("Bram Holt is selling bread.", source=Source.WITNESSED, importance=5)
HEARD = said("The causeway is under water.", by="Jon", identifier="jon")
SEEDS = range(8)


def spoken(exchange: ConverseInput) -> str:
    return OfflineActor().answer(exchange).say


def opening(*memories: Memory, about: str = "", seed: int = 0, **changes: object) -> str:
    found = tuple(
        Recollection(memory=one, score=1, recency=0, importance=one.importance / 10, relevance=0)
        for one in memories
    )
    plain = prompt_inputs.converse_input(situation=prompt_inputs.day_situation(seed=seed))
    talk = replace(plain, conversation=(), about=about, recollections=found, own_lines=())
    return spoken(replace(talk, **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_weighs_most_is_not_what_it_opens_with(seed: int) -> None:
    """A memory from before play is told only where the talk is about it."""
    assert "sixty-two pounds" not in opening(PLOT, seed=seed)
    assert "mill wheel" in opening(PLOT, LIVED, seed=seed)
    assert "sixty-two pounds" in opening(PLOT, LIVED, about="what she owed the bank", seed=seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_news_is_for_a_character_who_does_not_have_it(seed: int) -> None:
    """Nobody is told what they said themselves or were part of, nor those who are disliked."""
    partner = prompt_inputs.converse_input().partner
    theirs = said("The ferry sank.", by=partner.name, identifier=partner.id)
    about_them = memory(f"{partner.name} slipped on the quay.", source=Source.WITNESSED)
    cold = Standing(other_id=partner.id, affinity=-60)

    assert "ferry" not in opening(theirs, seed=seed)
    assert "slipped" not in opening(about_them, seed=seed)
    assert "causeway" not in opening(HEARD, seed=seed, standing=cold)
    assert 'Jon told me: "The causeway is under water."' in opening(HEARD, seed=seed)


def test_what_people_do_all_day_is_no_news() -> None:
    """That the baker is selling bread is told to nobody."""
    assert not any("selling bread" in opening(ROUTINE, seed=seed) for seed in SEEDS)


TURNS = 1000
ANN = Person(id="ann", name="Ann")
PEOPLE = [(world, role) for world in WORLDS for role in world.characters]


def recollections(role: Role) -> tuple[Recollection, ...]:
    """Return all that a stranger may be told, and a whisper, as if all came to mind at once."""
    told = [
        memory(one.text, importance=one.importance or 4)
        for one in role.memories
        if one.secret is None
    ]
    whisper = memory(
        role.persona.currently, kind=RecordKind.WHISPER, source=Source.INNER_VOICE, importance=9
    )
    return tuple(map(_recalled, (*told, whisper)))


def _recalled(one: Memory) -> Recollection:
    return Recollection(memory=one, score=1, recency=0, importance=0, relevance=1)


def situation(world: WorldFile, role: Role, seed: int) -> Situation:
    character = replace(
        prompt_inputs.character(role.persona),
        id=CharacterId(role.id),
        world_id=WorldId(world.world.id),
    )
    place = next((one for one in world.places if one.id == role.place_id), None)
    return Situation(
        world=world.world, character=character, now=world.world.start_time, place=place, seed=seed
    )


def turns() -> Iterator[tuple[str, list[str], str]]:
    """Yield a character, what it heard and what it said, in talks, interviews and small talk."""
    actor = OfflineActor()
    chance = random.Random(15)
    for number in range(TURNS // 10):
        world, role = PEOPLE[number % len(PEOPLE)]
        at = situation(world, role, number)
        recalled = recollections(role)
        asked = prying_questions(role.id, 10, number)
        talk: tuple[Spoken, ...] = ()
        for heard in asked:
            scene = replace(
                at.scene(ANN, heard),
                recollections=recalled,
                conversation=talk,
                affordances=world.world.affordances,
                entities=world.world.entities,
            )
            material = chance.choice((scene, scene, _exchange(scene, at), _interview(scene, at)))
            said = _said(actor, material)
            talk += (
                Spoken(speaker="Ann", text=heard, is_own=False),
                Spoken(speaker=role.persona.name, text=said, is_own=True),
            )
            yield role.id, asked, said


def _said(actor: OfflineActor, material: ReplyInput | ConverseInput | InterviewInput) -> str:
    if isinstance(material, ReplyInput):
        return actor.spoken(material).say
    return (
        actor.answer(material).say
        if isinstance(material, ConverseInput)
        else actor.answer(material)
    )


def _exchange(scene: ReplyInput, at: Situation) -> ConverseInput:
    last = Spoken(speaker="Ann", text=scene.heard, is_own=False)
    return ConverseInput(
        situation=at,
        partner=replace(ANN, is_player=False),
        about=scene.heard,
        conversation=(*scene.conversation, last)[-3:],
        recollections=scene.recollections,
    )


def _interview(scene: ReplyInput, at: Situation) -> InterviewInput:
    return InterviewInput(situation=at, question=scene.heard, recollections=scene.recollections)


def test_a_thousand_turns_tell_nothing_that_was_written_for_the_model() -> None:
    """No goal, background, `currently`, view of a character, whisper or secret is in any line."""
    told = list(turns())

    assert len(told) == TURNS
    assert all(said for _, _, said in told)
    assert [(said, text) for to, heard, said in told if (text := find_leak(to, said, heard))] == []


@pytest.mark.parametrize("world_and_role", PEOPLE, ids=[role.id for _, role in PEOPLE])
def test_the_check_finds_what_it_is_for(world_and_role: tuple[WorldFile, Role]) -> None:
    """A line with a goal, a background or a view in it is a leak, in whatever person it stands."""
    _, role = world_and_role
    persona = role.persona
    views = [one.view for one in persona.relations]
    written = [persona.background, persona.currently, *persona.goals, *views]
    in_first_person = [one.replace("You", "I").replace("your", "my") for one in written]

    private = [one for one in (*written, *in_first_person) if not is_open(role.id, one)]
    assert len(private) > len(written)
    assert [one for one in private if not find_leak(role.id, one)] == []


BROKEN = commitment("bring Ann the ale", status=CommitmentStatus.BROKEN)
THEIRS = commitment("pay Mira Holt five coins", is_from_ann=True, status=CommitmentStatus.BROKEN)


def spoken_line(where: ReplyInput) -> str:
    return OfflineActor().spoken(where).say


def quiet(**changes: object) -> ReplyInput:
    return reply_scene(affordances=(), recollections=(), conversation=(), **changes)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("heard", "what"),
    [
        ("Can you bring me the ale tomorrow?", "bring you the ale"),
        ("Could you please mend my roof by noon?", "mend your roof"),
        ("Promise me to meet me at the mill tonight.", "meet you at the mill"),
    ],
)
def test_asked_for_something_to_come_it_gives_its_word(heard: str, what: str, seed: int) -> None:
    """In words that are a promise to the one who reads them."""
    (promise,) = promises.made(spoken_line(quiet(heard=heard, seed=seed)))

    assert promise.what == what


def test_whom_it_cannot_stand_it_promises_nothing() -> None:
    """It declines."""
    hated = Relation(to="ann", view="", affinity=-80)

    assert (
        promises.made(spoken_line(quiet(heard="Can you bring me ale tomorrow?", relation=hated)))
        == ()
    )


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("word", ["I'll pay you tomorrow.", "I promise to sing tonight."])
def test_it_takes_a_character_at_their_word(word: str, seed: int) -> None:
    """And makes no promise of that itself."""
    answer = spoken_line(quiet(heard=word, seed=seed))

    assert "word" in answer or "counting" in answer or "See that" in answer
    assert promises.made(answer) == ()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("heard", ["Hello!", "What happened to the door?", "It rains.", "Bye."])
@pytest.mark.parametrize(
    ("promise", "words"), [(BROKEN, "bring you the ale"), (THEIRS, "pay me five coins")]
)
def test_a_broken_promise_comes_first_who_broke_it(
    promise: Commitment, words: str, heard: str, seed: int
) -> None:
    """Whatever it is told, in the words of one who speaks to the other."""
    answer = spoken_line(quiet(heard=heard, seed=seed, commitments=(promise,)))

    assert words in answer
    assert promises.speaks_of(answer, promise)
    assert promises.made(answer) == ()


def test_once_it_came_up_it_is_let_rest() -> None:
    """Nobody is told twice."""
    spoken_of = replace(BROKEN, has_come_up=True)

    assert "the ale" not in spoken_line(quiet(heard="Hello!", commitments=(spoken_of,)))


def test_asked_after_its_promises_it_knows_them() -> None:
    """What is still to be done is kept in mind."""
    pending = replace(BROKEN, status=CommitmentStatus.OPEN)

    answer = spoken_line(quiet(heard="What did you promise me?", commitments=(pending,)))

    assert "bring you the ale" in answer


def test_it_brings_a_broken_promise_up_among_characters_too() -> None:
    """With the first line it says."""
    exchange = prompt_inputs.converse_input()
    partner = exchange.partner
    owed = replace(BROKEN, to_id=partner.id, to_name=partner.name, what=f"bring {partner.name} ale")

    answer = OfflineActor().answer(replace(exchange, commitments=(owed,)))

    assert "bring you ale" in answer.say


def test_it_speaks_of_promises_in_chinese() -> None:
    """The same craft, the other language."""
    own = character(persona(name="米拉", language="zh"))
    ann = Person(id="ann", name="安")
    owed = replace(BROKEN, by_name="米拉", to_name="安", what="给安带酒")
    chinese = quiet(heard="你好", character=own, partner=ann, commitments=(owed,))

    asked = spoken_line(replace(chinese, commitments=(), heard="你明天能给我带酒吗？"))

    assert "给你带酒" in spoken_line(chinese)
    assert [one.what for one in promises.made(asked)] == ["给你带酒"]


@pytest.mark.parametrize(
    ("heard", "persona", "prices", "told"),
    [
        (
            "What does a night cost?",
            GRETA,
            {"ale": "2 pence", "a room for the night": "9 pence"},
            "9 pence",
        ),
        (
            "And how much for two nights?",
            GRETA,
            {"ale": "2 pence", "a bed for two nights": "16 pence"},
            "16 pence",
        ),
        ("How much is a bowl?", GRETA, {"ale": "2 pence", "a bowl of stew": "4 pence"}, "4 pence"),
        ("住一晚多少钱？", LIN, {"绿茶": "三文", "客房一晚": "二十文"}, "二十文"),
    ],
)
async def test_a_measure_alone_names_what_is_sold_by_it(
    heard: str, persona: Persona, prices: dict[str, str], told: str
) -> None:
    """A price for the night can only be that of the bed."""
    listed = tuple(Price(ware=ware, price=price) for ware, price in prices.items())
    played = scene(heard, persona=persona)
    assert played.place is not None
    said = await line(replace(played, place=replace(played.place, prices=listed)))
    assert told in said
    assert said.count("2 pence") + said.count("三文") == 0
