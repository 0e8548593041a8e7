"""The SQL by which a server checks what an officer's login writes: events, their texts, and the projected tables.

Whoever owns the schema is not checked: it may move and rebuild clubs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Final

from referee.store.events.postgresql_schema import SCHEMA, separate_by_club
from referee.store.projections.handlers import HANDLERS, PROJECTIONS, RETRACTIONS, kinds_touching
from referee.store.projections.kind import EventKind
from referee.store.projections.payloads import NEW_NUMBERS, REQUIRED_FIELDS
from referee.store.projections.play import ENTRIES

_HEAD: Final = "RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, referee, pg_temp AS $$"
_BY_OWNER: Final = f"pg_has_role(session_user, (SELECT nspowner FROM pg_namespace WHERE nspname = '{SCHEMA}'), 'USAGE')"
_OF_THIS_TRANSACTION: Final = (
    "SELECT e.* FROM referee.writing w JOIN referee.event e ON e.club = w.club AND e.n >= w.first_n "
    "WHERE w.transaction = txid_current()"
)


def check_statements() -> Iterator[str]:
    """Yield the SQL that creates the checks, or replaces those of an older version.

    The table ``writing`` notes which transaction of a club appended events last, and its first event.
    """
    yield (
        f"CREATE TABLE IF NOT EXISTS {SCHEMA}.writing (club integer PRIMARY KEY REFERENCES {SCHEMA}.club, "
        "transaction bigint NOT NULL, first_n integer NOT NULL)"
    )
    yield f"DROP POLICY IF EXISTS mine ON {SCHEMA}.writing"
    yield from separate_by_club("writing")
    yield _event_check()
    yield _text_check()
    yield _projection_check()
    for table, when, function in (
        ("event", "BEFORE INSERT", "event_fits()"),
        ("private", "BEFORE INSERT OR DELETE", "text_fits()"),
    ):
        name = function.removesuffix("()")
        yield f"DROP TRIGGER IF EXISTS {name} ON {SCHEMA}.{table}"
        yield f"CREATE TRIGGER {name} {when} ON {SCHEMA}.{table} FOR EACH ROW EXECUTE FUNCTION {SCHEMA}.{function}"
    for table in PROJECTIONS:
        kinds = {*kinds_touching([table]), EventKind.UNDONE, EventKind.REDONE}
        # At the end: some operations change the tables first, and append the event then.
        yield (
            f'CREATE CONSTRAINT TRIGGER follows_from_event AFTER INSERT OR UPDATE OR DELETE ON {SCHEMA}."{table}" '
            f"DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION {SCHEMA}.follows_from_event({_list(kinds)})"
        )
    for function in ("event_fits", "text_fits", "follows_from_event"):
        yield f"REVOKE ALL ON FUNCTION {SCHEMA}.{function}() FROM PUBLIC"


def _event_check() -> str:
    """Return the function that refuses an event of an unknown kind, with other data, or whose numbers do not follow."""
    required = json.dumps({kind: REQUIRED_FIELDS[EventKind(kind)] for kind in HANDLERS})
    new_numbers = json.dumps(NEW_NUMBERS)
    entries, finished = _list(ENTRIES), EventKind.TABLE_FINISHED.value
    return f"""
CREATE OR REPLACE FUNCTION {SCHEMA}.event_fits() {_HEAD}
DECLARE
  required constant json := '{required}'; new_numbers constant json := '{new_numbers}';
  payload json; field record; entry_count integer; new_number text;
