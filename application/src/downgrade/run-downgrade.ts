import { accountDecider } from "@daybook/domain/account/decider";
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

/** Waits for the end of a purchase that began before the downgrade was stored, by failing: the operation continues later. */
async function settleOpenPurchases(app: Application, userId: number): Promise<void> {
  const orders = await app.orders.findChargedOf(userId);
  for (const order of orders.filter(({ status }) => status !== "finished")) {
    await settleOrder(app, order);
    const { status } = (await app.orders.find(order.id)) ?? order;
    if (status === "started" || status === "charged") throw new Error("a purchase is still open");
  }
}

/**
 * Changes the tier, and records the downgrade with the orders that it pays back. `null` when another downgrade came first. The account
 * decides that, because it knows memberships that nobody paid for, too.
 */
async function changeTier(
  app: Application,
  { id, userId, plan, context }: DowngradeOperation,
): Promise<{ readonly position: Position | null } | null> {
  const { at } = context;
  const { from, to, refundedOrders, reason, comments } = plan;
  await settleOpenPurchases(app, userId);
  const changed = await app.commands.execute({
    decider: accountDecider,
    stream: streamOf.account(userId),
    commands: [
      to === "pro"
        ? { type: "LowerMembership", data: { at } }
        : { type: "EndMembership", data: { reason: "downgraded", at } },
    ],
    context: childCommand(context, "tier"),
  });
  if (isRejection(changed)) return null;
  const recorded = await app.commands.execute({
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
  if (isRejection(recorded)) throw new Error(recorded.message);
  await refundOrders(app, userId, refundedOrders, context);
  return { position: changed.position };
}

/** Ends all sessions, once: a later run must not end those that were opened since. */
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

const mailDowngrade = (app: Application, { id, userId, plan, context }: DowngradeOperation): Promise<void> =>
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
 * Runs a downgrade from where its last run stopped. The tier changes first, so that nothing is charged for it any more and a purchase
 * that follows counts. Then the entries are moved into one journal. The sessions end last.
 */
export async function runDowngrade(
  app: Application,
  operation: DowngradeOperation,
  actor: Actor,
  signal: AbortSignal,
): Promise<void> {
  const { id, done, plan } = operation;
  const leased = <T>(step: () => Promise<T>): Promise<T> => app.operations.whileLeased(id, done, step);
  const tierChange = await leased(() => changeTier(app, operation));
  if (tierChange && plan.to === "free") {
    await leased(() => removeOpenLocks(app, operation, actor));
    if (!(await mergeEntries(app, operation, actor, signal))) return;
    const allDone = operation.itemIds.length;
    await app.operations.whileLeased(id, allDone, () => hideEmptiedJournals(app, operation, actor));
    await mailDowngrade(app, operation);
    await revokeSessions(app, operation);
  } else if (tierChange) {
    await mailDowngrade(app, operation);
  }
  await waitForReadModels(app, ["account"], tierChange?.position ?? null);
  await app.operations.finish(id);
}
