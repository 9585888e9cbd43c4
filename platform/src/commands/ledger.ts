import type { Sealed } from "@daybook/domain/kernel/sealed";
import type pg from "pg";
import { batched } from "../postgres/batched.ts";

/** The frozen label that replies in the ledger are sealed with. */
export type ReplyLabel = "ledger.reply";

/** An act, as its caller names it. */
export type LedgerKey = { readonly userId: number; readonly key: string };

/**
 * What the ledger knows of an act that begins: `new`; `repeat`, with the ids of the first time, and its reply unless it is
 * still under way or was cut off; `mismatch`, when the key was used for another request.
 */
export type Begun =
  | { readonly kind: "new"; readonly ids: readonly number[] }
  | {
      readonly kind: "repeat";
      readonly ids: readonly number[];
      readonly reply: { readonly status: number; readonly sealedBody: Sealed<ReplyLabel> } | null;
    }
  | { readonly kind: "mismatch" };

/** Longer than a request lasts: what was under way when its owner locked something has ended by then. */
const withheldFor = "10 minutes";

/**
 * Forgets the replies kept for a person, and keeps none for some minutes: something of theirs is being locked, and a
 * reply may hold what is behind that lock. To be called within the transaction that locks, and again after it: then
 * nothing of before is left, whatever was under way.
 */
export async function withholdReplies(db: pg.PoolClient, userId: number): Promise<void> {
  await db.query(
    `INSERT INTO ledger.withheld (user_id, since) VALUES ($1, now())
     ON CONFLICT (user_id) DO UPDATE SET since = excluded.since`,
    [userId],
  );
  // A status that is none: a reply that is being written at this moment finds its place taken.
  await db.query(
    "UPDATE ledger.commands SET status = 0, reply = '' WHERE user_id = $1 AND status IS DISTINCT FROM 0",
    [userId],
  );
}

/** Forgets all acts of a person, one under way included: its reply then finds no row to be kept in. */
export async function forgetActsOf(db: Pick<pg.Pool, "query">, userId: number): Promise<void> {
  await db.query("DELETE FROM ledger.commands WHERE user_id = $1", [userId]);
  await db.query("DELETE FROM ledger.withheld WHERE user_id = $1", [userId]);
}

type NewRow = LedgerKey & { readonly fingerprint: string; readonly ids: readonly number[] };
type CompletedAct = LedgerKey & { readonly status: number; readonly sealedBody: Sealed<ReplyLabel> };
type Row = { fingerprint: string; ids: number[]; status: number | null; reply: Buffer | null };

/**
 * The command ledger: one row for each act of a person (user and `Idempotency-Key`), written before anything else. It fixes
 * the ids that the act uses, so that doing it again does the same, and keeps the first answer, sealed with the user's key.
 *
 * When the event store is in the same database, the pool may run with `synchronous_commit = off`. Both write to one
 * write-ahead log, which reaches the disk in its order: whenever the durable append of an act survives a crash, its row,
 * committed before, survives too. Lost are only rows of acts that appended nothing, and replies, which a repeat
 * makes again from what was appended. With an event store of its own the pool must be durable.
 */
export function createLedger({ pool }: { pool: pg.Pool }) {
  /** True for those that are new; of several with one key in a batch, for the one whose row it is. */
  const insert = batched<NewRow, boolean>(async (rows) => {
    const inserted = await pool.query<{ n: number }>({
      name: "ledger.begin",
      text: `WITH asked AS MATERIALIZED (
               SELECT DISTINCT ON (user_id, key) * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::jsonb[])
                 WITH ORDINALITY AS a (user_id, key, fingerprint, ids, n) ORDER BY user_id, key, n),
             inserted AS (
               INSERT INTO ledger.commands (user_id, key, fingerprint, ids)
               SELECT user_id, key, fingerprint, ids FROM asked
               ON CONFLICT (user_id, key) DO NOTHING RETURNING user_id, key)
             SELECT n FROM inserted JOIN asked USING (user_id, key)`,
      values: [
        rows.map(({ userId }) => userId),
        rows.map(({ key }) => key),
        rows.map(({ fingerprint }) => fingerprint),
        rows.map(({ ids }) => JSON.stringify(ids)),
      ],
    });
    const isNew = new Set(inserted.rows.map(({ n }) => n));
    return rows.map((_, index) => isNew.has(index + 1));
  });

  async function find({ userId, key }: LedgerKey): Promise<Row | undefined> {
    const { rows } = await pool.query<Row>({
      name: "ledger.find",
      text: "SELECT fingerprint, ids, status, reply FROM ledger.commands WHERE user_id = $1 AND key = $2",
      values: [userId, key],
    });
    return rows[0];
  }

  /**
   * Begins an act. Of several that begin at once with one key, one is new.
   *
   * @param act.fingerprint what the request was, keyed, so that a repeat can be told from another request
   * @param act.makeIds the ids that a new act will use; their number and meaning are the caller's
   */
  async function begin(
    act: LedgerKey & { readonly fingerprint: string; readonly makeIds: () => readonly number[] },
  ): Promise<Begun> {
    const ids = act.makeIds();
    for (;;) {
      if (await insert({ ...act, ids })) return { kind: "new", ids };
      const row = await find(act);
      // Purged between the two statements: then it is new after all.
      if (!row) continue;
      if (row.fingerprint !== act.fingerprint) return { kind: "mismatch" };
      return { kind: "repeat", ids: row.ids, reply: replyOf(row) };
    }
  }

  /** Keeps the reply of an act, unless replies are withheld. The first one counts, and a row that is gone stays gone. */
  const complete: (act: CompletedAct) => Promise<void> = batched<CompletedAct, void>(async (acts) => {
    await pool.query({
      name: "ledger.complete",
      text: `UPDATE ledger.commands c SET status = a.status, reply = a.reply
             FROM unnest($1::bigint[], $2::text[], $3::integer[], $4::bytea[]) AS a (user_id, key, status, reply)
             WHERE c.user_id = a.user_id AND c.key = a.key AND c.status IS NULL AND NOT EXISTS (
               SELECT FROM ledger.withheld w
               WHERE w.user_id = a.user_id AND w.since > now() - interval '${withheldFor}')`,
      values: [
        acts.map(({ userId }) => userId),
        acts.map(({ key }) => key),
        acts.map(({ status }) => status),
        acts.map(({ sealedBody }) => Buffer.from(sealedBody, "base64url")),
      ],
    });
    return acts.map(() => undefined);
  });

  /** Forgets acts that began before this time; a repeat of them counts as new from then on. Answers with their number. */
  async function purge(olderThan: Date): Promise<number> {
    await pool.query(`DELETE FROM ledger.withheld WHERE since <= now() - interval '${withheldFor}'`);
    const { rowCount } = await pool.query("DELETE FROM ledger.commands WHERE created_at < $1", [olderThan]);
    return rowCount ?? 0;
  }

  return { begin, complete, purge };
}

/** See {@link createLedger}. */
export type Ledger = ReturnType<typeof createLedger>;

function replyOf({ status, reply }: Row): { status: number; sealedBody: Sealed<ReplyLabel> } | null {
  if (!status || reply === null) return null;
  return { status, sealedBody: reply.toString("base64url") as Sealed<ReplyLabel> };
}
