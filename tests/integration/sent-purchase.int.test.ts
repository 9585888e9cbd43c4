import { randomUUID } from "node:crypto";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { usePerson } from "./people.ts";

const setup = usePerson();

const password = "and so to bed 1660";
const validPurchase = {
  subscription: 1,
  membership_package_name: "standard",
  payment_method_nonce: "fake-valid-visa-nonce",
};
const declinedPurchase = { ...validPurchase, payment_method_nonce: "fake-processor-declined-visa-nonce" };
const unknownPurchase = { state: "unknown", description: null, message: null };

const readSentPurchase = async (key: string, client = setup.person) =>
  ok(await client.call("getSentPurchase", { query: { key } }));

/** Puts the order of the person into a state, as a crash or a provider without an answer leaves it. */
const setStatus = (status: "started" | "charged" | "released" | "finished") =>
  setup.daybook.platform.pools.durable.query("UPDATE payments.orders SET status = $2 WHERE account_id = $1", [
    setup.person.session?.user.id,
    status,
  ]);

describe("sent purchases", () => {
  it("a paid purchase is found by its key", async () => {
    const key = randomUUID();
    ok(await setup.person.call("goProLoggedIn", { body: validPurchase, key }));
    expect(await readSentPurchase(key)).toEqual({ state: "paid", description: "PRO, 1 Year", message: null });
  });

  it("a declined purchase is found by its key, with the reason, also after a later purchase", async () => {
    const key = randomUUID();
    expect((await setup.person.call("goProLoggedIn", { body: declinedPurchase, key })).status).toBe(422);
    ok(await setup.person.call("goProLoggedIn", { body: validPurchase, key: randomUUID() }));
    const { state, message } = await readSentPurchase(key);
    expect([state, message?.includes("declined")]).toEqual(["declined", true]);
  });

  it.each([
    ["started", "open"],
    ["charged", "open"],
    ["released", "not_charged"],
  ] as const)("a purchase whose order is %s is found by its key", async (status, state) => {
    const key = randomUUID();
    ok(await setup.person.call("goProLoggedIn", { body: validPurchase, key }));
    await setStatus(status);
    expect(await readSentPurchase(key)).toEqual({ state, description: "PRO, 1 Year", message: null });
    // Closes the order again, so that no job finds an open one later.
    await setStatus("finished");
  });

  it("a purchase that was sent without a log-in is found by a session of its account", async () => {
    const key = randomUUID();
    const user = { email: setup.person.session?.user.email ?? "", plain_password: password };
    const visitor = remoteDaybook(setup.daybook.url);
    const refusedAnswer = await visitor.call("goProLoggedOut", { body: { ...declinedPurchase, user }, key });
    expect(refusedAnswer.status).toBe(422);
    expect(await readSentPurchase(key)).toMatchObject({ state: "declined" });
  });

  it("a purchase is found only by the account that sent it, and only with the right key", async () => {
    const key = randomUUID();
    ok(await setup.person.call("goProLoggedIn", { body: validPurchase, key }));
    expect(await readSentPurchase(key, await setup.daybook.newPerson())).toEqual(unknownPurchase);
    expect(await readSentPurchase(randomUUID())).toEqual(unknownPurchase);
  });

  it("only a person who is logged in can look for a purchase, with a key of valid length", async () => {
    const anonymousAnswer = await remoteDaybook(setup.daybook.url).call("getSentPurchase", {
      query: { key: "a" },
    });
    expect(anonymousAnswer.status).toBe(401);
    expect((await setup.person.call("getSentPurchase", { query: { key: "" } })).status).toBe(422);
    expect((await setup.person.call("getSentPurchase", { query: { key: "a".repeat(201) } })).status).toBe(
      422,
    );
  });

  it("the key of a purchase that is looked for is not in the server's log", async () => {
    const key = randomUUID();
    ok(await setup.person.call("goProLoggedIn", { body: validPurchase, key }));
    await readSentPurchase(key);
    expect(setup.daybook.log()).not.toContain(key);
  });
});
