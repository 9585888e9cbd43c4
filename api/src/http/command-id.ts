import type { CallName } from "@daybook/domain/contract/paths";
import type { LedgerKey } from "@daybook/platform/commands/ledger";
import { uuid5 } from "@daybook/platform/event-store/uuid5";

const commandNamespace = "5f0c2a5e-6f0a-4d53-9d0b-3f1b8f3c7d10";
/** The owner of commands without a session. No account has this id. */
const visitorId = 0;

/** The id of a command in the ledger. */
export const commandIdOf = ({ userId, key }: LedgerKey): string =>
  uuid5(commandNamespace, `${userId}/${key}`);

/**
 * The ledger key of a visitor's command. All visitors have the same `userId` in the ledger, so the `key` must distinguish them. The
 * `key` is a keyed hash of the route, of what identifies the visitor, and of the `Idempotency-Key`.
 *
 * @param fingerprint a hash with a key that derives from the master key
 * @param identity the e-mail address, trimmed and in lower case, or the token of a mailed link
 */
export const visitorKey = (
  fingerprint: (text: Buffer) => string,
  { route, identity, key }: { readonly route: CallName; readonly identity: string; readonly key: string },
): LedgerKey => ({
  userId: visitorId,
  key: fingerprint(Buffer.from(["visitor", route, identity, key].join("\n"))),
});
