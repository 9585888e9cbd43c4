import { cleanText } from "@daybook/content/zero-width";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { seal } from "@daybook/platform/vault/seal";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import type { Share } from "@daybook/platform/sharing/shares";
import { type EntryPath, openEntryState } from "../access/entry-access.ts";
import { findActiveJournal } from "../access/journal-access.ts";
import { refuseLocked } from "../access/lock-gate.ts";
import { limits, limitTries } from "../access/limits.ts";
import { originOf } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";
import { claimId, findClaimedId } from "../claim-id.ts";
import type { Command, Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { sendShare } from "./send-share.ts";

/** The recipients of a shared entry, and the message to them. */
export type ShareForm = { readonly recipients: readonly string[]; readonly message: string };

const correlationIdOf = ({ correlationId, commandId }: Command): string => correlationId ?? commandId;

/** The share that an earlier run of a command stored; `null` without one. */
async function findShareOf(app: Application, userId: number, command: Command): Promise<Share | null> {
  const id = await findClaimedId(command.ids[0], async (claimedId) => {
    const share = await app.shares.find(claimedId);
    return share?.userId === userId && share.correlationId === correlationIdOf(command);
  });
  return id === null ? null : app.shares.find(id);
}

/** Counts the recipients against the daily limit, and stores the share. */
async function beginShare(
  app: Application,
  { actor: { userId }, command, caller }: Context,
  entry: { readonly entryId: number; readonly key: DataKey },
  { recipients, message }: ShareForm,
): Promise<Share | Refusal> {
  const { entryId, key } = entry;
  const stream = streamOf.entry(entryId);
  const accountKey = await app.vault.openKey(streamOf.account(userId));
  if (!accountKey) return reject("not_found", "This account no longer exists.");
  const limitRefusal = await limitTries(app, limits.shareRecipientsOfAccount, userId, recipients.length);
  if (limitRefusal) return limitRefusal;
  const fields = {
    userId,
    entryId,
    message: seal(key, stream, "share.message", cleanText(message).trim()),
    recipients: seal(key, stream, "share.recipients", JSON.stringify(recipients)),
    ...originOf(accountKey, userId, caller),
    at: command.at,
    correlationId: correlationIdOf(command),
  };
  return claimId<Share>(command.ids[0], async (id) => {
    const share = { ...fields, id };
    return (await app.shares.begin(share)) ? share : reject("id_taken", "Please try again.");
  });
}

/** Mails an entry to others. The reply does not reveal whether an address has an account or accepts such mails. */
export async function shareByEmail(
  app: Application,
  context: Context,
  path: EntryPath,
  form: ShareForm,
): Promise<Refusal | null> {
  const { actor, command } = context;
  const journal = await findActiveJournal(app, actor, path.journalId);
  if (isRejection(journal)) return journal;
  const entry = await openEntryState(app, actor, path);
  if (isRejection(entry)) return entry;
  if (entry.state.status === "trashed") {
    return reject("entry_trashed", "This entry is in the trash. Restore it before you share it.");
  }
  // The mail is rendered later without a session. So an entry cannot be shared while it or its journal has a lock, even an open one.
  const stream = streamOf.entry(path.entryId);
  if (!(await app.vault.openKeys([stream])).has(stream)) {
    const openLock = entry.lock ?? journal.lock;
    const { extra, ...refusal } = refuseLocked(
      entry.lock ? "entry" : "journal",
      openLock ?? { type: lockTypes.password, hint: "" },
    );
    const message = "A locked entry cannot be shared by e-mail. Remove its lock first.";
    return { ...refusal, message, extra: { ...extra, is_unlocked: openLock !== null } };
  }
  if (command.completed) return null;
  // If an earlier run has stored the share, this run sends that share and does not count the recipients again.
  const existingShare = command.repeated ? await findShareOf(app, actor.userId, command) : null;
  const share =
    existingShare ?? (await beginShare(app, context, { entryId: path.entryId, key: entry.key }, form));
  if (isRejection(share)) return share;
  const { position } = await sendShare(app, share);
  await waitForReadModels(app, ["account"], position);
  return null;
}
