import { type Rejection, reject } from "@daybook/domain/kernel/rejection";
import type { Application } from "../application.ts";

/** Checks the bot token of a form. `null` when it passes, or when no bot check is configured. */
export async function checkBot(
  app: Pick<Application, "botCheck">,
  token: string | undefined,
  ip: string,
): Promise<Rejection | null> {
  const verdict = await app.botCheck.verify(token, ip);
  if (verdict === "passed") return null;
  if (verdict === "failed")
    return reject("bot_check", "Please show that you are not a robot, and try again.");
  return reject("unavailable", "We could not check that you are not a robot. Please try again.");
}
