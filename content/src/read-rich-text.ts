import { docText, isEmptyDoc } from "./doc-text.ts";
import { excerptOf } from "./excerpt.ts";
import { fromHtml } from "./from-html.ts";
import { type ChangeImage, withImages } from "./images.ts";
import { toHtml } from "./to-html.ts";
import { countWords } from "./word-count.ts";

/** Rich text, cleaned and read. */
export type RichText = {
  /** As `sanitise` gives it. */
  readonly html: string;
  /** As `toText` gives it. */
  readonly text: string;
  /** The beginning of the text on one line, at most 200 characters, cut between words. */
  readonly excerpt: string;
  readonly wordCount: number;
  /** Nothing at all: an image, a rule or a table is something. */
  readonly isEmpty: boolean;
};

/**
 * Cleans a body and tells what is in it, in one parse; `changeImage` may give its images other attributes. Takes any
 * string; never throws.
 */
export function readRichText(source: string, changeImage?: ChangeImage): RichText {
  const read = fromHtml(source);
  const doc = changeImage ? withImages(read, changeImage) : read;
  const text = docText(doc);
  return {
    html: toHtml(doc),
    text,
    excerpt: excerptOf(text),
    wordCount: countWords(text),
    isEmpty: isEmptyDoc(doc),
  };
}
