"""Sockets to listen on."""

import pytest

from npcserver.model.errors import InvalidInput
from npcserver.sockets import require_free


@pytest.mark.parametrize("port", [-1, 65536, 65536 + 50051])
def test_a_port_that_is_none_is_not_taken_for_another(port: int) -> None:
    """What lies beyond the last port, as the one after it does, is refused with its setting."""
    with pytest.raises(InvalidInput, match=rf"^http\.port: must be 0 to 65535, not {port}"):
        require_free("127.0.0.1", port, "http")
