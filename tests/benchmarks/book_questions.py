"""Questions to three books written for this test, with a phrase of the sentence that answers.

`NEAR` uses words of the passage, `PLAIN` shares no content word with passage or chapter title, and
`UNANSWERED` speaks of the same people and things. `VISITORS` share stray words. Of the others every
second question was kept apart while the search was tuned: see `tuning` and `held_out`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from npcserver.model.ids import WorldId
from npcserver.model.lore import Book, Chapter

_BOOKS = Path(__file__).parent / "lore_books"

Labelled = tuple[str, str]
"""A question, and words of the sentence that answers it."""

NEAR: tuple[Labelled, ...] = (
    ("What does the tin box on Widow's Knee hold?", "holds a tin box with a book"),
    ("Who rows the ferry from Hallow?", "rowed by two sisters"),
    ("How many oak gates does the sluice have?", "five oak gates"),
    ("When was the Patience launched?", "launched in 1761"),
    ("What does the winner of the skating race have to do with the goose?", "give it to the loser"),
    ("What is the wind from the Comb named?", "is named the Grinder"),
    ("How many inches of rain fell in the driest year?", "the driest twenty-two"),
    ("What does a red halo about the moon mean?", "means frost within two nights"),
    ("What pierced the weathercock at Hallow?", "pierced by a bullet"),
    ("On which days does the coach from Brantwich come?", "Tuesdays and Fridays"),
    ("Why were the milestones kept?", "replacing them would have cost"),
    ("How many arches does the bridge at Thornby have?", "has seven arches"),
    ("How much does a barge carry?", "carries twenty-five tons"),
    ("What was found in the mud when the canal stood empty?", "nine anchors"),
    ("Who put a mouse into each of the castles?", "put a small mouse"),
    ("How heavy was the largest block of stone?", "weighed forty-two tons"),
    ("When did Doctor Amabel Frost come to the valley?", "came in 1878"),
    ("Why does nobody whistle at the quarry face?", "a whistle means that a rock"),
    ("What was the crane at the upper ledge made from?", "masts of a frigate"),
    ("How many hives are there in the valley?", "some six hundred hives"),
    ("What is the badge of the bee warden?", "brass skep on a ribbon"),
    ("Where did a swarm settle in 1754?", "settled on the pulpit"),
    ("How is the dye for the grey cloth made?", "alder bark and rusty nails"),
    ("How much too heavy was the stone in the shape of a cat?", "two ounces too heavy"),
    ("What is the hard cheese of ewes' milk called?", "called Old Toothbreaker"),
    ("How long does the rye loaf of Little Sconce keep?", "keeps for seven weeks"),
    ("What part of the corn is the miller's due?", "is the miller's due"),
    ("Whose money founded the school?", "money of a pirate"),
    ("Which land is an island on the school's globe?", "California is an island"),
    ("How many books does the library of the school have?", "two hundred and twelve books"),
    ("What hangs over the counter of the apothecary's shop?", "stuffed crocodile"),
    ("How many people did the smallpox of 1765 carry off?", "carried off ninety people"),
    ("Who was the first woman to sit as judge?", "Marian Quill in 1921"),
    ("To whom is the gaol let in summer?", "let to painters"),
    ("When is a wheel bound with straw let run into the lake?", "At midsummer a wheel"),
    ("What do cooks carry at the fair for hiring?", "cooks carry a spoon"),
    ("How many people does the hollow yew seat?", "is hollow and seats nine"),
    ("How much does Great Agnes, the heaviest bell, weigh?", "weighs nineteen hundredweight"),
    ("How tall is the silver fir behind the rectory?", "a hundred and fifty-eight feet"),
    ("Which letter does the printer at Hallow lack?", "lacks the letter k"),
)

PLAIN: tuple[Labelled, ...] = (
    ("How did the monk find out how large the district was?", "with a knotted rope"),
    ("Why do buildings shun the daylight?", "the evening wind"),
    ("How can you tell that it is frozen thickly enough to walk on?", "has driven his cart"),
    ("How did ladies win permission to bathe?", "swam to the island"),
    ("What signal warns of poisonous algae?", "hoist a yellow flag"),
    ("In which weeks of winter is one hamlet without daylight?", "between the twelfth of November"),
    ("What shelter did homeless people find after the hurricane?", "lived in by a family of nine"),
    ("Which bandit spared everybody but officials?", "robbed only tax gatherers"),
    ("What use was found for the abandoned railway bore?", "Mushrooms are grown"),
    ("At what hours is traffic on the waterway forbidden?", "between ten at night"),
    ("Which objection ended the plan for a transparent waterway?", "who would clean it"),
    ("Which craftsman tasted rocks with his tongue?", "by licking it"),
    ("What do parents not have to pay for when a youngster dies?", "Slabs for graves"),
    ("Which insects have to be informed of a death?", "knocks with the door key"),
    ("What is the remedy when an insect has pricked you?", "juice of a leek"),
    ("Which sweet food leaves one giddy?", "makes people dizzy"),
    ("How long did animals survive beneath the snow?", "alive after twenty-four days"),
    ("How do herdsmen keep track of large numbers?", "a stone is put in the pocket"),
    ("Who sacrificed his home in order to feed the starving?", "gave it away, and lost his house"),
    ("Which animals hunt the rodents among the grain?", "kept down by a family of stoats"),
    ("What device warns that there is no more grain to grind?", "a bell that rings when"),
    ("How did a teacher disguise forbidden lessons in arithmetic?", "She called it needlework"),
    ("Which official put an end to corporal punishment?", "the visit of Inspector Lorne"),
    ("Which young astronomer made a discovery from the top of a building?", "found a comet"),
    ("Who let poor families off the fee for treatment?", "never sent a bill"),
    ("What cured the swollen necks?", "bring dried seaweed"),
    ("How are the screams of dental patients covered up?", "with a drummer standing by"),
    ("How many women died in childbirth?", "lost three mothers"),
    ("What punishment awaits somebody who is caught stealing again?", "wears a sheep bell"),
    ("Which animal stood in the dock for sacrilege?", "a pig was tried"),
    ("How are foreign advocates kept brief?", "a candle of one inch"),
    ("Which dairy product races along a slope?", "rolling of the great cheese"),
    ("What prank do youngsters play on the stingy?", "finds its gate on the roof"),
    ("What is done with looking-glasses when a relative has passed away?", "Mirrors are turned"),
    ("How did people who killed themselves come into holy ground?", "the wall was moved"),
    ("Who melted down the family's cutlery?", "silver spoons with the metal"),
    ("What is planted to celebrate a baby's arrival?", "Every newborn gets a tree"),
    ("Which predator was slain with laundry equipment?", "The last wolf was killed"),
    ("Which artist could not tell red from green?", "was colour blind"),
    ("How did the illiterate shipowner guard against false correspondence?", "by two clerks"),
)

UNANSWERED: tuple[str, ...] = (
    "What was the name of the mule that Osric used?",
    "How much does a ticket for the coach cost?",
    "Which colour is the mayor's hat?",
    "How many children did Josiah Pell have?",
    "When did Bettany Sark marry?",
    "What do the ferry sisters eat for breakfast?",
    "Who built the manor house?",
    "How deep is the tunnel below the ground?",
    "What is the name of the schoolmaster's wife?",
    "How many bridges cross the lake?",
    "Which school did Doctor Frost attend as a girl?",
    "What is the price of a pound of heather honey?",
    "Who stole the church silver?",
    "How old was Sabra Coyle when she died?",
    "Which language did the Irish diggers speak?",
    "Which team won the cricket match last year?",
    "Who is buried under the great oak?",
    "What does the bishop pay for his wine?",
    "Where do the quarrymen buy their boots?",
    "How long does the judge's speech last?",
    "Is there a dentist in Upper Marl?",
    "What did the hermit Ansgar eat?",
    "How did the harper lose her sight?",
    "What song does the brass band play at funerals?",
    "When was the museum opened?",
    "Who taught Tobias Wray his trade?",
    "How many rooms does the Drowned Bell have?",
    "Where can one hire a bicycle?",
    "What is the capital of Peru?",
    "How much did the comet weigh?",
    "What is the rent of a boat on the lake?",
    "Who invented the barometer?",
    "Hello, how are you this morning?",
    "Do you love me?",
    "Can you sell me a sword?",
    "What medicine helps against a broken heart?",
    "Tell me about the king's daughter.",
    "Who killed the miller?",
    "Where does the dragon sleep?",
    "Which road leads to the castle?",
)

NEAR_TALE: tuple[Labelled, ...] = (
    ("What was Nell peeling when the letter came?", "was peeling turnips"),
    ("What colour was the wax of the letter?", "sealed with green wax"),
    ("What did they sell to pay for the carrier?", "They sold the goat"),
    ("What had their father and Silas not spoken over?", "on account of a fiddle"),
    ("What were Moll's horses called?", "called Faith, Hope and Gerald"),
    ("Who brought the new axle of ash?", "a new axle of ash leaning"),
    ("What did the children sit on in the cart?", "sat behind on sacks of lentils"),
    ("For whom did Ferdy cry out in his sleep?", "for somebody named Anselm"),
    ("What was lying in the dust of the road?", "a blue button"),
    ("Who was the bed at the Three Cranes given up to?", "gave up the bed to an old man"),
    ("What does the notary have instead of a clerk?", "a parrot instead of a clerk"),
    ("How long was the key of the notary?", "as long as Davy's arm"),
    ("How much did the Commodore offer them at first?", "offered them forty crowns"),
    ("At what time had the clocks stopped?", "stopped at twenty to seven"),
    ("What was written with chalk on the wall?", "Do not feed it after dark"),
    ("What is the heron made of?", "made of copper and whalebone"),
    ("What dropped out of the hollow handle?", "a little brass wheel"),
    ("Where did the wheel fit?", "behind the third feather"),
    ("What are the heron's eyes made of?", "which were of amber"),
    ("What did Ferdy feed the heron?", "gave it a sardine"),
)

PLAIN_TALE: tuple[Labelled, ...] = (
    ("What deadline did the inheritance depend on?", "before the new moon"),
    ("Why did the baby's toy end up under water?", "because it would not stop"),
    ("What present did Dad hand his daughter at parting?", "his good knife instead"),
    ("What broke down while crossing a river?", "the axle cracked at a ford"),
    ("What favour had the silent forester once received?", "I gave his daughter a lift"),
    ("What did the thief steal from his companions?", "and the knife with him"),
    ("What skill did somebody teach in exchange for a place to sleep?", "with a fish bone"),
    ("What did the ocean remind the girl of?", "like a field that someone had ploughed"),
    ("Which pet echoes legal papers?", "It repeated the last word"),
    ("What became of the burglar?", "the man who tried to steal it"),
    ("How did the siblings get into the building on stilts?", "Davy shook it"),
    ("How did the child know that a part was lacking?", "put his ear to its breast"),
    ("Who had been taken hostage?", "He has my brother"),
    ("Why is the naval officer partly a machine?", "pulled out of the sea"),
    ("Where was the tiny component hidden all along?", "could be unscrewed"),
    ("How could a dead relative's speech be preserved?", "had spoken into it, on wax"),
    ("How long will the rewound officer last?", "That will do for ten years"),
    ("On what terms were the criminals employed?", "nothing was to leave the house"),
    ("Which document was swallowed by livestock?", "ate the notary's receipt"),
    ("What strange effect had the forbidden snack?", "struck thirteen"),
)

UNANSWERED_TALE: tuple[str, ...] = (
    "What was the name of Nell's mother?",
    "How old is Davy?",
    "What did the haddock cost?",
    "Which ship did the Commodore sail on?",
    "What is the goat's name?",
    "How much money did Silas leave?",
    "Who taught Moll to sing?",
    "What colour is the parrot?",
    "Where was Mr. Bellwether born?",
    "Who plays the harp at Port Amble?",
    "How did the landlord lose his leg?",
    "What does the Society eat at its banquet?",
    "Did Nell ever marry?",
    "What is the weather like today?",
    "Where can I buy a clock in London?",
    "Who wrote the songs of the sailors?",
    "Which horse won the race?",
    "How many windows does the workshop have?",
    "What did the bishop say to the pilots?",
    "When does the ferry leave Port Amble?",
)

NEAR_ZH: tuple[Labelled, ...] = (
    ("回头桥建于什么时候？", "建于明朝嘉靖年间"),
    ("渡口的船夫姓什么？", "渡口的船夫姓纪"),
    ("半日闲茶馆开了多少年？", "开了一百三十年"),
    ("高粱酒要在地窖里埋多久？", "埋三个冬天"),
    ("拿错了别人的酒要赔什么？", "赔一只鸡"),
    ("纸伞要刷几遍桐油？", "刷七遍桐油"),
    ("铁匠铺的风箱是用什么做的？", "用老虎皮做的"),
    ("银匠打的锁里藏着什么？", "藏着一粒米"),
    ("舞龙的龙身有多长？", "龙身有九丈长"),
    ("吃到铜钱月饼的人来年当什么？", "来年当会首"),
    ("光绪三年大旱哪里的井还有水？", "尼姑庵的井还有水"),
    ("柳五娘考秀才中了第几名？", "中了第二名"),
)

PLAIN_ZH: tuple[Labelled, ...] = (
    ("洪灾最厉害时水位到了哪儿？", "淹到了药铺"),
    ("那一对守卫为何互不理睬？", "打过官司"),
    ("什么植物挡住了匪徒？", "只有一圈皂荚树"),
    ("哪个年轻帮工弄坏了全城的酿造？", "把墙洗干净了"),
    ("争执中理亏的一方受什么罚？", "输的人付全部茶钱"),
    ("哪位工匠造房子完全靠榫卯？", "不用一根钉子"),
    ("家禽的颜色是怎么被弄脏的？", "鸭子脚都是蓝的"),
    ("理发师从寺庙得到什么好处？", "和尚替他念经"),
    ("单身汉跌跤会有何后果？", "当年就得结婚"),
    ("高龄长辈怎样登高？", "由孙子背上去"),
    ("藏品怎样从大火中被抢救出来？", "从窗口扔进河里"),
    ("哪个匪首后来改行卖吃的？", "开了一家豆腐店"),
)

UNANSWERED_ZH: tuple[str, ...] = (
    "船夫的女儿叫什么名字？",
    "茶馆里的点心多少钱一份？",
    "县长有几个儿子？",
    "洋医生是哪国人？",
    "戏台可以坐多少人？",
    "镇上有没有火车站？",
    "你今天心情怎么样？",
    "皇帝来过青石镇吗？",
    "和尚的庙里供着什么佛？",
    "老虎吃了几个人？",
    "柳五娘后来嫁给了谁？",
    "铁匠一天打几把剑？",
)

VISITORS: tuple[Labelled, ...] = (
    ("Which hill do I climb for the best view, and how tall is it?", "The highest point is Widow"),
    ("Why does everybody get lost with a map from here?", "Strangers have been lost"),
    ("Can I go for a dip if I'm a girl?", "Swimming was forbidden"),
    ("Do I have to pay to get out of here again?", "A toll is paid by no one"),
    ("Is it ever unsafe for my puppy to lap up the water?", "green scum"),
    ("How do I know I won't fall through when it's frozen?", "The ice is held to be safe"),
    ("Who has a worm in a glass that says if it will rain?", "keeps a leech"),
    ("What happens if I smash the thing I write on in class?", "Writing is taught upon slates"),
    ("Since when may teachers no longer hit kids?", "Nobody has been beaten"),
    ("Where can I warm up if I get stuck on the mountain overnight?", "A hut with a stove"),
    ("Were there robbers around here in the old days?", "Highwaymen were never many"),
    ("Who drew the rodents on the boats' doors?", "Solomon Tibb"),
    ("What huge old monster did they dig out of the rock?", "sea lizard"),
    ("Why mustn't I make tunes with my lips where they cut stone?", "Nobody whistles at the face"),
    ("If dad passes away, do we have to let the insects know?", "goes to the hives"),
    ("A bee hurt me, what do I put on it?", "Stings are treated"),
    ("Where do they lock up bad people?", "The gaol has one cell"),
    ("Who was the first lady to decide about crimes?", "The first woman to sit as judge"),
    ("Did an animal ever get accused of doing wrong?", "a pig was tried"),
    ("Why are cakes tossed down from the steeple?", "A saffron bun"),
)
"""As a child would ask; by a developer who knew the search, and not the other questions."""

VISITORS_ZH: tuple[Labelled, ...] = (
    ("下面游水的家禽，脚上怎么有颜色？", "下游的鸭子"),
    ("想听人讲古，上哪儿去？", "说书先生"),
    ("怎么知道新买的刀快不快？", "先切一根头发"),
    ("小宝宝出生一个月，大人送什么？", "满月的婴儿"),
    ("有没有女孩假装男孩去考试的？", "柳五娘"),
    ("这儿来过吃人的猛兽吗？", "后山曾经有一只老虎"),
    ("那个大坏蛋后来靠什么过日子？", "罗麻子"),
    ("外国大夫最爱吃这里的什么？", "洋医生"),
    ("老奶奶走不动了，怎么登高？", "八十岁以上"),
    ("两个人拌嘴，谁来买单？", "茶客吵了架"),
    ("为什么这里的东西不生火做，要吃凉的？", "清明那天"),
    ("下大雨的时候地上是什么颜色？", "下雨的时候石板发青"),
    ("为什么坏人不敢进镇子？", "没有城墙"),
    ("新娘子走路有什么不能做的？", "新娘过桥"),
    ("着火的时候怎么救那些书的？", "藏书楼"),
)
"""The same for the Chinese book."""

One = TypeVar("One")


def tuning(questions: Sequence[One]) -> Sequence[One]:
    """Return the questions that weights and limits may be set on."""
    return questions[::2]


def held_out(questions: Sequence[One]) -> Sequence[One]:
    """Return the questions that were looked at once, at the end."""
    return questions[1::2]


def almanac() -> Book:
    """Return the book of Kestervale, of more than 300 passages."""
    return _read("kestervale", "The Kestervale Almanac")


def tale() -> Book:
    """Return a story with talk and pronouns, of 70 passages."""
    return _read("heron", "The Copper Heron")


def gazetteer() -> Book:
    """Return the Chinese book, of some 40 passages."""
    return _read("qingshi", "青石镇志")


def _read(name: str, title: str) -> Book:
    text = (_BOOKS / f"{name}.txt").read_text(encoding="utf-8")
    chapters = (part.partition("\n") for part in text.removeprefix("# ").split("\n# "))
    return Book(
        id=name,
        world_id=WorldId("kestervale"),
        title=title,
        chapters=tuple(
            Chapter(title=heading.strip(), text=body.strip()) for heading, _, body in chapters
        ),
    )
