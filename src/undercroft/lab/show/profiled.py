"""A game's profile as text, as data for programs, and as one HTML file."""

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import Any, Final, NamedTuple

from undercroft.core.measuring.intervals import Z, mean, wilson
from undercroft.lab.compare.pairs import Difference
from undercroft.lab.compare.verdict import both_points, sureness
from undercroft.lab.profile import SCORE, WIN, Portrait, shares_of
from undercroft.lab.show.columns import aligned, number, span
from undercroft.lab.show.page import heading, page, paragraph, table
from undercroft.lab.show.svg import Curve, Point, curves, intervals
from undercroft.lab.tally import quantile
from undercroft.lab.words import say

SHOWN: Final = 20  # cards, unless all are asked for
LAST: Final = 2  # cards that are named with an ending


class Card(NamedTuple):
    """What a card does."""

    id: str
    met: float  # share of the games
    used: float
    win: Difference
    score: Difference


class Played(NamedTuple):
    """How a bot did in the first seat."""

    bot: str
    wins: int
    score: float
    within: float  # half of the 95% interval


def cards_of(portrait: Portrait) -> list[Card]:
    """Give the cards, the surest effects first."""
    it = portrait.profiled
    found = []
    for id, pairs in it.cards.items():
        win, score = pairs.difference(WIN), pairs.difference(SCORE)
        if win is not None and score is not None:
            found.append(Card(id, it.met[id] / it.games, it.used[id] / it.games, win, score))
    return sorted(found, key=lambda card: (-weight(card.score), card.id))


def weight(it: Difference) -> float:
    """Say how sure an effect is; what never differed comes last."""
    return sureness(it) if it.gap else 0


def bots_of(portrait: Portrait) -> list[Played]:
    """Give the bots, the weakest first."""
    games = portrait.profiled.games
    found = []
    for bot, it in portrait.profiled.skill.items():
        middle = it.total / games
        spread = max(it.squares - it.total * middle, 0) / max(games - 1, 1)
        found.append(Played(bot, it.wins, middle, Z * sqrt(spread / games)))
    return sorted(found, key=lambda played: (played.score, played.wins))


def turns_of(portrait: Portrait, ending: str) -> Counter[float]:
    """Count the turns in which an ending came."""
    turns: Counter[float] = Counter()
    for (name, turn), times in portrait.profiled.turns.items():
        if name == ending:
            turns[turn] += times
    return turns


# -- for programs ---------------------------------------------------------------------------------


def profile_as_data(portrait: Portrait) -> dict[str, Any]:
    """Give the findings as JSON would have them."""
    (study, *_), setting, it, seconds, workers = portrait
    shares = shares_of(it)
    return {
        "game": setting.game.id,
        "rules_version": setting.game.rules_version,
        "variant": setting.game.variant,
        "options": setting.options.given(),
        "seats": setting.seats,
        "bots": list(setting.bots),
        "seed": study.seed,
        "games": it.games,
        "endings": {
            name: {
                "games": count,
                "interval": list(wilson(count, it.games)),
                "turns": dict(sorted(turns_of(portrait, name).items())),
                "last_cards": dict(last_of(portrait, name).most_common()),
            }
            for name, count in it.endings.most_common()
        },
        "decisions": mean(it.decisions),
        "fates": mean(it.fates),
        "options_of_a_decision": mean(it.options) if it.options else None,
        "questions": {
            id: {
                "asked": it.asked[id],
                "tried": it.changed[id, True] + it.changed[id, False],
                "changed": it.changed[id, True],
            }
            for id in sorted(it.asked)
        },
        "skill": [played._asdict() for played in bots_of(portrait)],
        "spread": shares._asdict() if shares else None,
        "cards": {
            card.id: {
                "met": card.met,
                "used": card.used,
                "games": card.win.times,
                "win": {"effect": card.win.gap, "paired": list(card.win.paired)},
                "score": {"effect": card.score.gap, "paired": list(card.score.paired)},
            }
            for card in cards_of(portrait)
        },
        "workers": workers,
        "seconds": seconds,
    }


def last_of(portrait: Portrait, ending: str) -> Counter[str]:
    """Count which card was told of last."""
    last = portrait.profiled.last
    return Counter({card: times for (name, card), times in last.items() if name == ending})


# -- for people -----------------------------------------------------------------------------------


def profile_as_text(portrait: Portrait, *, everything: bool = False) -> str:
    """Write the findings for people."""
    return "\n".join(lines(portrait, everything))


def lines(portrait: Portrait, everything: bool) -> Iterator[str]:
    """Write the findings line by line."""
    yield title_of(portrait)
    yield ""
    yield say("profile.endings")
    yield from aligned(ending_rows(portrait))
    yield ""
    yield say("profile.choices")
    yield from (f"  {line}" for line in choice_lines(portrait))
    yield from aligned(question_rows(portrait))
    yield ""
    yield say("profile.skill")
    yield from aligned(skill_rows(portrait))
    yield from (f"  {line}" for line in spread_lines(portrait))
    cards = cards_of(portrait)
    if cards:
        shown = cards if everything else cards[:SHOWN]
        yield ""
        yield say("profile.cards")
        yield from aligned(card_rows(portrait, shown))
        if len(shown) < len(cards):
            yield f"  {say('profile.more', count=len(cards) - len(shown))}"
        yield say("profile.note")
    yield say("profile.speed", seconds=f"{portrait.seconds:.1f}", workers=portrait.workers)


