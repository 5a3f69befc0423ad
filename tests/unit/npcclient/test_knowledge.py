"""The commands of a chat that show who knows what, which way it came, and why it was said."""

import pytest
from npcclient.chat import Chat
from npcclient.chat.handling import Verdict, handle

from npcserver.admin.v1 import memory_service_pb2
from npcserver.v1 import memory_pb2, mind_pb2, play_service_pb2, secret_pb2
from tests.fakes.canned_server import START, ServerControl, canned_recollection, screen_text

PARTY = "Klaus throws a party."


def station(
    name: str,
    source: "memory_pb2.MemorySource.ValueType",
    teller: str = "",
    kind: "memory_pb2.MemoryKind.ValueType" = memory_pb2.MEMORY_KIND_UTTERANCE,
) -> memory_service_pb2.KnowledgeHop:
    memory = memory_pb2.Memory(
        memory_id=f"tl_1.{name}", text=PARTY, source=source, world_create_time=START, kind=kind
    )
    return memory_service_pb2.KnowledgeHop(
        memory=memory,
        holder_id=name.lower(),
        holder_name=name,
        told_by_id=teller.lower(),
        told_by_name=teller,
    )


HOPS = [
    station("Cy", memory_pb2.MEMORY_SOURCE_OVERHEARD, "Tom"),
    station("Tom", memory_pb2.MEMORY_SOURCE_OWN, kind=memory_pb2.MEMORY_KIND_LINE),
    station("Mira", memory_pb2.MEMORY_SOURCE_TOLD, "Ann"),
    station("Bo", memory_pb2.MEMORY_SOURCE_WITNESSED),
]


async def test_who_with_words_lists_who_knows_and_from_whom(
    chat: Chat, control: ServerControl
) -> None:
    """Each with how they came by it, under a number that other commands take."""
    control.ledger.hops = HOPS

    assert await handle(chat, "/who the party of Klaus") is Verdict.DONE

    (asked,) = control.asked(memory_service_pb2.WhoKnowsRequest)
    assert (asked.timeline_id, asked.text) == ("tl_1", "the party of Klaus")
    rows = [row.split() for row in screen_text(chat).splitlines() if PARTY in row]
    assert [row[0] for row in rows] == ["1", "2", "3", "4"]
    for words in ("Cy", "overheard Tom", "said it", "was told by Ann", "saw it"):
        assert words in screen_text(chat)


async def test_trace_shows_the_way_of_what_was_listed(chat: Chat, control: ServerControl) -> None:
    """By its number in the last list, be it of memories, of knowers or of another path."""
    control.ledger.hops = HOPS
    await handle(chat, "/remember the lamp")
    await handle(chat, "/trace 1")
    assert await handle(chat, "/trace 2") is Verdict.DONE

    asked = [one.memory_id for one in control.asked(memory_service_pb2.TraceMemoryRequest)]
    assert asked == ["m1", "tl_1.Tom"]
    assert "Which way it came" in screen_text(chat)


async def test_trace_needs_something_listed(chat: Chat, control: ServerControl) -> None:
    """Else it says how to come by a list, and which numbers there are."""
    assert await handle(chat, "/trace 1") is Verdict.FAILED
    assert "no memories are listed yet" in screen_text(chat).lower()
    await handle(chat, "/remember")
    for number in ("0", "2", "x", "²"):
        assert await handle(chat, f"/trace {number}") is Verdict.FAILED

    assert "numbers 1 to 1" in screen_text(chat)
    assert control.asked(memory_service_pb2.TraceMemoryRequest) == []


async def test_nobody_knows_of_what_nobody_knows(chat: Chat) -> None:
    """And that is said."""
    assert await handle(chat, "/who dragons") is Verdict.DONE
    assert "Nobody knows" in screen_text(chat)


async def test_explain_shows_what_was_before_the_mind_and_what_came_of_it(
    chat: Chat, control: ServerControl
) -> None:
    """Relation, lore, what was kept back, secrets, outcomes and promises."""
    control.receipt = memory_service_pb2.Receipt(
        relation=mind_pb2.Standing(affinity=-20, trust=35, view="Pays late."),
        lore=[memory_service_pb2.CitedPassage(passage_id="ways/1/1", title="Ways", text="Salt.")],
        withheld=[memory_pb2.Memory(text="The debt is mine.")],
        withheld_passage_ids=["ways/2/1"],
        secrets=[secret_pb2.Secret(key="the-key")],
        prompt_digest="cd" * 32,
        outcomes=[
            play_service_pb2.OutcomeReported(
                status=play_service_pb2.OUTCOME_STATUS_FAILED, detail="the door is stuck"
            )
        ],
        commitments=[
            mind_pb2.Commitment(
                by_name="Mira", to_name="Ann", what="mend the roof",
                status=mind_pb2.COMMITMENT_STATUS_OPEN,
            )
        ],
    )  # fmt: skip
    await handle(chat, "Hello!")
    await handle(chat, "/explain")

    for part in (
        "affinity -20, trust 35: Pays late.",
        "Ways: Salt.",
        "The debt is mine.",
        "the passage ways/2/1",
        "the secret the-key",
        "sha256 cdcdcdcdcdcd",
        "failed: the door is stuck",
        "Mira to Ann: mend the roof (open)",
    ):
        assert part in screen_text(chat)


