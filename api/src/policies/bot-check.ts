import { type Rejection, reject } from "@daybook/domain/kernel/rejection";
import type { ApiDeps } from "../deps.ts";

/** Asks the bot check about a form; `null` when it passes, or when none is configured. */
export async function checkBot(
  deps: Pick<ApiDeps, "botCheck">,
  token: string | undefined,
  ip: string,
): Promise<Rejection | null> {
  const verdict = await deps.botCheck.verify(token, ip);
  if (verdict === "passed") return null;
  if (verdict === "failed")
    return reject("bot_check", "Please show that you are not a robot, and try again.");
  return reject("unavailable", "We could not check that you are not a robot. Please try again.");
}
