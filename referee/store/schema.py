"""The schema of a club's file as it was first released. Never edited: what changes goes into new migrations."""

from sqlalchemy.engine import Connection

TABLES = """
CREATE TABLE charter (
    id INTEGER NOT NULL PRIMARY KEY,
    name VARCHAR NOT NULL,
    founded_at VARCHAR(32) NOT NULL
);
CREATE TABLE member (
    id INTEGER NOT NULL PRIMARY KEY,
    name VARCHAR NOT NULL,
    guest BOOLEAN NOT NULL,
    joined_at VARCHAR(32) NOT NULL,
    retired_at VARCHAR(32),
    forgotten_at VARCHAR(32),
    merged_into INTEGER REFERENCES member (id)
);
CREATE TABLE season (
    id INTEGER NOT NULL PRIMARY KEY,
    name VARCHAR NOT NULL,
    starts DATE NOT NULL,
    ends DATE NOT NULL,
    best_k INTEGER NOT NULL,
    min_sessions INTEGER NOT NULL,
    lot_seed INTEGER NOT NULL,
    made_at VARCHAR(32) NOT NULL,
    closed_at VARCHAR(32)
);
CREATE TABLE house_rules (
    id INTEGER NOT NULL PRIMARY KEY,
    season_id INTEGER NOT NULL REFERENCES season (id),
    game VARCHAR NOT NULL,
    options JSON NOT NULL,
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL
);
CREATE INDEX ix_house_rules_season_id ON house_rules (season_id);
CREATE TABLE session (
    id INTEGER NOT NULL PRIMARY KEY,
    season_id INTEGER NOT NULL REFERENCES season (id),
    held_on DATE NOT NULL,
    starts TIME NOT NULL,
    room VARCHAR NOT NULL,
    note VARCHAR NOT NULL,
    sequence INTEGER NOT NULL,
    opened_at VARCHAR(32),
    closed_at VARCHAR(32),
    cancelled_at VARCHAR(32)
);
CREATE INDEX ix_session_season_id ON session (season_id);
CREATE TABLE attendance (
    session_id INTEGER NOT NULL REFERENCES session (id),
    member_id INTEGER NOT NULL REFERENCES member (id),
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL,
    was_id INTEGER,
    PRIMARY KEY (session_id, member_id)
);
CREATE TABLE "match" (
    id INTEGER NOT NULL PRIMARY KEY,
    session_id INTEGER NOT NULL REFERENCES session (id),
    game VARCHAR NOT NULL,
    edition VARCHAR NOT NULL,
    options JSON NOT NULL,
    started_at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL,
    finished_at VARCHAR(32)
);
CREATE INDEX ix_match_session_id ON "match" (session_id);
CREATE TABLE seat (
    match_id INTEGER NOT NULL REFERENCES "match" (id),
    seat INTEGER NOT NULL,
    member_id INTEGER NOT NULL REFERENCES member (id),
    name VARCHAR NOT NULL,
    guest BOOLEAN NOT NULL,
    was_id INTEGER,
    PRIMARY KEY (match_id, seat),
    UNIQUE (match_id, member_id)
);
CREATE INDEX ix_seat_member_id ON seat (member_id);
CREATE TABLE placing (
    match_id INTEGER NOT NULL REFERENCES "match" (id),
    member_id INTEGER NOT NULL REFERENCES member (id),
    rank FLOAT NOT NULL,
    players INTEGER NOT NULL,
    score FLOAT NOT NULL,
    chips INTEGER,
    PRIMARY KEY (match_id, member_id)
);
CREATE TABLE dispute (
    id INTEGER NOT NULL PRIMARY KEY,
    match_id INTEGER REFERENCES "match" (id),
    number INTEGER,
    game VARCHAR NOT NULL,
    options JSON NOT NULL,
    facts JSON NOT NULL,
    claim VARCHAR NOT NULL,
    verdict VARCHAR NOT NULL,
    word VARCHAR NOT NULL,
    clause VARCHAR NOT NULL,
    rule VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    because JSON NOT NULL,
    alternatives JSON NOT NULL,
    due JSON NOT NULL,
    ask VARCHAR NOT NULL,
    outcome VARCHAR NOT NULL,
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL
);
CREATE INDEX ix_dispute_match_id ON dispute (match_id);
CREATE INDEX ix_dispute_game ON dispute (game);
CREATE TABLE party (
    dispute_id INTEGER NOT NULL REFERENCES dispute (id),
    seat INTEGER NOT NULL,
    member_id INTEGER REFERENCES member (id),
    name VARCHAR NOT NULL,
    was_id INTEGER,
    PRIMARY KEY (dispute_id, seat)
);
CREATE INDEX ix_party_member_id ON party (member_id);
CREATE TABLE entry (
    match_id INTEGER NOT NULL REFERENCES "match" (id),
    number INTEGER NOT NULL,
    step INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    said JSON NOT NULL,
    instead_of INTEGER,
    verdict VARCHAR NOT NULL,
    word VARCHAR NOT NULL,
    clause VARCHAR NOT NULL,
    rule VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    because JSON NOT NULL,
    alternatives JSON NOT NULL,
    edition VARCHAR NOT NULL,
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL,
    PRIMARY KEY (match_id, number)
);
CREATE TABLE decision (
    match_id INTEGER NOT NULL REFERENCES "match" (id),
    step INTEGER NOT NULL,
    number INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    dispute_id INTEGER REFERENCES dispute (id),
    at VARCHAR(32) NOT NULL,
    "by" VARCHAR NOT NULL,
    PRIMARY KEY (match_id, step)
)
"""

FROZEN = {"season": "name, starts, ends, best_k, min_sessions, lot_seed"}


def create_schema(connection: Connection) -> None:
    """Make every table, and the triggers that keep how a season is scored."""
    for statement in TABLES.split(";"):
        connection.exec_driver_sql(statement)
    for table, columns in FROZEN.items():
        connection.exec_driver_sql(
            f"CREATE TRIGGER {table}_stays_frozen BEFORE UPDATE OF {columns} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} is frozen: {columns}'); END"
        )
