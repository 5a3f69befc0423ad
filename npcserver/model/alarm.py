"""Which words about a thing call for somebody at once."""

import re

_DANGER = re.compile(
    r"\b(?:burn(?:s|ing|t)?|burned|on fire|(?:catch(?:es|ing)?|caught) fire|there is (?:a )?fire"
    r"|a fire (?:in|at|on|has)|fire (?:broke|breaks) out|in flames|ablaze|smok(?:es|ing)"
    r"|smoulder(?:s|ing)|flood(?:s|ed|ing)?|overflow(?:s|ing|ed)?|leak(?:s|ing|ed)?|gushing"
    r"|burst(?:s|ing)?|explod(?:es|ed|ing)|collaps(?:es|ed|ing))\b"
    r"|着火|起火|失火|烧(?:着|起来|焦|糊)|冒烟|漏水|漏气|溢出|淹|爆(?:炸|裂)|塌",
    re.IGNORECASE,
)
# What is over, denied, or only spoken of.
_HARMLESS = re.compile(
    r"\b(?:no longer|not|never|stopped|put out|out again|extinguished|repaired|fixed|mended"
    r"|deal(?:t|s|ing) with|see(?:s|ing) to|putting out|extinguishing|fighting|under control"
    r"|almost|as if)\b|不再|没有|已经修|扑灭|修好|处理",
    re.IGNORECASE,
)
# What is there to burn, or to hold water.
_TAME = re.compile(
    r"\b(?:fire-?place|hearth|candles?|lamps?|lanterns?|torch(?:es)?|camp-?fire|bonfire|incense|pipe"
    r"|cigar(?:ette)?s?|fire ?pit|forge|brazier)\b|壁炉|蜡烛|灯|火把|篝火|香炉|火盆|烟斗",
    re.IGNORECASE,
)
_WATER = re.compile(r"\b(?:flood|overflow|leak|gush|burst)\w*|漏水|溢|淹|水管", re.IGNORECASE)


def is_alarming(text: str) -> bool:
    """Say whether a statement tells of fire, water or the like that does not wait."""
    if _DANGER.search(text) is None or _HARMLESS.search(text) is not None:
        return False
    if _TAME.search(text) is None:
        return True
    # A lamp burns; one that sets fire to something, bursts or leaks is another matter.
    tamed = re.sub(
        r"\b(?:burn(?:s|ing)?|smok(?:es|ing))\b|烧着|冒烟", "", text, flags=re.IGNORECASE
    )
    return _DANGER.search(tamed) is not None


def is_of_water(text: str) -> bool:
    """Say whether the danger is water rather than fire."""
    return _WATER.search(text) is not None
