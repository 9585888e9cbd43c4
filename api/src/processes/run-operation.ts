import { isRejection } from "@daybook/domain/kernel/rejection";
import { nobodysOpening } from "@daybook/platform/privacy/lock-facts";
import type { Operation } from "@daybook/platform/processes/operations";
import type { Actor } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { projected } from "../routes/projected.ts";
import { type EntryPlan, stepThrough } from "./entry-steps.ts";
import { furthestOf, settleMoves } from "./move-entries.ts";
import { tellLocks } from "./tell-locks.ts";

/** An operation over entries. */
export type EntryOperation = Operation<EntryPlan>;

const chunk = 50;
const lookEvery = 30_000;

/**
 * Goes through what is left of an operation, noting each chunk that is done. Ends early when the process stops, or when
 * another has taken it over. What fails is tried again by whoever finds the lease lapsed.
 */
export async function runOperation(
  deps: ApiDeps,
  operation: EntryOperation,
  actor: Actor,
  signal: AbortSignal,
): Promise<void> {
  const { id, plan, itemIds, context } = operation;
  let { done } = operation;
  while (done < itemIds.length) {
    if (signal.aborted) return deps.operations.release(id);
    const ids = itemIds.slice(done, done + chunk);
    const steps = await stepThrough(deps, { actor, context }, plan, ids);
    const skipped = steps.filter(({ outcome }) => isRejection(outcome)).map(({ entryId }) => entryId);
    const isLast = done + ids.length >= itemIds.length;
    // Whoever reads "done" looks at the list next.
    if (isLast) await projected(deps, ["entry-page", "entry-versions"], furthestOf(steps));
    if (!(await deps.operations.progress(id, done, done + ids.length, skipped))) return;
    done += ids.length;
  }
  await deps.operations.finish(id);
}

/** Who asked for it. Whatever was unlocked then is locked for what goes on without them. */
const askerOf = ({ userId, context }: Operation): Actor => ({
  userId,
  sessionId: Number(context.sessionId),
  token: "",
  lineage: 0,
  opening: nobodysOpening(),
});

/** Takes up what no process works on any more. */
export async function resumeProcesses(deps: ApiDeps, signal: AbortSignal): Promise<void> {
  await settleMoves(deps);
  await tellLocks(deps);
  for (;;) {
    const operation = signal.aborted ? null : await deps.operations.claim();
    if (!operation) return;
    const resumed = { ...operation, context: { ...operation.context, repeated: true } } as EntryOperation;
    await runOperation(deps, resumed, askerOf(operation), signal);
  }
}

/** Looks now and from time to time for what was left behind. Answers how to stop that. */
export function keepResuming(deps: ApiDeps): () => void {
  let looking = false;
  const look = (): void => {
    if (looking) return;
    looking = true;
    deps.inBackground("going on with what was cut off", (signal) =>
      resumeProcesses(deps, signal).finally(() => {
        looking = false;
      }),
    );
  };
  look();
  const timer = setInterval(look, lookEvery);
  return () => clearInterval(timer);
}
