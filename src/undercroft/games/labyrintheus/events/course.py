"""How a game goes: its turns, windows and parties, the hunt, the portal and the end."""

from typing import Literal

from undercroft.games.labyrintheus.events.base import Closing, Ending, Side, Told
from undercroft.games.labyrintheus.options import LabyrintheusOptions


class GameStarted(Told, frozen=True, gc=False):
    """The decks are made; personas by seat."""

    players: int
    personas: tuple[str, ...]
    options: LabyrintheusOptions


class PersonaChosen(Told, frozen=True, gc=False):
    """A seat has its persona."""

    seat: int
    persona: str


class InitiativeRolled(Told, frozen=True, gc=False):
    """A seat rolled for the first turn."""

    seat: int
    face: int
    attempt: int


class FirstPlayer(Told, frozen=True, gc=False):
    """Who goes first."""

    seat: int


class TurnStarted(Told, frozen=True, gc=False):
    """A turn began."""

    seat: int
    turn: int
    round: int
    side: Side


class PhaseStarted(Told, frozen=True, gc=False):
    """A phase began."""

    seat: int
    phase: Literal["prep", "encounter", "cleanup"]


class TurnCutShort(Told, frozen=True, gc=False):
    """The rest of a turn is skipped."""

    seat: int
    cause: Literal["orb", "death", "crumbled"]


class TurnEnded(Told, frozen=True, gc=False):
    """A turn is over."""

    seat: int
    next: int


class WindowOpened(Told, frozen=True, gc=False):
    """Ability cards may be played."""

    window: Literal["turn", "reveal", "roll", "hurt"]
    about: str | None


class WindowClosed(Told, frozen=True, gc=False):
    """Nobody has anything to add."""

    window: Literal["turn", "reveal", "roll", "hurt"]
    about: str | None


class PartyBegun(Told, frozen=True, gc=False):
    """A party card is about to be carried out."""

    card: str


class PartyRolled(Told, frozen=True, gc=False):
    """A seat rolled for a party card."""

    seat: int
    face: int


class PartyEnded(Told, frozen=True, gc=False):
    """A party card is over; of those that single one out, who was."""

    card: str
    outcome: int | None


class HuntAnnounced(Told, frozen=True, gc=False):
    """A Titan hunt began."""

    seat: int
    stones: int


class HuntWon(Told, frozen=True, gc=False):
    """The Titan fell."""

    seat: int
    titan: str


class HuntLost(Told, frozen=True, gc=False):
    """The Titan won."""

    seat: int
    titan: str


class PortalOpened(Told, frozen=True, gc=False):
    """The portal is open."""

    seat: int
    still_to_move: tuple[int, ...]


class SpellHeld(Told, frozen=True, gc=False):
    """The owner has to wait."""

    seat: int
    still_to_move: tuple[int, ...]


class PortalClosed(Told, frozen=True, gc=False):
    """The portal is shut."""

    seat: int
    cause: Closing


class ChallengeMade(Told, frozen=True, gc=False):
    """A player challenged the owner of the portal."""

    seat: int
    owner: int


class ChallengeDeclined(Told, frozen=True, gc=False):
    """A player let the owner of the portal go."""

    seat: int
    owner: int


class PortalDeparted(Told, frozen=True, gc=False):
    """The owner left through the portal."""

    seat: int


class GameEnded(Told, frozen=True, gc=False):
    """The game is over; all seats from the first place to the last."""

    how: Ending
    winners: tuple[int, ...]
    places: tuple[int, ...]
