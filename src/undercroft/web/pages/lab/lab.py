"""The lab: a variant put together in a form, studied, compared with the printed game, and played.

The form needs no script: each press sends all of it, and gets all of it back.
"""

import asyncio
import re
import secrets
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from undercroft.core.errors import BadOption, Refused, quoted
from undercroft.core.fates import Seeded
from undercroft.core.game import Added, Game, Row
from undercroft.core.options import written
from undercroft.core.records.entries import Answered
from undercroft.core.variants import MOST_OF_A_TITLE, numbers_of, read_variant, with_variant
from undercroft.describing import (
    bot_title,
    choice_title,
    described_row,
    number_title,
    option_title,
    told_option,
    variant_text,
)
from undercroft.games import catalogue, find_game
from undercroft.lab.compare.comparison import Comparison, settings_of
from undercroft.lab.compare.sweep import Axis, Sweep, lay_grid
from undercroft.lab.profile import Profile
from undercroft.lab.study import Study, set_up
from undercroft.storage.journals import StorageLost
from undercroft.web.live.lab import NAME, PAIRS, Found, Lab, quick_bots
from undercroft.web.live.new_table import NewTable
from undercroft.web.live.requests import tables
from undercroft.web.pages.page import fields, known, page
from undercroft.web.words import say

RATE: Final = 1 / 120  # runs a second and person, ...
BURST: Final = 6  # ... after so many at once
LEAST_PLAYS: Final = 10
USUAL_PLAYS: Final = 1_000
MOST_PLAYS: Final = 10_000
MOST_CELLS: Final = 12  # values of a number that is varied
MOST_ROWS: Final = 30  # components that a form changes
MOST_FIELDS: Final = 800  # of the form
MOST_OF_A_SEED: Final = 60  # characters


def lab_of(request: Request) -> Lab:
    """Give the lab."""
    found: Lab = request.app.state.lab
    return found


async def home(request: Request) -> Response:
    """Say what the lab is for, and list the games and one's own runs."""
    runs = await asyncio.to_thread(lab_of(request).listed, request.scope["guest"])
    return page(request, "lab.html", games=catalogue().values(), runs=runs)


# -- the form -------------------------------------------------------------------------------------


class Draft(NamedTuple):
    """A form as it is filled in."""

    game: Game[Any, Any]
    title: str
    options: dict[str, str]
    rows: dict[str, dict[str, str]]  # the components that are open in it, with all their numbers
    form: Mapping[str, str]
    cards: Mapping[str, Added] = MappingProxyType({})  # the new ones; their numbers are in `rows`

    def printed(self, id: str) -> Row:
        """Give the printed component that is changed, or that a new card is like."""
        return self.game.rows[self.cards[id].like if id in self.cards else id]

    @property
    def text(self) -> str:
        """The variant: what differs from the printed game."""
        rows = {id: differing(self.printed(id), numbers) for id, numbers in self.rows.items()}
        changed = {id: numbers for id, numbers in rows.items() if numbers}
        return variant_text(self.game, self.title, self.options, changed, self.cards)

    @property
    def changes(self) -> bool:
        """Whether it changes anything."""
        table = read_variant(self.text, say("lab.variant-file"))
        return bool(table.get("options") or table.get("rows") or table.get("cards"))


def differing(row: Row, numbers: Mapping[str, str]) -> dict[str, str]:
    """Leave out the numbers that are as printed."""
    printed = {spec.name: written(spec.default) for spec in numbers_of(row)}
    return {name: value for name, value in numbers.items() if printed.get(name) != value}


def drafted(game: Game[Any, Any], form: Mapping[str, str]) -> Draft:
    """Read a form; components that the game does not have are refused."""
    rows: dict[str, dict[str, str]] = {}
    options = {
        name.removeprefix("option."): value.strip()
        for name, value in form.items()
        if name.startswith("option.") and value.strip()
    }
    cards = new_cards(game, form)
    for key, value in form.items():
        if key.startswith("row."):
            id, _, name = key.removeprefix("row.").rpartition(".")
            if id not in cards:
                check_row(game, id)
            rows.setdefault(id, {})[name] = value.strip()
    return Draft(game, form.get("title", "").strip(), options, rows, form, cards)


