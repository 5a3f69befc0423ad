"""All words of the pages stand in the catalogue, and all that pages ask for is there."""

import re

from npcserver.app.draft_kinds import DRAFTABLE
from npcserver.app.ledger.correction_changes import DependentChoice
from npcserver.app.ledger.dependents import STATE_KINDS
from npcserver.app.perception.itineraries import StayBasis
from npcserver.app.retakes import RetakeProblem
from npcserver.app.suites import SuiteState
from npcserver.app.world_files import ImportEffect
from npcserver.model.access import KeyRole
from npcserver.model.author_change import ChangeEffect, ChangeKind
from npcserver.model.character import Availability, Persona
from npcserver.model.commitment import CommitmentStatus
from npcserver.model.draft import DraftKind
from npcserver.model.expectation import ExpectationKind
from npcserver.model.group.script import Rank, Stage, VoteRule, WinRule
from npcserver.model.record import MEMORY_KINDS, OutcomeStatus, RecordKind, Source
from npcserver.model.secret import ConditionKind
from npcserver.model.world import Walls
from npcstudio.dataclass_form import form_of
from npcstudio.forms import FormKind
from npcstudio.locks import LOCKS
from npcstudio.markup import HERE, Catalogue, address
from npcstudio.scene_form import ANOTHER, COLUMNS, MOST
from npcstudio.whereabouts import DAYS
from tests.architecture import sources

ENGLISH = Catalogue("en")
TEMPLATES = {
    path: sources.text(path) for path in sources.files() if path.startswith("npcstudio/templates/")
}
CODE = "\n".join(sources.text(path) for path in sources.modules("npcstudio/"))
ASKED = re.compile(r"""\bt\(\s*["']([a-z_.]+)["'](\s*~)?|words\("([a-z_.]+)[\"]""")
FIELDS = re.compile(r"parts\.(?:field|area|select)\(\"(\w+)\"")
PERSONA = tuple(
    f"{one.name}_{column.name}" if one.columns and column.name else one.name
    for one in form_of(Persona)
    for column in one.columns or (one,)
)
LISTS = tuple(one.name for one in form_of(Persona) if one.columns)
FIRST_STEPS = ("world", "begin", "talk", "why", "correct", "again")
_SCENE_FIELDS = (
    *(f"{part}_{one.key}" for part, columns in COLUMNS.items() for one in columns),
    *(f"rule_{one}" for one in VoteRule),
    "course_stage",
    "candidates_member",
)
SCENES = {
    "scene_field": _SCENE_FIELDS,
    "scene_help": _SCENE_FIELDS,
    "scene_choice": (*Rank, *WinRule, "no_stage", "no_character", "none", ANOTHER),
    "seat.own": ("goal", "private", "public", "scratch"),
    **{f"seat.{one}": ("choose", "speak", "vote") for one in ("waits", "task", "words", "do")},
    "scene_form.part": (*MOST, "scene", "relations", "course", "ballot"),
    "scene_form.about": tuple(one for one in (*MOST, "relations") if one != "beliefs"),
    "scene_form.row": tuple(MOST),
    "scene_form.add": tuple(MOST),
    "scene_example": (
        *(f"{what}_{one}" for what in ("name", "goal") for one in range(3)),
        *(f"candidate_{one}" for one in range(2)),
    ),
}
OTHERS = (DraftKind.BOOK, DraftKind.AFFORDANCE)
FAMILIES = {
    "kind": MEMORY_KINDS,
    "source": tuple(Source),
    "record": (*MEMORY_KINDS, *STATE_KINDS, RecordKind.PRESENCE),
    "state.set": ("mood", "place", "standing", "belief"),
    "state": (
        *("feeling", "cause", "place", "spot", "other", "affinity", "trust", "familiarity"),
        *("view", "topic", "text", "score", "why"),
    ),
    "promise": tuple(CommitmentStatus),
    "intent": tuple(OutcomeStatus),
    "unmet": tuple(ConditionKind),
    "choice": tuple(DependentChoice),
    "persona_field": (*PERSONA, *LISTS),
    "persona_help": PERSONA,
    "draft_kind": tuple(DraftKind),
    "draft_field": [name for kind in OTHERS for name in DRAFTABLE[kind].names],
    "role": tuple(KeyRole),
    "change_kind": tuple(ChangeKind),
    "cannot_undo": ("undone", "not_kept", "world", "key", "account"),
    "changes.effect": tuple(ChangeEffect),
    "access": ("made", "rotated", "revoked", "linked", "changed", "deactivated", "activated"),
    "availability": tuple(one for one in Availability if one is not Availability.PRESENT),
    "edit": tuple(f"{one}.{part}" for one in FormKind for part in ("title", "help")),
    "first.step": FIRST_STEPS,
    "first.about": FIRST_STEPS,
    "effect": (ImportEffect.CREATED, ImportEffect.CHANGED),
    "walls": tuple(Walls),
    "lock": LOCKS,
    "foreseen.rests": tuple(StayBasis),
    "roster.rests": ("repeated", "unplanned"),
    "roster.day": DAYS,
    "expect.kind": tuple(ExpectationKind),
    "expect.told": tuple(ExpectationKind),
    "suite.state": tuple(SuiteState),
    "scenes.stage": tuple(Stage),
    "scenes.eyes": ("everything", "audience"),
    **SCENES,
}


def test_pages_have_no_words_of_their_own() -> None:
    """Between the tags of a template stand expressions alone."""
    found = {}
    for path, text in TEMPLATES.items():
        bare = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|<[^>]*>", " ", text, flags=re.DOTALL)
        if words := re.findall(r"[A-Za-z]{2,}", bare):
            found[path] = words

    assert len(TEMPLATES) > 10
    assert found == {}


def test_what_pages_ask_for_is_in_the_catalogue() -> None:
    """Texts that are named, and those of each member of an enum."""
    everything = "\n".join((*TEMPLATES.values(), CODE))
    named = {one for match in ASKED.finditer(everything) for one in match.groups() if one}
    keys = {one for one in named if not one.endswith(".") and "~" not in one}
    keys |= {f"field.{name}" for name in FIELDS.findall(everything)}
    keys |= {f"tab.{name}" for name in re.findall(r'tab\("(\w+)"', everything)}
    keys |= {f"done.{name}" for name in re.findall(r'done="(\w+)"', CODE)}
    keys |= {f"again.{one}" for one in RetakeProblem}
    keys |= {f"{family}.{one}" for family, members in FAMILIES.items() for one in members}

    assert len(keys) > 150
    assert sorted(keys - ENGLISH.texts.keys()) == []


def test_the_catalogue_has_nothing_that_no_page_shows() -> None:
    """Each key stands in a template or the code, whole or by its last part."""
    everything = "\n".join((*TEMPLATES.values(), CODE))
    families = tuple(f"{family}." for family in (*FAMILIES, "change"))
    unused = [
        key
        for key in ENGLISH.texts
        if not key.startswith(families)
        and key not in everything
        and not re.search(rf"[\"']{key.rpartition('.')[2]}[\"']", everything)
    ]

    assert unused == []


def test_an_address_has_no_part_that_ends_it() -> None:
    """Ids and names with marks of addresses stay what they are; empty fields are left out."""
    made = address("t", "a/b?c", text="1 & 2", seq=None, branch=("x", "y"))

    assert made == "/t/a%2Fb%3Fc?text=1+%26+2&branch=x&branch=y"
    assert (HERE / "static" / "studio.js").is_file()