def prompt() -> memory_service_pb2.RenderedPrompt:
    section = memory_service_pb2.PromptSection
    return memory_service_pb2.RenderedPrompt(
        status=memory_service_pb2.PROMPT_STATUS_AS_SENT,
        sections=[
            section(role="system", name="", text="You play a person.", tokens=6),
            section(role="system", name="Who you are", text="# Who you are\nMira", tokens=8),
            section(role="user", name="heard", text="<heard 1>\nAnn: Hello!\n</heard 1>", tokens=5),
        ],
        left_out=[memory_service_pb2.PromptLeftOut(part="talk", count=3)],
        tokens=19,
        budget_tokens=4096,
        digest="ef" * 32,
        template="reply",
        template_digest="ab" * 32,
    )


async def test_explain_prompt_shows_what_was_sent_by_its_parts(
    chat: Chat, control: ServerControl
) -> None:
    """Each part with its name, its tokens and its text, and what did not fit."""
    assert await handle(chat, "/explain --prompt") is Verdict.FAILED
    assert "say something first" in screen_text(chat)
    control.ledger.prompt = prompt()
    await handle(chat, "Hello!")
    assert await handle(chat, "/explain --prompt") is Verdict.DONE

    for part in (
        "The prompt as it was sent.",
        "sha256 efefefefefef",
        "about 19 of 4,096",
        "left out  3 of talk",
        "system, 14 tokens",
        "Who you are · 8",
        "You play a person.",
        "user, 5 tokens",
        "heard · 5",
        "Ann: Hello!",
    ):
        assert part in screen_text(chat), part


@pytest.mark.parametrize("command", ["/explain 1 --prompt", "/explain --prompt 1"])
async def test_explain_prompt_with_a_number_is_of_the_thought_behind_a_memory(
    chat: Chat, control: ServerControl, command: str
) -> None:
    """Where it is not as it was sent that comes first; of what nobody thought it says so."""
    await handle(chat, "/remember")
    assert await handle(chat, command) is Verdict.FAILED
    assert "no turn and no thought has left that" in screen_text(chat).lower()

    control.ledger.prompt = memory_service_pb2.RenderedPrompt(
        status=memory_service_pb2.PROMPT_STATUS_NOT_AS_SENT,
        why="the words of its template 'plan' are no longer kept",
        missing_sections=4,
    )
    assert await handle(chat, command) is Verdict.DONE
    told = screen_text(chat)
    assert "Not the prompt as it was sent." in told
    assert "The words of its template 'plan' are no longer kept." in told
    assert "4 of its parts cannot be shown" in told
    asked = [one for one in control.asked(memory_service_pb2.ExplainRequest) if one.with_prompt]
    assert [one.memory_id for one in asked] == ["m1", "m1"]


async def test_explain_with_a_number_shows_the_thought_behind_a_memory(
    chat: Chat, control: ServerControl
) -> None:
    """Or the turn; and of what neither has left it says so."""
    await handle(chat, "/remember")
    assert await handle(chat, "/explain 1") is Verdict.FAILED
    assert "no turn and no thought has left that" in screen_text(chat).lower()

    control.ledger.behind = memory_service_pb2.ExplainResponse(
        thought=memory_service_pb2.ThoughtReceipt(
            purpose=mind_pb2.PURPOSE_REFLECT,
            verdict=mind_pb2.VERDICT_REPAIRED,
            calls=2,
            model="scripted:muse",
            left=[memory_pb2.Memory(text="Klaus is lonely.")],
            recollections=[canned_recollection()],
            faults=["no JSON in it"],
        )
    )
    assert await handle(chat, "/explain 1") is Verdict.DONE
    for part in ("reflect", "repaired after 2 calls", "scripted:muse", "Klaus is lonely.", "1.25"):
        assert part in screen_text(chat)
    assert "no JSON in it" in screen_text(chat)

    control.ledger.behind = memory_service_pb2.ExplainResponse(
        receipt=memory_service_pb2.Receipt(heard="Good evening.")
    )
    assert await handle(chat, "/explain 1") is Verdict.DONE
    assert "Good evening." in screen_text(chat)
    asked = [one.memory_id for one in control.asked(memory_service_pb2.ExplainRequest)]
    assert asked == ["m1", "m1", "m1"]
