"""The parts of a report, derived from the moves of a group chat."""

from collections import Counter
from collections.abc import Iterable

from npcserver.model.group.chat import GroupChat
from npcserver.model.group.entropy import agc_char2_nats, compare, telling
from npcserver.model.group.moves import AUDIENCE, Began, Chose, Move, Spoke, Updated, Voted
from npcserver.model.group.reported import Language, Line, Note, Receipt, Stand, Talk
from npcserver.model.group.script import Knowledge, Rank, Script, Stage


def guesses(chat: GroupChat) -> tuple[tuple[str, str], ...]:
    """Return (member, expected winner) for each member who gave a guess."""
    found = {
        one.member: one.guess
        for _, one in chat.moves
        if isinstance(one, Voted) and one.knowledge is Knowledge.OWN and one.guess
    }
    return tuple((one.id, found[one.id]) for one in chat.script.members if one.id in found)


def stands(chat: GroupChat) -> tuple[Stand, ...]:
    """Return the state after each round, folded from the moves up to there."""
    ends: dict[int, int] = {}
    for at, (_, move) in enumerate(chat.moves):
        if isinstance(move, Began):
            over = move.round if move.stage is Stage.SETTLEMENT else move.round - 1
            ends.setdefault(over, at)
    found = [
        _stand(GroupChat.of(chat.id, chat.moves[:end]), after, is_over=True)
        for after, end in ends.items()
    ]
    if chat.round not in ends:
        found.append(_stand(chat, chat.round, is_over=not chat.round))
    return tuple(found)


def talks(chat: GroupChat) -> tuple[Talk, ...]:
    """Return the talks between two in which anything was said."""
    lines = Counter(
        (move.round, move.stage, move.talk)
        for _, move in chat.moves
        if isinstance(move, Spoke) and move.talk and move.text
    )
    return tuple(
        Talk(
            round=move.round,
            stage=move.stage,
            first=move.member,
            second=move.partner,
            lines=lines[move.round, move.stage, move.member],
            situation=move.situation,
            strategy=move.strategy,
            topics=move.topics,
        )
        for _, move in chat.moves
        if isinstance(move, Chose) and move.partner and lines[move.round, move.stage, move.member]
    )


def notes(chat: GroupChat) -> tuple[Note, ...]:
    """Return the members' summaries and reflections of all rounds."""
    return tuple(
        Note(
            round=move.round,
            member=move.member,
            summary=move.summary,
            reflection=move.reflection,
        )
        for _, move in chat.moves
        if isinstance(move, Updated) and (move.summary or move.reflection)
    )


def transcript(chat: GroupChat) -> tuple[Line, ...]:
    """Return all lines, in order; last words belong to the settlement."""
    last = chat.script.course.rounds
    lines = (_line(seq, move, last) for seq, move in chat.moves)
    return tuple(line for line in lines if line is not None and line.text)


def language(script: Script, lines: tuple[Line, ...]) -> Language:
    """Return how varied the members' words were."""
    lines = tuple(line for line in lines if line.speaker != AUDIENCE)
    said: dict[str, list[str]] = {member.id: [] for member in script.members}
    rounds: dict[str, list[str]] = {}
    for line in lines:
        said.setdefault(line.speaker, []).append(line.text)
        if line.stage is not Stage.SETTLEMENT:
            rounds.setdefault(str(line.round), []).append(line.text)
    [whole] = compare({"all": [line.text for line in lines]}).groups
    return Language(
        agc_char2_nats=agc_char2_nats(line.stored for line in lines),
        whole=whole,
        speakers=compare(said),
        rounds=compare(rounds),
        telling=telling(said),
    )


def receipts(chat: GroupChat) -> tuple[Receipt, ...]:
    """Return the thoughts behind all moves, in order."""
    return tuple(
        Receipt(
            seq=seq,
            member=getattr(move, "member", ""),
            thought=thought,
        )
        for seq, move in chat.moves
        if (thought := getattr(move, "made_from", None)) is not None
    )


def models(receipts: Iterable[Receipt]) -> tuple[str, ...]:
    """Return the models that were called, in the order of their first thought."""
    thoughts = (one.thought for one in receipts)
    return tuple(dict.fromkeys(one.model for one in thoughts if one.model))


def _stand(chat: GroupChat, after: int, *, is_over: bool) -> Stand:
    members = chat.script.members
    influence = chat.influence()
    return Stand(
        round=after,
        is_over=is_over,
        relations=tuple(
            (one.id, other, score)
            for one in members
            for other, score in chat.relations(one.id).items()
        ),
        inferred=tuple(
            (one.id, of, to, score) for one in members for of, to, score in chat.inferred(one.id)
        ),
        beliefs=tuple((one.id, belief) for one in members for belief in chat.beliefs(one.id)),
        influence=tuple((one.id, influence.get(one.id, 0)) for one in members),
        camps=tuple((one.id, chat.camp(one.id)) for one in members if chat.camp(one.id)),
        backs=tuple((one.id, chat.backs(one.id)) for one in members if one.rank is Rank.SUPPORTING),
    )


def _line(seq: int, move: Move, last: int) -> Line | None:
    if isinstance(move, Spoke):
        return Line(
            seq=seq,
            round=move.round,
            stage=move.stage,
            chat_round=move.chat_round,
            speaker=move.member,
            to=move.to,
            talk=move.talk,
            text=move.text,
            person=move.person.name if move.person else "",
        )
    if isinstance(move, Voted):
        return Line(
            seq=seq,
            round=last,
            stage=Stage.SETTLEMENT,
            chat_round=1,
            speaker=move.member,
            text=move.statement,
        )
    return None
