import { docText, isEmptyDoc } from "./doc-text.ts";
import { excerptOf } from "./excerpt.ts";
import { fromHtml } from "./from-html.ts";
import { type ChangeImage, changeDocImages } from "./images.ts";
import { toHtml } from "./to-html.ts";
import { countWords } from "./word-count.ts";

/** A sanitised body, with its text and word count. */
export type RichText = {
  readonly html: string;
  /** See `docText`. */
  readonly text: string;
  /** See `excerptOf`. */
  readonly excerpt: string;
  readonly wordCount: number;
  /** True when the body has no text, image, rule or table. */
  readonly isEmpty: boolean;
};

/** Sanitises a body and reads its text, in one parse. `changeImage` may change its images. Never throws. */
export function readRichText(source: string, changeImage?: ChangeImage): RichText {
  const parsedDoc = fromHtml(source);
  const doc = changeImage ? changeDocImages(parsedDoc, changeImage) : parsedDoc;
  const text = docText(doc);
  return {
    html: toHtml(doc),
    text,
    excerpt: excerptOf(text),
    wordCount: countWords(text),
    isEmpty: isEmptyDoc(doc),
  };
}
