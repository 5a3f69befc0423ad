"""What stays of a talk: not its lines, nor what was in mind before."""

import json
from dataclasses import replace

import pytest

from npcserver.prompts.questions.impressions import SummaryQuestion
from tests.fakes import prompt_inputs

TALK = replace(
    prompt_inputs.summary_input(),
    retold=(("The boat is gone.", "PLAN for Monday: 07:00 count the barrels; 09:00 serve ale"),),
)
SUMMARY = SummaryQuestion.of(TALK)
KEPT = "Bram wants Mira Holt to come to the harbour at six."


@pytest.mark.parametrize(
    "copied",
    [
        "no, you said that last Friday",
        "You said that, last Friday!",
        "07:00 count the barrels; 09:00 serve ale\u2026",
        *TALK.situation.character.persona.goals,
        TALK.situation.currently,
    ],
)
def test_what_is_shown_does_not_stay_word_for_word(copied: str) -> None:
    """Small models copy their line, a plan or a goal where nothing new was said."""
    for kept, left in (("for_my_plans", "interesting"), ("interesting", "for_my_plans")):
        answer = {kept: KEPT, left: copied, "importance": 4, "changed": []}
        summary = SUMMARY.read(json.dumps(answer))

        assert copied
        assert (getattr(summary, kept), getattr(summary, left)) == (KEPT, "")
