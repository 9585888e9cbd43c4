import type { Migration } from "../postgres/migrate.ts";

/**
 * The log on PostgreSQL. `head` has one row, which every append locks, so positions have no gaps and become visible in
 * order. The revision of a stream is the revision of its newest event. The unique key over stream and revision finds that event.
 * `data` is `json`, which keeps a text as it is: `jsonb` refuses `\u0000`.
 */
export const eventStoreMigrations: readonly Migration[] = [
  {
    name: "eventstore-0001",
    sql: `
CREATE SCHEMA eventstore;
CREATE TABLE eventstore.head (single boolean PRIMARY KEY DEFAULT true CHECK (single), position bigint NOT NULL);
INSERT INTO eventstore.head (position) VALUES (0);
CREATE TABLE eventstore.events (
  position bigint PRIMARY KEY,
  stream text NOT NULL,
  revision bigint NOT NULL,
  event_id uuid NOT NULL UNIQUE,
  type text NOT NULL,
  version integer NOT NULL,
  -- Mostly ciphertext, which does not compress; and a page of a diary stays in its row.
  data json STORAGE EXTERNAL NOT NULL,
  meta json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (stream, revision)
) WITH (toast_tuple_target = 8160);

-- Appends to several streams in one round trip, none of them twice. Command i appends the next p_counts[i] events to
-- p_streams[i], which it expects at revision p_expected[i] (-1: no stream yet). The answer has a row per command, in order.
-- Sequential scans are off because a plan made while the log is still small would be kept when it is not.
CREATE FUNCTION eventstore.append(
  p_streams text[], p_expected bigint[], p_counts integer[],
  p_ids uuid[], p_types text[], p_versions integer[], p_data json[], p_meta json[]
) RETURNS TABLE (status text, revision bigint, "position" bigint)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  head_position bigint;
  start_position bigint;
  current_revisions bigint[];
  stored_ids uuid[];
  command_ids uuid[];
  known_count integer;
  next_event integer := 1;
  event_streams text[];
  event_revisions bigint[];
  event_positions bigint[];
BEGIN
  SELECT h.position INTO STRICT start_position FROM eventstore.head h WHERE h.single FOR UPDATE;
  head_position := start_position;
  current_revisions := ARRAY(
    SELECT coalesce((SELECT max(e.revision) FROM eventstore.events e WHERE e.stream = c.stream), -1)
    FROM unnest(p_streams) WITH ORDINALITY c (stream, i) ORDER BY c.i
  );
  stored_ids := ARRAY(SELECT e.event_id FROM eventstore.events e WHERE e.event_id = ANY (p_ids));

  FOR i IN 1 .. cardinality(p_streams) LOOP
    revision := current_revisions[i];
    known_count := 0;
    IF cardinality(stored_ids) > 0 THEN
      command_ids := p_ids[next_event : next_event + p_counts[i] - 1];
      IF command_ids && stored_ids THEN
        SELECT count(*), max(e.position) INTO known_count, "position" FROM eventstore.events e
          WHERE e.event_id = ANY (command_ids) AND e.stream = p_streams[i];
      END IF;
    END IF;
    IF known_count = p_counts[i] THEN
      status := 'duplicate';
    ELSIF known_count > 0 OR revision <> p_expected[i] THEN
      status := 'conflict';
      "position" := NULL;
    ELSE
      FOR n IN next_event .. next_event + p_counts[i] - 1 LOOP
        revision := revision + 1;
        head_position := head_position + 1;
        event_streams[n] := p_streams[i];
        event_revisions[n] := revision;
        event_positions[n] := head_position;
      END LOOP;
      status := 'ok';
      "position" := head_position;
    END IF;
    next_event := next_event + p_counts[i];
    RETURN NEXT;
  END LOOP;

  IF head_position > start_position THEN
    INSERT INTO eventstore.events (position, stream, revision, event_id, type, version, data, meta)
      SELECT * FROM unnest(event_positions, event_streams, event_revisions, p_ids, p_types, p_versions, p_data, p_meta)
        AS e (position, stream, revision, event_id, type, version, data, meta)
      WHERE e.position IS NOT NULL;
    UPDATE eventstore.head h SET position = head_position WHERE h.single;
  END IF;
END $$;
`,
  },
  {
    name: "eventstore-0002-aligned-append",
    sql: `
-- The same, but the arrays of what is inserted have all their elements from the beginning. An array that is made by setting
-- its n-th element begins at n, and unnest then paired it with the ids and the data of the events before.
CREATE OR REPLACE FUNCTION eventstore.append(
  p_streams text[], p_expected bigint[], p_counts integer[],
  p_ids uuid[], p_types text[], p_versions integer[], p_data json[], p_meta json[]
) RETURNS TABLE (status text, revision bigint, "position" bigint)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  head_position bigint;
  start_position bigint;
  current_revisions bigint[];
  stored_ids uuid[];
  command_ids uuid[];
  known_count integer;
  next_event integer := 1;
  event_streams text[] := array_fill(NULL::text, ARRAY[cardinality(p_ids)]);
  event_revisions bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(p_ids)]);
  event_positions bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(p_ids)]);
BEGIN
  SELECT h.position INTO STRICT start_position FROM eventstore.head h WHERE h.single FOR UPDATE;
  head_position := start_position;
  current_revisions := ARRAY(
    SELECT coalesce((SELECT max(e.revision) FROM eventstore.events e WHERE e.stream = c.stream), -1)
    FROM unnest(p_streams) WITH ORDINALITY c (stream, i) ORDER BY c.i
  );
  stored_ids := ARRAY(SELECT e.event_id FROM eventstore.events e WHERE e.event_id = ANY (p_ids));

  FOR i IN 1 .. cardinality(p_streams) LOOP
    revision := current_revisions[i];
    known_count := 0;
    IF cardinality(stored_ids) > 0 THEN
      command_ids := p_ids[next_event : next_event + p_counts[i] - 1];
      IF command_ids && stored_ids THEN
        SELECT count(*), max(e.position) INTO known_count, "position" FROM eventstore.events e
          WHERE e.event_id = ANY (command_ids) AND e.stream = p_streams[i];
      END IF;
    END IF;
    IF known_count = p_counts[i] THEN
      status := 'duplicate';
    ELSIF known_count > 0 OR revision <> p_expected[i] THEN
      status := 'conflict';
      "position" := NULL;
    ELSE
      FOR n IN next_event .. next_event + p_counts[i] - 1 LOOP
        revision := revision + 1;
        head_position := head_position + 1;
        event_streams[n] := p_streams[i];
        event_revisions[n] := revision;
        event_positions[n] := head_position;
      END LOOP;
      status := 'ok';
      "position" := head_position;
    END IF;
    next_event := next_event + p_counts[i];
    RETURN NEXT;
  END LOOP;

  IF head_position > start_position THEN
    INSERT INTO eventstore.events (position, stream, revision, event_id, type, version, data, meta)
      SELECT * FROM unnest(event_positions, event_streams, event_revisions, p_ids, p_types, p_versions, p_data, p_meta)
        AS e (position, stream, revision, event_id, type, version, data, meta)
      WHERE e.position IS NOT NULL;
    UPDATE eventstore.head h SET position = head_position WHERE h.single;
  END IF;
END $$;
`,
  },
];
