"""Words by which people call each other, and by which an utterance asks, bids, thanks or parts."""

import re
from collections.abc import Mapping
from types import MappingProxyType


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, each once."""
    return frozenset(text.split())


TITLES = word_set(
    "mr mrs ms miss mister mistress master dr doctor prof professor sir dame lord lady captain cap "
    "capt commander colonel major general sergeant corporal lieutenant admiral marshal sheriff "
    "king queen prince princess duke duchess count countess baron baroness emperor empress judge "
    "justice magistrate mayor councillor councilor chancellor minister ambassador bishop abbot "
    "father mother brother sister aunt uncle elder chief coach headmaster headmistress teacher "
    "bosun boatswain skipper inspector constable officer advocate counsel counsellor governor "
    "regent steward squire granny grandma grandpa cousin reverend madam madame cook"
)
"""Before a name; alone they call the one member whose name has them."""

KIN = word_set("father mother brother sister aunt uncle granny grandma grandpa cousin")

STYLES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "your honour": word_set("judge justice magistrate"),
        "your honor": word_set("judge justice magistrate"),
        "your majesty": word_set("king queen emperor empress"),
        "your highness": word_set("prince princess"),
        "your grace": word_set("duke duchess bishop"),
        "your excellency": word_set("governor ambassador"),
        "my lord": word_set("lord duke count baron"),
        "my lady": word_set("lady duchess countess baroness dame"),
    }
)
"""Forms of address, and the titles they go with."""

SHORT_FORMS: Mapping[str, str] = MappingProxyType(
    {
        "tom": "thomas", "tommy": "thomas", "will": "william", "bill": "william",
        "billy": "william", "liz": "elizabeth", "beth": "elizabeth", "bess": "elizabeth",
        "lizzie": "elizabeth", "bob": "robert", "rob": "robert", "dick": "richard",
        "rick": "richard", "ned": "edward", "ted": "edward", "kate": "katherine",
        "kit": "christopher", "meg": "margaret", "maggie": "margaret", "peg": "margaret",
        "peggy": "margaret", "jack": "john", "johnny": "john", "jim": "james", "jimmy": "james",
        "harry": "henry", "hal": "henry", "molly": "mary", "polly": "mary", "sally": "sarah",
        "nell": "eleanor", "nan": "anne", "joe": "joseph", "mike": "michael", "tony": "anthony",
        "sandy": "alexander", "alex": "alexander", "dave": "david", "davy": "david",
    }
)  # fmt: skip
"""Usual short forms that are no beginning of the name."""

LEADS = (
    r"hey|hi|hello|hallo|oi|oy|yo|oh|ah|aye|ay|well|so|and|but|or|now|then|yes|no|nay|yeah|okay|ok"
    r"|right|look|listen|see|say|come|come now|come on|wait|stop|thanks|thank you|many thanks"
    r"|please|sorry|forgive me|pardon me|excuse me|good ?morning|good ?day|good ?evening"
    r"|good ?night|good ?bye|bye|farewell|welcome|welcome back|morning|evening|greetings|cheers"
    r"|you too|you|what about you|how about you|not you|indeed|alas|peace|quiet|hush|easy|steady"
    r"|well done|well said|i say|tell me|you there|as for you|bless you|damn you"
    r"|your turn|first|what say you"
)
"""What may stand before a name by which somebody is called, without a comma."""

GREETING_LEADS = (
    r"hey|hi|hello|hallo|oi|oy|yo|good ?morning|good ?day|good ?evening|good ?night|good ?bye|bye"
    r"|farewell|welcome|welcome back|greetings|thanks|thank you|many thanks|sorry|excuse me"
    r"|forgive me|please|cheers|ok|okay|listen|well said|well done|morning|evening"
)
"""After these a name calls even where more words follow it without a comma."""

FONDNESS = r"my dear|dear|my good|good|old|young|my|poor|sweet|little|you|brave|wise|noble"
"""What may stand right before a name that calls."""

FRIENDLY = (
    r"my (?:dear|friend|love|lad|boy|girl|lord|lady|child|son|daughter|good man|old friend)|dear"
    r"|old friend|old man|friend|love|lad|lass|sir|madam"
)
"""What may stand between commas after a name without telling about the person."""

BIDDING = word_set(
    "tell give come look listen help show wait stop take bring watch hurry hold get speak answer "
    "please explain describe let's lets do hand pass pour fetch read sing repeat swear "
    "promise sit stand keep leave go be say remember mind put open close shut check ask make try "
    "follow think stay lend name hear lead send translate deal play step rise approach begin enter "
    "pull push run drop lift mend fix count write turn draw pay fight "
    "kneel save forgive admit confess choose vote start finish"
)
"""Verbs with which a command begins."""

WIDE_TITLES = (
    "掌柜", "大夫", "师傅", "先生", "老师", "将军", "大人", "船长", "县令", "村长", "镇长",
    "校长", "队长", "老板", "老板娘", "夫人", "小姐", "姑娘", "公主", "陛下", "殿下", "掌门",
    "道长", "法官", "管家", "元帅", "会长", "大副", "水手长", "公子", "长老", "族长", "捕头",
    "婆婆", "大娘", "大婶", "大叔", "大爷", "爷爷", "奶奶", "太太", "班长", "教授", "医生",
    "丞相", "尚书", "御史", "太后", "皇后", "王爷", "律师", "厨子", "账房", "嬷嬷", "捕快",
)  # fmt: skip
WIDE_SUFFIXES = (
    "先生|小姐|姑娘|大人|大哥|大姐|哥哥|姐姐|妹妹|弟弟|师傅|老师|老板|掌柜|大夫|同学|老弟|老兄|哥|姐|叔|婶|伯"
    "|爷|兄|妹|弟|儿|啊|呀|哪|哎|呐|的"
)
WIDE_LEADS = (
    "喂|嘿|哎|唉|诶|嗨|哎呀|那|那么|好|好吧|对|对了|不|是|是的|谢谢你|谢谢您|谢谢|多谢|多谢你"
    "|有劳|请|请问|早|早安|早上好|晚上好|晚安|你好|您好|再见|保重|对不起|抱歉|辛苦了|辛苦|还有|听着|你看|看|来|来来"
    "|你呢|您呢|你|您|亲爱的|欢迎|我说|告诉我|轮到你了|放心|别急|慢着"
)
WIDE_AFTER = (
    "你|您|请|快|别|来|听|看看|说说|告诉|帮|过来|等等|能不能|可不可以|可以|要不要|是不是|觉得呢"
    "|怎么看|怎么想|怎么说|说呢|呢"
)
"""Right after a name at the beginning of a sentence these show that it calls."""

_PLURAL = re.compile(
    r"\b(?:every(?:body|one)|all of you|you all|y'all|each of you|any(?:body|one)|some(?:body|one)"
    r"|who else|which of (?:you|us)|who (?:of|among|here)|you (?:lot|people|folks|guys)"
    r"|(?:my )?(?:friends|folks|comrades|gentlemen|ladies|neighbou?rs|colleagues|children|lads"
    r"|mates|lords|good people|councillors|citizens|crew)(?=\s*[,.!?:]|$)"
    r"|hands up|who (?:wants|will|can|knows|would|has|saw|took))\b",
    re.IGNORECASE,
)
_PLURAL_WIDE = re.compile(
    "大家|各位|诸位|所有人|你们|有没有人|有人|谁|哪位|哪一位|哪个人|诸君|同学们|弟兄们|兄弟们|朋友们|乡亲们|孩子们|伙计们"
)
TWO = re.compile(
    r"\b(?:you two|both of you|the two of you|you both)\b|你俩|你们俩|你们两个|两位", re.IGNORECASE
)

SECOND_PERSON = re.compile(
    r"\b(?:you|your|yours|yourself|you're|you've|you'll|you'd|u|ye|thee|thou)\b|[你您](?!们)",
    re.IGNORECASE,
)
_ASKING_START = re.compile(
    r"^(?!so (?:are|am|is|was|were|do|does|did|have|has|had|can|could|will|would|should)\b)"
    r"(?:(?:and|but|so|well|then|now|oh|ok|okay|hey|hi|hello|please|also)[ ,]+)*"
    r"(?:wh(?:at|ere|en|y|o|om|ose|ich)|how|(?:do|does|did|are|is|was|were|can|could|will|would"
    r"|have|has|had|shall|should|may|might|must|am|isn't|aren't|don't|didn't|won't|can't|couldn't"
    r"|wouldn't|haven't) (?:you|we|i|they|he|she|it|there|any|the|that|this|your|my|our|u))\b",
    re.IGNORECASE,
)
_EXCLAIMS = re.compile(r"^(?:what an?|how) .*!$", re.IGNORECASE)
_ASKING_WIDE = re.compile(
    "[?？]|(?:吗|呢|么)[。！!.…]*$|(?:怎么样|好不好|行不行|对不对|是不是)[。…]*$"
)
_STATES = re.compile(
    "^what an? [^?？]*[.…]$|(?:还|正|着|才|可|在)[^?？]*呢[。！!…]*$", re.IGNORECASE
)
_BIDS_WIDE = re.compile(
    "^(?:请|说说|讲讲|告诉|给我|帮我|帮|快|来|过来|拿|把|听|你(?:来|去|快|先|给|说|讲|把)|等等|站住|你倒是)"
)

WHO = re.compile(r"\bwho(?:m|se)?\b|\bwhich\b|谁|哪个|哪位", re.IGNORECASE)
"""Such a question is answered by a name."""

_SPEECH = re.compile(
    r"\b(?:tell|say|speak|answer|explain|describe|vote|votes|sing|swear|promise|name|introduce)\b"
    "|说|讲|回答|告诉",
    re.IGNORECASE,
)
_SENT_ON = re.compile(
    r"^\W*(?:(?:go|just|better) )*ask (?:[A-Z\ue000\ue001]|the |him|her|them)|^去?问(?!我|问)",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"\b(?:thanks|thank you|many thanks|much obliged|cheers|you(?:'re| are) (?:most |very )?welcome"
    r"|don't mention it|my pleasure|no trouble|any ?time|think nothing of it)\b"
    r"|谢谢|多谢|感谢|有劳|不客气|不用谢|别客气|哪里哪里|应该的",
    re.IGNORECASE,
)
_GREETS = re.compile(
    r"^(?:(?:oh|ah|well|why)[ ,]+)?(?:hello|hi|hey|greetings|good (?:morning|day|evening|afternoon)"
    r"|welcome|well met|evening|morning)\b"
    r"|^(?:你好|您好|大家好|各位好|诸位好|早上好|晚上好|早安|早啊|幸会)",
    re.IGNORECASE,
)
_HAILS = re.compile(
    r"^(?:(?:oh|ah|well|why|and)[ ,]+)?(?:howdy|ahoy|hail|hullo|hallo|hiya|salutations|cheers"
    r"|(?:nice|good|pleased|glad) to (?:meet|see) you|how do you do|good morrow|god be with)\b"
    r"|^(?:大家|各位|诸位|列位|众位)[^。！!，,]{0,6}(?:好|安|有礼|叨扰|打扰|幸会|辛苦)"
    r"|有礼了|叨扰|打扰了|久仰|晚上好|早上好|下午好",
    re.IGNORECASE,
)
_NUMBER = (
    r"an? \w+ (?:of|for|and|with|please)|another|one|two|three|four|five|six|seven|eight"
    r"|nine|ten|twelve|twenty|thirty|forty|fifty|a hundred|half|some|more|\d+"
    r"|the (?:bill|usual|same|menu|check)"
)
_TELLS = (
    r"is|are|am|was|were|has|have|had|do|does|did|will|would|can|could|should|must|may|might|came"
    r"|went|got|took|said|saw|fell|lie|lies|lay|ago|who|that|which|died|made|gave|told|left"
)
_ORDERS = re.compile(
    rf"^(?:(?:and|then|well|so|oh)[ ,]+)*(?:{_NUMBER})\b"
    rf"(?![^.!?]*\b(?:{_TELLS})\b)[^.!?]{{3,80}}[.!]?$"
    r"|\b(?:i|we)(?:'d| would) (?:like|love|pay|give|buy|take|rather have)\b"
    r"|\b(?:i|we) (?:want|need|wish|require|seek|request|look for)\b"
    r"|\b(?:(?:i|we) (?:am|are)|i'm|we're) (?:still |also )?(?:looking for|in need of|here for)\b"
    r"|\b(?:i|we)(?:'ll| will) (?:have|take|pay)\b|\bif you please\b"
    r"|^(?:再)?(?:来|上|切|烫|添|打|给我|给我们|拿)(?:[一二两三四五六七八九十几半点些份碗壶]|酒|菜|饭)"
    r"|^(?:再)?[一二两三四五六七八九十半几]+[碗壶杯份个斤盘块匹把条坛张只瓶桶]"
    r"|我们?(?:想|需要|愿意|在找|打算|要(?!走|去|回|睡|是))|我们?出[^。]{0,4}(?:价|钱|两|银)|想要|结账|买单",
    re.IGNORECASE,
)
_HAPPENS = re.compile(
    r"\b(?:there(?:'s| is| are| was| were)|(?:is|are|was|were) \w+ing"
    r"|(?:has|have) (?:been |just )?\w+(?:ed|en|n|ck|t|ne)|just now|right now|hurts?|aches?"
    r"|bleed\w*|burn\w*|smell|went out|came|gone|missing|stolen|broken?|torn)\b|\S{4,}!$"
    r"|[断丢死倒来起坏破偷伤病血烧]了|有[狼人鬼贼]|听见|看见",
    re.IGNORECASE,
)


def is_plural(sentence: str) -> bool:
    """Say whether a sentence is for all, or for anybody."""
    return bool(_PLURAL.search(sentence) or _PLURAL_WIDE.search(sentence))


def asks(sentence: str) -> bool:
    """Say whether a sentence asks something, with or without a question mark."""
    text = sentence.strip()
    if "?" in text or "？" in text:
        return True
    if _EXCLAIMS.match(text):
        return False
    return bool(_ASKING_WIDE.search(text) or (not text.endswith("!") and _ASKING_START.match(text)))


def states(sentence: str) -> bool:
    """Say whether a sentence that ends like a question tells something: "What a day.", "下雪呢"."""
    return _STATES.search(sentence.strip()) is not None


def bids(sentence: str) -> bool:
    """Say whether a sentence, without the name that is called in it, is a command.

    Who is sent on to somebody else ("ask Tom") is not to do anything here.
    """
    if _SENT_ON.search(sentence):
        return False
    words = re.findall(r"[A-Za-z']+", sentence)
    while words and words[0].lower() in (
        "and",
        "now",
        "so",
        "then",
        "well",
        "just",
        "but",
        "please",
    ):
        if words[0].lower() == "please" and len(words) > 1:
            return True
        words = words[1:]
    if words and words[0].lower() in BIDDING and len(words) > 1:
        return True
    if len(words) > 2 and words[-1].lower() == "please":
        return True
    return bool(_BIDS_WIDE.match(sentence.strip(" ，,。！!")))


def bids_speak(sentence: str) -> bool:
    """Say whether a command wants words."""
    return _SPEECH.search(sentence) is not None


def thanks(text: str) -> bool:
    """Say whether a text gives thanks, or takes them."""
    return _THANKS.search(text) is not None


def greets(text: str) -> bool:
    """Say whether a text begins with a greeting."""
    return _GREETS.search(text.strip()) is not None


def hails(text: str) -> bool:
    """Say whether a text begins with a greeting that rule 1 does not know."""
    return _HAILS.search(text.strip()) is not None


def orders(sentence: str) -> bool:
    """Say whether a sentence is an order or a wish: "Two bowls of soup.", "I need a horse."."""
    return _ORDERS.search(sentence.strip()) is not None


def happens(text: str) -> bool:
    """Say whether a remark tells of what is so here and now, which others may have to act on."""
    return _HAPPENS.search(text.strip()) is not None
