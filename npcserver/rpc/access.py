"""Who may call a method, as the protos declare it, checked for every call of both wires."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any, TypeVar

from google.protobuf.message import Message

from npcserver import v1
from npcserver.admin import v1 as admin_v1
from npcserver.app.access import AccessControl, Subject
from npcserver.model.access import PlayerScope, Principal, Verb, can
from npcserver.model.errors import NotPermitted
from npcserver.model.ids import TimelineId
from npcserver.ports.author import write_as
from npcserver.ports.storage import limit_to_worlds
from npcserver.rpc import fields
from npcserver.v1 import access_policy_pb2, play_service_pb2

FILES: tuple[Any, ...] = tuple(
    import_module(f"{package.__name__}.{one.name}")
    for package in (v1, admin_v1)
    for one in iter_modules(package.__path__)
    if one.name.endswith("_service_pb2")
)
"""Generated modules of all services of ours."""
KEY_HEADER = "authorization"
_SCHEME = "bearer "
_REFLECTION = "/grpc.reflection."
_SUBJECTS: Mapping[str, Subject] = MappingProxyType(
    {
        "world_id": Subject.WORLD,
        "timeline_id": Subject.TIMELINE,
        "leaving_timeline_id": Subject.TIMELINE,
        "save_id": Subject.SAVE,
    }
)
VERBS: Mapping[int, Verb] = MappingProxyType(
    {access_policy_pb2.Verb.Value(f"VERB_{verb.name}"): verb for verb in Verb}
)
M = TypeVar("M", bound=Message)


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodPolicy:
    """Who may call a method; `MethodAccess` in the proto describes each value."""

    verb: Verb
    of: tuple[tuple[str, ...], ...] = ()
    is_for_players: bool = False
    is_filtered: bool = False
    is_endless: bool = False

    def named(self, request: Message) -> Iterator[tuple[Subject, str]]:
        """Yield what a request is about: the fields that are set, with what they name."""
        for path in self.of:
            value: Any = request
            for name in path[:-1]:
                value = getattr(value, name) if value is not None and value.HasField(name) else None
            identifier = "" if value is None else getattr(value, path[-1])
            if identifier:
                yield _SUBJECTS[path[-1]], identifier


def _declared() -> Iterator[tuple[str, MethodPolicy]]:
    for file in FILES:
        for service in file.DESCRIPTOR.services_by_name.values():
            for method in service.methods:
                access = method.GetOptions().Extensions[access_policy_pb2.access]
                yield (
                    f"/{service.full_name}/{method.name}",
                    MethodPolicy(
                        verb=VERBS[access.verb],  # a method that declares none does not start
                        of=tuple(tuple(path.split(".")) for path in access.of),
                        is_for_players=access.players,
                        is_filtered=access.filtered,
                        is_endless=access.endless,
                    ),
                )


POLICIES: Mapping[str, MethodPolicy] = MappingProxyType(dict(_declared()))
"""The policy of each method of ours, by path."""
_REFLECTED = MethodPolicy(verb=Verb.REFLECT, is_filtered=True, is_endless=True)


def policy_of(path: str) -> MethodPolicy | None:
    """Return who may call a method; None for one that is neither ours nor reflection."""
    return _REFLECTED if path.startswith(_REFLECTION) else POLICIES.get(path)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who made the present call, and what it showed."""

    principal: Principal
    control: AccessControl
    shown: str | None = field(repr=False)

    @property
    def player(self) -> PlayerScope | None:
        """The player whose token was shown; None for a key."""
        return self.principal.player

    async def sees(self, verb: Verb, timeline_id: TimelineId, player_id: str) -> bool:
        """Return whether the caller may do something to what a player does in a timeline."""
        world_id = None
        if self.principal.is_limited:
            world_id = await self.control.world_of(Subject.TIMELINE, timeline_id)
        return can(self.principal, verb, world_id, timeline_id, player_id=player_id)

    async def require_current(self) -> None:
        """Raise `NotAllowed` if the key or token has ended since the call began."""
        await self.control.require_current(self.principal, self.shown)


