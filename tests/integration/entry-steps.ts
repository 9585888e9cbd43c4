import type { BodyOf } from "@daybook/domain/contract/contract";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll } from "vitest";
import { ok } from "../answers.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

/** A new person of the shared Daybook, and functions for the entries of their journal. `setup` is filled before the first test. */
export function useEntryWriter() {
  const setup = {} as { daybook: RunningDaybook; person: RemoteDaybook; journalId: string };
  beforeAll(async () => {
    setup.daybook = await sharedDaybook();
    setup.person = await setup.daybook.newPerson();
    setup.journalId = String(ok(await setup.person.call("listJournals")).journals[0]?.journal.id);
  });

  const inEntry = (entryId: number) => ({ params: { journalId: setup.journalId, entryId: String(entryId) } });
  return {
    setup,
    /** The input of a call that names this entry. */
    inEntry,
    writeEntry: async (body: BodyOf<"createEntry">) =>
      ok(await setup.person.call("createEntry", { params: { journalId: setup.journalId }, body })).entry,
    updateEntry: (entryId: number, body: BodyOf<"updateEntry">, key?: string) =>
      setup.person.call("updateEntry", { ...inEntry(entryId), body, ...(key && { key }) }),
    readEntry: async (entryId: number) => ok(await setup.person.call("getEntry", inEntry(entryId))).entry,
    listVersions: async (entryId: number) =>
      ok(await setup.person.call("listVersions", inEntry(entryId))).versions.map(({ version }) => version),
  };
}
