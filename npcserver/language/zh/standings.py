"""Chinese sentences that tell how people stand to each other."""

from collections.abc import Mapping
from typing import Any


def frames(written: Mapping[str, Any], tie: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the sentences in which a tie is stated, as patterns."""
    word = rf"(?:{'|'.join(tie['words'])})"
    own = rf"(?:{'|'.join(written['owners'])})"
    me = rf"(?:{'|'.join(written['subjects'])})们?"
    few = r"[^，。；、@∅]{0,8}?"
    return (
        rf"{own}{few}{word}@",  # 你的妻子@
        rf"@(?:是|就是|做){own}{few}{word}",  # @是你的邻居
        rf"@，{own}{few}{word}",
        rf"{me}(?:和|跟|与|同)@{few}(?:是|当|做|成){few}{word}",  # 你和@是同学
        rf"@(?:和|跟|与|同){me}{few}(?:是|当|做|成){few}{word}",
    )
