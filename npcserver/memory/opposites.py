"""Words that exclude each other: of one thing at one time, only one side of a row can be said."""

from functools import lru_cache

_ROWS = """
open opened | closed shut sealed
open opened | locked barred bolted
locked barred | unlocked
alive living | dead
on lit burning alight ablaze | off out unlit extinguished cold
out | burning lit
on | off
full | empty
awake up | asleep sleeping
married | unmarried single widowed divorced
friend ally | enemy foe rival
rich wealthy | poor broke penniless
healthy well cured recovered | sick ill dying
safe | dangerous unsafe
true | false untrue
guilty | innocent
free released freed | imprisoned captive captured jailed caged
clean | dirty filthy
hot warm | cold cool freezing icy
wet soaked full | dry
broken damaged ruined destroyed | whole intact repaired fixed mended
lost missing | found
here present back home | gone away absent missing
in | out
inside indoors | outside outdoors
upstairs | downstairs
up | down
young | old
tall | short
strong | weak
brave | cowardly
honest truthful | dishonest liar lying
cheap | expensive dear
allowed permitted | forbidden banned
possible | impossible
early | late
raining rainy snowing stormy | sunny clear
calm | stormy
north northern | south southern
happy glad | sad unhappy miserable
loyal faithful | disloyal treacherous traitor
like love adore admire | hate dislike despise loathe detest
trust | distrust mistrust
visible | invisible hidden
guarded | unguarded
armed | unarmed
finished done complete | unfinished undone incomplete
busy | idle free
hungry | full sated
drunk | sober
blind | sighted
loud noisy | quiet silent
left | right
first | last
male man | female woman
public | secret private
available | unavailable
occupied taken | vacant free
blunt | sharp
fresh | rotten stale spoiled
cursed | blessed
winter | summer
开着 打开 敞开 开了 开 | 关着 关上 关了 锁着 锁上 锁了 关 锁
活着 活 在世 | 死了 已死 死 去世
亮着 点着 燃烧 烧着 亮 | 灭了 熄灭 熄了 灭
醒着 醒了 醒 | 睡着 睡了
满 满了 | 空 空了
喜欢 爱 喜爱 | 讨厌 恨 厌恶
信任 相信 | 怀疑 不信
朋友 盟友 | 敌人 仇人
真的 真 | 假的 假
安全 | 危险
结婚 已婚 结婚了 | 单身 未婚
健康 康复 痊愈 | 生病 病了 病
无辜 清白 | 有罪
热 暖和 | 冷 冰冷
湿 | 干
干净 | 脏
富有 有钱 富 | 贫穷 穷
完好 修好 修好了 | 坏了 坏 破了 破
自由 | 被关 被囚禁
里面 屋里 | 外面 屋外
勇敢 | 胆小
诚实 | 骗子
便宜 | 贵
营业 | 停业 关门
早 | 晚
高 | 矮
强 | 弱
快乐 高兴 | 悲伤 难过
忠诚 | 叛徒
"""


@lru_cache(maxsize=1)
def words() -> frozenset[str]:
    """Return every word that has an opposite."""
    return frozenset(_sides())


def are_opposite(one: str, other: str) -> bool:
    """Say whether one word excludes the other."""
    sides, others = _sides().get(one, {}), _sides().get(other, {})
    shared = [row for row in sides if row in others]
    if any(sides[row] == others[row] for row in shared):
        return False  # "full" and "sated": the same where they meet at all
    return bool(shared)


@lru_cache(maxsize=1)
def _sides() -> dict[str, dict[int, int]]:
    """Return in which rows, and on which side of each, a word stands."""
    found: dict[str, dict[int, int]] = {}
    for row, line in enumerate(_ROWS.strip().splitlines()):
        for side, group in enumerate(line.split("|")):
            for word in group.split():
                found.setdefault(word, {})[row] = side
    return found
