import { randomUUID } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { beforeAll, describe, expect, it } from "vitest";
import { newDiarist, ok } from "./diarist.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { finds, ids, search } from "./searching.ts";

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
  async function secretiveDiarist() {
    const diarist = await newDiarist(daybook);
    const title = "Umbrellaphant";
    const { id } = await diarist.write({ title, richtext_body: "<p>The velvetmarmot sleeps</p>" });
    const openEntry = await diarist.write(
      { title: "Plain", richtext_body: "<p>Another velvetmarmot</p>" },
      diarist.second,
    );
    ok(
      await diarist.person.call("createTag", {
        body: { name: "Hush", entries_added_to: [id] },
        key: randomUUID(),
      }),
    );
    await finds(diarist.person, { query: "velvetmarmot" }, [id, openEntry.id]);
    await finds(diarist.person, { tag: "hush" }, [id]);
    return { ...diarist, id, openEntryId: openEntry.id };
  }
  const indexedText = async (userId: number): Promise<string> => {
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
    "%s hides the entry at once and removes it from the index; without the lock it is found again",
    async (_, target, type) => {
      const diary = await secretiveDiarist();
      const { person, id, openEntryId, first } = diary;
      /** Changes the lock, and keeps the unlock token if there is one. */
      const change = async (body: Record<string, unknown>): Promise<void> => {
        const key = randomUUID();
        if (target === "entry")
          return void ok(await person.call("updateEntry", { ...diary.entryAt(first, id), body, key }));
        const { unlock_token: token } = ok(
          await person.call("updateJournal", { ...diary.at(first), body, key }),
        );
        if (token) person.setUnlockTokens(token);
      };
      const form = target === "entry" ? lockForm : { ...lockForm, lock_type: type };

      const check = async () => {
        const results = await search(person, { query: "velvetmarmot" });
        expect([results.total_entries, results.entries.map((entry) => entry.id)]).toEqual([1, [openEntryId]]);
        // What is hidden adds nothing to what is found by some of the words.
        const partialReply = await search(person, { query: "velvetmarmto sleeps" });
        expect([partialReply.entries.map((entry) => entry.id), partialReply.has_all_words]).toEqual([
          [openEntryId],
          false,
        ]);
        expect(await ids(person, { tag: "hush" })).toEqual([]);
        const byTitle = await search(person, { query: "umbrella" });
        expect(byTitle.total_entries).toBe(type === lockTypes.encryption ? 0 : 1);
        if (type === lockTypes.password) {
          expect(byTitle.entries[0]).toMatchObject({
            id,
            title: "<mark>Umbrellaphant</mark>",
            excerpt: "",
            is_locked: target === "entry",
            journal: { id: first, is_locked: target === "journal" },
          });
        }
      };
      await change(form);
      await check();
      // It is unlocked for this session, but still hidden from the index.
      await change({ unlock: true, plain_password: password });
      await check();
      const userId = person.session?.user.id ?? 0;
      await expect.poll(() => indexedText(userId), { timeout: 60_000 }).not.toContain("sleeps");
      expect(await indexedText(userId)).toContain("another");
      if (type === lockTypes.encryption) expect(await indexedText(userId)).not.toContain("umbrellaphant");
      await check();
      await change({ unlock: true, lock_type: lockTypes.none, plain_password: password });
      await finds(person, { query: "velvetmarmot" }, [id, openEntryId]);
      await finds(person, { tag: "hush" }, [id]);
    },
  );

  it("hides an entry that moves into a locked journal, and a trashed entry of a locked journal", async () => {
    const diary = await secretiveDiarist();
    const { person, id, openEntryId, first, second } = diary;
    ok(await person.call("updateJournal", { ...diary.at(first), body: lockForm, key: randomUUID() }));
    ok(
      await person.call("updateJournal", {
        ...diary.at(first),
        body: { unlock: true, plain_password: password },
        key: randomUUID(),
      }),
    );
    const move = { entry_ids: [openEntryId], new_journal_id: first };
    ok(await person.call("moveEntries", { ...diary.at(second), body: move, key: randomUUID() }));
    expect(await search(person, { query: "velvetmarmot" })).toMatchObject({ total_entries: 0, entries: [] });
    await finds(person, { query: "plain" }, [openEntryId]);
    ok(await person.call("deleteJournal", { ...diary.at(first), key: randomUUID() }));
    expect(await search(person, { query: "plain umbrellaphant" })).toMatchObject({ total_entries: 0 });
    expect(await ids(person, { query: "plain" })).toEqual([]);
    ok(
      await person.call("updateJournal", { ...diary.at(first), body: { restore: true }, key: randomUUID() }),
    );
    await finds(person, { query: "umbrellaphant" }, [id]);
  });
});
