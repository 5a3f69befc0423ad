"""The beginning of a reply's prompt that is known before anybody has spoken."""

from collections.abc import Iterator

from npcserver.mind.reply import ReplyTuning
from npcserver.model.purpose import Purpose
from npcserver.model.scene import Scene
from npcserver.ports.language_model import Lane, Message, Patience, Request
from npcserver.prompts.budget import fit
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import GiveReply

_UNSAID = "."
"""Stands for the words to come: chat templates want a message of the user."""

_PATIENCE = Patience(first_word=300.0, between_words=60.0, total=300.0)


def reading(
    scene: Scene, templates: Templates, tuning: ReplyTuning, *, knows_partner: bool, goes_on: bool
) -> Request:
    """Return the request that has a model read what the reply in a scene will begin with.

    With a partner that is not known yet that ends before who is there. In a talk that `goes_on` it
    ends after the talk so far; in a new one before the memories that the words will call up.
    """
    language = scene.character.persona.language
    asked = GiveReply.of(scene, tuning.profile())
    question = fit(asked, templates, language, tuning.room()).question
    rendered = question.parts(templates, language)
    if goes_on and knows_partner:
        known = tuple(
            Message(role, "".join(text for _, text in parts)) for role, parts in rendered[:-1]
        )
    else:
        role, parts = rendered[0]
        known = (Message(role, "".join(_known(parts, knows_partner=knows_partner))),)
    return Request(
        purpose=Purpose.READ_AHEAD,
        messages=(*known, Message("user", _UNSAID)),
        max_tokens=1,
        temperature=0,
        lane=Lane.BACKGROUND,
        patience=_PATIENCE,
    )


def _known(parts: tuple[tuple[str, str], ...], *, knows_partner: bool) -> Iterator[str]:
    """Yield the texts before who is there, or before the memories behind that."""
    is_said_who = False
    for part, text in parts:
        is_said_who |= part == "people"
        if is_said_who and (not knows_partner or part == "memories"):
            return
        yield text
