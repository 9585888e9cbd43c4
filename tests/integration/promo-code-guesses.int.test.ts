import { limits } from "@daybook/application/access/limits";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { createRateLimits } from "@daybook/platform/rate-limits/rate-limits";
import { afterEach, expect, it } from "vitest";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

// The API remembers for some seconds that an IP address is over its limit, so the test starts its own Daybook.
let daybook: TestDaybook | undefined;
afterEach(() => daybook?.stop());

const yearOfPro = { subscription: 1, membership_package_name: "standard" };

it("codes guessed in purchases of visitors count against the rate limit of code checks", async () => {
  daybook = await startTestDaybook();
  const { clock, masterKey, pools } = daybook.platform;
  if (!masterKey) throw new Error("no key");
  const rateLimits = createRateLimits({ pool: pools.durable, clock, masterKey });
  const { promoCodesFromIp: rule } = limits;
  expect(await rateLimits.take(rule, "127.0.0.1", rule.limit - 1)).toEqual({ allowed: true });
  const visitor = remoteDaybook(daybook.url);
  const buy = () => {
    const user = { email: "visitor@example.com", plain_password: "and so to bed 1660" };
    const body = { ...yearOfPro, payment_method_nonce: "fake-valid-visa-nonce", user };
    return visitor.call("goProLoggedOut", { params: { promoCode: "NOSUCHCODE" }, body });
  };
  expect((await buy()).status).toBe(422);
  expect((await buy()).status).toBe(429);
  const check = await visitor.call("validatePromoCode", { body: { promo_code: "NOSUCHCODE", ...yearOfPro } });
  expect(check.status).toBe(429);
});
