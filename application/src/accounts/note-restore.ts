import type { DataOf } from "@daybook/domain/kernel/define-events";
import type { AccountEvent } from "@daybook/domain/account/events";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Command, Actor, Caller } from "../context.ts";
import type { Application } from "../application.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { changeAccount, originOf } from "./change-account.ts";

/** Who brings something back, within which act, and from where. */
export type RestoreCall = { readonly actor: Actor; readonly command: Command; readonly caller: Caller };

/**
 * Tells the account's activity that something was brought back: once for an act, however much came back with it. What was
 * asked for is done by then, so a failure is logged and the answer stands.
 */
export async function noteRestore(
  app: Application,
  { actor: { userId }, command, caller }: RestoreCall,
  restored: DataOf<AccountEvent, "RestoreDone">["restored"],
): Promise<void> {
  try {
    const key = await app.vault.openKey(streamOf.account(userId));
    // Erased meanwhile: there is no activity left to tell.
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
