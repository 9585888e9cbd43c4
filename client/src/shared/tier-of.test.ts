import { expect, test } from "vitest";
import { tierOf } from "./tier-of.ts";

test.each([
  [false, false, "free"],
  [true, false, "pro"],
  [true, true, "plus"],
])("is_pro %s and is_pro_plus %s is the tier %s", (isPro, isPlus, tier) => {
  expect(tierOf({ is_pro: isPro, is_pro_plus: isPlus })).toBe(tier);
});
