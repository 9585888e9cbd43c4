import { type Rejection, reject } from "@daybook/domain/kernel/rejection";

/** The same refusal for a wrong address and for a wrong password (spec section 8). */
export const wrongCredentials = (): Rejection =>
  reject("wrong_credentials", "Your email or password were incorrect.");

/** The refusal of an address that has no account (spec section 8). */
export const unknownEmail = (): Rejection =>
  reject("unknown_email", "Sorry, no account was found with that email address.");

/** The refusal of an address that has an account already. */
export const emailTaken = (): Rejection =>
  reject("invalid", "There is an account with that e-mail address already.", {
    email: "There is an account with that e-mail address already. Log in instead?",
  });

/** The refusal of a mailed link that is wrong, used or too old. */
export const invalidLink = (): Rejection => reject("not_found", "That link is invalid.");

/** The refusal of a session whose account was erased or whose token no longer works. */
export const sessionEnded = (): Rejection =>
  reject("unauthenticated", "Your session has ended. Please log in.");

/** The refusal while the read model does not have the account yet. */
export const accountNotYetProjected = (): Rejection =>
  reject("unavailable", "Your account is being brought up to date. Please try again.");
