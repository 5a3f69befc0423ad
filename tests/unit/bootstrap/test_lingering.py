"""How long a server lingers follows from who can call it, and from what is set."""

import pytest

from npcserver.bootstrap import linger_seconds
from npcserver.config import Settings


@pytest.mark.parametrize(
    ("server", "seconds"),
    [
        ({}, 0.0),
        ({"host": "::1"}, 0.0),
        ({"host": "0.0.0.0"}, 5.0),  # noqa: S104 - nothing listens there
        ({"host": "10.0.0.7", "linger_seconds": 0}, 0.0),
        ({"linger_seconds": 12}, 12.0),
    ],
)
def test_a_server_lingers_where_others_can_call(server: dict[str, object], seconds: float) -> None:
    """Ctrl-C ends one for this machine alone at once."""
    assert linger_seconds(Settings.model_validate({"server": server})) == seconds
