"""Grammatical person in Chinese: 你欠银行的钱 becomes 我欠银行的钱."""

import re

_YOU = re.compile("(?<!迷)你(?!好)")  # not in "hello" and "mini"


def first_person(text: str) -> str:
    """Return a text in the second person in the first."""
    return _YOU.sub("我", text)


def second_person(text: str, name: str) -> str:
    """Return a sentence about a person with 你 in place of the name."""
    return text.replace(name, "你")
