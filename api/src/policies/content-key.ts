import { contentKeyOf, streamOf } from "@daybook/domain/kernel/ids";
import { KeyLocked, type Opening } from "@daybook/platform/privacy/lock-facts";
import type { ApiDeps } from "../deps.ts";

/** Sees to it that a journal has its content key, which the oldest were made without; one behind a lock is there. */
export async function ensureContentKey(deps: ApiDeps, journalId: number, opening?: Opening): Promise<void> {
  try {
    await deps.vault.create(contentKeyOf(journalId), streamOf.journal(journalId), opening);
  } catch (error) {
    if (!(error instanceof KeyLocked)) throw error;
  }
}
