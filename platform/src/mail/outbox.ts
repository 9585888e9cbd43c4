import { idForAttempt } from "@daybook/domain/kernel/ids";
import type pg from "pg";
import type { Clock } from "../clock.ts";
import { batched } from "../postgres/batched.ts";
import { transaction } from "../postgres/pool.ts";
import type { NewMail } from "./mail.ts";
import type { SealedRecipient } from "./recipient.ts";

/** The channel that announces a mail to send. */
export const outboxChannel = "outbox_mails";

/** `dead` mails wait for an operator; `dropped` ones need not be sent any more. */
export type MailState = "waiting" | "sent" | "dropped" | "dead";

/** A mail that one sender has claimed, until it reports the result or the claim expires. */
export type ClaimedMail = {
  readonly id: number;
  readonly userId: number | null;
  readonly template: string;
  readonly params: unknown;
  readonly recipient: SealedRecipient | null;
  /** Milliseconds since 1970. */
  readonly enqueuedAt: number;
  /** The number of this claim; a later claim invalidates it. */
  readonly claim: number;
};

/** How many mails have this template, state and code. The code says why the last try failed or the mail was dropped. */
export type MailCount = {
  readonly template: string;
  readonly state: MailState;
  readonly code: string | null;
  readonly count: number;
};

/** Something that runs statements: a pool, or the client of a transaction. */
export type Queryable = Pick<pg.ClientBase, "query">;

/** How long a claim is valid: far longer than a transport may take, so that a claim does not expire while its mail is being sent. */
const claimMs = 5 * 60_000;
const firstDelayMs = 60_000;
const maxDelayMs = 6 * 3_600_000;
const maxFailures = 12;
const maxIdAttempts = 10;

/** The statement that announces a mail to send. */
export const notifyOutbox = `SELECT pg_notify('${outboxChannel}', '')`;

/**
 * Mails to send. A mail is stored before it is sent, and its content stays until it was sent or dropped, so a crash loses none. A
 * sender claims the row, so several senders do not send the same mail. A mail is sent again, with the same message id, only when
 * its sender could not report that it was sent.
 */
