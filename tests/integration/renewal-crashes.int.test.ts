import type { Application } from "@daybook/application/application";
import { settleOpenOrders } from "@daybook/application/purchases/settle-order";
import type { ChargeRequest } from "@daybook/platform/payments/payments";
import { isFullMatrix } from "@daybook/platform/testing/matrix";
import { beforeEach, describe, expect, it } from "vitest";
import { monthlyMembership, useRenewals } from "./renewal-job.ts";
import { openSecondApplication } from "./second-application.ts";

const renewals = useRenewals();
const { setup, giveMembership, storeCard, runAt, readOrders, readState, rowsOf } = renewals;

const neverAborted = new AbortController().signal;
const dieNow = (): Promise<never> => Promise.reject(new Error("killed"));
const renewedState = { orders: ["finished 1"], events: ["MembershipAutoRenewed"] };

describe("a renewal is charged once", () => {
  beforeEach(async () => {
    await giveMembership(monthlyMembership);
    await storeCard();
  });

  const dyingBefore: Record<string, () => Application> = {
    "the charge is recorded": () => ({ ...setup.app, orders: { ...setup.app.orders, markCharged: dieNow } }),
    "the order is finished": () => ({ ...setup.app, orders: { ...setup.app.orders, markFinished: dieNow } }),
    "the next check is scheduled": () => ({
      ...setup.app,
      renewals: { ...setup.app.renewals, setNextCheck: dieNow },
    }),
    "the membership is in the log": () => ({
      ...setup.app,
      commands: { ...setup.app.commands, execute: dieNow },
    }),
  };

  it.each(Object.keys(dyingBefore))("when its process dies before %s", async (step) => {
    await runAt(-1, dyingBefore[step]!()).catch(() => {});
    await runAt(-0.99);
    // When the membership is in the log already, the renewal job does not finish the order. The job `settle-payments` does.
    await settleOpenOrders(setup.app, neverAborted);
    await runAt(-0.98);
    expect(await readState()).toEqual(renewedState);
    expect(await renewals.readMailTemplates()).toEqual(["receipt"]);
  });

  it("when its process dies before the charge: the order is released, and another one is charged later", async () => {
    await runAt(-1, { ...setup.app, payments: { ...setup.app.payments, charge: dieNow } });
    expect(await readOrders()).toEqual(["started 0"]);
    await runAt(-1 + 0.1 / 24);
    expect(await readOrders()).toEqual(["started 0"]);
    await runAt(-1 + 0.5 / 24);
    expect(await readOrders()).toEqual(["released 0"]);
    await runAt(-1 + 2 / 24);
    expect(await readState()).toEqual({ ...renewedState, orders: ["released 0", "finished 1"] });
  });

  it("when the provider gives no answer, by looking for the charge", async () => {
    const charge: Application["payments"]["charge"] = async (request) => {
      await setup.app.payments.charge(request);
      return { kind: "unknown" };
    };
    const silentApp = { ...setup.app, payments: { ...setup.app.payments, charge, findCharge: dieNow } };
    await runAt(-1, silentApp);
    await runAt(-0.9, silentApp);
    expect([await readOrders(), await renewals.readEvents()]).toEqual([["started 1"], []]);
    await settleOpenOrders(setup.app, neverAborted);
    await runAt(-0.8);
    expect(await readState()).toEqual(renewedState);
  });

  it("when a charge appears after its order was given up: nothing more is charged", async () => {
    await runAt(-1, { ...setup.app, payments: { ...setup.app.payments, charge: dieNow } });
    await runAt(-0.9);
    expect(await readOrders()).toEqual(["released 0"]);
    const [order] = await rowsOf<{ id: number }>("SELECT id FROM payments.orders WHERE account_id = $1");
    await setup.app.payments.charge({
      orderId: order!.id,
      amount: 499,
      source: { nonce: "fake-valid-nonce" },
    });
    await runAt(-0.8);
    expect(await readState()).toEqual({ orders: ["released 1"], events: [] });
    expect(setup.daybook.log()).toContain("late_charge");
    expect(setup.daybook.log()).not.toContain(String(order!.id));
  });

  /**
   * A process that dies at a step. Each call that changes something outside the process has two steps: before and after the call. After
   * its death, nothing that the process does has an effect.
   */
  function dyingAt(step: number) {
    const progress = { steps: 0 };
    /** Counts a step. Returns whether the process is dead at it. */
    const countStep = (): boolean => ++progress.steps > step;
    const failAfterDeath =
      <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        if (countStep()) return dieNow();
        const result = await call(...args);
        return countStep() ? dieNow() : result;
      };
    const { orders, payments, commands, renewals: renewalSchedule } = setup.app;
    // The type of `execute` is generic, which a wrapper cannot express.
    const execute: unknown = failAfterDeath(commands.execute);
    const process: Application = {
      ...setup.app,
      mail: failAfterDeath(setup.app.mail),
      orders: {
        ...orders,
        begin: failAfterDeath(orders.begin),
        markCharged: failAfterDeath(orders.markCharged),
        markDeclined: failAfterDeath(orders.markDeclined),
        markFinished: failAfterDeath(orders.markFinished),
        release: failAfterDeath(orders.release),
      },
      payments: { ...payments, charge: failAfterDeath((request: ChargeRequest) => payments.charge(request)) },
      commands: { ...commands, execute: execute as typeof commands.execute },
      renewals: {
        ...renewalSchedule,
        setNextCheck: failAfterDeath((...args: Parameters<typeof renewalSchedule.setNextCheck>) =>
          renewalSchedule.setNextCheck(...args),
        ),
      },
    };
    return { process, progress };
  }

  it.skipIf(!isFullMatrix)(
    "wherever its process dies, and whatever the bank says",
    async () => {
      let deathCount = 0;
      for (const isDeclined of [false, true]) {
        for (let step = 0; ; step++) {
          await renewals.newPerson();
          await giveMembership(monthlyMembership);
          await storeCard();
          const { process, progress } = dyingAt(step);
          const charge: Application["payments"]["charge"] = async () => ({ kind: "declined", code: "2001" });
          const dyingProcess = isDeclined
            ? { ...process, payments: { ...process.payments, charge } }
            : process;
          await runAt(-1, dyingProcess).catch(() => {});
          if (progress.steps <= step) break;
          deathCount++;
          for (const hours of [0.1, 0.5, 2, 3, 4]) {
            await settleOpenOrders(setup.app, neverAborted);
            await runAt(-1 + hours / 24);
          }
          await settleOpenOrders(setup.app, neverAborted);
          // The renewal is paid at the first attempt, or at the second one after a declined card.
          await runAt(2.5);
          const orders = await readOrders();
          const state = { step, isDeclined, orders };
          expect({ ...state, charges: orders.filter((order) => order.endsWith("1")) }).toEqual({
            ...state,
            charges: ["finished 1"],
          });
          const events = await renewals.readEvents();
          expect([...state.orders, events.filter((type) => type === "MembershipAutoRenewed").length]).toEqual(
            [...state.orders, 1],
          );
          expect(events.length).toBeLessThanOrEqual(2);
          const mails = await renewals.readMailTemplates();
          expect(new Set(mails).size).toBe(mails.length);
        }
      }
      expect(deathCount).toBeGreaterThan(15);
    },
    900_000,
  );

  it("when two processes run the job concurrently", async () => {
    const otherApp = await openSecondApplication(setup.daybook.platform, () => setup.now);
    await Promise.all([runAt(-1), runAt(-1, otherApp)]);
    otherApp.waiter.close();
    await runAt(-0.9);
    expect(await readState()).toEqual(renewedState);
  });

  it("after the provider was down, which does not count as a failed attempt", async () => {
    const charge = async () => ({ kind: "unavailable" as const });
    await runAt(-1, { ...setup.app, payments: { ...setup.app.payments, charge } });
    expect([await readState(), await renewals.readMailTemplates()]).toEqual([
      { orders: ["released 0"], events: [] },
      [],
    ]);
    await runAt(-0.9);
    expect(await readState()).toEqual({ ...renewedState, orders: ["released 0", "finished 1"] });
  });
});
