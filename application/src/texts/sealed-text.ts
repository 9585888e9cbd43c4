import { readRichText } from "@daybook/content/read-rich-text";
import { type WordBag, wordBagOf, countChangedWords } from "@daybook/content/words-changed";
import type { EntryContent } from "@daybook/domain/entry/events";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { contentTag, seal } from "@daybook/platform/vault/seal";

/** An entry's decrypted text, only for the duration of a request. */
export type EntryText = {
  readonly title: string;
  readonly html: string;
  readonly text: string;
  readonly excerpt: string;
  readonly wordCount: number;
};

/** The text of an entry from its title and stored body. */
export function entryTextOf(title: string, storedHtml: string): EntryText {
  const { html, text, excerpt, wordCount } = readRichText(storedHtml);
  return { title, html, text, excerpt, wordCount };
}

/**
 * Seals a text for its entry, with the counts that read models show without a key.
 *
 * @returns the sealed content, and the words of the text, with which the next version is compared
 */
export function sealText(
  key: DataKey,
  entryId: number,
  versionId: number,
  text: EntryText,
  previousWords: WordBag,
): { content: EntryContent; words: WordBag } {
  const stream = streamOf.entry(entryId);
  const words = wordBagOf(text.text);
  const { added: addedWords, removed: removedWords } = countChangedWords(previousWords, words);
  return {
    words,
    content: {
      versionId,
      title: seal(key, stream, "entry.title", text.title),
      body: seal(key, stream, "entry.body", text.html),
      excerpt: seal(key, stream, "entry.excerpt", text.excerpt),
      contentTag: contentTag(key, [text.title, text.html]),
      wordCount: text.wordCount,
      wordsAdded: addedWords,
      wordsRemoved: removedWords,
    },
  };
}
