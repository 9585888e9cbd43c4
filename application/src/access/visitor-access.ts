import { entryDecider } from "@daybook/domain/entry/decider";
import type { Entry } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { noLockAccess } from "@daybook/platform/vault/lock-access";
import type { EntryWithBody } from "@daybook/read-models/queries/entries";
import type { Actor } from "../context.ts";
import type { Application } from "../application.ts";
import { openEntryRow } from "./entry-access.ts";
import { findActiveJournal } from "./journal-access.ts";

/** An account's owner as an actor without a session, for whom every lock is closed. The ids 0 name no session. */
export const ownerWithoutSession = (userId: number): Actor => ({
  userId,
  sessionId: 0,
  token: "",
  sessionFamilyId: 0,
  lockAccess: noLockAccess(),
});

/**
 * Finds an entry by its public link. The entry and its journal must be active, and readable by the owner while all locks are closed.
 * `null` for every refusal: a visitor learns no reason.
 */
export async function findPublishedEntry(
  app: Application,
  entryId: number,
  slugHash: string,
): Promise<{ state: Entry; row: EntryWithBody; key: DataKey; owner: Actor } | null> {
  const { state } = await app.commands.load(entryDecider, streamOf.entry(entryId));
  if (state.status !== "active" || state.publicLink?.slugHash !== slugHash) return null;
  const owner = ownerWithoutSession(state.accountId);
  const journal = await findActiveJournal(app, owner, state.journalId);
  if (isRejection(journal)) return null;
  const entry = await openEntryRow(app, owner, { journalId: state.journalId, entryId });
  return isRejection(entry) ? null : { state, owner, ...entry };
}