export function createOutbox({ pool, clock }: { pool: pg.Pool; clock: Clock }) {
  /** Adds a mail. False when its id or its `dedupeKey` is in the outbox. */
  async function insert(mail: NewMail, db: Queryable): Promise<boolean> {
    const { rowCount } = await db.query(
      `WITH added AS (
         INSERT INTO outbox.mails (id, user_id, template, params, recipient, dedupe_key, due_at, created_at,
           causation_id, correlation_id, entry_id)
         VALUES ($1, $2, $3, $4, $5, $6, to_timestamp($7::float8 / 1000), to_timestamp($7::float8 / 1000), $8, $9,
           $10)
         ON CONFLICT DO NOTHING RETURNING id)
       ${notifyOutbox} FROM added`,
      [
        mail.id,
        mail.userId,
        mail.template,
        JSON.stringify(mail.params),
        mail.recipient,
        mail.dedupeKey,
        clock.now(),
        mail.cause.commandId,
        mail.cause.correlationId ?? mail.cause.commandId,
        mail.entryId ?? null,
      ],
    );
    return rowCount === 1;
  }

  /**
   * Adds a mail. Does nothing when a mail with the same `dedupeKey` is in the outbox. Processes choose ids
   * independently. If another mail already has the id, the new mail gets another id.
   *
   * @param db the client of a transaction, when the mail should be sent only if the transaction commits
   * @param recipientOf seals the recipient for an id of the mail; the recipient can be opened only with that id
   */
  async function enqueue(
    mail: NewMail,
    db: Queryable = pool,
    recipientOf: (id: number) => SealedRecipient | null = () => mail.recipient,
  ): Promise<void> {
    for (let attempt = 0; attempt < maxIdAttempts; attempt++) {
      const id = idForAttempt(mail.id, attempt);
      if (await insert({ ...mail, id, recipient: recipientOf(id) }, db)) return;
      const { rowCount } = await db.query("SELECT FROM outbox.mails WHERE dedupe_key = $1", [mail.dedupeKey]);
      if (rowCount === 1) return;
    }
    throw new Error("there was no free id for a mail");
  }

  /** Claims mails that are due, oldest first. After five minutes without a result, a mail may be claimed again. */
  async function claimDue(limit: number): Promise<ClaimedMail[]> {
    const { rows } = await pool.query<ClaimedMail>(
      `WITH due AS (
         SELECT id FROM outbox.mails WHERE state = 'waiting' AND due_at <= to_timestamp($2::float8 / 1000)
         ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE outbox.mails m
       SET claims = m.claims + 1, due_at = to_timestamp(($2::float8 + $3::float8) / 1000)
       FROM due WHERE m.id = due.id
       RETURNING m.id, m.user_id AS "userId", m.template, m.params, m.recipient, m.claims AS claim,
         (extract(epoch FROM m.created_at) * 1000)::float8 AS "enqueuedAt"`,
      [limit, clock.now(), claimMs],
    );
    return rows;
  }

  /**
   * Records that a mail was sent, and deletes its content and recipient. False when it was dropped in the
   * meantime, or removed with its account or journal. Mails that are sent at the same time are recorded with one commit.
   */
  const markSent = batched(async (ids: readonly number[]): Promise<boolean[]> => {
    const { rows } = await pool.query<{ id: number }>(
      `UPDATE outbox.mails SET state = 'sent', code = NULL, params = NULL, recipient = NULL,
         settled_at = to_timestamp($2::float8 / 1000)
       WHERE id = ANY ($1::bigint[]) AND state IN ('waiting', 'dead', 'sent') RETURNING id`,
      [ids, clock.now()],
    );
    const sentIds = new Set(rows.map(({ id }) => id));
    return ids.map((id) => sentIds.has(id));
  });

  /**
   * Drops a mail that need not be sent any more. False when it was sent or removed.
   *
   * @param code a stable code
   * @param recordDrop records elsewhere that the mail was dropped, in the same transaction; only called when the mail is dropped
   */
  async function drop(
    id: number,
    code: string,
    recordDrop: (db: Queryable) => Promise<void> = async () => {},
  ): Promise<boolean> {
    return transaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `UPDATE outbox.mails SET state = 'dropped', code = $2, params = NULL, recipient = NULL,
           settled_at = to_timestamp($3::float8 / 1000)
         WHERE id = $1 AND state IN ('waiting', 'dead', 'dropped')`,
        [id, code, clock.now()],
      );
      if (rowCount === 1) await recordDrop(client);
      return rowCount === 1;
    });
  }

  /**
   * Records that a claimed mail could not be sent. The mail is tried again after a minute. Each further failure doubles this
   * delay, up to six hours. After the twelfth failure, or immediately when `isPermanent`, the mail is dead. Does nothing when
   * a later claim has replaced this one.
   *
   * @param code a stable code; never a server's reply, which may quote the address
   */
  async function markFailed(
    mail: Pick<ClaimedMail, "id" | "claim">,
    code: string,
    isPermanent: boolean,
  ): Promise<void> {
    await pool.query(
      `UPDATE outbox.mails SET failures = failures + 1, code = $3,
         state = CASE WHEN dies THEN 'dead' ELSE 'waiting' END,
         settled_at = CASE WHEN dies THEN to_timestamp($5::float8 / 1000) END,
         due_at = to_timestamp(($5::float8 + least($6::float8 * power(2, failures), $7::float8)) / 1000)
       FROM (SELECT id AS dying, $4 OR failures + 1 >= $8 AS dies FROM outbox.mails WHERE id = $1) AS d
       WHERE id = dying AND claims = $2 AND state = 'waiting'`,
      [mail.id, mail.claim, code, isPermanent, clock.now(), firstDelayMs, maxDelayMs, maxFailures],
    );
  }

  /**
   * Puts a claimed mail back until `forMs` milliseconds have passed, without counting a failure.
   */
  async function postpone(mail: Pick<ClaimedMail, "id" | "claim">, forMs: number): Promise<void> {
    await pool.query(
      `UPDATE outbox.mails SET due_at = to_timestamp($3::float8 / 1000)
       WHERE id = $1 AND claims = $2 AND state = 'waiting'`,
      [mail.id, mail.claim, clock.now() + forMs],
    );
  }

  /** When the next mail may be claimed, in milliseconds since 1970; `null` when none waits. */
  async function nextDueAt(): Promise<number | null> {
    const { rows } = await pool.query<{ due: number | null }>(
      `SELECT (extract(epoch FROM min(due_at)) * 1000)::float8 AS due FROM outbox.mails WHERE state = 'waiting'`,
    );
    return rows[0]?.due ?? null;
  }

  /** Makes the dead mails due now, as if they were new. Returns their number. */
  async function retryDead(): Promise<number> {
    const { rowCount } = await pool.query(
      `WITH revived AS (
         UPDATE outbox.mails SET state = 'waiting', failures = 0, settled_at = NULL,
           due_at = to_timestamp($1::float8 / 1000)
         WHERE state = 'dead' RETURNING id)
       ${notifyOutbox} FROM revived`,
      [clock.now()],
    );
    return rowCount ?? 0;
  }

  /** Deletes all mails of an account. Returns their ids, so that their files can be deleted. */
  async function removeOfAccount(userId: number): Promise<number[]> {
    const { rows } = await pool.query<{ id: number }>(
      "DELETE FROM outbox.mails WHERE user_id = $1 RETURNING id",
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Deletes all mails of a journal's reminders, because these mails show the journal's name. Returns the ids of the mails, so that
   * their files can be deleted. If such a mail is being sent at this moment, its sender deletes the file.
   *
   * @param reminderIds the reminders of the journal. A downgrade may have moved a reminder to this journal while its mail was
   * waiting. The dedupe key of that mail has the id of the earlier journal, but its reminder id is one of these.
   */
  async function removeReminderMailsOf(
    userId: number,
    journalId: number,
    reminderIds: readonly number[],
  ): Promise<number[]> {
    const { rows } = await pool.query<{ id: number }>(
      `DELETE FROM outbox.mails WHERE user_id = $1 AND template = 'reminder'
         AND (starts_with(dedupe_key, $2) OR split_part(dedupe_key, ' ', 3) = ANY ($3::text[]))
       RETURNING id`,
      [userId, `reminder ${journalId} `, reminderIds.map(String)],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Mails that show the title or text of an entry and may have a file: those with ids greater than `afterId`, in the order of their
   * ids. A dead mail, or one that waits for another try, can have a file too: the file can be written although the flush of its
   * folder fails.
   */
  async function findFiledMailsWithEntries(
    afterId: number,
    limit: number,
  ): Promise<{ id: number; entryId: number }[]> {
    const { rows } = await pool.query<{ id: number; entryId: number }>(
      `SELECT id, entry_id AS "entryId" FROM outbox.mails
       WHERE entry_id IS NOT NULL AND id > $1 AND (state IN ('sent', 'dead') OR state = 'waiting' AND claims > 0)
       ORDER BY id LIMIT $2`,
      [afterId, limit],
    );
    return rows;
  }

  /** Records that the files of these mails are deleted. Changes only mails that were sent: the others may still be sent and get a file. */
  async function forgetEntries(mailIds: readonly number[]): Promise<void> {
    await pool.query(
      "UPDATE outbox.mails SET entry_id = NULL WHERE id = ANY ($1::bigint[]) AND state = 'sent'",
      [mailIds],
    );
  }

  /** How many mails there are by template, state and code. */
  async function countMails(): Promise<MailCount[]> {
    const { rows } = await pool.query<MailCount>(
      `SELECT template, state, code, count(*) AS count FROM outbox.mails
       GROUP BY template, state, code ORDER BY template, state, code NULLS FIRST`,
    );
    return rows;
  }

  return {
    enqueue,
    claimDue,
    markSent,
    drop,
    markFailed,
    postpone,
    nextDueAt,
    retryDead,
    removeOfAccount,
    removeReminderMailsOf,
    findFiledMailsWithEntries,
    forgetEntries,
    countMails,
  };
}

/** See {@link createOutbox}. */
export type Outbox = ReturnType<typeof createOutbox>;
