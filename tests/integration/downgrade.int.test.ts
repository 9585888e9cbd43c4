import { randomUUID } from "node:crypto";
import { setClassroomRole } from "@daybook/bin/account/classroom";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { useDowngrades, waitForEnd } from "./downgrade-steps.ts";
import { namedLockTypes } from "./lockable-diary.ts";

const { setup, logIn, readJournalNames, lock, unlock } = useDowngrades();
const visitor = () => remoteDaybook(setup.daybook.url);

async function downgrade(key: string = randomUUID(), client = setup.person) {
  const { operation } = ok(await client.call("downgrade", { body: {}, key }));
  return { started: operation, end: await waitForEnd(setup.daybook, operation) };
}

async function readMembershipEventTypes(): Promise<string[]> {
  const stream = `membership-${setup.person.session!.user.id}`;
  const events = await setup.daybook.platform.store.readStream(stream, { from: 0, limit: 100 });
  return events.map(({ type }) => type);
}

describe("downgrades to the basic plan", () => {
  it("a downgrade moves all entries into the oldest journal in their order, and ends the session", async () => {
    const { firstJournalId, secondJournalId } = setup.diarist;
    const writtenIds: number[] = [];
    for (const [index, journalId] of [firstJournalId, secondJournalId, firstJournalId].entries()) {
      const created_at = new Date(Date.UTC(1660, 0, index + 1)).toISOString();
      writtenIds.push((await setup.diarist.write({ title: `Day ${index}`, created_at }, journalId)).id);
    }
    const trashed = await setup.diarist.write({ title: "Torn out" }, secondJournalId);
    await setup.diarist.trash([trashed.id], secondJournalId);
    const { started, end } = await downgrade();
    expect(started).toMatchObject({ kind: "downgrade", total: 2, result: null });
    expect(end).toMatchObject({ done: 2, status: "done", result: { affected: 2, skipped: 0 } });
    expect((await setup.person.call("refreshToken")).status).toBe(401);
    await logIn();
    const { user } = setup.person.session!;
    expect([user.is_pro, user.pro_membership]).toEqual([false, null]);
    expect(await readJournalNames()).toHaveLength(1);
    expect(await setup.diarist.list(firstJournalId)).toEqual(writtenIds.toReversed());
    expect(await setup.diarist.list(firstJournalId, { view: "trashed" })).toEqual([trashed.id]);
    expect(await setup.diarist.read(firstJournalId, writtenIds[1]!)).toMatchObject({ title: "Day 1" });
    expect((await setup.person.call("getJournal", setup.diarist.inJournal(secondJournalId))).status).toBe(
      404,
    );
  });

  it("a downgrade hides a paid cover; a new plan shows the covers, the hidden journal and the theme again", async () => {
    const { firstJournalId, secondJournalId } = setup.diarist;
    const readCover = async (journalId: number) =>
      ok(await setup.person.call("getJournal", setup.diarist.inJournal(journalId))).journal.cover?.name;
    for (const journalId of [firstJournalId, secondJournalId]) {
      ok(
        await setup.person.call("createCover", {
          ...setup.diarist.inJournal(journalId),
          body: { name: "flowers" },
        }),
      );
    }
    ok(await setup.person.call("changeUiTheme", { body: { ui_theme: "meadow" } }));
    await downgrade();
    await logIn();
    expect(await readCover(firstJournalId)).not.toBe("flowers");
    expect((await setup.person.call("createJournal", { body: { name: "Third" } })).status).toBe(403);
    const body = {
      membership_package_name: "standard",
      subscription: 1,
      payment_method_nonce: "fake-valid-nonce",
    };
    ok(await setup.person.call("goProLoggedIn", { body, key: randomUUID() }));
    expect(await readCover(firstJournalId)).toBe("flowers");
    await expect.poll(readJournalNames).toContain("Second");
    expect(await readCover(secondJournalId)).toBe("flowers");
    expect(ok(await setup.person.call("getSettings")).settings.ui_theme).toBe("meadow");
  });

  it("a downgrade is one operation when the call is repeated with its key, and a second downgrade is refused", async () => {
    const key = randomUUID();
    const first = ok(await setup.person.call("downgrade", { body: {}, key })).operation;
    const repeatedAnswer = await setup.person.call("downgrade", { body: {}, key });
    // The first call may have ended the session already.
    if (repeatedAnswer.ok) expect(repeatedAnswer.body.operation.id).toBe(first.id);
    else expect(repeatedAnswer.status).toBe(401);
    await waitForEnd(setup.daybook, first);
    expect(await readMembershipEventTypes()).toEqual(["MembershipDowngraded"]);
    await logIn();
    const second = await setup.person.call("downgrade", { body: {}, key: randomUUID() });
    expect(second).toMatchObject({ status: 403, body: { code: "pro_required" } });
  });

  it.each(["first", "second"])(
    "a downgrade moves the reminders of an emptied %s journal, and the links in their mails still work",
    async (emptied) => {
      // A journal with an open lock is merged into one without a lock, even if that one is younger.
      const { firstJournalId: first, secondJournalId: second } = setup.diarist;
      const [targetJournalId, emptiedJournalId] = emptied === "second" ? [first, second] : [second, first];
      if (emptied === "first") {
        ok(await lock(first, lockTypes.password));
        await unlock(first);
      }
      const body = { frequency: "daily", general_time: "specific", hour: 20, minute: 15 } as const;
      const addedAnswer = await setup.person.call("addReminder", {
        ...setup.diarist.inJournal(emptiedJournalId),
        body,
      });
      const { id } = ok(addedAnswer).reminder;
      const userSlug = setup.person.session!.user.slug;
      await downgrade();
      await logIn();
      const reminders = async () =>
        ok(await setup.person.call("listReminders", setup.diarist.inJournal(targetJournalId))).reminders;
      expect((await reminders()).map(({ reminder }) => reminder.id)).toEqual([id]);
      const stop = { params: { userSlug }, query: { rid: String(id) } };
      expect((await visitor().call("stopReminder", stop)).status).toBe(204);
      expect(await reminders()).toEqual([]);
    },
  );
});