def new_cards(game: Game[Any, Any], form: Mapping[str, str]) -> dict[str, Added]:
    """Read which new cards there are: like which, and what they are called."""
    cards = {}
    for key, like in form.items():
        if key.startswith("like."):
            id = key.removeprefix("like.")
            check_row(game, like)
            cards[id] = Added(like, form.get(f"called.{id}", "").strip() or id)
    return cards


def check_row(game: Game[Any, Any], id: str) -> None:
    """Refuse a component that the game does not have."""
    if id not in game.rows:
        raise BadOption(say("lab.no-row", id=quoted(id), game=game.title))


def from_variant(game: Game[Any, Any], text: str) -> Draft:
    """Fill a form in from a variant that is kept."""
    table = read_variant(text, say("lab.variant-file"))
    changed = with_variant(text, say("lab.variant-file"), find_game, kept=True)
    ids = (*changed.added, *table.get("rows", {}))
    rows = {id: numbers_as_text(changed.rows[id]) for id in ids}
    options = {name: written(value) for name, value in table.get("options", {}).items()}
    return Draft(game, table.get("title", ""), options, rows, {}, changed.added)


def numbers_as_text(row: Row) -> dict[str, str]:
    """Give a component's numbers as a form has them."""
    return {spec.name: written(spec.default) for spec in numbers_of(row)}


async def form(request: Request) -> Response:
    """Show an empty form, or one filled in from a variant."""
    game = known(request.path_params["game"])
    draft = Draft(game, "", {}, {}, {})
    if digest := request.query_params.get("variant"):
        text, of = await kept_variant(request, digest)
        if of.id == game.id:
            draft = await asyncio.to_thread(from_variant, game, text)
    return show(request, draft)


def show(request: Request, draft: Draft, error: str = "") -> Response:
    """Draw the form."""
    game = draft.game
    kinds: dict[str, dict[str, str]] = {}
    for id, row in game.rows.items():
        if numbers_of(row):
            kinds.setdefault(type(row).__name__, {})[id] = game.words.name(id)
    return page(
        request,
        "lab-form.html",
        422 if error else 200,
        game=game,
        words=game.words.tables,
        draft=draft,
        given={f"option.{name}": value for name, value in draft.options.items()},
        form=draft.form,
        opened=[described(draft, id) for id in draft.rows],
        kinds=kinds,
        adds=any(map(game.adds, game.rows.values())),
        varied=varied_titles(draft),
        error=error,
        plays=(LEAST_PLAYS, USUAL_PLAYS, MOST_PLAYS),
        longest=MOST_OF_A_TITLE,
        bots=quick_bots(game.id),
        bot_title=bot_title,
        option_title=option_title,
        choice_title=choice_title,
    )


def described(draft: Draft, id: str) -> dict[str, Any]:
    """Describe a component that is open; a new card as the one that it is like."""
    if id not in draft.cards:
        return {**described_row(draft.game, id), "like": ""}
    like, title = draft.cards[id]
    return {**described_row(draft.game, like), "id": id, "title": title, "like": like}


def varied_titles(draft: Draft) -> dict[str, str]:
    """Say what the numbers are called that can be varied."""
    game = draft.game
    titles = {}
    for name in varied(draft):
        id, _, field = name.rpartition(".")
        new = draft.cards.get(id)
        titles[name] = f"{new.title}: {field}" if new else number_title(game, name)
    return titles


