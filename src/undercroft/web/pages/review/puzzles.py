"""Puzzles: one a day for each game, as many more as one likes, and errors of one's own."""

import asyncio
from threading import Lock
from typing import Any, Final, NamedTuple

import msgspec
from cachetools import LRUCache
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.core.questions import Decision
from undercroft.core.records.entries import Answered
from undercroft.core.seats import role_of
from undercroft.games import catalogue
from undercroft.puzzles.bank import find, next_for, of_day, shipped
from undercroft.puzzles.puzzle import Puzzle
from undercroft.puzzles.standing import Standing, standing
from undercroft.review.report import amount, within
from undercroft.storage.journals import Seat
from undercroft.storage.puzzles import Tries, Try
from undercroft.web.draw.drawing import Choice, Line, drawing_of
from undercroft.web.live.days import this_day
from undercroft.web.live.new_table import NewTable
from undercroft.web.live.requests import tables
from undercroft.web.pages.page import fields, known, page, see
from undercroft.web.words import say

TOLD: Final = 12  # lines of the log, up to the question
MOST_KEPT: Final = 300  # puzzles that are kept as they were drawn


class Position(NamedTuple):
    """The table at a puzzle's decision, as the seat that is asked sees it."""

    layout: Any
    lines: list[Line]
    prompt: str
    choices: tuple[Choice, ...]
    entries: list[Answered]
    label: str


class Weighed(NamedTuple):
    """An option of a puzzle that was answered."""

    told: str
    worth: str
    is_best: bool
    is_yours: bool
    is_usual: bool


class Shelf(NamedTuple):
    """What somebody finds of one game."""

    game: Game[Any, Any]
    size: int  # how many puzzles there are
    today: Try | None
    standing: Standing
    left: bool  # whether there is one that was not tried


_DRAWN: Final[LRUCache[tuple[str, str], Position]] = LRUCache(MOST_KEPT)
_DRAWING: Final = Lock()


def position(game: Game[Any, Any], puzzle: Puzzle) -> Position:
    """Play a game up to a puzzle's decision, and draw what the seat sees; equal ones once."""
    key = game.id, puzzle.id
    with _DRAWING:
        found = _DRAWN.get(key)
    if found is None:
        found = _draw(game, puzzle)
        with _DRAWING:
            _DRAWN[key] = found
    return found


def _draw(game: Game[Any, Any], puzzle: Puzzle) -> Position:
    play, drawing = puzzle.play(game), drawing_of(game)
    question, told = play.question, play.events_for(puzzle.seat)
    assert isinstance(question, Decision)  # noqa: S101 (the puzzle has seen to it)
    lines = [line for line in map(drawing.line, told) if line.text]
    return Position(
        layout=drawing.layout(drawing.parts(play.view(puzzle.seat), None, told=told)),
        lines=lines[-TOLD:],
        prompt=game.words.prompt(question),
        choices=drawing.choices(question),
        entries=play.entries,
        label=question.label,
    )


def tries(request: Request) -> Tries:
    """Give everybody's tries."""
    return Tries(request.app.state.journals)


async def show_all(request: Request) -> Response:
    """Show what puzzles there are, how one does, and the errors of one's own."""
    guest, day = request.scope["guest"], this_day()
    done = await asyncio.to_thread(tries(request).of, guest)
    due = await asyncio.to_thread(tries(request).due, guest)
    games = [game for game in catalogue().values() if shipped(game)]
    shelves = []
    for game in games:
        mine = {it.puzzle: it for it in done if it.game == game.id}
        shelves.append(
            Shelf(
                game=game,
                size=len(shipped(game)),
                today=mine.get(of_day(game, day).id),
                standing=standing_of([*mine.values()]),
                left=next_for(game, 0, mine) is not None,
            )
        )
    titles = {game.id: game.title for game in catalogue().values()}
    return page(
        request,
        "puzzles.html",
        shelves=shelves,
        due=[(it, titles[it.game]) for it in due if it.game in titles],
    )


def standing_of(done: list[Try]) -> Standing:
    """Work out how well somebody does in one game."""
    return standing((it.rating, it.solved) for it in done if it.rating is not None)


async def today(request: Request) -> Response:
    """Go to the day's puzzle of a game."""
    game = known(request.path_params["game"])
    return RedirectResponse(f"/puzzles/{game.id}/{of_day(game, this_day()).id}", 303)


async def go_on(request: Request) -> Response:
    """Go to the puzzle that suits somebody best, of those not tried yet."""
    game = known(request.path_params["game"])
    done = await asyncio.to_thread(tries(request).of, request.scope["guest"])
    mine = [it for it in done if it.game == game.id]
    puzzle = next_for(game, standing_of(mine).rating, {it.puzzle for it in mine})
    if puzzle is None:
        return RedirectResponse("/puzzles", 303)
    return RedirectResponse(f"/puzzles/{game.id}/{puzzle.id}", 303)


