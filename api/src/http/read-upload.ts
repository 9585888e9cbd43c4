import { bounds } from "@daybook/domain/contract/bounds";
import type { Context } from "koa";
import { refuse } from "./api-error.ts";
import { none, readBytes, type RequestBody } from "./read-body.ts";

/** Room for the file's own headers, and for small fields beside it. */
const besideTheFile = 64 * 1024;
const mostParts = 20;
const tooMuch = "A picture may have at most 20 MB.";

const malformed = (): never => refuse("malformed", "This is not a form with a file.");

/** The name of a part's field; `null` when it has none. */
function fieldNameOf(headers: string): string | null {
  const disposition = /^content-disposition:(.*)$/im.exec(headers)?.[1] ?? "";
  const name = /;\s*name=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  return name?.[1] ?? name?.[2] ?? null;
}

/**
 * The parts of a `multipart/form-data` body by the names of their fields (RFC 7578), of several with one name the first.
 * They are views of the body, not copies. What a part says of its type and its file's name is not looked at.
 */
export function readParts(body: Buffer, boundary: string): ReadonlyMap<string, Buffer> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts = new Map<string, Buffer>();
  const isFirst = body.indexOf(delimiter.subarray(2)) === 0;
  let at = isFirst ? delimiter.length - 2 : body.indexOf(delimiter) + delimiter.length;
  if (at < delimiter.length && !isFirst) return malformed();
  for (let count = 0; body.toString("latin1", at, at + 2) !== "--"; count++) {
    const line = body.indexOf("\r\n", at);
    const blank = body.indexOf("\r\n\r\n", at);
    const end = blank === -1 ? -1 : body.indexOf(delimiter, blank + 2);
    const isPadding = line !== -1 && body.toString("latin1", at, line).trim() === "";
    if (end === -1 || !isPadding || count >= mostParts) return malformed();
    const name = fieldNameOf(body.toString("utf8", line, blank));
    if (name !== null && !parts.has(name)) parts.set(name, body.subarray(Math.min(blank + 4, end), end));
    at = end + delimiter.length;
  }
  return parts;
}

/** Reads a form with a file of at most 20 MB. No body is a form without one. */
export async function readUpload(ctx: Context, field: string): Promise<RequestBody> {
  const bytes = await readBytes(ctx, bounds.photoBytes + besideTheFile, tooMuch);
  if (bytes.length === 0) return none;
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(ctx.get("Content-Type"));
  if (!ctx.is("multipart/form-data") || !boundary) {
    refuse("unsupported_media", "Send this as multipart/form-data.");
  }
  const file = readParts(bytes, boundary[1] ?? boundary[2] ?? "").get(field);
  if (file && file.length > bounds.photoBytes) refuse("too_large", tooMuch);
  return file ? { bytes, json: { [field]: file }, same: file } : { ...none, bytes };
}
