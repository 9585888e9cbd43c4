import { randomUUID } from "node:crypto";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "./diarist.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { mailTo } from "./mailbox.ts";

let daybook: RunningDaybook;
let person: RemoteDaybook;

beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  person = await daybook.newPerson();
});

const save = async (body: object) => ok(await person.call("updateProfile", { body }));
const ask = (address: string) => save({ new_email: address, retype_email: address });
const newAddress = () => `${randomUUID()}@example.org`;

/** The pending address, from two calls that must agree. Saving only a name must not change it. */
async function pending(): Promise<string | null> {
  const { profile } = ok(await person.call("getProfile"));
  const savedProfile = await save({ first_name: `Name ${randomUUID()}` });
  expect([savedProfile.pending_email, savedProfile.profile.pending_email]).toEqual([
    profile.pending_email,
    profile.pending_email,
  ]);
  return profile.pending_email;
}

async function confirm(address: string) {
  const { text } = await mailTo(daybook.platform.config.dataFolder, address, "confirm-email");
  const token = /token=([\w-]{22})/.exec(text)?.[1] ?? "";
  return person.call("confirmEmail", { body: { token } });
}

describe("a pending new address", () => {
  it("is dropped when the user enters the current address, and its link stops working", async () => {
    const address = newAddress();
    await ask(address);
    expect(await pending()).toBe(address);
    const ownEmail = ok(await person.call("getProfile")).profile.email;
    const savedProfile = await save({ new_email: ownEmail.toUpperCase(), retype_email: ownEmail });
    expect([savedProfile.pending_email, savedProfile.profile.email]).toEqual([null, ownEmail]);
    expect(await pending()).toBeNull();
    expect((await confirm(address)).status).toBe(404);
    // The user may ask for it again.
    await ask(address);
    expect(await pending()).toBe(address);
  });

  it("is dropped when somebody else takes the address first", async () => {
    const [earlier, address] = [newAddress(), newAddress()];
    await ask(earlier);
    await ask(address);
    await remoteDaybook(daybook.url).logInOrSignUp({ email: address, password: "and so to bed 1660" });
    expect(await pending()).toBe(address);
    expect((await confirm(address)).status).toBe(422);
    expect(await pending()).toBeNull();
  });

  it("is dropped when its link expires", async () => {
    await ask(newAddress());
    await daybook.platform.pools.durable.query(
      "UPDATE vault.links SET expires_at = now() - interval '1 minute' WHERE user_id = $1",
      [person.session?.user.id],
    );
    expect(await pending()).toBeNull();
  });
});
