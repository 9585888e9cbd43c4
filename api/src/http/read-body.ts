import { bounds } from "@daybook/domain/contract/bounds";
import type { Context } from "koa";
import getRawBody from "raw-body";
import { refuse } from "./api-error.ts";

/** A request's body: its bytes, as they are signed, and what they say. */
export type RequestBody = { readonly bytes: Buffer; readonly json: unknown };

const none: RequestBody = { bytes: Buffer.alloc(0), json: {} };

async function readBytes(ctx: Context): Promise<Buffer> {
  try {
    return await getRawBody(ctx.req, {
      limit: bounds.jsonBodyBytes,
      length: ctx.req.headers["content-length"],
    });
  } catch (error) {
    const type = error instanceof Error && "type" in error ? error.type : "";
    if (type === "entity.too.large")
      refuse("too_large", "This is more than 2 MB, which is too much at once.");
    refuse("malformed", "The request ended before all of it had arrived.");
  }
}

/** Reads a JSON body of at most 2 MB. No body is an empty object. */
export async function readBody(ctx: Context): Promise<RequestBody> {
  if (ctx.method === "GET" || ctx.method === "HEAD") return none;
  const bytes = await readBytes(ctx);
  if (bytes.length === 0) return none;
  if (!ctx.is("json", "+json")) refuse("unsupported_media", "Send this as application/json.");
  try {
    return { bytes, json: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    refuse("malformed", "This is not JSON.");
  }
}
