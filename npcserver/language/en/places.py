"""Places in English words."""

from npcserver.language.places import DescribedPlace


def described(place: DescribedPlace) -> str:
    """Return a sentence about a place."""
    where = " of ".join(reversed(place.path.split(": ")))
    where = where if where.casefold().startswith("the ") else f"the {where}"
    names = [name for name, _ in place.objects]
    listed = [f"{'an' if name[:1] in 'aeiouAEIOU' else 'a'} {name}" for name in names]
    things = " and ".join(filter(None, (", ".join(listed[:-1]), *listed[-1:])))
    said = [f"there is {things} in {where}" if things else f"there is {where}"]
    said += [f"the {name} was {state} when last seen" for name, state in place.objects if state]
    if place.hours:
        said.append(f"it is open {place.hours}")
    if place.is_private:
        said.append("it belongs to somebody else")
    elif place.is_own:
        said.append("it is home ground")
    text = "; ".join(said)
    return f"{text[0].upper()}{text[1:]}."
