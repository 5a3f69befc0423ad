"""Facts are told where they answer what was asked, and nowhere else."""

from collections import Counter

from tests.benchmarks import fact_answers

MOST_WRONG = 1
LEAST_TOLD = {"farrowhithe": 41, "qingshi": 12, "skellbeck": 32, "liutang": 10}
"""Of 43, 14, 38 and 12; before requests were told from questions 39, 11, 31 and 10."""


async def test_facts_are_told_where_they_answer_and_nowhere_else() -> None:
    """In worlds that the rule was tuned on, and in those that it was not."""
    found = await fact_answers.judged()
    wrong = [one for one in found if not (one.case.fact or one.is_right)]
    told = Counter(one.case.world for one in found if one.case.fact and one.is_right)

    assert [(one.case.say, one.pushed) for one in wrong if one.pushed] == []
    for world, least in LEAST_TOLD.items():
        assert sum(one.case.world == world for one in wrong) <= MOST_WRONG, world
        assert told[world] >= least, world


async def test_what_is_sold_goes_out_at_the_price_that_the_world_states() -> None:
    """Whatever price a small model proposes; but for a gift."""
    sold = await fact_answers.sales()

    assert [(one.say, one.asked) for one in sold if not one.is_right] == []
