"""Questions to the books of the sample world and to one in Chinese, with where the answer stands.

Written for this test. Those without an answer speak of the same people and things, so that words
alone do not give them away.
"""

import tomllib
from pathlib import Path

from npcserver.adapters.files import load_world
from npcserver.model.ids import WorldId
from npcserver.model.lore import Book, Chapter

SAMPLE = Path(__file__).parents[2] / "worlds" / "farrowhithe.yaml"

TEA = Book(
    id="tea",
    world_id=WorldId("farrowhithe"),
    title="云岭茶志",
    author="一位茶农",
    shelf="tea",
    chapters=(
        Chapter(
            title="采茶",
            text="云岭的茶在清明前三天开采。采茶的人天不亮就上山，露水未干时只采一芽一叶。\n\n"
            "雨天不采茶，因为湿叶炒出来发苦。老茶树长在北坡，最老的一棵有四百年。",
        ),
        Chapter(
            title="水与火",
            text="泡茶用的是龙眼泉的水，冬天也不结冰。炒茶的铁锅要先用松枝烧红，再用米糠擦净。\n\n"
            "茶饼用笋壳包好，放在阁楼上存七年。每年重阳节打开一次，让它透气。",
        ),
    ),
)

_SETS = tomllib.loads(
    (Path(__file__).parent / "lore_books" / "sample_questions.toml").read_text(encoding="utf-8")
)
ANSWERED: tuple[tuple[str, tuple[str, ...]], ...] = tuple(
    (question, tuple(right)) for question, right in _SETS["answered"]
)
UNANSWERED: tuple[str, ...] = tuple(_SETS["unanswered"])


def books() -> tuple[Book, ...]:
    """Return the books that the questions are put to."""
    return (*load_world(SAMPLE).books, TEA)
