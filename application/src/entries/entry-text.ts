import { toText } from "@daybook/content/to-text";
import { type WordBag, wordBagOf } from "@daybook/content/words-changed";
import { cleanTitle } from "@daybook/content/zero-width";
import type { EntryContent } from "@daybook/domain/entry/events";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import { DataKey } from "@daybook/platform/vault/data-key";
import { open, openUpTo } from "@daybook/platform/vault/seal";
import type { Application } from "../application.ts";
import { type EntryText, entryTextOf, sealText } from "../texts/sealed-text.ts";
import { maxSmallTextLength } from "../texts/text-work.ts";

export type { EntryText } from "../texts/sealed-text.ts";

/** The text of an entry as it is stored. */
export type StoredText = { readonly title: Sealed<"entry.title">; readonly body: Sealed<"entry.body"> };

/**
 * The owner of a task on a text. Only one large task of each owner runs at a time. Usually the owner is an account id. Reading a public
 * link must not take the turn of the account: there the owner is a name such as `readers of 7`, with the id of the entry.
 */
export type TextOwner = number | string;

/** Sanitises the title and HTML of a request, and computes the plain text, excerpt and word count. */
export async function readEntryText(
  app: Pick<Application, "texts">,
  owner: TextOwner,
  title: string,
  sentHtml: string,
): Promise<EntryText> {
  const richText = await app.texts.run(owner, "read", sentHtml, sentHtml.length);
  const { html, text, excerpt, wordCount } = richText;
  return { title: cleanTitle(title), html, text, excerpt, wordCount };
}

/** Logs a warning when the body is empty. The entry is saved like any other, but the empty body may be a client's mistake. */
export function warnIfEmpty(app: Pick<Application, "logger">, { html }: EntryText, requestId: string): void {
  if (html === "") app.logger.warn({ requestId }, "an entry was saved with an empty body");
}

/** Decrypts the title of a stored text. */
export const openTitle = (key: DataKey, entryId: number, { title }: Pick<StoredText, "title">): string =>
  open(key, streamOf.entry(entryId), "entry.title", title);

/** Decrypts a stored text if it is small; otherwise returns `null`. */
export function openSmallText(key: DataKey, entryId: number, storedText: StoredText): EntryText | null {
  const html = openUpTo(maxSmallTextLength, key, streamOf.entry(entryId), "entry.body", storedText.body);
  return html === null ? null : entryTextOf(openTitle(key, entryId, storedText), html);
}

/** Decrypts a stored text. A large text is decrypted in a worker thread. */
export async function openEntryText(
  app: Pick<Application, "texts">,
  owner: TextOwner,
  key: DataKey,
  entryId: number,
  storedText: StoredText,
): Promise<EntryText> {
  const smallText = openSmallText(key, entryId, storedText);
  if (smallText) return smallText;
  const { title, body } = storedText;
  const sealed = { secret: DataKey.secretOf(key), entryId, title, body };
  return app.texts.run(owner, "open", sealed, Infinity);
}

/**
 * Seals a text for its entry, with the counts that read models show without a key.
 *
 * @param previousTextOrWords the previous text, sealed, or its words
 * @returns the sealed content and the words of the text; `words` is `null` when this text or the previous one is large
 */
export async function sealEntryText(
  app: Pick<Application, "texts">,
  owner: TextOwner,
  key: DataKey,
  entryId: number,
  versionId: number,
  text: EntryText,
  previousTextOrWords: WordBag | Sealed<"entry.body">,
): Promise<{ content: EntryContent; words: WordBag | null }> {
  const wordsBefore =
    typeof previousTextOrWords === "string"
      ? smallTextWords(openSmallBody(key, entryId, previousTextOrWords))
      : previousTextOrWords;
  if (wordsBefore && text.html.length <= maxSmallTextLength)
    return sealText(key, entryId, versionId, text, wordsBefore);
  // A size of `Infinity` runs the task in a worker thread, also when only the previous text is large.
  const input = {
    secret: DataKey.secretOf(key),
    entryId,
    versionId,
    text,
    previousTextOrWords: wordsBefore ?? previousTextOrWords,
  };
  return { content: await app.texts.run(owner, "seal", input, Infinity), words: null };
}

const openSmallBody = (key: DataKey, entryId: number, body: Sealed<"entry.body">): string | null =>
  openUpTo(maxSmallTextLength, key, streamOf.entry(entryId), "entry.body", body);

const smallTextWords = (html: string | null): WordBag | null =>
  html === null ? null : wordBagOf(toText(html));
