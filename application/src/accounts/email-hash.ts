import type { Application } from "../application.ts";

/** What an e-mail address is known by; unique without regard to case. */
export const emailHash = (app: Pick<Application, "keyedHash">, email: string): string =>
  app.keyedHash("account.email", email.trim().toLowerCase());
