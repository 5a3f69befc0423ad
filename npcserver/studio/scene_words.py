"""The words around a scene, on the terminal and on its page, in the language that it is played in.

What is put into braces is filled in by `str.format`. Languages other than Chinese get English.
"""

from collections.abc import Mapping

from npcserver.model.group.script import Stage, VoteRule

Words = Mapping[str, str]


def words_of(language: str) -> Words:
    """Return the words for a language tag such as `en` or `zh-TW`."""
    return _CHINESE if language.casefold().partition("-")[0] == "zh" else _ENGLISH


def stage_title(words: Words, stage: Stage) -> str:
    """Return what a stage is called."""
    return words[f"stage_{stage.value}"]


def rule_title(words: Words, rule: VoteRule) -> str:
    """Return what a way of voting is called."""
    return words[f"rule_{rule.value}"]


_ENGLISH: Words = {
    "language": "en",
    "stage_private_chat": "private chats",
    "stage_confidential_meeting": "confidential meetings",
    "stage_group_chat": "before all",
    "stage_update": "making up their minds",
    "stage_settlement": "settlement",
    "hears_private_chat": "Heard by the two alone. Nobody else learns that it took place.",
    "hears_confidential_meeting": "Heard by the two alone. The others learn that they met.",
    "hears_group_chat": "Heard by all, each chat round once it is over.",
    "hears_update": "What each keeps of the round, for itself alone.",
    "hears_settlement": "Heard by all once every vote is cast.",
    "rule_own": "own knowledge",
    "rule_own_not_self": "own knowledge, not oneself",
    "rule_all": "all knowledge",
    "rule_all_not_self": "all knowledge, not oneself",
    "round": "round {round}",
    "round_title": "Round {round}",
    "chat_round": "Chat round {round}",
    "start": "start",
    "comma": ", ",
    "and": " and ",
    "nobody": "nobody",
    # as it happens
    "mind": "Mind: {model} ({note}).",
    "timeline": "Timeline: {timeline}",
    "you_are": "You are {name}.",
    "met": "{first} and {second} met.",
    "seat_left": "{name} speaks for itself again.",
    "seat_taken": "{name} is {person} now.",
    "awaited": "{name} is awaited.",
    "paused": "It waits to be told to go on.",
    "settled": "It is settled.",
    "broken_off": "It was broken off.",
    "keeps_apart": "{name} keeps to themselves.",
    "turns_to": "{name} turns to {partner}",
    "turns_to_why": "{name} turns to {partner}: {why}",
    "speaks": "{name}: ",
    "speaks_to": "{name} to {partner}: ",
    "unchanged": "nothing changes for me.",
    "backs": "backs {name}",
    "votes_for": "{name} votes for {candidate}.",
    "votes_for_knowing_all": "{name}, knowing all, votes for {candidate}.",
    "abstains": "{name} votes for nobody.",
    "abstains_knowing_all": "{name}, knowing all, votes for nobody.",
    "by_default": "(by default: no answer could be had)",
    # what came of it
    "mostly_default": (
        "For {defaulted} of {answers} answers nothing usable came from the model, and members did "
        "what is done by default instead. What follows tells little of them."
    ),
    "votes": "votes",
    "default_mark": "{name} *",
    "default_legend": "* by default: no answer could be had",
    "own_eyes": "You see what {name} may know; the votes of the others stay theirs.",
    "audience_eyes": "You see what the audience may know; who voted for whom is not public.",
    "effort": (
        "{calls} model calls ({repaired} repaired, {defaulted} defaults), {tokens} tokens; entropy "
        "of character pairs {nats} nats."
    ),
    "wrote": "Wrote {file}.",
    "go_on": "It stays where it is. Go on: {command}",
    "may_talk": "You may talk with {names}, or nobody.",
    "whom": "Whom? (empty: nobody) ",
    "first_words": "Your first words: ",
    "your_line": "You to {name} (empty: nothing to say): ",
    "your_line_to_all": "You to all (empty: nothing to say): ",
    "may_vote": "{question} You may vote for {names}, or nobody.",
    "your_vote": "Your vote (empty: nobody) ",
    "not_yourself": "And if not for yourself? ",
    "last_words_wanted": "Your last words: ",
    "several_meant": "{said} may be {found}; name one of {names}.",
    "none_meant": "{said} is none of them; name one of {names}.",
    # the page
    "group_chat": "Group chat",
    "members_count": "members",
    "rounds_count": "of {rounds} rounds",
    "talks_count": "talks",
    "lines_count": "lines",
    "calls_count": "model calls",
    "seed": "seed",
    "parts": "Parts of this page",
    "votes_title": "Votes",
    "relations_title": "Relations",
    "met_title": "Who met whom",
    "influence_title": "Influence",
    "beliefs_title": "Beliefs",
    "words_title": "Words",
    "transcript_title": "Transcript",
    "effort_title": "Effort",
    "votes_about": (
        "The same question under several rules: on what the voter knows itself or on what all know "
        "together, and with or without a vote for oneself."
    ),
    "votes_label": "Votes, by member and rule",
    "member": "Member",
    "expected": "Expected to win",
    "count": "Count",
    "abstained": "nobody",
    "won_legend": "A dot marks a vote for who won.",
    "no_votes": "No votes have been counted.",
    "relations_heading": "How they stand to each other",
    "span_rounds": "from the start to {place}",
    "span_start": "at the start",
    "relations_ended": (
        "Each row is how one member feels about the others, 0 to 100, {span}. The number is where "
        "it ended, the small one how far it moved, the shade how warm it is."
    ),
    "relations_now": (
        "Each row is how one member feels about the others, 0 to 100, {span}. The number is where "
        "it is now, the small one how far it moved, the shade how warm it is."
    ),
    "relations_label": "Relations, by who feels and about whom",
    "feels_about": "feels about",
    "inferred": "What they believe of how others stand to each other ({count})",
    "who_believes": "Who believes",
    "that": "that",
    "stands_to": "stands to",
    "at": "at",
    "met_about": (
        "How often the member of the row chose the member of the column for a talk between two."
    ),
    "met_label": "{title}, by who chose and who was chosen",
    "chose": "chose",
    "influence_about": "What a principal owns, and what those own who back it.",
    "influence_caption": "Influence of the principals",
    "influence_chart": "Influence of the principals over the rounds",
    "numbers_below": "The numbers stand in the table below.",
    "as_table": "As a table",
    "backing_label": "Who backs whom, by round",
    "backing": "Who backs whom",
    "beliefs_about": "What each holds true or right, 0 to 100, {span}.",
    "no_beliefs": "Nobody was given any.",
    "words_heading": "How varied the words are",
    "words_about": (
        "Entropy of words, of pairs and of triples of words, in bits. Longer talk always looks "
        "more varied, so each figure is the mean over all samples of one size: the same number of "
        "words from every round, and from every speaker."
    ),
    "entropy_caption": "Entropy per round, at equal size",
    "entropy_chart": "Entropy of words per round, in bits",
    "numbers_in_rounds": "The numbers stand in the table of rounds.",
    "too_little_rounds": "Too little was said to compare rounds.",
    "whole": "The whole of it",
    "paper_figure": (
        "The paper's figure: runs of two characters of stored lines, names and all, in nats"
    ),
    "telling": "How much a word tells of its speaker, beyond chance (0 to 1)",
    "words_said_all": "Words said by members",
    "varied_label": "{title}: how varied the words are",
    "words_said": "Words said",
    "by_round": "Round",
    "by_speaker": "Speaker",
    "order_1": "words",
    "order_2": "pairs",
    "order_3": "triples",
    "each": "{name}, {count} each",
    "bits": "bits",
    "even": "even",
    "distinct": "distinct",
    "too_little": "too little",
    "figures_legend": (
        "Even: entropy as a share of the most that as many different ones can have. Distinct: "
        "different ones among all."
    ),
    "transcript_about": (
        "Every word, by round and stage. A dashed frame marks what others could not hear."
    ),
    "effort_heading": "Effort, and how to run it again",
    "model_calls": "Model calls",
    "calls_of": "{calls} of at most {most}",
    "repaired": "Answers asked for again",
    "defaulted": "Defaults taken instead of an answer",
    "tokens": "Tokens read and written",
    "tokens_of": "{read} and {written}",
    "models": "Models",
    "none": "none",
    "seed_legend": (
        "Turn order and every draw of lots follow from the seed; a model may still answer "
        "otherwise the second time."
    ),
    "footer_scene": "Scene",
    "footer": ", after AgentGroupChat (arXiv 2403.13433). Made by npcserver.",
    "under_way": "Still under way: {where}.",
    "broken_off_at": "Broken off: {where}.",
    "opening": "the opening",
    "nobody_wins": "Nobody wins.",
    "wins": "{name} wins.",
    "outcome": "The outcome: {name}.",
    "not_parted": "{names} cannot be parted.",
    "last_words": "Last words",
    "settlement_title": "Settlement",
    "audience": "Audience",
    "private": "private",
    "had_in_mind": "What {name} had in mind",
    "strategy": "Strategy:",
    "topics": "Topics:",
    "to": "to {name}",
    "spoken_by": "spoken by {name}",
    "kept": "What {count} members keep of it",
    "nothing_said": "Nobody has said a word yet.",
}

