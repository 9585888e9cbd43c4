import { beforeAll, expect, test } from "vitest";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});

async function listJournals(person: RemoteDaybook) {
  const answer = await person.call("listJournals");
  if (!answer.ok) throw new Error(answer.body.code);
  return answer.body.journals.map(({ journal }) => journal);
}

test("a granted membership applies immediately, and the journal list has the chosen order", async () => {
  const person = await daybook.newPerson();
  const secondJournal = { body: { name: "Zoo" } };
  expect((await person.call("createJournal", secondJournal)).status).toBe(403);
  await daybook.grant(person, { level: "pro", years: 1 });
  const refreshed = await person.call("refreshToken");
  if (!refreshed.ok) throw new Error(refreshed.body.code);
  person.setSession(refreshed.body);
  expect(refreshed.body.user).toMatchObject({ is_pro: true, is_pro_plus: false });
  expect((await person.call("createJournal", secondJournal)).status).toBe(201);
  expect((await person.call("createJournal", { body: { name: "Alps" } })).status).toBe(201);

  const journals = await listJournals(person);
  expect(journals.map(({ name }) => name).slice(1)).toEqual(["Zoo", "Alps"]);
  await person.call("changeJournalOrder", { body: { order: "name" } });
  expect((await listJournals(person)).map(({ name }) => name)).toEqual(
    journals.map(({ name }) => name).toSorted(),
  );
  const arrangedIds = journals.map(({ id }) => id).toReversed();
  await person.call("changeJournalOrder", { body: { order: arrangedIds } });
  expect((await listJournals(person)).map(({ id }) => id)).toEqual(arrangedIds);
  await person.call("changeJournalOrder", { body: { order: "created" } });
  expect((await listJournals(person)).map(({ id }) => id)).toEqual(journals.map(({ id }) => id));
});
