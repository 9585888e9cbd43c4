import type { Pool } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPool } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { paymentMigrations } from "./migrations.ts";
import { createPromotions, type NewPromotion } from "./promotions.ts";

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase(paymentMigrations);
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

it("a promotion is read as it was stored, and its code is never used again", async () => {
  const promotions = createPromotions({ pool });
  const created = await promotions.create(spring);
  expect(created).toEqual({ ...spring, id: "code-1", extraMonths: 0, uses: 0 });
  expect(await promotions.findByCode("SPRING")).toEqual(created);
  expect(await promotions.findByCode("AUTUMN")).toBeNull();
  expect(await promotions.create(spring)).toBeNull();
  expect(await promotions.list()).toEqual([created]);
});

it("a flash sale runs from its start until just before its end, or until it is ended", async () => {
  const promotions = createPromotions({ pool });
  const sale = await promotions.create({ ...spring, kind: "flash", promoCode: null, planKeys: null });
  const running = async (at: string) => (await promotions.findFlashSales(at)).map(({ id }) => id);
  expect(await running("2027-02-28T23:59:59.999Z")).toEqual([]);
  expect(await running("2027-03-01T00:00:00.000Z")).toEqual([sale?.id]);
  expect(await running("2027-03-31T23:59:59.999Z")).toEqual([sale?.id]);
  expect(await running("2027-04-01T00:00:00.000Z")).toEqual([]);
  expect(await promotions.end(sale?.id ?? "", "2027-03-15T00:00:00.000Z")).toBe(true);
  expect(await running("2027-03-14T23:59:59.999Z")).toEqual([sale?.id]);
  expect(await running("2027-03-15T00:00:00.000Z")).toEqual([]);
});
