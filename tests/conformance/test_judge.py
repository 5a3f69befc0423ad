"""The judge finds a planted difference of each kind, and none where there is none."""

import copy
from collections.abc import Callable, Collection
from itertools import combinations
from typing import Any, cast

import pytest
from google.protobuf.descriptor import FieldDescriptor

from tests.conformance import judge, schema, vectors
from tests.conformance.cases import all_cases, for_clients
from tests.conformance.conducting import Played
from tests.conformance.expectations import misread, unmet
from tests.conformance.masking import Masks, canonical
from tests.conformance.runners import RunnerBrokeError, Transcript, transcripts
from tests.conformance.table import BEGIN, END, markdown, put_into, table
from tests.conformance.values import Kept

TURN, OTHER = "trn_00000000000000000001", "trn_00000000000000000002"
CASE: dict[str, Any] = {
    "name": "planted",
    "kind": "planted",
    "reaches_model": True,
    "steps": [
        {
            "id": "say",
            "method": "npcserver.v1.PlayService/Say",
            "expect": {"turn": True, "lines": ["One."]},
            "during": {
                "after": 1,
                "step": {"id": "stop", "method": "npcserver.v1.PlayService/Interrupt"},
            },
        },
        {
            "id": "get",
            "method": "npcserver.admin.v1.WorldService/GetWorld",
            "expect": {"error": {"code": "not_found", "reason": "WORLD_NOT_FOUND"}},
        },
    ],
}
CALLS = [
    {"at": 1000.0, "event": "begin", "purpose": "reply"},
    {"at": 2012.0, "event": "cancel", "purpose": "reply"},
]
Plant = Callable[[Any], object]


def transcript(turn: str = TURN) -> Transcript:
    events: list[dict[str, Any]] = [
        {"event": {"turnId": turn, "started": {"characterId": "ada"}}},
        {"event": {"turnId": turn, "sequence": 1, "line": {"text": "One."}}},
        {"event": {"turnId": turn, "sequence": 2, "finished": {"promptTokens": 3, "seq": 9}}},
    ]
    stop = {"id": "stop", "messages": [{"wasSpeaking": True}], "error": None, "askedAtMs": 2000.0}
    error = {
        "code": "not_found",
        "reason": "WORLD_NOT_FOUND",
        "message": f"no world {turn}",
        "metadata": {"worldId": "x"},
    }
    steps = [
        {"id": "say", "messages": events, "error": None, "during": stop},
        {"id": "get", "messages": [], "error": error},
    ]
    return cast("Transcript", {"name": "planted", "steps": steps})


def problems(other: Transcript) -> list[str]:
    found = [*judge.judged(CASE, "other", other, CALLS)]
    found += judge.compared(CASE, ("ours", transcript()), ("other", other))
    return [str(difference) for difference in found]


def test_equal_but_for_what_is_random() -> None:
    """Other ids, other token counts and written defaults make no difference."""
    other: Any = transcript(OTHER)
    other["steps"][0]["messages"][0]["event"]["sequence"] = 0
    other["steps"][0]["messages"][2]["event"]["finished"]["promptTokens"] = 77

    assert problems(other) == []


PLANTED: dict[str, Plant] = {
    "a message is missing": lambda steps: steps[0]["messages"].pop(1),
    "a message too many": lambda steps: steps[0]["messages"].append({}),
    "messages in another order": lambda steps: steps[0]["messages"].reverse(),
    "another text": lambda steps: steps[0]["messages"][1]["event"]["line"].update(text="Two."),
    "a number cut off": lambda steps: steps[0]["messages"][2]["event"]["finished"].pop("seq"),
    "a value too much": lambda steps: steps[0]["messages"][1]["event"]["line"].update(
        emotion={"label": "joy"}
    ),
    "a gap in the sequence": lambda steps: steps[0]["messages"][2]["event"].update(sequence=3),
    "an id that changes": lambda steps: steps[0]["messages"][1]["event"].update(turnId=OTHER),
    "a field nobody has": lambda steps: steps[0]["messages"][0].update(colour="red"),
    "a value of another type": lambda steps: steps[0]["messages"][1]["event"].update(
        sequence="one"
    ),
    "another code": lambda steps: steps[1]["error"].update(code="internal"),
    "another reason": lambda steps: steps[1]["error"].update(reason="PLACE_NOT_FOUND"),
    "another message": lambda steps: steps[1]["error"].update(message="no"),
    "metadata that is lost": lambda steps: steps[1]["error"].update(metadata={}),
    "an error that is lost": lambda steps: steps[1].update(error=None),
    "an error that should not be": lambda steps: steps[0].update(
        error={"code": "unknown", "reason": "", "message": "", "metadata": {}}
    ),
    "a call during the stream that was not made": lambda steps: steps[0].pop("during"),
    "a step that was not played": lambda steps: steps.pop(),
    "a step too many": lambda steps: steps.append(steps[1]),
    "an interruption that did not get through": lambda steps: steps[0]["during"].update(
        askedAtMs=3000.0
    ),
}


