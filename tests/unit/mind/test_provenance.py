"""Which memories a line passes on, and relations that follow from seed memories."""

import pytest

from npcserver.mind.conversation import is_stranger, wants_to_talk
from npcserver.mind.initial_relations import NameFinder, Seed, initial_relations
from npcserver.mind.provenance import SHARE, passed_on, retelling, retells, stated
from npcserver.model.character import Character, Persona, Relation
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, WorldId
from tests.fakes.prompt_inputs import recollection
from tests.fakes.store_world import START

PARTY = "Klaus is throwing a party on Friday."
MILL = "Last night the old mill by the river burned down to the ground."
KEY = "The key to the cellar is hidden under the third stone by the well."
SAM = "Sam Moore is running for mayor in the local election."
PAIR = "Klaus Mueller met Maria Lopez at the cafe."
WIDE_PARTY = "克劳斯星期五要办一个派对。"
WIDE_KEY = "地窖的钥匙藏在井边第三块石头下面。"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (PARTY, "There's a party at Klaus's this Friday, you should come!"),
        (PARTY, "Have you heard? Somebody throws a party on Friday!"),
        (PARTY, "I heard there's a party this Friday."),
        (PARTY, "Klaus invited everybody to a party on Friday evening at seven."),
        (MILL, "Have you heard? The mill burned down!"),
        (MILL, "Did you hear what happened at the mill last night?"),
        ("The mill burned down.", "They say the mill burnt to the ground last night."),
        (KEY, "Look under the third stone near the well for the cellar key."),
        (KEY, "The cellar key? It's beneath a stone by the well."),
        (SAM, "Did you know that Sam is a candidate? He runs for mayor, and I like it."),
        ("The ferry leaves at nine.", "The ferry? It leaves at nine sharp."),
        ("Bram owes the bank 400 crowns.", "Four hundred? No, 400 crowns is what he owes."),
        ("He is married.", "Did you know that Tom is married?"),
        ("The key is under the mat.", "The key? It is under the mat."),
        ("Maria is in love with Klaus.", "Maria loves Klaus, you know."),
        (WIDE_PARTY, "听说星期五克劳斯家有个派对，你去吗？"),
        ("萨姆想在春天竞选镇长。", "你知道吗？萨姆要竞选镇长。"),
        (WIDE_KEY, "钥匙就在井边的石头下面。"),
        ("昨晚磨坊烧掉了。", "磨坊被烧掉了！"),
        ("明天中午在广场开会。", "明天中午大家到广场开会。"),
    ],
)
def test_a_retelling_in_other_words_passes_on(text: str, line: str) -> None:
    """What is telling in it is there, whatever stands around it."""
    assert retells(line, text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (PARTY, "I have to see the doctor on Friday."),
        (PARTY, "Klaus said he is tired."),
        (PARTY, "Have you seen Klaus?"),
        (PAIR, "Do you know Klaus Mueller and Maria Lopez?"),
        (MILL, "The mill is closed on Sunday."),
        (KEY, "I dropped my key somewhere."),
        (SAM, "Sam Moore waters his garden every day."),
        ("The ferry leaves at nine.", "I will be there at nine."),
        ("He is married.", "Tom is a baker."),
        ("Good morning, Tom! How are you?", "Good morning, Mira. How are you today?"),
        (
            "The baker sells bread in the market every morning.",
            "I bought apples in the market today.",
        ),
        (WIDE_PARTY, "你见过克劳斯吗？"),
        (WIDE_PARTY, "我星期五要去看医生。"),
        (WIDE_KEY, "我的钥匙丢了。"),
        ("明天中午在广场开会。", "明天中午见。"),
        ("早上好，你今天怎么样？", "早上好！今天天气真好。"),
        (PARTY, "星期五克劳斯家有个派对。"),
        (PARTY, ""),
        ("", "Have you seen Klaus?"),
    ],
)
def test_names_times_and_small_talk_pass_nothing_on(text: str, line: str) -> None:
    """To speak of the same people, at the same hour, is not to say the same."""
    assert not retells(line, text)


