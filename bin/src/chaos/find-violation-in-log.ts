import type pg from "pg";

/** For each kind of violation, a query that finds it. */
const violationQueries: Readonly<Record<string, string>> = {
  "a gap in the positions": `SELECT p AS at FROM (
      SELECT e.position AS p, row_number() OVER (ORDER BY e.position) AS n FROM eventstore.events e) x
    WHERE p <> n LIMIT 1`,
  "a gap in a stream": `SELECT stream AS at FROM (
      SELECT e.stream, e.revision, row_number() OVER (PARTITION BY e.stream ORDER BY e.revision) - 1 AS n
      FROM eventstore.events e) x
    WHERE revision <> n LIMIT 1`,
  "an event id that was used twice": `SELECT e.event_id AS at FROM eventstore.events e
    GROUP BY e.event_id HAVING count(*) > 1 LIMIT 1`,
  "positions that do not rise with a stream's revisions": `SELECT stream AS at FROM (
      SELECT e.stream, e.position - lag(e.position) OVER (PARTITION BY e.stream ORDER BY e.revision) AS step
      FROM eventstore.events e) x
    WHERE step <= 0 LIMIT 1`,
};

/** Finds the first violation of the log's guarantees. Returns a sentence that says where it is, or `null`. */
export async function findViolationInLog(pool: pg.Pool): Promise<string | null> {
  for (const [violation, statement] of Object.entries(violationQueries)) {
    const { rows } = await pool.query<{ at: string | number }>(statement);
    if (rows[0]) return `the log has ${violation}: ${rows[0].at}`;
  }
  return null;
}
