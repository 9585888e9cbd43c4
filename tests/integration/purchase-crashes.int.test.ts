import { randomUUID } from "node:crypto";
import type { Application } from "@daybook/application/application";
import type { Command, Context } from "@daybook/application/context";
import { buyPlan } from "@daybook/application/purchases/buy-plan";
import { settleOpenOrders } from "@daybook/application/purchases/settle-order";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { noLockAccess } from "@daybook/platform/vault/lock-access";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { proSubmission } from "./people.ts";
import { openSecondApplication } from "./second-application.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let person: RemoteDaybook;
let app: Application;
/** How far the clock of `app` is ahead of the real time. */
let aheadMs = 0;

beforeAll(async () => {
  daybook = await sharedDaybook();
  app = await openSecondApplication(daybook.platform, () => Date.now() + aheadMs);
});
afterAll(() => app?.waiter.close());
beforeEach(async () => {
  aheadMs = 0;
  person = await daybook.newPerson();
});

const minutes = (count: number): number => count * 60_000;
const dieNow = (): Promise<never> => Promise.reject(new Error("killed"));
const neverAborted = new AbortController().signal;

function newCommand(): Command {
  const [commandId, now] = [randomUUID(), app.clock.now()];
  const who = { actor: String(person.session?.user.id), sessionId: null, requestId: "test" };
  const ids = [app.newId(), app.newId()] as const;
  const at = new Date(now).toISOString();
  return {
    commandId,
    correlationId: commandId,
    repeated: false,
    completed: false,
    ids,
    now,
    at,
    source: "web",
    ...who,
  };
}

function contextOf(command: Command): Context {
  const { session } = person;
  if (!session) throw new Error("nobody is logged in");
  const { token } = session.access_token;
  const ids = { userId: session.user.id, sessionId: 1, sessionFamilyId: 1 };
  const actor = { ...ids, token, lockAccess: noLockAccess() };
  return { actor, command, caller: { ip: "192.0.2.1", userAgent: "test" } };
}

/** Buys a year of PRO. Returns the code of the refusal, or "paid". */
async function buyWith(application: Application, command: Command = newCommand()): Promise<string> {
  const result = await buyPlan(application, contextOf(command), "goPro", proSubmission);
  return isRejection(result) ? result.code : "paid";
}

async function readState() {
  const userId = person.session?.user.id;
  const { rows } = await daybook.platform.pools.durable.query<{ status: string; charges: number }>(
    `SELECT status, (SELECT count(*)::int FROM payments.sandbox_charges c WHERE c.order_id = o.id) AS charges
     FROM payments.orders o WHERE account_id = $1 ORDER BY id`,
    [userId],
  );
  const events = await daybook.platform.store.readStream(`membership-${userId}`, { from: 0, limit: 100 });
  const { is_pro: isPro } = ok(await person.call("refreshToken")).user;
  return {
    orders: rows.map(({ status, charges }) => `${status} ${charges}`),
    purchaseEvents: events.length,
    isPro,
  };
}

const paidOnce = { orders: ["finished 1"], purchaseEvents: 1, isPro: true };

/** For each step of a purchase, an application that dies before it. */
const dyingBefore: Record<string, () => Application> = {
  "the charge is recorded": () => ({ ...app, orders: { ...app.orders, markCharged: dieNow } }),
  "the purchase is in the log": () => ({ ...app, commands: { ...app.commands, execute: dieNow } }),
  "the account has its membership": () => {
    let isFirst = true;
    const execute: Application["commands"]["execute"] = (execution) => {
      if (!isFirst) return dieNow();
      isFirst = false;
      return app.commands.execute(execution);
    };
    return { ...app, commands: { ...app.commands, execute } };
  },
  "the order is finished": () => ({ ...app, orders: { ...app.orders, markFinished: dieNow } }),
};

