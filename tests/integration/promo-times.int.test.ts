import { randomUUID } from "node:crypto";
import { markOneTimeModalSeen } from "@daybook/application/accounts/one-time-modals";
import type { Application } from "@daybook/application/application";
import type { Context } from "@daybook/application/context";
import { listPlans } from "@daybook/application/plans/list-plans";
import { validatePromoCode } from "@daybook/application/plans/validate-promo-code";
import { buyPlan } from "@daybook/application/purchases/buy-plan";
import { settleOpenOrders } from "@daybook/application/purchases/settle-order";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { noLockAccess } from "@daybook/platform/vault/lock-access";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { firstJournalIdOf } from "./people.ts";
import { createPromoCode, ordersOf, promotionsOf } from "./promo-steps.ts";
import { openSecondApplication } from "./second-application.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let person: RemoteDaybook;
/** An application whose clock shows `now`. */
let app: Application;
let now = Date.now();

beforeAll(async () => {
  daybook = await sharedDaybook();
  app = await openSecondApplication(daybook.platform, () => now);
});
afterAll(() => app?.waiter.close());
beforeEach(async () => {
  now = Date.now();
  person = await daybook.newPerson();
});

/** The context of a command of a person at the time `at`. */
function contextAt(at: string, { session } = person): Context {
  if (!session) throw new Error("nobody is logged in");
  const { token } = session.access_token;
  const commandId = randomUUID();
  return {
    actor: { userId: session.user.id, sessionId: 1, sessionFamilyId: 1, token, lockAccess: noLockAccess() },
    caller: { ip: "192.0.2.1", userAgent: "test" },
    command: {
      commandId,
      correlationId: commandId,
      repeated: false,
      completed: false,
      ids: [app.newId(), app.newId()],
      now: Date.parse(at),
      at,
      source: "web",
      actor: String(session.user.id),
      sessionId: null,
      requestId: "test",
    },
  };
}

const plan = { packageName: "standard", subscription: 1 };
const buyAt = (at: string, promoCode: string | null, application = app, buyer = person) =>
  buyPlan(application, contextAt(at, buyer), "goPro", {
    ...plan,
    promoCode,
    payWith: { nonce: "fake-valid-nonce" },
    shownAmount: null,
  });
const outcomeOf = (result: object) => (isRejection(result) ? result.code : "accepted");

// No summer sale runs at these times.
const startsAt = "2031-03-01T00:00:00.000Z";
const endsAt = "2031-03-09T00:00:00.000Z";
const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();

describe("periods of promotions", () => {
  it("the period of a promo code applies to its check and to the purchase, to the millisecond", async () => {
    const promoCode = await createPromoCode(daybook, { startsAt, endsAt });
    const check = async (at: string) =>
      outcomeOf(await validatePromoCode(app, contextAt(at), { ...plan, promoCode }));
    const twoRefusals = ["invalid_promo_code", "invalid_promo_code"];
    for (const at of [justBefore(startsAt), endsAt]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect([await check(at), outcomeOf(await buyAt(at, promoCode))]).toEqual(twoRefusals);
    }
    expect(await ordersOf(daybook, person)).toEqual([]);
    const lastBuyer = await daybook.newPerson();
    expect([await check(startsAt), outcomeOf(await buyAt(startsAt, promoCode))]).toEqual([
      "accepted",
      "accepted",
    ]);
    expect(outcomeOf(await buyAt(justBefore(endsAt), promoCode, app, lastBuyer))).toBe("accepted");
    for (const buyer of [person, lastBuyer]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await ordersOf(daybook, buyer)).map(([, amount]) => amount)).toEqual([799]);
    }
  });

  it("the period of a flash sale applies to prices and purchases, to the millisecond", async () => {
    const sale = await promotionsOf(daybook).create({
      kind: "flash",
      name: "Flash Sale",
      promoCode: null,
      percent: 50,
      price: null,
      planKeys: null,
      startsAt,
      endsAt,
      maxUses: null,
      maxUsesPerAccount: null,
      source: null,
    });
    const promotionAt = async (at: string) => (await listPlans(app, contextAt(at))).promotion?.id ?? null;
    const times = [justBefore(startsAt), startsAt, justBefore(endsAt), endsAt];
    expect(await Promise.all(times.map(promotionAt))).toEqual([null, sale?.id, sale?.id, null]);
    const otherPeople = await Promise.all([daybook.newPerson(), daybook.newPerson()]);
    const buyers = [person, ...otherPeople];
    await Promise.all(
      buyers.map((buyer, index) =>
        buyAt([justBefore(startsAt), startsAt, endsAt][index] ?? "", null, app, buyer),
      ),
    );
    const orders = await Promise.all(buyers.map((buyer) => ordersOf(daybook, buyer)));
    expect(orders.flat()).toEqual([
      ["finished", 1999, null],
      ["finished", 999, sale?.id],
      ["finished", 1999, null],
    ]);
    await promotionsOf(daybook).end(sale?.id ?? "", startsAt);
  });

  it("the offer for power users ends seven days after it was shown, and does not come again", async () => {
    const journalId = await firstJournalIdOf(person);
    const body = { title: "Up betimes", richtext_body: "<p>To the office.</p>" };
    const entries = Array.from({ length: 15 }, () =>
      person.call("createEntry", { params: { journalId }, body }),
    );
    (await Promise.all(entries)).forEach(ok);
    await daybook.waitUntilCaughtUp();
    await markOneTimeModalSeen(app, contextAt("2032-03-01T00:00:00.000Z"), "power_user_sale");
    const kindAt = async (at: string) => (await listPlans(app, contextAt(at))).promotion?.kind ?? null;
    const weekLater = "2032-03-08T00:00:00.000Z";
    expect([await kindAt(justBefore(weekLater)), await kindAt(weekLater)]).toEqual(["power_user", null]);
    const secondReply = await markOneTimeModalSeen(app, contextAt(weekLater), "power_user_sale");
    expect([isRejection(secondReply), "promotion" in secondReply && secondReply.promotion]).toEqual([
      false,
      null,
    ]);
    expect(outcomeOf(await buyAt(weekLater, "POWERUSER"))).toBe("invalid_promo_code");
  });
});

it("the last use of a code is reserved while its charge is unknown, and is given back when there was no charge", async () => {
  const promoCode = await createPromoCode(daybook, { maxUses: 1, endsAt: "2099-01-01T00:00:00.000Z" });
  const at = new Date(now).toISOString();
  const dieNow = (): Promise<never> => Promise.reject(new Error("killed"));
  const dyingApp = { ...app, payments: { ...app.payments, charge: dieNow } };
  await expect(buyAt(at, promoCode, dyingApp)).rejects.toThrow("killed");
  const otherPerson = await daybook.newPerson();
  expect(outcomeOf(await buyAt(at, promoCode, app, otherPerson))).toBe("invalid_promo_code");
  now += 16 * 60_000;
  await settleOpenOrders(app, new AbortController().signal);
  expect((await ordersOf(daybook, person)).map(([status]) => status)).toEqual(["released"]);
  expect(outcomeOf(await buyAt(at, promoCode, app, otherPerson))).toBe("accepted");
});
