import { describe, expect, it } from "vitest";
import type { SearchIndex } from "./search-index.ts";
import { describeSearchUpdates } from "./search-updates-contract.ts";
import { useSearchIndex } from "./testing/search-kit.ts";
import { correctedText } from "./text/correct-query.ts";

/** The contract of every adapter of the search port. `open` is called once; its index may contain other documents. */
export function describeSearchContract(name: string, open: () => Promise<SearchIndex>): void {
  describe(`${name} as a search index`, () => {
    const kit = useSearchIndex(open);
    const { find, write } = kit;

    it.each([
      ["title", { title: "A day at Deptford" }, "deptford"],
      ["body", { body: "Up betimes, and to Deptford." }, "deptford"],
      ["tag", { tags: [{ id: 1, name: "Deptford" }] }, "deptford"],
      ["date", { localDate: "1661-04-23" }, "1661-04-23"],
      ["beginning of the last word", { body: "Hinchingbrooke" }, "hinch"],
      ["words in any order", { body: "my Lord of Sandwich" }, "sandwich my"],
      ["phrase", { body: "and so to bed" }, '"so to bed"'],
      ["accents", { body: "Café Zoë, naïve" }, "cafe zoe NAIVE"],
      ["accents that are not there", { body: "cafe" }, "café"],
      ["case", { body: "WHITEHALL" }, "whitehall"],
      ["Cyrillic", { body: "Пошёл в МОСКВУ утром" }, "москву пошел"],
      ["Greek", { body: "Η Οδύσσεια του Ομήρου" }, "οδυσσεια"],
      ["Chinese", { body: "今天天氣很好，我們去北京。" }, "北京"],
      ["one Chinese character", { body: "我們去北京" }, "京"],
      ["Japanese", { body: "朝早く起きて、東京へ行った" }, "東京へ"],
      ["Adlam", { body: "𞤀𞤣𞤤𞤢𞤥 𞤆𞤵𞤤𞤢𞤪" }, "𞤆𞤵𞤤𞤢𞤪"],
      ["Korean", { body: "오늘은 서울에서 친구를 만났다" }, "친구"],
      ["a space in place of a hyphen", { body: "a well-known man" }, "well known"],
      ["an apostrophe left out", { body: "We don't know O’Brien" }, "obrien dont"],
      ["a word without its possessive ending", { body: "at my father’s house" }, "father"],
      ["another form", { body: "The maid folded our napkins" }, "folding napkin"],
      ["another form of an unfinished word", { body: "The maid dropped a napkin" }, "napkins"],
      ["another German form", { body: "Ich habe nicht die Häuser und die Kinder gesehen" }, "haus kindern"],
      ["another Russian form", { body: "Это была очень красивая книга" }, "красивый книги"],
      ["another French form", { body: "Nous avons dans la maison une petite table" }, "petits maisons"],
      ["a day number", { title: "23rd, August 1661", body: "Up and to the office" }, "23 august 1661"],
      ["a day number with its ending", { title: "23d, August 1661" }, "august 23rd 1661"],
      ["beginnings in any place", { body: "the garden at Hinchingbrooke" }, "hinch gard at"],
      [
        "a beginning that is a whole word in another entry",
        { body: "Kindle a fire at Sandwich" },
        "kind sandwich",
      ],
      ["quotes and operators", { body: "it's 'a' & b | c:* \\ !x" }, "it's & a | !x \\ '"],
    ])("finds by %s", async (_, fields, query) => {
      const { userId, ids } = await write(fields, "nothing of the kind");
      const result = await find(userId, query);
      expect([result.ids, result.total, result.corrections]).toEqual([[ids[0]], 1, []]);
    });

    it.each([
      ["sandwhich", "Sandwich"],
      ["pembelton", "Pembleton"],
      ["hinchinbroke", "Hinchingbrooke"],
      ["hosue", "house"],
      ["москвф", "москва"],
      ["toothake", "toothache"],
      ["symfony", "symphony"],
      ["iouse", "house"],
      ["besdemona", "desdemona"],
    ])("corrects the misspelled %s to %s", async (query, body) => {
      const { userId, ids } = await write(body, "nothing of the kind");
      const result = await find(userId, query);
      expect(result.ids).toEqual([ids[0]]);
      expect(correctedText(query, result.corrections)).toBe(body.toLowerCase());
    });

    it.each([
      ["bad", "bed"],
      ["hoxxe", "house"],
      ["1661", "1660"],
      ["hinchinxxxook", "hinchingbrooke"],
      ['"sandwhich"', "Sandwich"],
      ["bed so", "and so to bid"],
      ["chicken", "thicker"],
      ["generous", "Ich habe nicht den General gesehen"],
      ['"bed so"', "so to bed"],
    ])("%s does not match %s", async (query, body) => {
      const { userId } = await write(body);
      expect(await find(userId, query)).toMatchObject({ ids: [], total: 0, corrections: [] });
    });

    it("finds the best entries with some of the words when no entry has all, and says so", async () => {
      const { userId, ids } = await write(
        "We bought silver snuffers and a pair of shears",
        "a pair of silver candlesticks",
        "a pair of shoes",
        "a pair of gloves",
      );
      const result = await find(userId, "silver snuffers shears goldsmith");
      expect([result.ids[0], result.hasAllWords]).toEqual([ids[0], false]);
      expect((await find(userId, "silver candlesticks")).hasAllWords).toBe(true);
      // The entries with "silver" come first, because it is rarer than "pair".
      const partialResult = await find(userId, "silver pair of goldsmiths");
      expect([partialResult.ids, partialResult.total]).toEqual([
        expect.arrayContaining(ids.slice(0, 2)),
        partialResult.ids.length,
      ]);
      expect(new Set(partialResult.ids.slice(0, 2))).toEqual(new Set(ids.slice(0, 2)));
      // What is in quotes is required.
      expect((await find(userId, 'silver "goldsmith"')).total).toBe(0);
      const quotedResult = await find(userId, '"pair of shears" goldsmith');
      expect([quotedResult.ids, quotedResult.hasAllWords]).toEqual([[ids[0]], false]);
      const page = await find(userId, "silver pair of goldsmiths", { limit: 1, offset: 1 });
      expect([page.ids, page.total]).toEqual([partialResult.ids.slice(1, 2), partialResult.total]);
    });

    it("finds the entries with a phrase in quotes, also when many others have only a rarer word", async () => {
      const { userId } = await write(
        ...Array.from({ length: 205 }, () => "silver candlesticks"),
        ...Array.from({ length: 210 }, () => "a quiet sea"),
      );
      const result = await find(userId, '"quiet sea" silver goldsmith');
      expect([result.total, result.hasAllWords]).toEqual([100, false]);
    });

    it("matches only the titles of locked entries when no entry has all words", async () => {
      const { userId, ids } = await write(
        { title: "Secretive", body: "gossamer kite" },
        { title: "Open", body: "a picnic" },
      );
      const withLockedEntry = { titleOnlyEntryIds: ids.slice(0, 1) };
      expect((await find(userId, "gossamer breakfast", withLockedEntry)).total).toBe(0);
      expect((await find(userId, "secretive breakfast", withLockedEntry)).ids).toEqual(ids.slice(0, 1));
      const correctedResult = await find(userId, "gossamre picnic", withLockedEntry);
      expect([correctedResult.ids, correctedResult.corrections]).toEqual([ids.slice(1), []]);
    });

    it("never finds another person's entries, and never corrects a query to their words", async () => {
      const { userId } = await write("a quiet day");
      await write("Sandwich and Deptford");
      expect((await find(userId, "sandwich")).total).toBe(0);
      expect((await find(userId, "sandwhich")).corrections).toEqual([]);
    });

    it("ranks titles first, then words close together; sorts by date when asked", async () => {
      const { userId, documents, ids } = await write(
        `river ${"and on and on ".repeat(40)} barge`,
        "the river barge",
        {
          title: "River barge",
          body: "nothing",
        },
      );
      const [farEntry, nearEntry, titleEntry] = ids;
      expect((await find(userId, "river barge")).ids).toEqual([titleEntry, nearEntry, farEntry]);
      const byDate = (await find(userId, "river barge", { order: "date" })).ids;
      expect(byDate).toEqual(
        documents.toSorted((a, b) => b.created - a.created).map(({ entryId }) => entryId),
      );
    });

    it("ranks an exact title before all others", async () => {
      const { userId, ids } = await write(
        { title: "Deptford, where I was at Deptford", body: "Deptford" },
        { title: "Deptford", body: "and on and on ".repeat(40) },
        { title: "Deptford again", body: "Deptford Deptford" },
      );
      expect((await find(userId, "deptford")).ids[0]).toBe(ids[1]);
    });

    it("pages through hundreds of hits: each appears once, and every page has the correct total", async () => {
      const texts = Array.from({ length: 640 }, (_, number) => `the common word ${number}`);
      const { userId, ids } = await write(...texts);
      for (const order of ["relevance", "date"] as const) {
        const foundIds: number[] = [];
        for (let offset = 0; offset < 700; offset += 100) {
          const page = await find(userId, "common", { order, offset, limit: 100 });
          expect(page.total).toBe(640);
          foundIds.push(...page.ids);
        }
        expect(foundIds.toSorted((a, b) => a - b)).toEqual(ids);
      }
    });

    it("finds words and phrases anywhere in a long text, and words that are far apart", async () => {
      const filler = (n: number): string => "lorem ipsum dolor sit amet ".repeat(n);
      const body = `alpha ${filler(900)} the hidden phrase ${filler(1_500)} omega`;
      const { userId, ids } = await write({ title: "Long", body }, "alpha alone");
      for (const query of ["alpha omega", '"hidden phrase"', "long omega", "omeg"]) {
        expect((await find(userId, query)).ids).toEqual([ids[0]]);
      }
      expect((await find(userId, "alpha")).total).toBe(2);
    });

    it("filters by journal and tag, and excludes given entries", async () => {
      const { userId, ids } = await write(
        { body: "ship", journalId: 8 },
        { body: "ship", journalId: 9, tags: [{ id: 5, name: "sea" }] },
        { body: "ship" },
      );
      expect((await find(userId, "ship", { journalIds: [8] })).ids).toEqual([ids[0]]);
      expect((await find(userId, "ship", { journalIds: [] })).total).toBe(0);
      expect((await find(userId, "ship", { tagId: 5 })).ids).toEqual([ids[1]]);
      expect((await find(userId, "", { tagId: 5 })).ids).toEqual([ids[1]]);
      expect((await find(userId, "", { tagId: 6 })).total).toBe(0);
      expect((await find(userId, "ship", { withoutIds: [ids[1] ?? 0] })).total).toBe(2);
    });

    it("finds the last word by its first letters, even by one", async () => {
      const { userId, ids } = await write({ title: "Sir William", body: "dined here" }, "quite alone");
      expect((await find(userId, "sir w")).ids).toEqual([ids[0]]);
      expect((await find(userId, "d")).ids).toEqual([ids[0]]);
      expect((await find(userId, "w ")).ids).toEqual([]);
    });

    it("matches only the titles of locked entries, even if the index still has their text", async () => {
      const { userId, ids } = await write(
        { title: "Secretive", body: "gossamer kite", tags: [{ id: 5, name: "sea" }], journalId: 8 },
        { title: "Secretive too", body: "gossamer kite" },
      );
      for (const withLock of [{ titleOnlyJournalIds: [8] }, { titleOnlyEntryIds: [ids[0] ?? 0] }]) {
        expect((await find(userId, "gossamer", withLock)).ids).toEqual([ids[1]]);
        expect((await find(userId, "secretive kite", withLock)).total).toBe(1);
        expect((await find(userId, "secretive", withLock)).total).toBe(2);
        expect((await find(userId, "sea", withLock)).total).toBe(0);
        expect((await find(userId, "", { ...withLock, tagId: 5 })).total).toBe(0);
      }
      const withBothEntriesLocked = { titleOnlyEntryIds: ids };
      expect(await find(userId, "gossamre", withBothEntriesLocked)).toMatchObject({
        total: 0,
        corrections: [],
      });
    });

    describeSearchUpdates(kit);
  });
}
