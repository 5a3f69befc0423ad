"""What goes from mouth to mouth in a town of twenty, and how it is told there."""

NAMES = (
    *("Ada", "Ben", "Cora", "Dov", "Elka", "Finn", "Gus", "Hana", "Ivo", "Juno"),
    *("Kit", "Lena", "Milo", "Nell", "Otto", "Pia", "Quin", "Rosa", "Sol", "Tess"),
)
FACTS = (
    (
        "The old mill burned down last night.",
        "Have you heard? The mill burned down!",
        "Last night the old mill burned to the ground, they say.",
    ),
    (
        "The baker hid a silver spoon in the harvest loaf.",
        "There is a silver spoon in the harvest loaf, the baker hid it there.",
        "The baker? Hid a silver spoon, in a loaf of all places.",
    ),
    (
        "A grey horse was stolen from the abbot's stable.",
        "Somebody stole a grey horse from the abbot.",
        "The abbot's stable lost a grey horse to a thief: stolen!",
    ),
    (
        "The ferry will stop running on Sunday.",
        "On Sunday the ferry stops, so I was told.",
        "No ferry running from Sunday on, mind you.",
    ),
    (
        "Old Piet sold both of his boats to a stranger.",
        "Piet sold his boats, both of them, to some stranger.",
        "A stranger has bought Piet's boats; he sold him both.",
    ),
    (
        "The schoolmaster will marry the miller's daughter in May.",
        "There is a wedding in May: the schoolmaster marries the miller's daughter.",
        "The miller's daughter is to marry the schoolmaster.",
    ),
    (
        "Wolves were heard in the north forest at dusk.",
        "I am told that wolves were in the north forest.",
        "Wolves in the north forest, at dusk! Lock your door.",
    ),
    (
        "The tax on salt will double after the harvest.",
        "They will double the salt tax after harvest.",
        "Salt tax: double, once the harvest is in.",
    ),
)
"""A fact, and how it is told: in other words, shorter, with something around it."""
