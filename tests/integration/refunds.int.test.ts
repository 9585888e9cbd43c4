import { randomUUID } from "node:crypto";
import type { Application } from "@daybook/application/application";
import { resumeInterruptedWork } from "@daybook/application/entries/run-operation";
import { settleOpenRefunds } from "@daybook/application/purchases/refund-orders";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { downgradeWith } from "./downgrade-steps.ts";
import { waitForMail } from "./mailbox.ts";
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

const neverAborted = new AbortController().signal;
const failNow = (): Promise<never> => Promise.reject(new Error("killed"));
const minutes = (count: number): number => count * 60_000;

async function buy(packageName = "standard", call: "goProLoggedIn" | "proPlusConversion" = "goProLoggedIn") {
  const body = {
    membership_package_name: packageName,
    subscription: 1,
    payment_method_nonce: "fake-valid-nonce",
  };
  return ok(await person.call(call, { body, key: randomUUID() }));
}
const readRefundDollars = async () => ok(await person.call("getRefundAmount")).refund_amount;
const readPaidCents = async () =>
  ok(await person.call("listOrders")).orders.reduce(
    (sum, { order }) => sum + Math.round(order.amount * 100),
    0,
  );

async function downgrade(refund = true) {
  const body = { downgrade_options: { reason: "price", refund }, downgrade_comments: "It is too expensive." };
  const { id, token } = ok(await person.call("downgrade", { body, key: randomUUID() })).operation;
  const input = { params: { operationId: String(id) }, query: { token } };
  const visitor = remoteDaybook(daybook.url);
  await expect
    .poll(async () => ok(await visitor.call("getOperation", input)).operation.status, { timeout: 60_000 })
    .toBe("done");
}

type State = { status: string; refunded: boolean };
async function readRefundStates(): Promise<string[]> {
  const { rows } = await daybook.platform.pools.durable.query<State>(
    `SELECT r.status, c.refunded_at IS NOT NULL AS refunded FROM payments.refunds r
     JOIN payments.sandbox_charges c USING (order_id) WHERE r.account_id = $1 ORDER BY r.order_id`,
    [person.session?.user.id],
  );
  return rows.map(({ status, refunded }) => `${status} ${refunded ? "paid" : "not paid"}`);
}
async function readMembershipEvents(): Promise<string[]> {
  const stream = `membership-${person.session?.user.id}`;
  const storedEvents = await daybook.platform.store.readStream(stream, { from: 0, limit: 100 });
  return storedEvents.map(({ type }) => type.replace("Membership", ""));
}

describe("refunds", () => {
  it("a refund shows its amount first, then pays back what was paid for a year, and mails about each step", async () => {
    await buy();
    const quotedDollars = await readRefundDollars();
    expect(Math.round(quotedDollars * 100)).toBe(await readPaidCents());
    await downgrade();
    expect(await readRefundStates()).toEqual(["finished paid"]);
    expect(await readMembershipEvents()).toEqual(["Bought", "Downgraded", "Refunded"]);
    const { path } = daybook.platform.dataFolder;
    const { email } = person.session!.user;
    const refundMail = await waitForMail(path, email, "Your refund from Daybook");
    expect(refundMail.text.replace(/\s+/g, " ")).toContain(
      `You get $${quotedDollars.toFixed(2)} (USD) back on the card that ends in 1881.`,
    );
    await waitForMail(path, email, "Your account has the basic plan now");
    await person.logInOrSignUp({ email, password: "and so to bed 1660" });
    expect(await readRefundDollars()).toBe(0);
    expect(ok(await person.call("listOrders")).orders[0]?.order.refunded).toBe(quotedDollars);
  });

  it("a refund pays back every recent order", async () => {
    await buy();
    await buy("proplus", "proPlusConversion");
    expect(Math.round((await readRefundDollars()) * 100)).toBe(await readPaidCents());
    await downgrade();
    expect(await readRefundStates()).toEqual(["finished paid", "finished paid"]);
  });

  it("a refund is made only when the person asks for it, and does not include a monthly plan", async () => {
    await buy();
    const yearCents = await readPaidCents();
    await downgrade(false);
    expect(await readRefundStates()).toEqual([]);
    await person.logInOrSignUp({ email: person.session!.user.email, password: "and so to bed 1660" });
    await buy("standardmonthly");
    expect(await readMembershipEvents()).toEqual(["Bought", "Downgraded", "Bought"]);
    // A later downgrade may still pay back the year.
    expect(Math.round((await readRefundDollars()) * 100)).toBe(yearCents);
  });
});

