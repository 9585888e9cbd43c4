import { randomUUID } from "node:crypto";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { ok } from "../answers.ts";
import { waitForMail } from "./mailbox.ts";
import type { RunningDaybook } from "./shared-daybook.ts";

/** The password of the accounts that {@link createAccount} signs up. */
export const password = "and so to bed 1660";
/** Another password, for changes and resets. */
export const newPassword = "by water to Deptford";

/** An address that no other account has. */
export const newEmail = (name: string): string => `${name}-${randomUUID()}@example.com`;

/** Signs up a new person, who is then logged in. */
export async function createAccount(daybook: RunningDaybook) {
  const email = newEmail("person");
  const person = remoteDaybook(daybook.url);
  await person.logInOrSignUp({ email, password });
  return { email, person, userId: person.session?.user.id ?? 0 };
}

/** Requests a new e-mail address. Daybook mails a link to it. */
export async function requestNewEmail(person: RemoteDaybook, address: string): Promise<void> {
  ok(await person.call("updateProfile", { body: { new_email: address, retype_email: address } }));
}

/** The token of the link that was mailed to a requested new address. */
export async function readConfirmationToken(daybook: RunningDaybook, address: string): Promise<string> {
  const { text } = await waitForMail(daybook.platform.config.dataFolder, address, "token=");
  const token = /token=([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(text);
  return token;
}

/** Asks for the code that resets a password, and reads it from its mail. */
export async function requestResetCode(daybook: RunningDaybook, email: string): Promise<string> {
  ok(await remoteDaybook(daybook.url).call("forgotPassword", { body: { email } }));
  const { text } = await waitForMail(daybook.platform.config.dataFolder, email, "code=");
  const code = /code=([\w-]+)/.exec(text)?.[1];
  if (code === undefined) throw new Error(text);
  return code;
}
