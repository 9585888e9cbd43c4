import type { Sealed } from "@daybook/domain/kernel/sealed";
import type pg from "pg";

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
  async function insert(act: LedgerKey, fingerprint: string, ids: readonly number[]): Promise<boolean> {
    const { rowCount } = await pool.query({
      name: "ledger.begin",
      text: `INSERT INTO ledger.commands (user_id, key, fingerprint, ids) VALUES ($1, $2, $3, $4)
             ON CONFLICT (user_id, key) DO NOTHING`,
      values: [act.userId, act.key, fingerprint, JSON.stringify(ids)],
    });
    return rowCount === 1;
  }

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
      if (await insert(act, act.fingerprint, ids)) return { kind: "new", ids };
      const row = await find(act);
      // Purged between the two statements: then it is new after all.
      if (!row) continue;
      if (row.fingerprint !== act.fingerprint) return { kind: "mismatch" };
      return { kind: "repeat", ids: row.ids, reply: replyOf(row) };
    }
  }

  /** Keeps the reply of an act. The first one counts, and a row that is gone stays gone. */
  async function complete(
    act: LedgerKey & { readonly status: number; readonly sealedBody: Sealed<ReplyLabel> },
  ): Promise<void> {
    await pool.query({
      name: "ledger.complete",
      text: `UPDATE ledger.commands SET status = $3, reply = $4
             WHERE user_id = $1 AND key = $2 AND status IS NULL`,
      values: [act.userId, act.key, act.status, Buffer.from(act.sealedBody, "base64url")],
    });
  }

  /** Forgets acts that began before this time; a repeat of them counts as new from then on. Answers with their number. */
  async function purge(olderThan: Date): Promise<number> {
    const { rowCount } = await pool.query("DELETE FROM ledger.commands WHERE created_at < $1", [olderThan]);
    return rowCount ?? 0;
  }

  return { begin, complete, purge };
}

/** See {@link createLedger}. */
export type Ledger = ReturnType<typeof createLedger>;

function replyOf({ status, reply }: Row): { status: number; sealedBody: Sealed<ReplyLabel> } | null {
  if (status === null || reply === null) return null;
  return { status, sealedBody: reply.toString("base64url") as Sealed<ReplyLabel> };
}
