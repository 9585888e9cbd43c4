import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { isFullMatrix } from "@daybook/platform/testing/matrix";

let daybook: RunningDaybook;
let owner: Diarist;
let stranger: Diarist;

beforeAll(async () => {
  daybook = await sharedDaybook();
  [owner, stranger] = await Promise.all([newDiarist(daybook), newDiarist(daybook)]);
});

const versionsOf = async (entryId: number) =>
  ok(await owner.person.call("listVersions", owner.inEntry(owner.firstJournalId, entryId))).versions.map(
    ({ version }) => version,
  );
const restoreVersion = async (entryId: number, versionId: number) =>
  ok(
    await owner.person.call("restoreVersion", {
      ...owner.inEntry(owner.firstJournalId, entryId),
      query: { version_id: String(versionId) },
    }),
  ).entry;

describe("restoring", () => {
  it("a version twice has the same result as once, and restoring the previous version undoes it", async () => {
    const texts = fc.array(fc.constantFrom("a", "b", "c d", ""), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(), async (saves, choice) => {
        const entry = await owner.write({ title: "T", richtext_body: "<p>start</p>" });
        for (const text of saves) {
          const body = { richtext_body: `<p>${text}</p>` };
          await owner.person.call("updateEntry", { ...owner.inEntry(owner.firstJournalId, entry.id), body });
        }
        const entryBefore = await owner.read(owner.firstJournalId, entry.id);
        const versions = await versionsOf(entry.id);
        const chosenVersion = versions[choice % versions.length]!;
        const firstRestore = await restoreVersion(entry.id, chosenVersion.id);
        expect(firstRestore.plaintext_body).toBe(chosenVersion.plain_text_body);
        const secondRestore = await restoreVersion(entry.id, chosenVersion.id);
        expect(secondRestore).toEqual(firstRestore);
        const entryAfterUndo = await restoreVersion(entry.id, versions[0]!.id);
        const textOf = ({ title, richtext_body, word_count }: typeof entryBefore) => [
          title,
          richtext_body,
          word_count,
        ];
        expect(textOf(entryAfterUndo)).toEqual(textOf(entryBefore));
        const versionsAfter = await versionsOf(entry.id);
        expect(versionsAfter.map(({ id }) => id)).toEqual(
          expect.arrayContaining(versions.map(({ id }) => id)),
        );
      }),
      { numRuns: isFullMatrix ? 15 : 5 },
    );
  });

  it("a trashed entry twice changes nothing the second time", async () => {
    const { id } = await owner.write({ title: "once" });
    await owner.trash([id]);
    const restore = async () => {
      const body = { entry_ids: [id] };
      ok(await owner.person.call("restoreEntries", { ...owner.inJournal(owner.firstJournalId), body }));
      return owner.read(owner.firstJournalId, id);
    };
    expect(await restore()).toEqual(await restore());
  });
});

describe("changes by one person", () => {
  /** The journals and entries of the owner. */
  async function readJournalsOfOwner(): Promise<unknown> {
    const { person, firstJournalId, secondJournalId, inJournal } = owner;
    const answers = await Promise.all([
      person.call("listJournals"),
      ...[firstJournalId, secondJournalId].flatMap((journal) => [
        person.call("listEntries", { ...inJournal(journal), query: { limit: "100" } }),
        person.call("listEntries", { ...inJournal(journal), query: { view: "trashed" } }),
        person.call("listEntriesAsOf", { ...inJournal(journal), query: { at: "2100-01-01" } }),
      ]),
    ]);
    return answers.map(({ status, body }) => [status, body]);
  }

  it("never change the journals and entries of another, for any ids", async () => {
    const [activeEntry, trashedEntry] = [
      await owner.write({ title: "kept" }),
      await owner.write({ title: "trashed" }),
    ];
    await owner.trash([trashedEntry.id]);
    const [version] = await versionsOf(activeEntry.id);
    const strangersEntry = await stranger.write({ title: "own" });
    const ownerViewBefore = await readJournalsOfOwner();
    const { person } = stranger;

    const anyAction = fc.record({
      kind: fc.constantFrom(
        "move",
        "trash",
        "erase",
        "restore",
        "restoreMissing",
        "save",
        "restoreVersion",
        "moveAll",
        "renameJournal",
      ),
      journal: fc.constantFrom(
        owner.firstJournalId,
        owner.secondJournalId,
        stranger.firstJournalId,
        stranger.secondJournalId,
      ),
      target: fc.constantFrom(
        owner.firstJournalId,
        owner.secondJournalId,
        stranger.firstJournalId,
        stranger.secondJournalId,
      ),
      entry: fc.constantFrom(activeEntry.id, trashedEntry.id, strangersEntry.id),
      secondEntry: fc.constantFrom(activeEntry.id, strangersEntry.id),
    });
    await fc.assert(
      fc.asyncProperty(anyAction, async ({ kind, journal, target, entry, secondEntry }) => {
        const inSourceJournal = stranger.inJournal(journal);
        const ids = { entry_ids: [entry, secondEntry] };
        const key = randomUUID();
        const calls: Record<typeof kind, () => Promise<{ status: number; body: unknown }>> = {
          move: () =>
            person.call("moveEntries", { ...inSourceJournal, body: { ...ids, new_journal_id: target }, key }),
          moveAll: () =>
            person.call("moveEntries", {
              ...inSourceJournal,
              body: { all_entries: true, new_journal_id: target },
            }),
          trash: () => person.call("deleteEntries", { ...inSourceJournal, body: ids, key }),
          erase: () =>
            person.call("deleteEntries", {
              ...inSourceJournal,
              body: { entry_ids: [activeEntry.id], permanent: true },
            }),
          restore: () =>
            person.call("restoreEntries", { ...inSourceJournal, body: { ...ids, new_journal_id: target } }),
          restoreMissing: () =>
            person.call("restoreMissing", { ...inSourceJournal, body: { at: "2100-01-01" } }),
          save: () =>
            person.call("updateEntry", {
              ...stranger.inEntry(journal, entry),
              body: { title: "changed", journal_id: target, status_id: 1 },
              key,
            }),
          restoreVersion: () =>
            person.call("restoreVersion", {
              ...stranger.inEntry(journal, entry),
              query: { version_id: String(version?.id), replace: "false" },
            }),
          renameJournal: () => person.call("updateJournal", { ...inSourceJournal, body: { name: "Mine" } }),
        };
        const answer = await calls[kind]();
        const replyText = JSON.stringify(answer.body);
        expect(replyText).not.toContain('"kept"');
        expect(replyText).not.toContain('"trashed"');
        expect(answer.status).toBeLessThan(500);
        const journalsOfOwner = [owner.firstJournalId, owner.secondJournalId];
        const strangersIds = new Set([strangersEntry.id]);
        const concernedIds =
          kind === "erase"
            ? [activeEntry.id]
            : kind === "moveAll" || kind === "restoreMissing"
              ? []
              : [entry];
        const isForeign =
          journalsOfOwner.includes(journal) ||
          concernedIds.some((id) => kind !== "renameJournal" && !strangersIds.has(id));
        if (isForeign) expect(answer.status).toBe(404);
        expect(await readJournalsOfOwner()).toEqual(ownerViewBefore);
      }),
      { numRuns: isFullMatrix ? 60 : 20 },
    );
  });
});
