import { isRejection } from "@daybook/domain/kernel/rejection";
import { runEach } from "@daybook/platform/run-each";
import { noLockAccess } from "@daybook/platform/vault/lock-access";
import type { Operation } from "@daybook/platform/processes/operations";
import type { Actor } from "../context.ts";
import type { Application } from "../application.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { type EntryPlan, applyPlan } from "./bulk-steps.ts";
import { latestPosition, finishInterruptedMoves } from "./move-entries.ts";
import { isDowngrade } from "../downgrade/downgrade-operation.ts";
import { runDowngrade } from "../downgrade/run-downgrade.ts";
import { publishPendingLockEvents } from "../locks/publish-lock-events.ts";

/** A bulk action as an operation. The other kind of operation is a downgrade. */
export type EntryOperation = Operation<EntryPlan>;

const chunkSize = 50;

/**
 * Works through the remaining entries of an operation and records each finished chunk. Ends early when the process stops, or when
 * another process took over. After an error the lease expires, and another process continues.
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
    const ids = itemIds.slice(done, done + chunkSize);
    const results = await app.operations.whileLeased(id, done, () =>
      applyPlan(app, { actor, context }, plan, ids),
    );
    const skippedIds = results.filter(({ outcome }) => isRejection(outcome)).map(({ entryId }) => entryId);
    const isLast = done + ids.length >= itemIds.length;
    // A client that reads that all is done loads the list next, so the list must show the changes before.
    if (isLast) await waitForReadModels(app, ["entry-page", "entry-versions"], latestPosition(results));
    if (!(await app.operations.recordProgress(id, done, done + ids.length, skippedIds))) return;
    done += ids.length;
  }
  await app.operations.finish(id);
}

/** The actor of a resumed operation, without open locks, because the request that had them is over. */
const actorOf = ({ userId, context }: Operation): Actor => ({
  userId,
  sessionId: Number(context.sessionId),
  token: "",
  sessionFamilyId: 0,
  lockAccess: noLockAccess(),
});

async function resumeOperations(app: Application, signal: AbortSignal): Promise<void> {
  for (;;) {
    const operation = signal.aborted ? null : await app.operations.claim();
    if (!operation) return;
    // The process that died may still have leases on the entries that it was moving. With them, the entries would be skipped as busy.
    await app.moves.releaseLeasesOf(operation.context.commandId);
    const resumedOperation = { ...operation, context: { ...operation.context, repeated: true } };
    const actor = actorOf(operation);
    if (isDowngrade(resumedOperation)) await runDowngrade(app, resumedOperation, actor, signal);
    else await runOperation(app, resumedOperation as EntryOperation, actor, signal);
  }
}

/** Continues moves, lock events and operations whose processes died. */
export const resumeInterruptedWork = (app: Application, signal: AbortSignal): Promise<void> =>
  runEach([finishInterruptedMoves, publishPendingLockEvents, resumeOperations], (step) => step(app, signal));
