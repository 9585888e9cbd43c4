import type { Pool } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../clock.ts";
import { createPool } from "../postgres/pool.ts";
import { processMigrations } from "../processes/migrations.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { paymentMigrations } from "./migrations.ts";
import { createOrders, type NewOrder } from "./orders.ts";
import { createPromotions, type NewPromotion } from "./promotions.ts";

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase([...processMigrations, ...paymentMigrations]);
  pool = createPool({ connectionString: database.url, applicationName: "test" });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const spring: NewPromotion = {
  kind: "code",
  name: "Spring",
  promoCode: "SPRING",
  percent: 0,
  price: 900,
  planKeys: ["standard:1", "proplus:1"],
  startsAt: "2027-03-01T00:00:00.000Z",
  endsAt: "2027-04-01T00:00:00.000Z",
  maxUses: 3,
  maxUsesPerAccount: 1,
  source: "newsletter",
};

it("a promotion is read as it was stored, and no other promotion gets its code", async () => {
  const promotions = createPromotions({ pool });
  const createdPromotion = await promotions.create(spring);
  expect(createdPromotion).toEqual({ ...spring, id: "code-1", extraMonths: 0, uses: 0 });
  expect(await promotions.findByCode("SPRING")).toEqual(createdPromotion);
  expect(await promotions.findByCode("AUTUMN")).toBeNull();
  expect(await promotions.create(spring)).toBeNull();
  expect(await promotions.list()).toEqual([createdPromotion]);
});

it("when the code of one promotion is the id of another, `end` ends the one that has the code", async () => {
  const promotions = createPromotions({ pool });
  const withId = await promotions.create({ ...spring, promoCode: "OTHER" });
  const withCode = await promotions.create({ ...spring, promoCode: withId!.id.toUpperCase() });
  const at = "2027-03-15T00:00:00.000Z";
  expect(await promotions.end(withId!.id, at)).toBe(true);
  expect((await promotions.findByCode(withCode!.promoCode!))?.endsAt).toBe(at);
  expect((await promotions.findByCode("OTHER"))?.endsAt).toBe(spring.endsAt);
});

it("a flash sale runs from its start until just before its end, or until it is ended", async () => {
  const promotions = createPromotions({ pool });
  const sale = await promotions.create({ ...spring, kind: "flash", promoCode: null, planKeys: null });
  const findRunningSaleIds = async (at: string) => (await promotions.findFlashSales(at)).map(({ id }) => id);
  expect(await findRunningSaleIds("2027-02-28T23:59:59.999Z")).toEqual([]);
  expect(await findRunningSaleIds("2027-03-01T00:00:00.000Z")).toEqual([sale?.id]);
  expect(await findRunningSaleIds("2027-03-31T23:59:59.999Z")).toEqual([sale?.id]);
  expect(await findRunningSaleIds("2027-04-01T00:00:00.000Z")).toEqual([]);
  expect(await promotions.end(sale?.id ?? "", "2027-03-15T00:00:00.000Z")).toBe(true);
  expect(await findRunningSaleIds("2027-03-14T23:59:59.999Z")).toEqual([sale?.id]);
  expect(await findRunningSaleIds("2027-03-15T00:00:00.000Z")).toEqual([]);
});

const purchase = {
  level: "pro",
  packageName: "standard",
  subscriptionLength: 1,
  amount: 900,
  credit: 0,
  currency: "USD",
  startsAt: "2027-03-15T00:00:00.000Z",
  endsAt: "2028-03-15T00:00:00.000Z",
  at: "2027-03-15T00:00:00.000Z",
} as const;

const orderOf = (id: number, promotionId: string): NewOrder => ({
  id,
  accountId: id,
  provider: "sandbox",
  isTest: true,
  kind: "bought",
  purchase: { ...purchase, accountId: id, orderId: id, promotionId },
  context: {
    at: purchase.at,
    repeated: false,
    commandId: `command ${id}`,
    actor: null,
    sessionId: null,
    requestId: null,
    source: "web",
  },
});

it("a limited promotion is used by as many orders as allowed, and declined and released orders give their use back", async () => {
  const promotions = createPromotions({ pool });
  const orders = createOrders({ pool, clock: systemClock });
  const promotion = await promotions.create({ ...spring, promoCode: "LIMITED" });
  const id = promotion?.id ?? "";
  const begin = (from: number) =>
    Promise.all(Array.from({ length: 10 }, (_, index) => orders.begin(orderOf(from + index, id), 0)));
  const begunOrderIds = (await begin(100)).flatMap((isBegun, index) => (isBegun ? [100 + index] : []));
  expect(begunOrderIds).toHaveLength(3);
  expect(await promotions.countUses(id, begunOrderIds[0] ?? null)).toEqual({ all: 3, byAccount: 1 });
  const [declinedId = 0, releasedId = 0, paidId = 0] = begunOrderIds;
  await orders.markDeclined(declinedId, "2000");
  await orders.release(releasedId);
  await orders.markCharged(paidId, null);
  await orders.markFinished(paidId);
  expect(await promotions.countUses(id, declinedId)).toEqual({ all: 1, byAccount: 0 });
  expect((await begin(200)).filter(Boolean)).toHaveLength(2);
  expect((await begin(300)).filter(Boolean)).toHaveLength(0);
  expect((await promotions.findByCode("LIMITED"))?.uses).toBe(3);
});
