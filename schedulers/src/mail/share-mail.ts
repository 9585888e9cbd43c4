import type { Clock } from "@daybook/platform/clock";
import { readRichText } from "@daybook/content/read-rich-text";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { Recipient } from "@daybook/platform/mail/recipient";
import type { Credentials } from "@daybook/platform/privacy/credentials";
import type { KeyVault } from "@daybook/platform/privacy/key-vault";
import { keyedHash, open } from "@daybook/platform/privacy/seal";
import type { Shares } from "@daybook/platform/privacy/shares";
import { accountById } from "@daybook/read-models/queries/accounts";
import { entryById } from "@daybook/read-models/queries/entries";
import { journalsById } from "@daybook/read-models/queries/journals";
import type { Queryable } from "@daybook/read-models/queries/queryable";
import type { MailPage } from "./layout.ts";

/** What a shared page is looked up in. */
export type ShareDeps = {
  readonly db: Queryable;
  readonly vault: Pick<KeyVault, "openKey" | "openKeys">;
  readonly shares: Pick<Shares, "find">;
  readonly credentials: Pick<Credentials, "findByEmailHash">;
  readonly masterKey: Uint8Array;
  readonly clock: Clock;
};

/** A page on its way to somebody: who shares it, what they say with it, and the page as it is now. */
export type SharedPage = { readonly sharer: string; readonly message: string; readonly page: MailPage };

/** No picture travels with a mail, and none is loaded by it. */
const withoutImages = (html: string): string => html.replace(/<img\b[^>]*>/g, "");

/** `1660-01-11` as people write it; the local date is the truth, so no zone comes into it. */
function dateInWords(localDate: string): string {
  const [year = 0, month = 1, day = 1] = localDate.split("-").map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(date);
}

/** Somebody with an account may have said that they want no shares. Asked now, so that a request's time tells nobody. */
async function wantsNone(deps: ShareDeps, { address }: Recipient): Promise<boolean> {
  const hash = keyedHash(deps.masterKey, "account.email", address.trim().toLowerCase());
  const credential = await deps.credentials.findByEmailHash(hash);
  const account = credential && (await accountById(deps.db, credential.userId));
  return account?.receiveShares === false;
}

/**
 * The page of a share as it is when its mail is sent. `gone`: it was erased, trashed or locked since (the vault then gives no
 * key to nobody in particular), or whom it goes to wants none.
 */
export async function findSharedPage(
  deps: ShareDeps,
  shareId: number,
  to: Recipient,
): Promise<SharedPage | "gone" | "later"> {
  const share = await deps.shares.find(shareId);
  if (!share || (await wantsNone(deps, to))) return "gone";
  const { entryId, userId } = share;
  const [entryStream, accountStream] = [streamOf.entry(entryId), streamOf.account(userId)];
  const [keys, row, account] = await Promise.all([
    deps.vault.openKeys([entryStream, accountStream]),
    entryById(deps.db, entryId),
    accountById(deps.db, userId),
  ]);
  const [key, accountKey] = [keys.get(entryStream), keys.get(accountStream)];
  if (!key || !accountKey) return "gone";
  if (!row || !account) return "later";
  const now = new Date(deps.clock.now()).toISOString();
  const [journal] = await journalsById(deps.db, [row.journalId], now);
  if (row.userId !== userId || row.status !== "active" || journal?.status !== "active") return "gone";
  const { html, text } = readRichText(withoutImages(open(key, entryStream, "entry.body", row.body)));
  return {
    sharer: [
      open(accountKey, accountStream, "account.first_name", account.firstName),
      open(accountKey, accountStream, "account.last_name", account.lastName),
    ].join(" "),
    message: open(key, entryStream, "share.message", share.message),
    page: {
      title: open(key, entryStream, "entry.title", row.title) || "Untitled Entry",
      date: dateInWords(row.localDate),
      html,
      text,
    },
  };
}
