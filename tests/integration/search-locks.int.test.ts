import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { newDiarist } from "./diarist.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { expectFound, searchIds, search } from "./search-steps.ts";

let daybook: RunningDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});

const password = "by water to Deptford";
const lockForm = {
  lock: true,
  plain_password: password,
  retype_password: password,
  password_hint: "a river",
};

describe("what a lock hides", () => {
  async function createDiaristWithSecrets() {
    const diarist = await newDiarist(daybook);
    const title = "Umbrellaphant";
    const { id } = await diarist.write({ title, richtext_body: "<p>The velvetmarmot sleeps</p>" });
    const unlockedEntry = await diarist.write(
      { title: "Plain", richtext_body: "<p>Another velvetmarmot</p>" },
      diarist.secondJournalId,
    );
    ok(
      await diarist.person.call("createTag", {
        body: { name: "Hush", entries_added_to: [id] },
        key: randomUUID(),
      }),
    );
    await expectFound(diarist.person, { query: "velvetmarmot" }, [id, unlockedEntry.id]);
    await expectFound(diarist.person, { tag: "hush" }, [id]);
    return { ...diarist, id, unlockedEntryId: unlockedEntry.id };
  }
  const readIndexedText = async (userId: number): Promise<string> => {
    const { rows } = await daybook.platform.pools.durable.query<{ words: string }>(
      `SELECT words::text FROM search.documents_a WHERE user_id = $1 UNION ALL
       SELECT words::text FROM search.documents_b WHERE user_id = $1 UNION ALL
       SELECT word FROM search.words_a WHERE user_id = $1 UNION ALL SELECT word FROM search.words_b WHERE user_id = $1`,
      [userId],
    );
    return rows.map(({ words }) => words).join("\n");
  };

  it.each([
    ["an entry's lock", "entry", lockTypes.password],
    ["a journal's password lock", "journal", lockTypes.password],
    ["a journal's encryption", "journal", lockTypes.encryption],
  ] as const)(
    "%s immediately hides the text of the entry (encryption also the title) and removes it from the index; without the lock it is found again",
    async (_, target, type) => {
      const diary = await createDiaristWithSecrets();
      const { person, id, unlockedEntryId, firstJournalId } = diary;
      /** Changes the lock, and keeps the unlock token if there is one. */
      const changeLock = async (body: Record<string, unknown>): Promise<void> => {
        const key = randomUUID();
        if (target === "entry")
          return void ok(
            await person.call("updateEntry", { ...diary.inEntry(firstJournalId, id), body, key }),
          );
        const { unlock_token: token } = ok(
          await person.call("updateJournal", { ...diary.inJournal(firstJournalId), body, key }),
        );
        if (token) person.setUnlockTokens(token);
      };
      const form = target === "entry" ? lockForm : { ...lockForm, lock_type: type };

      const expectHidden = async () => {
        const results = await search(person, { query: "velvetmarmot" });
        expect([results.total_entries, results.entries.map((entry) => entry.id)]).toEqual([
          1,
          [unlockedEntryId],
        ]);
        // One word is misspelt, so only some of the words can match. The hidden "sleeps" is not one of them.
        const partialReply = await search(person, { query: "velvetmarmto sleeps" });
        expect([partialReply.entries.map((entry) => entry.id), partialReply.has_all_words]).toEqual([
          [unlockedEntryId],
          false,
        ]);
        expect(await searchIds(person, { tag: "hush" })).toEqual([]);
        const titleReply = await search(person, { query: "umbrella" });
        expect(titleReply.total_entries).toBe(type === lockTypes.encryption ? 0 : 1);
        if (type === lockTypes.password) {
          expect(titleReply.entries[0]).toMatchObject({
            id,
            title: "<mark>Umbrellaphant</mark>",
            excerpt: "",
            is_locked: target === "entry",
            journal: { id: firstJournalId, is_locked: target === "journal" },
          });
        }
      };
      await changeLock(form);
      await expectHidden();
      // The lock is open for this session, but searches still do not find the text.
      await changeLock({ unlock: true, plain_password: password });
      await expectHidden();
      const userId = person.session?.user.id ?? 0;
      await expect.poll(() => readIndexedText(userId), { timeout: 60_000 }).not.toContain("sleeps");
      expect(await readIndexedText(userId)).toContain("another");
      if (type === lockTypes.encryption) expect(await readIndexedText(userId)).not.toContain("umbrellaphant");
      await expectHidden();
      await changeLock({ unlock: true, lock_type: lockTypes.none, plain_password: password });
      await expectFound(person, { query: "velvetmarmot" }, [id, unlockedEntryId]);
      await expectFound(person, { tag: "hush" }, [id]);
    },
  );

  it("a locked journal hides the text of an entry that is moved into it, and all its entries while it is in the trash", async () => {
    const diary = await createDiaristWithSecrets();
    const { person, id, unlockedEntryId, firstJournalId, secondJournalId } = diary;
    ok(
      await person.call("updateJournal", {
        ...diary.inJournal(firstJournalId),
        body: lockForm,
        key: randomUUID(),
      }),
    );
    ok(
      await person.call("updateJournal", {
        ...diary.inJournal(firstJournalId),
        body: { unlock: true, plain_password: password },
        key: randomUUID(),
      }),
    );
    const move = { entry_ids: [unlockedEntryId], new_journal_id: firstJournalId };
    ok(
      await person.call("moveEntries", {
        ...diary.inJournal(secondJournalId),
        body: move,
        key: randomUUID(),
      }),
    );
    expect(await search(person, { query: "velvetmarmot" })).toMatchObject({ total_entries: 0, entries: [] });
    await expectFound(person, { query: "plain" }, [unlockedEntryId]);
    ok(await person.call("deleteJournal", { ...diary.inJournal(firstJournalId), key: randomUUID() }));
    expect(await search(person, { query: "plain umbrellaphant" })).toMatchObject({ total_entries: 0 });
    expect(await searchIds(person, { query: "plain" })).toEqual([]);
    ok(
      await person.call("updateJournal", {
        ...diary.inJournal(firstJournalId),
        body: { restore: true },
        key: randomUUID(),
      }),
    );
    await expectFound(person, { query: "umbrellaphant" }, [id]);
  });
});