def test_names_of_those_present_tell_nothing() -> None:
    """They stand in many lines that are about something else."""
    memory = recollection("Bella is here, with Rex.").memory

    assert passed_on("Bella and rex, off to bed!", [memory]) == (memory,)
    assert passed_on("Bella and rex, off to bed!", [memory], ["Bella Ross", "Rex"]) == ()


def test_of_a_long_line_only_what_tells_it_is_its_retelling() -> None:
    """The rest is about something else."""
    line = "The bread is flat again. Klaus throws a party on Friday! Mind the puddle."

    assert retelling(line, PARTY) == "Klaus throws a party on Friday!"
    two = "The bread is flat again. The key? It is under the mat. Mind the puddle."
    assert retelling(two, "The key is under the mat.") == "The key? It is under the mat."


def test_a_text_states_a_fact_by_degrees() -> None:
    """All of it, enough of it, too little, and nothing but a name."""
    said = [PARTY, "A party at Klaus's, this Friday.", "A party? Lovely.", "Where is Klaus?"]
    shares = [stated(PARTY, text) for text in said]

    assert shares[0] == 1.0
    assert shares[1] >= SHARE > shares[2] > shares[3]
    assert stated("Klaus", "Klaus, is that you?") == 1.0
    assert stated("", PARTY) == 0.0


PEOPLE = {
    "nell": "Nell Harker",
    "owen": "Owen Harker",
    "piet": "Piet Vos",
    "sal": "Sal Dunmore",
    "rose": "Rose Teller",
    "piet-2": "Piet Brandt",
}
HAN = {"lan": "林小兰", "wu": "吴大山", "he": "何青", "zhou": "周明远"}


def _nell(*relations: Relation, language: str = "en", name: str = "Nell Harker") -> Character:
    return Character(
        id=CharacterId("nell" if language == "en" else "lan"),
        world_id=WorldId("quay"),
        persona=Persona(name=name, language=language, relations=relations),
        created_at=START,
        updated_at=START,
    )


def _of(*texts: str, to: str, relations: tuple[Relation, ...] = ()) -> Standing | None:
    seeds = [Seed(seq=at + 1, text=text) for at, text in enumerate(texts)]
    found = initial_relations(_nell(*relations), seeds, NameFinder(PEOPLE), PEOPLE)
    return next((one for one in found if one.other_id == to), None)


@pytest.mark.parametrize(
    ("text", "to", "familiarity", "affinity"),
    [
        ("Owen Harker is your husband, who mends nets.", "owen", 95, 70),
        ("You told your husband, Owen, of the leak.", "owen", 95, 70),
        ("My brother Owen sails on Mondays.", "owen", 90, 60),
        ("Nell and her brother Owen run the ferry.", "owen", 90, 60),
        ("You and Sal Dunmore are old friends.", "sal", 60, 35),
        ("Sal is one of your oldest neighbours.", "sal", 45, 10),
        ("You have known your neighbour, Sal Dunmore, for years.", "sal", 45, 10),
        ("You know Sal Dunmore as a customer at your stall.", "sal", 30, 5),
        ("You sometimes talk to Sal about the tide.", "sal", 30, 0),
        ("You've met Sal at the quay but have not really talked to her.", "sal", 10, 0),
        ("You know of Sal Dunmore, who lives up the hill.", "sal", 10, 0),
        ("You have never met Sal Dunmore.", "sal", 0, 0),
        ("The lighthouse was built by Sal Dunmore.", "sal", 0, 0),
        ("You think Sal Dunmore is annoying.", "sal", 30, -20),
        ("You do not like Sal Dunmore.", "sal", 30, -40),
        ("You like Sal Dunmore.", "sal", 30, 10),
        ("Sal Dunmore and your husband, Owen, share a boat.", "sal", 0, 0),
        ("Owen Harker is a friend of Sal Dunmore.", "owen", 0, 0),
        ("Sal Dunmore is someone like your mother.", "sal", 30, 10),
    ],
)
def test_a_memory_says_how_one_stands(text: str, to: str, familiarity: int, affinity: int) -> None:
    """Kin before friends, friends before neighbours, and dislike below nothing."""
    found = _of(text, to=to)
    assert found is not None
    assert (found.familiarity, found.affinity) == (familiarity, affinity)
    assert (found.view, found.evidence, found.is_first) == (text, (1,), True)


