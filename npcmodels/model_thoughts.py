"""Models that think before they answer: how to keep them from it, and what of a text is thinking.

A line has some 300 tokens, which thinking uses up before the first word. Each kind of endpoint is
asked in its own way not to let the model think; none of them knows all ways.
"""

import re
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from npcserver.ports.language_model import JSON

EFFORTS, THINKING = ("effort_none", "effort_minimal"), "thinking"
"""Parts of a request that a form may leave out: one effort after the other, or all of it."""

_THINKS = re.compile(
    r"qwen-?3(?!.*(?:instruct|coder|embed))|qwq|qvq|(?:^|[-_/:.])r1(?:$|[-_/:.])|reason|think"
    r"|gpt-oss|gpt-[5-9](?!.*chat)|(?:^|/)o[134](?:$|[-_:])|gemini-(?:2\.5|[3-9])|gemma-?4"
    r"|magistral|glm-?(?:4\.[5-9]|[5-9]|z1)|minimax-m|kimi-k2\.|nemotron|exaone-?(?:deep|4)"
    r"|smollm3|seed-oss|hunyuan|grok-(?:3-mini|4)|deepseek-v(?:3\.[1-9]|[4-9])",
    re.IGNORECASE,
)
_LEAST_LOW = re.compile(r"gpt-oss|(?:^|/)o[134](?:$|[-_:])", re.IGNORECASE)
_OWN_WAYS: Mapping[str, Mapping[str, JSON]] = {
    "deepseek.com": {"thinking": {"type": "disabled"}},
    "bigmodel.cn": {"thinking": {"type": "disabled"}},
    "z.ai": {"thinking": {"type": "disabled"}},
    "moonshot.ai": {"thinking": {"type": "disabled"}},
    "moonshot.cn": {"thinking": {"type": "disabled"}},
    "aliyuncs.com": {"enable_thinking": False},
    "siliconflow.cn": {"enable_thinking": False},
    "siliconflow.com": {"enable_thinking": False},
}
_EFFORT_ALONE = ("openai.com", "groq.com", "googleapis.com", "mistral.ai", "x.ai", "azure.com")
_TEMPLATE = "chat_template_kwargs"
_OF_THINKING = frozenset(
    ("reasoning_effort", "reasoning", "think", "thinking", "enable_thinking", "reasoning_budget")
)


def thinks_by_name(model: str) -> bool:
    """Return whether a model of that name is known to think where nobody keeps it from it."""
    return bool(_THINKS.search(model))


def thinking_off(model: str, base_url: str, takes: Callable[[str], bool]) -> dict[str, JSON]:
    """Return the fields that keep a model from thinking, as far as its endpoint takes them.

    `takes` returns whether one of `EFFORTS`, or `THINKING`, is to be sent.
    """
    if not takes(THINKING):
        return {}
    host = urlsplit(base_url).hostname or ""
    own = next((way for end, way in _OWN_WAYS.items() if _is_at(host, end)), None)
    if own is not None:
        return dict(own)
    efforts = ["low"] if _LEAST_LOW.search(model) else ["none", "minimal", "low"]
    effort = next(one for one in efforts if one == "low" or takes(f"effort_{one}"))
    if _is_at(host, "openrouter.ai"):
        return {"reasoning": {"enabled": False} if effort == "none" else {"effort": "low"}}
    found: dict[str, JSON] = {"reasoning_effort": effort}
    if not any(_is_at(host, end) for end in _EFFORT_ALONE):  # llama.cpp, vLLM, SGLang
        found[_TEMPLATE] = {"enable_thinking": False, "thinking": False}
    return found


def sets_thinking(fields: Mapping[str, JSON]) -> bool:
    """Return whether an operator's own fields say whether, or how much, the model thinks."""
    template = fields.get(_TEMPLATE)
    inside = template.keys() if isinstance(template, dict) else ()
    return not _OF_THINKING.isdisjoint((*fields, *inside))


def _is_at(host: str, end: str) -> bool:
    return host == end or host.endswith(f".{end}")


_FIELDS = ("reasoning_content", "reasoning", "thinking", "thinking_content", "reasoning_text")


def has_thinking(part: Mapping[str, object]) -> bool:
    """Return whether a part of an answer has thinking beside what is said."""
    content = part.get("content")
    parts = content if isinstance(content, list) else ()
    types = {str(one.get("type")) for one in parts if isinstance(one, dict)}
    return any(part.get(name) for name in _FIELDS) or not types.isdisjoint(("thinking", *_FIELDS))


