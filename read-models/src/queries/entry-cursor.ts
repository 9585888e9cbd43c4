import { type Rejection, reject } from "@daybook/domain/kernel/rejection";

/** By what a list of entries is ordered. */
export type EntryOrder = "created" | "modified";

/** The last entry of a page: its instant in the list's order, and its id. */
export type EntryCursor = { readonly order: EntryOrder; readonly at: string; readonly id: number };

const form = /^(created|modified) (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z) ([1-9]\d{0,15})$/;

/** A cursor as callers carry it: opaque, safe in a URL. */
export function writeCursor(cursor: EntryCursor): string {
  return Buffer.from(`${cursor.order} ${cursor.at} ${cursor.id}`).toString("base64url");
}

/** Reads a cursor that came back; one that is damaged, or of a list in another order, is refused. */
export function readCursor(written: string, order: EntryOrder): EntryCursor | Rejection {
  const match = form.exec(Buffer.from(written, "base64url").toString());
  const [, of, at = "", id] = match ?? [];
  if (of === order && !Number.isNaN(Date.parse(at)) && Number(id) <= Number.MAX_SAFE_INTEGER) {
    return { order, at, id: Number(id) };
  }
  const sentence = "This is not a cursor of this list. Start again from its first page.";
  return reject("invalid", sentence, { cursor: sentence });
}
