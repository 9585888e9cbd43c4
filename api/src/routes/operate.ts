import { paging } from "@daybook/domain/contract/bounds";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { ApiDeps } from "../deps.ts";
import { presentOperation } from "../presenters/operation.ts";
import type { EntryPlan } from "../processes/entry-steps.ts";
import { type EntryOperation, runOperation } from "../processes/run-operation.ts";
import { noteRestore, type RestoreCall } from "./account/note-restore.ts";
import { claimId } from "./claim-id.ts";

/** The answer that names the entries that an act was about. */
export const affected = (ids: readonly number[]) => ({
  status: 200,
  body: { entries: ids.map((id) => ({ entry: { id } })), total: ids.length },
});

const never = new AbortController().signal;

/**
 * Fixes what an act is about in a durable row, and carries it out: before the answer when it is short, else in the
 * background. Either way it goes on after a crash, and the same act asked for again is the same operation.
 */
export async function operate(deps: ApiDeps, call: RestoreCall, plan: EntryPlan, itemIds: readonly number[]) {
  const { actor, act } = call;
  const isRestore = plan.kind === "restore";
  const { now: _, ids: __, ...context } = act;
  const begun = await claimId(act.ids[0], async (id) => {
    const row = { id, userId: actor.userId, kind: plan.kind, plan, itemIds, context };
    return (await deps.operations.begin(row)) ?? reject("id_taken", "Please try that again.");
  });
  if (isRejection(begun)) return begun;
  const operation = begun.operation as EntryOperation;
  if (operation.itemIds.length <= paging.bulkAtOnce) {
    await runOperation(deps, operation, actor, never);
    const skipped = new Set((await deps.operations.find(actor.userId, operation.id))?.skippedIds);
    const done = operation.itemIds.filter((id) => !skipped.has(id));
    if (isRestore && done.length > 0) await noteRestore(deps, call, "entries");
    return affected(done);
  }
  // The first time is at work, or what it left is taken up soon.
  if (!begun.existing) {
    deps.inBackground(`${plan.kind} entries`, (signal) => runOperation(deps, operation, actor, signal));
  }
  if (isRestore) await noteRestore(deps, call, "entries");
  return { status: 202, body: { operation: presentOperation(operation) } };
}
