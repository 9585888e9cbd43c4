import { randomUUID } from "node:crypto";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let person: RemoteDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  person = await daybook.newPerson();
});

const password = "and so to bed 1660";
const validPurchase = {
  subscription: 1,
  membership_package_name: "standard",
  payment_method_nonce: "fake-valid-visa-nonce",
};
const declinedPurchase = { ...validPurchase, payment_method_nonce: "fake-processor-declined-visa-nonce" };
const unknownPurchase = { state: "unknown", description: null, message: null };

const readSentPurchase = async (key: string, client = person) =>
  ok(await client.call("getSentPurchase", { query: { key } }));

/** Puts the order of the person into a state, as a crash or a provider without an answer leaves it. */
const setStatus = (status: "started" | "charged" | "released" | "finished") =>
  daybook.platform.pools.durable.query("UPDATE payments.orders SET status = $2 WHERE account_id = $1", [
    person.session?.user.id,
    status,
  ]);

describe("a purchase that was sent is found by its key", () => {
  it("when it was paid", async () => {
    const key = randomUUID();
    ok(await person.call("goProLoggedIn", { body: validPurchase, key }));
    expect(await readSentPurchase(key)).toEqual({ state: "paid", description: "PRO, 1 Year", message: null });
  });

  it("when the card was declined, with the reason, also after a later purchase", async () => {
    const key = randomUUID();
    expect((await person.call("goProLoggedIn", { body: declinedPurchase, key })).status).toBe(422);
    ok(await person.call("goProLoggedIn", { body: validPurchase, key: randomUUID() }));
    const { state, message } = await readSentPurchase(key);
    expect([state, message?.includes("declined")]).toEqual(["declined", true]);
  });

  it.each([
    ["started", "open"],
    ["charged", "open"],
    ["released", "not_charged"],
  ] as const)("when its order is %s", async (status, state) => {
    const key = randomUUID();
    ok(await person.call("goProLoggedIn", { body: validPurchase, key }));
    await setStatus(status);
    expect(await readSentPurchase(key)).toEqual({ state, description: "PRO, 1 Year", message: null });
    // Closes the order again, so that no job finds an open one later.
    await setStatus("finished");
  });

  it("when a visitor sent it and has logged in since", async () => {
    const key = randomUUID();
    const user = { email: person.session?.user.email ?? "", plain_password: password };
    const visitor = remoteDaybook(daybook.url);
    const refusedAnswer = await visitor.call("goProLoggedOut", { body: { ...declinedPurchase, user }, key });
    expect(refusedAnswer.status).toBe(422);
    expect(await readSentPurchase(key)).toMatchObject({ state: "declined" });
  });

  it("only by the account that sent it, and only with the right key", async () => {
    const key = randomUUID();
    ok(await person.call("goProLoggedIn", { body: validPurchase, key }));
    expect(await readSentPurchase(key, await daybook.newPerson())).toEqual(unknownPurchase);
    expect(await readSentPurchase(randomUUID())).toEqual(unknownPurchase);
  });

  it("only by a person who is logged in, with a key of valid length", async () => {
    const anonymousAnswer = await remoteDaybook(daybook.url).call("getSentPurchase", { query: { key: "a" } });
    expect(anonymousAnswer.status).toBe(401);
    expect((await person.call("getSentPurchase", { query: { key: "" } })).status).toBe(422);
    expect((await person.call("getSentPurchase", { query: { key: "a".repeat(201) } })).status).toBe(422);
  });

  it("without its key in the log of the server", async () => {
    const key = randomUUID();
    await readSentPurchase(key);
    expect(daybook.log()).not.toContain(key);
  });
});
