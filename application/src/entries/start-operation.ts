import { paging } from "@daybook/domain/contract/bounds";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { Operation } from "@daybook/platform/processes/operations";
import { sessionEnded } from "../accounts/refusals.ts";
import { findOperationByToken } from "../downgrade/operation-token.ts";
import { noteRestore } from "../accounts/note-restore.ts";
import type { Application } from "../application.ts";
import { claimId } from "../claim-id.ts";
import type { Actor, Context, Refusal } from "../context.ts";
import type { EntryPlan } from "./bulk-steps.ts";
import { type EntryOperation, runOperation } from "./run-operation.ts";

/** The entries that were changed, or the operation that changes them in the background. */
export type BulkResult = { readonly entryIds: readonly number[] } | { readonly operation: Operation };

const neverAborted = new AbortController().signal;

/**
 * Stores a bulk action (`plan`) and its entries as an operation, and runs the operation. A short operation runs before this function
 * returns, a long one in the background. A job continues the operation after a crash. A repeat of the command finds the same operation.
 */
export async function startOperation(
  app: Application,
  context: Context,
  plan: EntryPlan,
  itemIds: readonly number[],
): Promise<BulkResult | Refusal> {
  const { actor, command } = context;
  const isRestore = plan.kind === "restore";
  const { now: _, ids: __, ...storedCommand } = command;
  const begunOperation = await claimId(command.ids[0], async (id) => {
    const row = { id, userId: actor.userId, kind: plan.kind, plan, itemIds, context: storedCommand };
    return (await app.operations.begin(row)) ?? reject("id_taken", "Please try again.");
  });
  if (isRejection(begunOperation)) return begunOperation;
  const operation = begunOperation.operation as EntryOperation;
  if (operation.itemIds.length <= paging.maxBulkInRequest) {
    await runOperation(app, operation, actor, neverAborted);
    const skippedIds = new Set((await app.operations.find(actor.userId, operation.id))?.skippedIds);
    const entryIds = operation.itemIds.filter((id) => !skippedIds.has(id));
    if (isRestore && entryIds.length > 0) await noteRestore(app, context, "entries");
    return { entryIds };
  }
  // An existing operation has ended, is running, or is resumed soon by a job.
  if (!begunOperation.isExisting) {
    app.inBackground(`${plan.kind} entries`, (signal) => runOperation(app, operation, actor, signal));
  }
  if (isRestore) await noteRestore(app, context, "entries");
  return { operation };
}

/** Finds an operation. Anybody who has its token can read it; without the token, only its owner can. */
export async function findOperation(
  app: Application,
  { actor }: Context<Actor | null>,
  operationId: number,
  token: string | undefined,
): Promise<Operation | Refusal> {
  if (!actor && token === undefined) return sessionEnded();
  const operation =
    token === undefined
      ? actor && (await app.operations.find(actor.userId, operationId))
      : await findOperationByToken(app, operationId, token);
  return operation ?? reject("not_found", "There is no such operation.");
}
