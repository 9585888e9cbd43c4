import { isRejection } from "@daybook/domain/kernel/rejection";
import { noLockAccess } from "@daybook/platform/vault/lock-access";
import type { Operation } from "@daybook/platform/processes/operations";
import type { Actor } from "../context.ts";
import type { Application } from "../application.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { type EntryPlan, stepThrough } from "./bulk-steps.ts";
import { furthestOf, settleMoves } from "./move-entries.ts";
import { publishPendingLockEvents } from "../locks/publish-lock-events.ts";

/** An operation over entries. */
export type EntryOperation = Operation<EntryPlan>;

const chunk = 50;

/**
 * Goes through what is left of an operation, noting each chunk that is done. Ends early when the process stops, or when
 * another has taken it over. What fails is tried again by whoever finds the lease lapsed.
 */
export async function runOperation(
  app: Application,
  operation: EntryOperation,
  actor: Actor,
  signal: AbortSignal,
): Promise<void> {
  const { id, plan, itemIds, context } = operation;
  let { done } = operation;
  while (done < itemIds.length) {
    if (signal.aborted) return app.operations.release(id);
    const ids = itemIds.slice(done, done + chunk);
    const steps = await stepThrough(app, { actor, context }, plan, ids);
    const skipped = steps.filter(({ outcome }) => isRejection(outcome)).map(({ entryId }) => entryId);
    const isLast = done + ids.length >= itemIds.length;
    // Whoever reads "done" looks at the list next.
    if (isLast) await waitForReadModels(app, ["entry-page", "entry-versions"], furthestOf(steps));
    if (!(await app.operations.progress(id, done, done + ids.length, skipped))) return;
    done += ids.length;
  }
  await app.operations.finish(id);
}

/** Who asked for it. Whatever was unlocked then is locked for what goes on without them. */
const askerOf = ({ userId, context }: Operation): Actor => ({
  userId,
  sessionId: Number(context.sessionId),
  token: "",
  sessionFamilyId: 0,
  lockAccess: noLockAccess(),
});

/** Takes up what no process works on any more. */
export async function resumeProcesses(app: Application, signal: AbortSignal): Promise<void> {
  await settleMoves(app);
  await publishPendingLockEvents(app);
  for (;;) {
    const operation = signal.aborted ? null : await app.operations.claim();
    if (!operation) return;
    const resumed = { ...operation, context: { ...operation.context, repeated: true } } as EntryOperation;
    await runOperation(app, resumed, askerOf(operation), signal);
  }
}
