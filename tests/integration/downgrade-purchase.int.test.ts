import { randomUUID } from "node:crypto";
import type { Application } from "@daybook/application/application";
import { startDowngrade } from "@daybook/application/downgrade/start-downgrade";
import { buyPlan } from "@daybook/application/purchases/buy-plan";
import { renewMemberships } from "@daybook/application/purchases/renew-memberships";
import { runReconcile } from "@daybook/bin/billing/run-reconcile";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { readConfig } from "@daybook/platform/config";
import { lockOperations } from "@daybook/platform/processes/operations";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { contextOf } from "./call-context.ts";
import { downgradeWith } from "./downgrade-steps.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { proSubmission, storeCard } from "./people.ts";
import { openSecondApplication } from "./second-application.ts";

let daybook: TestDaybook;
let person: RemoteDaybook;
/** A second application on the same database. The tests move its clock. */
let app: Application;
let now = Date.now();
beforeAll(async () => {
  daybook = await startTestDaybook();
  app = await openSecondApplication(daybook.platform, () => now);
});
afterAll(async () => {
  app?.waiter.close();
  await daybook?.stop();
});
beforeEach(async () => {
  now = Date.now();
  person = await daybook.newPerson();
  ok(await person.call("goProLoggedIn", { body: standard, key: randomUUID() }));
});

const standard = {
  membership_package_name: "standard",
  subscription: 1,
  payment_method_nonce: "fake-valid-nonce",
};
const userId = () => person.session!.user.id;
const downgrade = () =>
  person.call("downgrade", { body: { downgrade_options: { refund: true } }, key: randomUUID() });
const renew = () => person.call("manualRenew", { body: standard, key: randomUUID() });
const outcomeOf = (answer: Awaited<ReturnType<typeof renew | typeof downgrade>>) =>
  answer.ok ? answer.status : `${answer.status} ${answer.body.code}`;

/** The orders, oldest first: their kind, how they ended, and their refund. */
async function readOrders(): Promise<string[]> {
  const { rows } = await daybook.platform.pools.durable.query<{ order: string }>(
    `SELECT o.kind || ' ' || o.status || coalesce(' refund ' || r.status, '') AS "order" FROM payments.orders o
     LEFT JOIN payments.refunds r ON r.order_id = o.id WHERE o.account_id = $1 ORDER BY o.created_at, o.id`,
    [userId()],
  );
  return rows.map(({ order }) => order);
}
/** How many downgrades the account has begun. */
async function countDowngrades(): Promise<number> {
  const { rowCount } = await daybook.platform.pools.durable.query(
    "SELECT FROM processes.operations WHERE user_id = $1 AND kind = 'downgrade'",
    [userId()],
  );
  return rowCount ?? 0;
}
/** Logs in again, and returns whether the account has a plan. */
async function hasPlanAtLogIn(): Promise<boolean> {
  await person.logInOrSignUp({ email: person.session!.user.email, password: "and so to bed 1660" });
  return person.session!.user.is_pro;
}
async function reconcile(): Promise<string[]> {
  const lines: string[] = [];
  const config = readConfig({
    DATABASE_URL: daybook.databaseUrl,
    DAYBOOK_DATA: daybook.platform.dataFolder.path,
  });
  const code = await runReconcile(30, config, (line) => void lines.push(line));
  return code === 0 ? [] : lines;
}