/** Applications in which one step of a downgrade with a refund fails. The key says what that step would do. */
const failingBefore: Record<string, () => Application> = {
  "the tier changes": () => ({ ...app, commands: { ...app.commands, execute: failNow } }),
  "the refund is stored": () => ({ ...app, refunds: { ...app.refunds, begin: failNow } }),
  "the provider is asked": () => ({ ...app, refunds: { ...app.refunds, noteAsked: failNow } }),
  "the provider has answered": () => ({ ...app, payments: { ...app.payments, refund: failNow } }),
  "the answer is noted": () => ({ ...app, refunds: { ...app.refunds, markPaid: failNow } }),
  "the mail is sent": () => ({ ...app, mail: failNow }),
  "the refund is finished": () => ({ ...app, refunds: { ...app.refunds, markFinished: failNow } }),
  "the sessions end": () => ({ ...app, sessions: { ...app.sessions, revokeAll: failNow } }),
  "the operation ends": () => ({ ...app, operations: { ...app.operations, finish: failNow } }),
};

describe("downgrades in which a step fails", () => {
  it.each(Object.keys(failingBefore))(
    "a downgrade that fails before %s is finished by the jobs, and paid back once",
    async (step) => {
      await buy();
      await downgradeWith(failingBefore[step]!(), person);
      aheadMs = minutes(11);
      for (let run = 0; run < 2; run++) {
        await resumeInterruptedWork(app, neverAborted);
        await settleOpenRefunds(app, neverAborted);
      }
      expect(await readRefundStates()).toEqual(["finished paid"]);
      expect(await readMembershipEvents()).toEqual(["Bought", "Downgraded", "Refunded"]);
      expect((await person.call("refreshToken")).status).toBe(401);
      await person.logInOrSignUp({ email: person.session!.user.email, password: "and so to bed 1660" });
      expect(person.session!.user.is_pro).toBe(false);
    },
  );
});

describe("open refunds", () => {
  const appWithRefund = (refund: Application["payments"]["refund"]): Application => ({
    ...app,
    payments: { ...app.payments, refund },
  });

  it.each(["unavailable", "unknown"] as const)(
    "the job asks for an open refund again after the answer `%s`",
    async (kind) => {
      await buy();
      await downgradeWith(
        appWithRefund(async () => ({ kind })),
        person,
      );
      expect(await readRefundStates()).toEqual(["started not paid"]);
      await settleOpenRefunds(app, neverAborted);
      expect(await readRefundStates()).toEqual(["started not paid"]);
      aheadMs = minutes(11);
      await settleOpenRefunds(app, neverAborted);
      expect(await readRefundStates()).toEqual(["finished paid"]);
    },
  );

  it("a refund that the provider refuses is left to an operator, and the downgrade goes on", async () => {
    await buy();
    await downgradeWith(
      appWithRefund(async () => ({ kind: "declined", code: "91501" })),
      person,
    );
    expect(await readRefundStates()).toEqual(["failed not paid"]);
    aheadMs = minutes(11);
    await settleOpenRefunds(app, neverAborted);
    expect(await readRefundStates()).toEqual(["failed not paid"]);
    expect(await readMembershipEvents()).toEqual(["Bought", "Downgraded"]);
    expect((await person.call("refreshToken")).status).toBe(401);
  });
});
