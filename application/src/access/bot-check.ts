import { type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { keepCommandsMs } from "@daybook/platform/commands/ledger";
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

/**
 * Checks the bot token of a form. A token counts only once, so a repeat of the form would fail the check. Therefore a passed check is
 * remembered with the e-mail address of the form, for as long as the ledger recognises repeats. During this time, a sign-up or a promo
 * code with the same address needs no other check.
 */
export async function checkBotAndRemember(
  app: Pick<Application, "botCheck" | "credentials">,
  emailHash: string,
  token: string | undefined,
  ip: string,
): Promise<Rejection | null> {
  const rejection = await checkBot(app, token, ip);
  if (!rejection && app.botCheck.siteKey) await app.credentials.rememberBotCheck(emailHash, keepCommandsMs);
  return rejection;
}
