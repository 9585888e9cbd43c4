import { expect, it } from "vitest";
import { toPosition } from "../event-store/position.ts";
import { sampleDocument, type SearchKit } from "./testing/search-kit.ts";

/** The part of the contract of a search index that is about its documents: writing, comparing, removing and rebuilding them. */
export function describeSearchUpdates({ setup, find, write }: SearchKit): void {
  it("follows changes, also repeated ones, and forgets the words of removed entries", async () => {
    const { userId, documents } = await write("Deptford once", "Deptford twice");
    const [firstDocument, secondDocument] = documents;
    if (!firstDocument || !secondDocument) throw new Error("nothing was put");
    for (let time = 0; time < 2; time++) {
      await setup.writer.put([{ ...firstDocument, body: "Greenwich" }], toPosition(2));
      expect((await find(userId, "deptford")).ids).toEqual([secondDocument.entryId]);
      expect((await find(userId, "greenwich")).ids).toEqual([firstDocument.entryId]);
    }
    await setup.writer.remove([secondDocument.entryId]);
    await setup.writer.remove([secondDocument.entryId]);
    expect(await find(userId, "deptfrod")).toMatchObject({ total: 0, corrections: [] });
    expect((await find(userId, "grenwich")).corrections).toHaveLength(1);
    expect(await setup.index.isWordListCorrect()).toBe(true);
  });

  it("stores its checkpoint", async () => {
    await setup.writer.saveCheckpoint(toPosition(12));
    expect(await setup.writer.checkpoint()).toBe("12");
    expect((await setup.index.status()).checkpoint).toBe("12");
  });

  it("reports its documents, and those that are missing or differ from the current ones", async () => {
    const { documents, ids } = await write("one", "two");
    const [firstDocument, secondDocument] = documents;
    if (!firstDocument || !secondDocument) throw new Error("nothing was put");
    expect(await setup.index.findDiffering(documents)).toEqual([]);
    const changedDocument = { ...secondDocument, body: "three" };
    const missingDocument = sampleDocument(firstDocument.userId, { body: "four" });
    expect(await setup.index.findDiffering([firstDocument, changedDocument, missingDocument])).toEqual([
      secondDocument.entryId,
      missingDocument.entryId,
    ]);
    expect(await setup.index.findDiffering([{ ...firstDocument, journalId: 99 }])).toEqual([
      firstDocument.entryId,
    ]);
    expect(await setup.index.entryIdsAfter((ids[0] ?? 0) - 1, 2)).toEqual(ids);
  });

  it("removes all documents of a person", async () => {
    const { userId, ids } = await write("Sandwich", { title: "", body: "" });
    const otherPerson = await write("Sandwich");
    await setup.index.removeUser(userId);
    expect((await find(userId, "sandwich")).total).toBe(0);
    expect(await setup.index.entryIdsAfter((ids[0] ?? 0) - 1, 1)).toEqual(otherPerson.ids);
    expect((await find(otherPerson.userId, "sandwich")).total).toBe(1);
  });

  it("fills a new index next to the live one, and changes nothing when the rebuild fails", async () => {
    const { userId, documents } = await write("the old text");
    const newDocuments = documents.map((document) => ({ ...document, body: "the new text" }));
    await expect(
      setup.index.rebuild(async (newWriter) => {
        await newWriter.put(newDocuments, toPosition(3));
        throw new Error("no power");
      }),
    ).rejects.toThrow("no power");
    expect((await find(userId, "old")).total).toBe(1);
    await setup.index.rebuild(async (newWriter) => {
      await newWriter.put(newDocuments, toPosition(3));
      expect([(await find(userId, "old")).total, (await find(userId, "new")).total]).toEqual([1, 0]);
      await newWriter.saveCheckpoint(toPosition(30));
    });
    expect([(await find(userId, "old")).total, (await find(userId, "new")).total]).toEqual([0, 1]);
    // A writer of the previous index gets an error. A new writer starts at the checkpoint of the new index.
    await expect(setup.writer.put(documents, toPosition(4))).rejects.toThrow("taken the place");
    setup.writer = await setup.index.openWriter();
    expect(await setup.writer.checkpoint()).toBe("30");
  });
}
