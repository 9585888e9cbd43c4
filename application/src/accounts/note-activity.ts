import type { AccountCommand } from "@daybook/domain/account/account";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { CommandContext } from "@daybook/platform/commands/handle-command";
import type { Application } from "../application.ts";
import type { Actor, Caller } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { changeAccount, originOf } from "./change-account.ts";

/** Who runs the command that the activity list records, and from where. */
export type ActivityContext = {
  readonly actor: Pick<Actor, "userId">;
  readonly command: CommandContext;
  readonly caller: Caller;
};

/**
 * Adds a line to the account's activity list, once per command. The activity itself has already succeeded, so this function never throws:
 * errors are only logged, and a rejection is ignored.
 *
 * @param step names this change of the account within the command
 * @param createCommand creates the account's command from the sealed origin and the time
 */
export async function noteActivity(
  app: Application,
  { actor: { userId }, command, caller }: ActivityContext,
  step: string,
  createCommand: (originAndTime: ReturnType<typeof originOf> & { readonly at: string }) => AccountCommand,
): Promise<void> {
  try {
    const key = await app.vault.openKey(streamOf.account(userId));
    // The account was erased in the meantime, and its activity with it.
    if (!key) return;
    const originAndTime = { ...originOf(key, userId, caller), at: command.at };
    const accountChange = await changeAccount(app, userId, command, step, createCommand(originAndTime));
    if (!isRejection(accountChange)) await waitForReadModels(app, ["account"], accountChange.position);
  } catch (error) {
    app.logger.warn({ err: error, requestId: command.requestId }, `${step}: not noted in the activity`);
  }
}
