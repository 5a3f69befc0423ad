"""What can go wrong between a question and its answer."""

from npcserver.model.errors import ModelTalkedNonsense


class Unparseable(ModelTalkedNonsense):
    """The answer cannot be read as what was asked for; never leaves `mind`.

    The message names what is wrong and quotes neither the prompt nor a player. `usable` is what can
    be made of the answer by rule, for where no better one comes; None where nothing can.
    """

    def __init__(self, message: str, *, usable: object = None) -> None:
        super().__init__(message)
        self.usable = usable