describe("concurrent downgrades", () => {
  it("two concurrent downgrades end the plan once", async () => {
    const calls = [1, 2].map(() => setup.person.call("downgrade", { body: {}, key: randomUUID() }));
    const startedOperations = (await Promise.all(calls)).flatMap((answer) =>
      answer.ok ? answer.body.operation : [],
    );
    expect(startedOperations.length).toBeGreaterThan(0);
    for (const operation of startedOperations)
      expect(await waitForEnd(setup.daybook, operation)).toMatchObject({ status: "done" });
    expect(await readMembershipEventTypes()).toEqual(["MembershipDowngraded"]);
    await logIn();
    expect(await readJournalNames()).toHaveLength(1);
  });
});

it("a downgrade does not merge a classroom journal", async () => {
  const { secondJournalId } = setup.diarist;
  const { id } = await setup.diarist.write({ title: "Homework" }, secondJournalId);
  await setClassroomRole(setup.daybook.platform.store, secondJournalId, "slave", Date.now());
  await setup.daybook.waitUntilCaughtUp();
  await downgrade();
  await logIn();
  expect(await setup.diarist.list(secondJournalId)).toEqual([id]);
});

describe("journals with a lock", () => {
  it.each(namedLockTypes)(
    "a downgrade does not merge a journal with a closed lock of type %s",
    async (_, type) => {
      const { secondJournalId } = setup.diarist;
      const { id } = await setup.diarist.write({ title: "Kept" }, secondJournalId);
      const { firstJournalId } = setup.diarist;
      await setup.diarist.write({ title: "Open" }, firstJournalId);
      ok(await lock(secondJournalId, type));
      const { end } = await downgrade();
      expect(end).toMatchObject({ status: "done", total: 0 });
      await logIn();
      expect(await readJournalNames()).toContain("Second");
      expect((await setup.person.call("listEntries", setup.diarist.inJournal(secondJournalId))).status).toBe(
        423,
      );
      await unlock(secondJournalId);
      expect(await setup.diarist.list(secondJournalId)).toEqual([id]);
    },
  );

  it.each(namedLockTypes)(
    "a downgrade removes an open lock of type %s from a journal and merges the journal",
    async (_, type) => {
      const { firstJournalId, secondJournalId } = setup.diarist;
      const { id } = await setup.diarist.write({ title: "Opened" }, secondJournalId);
      ok(await lock(secondJournalId, type));
      await unlock(secondJournalId);
      const { end } = await downgrade();
      expect(end).toMatchObject({ status: "done", result: { affected: 1, skipped: 0 } });
      await logIn();
      expect(await readJournalNames()).not.toContain("Second");
      expect(await setup.diarist.read(firstJournalId, id)).toMatchObject({ title: "Opened" });
    },
  );

  it("a journal keeps an open password lock in a downgrade that merges nothing into the journal", async () => {
    const { firstJournalId, secondJournalId } = setup.diarist;
    await setup.person.call("deleteJournal", setup.diarist.inJournal(secondJournalId));
    ok(await lock(firstJournalId, lockTypes.password));
    await unlock(firstJournalId);
    await downgrade();
    await logIn();
    const { journal } = ok(await setup.person.call("getJournal", setup.diarist.inJournal(firstJournalId)));
    expect(journal.lock_type_id).toBe(lockTypes.password);
  });
});

