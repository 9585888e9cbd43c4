import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { runEach } from "@daybook/platform/run-each";
import { loadAccount } from "../accounts/change-account.ts";
import { mailDeletionNotice, resumeAccountErasures } from "../accounts/erase-account.ts";
import type { Application } from "../application.ts";
import { erasureContext } from "./erase-stream.ts";
import { isErasedInLog, resumeJournalErasures } from "../journals/erase-journal.ts";

/** True when the account is erased in the log. Its key can be deleted then, because the last mail is in the outbox. */
async function isAccountErased(app: Application, userId: number): Promise<boolean> {
  if ((await loadAccount(app, userId)).status !== "erased") return false;
  await mailDeletionNotice(app, erasureContext(app, userId, streamOf.account(userId)), userId);
  return true;
}

/** Deletes the keys of erasures that a crash interrupted after their event. */
async function finishKeyErasures(app: Application): Promise<void> {
  // For each begun erasure, the vault asks whether the log has the erasing event. It deletes the key only if the log has it.
  const finishedKeyIds = await app.vault.finishErasures(async (keyId) => {
    const id = Number(keyId.slice(keyId.indexOf("-") + 1));
    if (keyId === streamOf.entry(id)) {
      return (await app.commands.load(entryDecider, keyId)).state.status === "erased";
    }
    if (keyId === streamOf.journal(id)) return isErasedInLog(app, id);
    return keyId === streamOf.account(id) && (await isAccountErased(app, id));
  });
  if (finishedKeyIds.length > 0)
    app.logger.info({ count: finishedKeyIds.length }, "finished erasures that were interrupted");
}

/** Finishes erasures that a crash interrupted after their event. */
export const finishErasures = (app: Application): Promise<void> =>
  runEach([finishKeyErasures, resumeAccountErasures, resumeJournalErasures], (step) => step(app));
