import type { DataOf } from "@daybook/domain/kernel/define-events";
import type { AccountEvent } from "@daybook/domain/account/events";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Command, Actor, Caller } from "../context.ts";
import type { Application } from "../application.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { changeAccount, originOf } from "./change-account.ts";

/** The context of a command that restores something. */
export type RestoreCall = { readonly actor: Actor; readonly command: Command; readonly caller: Caller };

/**
 * Adds a restore to the account's activity list: one row per command, for any number of restored entries. The restore itself is
 * done by then, so a failure is only logged.
 */
export async function noteRestore(
  app: Application,
  { actor: { userId }, command, caller }: RestoreCall,
  restored: DataOf<AccountEvent, "RestoreDone">["restored"],
): Promise<void> {
  try {
    const key = await app.vault.openKey(streamOf.account(userId));
    // The account was erased in the meantime.
    if (!key) return;
    const noted = await changeAccount(app, userId, command, "restore", {
      type: "NoteRestore",
      data: { restored, ...originOf(key, userId, caller), at: command.at },
    });
    if (!isRejection(noted)) await waitForReadModels(app, ["account"], noted.position);
  } catch (error) {
    app.logger.warn({ err: error, requestId: command.requestId }, "a restore was not noted in the activity");
  }
}
