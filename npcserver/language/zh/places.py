"""Places in Chinese words."""

from npcserver.language.places import DescribedPlace


def described(place: DescribedPlace) -> str:
    """Return a sentence about a place."""
    where = "的".join(place.path.split(": "))
    things = "、".join(name for name, _ in place.objects)
    said = [f"{where}里有{things}" if things else f"有一处{where}"]
    said += [f"上次看到时{name}是{state}" for name, state in place.objects if state]
    if place.hours:
        said.append(f"开放时间{place.hours}")
    if place.is_private:
        said.append("属于别人")
    elif place.is_own:
        said.append("属于自己")
    return "；".join(said) + "。"
