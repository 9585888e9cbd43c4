import { expect, it } from "vitest";
import { toPosition } from "../../event-store/position.ts";
import { createWorkerThreads, type ThreadTask } from "../../worker-threads/worker-threads.ts";
import { sampleDocument } from "../testing/search-kit.ts";
import { meiliDocumentsOf } from "./documents.ts";
import { makeMeiliDocuments } from "./make-documents.ts";

it("makes the documents of long texts in a thread, and they equal documents made without one", async () => {
  const threads = createWorkerThreads();
  let tasks = 0;
  const countingThreads = { run: (task: ThreadTask) => ((tasks += 1), threads.run(task)) };
  try {
    const shortDocument = sampleDocument(1, { body: "so to bed" });
    const longDocument = sampleDocument(2, {
      body: "don't so to bed ".repeat(30_000),
      tags: [{ id: 3, name: "Tag" }],
    });
    const position = toPosition(9);
    expect(await makeMeiliDocuments([shortDocument], position, countingThreads)).toEqual(
      meiliDocumentsOf(shortDocument, position),
    );
    expect(tasks).toBe(0);
    const documents = await makeMeiliDocuments([shortDocument, longDocument], position, countingThreads);
    expect(tasks).toBe(1);
    expect(documents).toEqual(
      [shortDocument, longDocument].flatMap((document) => meiliDocumentsOf(document, position)),
    );
  } finally {
    await threads.close();
  }
});