describe("a downgrade and a purchase in the same moment", () => {
  /** Sends two calls in this order while the test holds the lock that both need. Releases it when both wait for it. */
  async function sendTogether<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
    const client = await daybook.platform.pools.durable.connect();
    const countWaiting = async () => {
      const { rows } = await client.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND (classid::bigint << 32) | objid::bigint = hashtextextended('operation downgrade', $1)`,
        [userId()],
      );
      return rows[0]?.count;
    };
    try {
      await client.query("BEGIN");
      await lockOperations(client, "downgrade", userId());
      const firstAnswer = first();
      await expect.poll(countWaiting, { timeout: 60_000 }).toBe(1);
      const secondAnswer = second();
      await expect.poll(countWaiting, { timeout: 60_000 }).toBe(2);
      await client.query("COMMIT");
      return await Promise.all([firstAnswer, secondAnswer]);
    } finally {
      client.release(true);
    }
  }

  it("the downgrade comes first: nothing more is charged, and what was paid is paid back", async () => {
    const [downgraded, renewed] = await sendTogether(downgrade, renew);
    expect(outcomeOf(downgraded)).toBe(202);
    // The downgrade may still run, or have ended.
    expect(["422 payment_pending", "403 pro_required"]).toContain(outcomeOf(renewed));
    const { id, token } = ok(downgraded).operation;
    const input = { params: { operationId: String(id) }, query: { token } };
    const visitor = remoteDaybook(daybook.url);
    await expect
      .poll(async () => ok(await visitor.call("getOperation", input)).operation.status, { timeout: 60_000 })
      .toBe("done");
    expect([await readOrders(), await hasPlanAtLogIn()]).toEqual([
      ["bought finished refund finished"],
      false,
    ]);
    expect(await reconcile()).toEqual([]);
  });

  it("the purchase comes first: the downgrade does not begin, and the plan goes on", async () => {
    const [renewed, downgraded] = await sendTogether(renew, downgrade);
    expect([outcomeOf(renewed), outcomeOf(downgraded)]).toEqual([200, "422 payment_pending"]);
    expect([await readOrders(), await countDowngrades()]).toEqual([
      ["bought finished", "renewed finished"],
      0,
    ]);
    expect(await hasPlanAtLogIn()).toBe(true);
    // The next downgrade finds the renewal in the log, and pays both orders back.
    await downgradeWith(app, person);
    expect(await readOrders()).toEqual([
      "bought finished refund finished",
      "renewed finished refund finished",
    ]);
    expect(await reconcile()).toEqual([]);
  });
});

describe("a downgrade does not begin when, after its refund was computed,", () => {
  /** Starts a downgrade with a refund. Runs `beforeBegin` after the refund was computed, before the downgrade begins. */
  async function startRacingDowngrade(beforeBegin: () => Promise<unknown>) {
    const beginAlone: Application["operations"]["beginAlone"] = async (...input) => {
      await beforeBegin();
      return app.operations.beginAlone(...input);
    };
    const racingApp = { ...app, operations: { ...app.operations, beginAlone } };
    const request = { to: "free", refund: true, reason: null, comments: "" } as const;
    return startDowngrade(racingApp, contextOf(racingApp, userId()), request);
  }

  it.each([
    ["a renewal is bought", "renewed", async () => void ok(await renew())],
    [
      "the plan renews itself",
      "auto_renewed",
      async () => {
        now = Date.parse(person.session!.user.pro_membership?.expires_at ?? "") - 3_600_000;
        await renewMemberships(app, new AbortController().signal);
      },
    ],
  ])("%s", async (_, kind, meanwhile) => {
    await storeCard(person);
    ok(await person.call("enableAutoRenew"));
    person.setSession(ok(await person.call("refreshToken")));
    await daybook.waitUntilCaughtUp();
    expect(await startRacingDowngrade(meanwhile)).toMatchObject({ code: "payment_pending" });
    expect([await readOrders(), await countDowngrades()]).toEqual([
      ["bought finished", `${kind} finished`],
      0,
    ]);
    expect(await hasPlanAtLogIn()).toBe(true);
  });
});

it("a renewal is refused when, after its price was computed, a downgrade began and ended", async () => {
  const begin: Application["orders"]["begin"] = async (...input) => {
    await downgradeWith(app, person);
    return app.orders.begin(...input);
  };
  const racingApp = { ...app, orders: { ...app.orders, begin } };
  const answer = await buyPlan(racingApp, contextOf(racingApp, userId()), "renew", proSubmission);
  expect(answer).toMatchObject({ rejected: true });
  expect([await readOrders(), await hasPlanAtLogIn()]).toEqual([["bought finished refund finished"], false]);
});
