"""The API, described in OpenAPI's terms."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from undercroft import protocol
from undercroft.web.api import schemas as shown
from undercroft.web.api.long_poll import LONG

STRUCTS: Final = (
    *(shown.NewPlay, shown.Name, shown.GivenAnswer, shown.Entry, shown.Consent, shown.Speech),
    *(
        protocol.PlayShown,
        shown.GameShown,
        protocol.OddsShown,
        protocol.HintShown,
        protocol.StoryShown,
    ),
    *(protocol.TalkShown, shown.SeatNamed, shown.Again, protocol.CallShown, shown.Problem),
)
ABOUT: Final = (
    "Games as a guest sees them. The first reply sets a cookie, by which the guest is known."
)
MISSING: Final = "You have no such game."
UNFIT: Final = "The request is malformed; the error says how."
STALE: Final = "The game has moved on since."
WAITS: Final = "The game has not begun yet."
LARGE: Final = "The request is too large."
ID: Final = {"type": "string", "pattern": "^[A-Za-z0-9_-]+$"}
NUMBER: Final = {"type": "integer", "minimum": 0, "maximum": 99_999_999}
SEAT: Final = ("seat", {"type": "string"}, "If you have several seats: the one to see from")


def describe() -> dict[str, Any]:
    """Describe the API."""
    _, schemas = msgspec.json.schema_components(STRUCTS, ref_template="#/components/schemas/{name}")
    return {
        "openapi": "3.1.0",
        "info": {"title": "Undercroft", "version": "1", "description": ABOUT},
        "paths": {
            "/api/games": {"get": listing()},
            "/api/plays": {"post": creation()},
            "/api/plays/{play}": of_play("get", looking()),
            "/api/seats/{key}": {
                "parameters": [named("key", "The seat's key.")],
                "post": sitting(),
            },
            "/api/plays/{play}/answers": of_play("post", answering()),
            "/api/plays/{play}/undo": of_play("post", taking_back()),
            "/api/plays/{play}/redo": of_play("post", giving_back()),
            "/api/plays/{play}/consent": of_play("post", consenting()),
            "/api/plays/{play}/relieve": of_play("post", relieving()),
            "/api/plays/{play}/return": of_play("post", returning()),
            "/api/plays/{play}/hurry": of_play("post", hurrying()),
            "/api/plays/{play}/give-up": of_play("post", giving_up()),
            "/api/plays/{play}/again": of_play("get", being_called(), post=playing_again()),
            "/api/plays/{play}/odds": of_play("get", counting()),
            "/api/plays/{play}/hint": of_play("get", hinting()),
            "/api/plays/{play}/chronicle": of_play("get", chronicling()),
            "/api/plays/{play}/talk": of_play("get", hearing(), post=speaking()),
            "/api/plays/{play}/journal": of_play("get", journal()),
            "/api/plays/{play}/variant": of_play("get", variant()),
            "/api/watch/{watch}": of_watch(looking("look-on", _422=WAITS)),
            "/api/watch/{watch}/chronicle": of_watch(chronicling("chronicle-told", _422=WAITS)),
            "/api/watch/{watch}/talk": of_watch(hearing("overhear", _422=WAITS)),
            "/api/watch/{watch}/variant": of_watch(variant("variant-looked-on", _422=WAITS)),
        },
        "components": {"schemas": schemas},
    }


# -- how it is written ----------------------------------------------------------------------------


def ref(name: str) -> dict[str, Any]:
    """Point at a schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def content(schema: dict[str, Any], kind: str = "application/json") -> dict[str, Any]:
    """Say what something consists of."""
    return {kind: {"schema": schema}}


def named(name: str, text: str) -> dict[str, Any]:
    """Describe a part of the address."""
    return {"name": name, "in": "path", "required": True, "description": text, "schema": ID}


def of_play(method: str, does: dict[str, Any], **more: dict[str, Any]) -> dict[str, Any]:
    """Describe what can be done at one game."""
    return {"parameters": [named("play", "The game's id.")], method: does} | more


