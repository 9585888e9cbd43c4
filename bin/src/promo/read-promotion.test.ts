import { expect, it } from "vitest";
import { parsePromotion } from "./read-promotion.ts";

const now = "2027-03-01T08:00:00.000Z";
const code = { code: "spring-27", ends: "2027-04-01" };

it("reads a promo code with its limits", () => {
  const options = {
    ...code,
    price: "9.99",
    plans: "standard:1, proplus:1",
    uses: "100",
    source: "newsletter",
  };
  expect(parsePromotion({ ...options, starts: "2027-03-10T18:00Z", name: "Spring" }, now)).toEqual({
    kind: "code",
    name: "Spring",
    promoCode: "SPRING-27",
    percent: 0,
    price: 999,
    planKeys: ["standard:1", "proplus:1"],
    startsAt: "2027-03-10T18:00:00.000Z",
    endsAt: "2027-04-01T00:00:00.000Z",
    maxUses: 100,
    maxUsesPerAccount: 1,
    source: "newsletter",
  });
});

it("reads a flash sale with the defaults: half the price, from now on", () => {
  expect(parsePromotion({ flash: true, ends: "2027-03-02" }, now)).toMatchObject({
    kind: "flash",
    name: "Flash Sale",
    promoCode: null,
    percent: 50,
    price: null,
    planKeys: null,
    startsAt: now,
    maxUses: null,
    maxUsesPerAccount: null,
  });
});

it.each([
  [{ percent: "50", ends: "2027-04-01" }, "--code"],
  [{ code: "SPRING", percent: "50" }, "--ends"],
  [code, "either --percent or --price"],
  [{ ...code, percent: "50", price: "1.00" }, "either --percent or --price"],
  [{ ...code, percent: "0" }, "from 1 to 100"],
  [{ ...code, percent: "101" }, "from 1 to 100"],
  [{ ...code, price: "9.999", plans: "standard:1" }, "US dollars"],
  [{ ...code, price: "9.99" }, "needs --plans"],
  [{ ...code, percent: "50", plans: "standard:4" }, 'no plan "standard:4"'],
  [{ ...code, percent: "50", plans: "gold" }, "standardmonthly:1, proplusmonthly:1"],
  [{ ...code, percent: "50", ends: "2027-02-30" }, "A time is"],
  [{ ...code, percent: "50", ends: "tomorrow" }, "A time is"],
  [{ ...code, percent: "50", ends: "2027-02-01" }, "has passed"],
  [{ ...code, percent: "50", starts: "2027-05-01" }, "before the start"],
  [{ ...code, percent: "50", uses: "0" }, "from 1"],
  [{ ...code, code: "two words", percent: "50" }, "one word"],
  [{ ...code, code: "code-6", percent: "50" }, "look like an id"],
  [{ ...code, code: "Flash-12", percent: "50" }, "look like an id"],
  [{ ...code, code: "poweruser", percent: "50" }, "belongs to an offer"],
  [{ flash: true, ends: "2027-04-01", uses: "3" }, "not limited"],
  [{ flash: true, ends: "2027-04-01", code: "SPRING" }, "takes no --code"],
  [{ flash: true, ends: "2027-04-01", price: "9.99" }, "takes a percentage"],
])("returns a sentence that says what is wrong with %j", (options, sentence) => {
  expect(parsePromotion(options, now)).toContain(sentence);
});
