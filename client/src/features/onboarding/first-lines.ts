import type { BodyOf } from "@daybook/domain/contract/contract";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Lines that were typed plainly, as the editor would write them: an empty line ends a paragraph. */
export function richTextOf(lines: string): string {
  const escaped = lines.trim().replace(/[&<>]/g, (character) => escapes[character] ?? character);
  return escaped
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br>")}</p>`)
    .join("");
}

/** The first page as the call takes it; `null` when nothing is written. */
export function firstPageOf(title: string, lines: string): BodyOf<"createEntry"> | null {
  if (title.trim() === "" && lines.trim() === "") return null;
  return { title: title.trim(), richtext_body: lines.trim() === "" ? "" : richTextOf(lines) };
}
