"""What every store promises about the facets of a mind."""

from npcserver.model.record import RecordKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Store
from tests.fakes import stage
from tests.fakes.stage import GENESIS, INN, put


async def test_latest_by_subject_keeps_to_a_prefix(store: Store) -> None:
    """Facets of one mind are found across forks, and neither its neighbours nor a wildcard's."""
    await stage.set_up(store)
    names = ("mira", "mira>a_b", "mira>acb", "mira>日", "mirab>x", "mir", "otto>mira", "mira%")
    await put(store, *(stage.moved(name, INN) for name in names))
    fork = await stage.start(store, "tl_1", Vantage(GENESIS, len(names)))
    await put(store, stage.moved("mira>acb", None), to=fork)

    async with store.read() as reader:
        view = await reader.head(fork)
        facets = await view.latest_by_subject(RecordKind.PRESENCE, "mira>")
        part = await view.latest_by_subject(RecordKind.PRESENCE, "mira>a_")
        none = await view.latest_by_subject(RecordKind.PRESENCE, "nobody>")
        everyone = await view.latest_by_subject(RecordKind.PRESENCE)

    seqs = {subject: record.seq for subject, record in facets.items()}
    assert seqs == {"mira>a_b": 2, "mira>acb": 9, "mira>日": 4}
    assert set(part) == {"mira>a_b"}
    assert none == {}
    assert set(everyone) == set(names)
