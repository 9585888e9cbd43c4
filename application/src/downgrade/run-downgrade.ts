import { accountDecider } from "@daybook/domain/account/decider";
import { journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { membershipDecider } from "@daybook/domain/membership/decider";
import type { Position } from "@daybook/platform/event-store/event-store";
import { changeAccount, isStepDone } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";
import { childCommand } from "../child-command.ts";
import type { Actor, Command } from "../context.ts";
import { refundOrders } from "../purchases/refund-orders.ts";
import { settleOrder } from "../purchases/settle-order.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import type { DowngradeOperation } from "./downgrade-operation.ts";
import { hideEmptiedJournals, mergeEntries } from "./merge-journals.ts";
import { removeOpenLocks } from "./remove-open-locks.ts";

/** Settles purchases that began before the downgrade. Throws while one is still open; then the operation is continued later. */
async function settleOpenPurchases(app: Application, userId: number): Promise<void> {
  const orders = await app.orders.findPossiblyChargedOf(userId);
  for (const order of orders.filter(({ status }) => status !== "finished")) {
    await settleOrder(app, order);
    const { status } = (await app.orders.find(order.id)) ?? order;
    if (status === "started" || status === "charged") throw new Error("a purchase is still open");
  }
}

/**
 * Settles open purchases, changes the tier, records the downgrade, and refunds its orders. `null` when there is nothing to downgrade
 * any more. The account's stream decides that, because only this stream has all memberships, including gifts.
 */
async function changeTier(
  app: Application,
  { id, userId, plan, context }: DowngradeOperation,
): Promise<{ readonly position: Position | null } | null> {
  const { at } = context;
  const { from, to, refundedOrders, reason, comments } = plan;
  await settleOpenPurchases(app, userId);
  const tierResult = await app.commands.execute({
    decider: accountDecider,
    stream: streamOf.account(userId),
    commands: [
      to === "pro"
        ? { type: "LowerMembership", data: { at } }
        : { type: "EndMembership", data: { reason: "downgraded", at } },
    ],
    context: childCommand(context, "tier"),
  });
  if (isRejection(tierResult)) return null;
  const downgradeResult = await app.commands.execute({
    decider: membershipDecider,
    stream: streamOf.membership(userId),
    commands: [
      {
        type: "Downgrade",
        data: { accountId: userId, operationId: id, from, to, refundedOrders, reason, comments, at },
      },
    ],
    context: childCommand(context, "downgrade"),
  });
  if (isRejection(downgradeResult)) throw new Error(downgradeResult.message);
  await refundOrders(app, userId, refundedOrders, context);
  return { position: tierResult.position };
}

/**
 * Returns the operation, without a merge if the target journal is not active any more, or a source journal is in the trash. The user
 * may delete such a journal between a failed run and the run that continues the downgrade. Then the remaining entries stay in their
 * journals.
 */
async function withoutDeletedJournals(
  app: Application,
  operation: DowngradeOperation,
): Promise<DowngradeOperation> {
  const { plan } = operation;
  if (plan.targetJournalId === null) return operation;
  const statusOf = async (id: number) =>
    (await app.commands.load(journalDecider, streamOf.journal(id))).state.status;
  const targetStatus = await statusOf(plan.targetJournalId);
  const sourceStatuses = await Promise.all(plan.sourceJournalIds.map(statusOf));
  return targetStatus === "active" && !sourceStatuses.includes("trashed")
    ? operation
    : { ...operation, plan: { ...plan, targetJournalId: null } };
}

/** Ends all sessions, once: a continued operation must not end those that were opened since. */
async function revokeSessions(
  app: Application,
  { userId, plan, context }: DowngradeOperation,
): Promise<void> {
  const command = context as Command;
  if (await isStepDone(app, userId, command, "sessions")) return;
  await app.sessions.revokeAll(userId);
  await changeAccount(app, userId, command, "sessions", {
    type: "RevokeSessions",
    data: { except: null, reason: "downgraded", ...plan.origin, at: context.at },
  });
}

const mailDowngradeNotice = (
  app: Application,
  { id, userId, plan, context }: DowngradeOperation,
): Promise<void> =>
  app.mail(
    {
      id: app.newId(),
      userId,
      template: "downgraded",
      params: { to: plan.to },
      dedupeKey: `downgraded ${id}`,
    },
    context,
  );

/**
 * Runs a downgrade from where its last run stopped. The tier changes first: then no renewal of the old plan is charged, and the later
 * steps do not undo a purchase that the user makes in the meantime. A downgrade to the free tier then moves the entries into one
 * journal, and ends the sessions last.
 */
export async function runDowngrade(
  app: Application,
  operation: DowngradeOperation,
  actor: Actor,
  signal: AbortSignal,
): Promise<void> {
  const { id, done, plan } = operation;
  const whileLeased = <T>(step: () => Promise<T>): Promise<T> => app.operations.whileLeased(id, done, step);
  const tierChange = await whileLeased(() => changeTier(app, operation));
  if (tierChange && plan.to === "free") {
    const checkedOperation = await whileLeased(() => withoutDeletedJournals(app, operation));
    await whileLeased(() => removeOpenLocks(app, checkedOperation, actor));
    if (!(await mergeEntries(app, checkedOperation, actor, signal))) return;
    const itemCount = operation.itemIds.length;
    await app.operations.whileLeased(id, itemCount, () => hideEmptiedJournals(app, checkedOperation, actor));
    await mailDowngradeNotice(app, operation);
    await revokeSessions(app, operation);
  } else if (tierChange) {
    // An earlier mail may have announced the renewal at the price of PRO plus. The next check then announces the lower price of PRO.
    await app.renewals.makeDue(operation.userId);
    await mailDowngradeNotice(app, operation);
  }
  await waitForReadModels(app, ["account"], tierChange?.position ?? null);
  await app.operations.finish(id);
}