def of_watch(does: dict[str, Any]) -> dict[str, Any]:
    """Describe what spectators can see."""
    return {"parameters": [named("watch", "The key of the spectator link.")], "get": does}


def operation(
    id: str,
    summary: str,
    result: str | dict[str, Any],
    *,
    takes: str | None = None,
    status: str = "200",
    queries: Sequence[tuple[str, dict[str, Any], str]] = (),
    **problems: str,
) -> dict[str, Any]:
    """Describe one thing that can be done, and all that can come of it."""
    schema = content(ref(result)) if isinstance(result, str) else result
    why = content(ref("Problem")) | content({"type": "string"}, "text/plain")
    codes = {code.strip("_"): text for code, text in problems.items()}
    codes |= {"429": "Too many requests.", "503": "The database cannot be reached."}
    if takes:
        codes |= {"400": UNFIT, "413": LARGE}
    if "404" in codes:
        codes |= {"410": "The game was played by rules that this server no longer has."}
    described: dict[str, Any] = {
        "operationId": id,
        "summary": summary,
        "responses": {status: {"description": summary, "content": schema}}
        | {code: {"description": text, "content": why} for code, text in codes.items()},
    }
    if takes:
        described["requestBody"] = {"required": True, "content": content(ref(takes))}
    if queries:
        described["parameters"] = [
            {"name": name, "in": "query", "schema": schema, "description": f"{text}."}
            for name, schema, text in queries
        ]
    return described


# -- what can be done -----------------------------------------------------------------------------


def listing() -> dict[str, Any]:
    """Describe how games are listed."""
    games = content({"type": "array", "items": ref("GameShown")})
    return operation("games", "List the games.", games)


def creation() -> dict[str, Any]:
    """Describe how a game is begun."""
    return operation(
        *("create", "Begin a game.", "PlayShown"),
        takes="NewPlay",
        status="201",
        _422="Something in it is not allowed; the error says what is.",
    )


def looking(id: str = "look", **more: str) -> dict[str, Any]:
    """Describe how a game is shown."""
    queries: list[tuple[str, dict[str, Any], str]] = [
        ("after", NUMBER, f"Wait up to {LONG} seconds, while the game is at this entry"),
        ("told", NUMBER, "How many lines of the log you have already"),
        SEAT,
    ]
    return operation(
        *(id, "Show a game, at once or when it moves on.", "PlayShown"),
        queries=queries,
        _400=UNFIT,
        _403="That seat is not yours.",
        _404=MISSING,
        **more,
    )


def sitting() -> dict[str, Any]:
    """Describe how a seat is taken."""
    return operation(
        *("sit", "Take a seat by its key.", "PlayShown"),
        takes="Name",
        _404="That seat is taken, or never existed.",
        _409="You already have a seat at that table.",
    )


def answering() -> dict[str, Any]:
    """Describe how a question is answered."""
    return operation(
        *("answer", "Answer the open question; replies when the answer is stored.", "PlayShown"),
        takes="GivenAnswer",
        _403="The question is for another player.",
        _404=MISSING,
        _409=STALE,
        _422="That answer is not possible now.",
    )


def taking_back() -> dict[str, Any]:
    """Describe how an answer is undone."""
    return operation(
        *("undo", "Undo the last answer; in a game of several, ask the others.", "PlayShown"),
        takes="Entry",
        _403="The answer was another player's, or has revealed something.",
        _404=MISSING,
        _409=f"{STALE[:-1]}, or there is nothing to undo.",
    )


def giving_back() -> dict[str, Any]:
    """Describe how an undone answer is redone."""
    return operation(
        *("redo", "Redo what was undone last.", "PlayShown"),
        takes="Entry",
        _403="Other people play in this game.",
        _404=MISSING,
        _409=f"{STALE[:-1]}, or there is nothing to redo.",
    )


def consenting() -> dict[str, Any]:
    """Describe how others agree."""
    return operation(
        *("consent", "Agree to another player's undo, or refuse it.", "PlayShown"),
        takes="Consent",
        _403="Nobody is asking you to agree.",
        _404=MISSING,
        _409=STALE,
    )


