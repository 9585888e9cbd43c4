import type { BodyOf } from "@daybook/domain/contract/contract";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, beforeEach, expect } from "vitest";
import { ok } from "../answers.ts";
import { firstJournalIdOf } from "./people.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

/** A new person for each test, and functions for their entries and tags. `setup` is filled before each test. */
export function useTagger() {
  const setup = {} as { daybook: RunningDaybook; person: RemoteDaybook; journalId: string };
  /** Continues with a new person and their first journal. */
  async function switchPerson(): Promise<void> {
    setup.person = await setup.daybook.newPerson();
    setup.journalId = await firstJournalIdOf(setup.person);
  }
  beforeAll(async () => {
    setup.daybook = await sharedDaybook();
  });
  beforeEach(switchPerson);

  async function writeEntry(title = "Page"): Promise<number> {
    const params = { journalId: setup.journalId };
    return ok(await setup.person.call("createEntry", { params, body: { title } })).entry.id;
  }
  async function createTag(name: string, ...entryIds: number[]) {
    const answer = await setup.person.call("createTag", { body: { name, entries_added_to: entryIds } });
    const { tag } = ok(answer);
    expect(answer.status).toBe(201);
    return tag;
  }
  const updateTag = async (tagId: number, body: BodyOf<"updateTag">) =>
    ok(await setup.person.call("updateTag", { params: { tagId: String(tagId) }, body })).tag;
  const listTags = async (query: { journal_id?: string; entry_id?: string } = {}) =>
    ok(await setup.person.call("listTags", { query })).tags.map(({ tag }) => tag);
  const readEntry = async (entryId: number) => {
    const params = { journalId: setup.journalId, entryId: String(entryId) };
    return ok(await setup.person.call("getEntry", { params })).entry;
  };
  const tagNamesOf = async (entryId: number) => (await readEntry(entryId)).tags.map(({ name }) => name);
  return { setup, switchPerson, writeEntry, createTag, updateTag, listTags, readEntry, tagNamesOf };
}