async def press(request: Request) -> Response:
    """Do what a button of the form says."""
    game = known(request.path_params["game"])
    given = await fields(request, MOST_FIELDS)
    try:
        draft = drafted(game, given)
    except Refused as error:
        return show(request, Draft(game, "", {}, {}, given), str(error))
    do, _, id = given.get("do", "").partition(":")
    try:
        match do:
            case "add":
                return show(request, opened(draft, given.get("add", "")))
            case "drop":
                rows = {other: it for other, it in draft.rows.items() if other != id}
                cards = {other: it for other, it in draft.cards.items() if other != id}
                return show(request, draft._replace(rows=rows, cards=cards))
            case "new":
                return show(request, added(draft, given.get("add", ""), given.get("new", "")))
            case "keep":
                return RedirectResponse(f"/lab/variant/{await keep(request, draft)}", 303)
            case "study" | "compare" | "sweep" | "profile":
                return await run(request, draft, do)
        raise BadOption(say("lab.do"))
    except StorageLost:
        raise
    except Refused as error:
        return show(request, draft, str(error))


def opened(draft: Draft, id: str) -> Draft:
    """Open a component, to change its numbers."""
    check_row(draft.game, id)
    if len(draft.rows) >= MOST_ROWS:
        raise BadOption(say("lab.many-rows", most=MOST_ROWS))
    rows = {id: numbers_as_text(draft.game.rows[id]), **draft.rows}
    return draft._replace(rows=rows)


def added(draft: Draft, like: str, title: str) -> Draft:
    """Add a card like a printed one; its id is made of its title."""
    game, title = draft.game, title.strip()
    check_row(game, like)
    if len(draft.rows) >= MOST_ROWS:
        raise BadOption(say("lab.many-rows", most=MOST_ROWS))
    id = re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")
    new = Draft(game, "", {}, {}, {}, {id: Added(like, title)})
    with_variant(new.text, say("lab.new-card"), find_game)  # refuses what cannot be
    if id in draft.rows:
        raise BadOption(say("lab.card-taken", title=quoted(title)))
    rows = {id: numbers_as_text(game.rows[like]), **draft.rows}
    return draft._replace(rows=rows, cards={**draft.cards, **new.cards})


async def keep(request: Request, draft: Draft) -> str:
    """Keep a variant that changes something and that the rules can follow; give its hash."""
    text = draft.text
    await asyncio.to_thread(with_variant, text, say("lab.variant-file"), find_game)
    if not draft.changes:
        raise BadOption(say("lab.nothing"))
    return await asyncio.to_thread(lab_of(request).keep_variant, text)


# -- runs -----------------------------------------------------------------------------------------


async def run(request: Request, draft: Draft, kind: str) -> Response:
    """Begin a study, a comparison, a sweep or a profile."""
    guest, lab = request.scope["guest"], lab_of(request)
    printed = read_study(draft.game, draft.form)
    study = printed
    if draft.changes or kind == "compare":
        await keep(request, draft)
        name = draft.title or say("lab.variant-file")
        study = printed._replace(variant=(name, draft.text))
    wanted: Study | Comparison | Sweep | Profile = study
    if kind == "compare":
        wanted = Comparison(printed, study, keep=PAIRS)
        await asyncio.to_thread(settings_of, wanted)
    elif kind == "sweep":
        axis = read_axis_in(draft)
        wanted = await asyncio.to_thread(lay_grid, study._replace(measured=False), [axis], None)
    else:
        await asyncio.to_thread(set_up, study)
        if kind == "profile":
            wanted = Profile(study._replace(measured=False))
    return begun(request, lab, wanted, guest)


def read_axis_in(draft: Draft) -> Axis:
    """Read what is to be varied, and how far."""
    name, allowed = draft.form.get("over", ""), varied(draft)
    if name not in allowed:
        raise BadOption(say("lab.no-over"))
    least, most = allowed[name]
    first = number_in(draft.form, "first", least, most, least)
    last = number_in(draft.form, "last", first, most, min(most, first + MOST_CELLS - 1))
    if not 1 <= last - first < MOST_CELLS:
        raise BadOption(say("lab.cells", most=MOST_CELLS))
    return Axis(name, range(first, last + 1))


