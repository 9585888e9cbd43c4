import { expect, test } from "vitest";
import { purchasePackages } from "../contract/analytics-values.ts";
import { plans } from "./plan-table.ts";

test("analytics events of purchases can name the package of every plan, and no other", () => {
  const offers = plans.flatMap(({ pro, plus }) => (pro ? [pro, plus] : [plus]));
  const packages = offers.map(({ packageName }) => packageName);
  expect(new Set(purchasePackages)).toEqual(new Set(packages));
});
