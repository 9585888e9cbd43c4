import type { Application } from "../application.ts";

/** The keyed hash that identifies an e-mail address, ignoring case. */
export const hashEmail = (app: Pick<Application, "keyedHash">, email: string): string =>
  app.keyedHash("account.email", email.trim().toLowerCase());
