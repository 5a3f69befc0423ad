"""Repetition, norms, plans and costs of runs that are written by hand."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from npcclient.admin.v1.world_service_pb2 import OpeningHours, Place

from npceval import behaviour
from npceval.bill import BillPlan, ModelPrice
from npceval.page import ReportPage
from tests.fakes.written_run import made_log, write_run


def test_repetition_is_counted_by_speaker() -> None:
    """Of another speaker's words nothing is repeated."""
    said = [
        ("ann", "The mill is shut today, they say."),
        ("ben", "The mill is shut today, they say."),
        ("ann", "The mill is shut today, they SAY!"),
        ("ann", "I hear the mill is shut today."),
        ("ann", "Boats come in at dusk."),
    ]

    found = behaviour.repetition(said)

    assert found["verbatim"]["count"] == 1
    assert found["by_trigrams"]["count"] == 2
    assert "too_small" in found["by_meaning"]


def test_lines_of_one_meaning_are_near_in_the_latent_space() -> None:
    """Words that are used alike are near each other, and other topics are not."""
    boats = [f"the {one} sails out to sea with nets" for one in ("boat", "ship", "sloop", "yawl")]
    bread = [f"the {one} is baked in a hot oven" for one in ("bread", "loaf", "bun", "cake")]
    vectors = behaviour.latent_vectors((boats + bread) * 3)

    near, far = vectors[0] @ vectors[1], vectors[0] @ vectors[4]
    assert near > 0.5 > far
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)
    assert behaviour.latent_vectors(boats) is None


def test_repetition_by_meaning_looks_back_at_ones_own_lines() -> None:
    """Half of the lines are repeats."""
    lines = [f"number {at} of the long list is {at * 37} and {at * 91}" for at in range(15)]
    said = [("ann", line) for line in lines] + [("ann", f"{line} now") for line in lines]

    found = behaviour.repetition(said)["by_meaning"]

    assert found["count"] == pytest.approx(15, abs=3)


def act(who: str, place: str, minutes: float = 60) -> dict[str, Any]:
    return {"who": who, "id": who, "text": "grinding corn", "place": place, "minutes": minutes}


def test_each_norm_is_checked(tmp_path: Path) -> None:
    """Hours, capacity and owners; an owner may come in at night, and let others in."""
    places = [
        Place(place_id="shop", hours=OpeningHours(opens="09:00", closes="17:00")),
        Place(place_id="inn", hours=OpeningHours(opens="18:00", closes="02:00")),
        Place(place_id="bath", capacity=1),
        Place(place_id="hut", owner_ids=["ann"]),
        Place(place_id="loft", parent_id="hut"),
        Place(place_id="green"),
    ]
    run = write_run(
        tmp_path,
        [
            (10, "act", act("ann", "shop", 20)),  # at ten past eight
            (70, "act", act("ben", "shop", 20)),
            (120, "act", act("ben", "bath")),
            (130, "act", act("cora", "bath")),
            (200, "act", act("dan", "hut", 20)),
            (230, "act", act("ann", "loft")),
            (240, "act", act("dan", "hut", 10)),
            (295, "act", act("dan", "hut", 20)),  # let in before she left
            (310, "act", act("ben", "loft", 20)),
            (300, "act", act("eve", "green")),
            (17 * 60, "act", act("eve", "inn")),  # at one at night
            (19 * 60, "act", act("finn", "inn")),
        ],
    )

    found = behaviour.norms(run, places)

    assert {(one["who"], one["norm"]) for one in found["examples"]} == {
        ("ann", "hours"),
        ("cora", "capacity"),
        ("ben", "owners"),
        ("dan", "owners"),
        ("finn", "hours"),
    }
    assert found["acts_at_places_with_norms"] == 11
    assert found["broken"]["count"] == 5


def test_plans_are_compared_with_what_was_lived(tmp_path: Path) -> None:
    """A block counts in the last plan before it begins; by place, or by words without one."""
    first = [
        {"t": 0, "minutes": 60, "text": "sleeping", "place": "home"},
        {"t": 60, "minutes": 60, "text": "grinding corn", "place": ""},
        {"t": 120, "minutes": 60, "text": "eating", "place": "inn"},
        {"t": 180, "minutes": 60, "text": "fishing", "place": "pier"},
    ]
    second = [{"t": 120, "minutes": 60, "text": "eating", "place": "home"}]
    run = write_run(
        tmp_path,
        [
            (0, "plan", {"who": "ann", "blocks": first}),
            (0, "act", act("ann", "home")),
            (70, "act", act("ann", "mill", 30)),
            (100, "plan", {"who": "ann", "blocks": second}),
            (150, "act", act("ann", "home")),
            (300, "tick", {"n": 1}),
        ],
    )

    found = behaviour.plans_lived(run)

    assert found["blocks"] == 3
    assert found["lived"]["count"] == 3
    assert found["late_minutes"] == {"p50": 10, "p95": 30}
    assert found["on_time"]["count"] == 2


def test_costs_are_by_person_day_and_purpose(tmp_path: Path) -> None:
    """The day changes at midnight of the game, sixteen hours after the run began."""
    run = write_run(tmp_path, [(1_440, "tick", {"n": 1})])
    log = made_log(
        [{"t": 10.0}, {"t": 17 * 60.0, "who": "ben", "purpose": "plan", "is_default": True}]
    )
    plan = BillPlan(models={"default": ModelPrice(input=2, output=10)})

    found = behaviour.cost(run, log, plan)

    assert found["calls"] == 2
    assert found["calls_a_person_day"] == pytest.approx(2 / 6)
    assert set(found["by_day"]) == {"1", "2"}
    assert found["by_person"]["ben"]["defaults"] == 1
    assert found["by_purpose"]["converse"]["money_micros"] == 1_000 * 2 + 100 * 10
    assert [(one["who"], one["day"]) for one in found["by_person_and_day"]] == [
        ("ann", 1),
        ("ben", 2),
    ]
    assert "money_micros" not in behaviour.cost(run, log)["by_purpose"]["plan"]


def test_an_empty_run_has_a_page_too(tmp_path: Path) -> None:
    """With dashes for figures that there are not."""
    run = write_run(tmp_path)

    made = behaviour.page(behaviour.measure(run, made_log(), []), run.names)

    assert isinstance(made, ReportPage)
    assert "–" in made.html()
