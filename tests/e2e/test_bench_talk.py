"""`npcserver bench talk` through a real server, with models whose answers are known."""

import json
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import pytest

from npcbench import talk as bench_talk
from npcbench import talk_checks as checks
from npcbench import talk_report
from npcbench.scripted_model import ScriptedLanguageModel
from npcbench.talk import Wish
from npcserver.model.errors import ModelUnreachable, Unavailable
from npcserver.ports.language_model import Request
from tests.fakes.model_servers import serve_model

NEEDED: dict[str, dict[str, str | int]] = {
    "pour_drink": {"pence": 3},
    "write_note": {"words": "Dinner at seven."},
}
PLAIN = {"en": "This much I can tell you", "zh": "这件事我可以告诉你"}
TALKS = ("hester", "shen")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NPCSERVER_EMBEDDER__NAME", "hashing")


def written(say: str, feeling: str, intents: Sequence[object] = ()) -> str:
    return json.dumps({"feeling": feeling, "say": say, "intents": intents}, ensure_ascii=False)


def _end(text: str, part: str) -> int:
    """Return where words end in a prompt, which has plain marks for wide ones; -1 for nowhere."""
    text, part = (unicodedata.normalize("NFKC", one) for one in (text, part))
    return text.rfind(part) + len(part) if part in text else -1


def good(request: Request) -> str:
    """Answer a reply as its talk expects: what was heard stands last in the prompt."""
    asked = request.messages[-1].text
    turns = [(talk, turn) for talk in checks.load(ids=TALKS) for turn in talk.turns]
    talk, turn = max(turns, key=lambda one: (_end(asked, one[1].say), len(one[1].say)))
    known = [*turn.known[:1], *turn.follow[:1]]
    arguments = {**(turn.arguments or {}), **NEEDED.get(turn.action, {})}
    return written(
        ", ".join([PLAIN[talk.language], *known]) + ".",
        turn.feelings[0] if turn.feelings else "neutral",
        [{"name": turn.action, "arguments": arguments}] if turn.action else [],
    )


def amnesiac(_: Request) -> str:
    """Answer a reply without a word of what was said, and take no part in anything."""
    return written("It rained all through the week, as it does.", "boredom")


async def played(
    tmp_path: Path,
    model: ScriptedLanguageModel,
    *,
    talks: tuple[str, ...] = TALKS,
    patience: float = 10,
) -> talk_report.Result:
    wish = Wish(model="scripted:echo", talks=talks, patience=patience, out=tmp_path / "talk.jsonl")
    rows = await bench_talk.run(wish, beside=False, model=model)
    result: talk_report.Result = talk_report.result(rows)["models"]["scripted:echo"]
    return result


async def test_a_model_that_answers_as_expected_passes_all(tmp_path: Path) -> None:
    """Names, follow-ups, actions with arguments and feelings come through the wire as checked."""
    result = await played(tmp_path, ScriptedLanguageModel(good))

    assert result["turns"] == 20
    for check, counted in result["checks"].items():
        assert counted["of"] > 0
        assert counted["right"] == counted["of"], check
    assert result["valid_at_first_try"] == 20
    assert result["fallbacks"] == result["repaired"] == 0
    assert result["tokens_read"] > 1000
    assert result["tokens_written"] > 100
    bench_talk.require_answered({"scripted:echo": bench_talk.rows_of(tmp_path / "talk.jsonl")})


async def test_a_model_that_forgets_fails_what_it_forgot(tmp_path: Path) -> None:
    """A model that says the same to all fails names, follow-ups and asked actions."""
    model = ScriptedLanguageModel(amnesiac)
    result = await played(tmp_path, model, talks=("hester",))

    rights = {check: counted["right"] for check, counted in result["checks"].items()}
    assert rights["name"] == rights["follow"] == rights["asked"] == rights["feeling"] == 0
    for check in ("unknown", "unasked"):
        assert rights[check] == result["checks"][check]["of"]


async def test_turns_that_a_fallback_spoke_are_counted(tmp_path: Path) -> None:
    """Where the model cannot be reached, every turn counts as one by a fallback."""

    def unreachable(_: Request) -> ModelUnreachable:
        return ModelUnreachable("nobody is there")

    model = ScriptedLanguageModel(unreachable)
    result = await played(tmp_path, model, talks=("hester",), patience=0.5)

    assert result["fallbacks"] == 10
    assert result["valid_at_first_try"] == 0
    rows = {"openai:x": bench_talk.rows_of(tmp_path / "talk.jsonl")}
    with pytest.raises(Unavailable, match=r"10 of 10 turns had no answer of openai:x.*nobody is"):
        bench_talk.require_answered(rows)


