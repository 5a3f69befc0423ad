"""A moment of talk in a circle, as far as it tells who speaks next."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """A member of a circle. `stake_words` are what it cares for, as `stakes.stake_words` gives it.

    Who is not willing never gets the floor; for a player that means: is not waited for.
    """

    id: str
    name: str
    is_player: bool = False
    stake_words: frozenset[str] = frozenset()
    is_willing: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Uttered:
    """Something that was said. `to_ids`: whom the game knows it to be for; a whisper names them."""

    speaker_id: str
    text: str
    to_ids: tuple[str, ...] = ()
    is_whisper: bool = False

    def was_heard_by(self, member_id: str) -> bool:
        """Say whether a member of the circle heard it."""
        return not self.is_whisper or member_id == self.speaker_id or member_id in self.to_ids


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Who is in a circle, and what was said so far: oldest first, the last just now.

    The newest `turn_taking.LOOKS_BACK` lines are looked at.
    """

    voices: tuple[Voice, ...]
    lines: tuple[Uttered, ...] = ()

    def voice(self, member_id: str) -> Voice | None:
        """Return a member; None for who is not, or no longer, in the circle."""
        return next((voice for voice in self.voices if voice.id == member_id), None)
