"""A den in which enough has happened to reflect upon, and how its reflections are read."""

from npcserver.model.job import JobKind
from npcserver.model.pondering import Inferring
from npcserver.model.record import Record, RecordKind, Remembered
from npcserver.ports.language_model import Request
from tests.fakes.pondering import Den, Said, den
from tests.fakes.stage import seen

QUESTIONS = {"questions": ["Who owes Mira?", "What of the cellar?", "Whom does Mira trust?"]}
DEBT = "Bram never pays what he owes"
CELLAR = "The cellar is in bad repair"


def insights(*found: tuple[str, list[int]], importance: int = 6) -> Said:
    return {
        "insights": [
            {"insight": text, "because": places, "importance": importance} for text, places in found
        ]
    }


async def pensive(**more: object) -> Den:
    """Return a den in which enough has happened to reflect upon."""
    here = await den(0, threshold=10, **more)  # type: ignore[arg-type]
    await here.live(
        seen("Bram asked for another loan.", importance=7),
        seen("The cellar door fell off.", importance=6),
    )
    here.model.says = {
        "questions": QUESTIONS,
        "insights": insights((DEBT, [1]), (CELLAR, [1, 2])),
    }
    return here


async def reflect(here: Den) -> None:
    await here.want(JobKind.REFLECT)
    await here.do_all()


async def bodies(here: Den, *kinds: RecordKind) -> list[Record]:
    return await here.here.records(*kinds)


def remembered(record: Record) -> Remembered:
    assert isinstance(record.body, Remembered)
    return record.body


def place(request: Request, text: str) -> int:
    """Return the number under which a memory stands in the question."""
    assert isinstance(request.material, Inferring)
    evidence = request.material.evidence
    return 1 + next(at for at, memory in enumerate(evidence) if text in memory.text)
