"""A publisher of model files on this machine."""

from collections.abc import Iterator

import pytest

from npcmodels import catalogue
from tests.fakes.model_publisher import Publisher, publishing


@pytest.fixture
def publisher(monkeypatch: pytest.MonkeyPatch) -> Iterator[Publisher]:
    with publishing() as (one, address):
        monkeypatch.setenv(catalogue.PUBLISHER_VARIABLE, address)
        yield one
