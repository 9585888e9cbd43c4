import { type Rejection, reject } from "@daybook/domain/kernel/rejection";

/** The rejection of an e-mail address with a password. It does not tell which of the two is wrong (spec section 8). */
export const wrongCredentials = (): Rejection =>
  reject("wrong_credentials", "Your email or password were incorrect.");

/** The rejection of a request for a log-in link or a password reset, when the address has no account (spec section 8). */
export const unknownEmail = (): Rejection =>
  reject("unknown_email", "Sorry, no account was found with that email address.");

/** The rejection of an address that has an account already. */
export const emailTaken = (): Rejection =>
  reject("invalid", "There is an account with that e-mail address already.", {
    email: "There is an account with that e-mail address already. Log in instead?",
  });

/** The rejection of a mailed link that is wrong, used or too old. */
export const invalidLink = (): Rejection => reject("not_found", "That link is invalid.");

/** The rejection of a call without a session, or with one that no longer works, for example because the account was erased. */
export const sessionEnded = (): Rejection =>
  reject("unauthenticated", "Your session has ended. Please log in.");

/** The rejection of a call while the read model does not have the account yet. */
export const accountNotYetProjected = (): Rejection =>
  reject("unavailable", "Your account is being brought up to date. Please try again.");
