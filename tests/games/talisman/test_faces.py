"""Pictures: every card has a face of its own, and the drawn file is what its tool draws."""

from collections import Counter

from tools.talisman_faces import STATIC, faces, needs_a_face
from undercroft.games.talisman.components.kinds import Enemy, Thing
from undercroft.games.talisman.components.rows import ROWS
from undercroft.games.talisman.heroes.ailments import AILMENTS
from undercroft.games.talisman.show.emblems import FACES, FAMILIES, emblem


def test_the_faces_are_drawn_for_these_components():
    drawn = (STATIC / "faces.svg").read_text("utf-8")
    assert drawn == faces(), "components have changed: run python tools/talisman_faces.py"


def test_no_two_monsters_and_no_two_followers_share_a_face():
    met = [id for id, row in ROWS.items() if isinstance(row, Enemy)]
    met += [id for ids in FAMILIES.values() for id in ids.split() if id not in met]
    people = [id for id, row in ROWS.items() if isinstance(row, Thing) and row.kind == "follower"]
    art = dict(zip(sorted(FACES), pictures(), strict=True))
    for ids in (met, people, AILMENTS):
        seen = Counter([art.get(id, emblem(id)) for id in ids])
        assert not [face for face, count in seen.items() if count > 1]


def test_whatever_would_share_a_picture_has_a_face():
    missing = {id for id, row in ROWS.items() if needs_a_face(id, row)} - FACES
    assert not missing, f"{missing} have no face: run python tools/talisman_faces.py"


def pictures() -> list[str]:
    """What is inside each symbol, in order."""
    lines = (STATIC / "faces.svg").read_text("utf-8").splitlines()
    return [line.split(">", 1)[1] for line in lines if line.startswith("<symbol")]
