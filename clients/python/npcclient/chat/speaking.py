"""A character's turn on the screen: streamed words, feelings, intents."""

from contextlib import ExitStack

from npcclient.chat.flow import Flow
from npcclient.chat.screen import Screen
from npcclient.turn import Turn
from npcclient.v1.turn_pb2 import Line, Rung, TurnEvent, TurnFinished, TurnOutcome


class Speaking:
    """Shows the events of one turn, in order."""

    def __init__(self, screen: Screen, name: str) -> None:
        self._screen = screen
        self._name = name
        self._flow: Flow | None = None
        self._sentence = ""
        self._is_first = True

    async def show(self, turn: Turn) -> None:
        """Show the turn to its end. Raises its errors, after ending the line."""
        with ExitStack() as waiting:
            waiting.enter_context(self._screen.waiting(self._name))
            try:
                async with turn:
                    async for event in turn:
                        if event.WhichOneof("event") not in {"started", "waiting"}:
                            waiting.close()
                        self.take(event)
                if turn.finished is None:
                    self.end()
                    self._screen.note(f"(You cut {self._name} off before a word was said.)")
            finally:
                waiting.close()
                self.end()

    def take(self, event: TurnEvent) -> None:
        """Show one event."""
        match event.WhichOneof("event"):
            case "waiting":
                self._screen.thinking(self._name)
            case "disclosure":
                self._screen.note(event.disclosure.text)
            case "delta":
                self._words(event.delta.text)
            case "line":
                self._line(event.line)
            case "intent":
                self.end()
                self._screen.intent(event.intent)
            case "finished":
                self.end()
                note = ending(event.finished, self._name)
                if note:
                    self._screen.note(note)
            case _:
                pass

    def _words(self, text: str) -> None:
        if not self._sentence:
            text = text.lstrip()
        if not text:
            return
        if self._flow is None:
            self._flow = self._screen.speaker(self._name)
            self._is_first = True
        if not self._sentence and not self._is_first:
            text = f" {text}"
        self._is_first = False
        self._sentence += text
        self._flow.add(text)

    def _line(self, line: Line) -> None:
        spoken = self._sentence.strip()
        if line.text.startswith(spoken):
            self._words(line.text.removeprefix(spoken))
        if self._flow is not None:
            self._screen.emotion(self._flow, self._name, line.emotion)
        self._sentence = ""

    def end(self) -> None:
        """End the present line, if any."""
        if self._flow is not None:
            self._flow.flush()
            self._screen.end_line()
        self._flow = None
        self._sentence = ""


def ending(finished: TurnFinished, name: str) -> str:
    """Return a remark on an unusual end of a turn; empty for a usual one."""
    if finished.not_kept:
        return f"(This could not be stored; {name} will not remember it.)"
    match finished.outcome:
        case TurnOutcome.TURN_OUTCOME_INTERRUPTED:
            return f"(You cut {name} off; what was not said will not be remembered.)"
        case TurnOutcome.TURN_OUTCOME_LEFT:
            return f"(A save was loaded meanwhile; {name} was cut off.)"
        case TurnOutcome.TURN_OUTCOME_CUT_SHORT:
            return "(The model broke off; what was said stands.)"
        case TurnOutcome.TURN_OUTCOME_FALLBACK:
            spoke = "the offline actor spoke"
            if finished.rung == Rung.RUNG_AUTHORED:
                spoke = "this line was written for such moments"
            return f"(The model gave no answer: {spoke}. /explain says why.)"
        case _:
            return ""