def varied(draft: Draft) -> dict[str, tuple[int, int]]:
    """Give the numbers that can be varied, with their bounds: options, and what is open."""
    found = {}
    for spec in draft.game.option_specs:
        choices = [it for it in spec.choices or () if type(it) is int]
        if choices:
            found[spec.name] = min(choices), max(choices)
        elif spec.least is not None and spec.most is not None:
            found[spec.name] = spec.least, spec.most
    for id in draft.rows:
        for spec in numbers_of(draft.printed(id)):
            if spec.least is not None and spec.most is not None:
                found[f"{id}.{spec.name}"] = max(0, spec.least), spec.most
    return found


def begun(request: Request, lab: Lab, wanted: Any, guest: str) -> Response:
    """Begin a run, if one may be begun, and go to its page."""
    if not lab.is_making(guest) and not request.app.state.experimenters.take(guest):
        raise HTTPException(429, say("lab.too-often"))
    return RedirectResponse(f"/lab/run/{lab.begin(wanted, guest)}", 303)


def read_study(game: Game[Any, Any], form: Mapping[str, str]) -> Study:
    """Read who plays, how many and how often."""
    seats = number_in(form, "seats", game.seats[0], game.seats[1], max(game.seats[0], 1))
    plays = number_in(form, "plays", LEAST_PLAYS, MOST_PLAYS, USUAL_PLAYS)
    seed = form.get("seed", "").strip() or f"q-{secrets.token_hex(4)}"  # quick, and short to read
    if len(seed) > MOST_OF_A_SEED or any(mark.isspace() for mark in seed):
        raise BadOption(say("lab.bad-seed", most=MOST_OF_A_SEED))
    Seeded(seed)  # refuses a bad one
    return Study(game.id, bots_in(game, form, seats), plays, seed, seats)


def bots_in(game: Game[Any, Any], form: Mapping[str, str], seats: int) -> tuple[str, ...]:
    """Read who plays: by name, and by no module's name."""
    first = form.get("bot") or game.rule_of_thumb
    others = form.get("others") or first
    for bot in (first, others):
        if bot not in quick_bots(game.id):
            raise BadOption(say("lab.no-bot", bot=quoted(bot), bots=[*quick_bots(game.id)]))
    return (first,) if first == others or seats == 1 else (first, *[others] * (seats - 1))


def number_in(form: Mapping[str, str], name: str, least: int, most: int, usual: int) -> int:
    """Read a number within bounds."""
    text = form.get(name, "").strip() or str(usual)
    if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
        raise BadOption(say(f"lab.bad-{name}", least=f"{least:,}", most=f"{most:,}"))
    return int(text)


def run_name(request: Request) -> str:
    """Give the name of the run that the address names."""
    name: str = request.path_params["run"]
    if not NAME.fullmatch(name):
        raise HTTPException(404, say("lab.no-run"))
    return name


async def shown(request: Request) -> Response:
    """Show what a run has found, or how far it has come."""
    name, lab, guest = run_name(request), lab_of(request), request.scope["guest"]
    found, made = await asyncio.to_thread(lab.found, name), lab.progress(name)
    if found is None and made is None:
        raise HTTPException(404, say("lab.no-run"))
    about: dict[str, Any] = {"found": found, "progress": made, "run": name}
    about["own"] = lab.is_own(name, guest)
    if found is not None:
        about |= {"sections": [Markup(part) for part in found.sections]}  # noqa: S704 (our own)
        about["game"] = find_game(found.game)
        about["variant"] = await asyncio.to_thread(digest_in, lab, found)
    return page(request, "lab-run.html", **about)


def digest_in(lab: Lab, found: Found) -> str | None:
    """Name the page of a run's variant."""
    return lab.keep_variant(found.variant) if found.variant else None


