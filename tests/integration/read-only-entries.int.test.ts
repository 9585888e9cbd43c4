import { setReadOnly } from "@daybook/bin/account/read-only";
import type { CallName } from "@daybook/domain/contract/paths";
import type { RemoteAnswer, RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { firstJournalIdOf, createPaidPerson } from "./people.ts";

let daybook: RunningDaybook;
let person: RemoteDaybook;
let journalId: string;
let entryId: string;
let versionId: string;

beforeAll(async () => {
  daybook = await sharedDaybook();
  person = await createPaidPerson(daybook);
  journalId = await firstJournalIdOf(person);
});
beforeEach(async () => {
  const body = { title: "Homework", richtext_body: "<p>As it was handed in.</p>" };
  const { entry } = ok(await person.call("createEntry", { params: { journalId }, body }));
  entryId = String(entry.id);
  ok(await updateEntry({ richtext_body: "<p>As it was marked.</p>" }));
  const { versions } = ok(await person.call("listVersions", { params: { journalId, entryId } }));
  versionId = String(versions.at(-1)?.version.id);
});

const params = () => ({ journalId, entryId });
const updateEntry = (body: Record<string, unknown>) => person.call("updateEntry", { params: params(), body });
const statusAndError = <N extends CallName>(answer: RemoteAnswer<N>) => [
  answer.status,
  answer.ok ? null : answer.body.error,
];
const readEntry = async () => ok(await person.call("getEntry", { params: params() })).entry;

async function markReadOnly(isReadOnly: boolean): Promise<void> {
  const { store, clock } = daybook.platform;
  expect(await setReadOnly(store, Number(entryId), isReadOnly, clock.now())).toBeNull();
  await daybook.waitUntilCaughtUp();
}

it("a read-only entry is marked, and keeps the design that its journal had at that time", async () => {
  const composeSetting = { params: { journalId, settingId: journalId } };
  ok(
    await person.call("updateComposeSetting", { ...composeSetting, body: { font: "Optima", font_size: 12 } }),
  );
  await markReadOnly(true);
  ok(await person.call("updateComposeSetting", { ...composeSetting, body: { font: "Lora", font_size: 16 } }));
  expect(await readEntry()).toMatchObject({
    is_read_only: true,
    original_journal_settings: { font: "Optima", font_size: 12, display_date_method: "created" },
  });
  const { entries } = ok(await person.call("listEntries", { params: { journalId } }));
  expect(entries.find(({ entry }) => String(entry.id) === entryId)?.entry.is_read_only).toBe(true);
  await markReadOnly(false);
  expect(await readEntry()).toMatchObject({ is_read_only: false, original_journal_settings: null });
});

it("a read-only entry refuses changes of its text, title, date and theme", async () => {
  await markReadOnly(true);
  const readOnlyRefusal = [403, "This entry is read-only."];
  expect(statusAndError(await updateEntry({ richtext_body: "<p>Better.</p>" }))).toEqual(readOnlyRefusal);
  expect(statusAndError(await updateEntry({ title: "Better" }))).toEqual(readOnlyRefusal);
  expect(statusAndError(await updateEntry({ local_date: "1660-01-01" }))).toEqual(readOnlyRefusal);
  expect(statusAndError(await updateEntry({ page_theme_id: 7 }))).toEqual(readOnlyRefusal);
  const restore = { params: params(), query: { version_id: versionId, replace: "true" as const } };
  expect(statusAndError(await person.call("restoreVersion", restore))).toEqual(readOnlyRefusal);
  expect((await readEntry()).plaintext_body).toBe("As it was marked.");
});

it("a read-only entry allows stars, tags, the trash, and restoring a version as a new entry", async () => {
  await markReadOnly(true);
  ok(await updateEntry({ starred: true }));
  const body = { name: "school", entries_added_to: [Number(entryId)] };
  ok(await person.call("createTag", { body }));
  const asNewEntry = { params: params(), query: { version_id: versionId, replace: "false" as const } };
  const newEntry = ok(await person.call("restoreVersion", asNewEntry)).entry;
  expect([newEntry.plaintext_body, newEntry.is_read_only]).toEqual(["As it was handed in.", false]);
  expect(await readEntry()).toMatchObject({
    starred: true,
    tags: [{ name: "school" }],
    is_read_only: true,
  });
  const trashedAnswer = await person.call("deleteEntries", {
    params: { journalId },
    body: { entry_ids: [Number(entryId)] },
  });
  expect(trashedAnswer.ok).toBe(true);
});

it("an entry that does not exist cannot be made read-only", async () => {
  const { store, clock } = daybook.platform;
  expect((await setReadOnly(store, 7, true, clock.now()))?.code).toBe("not_found");
});
