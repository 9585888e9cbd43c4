import type { Api } from "../../shared/api-client.ts";
import type { firstPageOf } from "./first-lines.ts";

/** A first page as it is sent. */
export type FirstPage = NonNullable<ReturnType<typeof firstPageOf>>;

/**
 * Keeps the first page while it is written, and saves it: once for each text, however often that is sent.
 *
 * @param random a fresh unguessable token
 */
export function firstPageKeeper(api: Api, random: () => string) {
  let unsaved: { journalId: number; page: FirstPage } | null = null;
  let sent: { text: string; key: string } | null = null;

  async function send(journalId: number, page: FirstPage, keepalive: boolean) {
    const text = JSON.stringify([journalId, page]);
    if (sent?.text !== text) sent = { text, key: random() };
    // A session that is over is told in place, so that nobody is led away from unsaved words.
    const result = await api.call(
      "createEntry",
      { params: { journalId: String(journalId) }, body: page },
      { idempotencyKey: sent.key, quiet401: true, keepalive },
    );
    if (result.ok && unsaved?.page === page) unsaved = null;
    return result;
  }

  return {
    /** Takes what stands on the page now; `null` when it is blank. */
    note(journalId: number, page: FirstPage | null): void {
      unsaved = page && { journalId, page };
    },
    /** True while words stand on the page that the server does not have. */
    hasUnsaved: () => unsaved !== null,
    /** Sends the page. */
    save(journalId: number, page: FirstPage) {
      unsaved = { journalId, page };
      return send(journalId, page, false);
    },
    /** Saves what is unsaved all the same when somebody goes on without saving. */
    leave(): void {
      if (unsaved) void send(unsaved.journalId, unsaved.page, true);
    },
  };
}
