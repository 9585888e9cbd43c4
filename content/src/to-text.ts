import { docText } from "./doc-text.ts";
import { fromHtml } from "./from-html.ts";

/**
 * Plain text of rich text from any source: line breaks between blocks, list markers, tabs between the cells of a table,
 * the alternative text of images. Takes any string; never throws.
 */
export function toText(html: string): string {
  return docText(fromHtml(html));
}