@pytest.mark.parametrize("plant", PLANTED.values(), ids=PLANTED)
def test_planted_difference_is_found(plant: Plant) -> None:
    """Each kind of difference between clients, or from the expectation, is told."""
    other = copy.deepcopy(transcript())
    plant(other["steps"])

    assert problems(other) != []


UNMET: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "messages": ({"messages": [{"seq": 1}]}, [{"seq": 2}]),
    "match": ({"match": [{"seq": "*"}]}, [{}]),
    "match, absent": ({"match": [{"seq": "!"}]}, [{"seq": 1}]),
    "match, pattern": ({"match": [{"text": "/^a/"}]}, [{"text": "ba"}]),
    "match, true is not 1": ({"match": [{"seq": 1}]}, [{"seq": True}]),
    "has": ({"has": [{"seq": 2}, {"seq": 1}]}, [{"seq": 1}, {"seq": 2}]),
    "last": ({"last": {"seq": 1}}, [{"seq": 1}, {"seq": 2}]),
    "last of none": ({"last": {}}, []),
    "count": ({"count": 1}, []),
    "count_at_least": ({"count_at_least": 2}, [{}]),
    "deltas that make another line": (
        {"deltas": True},
        [{"event": {"delta": {"text": "a"}}}, {"event": {"line": {"text": "b"}}}],
    ),
    "deltas nobody asked for": ({"deltas": False}, [{"event": {"delta": {"text": "a"}}}]),
    "turn without an end": ({"turn": True}, [{"event": {"turnId": "t", "started": {}}}]),
    "turn with an unknown arm": (
        {"turn": True},
        [
            {"event": {"turnId": "t", "started": {}}},
            {"event": {"turnId": "t", "sequence": 1}},
            {"event": {"turnId": "t", "sequence": 2, "finished": {}}},
        ],
    ),
    "seqs": ({"seqs": 1}, [{"seq": 1}, {"seq": 3}, {"seq": 2}]),
    "seqs from elsewhere": ({"seqs": 1}, [{"seq": 2}]),
    "no_gaps": ({"no_gaps": True}, [{"seq": 1}, {"seq": 3}]),
}


@pytest.mark.parametrize(("expect", "messages"), UNMET.values(), ids=UNMET)
def test_each_kind_of_expectation_can_fail(
    expect: dict[str, Any], messages: list[dict[str, Any]]
) -> None:
    """What is not as a case says is told, whichever way the case says it."""
    assert list(unmet(expect, messages, None)) != []


def test_unknown_expectation_is_refused() -> None:
    """A key that nobody checks is a mistake in the case, and no silent pass."""
    with pytest.raises(ValueError, match="nobody checks linse"):
        list(unmet({"linse": []}, [], None))


def test_case_that_repeats_must_repeat() -> None:
    """`same_as` compares ids as they are within one transcript."""
    case = {
        "name": "again",
        "steps": [
            {"id": "a", "method": "npcserver.v1.PlayService/Say"},
            {"id": "b", "method": "npcserver.v1.PlayService/Say", "expect": {"same_as": "a"}},
        ],
    }
    steps = [
        {"id": name, "messages": [{"event": {"turnId": turn}}], "error": None}
        for name, turn in (("a", TURN), ("b", OTHER))
    ]
    found = judge.judged(case, "one", cast("Transcript", {"name": "again", "steps": steps}), [])

    assert [difference.step for difference in found] == ["b"]


def test_delay_is_that_of_the_call_which_was_running() -> None:
    """The time to the model is counted to the cancellation of the reply under way."""
    assert judge.reached(2000.0, CALLS) == 12.0
    assert judge.reached(2500.0, CALLS) is None
    ended = [*CALLS[:1], {**CALLS[1], "event": "end"}]
    assert judge.reached(2000.0, ended) is None
    assert judge.delays([CASE], {"planted": transcript()}, CALLS) == {"planted": [12.0]}


