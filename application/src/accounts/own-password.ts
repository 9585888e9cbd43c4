import { type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { isCommonPassword } from "@daybook/platform/identity/common-passwords";
import type { Application } from "../application.ts";

/** Refuses a very common password. */
export function refuseCommonPassword(password: string, field: string): Rejection | null {
  if (!isCommonPassword(password)) return null;
  return reject("invalid", "This password is one of the most common ones.", {
    [field]: "This password is one of the most common ones. Please choose another.",
  });
}

/** The rejection when a logged-in person enters a wrong password. Its status is 422, because a 401 would end the session. */
export const wrongPassword = (field: string): Rejection =>
  reject("wrong_password", "This is not your password.", { [field]: "This is not your password." });

/** True when this is the password of the account. */
export async function isOwnPassword(app: Application, userId: number, password: string): Promise<boolean> {
  const credential = await app.credentials.findByUserId(userId);
  return app.passwords.verify(credential?.passwordHash ?? null, password);
}
