"""Trades, and how old people look: by which words somebody is called who is not called by name.

A trade has the words for whoever has it, the signs in a persona that show it, and what is asked of
such people; the last are compared with a line by the embedder (`memory.nearness`).
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from npcserver.model.character import Persona

_ELDERLY = 60
_YOUNG = 18


@dataclass(frozen=True, slots=True, kw_only=True)
class Trade:
    """Words separated by spaces, English and Chinese; `asks` are lines that such people hear."""

    names: str
    signs: str = ""
    asks: tuple[str, ...] = ()


TRADES = (
    Trade(
        names="innkeeper landlord landlady barkeep barkeeper barman barmaid bartender publican "
        "taverner hostess 老板娘 老板 掌柜 掌柜的 店家 店主 小二 店小二",
        signs="inn tavern taproom alehouse pub 客栈 酒馆 酒楼 旅店 驿站 酒铺",
        asks=(
            "Another round of ale, please!",
            "A room and a bed for the night.",
            "Something to eat and drink.",
            "Bring us the bill.",
            "再来一壶酒。",
            "来两碗面，切一盘牛肉。",
            "还有空房吗？我们要住店。",
        ),
    ),
    Trade(
        names="cook chef 厨子 厨师 大厨",
        signs="kitchen canteen galley cooks 厨房 下厨 食堂",
        asks=("I'm hungry, what is there to eat?", "A bowl of soup, please.", "来一份热汤。"),
    ),
    Trade(
        names="baker 面包师",
        signs="bakery bakes 面包",
        asks=("A loaf of fresh bread, please.", "来一个刚出炉的面包。"),
    ),
    Trade(
        names="butcher 屠夫 屠户",
        signs="butchery slaughters 卖肉",
        asks=("A pound of pork, please.", "切二斤猪肉。"),
    ),
    Trade(
        names="shopkeeper merchant trader seller vendor grocer peddler pedlar storekeeper monger "
        "老板 老板娘 掌柜 掌柜的 商人 店主 店家 小贩 货郎",
        signs="shop store stall sells trades 商铺 店铺 杂货 铺子 布庄 做生意",
        asks=(
            "What does this cost?",
            "I want to buy some of your goods.",
            "这个怎么卖？",
            "我想买点东西。",
        ),
    ),
    Trade(
        names="blacksmith smith swordsmith armourer armorer farrier 铁匠",
        signs="forge anvil smithy 打铁 铁匠铺 打刀",
        asks=(
            "My sword is broken, can you mend it?",
            "My horse needs a new shoe.",
            "A broken axle needs mending.",
            "我的刀断了，能修吗？",
        ),
    ),
    Trade(
        names="healer doctor physician medic surgeon nurse herbalist apothecary doc 郎中 大夫 医生 "
        "大夫 医师 护士 药师",
        signs="healing herbs hospital infirmary medicine patients nurses heals 看病 药箱 医术 治病",
        asks=(
            "I am hurt and bleeding.",
            "I feel sick, I have a fever and a cough.",
            "Have you something against the pain?",
            "我发烧了，头很疼。",
            "他受伤了，在流血。",
        ),
    ),
    Trade(
        names="hunter huntress trapper huntsman gamekeeper poacher ranger 猎户 猎人 打猎的",
        signs="hunts traps pelts venison rabbits game 打猎 兽皮 野味",
        asks=(
            "I'd like to buy fresh meat and furs.",
            "Is there a path through the forest?",
            "What animals live in these woods?",
            "我想买野味和兽皮。",
            "山里有什么路？",
        ),
    ),
    Trade(
        names="soldier warrior veteran trooper sergeant mercenary fighter 士兵 当兵的 军爷 老兵",
        signs="war siege regiment army border battle 打仗 军队 边关 从军",
        asks=("How goes the war?", "Tell me of the battle.", "边关打仗了吗？"),
    ),
    Trade(
        names="guard guardsman watchman constable sheriff policeman gatekeeper sentry officer "
        "捕快 捕头 衙役 卫兵 守卫 官差 警察",
        signs="watch gate prison arrests thieves 巡逻 破案 衙门 抓贼",
        asks=(
            "I have been robbed!",
            "There was a thief, a pickpocket.",
            "Somebody was killed.",
            "有人偷了我的钱！",
        ),
    ),
    Trade(
        names="coachman driver carter wagoner carrier cabman cabbie 车夫 赶车的 马夫",
        signs="coach cart wagon carriage 马车 赶车",
        asks=(
            "Can you take us to the city?",
            "When do we leave?",
            "Are the horses ready?",
            "送我们进城要多少钱？",
        ),
    ),
    Trade(
        names="farmer peasant shepherd shepherdess goatherd 农夫 老农 种地的 牧羊人",
        signs="farm fields crops sheep cattle harvest ploughs 种地 庄稼 放羊",
        asks=("How is the harvest?", "Wolves took the lambs.", "今年收成怎么样？"),
    ),
    Trade(
        names="miller 磨坊主",
        signs="mill grain flour 磨坊",
        asks=("A sack of flour, please.", "Has the wheel stopped turning?", "买一袋面粉。"),
    ),
    Trade(
        names="fisherman fisherwoman fisher angler fishwife fishmonger 渔夫 渔民 打鱼的 卖鱼的",
        signs="fish nets 打鱼 渔网 卖鱼",
        asks=("How is the catch today?", "Is the fish fresh?", "今天的鱼新鲜吗？"),
    ),
    Trade(
        names="captain skipper sailor seaman shipmaster mariner boatman ferryman 船长 水手 船家 "
        "船夫 艄公",
        signs="ship brig ferry sails voyage 航海 货船 渡口",
        asks=("When does the ship sail?", "Can you take me across?", "什么时候开船？"),
    ),
    Trade(
        names="pilot navigator helmsman 驾驶员 飞行员 领航员",
        signs="stars compass course 飞船 航线",
        asks=("I need somebody to fly me there.", "Which course do we steer?", "什么时候起飞？"),
    ),
    Trade(
        names="engineer mechanic technician machinist 工程师 机械师 技工 机修工",
        signs="engines machines reactors repairs pumps 机器 维修 发动机",
        asks=("The engine has broken down.", "Something is leaking.", "机器坏了，能修吗？"),
    ),
    Trade(
        names="commander chief boss foreman overseer 指挥官 司令 队长 工头 站长",
        signs="commands leads station crew shaft 指挥",
        asks=("Who is in charge here?", "I am looking for work.", "We ask permission.", "谁管事？"),
    ),
    Trade(
        names="mayor magistrate governor reeve headman councillor steward "
        "县令 镇长 村长 知县 官老爷",
        signs="town council election taxes treasury 县衙 官府",
        asks=("Who governs this town?", "The taxes are too high.", "这里归谁管？"),
    ),
    Trade(
        names="lord lady count countess baron baroness king queen prince princess 王爷 公主 陛下 "
        "老爷",
        signs="castle throne court realm 王府 朝廷",
        asks=("We come to serve the crown.",),
    ),
    Trade(
        names="priest priestess monk nun abbot vicar pastor chaplain 道长 和尚 师太 神父 道士",
        signs="temple church abbey monastery prayers god 寺 道观 庙 教堂",
        asks=("Will you pray for me?", "I wish to confess.", "我想烧一炷香。"),
    ),
    Trade(
        names="teacher schoolteacher schoolmaster schoolmistress tutor professor 老师 先生 教书的 "
        "教书先生 夫子",
        signs="school pupils lessons teaches classroom 教书 私塾 学堂 学校",
        asks=(
            "Is there a school for my child?",
            "I never learned to read and write.",
            "Somebody cheated in the test.",
            "我想让孩子读书。",
        ),
    ),
    Trade(
        names="scholar librarian historian bookseller sage 书生 秀才 夫子",
        signs="books library bookshop 书店 藏书 读书",
        asks=("Have you read that book?", "Where are books sold?", "有这本书吗？"),
    ),
    Trade(
        names="scribe clerk archivist translator secretary notary 书吏 师爷 翻译 文书",
        signs="letters archive minutes writes list 文书",
        asks=("Can you write a letter for me?", "What does it say here?", "能替我写封信吗？"),
    ),
    Trade(
        names="bard minstrel singer musician fiddler actor actress poet "
        "歌女 琴师 戏子 说书人 说书的",
        signs="songs music fiddle lute plays stage sings 唱 弹琴 戏 评弹",
        asks=("Play us a song!", "Sing something.", "给我们唱一曲吧。"),
    ),
    Trade(
        names="carpenter joiner woodcutter lumberjack cooper wheelwright 木匠 樵夫",
        signs="timber planks wood 木工 砍柴",
        asks=("The roof leaks and the door is broken.", "门坏了，能修吗？"),
    ),
    Trade(
        names="miner prospector digger 矿工 采矿的 淘金的",
        signs="mine gold ore pick 矿 挖矿",
        asks=("Is there gold in these hills?", "I found a shiny stone.", "山里有金子吗？"),
    ),
    Trade(
        names="tailor seamstress weaver dressmaker cobbler shoemaker 裁缝 绣娘 织工 鞋匠",
        signs="cloth dresses sews shoes loom 布 绸缎 缝 做鞋",
        asks=("My coat is torn.", "I need new boots.", "衣服破了，能补吗？"),
    ),
    Trade(
        names="judge lawyer advocate prosecutor counsellor attorney 法官 律师 状师",
        signs="trial court law accused 打官司 法庭",
        asks=("I demand justice!", "Is that against the law?", "我要告状！"),
    ),
    Trade(
        names="gardener 园丁 花匠",
        signs="garden flowers roses 花园 种花",
        asks=("How the roses bloom!", "花开得真好。"),
    ),
    Trade(
        names="witch wizard sorcerer sorceress mage magician alchemist seer fortune-teller "
        "巫婆 巫师 法师 术士 算命的",
        signs="magic spells potions curses 法术 算命 炼丹",
        asks=("Can you break a curse?", "Tell me my fortune.", "给我算一卦。"),
    ),
    Trade(
        names="thief smuggler pirate gambler 盗贼 海盗 赌徒",
        signs="steals smuggles gambles dice cards 偷 走私 赌",
        asks=("Care for a game of dice?", "Who stole it?", "赌一把吗？"),
    ),
    Trade(
        names="beggar gossip sweeper 乞丐 叫花子",
        signs="begs rumours 讨饭 打听",
        asks=("What's the news?", "有什么新鲜事？"),
    ),
)

_OLD = ("old-timer", "old one", "老人家", "老丈", "老先生", "前辈")
_OLD_MAN = (
    "old man", "old fellow", "old chap", "old sir", "greybeard", "gaffer", "老头", "老头儿",
    "老头子", "老伯", "老爷子", "大爷", "老大爷", "老爷爷", "老汉", "老翁",
)  # fmt: skip
_OLD_WOMAN = (
    "old woman", "old lady", "old mother", "老婆婆", "婆婆", "老奶奶", "大娘", "老太太",
    "阿婆",
)  # fmt: skip
_CHILD = ("kid", "孩子", "小孩", "小朋友")
_BOY = ("boy", "young man", "小伙子", "小兄弟", "少年", "小弟")
_GIRL = ("girl", "young lady", "小姑娘", "小妹妹", "丫头", "小妹")
_LOOKS_OLD = re.compile(
    r"\b(?:old (?:man|woman|lady|soldier|sailor)|elderly|aged|ancient|grey-?beard|veteran"
    r"|(?:sixty|seventy|eighty|ninety)(?:-\w+)?(?: years old| winters|[- ]year[- ]old)?"
    r"|grand(?:father|mother))\b|老人|老头|老汉|老翁|老妇|老太|[六七八九]十[一二三四五六七八九]?岁"
    r"|年迈|白发",
    re.IGNORECASE,
)
_OLD_NAME = re.compile(
    r"^(?:old|granny|grandpa|grandma|gaffer) |老[翁汉头]|婆婆|爷爷|奶奶", re.IGNORECASE
)
_LOOKS_YOUNG = re.compile(
    r"\b(?:boy|girl|child|kid|urchin|(?:eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    r"|sixteen) years old)\b|孩子|少年|小童|十[一二三四五六]?岁",
    re.IGNORECASE,
)
_SHE = re.compile(
    r"\b(?:she|her|hers|woman|widow|girl|wife|mother|sister|daughter|lady)\b|她|娘|婆|妇|姑娘|女",
    re.IGNORECASE,
)
_HE = re.compile(
    r"\b(?:he|his|him|man|boy|husband|father|brother|son|lord)\b|他|翁|汉|爷|叔|伯|郎",
    re.IGNORECASE,
)
_AGENT = re.compile(
    r"\b[a-z]{3,}(?:smith|wright|maker|keeper|monger|herd|herder|master|mistress|ologist|ician)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?。！？;；\n]+[.!?。！？;；]*")
_WIDE = re.compile("[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Roles:
    """By which words somebody is called besides names: `first` fits well, `second` somewhat."""

    first: frozenset[str] = frozenset()
    second: frozenset[str] = frozenset()


@lru_cache(maxsize=4096)
def roles_of(persona: Persona) -> Roles:
    """Return the trades and the looks by which a character is called."""
    plain, rest = _told(persona)
    first = [word for trade in TRADES if _has(trade, plain) for word in trade.names.split()]
    second = [word for trade in TRADES if _has(trade, rest) for word in trade.names.split()]
    looks = _looks(persona, f"{plain} {rest}")
    own = _AGENT.findall(f"{plain} {rest}".lower())
    return Roles(
        frozenset(map(str.lower, (*first, *looks, *own))), frozenset(map(str.lower, second))
    )


@lru_cache(maxsize=4096)
def asked_of(persona: Persona) -> tuple[str, ...]:
    """Return lines that a character hears for its trade; none where no trade shows."""
    plain, rest = _told(persona)
    found = [trade for trade in TRADES if _has(trade, plain)]
    found = found or [trade for trade in TRADES if _has(trade, rest)]
    return tuple(dict.fromkeys(line for trade in found for line in trade.asks))


@lru_cache(maxsize=4096)
def trades_in(text: str) -> tuple[Trade, ...]:
    """Return the trades that a text names, or shows by one of their signs."""
    return tuple(trade for trade in TRADES if _has(trade, text))


def sentences(text: str) -> tuple[str, ...]:
    """Cut a text into its sentences."""
    return tuple(one.strip() for one in _SENTENCE.findall(text) if one.strip())


def _told(persona: Persona) -> tuple[str, str]:
    """Return what says plainly who somebody is, and the rest of what is told of it."""
    cut = sentences(persona.background)
    rest = (*cut[1:], persona.currently, persona.lifestyle, persona.traits, *persona.goals)
    return f"{persona.name}. {' '.join(cut[:1])}", " ".join(rest)


def _has(trade: Trade, text: str) -> bool:
    return _pattern(trade).search(text) is not None


@lru_cache(maxsize=len(TRADES))
def _pattern(trade: Trade) -> re.Pattern[str]:
    every = [*trade.names.split(), *trade.signs.split()]
    wide = [word for word in every if _WIDE.search(word)]
    latin = [word for word in every if not _WIDE.search(word)]
    return re.compile(
        rf"\b(?:\w+-)?(?:{'|'.join(latin)})(?:s|es)?\b|{'|'.join(wide) or '(?!)'}", re.IGNORECASE
    )


def _looks(persona: Persona, text: str) -> tuple[str, ...]:
    is_she, is_he = _SHE.search(text) is not None, _HE.search(text) is not None
    age = persona.age
    either: tuple[str, ...] = ()
    his = hers = either
    if (age or 0) >= _ELDERLY or _OLD_NAME.search(persona.name) or _LOOKS_OLD.search(text):
        either, his, hers = _OLD, _OLD_MAN, _OLD_WOMAN
    elif (age is not None and age < _YOUNG) or _LOOKS_YOUNG.search(text):
        either, his, hers = _CHILD, _BOY, _GIRL
    return (*either, *(his if is_he or not is_she else ()), *(hers if is_she or not is_he else ()))
