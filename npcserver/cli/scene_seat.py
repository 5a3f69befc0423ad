"""A seat in a scene, played at the terminal."""

from npcclient.chat.keyboard import Interrupted, Keyboard

from npcserver.app.group.scene_requests import ChooseFromSeat, Speak, VoteFromSeat
from npcserver.app.groupchats import GroupChats
from npcserver.cli.scene_view import SceneView
from npcserver.model.errors import Fault
from npcserver.model.group.chat import GroupChat
from npcserver.model.group.moves import Chose, Spoke, Voted
from npcserver.model.group.tasks import Awaited
from npcserver.model.ids import TimelineId
from npcserver.model.person import Person

YOU = Person(id="you", name="You")
_NOBODY = ("", "nobody", "none", "-")


class StoodUp(Exception):  # noqa: N818 - what happened, in a word
    """The person at this terminal has left: by Ctrl-C, or because the input ended."""


class Seat:
    """The person at this terminal, in the seat of one member."""

    def __init__(
        self,
        chats: GroupChats,
        timeline_id: TimelineId,
        chat_id: str,
        keyboard: Keyboard,
        view: SceneView,
        member: str,
    ) -> None:
        self._chats = chats
        self._timeline_id = timeline_id
        self._chat_id = chat_id
        self._keyboard = keyboard
        self._view = view
        self._words = view.words
        self._member = member

    async def act(self, awaited: Awaited, seq: int) -> None:
        """Ask until an answer is accepted; return at once if another member is awaited.

        Returns as well if the member has acted since it was awaited at position `seq`. Raises
        `StoodUp`.
        """
        while awaited.member == self._member:
            chat = await self._chats.get(self._timeline_id, self._chat_id)
            if chat.is_closed or self._has_acted(chat, seq):
                return
            try:
                await self._answer(chat, awaited)
            except Fault as fault:
                self._view.warn(fault.message)
            else:
                return

    def _has_acted(self, chat: GroupChat, seq: int) -> bool:
        return any(
            isinstance(move, Chose | Spoke | Voted) and move.member == self._member
            for at, move in chat.moves
            if at > seq
        )

    async def _answer(self, chat: GroupChat, awaited: Awaited) -> None:
        match awaited.task:
            case "choose":
                await self._choose(chat, awaited)
            case "vote":
                await self._vote(chat)
            case _:
                await self._speak(chat, awaited)

    async def _choose(self, chat: GroupChat, awaited: Awaited) -> None:
        self._view.note(self._words["may_talk"].format(names=self._listed(awaited.partners)))
        partner = await self._one_of(self._words["whom"], awaited.partners)
        text = await self._line(self._words["first_words"]) if partner else ""
        await self._chats.choose(
            ChooseFromSeat(
                timeline_id=self._timeline_id,
                chat_id=chat.id,
                member_id=self._member,
                partner_id=partner,
                text=text,
            )
        )

    async def _speak(self, chat: GroupChat, awaited: Awaited) -> None:
        key = "your_line" if awaited.partners else "your_line_to_all"
        text = await self._line(self._words[key].format(name=self._listed(awaited.partners)))
        await self._chats.speak(
            Speak(
                timeline_id=self._timeline_id,
                chat_id=chat.id,
                member_id=self._member,
                person=YOU,
                text=text,
                ends=not text,
            )
        )

    async def _vote(self, chat: GroupChat) -> None:
        ballot = chat.script.ballot
        candidates = tuple(one.id for one in ballot.candidates)
        names = self._listed(candidates)
        self._view.note(self._words["may_vote"].format(question=ballot.question, names=names))
        choice = await self._one_of(self._words["your_vote"], candidates)
        own = {one.id for one in ballot.candidates if one.member == self._member}
        other = ""
        if choice in own:
            others = tuple(one for one in candidates if one not in own)
            while others and not other:
                other = await self._one_of(self._words["not_yourself"], others)
        statement = await self._line(self._words["last_words_wanted"])
        await self._chats.vote(
            VoteFromSeat(
                timeline_id=self._timeline_id,
                chat_id=chat.id,
                member_id=self._member,
                candidate_id=choice,
                other_candidate_id=other,
                statement=statement,
            )
        )

    async def _line(self, prompt: str) -> str:
        try:
            return (await self._keyboard.line(prompt)).strip()
        except (EOFError, Interrupted) as end:
            raise StoodUp from end

    def _listed(self, ids: tuple[str, ...]) -> str:
        return self._words["comma"].join(self._view.name(one) for one in ids)

    async def _one_of(self, prompt: str, ids: tuple[str, ...]) -> str:
        """Ask until one of `ids` is named; an answer such as "nobody" returns an empty text."""
        while (said := await self._line(prompt)).casefold() not in _NOBODY:
            found = self._meant(said, ids)
            if len(found) == 1:
                return found[0]
            key = "several_meant" if found else "none_meant"
            names = self._listed(found or ids)
            told = self._words[key].format(said=repr(said), found=self._listed(found), names=names)
            self._view.warn(told)
        return ""

    def _meant(self, said: str, ids: tuple[str, ...]) -> tuple[str, ...]:
        """Return the ids with that id or name, else with such a word in the name, else prefix."""
        wanted = said.casefold()
        names = {one: self._view.name(one).casefold() for one in ids}
        for found in (
            tuple(one for one in ids if one.casefold() == wanted),
            tuple(one for one in ids if names[one] == wanted),
            tuple(one for one in ids if wanted in names[one].split()),
            tuple(one for one in ids if names[one].startswith(wanted)),
        ):
            if found:
                return found
        return ()
