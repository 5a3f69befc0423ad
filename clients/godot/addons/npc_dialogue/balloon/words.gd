@tool
## The words of the balloon in English and Chinese. The game's own translation of a key, such as
## [code]say_to[/code], goes before.
extends RefCounted

const ALL := {
	"en":
	{
		"say": "Say",
		"say_to": "Say something to %s …",
		"interrupt": "Interrupt",
		"close": "Close",
		"understood": "OK",
		"failed": "Something went wrong. Please say it again.",
		"unavailable":
		"The game's server cannot be reached just now. Please try again in a moment.",
		"deadline_exceeded": "The answer took too long. Please say it again.",
		"resource_exhausted": "Too many are talking just now. Please try again in a moment.",
		"unauthenticated": "You are no longer signed in. Please sign in again and go on.",
		"permission_denied": "That is not allowed in this game.",
		"failed_precondition": "The game is not ready for this talk yet.",
		"CHARACTER_NOT_FOUND": "The one you talk with is not here any more.",
		"invalid_argument": "That could not be said. Try fewer or other words.",
	},
	"zh":
	{
		"say": "说",
		"say_to": "对%s说……",
		"interrupt": "打断",
		"close": "关闭",
		"understood": "知道了",
		"failed": "出了点问题，请再说一遍。",
		"unavailable": "暂时连不上游戏服务器，请稍后再试。",
		"deadline_exceeded": "对方太久没有回答，请再说一遍。",
		"resource_exhausted": "现在说话的人太多，请稍后再试。",
		"unauthenticated": "登录已失效，请重新登录后继续。",
		"permission_denied": "这个游戏不允许这样做。",
		"failed_precondition": "游戏还没有准备好这段对话。",
		"CHARACTER_NOT_FOUND": "对方已经不在这里了。",
		"invalid_argument": "这句话没能说出口，请换个说法或说短一些。",
		"neutral": "平静",
		"joy": "喜悦",
		"amusement": "好笑",
		"affection": "亲切",
		"pride": "自豪",
		"relief": "宽慰",
		"calm": "安宁",
		"hope": "期待",
		"curiosity": "好奇",
		"surprise": "惊讶",
		"confusion": "困惑",
		"boredom": "无聊",
		"sadness": "悲伤",
		"shame": "羞愧",
		"worry": "担忧",
		"fear": "恐惧",
		"suspicion": "怀疑",
		"annoyance": "恼火",
		"anger": "愤怒",
		"disgust": "厌恶",
	},
}


## Whether there are words for a key.
static func has(key: String) -> bool:
	return ALL["en"].has(key)


## Returns the key of the sentence that tells a player of an error.
static func key_of(error: RefCounted) -> String:
	# a set that is gone and a character that is gone have one code
	return [error.reason, error.code, "failed"].filter(has)[0]


## Returns the words for a key in a language, or that of the game; the key itself where it has none.
static func of(key: String, language := "") -> String:
	var wanted := language if language != "" else TranslationServer.get_locale()
	var table: Dictionary = ALL["zh"] if wanted.begins_with("zh") else ALL["en"]
	return table.get(key, key)
