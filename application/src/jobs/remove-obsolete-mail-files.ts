import { streamOf } from "@daybook/domain/kernel/ids";
import type { Application } from "../application.ts";

const pageSize = 500;

/**
 * Deletes the files of shares and look-backs whose entry was erased since, or is behind an encryption lock now. The mail folder of an
 * installation without a mail server would otherwise keep the text. What a mail server has accepted stays with its recipient.
 */
export async function removeObsoleteMailFiles(app: Application, signal: AbortSignal): Promise<void> {
  let lastId = 0;
  while (!signal.aborted) {
    const mails = await app.findFiledMailsWithEntries(lastId, pageSize);
    if (mails.length === 0) return;
    lastId = mails.at(-1)?.id ?? lastId;
    const keys = await app.vault.findKeys([...new Set(mails.map(({ entryId }) => streamOf.entry(entryId)))]);
    // This key is missing when the entry is behind an encryption lock, or erased.
    const mailsToRemove = mails.filter(
      ({ entryId }) => !keys.get(streamOf.entry(entryId))?.searchableTitleKey,
    );
    if (mailsToRemove.length > 0) await app.removeMailFiles(mailsToRemove.map(({ id }) => id));
  }
}
