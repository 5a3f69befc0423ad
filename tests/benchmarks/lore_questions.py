"""Questions to the books of the sample world and to one in Chinese, with where the answer stands.

Written for this test. Those without an answer speak of the same people and things, so that words
alone do not give them away.
"""

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

ANSWERED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("How long is the causeway?", ("tide-tables/1/1",)),
    ("When can the causeway be walked?", ("tide-tables/1/1",)),
    ("What should I do if the sea meets me half way across?", ("tide-tables/1/1",)),
    ("Why does the fourth post lean?", ("tide-tables/1/2",)),
    ("How many white posts are there?", ("tide-tables/1/2",)),
    ("Why must the leaning post not be set upright?", ("tide-tables/1/2",)),
    ("What bell is rung in fog?", ("tide-tables/1/3",)),
    ("How high does the water rise at the springs?", ("tide-tables/2/1",)),
    ("How far does the water rise at the neaps?", ("tide-tables/2/1",)),
    ("Where does the ebb run hardest?", ("tide-tables/2/2",)),
    ("Where is a boat carried that has lost its oars?", ("tide-tables/2/2",)),
    ("When is the lowest water of the year?", ("tide-tables/2/3",)),
    ("When may the cockle beds be dug?", ("tide-tables/2/3",)),
    ("What is the keeper of the light paid?", ("tide-tables/3/1",)),
    ("Who buys the oil for the lamp?", ("tide-tables/3/1",)),
    ("Who chalks the tide board?", ("tide-tables/3/2",)),
    ("What does the ferrywoman get for chalking the tide board?", ("tide-tables/3/2",)),
    ("Who built the Chapel of the Ebb?", ("harbour-chronicle/1/1",)),
    ("When was the chapel built?", ("harbour-chronicle/1/1",)),
    ("What did the wreckers do with the child?", ("harbour-chronicle/1/1",)),
    ("Who was the first keeper of Lantern Head?", ("harbour-chronicle/1/2",)),
    ("Where was the old bell cast?", ("harbour-chronicle/2/1",)),
    ("What note did the old bell sound?", ("harbour-chronicle/2/1",)),
    ("How heavy was the old bell?", ("harbour-chronicle/2/1",)),
    ("When did the old bell crack?", ("harbour-chronicle/2/2",)),
    ("Where was the new bell ordered?", ("harbour-chronicle/2/2",)),
    ("Where is the vault for the brig's silver?", ("harbour-chronicle/3/1",)),
    ("How many pieces of silver did the warden count?", ("harbour-chronicle/3/2",)),
    ("云岭的茶什么时候开采？", ("tea/1/1",)),
    ("下雨天为什么不采茶？", ("tea/1/2",)),
    ("最老的茶树有多少年？", ("tea/1/2",)),
    ("泡茶用的是哪里的水？", ("tea/2/1",)),
    ("炒茶的铁锅怎么擦净？", ("tea/2/1",)),
    ("茶饼要存几年？", ("tea/2/2",)),
)

UNANSWERED = (
    "What is the ferrywoman's name?",
    "How old is the keeper of the light?",
    "Who is the mayor of the mainland?",
    "How much does a room at the inn cost?",
    "What colour are the doors of the chapel?",
    "Which captain lost his ship to pirates?",
    "Is there a railway to the harbour?",
    "What did the doctor prescribe for the fever?",
    "Where can I buy a good horse?",
    "Who won the boat race last summer?",
    "How many children does the baker have?",
    "What is the capital of France?",
    "Who wrote the song about the drowned sailor?",
    "When does the school open in the morning?",
    "How deep is the well in the market square?",
    "Tell me about the dragon in the mountains.",
    "Do you love me?",
    "Hello there, how are you today?",
    "What do seals eat in winter?",
    "Why did the pilot leave his wife?",
    "Can you lend me three shillings?",
    "What is the price of lamp oil in London?",
    "Was the bishop ever in the bell loft?",
    "When is Lantern Night's dance?",
    "茶馆的老板叫什么名字？",
    "山上有老虎吗？",
    "一斤茶叶卖多少钱？",
    "你今天心情怎么样？",
    "谁会唱采茶的歌？",
    "皇帝喜欢喝什么酒？",
)


def books() -> tuple[Book, ...]:
    """Return the books that the questions are put to."""
    return (*load_world(SAMPLE).books, TEA)
