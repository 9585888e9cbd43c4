import type { ApiDeps } from "../../deps.ts";

/** What an e-mail address is known by; unique without regard to case. */
export const emailHash = (deps: Pick<ApiDeps, "keyedHash">, email: string): string =>
  deps.keyedHash("account.email", email.trim().toLowerCase());