async def test_a_model_that_is_not_there_plays_no_talk(tmp_path: Path) -> None:
    """No turn is written down of a model that does not answer a short question first."""
    out, nobody = tmp_path / "talk.jsonl", "http://127.0.0.1:9/v1"
    wish = Wish(model="openai:x", base_url=nobody, talks=("hester",), out=out)

    with pytest.raises(Unavailable, match=r"the model openai:x at .* does not answer: no"):
        await bench_talk.run(wish, beside=False)

    assert bench_talk.rows_of(out) == []


async def test_a_broken_off_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """After a break the talk goes on in its timeline, and only missing turns are asked for."""
    out = tmp_path / "talk.jsonl"
    calls = 0

    class BrokenOffError(Exception):
        pass

    def breaks_off(words: str) -> None:
        if words.endswith("turn 5"):
            raise BrokenOffError

    wish = Wish(model="scripted:echo", talks=("hester",), patience=10, out=out)
    with pytest.raises(BrokenOffError):
        await bench_talk.run(
            wish, beside=False, model=ScriptedLanguageModel(good), progress=breaks_off
        )
    assert len(out.read_text().splitlines()) == 4
    with out.open("a") as file:
        file.write('{"asked": "scripted:echo", "talk": "hes')

    def counting(request: Request) -> str:
        nonlocal calls
        calls += 1
        return good(request)

    rows = (await bench_talk.run(wish, beside=False, model=ScriptedLanguageModel(counting)))[
        "scripted:echo"
    ]

    assert calls == 6
    assert [row["turn"] for row in rows] == list(range(10))
    assert len({row["timeline"] for row in rows}) == 1
    whole = [json.loads(line) for line in out.read_text().splitlines() if line.endswith("}")]
    assert len(whole) == 10


async def test_transcripts_and_tables_can_be_read(tmp_path: Path) -> None:
    """A transcript holds what was said and which checks failed; the table has the offline actor."""
    wish = Wish(model="scripted:echo", talks=("hester",), patience=10)
    rows = await bench_talk.run(wish, model=ScriptedLanguageModel(amnesiac))

    talk_report.write_transcripts(tmp_path, rows)
    text = (tmp_path / "echo" / "hester.md").read_text()
    table = talk_report.markdown(talk_report.result(rows))

    assert "**Guest:** Do you still remember what I am called?" in text
    assert f"not passed: {checks.CHECKS['name']}" in text
    assert (tmp_path / "offline" / "hester.md").is_file()
    assert "| echo | offline |" in table
    assert "| name from turn 1 known in turn 6 | 0/1 (0 %) |" in table


async def test_runs_can_be_put_beside_each_other(tmp_path: Path) -> None:
    """Files of several runs make one table, with a column for each and the offline actor's last."""
    for name, script in (("before-1.5b", amnesiac), ("after", good)):
        wish = Wish(
            model="scripted:echo", talks=("hester",), patience=10, out=tmp_path / f"{name}.jsonl"
        )
        model = ScriptedLanguageModel(script)
        await bench_talk.run(wish, beside=name != "after", model=model)

    files = (tmp_path / "before-1.5b.jsonl", tmp_path / "after.jsonl")
    table = talk_report.markdown(talk_report.result(talk_report.of_files(files, "open")))

    assert "|  | before-1.5b | after | offline |" in table
    assert "| name from turn 1 known in turn 6 | 0/1 (0 %) | 1/1 (100 %) |" in table
    assert not talk_report.of_files(files, "kept")["before-1.5b"]


async def test_turns_are_played_as_a_server_plays_them(tmp_path: Path) -> None:
    """A small model gets the short prompts that it is served with, and is asked for lines only."""
    async with serve_model("plain") as server:
        wish = Wish(
            model="openai:tale-0.5b", base_url=server.base_url, talks=TALKS[:1], patience=10,
            out=tmp_path / "talk.jsonl",
        )  # fmt: skip
        await bench_talk.run(wish, beside=False)

    turns = len(checks.load(ids=TALKS[:1])[0].turns)
    assert set(server.questions) == {"reply"}
    assert len(server.questions) >= turns
    assert not [prompt for prompt in server.prompts if "promises" in prompt]
