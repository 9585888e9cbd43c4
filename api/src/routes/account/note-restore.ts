import type { DataOf } from "@daybook/domain/kernel/define-events";
import type { AccountEvent } from "@daybook/domain/account/events";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Act, Actor, Caller } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import { projected } from "../projected.ts";
import { changeAccount, originOf } from "./change-account.ts";

/** Who brings something back, within which act, and from where. */
export type RestoreCall = { readonly actor: Actor; readonly act: Act; readonly caller: Caller };

/**
 * Tells the account's activity that something was brought back: once for an act, however much came back with it. What was
 * asked for is done by then, so a failure is logged and the answer stands.
 */
export async function noteRestore(
  deps: ApiDeps,
  { actor: { userId }, act, caller }: RestoreCall,
  restored: DataOf<AccountEvent, "RestoreDone">["restored"],
): Promise<void> {
  try {
    const key = await deps.vault.openKey(streamOf.account(userId));
    // Erased meanwhile: there is no activity left to tell.
    if (!key) return;
    const noted = await changeAccount(deps, userId, act, "restore", {
      type: "NoteRestore",
      data: { restored, ...originOf(key, userId, caller), at: act.at },
    });
    if (!isRejection(noted)) await projected(deps, ["account"], noted.position);
  } catch (error) {
    deps.logger.warn({ err: error, requestId: act.requestId }, "a restore was not noted in the activity");
  }
}