def title_of(portrait: Portrait) -> str:
    """Say what was played."""
    setting = portrait.setting
    return say(
        "profile.title",
        game=setting.game.title,
        version=setting.game.rules_version,
        games=portrait.profiled.games,
        bots=[*dict.fromkeys(setting.bots)],
        seed=portrait.profile.study.seed,
    )


def share(hits: float, of: float) -> str:
    """Write a share in percent."""
    return number(hits / of if of else 0, is_share=True)


def between(hits: int, of: int) -> str:
    """Write Wilson's interval."""
    low, high = (number(bound, is_share=True) for bound in wilson(hits, of))
    return say("study.between", low=low, high=high)


def ending_rows(portrait: Portrait) -> list[list[str]]:
    """Tabulate endings: how often, in which turn, after which card."""
    words, it = portrait.setting.game.words, portrait.profiled
    heads = ("ending", "games", "share", "interval", "turns", "last")
    rows = []
    for name, count in it.endings.most_common():
        turns = turns_of(portrait, name)
        last = [
            say("profile.last-card", card=words.name(card), share=share(times, count))
            for card, times in last_of(portrait, name).most_common(LAST)
        ]
        rows.append(
            [
                words.title(name),
                f"{count:,}",
                share(count, it.games),
                between(count, it.games),
                " ".join(f"{quantile(turns, part):g}" for part in (0.25, 0.5, 0.75)),
                ", ".join(last),
            ]
        )
    return [[say(f"profile.{head}") for head in heads], *rows]


def choice_lines(portrait: Portrait) -> Iterator[str]:
    """Say how many choices a game has, and how much one of them decides."""
    it = portrait.profiled
    if not it.options:
        return
    yield say(
        "profile.in-a-game",
        decisions=f"{mean(it.decisions):.1f}",
        options=f"{mean(it.options):.1f}",
        most=max(it.options),
        fates=f"{mean(it.fates):.1f}",
    )
    tried = it.changed.total()
    differs = sum(times for (_, changed), times in it.changed.items() if changed)
    low, high = (number(bound, is_share=True) for bound in wilson(differs, tried))
    yield say("profile.weight", share=share(differs, tried), low=low, high=high)


def question_rows(portrait: Portrait) -> list[list[str]]:
    """Tabulate the questions: how often asked, how often an answer decides."""
    it = portrait.profiled
    rows = []
    for id, times in it.asked.most_common():
        changed, same = it.changed[id, True], it.changed[id, False]
        tried = changed + same
        matters = f"{share(changed, tried)} ({between(changed, tried)})" if tried else ""
        rows.append([id, f"{times / it.games:.2f}", f"{tried:,}", matters])
    heads = ("question", "asked", "tried", "matters")
    return [[say(f"profile.{head}") for head in heads], *rows]


def skill_rows(portrait: Portrait) -> list[list[str]]:
    """Tabulate the bots, the weakest first."""
    games = portrait.profiled.games
    rows = [
        [
            it.bot,
            share(it.wins, games),
            between(it.wins, games),
            f"{number(it.score, is_share=False)} ±{number(it.within, is_share=False)}",
        ]
        for it in bots_of(portrait)
    ]
    return [[say(f"profile.{head}") for head in ("bot", "wins", "interval", "score")], *rows]


def spread_lines(portrait: Portrait) -> Iterator[str]:
    """Say how much of the spread of scores is skill."""
    shares = shares_of(portrait.profiled)
    if shares is not None:
        parts = {name: number(part, is_share=True) for name, part in shares._asdict().items()}
        yield say("profile.spread", **parts)


def card_rows(portrait: Portrait, cards: list[Card]) -> list[list[str]]:
    """Tabulate cards: met, used, what they do to winning and to the score."""
    words = portrait.setting.game.words
    heads = ("card", "met", "used", "win-effect", "interval", "score-effect", "interval")
    rows = [
        [
            words.name(card.id),
            number(card.met, is_share=True),
            number(card.used, is_share=True),
            number(card.win.gap, is_share=True, signed=True),
            span(card.win.paired, is_share=True),
            number(card.score.gap, is_share=False, signed=True),
            span(card.score.paired, is_share=False),
        ]
        for card in cards
    ]
    return [[say(f"profile.{head}") for head in heads], *rows]


# -- as a page ------------------------------------------------------------------------------------


def profile_as_page(portrait: Portrait, command: str) -> str:
    """Write the findings as one HTML file."""
    sides = [(portrait.profile.study, portrait.setting)]
    return page(title_of(portrait), sections(portrait), command, sides)


def sections(portrait: Portrait) -> Iterator[str]:
    """Write endings, choices, the skill curve and the cards."""
    yield heading(say("profile.endings"))
    yield table(ending_rows(portrait))
    yield heading(say("profile.choices"))
    yield from map(paragraph, choice_lines(portrait))
    yield table(question_rows(portrait))
    yield heading(say("profile.skill"))
    bots = bots_of(portrait)
    points = [
        Point(at, it.score, it.score - it.within, it.score + it.within, note=it.bot)
        for at, it in enumerate(bots)
    ]
    ticks = [(float(at), it.bot) for at, it in enumerate(bots)]
    yield curves([Curve("", points)], ticks, say("profile.score"), "")
    yield table(skill_rows(portrait))
    yield from map(paragraph, spread_lines(portrait))
    cards = cards_of(portrait)
    if cards:
        words = portrait.setting.game.words
        yield heading(say("profile.cards"))
        yield paragraph(say("profile.note"))
        yield intervals([(words.name(it.id), *both_points(it.score)) for it in cards[:SHOWN]])
        yield paragraph(say("page.legend"))
        yield table(card_rows(portrait, cards))