CALLER: ContextVar[Caller] = ContextVar("caller")
"""The caller of the call that is being handled; without one nothing may be done, so no default."""


def caller_id(_: Message) -> str:
    """Return the id of the key with which a request was sent; empty without keys."""
    return CALLER.get().principal.id


class AccessGate:
    """Lets calls in whose caller may make them."""

    def __init__(self, control: AccessControl) -> None:
        self.control = control

    async def enter(
        self, policy: MethodPolicy, metadata: Iterable[tuple[str, str | bytes]] | None
    ) -> Caller:
        """Find out who calls, note it in `CALLER`, and refuse who may never call this method.

        From here on PostgreSQL shows and lets change only what is in the caller's worlds.

        Raises `NotAllowed` or `NotPermitted`, before anything of the request is read.
        """
        shown = _shown(metadata or ())
        caller = Caller(await self.control.authenticate(shown), self.control, shown)
        CALLER.set(caller)
        limit_to_worlds(caller.principal.worlds)
        write_as(caller.principal.id)
        if caller.player is not None and not policy.is_for_players:
            raise NotPermitted(
                "this call is not for players; a game's server makes it, with a key of its own",
                verb=policy.verb,
            )
        if policy.verb not in caller.principal.verbs:
            await self.control.authorise(caller.principal, policy.verb, ())
        return caller

    async def admit(self, policy: MethodPolicy, caller: Caller, request: M) -> M:
        """Return the request if the caller may make it; that of a player is made its own.

        Raises `NotPermitted`, or `WorldMoved`.
        """
        if not policy.is_filtered:
            named = policy.named(request)
            await self.control.authorise(caller.principal, policy.verb, named)
        await self.control.require_served(policy.named(request))
        return request if caller.player is None else as_player(request, caller.principal)


def _shown(metadata: Iterable[tuple[str, str | bytes]]) -> str | None:
    for name, value in metadata:
        if (
            name == KEY_HEADER
            and isinstance(value, str)
            and value[: len(_SCHEME)].lower() == _SCHEME
        ):
            return value[len(_SCHEME) :].strip()
    return None


def as_player(request: M, principal: Principal) -> M:
    """Return the request of a player with what its token says in the place of what it claims.

    Raises `NotPermitted` for what only a game's server may say.
    """
    player = principal.player
    if player is None:
        return request
    own = type(request)()
    own.CopyFrom(request)
    if isinstance(own, play_service_pb2.SayRequest | play_service_pb2.SayInCircleRequest):
        if own.affordances or own.entities:
            raise NotPermitted(
                "affordances and entities are registered by the game's server, with "
                "`PutAffordanceSet`; name a set in `affordance_set`",
                verb=Verb.SAY,
            )
        fields.check_request_id("request_id", own.request_id)
        if own.request_id:
            own.request_id = _request_id_of(player, own.request_id)
        is_private = (
            own.is_private or own.loudness == play_service_pb2.LOUDNESS_WHISPER
            if isinstance(own, play_service_pb2.SayRequest)
            else own.is_whisper  # `to_ids` alone only say whom it is for; all hear it
        )
        if is_private and Verb.SAY_PRIVATELY not in principal.verbs:
            raise NotPermitted(
                "this token may not say anything in private, nor whisper; the game's server allows "
                "it with the verb `VERB_SAY_PRIVATELY`",
                verb=Verb.SAY_PRIVATELY,
            )
    if isinstance(own, play_service_pb2.SayRequest):
        speaker = play_service_pb2.Speaker(id=player.player_id, name=player.player_name)
        own.speaker.CopyFrom(speaker)
    elif isinstance(own, play_service_pb2.SayInCircleRequest):
        own.speaker_id = player.player_id
    return own


def _request_id_of(player: PlayerScope, request_id: str) -> str:
    """Return a request id that no other player can choose, to repeat this one's turn."""
    digest = hashlib.sha256(f"{player.player_id}\0{request_id}".encode()).hexdigest()
    return f"p_{digest[: fields.REQUEST_ID_LENGTH - 2]}"
