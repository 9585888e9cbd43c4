import type { Migration } from "../postgres/migrate.ts";

/**
 * The log on PostgreSQL. `head` has one row; whoever appends locks it, so positions have no gap and become visible in
 * order. `json` keeps the text as it is: `jsonb` refuses `\u0000`.
 */
export const eventStoreMigrations: readonly Migration[] = [
  {
    name: "eventstore-0001",
    sql: `
CREATE SCHEMA eventstore;
CREATE TABLE eventstore.head (single boolean PRIMARY KEY DEFAULT true CHECK (single), position bigint NOT NULL);
INSERT INTO eventstore.head (position) VALUES (0);
CREATE TABLE eventstore.streams (stream text PRIMARY KEY, revision bigint NOT NULL);
CREATE TABLE eventstore.events (
  position bigint PRIMARY KEY,
  stream text NOT NULL,
  revision bigint NOT NULL,
  event_id uuid NOT NULL UNIQUE,
  type text NOT NULL,
  version integer NOT NULL,
  data json NOT NULL,
  meta json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (stream, revision)
);

-- Appends several commands in one round trip. Command i has stream p_streams[i], expects revision p_expected[i]
-- (-1: no stream yet), and owns the events whose p_command is i, in order.
CREATE FUNCTION eventstore.append(
  p_streams text[], p_expected bigint[],
  p_command integer[], p_ids uuid[], p_types text[], p_versions integer[], p_data json[], p_meta json[]
) RETURNS TABLE (command integer, status text, revision bigint, "position" bigint)
LANGUAGE plpgsql AS $$
DECLARE
  head_position bigint;
  current_revision bigint;
  event_count integer;
  known_count integer;
  known_position bigint;
  first_event integer;
  i integer;
BEGIN
  SELECT h.position INTO head_position FROM eventstore.head h FOR UPDATE;
  first_event := 1;
  FOR i IN 1 .. array_length(p_streams, 1) LOOP
    event_count := 0;
    WHILE first_event + event_count <= array_length(p_command, 1) AND p_command[first_event + event_count] = i LOOP
      event_count := event_count + 1;
    END LOOP;
    SELECT s.revision INTO current_revision FROM eventstore.streams s WHERE s.stream = p_streams[i];
    current_revision := coalesce(current_revision, -1);
    command := i;
    IF current_revision <> p_expected[i] THEN
      SELECT count(*), max(e.position) INTO known_count, known_position FROM eventstore.events e
        WHERE e.event_id = ANY (p_ids[first_event : first_event + event_count - 1]) AND e.stream = p_streams[i];
      status := CASE WHEN known_count = event_count THEN 'duplicate' ELSE 'conflict' END;
      revision := current_revision;
      "position" := CASE WHEN known_count = event_count THEN known_position END;
    ELSE
      INSERT INTO eventstore.events (position, stream, revision, event_id, type, version, data, meta)
        SELECT head_position + n, p_streams[i], current_revision + n, p_ids[first_event + n - 1],
          p_types[first_event + n - 1], p_versions[first_event + n - 1], p_data[first_event + n - 1], p_meta[first_event + n - 1]
        FROM generate_series(1, event_count) n;
      INSERT INTO eventstore.streams AS s (stream, revision) VALUES (p_streams[i], current_revision + event_count)
        ON CONFLICT (stream) DO UPDATE SET revision = excluded.revision;
      head_position := head_position + event_count;
      status := 'ok';
      revision := current_revision + event_count;
      "position" := head_position;
    END IF;
    first_event := first_event + event_count;
    RETURN NEXT;
  END LOOP;
  UPDATE eventstore.head h SET position = head_position;
END $$;
`,
  },
];