def test_what_several_memories_say_adds_up() -> None:
    """A neighbour whom one cannot stand is known well and never spoken to."""
    found = _of(
        "You've known Sal Dunmore, your next door neighbor, for two years.",
        "You think Sal Dunmore is annoying.",
        "You would rather not see Sal Dunmore ever.",
        to="sal",
    )
    assert found is not None
    assert (found.familiarity, found.affinity, found.evidence) == (45, -50, (1, 2, 3))
    assert found.trust < 50
    assert found.view == "You would rather not see Sal Dunmore ever."
    assert not is_stranger(found)
    assert not any(wants_to_talk(found, "news", str(chance)) for chance in range(50))


def test_kin_are_no_strangers_to_initiative() -> None:
    """Of fifty meetings with a husband more than half begin a talk; of a stranger's one in ten."""
    husband = _of("Owen Harker is your husband.", to="owen")
    assert husband is not None
    often = sum(wants_to_talk(husband, "", str(chance)) for chance in range(50))
    seldom = sum(wants_to_talk(Standing(other_id="owen"), "", str(one)) for one in range(50))
    assert often > 25 > 2 * seldom


def test_a_name_that_may_be_anybodys_means_nobody() -> None:
    """Two are called Piet, a rose is a flower, and Sal Moss is another."""
    assert _of("You and Piet are old friends.", to="piet") is None
    assert _of("You picked a Rose for the table.", to="rose") is None
    assert _of("Sal Moss is your neighbour.", to="sal") is None
    known = _of("You and Piet Brandt are old friends.", to="piet-2")
    assert known is not None
    assert known.familiarity == 60


def test_what_an_author_wrote_is_left_alone() -> None:
    """A relation that the author wrote has no first standing beside it."""
    written = (Relation(to="Sal Dunmore", to_id="sal", view="A thief.", affinity=-80),)
    assert _of("You and Sal Dunmore are old friends.", to="sal", relations=written) is None


def test_a_secret_memory_tells_no_more_than_that_one_knows_a_character() -> None:
    """What it says is in no view and moves no feeling, for views stand in every prompt."""
    seeds = [Seed(seq=4, text="You are in love with Sal Dunmore.", is_secret=True)]
    (found,) = initial_relations(_nell(), seeds, NameFinder(PEOPLE), PEOPLE)
    assert (found.view, found.affinity, found.familiarity) == ("", 0, 30)
    assert found.evidence == (4,)


@pytest.mark.parametrize(
    ("text", "to", "familiarity", "affinity"),
    [
        ("你的丈夫吴大山在码头干活。", "wu", 95, 70),
        ("吴大山是你的哥哥。", "wu", 90, 60),
        ("你和何青是好朋友。", "he", 75, 50),
        ("周明远是你的邻居。", "zhou", 45, 10),
        ("明远跟你是同学。", "zhou", 45, 10),
        ("你认识周明远三年了。", "zhou", 30, 0),
        ("你讨厌何青。", "he", 30, -40),
        ("你不太喜欢何青。", "he", 30, -40),
        ("你从没见过何青。", "he", 0, 0),
        ("灯塔是何青修的。", "he", 0, 0),
    ],
)
def test_chinese_memories_say_it_too(text: str, to: str, familiarity: int, affinity: int) -> None:
    """The same ties, in the words of Chinese."""
    lan = _nell(language="zh", name="林小兰")
    found = initial_relations(lan, [Seed(seq=1, text=text)], NameFinder(HAN), HAN)
    assert [(one.other_id, one.familiarity, one.affinity) for one in found] == [
        (to, familiarity, affinity)
    ]


def test_ten_thousand_marks_in_a_memory_do_no_harm() -> None:
    """Marks that an author wrote are no names, and long texts keep to one line."""
    found = _of("@0 @17 " + "Sal Dunmore is your friend. " * 200, to="sal")
    assert found is not None
    assert found.familiarity == 60
    assert 150 < len(found.view) <= 160
    assert _of("You and @1 are friends.", to="owen") is None
