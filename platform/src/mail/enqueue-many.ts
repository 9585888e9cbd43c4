import type pg from "pg";
import type { MailContent, NewMail } from "./mail.ts";
import { notifyOutbox } from "./outbox.ts";

/** One of many mails to add together. It gets an id when it is added. */
export type BulkMail = MailContent & Pick<NewMail, "dedupeKey"> & { readonly userId: number };

type Db = Pick<pg.ClientBase, "query">;

const maxIdAttempts = 10;

/**
 * Adds mails. Skips those whose id or `dedupeKey` is in the outbox. Returns the ids of the added mails. The `dedupeKey` is also stored as
 * the causation id and the correlation id, because no command causes these mails.
 */
async function insertAll(
  db: Db,
  mails: readonly (BulkMail & { readonly id: number })[],
  now: number,
): Promise<Set<number>> {
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO outbox.mails (id, user_id, template, params, dedupe_key, due_at, created_at, causation_id,
       correlation_id)
     SELECT id, user_id, template, params, dedupe_key, to_timestamp($6::float8 / 1000),
       to_timestamp($6::float8 / 1000), dedupe_key, dedupe_key
     FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::jsonb[], $5::text[])
       AS added (id, user_id, template, params, dedupe_key)
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      mails.map(({ id }) => id),
      mails.map(({ userId }) => userId),
      mails.map(({ template }) => template),
      mails.map(({ params }) => JSON.stringify(params)),
      mails.map(({ dedupeKey }) => dedupeKey),
      now,
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The mails whose `dedupeKey` is not in the outbox. */
async function withoutEnqueued(db: Db, mails: readonly BulkMail[]): Promise<BulkMail[]> {
  const text = "SELECT dedupe_key AS key FROM outbox.mails WHERE dedupe_key = ANY ($1::text[])";
  const { rows } = await db.query<{ key: string }>(text, [mails.map(({ dedupeKey }) => dedupeKey)]);
  const enqueuedKeys = new Set(rows.map(({ key }) => key));
  return mails.filter(({ dedupeKey }) => !enqueuedKeys.has(dedupeKey));
}

/**
 * Adds many mails to the outbox in the transaction of `db`. A mail with a `dedupeKey` that is in the outbox changes nothing.
 * Another process may choose the same ids at the same time, so a mail whose id is taken gets another id.
 *
 * @param now milliseconds since 1970
 */
export async function enqueueMany(
  db: Db,
  mails: readonly BulkMail[],
  { newId, now }: { readonly newId: () => number; readonly now: number },
): Promise<void> {
  if (mails.length === 0) return;
  let remainingMails = [...mails];
  for (let attempt = 0; remainingMails.length > 0; attempt++) {
    if (attempt === maxIdAttempts) throw new Error("there were no free ids for mails");
    const withIds = remainingMails.map((mail) => ({ ...mail, id: newId() }));
    const addedIds = await insertAll(db, withIds, now);
    remainingMails = withIds.filter(({ id }) => !addedIds.has(id));
    if (remainingMails.length > 0) remainingMails = await withoutEnqueued(db, remainingMails);
  }
  await db.query(notifyOutbox);
}