def test_interruption_is_late_beyond_a_factor_of_the_reference() -> None:
    """A client that takes many times what the reference takes, and noticeably long, is late."""
    quick, busy = {"planted": [4.0]}, {"planted": [2.0, 40.0]}

    assert judge.late({"planted": [9.0, 504.0]}, quick) == {"planted": (504.0, 250.0)}
    assert judge.late({"planted": [504.0]}, busy) == {}
    assert judge.late({"planted": [200.0], "other": [9.0]}, quick) == {}
    assert judge.late({"planted": [3010.0]}, {"planted": [4000.0]}) == {"planted": (3010.0, 1000.0)}
    assert judge.late({"planted": [1200.0]}, None) == {"planted": (1200.0, 1000.0)}


@pytest.mark.parametrize(
    ("later", "reference", "found"),
    [([504.0, 520.0], [90.0, 4.0], {"a"}), ([9.0], [4.0], set())],
    ids=["late each time", "held up once"],
)
def test_client_is_late_only_if_it_is_late_each_time(
    later: list[float], reference: list[float], found: set[str]
) -> None:
    """A client is late by the best of three attempts, of its own and of the reference."""
    left, theirs = list(later), list(reference)

    def again(names: Collection[str]) -> tuple[judge.Times, judge.Times]:
        return {name: [left.pop(0)] for name in names}, {"a": [theirs.pop(0)]}

    late = judge.late_each_time({"a": [600.0], "b": [3.0]}, {"a": [30.0], "b": [2.0]}, again)

    assert set(late) == found
    assert left == []


def test_ids_are_renamed_in_texts_and_keys_alike() -> None:
    """The same id gets the same name wherever it stands, another one another."""
    masked = Masks().masked({"a": f"no {TURN}.4", "b": TURN, TURN: OTHER, "createTime": "now"})

    assert masked == {
        "a": "no <trn 1>.4",
        "b": "<trn 1>",
        "<trn 1>": "<trn 2>",
        "createTime": "<real time>",
    }


def test_message_with_a_field_of_another_is_none() -> None:
    """A client that makes fields up does not pass as one that reads them."""
    with pytest.raises(ValueError, match="colour"):
        canonical("npcserver.v1.Line", {"text": "Hm.", "colour": "red"})


def test_client_that_breaks_down_is_told_with_what_it_printed() -> None:
    """A client without its last `DONE` broke, and what it played until then is kept."""
    printed = 'starting\nCASE {"name": "a", "steps": [], "text": "\u2028"}\nboom\n'
    with pytest.raises(RunnerBrokeError, match=r"(?s)after 1 cases.*boom") as broke:
        transcripts("client", printed)

    assert list(broke.value.transcripts) == ["a"]


def test_clients_are_not_told_what_is_expected() -> None:
    """No client can read in its program what it is to say."""
    shown = repr([for_clients(case) for case in all_cases()])

    assert "'expect'" not in shown
    assert len(all_cases()) >= 45


def test_kept_values_keep_their_type_alone_and_not_in_a_sentence() -> None:
    """A kept number stays one where it stands alone."""
    kept = Kept()
    kept.keep(
        {"seq": "event.lines.1.seq", "none": "event.none"}, {"event": {"lines": [0, {"seq": 7}]}}
    )

    assert kept.filled({"a": "${seq}", "b": ["no. ${seq}"]}) == {"a": 7, "b": ["no. 7"]}
    with pytest.raises(KeyError):
        kept.filled("${none}")


def test_table_shows_who_passed_who_could_not_and_who_is_missing() -> None:
    """A case that cannot be played is n/a and not ok; a difference and a reason are written out."""
    unable = cast("Transcript", {"name": "planted", "unable": "it has no hands"})
    seen = [
        Played(
            name="good",
            version="Good 1",
            transcripts={"planted": transcript()},
            times={"planted": [4, 8]},
        ),
        Played(
            name="bad",
            transcripts={"planted": transcript()},
            differences=[judge.Difference("bad", "planted", "say", "something else")],
        ),
        Played(name="odd", transcripts={"planted": unable}),
        Played(name="away", missing="run something"),
    ]
    shown = table([CASE], seen)

    rows = {line.split("  ")[0]: line for line in shown.splitlines()}
    assert rows["planted (1)"].split()[2:] == ["1", "ok", "1", "differ", "1", "n/a", "missing"]
    assert rows["interrupt to model, ms p50"].split()[-4:] == ["6.0", "n/a", "n/a", "missing"]
    assert "bad: planted, step say: something else" in shown
    assert "odd n/a: planted: it has no hands" in shown
    assert "away is missing: run something" in shown