describe("purchases whose process died", () => {
  it.each(Object.keys(dyingBefore))(
    "when the process dies before %s, the job finishes the purchase",
    async (step) => {
      await expect(buyWith(dyingBefore[step]!())).rejects.toThrow("killed");
      expect(await buyWith(app)).not.toBe("paid");
      aheadMs = minutes(1);
      await settleOpenOrders(app, neverAborted);
      expect(await readState()).toEqual(paidOnce);
      await settleOpenOrders(app, neverAborted);
      expect(await readState()).toEqual(paidOnce);
    },
  );

  it.each(Object.keys(dyingBefore))(
    "when the process dies before %s, a repeat finishes the purchase",
    async (step) => {
      const command = newCommand();
      await expect(buyWith(dyingBefore[step]!(), command)).rejects.toThrow("killed");
      expect(await buyWith(app, { ...command, repeated: true })).toBe("paid");
      expect(await readState()).toEqual(paidOnce);
    },
  );

  it("when the process dies before the charge, the job releases the order, and the purchase can be made again", async () => {
    const command = newCommand();
    const dyingApp = { ...app, payments: { ...app.payments, charge: dieNow } };
    await expect(buyWith(dyingApp, command)).rejects.toThrow("killed");
    expect(await buyWith(app)).toBe("payment_pending");
    expect(await buyWith(app, { ...command, repeated: true })).toBe("payment_unknown");
    aheadMs = minutes(16);
    await settleOpenOrders(app, neverAborted);
    expect(await readState()).toEqual({ orders: ["released 0"], purchaseEvents: 0, isPro: false });
    expect(await buyWith(app, { ...command, repeated: true })).toBe("declined");
    expect(await buyWith(app)).toBe("paid");
    expect(await readState()).toEqual({ ...paidOnce, orders: ["released 0", "finished 1"] });
  });
});

describe("charges without an answer", () => {
  const charge: Application["payments"]["charge"] = async (request) => {
    await app.payments.charge(request);
    return { kind: "unknown" };
  };

  it("a charge without an answer is looked up at the provider", async () => {
    expect(await buyWith({ ...app, payments: { ...app.payments, charge } })).toBe("paid");
    expect(await readState()).toEqual(paidOnce);
  });

  it("a charge that cannot be looked up leaves its order open, and a repeat finds the charge later", async () => {
    const command = newCommand();
    const silentApp = { ...app, payments: { ...app.payments, charge, findCharge: dieNow } };
    expect(await buyWith(silentApp, command)).toBe("payment_unknown");
    aheadMs = minutes(60);
    await settleOpenOrders(silentApp, neverAborted);
    expect((await readState()).orders).toEqual(["started 1"]);
    expect(await buyWith(app, { ...command, repeated: true })).toBe("paid");
    expect(await readState()).toEqual(paidOnce);
  });

  it("a charge that appears after its order was released is logged, and not taken for a purchase", async () => {
    const command = newCommand();
    const dyingApp = { ...app, payments: { ...app.payments, charge: dieNow } };
    await expect(buyWith(dyingApp, command)).rejects.toThrow("killed");
    aheadMs = minutes(16);
    const releasedIds: number[] = [];
    const findLateCharge: Application["payments"]["findCharge"] = async (orderId) => {
      releasedIds.push(orderId);
      await app.orders.release(orderId);
      await app.payments.charge({ orderId, amount: 1999, source: { nonce: "fake-valid-nonce" } });
      return app.payments.findCharge(orderId);
    };
    await settleOpenOrders(
      { ...app, payments: { ...app.payments, findCharge: findLateCharge } },
      neverAborted,
    );
    expect(await readState()).toEqual({ orders: ["released 1"], purchaseEvents: 0, isPro: false });
    expect(daybook.log()).toContain("late_charge");
    expect(releasedIds).toHaveLength(1);
    expect(daybook.log()).not.toContain(String(releasedIds[0]));
  });
});

it("a purchase that fails because the provider is down can be made again immediately", async () => {
  const charge = async () => ({ kind: "unavailable" as const });
  expect(await buyWith({ ...app, payments: { ...app.payments, charge } })).toBe("unavailable");
  expect(await buyWith(app)).toBe("paid");
});

it("a charge of another amount is not accepted as the charge of an order", async () => {
  const command = newCommand();
  const dyingApp = { ...app, payments: { ...app.payments, charge: dieNow } };
  await expect(buyWith(dyingApp, command)).rejects.toThrow("killed");
  const findOtherCharge: Application["payments"]["findCharge"] = async (orderId) => ({
    orderId,
    amount: 1,
    chargeId: "x",
    cardLastFour: null,
  });
  const appWithOtherCharge = { ...app, payments: { ...app.payments, findCharge: findOtherCharge } };
  expect(await buyWith(appWithOtherCharge, { ...command, repeated: true })).toBe("payment_unknown");
  expect((await readState()).orders).toEqual(["started 0"]);
});