def relieving() -> dict[str, Any]:
    """Describe how a bot gets to play for a seat."""
    return operation(
        *("relieve", "Let a bot play for you, or for a player who is away or out of time."),
        "PlayShown",
        takes="SeatNamed",
        _403="The player in that seat is here, or has time left.",
        _404=MISSING,
        _422="No person has that seat, or only bots would be left.",
    )


def returning() -> dict[str, Any]:
    """Describe how a seat is taken back."""
    return operation(
        *("return", "Take your own seat back from a bot.", "PlayShown"),
        takes="SeatNamed",
        _403="That seat is not yours.",
        _404=MISSING,
    )


def hurrying() -> dict[str, Any]:
    """Describe how a player is hurried."""
    return operation(
        *("hurry", "Let a bot answer once for a player whose time is up.", "PlayShown"),
        takes="Entry",
        _403="There is time left, as far as you may know.",
        _404=MISSING,
        _409=STALE,
        _422="No bot can answer right now.",
    )


def giving_up() -> dict[str, Any]:
    """Describe how a game is given up."""
    return operation(
        *("give-up", "End a game for good; one that is over stays as it is.", "PlayShown"),
        _403="Other people play in this game.",
        _404=MISSING,
    )


def playing_again() -> dict[str, Any]:
    """Describe how a rematch is begun."""
    return operation(
        *("again", "Begin a rematch for the same people, and tell the others.", "PlayShown"),
        takes="Again",
        status="201",
        _403="Only players can begin a rematch, not fate.",
        _404=MISSING,
        _422="The game can no longer be played here.",
    )


def being_called() -> dict[str, Any]:
    """Describe how players learn of a rematch."""
    wait = ("wait", NUMBER, f"Wait this many seconds for it, up to {LONG}")
    return operation(
        *("called", "Say where another player has begun a rematch, at once or when one does."),
        "CallShown",
        queries=[wait],
        _400=UNFIT,
        _404=MISSING,
    )


def counting() -> dict[str, Any]:
    """Describe how odds are had."""
    return operation(
        "odds", "Show what each of your options can lead to.", "OddsShown", _404=MISSING
    )


def hinting() -> dict[str, Any]:
    """Describe how a hint is had."""
    return operation(
        *("hint", "Say what a sensible player would answer; null if you are not asked."),
        "HintShown",
        _404=MISSING,
        _422="No bot can answer right now.",
    )


def chronicling(id: str = "chronicle", **more: str) -> dict[str, Any]:
    """Describe how the story is had."""
    return operation(
        *(id, "Tell the story so far, as a seat knows it.", "StoryShown"),
        queries=[SEAT],
        _403="That seat is not yours.",
        _404=MISSING,
        **more,
    )


def hearing(id: str = "hear", **more: str) -> dict[str, Any]:
    """Describe how talk is heard."""
    first = ("from", NUMBER, f"The first line you want: wait for it, up to {LONG} seconds")
    return operation(
        *(id, "Give what was said, at once or when somebody speaks.", "TalkShown"),
        queries=[first],
        _400=UNFIT,
        _404=MISSING,
        **more,
    )


def speaking() -> dict[str, Any]:
    """Describe how something is said."""
    return operation(
        *("say", "Say something to the table: a line, or a signal.", "TalkShown"),
        takes="Speech",
        _404=MISSING,
        _422="The text is too long or comes too fast, or there is no such signal.",
    )


def journal() -> dict[str, Any]:
    """Describe how the journal is had."""
    return operation(
        *("journal", "Download the journal.", content({"type": "string"}, "text/plain")),
        _403="Other players' hands stay hidden until the game is over.",
        _404=MISSING,
    )


def variant(id: str = "variant", **more: str) -> dict[str, Any]:
    """Describe how the variant is had."""
    return operation(
        *(id, "Download the game's variant.", content({"type": "string"}, "text/plain")),
        queries=(),
        _404="You have no such game, or it has no variant.",
        **more,
    )
