import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { runEach } from "@daybook/platform/run-each";
import { mailIfErased, resumeAccountErasures } from "../accounts/erase-account.ts";
import type { Application } from "../application.ts";
import { isErasedInLog, resumeJournalErasures } from "../journals/erase-journal.ts";

/** Deletes the keys of erasures that a crash interrupted after their event. */
async function finishKeyErasures(app: Application): Promise<void> {
  // For each begun erasure, the vault asks whether the log has the erasing event. It deletes the key only if the log has it.
  const finishedKeyIds = await app.vault.finishErasures(async (keyId) => {
    const id = Number(keyId.slice(keyId.indexOf("-") + 1));
    if (keyId === streamOf.entry(id)) {
      return (await app.commands.load(entryDecider, keyId)).state.status === "erased";
    }
    if (keyId === streamOf.journal(id)) return isErasedInLog(app, id);
    return keyId === streamOf.account(id) && (await mailIfErased(app, id));
  });
  if (finishedKeyIds.length > 0)
    app.logger.info({ count: finishedKeyIds.length }, "finished erasures that were interrupted");
}

/** Finishes erasures that a crash interrupted after their event. */
export const finishErasures = (app: Application): Promise<void> =>
  runEach([finishKeyErasures, resumeAccountErasures, resumeJournalErasures], (step) => step(app));
