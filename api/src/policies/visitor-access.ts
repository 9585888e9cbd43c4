import { entryDecider } from "@daybook/domain/entry/decider";
import type { Entry } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { DataKey } from "@daybook/platform/privacy/key-vault";
import { nobodysOpening } from "@daybook/platform/privacy/lock-facts";
import type { EntryWithBody } from "@daybook/read-models/queries/entries";
import type { Actor } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { ownEntryRow } from "./entry-access.ts";
import { activeJournal } from "./journal-access.ts";

/** The owner without a session: one to whom no lock is open. */
const closedOwner = (userId: number): Actor => ({
  userId,
  sessionId: 0,
  token: "",
  lineage: 0,
  opening: nobodysOpening(),
});

/**
 * The gate for whoever has a public link. It asks what the log says now, and then what the owner's own gates say to an owner
 * with everything closed, so that no lock, trash or erasure is forgotten here. `null` is all that a visitor learns.
 */
export async function publishedEntry(
  deps: ApiDeps,
  entryId: number,
  slugHash: string,
): Promise<{ state: Entry; row: EntryWithBody; key: DataKey; owner: Actor } | null> {
  const { state } = await deps.commands.load(entryDecider, streamOf.entry(entryId));
  if (state.status !== "active" || state.publicLink?.slugHash !== slugHash) return null;
  const owner = closedOwner(state.accountId);
  const journal = await activeJournal(deps, owner, state.journalId);
  if (isRejection(journal)) return null;
  const found = await ownEntryRow(deps, owner, { journalId: state.journalId, entryId });
  return isRejection(found) ? null : { state, owner, ...found };
}
