import { randomUUID } from "node:crypto";
import { sampleImages } from "@daybook/platform/testing/sample-images";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { waitForCompletion } from "./completed-commands.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { writeEntry, uploadPhoto } from "./photo-steps.ts";

const password = "and so to bed 1660";
const newPassword = "up and by water 1661";
let daybook: RunningDaybook;
let person: RemoteDaybook;
let email: string;
let personCount = 0;

beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  person = remoteDaybook(daybook.url);
  email = `repeater-${++personCount}@example.com`;
  await person.logInOrSignUp({ email, password });
});

async function countRows(tableAndCondition: string): Promise<number> {
  const { rows } = await daybook.platform.pools.durable.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${tableAndCondition}`,
  );
  return rows[0]?.n ?? 0;
}

async function logInAgain(): Promise<RemoteDaybook> {
  const otherClient = remoteDaybook(daybook.url);
  await otherClient.logInOrSignUp({ email, password });
  return otherClient;
}
const isLoggedIn = async (client: RemoteDaybook): Promise<boolean> => (await client.call("getProfile")).ok;

async function eraseEntry({ journalId, entryId }: { journalId: string; entryId: string }): Promise<void> {
  for (const permanent of [false, true]) {
    const body = { entry_ids: [Number(entryId)], permanent };
    ok(await person.call("deleteEntries", { params: { journalId }, body }));
  }
}

describe("repeated requests", () => {
  it("a repeated refresh gives the unused session a new secret, so the lost reply is worthless", async () => {
    const call = { key: randomUUID() };
    const lostReply = ok(await person.call("refreshToken", call));
    await waitForCompletion(daybook, call.key);
    const repeatedReply = ok(await person.call("refreshToken", call));
    expect(repeatedReply.access_token.secret).not.toBe(lostReply.access_token.secret);
    expect(repeatedReply.draft_key).toBe(lostReply.draft_key);
    const [owner, thief] = [remoteDaybook(daybook.url), remoteDaybook(daybook.url)];
    owner.setSession(repeatedReply);
    thief.setSession(lostReply);
    expect([await isLoggedIn(owner), await isLoggedIn(thief)]).toEqual([true, false]);
    expect(ok(await person.call("refreshToken", call)).access_token).toEqual(repeatedReply.access_token);
    expect(ok(await owner.call("listSessions")).sessions).toHaveLength(1);
  });

  it("a repeated password change returns the session, and neither mails nor ends sessions again", async () => {
    const call = {
      key: randomUUID(),
      body: { current_password: password, new_password: newPassword, retype_password: newPassword },
    };
    const firstReply = ok(await person.call("changePassword", call));
    await waitForCompletion(daybook, call.key);
    const otherClient = remoteDaybook(daybook.url);
    await otherClient.logInOrSignUp({ email, password: newPassword });
    const mailCount = await countRows("outbox.mails WHERE template = 'password_changed'");
    expect(ok(await person.call("changePassword", call)).access_token).toEqual(firstReply.access_token);
    expect(await isLoggedIn(otherClient)).toBe(true);
    expect(await countRows("outbox.mails WHERE template = 'password_changed'")).toBe(mailCount);
  });

  it("a repeated request to end other sessions does not end sessions that were opened since", async () => {
    const earlierClient = await logInAgain();
    const call = { key: randomUUID() };
    expect((await person.call("endOtherSessions", call)).status).toBe(204);
    await waitForCompletion(daybook, call.key);
    const laterClient = await logInAgain();
    expect((await person.call("endOtherSessions", call)).status).toBe(204);
    expect([await isLoggedIn(earlierClient), await isLoggedIn(laterClient)]).toEqual([false, true]);
  });

  it("a repeated request to end a session succeeds", async () => {
    await logInAgain();
    const { sessions } = ok(await person.call("listSessions"));
    const otherSession = sessions.find(({ session }) => !session.current)!;
    const call = { params: { sessionId: String(otherSession.session.id) }, key: randomUUID() };
    expect((await person.call("endSession", call)).status).toBe(204);
    await waitForCompletion(daybook, call.key);
    expect((await person.call("endSession", call)).status).toBe(204);
  });

  it("a repeated log-out is refused, because the session has ended", async () => {
    const call = { key: randomUUID() };
    expect((await person.call("logout", call)).status).toBe(204);
    expect((await person.call("logout", call)).status).toBe(401);
  });

  it("a repeated profile update does not undo later changes, and mails nothing", async () => {
    const [newEmail, key] = [`new-${email}`, randomUUID()];
    const body = { first_name: "Samuel", new_email: newEmail, retype_email: newEmail };
    const call = { body, key };
    ok(await person.call("updateProfile", call));
    await waitForCompletion(daybook, call.key);
    ok(
      await person.call("updateProfile", {
        body: { first_name: "Elizabeth", new_email: email, retype_email: email },
      }),
    );
    const mailCount = await countRows("outbox.mails");
    const { profile } = ok(await person.call("updateProfile", call));
    expect([profile.first_name, profile.pending_email]).toEqual(["Elizabeth", null]);
    expect(await countRows("outbox.mails")).toBe(mailCount);
  });

  it("a repeated change of a setting returns the current settings", async () => {
    const call = { body: { timezone: "Europe/Zurich" }, key: randomUUID() };
    ok(await person.call("changeTimezone", call));
    await waitForCompletion(daybook, call.key);
    ok(await person.call("changeTimezone", { body: { timezone: "Asia/Tokyo" } }));
    expect(ok(await person.call("changeTimezone", call)).settings.timezone).toBe("Asia/Tokyo");
  });

  it("a repeated request to delete the account mails nothing", async () => {
    const call = { key: randomUUID() };
    const mailCount = await countRows("outbox.mails WHERE template = 'delete_link'");
    expect((await person.call("requestDelete", call)).status).toBe(204);
    await waitForCompletion(daybook, call.key);
    expect((await person.call("requestDelete", call)).status).toBe(204);
    expect(await countRows("outbox.mails WHERE template = 'delete_link'")).toBe(mailCount + 1);
  });

  it("a repeated share mails nothing, and is refused with 404 after the entry was erased", async () => {
    const params = await writeEntry(person);
    const body = { share_recipients: [`friend-${randomUUID()}@example.com`] };
    const call = { params, body, key: randomUUID() };
    const mailCount = await countRows("outbox.mails WHERE template = 'share'");
    expect((await person.call("emailShare", call)).status).toBe(204);
    await waitForCompletion(daybook, call.key);
    expect((await person.call("emailShare", call)).status).toBe(204);
    expect(await countRows("outbox.mails WHERE template = 'share'")).toBe(mailCount + 1);
    await eraseEntry(params);
    expect((await person.call("emailShare", call)).status).toBe(404);
  });

  it("repeated publishing does not restore a link that was removed", async () => {
    const params = await writeEntry(person);
    const call = { params, key: randomUUID() };
    const link = ok(await person.call("publicLink", call));
    await waitForCompletion(daybook, call.key);
    expect(ok(await person.call("publicLink", call))).toEqual(link);
    expect((await person.call("unpublicLink", { params })).status).toBe(204);
    expect((await person.call("publicLink", call)).status).toBe(404);
  });

  it("a repeated removal of a link keeps a link that was created later", async () => {
    const params = await writeEntry(person);
    ok(await person.call("publicLink", { params }));
    const call = { params, key: randomUUID() };
    expect((await person.call("unpublicLink", call)).status).toBe(204);
    await waitForCompletion(daybook, call.key);
    const link = ok(await person.call("publicLink", { params }));
    expect((await person.call("unpublicLink", call)).status).toBe(204);
    expect(ok(await person.call("publicLink", { params }))).toEqual(link);
  });

  it("a repeated upload returns its photo, and is refused with 404 after the photo or the entry was removed", async () => {
    const params = await writeEntry(person);
    const [photo, key] = [await sampleImages.png(), randomUUID()];
    const { id } = await uploadPhoto(person, params, photo, key);
    await waitForCompletion(daybook, key);
    expect((await uploadPhoto(person, params, photo, key)).id).toBe(id);
    const removal = { params: { ...params, photoId: String(id) }, key: randomUUID() };
    expect((await person.call("deletePhoto", removal)).status).toBe(204);
    await waitForCompletion(daybook, removal.key);
    const repeatUpload = () => person.call("addPhoto", { params, body: { photo }, key });
    expect((await repeatUpload()).status).toBe(404);
    expect(ok(await person.call("listPhotos", { params })).photos).toEqual([]);
    expect((await person.call("deletePhoto", removal)).status).toBe(204);
    await eraseEntry(params);
    expect([(await repeatUpload()).status, (await person.call("deletePhoto", removal)).status]).toEqual([
      404, 404,
    ]);
  });
});
