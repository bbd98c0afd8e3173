"""A game as an OpenSpiel game: decisions are moves, and every draw and roll is a chance node.

    import pyspiel
    import undercroft.research.open_spiel_game
    game = pyspiel.load_game("undercroft_tin(seats=2,reward=place)")

| parameter | what it is |
| --- | --- |
| `seats` | how many play; 0 is the least |
| `options` | the game's options, as `start-hp:8 scroll:hand` |
| `reward` | `score`, `win` or `place`; by default the score of a lone player, else the place |

A state's moves have the numbers of `actions.txt`. The outcomes of a chance node are numbered in the
order of their texts. A player's information state is all it was told and answered, and what it
sees.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from random import Random
from typing import Any, Final

import msgspec
import numpy as np
import pyspiel

from undercroft.core.errors import BadOption
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate
from undercroft.games import catalogue
from undercroft.research.layout import Tensor
from undercroft.research.learning import Learning

BOUNDS: Final = {"score": (-10_000.0, 10_000.0), "win": (0.0, 1.0), "place": (-1.0, 1.0)}
MEMORY: Final = 64  # bits
FACES: Final = 100  # more outcomes than a chance node has components: of dice, and the like
PARAMETERS: Final = {"seats": 0, "options": "", "reward": ""}


def game_type(game: Game[Any, Any], name: str, seats: int | None, reward: str) -> Any:
    """Describe a game to OpenSpiel; without seats, for its list of games."""
    kind = pyspiel.GameType
    least, most = game.seats if seats is None else (seats, seats)
    return kind(
        short_name=name,
        long_name=f"Undercroft: {game.title}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kind.Information.PERFECT_INFORMATION
            if seats == 1
            else kind.Information.IMPERFECT_INFORMATION
        ),
        utility=(
            kind.Utility.ZERO_SUM if reward == "place" and seats != 1 else kind.Utility.GENERAL_SUM
        ),
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
        default_loadable=True,
    )


class UndercroftGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of ours among OpenSpiel's."""

    def __init__(
        self, game: Game[Any, Any], name: str, params: Mapping[str, Any] | None = None
    ) -> None:
        given = {**PARAMETERS, **(params or {})}
        options: dict[str, object] = dict(
            pair.partition(":")[::2] for pair in str(given["options"]).split()
        )
        seats = int(given["seats"]) or None
        _, count = game.read_options(options, seats)
        reward = str(given["reward"]) or ("score" if count == 1 else "place")
        if reward not in BOUNDS:
            raise BadOption(f"unknown reward {reward!r}; use one of: {', '.join(BOUNDS)}")
        self.learning = Learning(game, seats=seats, options=options, reward=reward)
        self.start = Play(game, options, count)  # every play is a fork of this one
        self.first: dict[int | None, Tensor] = {}  # what is seen at the start, when asked for
        low, high = BOUNDS[reward]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.learning.actions),
            max_chance_outcomes=len(game.rows) + FACES,
            num_players=count,
            min_utility=low,
            max_utility=high,
            **({"utility_sum": 0.0} if reward == "place" and count > 1 else {}),
            max_game_length=game.bound(self.learning.options, count),
        )
        super().__init__(game_type(game, name, count, reward), info, dict(params or {}))

    def new_initial_state(self) -> "UndercroftState":
        """Lay the table."""
        return UndercroftState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Make what looks at states."""
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self, kind)


class Held:
    """A play: copied by being forked, written as its answers, laid when it is first needed."""

    __slots__ = ("answers", "outcomes", "play")

    def __init__(self, play: Play | None = None, answers: Sequence[str] = ()) -> None:
        self.play = play
        self.answers = answers  # to be given, once it is laid
        self.outcomes: list[tuple[str, Any, float]] | None = (
            None  # of the open fate, when asked for
        )

    def __deepcopy__(self, memo: Any) -> "Held":
        return Held(self.play and self.play.fork(listen=True), self.answers)

    def __reduce__(self) -> Any:
        answers = [entry.answer for entry in self.play.entries] if self.play else self.answers
        return Held, (None, answers)


class UndercroftState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game. OpenSpiel copies and writes what is in its dictionary: the play alone."""

    __slots__ = ("__dict__", "_known")

    def __init__(self, game: UndercroftGame) -> None:
        super().__init__(game)
        self._known = game
        self._held = Held()

    @property
    def _game(self) -> UndercroftGame:
        try:
            return self._known
        except AttributeError:  # it is a copy
            self._known = self.get_game()
            return self._known

    @property
    def _learning(self) -> Learning:
        return self._game.learning

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has been asked of it: OpenSpiel makes such a state to see its shape."""
        return self._held.play is None and not self._held.answers

    @property
    def play(self) -> Play:
        """The play, with every fate open."""
        held = self._held
        if held.play is None:
            held.play = self._game.start.fork(listen=True)
            for answer in held.answers:
                held.play.answer(answer)
        return held.play

    def _outcomes(self) -> list[tuple[str, Any, float]]:
        """List what an open fate may give, in the order of its texts, with its chances."""
        if self._held.outcomes is None:
            fate = self.play.question
            assert isinstance(fate, Fate)  # noqa: S101 (asked at chance nodes alone)
            found = dict(zip(map(str, fate.outcomes), fate.outcomes, strict=True))
            of = len(fate.outcomes)
            if len(found) == of:
                listed = [(text, found[text], 1 / of) for text in sorted(found)]
            else:
                weights = fate.weights
                listed = [(text, found[text], weights[text] / of) for text in sorted(found)]
            self._held.outcomes = listed
        return self._held.outcomes

    # -- what OpenSpiel asks for ------------------------------------------------------------------

    def current_player(self) -> int:
        """Say who is to move: a seat, or chance, or nobody any more."""
        question = self.play.question
        if question is None:
            return int(pyspiel.PlayerId.TERMINAL)
        if isinstance(question, Decision):
            return question.seat
        return int(pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.play.question is None

    def _legal_actions(self, player: int) -> list[int]:
        question = self.play.question
        if not isinstance(question, Decision) or question.seat != player:
            return []
        return sorted(self._learning.actions.legal(question.choices))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the outcomes of a draw or a roll, with their chances."""
        return [(number, chance) for number, (_, _, chance) in enumerate(self._outcomes())]

    def _apply_action(self, action: int) -> None:
        question = self.play.question
        if isinstance(question, Decision):
            chosen = self._learning.actions.legal(question.choices)[action]
        else:
            _, chosen, _ = self._outcomes()[action]
        self.play.answer(chosen)
        self._held.outcomes = None

    def _action_to_string(self, player: int, action: int) -> str:
        question = self.play.question
        if player == pyspiel.PlayerId.CHANCE and isinstance(question, Fate):
            return f"{question.label}: {self._outcomes()[action][0]}"
        return self._learning.actions.names[action]

    def returns(self) -> list[float]:
        """Give each player's reward; nothing until the end."""
        outcome, seats = self.play.outcome, range(self._learning.seats)
        return [self._learning.reward(outcome, seat) if outcome else 0.0 for seat in seats]

    def __str__(self) -> str:
        return "\n".join(self.play.lines)


