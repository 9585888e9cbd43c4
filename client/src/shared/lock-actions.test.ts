import { expect, test } from "vitest";
import { storesOf } from "../stores/use-stores.ts";
import { entryLock, journalLock } from "./lock-actions.ts";
import type { Services } from "./services.ts";
import { sampleEntry, sampleJournal } from "./testing/sample-journal.ts";

/** Services whose one call waits for the test to answer it, and a user who can change. */
function openBrowser() {
  const user: { id: number | null } = { id: 7 };
  let receive = (_reply: unknown): void => {};
  const services = {
    api: { call: () => new Promise((resolve) => (receive = resolve)) },
    sessionActor: { getSnapshot: () => ({ context: { session: user.id === null ? null : { user } } }) },
    lockSync: { broadcast: () => {} },
    unlocks: new Map(),
    stores: null,
  } as unknown as Services;
  return { user, services, ...storesOf(services), receive: (reply: unknown) => receive(reply) };
}

const unlockReply = {
  ok: true,
  data: { journal: sampleJournal(1), unlock_token: "token", draft_key: "key" },
};

test("an opened journal is stored with its secrets", async () => {
  const { services, journals, receive } = openBrowser();
  const opening = journalLock(services, 1).open("by water");
  receive(unlockReply);
  await opening;
  expect(journals.loaded).toHaveLength(1);
  expect(services.unlocks.get(1)).toEqual({ token: "token", draftKey: "key" });
});

test.each([
  ["a log-out", null],
  ["the log-in of another user", 8],
])("after %s, a late reply stores no journal, no entry and no secrets", async (_, nextUserId) => {
  const { user, services, journals, entries, receive } = openBrowser();
  const opening = journalLock(services, 1).open("by water");
  user.id = nextUserId;
  receive(unlockReply);
  await opening;
  expect(journals.loaded).toEqual([]);
  expect(services.unlocks.size).toBe(0);

  user.id = 7;
  const closing = entryLock(services, { journalId: 1, entryId: 5 }).close();
  user.id = nextUserId;
  receive({ ok: true, data: { entry: sampleEntry(5) } });
  await closing;
  expect(entries.find(5)).toBeUndefined();
});
