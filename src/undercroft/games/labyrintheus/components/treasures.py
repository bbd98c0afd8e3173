"""The treasure cards (2.6 of the rules of record), ten for each persona."""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from undercroft.core.game import Row
from undercroft.games.labyrintheus.components.personas import Copies, Number, SlotKind, Symbol

Kind: TypeAlias = Literal["item", "orb", "potion", "ability"]
Effect: TypeAlias = Literal[
    "none",
    "heal",
    "might",
    "stoneskin",
    "ambush",
    "pilfer",
    "mend",
    "rust",
    "harden",
    "banish",
    "usurp",
    "boost",
    "hex",
    "reroll",
    "ward",
    "goad",
    "redirect",
]
Window: TypeAlias = Literal["turn", "reveal", "roll", "hurt"]

WINDOWS: Final[dict[Effect, Window]] = {  # 2.7; the effects of items and potions have none
    "ambush": "turn",
    "pilfer": "turn",
    "mend": "turn",
    "rust": "turn",
    "harden": "reveal",
    "banish": "reveal",
    "usurp": "reveal",
    "boost": "roll",
    "hex": "roll",
    "reroll": "roll",
    "ward": "hurt",
    "goad": "hurt",
    "redirect": "hurt",
}
AMOUNTS: Final = frozenset(  # of effects that are larger or smaller
    {"heal", "might", "stoneskin", "mend", "harden", "boost", "hex", "ward", "goad"}
)


@dataclass(frozen=True, eq=False, slots=True)
class Treasure(Row):
    """A treasure card: what it adds when used, drunk or played, and how often it can be used."""

    id: str
    symbol: Symbol
    kind: Kind
    slot: SlotKind | None = None
    attack: Number = 0
    damage: Number = 0
    guard: Number = 0
    evade: Number = 0
    hardness: Number = 0  # none: used once, by discarding it (C-9)
    effect: Effect = "none"
    amount: Number = 0
    copies: Copies = 1
    window: Window | None = field(init=False)  # in which an ability card may be played (W-6)

    def means(self, field: str) -> bool:
        """What is equipped may be used, for what it adds; some effects have an amount."""
        if field == "copies":
            return True
        return self.effect in AMOUNTS if field == "amount" else self.slot is not None

    def __post_init__(self) -> None:
        object.__setattr__(self, "window", WINDOWS.get(self.effect))  # asked at every window


TREASURES: Final = (
    Treasure("quarry-maul", "hammer", "item", "hand", attack=3, damage=1),
    Treasure("chipped-pick", "hammer", "item", "hand", attack=1, hardness=3),
    Treasure("slab-shield", "hammer", "item", "hand", guard=2, hardness=2),
    Treasure("rubble-plate", "hammer", "item", "body", guard=3),
    Treasure("miners-cap", "hammer", "item", "head", guard=1, evade=1, hardness=3),
    Treasure("grit-draught", "hammer", "potion", "item", effect="stoneskin", amount=3),
    Treasure("bone-broth", "hammer", "potion", "item", effect="heal", amount=3),
    Treasure("shoulder-through", "hammer", "ability", effect="boost", amount=2),
    Treasure("loosen-the-roof", "hammer", "ability", effect="goad", amount=2),
    Treasure("dead-weight", "hammer", "ability", effect="rust"),
    Treasure("eel-spear", "reed", "item", "hand", attack=2, hardness=2),
    Treasure("willow-switch", "reed", "item", "hand", attack=1, hardness=3),
    Treasure("turtle-targe", "reed", "item", "hand", guard=2, hardness=2),
    Treasure("oiled-cloak", "reed", "item", "body", guard=1, evade=1, hardness=3),
    Treasure("chaos-orb-reed", "reed", "orb", "item"),
    Treasure("marsh-tonic", "reed", "potion", "item", effect="heal", amount=4),
    Treasure("toadsweat", "reed", "potion", "item", effect="might", amount=2),
    Treasure("sinking-ground", "reed", "ability", effect="hex", amount=2),
    Treasure("false-light", "reed", "ability", effect="banish"),
    Treasure("cool-poultice", "reed", "ability", effect="mend", amount=3),
    Treasure("road-rapier", "feather", "item", "hand", attack=2, hardness=2),
    Treasure("hand-bow", "feather", "item", "hand", attack=3, damage=1),
    Treasure("dented-buckler", "feather", "item", "hand", guard=1, hardness=3),
    Treasure("padded-coat", "feather", "item", "body", guard=2, hardness=2),
    Treasure("plumed-helm", "feather", "item", "head", attack=1, guard=1, hardness=2),
    Treasure("nerve-cordial", "feather", "potion", "item", effect="might", amount=2),
    Treasure("inn-brandy", "feather", "potion", "item", effect="heal", amount=3),
    Treasure("wrong-foot", "feather", "ability", effect="reroll"),
    Treasure("called-out", "feather", "ability", effect="ambush"),
    Treasure("step-between", "feather", "ability", effect="usurp"),
    Treasure("lamp-staff", "lantern", "item", "hand", attack=2, hardness=2),
    Treasure("coal-flail", "lantern", "item", "hand", attack=3, damage=1),
    Treasure("iron-shutter", "lantern", "item", "hand", guard=3),
    Treasure("cinder-robe", "lantern", "item", "body", guard=2, hardness=2),
    Treasure("chaos-orb-lantern", "lantern", "orb", "item"),
    Treasure("honeyed-milk", "lantern", "potion", "item", effect="heal", amount=3),
    Treasure("ash-salve", "lantern", "potion", "item", effect="stoneskin", amount=3),
    Treasure("shielding-light", "lantern", "ability", effect="ward", amount=3),
    Treasure("flare-up", "lantern", "ability", effect="boost", amount=2),
    Treasure("turn-the-lamp", "lantern", "ability", effect="redirect"),
    Treasure("briar-knife", "thorn", "item", "hand", attack=1, damage=1, hardness=3),
    Treasure("spring-sling", "thorn", "item", "hand", attack=3),
    Treasure("bark-buckler", "thorn", "item", "hand", guard=1, hardness=3),
    Treasure("burr-jerkin", "thorn", "item", "body", guard=2, hardness=1),
    Treasure("felt-boots", "thorn", "item", "item", evade=2, hardness=3),
    Treasure("sap-syrup", "thorn", "potion", "item", effect="heal", amount=3),
    Treasure("nettle-shot", "thorn", "potion", "item", effect="might", amount=2),
    Treasure("light-fingers", "thorn", "ability", effect="pilfer"),
    Treasure("trip-line", "thorn", "ability", effect="harden", amount=2),
    Treasure("tangle", "thorn", "ability", effect="hex", amount=2),
    Treasure("glass-spear", "sun", "item", "hand", attack=4),
    Treasure("sand-hook", "sun", "item", "hand", attack=1, hardness=3),
    Treasure("hide-shield", "sun", "item", "hand", guard=2, hardness=2),
    Treasure("sun-veil", "sun", "item", "head", guard=1, hardness=2),
    Treasure("chaos-orb-sun", "sun", "orb", "item"),
    Treasure("cactus-water", "sun", "potion", "item", effect="heal", amount=3),
    Treasure("mirage-oil", "sun", "potion", "item", effect="stoneskin", amount=3),
    Treasure("well-ambush", "sun", "ability", effect="ambush"),
    Treasure("claim-the-kill", "sun", "ability", effect="usurp"),
    Treasure("shifting-sand", "sun", "ability", effect="reroll"),
)
