"""Group chats at random: any script, any answers, and whatever is cut off in between."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from npcscenes.model.chat import GroupChat
from npcscenes.model.director import (
    CastVote,
    Choose,
    Digest,
    Say,
    Task,
    awaited,
    awaited_task,
    due,
)
from npcscenes.model.group_answers import moves_of
from npcscenes.model.group_inputs import (
    ChronicleInput,
    DigestInput,
    MemberInput,
    VoteInput,
    build_input,
)
from npcscenes.model.visibility import Meeting, known_to
from npcserver.model.character import Person
from npcserver.model.group.moves import (
    AUDIENCE,
    AdvanceRequested,
    Began,
    Chose,
    Closed,
    Digested,
    LineSpoken,
    Move,
    Seated,
    Updated,
    Voted,
)
from npcserver.model.group.script import Knowledge, Stage
from tests.conftest import examples
from tests.fakes.scene_scripts import (
    CHAT,
    every_third_repaired,
    known_to_all,
    opening_moves,
    play_on,
    play_script,
    play_wave,
    random_answers,
    random_script,
    shown_text,
)

seeds = st.integers(0, 10**6)
few = settings(max_examples=examples(15), deadline=None)


@few
@given(seeds)
def test_any_game_comes_to_its_end_within_its_bounds(seed: int) -> None:
    """All vote, no number leaves its range, and no call is made beyond the most."""
    script = random_script(seed)
    chat = play_script(script, random_answers(seed), seed, every_third_repaired)

    assert chat.closed is not None
    assert chat.closed.result.effort == chat.effort
    most = script.course.most_calls
    assert not most or chat.effort.calls <= most
    members = {one.id for one in script.members}
    assert {one.member for one in chat.votes if one.knowledge is Knowledge.OWN} == members
    for member in members:
        for round_ in range(1, script.course.rounds + 1):
            before, after = chat.relations(member, round_ - 1), chat.relations(member, round_)
            assert all(abs(after[one] - before[one]) <= 10 for one in after)
            assert all(0 <= score <= 100 for score in after.values())
    candidates = {one.id for one in script.ballot.candidates}
    assert set(chat.closed.result.winners) <= candidates
    for vote in chat.votes:
        assert {vote.choice, vote.choice_not_self, vote.guess} <= {*candidates, ""}


@few
@given(seeds)
def test_all_together_know_whatever_anybody_knows(seed: int) -> None:
    """At every moment of a game, and the audience knows no more than any member."""
    chat = play_script(random_script(seed), random_answers(seed), seed)
    for end in range(2, len(chat.moves), 7):
        part = GroupChat.of(CHAT, chat.moves[:end])
        everything = known_to_all(part)
        for member in part.script.members:
            assert [one for one in known_to(part, member.id) if one not in everything] == []
        own = {member.id: known_to(part, member.id) for member in part.script.members}
        for one in known_to(part):
            if not isinstance(one, Meeting):  # who met know more than that
                assert all(one in known for known in own.values())


@few
@given(seeds, st.data())
def test_going_on_after_any_cut_leads_to_the_same_end(seed: int, data: st.DataObject) -> None:
    """A restart, however often, changes no line and no vote."""
    whole = play_script(random_script(seed), random_answers(seed), seed, every_third_repaired)
    chat = GroupChat.of(CHAT, whole.moves[:2])
    for _ in range(3):
        kept = data.draw(st.integers(len(chat.moves), len(whole.moves)))
        chat = GroupChat.of(
            CHAT, play_on(chat, random_answers(seed), every_third_repaired).moves[:kept]
        )
    chat = play_on(chat, random_answers(seed), every_third_repaired)

    assert [bare(move) for _, move in chat.moves] == [bare(move) for _, move in whole.moves]


def bare(move: Move) -> Move:
    """Return a move without its receipt, which says from where it was thought."""
    if isinstance(move, Chose | LineSpoken | Updated | Digested | Voted | Closed):
        return replace(move, made_from=None)
    return move


@few
@given(seeds)
def test_nothing_is_before_a_member_that_it_must_not_see(seed: int) -> None:
    """By every single word that was said, thought or kept before, at every task of a game."""
    chat = opening_moves(random_script(seed), seed)
    while tasks := due(chat):
        for task in tasks:
            if not isinstance(task, Began):
                text = shown_text(build_input(chat, task))
                for _, move in chat.moves:
                    for mark in hidden(chat, move, task):
                        assert mark not in text, (task, move)
        chat = chat.then(*play_wave(chat, random_answers(seed)))


def hidden(chat: GroupChat, move: Move, task: Task) -> list[str]:
    """Return what of a move must not be before who does a task; told from the rules alone."""
    me = getattr(task, "member", "")
    is_for_all = isinstance(task, CastVote) and task.knowledge is Knowledge.ALL
    knows_all = is_for_all or isinstance(task, Digest)
    if isinstance(move, Chose):
        in_it = isinstance(task, Say) and task.talk == move.member == me
        own = [] if in_it else [f"'{move.strategy}'", *(f"'{one}'" for one in move.topics)]
        seen = [] if move.member == me else [f"'{move.situation}'"]
        return [one for one in (*seen, *own) if one != "''"]
    if isinstance(move, Updated):
        kept = [f"'{move.summary}'", f"'{move.reflection}'"] if move.summary else []
        return kept if move.member != me and not knows_all else []
    if isinstance(move, Voted):
        is_open = not me and move.knowledge is Knowledge.OWN
        return [f"'{move.statement}'"] if move.statement and not is_open else []
    if not isinstance(move, LineSpoken) or not move.text:
        return []
    reasons = [f"'{move.reasons}'"] if move.reasons else []
    if move.situation and move.member != me:
        reasons.append(f"'{move.situation}'")
    return reasons if may_hear(chat, move, task, me) or knows_all else [*reasons, move.text]


def may_hear(chat: GroupChat, line: LineSpoken, task: Task, me: str) -> bool:
    if line.talk:
        return me in (line.member, line.to)
    is_now = (line.round, line.stage) == (chat.round, chat.stage)
    return not is_now or (isinstance(task, Say) and line.chat_round < task.chat_round)


@few
@given(seeds)
def test_what_was_said_last_is_before_a_member(seed: int) -> None:
    """The newest that it heard, where it remembers anything at all."""
    chat = opening_moves(random_script(seed), seed)
    while tasks := due(chat):
        for task in tasks:
            if isinstance(task, Began):
                continue
            material = build_input(chat, task)
            newest = [one for one in heard(chat, material) if one.text]
            if newest and chat.script.course.has_memory:
                assert newest[-1].text in shown_text(material)
        chat = chat.then(*play_wave(chat, random_answers(seed)))


def heard(chat: GroupChat, material: MemberInput) -> list[LineSpoken]:
    if isinstance(material, ChronicleInput):
        known = known_to(chat)
    elif isinstance(material, DigestInput):
        known = tuple(one for one in known_to_all(chat) if one in material.known)
    elif isinstance(material, VoteInput) and material.standpoint.knows_all:
        known = known_to_all(chat)
    else:
        known = known_to(chat, material.standpoint.member.id)
    return [one for one in known if isinstance(one, LineSpoken)]


@few
@given(seeds, st.data())
def test_persons_in_seats_and_in_the_audience_break_nothing(seed: int, data: st.DataObject) -> None:
    """Whatever comes and goes: nobody thinks for who is there, and it ends when they act."""
    script = random_script(seed)
    chat = opening_moves(replace(script, course=replace(script.course, rounds=1)), seed)
    chance = data.draw(st.randoms(use_true_random=False))
    while not chat.is_closed:
        if chance.random() < 0.3:
            chat = chat.then(interruption(chat, chance.choice(script.members).id, chance.random()))
        seated = {one.id for one in script.members if chat.seat(one.id) is not None}
        tasks = due(chat)
        assert not [task for task in tasks if thinks_for(task, seated)]
        moves = [*play_wave(chat, random_answers(seed), every_third_repaired)]
        if not moves or chance.random() < 0.3:
            moves += [acted(chat, one.member) for one in awaited(chat)[:1]]
        assert moves, "nothing is due and nobody is awaited"
        chat = chat.then(*moves)

    most = script.course.most_calls
    assert not most or chat.effort.calls <= most


def thinks_for(task: Task, seated: set[str]) -> bool:
    is_theirs = isinstance(task, Choose | Say | CastVote) and task.member in seated
    return is_theirs and not (isinstance(task, Say) and bool(task.opening))


def interruption(chat: GroupChat, member: str, chance: float) -> Move:
    """Take a seat, leave it, shout, or wish once more for the end."""
    if chance < 0.3:
        return Seated(member=member, person=Person(id="p1", name="Mia"))
    if chance < 0.5:
        return Seated(member=member)
    if chance < 0.6:
        return AdvanceRequested()
    place = (max(1, chat.round), chat.stage or Stage.GROUP_CHAT)
    text = f"Boo {chat.seq}!"
    return LineSpoken(round=place[0], stage=place[1], chat_round=1, member=AUDIENCE, text=text)


def acted(chat: GroupChat, member: str) -> Move:
    """Return what a person does who is waited for, as little as it can."""
    task = awaited_task(chat, member)
    assert task is not None
    (move,) = moves_of(chat, task)
    return bare(move)
