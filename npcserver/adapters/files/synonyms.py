"""Common words for the keys of our files, and the keys they mean."""

_MEANT = {
    "affinity": "feeling like liking love score strength value",
    "affordances": "abilities actions can functions skills tools verbs",
    "age": "years",
    "background": "backstory bio biography description history past story summary",
    "books": "documents lore library",
    "capacity": "max size",
    "chapters": "content pages parts sections",
    "characters": "actors agents cast npcs people personas",
    "currently": "current now present situation state status",
    "daily_plan": "agenda day routine schedule",
    "entities": "items props things",
    "fallback_lines": "barks defaults fallbacks lines",
    "goals": "aims desires motivation motivations objectives wants",
    "greetings": "dialogue first_message greeting hello intro",
    "hours": "open opening opening_hours times",
    "importance": "poignancy priority salience weight",
    "kinds": "entity_kinds types",
    "language": "lang locale",
    "lifestyle": "habits life occupation job",
    "max_uses": "limit uses",
    "memories": "events facts knowledge memory remembers",
    "min": "minimum least",
    "max": "maximum most",
    "name": "display_name label title",
    "objects": "furniture items props things",
    "options": "choices enum values",
    "owners": "owner owned_by",
    "parameters": "args arguments inputs params",
    "place": "at home location spawn start starting_place where",
    "places": "areas locations map rooms",
    "readers": "audience read_by",
    "relations": "bonds friends relationships",
    "required": "mandatory optional",
    "secret": "hidden private secrets",
    "start_time": "begin date start time",
    "text": "body content line",
    "to": "character id name person target towards who whom with",
    "traits": "attributes nature personality temperament",
    "trust": "confidence",
    "type": "kind",
    "view": "about attitude description note opinion text",
    "voice": "accent manner speech style tone",
    # values of `type`
    "boolean": "bool flag",
    "choice": "enum enumeration select",
    "entity": "character object target",
    "integer": "int whole",
    "number": "decimal double float",
    "string": "str text",
}


def meant(word: str, known: tuple[str, ...]) -> str:
    """Return which of the known words a synonym means; empty if none."""
    plain = word.strip().lower().replace("-", "_").replace(" ", "_")
    return next((key for key in known if plain in _MEANT.get(key, "").split()), "")
