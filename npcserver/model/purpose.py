"""What a model is asked for; calls are counted, and rationed, by it."""

from enum import StrEnum


class Purpose(StrEnum):
    """Why a model is called."""

    REPLY = "reply"  # a line for a player
    RATE = "rate"  # importance of what was perceived
    REFLECT = "reflect"  # questions, and insights
    PLAN = "plan"  # a day
    DECOMPOSE = "decompose"  # an hour, step by step
    REACT = "react"  # what to do about something perceived
    CONVERSE = "converse"  # a line for another character
    SUMMARISE = "summarise"  # what to keep of a conversation
    RELATE = "relate"  # what to make of somebody
    INTERVIEW = "interview"  # an answer that leaves no trace
    CHOOSE = "choose"  # whom to talk with in a group chat
    SPEAK = "speak"  # a line in a group chat
    UPDATE = "update"  # what a round of a group chat changes
    VOTE = "vote"  # who is to win in a group chat
    CHRONICLE = "chronicle"  # what came of a group chat, or of a round of it, in short
