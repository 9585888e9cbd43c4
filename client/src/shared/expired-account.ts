import { createAtom } from "./atom.ts";

/** The e-mail and password of somebody whose log-in was refused because the plan has ended. */
export type ExpiredAccount = { readonly email: string; readonly password: string };

/**
 * The account that the renew and downgrade pages use next, so that nobody has to type the password twice. It is only in the memory
 * of this page: never in a URL, in the history or in a storage. Every log-in in this browser clears it.
 */
export const expiredAccount = createAtom<ExpiredAccount | null>(null);
