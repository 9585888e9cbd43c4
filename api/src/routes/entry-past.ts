import { isRejection } from "@daybook/domain/kernel/rejection";
import { countAsOf, entriesAsOf, missingSince, type PastEntry } from "@daybook/read-models/queries/as-of";
import type { Actor } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import type { Mount } from "../http/mount.ts";
import { activeJournal, ownJournal } from "../policies/journal-access.ts";
import { closedEntries } from "../policies/lock-gate.ts";
import { presentList } from "./listed-entries.ts";
import { operate } from "./operate.ts";

/** Which of these journals the caller may look into now: the locks of now count for the past too. */
async function openOnes(deps: ApiDeps, actor: Actor, journalIds: readonly number[]): Promise<Set<number>> {
  const asked = [...new Set(journalIds)];
  const found = await Promise.all(asked.map((id) => ownJournal(deps, actor, id)));
  return new Set(asked.filter((_, index) => !isRejection(found[index])));
}

/** The calls about a journal as it stood at a moment. */
export function mountEntryPast(mount: Mount, deps: ApiDeps): void {
  mount("listEntriesAsOf", async ({ actor, act, params, query }) => {
    const journal = await activeJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const [page, total] = await Promise.all([
      entriesAsOf(deps.pool, { journalId: journal.id, ...query }),
      countAsOf(deps.pool, journal.id, query.at),
    ]);
    if (isRejection(page)) return page;
    const elsewhere = page.entries.map(({ currentJournalId }) => currentJournalId);
    const open = await openOnes(
      deps,
      actor,
      elsewhere.filter((id) => id !== journal.id),
    );
    const closed = new Set(await closedEntries(deps, actor));
    const mayRead = ({ id, currentJournalId }: PastEntry) =>
      !closed.has(id) && (currentJournalId === journal.id || open.has(currentJournalId));
    const past = {
      rows: page.entries.filter(mayRead),
      nextCursor: page.nextCursor,
      total,
      number: query.page,
      size: query.limit,
    };
    return presentList(deps, { actor, act }, journal, past, "the past");
  });

  mount("restoreMissing", async ({ actor, act, caller, params, body }) => {
    const journal = await activeJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const missing = await missingSince(deps.pool, actor.userId, journal.id, body.at);
    const elsewhere = missing.map(({ journalId }) => journalId).filter((id) => id !== journal.id);
    const open = await openOnes(deps, actor, elsewhere);
    const ids = missing.filter(({ journalId: id }) => id === journal.id || open.has(id)).map(({ id }) => id);
    return operate(deps, { actor, act, caller }, { kind: "restore", from: null, to: journal.id }, ids);
  });
}
