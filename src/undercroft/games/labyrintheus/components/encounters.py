"""The encounter cards and the cards that raise their difficulty (2.8, 2.9 of the rules)."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from undercroft.core.game import Row
from undercroft.games.labyrintheus.components.personas import Copies, Number, Special, Symbol

Type: TypeAlias = Literal["monster", "trap", "chest", "party", "titan", "edi"]
RIGGED: Final = "rigged-coffer"  # a chest that is a trap


@dataclass(frozen=True, eq=False, slots=True)
class Encounter(Row):
    """An encounter card. Of a trap, and of a chest that is one, `defence` is the skill check."""

    id: str
    type: Type
    symbol: Symbol | None = None
    kin: Symbol | None = None  # a monster's second mark
    defence: Number = 0
    damage: Number = 0
    special: Special | None = None
    copies: Copies = 1

    def means(self, field: str) -> bool:
        """Monsters, Titans and traps have numbers, and so has the chest that is a trap."""
        if field == "copies":
            return self.type != "edi"  # the options say how many there are
        return self.type in ("monster", "titan", "trap") or self.id == RIGGED


@dataclass(frozen=True, eq=False, slots=True)
class Difficulty(Row):
    """An Encounter Difficulty Increase card: what it adds while it lies in play."""

    id: str
    damage: Number = 0
    defence: Number = 0


ENCOUNTERS: Final = (
    Encounter("scree-rat", "monster", "hammer", "reed", 3, 1),
    Encounter("tunnel-hound", "monster", "hammer", "feather", 3, 1, "savage"),
    Encounter("slate-golem", "monster", "hammer", "lantern", 4, 2, "crush"),
    Encounter("blind-digger", "monster", "hammer", "thorn", 4, 2, "keen"),
    Encounter("cavern-troll", "monster", "hammer", "sun", 5, 3, "savage"),
    Encounter("bog-imp", "monster", "reed", "feather", 3, 1),
    Encounter("leech-swarm", "monster", "reed", "lantern", 3, 1, "pierce"),
    Encounter("drowned-pilgrim", "monster", "reed", "thorn", 4, 2, "grasp"),
    Encounter("reed-serpent", "monster", "reed", "sun", 4, 2, "pierce"),
    Encounter("mire-hag", "monster", "reed", "hammer", 5, 3, "pilfer"),
    Encounter("carrion-crow", "monster", "feather", "lantern", 3, 1),
    Encounter("gallows-thief", "monster", "feather", "thorn", 3, 1, "pilfer"),
    Encounter("masked-bravo", "monster", "feather", "sun", 4, 2, "keen"),
    Encounter("gale-wisp", "monster", "feather", "hammer", 4, 2, "stalk"),
    Encounter("headless-rider", "monster", "feather", "reed", 5, 3, "savage"),
    Encounter("soot-sprite", "monster", "lantern", "thorn", 3, 1),
    Encounter("moth-cloud", "monster", "lantern", "sun", 3, 1, "stalk"),
    Encounter("charred-stag", "monster", "lantern", "hammer", 4, 2, "crush"),
    Encounter("smoke-widow", "monster", "lantern", "reed", 4, 2, "grasp"),
    Encounter("ember-drake", "monster", "lantern", "feather", 5, 3, "pierce"),
    Encounter("hedge-goblin", "monster", "thorn", "sun", 3, 1),
    Encounter("bramble-boar", "monster", "thorn", "hammer", 3, 1, "savage"),
    Encounter("burrow-spider", "monster", "thorn", "reed", 4, 2, "stalk"),
    Encounter("magpie-witch", "monster", "thorn", "feather", 4, 2, "pilfer"),
    Encounter("thorn-ogre", "monster", "thorn", "lantern", 5, 3, "crush"),
    Encounter("dust-jackal", "monster", "sun", "hammer", 3, 1),
    Encounter("glass-scorpion", "monster", "sun", "reed", 3, 1, "pierce"),
    Encounter("mirage-twin", "monster", "sun", "feather", 4, 2, "keen"),
    Encounter("tomb-beetle", "monster", "sun", "lantern", 4, 2, "crush"),
    Encounter("sand-ghul", "monster", "sun", "thorn", 5, 3, "grasp"),
    Encounter("loose-stair", "trap", "hammer", None, 2, 2),
    Encounter("rockfall", "trap", "hammer", None, 3, 2),
    Encounter("sucking-mud", "trap", "reed", None, 3, 2),
    Encounter("gas-bloom", "trap", "reed", None, 2, 3),
    Encounter("swinging-log", "trap", "feather", None, 2, 2),
    Encounter("wind-shaft", "trap", "feather", None, 4, 2),
    Encounter("oil-slick", "trap", "lantern", None, 3, 2),
    Encounter("flame-jet", "trap", "lantern", None, 3, 2),
    Encounter("pit-of-spines", "trap", "thorn", None, 2, 3),
    Encounter("dart-wall", "trap", "thorn", None, 4, 2),
    Encounter("quicksand", "trap", "sun", None, 3, 2),
    Encounter("sun-lens", "trap", "sun", None, 2, 3),
    Encounter("slate-strongbox", "chest", "hammer"),
    Encounter("reed-hamper", "chest", "reed"),
    Encounter("courier-case", "chest", "feather"),
    Encounter("ember-reliquary", "chest", "lantern"),
    Encounter("rigged-coffer", "chest", "thorn", None, 3, 2),
    Encounter("buried-urn", "chest", "sun"),
    Encounter("cave-in", "party", "hammer"),
    Encounter("bog-market", "party", "reed"),
    Encounter("dead-heat", "party", "feather"),
    Encounter("last-lamp", "party", "lantern"),
    Encounter("stone-surge", "party", "thorn"),
    Encounter("sandstorm", "party", "sun"),
    Encounter("titan-korrum", "titan", "hammer", None, 7, 2, "crush"),
    Encounter("titan-ulmere", "titan", "reed", None, 6, 3, "grasp"),
    Encounter("titan-vaskerel", "titan", "feather", None, 5, 4, "keen"),
    Encounter("titan-pyrrhane", "titan", "lantern", None, 6, 3, "pierce"),
    Encounter("titan-morthick", "titan", "thorn", None, 6, 3, "stalk"),
    Encounter("titan-azhur", "titan", "sun", None, 6, 4, "savage"),
)

EDI: Final = Encounter("edi", "edi")  # a difficulty card in the deck: which one is not known yet

DIFFICULTIES: Final = (
    *(Difficulty(f"edi-wrath-{n}", damage=1) for n in range(1, 16)),
    *(Difficulty(f"edi-guile-{n}", defence=1) for n in range(1, 8)),
    *(Difficulty(f"edi-doom-{n}", damage=1, defence=1) for n in range(1, 4)),
)
