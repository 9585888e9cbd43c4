import { product } from "@daybook/domain/contract/bounds";
import type { Signup } from "@daybook/domain/contract/sessions";
import type { SignUpForm } from "@daybook/application/accounts/sign-up";

/** Reads the sign-up form of a request. `turnstile` is the token of the bot check. */
export const readSignUp = (body: Signup): SignUpForm & { readonly turnstile?: string | undefined } => ({
  email: body.email,
  password: body.password,
  firstName: body.first_name,
  lastName: body.last_name,
  receiveMarketingEmails: body.receive_marketing_emails,
  timezone: body.timezone,
  dateFormat: body.date_format,
  isBrowser: body.client === product.client,
  turnstile: body.turnstile,
});
