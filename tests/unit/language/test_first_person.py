"""What is told to a character, as it would tell it itself."""

import pytest

from npcserver.language.person import first_person

TOLD = {
    "You owed the bank sixty pounds.": "I owed the bank sixty pounds.",
    "You are the landlady, and your mother was.": "I am the landlady, and my mother was.",
    "She told you that you were late.": "She told me that I was late.",
    "He asks you each morning whether you've a letter.":
        "He asks me each morning whether I've a letter.",
    "The key is yours; keep it to yourself.": "The key is mine; keep it to myself.",
    "Nobody but you knows.": "Nobody but I knows.",
    "They came with you to the pier.": "They came with me to the pier.",
    "Bram owes you for nine ales.": "Bram owes me for nine ales.",
    "Wenna knows you owe her a game.": "Wenna knows I owe her a game.",
    "Your nephew's room stands empty.": "My nephew's room stands empty.",
    "The youth of the town dance.": "The youth of the town dance.",
    "Bram sold his boat.": "Bram sold his boat.",
    "In May you misread the gauge.": "In May I misread the gauge.",
    "In January you bought oil. Yours is dear.": "In January I bought oil. Mine is dear.",
    "A dog bit you, and you ran.": "A dog bit me, and I ran.",
    "You and Maria Lopez have met.": "Maria Lopez and I have met.",
    "你欠你们掌柜三文钱。": "我欠我们掌柜三文钱。",
    "She hands you the pennies.": "She hands me the pennies.",
    'Ann said "You owe me, you thief" and you left.':
        'Ann said "You owe me, you thief" and I left.',
    "He called “you” behind you.": "He called “you” behind me.",
    "他说“你欠我”，你没答话。": "他说“你欠我”，我没答话。",
    "你对他说你好，买了迷你盆栽。": "我对他说你好，买了迷你盆栽。",
    "You sat up with 沈玉兰, who thanked you.": "I sat up with 沈玉兰, who thanked me.",
}  # fmt: skip


@pytest.mark.parametrize(("told", "own"), TOLD.items(), ids=TOLD)
def test_you_becomes_i(told: str, own: str) -> None:
    """Who acts becomes `I`, whom it happens to `me`; words of others stay."""
    assert first_person(told) == own
