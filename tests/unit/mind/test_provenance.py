"""Which memories a line passes on, told by its words."""

import pytest

from npcserver.mind.provenance import SHARE, passed_on, retelling, retells, stated
from tests.fakes.prompt_inputs import recollection

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