async def progress(request: Request) -> Response:
    """Say how far a run has come: a part of 1, or nothing if none is being made."""
    name, lab = run_name(request), lab_of(request)
    done = await asyncio.to_thread(lab.found, name) is not None
    state = {"progress": lab.progress(name), "done": done}
    return JSONResponse(state, headers={"cache-control": "no-store"})


async def cancel(request: Request) -> Response:
    """Stop a run of one's own."""
    name, lab = run_name(request), lab_of(request)
    if not lab.is_own(name, request.scope["guest"]):
        raise HTTPException(403, say("lab.not-yours"))
    lab.cancel(name)
    return RedirectResponse("/lab", 303)


async def open_game(request: Request) -> Response:
    """Open a game of a run: a finished game of the visitor's, shown moment by moment."""
    name, given = run_name(request), await fields(request)
    found = await asyncio.to_thread(lab_of(request).found, name)
    number = given.get("game", "")
    games = found.games if found else []
    if not (number.isascii() and number.isdigit() and len(number) < 4 and int(number) < len(games)):
        raise HTTPException(422, say("lab.no-game", most=max(0, len(games) - 1)))
    assert found is not None  # noqa: S101 (it has games)
    game = games[int(number)]
    live = await tables(request).create(
        request.scope["guest"],
        NewTable(
            game=found.game,
            options=game.options,
            variant=game.variant,
            fate="sealed" if game.seed else "real-cards",
            seed=game.seed,
            kind="upload",
            name=game.title[:100],
            answers=[Answered(question, answer) for question, answer in game.answers],
            bots=game.bots[1:],
        ),
    )
    return RedirectResponse(f"/play/{live.record.id}/replay#a{game.at}", 303)


# -- variants -------------------------------------------------------------------------------------


async def kept_variant(request: Request, digest: str) -> tuple[str, Game[Any, Any]]:
    """Find a variant that is kept, and its game, changed."""
    text = await asyncio.to_thread(lab_of(request).variant, digest)
    if text is None:
        raise HTTPException(404, say("lab.no-variant"))
    read = partial(with_variant, text, say("lab.variant-file"), find_game, kept=True)
    return text, await asyncio.to_thread(read)


async def variant(request: Request) -> Response:
    """Show a variant: what it changes, and what can be done with it."""
    digest = request.path_params["variant"]
    text, game = await kept_variant(request, digest)
    table, printed = read_variant(text, say("lab.variant-file")), find_game(game.id)
    return page(
        request,
        "lab-variant.html",
        game=game,
        digest=digest,
        named="title" in table,
        title=table.get("title") or say("lab.unnamed", game=game.title),
        text=text,
        options=[told_option(game, name, written(it)) for name, it in game.defaults.items()],
        rows=[
            {
                "title": game.words.name(id),
                "like": printed.words.name(game.added[id].like) if id in game.added else "",
                "fields": [
                    {"name": it, "was": written(getattr(row, it)), "now": written(now)}
                    for it, now in changed.items()
                ],
            }
            for id, changed in game.changes.items()
            for row in [printed.rows[game.added[id].like if id in game.added else id]]
        ],
    )


async def download(request: Request) -> Response:
    """Download a variant."""
    text, game = await kept_variant(request, request.path_params["variant"])
    headers = {"content-disposition": f'attachment; filename="{game.id}-variant.toml"'}
    return PlainTextResponse(text, headers=headers)


ROUTES: Final = [
    Route("/lab", home),
    Route("/lab/run/{run}", shown),
    Route("/lab/run/{run}/progress", progress),
    Route("/lab/run/{run}/cancel", cancel, methods=["POST"]),
    Route("/lab/run/{run}/open", open_game, methods=["POST"]),
    Route("/lab/variant/{variant}", variant),
    Route("/lab/variant/{variant}/download", download),
    Route("/lab/{game}", form),
    Route("/lab/{game}", press, methods=["POST"]),
]
