import { expect, test } from "vitest";
import type { Services } from "../../shared/services.ts";
import { sampleEntry, sampleJournal } from "../../shared/testing/sample-journal.ts";
import { storesOf } from "../../stores/use-stores.ts";
import { resolveUnlock, takeUnlockLinkToken } from "./unlock-route.ts";

/** Opens a mailed unlock link in a browser whose user can change before `receive` lets the reply arrive. */
function openLink(path: string, params: Record<string, string>) {
  const user: { id: number | null } = { id: 7 };
  let receive = (_reply: unknown): void => {};
  const services = {
    api: { call: () => new Promise((resolve) => (receive = resolve)) },
    sessionActor: { getSnapshot: () => ({ context: { session: user.id === null ? null : { user } } }) },
    stores: null,
  } as unknown as Services;
  const url = `https://daybook.test${path}`;
  try {
    takeUnlockLinkToken(new Request(`${url}?token=secret`));
  } catch {
    // The redirect to the URL without the token.
  }
  const unlocking = resolveUnlock(services, { params, request: new Request(url) } as never);
  return { user, ...storesOf(services), unlocking, receive: (data: unknown) => receive({ ok: true, data }) };
}

const openJournalLink = () => openLink("/journals/1/unlock", { journalId: "1" });
const openEntryLink = () => openLink("/journals/1/5/unlock", { journalId: "1", entryId: "5" });

test("a journal or entry that a mailed link unlocked is stored", async () => {
  const { journals, unlocking, receive } = openJournalLink();
  receive({ journal: sampleJournal(1) });
  expect(await unlocking).toMatchObject({ linkOutcome: "removed", journal: { id: 1 } });
  expect(journals.find(1)).toBeDefined();

  const entryLink = openEntryLink();
  entryLink.receive({ entry: sampleEntry(5) });
  expect(await entryLink.unlocking).toMatchObject({ linkOutcome: "removed", entry: { id: 5 } });
  expect(entryLink.entries.find(5)).toBeDefined();
});

test.each([
  ["a log-out", null],
  ["the log-in of another user", 8],
])("after %s, a late reply to a mailed link stores no journal and no entry", async (_, nextUserId) => {
  const { user, journals, unlocking, receive } = openJournalLink();
  user.id = nextUserId;
  receive({ journal: sampleJournal(1) });
  await unlocking;
  expect(journals.loaded).toEqual([]);

  const entryLink = openEntryLink();
  entryLink.user.id = nextUserId;
  entryLink.receive({ entry: sampleEntry(5) });
  await entryLink.unlocking;
  expect(entryLink.entries.find(5)).toBeUndefined();
});
