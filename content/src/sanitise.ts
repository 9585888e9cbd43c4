import { fromHtml } from "./from-html.ts";
import { toHtml } from "./to-html.ts";

/**
 * Converts HTML to the editor's form, for storing. Removes scripts, event handlers, `javascript:` URLs, unsafe styles and
 * invisible characters, but keeps the text of unknown elements. A second run changes nothing. Never throws.
 */
export function sanitise(html: string): string {
  return toHtml(fromHtml(html));
}
