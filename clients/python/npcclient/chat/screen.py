"""The look of a chat: colours and labels on a terminal, plain lines elsewhere."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.status import Status
from rich.text import Text

from npcclient.chat.flow import Flow, printable
from npcclient.v1.affordance_pb2 import ActionIntent, Argument
from npcclient.v1.turn_pb2 import Emotion

FACES: Mapping[str, str] = MappingProxyType(
    {
        "joy": "😄",
        "amusement": "😏",
        "affection": "🥰",
        "pride": "😌",
        "relief": "😅",
        "calm": "🙂",
        "hope": "🌱",
        "curiosity": "🧐",
        "surprise": "😮",
        "confusion": "😕",
        "boredom": "🥱",
        "sadness": "😢",
        "shame": "😳",
        "worry": "😟",
        "fear": "😨",
        "suspicion": "🤨",
        "annoyance": "😒",
        "anger": "😠",
        "disgust": "🤢",
    }
)


class Screen:
    """Shows a chat. `is_plain` leaves out animations, and names emotions in words."""

    def __init__(self, console: Console, *, is_plain: bool = False) -> None:
        self.console = console
        self.is_plain = is_plain
        self._status: Status | None = None
        self._feelings: dict[str, str] = {}

    def say(self, message: str | RenderableType) -> None:
        """Show a message of the chat itself."""
        shown = Text(printable(message)) if isinstance(message, str) else message
        if not self.is_plain:
            self.console.print(shown)
            return
        with self.console.capture() as captured:
            self.console.print(shown)
        for row in captured.get().splitlines():  # tables pad their rows with blanks
            self.console.print(Text.from_ansi(row.rstrip()), soft_wrap=True)

    def note(self, message: str) -> None:
        """Show a remark, dimmed."""
        self.console.print(Text(printable(message), style="dim"))

    def refuse(self, message: str) -> None:
        """Show an error with its advice."""
        self.console.print(Text(printable(message), style="red"))

    def heard(self, name: str, words: str) -> None:
        """Show the player's words, where they were not typed on the screen."""
        self.console.print(Text.assemble((name, "bold green"), ": ", printable(words)))

    def prompt(self, text: str) -> None:
        """Show the input prompt again, where it was overwritten."""
        self._raw(text)

    def speaker(self, name: str) -> Flow:
        """Begin a character's line and return the flow for its words."""
        self.console.print(Text(f"{name}: ", style="bold cyan"), end="")
        return Flow(self._raw, self.console.width, 2, cell_len(name) + 2)

    def emotion(self, flow: Flow, name: str, emotion: Emotion) -> None:
        """Show what a speaker feels where it changes; a neutral feeling has no label."""
        flow.flush()
        before, now = self._feelings.get(name, ""), emotion.label
        if not now or now == before:
            return
        self._feelings[name] = now
        if now == "neutral":
            return
        face = FACES.get(emotion.label)
        flow.add(f" {face}" if face and not self.is_plain else f" [{emotion.label}]")
        flow.flush()

    def intent(self, intent: ActionIntent) -> None:
        """Show what a character wants to do."""
        self.console.print(Text(f"  → {intent_text(intent)}", style="yellow"))

    def end_line(self) -> None:
        """End the present line."""
        self.console.print()

    @contextmanager
    def waiting(self, name: str) -> Iterator[None]:
        """Show that the character has heard, for as long as the block lasts."""
        if self.is_plain:
            yield
            return
        with self.console.status(Text(f"{name} listens", style="dim"), spinner="dots") as status:
            self._status = status
            try:
                yield
            finally:
                self._status = None

    def thinking(self, name: str) -> None:
        """Show that the answer takes a while."""
        told = Text(f"{name} is thinking", style="dim")
        if self._status is not None:
            self._status.update(told)
        elif self.is_plain:
            self.note(f"({name} is thinking.)")

    def _raw(self, text: str) -> None:
        self.console.print(Text(text), end="", soft_wrap=True)
        self.console.file.flush()


def intent_text(intent: ActionIntent) -> str:
    """Return an intent as a call: `give_item(item="lamp")`."""
    arguments = ", ".join(f"{it.name}={_value(it)}" for it in intent.arguments)
    return printable(f"{intent.affordance}({arguments})")


def _value(argument: Argument) -> str:
    match argument.WhichOneof("value"):
        case "text":
            return f'"{argument.text}"'
        case "integer":
            return str(argument.integer)
        case "number":
            return f"{argument.number:g}"
        case "boolean":
            return "true" if argument.boolean else "false"
        case _:
            return "?"
