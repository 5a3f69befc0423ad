"""The ballot of a scene file: the final vote, and what it decides."""

from collections.abc import Iterator, Sequence

from npcserver.adapters.files.fields import Field, Table
from npcserver.adapters.files.naming import Names
from npcserver.adapters.files.problems import did_you_mean
from npcserver.language import text
from npcserver.model import limits
from npcserver.model.group.script import (
    Ballot,
    Camp,
    Candidate,
    Member,
    Rank,
    VoteRule,
    WinRule,
)

_LEAST_CANDIDATES = 2
_BY_DECIDER = (WinRule.DECIDER, WinRule.DECIDER_OR_PLURALITY)


def read(table: Table, members: Sequence[Member], camps: Sequence[Camp], language: str) -> Ballot:
    """Return the ballot of a file; by default a plurality chooses among the principals."""
    field = table.get("ballot")
    inner = None if field is None else field.table()
    question = text("scenes", "question", language)
    if inner is None:
        return Ballot(question=question, candidates=_default(members), win=WinRule.PLURALITY)
    wrong_before = table.problems.count
    candidates = _candidates(inner, members, [camp.id for camp in camps if camp.id])
    are_sound = table.problems.count == wrong_before
    win = _win(inner)
    ballot = Ballot(
        question=inner.text("question", limits.VIEW) or question,
        candidates=candidates,
        rules=_rules(inner) or tuple(VoteRule),
        win=win or WinRule.PLURALITY,
        decider=_decider(inner, win, members, candidates if are_sound else None),
        may_abstain=inner.claim("abstain"),
    )
    inner.finish()
    return ballot


def _default(members: Sequence[Member]) -> tuple[Candidate, ...]:
    """Return the principals, or all members if there are fewer than two principals."""
    principals = [member for member in members if member.rank is Rank.PRINCIPAL]
    chosen = principals if len(principals) >= _LEAST_CANDIDATES else members
    return tuple(_of(member) for member in chosen)


def _of(member: Member) -> Candidate:
    return Candidate(id=member.id, name=member.name, camp=member.camp, member=member.id)


def _candidates(
    table: Table, members: Sequence[Member], camp_ids: Sequence[str]
) -> tuple[Candidate, ...]:
    field = table.get("candidates")
    if field is None:
        return _default(members)
    wrong_before = table.problems.count
    found = tuple(_each_candidate(field, members, camp_ids))
    if len(found) < _LEAST_CANDIDATES and table.problems.count == wrong_before:
        field.wrong(f"must hold at least {_LEAST_CANDIDATES}; there is nothing to choose otherwise")
    return found


def _each_candidate(
    field: Field, members: Sequence[Member], camp_ids: Sequence[str]
) -> Iterator[Candidate]:
    by_id = {member.id: member for member in members if member.id}
    names = {member.name: member.id for member in members if member.name}
    ids = Names("candidate")
    seen: dict[str, int] = {}
    for item in field.items(limits.CANDIDATES):
        part = None if item.is_scalar else item.table()
        if part is not None:
            candidate = _own(part, ids, by_id, names, camp_ids)
        else:
            member_id = item.one_of(by_id) if item.is_scalar else None
            if member_id not in by_id:
                continue
            candidate = _of(by_id[member_id])
        if candidate.member and candidate.id in seen:
            item.wrong(f"{candidate.id!r} stands in line {seen[candidate.id]} too; remove one")
        seen.setdefault(candidate.id, item.line)
        yield candidate


def _own(
    table: Table,
    ids: Names,
    by_id: dict[str, Member],
    names: dict[str, str],
    camp_ids: Sequence[str],
) -> Candidate:
    """Return a candidate that is not a member."""
    name = table.text("name", limits.NAME, is_required=True, is_one_line=True)
    candidate_id = ids.authored_id(table, name)
    if candidate_id in by_id:
        table.wrong(f"{candidate_id!r} is a member; write `{candidate_id}` and nothing more", "id")
    elif name in names:
        table.wrong(f"{name!r} is a member; write `{names[name]}` and nothing more", "name")
    elif name:
        names[name] = candidate_id
    camp = table.get("camp")
    camp_id = None if camp is None else camp.one_of(camp_ids)
    table.finish()
    return Candidate(id=candidate_id, name=name, camp=camp_id or "")


def _rules(table: Table) -> tuple[VoteRule, ...]:
    field = table.get("rules")
    if field is None:
        return ()
    known = [rule.value for rule in VoteRule]
    seen: dict[str, int] = {}
    for item in field.items(len(known) * 2):
        written = item.scalar("a vote rule")
        if written is not None and written not in known:
            item.wrong(f"{written[:40]!r} is no vote rule; {did_you_mean(written, known)}")
        elif written is not None and written in seen:
            item.wrong(f"{written!r} stands in line {seen[written]} too; remove one")
        elif written is not None:
            seen[written] = item.line
    if field.is_list and not seen:
        field.wrong("names no vote rule; name one, or leave the key out for all four")
    return tuple(VoteRule(rule) for rule in seen)


def _win(table: Table) -> WinRule | None:
    """Return what the votes decide; None if the file has an invalid value."""
    field = table.get("win")
    written = None if field is None else field.scalar("a win rule")
    known = [rule.value for rule in WinRule]
    if field is None:
        return WinRule.PLURALITY
    if written is None:
        return None
    if written not in known:
        field.wrong(f"{written[:40]!r} is no win rule; {did_you_mean(written, known)}")
        return None
    return WinRule(written)


def _decider(
    table: Table,
    win: WinRule | None,
    members: Sequence[Member],
    candidates: Sequence[Candidate] | None,
) -> str:
    field = table.get("decider", is_required=win in _BY_DECIDER)
    if field is None:
        return ""
    known = [member.id for member in members if member.id]
    decider = field.one_of(known) or ""
    if win in (WinRule.NOBODY, WinRule.PLURALITY):
        field.wrong(
            f"has nothing to decide where `win` is {win.value}; write `win: decider` or "
            "`win: decider_or_plurality`, or leave this out"
        )
    elif (
        win is WinRule.DECIDER_OR_PLURALITY
        and candidates is not None
        and decider in known
        and decider not in {candidate.member for candidate in candidates}
    ):
        field.wrong(
            f"{decider!r} is no candidate, so it could never leave the choice to the others; "
            "make it one, or write `win: decider`"
        )
    return decider
