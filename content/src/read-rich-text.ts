import { docText, isEmptyDoc } from "./doc-text.ts";
import { excerptOf } from "./excerpt.ts";
import { fromHtml } from "./from-html.ts";
import { type ChangeImage, withImages } from "./images.ts";
import { toHtml } from "./to-html.ts";
import { countWords } from "./word-count.ts";

/** A sanitised body, with its text and word count. */
export type RichText = {
  /** The result of `sanitise`. */
  readonly html: string;
  /** The result of `toText`. */
  readonly text: string;
  /** The result of `excerptOf`. */
  readonly excerpt: string;
  readonly wordCount: number;
  /** True when the body has no text, image, rule or table. */
  readonly isEmpty: boolean;
};

/** Sanitises a body and reads its text, in one parse. `changeImage` may change its images. Never throws. */
export function readRichText(source: string, changeImage?: ChangeImage): RichText {
  const document = fromHtml(source);
  const doc = changeImage ? withImages(document, changeImage) : document;
  const text = docText(doc);
  return {
    html: toHtml(doc),
    text,
    excerpt: excerptOf(text),
    wordCount: countWords(text),
    isEmpty: isEmptyDoc(doc),
  };
}
