import { lockTypes } from "@daybook/domain/contract/lock-types";
import { streamOf } from "@daybook/domain/kernel/ids";
import { reject } from "@daybook/domain/kernel/rejection";
import { open } from "@daybook/platform/vault/seal";
import { entriesByIds } from "@daybook/read-models/queries/entries";
import type { Actor, Context, Refusal } from "../context.ts";
import type { Application } from "../application.ts";
import { findClosedEntryIds, viewLock } from "./lock-gate.ts";
import { refuseWithoutPassword } from "./journal-password.ts";

/** The password that erasing a journal with a lock needs. */
export type ErasurePassword = { readonly password?: string | undefined };

/**
 * The refusal when entries of the journal have their own locks that are closed for the actor; `null` without such entries. It
 * lists the entries, with the titles that the actor may see.
 */
async function refuseForClosedEntries(
  app: Application,
  actor: Actor,
  journalId: number,
): Promise<Refusal | null> {
  const rows = await entriesByIds(app.pool, journalId, await findClosedEntryIds(app, actor));
  const [firstRow] = rows;
  if (!firstRow) return null;
  const keys = await app.vault.findKeys(
    rows.map(({ id }) => streamOf.entry(id)),
    actor.lockAccess,
  );
  const titledEntries = rows.map((row) => {
    const stream = streamOf.entry(row.id);
    const key = keys.get(stream)?.titleKey;
    return { entry: { id: row.id, title: key ? open(key, stream, "entry.title", row.title) : null } };
  });
  const foundKey = keys.get(streamOf.entry(firstRow.id));
  const lock =
    foundKey?.lock && foundKey.titleKey && viewLock(app, actor, "entry", foundKey.lock, foundKey.titleKey);
  const lockedEntriesText =
    rows.length === 1 ? "An entry in it is locked." : `${rows.length} entries in it are locked.`;
  const message = `This journal cannot be deleted forever yet. ${lockedEntriesText}`;
  return {
    ...reject("locked", message),
    extra: {
      locked: "entry",
      lock_type_id: lockTypes.password,
      password_hint: lock ? lock.hint : null,
      entries: titledEntries,
    },
  };
}

/**
 * Checks that a journal may be erased. A journal with a lock needs its password, even while the lock is open. A journal with
 * closed entries may not be erased.
 */
export async function checkJournalErasure(
  app: Application,
  context: Pick<Context, "actor" | "caller">,
  journalId: number,
  { password }: ErasurePassword,
): Promise<Refusal | null> {
  return (
    (await refuseWithoutPassword(app, context, journalId, { action: "eraseJournal", password })) ??
    refuseForClosedEntries(app, context.actor, journalId)
  );
}