async def chosen(request: Request) -> tuple[Game[Any, Any], Puzzle, Try | None]:
    """Give the puzzle that the address names, and what the visitor has made of it so far."""
    game, id = known(request.path_params["game"]), request.path_params["puzzle"]
    tried = None
    if len(id) <= 80 and "\0" not in id:
        tried = await asyncio.to_thread(tries(request).one, request.scope["guest"], game.id, id)
    if tried is not None and tried.own is not None:
        return game, msgspec.json.decode(tried.own, type=Puzzle), tried
    try:
        return game, find(game, id), tried
    except Refused as error:
        raise HTTPException(404, str(error)) from None


async def show(request: Request) -> Response:
    """Show a puzzle; once it was answered, what each option is worth."""
    game, puzzle, tried = await chosen(request)
    drawn = await asyncio.to_thread(position, game, puzzle)
    is_own = tried is not None and tried.own is not None
    again = request.query_params.get("again") is not None and is_own
    about: dict[str, Any] = {"answer": None}
    if tried is not None and tried.answer is not None and not again:
        about = answered(game, puzzle, drawn, tried)
        about["standing"] = await _standing(request, game)
    return page(
        request,
        "puzzle.html",
        game=game,
        styled=game.web is not None,
        puzzle=puzzle,
        drawn=drawn,
        address=request.url.path,
        own=is_own,
        day=not is_own and puzzle.id == of_day(game, this_day()).id,
        **about,
    )


async def _standing(request: Request, game: Game[Any, Any]) -> Standing:
    done = await asyncio.to_thread(tries(request).of, request.scope["guest"])
    return standing_of([it for it in done if it.game == game.id])


def answered(game: Game[Any, Any], puzzle: Puzzle, drawn: Position, tried: Try) -> dict[str, Any]:
    """Say what each option is worth, and why the best one is."""
    told = {choice.answer: choice.text for choice in drawn.choices}
    aim, given, best = puzzle.aim, tried.answer or "", puzzle.best
    weighed = [
        Weighed(
            told=told[one.option],
            worth=within(one.worth, aim),
            is_best=puzzle.is_right(one.option),
            is_yours=one.option == given,
            is_usual=one.option == puzzle.usual,
        )
        for one in puzzle.values
    ]
    right = puzzle.is_right(given)
    against = "usual" if right else "yours"
    compared = puzzle.worth_of(puzzle.usual if right else given)
    why = ""
    if compared is not None and compared.option != best.option:
        good, less = amount(best.value, aim), amount(compared.value, aim)
        why = say(f"puzzles.why.{against}-{aim}", good=good, less=less)
    policy = game.words.title(game.rule_of_thumb)
    finders = [game.words.title(bot) for bot, part in puzzle.found.items() if part >= 0.5]
    return {
        "answer": told.get(given, given),
        "right": right,
        "weighed": weighed,
        "why": why,
        "policy": policy,
        "finders": finders,
        "worlds": puzzle.best.worlds,
        "best": best.option,
    }


async def answer(request: Request) -> Response:
    """Answer a puzzle."""
    game, puzzle, tried = await chosen(request)
    drawn = await asyncio.to_thread(position, game, puzzle)
    given = (await fields(request)).get("answer", "")
    if given not in [choice.answer for choice in drawn.choices]:
        raise HTTPException(422, say("puzzles.no-option", count=len(drawn.choices)))
    guest, right = request.scope["guest"], puzzle.is_right(given)
    if tried is not None and tried.own is not None:
        await tries(request).answer_own(guest, game.id, tried.puzzle, given, solved=right)
    elif tried is None:
        await tries(request).note(guest, game.id, puzzle.id, given, puzzle.rating, solved=right)
    return RedirectResponse(request.url.path, 303)


async def play_on(request: Request) -> Response:
    """Play on from an answered puzzle with an option; what nobody has seen yet is dealt anew."""
    game, puzzle, tried = await chosen(request)
    if tried is None or tried.answer is None:
        raise HTTPException(409, say("puzzles.answer-first"))
    drawn = await asyncio.to_thread(position, game, puzzle)
    given = (await fields(request)).get("answer", "")
    if given not in [choice.answer for choice in drawn.choices]:
        raise HTTPException(422, say("puzzles.no-option", count=len(drawn.choices)))
    guest = request.scope["guest"]
    seats = {
        role_of(seat): Seat(guest) if seat == puzzle.seat else Seat(bot=game.rule_of_thumb)
        for seat in range(puzzle.seats)
    }
    created = await tables(request).create(
        guest,
        NewTable(
            game=game.id,
            options=puzzle.options,
            kind="branch",
            name=say("puzzles.branch", game=game.title),
            answers=[*drawn.entries, Answered(drawn.label, given)],
            seats=seats,
        ),
    )
    return see(created, begin=False)


ROUTES: Final = [
    Route("/puzzles", show_all),
    Route("/puzzles/{game}/today", today),
    Route("/puzzles/{game}/next", go_on),
    Route("/puzzles/{game}/{puzzle}", show),
    Route("/puzzles/{game}/{puzzle}", answer, methods=["POST"]),
    Route("/puzzles/{game}/{puzzle}/play", play_on, methods=["POST"]),
]
