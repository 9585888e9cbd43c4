import { type Rejection, reject } from "@daybook/domain/kernel/rejection";
import type { Application } from "../application.ts";

/** How long a passed check counts for repeats, in milliseconds. After this time the outcome of every payment is known. */
const rememberedForMs = 60 * 60_000;

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

/** Checks the bot token of a form, and remembers for repeats that its e-mail address has passed: a token counts once. */
export async function checkBotForRepeats(
  app: Pick<Application, "botCheck" | "credentials">,
  emailHash: string,
  token: string | undefined,
  ip: string,
): Promise<Rejection | null> {
  const refusal = await checkBot(app, token, ip);
  if (!refusal && app.botCheck.siteKey) await app.credentials.rememberBotCheck(emailHash, rememberedForMs);
  return refusal;
}
