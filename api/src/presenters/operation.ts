import type { DowngradeOperation } from "@daybook/application/downgrade/downgrade-operation";
import type { BulkResult } from "@daybook/application/entries/start-operation";
import type { Operation as ReplyOperation } from "@daybook/domain/contract/entry-bulk";
import type { Operation } from "@daybook/platform/processes/operations";

/** Converts a long operation for a reply. */
export function presentOperation(operation: Operation): ReplyOperation {
  const { id, kind, done, skippedIds, status, itemIds } = operation;
  const skippedCount = skippedIds.length;
  return {
    id,
    // The database has the kind as text. Only calls of the contract start operations, so it is one of the contract's kinds.
    kind: kind as ReplyOperation["kind"],
    done,
    total: itemIds.length,
    status,
    result: status === "running" ? null : { affected: done - skippedCount, skipped: skippedCount },
  };
}

/** The reply to a downgrade: its operation, with a token that lets a client without a session ask how far the operation is. */
export const presentDowngrade = (
  operation: Operation,
  token: string,
): { status: 202; body: { operation: ReplyOperation & { token: string } } } => ({
  status: 202,
  body: { operation: { ...presentOperation(operation), token } },
});

/** The downgrade that is running or that can be continued, and the tier to which the account changes. */
export function presentUnfinishedDowngrade(
  unfinished: { operation: DowngradeOperation; token: string } | null,
) {
  if (!unfinished) return { status: 200 as const, body: { downgrade: null } };
  const { operation, token } = unfinished;
  // The reply calls the free tier "basic", as the screens do.
  const to: "basic" | "pro" = operation.plan.to === "pro" ? "pro" : "basic";
  return {
    status: 200 as const,
    body: { downgrade: { to, operation: { ...presentOperation(operation), token } } },
  };
}

/** The reply to a call on many entries: the entries it changed, or 202 with the operation that changes them. */
export const presentBulk = (result: BulkResult) =>
  "operation" in result
    ? { status: 202, body: { operation: presentOperation(result.operation) } }
    : {
        status: 200,
        body: {
          entries: result.entryIds.map((id) => ({ entry: { id } })),
          total: result.entryIds.length,
        },
      };
