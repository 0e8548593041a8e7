"""The rules that a server enforces by itself, whatever SQL an officer's login sends.

Every table has the club in its key, and row level security: a login reads and writes only the clubs that `officer`
assigns to it. The log can be read and appended to. An appended event must follow the last one, signed by its officer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

SCHEMA: Final = "referee"
"""The schema of the database that has all tables."""
CLUB_SETTING: Final = "referee.club"
"""The setting of a connection that holds the number of its club."""
CURRENT_CLUB: Final = f"current_setting('{CLUB_SETTING}')::integer"
LOGGED_FOR_PLAYERS: Final = ("line logged", "line decided", "result recorded")
"""The kinds of events that an officer's program may record for a player, who is named in `by`."""
INDEXED_BY_TOURNAMENT: Final = ("tournament", "tournament entered", "clock")
"""The kinds of events that are looked up by the tournament's number in their data."""

# The tables by their full names: whoever sends SQL can make temporary ones of the same names, which go before.
_FOLLOWS: Final = """
CREATE FUNCTION event_follows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, referee, pg_temp
AS $$
DECLARE last_n integer; last_hash text;
BEGIN
  SELECT e.n, e.hash INTO last_n, last_hash FROM referee.event e WHERE e.club = NEW.club ORDER BY e.n DESC LIMIT 1;
  IF NOT FOUND THEN
    SELECT 0, encode(sha256(convert_to('club ' || c.uuid, 'UTF8')), 'hex') INTO last_n, last_hash
    FROM referee.club c WHERE c.id = NEW.club;
  END IF;
  IF NEW.n IS DISTINCT FROM last_n + 1 THEN
    RAISE EXCEPTION 'event % does not follow event %', NEW.n, last_n;
  END IF;
  IF NEW.hash IS DISTINCT FROM
      encode(sha256(convert_to(concat_ws(E'\\n', last_hash, NEW.n, NEW.at, NEW."by", NEW.via, NEW.kind,
      coalesce(NEW.match::text, ''), coalesce(NEW.key, ''), NEW.data), 'UTF8')), 'hex') THEN
    RAISE EXCEPTION 'event % is not hashed together with event %', NEW.n, last_n;
  END IF;
  -- One word for many events: the server tells the same word once a transaction.
  PERFORM pg_notify('referee_' || NEW.club, '');
  RETURN NEW;
END $$
"""
_IS_MINE: Final = "club IN (SELECT o.club FROM officer o WHERE o.role = current_user)"
_MY_MARK: Final = "(SELECT '@#' || o.member FROM officer o WHERE o.role = current_user AND o.club = event.club)"


def schema_statements() -> Iterable[str]:
    """Yield the SQL that creates the schema in an empty database."""
    for_players = ", ".join(f"'{kind}'" for kind in LOGGED_FOR_PLAYERS)
    yield f"CREATE SCHEMA {SCHEMA}"
    yield f"SET LOCAL search_path = {SCHEMA}"
    yield "CREATE TABLE club (id integer PRIMARY KEY, uuid text NOT NULL UNIQUE, shape text NOT NULL)"
    yield (
        "CREATE TABLE officer (role name NOT NULL, club integer NOT NULL REFERENCES club, member integer NOT NULL, "
        "PRIMARY KEY (role, club))"
    )
    yield (
        "CREATE TABLE event (club integer NOT NULL REFERENCES club, n integer NOT NULL, at text NOT NULL, "
        '"by" text NOT NULL, via text NOT NULL, kind text NOT NULL, match integer, key text, data text NOT NULL, '
        "hash text NOT NULL, PRIMARY KEY (club, n), UNIQUE (club, key))"
    )
    yield "CREATE INDEX event_of_match ON event (club, match, n) WHERE match IS NOT NULL"
    yield "CREATE INDEX event_of_kind ON event (club, kind, n)"
    # Of these kinds alone: the data of others may have characters that the server cannot take out of JSON.
    of_tournaments = ", ".join(f"'{kind}'" for kind in INDEXED_BY_TOURNAMENT)
    yield (
        f"CREATE INDEX event_of_tournament ON event (kind, ({data_field('tournament')}), "
        f"({data_field('what')}), club, n) WHERE kind IN ({of_tournaments})"
    )
    yield (
        "CREATE TABLE private (club integer NOT NULL REFERENCES club, n integer NOT NULL, part text NOT NULL, "
        "person integer, salt text NOT NULL, text text NOT NULL, PRIMARY KEY (club, n, part))"
    )
    yield "CREATE INDEX private_of_person ON private (club, person) WHERE person IS NOT NULL"
    yield _FOLLOWS
    yield "CREATE TRIGGER event_follows BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION event_follows()"
    yield "REVOKE ALL ON FUNCTION event_follows() FROM PUBLIC"
    for table, policy in {"club": _IS_MINE.replace("club IN", "id IN"), "officer": "role = current_user"}.items():
        yield f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"
        yield f"CREATE POLICY mine ON {table} FOR SELECT USING ({policy})"
    yield "ALTER TABLE event ENABLE ROW LEVEL SECURITY"
    yield f"CREATE POLICY mine ON event FOR SELECT USING ({_IS_MINE})"
    yield (
        f"CREATE POLICY by_me ON event FOR INSERT WITH CHECK ({_IS_MINE} AND (\"by\" = {_MY_MARK} AND via = '' "
        f"OR via = {_MY_MARK} AND kind IN ({for_players})))"
    )
    yield from separate_by_club("private")


def data_field(name: str) -> str:
    """Return the SQL for a field of an event's data, a number or a word, as text."""
    return f"data::json ->> '{name}'"


def separate_by_club(table: str) -> Iterable[str]:
    """Yield the SQL that restricts a table to the login's own clubs."""
    yield f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY'
    yield f'CREATE POLICY mine ON "{table}" USING ({_IS_MINE}) WITH CHECK ({_IS_MINE})'


def separate_by_hidden_column(table: str) -> Iterable[str]:
    """Yield the SQL that restricts a table to the connection's club, by a column hidden from queries.

    Its column ``club`` is `CURRENT_CLUB` in every new row. Nobody sees another club's rows, not even the owner.
    """
    yield f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY'
    yield f'ALTER TABLE "{table}" FORCE ROW LEVEL SECURITY'
    yield f'CREATE POLICY mine ON "{table}" USING (club = {CURRENT_CLUB} AND {_IS_MINE})'
    yield f'CREATE POLICY owned ON "{table}" TO CURRENT_USER USING (club = {CURRENT_CLUB})'


def grants(role: str, tables: Iterable[str]) -> Iterable[str]:
    """Yield the SQL that grants an officer's rights, and write access to `tables`, to a login with a quoted name."""
    yield f"GRANT USAGE ON SCHEMA {SCHEMA} TO {role}"
    yield f"GRANT SELECT ON {SCHEMA}.club, {SCHEMA}.officer TO {role}"
    yield f"GRANT SELECT, INSERT ON {SCHEMA}.event TO {role}"
    for table in tables:
        update = "" if table == "private" else "UPDATE, "
        yield f'GRANT SELECT, INSERT, {update}DELETE ON {SCHEMA}."{table}" TO {role}'
    yield f"REVOKE UPDATE ON {SCHEMA}.private FROM {role}"  # as older versions granted it