# How thinking begins and ends in a text. What is between two such marks, or before an end without
# a beginning, is thinking; a beginning without an end leaves nothing.
_TAGS = "think|thinking|thought|thoughts|reasoning|reason|analysis|scratchpad|seed:think"
_OPENS = re.compile(
    rf"<(?P<tag>{_TAGS})>|(?P<mistral>\[THINK\])|(?P<kimi>\u25c1think\u25b7)"
    r"|(?P<channel><\|channel\|>\s*(?:analysis|commentary)\b[^<]*<\|message\|>)"
    r"|(?P<gemma><\|channel>\s*thought)|(?P<begin><\|begin_of_thought\|>)"
    r"|(?P<start><\|START_THINKING\|>)",
    re.IGNORECASE,
)
_FINAL = r"<\|channel\|>\s*final\b[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>"
_CLOSES = {
    "mistral": r"\[/THINK\]",
    "kimi": "\u25c1/think\u25b7",
    "channel": _FINAL,
    "gemma": r"<channel\|>",
    "begin": r"<\|end_of_thought\|>",
    "start": r"<\|END_THINKING\|>",
}
_STRAY = re.compile(
    rf"</(?:{_TAGS})>|\[/THINK\]|\u25c1/think\u25b7|<channel\|>|<\|end_of_thought\|>"
    rf"|<\|END_THINKING\|>|{_FINAL}|assistantfinal",
    re.IGNORECASE,
)
_MARKS = re.compile(r"<\|(?:return|end|start)\|>(?:assistant)?", re.IGNORECASE)
_MAY_BEGIN = re.compile(r"[<\[\u25c1][^>\]\u25b7\s]{0,24}$|<\|channel[^\n]{0,60}$")
_ANSWERS = ("{", "[", "`")
_ALOUD = re.compile(r"\s*analysis(?=\S)")  # Harmony's first channel, without its marks
_LONGEST_MARK = 100
_LOUD = 600  # characters; a line has some 300
_LONGEST_THOUGHT = 1 << 20


class ThinkingFilter:
    """Passes on what of a text is no thinking, fragment by fragment.

    Some templates open the thinking in the prompt, so that the answer holds its end alone. Words
    where JSON is wanted (`wants_json`) therefore wait for a mark: those of a model that is known to
    think (`is_thinker`) to the end, others for `_LOUD` characters, of which nothing is lost, since
    so short an answer is read as a whole.
    """

    def __init__(self, *, is_thinker: bool, wants_json: bool) -> None:
        self.has_thought = False
        self._patience = 0
        if wants_json:
            self._patience = _LONGEST_THOUGHT if is_thinker else _LOUD
        self._has_passed = False
        self._is_json = False
        self._pending = ""
        self._close: re.Pattern[str] | None = None

    def feed(self, fragment: str) -> str:
        """Take in a fragment; return what of the text so far can be passed on."""
        self._pending += fragment
        passed = ""
        while self._pending:
            if self._close is not None:
                end = self._close.search(self._pending)
                if end is None:
                    self._pending = self._pending[-_LONGEST_MARK:]
                    break
                self._pending, self._close = self._pending[end.end() :].lstrip(), None
                continue
            opens, stray = _OPENS.search(self._pending), _STRAY.search(self._pending)
            if stray and not (opens and opens.start() < stray.start()):
                passed += self._before_stray(stray, passed)
                continue
            if opens is None:
                break
            self.has_thought = True
            passed += self._pass(self._pending[: opens.start()])
            self._pending = self._pending[opens.end() :]
            tag = opens["tag"]
            close = rf"</{re.escape(tag)}>" if tag else _CLOSES[str(opens.lastgroup)]
            self._close = re.compile(close, re.IGNORECASE)
        if self._close is None and not self._must_wait():
            may_begin = _MAY_BEGIN.search(self._pending)
            safe = may_begin.start() if may_begin else len(self._pending)
            passed += self._pass(self._pending[:safe])
            self._pending = self._pending[safe:]
        return passed

    def finish(self) -> str:
        """Return what was held back and is no thinking."""
        rest = "" if self._close is not None else self._pending
        self._pending = ""
        return self._pass(rest)

    def take_beside(self) -> None:
        """Record that thinking came beside the text, which then has none."""
        self.has_thought, self._patience = True, 0

    def _before_stray(self, stray: re.Match[str], passed: str) -> str:
        """Drop an end without a beginning, and the thinking before it where none went out."""
        before, self._pending = self._pending[: stray.start()], self._pending[stray.end() :]
        self._patience = 0
        if self._is_json or before.lstrip().startswith("{"):
            return self._pass(before)
        self.has_thought |= bool(before.strip()) or self._has_passed
        self._pending = self._pending.lstrip()
        return self._pass(before) if self._has_passed or passed else ""

    def _must_wait(self) -> bool:
        text = self._pending.lstrip()
        if self._has_passed or (text.startswith(_ANSWERS) and not text.startswith("[T")):
            return False
        return len(text) < self._patience or bool(_ALOUD.match(text))

    def _pass(self, text: str) -> str:
        text = _MARKS.sub("", text)
        if not self._has_passed and text.strip():
            self._has_passed, self._is_json = True, text.lstrip().startswith("{")
        return text