_CHINESE: Words = {
    "language": "zh",
    "stage_private_chat": "私下谈话",
    "stage_confidential_meeting": "密会",
    "stage_group_chat": "当众",
    "stage_update": "各自思量",
    "stage_settlement": "了结",
    "hears_private_chat": "只有两人听见。别人连有过这场谈话都不知道。",
    "hears_confidential_meeting": "只有两人听见。别人只知道他们见过面。",
    "hears_group_chat": "所有人都听见，每轮发言结束后揭晓。",
    "hears_update": "各人记下的这一轮，只有自己知道。",
    "hears_settlement": "所有票投完后，所有人都听见。",
    "rule_own": "凭自己所知",
    "rule_own_not_self": "凭自己所知，不投自己",
    "rule_all": "凭所有人所知",
    "rule_all_not_self": "凭所有人所知，不投自己",
    "round": "第{round}轮",
    "round_title": "第{round}轮",
    "chat_round": "发言第{round}轮",
    "start": "开始",
    "comma": "、",
    "and": "和",
    "nobody": "无人",
    "mind": "模型：{model}（{note}）。",
    "timeline": "时间线：{timeline}",
    "you_are": "你是{name}。",
    "met": "{first}和{second}见了面。",
    "seat_left": "{name}又自己说话了。",
    "seat_taken": "现在由{person}扮演{name}。",
    "awaited": "在等{name}。",
    "paused": "停在这里，等着继续。",
    "settled": "尘埃落定。",
    "broken_off": "中途结束了。",
    "keeps_apart": "{name}谁也不找。",
    "turns_to": "{name}去找{partner}",
    "turns_to_why": "{name}去找{partner}：{why}",
    "speaks": "{name}：",
    "speaks_to": "{name}对{partner}：",
    "unchanged": "我没有什么改变。",
    "backs": "支持{name}",
    "votes_for": "{name}投给{candidate}。",
    "votes_for_knowing_all": "{name}知道一切之后投给{candidate}。",
    "abstains": "{name}弃权。",
    "abstains_knowing_all": "{name}知道一切之后弃权。",
    "by_default": "（默认：没有得到回答）",
    "mostly_default": (
        "{answers}个回答中有{defaulted}个没能从模型那里得到可用的内容，成员只按默认行事。"
        "下面的结果说明不了他们什么。"
    ),
    "votes": "投票",
    "default_mark": "{name} *",
    "default_legend": "* 默认：没有得到回答",
    "own_eyes": "你看到的是{name}可以知道的；别人的票不公开。",
    "audience_eyes": "你看到的是观众可以知道的；谁投给了谁不公开。",
    "effort": (
        "调用模型{calls}次（重问{repaired}次，默认{defaulted}次），{tokens}个词元；"
        "双字符熵{nats}纳特。"
    ),
    "wrote": "已写入{file}。",
    "go_on": "就停在这里。继续请用：{command}",
    "may_talk": "你可以找{names}谈，也可以谁也不找。",
    "whom": "找谁？（空：谁也不找）",
    "first_words": "你的第一句话：",
    "your_line": "你对{name}说（空：没话说）：",
    "your_line_to_all": "你对所有人说（空：没话说）：",
    "may_vote": "{question}你可以投给{names}，也可以谁也不投。",
    "your_vote": "你的票（空：谁也不投）",
    "not_yourself": "如果不能投给自己呢？",
    "last_words_wanted": "你最后的话：",
    "several_meant": "{said}可能是{found}；请在{names}中说一个。",
    "none_meant": "{said}不在其中；请在{names}中说一个。",
    "group_chat": "群像",
    "members_count": "人",
    "rounds_count": "/ {rounds}轮",
    "talks_count": "场谈话",
    "lines_count": "句话",
    "calls_count": "次模型调用",
    "seed": "种子",
    "parts": "本页各部分",
    "votes_title": "投票",
    "relations_title": "关系",
    "met_title": "谁见了谁",
    "influence_title": "影响力",
    "beliefs_title": "信念",
    "words_title": "用词",
    "transcript_title": "记录",
    "effort_title": "开销",
    "votes_about": (
        "同一个问题按几种规则表决：凭投票人自己所知，或凭所有人所知；可以投给自己，或不可以。"
    ),
    "votes_label": "投票，按成员和规则",
    "member": "成员",
    "expected": "料想谁赢",
    "count": "票数",
    "abstained": "弃权",
    "won_legend": "圆点表示这一票投给了赢家。",
    "no_votes": "还没有计票。",
    "relations_heading": "他们彼此的关系",
    "span_rounds": "从开始到{place}",
    "span_start": "开始时",
    "relations_ended": (
        "每一行是一个人对其他人的感情，0到100，{span}。大数字是最后的分数，小数字是变化，"
        "颜色越深越亲近。"
    ),
    "relations_now": (
        "每一行是一个人对其他人的感情，0到100，{span}。大数字是现在的分数，小数字是变化，"
        "颜色越深越亲近。"
    ),
    "relations_label": "关系，按谁对谁",
    "feels_about": "谁对谁",
    "inferred": "他们以为别人之间的关系（{count}）",
    "who_believes": "谁以为",
    "that": "某人",
    "stands_to": "对某人",
    "at": "分数",
    "met_about": "左边的人找上面的人单独谈话的次数。",
    "met_label": "{title}，按谁找了谁",
    "chose": "谁找了谁",
    "influence_about": "主要人物拥有的，加上支持者拥有的。",
    "influence_caption": "主要人物的影响力",
    "influence_chart": "主要人物各轮的影响力",
    "numbers_below": "数字见下表。",
    "as_table": "表格",
    "backing_label": "谁支持谁，按轮次",
    "backing": "谁支持谁",
    "beliefs_about": "各人认为对的或真的，0到100，{span}。",
    "no_beliefs": "没有人有信念。",
    "words_heading": "用词有多丰富",
    "words_about": (
        "单词、双词、三词的熵，以比特计。话越多看起来总是越丰富，所以每个数字都是同样大小的"
        "样本的平均：每一轮、每个说话人都取同样多的词。"
    ),
    "entropy_caption": "各轮的熵，同样大小",
    "entropy_chart": "各轮用词的熵，以比特计",
    "numbers_in_rounds": "数字见各轮的表。",
    "too_little_rounds": "话太少，各轮无法比较。",
    "whole": "总体",
    "paper_figure": "论文的数字：存下的台词连同名字，每两个字符一组，以纳特计",
    "telling": "一个词能透露多少说话人是谁，减去巧合（0到1）",
    "words_said_all": "成员说过的词",
    "varied_label": "{title}：用词有多丰富",
    "words_said": "说过的词",
    "by_round": "轮次",
    "by_speaker": "说话人",
    "order_1": "单词",
    "order_2": "双词",
    "order_3": "三词",
    "each": "{name}，各{count}个",
    "bits": "比特",
    "even": "均匀",
    "distinct": "不同",
    "too_little": "太少",
    "figures_legend": "均匀：熵占同样多不同的词所能有的最大值的比例。不同：其中不同的所占的比例。",
    "transcript_about": "每一句话，按轮次和阶段。虚线框里的别人听不见。",
    "effort_heading": "开销，以及怎样再运行一次",
    "model_calls": "模型调用",
    "calls_of": "{calls}，最多{most}",
    "repaired": "重问的回答",
    "defaulted": "用默认代替的回答",
    "tokens": "读入和写出的词元",
    "tokens_of": "{read}和{written}",
    "models": "模型",
    "none": "无",
    "seed_legend": "发言次序和每次抽签都由种子决定；模型第二次的回答仍可能不同。",
    "footer_scene": "场景",
    "footer": "，依照 AgentGroupChat（arXiv 2403.13433）。由 npcserver 生成。",
    "under_way": "还在进行：{where}。",
    "broken_off_at": "中途结束：{where}。",
    "opening": "开场",
    "nobody_wins": "没有人赢。",
    "wins": "{name}赢了。",
    "outcome": "结果：{name}。",
    "not_parted": "{names}分不出高下。",
    "last_words": "最后的话",
    "settlement_title": "了结",
    "audience": "观众",
    "private": "私下",
    "had_in_mind": "{name}的打算",
    "strategy": "策略：",
    "topics": "话题：",
    "to": "对{name}",
    "spoken_by": "由{name}说出",
    "kept": "{count}个人记下的",
    "nothing_said": "还没有人说过一句话。",
}