def test_differences_of_one_kind_share_a_line() -> None:
    """Each kind of difference of a client is a line with its first case and how many there are."""
    texts = [f"message {number}: seq is {number}, wanted 'a {number}'" for number in range(230)]
    found = [
        judge.Difference("bad", f"case {number % 7}", "say", text)
        for number, text in enumerate([*texts, "was not played"])
    ]
    lines = table([CASE], [Played(name="bad", differences=found)]).splitlines()

    assert lines[-2:] == [
        "bad: case 0, step say: message 0: seq is 0, wanted 'a 0' (230 like this, in 7 cases)",
        "bad: case 6, step say: was not played",
    ]


TOLD = {
    "ada": ["...", ["left", "?"], ["line", "One."], ["finished", "COMPLETED"]],
    "server": [["remembers", 1]],
}
HEARD = {
    "ada": [["line", "Before."], ["line", "One."], ["finished", "COMPLETED"]],
    "server": [["remembers", 1]],
}
MISHEARD: dict[str, tuple[Callable[[Any], object], list[str]]] = {
    "nothing": (lambda _: None, []),
    "what may be missing": (lambda told: told["ada"].insert(1, ["left"]), []),
    "more lines where any may come": (lambda told: told["ada"].insert(0, ["line", "Hm."]), []),
    "a line that is not told": (lambda told: told["ada"].pop(1), ["ada: was not told line One."]),
    "a second end": (
        lambda told: told["ada"].append(["failed", "INTERNAL"]),
        ["ada: was told failed INTERNAL"],
    ),
    "the same end twice": (
        lambda told: told["ada"].append(["finished", "COMPLETED"]),
        [
            "ada: was told in another order, or not as often: "
            + ", ".join(["line Before.", "line One.", *2 * ["finished COMPLETED"]])
        ],
    ),
    "another number": (
        lambda told: told.update(server=[["remembers", 0]]),
        ["server: was not told remembers 1", "server: was told remembers 0"],
    ),
    "somebody who should be silent": (
        lambda told: told.update(tom=[["line", "Hm."]]),
        ["tom: was told line Hm."],
    ),
}


@pytest.mark.parametrize(("plant", "problems"), MISHEARD.values(), ids=MISHEARD)
def test_what_a_game_is_told_is_compared(
    plant: Callable[[Any], object], problems: list[str]
) -> None:
    """What a game is not told, or told beside, twice or in another order, is a difference."""
    heard = copy.deepcopy(HEARD)
    plant(heard)
    case = {"name": "planted", "told": TOLD, "steps": []}
    found = judge.judged(case, "one", cast("Transcript", {"name": "planted", "told": heard}), [])

    assert [difference.text for difference in found] == problems


def test_facts_that_are_misread_are_told() -> None:
    """What a client reads by another accessor than the field's own is told with its path."""
    wanted = {"valence": -1.5, "arousal": 0.25, "line.text": "a"}

    assert list(misread(wanted, [-1.5, 0.25, "a"])) == []
    assert list(misread(wanted, [0.25, 0.25, "a"])) == ["valence reads as 0.25, wanted -1.5"]
    assert list(misread(wanted, [-1.5, 0.25])) == ["2 facts were read, wanted 3"]


def test_facts_tell_any_two_fields_apart() -> None:
    """Fields of a message that were swapped would read otherwise in some vector of it."""
    alike = []
    made = vectors.messages()
    for kind in schema.own_messages():
        full = [
            dict(vector["facts"])
            for vector in made
            if vector["type"] == kind.full_name and "facts" in vector
        ]
        for one, other in combinations(kind.fields, 2):
            swappable = (one.type, one.is_repeated) == (other.type, other.is_repeated)
            swappable &= one.containing_oneof is None  # else the name of the arm tells
            read = [(_read(facts, one), _read(facts, other)) for facts in full]
            if swappable and all(a == b for a, b in read):
                alike.append(f"{kind.name}: {one.name}, {other.name}")

    assert alike == []


def _read(facts: dict[str, Any], field: FieldDescriptor) -> dict[str, Any]:
    name = field.name
    return {
        path.removeprefix(name): facts[path] for path in facts if f"{path}.".startswith(f"{name}.")
    }


def test_table_is_put_between_the_marks_of_a_page() -> None:
    """Writing the table twice leaves one table, and the rest of the page as it was."""
    seen = [Played(name="good", version="Good 1", transcripts={"planted": transcript()})]
    written = markdown([CASE], seen)
    page = put_into(f"# Before\n\n{BEGIN}\nold\n{END}\n\nAfter\n", written)

    assert "| `good` | Good 1 | 1 ok | none | 0 | n/a | n/a |" in page
    assert put_into(page, written) == page
    assert page.startswith("# Before")
    assert page.endswith("After\n")
    with pytest.raises(ValueError, match="no marks"):
        put_into("# A page\n", written)
