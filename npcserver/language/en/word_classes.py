"""English words by what they do in a statement."""


def words(text: str) -> frozenset[str]:
    """Return the words of a text, each once."""
    return frozenset(text.split())


_COUNTED = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
)

NEGATIONS = words("not never no nobody nothing neither nor hardly")
FILLERS = words(
    "a an the that do does now still already again just really very currently always indeed "
    "surely certainly actually truly oh too also yes please exactly only quite "
    "own dear old good"
)
HEDGES = words(
    "if would could might may maybe perhaps possibly probably wonder hope wish should whether "
    "guess suppose unless let or want wants wanted seem seems seemed almost nearly about unlikely "
    "likely"
)
PRONOUNS = words(
    "he she it they him her them this these those his their its who what where when how why"
)
NUMBERS = {
    word: str(number)
    for number, word in enumerate(_COUNTED.split())
} | {
    "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80",
    "ninety": "90", "hundred": "100", "thousand": "1000", "dozen": "12", "noon": "noon",
    "midnight": "midnight", "dawn": "dawn", "dusk": "dusk", "sunset": "sunset",
    "sunrise": "sunrise",
}  # fmt: skip
JOINERS = words("past to half quarter am pm")
PARTS = frozenset(("half", "quarter"))
DAYS = words(
    "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays "
    "thursdays fridays saturdays sundays"
)
RELATIVE = words("today tomorrow tonight yesterday")
MONTHS = words(
    "january february april june july august september october november december spring summer "
    "autumn winter"
)
COLOURS = words(
    "red blue green yellow black white brown grey gray purple orange pink golden silver"
)
DIRECTIONS = words("north south east west northern southern eastern western")
PLACED = words("in on under at inside behind beneath within atop above below into")
ENDS_PLACE = words("and with until since for because but while when so who which every")
ABSTRACT = words(
    "love danger charge debt trouble time work hand need peace war order luck pain tears fact case "
    "doubt secret general fire sale duty guard watch credit first last least most ease"
)
ALIKE = {
    "begin": "is", "start": "is", "am": "is", "are": "is", "'m": "is", "has": "have",
    "lives": "live", "resides": "live", "dwells": "live", "owns": "own", "possesses": "own",
    "stole": "steal", "came": "come", "went": "go", "gave": "give", "took": "take", "saw": "see",
    "said": "say", "told": "tell", "left": "leave", "met": "meet", "sold": "sell",
    "bought": "buy", "found": "find", "lost": "lose", "won": "win", "paid": "pay",
    "brought": "bring", "knew": "know", "spoke": "speak", "broke": "break", "wrote": "write",
    "slept": "sleep", "ate": "eat", "drank": "drink", "fought": "fight", "hid": "hide",
    "kept": "keep", "held": "hold", "ran": "run", "sang": "sing", "swore": "swear",
    "lied": "lie", "shut": "shut", "built": "build", "burnt": "burn", "heard": "hear",
    "hidden": "hide", "buried": "bury", "stored": "store", "returned": "return",
    "likes": "like", "loves": "love", "hates": "hate", "trusts": "trust", "adores": "adore",
    "admires": "admire", "dislikes": "dislike", "despises": "despise", "loathes": "loathe",
    "distrusts": "distrust", "mistrusts": "mistrust", "detests": "detest", "friends": "friend",
    "enemies": "enemy", "allies": "ally", "rivals": "rival",
}  # fmt: skip
"""Forms of one word, where cutting its ending does not tell."""

PASTS = words(
    "was were had did came went gave took saw said told left met sold bought found lost won paid "
    "brought knew spoke broke wrote slept ate drank fought hid kept held ran sang swore made got "
    "thought felt knocked stole sent heard fell rode began built stood sat lay put cut hit let "
    "read"
)
NO_PASTS = words("red bed shed seed need feed speed weed indeed hundred sacred naked")
FACTS = words(
    "is cost costs weigh weighs open opens close closes end ends leave leaves depart departs "
    "arrive arrives live lie lies stand stands sit sits hide keep keeps work works own belong "
    "belongs come comes call named called measure measures need needs owe owes last lasts sleep "
    "sleeps stay stays sell sells contain contains have hold holds rule rules lead leads run runs "
    "bury store meet meets return returns serve serves like love hate trust fear fears know knows "
    "marry speak speaks hear"
)
LOCATED = words(
    "is live lie lies stand stands sit sits hide keep keeps work works bury store stay stays "
    "sleep sleeps rest rests wait waits find stuck meet"
)
NAMED = words("is called named")
OWNED = words("owned ruled led run made written built")
HOLDS = words("is own have hold rule rules lead leads holds carry carries")
CODES = words(
    "password passphrase code countersign watchword name answer capital price riddle passcode"
)
"""Of these there is one, and whatever it is said to be is its value."""

WEATHER = words("raining rainy snowing stormy sunny clear")
LAST_ONLY = words(
    "on off in out up down left right last first early late here dear kind hard clear back home "
    "present full calm true free dry found complete hidden secret finished done"
)
"""Words that have an opposite only where nothing follows them: "the lamp is on"."""

PREDICATES = words(
    "like love adore admire hate dislike despise loathe detest trust distrust mistrust"
)