describe("downgrades from PRO plus to PRO", () => {
  it("a downgrade from PRO plus to PRO keeps the journals, the sessions and the end of the paid time", async () => {
    await setup.daybook.grant(setup.person, { level: "plus", years: 2 });
    const membershipBefore = ok(await setup.person.call("refreshToken")).user.pro_membership;
    const { operation } = ok(await setup.person.call("plusToProDowngrade", { body: {}, key: randomUUID() }));
    expect(await waitForEnd(setup.daybook, operation)).toMatchObject({ status: "done", total: 0 });
    const { user } = ok(await setup.person.call("refreshToken"));
    expect([user.is_pro, user.is_pro_plus]).toEqual([true, false]);
    expect(user.pro_membership?.expires_at).toBe(membershipBefore?.expires_at);
    expect(await readJournalNames()).toHaveLength(2);
  });

  it("a downgrade from PRO plus to PRO is refused for an account with PRO", async () => {
    const answer = await setup.person.call("plusToProDowngrade", { body: {}, key: randomUUID() });
    expect(answer).toMatchObject({ status: 403, body: { code: "pro_required" } });
  });
});

describe("operations", () => {
  it("a visitor can follow an operation with its token; without the token, a visitor and another person cannot", async () => {
    const { operation } = ok(await setup.person.call("downgrade", { body: {}, key: randomUUID() }));
    const params = { operationId: String(operation.id) };
    const get = async (query: { token?: string }, client = visitor()) =>
      (await client.call("getOperation", { params, query })).status;
    const otherPerson = await setup.daybook.newPerson();
    expect(await get({})).toBe(401);
    expect(await get({ token: "x" })).toBe(404);
    expect(
      await get({ token: operation.token.replace(/^./, (letter) => (letter === "a" ? "b" : "a")) }),
    ).toBe(404);
    expect(await get({}, otherPerson)).toBe(404);
    expect(await get({ token: operation.token })).toBe(200);
    await waitForEnd(setup.daybook, operation);
  });
});

it("a granted plan is not refunded", async () => {
  expect(ok(await setup.person.call("getRefundAmount"))).toEqual({ refund_amount: 0 });
});
