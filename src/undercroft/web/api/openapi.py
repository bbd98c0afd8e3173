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
    "Plays, as their guest sees them. A guest is known by the cookie that the first answer sets."
)
MISSING: Final = "There is no such play among yours."
UNFIT: Final = "What was sent is not what it should be."
STALE: Final = "The play has gone on since."
WAITS: Final = "Nobody has begun to play there yet."
LARGE: Final = "Too large."
ID: Final = {"type": "string", "pattern": "^[A-Za-z0-9_-]+$"}
NUMBER: Final = {"type": "integer", "minimum": 0, "maximum": 99_999_999}
SEAT: Final = ("seat", {"type": "string"}, "Of several seats of one's own, the one to look through")


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
    """Describe what can be done at one play."""
    return {"parameters": [named("play", "The play's id.")], method: does} | more


def of_watch(does: dict[str, Any]) -> dict[str, Any]:
    """Describe what a spectator can have."""
    return {"parameters": [named("watch", "The key of the link to look on.")], "get": does}


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
    codes |= {"429": "Too many requests.", "503": "The database is out of reach."}
    if takes:
        codes |= {"400": UNFIT, "413": LARGE}
    if "404" in codes:
        codes |= {"410": "It was played with rules that this server no longer has."}
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
    """Describe how a play is begun."""
    return operation(
        "create", "Begin a play.", "PlayShown", takes="NewPlay", status="201", _422="Bad options."
    )


def looking(id: str = "look", **more: str) -> dict[str, Any]:
    """Describe how a play is looked at."""
    queries: list[tuple[str, dict[str, Any], str]] = [
        ("after", NUMBER, f"Wait up to {LONG} seconds, if the play is still at this entry"),
        ("told", NUMBER, "How many lines of the log are known already"),
        SEAT,
    ]
    return operation(
        *(id, "Show a play, at once or when it has gone on.", "PlayShown"),
        queries=queries,
        _400=UNFIT,
        _403="That seat is another's.",
        _404=MISSING,
        **more,
    )


def sitting() -> dict[str, Any]:
    """Describe how a seat is taken."""
    return operation(
        *("sit", "Take a seat by its key.", "PlayShown"),
        takes="Name",
        _404="That seat is taken, or was never there.",
        _409="You have a seat at that table.",
    )


def answering() -> dict[str, Any]:
    """Describe how a question is answered."""
    return operation(
        *("answer", "Answer the open question; back when the answer is durable.", "PlayShown"),
        takes="GivenAnswer",
        _403="The question is another's.",
        _404=MISSING,
        _409=STALE,
        _422="No such answer is open.",
    )


def taking_back() -> dict[str, Any]:
    """Describe how an answer is undone."""
    return operation(
        *("undo", "Take the last answer back; among several, ask the others for it.", "PlayShown"),
        takes="Entry",
        _403="It was another's, or has shown something.",
        _404=MISSING,
        _409=f"{STALE[:-1]}, or there is nothing to take back.",
    )


def giving_back() -> dict[str, Any]:
    """Describe how an undone answer is redone."""
    return operation(
        *("redo", "Give back what was taken back last.", "PlayShown"),
        takes="Entry",
        _403="Others play, too.",
        _404=MISSING,
        _409=f"{STALE[:-1]}, or there is nothing to give back.",
    )


def consenting() -> dict[str, Any]:
    """Describe how others agree."""
    return operation(
        *("consent", "Agree that somebody takes an answer back, or refuse.", "PlayShown"),
        takes="Consent",
        _403="Nobody asks you for anything.",
        _404=MISSING,
        _409=STALE,
    )


def relieving() -> dict[str, Any]:
    """Describe how a bot is let play."""
    return operation(
        *("relieve", "Let a bot play for a seat: one's own, or of somebody away.", "PlayShown"),
        takes="SeatNamed",
        _403="Whoever has that seat is here, or has time left.",
        _404=MISSING,
        _422="Nobody has that seat, or nobody would stay.",
    )


def returning() -> dict[str, Any]:
    """Describe how a seat is taken back."""
    return operation(
        *("return", "Take one's own seat back from a bot.", "PlayShown"),
        takes="SeatNamed",
        _403="That seat is another's.",
        _404=MISSING,
    )


def hurrying() -> dict[str, Any]:
    """Describe how somebody is hurried."""
    return operation(
        *("hurry", "Let a bot answer once for whoever has used the time up.", "PlayShown"),
        takes="Entry",
        _403="There is time left, as far as one may know.",
        _404=MISSING,
        _409=STALE,
        _422="Nobody can think now.",
    )


def giving_up() -> dict[str, Any]:
    """Describe how a play is given up."""
    return operation(
        *("give-up", "Leave a play for good; one that is over stays as it is.", "PlayShown"),
        _403="Others play, too.",
        _404=MISSING,
    )


def playing_again() -> dict[str, Any]:
    """Describe how the table is laid again."""
    return operation(
        *("again", "Lay the table again for the same people; the others are called.", "PlayShown"),
        takes="Again",
        status="201",
        _403="Whoever plays lays the table again, not fate.",
        _404=MISSING,
        _422="It cannot be laid here any more.",
    )


def being_called() -> dict[str, Any]:
    """Describe how somebody is called to a table that was laid again."""
    wait = ("wait", NUMBER, f"Wait so many seconds for it, up to {LONG}")
    return operation(
        *("called", "Say where others have laid the table again, at once or when they do."),
        "CallShown",
        queries=[wait],
        _400=UNFIT,
        _404=MISSING,
    )


def counting() -> dict[str, Any]:
    """Describe how odds are had."""
    return operation(
        "odds", "Count what each option of one's own can lead to.", "OddsShown", _404=MISSING
    )


def hinting() -> dict[str, Any]:
    """Describe how a hint is had."""
    return operation(
        *("hint", "Say what a sensible player would answer; none, if one is not asked."),
        "HintShown",
        _404=MISSING,
        _422="Nobody can think now.",
    )


def chronicling(id: str = "chronicle", **more: str) -> dict[str, Any]:
    """Describe how the story is had."""
    return operation(
        *(id, "Tell the story so far, as a seat knows it.", "StoryShown"),
        queries=[SEAT],
        _403="That seat is another's.",
        _404=MISSING,
        **more,
    )


def hearing(id: str = "hear", **more: str) -> dict[str, Any]:
    """Describe how talk is heard."""
    first = ("from", NUMBER, f"The first line that is wanted: wait for it, up to {LONG} seconds")
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
        _422="Too long, too fast, or no such signal.",
    )


def journal() -> dict[str, Any]:
    """Describe how the journal is had."""
    return operation(
        *("journal", "Give the journal.", content({"type": "string"}, "text/plain")),
        _403="Others have hands to hide until it is over.",
        _404=MISSING,
    )


def variant(id: str = "variant", **more: str) -> dict[str, Any]:
    """Describe how the variant is had."""
    return operation(
        *(id, "Give the variant that is played.", content({"type": "string"}, "text/plain")),
        queries=(),
        _404="There is no such play among yours, or it is of no variant.",
        **more,
    )
