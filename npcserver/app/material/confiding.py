"""What somebody says of a secret that it may know: those words are as secret as the memory."""

from collections.abc import Sequence
from dataclasses import replace

from npcserver.app.material.discretion import Discretion, carried, secrets_of
from npcserver.mind.telling_words import whole
from npcserver.model.memory import Recollection
from npcserver.model.secret import Secret


def confided(
    heard: str, found: Sequence[Recollection], discretion: Discretion, names: Sequence[str] = ()
) -> tuple[Secret, ...]:
    """Return the secrets that what a partner says touches, of those it may have been told.

    `found` is what its words called to mind, `discretion` that before all who hear, the partner
    first, and `names` are of who is there. One telling word in common is enough: whoever repeats a
    secret repeats part of it. What somebody says who may not be told is a guess, and no secret.
    """
    before_it = replace(discretion, audience=discretion.audience[:1])
    told, _ = before_it.sift([one for one in found if secrets_of(one)])
    if not told:
        return ()
    said = whole(heard, names).words.keys()
    return carried([one for one in told if not said.isdisjoint(whole(one.memory.text).words)])
