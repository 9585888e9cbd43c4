import { isLocalDate } from "@daybook/domain/contract/values";
import { type Rejection, reject } from "@daybook/domain/kernel/rejection";

/** The order of a list of entries. */
export type EntryOrder = "created" | "modified";

/** The last entry of a page: its `created` or `modified` instant, and its id. */
export type EntryCursor = { readonly order: EntryOrder; readonly at: string; readonly id: number };

const cursorPattern = /^(created|modified) (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z) ([1-9]\d{0,15})$/;

/** Encodes a cursor as an opaque text for URLs. */
export function writeCursor(cursor: EntryCursor): string {
  return Buffer.from(`${cursor.order} ${cursor.at} ${cursor.id}`).toString("base64url");
}

/** Decodes a cursor. Rejects an invalid one, and one of a list in another order. */
export function readCursor(encoded: string, order: EntryOrder): EntryCursor | Rejection {
  const match = cursorPattern.exec(Buffer.from(encoded, "base64url").toString());
  const [, cursorOrder, at = "", id] = match ?? [];
  // `Date.parse` accepts 30 February and the year 0; PostgreSQL does not.
  const isInstant = isLocalDate(at.slice(0, 10)) && !Number.isNaN(Date.parse(at));
  if (cursorOrder === order && isInstant && Number(id) <= Number.MAX_SAFE_INTEGER) {
    return { order, at, id: Number(id) };
  }
  const message = "This cursor is not valid for this list. Start again from the first page.";
  return reject("invalid", message, { cursor: message });
}
