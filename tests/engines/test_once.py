"""What workers of the tests make together."""

import itertools
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.engines.once import once_a_run


def test_what_all_ask_for_at_once_is_made_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Those who ask while it is made, or later, get what was made for the first."""
    numbers = itertools.count()
    name = tmp_path_factory.mktemp("once").name

    with ThreadPoolExecutor(4) as asking:
        asked = [
            asking.submit(once_a_run, tmp_path_factory, f"of-{name}", lambda: [next(numbers)])
            for _ in range(4)
        ]

    assert [one.result() for one in asked] == [[0]] * 4
    assert once_a_run(tmp_path_factory, f"of-{name}", lambda: [next(numbers)]) == [0]
    assert next(numbers) == 1
