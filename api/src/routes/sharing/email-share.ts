import { cleanText } from "@daybook/content/zero-width";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { seal } from "@daybook/platform/privacy/seal";
import type { DataKey } from "@daybook/platform/privacy/key-vault";
import type { Share } from "@daybook/platform/privacy/shares";
import type { Call, Refusal } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Mount } from "../../http/mount.ts";
import { ownEntryState } from "../../policies/entry-access.ts";
import { activeJournal } from "../../policies/journal-access.ts";
import { limits, tooMany } from "../../policies/limits.ts";
import { sendShare } from "../../processes/send-share.ts";
import { originOf } from "../account/change-account.ts";
import { projected } from "../projected.ts";

/** Counts the addresses and notes the share, sealed. */
async function beginShare(
  deps: ApiDeps,
  { actor, params, body, act, caller }: Call<"emailShare">,
  key: DataKey,
): Promise<Share | Refusal> {
  const { userId } = actor;
  const { entryId } = params;
  const stream = streamOf.entry(entryId);
  const addresses = body.share_recipients;
  const accountKey = await deps.vault.openKey(streamOf.account(userId));
  if (!accountKey) return reject("not_found", "This is gone.");
  const limited = await tooMany(deps, limits.shareRecipientsOfAccount, userId, addresses.length);
  if (limited) return limited;
  const share = {
    id: act.ids[0],
    userId,
    entryId,
    message: seal(key, stream, "share.message", cleanText(body.share_message).trim()),
    recipients: seal(key, stream, "share.recipients", JSON.stringify(addresses)),
    ...originOf(accountKey, userId, caller),
    at: act.at,
  };
  await deps.shares.begin(share);
  return share;
}

/** The call that mails an entry to others. It tells nobody whether an address has an account, or wants such mails. */
export function mountEmailShare(mount: Mount, deps: ApiDeps): void {
  mount("emailShare", async (call) => {
    const { actor, params, act } = call;
    const journal = await activeJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const found = await ownEntryState(deps, actor, params);
    if (isRejection(found)) return found;
    if (found.state.status === "trashed") {
      return reject("entry_trashed", "This entry is in the trash. Restore it before you share it.");
    }
    // The mail is put together later, for nobody in particular: to whom what is locked is closed, open as it may be here.
    const stream = streamOf.entry(params.entryId);
    if (!(await deps.vault.openKeys([stream])).has(stream)) {
      return reject("locked", "What is locked is not mailed to others. Take the lock off first.");
    }
    // One that was begun before was counted then.
    const begun = act.repeated ? await deps.shares.find(act.ids[0]) : null;
    const share = begun ?? (await beginShare(deps, call, found.key));
    if (isRejection(share)) return share;
    const { position } = await sendShare(deps, share);
    await projected(deps, ["account"], position);
    return { status: 204 };
  });
}
