import { randomUUID } from "node:crypto";
import { setClassroomRole } from "@daybook/bin/account/classroom";
import { grantMembership } from "@daybook/bin/account/grant-membership";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { lockTypes, type LockType } from "@daybook/domain/contract/lock-types";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { downgradeWith } from "./downgrade-steps.ts";
import { lockForm, namedLockTypes, password as lockPassword } from "./locked-diary.ts";
import { yearWithoutRenewal } from "./people.ts";
import { openSecondProcess } from "./second-process.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let diarist: Diarist;
let person: RemoteDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  diarist = await newDiarist(daybook);
  ({ person } = diarist);
});

type StartedOperation = { readonly id: number; readonly token: string };
const visitor = () => remoteDaybook(daybook.url);
const readOperation = async ({ id, token }: StartedOperation) => {
  const query = { token };
  return ok(await visitor().call("getOperation", { params: { operationId: String(id) }, query })).operation;
};

/** Waits without a session until an operation has ended, and returns it. */
async function waitForEnd(started: StartedOperation) {
  await expect
    .poll(async () => (await readOperation(started)).status, { timeout: 60_000 })
    .not.toBe("running");
  return readOperation(started);
}

async function downgrade(key: string = randomUUID(), client = person) {
  const { operation } = ok(await client.call("downgrade", { body: {}, key }));
  return { started: operation, end: await waitForEnd(operation) };
}

const password = "and so to bed 1660";
const logIn = () => person.logInOrSignUp({ email: person.session!.user.email, password });
const journalNames = async () =>
  ok(await person.call("listJournals")).journals.map(({ journal }) => journal.name);
const lock = (journalId: number, type: LockType) =>
  person.call("updateJournal", { ...diarist.inJournal(journalId), body: lockForm(type) });
async function unlock(journalId: number): Promise<void> {
  const body = { unlock: true, plain_password: lockPassword };
  const unlocked = ok(await person.call("updateJournal", { ...diarist.inJournal(journalId), body }));
  if (unlocked.unlock_token) person.setUnlockTokens(unlocked.unlock_token);
}

describe("a downgrade to the basic plan", () => {
  it("moves all entries into the oldest journal in their order, and ends the sessions last", async () => {
    const { firstJournalId, secondJournalId } = diarist;
    const writtenIds: number[] = [];
    for (const [index, journalId] of [firstJournalId, secondJournalId, firstJournalId].entries()) {
      const created_at = new Date(Date.UTC(1660, 0, index + 1)).toISOString();
      writtenIds.push((await diarist.write({ title: `Day ${index}`, created_at }, journalId)).id);
    }
    const trashed = await diarist.write({ title: "Torn out" }, secondJournalId);
    await diarist.trash([trashed.id], secondJournalId);
    const { started, end } = await downgrade();
    expect(started).toMatchObject({ kind: "downgrade", total: 2, result: null });
    expect(end).toMatchObject({ done: 2, status: "done", result: { affected: 2, skipped: 0 } });
    expect((await person.call("refreshToken")).status).toBe(401);
    await logIn();
    const { user } = person.session!;
    expect([user.is_pro, user.pro_membership]).toEqual([false, null]);
    expect(await journalNames()).toHaveLength(1);
    expect(await diarist.list(firstJournalId)).toEqual(writtenIds.toReversed());
    expect(await diarist.list(firstJournalId, { view: "trashed" })).toEqual([trashed.id]);
    expect(await diarist.read(firstJournalId, writtenIds[1]!)).toMatchObject({ title: "Day 1" });
    expect((await person.call("getJournal", diarist.inJournal(secondJournalId))).status).toBe(404);
  });

  it("no longer applies paid covers and themes, but stores them, and applies them again with a new plan", async () => {
    const { firstJournalId, secondJournalId } = diarist;
    const readCover = async (journalId: number) =>
      ok(await person.call("getJournal", diarist.inJournal(journalId))).journal.cover?.name;
    for (const journalId of [firstJournalId, secondJournalId]) {
      ok(await person.call("createCover", { ...diarist.inJournal(journalId), body: { name: "flowers" } }));
    }
    ok(await person.call("changeUiTheme", { body: { ui_theme: "meadow" } }));
    await downgrade();
    await logIn();
    expect(await readCover(firstJournalId)).not.toBe("flowers");
    expect((await person.call("createJournal", { body: { name: "Third" } })).status).toBe(403);
    const body = {
      membership_package_name: "standard",
      subscription: 1,
      payment_method_nonce: "fake-valid-nonce",
    };
    ok(await person.call("goProLoggedIn", { body, key: randomUUID() }));
    expect(await readCover(firstJournalId)).toBe("flowers");
    await expect.poll(journalNames).toContain("Second");
    expect(await readCover(secondJournalId)).toBe("flowers");
    expect(ok(await person.call("getSettings")).settings.ui_theme).toBe("meadow");
  });

  it("is one operation when the call is repeated with its key, and a second downgrade is refused", async () => {
    const key = randomUUID();
    const { session } = person;
    const first = ok(await person.call("downgrade", { body: {}, key })).operation;
    const repeatedAnswer = await person.call("downgrade", { body: {}, key });
    if (repeatedAnswer.ok) expect(repeatedAnswer.body.operation.id).toBe(first.id);
    else expect(repeatedAnswer.status).toBe(401);
    expect(session).not.toBeNull();
    await waitForEnd(first);
    await logIn();
    const second = await person.call("downgrade", { body: {}, key: randomUUID() });
    expect(second).toMatchObject({ status: 403, body: { code: "pro_required" } });
  });

  it.each(["first", "second"])(
    "moves the reminders of an emptied %s journal to the other journal, and the links in their mails still work",
    async (emptied) => {
      // A journal that was unlocked is merged into one without a lock, also into a younger one.
      const { firstJournalId: first, secondJournalId: second } = diarist;
      const [firstJournalId, secondJournalId] = emptied === "second" ? [first, second] : [second, first];
      if (emptied === "first") {
        ok(await lock(first, lockTypes.password));
        await unlock(first);
      }
      const body = { frequency: "daily", general_time: "specific", hour: 20, minute: 15 } as const;
      const addedAnswer = await person.call("addReminder", { ...diarist.inJournal(secondJournalId), body });
      const { id } = ok(addedAnswer).reminder;
      const userSlug = person.session!.user.slug;
      await downgrade();
      await logIn();
      const reminders = async () =>
        ok(await person.call("listReminders", diarist.inJournal(firstJournalId))).reminders;
      expect((await reminders()).map(({ reminder }) => reminder.id)).toEqual([id]);
      const stop = { params: { userSlug }, query: { rid: String(id) } };
      expect((await visitor().call("stopReminder", stop)).status).toBe(204);
      expect(await reminders()).toEqual([]);
    },
  );
});

