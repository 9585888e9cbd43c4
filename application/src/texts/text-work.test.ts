import { randomBytes } from "node:crypto";
import { readRichText } from "@daybook/content/read-rich-text";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import { parseQuery } from "@daybook/platform/search/text/parse-query";
import { DataKey } from "@daybook/platform/vault/data-key";
import { open, seal } from "@daybook/platform/vault/seal";
import { createWorkerThreads, type WorkerThreads } from "@daybook/platform/worker-threads/worker-threads";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entryTextOf } from "./sealed-text.ts";
import type { TextTaskInput, TextTaskName } from "./text-tasks.ts";
import { createTextWork, maxSmallTextLength, type TextWork, inlineTextWork } from "./text-work.ts";

const key = new DataKey(randomBytes(32));
const secret = DataKey.secretOf(key);
const entryId = 7;
const sealBody = (html: string): Sealed<"entry.body"> =>
  seal(key, streamOf.entry(entryId), "entry.body", html);
const sealTitle = (title: string) => seal(key, streamOf.entry(entryId), "entry.title", title);

let threads: WorkerThreads;
let work: TextWork;
beforeAll(() => {
  threads = createWorkerThreads();
  work = createTextWork(threads);
});
afterAll(() => threads.close());

/** Runs a task in a thread and inline, and compares the results. */
async function runInThreadAndInline<N extends TextTaskName>(name: N, input: TextTaskInput<N>) {
  const inThread = await work.run(1, name, input, Infinity);
  expect(inThread).toEqual(await inlineTextWork.run(1, name, input, 0));
  return inThread;
}

const anyHtml = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.constantFrom("<p>so to bed</p>", "<b>x", "</b>", "<li>1", "<script>a</script>", "&amp;", "\ud800"),
      fc.constantFrom('<img src="data:image/png;base64,iVBORw0KGgo=">', '<img data-photo-id="7">'),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""));

describe("work in threads", () => {
  it("work on a text in a thread has the same result as inline work", async () => {
    await fc.assert(
      fc.asyncProperty(anyHtml, anyHtml, fc.string({ maxLength: 20 }), async (oldHtml, newHtml, title) => {
        const text = await runInThreadAndInline("read", oldHtml);
        const [from, to] = [oldHtml, newHtml].map((body) => ({
          secret,
          entryId,
          title: sealTitle(title),
          body: sealBody(body),
        }));
        if (!from || !to) throw new Error("expected two texts");
        await runInThreadAndInline("open", from);
        await runInThreadAndInline("diff", [from, to]);
        await runInThreadAndInline("plainText", from);
        await runInThreadAndInline("mailed", from);
        await runInThreadAndInline("summary", { ...from, length: 10 });
        await runInThreadAndInline("excerpt", { ...from, terms: parseQuery("so to bed") });
        const [src = ""] = await runInThreadAndInline("inlineImages", text.html);
        await runInThreadAndInline("replaceInlineImages", {
          html: text.html,
          photoIdBySrc: new Map([[src, "9"]]),
        });
        await runInThreadAndInline("replaceByCopies", {
          html: text.html,
          copyIdByPhotoId: new Map([["7", "8"]]),
        });
      }),
      { numRuns: 30 },
    );
  });

  it("a text that is sealed in a thread opens to the same text, and the added and removed words are counted", async () => {
    const text = entryTextOf("T", `<p>${"word ".repeat(3_000)}new</p>`);
    const previousTextOrWords = sealBody("<p>word old</p>");
    const content = await work.run(
      1,
      "seal",
      { secret, entryId, versionId: 3, text, previousTextOrWords },
      Infinity,
    );
    expect(open(key, streamOf.entry(entryId), "entry.body", content.body)).toBe(text.html);
    expect([content.versionId, content.wordsAdded, content.wordsRemoved]).toEqual([3, 3_000, 1]);
    const secondSeal = await inlineTextWork.run(
      1,
      "seal",
      { secret, entryId, versionId: 3, text, previousTextOrWords },
      0,
    );
    expect(content.contentTag).toBe(secondSeal.contentTag);
  });

  it("reading a text that was sealed for another entry fails with `cannot_open`, and the error does not contain the text", async () => {
    const sealed = { secret, entryId: 8, body: sealBody("<p>secret words</p>") };
    const error = await work.run(1, "plainText", sealed, Infinity).catch((thrown: unknown) => thrown);
    expect(error).toHaveProperty("code", "cannot_open");
    expect(String(error)).not.toContain("secret words");
  });
});

it("a text for a mail has no images, and nothing else is missing", async () => {
  const image = '<img src="https://example.com/a.png" alt="5 > 4" title="<b>">';
  const body = sealBody(readRichText(`<p>Before</p>${image}<p>After</p>`).html);
  const { html } = await inlineTextWork.run(1, "mailed", { secret, entryId, body }, 0);
  expect(html).toBe("<p>Before</p><p></p><p>After</p>");
});

describe("small and large texts", () => {
  it("a small text is worked on inline, and a large one in a thread", async () => {
    const ownersInThreads: string[] = [];
    const recordingWork = createTextWork({
      async run({ owner }) {
        ownersInThreads.push(owner);
        return "";
      },
    });
    await recordingWork.run(1, "read", "<p>a</p>", maxSmallTextLength);
    expect(ownersInThreads).toEqual([]);
    await recordingWork.run(2, "read", "<p>a</p>", maxSmallTextLength + 1);
    expect(ownersInThreads).toEqual(["2"]);
  });
});
