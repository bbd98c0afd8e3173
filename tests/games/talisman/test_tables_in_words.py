"""What the log says of a row is what the row does: at least, whether it does anything."""

import pytest

from undercroft.games.talisman import GAME
from undercroft.games.talisman.land import city, spaces
from undercroft.games.talisman.rooms import aa_to_gg, h_to_m, n_to_p, q_to_t, u_to_z
from undercroft.games.talisman.rules.asking import nothing
from undercroft.games.talisman.traps import corridors, crypt, doors, finds, magic, nonmagic, rooms

TABLES = {
    "cache": finds.CACHE,
    "graveyard": spaces.GRAVEYARD,
    "wayside-inn": spaces.INN,
    "wayfarers-shrine": spaces.SHRINE,
    "thicket": spaces.THICKET,
    "broken-hills": spaces.HILLS,
    "temple-of-voices": spaces.TEMPLE,
    "wilderness": spaces.WILDERNESS,
    "enchantress": city.ENCHANTRESS,
    "high-temple": city.HIGH_TEMPLE,
    "anarchists-guild": city.GUILD,
    "audience": city.AUDIENCE,
    "ceiling": corridors.STONES,
    "curtain": corridors.COLOURS,
    "cloud-of-chaos": h_to_m.CLOUD,
    "crypt-room": h_to_m.CRYPT_ROOM,
    "faerie-dragon": h_to_m.FAERIE_DRAGON,
    "halls": h_to_m.HALLS,
    "magic-forge": n_to_p.FORGE,
    "magic-mouth": n_to_p.MOUTH,
    "mirror-of-dreams": q_to_t.MIRROR,
    "mould": q_to_t.MOULD,
    "mushrooms": q_to_t.MUSHROOMS,
    "mystical-statue": q_to_t.STATUE,
    "magic-pool": u_to_z.POOL,
    "spectre": u_to_z.SPECTRE,
    "throne": aa_to_gg.THRONE,
    "tome": aa_to_gg.TOME,
}
TRAPS = {
    "trap-nonmagic": nonmagic.NONMAGIC,
    "trap-magic": magic.MAGIC,
    "trap-crypt": crypt.CRYPT,
    "trap-door": doors.DOORS,
    "trap-room": rooms.ROOM_TRAPS,
    "trap-corridor": corridors.CORRIDORS,
}


@pytest.mark.parametrize("table", TABLES)
def test_d5_the_log_says_nothing_where_nothing_happens(table):
    _, *said = GAME.words.tables["numbers"][table]
    assert [row == "nothing" for row in map(plainly, said)] == [
        row is nothing for row in TABLES[table]
    ]


def plainly(row):
    return "nothing" if row.endswith(": nothing") else row


@pytest.mark.parametrize("table", TRAPS)
def test_tr1_the_log_names_the_trap_that_is_sprung(table):
    _, *said = GAME.words.tables["numbers"][table]
    assert said == [GAME.words.title(trap.id) for trap in TRAPS[table]]
