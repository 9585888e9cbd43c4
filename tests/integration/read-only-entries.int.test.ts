import { setReadOnly } from "@daybook/bin/account/read-only";
import type { CallName } from "@daybook/domain/contract/paths";
import type { RemoteAnswer, RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { firstJournalOf, must, paidPerson } from "./people.ts";

let daybook: RunningDaybook;
let person: RemoteDaybook;
let journalId: string;
let entryId: string;
let versionId: string;

beforeAll(async () => {
  daybook = await sharedDaybook();
  person = await paidPerson(daybook);
  journalId = await firstJournalOf(person);
});
beforeEach(async () => {
  const body = { title: "Homework", richtext_body: "<p>As it was handed in.</p>" };
  const { entry } = must(await person.call("createEntry", { params: { journalId }, body }));
  entryId = String(entry.id);
  must(await revise({ richtext_body: "<p>As it was marked.</p>" }));
  const { versions } = must(await person.call("listVersions", { params: { journalId, entryId } }));
  versionId = String(versions.at(-1)?.version.id);
});

const params = () => ({ journalId, entryId });
const revise = (body: Record<string, unknown>) => person.call("updateEntry", { params: params(), body });
const refusal = <N extends CallName>(answer: RemoteAnswer<N>) => [
  answer.status,
  answer.ok ? null : answer.body.error,
];
const currentEntry = async () => must(await person.call("getEntry", { params: params() })).entry;

async function setReadOnlyMark(isReadOnly: boolean): Promise<void> {
  const { store, clock } = daybook.platform;
  expect(await setReadOnly(store, Number(entryId), isReadOnly, clock.now())).toBeNull();
  await daybook.waitUntilCaughtUp();
}

it("a read-only entry is marked, and keeps the journal design of that time", async () => {
  const look = { params: { journalId, settingId: journalId } };
  must(await person.call("updateComposeSetting", { ...look, body: { font: "Optima", font_size: 12 } }));
  await setReadOnlyMark(true);
  must(await person.call("updateComposeSetting", { ...look, body: { font: "Lora", font_size: 16 } }));
  expect(await currentEntry()).toMatchObject({
    is_read_only: true,
    original_journal_settings: { font: "Optima", font_size: 12, display_date_method: "created" },
  });
  const { entries } = must(await person.call("listEntries", { params: { journalId } }));
  expect(entries.find(({ entry }) => String(entry.id) === entryId)?.entry.is_read_only).toBe(true);
  await setReadOnlyMark(false);
  expect(await currentEntry()).toMatchObject({ is_read_only: false, original_journal_settings: null });
});

it("a read-only entry refuses every change of its content", async () => {
  await setReadOnlyMark(true);
  const refusedReadOnly = [403, "This entry is read-only."];
  expect(refusal(await revise({ richtext_body: "<p>Better.</p>" }))).toEqual(refusedReadOnly);
  expect(refusal(await revise({ title: "Better" }))).toEqual(refusedReadOnly);
  expect(refusal(await revise({ local_date: "1660-01-01" }))).toEqual(refusedReadOnly);
  expect(refusal(await revise({ page_theme_id: 7 }))).toEqual(refusedReadOnly);
  const restore = { params: params(), query: { version_id: versionId, replace: "true" as const } };
  expect(refusal(await person.call("restoreVersion", restore))).toEqual(refusedReadOnly);
  expect((await currentEntry()).plaintext_body).toBe("As it was marked.");
});

it("a read-only entry allows stars, tags, the trash, and restoring a version as a new entry", async () => {
  await setReadOnlyMark(true);
  must(await revise({ starred: true }));
  const body = { name: "school", entries_added_to: [Number(entryId)] };
  must(await person.call("createTag", { body }));
  const asNewEntry = { params: params(), query: { version_id: versionId, replace: "false" as const } };
  const newEntry = must(await person.call("restoreVersion", asNewEntry)).entry;
  expect([newEntry.plaintext_body, newEntry.is_read_only]).toEqual(["As it was handed in.", false]);
  expect(await currentEntry()).toMatchObject({
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
