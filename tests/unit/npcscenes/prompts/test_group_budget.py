"""How large the prompts of a group chat get, and what is never left out of them."""

from dataclasses import replace

import pytest

from npcscenes.model.group_inputs import (
    ChooseInput,
    DigestInput,
    SpeakInput,
    Standpoint,
    UpdateInput,
    VoteInput,
)
from npcscenes.model.visibility import Known
from npcscenes.prompts.questions.scene_rounds import DigestQuestion, UpdateQuestion, VoteQuestion
from npcscenes.prompts.questions.scene_talk import ChooseQuestion, SpeakQuestion
from npcscenes.prompts.scene_overview import PROMPT_TOKENS
from npcserver.model.group.moves import LineSpoken, Updated
from npcserver.model.group.script import (
    Ballot,
    Candidate,
    Course,
    Knowledge,
    Member,
    Rank,
    Resource,
    Script,
    Stage,
)
from npcserver.prompts.question import ThoughtQuestion
from npcserver.prompts.render import Templates
from npcserver.prompts.tokens import estimate_tokens, prompt_tokens
from tests.fakes import prompt_inputs

TEMPLATES = Templates()


def user(question: ThoughtQuestion) -> str:
    return question.messages(TEMPLATES, "en")[1].text


LONG = (
    "I have heard three offers tonight, and each of them would leave the house poorer than it "
    "was, so say plainly what is on the table, and until when, and who else has seen it."
)


def family(course: Course | None = None) -> Script:
    """Return a scene as large as the largest that ships: nine members, five of them principals."""
    members = tuple(
        Member(
            id=f"m{at}",
            name=f"Kin{at} Hale",
            rank=Rank.PRINCIPAL if at < 5 else Rank.SUPPORTING,
            camp=("keep", "change", "neither")[at % 3],
            scratch=LONG,
            goal=LONG[:100],
            public=LONG[:90],
            private=LONG,
            beliefs=prompt_inputs.ADA_MARSH.beliefs,
        )
        for at in range(9)
    )
    resources = tuple(
        Resource(
            id=f"r{at}",
            name=f"Holding {at}",
            owner=f"m{at}",
            impact=10,
            topics=("prices", "freedom of the press", "old and new", "who decides"),
            description="A large house with a long history.",
        )
        for at in range(5)
    )
    candidates = tuple(
        Candidate(id=one.id, name=one.name, camp=one.camp, member=one.id) for one in members[:5]
    )
    return replace(
        prompt_inputs.LIGHT_SCRIPT,
        premise=LONG * 2,
        members=members,
        resources=resources,
        course=course or Course(),
        ballot=Ballot(question="Who leads the house from now on?", candidates=candidates),
    )


def evening(lines: int) -> tuple[Known, ...]:
    """Return so many long lines before all, after two rounds that are only noted any more."""
    noted = tuple(
        Updated(round=at, member="m0", summary=LONG * 2, reflection=LONG[:100]) for at in (1, 2)
    )
    said = tuple(
        prompt_inputs.spoke_move(
            f"m{at % 9}", f"Line {at}. {LONG}", round=2, chat_round=at // 9 + 1
        )
        for at in range(lines)
    )
    return (*noted, *said)


def large(stage: Stage, lines: int, **changes: object) -> dict[str, object]:
    script = family()
    others = tuple((one.id, 20) for one in script.members[1:])
    return {
        "script": script,
        "member": script.members[0],
        "round": 3,
        "stage": stage,
        "known": evening(lines),
        "relations": others,
        "inferred": tuple((a, b, 60) for a, _ in others for b, _ in others if a != b),
        "influence": tuple((one.id, 30) for one in script.members),
        **changes,
    }


def at(stage: Stage, lines: int) -> Standpoint:
    return prompt_inputs.standpoint(**large(stage, lines))


def to_one() -> SpeakInput:
    talk = prompt_inputs.talk_moves(
        "m0", "m1", *(f"{number}. {LONG}" for number in range(5)), round=3
    )
    partner = family().members[1]
    here = at(Stage.PRIVATE_CHAT, 15)
    return SpeakInput(standpoint=here, partner=partner, lines=talk, strategy=LONG, is_last=True)


def to_all() -> SpeakInput:
    said = tuple(replace(one, round=3) for one in evening(18) if isinstance(one, LineSpoken))
    return SpeakInput(standpoint=at(Stage.GROUP_CHAT, 2), partner=None, lines=said)


def ballot(standpoint: Standpoint, knowledge: Knowledge = Knowledge.OWN) -> VoteInput:
    found = standpoint.script.ballot
    return VoteInput(
        standpoint=standpoint,
        question=found.question,
        candidates=found.candidates,
        others=found.candidates[1:],
        knowledge=knowledge,
    )


def questions_of_a_large_scene(
    tokens: int = PROMPT_TOKENS, lines: int = 30
) -> dict[str, ThoughtQuestion]:
    here, partners = at(Stage.PRIVATE_CHAT, lines), family().members[1:]
    choosing = ChooseInput(standpoint=here, partners=partners, chat_rounds=3)
    return {
        "choose": ChooseQuestion.of(choosing, tokens),
        "talk": SpeakQuestion.of(to_one(), tokens),
        "floor": SpeakQuestion.of(to_all(), tokens),
        "update": UpdateQuestion.of(UpdateInput(standpoint=at(Stage.UPDATE, lines)), tokens),
        "vote": VoteQuestion.of(ballot(at(Stage.SETTLEMENT, lines)), tokens),
        "digest": DigestQuestion.of(
            DigestInput(script=family(), round=2, known=evening(lines)), tokens
        ),
    }


