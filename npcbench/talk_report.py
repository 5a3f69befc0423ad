"""Results of `npcserver bench talk`: shares by check, tables and transcripts."""

import argparse
import json
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from npcbench.harness import busy, machine
from npcbench.talk import OFFLINE, Notebook, Row, Wish, require_answered, rows_of
from npcbench.talk_checks import CHECKS, Heard, Talk, judge, load
from npcserver import plugins
from npcserver.cli.settings_args import run_coroutine

Result = dict[str, Any]


def result(played: Mapping[str, Sequence[Row]]) -> Result:
    """Return shares and figures of each model, by its name."""
    return {
        "name": "talk",
        "machine": machine(),
        "models": {model: _figures(rows) for model, rows in played.items()},
    }


def judged(rows: Sequence[Row]) -> list[tuple[Talk, Row, dict[str, bool]]]:
    """Return each turn with its talk and its checks."""
    talks = {talk.id: talk for talk in load()}
    found = []
    for row in rows:
        talk = talks[row["talk"]]
        heard = Heard(said=row["said"], feeling=row["feeling"], intents=row["intents"])
        found.append((talk, row, judge(talk, talk.turns[row["turn"]], heard)))
    return found


def _figures(rows: Sequence[Row]) -> Result:
    verdicts = [checked for _, _, checked in judged(rows)]
    shares = {}
    for key in CHECKS:
        passed = [checked[key] for checked in verdicts if key in checked]
        shares[key] = {"right": sum(passed), "of": len(passed)}
    firsts = [row["first_word_s"] for row in rows]
    cached = [row.get("cached_tokens") for row in rows]  # None: a server did not report it
    return {
        "turns": len(rows),
        "checks": shares,
        "valid_at_first_try": sum(_is_valid(row) for row in rows),
        "repaired": sum(row["rung"] == "retry" for row in rows),
        "fallbacks": sum(row["outcome"] == "fallback" for row in rows),
        "dropped_intents": sum(row["dropped"] for row in rows),
        "first_word_s_median": round(statistics.median(firsts), 2) if firsts else None,
        "tokens_read": sum(row["prompt_tokens"] for row in rows),
        "tokens_cached": None if None in cached else sum(cached),
        "tokens_written": sum(row["completion_tokens"] for row in rows),
    }


def _is_valid(row: Row) -> bool:
    """Return whether the model's first answer was used unchanged."""
    return row["rung"] == "primary" and row["outcome"] == "completed" and not row["faults"]


def table(made: Result) -> list[list[str]]:
    """Return the result as rows of text, the first with the headings."""
    models: dict[str, Result] = made["models"]
    lines = [["", *map(_label, models)]]
    for key, meaning in CHECKS.items():
        lines.append([meaning, *(_share(it["checks"][key]) for it in models.values())])
    counts = {
        "valid_at_first_try": "answers valid at the first try",
        "repaired": "answers asked for again",
        "fallbacks": "turns spoken by a fallback",
    }
    for key, meaning in counts.items():
        shares = ({"right": it[key], "of": it["turns"]} for it in models.values())
        lines.append([meaning, *map(_share, shares)])
    sums = {
        "dropped_intents": "proposed actions refused",
        "first_word_s_median": "seconds to the first word, median",
        "tokens_read": "tokens of prompts",
        "tokens_cached": "of these cached",
        "tokens_written": "tokens written",
    }
    for key, meaning in sums.items():
        told = ("not told" if it[key] is None else f"{it[key]:,}" for it in models.values())
        lines.append([meaning, *told])
    return lines


def _label(model: str) -> str:
    """Return a model's name without provider, or its file without folder and extension."""
    return Path(model.partition(":")[2] or model).name.removesuffix(".gguf")


def _share(counted: Mapping[str, int]) -> str:
    right, of = counted["right"], counted["of"]
    return f"{right}/{of} ({100 * right / of:.0f} %)" if of else "-"


def markdown(made: Result) -> str:
    """Return the table as Markdown."""
    head, *rest = table(made)
    lines = [head, ["---", *("---:" for _ in head[1:])], *rest]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def show(made: Result) -> None:
    """Print the table to the terminal."""
    head, *rest = table(made)
    shown = Table(box=None, padding=(0, 2, 0, 0))
    for place, title in enumerate(head):
        shown.add_column(title, justify="right" if place else "left")
    for line in rest:
        shown.add_row(*line)
    Console(highlight=False).print(shown)


def write_transcripts(folder: Path, played: Mapping[str, Sequence[Row]]) -> None:
    """Write a Markdown file for each talk and model: the lines, and which checks failed."""
    for model, rows in played.items():
        place = folder / _label(model)
        place.mkdir(parents=True, exist_ok=True)
        texts: dict[str, list[str]] = {}
        for talk, row, checked in judged(rows):
            said = talk.turns[row["turn"]].say
            lines = texts.setdefault(talk.id, [f"# {talk.id}: {model}\n"])
            lines.append(f"**{talk.speaker}:** {said}\n")
            lines.append(f"**{talk.character}** ({row['feeling'] or '-'}): {row['said']}\n")
            lines += [f"- proposes {json.dumps(it, ensure_ascii=False)}" for it in row["intents"]]
            lines += [
                f"- not passed: {CHECKS[key]}" for key, passed in checked.items() if not passed
            ]
            if not _is_valid(row):
                lines.append(f"- {row['outcome']} by {row['rung']}: {'; '.join(row['faults'])}")
            lines.append("")
        for name, lines in texts.items():
            (place / f"{name}.md").write_text("\n".join(lines), encoding="utf-8")


def play(target: str, given: dict[str, Any]) -> None:
    """Play the talks with the options of the command, write transcripts, and print the result.

    Raises `Unavailable` if turns had no answer.
    """
    is_json, is_markdown, transcripts = map(given.pop, ("json", "markdown", "transcripts"))
    given["talks"] = tuple(given["talks"] or ())
    with busy() as say:
        played = run_coroutine(plugins.load(target)(Wish(**given), progress=say))
    made = result(played)
    if transcripts is not None:
        write_transcripts(transcripts, played)
    if is_json:
        print(json.dumps(made, ensure_ascii=False))
    elif is_markdown:
        print(markdown(made))
    else:
        show(made)
    require_answered(played)


def of_files(files: Sequence[Path], half: str = "all") -> dict[str, list[Row]]:
    """Return the turns of `--out` files by file name, those of the offline actor once."""
    played: dict[str, list[Row]] = {}
    talks = load(half)
    for path in files:
        for asked in dict.fromkeys(row["asked"] for row in rows_of(path)):
            notes = Notebook(path, asked)
            rows = [row for talk in talks for row in notes.of(talk)]
            played.setdefault(OFFLINE if asked == OFFLINE else path.stem, rows)
    if OFFLINE in played:
        played[OFFLINE] = played.pop(OFFLINE)  # the last column
    return played


def main(arguments: Sequence[str] | None = None) -> None:
    """Put runs of `npcserver bench talk` beside each other."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--half", choices=("open", "kept", "all"), default="all")
    parser.add_argument("--table", type=Path, nargs="+", required=True, help="files of --out")
    chosen = parser.parse_args(arguments)
    print(markdown(result(of_files(chosen.table, chosen.half))))


if __name__ == "__main__":
    main()
