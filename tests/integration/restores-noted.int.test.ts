import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Diarist, newDiarist, ok } from "./diarist.ts";
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
const restores = async () =>
  ok(await pepys.person.call("listActivity"))
    .activities.map(({ activity }) => activity)
    .filter(({ kind }) => kind === "restore");

/** How many restores a command adds to the activity list. */
async function restoresAddedBy(command: () => Promise<unknown>): Promise<number> {
  const restoresBefore = (await restores()).length;
  await command();
  return (await restores()).length - restoresBefore;
}

const restoreEntries = (body: object, key = randomUUID()) =>
  pepys.person.call("restoreEntries", { ...pepys.at(pepys.first), body, key });

/** An entry with two versions, and the id of the older one. */
async function twoVersions() {
  const { id } = await pepys.write({ title: "secret before", richtext_body: "<p>one</p>" });
  const at = pepys.entryAt(pepys.first, id);
  ok(
    await pepys.person.call("updateEntry", { ...at, body: { title: "after", richtext_body: "<p>two</p>" } }),
  );
  const { versions } = ok(await pepys.person.call("listVersions", at));
  return { at, version_id: String(versions.at(-1)?.version.id) };
}

describe("the activity list shows the restore of", () => {
  it("a version, in place or as a new entry, with its origin and without its text", async () => {
    const { at, version_id } = await twoVersions();
    const restore = async (replace: "true" | "false") =>
      ok(await pepys.person.call("restoreVersion", { ...at, query: { version_id, replace } }));
    expect(await restoresAddedBy(() => restore("true"))).toBe(1);
    expect(await restoresAddedBy(() => restore("true"))).toBe(0);
    expect(await restoresAddedBy(() => restore("false"))).toBe(1);
    const [notedRestore] = await restores();
    expect(notedRestore?.ip).toContain("127.0.0.1");
    expect(JSON.stringify(notedRestore)).not.toContain("secret");
  });

  it("entries from the trash: one line for any number, and none for no entries", async () => {
    const ids = await pepys.writeMany(5);
    await pepys.trash(ids);
    const [single, ...others] = ids;
    const at = pepys.entryAt(pepys.first, single ?? 0);
    const restoreCall = { ...at, body: { status_id: 1 as const } };
    expect(await restoresAddedBy(async () => ok(await pepys.person.call("updateEntry", restoreCall)))).toBe(
      1,
    );
    expect(
      await restoresAddedBy(async () => ok(await restoreEntries({ entry_ids: others.slice(0, 2) }))),
    ).toBe(1);
    expect(await restoresAddedBy(async () => ok(await restoreEntries({ entry_ids: ids.slice(0, 3) })))).toBe(
      0,
    );
    expect(await restoresAddedBy(async () => ok(await restoreEntries({ all_entries: true })))).toBe(1);
    expect(await restoresAddedBy(async () => ok(await restoreEntries({ all_entries: true })))).toBe(0);
  });

  it("many entries, before all of them are restored", async () => {
    const ids = await pepys.writeMany(101);
    const trashedReply = ok(
      await pepys.person.call("deleteEntries", { ...pepys.at(pepys.first), body: { all_entries: true } }),
    );
    if ("operation" in trashedReply) await pepys.ended(trashedReply.operation.id);
    const addedCount = await restoresAddedBy(async () => {
      const answer = ok(await restoreEntries({ entry_ids: ids }));
      if ("operation" in answer) await pepys.ended(answer.operation.id);
    });
    expect(addedCount).toBe(1);
  });

  it("a journal, but not of one that was active", async () => {
    const at = pepys.at(pepys.second);
    const restore = async () =>
      ok(await pepys.person.call("updateJournal", { ...at, body: { restore: true, name: randomUUID() } }));
    await pepys.person.call("deleteJournal", at);
    expect(await restoresAddedBy(restore)).toBe(1);
    expect(await restoresAddedBy(restore)).toBe(0);
  });

  it("an entry once, if the command is repeated after a lost answer", async () => {
    const { id } = await pepys.write();
    await pepys.trash([id]);
    const key = randomUUID();
    const addedCount = await restoresAddedBy(async () => {
      ok(await restoreEntries({ entry_ids: [id] }, key));
      // This simulates a crash before the ledger recorded the end of the command.
      const { rowCount } = await daybook.platform.pools.durable.query(
        "UPDATE ledger.commands SET status = NULL WHERE key = encode(sha256(convert_to($1, 'UTF8')), 'hex')",
        [key],
      );
      expect(rowCount).toBe(1);
      ok(await restoreEntries({ entry_ids: [id] }, key));
    });
    expect(addedCount).toBe(1);
  });
});
