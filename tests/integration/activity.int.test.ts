import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let pepys: Diarist;

beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  pepys = await newDiarist(daybook);
});

const password = "and so to bed 1660";
const lock = { lock: true, plain_password: password, retype_password: password, password_hint: "the year" };

/** The kinds and sentences of the activity list, oldest first, without the lines of the sign-up. */
async function readActivity(): Promise<string[]> {
  const { activities } = ok(await pepys.person.call("listActivity"));
  return activities
    .map(({ activity: { kind, summary } }) => `${kind}: ${summary}`)
    .toReversed()
    .filter((line) => !/^(?:login|membership_changed):/.test(line));
}

it("the activity shows each removal of a lock once, also when its command is repeated", async () => {
  const journal = pepys.inJournal(pepys.firstJournalId);
  const entry = pepys.inEntry(pepys.firstJournalId, (await pepys.write({ title: "secret" })).id);
  const removal = { unlock: true, lock_type: 1 as const, plain_password: password };
  ok(await pepys.person.call("updateEntry", { ...entry, body: lock }));
  ok(await pepys.person.call("updateEntry", { ...entry, body: removal }));
  ok(await pepys.person.call("updateJournal", { ...journal, body: { ...lock, lock_type: 2 } }));
  const key = randomUUID();
  ok(await pepys.person.call("updateJournal", { ...journal, body: removal, key }));
  ok(await pepys.person.call("updateJournal", { ...journal, body: removal, key }));
  const removedLine = "lock_removed: You removed a lock.";
  expect(await readActivity()).toEqual([removedLine, removedLine]);
  expect(JSON.stringify(await readActivity())).not.toContain("secret");
});

it("the activity shows when an entry gets a public link and when it loses it", async () => {
  const entry = pepys.inEntry(pepys.firstJournalId, (await pepys.write({ title: "secret" })).id);
  ok(await pepys.person.call("publicLink", entry));
  ok(await pepys.person.call("publicLink", entry));
  expect((await pepys.person.call("unpublicLink", entry)).status).toBe(204);
  expect((await pepys.person.call("unpublicLink", entry)).status).toBe(204);
  expect(await readActivity()).toEqual([
    "publish: You created a public link for an entry.",
    "unpublish: You removed the public link of an entry.",
  ]);
});

it("an entry behind a lock, open or closed, cannot be shared; the refusal names the lock, its type and its hint", async () => {
  const entry = pepys.inEntry(pepys.firstJournalId, (await pepys.write({})).id);
  const share = async () => {
    const body = { share_recipients: ["jane@example.com"] };
    const { status, body: refusal } = await pepys.person.call("emailShare", { ...entry, body });
    const { code, password_hint, lock_type_id, locked } = refusal as unknown as Record<string, unknown>;
    return { status, code, password_hint, lock_type_id, locked };
  };
  const refusal = { status: 423, code: "locked", password_hint: "the year", lock_type_id: 2 };
  ok(await pepys.person.call("updateEntry", { ...entry, body: lock }));
  expect(await share()).toEqual({ ...refusal, locked: "entry" });
  ok(await pepys.person.call("updateEntry", { ...entry, body: { unlock: true, plain_password: password } }));
  expect(await share()).toEqual({ ...refusal, locked: "entry" });
  const removal = { unlock: true, lock_type: 1 as const, plain_password: password };
  ok(await pepys.person.call("updateEntry", { ...entry, body: removal }));
  const journal = pepys.inJournal(pepys.firstJournalId);
  ok(await pepys.person.call("updateJournal", { ...journal, body: { ...lock, lock_type: 2 } }));
  ok(
    await pepys.person.call("updateJournal", {
      ...journal,
      body: { unlock: true, plain_password: password },
    }),
  );
  expect(await share()).toEqual({ ...refusal, locked: "journal" });
});
