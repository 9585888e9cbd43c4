import type { Clock } from "@daybook/platform/clock";
import type { TextWork } from "@daybook/application/texts/text-work";
import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { Recipient } from "@daybook/platform/mail/recipient";
import type { Credentials } from "@daybook/platform/identity/credentials";
import type { KeyVault } from "@daybook/platform/vault/key-vault";
import { DataKey } from "@daybook/platform/vault/data-key";
import { keyedHash, open } from "@daybook/platform/vault/seal";
import type { Shares } from "@daybook/platform/sharing/shares";
import { accountById } from "@daybook/read-models/queries/accounts";
import { entryById } from "@daybook/read-models/queries/entries";
import { journalsByIds } from "@daybook/read-models/queries/journals";
import { isParked } from "@daybook/read-models/queries/parked";
import type { Queryable } from "@daybook/read-models/queries/queryable";
import type { MailPage } from "./layout.ts";

/** The dependencies of {@link findSharedPage}. */
export type ShareDeps = {
  readonly db: Queryable;
  readonly vault: Pick<KeyVault, "openKey" | "openKeys">;
  readonly shares: Pick<Shares, "find">;
  readonly credentials: Pick<Credentials, "findByEmailHash">;
  readonly masterKey: Uint8Array;
  readonly clock: Clock;
  readonly texts: TextWork;
};

/**
 * The size of the work on a sealed text, for {@link TextWork.run}. Sealed texts are compressed, so a short one may contain a long
 * repetitive text. Only a very short sealed text counts as small work, which needs no worker thread.
 */
const workSizeOf = (sealed: string): number => (sealed.length < 1_000 ? sealed.length : Infinity);

/** A shared page, which is an entry in a share: the name of the sharer, their message, and the current content of the entry. */
export type SharedPage = { readonly sharer: string; readonly message: string; readonly page: MailPage };

/**
 * True when the recipient has an account that refuses shares. The API request does not check this: the response time of the
 * request would reveal whether an address has an account.
 */
async function refusesShares(deps: ShareDeps, { address }: Recipient): Promise<boolean> {
  const hash = keyedHash(deps.masterKey, "account.email", address.trim().toLowerCase());
  const credential = await deps.credentials.findByEmailHash(hash);
  const account = credential && (await accountById(deps.db, credential.userId));
  return account?.receiveShares === false;
}

/**
 * Finds the current content of a shared page. `gone`: the mail must not be sent, for example because the entry was erased, trashed or
 * locked after it was shared, or because the recipient refuses shares. `later`: the read models do not have the current content yet.
 */
export async function findSharedPage(
  deps: ShareDeps,
  shareId: number,
  to: Recipient,
): Promise<SharedPage | "gone" | "later"> {
  const share = await deps.shares.find(shareId);
  if (!share || (await refusesShares(deps, to))) return "gone";
  const { entryId, userId } = share;
  const [entryStream, accountStream] = [streamOf.entry(entryId), streamOf.account(userId)];
  const [keys, row, account, isEntryParked] = await Promise.all([
    deps.vault.openKeys([entryStream, accountStream]),
    entryById(deps.db, entryId),
    accountById(deps.db, userId),
    isParked(deps.db, entryStream),
  ]);
  const [key, accountKey] = [keys.get(entryStream), keys.get(accountStream)];
  if (!key || !accountKey) return "gone";
  if (!row || !account || isEntryParked) return "later";
  const now = new Date(deps.clock.now()).toISOString();
  const [journal] = await journalsByIds(deps.db, [row.journalId], now);
  if (journal?.isParked) return "later";
  if (row.userId !== userId || row.status !== "active" || journal?.status !== "active") return "gone";
  const sealed = { secret: DataKey.secretOf(key), entryId, body: row.body };
  const { html, text } = await deps.texts.run("mails", "mailed", sealed, workSizeOf(row.body));
  return {
    sharer: [
      open(accountKey, accountStream, "account.first_name", account.firstName),
      open(accountKey, accountStream, "account.last_name", account.lastName),
    ].join(" "),
    message: open(key, entryStream, "share.message", share.message),
    page: {
      title: open(key, entryStream, "entry.title", row.title) || "Untitled Entry",
      date: formatLocalDate(row.localDate, account.dateFormat),
      html,
      text,
    },
  };
}
