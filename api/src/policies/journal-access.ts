import { reject, type Rejection } from "@daybook/domain/kernel/rejection";
import { journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { DataKey } from "@daybook/platform/privacy/key-vault";
import { open } from "@daybook/platform/privacy/seal";
import type { JournalSummary } from "@daybook/read-models/queries/journals";
import type { Actor } from "../context.ts";
import type { ApiDeps } from "../deps.ts";

/** A journal that the caller may see, with its name in clear. */
export type OpenJournal = JournalSummary & { readonly clearName: string };

const notFound = () => reject("not_found", "We couldn't find that journal in your account.");
const late = () => reject("unavailable", "This journal is being brought up to date. Please try again.");

/** Opens the name of a journal row; `null` when its key is gone, which is how an erased journal ends. */
export function openJournal(row: JournalSummary, key: DataKey | null | undefined): OpenJournal | null {
  return key ? { ...row, clearName: open(key, streamOf.journal(row.id), "journal.name", row.name) } : null;
}

/**
 * The one gate to a journal: its owner's, in whatever state; somebody else's does not exist. A journal that the read
 * model does not have yet, or whose events are parked, is a 503, never a wrong answer.
 */
export async function ownJournal(
  deps: ApiDeps,
  actor: Actor,
  journalId: number,
): Promise<OpenJournal | Rejection> {
  const stream = streamOf.journal(journalId);
  const [row, key] = await Promise.all([deps.journalById(journalId), deps.vault.openKey(stream)]);
  if (!row) {
    const { state } = await deps.commands.load(journalDecider, stream);
    return state.accountId === actor.userId ? late() : notFound();
  }
  if (row.userId !== actor.userId) return notFound();
  if (row.parked) return late();
  return openJournal(row, key) ?? notFound();
}

/** Like {@link ownJournal}, for what needs the journal out of the trash. */
export async function activeJournal(
  deps: ApiDeps,
  actor: Actor,
  journalId: number,
): Promise<OpenJournal | Rejection> {
  const journal = await ownJournal(deps, actor, journalId);
  if ("rejected" in journal || journal.status === "active") return journal;
  return notFound();
}
