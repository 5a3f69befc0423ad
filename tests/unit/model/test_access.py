"""The one function that decides who may do what."""

from itertools import product

import pytest

from npcserver.model.access import GRANTS, PLAYER_VERBS, KeyRole, PlayerScope, Principal, Verb, can
from npcserver.model.ids import CharacterId, TimelineId, WorldId

HARBOUR, CASTLE = WorldId("harbour"), WorldId("castle")
HERE, THERE = TimelineId("tl_1"), TimelineId("tl_2")
PLAYER = Principal(
    id="key_1",
    verbs=frozenset({Verb.SAY, Verb.WATCH}),
    worlds=frozenset({"harbour"}),
    player=PlayerScope(world_id=HARBOUR, timeline_id=HERE, player_id="p1", player_name="Ada"),
)


@pytest.mark.parametrize(("role", "verb"), list(product(KeyRole, Verb)))
def test_a_key_may_do_what_its_role_grants_in_every_world(role: KeyRole, verb: Verb) -> None:
    """And to the server itself."""
    key = Principal(id="key_1", verbs=GRANTS[role])

    found = {can(key, verb, HARBOUR), can(key, verb, CASTLE, THERE), can(key, verb)}

    assert found == {verb in GRANTS[role]}


@pytest.mark.parametrize(("role", "verb"), list(product(KeyRole, Verb)))
def test_a_limited_key_may_do_nothing_elsewhere(role: KeyRole, verb: Verb) -> None:
    """Nor to the server itself."""
    key = Principal(id="key_1", verbs=GRANTS[role], worlds=frozenset({"harbour"}))

    assert can(key, verb, HARBOUR) is (verb in GRANTS[role])
    assert not can(key, verb, CASTLE)
    assert not can(key, verb)


@pytest.mark.parametrize("verb", Verb)
def test_a_player_may_do_what_its_token_holds_as_itself(verb: Verb) -> None:
    """In its timeline of its world alone, and never as a character or another player."""
    assert can(PLAYER, verb, HARBOUR, HERE) is (verb in PLAYER.verbs)
    assert can(PLAYER, verb, HARBOUR, HERE, player_id="p1") is (verb in PLAYER.verbs)
    assert not can(PLAYER, verb, HARBOUR, HERE, player_id="p2")
    assert not can(PLAYER, verb, HARBOUR, HERE, CharacterId("mira"), "p1")
    assert not can(PLAYER, verb, HARBOUR, THERE)
    assert not can(PLAYER, verb, HARBOUR)
    assert not can(PLAYER, verb, CASTLE, HERE)
    assert not can(PLAYER, verb)


def test_only_administrators_delete_worlds_and_see_keys() -> None:
    """No other key can take the server from its owner."""
    for verb in (Verb.KEYS, Verb.DELETE_WORLD):
        assert {role for role in KeyRole if verb in GRANTS[role]} == {KeyRole.ADMIN}


def test_who_reads_only_changes_nothing_and_asks_no_model() -> None:
    """A dashboard's key can cost nothing."""
    assert GRANTS[KeyRole.READ_ONLY] == {
        Verb.READ_FIGURES,
        Verb.READ_SERVER,
        Verb.READ_WORLD,
        Verb.READ_PLAY,
        Verb.READ_MINDS,
        Verb.WATCH,
        Verb.REFLECT,
    }
    assert not PLAYER_VERBS & GRANTS[KeyRole.TOOLS] - {Verb.WATCH}
