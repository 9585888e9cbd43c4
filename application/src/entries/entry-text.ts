import { readRichText } from "@daybook/content/read-rich-text";
import { textBeginning } from "@daybook/content/text-beginning";
import { type WordBag, wordBag, wordsChanged } from "@daybook/content/words-changed";
import { cleanTitle } from "@daybook/content/zero-width";
import type { EntryContent } from "@daybook/domain/entry/events";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { Application } from "../application.ts";
import { toStoredImage } from "../photos/photo-images.ts";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { contentTag, open, seal } from "@daybook/platform/vault/seal";

/** An entry's decrypted text, only for the duration of a request. */
export type EntryText = {
  readonly title: string;
  readonly html: string;
  readonly text: string;
  readonly excerpt: string;
  readonly wordCount: number;
};

/** Sanitises a sent text, and computes its plain text, excerpt and word count. */
export function readEntryText(title: string, html: string): EntryText {
  const { html: clean, text, excerpt, wordCount } = readRichText(html, toStoredImage);
  return { title: cleanTitle(title), html: clean, text, excerpt, wordCount };
}

/** Logs a warning for an empty text. It is saved like any other, but may be a client's mistake. */
export function warnIfEmpty(app: Pick<Application, "logger">, { html }: EntryText, requestId: string): void {
  if (html === "") app.logger.warn({ requestId }, "an entry was saved with an empty body");
}

/** Opens a stored text. */
export function openEntryText(
  key: DataKey,
  entryId: number,
  stored: { title: Sealed<"entry.title">; body: Sealed<"entry.body"> },
): EntryText {
  const stream = streamOf.entry(entryId);
  const html = open(key, stream, "entry.body", stored.body);
  const { text, excerpt, wordCount } = readRichText(html);
  return { title: open(key, stream, "entry.title", stored.title), html, text, excerpt, wordCount };
}

/** Opens the first characters of a stored text, as plain text. */
export function openTextBeginning(
  key: DataKey,
  entryId: number,
  body: Sealed<"entry.body">,
  length: number,
): string {
  return textBeginning(open(key, streamOf.entry(entryId), "entry.body", body), length);
}

/** Seals a text for its entry, with the figures that read models show without a key. */
export function sealEntryText(
  key: DataKey,
  entryId: number,
  versionId: number,
  text: EntryText,
  before: WordBag,
): { content: EntryContent; words: WordBag } {
  const stream = streamOf.entry(entryId);
  const words = wordBag(text.text);
  const { added, removed } = wordsChanged(before, words);
  return {
    words,
    content: {
      versionId,
      title: seal(key, stream, "entry.title", text.title),
      body: seal(key, stream, "entry.body", text.html),
      excerpt: seal(key, stream, "entry.excerpt", text.excerpt),
      contentTag: contentTag(key, [text.title, text.html]),
      wordCount: text.wordCount,
      wordsAdded: added,
      wordsRemoved: removed,
    },
  };
}