class Observer:
    """Looks at states through a player's eyes, or, without private information, a spectator's.

    With perfect recall the tensor has, behind the observation, how often the player has given each
    answer, and 64 bits that are different for different memories of the same table.
    """

    def __init__(self, game: UndercroftGame, kind: Any) -> None:
        self._game = game
        self._recalls = kind.perfect_recall
        self._is_public = kind.private_info == pyspiel.PrivateInfoType.NONE
        encoder = game.learning.encoder
        self._size = encoder.size
        more = len(game.learning.actions) + MEMORY if self._recalls else 0
        self.tensor: Tensor = np.zeros(self._size + more, np.float32)
        self.dict: dict[str, Tensor] = {**encoder.split(self.tensor[: self._size])}
        if self._recalls:
            self.dict["answers"] = self.tensor[self._size : -MEMORY]
            self.dict["memory"] = self.tensor[-MEMORY:]

    def _sees(self, play: Play, player: int) -> tuple[Any, Decision[Any] | None]:
        question, seat = play.question, None if self._is_public else player
        is_asked = isinstance(question, Decision) and question.seat == seat
        return play.view(seat), question if is_asked else None  # type: ignore[return-value]

    def set_from(self, state: UndercroftState, player: int) -> None:
        """Write what a player sees into `tensor`, and so into `dict`."""
        seen, seat = self.tensor[: self._size], None if self._is_public else player
        if not state.is_untouched:
            seen[:] = self._game.learning.observe(*self._sees(state.play, player))
        else:
            first = self._game.first
            if seat not in first:
                first[seat] = self._game.learning.observe(*self._sees(self._game.start, player))
            seen[:] = first[seat]
        if self._recalls:
            self._remember(self._game.start if state.is_untouched else state.play, seat)

    def _remember(self, play: Play, seat: int | None) -> None:
        """Write what a player has answered, and the digest of all it was told."""
        actions, answers = self._game.learning.actions, self.dict["answers"]
        answers[:] = 0
        asked = () if seat is None else f"P{seat + 1} "
        for entry in play.entries:
            if entry.question.startswith(asked):
                answers[actions.numbers.get(entry.answer, -1)] += 1
        told = "\n".join(recalled(play, seat)).encode()
        digest = np.frombuffer(blake2b(told, digest_size=MEMORY // 8).digest(), np.uint8)
        self.dict["memory"][:] = np.unpackbits(digest)

    def string_from(self, state: UndercroftState, player: int) -> str:
        """Say what a player sees; with perfect recall, after all it has been told and answered."""
        view, decision = self._sees(state.play, player)
        lines = [f"P{player + 1} sees {view!r}", repr(decision) if decision else "waits"]
        if self._recalls:
            lines = [*recalled(state.play, None if self._is_public else player), *lines]
        return "\n".join(lines)


def recalled(play: Play, seat: int | None) -> list[str]:
    """List what a seat has been told, and what it has answered."""
    own = [] if seat is None else [line for line in play.lines if line.startswith(f"P{seat + 1} ")]
    told = [
        f"{type(event).__name__} {msgspec.json.encode(event).decode()}"
        for event in play.events_for(seat)
    ]
    return [*told, *own]


def resampled(state: UndercroftState, player: int, random: Random) -> UndercroftState:
    """Deal anew what the player cannot know: for OpenSpiel's search with imperfect information."""
    twin = state.get_game().new_initial_state()
    imagined = state.play.imagine(player, random.random, listen=True)
    imagined.fates = None
    twin._held = Held(imagined)
    return twin  # type: ignore[no-any-return]


def register(game: Game[Any, Any], name: str | None = None) -> str:
    """Name a game, or a variant of one, to OpenSpiel; give the name."""
    named = name or f"undercroft_{game.id}"

    class Named(UndercroftGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, named, params)

    pyspiel.register_game(game_type(game, named, None, ""), Named)
    return named


def names() -> Sequence[str]:
    """List our games among OpenSpiel's."""
    return [name for name in pyspiel.registered_names() if name.startswith("undercroft_")]


for _game in catalogue().values():
    register(_game)
