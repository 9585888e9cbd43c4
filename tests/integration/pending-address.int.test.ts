import { randomUUID } from "node:crypto";
import { updateProfile as updateProfileOf } from "@daybook/application/accounts/update-profile";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { contextOf } from "./call-context.ts";
import { readMails, waitForMail } from "./mailbox.ts";
import { usePerson } from "./people.ts";
import { openSecondApplication } from "./second-application.ts";

const setup = usePerson();

const updateProfile = async (body: object) => ok(await setup.person.call("updateProfile", { body }));
const requestNewEmail = (address: string) => updateProfile({ new_email: address, retype_email: address });
const newAddress = () => `${randomUUID()}@example.org`;

/** The pending address, from two calls that must agree. Saving only a name must not change it. */
async function readPendingEmail(): Promise<string | null> {
  const { profile } = ok(await setup.person.call("getProfile"));
  const savedProfile = await updateProfile({ first_name: `Name ${randomUUID()}` });
  expect([savedProfile.pending_email, savedProfile.profile.pending_email]).toEqual([
    profile.pending_email,
    profile.pending_email,
  ]);
  return profile.pending_email;
}

async function openMailedLink(address: string) {
  const { text } = await waitForMail(setup.daybook.platform.config.dataFolder, address, "confirm-email");
  const token = /token=([\w-]{22})/.exec(text)?.[1] ?? "";
  return setup.person.call("confirmEmail", { body: { token } });
}

describe("pending new addresses", () => {
  it("a pending new address is dropped when the user enters the current address, and its link stops working", async () => {
    const address = newAddress();
    await requestNewEmail(address);
    expect(await readPendingEmail()).toBe(address);
    const currentEmail = ok(await setup.person.call("getProfile")).profile.email;
    const savedProfile = await updateProfile({
      new_email: currentEmail.toUpperCase(),
      retype_email: currentEmail,
    });
    expect([savedProfile.pending_email, savedProfile.profile.email]).toEqual([null, currentEmail]);
    expect(await readPendingEmail()).toBeNull();
    expect((await openMailedLink(address)).status).toBe(404);
    // The user may ask for it again.
    await requestNewEmail(address);
    expect(await readPendingEmail()).toBe(address);
  });

  it("a pending new address is dropped when its link is opened after somebody else took the address", async () => {
    const [earlierAddress, address] = [newAddress(), newAddress()];
    await requestNewEmail(earlierAddress);
    await requestNewEmail(address);
    await remoteDaybook(setup.daybook.url).logInOrSignUp({ email: address, password: "and so to bed 1660" });
    expect(await readPendingEmail()).toBe(address);
    expect((await openMailedLink(address)).status).toBe(422);
    expect(await readPendingEmail()).toBeNull();
  });

  it("a pending new address gets one mail, although the mail of an earlier pending address is sent later", async () => {
    const [earlierAddress, address] = [newAddress(), newAddress()];
    const { platform } = setup.daybook;
    const app = await openSecondApplication(platform);
    const delayedMails: (() => Promise<void>)[] = [];
    const delayMail: typeof app.mail = async (...mail) => void delayedMails.push(() => app.mail(...mail));
    const context = contextOf(app, setup.person.session?.user.id ?? 0);
    await updateProfileOf({ ...app, mail: delayMail }, context, { newEmail: earlierAddress });
    await requestNewEmail(address);
    await waitForMail(platform.config.dataFolder, address, "confirm-email");
    for (const send of delayedMails) await send();
    await waitForMail(platform.config.dataFolder, earlierAddress, "confirm-email");
    const mails = await readMails(platform.config.dataFolder);
    expect(mails.filter(({ to }) => to.includes(address))).toHaveLength(1);
    app.waiter.close();
  });

  it("the link of a pending new address works, although the read model still has an earlier pending address", async () => {
    const [earlierAddress, address] = [newAddress(), newAddress()];
    const pool = setup.daybook.platform.pools.durable;
    const userId = setup.person.session?.user.id;
    await requestNewEmail(earlierAddress);
    const { rows } = await pool.query("SELECT pending_email FROM read_models.accounts WHERE id = $1", [
      userId,
    ]);
    await requestNewEmail(address);
    await waitForMail(setup.daybook.platform.config.dataFolder, address, "confirm-email");
    await pool.query("UPDATE read_models.accounts SET pending_email = $2 WHERE id = $1", [
      userId,
      rows[0].pending_email,
    ]);
    const answer = await openMailedLink(address);
    expect(ok(answer).profile).toMatchObject({ email: address, pending_email: null });
  });

  it("a pending new address is dropped when its link expires", async () => {
    await requestNewEmail(newAddress());
    await setup.daybook.platform.pools.durable.query(
      "UPDATE vault.links SET expires_at = now() - interval '1 minute' WHERE user_id = $1",
      [setup.person.session?.user.id],
    );
    expect(await readPendingEmail()).toBeNull();
  });
});
