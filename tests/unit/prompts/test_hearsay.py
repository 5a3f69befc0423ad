"""Told is not seen: a prompt says of every memory how it came, and how far it is believed."""

import pytest

from npcserver.model.memory import Recollection
from npcserver.model.record import RecordKind, Source
from npcserver.prompts.render import Templates
from npcserver.prompts.reply import GiveReply
from npcserver.prompts.views import DOUBT
from tests.fakes.scenes import recollection, scene

HEARD, LINE, THOUGHT = RecordKind.UTTERANCE, RecordKind.LINE, RecordKind.REFLECTION


def shown(found: Recollection, language: str) -> str:
    """Return the line of a prompt in which a memory stands."""
    prompt = GiveReply.of(scene(recollections=(found,))).messages(Templates(), language)[-1].text
    (line,) = (line for line in prompt.splitlines() if "The mill burned" in line)
    return line


def memory(source: Source, kind: RecordKind = RecordKind.OBSERVATION, **who: str) -> Recollection:
    return recollection("The mill burned.", source=source, kind=kind, **who)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("found", "english", "chinese"),
    [
        (memory(Source.WITNESSED), "you saw:", "你看见："),
        (memory(Source.TOLD, HEARD, speaker="Cy"), "Cy told you:", "Cy告诉你："),
        (memory(Source.TOLD, told_by="bram"), "Bram told you:", "Bram告诉你："),
        (memory(Source.TOLD), "someone told you:", "有人告诉你："),
        (memory(Source.OVERHEARD, HEARD, speaker="Cy"), "you overheard Cy:", "你偶然听到Cy："),
        (
            memory(Source.OVERHEARD, HEARD, speaker="Cy", told_to="bram"),
            "you overheard Cy telling Bram:",
            "你偶然听到Cy对Bram说：",
        ),
        (memory(Source.OVERHEARD), "you overheard:", "你偶然听到："),
        (memory(Source.READ), "you read:", "你读到："),
        (memory(Source.INNER_VOICE), "your inner voice said:", "你心里的声音："),
        (memory(Source.INFERRED, THOUGHT), "you came to think:", "你渐渐认为："),
        (memory(Source.OWN, LINE, told_to="bram"), "you said to Bram:", "你对Bram说过："),
    ],
)
def test_how_a_memory_came_is_told_with_it(found: Recollection, english: str, chinese: str) -> None:
    """In both languages; and only what was seen is said to be."""
    for language, words, seen in (("en", english, "you saw"), ("zh", chinese, "你看见")):
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

    assert ("you do not quite believe it" in shown(found, "en")) is is_doubted
    assert ("你不太相信" in shown(found, "zh")) is is_doubted
