"""Seats of a scene: giving one to a player, taking it back, and the page on which it is played.

The link to that page stands for the seat as long as its player has it, and needs no account.
"""

import hmac
from functools import partial
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from npcscenes.app.group_chats import WatchedScene
from npcscenes.app.scene_requests import (
    ChooseFromSeat,
    LeaveSeat,
    RequestToChat,
    Speak,
    TakeSeat,
    VoteFromSeat,
)
from npcserver.app.admission import CallClass
from npcserver.model import limits
from npcserver.model.character import Person
from npcserver.model.errors import Fault, NotPermitted
from npcserver.model.group.script import Member
from npcstudio.markup import address
from npcstudio.scenes import shown_events, use_cases
from npcstudio.visits import Fields, Visit, status_of


async def set_seat(visit: Visit) -> Response:
    """Give the seat of a member to a player, or take it back: the member acts by itself again."""
    form, scene_id = visit.form, visit.request.path_params["scene"]
    member_id = form.text("member", limits.IDENTIFIER, needed=True)
    is_given, person = form.text("do") == "give", None
    if is_given:
        player_id = form.text("player", limits.IDENTIFIER, needed=True)
        known = await visit.services.transcripts.players(visit.world_id)
        names = {one.id: one.name for one in known}
        name = form.text("called") or names.get(player_id, player_id)
        person = Person(id=player_id, name=name[: limits.NAME])
    seat = _seat_of(visit, member_id)
    asked = TakeSeat(**seat, person=person) if person is not None else LeaveSeat(**seat)
    await use_cases(visit).move(asked)
    eyes, done = form.text("eyes", limits.IDENTIFIER), "seat_given" if is_given else "seat_back"
    return visit.to("t", visit.timeline_id, "scenes", scene_id, eyes=eyes, done=done)


async def show_seat(visit: Visit) -> Response:
    """Show a player what its member knows, and what the scene waits for."""
    async with visit.services.admission.passed(CallClass.READS, visit.timeline_id):
        return await _page(visit, *await _seat(visit))


async def act(visit: Visit) -> Response:
    """Choose, speak or vote from a seat."""
    async with visit.services.admission.passed(CallClass.WRITES, visit.timeline_id):
        seen, member = await _seat(visit)
        try:
            await use_cases(visit).move(_request(visit.form, _seat_of(visit, member.id)))
        except Fault as fault:
            return await _page(visit, seen, member, fault)
    player, mark = _named(visit)
    at = ("t", visit.timeline_id, "scenes", seen.chat.id, "seats", member.id)
    return visit.to(*at, player=player, mark=mark, done="seat_acted")


def _seat_of(visit: Visit, member_id: str) -> dict[str, Any]:
    return {
        "timeline_id": visit.timeline_id,
        "chat_id": visit.request.path_params["scene"],
        "member_id": member_id,
        "key": visit.request_key,
    }


def _request(form: Fields, seat: dict[str, Any]) -> RequestToChat:
    """Return what is done from a seat as a form says."""
    words, choice = form.text("words", limits.UTTERANCE), form.text("choice", limits.IDENTIFIER)
    match form.text("task"):
        case "choose":
            return ChooseFromSeat(**seat, partner_id=choice, text=words)
        case "vote":
            other = form.text("other", limits.IDENTIFIER)
            return VoteFromSeat(
                **seat, candidate_id=choice, other_candidate_id=other, statement=words
            )
        case _:
            return Speak(**seat, text=words, ends=form.text("ends") == "yes")


def _named(visit: Visit) -> tuple[str, str]:
    asked = visit.asked
    return asked.text("player", limits.IDENTIFIER), asked.text("mark", limits.IDENTIFIER)


async def _seat(visit: Visit) -> tuple[WatchedScene, Member]:
    """Return what the member of a link has seen, and the member. Raises `NotPermitted`."""
    named, words = visit.request.path_params, visit.studio.templates.words
    player, mark = _named(visit)
    seat = (visit.timeline_id, named["scene"], named["member"], player)
    own = visit.studio.sessions.seat_mark(*seat)
    if not hmac.compare_digest(own.encode(), mark.encode()):
        raise NotPermitted(words("seat.wrong_link"))
    seen = await use_cases(visit).seen(visit.timeline_id, named["scene"], named["member"])
    person = seen.chat.seat(named["member"])
    if person is None or person.id != player:
        raise NotPermitted(words("seat.gone"))
    return seen, seen.chat.script.member(named["member"])


async def _page(
    visit: Visit, seen: WatchedScene, member: Member, fault: Fault | None = None
) -> Response:
    player, mark = _named(visit)
    at = ("t", visit.timeline_id, "scenes", seen.chat.id, "seats", member.id)
    return visit.page(
        "seat",
        HTTPStatus.OK if fault is None else status_of(fault),
        member=member,
        task=next((one for one in seen.awaited if one.member == member.id), None),
        told="" if fault is None else fault.message,
        typed=visit.form,
        at=partial(address, *at, player=player, mark=mark),
        **shown_events(visit, seen),
    )
