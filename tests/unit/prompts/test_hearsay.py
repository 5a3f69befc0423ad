"""Told is not seen: a prompt says of every memory how it came, and how far it is believed."""

import pytest

from npcserver.model.memory import Recollection
from npcserver.model.record import RecordKind, Source
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import ReplyQuestion
from npcserver.prompts.views import DOUBT
from tests.fakes.prompt_inputs import recollection, reply_scene

HEARD, LINE, THOUGHT = RecordKind.UTTERANCE, RecordKind.LINE, RecordKind.REFLECTION


def shown(found: Recollection, language: str) -> str:
    """Return the line of a prompt in which a memory stands."""
    prompt = (
        ReplyQuestion.of(reply_scene(recollections=(found,)))
        .messages(Templates(), language)[0]
        .text
    )
    (line,) = (line for line in prompt.splitlines() if "The mill burned" in line)
    return line


def memory(source: Source, kind: RecordKind = RecordKind.OBSERVATION, **who: str) -> Recollection:
    return recollection("The mill burned.", source=source, kind=kind, **who)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("found", "english", "chinese"),
    [
        (memory(Source.WITNESSED), "I saw:", "我看见："),
        (memory(Source.TOLD, HEARD, speaker="Cy"), "Cy told me:", "Cy告诉我："),
        (memory(Source.TOLD, told_by="bram"), "Bram told me:", "Bram告诉我："),
        (memory(Source.TOLD), "someone told me:", "有人告诉我："),
        (memory(Source.OVERHEARD, HEARD, speaker="Cy"), "I overheard Cy:", "我偶然听到Cy："),
        (
            memory(Source.OVERHEARD, HEARD, speaker="Cy", told_to="bram"),
            "I overheard Cy telling Bram:",
            "我偶然听到Cy对Bram说：",
        ),
        (memory(Source.OVERHEARD), "I overheard:", "我偶然听到："),
        (memory(Source.READ), "I read:", "我读到："),
        (memory(Source.INNER_VOICE), "my inner voice said:", "我心里的声音："),
        (memory(Source.INFERRED, THOUGHT), "I came to think:", "我渐渐认为："),
        (memory(Source.OWN, LINE, told_to="bram"), "I said to Bram:", "我对Bram说过："),
    ],
)
def test_how_a_memory_came_is_told_with_it(found: Recollection, english: str, chinese: str) -> None:
    """In both languages; and only what was seen is said to be."""
    for language, words, seen in (("en", english, "I saw"), ("zh", chinese, "我看见")):
        line = shown(found, language)
        assert words in line
        assert (seen in line) is (words.startswith(seen))


@pytest.mark.parametrize(
    ("source", "kind", "trust", "is_doubted"),
    [
        (Source.TOLD, HEARD, DOUBT - 1, True),
        (Source.TOLD, HEARD, DOUBT, False),
        (Source.OVERHEARD, HEARD, 0, True),
        (Source.INFERRED, THOUGHT, 0, True),
        (Source.WITNESSED, RecordKind.OBSERVATION, 0, False),
        (Source.OWN, LINE, 0, False),
    ],
)
def test_what_somebody_untrustworthy_said_is_not_quite_believed(
    source: Source,
    kind: RecordKind,
    trust: int,
    is_doubted: bool,  # noqa: FBT001
) -> None:
    """Nor what was concluded from it; one's own eyes and words are."""
    found = recollection("The mill burned.", source=source, kind=kind, trust=trust)

    assert ("I do not quite believe it" in shown(found, "en")) is is_doubted
    assert ("我不太相信" in shown(found, "zh")) is is_doubted
