import { isExpired, tierAt } from "@daybook/domain/account/tier";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { membershipDecider } from "@daybook/domain/membership/decider";
import { refundableOrders, refundAmount } from "@daybook/domain/membership/refund";
import { seal } from "@daybook/platform/vault/seal";
import { entryIdsOfJournals } from "@daybook/read-models/queries/entry-ids";
import { findActiveJournals, type DecryptedJournal } from "../access/journal-access.ts";
import { ownerWithoutSession } from "../access/visitor-access.ts";
import { loadAccount, originOf } from "../accounts/change-account.ts";
import { checkCredentials } from "../accounts/log-in.ts";
import { sessionEnded, wrongCredentials } from "../accounts/refusals.ts";
import type { Application } from "../application.ts";
import { claimId } from "../claim-id.ts";
import type { Actor, Context, Refusal } from "../context.ts";
import { paymentPending } from "../purchases/settle-order.ts";
import type { DowngradeOperation, DowngradePlan } from "./downgrade-operation.ts";
import { runDowngrade } from "./run-downgrade.ts";

/** What a person chose on the downgrade page. */
export type DowngradeRequest = {
  readonly to: "free" | "pro";
  /** True when the person asks for a refund. A downgrade to PRO pays nothing back. */
  readonly refund: boolean;
  readonly reason: string | null;
  readonly comments: string;
};

/** Who downgrades, and by which command. For a visitor, the actor is the account's owner without any open lock. */
type Requester = Omit<Context, "actor"> & { readonly actor: Actor };

/** The refusal when another kind of downgrade is running: an account has one downgrade at a time. */
const otherDowngradePending = (): Refusal =>
  reject(
    "payment_pending",
    "Your other downgrade is still under way. Please look at your plan in a minute, and try again.",
  );

/** The refusal when an order was begun while the downgrade was prepared. The downgrade was prepared without that order. */
const orderBegunMeanwhile = (): Refusal =>
  reject(
    "payment_pending",
    "You bought or renewed a plan at the same moment. Please look at your plan, and try again.",
  );

const notPaid = () => reject("pro_required", "You have no paid plan to downgrade.");

/** The level that the account has now; a refusal when it cannot be lowered to `to`. */
async function findLevel(app: Application, { actor, command }: Requester, to: "free" | "pro") {
  const { membership } = await loadAccount(app, actor.userId);
  if (!membership) return notPaid();
  if (to === "pro" && (isExpired(membership, command.at) || tierAt(membership, command.at) !== "plus")) {
    return reject("pro_required", "You have no PRO plus to downgrade to PRO.");
  }
  return { from: membership.level };
}

async function loadPaidOrders(app: Application, userId: number) {
  const { state } = await app.commands.load(membershipDecider, streamOf.membership(userId));
  return [...state.orders.values()];
}

/** What a downgrade to the free tier would pay back to the actor now, in US cents. */
export async function quoteRefund(app: Application, { actor, command }: Context): Promise<number> {
  return refundAmount(await loadPaidOrders(app, actor.userId), command.at);
}

/**
 * Chooses the journals to merge. Journals whose lock is closed and classroom journals stay as they are. All others are merged into the
 * oldest of them that has no lock. If each of them has a lock, they are merged into the oldest of them.
 */
async function planMerge(app: Application, actor: Actor) {
  await app.waitUntilCaughtUp();
  const journals = (await findActiveJournals(app, actor)).filter(({ classroom }) => classroom === "none");
  const target: DecryptedJournal | undefined = journals.find(({ lock }) => lock === null) ?? journals[0];
  const sourceJournalIds = journals.filter((journal) => journal !== target).map(({ id }) => id);
  return { targetJournalId: target?.id ?? null, sourceJournalIds };
}

const noMerge = { targetJournalId: null, sourceJournalIds: [] };

async function makePlan(
  app: Application,
  requester: Requester,
  { to, refund, reason, comments }: DowngradeRequest,
): Promise<DowngradePlan | Refusal> {
  const { actor, command, caller } = requester;
  const { userId } = actor;
  const level = await findLevel(app, requester, to);
  if (isRejection(level)) return level;
  const key = await app.vault.openKey(streamOf.account(userId));
  if (!key) return sessionEnded();
  const stream = streamOf.membership(userId);
  const paysBack = refund && to === "free";
  const refundedOrders = paysBack ? refundableOrders(await loadPaidOrders(app, userId), command.at) : [];
  return {
    kind: "downgrade",
    from: level.from,
    to,
    refundedOrders: refundedOrders.map(({ orderId }) => orderId),
    reason: reason ? seal(key, stream, "membership.downgrade_reason", reason) : null,
    comments: comments ? seal(key, stream, "membership.downgrade_comments", comments) : null,
    origin: originOf(key, userId, caller),
    ...(to === "free" ? await planMerge(app, actor) : noMerge),
  };
}

const findNewestDowngrade = async ({ operations }: Application, userId: number) =>
  (await operations.findNewest(userId, "downgrade")) as DowngradeOperation | null;

/** The newest downgrade of the account, if it failed and is a downgrade to this tier; `null` otherwise. */
async function findFailedDowngrade(app: Application, userId: number, to: DowngradeRequest["to"]) {
  const operation = await findNewestDowngrade(app, userId);
  return operation?.status === "failed" && operation.plan.to === to ? operation : null;
}

