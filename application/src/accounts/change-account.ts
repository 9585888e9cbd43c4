import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { AccountCommand } from "@daybook/domain/account/account";
import { accountDecider } from "@daybook/domain/account/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { CommandContext } from "@daybook/platform/commands/handle-command";
import type { Position } from "@daybook/platform/event-store/event-store";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { seal } from "@daybook/platform/vault/seal";
import type { Command, Caller } from "../context.ts";
import type { Application } from "../application.ts";
import { childCommand } from "../child-command.ts";

/** The IP address and browser of a request, sealed for the account's activity list. */
export function originOf(
  key: DataKey,
  userId: number,
  caller: Caller,
): { ip: Sealed<"account.session_ip">; userAgent: Sealed<"account.session_user_agent"> } {
  const stream = streamOf.account(userId);
  return {
    ip: seal(key, stream, "account.session_ip", caller.ip),
    userAgent: seal(key, stream, "account.session_user_agent", caller.userAgent),
  };
}

/** The folded account of a person; always up to date. */
export const loadAccount = async (app: Application, userId: number) =>
  (await app.commands.load(accountDecider, streamOf.account(userId))).state;

/**
 * True when an earlier run of this command did this step: the ledger says that the command completed, or the log has the
 * step's events. Callers check it before side effects outside the log, because a repeat must not do them again.
 */
export async function isStepDone(
  app: Application,
  userId: number,
  command: Command,
  step: string,
): Promise<boolean> {
  if (command.completed || !command.repeated) return command.completed ?? false;
  const { commandId } = childCommand(command, step);
  return (await app.commands.findCommandPosition(streamOf.account(userId), commandId)) !== null;
}

/** Changes an account, as one step of a command that may change it more than once. `step` names the step within the command. */
export async function changeAccount(
  app: Application,
  userId: number,
  command: CommandContext,
  step: string,
  ...commands: readonly AccountCommand[]
): Promise<{ position: Position | null } | Rejection> {
  const result = await app.commands.execute({
    decider: accountDecider,
    stream: streamOf.account(userId),
    commands,
    context: { ...childCommand(command, step), actor: String(userId) },
  });
  return isRejection(result) ? result : { position: result.position };
}
