import { Readable } from "node:stream";
import type { BinaryReply } from "@daybook/domain/contract/endpoint";
import type { Context } from "koa";

function bodyOf(bytes: BinaryReply["bytes"]): Buffer | Readable {
  if (bytes instanceof Uint8Array) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false });
}

/**
 * Sends a picture or another file. No proxy stores it, and the browser asks the server each time, so that a lock takes effect immediately.
 * When the stream fails, the connection is closed, so that the client sees that the file is incomplete.
 */
export function sendBinary(ctx: Context, { bytes, contentType, etag }: BinaryReply): void {
  ctx.set({
    "Cache-Control": "private, no-cache",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Content-Disposition": "inline",
    ETag: `"${etag}"`,
  });
  ctx.type = contentType;
  const body = bodyOf(bytes);
  if (!ctx.fresh) ctx.body = body;
  else {
    ctx.status = 304;
    if (body instanceof Readable) body.destroy();
  }
}