/**
 * The downgrade of the actor's account that is running, or the newest one if it failed on the way to the free tier and the membership has
 * ended. The next request for the free tier continues that failed downgrade.
 */
export async function findUnfinishedDowngrade(
  app: Application,
  { actor: { userId } }: { readonly actor: Pick<Actor, "userId"> },
): Promise<DowngradeOperation | null> {
  const running = (await app.operations.findRunning(userId, "downgrade")) as DowngradeOperation | null;
  const operation = running ?? (await findFailedDowngrade(app, userId, "free"));
  if (operation?.status !== "failed") return operation;
  const { membership } = await loadAccount(app, userId);
  return membership ? null : operation;
}

/**
 * Continues the newest downgrade of an account that has nothing to downgrade, if that downgrade failed. It may have changed the tier
 * before it failed, so a new downgrade would be refused. `null` when the newest downgrade has not failed or was to another tier.
 *
 * @param orderCount how many orders `findPossiblyChargedOf` returned before the account was found to have nothing to downgrade
 */
async function continueFailed(
  app: Application,
  userId: number,
  to: DowngradeRequest["to"],
  orderCount: number,
): Promise<DowngradeOperation | Refusal | null> {
  const operation = await findFailedDowngrade(app, userId, to);
  if (!operation) return null;
  const isRestarted = await app.operations.restart(operation, (db) =>
    app.orders.isPossiblyChargedCountUnchanged(db, userId, orderCount),
  );
  return isRestarted ? { ...operation, status: "running" } : orderBegunMeanwhile();
}

/**
 * Stores a downgrade as an operation, and begins it. A repeat of the command finds the same operation. While a downgrade runs, another
 * request for the same tier finds that operation too, because the person may not have got the reply to the first request. A request for
 * another tier is refused.
 */
async function startForRequester(
  app: Application,
  requester: Requester,
  request: DowngradeRequest,
): Promise<DowngradeOperation | Refusal> {
  const { actor, command } = requester;
  const { userId } = actor;
  const { now: _, ids: __, ...commandContext } = command;
  const context = { ...commandContext, actor: String(userId) };
  const arrivedAt = new Date(command.now);
  const startResult = await claimId(command.ids[0], async (id) => {
    const storedOperation = await app.operations.find(userId, id);
    if (storedOperation?.context.commandId === command.commandId)
      return { operation: storedOperation, isExisting: true };
    // When a completed command has no operation of its own, its first run found or continued an earlier one.
    const earlierOperation = command.completed && (await findNewestDowngrade(app, userId));
    if (earlierOperation) return { operation: earlierOperation, isExisting: true };
    const findCurrent = () => app.operations.findCurrent(userId, "downgrade", arrivedAt);
    const currentDowngrade = await findCurrent();
    if (currentDowngrade) return { operation: currentDowngrade, isExisting: true };
    // The orders are read before the refund is computed. If another order is begun in between, the downgrade does not begin.
    const orders = await app.orders.findPossiblyChargedOf(userId);
    if (orders.some(({ status }) => status !== "finished")) return paymentPending();
    const plan = await makePlan(app, requester, request);
    if (isRejection(plan)) {
      // Another call may have changed the tier, or an earlier downgrade that failed after it had changed the tier.
      const isWithoutPlan = plan.code === "pro_required";
      const earlierDowngrade =
        (await findCurrent()) ??
        (isWithoutPlan && (await continueFailed(app, userId, request.to, orders.length)));
      if (!earlierDowngrade) return plan;
      return isRejection(earlierDowngrade)
        ? earlierDowngrade
        : { operation: earlierDowngrade, isExisting: true };
    }
    const itemIds = await entryIdsOfJournals(app.pool, plan.sourceJournalIds);
    const row = { id, userId, kind: plan.kind, plan, itemIds, context };
    const beginResult = await app.operations.beginAlone(row, arrivedAt, (db) =>
      app.orders.isPossiblyChargedCountUnchanged(db, userId, orders.length),
    );
    if (beginResult === "changed") return orderBegunMeanwhile();
    return beginResult ?? reject("id_taken", "Please try again.");
  });
  if (isRejection(startResult)) return startResult;
  const operation = startResult.operation as DowngradeOperation;
  if (operation.plan.to !== request.to) return otherDowngradePending();
  // An existing operation has begun already. If it was interrupted, a job resumes it soon.
  if (!startResult.isExisting) {
    app.inBackground("downgrade", (signal) => runDowngrade(app, operation, actor, signal));
  }
  return operation;
}

/** Downgrades the actor's account: to the free tier, or from PRO plus to PRO. */
export const startDowngrade = (
  app: Application,
  context: Context,
  request: DowngradeRequest,
): Promise<DowngradeOperation | Refusal> => startForRequester(app, context, request);

/** Downgrades the account of a visitor to the free tier. No lock is open for a visitor. */
export async function startDowngradeLoggedOut(
  app: Application,
  { command, caller }: Context<Actor | null>,
  credentials: { readonly email: string; readonly password: string },
  request: Omit<DowngradeRequest, "to">,
): Promise<DowngradeOperation | Refusal> {
  const credential = await checkCredentials(app, caller, credentials);
  if (!credential) return wrongCredentials();
  const actor = ownerWithoutSession(credential.userId);
  return startForRequester(app, { actor, command, caller }, { ...request, to: "free" });
}
