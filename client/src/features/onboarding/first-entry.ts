import type { Api } from "../../shared/api-client.ts";
import type { firstEntryBody } from "./plain-text-body.ts";

/** The request body of the first entry. */
export type FirstEntry = NonNullable<ReturnType<typeof firstEntryBody>>;

/**
 * Holds the first entry while the user writes it, and saves it once per text, however often it is sent.
 *
 * @param random returns a new unguessable token
 */
export function firstEntrySaver(api: Api, random: () => string) {
  let unsaved: { journalId: number; page: FirstEntry } | null = null;
  let sentText: { text: string; key: string } | null = null;

  async function send(journalId: number, page: FirstEntry, keepalive: boolean) {
    const text = JSON.stringify([journalId, page]);
    if (sentText?.text !== text) sentText = { text, key: random() };
    // A 401 is shown in place, so that the page with its unsaved text stays open.
    const result = await api.call(
      "createEntry",
      { params: { journalId: String(journalId) }, body: page },
      { idempotencyKey: sentText.key, quiet401: true, keepalive },
    );
    if (result.ok && unsaved?.page === page) unsaved = null;
    return result;
  }

  return {
    /** Sets the current text; `null` when it is blank. */
    note(journalId: number, page: FirstEntry | null): void {
      unsaved = page && { journalId, page };
    },
    /** True while the page has text that the server does not have. */
    hasUnsaved: () => unsaved !== null,
    /** Saves the entry. */
    save(journalId: number, page: FirstEntry) {
      unsaved = { journalId, page };
      return send(journalId, page, false);
    },
    /** Saves unsaved text when the user leaves without saving. */
    leave(): void {
      if (unsaved) void send(unsaved.journalId, unsaved.page, true);
    },
  };
}
