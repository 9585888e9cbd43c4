import type { BodyOf } from "@daybook/domain/contract/contract";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Converts plain text to the HTML of the editor: an empty line ends a paragraph, a single line end is a line break. */
export function richTextOf(text: string): string {
  const escaped = text.trim().replace(/[&<>]/g, (character) => escapes[character] ?? character);
  return escaped
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br>")}</p>`)
    .join("");
}

/** The request body for the first entry; `null` when both title and text are blank. */
export function firstEntryBody(title: string, text: string): BodyOf<"createEntry"> | null {
  if (title.trim() === "" && text.trim() === "") return null;
  return { title: title.trim(), richtext_body: text.trim() === "" ? "" : richTextOf(text) };
}
