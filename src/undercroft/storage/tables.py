"""The tables. `entries` is the journal of every play, and is only ever added to."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
)

METADATA: Final = MetaData()

PLAYS: Final = Table(
    "plays",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON: those not at their default, as text
    Column("variant", Text),  # the variant's TOML
    Column("fate", String(20), nullable=False),  # sealed, real-cards, somebody, lesson
    Column("seed", String(100)),  # told to nobody before the play is over
    Column(
        "kind", String(20), nullable=False
    ),  # play, seeded, today, practice, lesson, branch, upload
    Column("name", String(100)),  # a branch's, a day's
    Column("parent", String(32), ForeignKey("plays.id")),  # what it branched from, or came after
    Column("parent_at", Integer),  # how many answers a branch shares; none: the table laid again
    Column("owner", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),  # milliseconds since 1970
    Column("changed", BigInteger, nullable=False),
    Column("outcome", String(40)),  # its name, once the play is over; a note, for lists
    Column("score", Integer),
    Column("share", String(32), unique=True),  # the key to see it once it is over
    Column("patience", Integer),  # seconds for an answer, after which others may have a bot give it
    Column("watch", String(32)),  # the spectators' key
    Column("day", String(10)),  # whose deal it is; until that day is over the seed stays sealed
    Column("practice", Boolean, nullable=False, server_default=false()),  # a note, as of its end
    Column("rival", String(32)),  # the finished game of the same deal that it races
    Index("plays_of_owner", "owner", "changed"),
    Index("plays_of_day", "day", "game"),
    Index("plays_watched", "watch", unique=True),
    Index("plays_of_parent", "parent"),
    Index("plays_of_seed", "seed"),
    Index("plays_of_rival", "rival"),
)

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("play", String(32), ForeignKey("plays.id"), nullable=False),
    Column("role", String(10), nullable=False),  # P1, P2 ... and fate
    Column("guest", String(32)),  # nobody yet, or a bot's for good: none
    Column("key", String(32), unique=True),  # the key to the seat while it is free
    Column("name", String(40)),  # the player's name
    Column("bot", String(40)),  # the bot that answers: for good, or until the guest is back
    Column("listed", Boolean, nullable=False, server_default=false()),  # free to all in the lobby
    Column("seen", BigInteger),  # when the guest was last at the table
    Column("score", Float),  # ... and whether it won: notes, once the play is over
    Column("won", Boolean),
    Column("chips", Integer),  # won from the others, or owed to them, where there were stakes
    PrimaryKeyConstraint("play", "role"),
    Index("seats_of_guest", "guest"),
    Index("seats_listed", "listed"),
)

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("play", String(32), ForeignKey("plays.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("text", String(250), nullable=False),  # `question: answer`, undo, redo, give-up
    Column("given_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("play", "number"),
)

TALK: Final = Table(
    "talk",
    METADATA,
    Column("play", String(32), ForeignKey("plays.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("role", String(10), nullable=False),
    Column("text", String(200), nullable=False),
    Column("said_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("play", "number"),
)

REMARKS: Final = Table(  # on decisions of a game that is reviewed together
    "remarks",
    METADATA,
    Column("play", String(32), ForeignKey("plays.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", Integer, nullable=False),  # the question's number
    Column("guest", String(32), nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", String(300), nullable=False),
    Column("said_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("play", "number"),
    Index("remarks_of", "guest"),
)

ACCOUNTS: Final = Table(
    "accounts",
    METADATA,
    Column("id", String(32), primary_key=True),  # stands where a guest's would: owner, guest
    Column("name", String(20), nullable=False),  # as it is shown
    Column("folded", String(80), nullable=False, unique=True),  # as it is compared
    Column("password", String(200), nullable=False),  # its hash, with salt and parameters
    Column("epoch", Integer, nullable=False),  # cookies without a session, of an earlier one: void
    Column("created", BigInteger, nullable=False),
    Column("likeness", String(200)),  # what it looks like: no two new ones are alike
    Column("recovery", String(200)),  # the hash of the code that replaces a lost password
    Column("settings", Text),  # JSON: how its person likes pages and tables; none: not chosen yet
    Index("accounts_alike", "likeness", unique=True),
)

SESSIONS: Final = Table(
    "sessions",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("account", String(32), ForeignKey("accounts.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # to the hour
    Column("device", String(60), nullable=False),  # in plain words
    Index("sessions_of_account", "account"),
)

FRIENDS: Final = Table(  # whom an account has added; friends have added each other
    "friends",
    METADATA,
    Column("account", String(32), ForeignKey("accounts.id"), nullable=False),
    Column("friend", String(32), ForeignKey("accounts.id"), nullable=False),
    Column("added_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("account", "friend"),
    Index("friends_of", "friend"),
)

INVITATIONS: Final = Table(  # a free seat of a table is kept for an account
    "invitations",
    METADATA,
    Column("play", String(32), ForeignKey("plays.id"), nullable=False),
    Column("account", String(32), ForeignKey("accounts.id"), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("play", "account"),
    Index("invitations_of", "account"),
)

PUZZLES: Final = Table(  # that somebody has tried, or is to try: errors of their own
    "puzzles",
    METADATA,
    Column("guest", String(32), nullable=False),
    Column("game", String(40), nullable=False),
    Column("puzzle", String(80), nullable=False),
    Column("answer", Text),  # the first; of one's own, the last, and none before
    Column("solved", Boolean, nullable=False),
    Column("rating", Integer),  # of a puzzle that ships with the game, as it was then
    Column("own", Text),  # JSON: the puzzle, if it is somebody's own
    Column("tried_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("guest", "game", "puzzle"),
)

ORDERS: Final = (
    Table(  # what operators have ordered; only ever added to, so that servers can follow
        "orders",
        METADATA,
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("what", String(10), nullable=False),  # mute, unmute, ban, unban, delete
        Column("subject", String(32), nullable=False),  # a guest's, an account's or a play's id
        Column("why", String(200), nullable=False),
        Column("given_at", BigInteger, nullable=False),
    )
)

REPORTS: Final = Table(
    "reports",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("play", String(32), nullable=False),  # it may be deleted since
    Column("reporter", String(32), nullable=False),
    Column("subject", String(32), nullable=False),  # the guest or account that it is about
    Column("name", String(40)),  # what that one went by
    Column("line", String(200)),  # what was said, if it is about that
    Column("why", String(500), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("settled_at", BigInteger),
    Column("note", String(200)),  # of the operator who settled it
    Index("reports_open", "settled_at"),
    Index("reports_of", "reporter"),
)
