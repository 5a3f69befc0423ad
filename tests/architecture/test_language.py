"""Words of languages stand in their folders."""

import re

from tests.architecture import sources

_HAN = re.compile("[\u3400-\u9fff]|\\\\u[4-9][0-9a-f]{3}")
_TO_MOVE = frozenset(
    """
    npcserver/mind/promises.py
    """.split()  # noqa: SIM905 - a list of paths reads best as words
)
"""Modules whose words still have to move to `npcserver/language`."""


def test_words_of_a_language_stand_in_its_folder() -> None:
    """No Chinese stands in code outside `language`, templates and data, but what has to move."""
    found = {
        path
        for path in sources.modules("npcserver/")
        if not path.startswith("npcserver/language/") and _HAN.search(sources.text(path))
    }

    assert found - _TO_MOVE == set()
    assert _TO_MOVE - found == set(), "take these from the list"
