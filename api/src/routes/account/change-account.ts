import type { Sealed } from "@daybook/domain/kernel/sealed";
import { type AccountCommand, accountDecider } from "@daybook/domain/account/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { Position } from "@daybook/platform/event-store/event-store";
import type { DataKey } from "@daybook/platform/privacy/key-vault";
import { seal } from "@daybook/platform/privacy/seal";
import type { Act, Caller } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import { stepOf } from "../../http/act-step.ts";

/** Where an act came from, sealed for the account's activity. */
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

/** The folded account of a person; always as new as the log. */
export const loadAccount = async (deps: ApiDeps, userId: number) =>
  (await deps.commands.load(accountDecider, streamOf.account(userId))).state;

/** Appends to an account's stream, as a step of an act that may write there more than once. */
export async function changeAccount(
  deps: ApiDeps,
  userId: number,
  act: Act,
  step: string,
  ...commands: readonly AccountCommand[]
): Promise<{ position: Position | null } | Rejection> {
  const done = await deps.commands.execute({
    decider: accountDecider,
    stream: streamOf.account(userId),
    commands,
    context: { ...stepOf(act, step), actor: String(userId) },
  });
  return isRejection(done) ? done : { position: done.position };
}
