"""The application: which address leads to which page, and who may see it."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, cast

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from npcserver.app.services import Services
from npcserver.http.middleware import App
from npcserver.model.access import Verb
from npcstudio import (
    accounts,
    affordances,
    books,
    changes,
    conversation,
    corrections,
    drafts,
    entry,
    first_visit,
    incidents,
    knowledge,
    minds,
    personas,
    places,
    player_lines,
    playtests,
    portraits,
    relations,
    roster,
    saves,
    scene_editor,
    scene_seats,
    scenes,
    world_file,
    world_settings,
    worlds,
)
from npcstudio.attempts import SignInAttempts
from npcstudio.markup import HERE, page_templates
from npcstudio.provider import OidcProvider
from npcstudio.sessions import Sessions
from npcstudio.visits import Handler, Studio, Visit, entrance

_CHARACTER = "/t/{timeline}/c/{character}"
_PERSON = "/w/{world}/people/{character}"
_RELATION = "/w/{world}/relations/{character}"
_BOOK = "/w/{world}/books/{book}"
_PERSONA = f"{_PERSON}/persona"
_DRAFTS = (
    "/t/{timeline}/drafts/{character}",
    "/t/{timeline}/books/{book}/draft",
    "/t/{timeline}/actions/{action}/draft",
)
_SCENE = "/t/{timeline}/scenes/{scene}"
_PAGES: tuple[tuple[str, Handler, Verb | None], ...] = (
    ("/sign-in", entry.show_sign_in, None),
    ("/join", entry.show_join, None),
    ("/provider/answer", entry.from_provider, None),
    ("/account", entry.show_account, Verb.READ_WORLD),
    ("/people", accounts.show_accounts, Verb.KEYS),
    ("/", worlds.show_worlds, Verb.READ_WORLD),
    ("/w/{world}", worlds.show_world, Verb.READ_PLAY),
    ("/w/{world}/changes", changes.show_changes, Verb.READ_MINDS),
    ("/w/{world}/changes/{change}", changes.show_change, Verb.READ_MINDS),
    ("/w/{world}/flags", conversation.show_flags, Verb.READ_MINDS),
    ("/w/{world}/places", places.show_places, Verb.READ_WORLD),
    ("/w/{world}/actions", affordances.show_actions, Verb.READ_WORLD),
    ("/w/{world}/people", roster.show_people, Verb.READ_WORLD),
    (_PERSON, roster.edit_character, Verb.READ_WORLD),
    ("/w/{world}/relations", relations.show_relations, Verb.READ_WORLD),
    ("/w/{world}/books", books.show_books, Verb.READ_WORLD),
    (_BOOK, books.edit_book, Verb.READ_WORLD),
    ("/w/{world}/file", world_file.show_file, Verb.READ_WORLD),
    ("/w/{world}/file.yaml", world_file.export, Verb.READ_WORLD),
    ("/import", world_file.show_file, Verb.AUTHOR),
    (_PERSONA, personas.edit_persona, Verb.READ_WORLD),
    (f"{_PERSONA}/versions", personas.show_versions, Verb.READ_WORLD),
    (f"{_PERSONA}/portrait", portraits.show_portrait, Verb.READ_WORLD),
    ("/w/{world}/suite", playtests.show_suite, Verb.READ_MINDS),
    ("/w/{world}/diff", saves.show_diff, Verb.READ_MINDS),
    ("/w/{world}/transcripts", saves.show_search, Verb.READ_MINDS),
    ("/w/{world}/scenes", scenes.show_scenes, Verb.READ_PLAY),
    ("/w/{world}/new-scene", scene_editor.show_editor, Verb.PLAY),
    (_SCENE, scenes.show_scene, Verb.READ_PLAY),
    (f"{_SCENE}/seats/{{member}}", scene_seats.show_seat, None),
    ("/t/{timeline}", worlds.show_timeline, Verb.READ_PLAY),
    (_CHARACTER, minds.show_now, Verb.READ_MINDS),
    (f"{_CHARACTER}/memories", minds.show_memories, Verb.READ_MINDS),
    (f"{_CHARACTER}/ask", minds.show_scores, Verb.READ_MINDS),
    (f"{_CHARACTER}/insights", minds.show_insights, Verb.READ_MINDS),
    ("/t/{timeline}/correct/{memory}", corrections.show_price, Verb.READ_MINDS),
    ("/t/{timeline}/corrections", corrections.show_corrections, Verb.READ_MINDS),
    ("/t/{timeline}/drafts", drafts.show_drafts, Verb.READ_MINDS),
    ("/t/{timeline}/drafts.yaml", drafts.export, Verb.READ_MINDS),
    *((one, drafts.show_draft, Verb.READ_MINDS) for one in _DRAFTS),
    *((f"{one}/publish", drafts.show_reach, Verb.READ_MINDS) for one in _DRAFTS),
    (f"{_PERSONA}/draft/{{timeline}}", personas.edit_persona, Verb.READ_MINDS),
    ("/t/{timeline}/talk", conversation.show_transcript, Verb.READ_MINDS),
    ("/t/{timeline}/turn/{turn}", conversation.show_turn, Verb.READ_MINDS),
    ("/t/{timeline}/again/{turn}", conversation.show_again, Verb.READ_MINDS),
    ("/t/{timeline}/incident/{turn}", incidents.download, Verb.READ_MINDS),
    ("/incident", incidents.show_form, Verb.READ_MINDS),
    ("/t/{timeline}/known", knowledge.show_known, Verb.READ_MINDS),
)
_AUTHORS: tuple[tuple[str, Handler], ...] = (
    ("/w/{world}/new-place", places.edit_place),
    ("/w/{world}/places/{place}", places.edit_place),
    ("/w/{world}/new-action", affordances.edit_action),
    ("/w/{world}/actions/{action}", affordances.edit_action),
    ("/w/{world}/new-character", roster.make_character),
    (f"{_PERSON}/seed", roster.edit_seed),
    (_RELATION, relations.edit_relation),
    ("/w/{world}/new-book", books.make_book),
    (f"{_BOOK}/chapter", books.edit_chapter),
    (f"{_BOOK}/chapter/{{chapter:int}}", books.edit_chapter),
    ("/w/{world}/settings", world_settings.edit_settings),
    ("/new-world", world_settings.make_world),
)
"""Forms that only authors see; what they send is taken at the same address."""
_FORMS: tuple[tuple[str, Handler, Verb | None], ...] = (
    ("/sign-in", entry.sign_in, None),
    ("/sign-out", entry.sign_out, None),
    ("/w/{world}/changes/{change}", changes.undo, Verb.AUTHOR),
    ("/join", entry.join, None),
    ("/provider", entry.to_provider, None),
    ("/account/password", entry.change_password, Verb.READ_WORLD),
    ("/account/sessions", entry.end_session, Verb.READ_WORLD),
    ("/people", accounts.invite, Verb.KEYS),
    ("/people/change", accounts.change, Verb.KEYS),
    ("/first-visit", first_visit.dismiss, Verb.READ_WORLD),
    ("/w/{world}", worlds.start_timeline, Verb.PLAY),
    ("/w/{world}/things", affordances.save_thing, Verb.AUTHOR),
    (_PERSON, roster.edit_character, Verb.AUTHOR),
    (_BOOK, books.edit_book, Verb.AUTHOR),
    ("/w/{world}/file", world_file.take_file, Verb.AUTHOR),
    ("/import", world_file.take_file, Verb.AUTHOR),
    (_PERSONA, personas.edit_persona, Verb.READ_WORLD),
    (f"{_PERSONA}/check", personas.check, Verb.READ_WORLD),
    (f"{_PERSONA}/versions", personas.restore, Verb.AUTHOR),
    (f"{_PERSONA}/portrait", portraits.put_portrait, Verb.AUTHOR),
    ("/w/{world}/scenes", scenes.begin, Verb.PLAY),
    ("/w/{world}/new-scene", scene_editor.take_form, Verb.PLAY),
    (_SCENE, scenes.move, Verb.PLAY),
    (f"{_SCENE}/seats", scene_seats.set_seat, Verb.PLAY),
    (f"{_SCENE}/seats/{{member}}", scene_seats.act, None),
    ("/t/{timeline}", worlds.save, Verb.PLAY),
    (f"{_CHARACTER}/memories", corrections.add, Verb.AUTHOR),
    (f"{_CHARACTER}/state", corrections.set_state, Verb.AUTHOR),
    ("/t/{timeline}/pin", corrections.pin, Verb.PLAY),
    ("/t/{timeline}/correct/{memory}", corrections.correct, Verb.AUTHOR),
    ("/t/{timeline}/corrections", corrections.undo, Verb.AUTHOR),
    ("/t/{timeline}/drafts", drafts.take_file, Verb.AUTHOR),
    *((one, drafts.settle, Verb.AUTHOR) for one in _DRAFTS),
    (f"{_PERSONA}/draft/{{timeline}}", personas.edit_persona, Verb.READ_MINDS),
    (f"{_PERSONA}/draft/{{timeline}}/check", personas.check, Verb.READ_MINDS),
    ("/t/{timeline}/talk", player_lines.say, Verb.SAY),
    ("/t/{timeline}/turn/{turn}", player_lines.report, Verb.PLAY),
    ("/t/{timeline}/clock", worlds.pass_time, Verb.PLAY),
    ("/t/{timeline}/flag", conversation.flag, Verb.PLAY),
    ("/t/{timeline}/expect/{turn}", playtests.expect, Verb.PLAY),
    ("/t/{timeline}/branch", saves.branch, Verb.PLAY),
    ("/w/{world}/suite", playtests.run_suite, Verb.SAY),
    ("/t/{timeline}/again/{turn}", conversation.say_again, Verb.SAY),
    ("/incident", incidents.show_opened, Verb.READ_MINDS),
    ("/t/{timeline}/keep", conversation.keep, Verb.PLAY),
)


def studio_app(
    services: Services,
    secret: bytes,
    *,
    is_encrypted: bool,
    address: str = "",
    provider: Mapping[str, str] | None = None,
) -> App:
    """Return the application of the studio; the secret signs its sessions.

    Links that are sent begin with `address`, or where that is empty as the browser names the host.
    `provider` has the arguments of `OidcProvider`, None where nobody signs in by one.
    """
    studio = Studio(
        services=services,
        sessions=Sessions(secret, services.access, services.accounts),
        templates=page_templates("en"),
        attempts=SignInAttempts(),
        is_encrypted=is_encrypted,
        address=address,
        provider=OidcProvider(secret=secret, **provider) if provider else None,
    )
    authors = tuple((path, handler, Verb.AUTHOR) for path, handler in _AUTHORS)
    routes = [
        Route(path, entrance(studio, handler, verb), methods=[method])
        for method, rows in (("POST", _FORMS + authors), ("GET", _PAGES + authors))
        for path, handler, verb in rows
    ]
    static = Mount("/static", _Fresh(directory=str(HERE / "static")))
    lost = entrance(studio, _nothing, None)

    async def not_found(request: Request, _: Exception) -> Response:
        return await lost(request)

    return cast(
        "App",
        Starlette(routes=[*routes, static], exception_handlers={HTTPStatus.NOT_FOUND: not_found}),
    )


class _Fresh(StaticFiles):
    """Files that browsers ask for again each time: pages of a new server need its script."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "no-cache"
        return response


async def _nothing(visit: Visit) -> Response:
    return visit.page(
        "error", HTTPStatus.NOT_FOUND, told=visit.studio.templates.words("error.no_page"), typed=()
    )
