import type { UpdatedJournal } from "@daybook/application/journals/update-journal";
import type { Reply } from "@daybook/domain/contract/contract";
import { presentJournal } from "./journal.ts";

/** A journal after a change, with the secrets of its lock that only this reply contains. */
export function presentUpdatedJournal({ journal, secrets }: UpdatedJournal): Reply<"updateJournal"> {
  const { unlockToken, draftKey, recoveryCode } = secrets;
  return {
    journal: presentJournal(journal),
    ...(unlockToken !== undefined && { unlock_token: unlockToken }),
    ...(draftKey !== undefined && { draft_key: draftKey }),
    ...(recoveryCode !== undefined && { recovery_code: recoveryCode }),
  };
}
