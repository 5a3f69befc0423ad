"""Words of languages stand in their folders."""

import ast
import re
from collections.abc import Iterable, Iterator

from npcserver import language
from tests.architecture import sources

_WIDE = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]|\\\\u[4-9][0-9a-f]{3}")
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_STOP = language.words("stems", "stop") | language.words("tokens", "stop")
_FEWEST = 3
"""So many words make a list."""
_FEWEST_STOP_WORDS = 3
"""So many words that join others tell a list of natural language from keys and names."""
# What a regular expression holds beside words: escapes, names of groups, flags, sets of characters.
_NO_WORDS = re.compile(
    r"\\u[0-9a-f]{4}|\\[a-zA-Z]|\(\?P[<=]\w+[>)]|\[(?:\\.|[^]\\])*\]|\(\?[a-zA-Z-]+[:)]"
)
_NOT_OF_A_LANGUAGE = {
    "npcserver/model/foreign_marks.py": "marks of other tools",
    "npcscenes/files/scene_members.py": "values of answers that are no ids",
    "npcmodels/schema_model.py": "keys of answers",
    "npcserver/prompts/commitments.py": "keys of answers",
    "npctools/files/smallville.py": "names of places in one published data set",
    "npcmodels/actor/sentiment.py": "manners and emotions, which are keys of data",
    "npcmodels/discovery.py": "names of models",
    "npcmodels/hardware.py": "names of models",
    "npcmodels/embed/openai.py": "messages of model servers",
    "npcmodels/completion.py": "values of model servers",
    "npcmodels/model_thoughts.py": "names of models, and of marks in their answers",
    "npcmodels/openai_faults.py": "messages of model servers",
    "npcserver/cli/event_log.py": "beginnings of keys and tokens",
    "npcmodels/request_form.py": "names of fields in messages of model servers",
    "npcserver/prompts/garbage.py": "messages of programs",
    "npcserver/prompts/loose_json.py": "literals of programming languages",
    "npcserver/prompts/reply_reader.py": "marks of chat templates, and keys of answers",
    "npcserver/prompts/render.py": "keywords of templates, and roles of a chat",
    "npcserver/prompts/reply.py": "roles of a chat",
}


def test_words_of_a_language_stand_in_its_folder() -> None:
    """No Chinese or wide mark stands in code outside `language`, templates and data."""
    found = {path for path in _outside() if _WIDE.search(sources.text(path))}

    assert found == set()


def test_lists_of_words_stand_in_the_folder_of_their_language() -> None:
    """No list, table or pattern of natural words is in code outside `language`."""
    found = {path: lists for path in _outside() if (lists := list(_lists(sources.tree(path))))}

    assert {path: found[path] for path in found.keys() - _NOT_OF_A_LANGUAGE} == {}
    assert _NOT_OF_A_LANGUAGE.keys() - found.keys() == set(), "take these from the list"


def test_lists_of_words_are_found() -> None:
    """Each form in which code could list words is noticed; keys and settings are not."""
    words = (
        'A = "think see know".split()',
        'B = frozenset(("psst", "pst", "tsk"))',
        'C = {"psst", "pst", "tsk"}',
        'D = ("the", "of", "a")',
        'E = {"gave": "give", "took": "take", "sold": "sell"}',
        'F = re.compile(r"\\b(?:mr|mrs|dr)\\.")',
        'G = re.compile(rf"(?:when|{other}|if)|because")',
    )
    others = (
        'H = ("foreground", "background", "dormant")',
        'I = re.compile(r"(?P<year>\\d+)|(?P<month>\\d+)|(?P<day>\\d+)")',
        'J = {"calls": 1, "tokens": 2, "micros": 3}',
    )

    assert [line for line in words if not list(_lists(ast.parse(line)))] == []
    assert [line for line in others if list(_lists(ast.parse(line)))] == []


def _outside() -> Iterator[str]:
    for path in sources.modules(*sources.packages()):
        if not path.startswith("npcserver/language/"):
            yield path


def _lists(tree: ast.Module) -> Iterator[str]:
    """Yield the lists of natural words in a module, each with its line."""
    for node in ast.walk(tree):
        words = _words(node)
        if len(words) >= _FEWEST:
            yield f"{getattr(node, 'lineno', 0)}: {' '.join(words)[:80]}"


def _words(node: ast.AST) -> list[str]:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="split")):
            return _plain(text.split())
        case ast.Call(func=ast.Name(id="frozenset" | "set"), args=[ast.Tuple() | ast.List() as of]):
            return _plain(_texts(of.elts))
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="re")) | ast.Name(id="_compiled"),
            args=[pattern, *_],
        ):
            text = " ".join(_literals(pattern))
            return re.findall(r"[A-Za-z]{2,}", _NO_WORDS.sub(" ", text)) if "|" in text else []
        case ast.Set(elts=elements):
            return _plain(_texts(elements))
        case ast.Dict(keys=keys, values=values):
            return _plain(_texts(values)) if _plain(_texts(filter(None, keys))) else []
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            words = _plain(_texts(elements))
            return words if len(_STOP.intersection(words)) >= _FEWEST_STOP_WORDS else []
    return []


def _literals(node: ast.AST) -> Iterator[str]:
    """Yield the texts of an expression, without those that are given to functions in it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if not isinstance(node, ast.Call):
        for child in ast.iter_child_nodes(node):
            yield from _literals(child)


def _texts(nodes: Iterable[ast.expr]) -> list[str]:
    return [
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


def _plain(words: list[str]) -> list[str]:
    """Return words if all of them are lower-case words."""
    return words if all(map(_WORD.fullmatch, words)) else []