BEGIN
  IF {_BY_OWNER} THEN RETURN NEW; END IF;
  INSERT INTO referee.writing AS w (club, transaction, first_n) VALUES (NEW.club, txid_current(), NEW.n)
  ON CONFLICT (club) DO UPDATE SET transaction = txid_current(), first_n = NEW.n WHERE w.transaction <> txid_current();
  IF required -> NEW.kind IS NULL THEN RAISE EXCEPTION 'there is no kind of event %', NEW.kind; END IF;
  BEGIN
    payload := NEW.data::json;
  EXCEPTION WHEN others THEN RAISE EXCEPTION 'the data of event % are not JSON', NEW.n;
  END;
  IF json_typeof(payload) <> 'object' THEN RAISE EXCEPTION 'the data of event % are no object', NEW.n; END IF;
  FOR field IN SELECT key, value FROM json_each_text(required -> NEW.kind) LOOP
    IF json_typeof(payload -> field.key) IS DISTINCT FROM field.value THEN
      RAISE EXCEPTION 'event % (%) needs a field % of type %', NEW.n, NEW.kind, field.key, field.value;
    END IF;
  END LOOP;
  IF NEW.kind = 'retracted' AND (payload ->> 'kind' NOT IN ({_list(RETRACTIONS)}) OR NOT EXISTS (
      SELECT 1 FROM referee.event e
      WHERE e.club = NEW.club AND e.n::text = payload ->> 'event' AND e.kind = payload ->> 'kind')) THEN
    RAISE EXCEPTION 'event % retracts none', NEW.n;
  END IF;
  IF NEW.kind IN ('undone', 'redone') AND EXISTS (
      SELECT 1 FROM json_array_elements(payload -> 'undoes') undone WHERE NOT EXISTS (
        SELECT 1 FROM referee.event e WHERE e.club = NEW.club AND e.n::text = undone ->> 0)) THEN
    RAISE EXCEPTION 'event % undoes one that there is not', NEW.n;
  END IF;
  IF NEW.kind = 'table started' THEN
    IF NEW.match IS NULL OR EXISTS (SELECT 1 FROM referee.event e WHERE e.club = NEW.club AND e.match = NEW.match) THEN
      RAISE EXCEPTION 'event % starts no new table', NEW.n;
    END IF;
  ELSIF NEW.match IS NULL THEN
    IF NEW.kind IN ({entries}, 'line decided', '{finished}') THEN
      RAISE EXCEPTION 'event % (%) is of no table', NEW.n, NEW.kind;
    END IF;
  ELSIF NOT EXISTS (SELECT 1 FROM referee.event e
      WHERE e.club = NEW.club AND e.match = NEW.match AND e.kind = 'table started') THEN
    RAISE EXCEPTION 'event % is of a table that there is not', NEW.n;
  END IF;
  IF NEW.kind IN ({entries}) THEN
    SELECT count(*) INTO entry_count FROM referee.event e
    WHERE e.club = NEW.club AND e.match = NEW.match AND (e.kind IN ({entries})
      OR e.kind = 'retracted' AND e.data::json ->> 'kind' = '{finished}');
    IF payload ->> 'number' <> (entry_count + 1)::text THEN
      RAISE EXCEPTION 'entry % does not follow entry % of its table', payload ->> 'number', entry_count;
    END IF;
  END IF;
  IF new_numbers ->> NEW.kind IS NOT NULL THEN
    new_number := payload ->> (new_numbers ->> NEW.kind);
    IF new_number !~ '^[1-9][0-9]{{0,8}}$' OR EXISTS (SELECT 1 FROM referee.event e WHERE e.club = NEW.club
        AND e.kind = NEW.kind AND e.data::json ->> (new_numbers ->> NEW.kind) = new_number) THEN
      RAISE EXCEPTION '% % is no new number', new_numbers ->> NEW.kind, new_number;
    END IF;
  END IF;
  RETURN NEW;
END $$"""


def _text_check() -> str:
    """Return the function that refuses a text that is none of an event of this transaction, or that nobody forgot."""
    return f"""
CREATE OR REPLACE FUNCTION {SCHEMA}.text_fits() {_HEAD}
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF {_BY_OWNER} OR EXISTS (SELECT 1 FROM ({_OF_THIS_TRANSACTION}) e,
        json_array_elements(e.data::json -> 'removed') removed
        WHERE e.club = OLD.club AND e.kind = 'member forgotten'
        AND removed ->> 0 = OLD.n::text AND removed ->> 1 = OLD.part) THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'a text goes only with a member who is forgotten' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF {_BY_OWNER} OR EXISTS (SELECT 1 FROM ({_OF_THIS_TRANSACTION}) e WHERE e.club = NEW.club AND e.n = NEW.n
      AND e.data::json -> 'texts' ->> NEW.part
        = encode(sha256(convert_to(NEW.salt || E'\\n' || NEW.text, 'UTF8')), 'hex')) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a text comes only with its event' USING ERRCODE = 'insufficient_privilege';
END $$"""


def _projection_check() -> str:
    """Return the function that refuses a change to a table without an event that changes this table."""
    return f"""
CREATE OR REPLACE FUNCTION {SCHEMA}.follows_from_event() {_HEAD}
DECLARE of_club integer;
BEGIN
  IF {_BY_OWNER} THEN RETURN NULL; END IF;
  of_club := CASE WHEN TG_OP = 'DELETE' THEN OLD.club ELSE NEW.club END;
  IF NOT EXISTS (SELECT 1 FROM ({_OF_THIS_TRANSACTION}) e WHERE e.club = of_club AND e.kind = ANY(TG_ARGV)) THEN
    RAISE EXCEPTION 'table % changes only with an event', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$"""


def _list(kinds: Iterable[str]) -> str:
    return ", ".join(f"'{kind}'" for kind in sorted(map(str, kinds)))
