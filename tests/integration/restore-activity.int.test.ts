import { randomUUID } from "node:crypto";
import { streamOf } from "@daybook/domain/kernel/ids";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { restoreVersion } from "@daybook/application/entries/restore-version";
import { ok } from "../answers.ts";
import { contextOf } from "./call-context.ts";
import { forgetCompletion } from "./completed-commands.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { openSecondApplication } from "./second-application.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let pepys: Diarist;

beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  pepys = await newDiarist(daybook);
});

/** The restores in the activity list. */
const listRestores = async () =>
  ok(await pepys.person.call("listActivity"))
    .activities.map(({ activity }) => activity)
    .filter(({ kind }) => kind === "restore");

/** How many restores a command adds to the activity list. */
async function countNewRestores(command: () => Promise<unknown>): Promise<number> {
  const restoresBefore = (await listRestores()).length;
  await command();
  return (await listRestores()).length - restoresBefore;
}

const restoreEntries = (body: object, key = randomUUID()) =>
  pepys.person.call("restoreEntries", { ...pepys.inJournal(pepys.firstJournalId), body, key });

/** An entry with two versions, and the id of the older one. */
async function writeTwoVersions() {
  const { id } = await pepys.write({ title: "secret before", richtext_body: "<p>one</p>" });
  const entryPath = pepys.inEntry(pepys.firstJournalId, id);
  ok(
    await pepys.person.call("updateEntry", {
      ...entryPath,
      body: { title: "after", richtext_body: "<p>two</p>" },
    }),
  );
  const { versions } = ok(await pepys.person.call("listVersions", entryPath));
  return { entryPath, version_id: String(versions.at(-1)?.version.id) };
}

describe("the activity list shows the restore of", () => {
  it("a version, in place or as a new entry, with the IP address and without the text", async () => {
    const { entryPath, version_id } = await writeTwoVersions();
    const restore = async (replace: "true" | "false") =>
      ok(await pepys.person.call("restoreVersion", { ...entryPath, query: { version_id, replace } }));
    expect(await countNewRestores(() => restore("true"))).toBe(1);
    expect(await countNewRestores(() => restore("true"))).toBe(0);
    expect(await countNewRestores(() => restore("false"))).toBe(1);
    const [listedRestore] = await listRestores();
    expect(listedRestore?.ip).toContain("127.0.0.1");
    expect(JSON.stringify(listedRestore)).not.toContain("secret");
  });

  it("a version as a new entry, if the command is repeated after a crash before the restore was noted", async () => {
    const { entryPath, version_id } = await writeTwoVersions();
    const { journalId, entryId } = entryPath.params;
    const restore = {
      journalId: Number(journalId),
      entryId: Number(entryId),
      versionId: Number(version_id),
      replace: false,
    };
    const app = await openSecondApplication(daybook.platform);
    const context = contextOf(app, pepys.person.session?.user.id ?? 0);
    // The key of the account is opened for the activity list, after the copy is stored.
    const vault = { ...app.vault, openKey: () => Promise.reject(new Error("killed")) };
    await restoreVersion({ ...app, vault }, context, restore);
    expect(await listRestores()).toHaveLength(0);
    const repeat = { ...context, command: { ...context.command, repeated: true } };
    await restoreVersion(app, repeat, restore);
    await restoreVersion(app, repeat, restore);
    expect(await listRestores()).toHaveLength(1);
    app.waiter.close();
  });

  it("entries from the trash: one line for any number, and none for no entries", async () => {
    const ids = await pepys.writeMany(5);
    await pepys.trash(ids);
    const [firstId, ...otherIds] = ids;
    const entryPath = pepys.inEntry(pepys.firstJournalId, firstId ?? 0);
    const restoreCall = { ...entryPath, body: { status_id: 1 as const } };
    expect(await countNewRestores(async () => ok(await pepys.person.call("updateEntry", restoreCall)))).toBe(
      1,
    );
    expect(
      await countNewRestores(async () => ok(await restoreEntries({ entry_ids: otherIds.slice(0, 2) }))),
    ).toBe(1);
    expect(await countNewRestores(async () => ok(await restoreEntries({ entry_ids: ids.slice(0, 3) })))).toBe(
      0,
    );
    expect(await countNewRestores(async () => ok(await restoreEntries({ all_entries: true })))).toBe(1);
    expect(await countNewRestores(async () => ok(await restoreEntries({ all_entries: true })))).toBe(0);
  });

  it("many entries in one line, from the beginning of their operation", async () => {
    const ids = await pepys.writeMany(101);
    const trashedReply = ok(
      await pepys.person.call("deleteEntries", {
        ...pepys.inJournal(pepys.firstJournalId),
        body: { all_entries: true },
      }),
    );
    if ("operation" in trashedReply) await pepys.waitForOperation(trashedReply.operation.id);
    const countRestoreEvents = async () => {
      const stream = streamOf.account(pepys.person.session!.user.id);
      const events = await daybook.platform.store.readStream(stream, { from: 0, limit: 100 });
      return events.filter(({ type }) => type === "RestoreDone").length;
    };
    const restoreReply = ok(await restoreEntries({ entry_ids: ids }));
    if (!("operation" in restoreReply)) throw new Error("this is no operation");
    // The list may be behind while the operation runs, so this reads the log.
    expect(await countRestoreEvents()).toBe(1);
    await pepys.waitForOperation(restoreReply.operation.id);
    expect(await countRestoreEvents()).toBe(1);
    await expect.poll(listRestores).toHaveLength(1);
  });

  it("a journal, but not of one that was active", async () => {
    const journalInput = pepys.inJournal(pepys.secondJournalId);
    const restore = async () =>
      ok(
        await pepys.person.call("updateJournal", {
          ...journalInput,
          body: { restore: true, name: randomUUID() },
        }),
      );
    await pepys.person.call("deleteJournal", journalInput);
    expect(await countNewRestores(restore)).toBe(1);
    expect(await countNewRestores(restore)).toBe(0);
  });

  it("an entry once, if the command is repeated after a crash", async () => {
    const { id } = await pepys.write();
    await pepys.trash([id]);
    const key = randomUUID();
    const addedCount = await countNewRestores(async () => {
      ok(await restoreEntries({ entry_ids: [id] }, key));
      await forgetCompletion(daybook, key);
      ok(await restoreEntries({ entry_ids: [id] }, key));
    });
    expect(addedCount).toBe(1);
  });
});
