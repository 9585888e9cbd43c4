import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { readEverythingStored } from "./everything-stored.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

/** A test card. No form sends its number; here a faulty client does. */
const cardNumber = "4012888888881881";
const year = { subscription: 1, membership_package_name: "standard" };

let daybook: TestDaybook;
let person: RemoteDaybook;
beforeAll(async () => {
  daybook = await startTestDaybook();
  person = await daybook.newPerson();
});
afterAll(() => daybook?.stop());

async function readFilesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), "latin1").catch(() => "")),
  );
  return texts.join("\n");
}

it("a card number that is sent instead of a nonce is refused, and stored and logged nowhere", async () => {
  const refusals = [
    await person.call("goProLoggedIn", {
      body: { ...year, payment_method_nonce: cardNumber },
      key: randomUUID(),
    }),
    await person.call("goProLoggedIn", {
      body: { ...year, payment_method_nonce: "4012 8888 8888 1881" },
      key: randomUUID(),
    }),
    await person.call("editPaymentInfo", { body: { payment_method_nonce: cardNumber }, key: randomUUID() }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([422, 422, 422]);
  ok(await person.call("editPaymentInfo", { body: { payment_method_nonce: "fake-valid-visa-nonce" } }));
  const { payment_methods } = ok(await person.call("listPaymentMethods"));
  const methodId = payment_methods[0]?.payment_method.id ?? 0;
  ok(await person.call("goProLoggedIn", { body: { ...year, payment_method_id: methodId } }));
  ok(await person.call("listOrders"));

  const storedAndLoggedTexts = [
    await readEverythingStored(daybook.platform.pools.durable),
    await readFilesIn(daybook.platform.dataFolder.path),
    daybook.log(),
    ...refusals.map(({ body }) => JSON.stringify(body)),
  ].join("\n");
  expect(storedAndLoggedTexts).not.toMatch(/4012[ -]?8888[ -]?8888[ -]?1881/);
  // The database has what was bought. The server's output does not.
  expect(await readEverythingStored(daybook.platform.pools.durable)).toContain("standard");
  expect(daybook.log()).not.toMatch(/fake-|"amount"|"price"|\$\d|last_?four/i);
});
