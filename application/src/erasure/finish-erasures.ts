import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { loadAccount } from "../accounts/change-account.ts";
import { resumeAccountErasures } from "../accounts/erase-account.ts";
import type { Application } from "../application.ts";
import { isErasedInLog, resumeJournalErasures } from "../journals/erase-journal.ts";

/** Finishes erasures that a crash interrupted after their event. */
export async function finishErasures(app: Application): Promise<void> {
  const finishedIds = await app.vault.finishErasures(async (id) => {
    const number = Number(id.slice(id.indexOf("-") + 1));
    if (id === streamOf.entry(number)) {
      return (await app.commands.load(entryDecider, id)).state.status === "erased";
    }
    if (id === streamOf.journal(number)) return isErasedInLog(app, number);
    if (id !== streamOf.account(number)) return false;
    if ((await loadAccount(app, number)).status !== "erased") return false;
    await app.credentials.remove(number);
    return true;
  });
  if (finishedIds.length > 0)
    app.logger.info({ count: finishedIds.length }, "finished erasures that were interrupted");
  await resumeAccountErasures(app);
  await resumeJournalErasures(app);
}
