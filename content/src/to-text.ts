import { docText } from "./doc-text.ts";
import { fromHtml } from "./from-html.ts";

/** The plain text of HTML from any source, see `docText`. Never throws. */
export function toText(html: string): string {
  return docText(fromHtml(html));
}
