"""Page tokens and request keys: what counts as the same list, and the same request."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npcserver.model.errors import InvalidInput, Reason
from npcserver.rpc.fields import request_key
from npcserver.rpc.page_token import PageTokens
from npcserver.v1 import memory_service_pb2, play_service_pb2, world_service_pb2

TOKENS = PageTokens(b"secret")
REQUEST = memory_service_pb2.ListMemoriesRequest(timeline_id="tl_1", character_id="mira")


@given(st.text(min_size=1).filter(lambda text: text.isprintable()), st.integers(1, 500))
def test_a_token_gives_back_its_cursor(cursor: str, size: int) -> None:
    """Whatever the list used as a cursor comes back, on a page of any size."""
    token = TOKENS.token(REQUEST, cursor)

    page = TOKENS.page(REQUEST, size, token)

    assert (page.cursor, page.size) == (cursor, size)


@given(st.text(max_size=60))
def test_nothing_else_is_a_token(text: str) -> None:
    """A made-up token is refused, whatever it is made of."""
    if text:
        with pytest.raises(InvalidInput) as caught:
            TOKENS.page(REQUEST, 0, text)

        assert caught.value.reason is Reason.PAGE_TOKEN_INVALID


@given(st.data())
def test_a_token_with_one_byte_changed_is_refused(data: st.DataObject) -> None:
    """Cursor and signature belong together."""
    token = TOKENS.token(REQUEST, "tl_1.42")
    place = data.draw(st.integers(0, len(token) - 2))  # spare bits of the last one may differ
    letter = data.draw(st.sampled_from("ABCxyz019-_").filter(lambda one: one != token[place]))

    with pytest.raises(InvalidInput):
        TOKENS.page(REQUEST, 0, token[:place] + letter + token[place + 1 :])


def test_a_token_belongs_to_its_filter_its_method_and_its_server() -> None:
    """Other fields, another list or another secret make another token."""
    token = TOKENS.token(REQUEST, "5")
    other = memory_service_pb2.ListMemoriesRequest(timeline_id="tl_1", character_id="jon")
    places = world_service_pb2.ListPlacesRequest(world_id="tl_1")

    for tokens, request in (
        (TOKENS, other),
        (TOKENS, places),
        (PageTokens(b"other"), REQUEST),
    ):
        with pytest.raises(InvalidInput):
            tokens.page(request, 0, token)


def test_sizes_of_pages_are_bounded() -> None:
    """0 means 50, more than 500 means 500, below 0 is an error."""
    assert TOKENS.page(REQUEST, 0, "").size == 50
    assert TOKENS.page(REQUEST, 9999, "").size == 500
    with pytest.raises(InvalidInput):
        TOKENS.page(REQUEST, -1, "")


def test_the_last_page_has_no_token() -> None:
    """An empty token is the only end."""
    assert TOKENS.token(REQUEST, "") == ""


def _observe(text: str, request_id: str = "r1") -> play_service_pb2.ObserveRequest:
    return play_service_pb2.ObserveRequest(
        request_id=request_id,
        timeline_id="tl_1",
        observations=[play_service_pb2.Observation(text=text)],
    )


def test_the_digest_is_over_all_but_the_id() -> None:
    """The same body has the same digest, another body or method another one."""

    def digest(method: str, request: play_service_pb2.ObserveRequest) -> str:
        key = request_key(method, "tl_1", request.request_id, request)
        assert key is not None
        return key.digest

    same = digest("Observe", _observe("A mug falls."))

    assert digest("Observe", _observe("A mug falls.", "r2")) == same
    assert digest("Observe", _observe("A jug falls.")) != same
    assert digest("Say", _observe("A mug falls.")) != same


def test_a_request_without_an_id_has_no_key() -> None:
    """Nobody asked for it to be done once."""
    request = _observe("A mug falls.", "")

    assert request_key("Observe", "tl_1", request.request_id, request) is None


def test_the_request_itself_keeps_its_id() -> None:
    """Making a key changes nothing."""
    request = _observe("A mug falls.")
    request_key("Observe", "tl_1", request.request_id, request)

    assert request.request_id == "r1"