it("a downgrade hides the emptied journals also while the read models are behind", async () => {
  const app = await openSecondProcess(daybook.platform, Date.now);
  const { firstJournalId, secondJournalId } = diarist;
  const { id } = await diarist.write({ title: "Late" }, secondJournalId);
  await daybook.waitUntilCaughtUp();
  // The query for the entry ids always returns its first result, as if no event of the merge was projected yet.
  let firstResult: unknown;
  const query = async (...input: unknown[]) => {
    const run = app.pool.query.bind(app.pool) as (...args: unknown[]) => Promise<unknown>;
    const isList = JSON.stringify(input[0]).includes("entry-ids-of-journals");
    const result = isList && firstResult !== undefined ? firstResult : await run(...input);
    if (isList) firstResult = result;
    return result;
  };
  const pool = new Proxy(app.pool, {
    get: (target, name) => (name === "query" ? query : (Reflect.get(target, name) as unknown)),
  });
  await downgradeWith({ ...app, pool }, person);
  app.waiter.close();
  expect(JSON.stringify(firstResult)).toContain(String(id));
  await logIn();
  expect(await diarist.list(firstJournalId)).toEqual([id]);
  expect(await journalNames()).toHaveLength(1);
});

describe("two concurrent downgrades", () => {
  it("end the plan once", async () => {
    const calls = [1, 2].map(() => person.call("downgrade", { body: {}, key: randomUUID() }));
    const startedOperations = (await Promise.all(calls)).flatMap((answer) =>
      answer.ok ? answer.body.operation : [],
    );
    expect(startedOperations.length).toBeGreaterThan(0);
    for (const operation of startedOperations)
      expect(await waitForEnd(operation)).toMatchObject({ status: "done" });
    const stream = `membership-${person.session!.user.id}`;
    const events = await daybook.platform.store.readStream(stream, { from: 0, limit: 100 });
    expect(events.map(({ type }) => type)).toEqual(["MembershipDowngraded"]);
    await logIn();
    expect(await journalNames()).toHaveLength(1);
  });
});

it("a classroom journal is not merged", async () => {
  const { secondJournalId } = diarist;
  const { id } = await diarist.write({ title: "Homework" }, secondJournalId);
  await setClassroomRole(daybook.platform.store, secondJournalId, "slave", Date.now());
  await daybook.waitUntilCaughtUp();
  await downgrade();
  await logIn();
  expect(await diarist.list(secondJournalId)).toEqual([id]);
});

