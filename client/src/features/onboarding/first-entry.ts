import type { Api } from "../../shared/api-client.ts";
import type { firstEntryBody } from "./plain-text-body.ts";

/** The request body of the first entry. */
export type FirstEntry = NonNullable<ReturnType<typeof firstEntryBody>>;

/**
 * Keeps the first entry while the user writes it. Sending the same text again does not create a second entry.
 *
 * @param createKey returns a new idempotency key
 */
export function firstEntrySaver(api: Api, createKey: () => string) {
  let unsaved: { journalId: number; body: FirstEntry } | null = null;
  let lastSent: { content: string; key: string } | null = null;

  async function send(journalId: number, body: FirstEntry, keepalive: boolean) {
    const content = JSON.stringify([journalId, body]);
    if (lastSent?.content !== content) lastSent = { content, key: createKey() };
    // With `quiet401`, the form shows a 401 itself. The user is not sent to the login, so the page with the unsaved text stays open.
    const result = await api.call(
      "createEntry",
      { params: { journalId: String(journalId) }, body },
      { idempotencyKey: lastSent.key, quiet401: true, keepalive },
    );
    if (result.ok && unsaved?.body === body) unsaved = null;
    return result;
  }

  return {
    /** Sets the current text; `null` when it is blank. */
    setText(journalId: number, body: FirstEntry | null): void {
      unsaved = body && { journalId, body };
    },
    /** Whether the page has text that the server does not have. */
    hasUnsaved: () => unsaved !== null,
    /** Saves the entry. */
    save(journalId: number, body: FirstEntry) {
      unsaved = { journalId, body };
      return send(journalId, body, false);
    },
    /** Saves unsaved text when the user leaves or logs out without saving. */
    async saveOnLeave(): Promise<void> {
      if (unsaved) await send(unsaved.journalId, unsaved.body, true);
    },
  };
}
