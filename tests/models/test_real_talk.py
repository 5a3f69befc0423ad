"""A real model plays a talk through a real server; never in CI, since it takes minutes."""

import os
from pathlib import Path

import pytest

from npcbench import talk as bench_talk
from npcbench import talk_report
from npcbench.talk import Wish
from tests.models.home import MODELS

pytestmark = [pytest.mark.real_models, pytest.mark.timeout(7200)]


@pytest.mark.parametrize("name", MODELS)
async def test_a_real_model_answers_without_echoes(name: str, tmp_path: Path) -> None:
    """Ten answers of a real model hold nothing of the form, and most need no second try."""
    if os.environ.get("NPCSERVER_TEST_REAL_MODELS") != "1":
        pytest.skip("set NPCSERVER_TEST_REAL_MODELS=1 to play with real models")
    if not MODELS[name].path.is_file():
        pytest.skip(f"no {MODELS[name].path}; run: python -m tests.models.provision {name}")
    wish = Wish(model=f"local:{MODELS[name].path}", talks=("hester",), out=tmp_path / "talk.jsonl")

    played = await bench_talk.run(wish, beside=False)
    (figures,) = talk_report.result(played)["models"].values()

    assert figures["turns"] == 10
    assert figures["checks"]["echo"] == {"right": 10, "of": 10}
    assert figures["valid_at_first_try"] >= 8
