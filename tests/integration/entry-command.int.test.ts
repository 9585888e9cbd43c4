import { runCreate } from "@daybook/bin/entry/run-create";
import { withApplication } from "@daybook/bin/entry/with-application";
import { beforeAll, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { newDiarist } from "./diarist.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});

async function runEntryCommand(email: string, password: string, text: string): Promise<[number, string[]]> {
  const lines: string[] = [];
  const code = await withApplication(daybook.platform.config, (app) =>
    runCreate(app, { email, password, title: "By water", text }, (line) => lines.push(line)),
  );
  return [code, lines];
}

it("npm run entry creates an entry and logs out", async () => {
  const { person, firstJournalId, inJournal } = await newDiarist(daybook);
  const { email } = ok(await person.call("getProfile")).profile;
  const sessionCount = ok(await person.call("listSessions")).sessions.length;
  const [code, lines] = await runEntryCommand(email, "and so to bed 1660", "To Deptford <early>\nand home");
  expect(code).toBe(0);
  expect(lines.join()).toMatch(/^Saved as entry \d+ of /);
  await daybook.waitUntilCaughtUp();
  const [listedEntry] = ok(await person.call("listEntries", inJournal(firstJournalId))).entries;
  const params = { journalId: String(firstJournalId), entryId: String(listedEntry?.entry.id) };
  const { entry } = ok(await person.call("getEntry", { params }));
  expect([entry.title, entry.richtext_body]).toEqual([
    "By water",
    "<p>To Deptford &lt;early></p><p>and home</p>",
  ]);
  expect(ok(await person.call("listSessions")).sessions).toHaveLength(sessionCount);
});

it("npm run entry refuses a wrong password with a message", async () => {
  const { person } = await newDiarist(daybook);
  const { email } = ok(await person.call("getProfile")).profile;
  expect(await runEntryCommand(email, "wrong", "x")).toEqual([1, ["Your email or password were incorrect."]]);
});
