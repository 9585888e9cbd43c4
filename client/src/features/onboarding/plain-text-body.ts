import type { BodyOf } from "@daybook/domain/contract/contract";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Converts plain text to the HTML of the editor: an empty line ends a paragraph. */
export function richTextOf(lines: string): string {
  const escaped = lines.trim().replace(/[&<>]/g, (character) => escapes[character] ?? character);
  return escaped
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br>")}</p>`)
    .join("");
}

/** The request body for the first entry; `null` when it is blank. */
export function firstEntryBody(title: string, lines: string): BodyOf<"createEntry"> | null {
  if (title.trim() === "" && lines.trim() === "") return null;
  return { title: title.trim(), richtext_body: lines.trim() === "" ? "" : richTextOf(lines) };
}