QUESTIONS = ("choose", "talk", "floor", "update", "vote", "digest")


@pytest.mark.parametrize("tokens", [8_192, 4_096, 2_900])
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_large_scene_stays_within_its_tokens(question: str, tokens: int) -> None:
    """Nine members, 200 long lines, texts of authors everywhere: estimated on the high side."""
    put = questions_of_a_large_scene(tokens, lines=200)[question]

    assert prompt_tokens(put.messages(TEMPLATES, "en")) <= tokens


@pytest.mark.parametrize("question", ["choose", "update", "vote"])
def test_lines_are_shown_whole_and_the_newest_are_never_left_out(question: str) -> None:
    """All thirty by default; where a model reads less, the newest eight at least."""
    wide = user(questions_of_a_large_scene()[question])
    narrow = user(questions_of_a_large_scene(2_900, lines=200)[question])

    assert [at for at in range(30) if f"Line {at}. {LONG}" not in wide] == []
    assert [at for at in range(192, 200) if f"Line {at}. {LONG[:40]}" not in narrow] == []
    assert "Line 100." not in narrow


def test_what_is_left_out_is_the_oldest_and_said_so() -> None:
    """In the order in which it happened; the own notes of those rounds stand there instead."""
    text = user(SpeakQuestion.of(prompt_inputs.plenary_input(known=evening(200)), 4_096))
    shown = [number for number in range(200) if f"Line {number}." in text]

    assert shown == list(range(shown[0], 200))
    assert len(shown) > 20
    assert f"Round 2, before all ({shown[0]} earlier lines not shown):" in text


def test_the_window_moves_in_steps() -> None:
    """While lines come in one by one, what was shown before mostly stays, for a prefix cache."""
    firsts = []
    for count in range(150, 182):
        text = user(SpeakQuestion.of(prompt_inputs.plenary_input(known=evening(count)), 4_096))
        firsts.append(min(at for at in range(count) if f"Line {at}." in text))

    assert len(set(firsts)) <= 6
    assert firsts == sorted(firsts)


def test_a_very_long_line_is_cut_after_a_sentence_and_marked() -> None:
    """At three hundred tokens; nothing shorter is touched."""
    speech = " ".join(f"This is sentence number {at} of a speech." for at in range(60))
    text = user(
        VoteQuestion.of(prompt_inputs.vote_input(known=(prompt_inputs.spoke_move("bram", speech),)))
    )
    (shown,) = [line for line in text.splitlines() if "sentence number 1 " in line]

    assert shown.endswith("of a speech. …")
    assert 900 < len(shown) < 1_200


def test_who_knows_all_has_every_line_where_there_is_space() -> None:
    """However many there are."""
    here = prompt_inputs.standpoint(**large(Stage.SETTLEMENT, 60, knows_all=True))
    text = user(VoteQuestion.of(ballot(here, Knowledge.ALL)))

    assert [number for number in range(60) if f"Line {number}. {LONG}" not in text] == []


def test_a_digest_stands_for_the_lines_that_have_no_space() -> None:
    """And only then: what is there whole is not told twice."""
    digests = ((2, "Kin1 offered Kin2 the house for the press."),)
    short, long = (
        user(
            VoteQuestion.of(
                ballot(
                    prompt_inputs.standpoint(
                        **large(Stage.SETTLEMENT, lines, knows_all=True, digests=digests)
                    ),
                    Knowledge.ALL,
                )
            )
        )
        for lines in (20, 200)
    )

    assert digests[0][1] not in short
    assert "Line 0." in short
    assert f"and what each noted:\n- {digests[0][1]}\n" in long
    assert "Line 0." not in long


def test_authors_texts_are_whole_up_to_four_hundred_tokens() -> None:
    """Premise, nature, goal, secret and what is public of two members; no other text pays."""
    text = " ".join(f"Clause {at} of the paper." for at in range(60))
    assert 380 < estimate_tokens(text) <= 400 * 1.1
    script = family()
    members = tuple(
        replace(one, scratch=text, goal=text, private=text, public=text if at < 2 else one.public)
        for at, one in enumerate(script.members)
    )
    script = replace(script, premise=text, members=members)
    here = prompt_inputs.standpoint(
        **large(Stage.PRIVATE_CHAT, 5, script=script, member=script.members[0])
    )
    question = ChooseQuestion.of(ChooseInput(standpoint=here, partners=members[1:], chat_rounds=3))
    shown = question.messages(TEMPLATES, "en")[0].text

    assert shown.count("Clause 59 of the paper.") == 6


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_prompts_have_no_hole(question: str, language: str) -> None:
    """No empty heading, no variable unfilled, no three line breaks in a row."""
    messages = questions_of_a_large_scene()[question].messages(TEMPLATES, language)

    for message in messages:
        assert "None" not in message.text
        assert "\n\n\n" not in message.text
        assert "{{" not in message.text
