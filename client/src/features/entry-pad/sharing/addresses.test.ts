import { expect, test } from "vitest";
import { addressesIn, withAddresses } from "./addresses.ts";

test.each([
  ["a@b.c", ["a@b.c"]],
  ["a@b.c, d@e.f;g@h.i\n j@k.l ", ["a@b.c", "d@e.f", "g@h.i", "j@k.l"]],
  ['"Pepys, Elisabeth" <e@b.c>, Will Hewer <w@b.c>', ["e@b.c", "w@b.c"]],
  ["not an address", ["not", "an", "address"]],
  ["  ", []],
])("reads %j as %j", (text, addresses) => expect(addressesIn(text)).toEqual(addresses));

test("an address is added only once, ignoring case", () => {
  expect(withAddresses(["a@b.c"], ["A@b.c", "d@e.f", "d@e.f"])).toEqual(["a@b.c", "d@e.f"]);
});
