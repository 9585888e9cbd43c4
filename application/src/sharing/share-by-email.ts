import { cleanText } from "@daybook/content/zero-width";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { seal } from "@daybook/platform/vault/seal";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import type { Share } from "@daybook/platform/sharing/shares";
import { type EntryPath, ownEntryState } from "../access/entry-access.ts";
import { activeJournal } from "../access/journal-access.ts";
import { limits, tooMany } from "../access/limits.ts";
import { originOf } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { sendShare } from "./send-share.ts";

/** To whom an entry is mailed, and what is said with it. */
export type ShareForm = { readonly recipients: readonly string[]; readonly message: string };

/** Counts the addresses and notes the share, sealed. */
async function beginShare(
  app: Application,
  { actor: { userId }, command, caller }: Context,
  entry: { readonly entryId: number; readonly key: DataKey },
  { recipients, message }: ShareForm,
): Promise<Share | Refusal> {
  const { entryId, key } = entry;
  const stream = streamOf.entry(entryId);
  const accountKey = await app.vault.openKey(streamOf.account(userId));
  if (!accountKey) return reject("not_found", "This is gone.");
  const limited = await tooMany(app, limits.shareRecipientsOfAccount, userId, recipients.length);
  if (limited) return limited;
  const share = {
    id: command.ids[0],
    userId,
    entryId,
    message: seal(key, stream, "share.message", cleanText(message).trim()),
    recipients: seal(key, stream, "share.recipients", JSON.stringify(recipients)),
    ...originOf(accountKey, userId, caller),
    at: command.at,
    correlationId: command.correlationId ?? command.commandId,
  };
  await app.shares.begin(share);
  return share;
}

/** Mails an entry to others. It does not tell whether an address has an account, or wants such mails. */
export async function shareByEmail(
  app: Application,
  context: Context,
  path: EntryPath,
  form: ShareForm,
): Promise<Refusal | null> {
  const { actor, command } = context;
  const journal = await activeJournal(app, actor, path.journalId);
  if (isRejection(journal)) return journal;
  const found = await ownEntryState(app, actor, path);
  if (isRejection(found)) return found;
  if (found.state.status === "trashed") {
    return reject("entry_trashed", "This entry is in the trash. Restore it before you share it.");
  }
  // The mail is put together later, without a session: what is locked is closed then, even if it is open now.
  const stream = streamOf.entry(path.entryId);
  if (!(await app.vault.openKeys([stream])).has(stream)) {
    return reject("locked", "A locked entry cannot be shared by e-mail. Take its lock off first.");
  }
  if (command.completed) return null;
  // One that was begun before was counted then.
  const begun = command.repeated ? await app.shares.find(command.ids[0]) : null;
  const share = begun ?? (await beginShare(app, context, { entryId: path.entryId, key: found.key }, form));
  if (isRejection(share)) return share;
  const { position } = await sendShare(app, share);
  await waitForReadModels(app, ["account"], position);
  return null;
}
