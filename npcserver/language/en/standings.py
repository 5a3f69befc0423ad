"""English sentences that tell how people stand to each other."""

import re
from collections.abc import Mapping
from typing import Any


def frames(written: Mapping[str, Any], tie: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the sentences in which a tie is stated, as patterns."""
    word = rf"(?:{'|'.join(tie['words'])})s?\b"
    own = rf"\b(?:{'|'.join(written['owners'])})\b"
    me = rf"\b(?:{'|'.join(written['subjects'])})\b"
    be = r"(?:(?:is|are|am|was|were|to be|became|become|have been|has been)\b|['’](?:re|m|s)\b)"
    some = r"(?:\w[\w'’-]* ){0,4}?"
    article = r"(?:a|an|one of)\b"
    nobody_else = r"(?! (?:of|to|with) ∅)"
    holder = own if tie.get("is_own") else rf"(?:{own}|{article})"
    return (
        rf"(?<!like ){own} {some}{word},? @",  # your old neighbour, @
        rf"@(?:, who)? ?{be} {some}(?<!like ){holder} {some}{word}{nobody_else}",  # @ is a friend
        rf"@, (?:who is )?{holder} {some}{word}{nobody_else}",  # @, your wife,
        rf"{me}[^@∅.;]*@[^@∅.;]{{0,80}}as {some}(?:{own}|his|her|{article}) {some}{word}",
        rf"{me} and @ (?:{be} )?{some}{word}",  # you and @ are close friends
        rf"@ and {me} (?:{be} )?{some}{word}",
        rf"{me} ?(?:{be} )?{some}{word} ?(?:with|to|of) @",  # you are friends with @
    )


def as_told_to(text: str) -> str:
    """Return a memory that tells of its owner by name with its possessives as the owner's own."""
    return re.sub(r"\b(?:his|her|their)\b", "your", text) if text.startswith("you") else text
