"""Fifty mistakes that an edit of the sample world could make, each as a change of its text.

Names, voices, facts, feelings and offers go wrong in the ways in which they do when several people
write on a file in a hurry. Each is planted by itself, and none is about one expectation.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

Edit = Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantedFault:
    """A mistake: what it is, and how it gets into a world file."""

    what: str
    edits: tuple[Edit, ...]

    def planted_in(self, text: str) -> str:
        """Return a world file with the mistake. Raises `ValueError` where it finds no place."""
        for edit in self.edits:
            spoilt = edit(text)
            if spoilt == text:
                raise ValueError(f"{self.what}: finds nothing to change")
            text = spoilt
        return text


def _in(who: str, change: Edit) -> Edit:
    """Return a change of what stands about one character."""

    def edit(text: str) -> str:
        begin = text.index(f"  - id: {who}\n    name: ")
        end = text.find("\n  - id: ", begin + 1)
        ends = [at for at in (end, text.find("\nbooks:", begin)) if at > 0]
        stop = min(ends, default=len(text))
        return text[:begin] + change(text[begin:stop]) + text[stop:]

    return edit


def _swap(old: str, new: str) -> Edit:
    return lambda text: text.replace(old, new)


def _key(key: str, lines: str) -> Edit:
    """Return a change of all that stands under a key of a character."""
    return lambda text: re.sub(
        rf"(?m)^    {key}:.*\n(?:      .*\n?)*", f"    {key}:{lines}\n", text, count=1
    )


def _fault(what: str, *edits: Edit) -> PlantedFault:
    return PlantedFault(what=what, edits=edits)


def _named(who: str, name: str, other: str) -> PlantedFault:
    return _fault(f"{name} is called {other}", _in(who, _swap(f"name: {name}", f"name: {other}")))


def _speaks(who: str, language: str) -> PlantedFault:
    add = _swap("    traits:", f"    language: {language}\n    traits:")
    return _fault(f"{who} speaks {language}", _in(who, add))


def _greets(who: str, *lines: str) -> PlantedFault:
    written = "".join(f'\n      - "{line}"' for line in lines)
    return _fault(f"{who} greets like somebody else", _in(who, _key("greetings", written)))


def _at_a_loss(who: str, *lines: str) -> PlantedFault:
    written = "".join(f'\n      - "{line}"' for line in lines)
    return _fault(f"{who} is rude when at a loss", _in(who, _key("fallback_lines", written)))


def _wants(who: str, *goals: str) -> PlantedFault:
    written = "".join(f'\n      - "{goal}"' for goal in goals)
    return _fault(f"the goals of {who} are others", _in(who, _key("goals", written)))


def _stands(who: str, to: str, view: str, affinity: int) -> PlantedFault:
    def change(text: str) -> str:
        line = re.compile(rf'- \{{to: {to}, view: "[^"]*", affinity: -?\d+\}}')
        return line.sub(f'- {{to: {to}, view: "{view}", affinity: {affinity}}}', text, count=1)

    return _fault(f"{who} stands otherwise to {to}", _in(who, change))


def _remembers(what: str, who: str, old: str, new: str) -> PlantedFault:
    return _fault(what, _in(who, _swap(old, new)))


def _forgets(who: str, begins: str) -> PlantedFault:
    def change(text: str) -> str:
        lines = text.split("\n")
        return "\n".join(line for line in lines if f'text: "{begins}' not in line)

    return _fault(f"{who} has forgotten: {begins}", _in(who, change))


FAULTS: tuple[PlantedFault, ...] = (
    # names
    _named("hester", "Hester Quillam", "Esther Gilliam"),
    _named("wenna", "Wenna Carrow", "Winnie Marrow"),
    _named("ambrose", "Ambrose Lisk", "Ambrosius Fisk"),
    _named("linnet", "Linnet Oake", "Robin Ash"),
    _named("isidor", "Isidor Venn", "Isaac Penn"),
    _named("orrel", "Captain Mathias Orrel", "Captain Matthew Oriel"),
    _named("dorcas", "Dorcas Pym", "Dolores Prim"),
    # languages
    _speaks("hester", "zh"),
    _speaks("linnet", "zh"),
    _speaks("dorcas", "zh"),
    # greetings
    _greets("hester", "Greetings, adventurer! I have a quest for you."),
    _greets("wenna", "Hi there! How can I help you today?"),
    _greets("isidor", "What a lovely day! Everything is free for friends.", "Hugs, everyone!"),
    _greets("dorcas", "State your business.", "No bread today. No bread tomorrow."),
    _greets("orrel", "Ahoy, matey! Arr!", "Shiver me timbers, a landlubber!"),
    # at a loss
    _at_a_loss("hester", "Shut up and drink.", "Are you an idiot or what?"),
    _at_a_loss("linnet", "That is a stupid question.", "Go away, you fool."),
    _at_a_loss("ambrose", "Get lost.", "Damn you and your questions."),
    _at_a_loss("orrel", "I hate all these questions.", "You are a liar, sir."),
    # who they are
    _remembers("Hester is a blacksmith", "hester", "Landlady of the Patient Gull", "Blacksmith"),
    _remembers("Wenna digs graves", "wenna", "Keeper of the light on Lantern Head", "Gravedigger"),
    _remembers(
        "Ambrose keeps bees", "ambrose", "Warden of the Chapel of the Ebb", "Beekeeper of the moor"
    ),
    _remembers("Isidor is a tailor", "isidor", "Chandler of Farrowhithe", "Tailor of Marchmont"),
    _remembers("Dorcas is a fishwife", "dorcas", "The baker, the organiser", "The fishwife, enemy"),
    _remembers(
        "Orrel had another ship",
        "orrel",
        "Master of the coaster Constance Rae",
        "Master of the whaler Saint Olaf",
    ),
    # goals
    _wants("hester", "Sell the inn and move to the city"),
    _wants("wenna", "Give up the lamp as soon as possible"),
    _wants("ambrose", "Buy a fast horse"),
    _wants("isidor", "Become rich, whatever it takes", "Buy the lighthouse"),
    _wants("dorcas", "Cancel Lantern Night this year", "Spread the rumour further"),
    # relations
    _stands("hester", "ambrose", "A crook and a coward. You cannot stand the sight of him.", -80),
    _stands("hester", "wenna", "You hardly know the woman and have no wish to.", -10),
    _stands("ambrose", "hester", "You loathe her and hope that the inn burns down.", -90),
    _stands("linnet", "isidor", "He beats dogs and you hate him for it.", -70),
    _stands("orrel", "isidor", "He stole your watch while he pulled you out.", -60),
    _stands("dorcas", "hester", "She owes you nine pounds and you despise her.", -60),
    _stands("isidor", "ambrose", "Your best friend since school. You share everything.", 90),
    _stands("wenna", "hester", "Your mother-in-law.", 10),
    # what they remember
    _forgets("wenna", "On the third of February you misread the oil gauge"),
    _forgets("linnet", "You took the ship's bell off the wreck"),
    _forgets("isidor", "In January you bought forty gallons"),
    _forgets("orrel", "Your daughter Ilse"),
    _remembers("Lantern Night is in June", "hester", "twenty-first of March", "ninth of June"),
    _remembers(
        "Hester knows who paid",
        "hester",
        "You make the eel pie on Fridays by your mother's recipe, which has no eel in it and never"
        " had.",
        "Ambrose Lisk paid the debt of the inn with the money that was meant for the bell.",
    ),
    _remembers(
        "Dorcas knows about the bell",
        "dorcas",
        "The secret of the bell buns is a spoonful of black tea in the dough.",
        "Linnet Oake took the ship's bell off the wreck and tied it to a float by the Teeth.",
    ),
    # what they keep to themselves
    _remembers(
        "Isidor's casks are no secret any more",
        "isidor",
        ", secret: {key: the-crosses, to: [wenna, linnet], affinity: 40, trust: 60}}",
        "}",
    ),
    _fault(
        "Wenna's mistake is no secret any more",
        _in("wenna", _swap("twenty past nine. You have told nobody.", "twenty past nine.")),
        _in("wenna", lambda text: re.sub(r", secret: \{[^}]*\}", "", text)),
    ),
    # what they can do
    _fault("drinks are served and not poured", _swap("name: pour_drink", "name: serve_drink")),
    _fault("nobody can point at a place", _swap("name: point_at", "name: wave_at")),
    # where they are
    _fault(
        "Dorcas stands in the market", _in("dorcas", _swap("place: pyms-oven", "place: causeway"))
    ),
)