describe("a journal with a lock", () => {
  it.each(namedLockTypes)("of type %s that is closed is not merged", async (_, type) => {
    const { secondJournalId } = diarist;
    const { id } = await diarist.write({ title: "Kept" }, secondJournalId);
    const { firstJournalId } = diarist;
    await diarist.write({ title: "Open" }, firstJournalId);
    ok(await lock(secondJournalId, type));
    const { end } = await downgrade();
    expect(end).toMatchObject({ status: "done", total: 0 });
    await logIn();
    expect(await journalNames()).toContain("Second");
    expect((await person.call("listEntries", diarist.inJournal(secondJournalId))).status).toBe(423);
    await unlock(secondJournalId);
    expect(await diarist.list(secondJournalId)).toEqual([id]);
  });

  it.each(namedLockTypes)("of type %s that is open loses its lock and is merged", async (_, type) => {
    const { firstJournalId, secondJournalId } = diarist;
    const { id } = await diarist.write({ title: "Opened" }, secondJournalId);
    ok(await lock(secondJournalId, type));
    await unlock(secondJournalId);
    const { end } = await downgrade();
    expect(end).toMatchObject({ status: "done", result: { affected: 1, skipped: 0 } });
    await logIn();
    expect(await journalNames()).not.toContain("Second");
    expect(await diarist.read(firstJournalId, id)).toMatchObject({ title: "Opened" });
  });

  it("of the password type keeps its lock when nothing is merged into it", async () => {
    const { firstJournalId, secondJournalId } = diarist;
    await person.call("deleteJournal", diarist.inJournal(secondJournalId));
    ok(await lock(firstJournalId, lockTypes.password));
    await unlock(firstJournalId);
    await downgrade();
    await logIn();
    const { journal } = ok(await person.call("getJournal", diarist.inJournal(firstJournalId)));
    expect(journal.lock_type_id).toBe(lockTypes.password);
  });
});

describe("a downgrade from PRO plus to PRO", () => {
  it("keeps the journals, the sessions and the end of the paid time", async () => {
    await daybook.grant(person, { level: "plus", years: 2 });
    const membershipBefore = ok(await person.call("refreshToken")).user.pro_membership;
    const { operation } = ok(await person.call("plusToProDowngrade", { body: {}, key: randomUUID() }));
    expect(await waitForEnd(operation)).toMatchObject({ status: "done", total: 0 });
    const { user } = ok(await person.call("refreshToken"));
    expect([user.is_pro, user.is_pro_plus]).toEqual([true, false]);
    expect(user.pro_membership?.expires_at).toBe(membershipBefore?.expires_at);
    expect(await journalNames()).toHaveLength(2);
  });

  it("is refused for PRO", async () => {
    const answer = await person.call("plusToProDowngrade", { body: {}, key: randomUUID() });
    expect(answer).toMatchObject({ status: 403, body: { code: "pro_required" } });
  });
});

describe("a downgrade without a session", () => {
  const downgradeAs = (email: string, password: string, key: string = randomUUID()) =>
    visitor().call("downgradeLoggedOut", { body: { email, password }, key });

  it("needs the password, and does not merge journals with a lock", async () => {
    const { email } = person.session!.user;
    expect(await downgradeAs(email, "wrong")).toMatchObject({ body: { code: "wrong_credentials" } });
    expect(await downgradeAs("nobody@example.com", "wrong")).toMatchObject({ status: 422 });
    ok(await lock(diarist.secondJournalId, lockTypes.password));
    await unlock(diarist.secondJournalId);
    const key = randomUUID();
    const { operation } = ok(await downgradeAs(email, password, key));
    expect(ok(await downgradeAs(email, password, key)).operation.id).toBe(operation.id);
    expect(await waitForEnd(operation)).toMatchObject({ status: "done" });
    expect((await person.call("refreshToken")).status).toBe(401);
    await logIn();
    expect(person.session!.user.is_pro).toBe(false);
    expect(await journalNames()).toContain("Second");
  });
});

it("an account whose plan has expired is downgraded to the basic plan without a session", async () => {
  const { id, email } = person.session!.user;
  const expiresAt = new Date(Date.now() - 86_400_000).toISOString();
  await grantMembership(daybook.platform.store, id, { ...yearWithoutRenewal, expiresAt }, Date.now());
  const form = { email, password };
  const tryLogIn = () => visitor().call("login", { body: form });
  expect(await tryLogIn()).toMatchObject({ status: 403, body: { code: "expired_pro" } });
  const { operation } = ok(await visitor().call("downgradeLoggedOut", { body: form, key: randomUUID() }));
  expect(await waitForEnd(operation)).toMatchObject({ status: "done" });
  expect(ok(await tryLogIn()).user.is_pro).toBe(false);
});

describe("an operation", () => {
  it("can be followed with its token only, or by its person", async () => {
    const { operation } = ok(await person.call("downgrade", { body: {}, key: randomUUID() }));
    const params = { operationId: String(operation.id) };
    const get = async (query: { token?: string }, client = visitor()) =>
      (await client.call("getOperation", { params, query })).status;
    const otherPerson = await daybook.newPerson();
    expect(await get({})).toBe(401);
    expect(await get({ token: "x" })).toBe(404);
    expect(
      await get({ token: operation.token.replace(/^./, (letter) => (letter === "a" ? "b" : "a")) }),
    ).toBe(404);
    expect(await get({}, otherPerson)).toBe(404);
    expect(await get({ token: operation.token })).toBe(200);
    await waitForEnd(operation);
  });
});

it("a granted plan is not refunded", async () => {
  expect(ok(await person.call("getRefundAmount"))).toEqual({ refund_amount: 0 });
});
