"""Talk between two characters without a language model: who has news tells it, then takes leave."""

from dataclasses import replace

from npcserver.adapters.llm import answers
from npcserver.adapters.llm.actor import feeling, phrases, promising, speaking, speaking_zh
from npcserver.adapters.llm.actor.facts import Origin, facts
from npcserver.adapters.llm.actor.lexicon import Lexicon
from npcserver.adapters.llm.actor.performance import Performance
from npcserver.adapters.llm.actor.pondering import Ponderer, chance_of
from npcserver.model.pondering import INTERVIEWER, Exchange, Questioned
from npcserver.model.scene import Scene
from npcserver.model.small_talk import is_goodbye

_TELLS = 0.6  # how often who was told something tells something too
_ENOUGH = 4  # lines after which a conversation may come to its end
_TOLD = (Origin.MEMORY, Origin.DOING, Origin.GOAL)


class Chatter:
    """Says the next line of a conversation, or answers a question."""

    def __init__(
        self, ponderer: Ponderer, banks: dict[str, phrases.Phrases], lexicon: Lexicon
    ) -> None:
        self._ponderer = ponderer
        self._banks = banks
        self._lexicon = lexicon

    def converse(self, exchange: Exchange) -> str:
        """Return the next line as a model writes it."""
        scene = _scene(exchange)
        chance = chance_of(exchange.situation)
        owed = promising.broken(scene, self._bank(scene))
        if owed is not None and not _is_repeat(owed.say, exchange):
            ends = not exchange.is_opening and self._is_over(exchange)
            leave = self._leave(exchange, scene) if ends else ""
            return answers.line(f"{owed.say} {leave}".strip(), emotion=owed.emotion, ends=ends)
        if self._is_over(exchange):
            return self._farewell(exchange, scene)
        fresh = self._news(exchange, scene)
        bank = self._ponderer.bank(exchange.situation)
        name = exchange.partner.name
        if exchange.is_opening:
            kind = "news" if fresh else "plain"
            say = chance.choice(bank["opening"][kind]).format(person=name, text=fresh)
            return answers.line(say, emotion="curiosity")
        return self._going_on(exchange, scene, fresh)

    def _going_on(self, exchange: Exchange, scene: Scene, fresh: str) -> str:
        """Answer what was asked; to what was told, say something, and perhaps tell something."""
        chance = chance_of(exchange.situation)
        phrases_left = [
            phrase
            for phrase in self._ponderer.bank(exchange.situation)["going_on"]["plain"]
            if not _is_repeat(phrase, exchange)
        ]
        if is_question(scene.heard) or not phrases_left:
            done = self.perform(scene)
            if not _is_repeat(done.say, exchange):
                return answers.line(done.say, emotion=done.emotion)
        if not phrases_left:
            return self._farewell(exchange, scene)
        say = chance.choice(phrases_left)
        if fresh and not is_question(say) and chance.random() < _TELLS:
            say = f"{say} {fresh}"
        felt = feeling.of_words(scene.heard, "plain", self._lexicon)
        return answers.line(say, emotion=felt)

    def answer(self, questioned: Questioned) -> str:
        """Return the answer to an interviewer."""
        return answers.said(self.perform(_questioned(questioned)).say)

    def perform(self, scene: Scene) -> Performance:
        """Return the answer to whoever says something, in the language of the character."""
        return promising.performed(scene, self._bank(scene), self._perform)

    def _perform(self, scene: Scene) -> Performance:
        if scene.character.persona.language.startswith("zh"):
            return speaking_zh.perform(scene, self._banks["zh"], self._lexicon)
        return speaking.perform(scene, self._banks["en"], self._lexicon)

    def _is_over(self, exchange: Exchange) -> bool:
        if exchange.should_end:
            return True
        if exchange.is_opening:
            return False
        lines = len(exchange.conversation)
        language = exchange.situation.character.persona.language
        partner_left = is_goodbye(exchange.conversation[-1].text, language)
        return partner_left or lines >= _ENOUGH + exchange.situation.seed % 3

    def _farewell(self, exchange: Exchange, scene: Scene) -> str:
        return answers.line(self._leave(exchange, scene), emotion="calm", ends=True)

    def _leave(self, exchange: Exchange, scene: Scene) -> str:
        """Return words to take leave with."""
        bank = self._bank(scene)
        persona = exchange.situation.character.persona
        manner = bank.manner(f"{persona.voice} {persona.traits}")
        said = [
            line.replace("{partner}", exchange.partner.name) for line in bank.of("farewell", manner)
        ]
        fresh = [line for line in said if line not in exchange.own_lines] or said
        return chance_of(exchange.situation).choice(fresh)

    def _news(self, exchange: Exchange, scene: Scene) -> str:
        """Return what is worth telling this partner: not from them, not said before, no secret."""
        own = " ".join(exchange.own_lines).casefold()
        known = exchange.partner.name
        fit = [
            fact
            for fact in facts(scene)
            if fact.origin in _TOLD
            and not fact.is_secret
            and known not in fact.source
            and fact.text.casefold().strip(" .") not in own
        ]
        if not fit:
            return ""
        best = max(fit, key=lambda fact: (fact.origin is Origin.MEMORY, fact.importance))
        text = best.text
        return f"{text[:1].upper()}{text[1:].rstrip('. ')}."

    def _bank(self, scene: Scene) -> phrases.Phrases:
        is_chinese = scene.character.persona.language.startswith("zh")
        return self._banks["zh" if is_chinese else "en"]


def _scene(exchange: Exchange) -> Scene:
    heard = exchange.conversation[-1].text if exchange.conversation else exchange.about
    scene = exchange.situation.scene(exchange.partner, heard or "Hello.")
    return replace(
        scene,
        conversation=exchange.conversation[:-1],
        recollections=exchange.recollections,
        commitments=exchange.commitments,
        attempts=exchange.attempts,
    )


def _questioned(questioned: Questioned) -> Scene:
    scene = questioned.situation.scene(INTERVIEWER, questioned.question)
    return replace(scene, recollections=questioned.recollections)


def is_question(text: str) -> bool:
    """Say whether somebody asks something."""
    return text.rstrip().endswith(("?", "？"))


def _is_repeat(say: str, exchange: Exchange) -> bool:
    plain = say.casefold().strip(" .!?")
    said = (*exchange.own_lines, *(line.text for line in exchange.conversation))
    return any(plain in line.casefold() for line in said)
