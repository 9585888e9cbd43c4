import { contentKeyId, streamOf } from "@daybook/domain/kernel/ids";
import { KeyLocked, type LockAccess } from "@daybook/platform/vault/lock-access";
import type { Application } from "../application.ts";

/**
 * Creates the content key of a journal that has none: a new journal, or one from before content keys existed. When the vault reports
 * the key as locked, the key exists already, so there is nothing to do.
 */
export async function ensureContentKey(
  app: Application,
  journalId: number,
  lockAccess?: LockAccess,
): Promise<void> {
  try {
    await app.vault.create(contentKeyId(journalId), streamOf.journal(journalId), lockAccess);
  } catch (error) {
    if (!(error instanceof KeyLocked)) throw error;
  }
}
